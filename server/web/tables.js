// Tables open in this page: which stay open, which are on the screen together, and which is the most urgent.

/** @import { App } from './app.js' */

import { mySeat, openTurn, isMyTurn } from './facts.js';
import { TableSession } from './session.js';
import { mayMove } from './settings.js';

/** Maximum number of tables in one page. */
export const TABLES_MAX = 12;

/** Narrower windows show one table, and the others as tabs. */
const TILED_WIDTH = 1440;

/** Minimum size of a tile, and height of the strip below the tiles, in pixels. */
const TILE = { width: 470, height: 390 };
const STRIP = 44;

/** Columns and rows for two, four and six tiles. */
const GRIDS = /** @type {const} */ ([
  [2, 1],
  [2, 2],
  [3, 2],
]);

/** Time for which the table in view may ask the player again, before the page turns to another one: an answer often leads to the next question. */
const AGAIN_MS = 200;

/** Time without a key, after the page has turned to another table by itself, before keys act there: those on their way were meant for the table before. */
const STILL_MS = 600;

/** Storage key for reloads of this window, and the number of tables remembered. */
const KEY = 'poker.tables';
const REMEMBERED = 4 * TABLES_MAX;

/**
 * Grid of tables: no more tiles than are needed and fit, `null` if one table has the window to itself.
 *
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @returns {{ columns: number, rows: number } | null}
 */
export function gridOf(count, width, height) {
  if (count < 2 || width < TILED_WIDTH) return null;
  const fitting = GRIDS.filter(([columns, rows]) => width / columns >= TILE.width && (height - STRIP) / rows >= TILE.height);
  const grid = fitting.find(([columns, rows]) => columns * rows >= count) ?? fitting.at(-1);
  return grid ? { columns: grid[0], rows: grid[1] } : null;
}

/**
 * Tables by place: those on the screen keep theirs, and the focused one is always among them. It replaces the one that can wait the longest.
 *
 * @param {readonly string[]} before
 * @param {readonly string[]} open In the order of opening.
 * @param {readonly string[]} urgent The same, most urgent first.
 * @param {string | null} focused
 * @param {number} places
 * @returns {string[]}
 */
export function placed(before, open, urgent, focused, places) {
  const kept = before.filter((id) => open.includes(id)).slice(0, places);
  const more = open.filter((id) => !kept.includes(id)).slice(0, places - kept.length);
  const all = [...kept, ...more];
  if (focused === null || !open.includes(focused) || all.includes(focused)) return all;
  const last = urgent.findLast((id) => all.includes(id));
  return all.map((id) => (id === last ? focused : id));
}

/**
 * Time for which a table can wait for the player. In ascending order: one where the player is to act, by the time left; one where the player has
 * cards; one with a seat; one being watched.
 *
 * @param {TableSession} session
 * @param {number} now
 */
export function patience({ shown }, now) {
  if (!shown) return Infinity;
  if (isMyTurn(shown)) {
    const { clock, you } = shown;
    const isRunning = clock && you && openTurn(shown)?.turn === clock.turn && !shown.paused;
    return isRunning ? clock.left + (clock.banks[you.seat] ?? 0) - (now - clock.at) : UNHURRIED;
  }
  const me = mySeat(shown);
  if (!me) return WATCHED;
  return shown.hand && !shown.hand.over && me.play && !me.play.folded ? IN_HAND : SEATED;
}

/** Stands for no time limit, in milliseconds: far above any clock. */
const UNHURRIED = 1e9;
const IN_HAND = 2e9;
const SEATED = 3e9;
const WATCHED = 4e9;

