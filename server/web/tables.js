// The tables that this page holds: which stay open, which of them are on the screen together, and which is the most urgent.

/** @import { App } from './app.js' */
/** @import { TableSession } from './session.js' */

import { mySeat, openTurn, isMyTurn } from './model.js';

/** The most tables that one page opens. */
export const TABLES_MAX = 12;

/** Narrower windows show one table, and the others as tabs. */
const TILED_WIDTH = 1440;

/** The least room of a tile, and what the strip below them takes, in pixels. */
const TILE = { width: 470, height: 390 };
const STRIP = 44;

/** Columns and rows of two, four and six tiles. */
const GRIDS = /** @type {const} */ ([
  [2, 1],
  [2, 2],
  [3, 2],
]);

/** What this window keeps over a reload, and for how many tables. */
const KEY = 'poker.tables';
const REMEMBERED = 4 * TABLES_MAX;

/**
 * How tables lie beside each other: no more of them than are needed and fit, `null` where one has the window for itself.
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
 * The tables of all places: those that were on the screen keep theirs, and the one with the focus is always among them. It takes
 * the place of the one that can wait the longest.
 *
 * @param {readonly string[]} before
 * @param {readonly string[]} open In the order in which they came.
 * @param {readonly string[]} urgent The same, the most urgent first.
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
 * How long a table can wait for the player, the smallest first: one that asks, by the time that is left; one where the player
 * has cards; one with a seat; one that is watched.
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

/** What counts as time where none runs, in milliseconds: far above any clock. */
const UNHURRIED = 1e9;
const IN_HAND = 2e9;
const SEATED = 3e9;
const WATCHED = 4e9;

