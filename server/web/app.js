// The page: who plays, the connection, the tables that are open, and which view is on the screen.

/** @import { GameInfo, MixInfo, ServerMsg, SetAside, TableSummary } from './gen/protocol.d.ts' */
/** @import { Kid } from './dom.js' */
/** @import { Route } from './route.js' */
/** @import { Settings } from './settings.js' */
/** @import { Store } from './store.js' */

import { Account } from './account.js';
import { Announcer } from './announce.js';
import { Calls } from './calls.js';
import './cards.js';
import { h, patch } from './dom.js';
import { Walk } from './hands/walk.js';
import { lang, loadWords, local, setLang, t } from './i18n.js';
import { identityDialog } from './identity.js';
import { tableName } from './lobby/common.js';
import './lobby/lobby.js';
import { isMyTurn } from './model.js';
import { Net, Refusal } from './net.js';
import { Notes } from './notes.js';
import { routeOf } from './route.js';
import { RuleBook } from './rulebook.js';
import { TableSession } from './session.js';
import { applySettings, mayMove, openSettings } from './settings.js';
import { install, isStale, renew } from './shell.js';
import { Sounds } from './sound.js';
import { OpenTables } from './tables.js';
import { Hall } from './tournament/hall.js';
import { Upkeep } from './table/upkeep.js';
import { hurry, viewState } from './views.js';
import { Wire } from './wire.js';

/** @typedef {HTMLElement & { app: App, update: () => void }} View */

/** The elements that are views. */
const VIEWS = new Set(['p-room', 'p-lobby', 'p-tournament', 'p-wall', 'p-floor', 'p-certificate', 'p-replay', 'p-history', 'p-strip', 'p-me', 'p-board', 'p-settings', 'p-rules', 'p-learn', 'p-practice', 'p-study', 'p-format']);

/** The parts of a tournament that are shown to others, or printed: nothing else stands there. */
const BARE = new Set(['screen', 'floor', 'certificate']);

/** The views of players with a name. */
const OWN = new Set(['hand', 'hands', 'me']);

/** The views whose titles are those of the page. */
const TITLES = new Set(['hands', 'me', 'leaderboard', 'rules', 'learn', 'practice', 'study', 'format']);

/** The element of each other view. */
const ELEMENTS = { lobby: 'p-lobby', table: 'p-room', hand: 'p-replay', shared: 'p-replay', hands: 'p-history', me: 'p-me', leaderboard: 'p-board', rules: 'p-rules', learn: 'p-learn', practice: 'p-practice', study: 'p-study', format: 'p-format' };

/** The element of each part of a tournament. */
const PARTS = { page: 'p-tournament', screen: 'p-wall', floor: 'p-floor', certificate: 'p-certificate' };

/** How often somebody without a name is shown a table anew. */
const GLANCE_MS = 1500;

/** How long tables may be drawn in one frame before the others wait for the next one. */
const DRAW_MS = 8;
/** So many are drawn in any case: the one with the focus must not keep the others waiting for ever. */
const DRAWN_LEAST = 2;

export class App {
  /** @type {Store<Settings>} */
  settings = openSettings();
  account = new Account();
  notes = new Notes(this.account, () => this.render());
  sounds = new Sounds();
  #calls = new Calls();
  #upkeep = new Upkeep();
  rules = new RuleBook(() => this.render());
  /** @type {GameInfo[]} */
  games = [];
  /** @type {MixInfo[]} */
  mixes = [];
  /** @type {Map<string, TableSummary>} */
  tables = new Map();
  /** Whether it is known if the visitor comes back to an earlier session. */
  isRestored = false;
  /** Whether the lobby has been told once. */
  isLoaded = false;
  /** Whether the server was out of reach when it was asked last. */
  isCutOff = false;
  /** Whether the server has a newer page than this one, which waits for the player to be free. */
  isOld = false;
  /** What the player has outside tables, as the page shows it. */
  balance = 0;
  /** @type {SetAside[]} Tables that are out of play after a fault and hold chips of this player. */
  setAside = [];
  /** The same as the server told it last, while a table still shows what it came from. @type {number | null} */
  #balanceDue = null;
  /** @type {Map<string, TableSession>} */
  sessions = new Map();
  /** @type {Route} */
  route = routeOf(location.pathname + location.search);
  /** @type {'settings' | 'identity' | null} */
  dialog = null;
  /** With which part the settings are opened. */
  settingsTab = 'look';
  /** The tables that this page holds. */
  open = new OpenTables(this);
  /** The hands that the replayer walks through. */
  walk = new Walk(this);
  /** What calls the player back, once it is needed. @type {import('./push.js').Push | null} */
  push = null;
  /** What the page has to say that belongs to no table. @type {{ id: number, text: string }[]} */
  toasts = [];

