// The picture of a table: what the player sees and hears everywhere on the page. During a run-out it is slightly behind the actual state.

/** @import { Table } from './model.js' */
/** @import { PrivateEvent, PublicEvent } from './gen/protocol.d.ts' */

import { isClearing, isUrgent, LIT_MS, Pacer } from './pace.js';

/**
 * A change of the table on its way to the picture.
 *
 * @typedef {object} Step
 * @property {number} seq Number of the event, or of the last one before it.
 * @property {number} wait Milliseconds after the previous step.
 * @property {(table: Table) => Table} step
 * @property {PublicEvent | null} event
 * @property {PrivateEvent | null} part The viewer's private part.
 * @property {boolean} quiet `true` if it was missed and is only being caught up with.
 */

/**
 * @typedef {object} PictureOptions
 * @property {() => boolean} mayPace `true` if the picture may be paced.
 * @property {() => void} changed The picture has advanced by itself.
 * @property {() => void} failed A step could not be carried out: the table has to be loaded again.
 * @property {(event: PublicEvent, before: Table, after: Table, quiet: boolean) => void} [happened]
 * @property {(part: PrivateEvent, before: Table, after: Table, quiet: boolean) => void} [learnt]
 */

export class Picture {
  /** `true` while missed events are caught up with. */
  isCatchingUp = false;
  /** @type {Table | null} */
  #live = null;
  /** @type {Table | null} */
  #shown = null;
  /** @type {PictureOptions} */
  #options;
  /** Steps that the picture has not reached yet. @type {Step[]} */
  #queue = [];
  #pacer = new Pacer();
  /** Time at which the picture reached the last awarded pot of the current hand. @type {number | null} */
  #litAt = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {PictureOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** The actual state. */
  get live() {
    return this.#live;
  }

  /** The state in the picture. */
  get shown() {
    return this.#shown;
  }

  /** `true` while the picture is behind the actual state. */
  get isBehind() {
    return this.#queue.length > 0;
  }

  /** Starts anew from a snapshot. @param {Table} table */
  start(table) {
    this.stop();
    this.#live = table;
    this.#shown = table;
  }

  /** Stops where it is. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#pacer.reset();
    this.#litAt = null;
  }

  /** Delay of each event of a burst, in milliseconds. @param {readonly PublicEvent[]} events */
  waits(events) {
    return this.#pacer.waits(events);
  }

  /**
   * Changes the actual state, and lets the picture follow.
   *
   * @param {number} wait
   * @param {(table: Table) => Table} step
   * @param {{ event?: PublicEvent, part?: PrivateEvent, seq?: number }} [of] The event, or the part of the event with a number.
   */
  push(wait, step, { event, part, seq } = {}) {
    if (!this.#live) return;
    try {
      this.#live = step(this.#live);
    } catch (error) {
      // A fault of this client must not stop the game.
      console.error(error);
      this.#options.failed();
      return;
    }
    const at = seq ?? this.#live.seq;
    const behind = this.#queue.findLastIndex((one) => one.seq <= at);
    this.#queue.splice(behind + 1, 0, {
      seq: at,
      wait,
      step,
      event: event ?? null,
      part: part ?? null,
      quiet: this.isCatchingUp,
    });
  }

  /** Advances as far as it may. */
  advance() {
    const mayPace = this.#options.mayPace();
    const hasteTo = this.isCatchingUp || !mayPace ? this.#queue.length - 1 : this.#queue.findLastIndex(({ event }) => isUrgent(event));
    if (hasteTo >= 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      for (const item of this.#queue.slice(0, hasteTo + 1)) item.wait = 0;
    }
    while (this.#queue.length > 0) {
      const [item] = this.#queue;
      const wait = item.wait || (mayPace ? this.#hold(item.event) : 0);
      if (wait > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          item.wait = 0;
          this.advance();
          this.#options.changed();
        }, wait);
        return;
      }
      this.#queue.shift();
      if (!this.#shown) continue;
      const before = this.#shown;
      this.#shown = item.step(before);
      if (item.event?.kind === 'pot_awarded') this.#litAt = Date.now();
      else if (item.event?.kind === 'hand_started') this.#litAt = null;
      if (item.event) this.#options.happened?.(item.event, before, this.#shown, item.quiet);
      if (item.part) this.#options.learnt?.(item.part, before, this.#shown, item.quiet);
    }
    this.#shown = this.#live;
  }

  /**
   * Delay of an event so that an awarded pot stays visible, in milliseconds. A table that plays faster than this is not held back hand after hand.
   *
   * @param {PublicEvent | null} event
   */
  #hold(event) {
    if (this.#litAt === null || !isClearing(event)) return 0;
    if (this.#queue.filter((one) => one.event?.kind === 'hand_started').length > 1) return 0;
    const lit = Date.now() - this.#litAt;
    return lit < 0 ? 0 : Math.max(0, LIT_MS - lit);
  }
}
