// Officials' decisions and open calls of a tournament: polled, as no message reports them.

/** @import { FloorAction, FloorDenial, FloorDesk, FloorEntry, FloorOfficial, FloorRole } from '../gen/protocol.d.ts' */
/** @import { Account } from '../account.js' */
/** @import { Tournament } from './model.js' */

import { Refusal } from '../net.js';

/** Polling intervals of officials and of other readers of the trail, in milliseconds. */
export const FLOOR_MS = 5000;
export const TRAIL_MS = 20_000;

/** Delays after an event, and after a failed reading. */
const HEARD_MS = 500;
const AGAIN_MS = 3000;

/** Maximum number of answers in one reading. */
const PAGES = 50;

export class Floor {
  /** The trail, oldest first. @type {FloorEntry[]} */
  entries = [];
  /** @type {FloorOfficial[]} */
  officials = [];
  /** Role of the viewer; `null` if not an official. @type {FloorRole | null} */
  role = null;
  /** @type {FloorDesk | null} */
  desk = null;
  /** Acts not open to the viewer as an official. @type {FloorDenial[]} */
  denied = [];
  /** Names of players whose entry was given back, by their numbers. @type {Tournament['gone']} */
  gone = {};
  /** @type {'loading' | 'live' | 'none'} */
  status = 'loading';
  #id;
  #account;
  #changed;
  #isReading = false;
  /** `true` if another reading was requested during the current one. */
  #isStale = false;
  /** Account of the reader. @type {string | undefined} */
  #reader;
  #every = 0;
  /** `true` while a session is expected that may see more. */
  #isExpecting = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** State number of the tournament at the last reading. */
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

  /** Starts reading periodically. @param {number} every */
  start(every) {
    const { session, isKnown } = this.#account();
    this.#reader = session?.you.id;
    this.#every = every;
    // A session that is about to be restored may see more.
    this.#isExpecting = !session && isKnown;
    if (!this.#isExpecting) this.read();
    clearInterval(this.#timer);
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

  /** Reads again if the tournament has news: officials' acts are among its events. @param {number} told A number that changes with the events. */
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

  /** Answers depend on the reader: a different one reads again from the start. */
  look() {
    const { session, isKnown } = this.#account();
    // The expected session may turn out to be over.
    const isAlone = this.#isExpecting && !session && !isKnown;
    if (session?.you.id === this.#reader && !isAlone) return;
    // Where there was nothing for one reader, the reading has stopped.
    if (this.status === 'none') this.status = 'loading';
    if (this.#every > 0) this.start(this.#every);
    else this.read();
  }

  /** Line after which to read: results of later lines may still change. */
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
        for (const { player, who } of told.gone ?? []) this.gone[player] = who.name;
        this.status = 'live';
        after = told.after;
      }
    } catch {
      // If it was missed, nothing else may report it.
      if (this.#timer) this.#readIn(AGAIN_MS);
    }
    this.#isReading = false;
    if (this.#isStale) {
      this.#isStale = false;
      this.read();
    }
    this.#changed();
  }

  /** The tournament with the names of those whose entry was given back, also of before this page was opened. @param {Tournament} live @returns {Tournament} */
  named(live) {
    return { ...live, gone: { ...this.gone, ...live.gone } };
  }

  /** @param {FloorEntry[]} fresh */
  #take(fresh) {
    const lines = new Map([...this.entries, ...fresh].map((entry) => [entry.no, entry]));
    this.entries = [...lines.values()].sort((a, b) => a.no - b.no);
  }

  /**
   * Sends a decision. Repeated under the same `id`, it takes effect once.
   *
   * @param {string} id
   * @param {FloorAction} action
   * @param {string} reason
   * @returns {Promise<Refusal | null>} The refusal, if any.
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