export class OpenTables {
  #app;
  /** Watched tables that stay open when the player goes elsewhere. @type {Set<string>} */
  #kept = new Set();
  /** All tables in the order of opening, including those of before a reload. @type {string[]} */
  #order = [];
  /** @type {string[]} */
  #tiles = [];
  #isPressed = false;
  /** When the page last turned to another table by itself, or a key was pressed too soon after that. */
  #turnedAt = -Infinity;
  /** Set while the page is about to turn to another table. @type {ReturnType<typeof setTimeout> | undefined} */
  #turning;
  /** Last stored value. */
  #memory = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    try {
      const { order = [], kept = [] } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
      this.#order = order.map(String);
      this.#kept = new Set(kept.map(String));
    } catch {
      // Without storage, the window starts with the tables where the player sits.
    }
    for (const type of ['pointerup', 'pointercancel', 'blur']) {
      addEventListener(type, () => {
        this.#isPressed = false;
        this.jump();
      });
    }
    addEventListener('pointerdown', () => (this.#isPressed = true), true);
  }

  /** The session of a table, before it is connected. @param {string} id @returns {TableSession} */
  begin(id) {
    const app = this.#app;
    const session = new TableSession({
      id,
      me: () => app.account.session?.you.id ?? '',
      plays: () => !app.isApart,
      ask: (ask, options) => app.net.request(ask, options),
      mayPace: () => !document.hidden && mayMove(app.settings.value) && this.isSeen(id),
      changed: () => {
        app.purse.settle();
        app.keepUp(session);
        this.tidy();
        app.render(id);
      },
      happened: (...story) => {
        app.page.room(id)?.teller.happened(...story);
        if (id !== this.focused) app.page.strip?.happened(id, ...story);
      },
      learnt: (...story) => app.page.room(id)?.teller.learnt(...story),
      said: (line) => app.page.room(id)?.teller.said(line),
    });
    return session;
  }

  /** The focused table, which gets the keys and is announced in full. @returns {string | null} */
  get focused() {
    const { route } = this.#app;
    return route.view === 'table' ? route.id : null;
  }

  /** Watched tables to reopen after a reload. */
  get kept() {
    return [...this.#kept];
  }

  /** @param {string} id */
  isKept(id) {
    return this.#kept.has(id);
  }

  /** All open tables, in the order of opening. @returns {TableSession[]} */
  all() {
    const place = (/** @type {TableSession} */ { id }) => {
      const at = this.#order.indexOf(id);
      return at < 0 ? this.#order.length : at;
    };
    return [...this.#app.sessions.values()].sort((a, b) => place(a) - place(b));
  }

  /** All open tables, most urgent first. */
  byUrgency() {
    const { now } = this.#app.reach;
    const waits = new Map(this.all().map((session) => [session, patience(session, now)]));
    return [...waits].sort(([, a], [, b]) => a - b).map(([session]) => session);
  }

  /** Grid of the tables while one of them is in view. */
  get grid() {
    return this.focused === null || !this.#app.account.session ? null : gridOf(this.#app.sessions.size, innerWidth, innerHeight);
  }

  /** Tables on the screen, by place. @returns {string[]} */
  get tiles() {
    const { focused, grid } = this;
    if (!grid) return focused === null ? [] : [focused];
    const ids = (/** @type {TableSession[]} */ some) => some.map(({ id }) => id);
    this.#tiles = placed(this.#tiles, ids(this.all()), ids(this.byUrgency()), focused, grid.columns * grid.rows);
    return this.#tiles;
  }

  /** `true` if a table is on the screen. @param {string} id */
  isSeen(id) {
    return this.tiles.includes(id);
  }

  /** `true` if the page has as many tables as it can, without this one. @param {string} id */
  isFull(id) {
    return !this.#app.sessions.get(id)?.live?.you && this.all().filter((session) => this.#stays(session)).length >= TABLES_MAX;
  }

  /** A table replaced by another, to which the player was moved. @param {string} from @param {string} to */
  follow(from, to) {
    const swap = (/** @type {string} */ id) => (id === from ? to : id);
    this.#order = this.#order.filter((id) => id !== to).map(swap);
    this.#tiles = this.#tiles.filter((id) => id !== to).map(swap);
    this.close(from);
  }

  /** @param {string} id @param {boolean} is `true` if the watched table stays open while the player is elsewhere. */
  keep(id, is) {
    if (is) {
      this.#kept.add(id);
      this.#app.session(id);
    } else this.#kept.delete(id);
    this.tidy();
    this.#app.render();
  }

  /** Focuses an open table. @param {string} id */
  focus(id) {
    if (id === this.focused) return;
    this.#app.navigate(`/table/${encodeURIComponent(id)}`, { replace: this.focused !== null });
  }

  /** Focuses the previous or next table in the strip, cyclically. @param {1 | -1} by */
  step(by) {
    const ids = this.all().map(({ id }) => id);
    const at = ids.indexOf(this.focused ?? '');
    if (ids.length > 1) this.focus(ids[(at + by + ids.length) % ids.length]);
  }

  /** Focuses the most urgent of the other tables. */
  next() {
    const next = this.byUrgency().find(({ id }) => id !== this.focused);
    if (next) this.focus(next.id);
  }

  /** Removes a table without a seat from the page. @param {string} id */
  close(id) {
    this.#kept.delete(id);
    const session = this.#app.sessions.get(id);
    if (session) session.isDone = true;
    if (id === this.focused && this.#app.sessions.size > 1) this.next();
    else if (id === this.focused) this.#app.navigate('/');
    this.tidy();
    this.#app.render();
  }

  /** `true` if a table stays open while the player is looking at something else. @param {TableSession} session */
  #stays(session) {
    if (session.live?.you || session.shown?.you) return true;
    if (session.isDone) return false;
    const isClosed = session.status === 'gone' || Boolean(session.shown?.closed);
    // The player has yet to read the result of a tournament.
    const isResult = session.hadSeat && session.live?.info.tournament && !(isClosed && session.isRead);
    // The first snapshot shows what a table holds for the player.
    const isUnknown = !session.live && session.status !== 'gone';
    return (this.#kept.has(session.id) && !isClosed) || isUnknown || Boolean(isResult);
  }

  /** Closes tables that no longer need to be open, and stores the rest. */
  tidy() {
    const app = this.#app;
    const { focused } = this;
    const left = focused === null ? undefined : app.sessions.get(focused);
    // Leaving a seat closes the table if others are open.
    if (left?.isLeaving && left.shown && !left.shown.you && app.sessions.size > 1) {
      left.isDone = true;
      this.next();
      return;
    }
    for (const session of this.all()) {
      if (session.id === focused || this.#stays(session)) continue;
      // A closed table is not reopened after a reload.
      this.#kept.delete(session.id);
      this.#forget(session.id);
    }
    if (!app.account.session) return;
    app.wire.claim([...app.sessions.keys()], focused);
    // Tables not open again yet after a reload keep their position.
    const fresh = [...app.sessions.keys()].filter((id) => !this.#order.includes(id));
    this.#order = [...this.#order, ...fresh].slice(-REMEMBERED);
    const memory = JSON.stringify({ order: this.#order, kept: [...this.#kept] });
    if (memory === this.#memory) return;
    this.#memory = memory;
    try {
      sessionStorage.setItem(KEY, memory);
    } catch {
      // Storage may be blocked or full.
    }
  }

  /** Removes a table from this window. @param {string} id */
  #drop(id) {
    this.#app.sessions.get(id)?.close();
    this.#app.sessions.delete(id);
  }

  /** Stops watching a table where the player has no seat. @param {string} id */
  #forget(id) {
    const { net, sessions } = this.#app;
    const session = sessions.get(id);
    if (!session || session.live?.you) return;
    this.#drop(id);
    if (net.state === 'ready') net.request({ type: 'unwatch', table: id }).catch(() => {});
  }

  /** Leaves tables to another window, except the one in view here. @param {string[]} tables */
  yieldTo(tables) {
    const app = this.#app;
    for (const id of tables) if (id !== this.focused) this.#drop(id);
    this.tidy();
    app.render();
  }

  /** Switches soon to the table where the player is to act, if several are open, the setting is on and the player is not busy. */
  jump() {
    if (this.#turning || !this.#awaited()) return;
    this.#turning = setTimeout(() => {
      this.#turning = undefined;
      const wanted = this.#awaited();
      if (!wanted) return;
      this.#turnedAt = performance.now();
      this.focus(wanted);
    }, AGAIN_MS);
  }

  /** The table to switch to, `null` if none. @returns {string | null} */
  #awaited() {
    const app = this.#app;
    if (!app.settings.value.goToTurn || app.sessions.size < 2 || this.#isPressed || !['table', 'lobby'].includes(app.route.view)) return null;
    const here = app.sessions.get(this.focused ?? '');
    if (here?.shown && (isMyTurn(here.shown) || here.sending)) return null;
    if (document.querySelector('dialog[open]') || document.activeElement?.matches('input:not([type="range"], [type="checkbox"]), textarea, select'))
      return null;
    const [first] = this.byUrgency();
    return first?.shown && isMyTurn(first.shown) ? first.id : null;
  }

  /** `true` if a key pressed now is meant for the focused table. One pressed too soon after a jump is not, and begins the wait anew. */
  takesKey() {
    const now = performance.now();
    if (now - this.#turnedAt >= STILL_MS) return true;
    this.#turnedAt = now;
    return false;
  }

  /** Forgets everything about the player. */
  clear() {
    this.#kept.clear();
    this.#order = [];
    this.#tiles = [];
  }
}