  #root = /** @type {HTMLElement} */ (document.getElementById('app'));
  announcer = new Announcer(
    /** @type {HTMLElement} */ (document.getElementById('polite')),
    /** @type {HTMLElement} */ (document.getElementById('assertive')),
  );
  #frame = 0;
  /** The tables that have to be drawn anew; `null` if all of the page has. @type {Set<string> | null} */
  #stale = null;
  #wasLost = false;
  /** Until when a guest may sign out by a second press. */
  #leaving = 0;
  /** How many players have asked for friendship at the same time, at most: one more is worth a word, the same ones are not. */
  #asked = 0;
  #toast = 0;
  /** @type {((is: boolean) => void)[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #poll;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #glance;

  net = new Net({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
    token: (fresh) => this.account.token(fresh),
    open: (url, protocol) => this.wire.open(url, protocol),
  });
  /** The connection that all windows share. */
  wire = new Wire({
    account: () => this.account.session?.you.id ?? '',
    ready: () => this.net.state === 'replaced' && this.net.start(),
    claimed: (tables) => this.open.yieldTo(tables),
    left: (tables) => tables.forEach((id) => this.session(id)),
  });
  hall = new Hall(this);

  async start() {
    // Beside the words.
    this.#viewState();
    await this.#words();
    applySettings(this.settings.value);
    this.sounds.setVolume(this.settings.value.volume);
    this.announcer.setVoice(this.settings.value);
    this.settings.watch(async (settings) => {
      if (settings.lang !== lang()) await this.#words();
      applySettings(settings);
      this.sounds.setVolume(settings.volume);
      this.announcer.setVoice(settings);
      for (const session of this.sessions.values()) this.#keepUp(session);
      for (const card of document.querySelectorAll('p-card')) /** @type {any} */ (card).render();
      this.render();
    });
    this.net.onMessage((message) => this.#hear(message));
    this.net.onState(() => this.#netChanged());
    addEventListener('popstate', () => this.#go(routeOf(location.pathname + location.search)));
    addEventListener('online', () => this.net.setOffline(false));
    addEventListener('offline', () => this.net.setOffline(true));
    addEventListener('resize', () => this.sessions.size > 1 && this.render());
    addEventListener('pagehide', () => {
      for (const session of this.sessions.values()) session.keepLog();
    });
    navigator.serviceWorker?.addEventListener('message', ({ data }) => data?.open && this.navigate(data.open));
    document.addEventListener('visibilitychange', () => {
      this.#sayVisible();
      if (!document.hidden) this.net.hurry();
      // Nothing is told on a page that no one looks at.
      for (const session of this.sessions.values()) session.catchUp();
      this.render();
    });
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => this.sounds.wake(), { once: true });
    this.render();
    install(this.account.isKnown);
    const isBack = await this.account.restore();
    this.isRestored = true;
    if (isBack) this.#signedIn();
    else this.#lookAround();
    this.#glanceAtTable();
    if (OWN.has(this.route.view) && !this.account.session) this.identify();
  }

  /** Speaks the language of the settings, once its words are there. */
  async #words() {
    const wanted = this.settings.value.lang;
    try {
      await loadWords(wanted);
    } catch {
      this.toast(t('net.words'));
      return;
    }
    if (this.settings.value.lang === wanted) setLang(wanted);
  }

  /** Whether the view of the route can be drawn. */
  #viewState() {
    return viewState(this.#viewName(), (state) => {
      this.render();
      // A newer server has other files.
      if (state === 'missing') this.#renew();
    });
  }

  /** How a part of a view stands that comes when it is first needed. @param {string} name */
  later(name) {
    return viewState(name, () => this.render());
  }

  #viewName() {
    const { route } = this;
    return route.view === 'tournament' ? PARTS[route.part] : ELEMENTS[route.view];
  }

  /** Shows the lobby to somebody who has not given a name yet. */
  async #lookAround() {
    const look = async () => {
      if (this.account.session) return;
      try {
        if (this.account.isAway && (await this.account.restore())) {
          this.#reached();
          return this.#signedIn();
        }
        const { games, mixes, tables } = await this.account.look();
        if (this.account.session) return;
        this.games = games;
        this.mixes = mixes;
        this.tables = new Map(tables.map((table) => [table.info.table, table]));
        this.isLoaded = true;
        this.#reached();
        this.render();
        await this.hall.look();
      } catch (error) {
        // The next look may succeed.
        if (error instanceof Refusal) return;
        this.isCutOff = true;
        this.render();
      }
    };
    clearInterval(this.#poll);
    this.#poll = setInterval(look, 5000);
    await look();
  }

  /** The server answers again; it may have become another one meanwhile. */
  async #reached() {
    if (!this.isCutOff) return;
    this.isCutOff = false;
    await this.#renew();
  }

  /** Loads a newer page if the server has one, unless the player has a seat. */
  async #renew() {
    if (!(await isStale())) return;
    const isSeated = [...this.sessions.values()].some((session) => session.live?.you);
    this.isOld = isSeated || this.dialog !== null || renew();
    this.render();
  }

  /** Shows the table of the route to somebody who has not given a name: it is looked at again and again. */
  #glanceAtTable() {
    clearTimeout(this.#glance);
    const look = async () => {
      const { route } = this;
      if (this.account.session || route.view !== 'table') return;
      try {
        const state = document.hidden ? undefined : await this.account.tableState(route.id);
        if (this.account.session || this.route !== route) return;
        if (state !== undefined) this.session(route.id).glance(state);
        if (state === null) return;
      } catch {
        // The look at the lobby tells whether the server is out of reach.
      }
      this.#glance = setTimeout(look, GLANCE_MS);
    };
    look();
  }

  #signedIn() {
    clearInterval(this.#poll);
    clearTimeout(this.#glance);
    if (this.net.state === 'idle' || this.net.state === 'signed_out') {
      // What a stranger saw of a table is told anew.
      for (const session of this.sessions.values()) session.close();
      this.sessions.clear();
    }
    const { session } = this.account;
    if (session) this.balance = session.balance;
    this.net.start();
    if (this.route.view === 'table') this.session(this.route.id);
    for (const resolve of this.#waiting.splice(0)) resolve(true);
    // Closing it, rather than taking it away, gives the focus back to where it came from.
    /** @type {HTMLDialogElement | null} */ (this.#root.querySelector('p-identity dialog'))?.close();
    this.render();
  }

  /** Whether nothing gets through for the moment: by the connection of a player, by the looks of a stranger. */
  get isDown() {
    return this.account.session ? this.net.isDown : this.isCutOff;
  }

  /** Waits until requests can be sent. */
  whenReady() {
    if (this.net.state === 'ready') return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.net.onState(() => {
        if (this.net.state !== 'ready') return;
        stop();
        resolve(undefined);
      });
    });
  }

  /** Loads what calls the player back. */
  async knowPush() {
    const { Push } = await import('./push.js');
    this.push ??= new Push(this);
    this.render();
    return this.push;
  }

  /** Tells the server whether this page is looked at. */
  #sayVisible() {
    if (this.net.state === 'ready') this.net.request({ type: 'visible', visible: !document.hidden }).catch(() => {});
  }

  /** Makes sure that there is a player: asks for a name if need be. @returns {Promise<boolean>} */
  async identify() {
    if (this.account.session) return true;
    this.dialog = 'identity';
    this.render();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Opens a session by one of the ways in.
   *
   * @param {'guest' | 'login' | 'register'} way
   * @param {string} name
   * @param {string} password
   * @returns {Promise<Refusal | null>} Why it was refused.
   */
  async enter(way, name, password) {
    try {
      if (way === 'guest') await this.account.guest(name);
      else await this.account[way](name, password);
    } catch (error) {
      return error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
    }
    this.settings.merge({ nickname: name });
    this.#signedIn();
    return null;
  }

  /** Signs out. A guest can never come back to the same chips, and is asked twice. */
  async leave() {
    if (this.account.session?.you.kind === 'guest' && Date.now() > this.#leaving) {
      this.#leaving = Date.now() + 5000;
      this.toast(t('sign_out.guest'));
      return;
    }
    await this.push?.forget();
    this.net.stop();
    for (const session of this.sessions.values()) session.close();
    this.sessions.clear();
    this.open.clear();
    this.hall.clear();
    await this.account.logout().catch(() => {});
    this.navigate('/');
    this.#lookAround();
    this.render();
  }

  /** @param {'settings' | 'identity' | null} dialog @param {string} [tab] Of the settings. */
  show(dialog, tab = 'look') {
    this.dialog = dialog;
    this.settingsTab = tab;
    if (dialog === null) for (const resolve of this.#waiting.splice(0)) resolve(false);
    this.render();
  }

  /** @param {ServerMsg} message */
  #hear(message) {
    if (this.hall.hear(message)) return this.render();
    switch (message.type) {
      case 'welcome':
        this.#hearBalance(message.balance);
        this.setAside = message.set_aside ?? [];
        this.#greeted(message.tables);
        this.hall.greeted(message);
        break;
      case 'set_aside':
        this.setAside = [...this.setAside.filter((one) => one.table !== message.table), message];
        break;
      case 'balance':
        this.#hearBalance(message.balance);
        break;
      case 'lobby':
        for (const table of message.tables) this.tables.set(table.info.table, table);
        for (const id of message.closed) this.tables.delete(id);
        break;
      case 'friends':
        if (message.questions > this.#asked) {
          this.#asked = message.questions;
          this.toast(t('friends.asked_you'));
        }
        return;
      case 'snapshot':
        this.#nameTable(message.table);
        this.sessions.get(message.table)?.receive(message);
        break;
      case 'events':
      case 'private':
      case 'presence':
      case 'paused':
      case 'chat':
        this.sessions.get(message.table)?.receive(message);
        return;
      default:
        return;
    }
    this.render();
  }

  /** @param {number} balance */
  #hearBalance(balance) {
    this.#balanceDue = balance;
    this.#settleBalance();
  }

  /** Chips that leave a table are in the purse when the player has seen how they were won. */
  #settleBalance() {
    if (this.#balanceDue === null || [...this.sessions.values()].some((session) => session.isTelling)) return;
    this.balance = this.#balanceDue;
    this.#balanceDue = null;
  }

  /**
   * A host gets into a private table by its number alone; from then on its whole name counts, with the invitation.
   *
   * @param {string} name
   */
  #nameTable(name) {
    const number = name.split('-')[0];
    const session = this.sessions.get(number);
    if (number === name || !session || this.sessions.has(name)) return;
    session.close();
    this.sessions.delete(number);
    if (this.route.view === 'table' && this.route.id === number) {
      history.replaceState(null, '', `/table/${encodeURIComponent(name)}`);
      this.route = { view: 'table', id: name };
    }
    this.session(name);
  }

  /** @param {string[]} seated */
  #greeted(seated) {
    for (const id of [...seated, ...this.open.kept]) if (!this.wire.isElsewhere(id)) this.session(id);
    for (const session of this.sessions.values()) session.connected();
    this.#sayVisible();
    if (this.settings.value.push) this.knowPush().then((push) => push.resume(), () => {});
    if (this.games.length === 0 || !this.isLoaded) {
      this.account.games().then(
        ({ games, mixes }) => {
          this.games = games;
          this.mixes = mixes;
          this.render();
        },
        () => {},
      );
    }
    this.#watchLobby();
  }

  /** Follows the lobby. The answer has the first tables; the rest comes behind it, like every change. */
  async #watchLobby() {
    if (this.route.view !== 'lobby' || this.net.state !== 'ready') return;
    try {
      const { tables = [] } = await this.net.request({ type: 'watch_lobby' });
      this.tables = new Map(tables.map((table) => [table.info.table, table]));
      this.isLoaded = true;
      this.render();
    } catch {
      // A new connection begins anew.
    }
  }

  #netChanged() {
    if (this.net.state === 'signed_out') {
      this.account.session = null;
      this.toast(t('error.auth.revoked'));
      this.identify();
    }
    const isLost = this.net.state === 'lost' || (this.net.state === 'ready' && this.net.isDown);
    if (isLost && !this.#wasLost) this.announcer.assertive(t('say.offline'));
    if (!isLost && this.#wasLost && this.net.state === 'ready') this.#renew();
    this.#wasLost = isLost;
    this.render();
  }

  /** Waits until the names of all games are known. */
  async knowGames() {
    if (this.games.length > 0) return;
    const { games, mixes } = await this.account.games();
    if (this.games.length > 0) return;
    this.games = games;
    this.mixes = mixes;
  }

  /** The session of a table, opened if it is not yet. @param {string} id @returns {TableSession} */
  session(id) {
    const known = this.sessions.get(id);
    if (known) return known;
    const session = new TableSession({
      id,
      me: () => this.account.session?.you.id ?? '',
      ask: (ask, options) => this.net.request(ask, options),
      mayPace: () => !document.hidden && mayMove(this.settings.value) && this.open.isSeen(id),
      changed: () => {
        this.#settleBalance();
        this.#keepUp(session);
        this.open.tidy();
        this.render(id);
      },
      happened: (...story) => {
        this.#room(id)?.happened(...story);
        if (id !== this.open.focused) this.#strip?.happened(id, ...story);
      },
      learnt: (...story) => this.#room(id)?.learnt(...story),
      said: (line) => this.#room(id)?.said(line),
    });
    this.sessions.set(id, session);
    if (this.net.state === 'ready') session.connected();
    return session;
  }

  /** Does at a table what the settings ask for. @param {TableSession} session */
  #keepUp(session) {
    this.#upkeep.look(session, this.settings.value, this.balance, (chips) => this.announcer.polite(t('rebuy.auto', { n: chips })));
  }

  /** The view of a table, if it is on the screen. @param {string} id @returns {any} */
  #room(id) {
    return this.route.view === 'table' ? this.#rooms().find((room) => room.tableId === id) : null;
  }

  /** The tables on the screen. @returns {any[]} */
  #rooms() {
    return [...this.#root.querySelectorAll('p-room')];
  }

  /** What keeps an eye on the other tables, if there are any. @returns {any} */
  get #strip() {
    return this.#root.querySelector('p-strip');
  }

  /** @param {string} path @param {{ replace?: boolean }} [options] `replace` where the way back must not lead to this view. */
  navigate(path, { replace = false } = {}) {
    if (path === location.pathname + location.search) return;
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.#go(routeOf(path));
  }

  /** A press on a link to another view of this page. @param {MouseEvent} event @param {string} path */
  follow(event, path) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.navigate(path);
  }

  /** @param {Route} route */
  #go(route) {
    const before = this.route;
    this.route = route;
    if (before.view === 'table') this.sessions.get(before.id)?.catchUp();
    if (before.view === 'lobby' && route.view !== 'lobby' && this.net.state === 'ready') {
      this.net.request({ type: 'unwatch_lobby' }).catch(() => {});
    }
    if (route.view === 'lobby') {
      if (before.view !== 'lobby') this.#watchLobby();
      this.hall.list();
    } else if (route.view === 'table') {
      if (this.account.session) this.session(route.id);
      else this.#glanceAtTable();
    } else if (OWN.has(route.view)) {
      if (!this.account.session) this.identify();
    } else if (!this.account.session) {
      this.hall.look();
    }
    this.open.tidy();
    this.render();
    scrollTo(0, 0);
  }

  /** Takes a table off this window. @param {string} id */
  dropTable(id) {
    this.sessions.get(id)?.close();
    this.sessions.delete(id);
  }

  /** Stops watching a table where the player has no seat. @param {string} id */
  forgetTable(id) {
    const session = this.sessions.get(id);
    if (!session || session.live?.you) return;
    this.dropTable(id);
    if (this.net.state === 'ready') this.net.request({ type: 'unwatch', table: id }).catch(() => {});
  }

  /** @param {string} text */
  toast(text) {
    this.#toast += 1;
    const one = { id: this.#toast, text };
    this.toasts = [...this.toasts.slice(-2), one];
    this.announcer.polite(text);
    setTimeout(() => {
      this.toasts = this.toasts.filter((other) => other !== one);
      this.render();
    }, 5000);
    this.render();
  }

  /** @param {unknown} error */
  toastError(error) {
    const refusal = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
    this.toast(t(`error.${refusal.code}`, refusal.params));
  }

  async topUp() {
    try {
      const { balance } = await this.account.topUp();
      this.#hearBalance(balance);
      this.toast(t('topup.done'));
    } catch (error) {
      this.toastError(error);
    }
    this.render();
  }

  /**
   * Draws the page once, before the next frame.
   *
   * @param {string} [table] The only table that has changed. Where several are on the screen the others are left alone.
   */
  render(table) {
    const { tiles } = this.open;
    if (table === undefined || tiles.length < 2) this.#stale = null;
    else this.#stale?.add(table);
    // A hidden tab gets no frames, but its title must still tell whose turn it is.
    if (document.hidden) this.#title();
    if (this.#frame) return;
    if (table !== undefined && tiles.length > 1) this.#stale ??= new Set([table]);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const stale = this.#stale;
      this.#stale = null;
      if (stale) this.#drawTables(stale);
      else this.#draw();
      this.open.jump();
    });
  }

  /** @param {Set<string>} stale */
  #drawTables(stale) {
    const rooms = this.#rooms();
    // A table that has come or gone changes the page.
    if (rooms.map(({ tableId }) => tableId).join() !== this.open.tiles.join()) return this.#draw();
    this.#title();
    // Those that have waited longest come first.
    this.#updateRooms([...stale].flatMap((id) => rooms.filter(({ tableId }) => tableId === id)));
    this.#strip?.update();
  }

  /** Draws tables, the one with the focus first; those that there is no time for wait for the next frame. @param {any[]} rooms */
  #updateRooms(rooms) {
    const begun = performance.now();
    const rank = (/** @type {any} */ { tableId }) => (tableId === this.open.focused ? 0 : 1);
    [...rooms].sort((a, b) => rank(a) - rank(b)).forEach((room, at) => {
      if (at < DRAWN_LEAST || performance.now() - begun < DRAW_MS) room.update();
      else this.render(room.tableId);
    });
  }

  #draw() {
    this.#title();
    this.hall.watch(this.#eventAtHand());
    const view = this.#view();
    const strip = this.#stripView();
    document.documentElement.toggleAttribute('data-strip', Boolean(strip));
    /** @type {Kid[]} */
    const dialogs = [
      this.dialog === 'settings' && this.later('p-settings') === 'there' && h('p-settings', { key: 'settings', prop: { app: this, tab: this.settingsTab } }),
      this.dialog === 'identity' && identityDialog(this),
      this.net.state === 'replaced' &&
        h(
          'div',
          { key: 'replaced', class: 'cover', role: 'alertdialog', 'aria-labelledby': 'replaced' },
          h('h2', { id: 'replaced' }, t('net.replaced')),
          h('p', null, t('net.replaced.why')),
          h('button', { class: 'btn hot', on: { click: () => this.net.start() } }, t('net.use_here')),
        ),
      this.isOld &&
        h(
          'div',
          { key: 'old', class: 'old', role: 'status' },
          h('p', null, t('page.old')),
          h('button', { class: 'btn-s', on: { click: () => location.reload() } }, t('page.reload')),
        ),
      h(
        'div',
        { key: 'toasts', class: 'toasts', 'aria-hidden': 'true' },
        this.toasts.map((toast) => h('p', { key: toast.id, class: 'toast' }, toast.text)),
      ),
    ];
    patch(this.#root, [view, strip, ...dialogs]);
    for (const child of this.#root.children) {
      if (VIEWS.has(child.localName)) /** @type {View} */ (child).update();
    }
    this.#updateRooms(this.#rooms());
  }

  /** The strip of the open tables, where there are others than the one that is looked at. @returns {Kid} */
  #stripView() {
    const { route } = this;
    const others = this.sessions.size - (route.view === 'table' ? 1 : 0);
    if (!this.account.session || others < 1 || (route.view === 'tournament' && BARE.has(route.part))) return null;
    const state = viewState('p-strip', () => this.render());
    return state === 'there' ? h('p-strip', { key: 'strip', prop: { app: this } }) : null;
  }

  /** The tables on the screen. One alone has it for itself. @returns {Kid} */
  #tablesView() {
    const { tiles, focused, grid } = this.open;
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
        const info = this.sessions.get(id)?.shown?.info;
        const name = info ? tableName(info) : id;
        return h('p-room', {
          key: id,
          class: grid ? (id === focused ? 'tile here' : 'tile') : '',
          role: grid ? 'region' : null,
          'aria-label': grid ? t('table.named', { name }) : null,
          prop: { app: this, tableId: id, isTile: Boolean(grid) },
        });
      }),
      Array.from({ length: Math.max(0, places - tiles.length) }, (_, at) =>
        h(
          'div',
          { key: `free${at}`, class: 'free-tile' },
          h('a', { class: 'btn-s', href: '/', on: { click: (event) => this.follow(event, '/') } }, t('tables.another')),
        ),
      ),
    );
  }

  /** The element of the route, or what stands there until it has come. @returns {Kid} */
  #view() {
    const { route } = this;
    const name = this.#viewName();
    const state = this.#viewState();
    if (state === 'coming') return h('main', { key: 'coming', class: 'notice', 'aria-busy': 'true' });
    if (state === 'missing') {
      const again = () => {
        hurry(name);
        this.render();
      };
      return h(
        'main',
        { key: 'missing', class: 'notice' },
        h('h1', null, t('view.missing')),
        h('button', { class: 'btn-s hot', on: { click: again } }, t('view.again')),
      );
    }
    if (route.view === 'lobby') return h(name, { key: 'lobby', prop: { app: this, tab: route.tab } });
    if (route.view === 'table') return this.#tablesView();
    if (route.view === 'hands' || route.view === 'me' || route.view === 'leaderboard' || route.view === 'study' || route.view === 'format') return h(name, { key: route.view, prop: { app: this } });
    if (route.view === 'practice') return h(name, { key: `practice-${route.game}`, prop: { app: this, wanted: route.game } });
    if (route.view === 'rules') return h(name, { key: `rules-${route.game}`, prop: { app: this, game: route.game } });
    if (route.view === 'learn') return h(name, { key: `learn-${route.lesson}`, prop: { app: this, lesson: route.lesson } });
    if (route.view === 'shared') return h(name, { key: `shared-${route.token}`, prop: { app: this, token: route.token } });
    if (route.view === 'hand') {
      return h(name, { key: `hand-${route.table}-${route.hand}`, prop: { app: this, tableId: route.table, hand: route.hand } });
    }
    const { part, id, player } = route;
    return h(name, { key: `${part}-${id}-${player}`, prop: { app: this, tournamentId: id, player } });
  }

  /** The tournament that is on the screen, or that the table on it belongs to. @returns {string | null} */
  #eventAtHand() {
    const { route } = this;
    if (route.view === 'tournament') return route.id;
    const table = route.view === 'table' ? this.sessions.get(route.id)?.live : null;
    return table?.info.tournament?.tournament ?? null;
  }

  #title() {
    const turns = this.open.byUrgency().filter((session) => session.shown && isMyTurn(session.shown));
    this.#calls.tell(turns.length, this.settings.value);
    const [asked] = turns;
    const open = this.route.view === 'table' ? this.sessions.get(this.route.id)?.shown : null;
    const contest = this.route.view === 'tournament' ? this.hall.events.get(this.route.id)?.live?.summary.name : undefined;
    const hand = this.route.view === 'hand' ? t('last.title', { n: this.route.hand }) : TITLES.has(this.route.view) ? t(`${this.route.view}.title`) : undefined;
    const info = asked?.shown?.info ?? open?.info;
    const name = info ? tableName(info) : (hand ?? local(contest));
    const words = asked ? t('title.turn', { name: name ?? '' }) : name ? t('title.table', { name }) : t('title');
    document.title = turns.length > 1 ? `(${turns.length}) ${words}` : words;
  }
}

new App().start();
