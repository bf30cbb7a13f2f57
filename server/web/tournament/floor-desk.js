// What officials have decided in a tournament, and what waits for them: read again and again, as no message tells of it.

/** @import { FloorAction, FloorDenial, FloorDesk, FloorEntry, FloorOfficial, FloorRole } from '../gen/protocol.d.ts' */
/** @import { Account } from '../account.js' */

import { Refusal } from '../net.js';

/** How often officials read the floor, and how often its trail is read elsewhere, in milliseconds. */
export const FLOOR_MS = 5000;
export const TRAIL_MS = 20_000;

/** How long after an event, and after a reading that came to nothing. */
const HEARD_MS = 500;
const AGAIN_MS = 3000;

/** The most answers that one reading takes. */
const PAGES = 50;

export class Floor {
  /** The trail, oldest first. @type {FloorEntry[]} */
  entries = [];
  /** @type {FloorOfficial[]} */
  officials = [];
  /** What the viewer is here; `null` for those who are no officials. @type {FloorRole | null} */
  role = null;
  /** @type {FloorDesk | null} */
  desk = null;
  /** What the viewer may not do as an official. @type {FloorDenial[]} */
  denied = [];
  /** @type {'loading' | 'live' | 'none'} */
  status = 'loading';
  #id;
  #account;
  #changed;
  #isReading = false;
  /** Whether it was to be read again while it was being read. */
  #isStale = false;
  /** Who reads. @type {string | undefined} */
  #reader;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** What the tournament had told when it was asked last. */
  #told = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;

  /** @param {string} id @param {() => Account} account @param {() => void} changed */
  constructor(id, account, changed) {
    this.#id = id;
    this.#account = account;
    this.#changed = changed;
  }

  get id() {
    return this.#id;
  }

  /** Reads it from now on. @param {number} every */
  start(every) {
    this.#reader = this.#account().session?.you.id;
    this.read();
    this.#timer = setInterval(() => {
      if (this.status === 'none') this.stop();
      else if (!document.hidden) this.read();
    }, every);
  }

  stop() {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#timer = undefined;
  }

  /** What is read may be older than what the tournament has told by now: officials' acts are among its events. @param {number} told A number that changes with them. */
  heard(told) {
    if (told === this.#told) return;
    const isFirst = this.#told < 0;
    this.#told = told;
    if (!isFirst) this.#readIn(HEARD_MS);
  }

  /** @param {number} ms */
  #readIn(ms) {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.status !== 'none' && this.read(), ms);
  }

  /** The answer depends on the reader: another one reads anew. */
  look() {
    const reader = this.#account().session?.you.id;
    if (reader === this.#reader) return;
    this.#reader = reader;
    this.read();
  }

  /** Behind which line to read: what came of the lines behind it may still change. */
  get #behind() {
    const open = this.entries.findIndex(({ result }) => result === 'pending');
    return open < 0 ? this.entries.length : open;
  }

  async read() {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    try {
      /** @type {number | undefined} */
      let after = this.#behind === 0 ? 0 : this.entries[this.#behind - 1].no;
      for (let page = 0; page < PAGES && after !== undefined; page++) {
        const told = await this.#account().floor(this.#id, after);
        if (!told) {
          this.status = 'none';
          break;
        }
        this.#take(told.entries);
        this.officials = told.officials;
        this.role = told.role ?? null;
        this.desk = told.desk ?? null;
        this.denied = told.denied ?? [];
        this.status = 'live';
        after = told.after;
      }
    } catch {
      // Nothing else may tell of what was missed.
      if (this.#timer) this.#readIn(AGAIN_MS);
    }
    this.#isReading = false;
    if (this.#isStale) {
      this.#isStale = false;
      this.read();
    }
    this.#changed();
  }

  /** @param {FloorEntry[]} fresh */
  #take(fresh) {
    const lines = new Map([...this.entries, ...fresh].map((entry) => [entry.no, entry]));
    this.entries = [...lines.values()].sort((a, b) => a.no - b.no);
  }

  /**
   * Decides something. Sent again under the same `id`, it happens once.
   *
   * @param {string} id
   * @param {FloorAction} action
   * @param {string} reason
   * @returns {Promise<Refusal | null>} Why it was refused.
   */
  async decide(id, action, reason) {
    try {
      this.#take([await this.#account().decide(this.#id, { id, action, reason })]);
    } catch (error) {
      return error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
    }
    this.#changed();
    this.read();
    return null;
  }
}
