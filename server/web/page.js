// The screen: the view of the route, tables as tiles, the strip, dialogs, and the window title.

/** @import { App, View } from './app.js' */
/** @import { Kid } from './dom.js' */
/** @import { Identity } from './identity.js' */

import { comingDialog, handOver } from './awaited.js';
import { Calls } from './calls.js';
import './cards.js';
import { h, patch } from './dom.js';
import { has, local, t } from './i18n.js';
import { brand } from './icons.js';
import { tableName } from './lobby/common.js';
import { isMyTurn } from './facts.js';
import { noPage, wayTo } from './nowhere.js';
import { hurry, viewState } from './views.js';

/** Elements that are views. */
const VIEWS = new Set([
  'p-room',
  'p-lobby',
  'p-tournament',
  'p-wall',
  'p-floor',
  'p-certificate',
  'p-replay',
  'p-history',
  'p-strip',
  'p-me',
  'p-evenings',
  'p-templates',
  'p-board',
  'p-settings',
  'p-clubs',
  'p-club-door',
  'p-club',
  'p-season',
  'p-season-wall',
  'p-rules',
  'p-learn',
  'p-practice',
  'p-study',
  'p-format',
]);

/** Tournament parts for display or print: nothing else is on the page. */
const BARE = new Set(['screen', 'certificate']);

/** Views whose titles become the page's title. */
const TITLES = new Set(['clubs', 'hands', 'me', 'evenings', 'templates', 'leaderboard', 'rules', 'learn', 'practice', 'study', 'format']);

/** Elements of the other views. */
const ELEMENTS = {
  nowhere: 'p-lobby',
  lobby: 'p-lobby',
  table: 'p-room',
  hand: 'p-replay',
  shared: 'p-replay',
  hands: 'p-history',
  me: 'p-me',
  evenings: 'p-evenings',
  templates: 'p-templates',
  leaderboard: 'p-board',
  clubs: 'p-clubs',
  door: 'p-club-door',
  club: 'p-club',
  rules: 'p-rules',
  learn: 'p-learn',
  practice: 'p-practice',
  study: 'p-study',
  format: 'p-format',
};

/** Elements of the parts of a tournament. */
const PARTS = { page: 'p-tournament', screen: 'p-wall', floor: 'p-floor', certificate: 'p-certificate' };

/** Time for drawing tables in one frame before the rest wait for the next frame. */
const DRAW_MS = 8;
/** At least this many are drawn: the focused table must not keep the others waiting forever. */
const DRAWN_LEAST = 2;