export class OpenTables {
  #app;
  /** The watched tables that stay when the player goes elsewhere. @type {Set<string>} */
  #kept = new Set();
  /** All tables in the order in which they came, also those of the time before a reload. @type {string[]} */
  #order = [];
  /** @type {string[]} */
  #tiles = [];
  #isPressed = false;
  /** What was stored last. */
  #memory = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    try {
      const { order = [], kept = [] } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
      this.#order = order.map(String);
      this.#kept = new Set(kept.map(String));
    } catch {
      // Without a memory the window begins with the tables where the player sits.
    }
    for (const type of ['pointerup', 'pointercancel', 'blur']) {
      addEventListener(type, () => {
        this.#isPressed = false;
        this.jump();
      });
    }
    addEventListener('pointerdown', () => (this.#isPressed = true), true);
  }

  /** The table that keys go to and that is told in full. @returns {string | null} */
  get focused() {
    const { route } = this.#app;
    return route.view === 'table' ? route.id : null;
  }

  /** The watched tables to open again after a reload. */
  get kept() {
    return [...this.#kept];
  }

  /** @param {string} id */
  isKept(id) {
    return this.#kept.has(id);
  }

  /** All that are open, in the order in which they came. @returns {TableSession[]} */
  all() {
    const place = (/** @type {TableSession} */ { id }) => {
      const at = this.#order.indexOf(id);
      return at < 0 ? this.#order.length : at;
    };
    return [...this.#app.sessions.values()].sort((a, b) => place(a) - place(b));
  }

  /** All that are open, the most urgent first. */
  byUrgency() {
    const now = Date.now();
    const waits = new Map(this.all().map((session) => [session, patience(session, now)]));
    return [...waits].sort(([, a], [, b]) => a - b).map(([session]) => session);
  }

  /** How the tables lie beside each other while one of them is looked at. */
  get grid() {
    return this.focused === null || !this.#app.account.session ? null : gridOf(this.#app.sessions.size, innerWidth, innerHeight);
  }

  /** The tables on the screen, place by place. @returns {string[]} */
  get tiles() {
    const { focused, grid } = this;
    if (!grid) return focused === null ? [] : [focused];
    const ids = (/** @type {TableSession[]} */ some) => some.map(({ id }) => id);
    this.#tiles = placed(this.#tiles, ids(this.all()), ids(this.byUrgency()), focused, grid.columns * grid.rows);
    return this.#tiles;
  }

  /** Whether a table is on the screen. @param {string} id */
  isSeen(id) {
    return this.tiles.includes(id);
  }

  /** Whether the page holds as many tables as it can, and not this one. @param {string} id */
  isFull(id) {
    return !this.#app.sessions.get(id)?.live?.you && this.all().filter((session) => this.#stays(session)).length >= TABLES_MAX;
  }

  /** A table whose place another one takes, as a player is moved there. @param {string} from @param {string} to */
  follow(from, to) {
    const swap = (/** @type {string} */ id) => (id === from ? to : id);
    this.#order = this.#order.filter((id) => id !== to).map(swap);
    this.#tiles = this.#tiles.filter((id) => id !== to).map(swap);
    this.close(from);
  }

  /** @param {string} id @param {boolean} is Whether a watched table is open also while the player is elsewhere. */
  keep(id, is) {
    if (is) {
      this.#kept.add(id);
      this.#app.session(id);
    } else this.#kept.delete(id);
    this.tidy();
    this.#app.render();
  }

  /** Turns to a table that is open. @param {string} id */
  focus(id) {
    if (id === this.focused) return;
    this.#app.navigate(`/table/${encodeURIComponent(id)}`, { replace: this.focused !== null });
  }

  /** Turns to the table before or behind this one in the strip, round and round. @param {1 | -1} by */
  step(by) {
    const ids = this.all().map(({ id }) => id);
    const at = ids.indexOf(this.focused ?? '');
    if (ids.length > 1) this.focus(ids[(at + by + ids.length) % ids.length]);
  }

  /** Turns to the most urgent of the other tables. */
  next() {
    const next = this.byUrgency().find(({ id }) => id !== this.focused);
    if (next) this.focus(next.id);
  }

  /** Takes a table without a seat off the page. @param {string} id */
  close(id) {
    this.#kept.delete(id);
    const session = this.#app.sessions.get(id);
    if (session) session.isDone = true;
    if (id === this.focused && this.#app.sessions.size > 1) this.next();
    else if (id === this.focused) this.#app.navigate('/');
    this.tidy();
    this.#app.render();
  }

  /** Whether a table is on the page while the player looks at something else. @param {TableSession} session */
  #stays(session) {
    if (session.live?.you || session.shown?.you) return true;
    if (session.isDone) return false;
    const isClosed = session.status === 'gone' || Boolean(session.shown?.closed);
    // The player still has to read how a tournament ended.
    const isResult = session.hadSeat && session.live?.info.tournament && !(isClosed && session.isRead);
    // What a table holds for the player is known with its first snapshot.
    const isUnknown = !session.live && session.status !== 'gone';
    return (this.#kept.has(session.id) && !isClosed) || isUnknown || Boolean(isResult);
  }

  /** Closes what nothing holds open any more, and notes the rest. */
  tidy() {
    const app = this.#app;
    const { focused } = this;
    const left = focused === null ? undefined : app.sessions.get(focused);
    // A seat that was given up is the end of its table where others wait.
    if (left?.isLeaving && left.shown && !left.shown.you && app.sessions.size > 1) {
      left.isDone = true;
      this.next();
      return;
    }
    for (const session of this.all()) {
      if (session.id === focused || this.#stays(session)) continue;
      // One that is closed is not opened again after a reload.
      this.#kept.delete(session.id);
      app.forgetTable(session.id);
    }
    if (!app.account.session) return;
    app.wire.claim([...app.sessions.keys()], focused);
    // Tables that are not open again after a reload keep their place.
    const fresh = [...app.sessions.keys()].filter((id) => !this.#order.includes(id));
    this.#order = [...this.#order, ...fresh].slice(-REMEMBERED);
    const memory = JSON.stringify({ order: this.#order, kept: [...this.#kept] });
    if (memory === this.#memory) return;
    this.#memory = memory;
    try {
      sessionStorage.setItem(KEY, memory);
    } catch {
      // Storage may be forbidden or full.
    }
  }

  /** Leaves tables to another window, but for the one that is looked at here. @param {string[]} tables */
  yieldTo(tables) {
    const app = this.#app;
    for (const id of tables) if (id !== this.focused) app.dropTable(id);
    this.tidy();
    app.render();
  }

  /** Turns to the table that asks the player, if that is wished and nothing else is being done. */
  jump() {
    const app = this.#app;
    if (!app.settings.value.jumpToTurn || this.#isPressed || !['table', 'lobby'].includes(app.route.view)) return;
    const here = app.sessions.get(this.focused ?? '');
    if (here?.shown && (isMyTurn(here.shown) || here.sending)) return;
    if (document.querySelector('dialog[open]') || document.activeElement?.matches('input:not([type="range"], [type="checkbox"]), textarea, select')) return;
    const [first] = this.byUrgency();
    if (first?.shown && isMyTurn(first.shown)) this.focus(first.id);
  }

  /** Forgets the player. */
  clear() {
    this.#kept.clear();
    this.#order = [];
    this.#tiles = [];
  }
}
