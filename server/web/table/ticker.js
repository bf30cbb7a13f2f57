// Time displays of a table, updated without redrawing everything: bars at the seats, the viewer's own time and its warnings, Time that was called.

/** @import { Table } from '../model.js' */
/** @import { Called, Time } from './clock.js' */
/** @import { Room } from './room.js' */

import { t, tn } from '../i18n.js';
import { isMyTurn, minutesAway, mySeat, openTurn } from '../facts.js';
import { eventOf } from '../tournament/strip.js';
import { lastSecond, timeOf } from './clock.js';

const TICK_MS = 250;

export class Ticker {
  #room;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** Number of warnings in this decision. */
  #warned = 0;
  /** Last displayed second of the viewer's time. */
  #second = '';
  /** Last displayed time left of all pauses. */
  #pauseLeft = '';
  /** Time called on a player. @type {Called | null} */
  #called = null;

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
  }

  start() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** Starts a new decision, without warnings so far. */
  begin() {
    this.#warned = 0;
  }

  /** Time was called on a player. @param {number} seat @param {Table} table */
  called(seat, table) {
    const turn = openTurn(table);
    if (turn) this.#called = { turn: turn.turn, seat, told: 0 };
  }

  /** Updates the time displays, four times a second, without redrawing everything. */
  #tick() {
    const room = this.#room;
    const { shown } = room.session ?? {};
    if (!shown || document.hidden) return;
    if ((shown.offered?.until && shown.offered.player.id === shown.me) || eventOf(room, shown)?.clock) room.update();
    this.#pause(shown);
    if (!openTurn(shown)) return;
    for (const bar of room.querySelectorAll('.bar[data-clock]')) {
      const time = timeOf(shown, Number(/** @type {HTMLElement} */ (bar).dataset.clock), room.now());
      const [line, text] = /** @type {HTMLCollectionOf<HTMLElement>} */ (bar.children);
      line.style.transform = `scaleX(${this.#step(time?.share ?? 0)})`;
      bar.classList.toggle('bank', Boolean(time?.inBank));
      text.textContent = !time ? '' : time.inBank ? `${time.bank}` : time.left <= 10 ? `${time.left}` : '';
    }
    this.#countDown(shown);
    const mine = shown.you && isMyTurn(shown) ? timeOf(shown, shown.you.seat, room.now()) : null;
    if (!mine) return;
    this.#drawTime(mine);
    if (!room.isFocused) return;
    const at = mine.inBank ? 'bank' : mine.left <= 5 ? 5 : mine.left <= 10 ? 10 : 0;
    if (at === 10 && this.#warned < 1) {
      this.#warned = 1;
      if (shown.info.action_ms > 12_000) room.app.announcer.assertive(t('say.ten'));
    } else if (at === 5 && this.#warned < 2) {
      this.#warned = 2;
      room.app.announcer.assertive(t('say.five'));
      room.app.sounds.play('hurry');
    } else if (at === 'bank' && this.#warned < 3 && !room.isBankHeld(shown)) {
      this.#warned = 3;
      room.app.announcer.assertive(t('say.bank', { n: mine.bank }));
    }
  }

  /** The time left of the host's pause and of one's own changes once a second. @param {Table} shown */
  #pause(shown) {
    const now = this.#room.now();
    const secondsTo = (/** @type {number} */ until) => Math.ceil((until - now) / 1000);
    const ownEnd = mySeat(shown)?.backAt;
    const left = [shown.host.paused_until, ownEnd].map((until) => (until ? secondsTo(until) : 0));
    // The pauses of others are shown in minutes.
    const others = Object.values(shown.seats).map((seat) => minutesAway(seat, now) ?? 0);
    const all = [...left, ...others].join();
    if (all === this.#pauseLeft) return;
    this.#pauseLeft = all;
    this.#room.update();
  }

  /** A tile's clocks move in steps, since each one makes the browser paint. @param {number} share */
  #step(share) {
    return this.#room.isTile ? Math.ceil(share * 50) / 50 : share;
  }

  /** The viewer's own time: its text changes once a second. @param {Time} time */
  #drawTime(time) {
    const room = this.#room;
    const second = time.inBank ? `bank ${time.bank}` : `${time.left}`;
    if (second !== this.#second) {
      this.#second = second;
      room.update();
    }
    const line = /** @type {HTMLElement | null} */ (room.querySelector('.act .time i'));
    if (line) line.style.transform = `scaleX(${this.#step(time.share)})`;
  }

  /** All viewers at the table hear the last seconds after Time was called. Rule: tournament 3.5. @param {Table} shown */
  #countDown(shown) {
    if (!this.#called) return;
    const second = lastSecond(shown, this.#called, this.#room.now());
    if (second === undefined) this.#called = null;
    else if (second !== null) {
      this.#called.told = second;
      this.#room.app.announcer.assertive(tn('say.seconds', second));
    }
  }
}
