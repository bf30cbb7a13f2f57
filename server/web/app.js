// State of the page: the player, the connection, the open tables, and the route.

/** @import { GameInfo, MixInfo, ServerMsg, TableSummary } from './gen/protocol.d.ts' */
/** @import { Route } from './route.js' */
/** @import { TableSession } from './session.js' */
/** @import { Settings } from './settings.js' */
/** @import { Store } from './store.js' */

import { Account } from './account.js';
import { Announcer } from './announce.js';
import { deviceName } from './device.js';
import { Walk } from './hands/walk.js';
import { lang, loadWords, setLang, t } from './i18n.js';
import { Looks } from './looks.js';
import { Messages } from './messages.js';
import { Net, Refusal } from './net.js';
import { Notes } from './notes.js';
import { Page } from './page.js';
import { routeOf } from './route.js';
import { Purse } from './purse.js';
import { Reach } from './reach.js';
import { RuleBook } from './rulebook.js';
import { applySettings, openSettings } from './settings.js';
import { install } from './shell.js';
import { Sounds } from './sound.js';
import { OpenTables } from './tables.js';
import { Hall } from './tournament/hall.js';
import { Upkeep } from './table/upkeep.js';
import { viewState, withPages } from './views.js';
import { Wire } from './wire.js';

/** @typedef {HTMLElement & { app: App, update: () => void }} View */

/** Views that need a player with a name. */
const OWN = new Set(['hand', 'hands', 'me', 'evenings', 'templates']);

export class App {
  /** @type {Store<Settings>} */
  settings = openSettings();
  account = new Account();
  notes = new Notes(this.account, () => this.render());
  sounds = new Sounds();
  #upkeep = new Upkeep();
  rules = new RuleBook(() => this.render());
  /** @type {GameInfo[]} */
  games = [];
  /** @type {MixInfo[]} */
  mixes = [];
  /** @type {Map<string, TableSummary>} */
  tables = new Map();
  /** `true` once it is known if the visitor resumes an earlier session. */
  isRestored = false;
  /** `true` once the lobby has been loaded. */
  isLoaded = false;
  purse = new Purse(() => [...this.sessions.values()].some((session) => session.isTelling));
  sessions = /** @type {Map<string, TableSession>} */ (new Map());
  /** @type {Route} */
  route = routeOf(location.pathname + location.search);
  /** @type {'settings' | 'identity' | null} */
  dialog = null;
  /** The settings tab to open. */
  settingsTab = 'look';
  /** Tables open in this page. */
  open = new OpenTables(this);
  /** The hands that the replayer steps through. */
  walk = new Walk(this);
  /** Calls the player back; loaded when needed. @type {import('./push.js').Push | null} */
  push = null;

  announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById('polite')), /** @type {HTMLElement} */ (document.getElementById('assertive')));
  messages = new Messages(this.announcer, () => this.render());
  /** Way in that the identity dialog opens with. @type {import('./identity.js').Way} */
  identityWay = 'guest';
  /** Time until which a second press signs a guest out. */
  #leaving = 0;
  /** Largest number of friend requests open at the same time so far: one more is announced, known ones are not. */
  #asked = 0;
  /** @type {((is: boolean) => void)[]} */
  #waiting = [];

  net = new Net({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
    token: (fresh) => this.account.token(fresh),
    open: (url, protocol) => this.wire.open(url, protocol),
    device: deviceName(),
  });
  /** The connection, shared by all windows. */
  wire = new Wire({
    account: () => this.account.session?.you.id ?? '',
    ready: () => this.net.state === 'replaced' && this.net.start(),
    claimed: (tables) => this.open.yieldTo(tables),
    left: (tables) => tables.forEach((id) => this.session(id)),
  });
  hall = new Hall(this);
  reach = new Reach(this);
  page = new Page(this);
  #looks = new Looks(this);

  async start() {
    const words = this.#words();
    // In parallel with the texts.
    this.page.viewState();
    await words;
    applySettings(this.settings.value);
    this.sounds.setVolume(this.settings.value.volume);
    this.announcer.setVoice(this.settings.value);
    this.settings.watch(async (settings) => {
      if (settings.lang !== lang()) await this.#words();
      applySettings(settings);
      this.sounds.setVolume(settings.volume);
      this.announcer.setVoice(settings);
      for (const session of this.sessions.values()) this.keepUp(session);
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
      // Nothing is announced on a page out of view.
      for (const session of this.sessions.values()) session.catchUp();
      this.render();
    });
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => this.sounds.wake(), { once: true });
    this.render();
    install(this.account.isKnown);
    const isBack = await this.account.restore();
    this.isRestored = true;
    if (isBack) this.signedIn();
    else this.#looks.lobby();
    if (this.account.isBanned) this.toast(t('error.auth.banned'));
    this.#looks.table();
    if (OWN.has(this.route.view) && !this.account.session) this.identify();
  }

  /** Switches to the language of the settings once its texts are loaded. */
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

  signedIn() {
    this.#looks.stop();
    if (this.net.state === 'idle' || this.net.state === 'signed_out') {
      // A spectator's view of a table is loaded again for the player.
      for (const session of this.sessions.values()) session.close();
      this.sessions.clear();
    }
    const { session } = this.account;
    if (session) this.purse.balance = session.balance;
    this.net.start();
    if (this.route.view === 'table') this.session(this.route.id);
    for (const resolve of this.#waiting.splice(0)) resolve(true);
    this.page.closeIdentity();
    this.render();
  }

  /** `true` if a session should exist but could not be confirmed yet: the server is slow or out of reach. */
  get isExpected() {
    return !this.account.session && (this.isRestored ? this.account.isAway : this.account.isKnown);
  }

  /** `true` while nothing gets through: for a player by the state of the connection, for a visitor by the last request. */
  get isDown() {
    return this.account.session ? this.net.isDown : this.isCutOff;
  }

  /** `true` if the server was out of reach at the last request. */
  get isCutOff() {
    return this.reach.isCutOff;
  }

  /** `true` on a wall and at a desk, which hold no seat. */
  get isApart() {
    const { route } = this;
    return route.view === 'tournament' && (route.part === 'screen' || route.part === 'floor');
  }

  /** `true` if the page goes on by itself although it has lost its connection to another one of the account. */
  get isFollowing() {
    return this.net.state === 'replaced' && this.isApart;
  }

  /** Loads the module for push calls. */
  async knowPush() {
    const { Push } = await this.extra(() => import('./push.js'));
    this.push ??= new Push(this);
    this.render();
    return this.push;
  }

  /** Reports to the server if this page is in view. */
  #sayVisible() {
    if (this.net.state === 'ready') this.net.request({ type: 'visible', visible: !document.hidden }).catch(() => {});
  }

  /** Makes sure that there is a player, asking for a name if necessary. @param {import('./identity.js').Way} [way] @returns {Promise<boolean>} */
  async identify(way = 'guest') {
    if (this.account.session) return true;
    this.identityWay = way;
    this.dialog = 'identity';
    this.render();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Opens a session as a guest, by login, or with a new account.
   *
   * @param {'guest' | 'login' | 'register'} way
   * @param {string} name
   * @param {string} password
   * @returns {Promise<Refusal | null>} The refusal, if any.
   */
  async enter(way, name, password) {
    try {
      if (way === 'guest') await this.account.guest(name);
      else await this.account[way](name, password);
    } catch (error) {
      return error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
    }
    this.settings.merge({ nickname: name });
    this.signedIn();
    return null;
  }

  /** Signs out. A guest can never get the same chips back, so a second press is needed. */
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
    this.#looks.lobby();
    this.render();
  }

  /** @param {'settings' | 'identity' | null} dialog @param {string} [tab] Tab of the settings. */
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
        this.reach.greeted();
        this.purse.hear(message.balance);
        this.purse.setAside = message.set_aside ?? [];
        this.#greeted(message.tables);
        this.hall.greeted(message);
        break;
      case 'set_aside':
        this.purse.hearAside(message);
        break;
      case 'balance':
        this.purse.hear(message.balance);
        break;
      case 'lobby':
        for (const table of message.tables) this.tables.set(table.info.table, table);
        for (const id of message.closed) this.tables.delete(id);
        break;
      case 'limit_reached':
        this.messages.limit(message);
        break;
      case 'limit_near':
        this.messages.near(message);
        break;
      case 'friends':
        if (message.questions > this.#asked) {
          this.#asked = message.questions;
          this.toast(t('friends.asked_you'));
        }
        return;
      case 'notice':
        this.messages.notice(message);
        break;
      case 'snapshot':
        this.#nameTable(message.table);
        this.sessions.get(message.table)?.receive(message);
        break;
      case 'events':
      case 'private':
      case 'presence':
      case 'watchers':
      case 'ahead':
      case 'seat_held':
      case 'paused':
      case 'chat':
      case 'chat_removed':
        this.sessions.get(message.table)?.receive(message);
        return;
      case 'closing':
        this.reach.closing(message.reason);
        return;
      default:
        return;
    }
    this.render();
  }

  /**
   * A host may enter a private table by its number alone; from then on its full name counts, which includes the invitation.
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
    if (this.settings.value.push)
      this.knowPush().then(
        (push) => push.resume(),
        () => {},
      );
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

  /** Follows the lobby. The answer has the first tables; the rest follow, as changes do. */
  async #watchLobby() {
    if (this.route.view !== 'lobby' || this.net.state !== 'ready') return;
    try {
      const { tables = [] } = await this.net.request({ type: 'watch_lobby' });
      this.tables = new Map(tables.map((table) => [table.info.table, table]));
      this.isLoaded = true;
      this.render();
    } catch {
      // A new connection starts over.
    }
  }

  #netChanged() {
    if (this.net.state === 'signed_out') {
      this.account.session = null;
      this.toast(t(this.net.isBanned || this.account.isBanned ? 'error.auth.banned' : 'error.auth.revoked'));
      this.identify();
    }
    this.reach.changed();
    this.render();
  }

  /** Waits until all games are loaded. */
  async knowGames() {
    if (this.games.length > 0) return;
    const { games, mixes } = await this.account.games();
    if (this.games.length > 0) return;
    this.games = games;
    this.mixes = mixes;
  }

  /** The session of a table, opened if necessary. @param {string} id @returns {TableSession} */
  session(id) {
    const known = this.sessions.get(id);
    if (known) return known;
    const session = this.open.begin(id);
    this.sessions.set(id, session);
    if (this.net.state === 'ready') session.connected();
    return session;
  }

  /** Carries out the automatic settings at a table. @param {TableSession} session */
  keepUp(session) {
    this.#upkeep.look(session, this.settings.value, this.purse.balance, (chips) => this.announcer.polite(t('rebuy.auto', { n: chips })));
  }

  /** @param {string} path @param {{ replace?: boolean }} [options] `replace` keeps this view out of the history. */
  navigate(path, { replace = false } = {}) {
    if (path === location.pathname + location.search) return;
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.#go(routeOf(path));
  }

  /** Follows a link to another view of this page. @param {MouseEvent} event @param {string} path */
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
      if (before.view !== 'lobby' && this.isRestored && !this.account.session) this.#looks.lobby();
      this.hall.list();
    } else if (route.view === 'table') {
      if (this.account.session) this.session(route.id).opened();
      else this.#looks.table();
    } else if (OWN.has(route.view)) {
      if (!this.account.session) this.identify();
    } else if (!this.account.session) {
      this.hall.look();
    }
    this.open.tidy();
    this.render();
    scrollTo(0, 0);
  }

  /** @param {string} text */
  toast(text) {
    this.messages.toast(text);
  }

  /** @param {unknown} error */
  toastError(error) {
    const refusal = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
    this.toast(t(refusal.key, refusal.params));
  }

  async topUp() {
    try {
      const { balance } = await this.account.topUp();
      this.purse.hear(balance);
      this.toast(t('topup.done'));
    } catch (error) {
      this.toastError(error);
    }
    this.render();
  }

  /** State of a part of a view that is loaded on first use. @param {string} name */
  later(name) {
    return viewState(name, () => this.render());
  }

  /**
   * Loads a module that few tables need, with its texts and style sheets.
   *
   * @template T
   * @param {() => Promise<T>} load
   * @param {...string} sheets
   */
  extra(load, ...sheets) {
    return withPages(load, sheets);
  }

  /** Draws the page. @param {string} [table] The only table that changed. */
  render(table) {
    this.page.render(table);
  }
}

new App().start();
