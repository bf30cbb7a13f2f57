// The player's private results: chart, statistics, sessions, tournaments.

/** @import { EventResultsResponse, PlayedSession, ResultFigures, ResultsResponse, SessionsResponse } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { queryOf } from '../account.js';
import { cls, h, patch } from '../dom.js';
import { list, local, num, t, timeText, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { Refusal } from '../net.js';
import { wayTo } from '../nowhere.js';
import { iconLink, pageTop } from '../top.js';
import { chart } from './chart.js';
import { bigBlindsPer100, percent, signed } from './figures.js';
import { namedAfter, saidOnce, selection } from '../lobby/common.js';

/** Days that the results cover; 0 for all. */
const SPANS = [0, 7, 30, 365];

/** The server counts hands of earlier versions in batches; the page requests at most this many batches by itself. */
const ROUNDS = 200;

/** Wait after a request that came too fast, if the server names no time. */
const PAUSE_MS = 1000;

/** @implements {View} */
class MyResults extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  game = '';
  days = 0;
  /** @type {'hands' | 'time'} */
  by = 'hands';
  /** @type {ResultsResponse | null} */
  results = null;
  /** Every game seen here, so that selecting one does not remove the others. @type {string[]} */
  games = [];
  /** @type {SessionsResponse} */
  sessions = { sessions: [] };
  /** @type {EventResultsResponse} */
  events = { tournaments: [] };
  /** Selected point of the chart. @type {number | null} */
  at = null;
  /** @type {'idle' | 'loading' | 'failed'} */
  state = 'idle';
  #isAsked = false;
  /** Number of the request on the screen: answers to older ones are ignored. */
  #question = 0;

  /** The drawing is as wide as the page, less its margins. */
  get wide() {
    return Math.max(220, Math.min(innerWidth - (innerWidth < 600 ? 58 : 66), 894));
  }

  #resized = () => this.update();

  connectedCallback() {
    addEventListener('resize', this.#resized);
  }

  disconnectedCallback() {
    removeEventListener('resize', this.#resized);
    this.#question += 1;
  }

  update() {
    if (!this.isConnected) return;
    if (this.app.account.session && !this.#isAsked) {
      this.#isAsked = true;
      this.load();
      this.app.knowGames().then(
        () => this.update(),
        () => {},
      );
    }
    patch(this, this.view());
  }

  /** Query for the server. */
  get query() {
    const from = this.days > 0 ? new Date(Date.now() - this.days * 86_400_000).toISOString() : undefined;
    return { game: this.game, from };
  }

  async load() {
    this.#question += 1;
    const question = this.#question;
    this.state = 'loading';
    this.update();
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const results = /** @type {ResultsResponse} */ (await this.#ask(`/api/v1/me/results${queryOf({ ...this.query, by: this.by })}`, question));
        if (question !== this.#question) return;
        this.results = results;
        this.at = null;
        for (const { game } of results.games) if (!this.games.includes(game)) this.games.push(game);
        this.update();
        if (!results.counting) break;
      }
      const [sessions, events] = await Promise.all([
        this.#ask(`/api/v1/me/sessions${queryOf(this.query)}`, question),
        this.#ask('/api/v1/me/tournaments', question),
      ]);
      if (question !== this.#question) return;
      this.sessions = sessions;
      this.events = events;
      this.state = 'idle';
      this.app.announcer.polite(tn('me.found', this.results?.total.hands ?? 0));
    } catch (error) {
      if (question !== this.#question) return;
      this.state = 'failed';
      this.app.toastError(error);
    }
    this.update();
  }

  /**
   * Sends a request. The server accepts only so many of these per second: a refused one waits as long as the server says.
   *
   * @param {string} path
   * @param {number} question Number of the current view; once it has changed, this request is dropped.
   */
  async #ask(path, question) {
    for (;;) {
      try {
        return await this.app.account.ask('GET', path);
      } catch (error) {
        const isTooFast = error instanceof Refusal && error.code === 'rate.limited';
        if (!isTooFast || question !== this.#question) throw error;
        await new Promise((resolve) => setTimeout(resolve, Number(error.params.retry_after_ms ?? PAUSE_MS)));
      }
    }
  }

  /** Loads older sessions or tournaments. @param {'sessions' | 'events'} what */
  async older(what) {
    const question = this.#question;
    const { account } = this.app;
    try {
      if (what === 'sessions') {
        const part = /** @type {SessionsResponse} */ (
          await account.ask('GET', `/api/v1/me/sessions${queryOf({ ...this.query, before: this.sessions.before })}`)
        );
        if (question === this.#question) this.sessions = { ...part, sessions: [...this.sessions.sessions, ...part.sessions] };
      } else {
        const part = /** @type {EventResultsResponse} */ (await account.ask('GET', `/api/v1/me/tournaments${queryOf({ before: this.events.before })}`));
        if (question === this.#question) this.events = { ...part, tournaments: [...this.events.tournaments, ...part.tournaments] };
      }
    } catch (error) {
      this.app.toastError(error);
    }
    this.update();
  }

  /** @param {{ game?: string, days?: number, by?: 'hands' | 'time' }} change */
  set(change) {
    Object.assign(this, change);
    this.load();
  }

  // ---------- drawing ----------

  view() {
    const { app } = this;
    const isIn = Boolean(app.account.session);
    return h(
      'div',
      { class: 'tpage my-page' },
      h('a', { class: 'skip', href: '#results' }, t('me.skip')),
      pageTop(
        app,
        t('me.title'),
        { path: '/', name: t('lobby.back') },
        iconLink(app, '/hands', t('hands.title'), ICONS.history),
        iconLink(app, '/leaderboard', t('leaderboard.title'), ICONS.cup),
      ),
      h(
        'main',
        { id: 'results', tabindex: '-1' },
        isIn
          ? [this.filters(), this.body()]
          : app.isRestored && [
              h('p', { key: 'why', class: 'none' }, t('me.stranger')),
              h('button', { key: 'in', class: 'btn-s hot', on: { click: () => app.identify() } }, t('sign_in')),
            ],
      ),
    );
  }

  /** @param {string} id */
  gameName(id) {
    const game = this.app.games.find((one) => one.id === id);
    return game ? local(game.name) : id;
  }

  filters() {
    const games = [...this.games].sort((a, b) => this.gameName(a).localeCompare(this.gameName(b)));
    return h(
      'div',
      { key: 'filters', class: 'me-filters' },
      selection(t('hands.game'), [['', t('hands.any_game')], ...games.map((id) => /** @type {const} */ ([id, this.gameName(id)]))], this.game, (game) =>
        this.set({ game }),
      ),
      selection(
        t('me.span'),
        SPANS.map((days) => [String(days), days ? tn('me.days', days) : t('me.all')]),
        String(this.days),
        (days) => this.set({ days: Number(days) }),
      ),
      selection(
        t('me.by'),
        [
          ['hands', t('me.by.hands')],
          ['time', t('me.by.time')],
        ],
        this.by,
        (by) => this.set({ by: by === 'time' ? 'time' : 'hands' }),
      ),
    );
  }

  /** @returns {Kid} */
  body() {
    const { results, state } = this;
    if (!results) {
      if (state === 'failed') return h('button', { key: 'again', class: 'btn-s', on: { click: () => this.load() } }, t('replay.again'));
      return h(
        'div',
        { key: 'loading', class: 'skeleton' },
        h('p', { class: 'vh' }, t('me.loading')),
        [1, 2, 3].map((n) => h('i', { key: n, 'aria-hidden': 'true' })),
      );
    }
    return h(
      'div',
      { key: 'body', class: 'me-body', 'aria-busy': state === 'loading' },
      results.counting && h('p', { key: 'counting', class: 'none', role: 'status' }, t('me.counting')),
      results.total.hands === 0
        ? h('div', { key: 'none', class: 'empty' }, h('p', { class: 'none' }, t('me.none')), wayTo(this.app, '/', t('play_now')))
        : [
            h(
              'section',
              { key: 'line', class: 'me-card', 'aria-labelledby': 'me-line' },
              h('h2', { id: 'me-line' }, t('me.line')),
              chart(results.points, this.by, this.at, (at) => this.look(at), this.wide),
            ),
            h(
              'section',
              { key: 'figures', class: 'me-card', 'aria-labelledby': 'me-figures' },
              h('h2', { id: 'me-figures' }, t('me.figures')),
              figures(results.total),
            ),
            results.games.length > 1 && this.byGame(results),
            this.sessionList(),
          ],
      this.eventList(),
    );
  }

  /** @param {number} at */
  look(at) {
    this.at = at;
    this.update();
  }

  /** @param {ResultsResponse} results */
  byGame({ games }) {
    return h(
      'section',
      { key: 'games', class: 'me-card', 'aria-labelledby': 'me-games' },
      h('h2', { id: 'me-games' }, t('me.games')),
      h(
        'div',
        { class: 'me-scroll', tabindex: '0', role: 'region', 'aria-labelledby': 'me-games' },
        h(
          'table',
          null,
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              ['game', 'hands', 'net', 'bb', 'vpip', 'pfr', 'showdown'].map((name) => h('th', { key: name, scope: 'col' }, t(`me.col.${name}`))),
            ),
          ),
          h(
            'tbody',
            null,
            games.map(({ game, figures: of }) =>
              h(
                'tr',
                { key: game },
                h('th', { scope: 'row' }, this.gameName(game)),
                h('td', null, num(of.hands)),
                h('td', { class: tone(of.net) }, signed(of.net)),
                h('td', null, of.big_blinds ? bigBlindsPer100(of.big_blinds) : '–'),
                h('td', null, percent(of.vpip) ?? '–'),
                h('td', null, percent(of.pfr) ?? '–'),
                h('td', null, percent(of.showdown) ?? '–'),
              ),
            ),
          ),
        ),
      ),
    );
  }

  sessionList() {
    const { sessions, before } = this.sessions;
    return h(
      'section',
      { key: 'sessions', class: 'me-card', 'aria-labelledby': 'me-sessions' },
      h('h2', { id: 'me-sessions' }, t('me.sessions')),
      h(
        'ol',
        { class: 'me-list' },
        sessions.map((session) => this.sessionRow(session)),
      ),
      before !== undefined && h('button', { key: 'older', class: 'btn-s', on: { click: () => this.older('sessions') } }, t('me.sessions.older')),
    );
  }

  /** @param {PlayedSession} session */
  sessionRow(session) {
    const name = session.table_name ? namedAfter(this.app, session.table_name) : t('me.table', { id: session.table });
    const minutes = Math.max(1, Math.round((session.to - session.from) / 60_000));
    return h(
      'li',
      { key: `${session.table}-${session.from}` },
      h('span', null, h('b', null, name), h('small', null, ...saidOnce([list(session.games.map((game) => this.gameName(game)))], name))),
      h('span', null, timeText(session.from), h('small', null, [tn('me.hands', session.hands), t('minutes.short', { n: minutes })].join(' · '))),
      h('b', { class: cls('n', tone(session.net)) }, signed(session.net)),
    );
  }

  eventList() {
    const { tournaments, before } = this.events;
    return h(
      'section',
      { key: 'events', class: 'me-card', 'aria-labelledby': 'me-events' },
      h('h2', { id: 'me-events' }, t('me.events')),
      tournaments.length === 0 && h('p', { key: 'none', class: 'none' }, t('me.events.none')),
      h(
        'ol',
        { class: 'me-list' },
        tournaments.map((event) => {
          const net = event.prize + event.bounties + event.refunded - event.paid;
          const place = event.place && (event.field ? t('me.place.of', { n: event.place, of: event.field }) : t('me.place', { n: event.place }));
          const path = `/tournament/${event.tournament}`;
          return h(
            'li',
            { key: event.tournament },
            h(
              'span',
              null,
              h(
                'a',
                { href: path, on: { click: (click) => this.app.follow(click, path) } },
                event.name ? local(event.name) : t('me.event', { id: event.tournament }),
              ),
              h('small', null, [place, tn('me.entries', event.entries), event.rebuys > 0 && tn('me.rebuys', event.rebuys)].filter(Boolean).join(' · ')),
            ),
            h('span', null, timeText(event.at), h('small', null, t('me.paid', { paid: event.paid, won: event.prize + event.bounties }))),
            h('b', { class: cls('n', tone(net)) }, signed(net)),
          );
        }),
      ),
      before !== undefined && h('button', { key: 'older', class: 'btn-s', on: { click: () => this.older('events') } }, t('me.events.older')),
    );
  }
}

/** @param {number} net */
const tone = (net) => (net > 0 ? 'won' : net < 0 ? 'lost' : '');

/** @param {ResultFigures} of */
function figures(of) {
  /** @param {string} name @param {string | undefined} value @param {{ times: number, of: number } | undefined} [share] */
  const one = (name, value, share) =>
    value !== undefined &&
    h(
      'div',
      { key: name },
      h('dt', null, t(`me.figure.${name}`)),
      h('dd', null, h('b', null, value), h('small', null, share ? t('me.share', { n: share.times, of: share.of }) : t(`me.figure.${name}.why`))),
    );
  return [
    h(
      'dl',
      { key: 'list', class: 'me-figures' },
      one('net', signed(of.net)),
      one('hands', num(of.hands)),
      one('bb', of.big_blinds && bigBlindsPer100(of.big_blinds)),
      one('vpip', percent(of.vpip), of.vpip),
      one('pfr', percent(of.pfr), of.pfr),
      one('showdown', percent(of.showdown), of.showdown),
      one('won_at_showdown', percent(of.won_at_showdown), of.won_at_showdown),
    ),
    h('details', { key: 'why', class: 'me-why' }, h('summary', null, t('me.why')), h('p', null, t('me.why.text'))),
  ];
}

customElements.define('p-me', MyResults);
