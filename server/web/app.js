// What the page knows: who plays, the connection, the tables that are open, and the route.

/** @import { GameInfo, MixInfo, Notice, ServerMsg, SetAside, TableSummary } from './gen/protocol.d.ts' */
/** @import { Route } from './route.js' */
/** @import { Settings } from './settings.js' */
/** @import { Store } from './store.js' */

import { Account } from './account.js';
import { Announcer } from './announce.js';
import { Walk } from './hands/walk.js';
import { lang, loadWords, local, setLang, t } from './i18n.js';
import { Looks } from './looks.js';
import { Net, Refusal } from './net.js';
import { Notes } from './notes.js';
import { Page } from './page.js';
import { routeOf } from './route.js';
import { RuleBook } from './rulebook.js';
import { TableSession } from './session.js';
import { applySettings, mayMove, openSettings } from './settings.js';
import { install, isStale, renew } from './shell.js';
import { Sounds } from './sound.js';
import { OpenTables } from './tables.js';
import { Hall } from './tournament/hall.js';
import { Upkeep } from './table/upkeep.js';
import { viewState } from './views.js';
import { Wire } from './wire.js';

/** @typedef {HTMLElement & { app: App, update: () => void }} View */

/** The longest time that a timer holds, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** The views of players with a name. */
const OWN = new Set(['hand', 'hands', 'me']);

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
  /** The server has said that it stops and comes back. */
  #restarts = false;
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
  /** What the operator says to everybody. @type {Notice[]} */
  notices = [];
  /** Lines of the operator that this page shows no more. @type {Set<number>} */
  #putAway = new Set();

  announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById('polite')), /** @type {HTMLElement} */ (document.getElementById('assertive')));
  #wasLost = false;
  /** Until when a guest may sign out by a second press. */
  #leaving = 0;
  /** How many players have asked for friendship at the same time, at most: one more is worth a word, the same ones are not. */
  #asked = 0;
  #toast = 0;
  /** @type {((is: boolean) => void)[]} */
  #waiting = [];

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
  page = new Page(this);
  #looks = new Looks(this);

  async start() {
    // Beside the words.
    this.page.viewState();
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
    if (isBack) this.signedIn();
    else this.#looks.lobby();
    if (this.account.isBanned) this.toast(t('error.auth.banned'));
    this.#looks.table();
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

  /** The server answers again; it may have become another one meanwhile. */
  async reached() {
    if (!this.isCutOff) return;
    this.isCutOff = false;
    await this.renew();
  }

  /** Loads a newer page if the server has one, unless the player has a seat. */
  async renew() {
    if (!(await isStale())) return;
    const isSeated = [...this.sessions.values()].some((session) => session.live?.you);
    this.isOld = isSeated || this.dialog !== null || renew();
    this.render();
  }

  signedIn() {
    this.#looks.stop();
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
    this.page.closeIdentity();
    this.render();
  }

  /** Whether somebody is here who could not be asked for yet: the server is slow, or out of reach. */
  get isExpected() {
    return !this.account.session && (this.isRestored ? this.account.isAway : this.account.isKnown);
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
    this.signedIn();
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
    this.#looks.lobby();
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
        this.#restarts = false;
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
      case 'notice':
        this.#notice(message);
        break;
      case 'snapshot':
        this.#nameTable(message.table);
        this.sessions.get(message.table)?.receive(message);
        break;
      case 'events':
      case 'private':
      case 'presence':
      case 'paused':
      case 'chat':
      case 'chat_removed':
        this.sessions.get(message.table)?.receive(message);
        return;
      case 'closing':
        // Told once when the server begins to stop, and once more when it closes the connection.
        if (message.reason === 'restart' && !this.#restarts) this.toast(t('net.restarts'));
        this.#restarts = message.reason === 'restart';
        return;
      default:
        return;
    }
    this.render();
  }

  /**
   * Something is said to everybody: it stands until its time is over or it is put away.
   *
   * @param {Notice} notice
   */
  #notice(notice) {
    if (this.notices.some(({ no }) => no === notice.no) || this.#putAway.has(notice.no)) return;
    this.notices = [...this.notices, notice];
    this.announcer.polite(local(notice.text));
    setTimeout(() => this.putAway(notice.no), Math.min(Math.max(0, notice.until - Date.now()), LONGEST_MS));
  }

  /** Shows a line for everybody no more. @param {number} no */
  putAway(no) {
    this.#putAway.add(no);
    this.notices = this.notices.filter((notice) => notice.no !== no);
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
      this.toast(t(this.net.isBanned || this.account.isBanned ? 'error.auth.banned' : 'error.auth.revoked'));
      this.identify();
    }
    const isLost = this.net.state === 'lost' || (this.net.state === 'ready' && this.net.isDown);
    if (isLost && !this.#wasLost) this.announcer.assertive(t('say.offline'));
    if (!isLost && this.#wasLost && this.net.state === 'ready') this.renew();
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
        this.page.room(id)?.teller.happened(...story);
        if (id !== this.open.focused) this.page.strip?.happened(id, ...story);
      },
      learnt: (...story) => this.page.room(id)?.teller.learnt(...story),
      said: (line) => this.page.room(id)?.teller.said(line),
    });
    this.sessions.set(id, session);
    if (this.net.state === 'ready') session.connected();
    return session;
  }

  /** Does at a table what the settings ask for. @param {TableSession} session */
  #keepUp(session) {
    this.#upkeep.look(session, this.settings.value, this.balance, (chips) => this.announcer.polite(t('rebuy.auto', { n: chips })));
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
    this.toast(t(refusal.key, refusal.params));
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

  /** How a part of a view stands that comes when it is first needed. @param {string} name */
  later(name) {
    return viewState(name, () => this.render());
  }

  /** Draws the page. @param {string} [table] The only table that has changed. */
  render(table) {
    this.page.render(table);
  }
}

new App().start();
