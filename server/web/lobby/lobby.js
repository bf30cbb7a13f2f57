// The lobby: families | tables | create. On a phone it has one column, with the form as a sheet.

/** @import { TableConfig, TableSummary } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { awaiting, comingDialog } from '../awaited.js';
import { cls, h, icon, patch } from '../dom.js';
import { local, num, t, tn } from '../i18n.js';
import { Refusal } from '../net.js';
import { brand, ICONS } from '../icons.js';
import { stakes } from '../table/words.js';
import { TABLES_MAX } from '../tables.js';
import { pathOfGame } from '../rulebook.js';
import { practicePath } from '../route.js';
import { iconLink, settingsButton } from '../top.js';
import { familyName, limitName, playedAt, saidOnce, searchField, setAsideText, tableName } from './common.js';
import { FAMILIES, MIXED, playedId, rankOf } from './families.js';
import { isOf, quickest, tablesFor } from './filter.js';
import { gameList, gamesFound, makeOf, rulesDialog } from './games.js';
import { createForm, usualName } from './create.js';
import { lasting, newDraft } from './table-draft.js';
import { playNow } from '../tournament/now.js';

/** @typedef {import('./table-draft.js').Draft} Draft */

/** @implements {View} */
class Lobby extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  family = 'all';
  search = '';
  /** @type {'tables' | 'tournaments'} */
  tab = 'tables';
  /** @type {import('../tournament/list.js').Filter} */
  tournamentFilter = 'all';
  tournamentSearch = '';
  openSeats = false;
  noBots = false;
  isMaking = false;
  /** `true` if the evenings ready made are open. */
  isEvening = false;
  /** `true` if all games are listed, not only the tables. */
  showGames = false;
  /** The game whose rules are open. @type {string | null} */
  rules = null;
  /** @type {Draft} */
  draft = newDraft();
  /** The dialog that announces a tournament, once its tab has been shown. @type {import('../tournament/announce.js').Announcing | null} */
  announcing = null;
  #busy = false;
  #wasReady = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #checking;

  /**
   * `true` once everything on the page is known: the player, the tables, the tournaments. Drawn one by one, each would push the others away from
   * under the finger. Offline there is nothing to wait for.
   */
  get isReady() {
    const { app } = this;
    const { session } = app.account;
    const isKnown = app.isRestored && app.isLoaded && app.games.length > 0 && app.hall.isKnown && (!session || app.later('p-friends') !== 'coming');
    this.#wasReady ||= isKnown || app.isCutOff;
    return this.#wasReady;
  }

  update() {
    patch(this, this.view());
    for (const part of this.querySelectorAll('p-friends, p-own, p-ready, p-contests')) /** @type {Partial<View>} */ (part).update?.();
  }

  /** @param {Partial<Pick<Lobby, 'family' | 'search' | 'openSeats' | 'noBots' | 'isMaking' | 'isEvening' | 'showGames' | 'rules' | 'tournamentFilter' | 'tournamentSearch'>>} change */
  set(change) {
    Object.assign(this, change);
    this.update();
  }

  /** @param {Partial<Draft>} change */
  setDraft(change) {
    this.draft = { ...this.draft, ...change };
    this.update();
  }

  /** Switches to a custom game, starting from the definition of a known one. @param {boolean} isOwn @param {string} [like] */
  async setOwn(isOwn, like) {
    this.setDraft({ isOwn, error: null });
    if (!isOwn || this.draft.definition || !like) return;
    const response = await fetch(pathOfGame(like));
    if (!response.ok) return;
    const { definition } = await response.json();
    // A custom game has an id of its own.
    const own = definition.replace(/^id = "(.*)"$/m, 'id = "my-$1"').replace(/^phh = .*\n/m, '');
    if (!this.draft.definition) this.write(own);
  }

  /** Checks a typed definition once typing pauses. @param {string} definition */
  write(definition) {
    this.setDraft({ definition, error: null });
    clearTimeout(this.#checking);
    this.#checking = setTimeout(() => this.#check(definition), 400);
  }

  /** @param {string} text */
  async #check(text) {
    if (!this.app.account.session) return;
    try {
      const found = await this.app.account.check(text);
      if (this.draft.definition === text) this.setDraft({ checked: { ...found, text } });
    } catch (error) {
      this.app.toastError(error);
    }
  }

  view() {
    return h(
      'div',
      { class: cls('lobby', this.tab === 'tournaments' && 'of-tournaments') },
      h('a', { class: 'skip', href: '#tables' }, t('skip.tables')),
      this.header(),
      // The visitor's main interest comes first; the families lie beside or after the list.
      this.tab === 'tables' ? this.tables() : this.contests(),
      this.tab === 'tables' && this.families(),
      this.tab === 'tables' && createForm(this),
      this.rules && rulesDialog(this, this.rules),
      this.isEvening &&
        (this.app.later('p-ready') === 'there'
          ? h('p-ready', { key: 'evenings', prop: { lobby: this } })
          : comingDialog(this.app, 'p-ready', t('ready.open'), () => this.set({ isEvening: false }))),
      this.tab === 'tables' &&
        h(
          'div',
          { class: 'dock' },
          h('button', { class: 'btn quiet', on: { click: () => this.set({ isMaking: true }) } }, t('create.open')),
          h('button', { class: 'btn hot', on: { click: () => this.playNow() } }, t('play_now')),
        ),
    );
  }

  /** @param {string} selector */
  focusOn(selector) {
    /** @type {HTMLElement | null} */ (this.querySelector(selector))?.focus();
  }

  header() {
    const { app } = this;
    const { session } = app.account;
    return h(
      'header',
      { class: 'top' },
      h('span', { class: 'brand' }, brand(), h('span', null, t('title'))),
      h('h1', { class: 'vh' }, t('lobby.title')),
      this.nav(),
      h('span', { class: 'grow' }),
      session
        ? [
            h(
              'button',
              {
                key: 'purse',
                class: 'purse',
                title: t('topup'),
                'aria-label': t('purse', { n: app.purse.balance }),
                on: { click: () => app.topUp() },
              },
              h('i', { class: 'chip k', 'aria-hidden': 'true' }),
              h('b', null, num(app.purse.balance)),
              h('span', { class: 'plus', 'aria-hidden': 'true' }, '+'),
            ),
            session.you.kind === 'guest'
              ? h(
                  'button',
                  {
                    key: 'guest',
                    class: 'me-name',
                    title: t('identity.keep'),
                    on: { click: () => app.show('identity') },
                  },
                  session.you.name,
                )
              : h('span', { key: 'who', class: 'me-name' }, session.you.name),
            iconLink(app, '/hands', t('hands.title'), ICONS.history),
            h(
              'a',
              {
                key: 'me',
                class: 'ico roomy',
                href: '/me',
                'aria-label': t('me.title'),
                title: t('me.title'),
                on: { click: (event) => app.follow(event, '/me') },
              },
              icon(ICONS.chart),
            ),
            h(
              'button',
              {
                key: 'out',
                class: 'ico',
                'aria-label': t('sign_out'),
                title: t('sign_out'),
                on: { click: () => app.leave() },
              },
              icon(ICONS.leave),
            ),
          ]
        : app.isExpected
          ? h('span', { key: 'who', class: 'me-name' }, app.settings.value.nickname)
          : h('button', { key: 'in', class: 'btn-s', on: { click: () => app.identify() } }, t('sign_in')),
      settingsButton(app),
    );
  }

  /** Switch between tables and tournaments. */
  nav() {
    /** @param {'tables' | 'tournaments' | 'practice' | 'clubs'} tab @param {string} href */
    const link = (tab, href) =>
      h('a', { key: tab, href, 'aria-current': this.tab === tab ? 'page' : null, on: { click: (event) => this.app.follow(event, href) } }, t(`nav.${tab}`));
    return h(
      'nav',
      { key: 'nav', 'aria-label': t('nav') },
      link('tables', '/'),
      link('tournaments', '/tournaments'),
      link('practice', '/practice'),
      link('clubs', '/clubs'),
    );
  }

  families() {
    const { games, mixes, tables } = this.app;
    const known = [...new Set(games.map((game) => game.family))].sort((a, b) => rankOf(a) - rankOf(b));
    /** @param {string} id @param {string} sign @param {string} label @returns {Kid} */
    const row = (id, sign, label) => {
      const count = [...tables.values()].filter((table) => isOf(this.app, table, id)).length;
      return h(
        'button',
        { key: id, 'aria-pressed': this.family === id, on: { click: () => this.set({ family: id }) } },
        h('i', { class: 'suit', 'aria-hidden': 'true' }, sign),
        h('span', null, label),
        h('span', { class: 'n', title: tn('tables', count) }, num(count)),
      );
    };
    return h(
      'nav',
      { class: 'fam', 'aria-label': t('families') },
      h('h2', null, t('families')),
      row('all', '', t('tables.all')),
      row('favourites', '★', t('family.favourites')),
      h('hr', null),
      known.map((family) => row(family, FAMILIES[rankOf(family)]?.[1] ?? '♠', familyName(family))),
      mixes.length > 0 && row(MIXED, FAMILIES[rankOf(MIXED)][1], familyName(MIXED)),
    );
  }

  /** Links to reading and lessons. */
  reading() {
    /** @param {string} href @param {string} label */
    const link = (href, label) => h('a', { key: href, href, on: { click: (event) => this.app.follow(event, href) } }, label);
    return h(
      'p',
      { key: 'reading', class: 'reading' },
      link('/learn', t('learn.title')),
      link('/rules', t('rules.title')),
      this.app.isCutOff && link('/hands', t('hands.title')),
    );
  }

  /** Welcome for visitors without a name. */
  welcome() {
    return h(
      'section',
      { key: 'welcome', class: 'welcome', 'aria-label': t('welcome.title') },
      h(
        'div',
        null,
        h('h2', null, t('welcome.title')),
        h('p', null, t('welcome.text')),
        h(
          'div',
          { class: 'welcome-do' },
          h('button', { class: 'btn hot', on: { click: () => this.playNow() } }, t('play_now')),
          h('button', { class: 'btn quiet', on: { click: () => this.set({ isEvening: true }) } }, t('ready.open')),
        ),
        h('a', { class: 'welcome-practice', href: '/practice', on: { click: (event) => this.app.follow(event, '/practice') } }, t('practice.link')),
        this.reading(),
      ),
      h(
        'div',
        { class: 'fan', 'aria-hidden': 'true' },
        ['Ts', 'Jh', 'Qc', 'Kd', 'As'].map((card) => h('p-card', { key: card, c: card })),
      ),
    );
  }

  tables() {
    return h(
      'main',
      { class: 'list', id: 'tables', tabindex: '-1' },
      (this.app.reach.isLost || this.app.isCutOff) && h('p', { key: 'cut-off', class: 'cut-off', role: 'status' }, t('offline.lobby')),
      !this.app.account.session && !this.app.isExpected && this.welcome(),
      ...(this.isReady ? this.found() : [skeleton(5)]),
    );
  }

  /** The tab of tournaments, whose part of the page is loaded with its first use. */
  contests() {
    const { app } = this;
    const state = app.later('p-contests');
    const isThere = state === 'there' && (app.hall.isKnown || app.isCutOff);
    return h(
      'main',
      { key: 'tournaments', class: 'list', id: 'tables', tabindex: '-1' },
      isThere ? h('p-contests', { key: 'list', prop: { lobby: this } }) : state === 'missing' ? awaiting(app, 'p-contests') : skeleton(3, t('t.loading')),
    );
  }

  /** All games with their search texts. @returns {Kid[]} */
  found() {
    const rows = tablesFor(this.app, this);
    const families = [...new Set(rows.map((row) => row.family))];
    return [
      playNow(this),
      this.app.account.session && this.app.later('p-friends') === 'there' && h('p-friends', { key: 'friends', prop: { app: this.app } }),
      ...this.app.purse.setAside.map((aside) => h('p', { key: `aside-${aside.table}`, class: 'aside' }, setAsideText(aside))),
      h(
        'div',
        { class: 'bar-l' },
        searchField(t('search.tables'), this.search, (search) => this.set({ search }), { placeholder: t('search.tables.short') }),
        toggle(t('filter.open'), this.openSeats, () => this.set({ openSeats: !this.openSeats })),
        toggle(t('filter.no_bots'), this.noBots, () => this.set({ noBots: !this.noBots })),
        toggle(t('filter.games'), this.showGames, () => this.set({ showGames: !this.showGames })),
        this.app.account.session && h('button', { key: 'friends', class: 'btn-s', on: { click: () => this.set({ isEvening: true }) } }, t('ready.open')),
        this.app.account.session && h('button', { key: 'now', class: 'btn-s hot wide-only', on: { click: () => this.playNow() } }, t('play_now')),
      ),
      this.app.isLoaded && rows.length === 0 && this.nothing(),
      ...families.map((family) => {
        const some = rows.filter((row) => row.family === family);
        return h(
          'section',
          { key: family, 'aria-label': familyName(family) },
          h('h2', null, h('b', null, familyName(family)), h('span', null, tn('tables', some.length))),
          h(
            'ul',
            { class: 'tables' },
            some.map(({ table }) => this.row(table)),
          ),
        );
      }),
      (this.showGames || ![MIXED, 'all'].includes(this.family) || this.search.trim() !== '') && gameList(this),
      (this.app.account.session || this.app.isExpected) && this.reading(),
    ];
  }

  /** What a player can do if no table is listed: open one of the game that was looked for, or practise it. */
  nothing() {
    const { app, family } = this;
    const game = family === MIXED ? undefined : gamesFound(this)[0];
    const isFound = game !== undefined && (family !== 'all' || this.search.trim() !== '');
    const practice = practicePath(isFound ? game.id : family === MIXED ? app.mixes[0]?.id : '');
    return h(
      'div',
      { key: 'empty', class: 'empty' },
      h('p', null, t(app.tables.size ? 'lobby.none_match' : 'lobby.none')),
      h(
        'button',
        { class: 'btn-s hot', on: { click: () => (isFound ? makeOf(this, game) : this.set({ isMaking: true })) } },
        isFound ? t('games.make_of', { name: local(game.name) }) : t('create.open'),
      ),
      h('a', { class: 'btn-s', href: practice, on: { click: (event) => app.follow(event, practice) } }, t('lobby.practise')),
    );
  }

  /** @param {TableSummary} table */
  row(table) {
    const { info, taken, bots } = table;
    const isFull = taken.length >= info.seats;
    const isMine = Boolean(this.app.sessions.get(info.table)?.live?.you);
    const label = isMine ? 'row.back' : isFull ? 'row.wait' : 'row.sit';
    const people = taken.length - bots;
    const described = [tn('seats.taken', taken.length, { of: info.seats })];
    if (bots) described.push(tn('seats.bots', bots));
    if (table.waiting) described.push(tn('seats.waiting', table.waiting));
    return h(
      'li',
      { key: info.table, class: cls(isMine && 'mine') },
      h(
        'span',
        null,
        h(
          'a',
          {
            class: 'name',
            href: `/table/${encodeURIComponent(info.table)}`,
            on: { click: (event) => this.open(event, info.table) },
          },
          tableName(info),
        ),
        saidOnce([playedAt(table)], tableName(info)).map((text) => h('span', { key: 'g', class: 'g' }, text)),
      ),
      h('span', { class: 'st' }, stakes(info), h('small', null, limitName(info.limit))),
      h(
        'span',
        { class: 'seatsdots', role: 'img', 'aria-label': described.join(', '), title: described.join(', ') },
        Array.from({ length: info.seats }, (_, at) => h('i', { key: at, class: cls(at < people ? 'f' : at < taken.length && 'f bot') })),
        h('em', null, `${taken.length}/${info.seats}`),
      ),
      h(
        'button',
        {
          class: cls('go', (!isFull || isMine) && 'yes'),
          'aria-label': `${t(label)}, ${tableName(info)}`,
          on: { click: () => this.take(table, isMine) },
        },
        t(label),
      ),
    );
  }

  /** @param {MouseEvent} event @param {string} id */
  open(event, id) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.app.navigate(`/table/${encodeURIComponent(id)}`);
  }

  /** @param {TableSummary} table @param {boolean} isMine */
  async take(table, isMine) {
    const { app } = this;
    if (!(await app.identify())) return;
    if (app.open.isFull(table.info.table)) return app.toast(t('tables.full', { n: TABLES_MAX }));
    app.settings.merge({ lastGame: playedId(table.info) });
    const session = app.session(table.info.table);
    if (!isMine) session.wish = table.taken.length >= table.info.seats ? 'wait' : 'sit';
    app.navigate(`/table/${encodeURIComponent(table.info.table)}`);
  }

  /** Joins the table where play is quickest to begin. */
  async playNow() {
    const { app } = this;
    if (!(await app.identify())) return;
    const best = quickest(app);
    if (!best) {
      app.toast(t('play_now.none'));
      this.set({ isMaking: true });
      return;
    }
    app.settings.merge({ lastGame: playedId(best.info) });
    const session = app.session(best.info.table);
    session.wish = 'now';
    app.navigate(`/table/${encodeURIComponent(best.info.table)}`);
  }

  /** Opens a table; the settings that a host chose are kept. @param {TableConfig} config @param {'sit' | 'host'} [wish] */
  async create(config, wish = 'sit') {
    const { app } = this;
    if (this.#busy || !(await app.identify())) return;
    if (app.open.isFull('')) return app.toast(t('tables.full', { n: TABLES_MAX }));
    this.#busy = true;
    this.draft = { ...this.draft, error: null };
    try {
      await app.net.whenReady();
      const { table } = await app.net.request({ type: 'create_table', config: { ...config, name: config.name || usualName(app) } });
      this.#busy = false;
      if (!table) return;
      app.settings.merge({ lastGame: playedId(table), ...(wish === 'sit' && { lastTable: lasting(config) }) });
      this.isMaking = false;
      this.isEvening = false;
      app.session(table.table).wish = wish;
      app.navigate(`/table/${encodeURIComponent(table.table)}`);
    } catch (error) {
      this.#busy = false;
      const refusal = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
      this.setDraft({ error: refusal });
    }
  }
}

/** Rows that are being loaded. @param {number} count @param {string} [words] The same for screen readers. */
const skeleton = (count, words) =>
  h(
    'div',
    { key: 'skeleton', class: 'skeleton' },
    words && h('p', { class: 'vh' }, words),
    Array.from({ length: count }, (_, n) => h('i', { key: n, 'aria-hidden': 'true' })),
  );

/** @param {string} label @param {boolean} isOn @param {() => void} click */
const toggle = (label, isOn, click) => h('button', { class: 'chipb', 'aria-pressed': isOn, on: { click } }, label);

customElements.define('p-lobby', Lobby);

export { Lobby };
