// The weekly leaderboard of chips won, among players who wish to appear.

/** @import { LeaderboardResponse } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { queryOf } from '../account.js';
import { cls, h, icon, patch } from '../dom.js';
import { dateText, local, num, t, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { check, selection } from '../lobby/common.js';
import { wayTo } from '../nowhere.js';
import { iconLink, pageTop } from '../top.js';
import { signed } from './figures.js';
import { mondayOf, weekAfter } from './weeks.js';

/** @implements {View} */
class Leaderboard extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** Week, as in `2026-W48`; empty for this week. */
  week = '';
  game = '';
  /** The current week, once the server has sent it. */
  current = '';
  /** @type {LeaderboardResponse | null} */
  board = null;
  /** @type {'idle' | 'loading' | 'failed'} */
  state = 'idle';
  /** Account for which the board was requested. @type {string | null | undefined} */
  #askedFor;
  #question = 0;

  connectedCallback() {
    const { searchParams } = new URL(location.href);
    this.game = searchParams.get('game') ?? '';
    this.week = searchParams.get('week') ?? '';
  }

  disconnectedCallback() {
    this.#question += 1;
  }

  update() {
    if (!this.isConnected) return;
    const who = this.app.account.session?.you.id ?? null;
    if (this.app.isRestored && this.#askedFor !== who) {
      this.#askedFor = who;
      this.load();
      this.app.knowGames().then(
        () => this.update(),
        () => {},
      );
    }
    patch(this, this.view());
  }

  async load() {
    this.#question += 1;
    const question = this.#question;
    this.state = 'loading';
    this.update();
    try {
      const board = /** @type {LeaderboardResponse} */ (
        await this.app.account.askAnyhow(`/api/v1/leaderboard${queryOf({ week: this.week, game: this.game })}`)
      );
      if (question !== this.#question) return;
      this.board = board;
      this.state = 'idle';
      if (!this.week) this.current = board.week;
      this.app.announcer.polite(board.players.length > 0 ? tn('leaderboard.found', board.players.length) : t('leaderboard.none'));
    } catch (error) {
      if (question !== this.#question) return;
      this.state = 'failed';
      this.app.toastError(error);
    }
    this.update();
  }

  /** @param {{ week?: string, game?: string }} change */
  set(change) {
    Object.assign(this, change);
    this.load();
  }

  /** @param {boolean} shown */
  async show(shown) {
    // The box stays as pressed until the server has confirmed it, whatever else is drawn or answered meanwhile.
    this.#question += 1;
    if (this.board?.you) this.board.you.shown = shown;
    this.update();
    try {
      await this.app.account.ask('PUT', '/api/v1/me/leaderboard', { shown });
    } catch (error) {
      this.app.toastError(error);
    }
    await this.load();
  }

  view() {
    const { app, board } = this;
    return h(
      'div',
      { class: 'tpage my-page' },
      h('a', { class: 'skip', href: '#board' }, t('leaderboard.skip')),
      pageTop(app, t('leaderboard.title'), { path: '/', name: t('lobby.back') }, app.account.session && iconLink(app, '/me', t('me.title'), ICONS.chart)),
      h('main', { id: 'board', tabindex: '-1' }, this.filters(), board ? this.body(board) : this.waiting()),
    );
  }

  /** @returns {Kid} */
  waiting() {
    if (this.state === 'failed') return h('button', { key: 'again', class: 'btn-s', on: { click: () => this.load() } }, t('replay.again'));
    return h(
      'div',
      { key: 'loading', class: 'skeleton' },
      h('p', { class: 'vh' }, t('leaderboard.loading')),
      [1, 2, 3].map((n) => h('i', { key: n, 'aria-hidden': 'true' })),
    );
  }

  filters() {
    const week = this.board?.week ?? '';
    const monday = week ? mondayOf(week) : null;
    const games = [...this.app.games].sort((a, b) => local(a.name).localeCompare(local(b.name)));
    const step = (/** @type {number} */ weeks) => week && this.set({ week: weekAfter(week, weeks) });
    const isNow = !week || week === this.current;
    return h(
      'div',
      { key: 'filters', class: 'me-filters' },
      h(
        'div',
        { class: 'me-week', role: 'group', 'aria-label': t('leaderboard.week') },
        h(
          'button',
          { class: 'ico', 'aria-label': t('leaderboard.before'), title: t('leaderboard.before'), on: { click: () => step(-1) } },
          icon(ICONS.previous),
        ),
        h('span', null, monday ? t('leaderboard.week_of', { date: dateText(monday) }) : ''),
        h(
          'button',
          { class: 'ico', 'aria-label': t('leaderboard.after'), title: t('leaderboard.after'), 'aria-disabled': isNow, on: { click: () => !isNow && step(1) } },
          icon(ICONS.next),
        ),
      ),
      selection(
        t('hands.game'),
        [['', t('leaderboard.all_games')], ...games.map(({ id, name }) => /** @type {const} */ ([id, local(name)]))],
        this.game,
        (game) => this.set({ game }),
      ),
    );
  }

  /** @param {LeaderboardResponse} board @returns {Kid} */
  body(board) {
    const { you } = board;
    const me = this.app.account.session?.you;
    return h(
      'div',
      { key: 'body', class: 'me-body', 'aria-busy': this.state === 'loading' },
      h('p', { key: 'how', class: 'none' }, tn('leaderboard.how', board.hands_min)),
      you &&
        h(
          'section',
          { key: 'you', class: 'me-card', 'aria-labelledby': 'board-you' },
          h('h2', { id: 'board-you' }, t('leaderboard.you')),
          h('p', null, [tn('me.hands', you.hands), signed(you.net), you.place !== undefined && t('me.place', { n: you.place })].filter(Boolean).join(' · ')),
          me?.kind === 'account'
            ? check(t('leaderboard.show'), you.shown, (shown) => this.show(shown))
            : h('p', { key: 'guest', class: 'none' }, t('leaderboard.guest')),
        ),
      h(
        'section',
        { key: 'players', class: 'me-card', 'aria-labelledby': 'board-players' },
        h('h2', { id: 'board-players' }, t('leaderboard.players')),
        board.players.length === 0
          ? h('div', { key: 'none', class: 'empty' }, h('p', { class: 'none' }, t('leaderboard.none')), wayTo(this.app, '/', t('play_now')))
          : h(
              'div',
              { key: 'scroll', class: 'me-scroll', tabindex: '0', role: 'region', 'aria-labelledby': 'board-players' },
              h(
                'table',
                { class: 'ranks' },
                h(
                  'thead',
                  null,
                  h(
                    'tr',
                    null,
                    ['place', 'name', 'hands', 'net'].map((name) => h('th', { key: name, scope: 'col' }, t(`leaderboard.col.${name}`))),
                  ),
                ),
                h(
                  'tbody',
                  null,
                  board.players.map(({ place, player, hands, net }) =>
                    h(
                      'tr',
                      { key: player.id, class: cls(player.id === me?.id && 'mine'), 'aria-current': player.id === me?.id ? 'true' : null },
                      h('td', null, num(place)),
                      h('th', { scope: 'row' }, player.name),
                      h('td', null, num(hands)),
                      h('td', { class: net > 0 ? 'won' : net < 0 ? 'lost' : '' }, signed(net)),
                    ),
                  ),
                ),
              ),
            ),
      ),
    );
  }
}

customElements.define('p-board', Leaderboard);