export class Page {
  #app;
  #root = /** @type {HTMLElement} */ (document.getElementById('app'));
  #calls = new Calls();
  #frame = 0;
  /** Tables to redraw; `null` for the whole page. @type {Set<string> | null} */
  #stale = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Loading state of the route's view. */
  viewState() {
    return viewState(this.#viewName(), (state) => {
      this.render();
      // A newer server has other files.
      if (state === 'missing') this.#app.reach.renew();
    });
  }

  /** Loads what could not be loaded once more, without a delay. @param {string} name Name of its element. */
  again(name) {
    hurry(name);
    this.render();
  }

  #viewName() {
    const { route } = this.#app;
    if (route.view === 'season') return route.wall ? 'p-season-wall' : 'p-season';
    return route.view === 'tournament' ? PARTS[route.part] : ELEMENTS[route.view];
  }

  /** View of a table, if on the screen. @param {string} id @returns {any} */
  room(id) {
    return this.#app.route.view === 'table' ? this.#rooms().find((room) => room.tableId === id) : null;
  }

  /** The tables on the screen. @returns {any[]} */
  #rooms() {
    return [...this.#root.querySelectorAll('p-room')];
  }

  /** Closing the dialog, rather than removing it, returns the focus to where it came from. */
  closeIdentity() {
    /** @type {HTMLDialogElement | null} */ (this.#root.querySelector('p-identity dialog'))?.close();
  }

  /** The strip of the other tables, if shown. @returns {any} */
  get strip() {
    return this.#root.querySelector('p-strip');
  }

  /**
   * Draws the page once, before the next frame.
   *
   * @param {string} [table] The only table that changed; others on the screen are not redrawn.
   */
  render(table) {
    const { tiles } = this.#app.open;
    if (table === undefined || tiles.length < 2) this.#stale = null;
    else this.#stale?.add(table);
    // A hidden tab gets no frames, but its title must still show whose turn it is.
    if (document.hidden) this.#title();
    if (this.#frame) return;
    if (table !== undefined && tiles.length > 1) this.#stale ??= new Set([table]);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const stale = this.#stale;
      this.#stale = null;
      if (stale) this.#drawTables(stale);
      else this.#draw();
      this.#app.open.jump();
    });
  }

  /** @param {Set<string>} stale */
  #drawTables(stale) {
    const rooms = this.#rooms();
    // A table that was added or removed changes the page.
    if (rooms.map(({ tableId }) => tableId).join() !== this.#app.open.tiles.join()) return this.#draw();
    this.#title();
    // The longest waiting come first.
    this.#updateRooms([...stale].flatMap((id) => rooms.filter(({ tableId }) => tableId === id)));
    this.strip?.update();
  }

  /** Draws tables, the focused one first; those that there is no time for wait for the next frame. @param {any[]} rooms */
  #updateRooms(rooms) {
    const begun = performance.now();
    const rank = (/** @type {any} */ { tableId }) => (tableId === this.#app.open.focused ? 0 : 1);
    [...rooms]
      .sort((a, b) => rank(a) - rank(b))
      .forEach((room, at) => {
        if (at < DRAWN_LEAST || performance.now() - begun < DRAW_MS) room.update();
        else this.render(room.tableId);
      });
  }

  #draw() {
    const app = this.#app;
    this.#title();
    app.hall.watch(this.#eventAtHand());
    const view = this.#view();
    const strip = this.#stripView();
    document.documentElement.toggleAttribute('data-strip', Boolean(strip));
    /** @type {Kid[]} */
    const dialogs = [
      app.dialog && this.#dialog(app.dialog),
      app.net.state === 'replaced' &&
        !app.isFollowing &&
        h(
          'div',
          { key: 'replaced', class: 'cover', role: 'alertdialog', 'aria-labelledby': 'replaced' },
          h('h2', { id: 'replaced' }, t('net.replaced')),
          h('p', null, t('net.replaced.why')),
          h('button', { class: 'btn hot', on: { click: () => app.net.start() } }, t('net.use_here')),
        ),
      app.reach.isOld &&
        h(
          'div',
          { key: 'old', class: 'old', role: 'status' },
          h('p', null, t('page.old')),
          h('button', { class: 'btn-s', on: { click: () => location.reload() } }, t('page.reload')),
        ),
      app.messages.notices.length > 0 &&
        h(
          'div',
          { key: 'notices', class: 'notices' },
          app.messages.notices.map(({ no, text }) =>
            h(
              'div',
              { key: no, class: 'notice', role: 'status' },
              h('p', null, local(text)),
              h('button', { class: 'btn-s', on: { click: () => app.messages.putAway(no) } }, t('close')),
            ),
          ),
        ),
      h(
        'div',
        { key: 'toasts', class: 'toasts', 'aria-hidden': 'true' },
        app.messages.toasts.map((toast) => h('p', { key: toast.id, class: 'toast' }, toast.text)),
      ),
    ];
    handOver(app, this.#root);
    patch(this.#root, [view, strip, ...dialogs]);
    for (const child of this.#root.children) {
      if (VIEWS.has(child.localName)) /** @type {View} */ (child).update();
    }
    this.#updateRooms(this.#rooms());
  }

  /** @param {'settings' | 'identity'} name @returns {Kid} */
  #dialog(name) {
    const app = this.#app;
    const element = `p-${name}`;
    if (app.later(element) !== 'there') {
      const title = name === 'settings' ? 'settings' : app.account.session ? 'identity.keep' : 'identity.title';
      return comingDialog(app, element, t(title), () => app.show(null));
    }
    return name === 'identity' ? identityDialog(app) : h(element, { key: name, prop: { app, tab: app.settingsTab } });
  }

  /** The strip of open tables, if there are others besides the one in view. @returns {Kid} */
  #stripView() {
    const app = this.#app;
    const { route } = app;
    const others = app.sessions.size - (route.view === 'table' ? 1 : 0);
    if (!app.account.session || others < 1 || (route.view === 'tournament' && BARE.has(route.part)) || (route.view === 'season' && route.wall)) return null;
    return app.later('p-strip') === 'there' ? h('p-strip', { key: 'strip', prop: { app } }) : null;
  }

  /** Tables on the screen. A single one has the screen to itself. @returns {Kid} */
  #tablesView() {
    const app = this.#app;
    const { tiles, focused, grid } = app.open;
    const places = grid ? grid.columns * grid.rows : 0;
    return h(
      'div',
      {
        key: 'tables',
        class: grid ? 'tiles' : 'one-table',
        role: grid ? 'main' : null,
        style: grid ? { '--columns': grid.columns, '--rows': grid.rows } : {},
      },
      grid && h('h1', { key: 'title', class: 'vh' }, t('tables.open')),
      tiles.map((id) => {
        const info = app.sessions.get(id)?.shown?.info;
        const name = info ? tableName(info) : id;
        return h('p-room', {
          key: id,
          class: grid ? (id === focused ? 'tile here' : 'tile') : '',
          role: grid ? 'region' : null,
          'aria-label': grid ? t('table.named', { name }) : null,
          prop: { app, tableId: id, isTile: Boolean(grid) },
        });
      }),
      Array.from({ length: Math.max(0, places - tiles.length) }, (_, at) =>
        h(
          'div',
          { key: `free${at}`, class: 'free-tile' },
          h('a', { class: 'btn-s', href: '/', on: { click: (event) => app.follow(event, '/') } }, t('tables.another')),
        ),
      ),
    );
  }

  /** Element of the route, or its placeholder until it is loaded. @returns {Kid} */
  #view() {
    const app = this.#app;
    const { route } = app;
    const name = this.#viewName();
    if (route.view === 'nowhere') return h('main', { key: 'nowhere' }, noPage(app));
    const state = this.viewState();
    if (state === 'coming') return coming(app);
    if (state === 'missing') {
      return h(
        'main',
        { key: 'missing', class: 'notice' },
        h('h1', null, t('view.missing')),
        h('button', { class: 'btn-s hot', on: { click: () => this.again(name) } }, t('view.again')),
      );
    }
    if (route.view === 'lobby') return h(name, { key: 'lobby', prop: { app, tab: route.tab } });
    if (route.view === 'table') return this.#tablesView();
    if (
      route.view === 'clubs' ||
      route.view === 'hands' ||
      route.view === 'me' ||
      route.view === 'evenings' ||
      route.view === 'templates' ||
      route.view === 'leaderboard' ||
      route.view === 'study' ||
      route.view === 'format'
    )
      return h(name, { key: route.view, prop: { app } });
    if (route.view === 'practice') return h(name, { key: `practice-${route.game}`, prop: { app, wanted: route.game } });
    if (route.view === 'rules') return h(name, { key: `rules-${route.game}`, prop: { app, game: route.game } });
    if (route.view === 'learn') return h(name, { key: `learn-${route.lesson}`, prop: { app, lesson: route.lesson } });
    if (route.view === 'door') return h(name, { key: `door-${route.invitation}`, prop: { app, invitation: route.invitation } });
    if (route.view === 'club') return h(name, { key: `club-${route.club}`, prop: { app, clubId: route.club } });
    if (route.view === 'season') return h(name, { key: `season-${route.season}`, prop: { app, clubId: route.club, seasonId: route.season } });
    if (route.view === 'shared') return h(name, { key: `shared-${route.token}`, prop: { app, token: route.token } });
    if (route.view === 'hand') {
      return h(name, { key: `hand-${route.table}-${route.hand}`, prop: { app, tableId: route.table, hand: route.hand } });
    }
    const { part, id, player } = route;
    return h(name, { key: `${part}-${id}-${player}`, prop: { app, tournamentId: id, player } });
  }

  /** The tournament on the screen, or that of the table on it. @returns {string | null} */
  #eventAtHand() {
    const app = this.#app;
    const { route } = app;
    if (route.view === 'tournament') return route.id;
    const table = route.view === 'table' ? app.sessions.get(route.id)?.live : null;
    return table?.info.tournament?.tournament ?? null;
  }

  #title() {
    const app = this.#app;
    const { route } = app;
    const turns = app.open.byUrgency().filter((session) => session.shown && isMyTurn(session.shown));
    this.#calls.tell(turns.length, app.settings.value);
    const [asked] = turns;
    const open = route.view === 'table' ? app.sessions.get(route.id)?.shown : null;
    const contest = route.view === 'tournament' ? app.hall.events.get(route.id)?.live?.summary.name : undefined;
    const hand = route.view === 'hand' ? t('last.title', { n: route.hand }) : TITLES.has(route.view) ? title(`${route.view}.title`) : undefined;
    const info = asked?.shown?.info ?? open?.info;
    const name = info ? tableName(info) : (hand ?? local(contest));
    const words = asked ? t('title.turn', { name: name ?? '' }) : name ? t('title.table', { name }) : t('title');
    document.title = turns.length > 1 ? `(${turns.length}) ${words}` : words;
  }
}

/** The dialog that asks for a name, opened as soon as it is on the page. @param {App} app @returns {Kid} */
const identityDialog = (app) =>
  h('p-identity', { key: 'identity', prop: { app }, enter: (element) => queueMicrotask(() => /** @type {Identity} */ (element).open()) });

/** A title whose text may come with its view. @param {string} key */
const title = (key) => (has(key) ? t(key) : undefined);

/** A view that is being loaded, in the frame that `index.html` begins with. @param {App} app @returns {Kid} */
const coming = (app) =>
  h(
    'main',
    { key: 'coming', class: 'shell coming' },
    h('div', { class: 'shell-top' }, h('span', { class: 'brand' }, brand(), h('span', null, t('title')))),
    h('div', { class: 'felt-skeleton', 'aria-hidden': 'true' }),
    h('p', { role: 'status' }, t('view.coming')),
    app.route.view !== 'lobby' && wayTo(app, '/', t('lobby.back')),
  );
