// One table open in this page: watches it, keeps it in step with the server, and sends the player's answers.

/** @import { Action, ChatMsg, Entry, OkMsg, SeatHolder, ServerMsg } from './gen/protocol.d.ts' */
/** @import { Ask } from './net.js' */
/** @import { Table } from './model.js' */
/** @import { PreAction } from './table/preaction.js' */
/** @import { PrivateEvent, PublicEvent } from './gen/protocol.d.ts' */

import { isMyTurn, openTurn } from './facts.js';
import { applyAhead, applyClock, applyEvent, applyPresence, applyStandstill, applyPrivate, order, ownAnswer } from './model.js';
import { fromSnapshot } from './snapshot.js';
import { Refusal } from './net.js';
import { Picture } from './picture.js';
import { keep, resolve } from './table/preaction.js';

/**
 * A request to one table, without its name.
 *
 * @template T
 * @typedef {T extends { table: string } ? Omit<T, 'table'> : never} AtTable
 */
/**
 * @typedef {object} Notice
 * @property {number} id
 * @property {string} key Key of the text.
 * @property {Record<string, string | number>} params
 */
/** @typedef {ChatMsg & { key: number }} ChatLine */
/**
 * @typedef {object} Watched
 * @property {number} watchers Accounts that watch without a seat.
 * @property {number} behind Minutes by which the table is shown late here, 0 if it is shown at once.
 * @property {number} firstAt Time at which a late view has something to show.
 */

/**
 * @typedef {object} SessionOptions
 * @property {string} id
 * @property {() => string} me The account.
 * @property {() => boolean} plays `true` if this page takes a free seat of the account; a wall and a desk do not.
 * @property {(ask: Ask, options?: { keep?: boolean, patient?: boolean }) => Promise<OkMsg>} ask
 * @property {() => boolean} mayPace `true` if the picture may be paced.
 * @property {() => void} changed
 * @property {(event: PublicEvent, before: Table, after: Table, quiet: boolean) => void} [happened]
 * @property {(part: PrivateEvent, before: Table, after: Table, quiet: boolean) => void} [learnt]
 * @property {(line: ChatMsg) => void} [said]
 */

const CHAT_LIMIT = 200;

export class TableSession {
  /** @type {'loading' | 'live' | 'gone'} */
  status = 'loading';
  /** @type {ChatLine[]} */
  chat = [];
  /** @type {Notice[]} */
  notices = [];
  /** The holder of the viewer's seat, if it is not this page. @type {SeatHolder | null} */
  #holder = null;
  /** The answer in flight. @type {{ hand: number, turn: number, action: Action } | null} */
  sending = null;
  /** Reason why the last answer was refused. @type {Refusal | null} */
  refusal = null;
  /** @type {PreAction | null} */
  pre = null;
  /** The player's intention: a chosen seat, any seat, any seat and the link to pass on, or the wait list. @type {'sit' | 'now' | 'host' | 'wait' | null} */
  wish = null;
  /** Price of a pre-action that was dropped, until shown once. @type {number | null} */
  droppedPrice = null;
  /** Those who watch, and the delay with which this page does. @type {Watched} */
  watched = { watchers: 0, behind: 0, firstAt: 0 };
  /** `true` if the player has had a seat here. */
  hadSeat = false;
  /** `true` once the player has read the tournament result shown at this table. */
  isRead = false;
  /** `true` if the player has asked to leave the seat. */
  isLeaving = false;
  /** The way into the game that the player last chose on this page. @type {Entry | null} */
  entry = null;
  /** Start of the time bank here, as reported to the server on this connection. @type {'itself' | 'button'} */
  bankStart = 'itself';
  /** `true` if the player is done with the table, which need not stay open. */
  isDone = false;

  /** @type {SessionOptions} */
  #options;
  /** @type {Picture} */
  #picture;
  #asked = false;
  #missed = 0;
  #lines = 0;

  /** @param {SessionOptions} options */
  constructor(options) {
    this.#options = options;
    // A fault of this client must not stop the game: the table is loaded again.
    const failed = () => void this.#options.ask({ type: 'watch', table: this.id }).catch(() => {});
    this.#picture = new Picture({ ...options, failed });
  }

  /** The actual state. @returns {Table | null} */
  get live() {
    return this.#picture.live;
  }

  /** The state that the player sees and hears, everywhere on the page: the actual one, or slightly behind it during a run-out. @returns {Table | null} */
  get shown() {
    return this.#picture.shown;
  }

  get id() {
    return this.#options.id;
  }

  /** Synchronises the table on a new connection. */
  async connected() {
    this.#asked = false;
    this.bankStart = 'itself';
    await this.#sync();
  }

  async #sync() {
    if (this.#asked) return;
    this.#asked = true;
    // A page that did not hold the seat knows nothing of the cards so far.
    const after = this.#holder ? undefined : this.live?.seq;
    this.#picture.isCatchingUp = after !== undefined;
    this.#missed = 0;
    try {
      const seat = this.#options.plays() ? 'if_free' : 'no';
      const ask = after === undefined ? { type: /** @type {const} */ ('watch') } : { type: /** @type {const} */ ('resume'), after };
      await this.#options.ask({ ...ask, table: this.id, seat }, { patient: true });
      this.status = 'live';
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'table.not_found' || error.code === 'table.closed')) this.status = 'gone';
    }
    this.#asked = false;
    // Missed events come in the same burst as the answer, as separate messages.
    setTimeout(() => {
      this.#picture.isCatchingUp = false;
      if (this.#missed > 0) this.notice('table.missed', { n: this.#missed });
      this.#missed = 0;
    }, 60);
    this.#options.changed();
  }

  /** The holder of the viewer's seat here, if there is a seat and this page does not hold it. @returns {SeatHolder | null} */
  get elsewhere() {
    const { live } = this;
    const sits = live && !live.you && Object.values(live.seats).some(({ player }) => player.id === live.me);
    return sits ? this.#holder : null;
  }

  /** The player wants to play on this page. */
  playHere() {
    return this.ask({ type: 'watch', table: this.id });
  }

  /** The player looks at the table: a seat that no device holds is held here. */
  opened() {
    if (this.elsewhere === 'nobody') this.ask({ type: 'watch', table: this.id, seat: 'if_free' });
  }

  /** Shows a spectator's view to a visitor without a name; `null` if there is no such table. @param {Extract<ServerMsg, { type: 'snapshot' }> | null} snapshot */
  glance(snapshot) {
    if (!snapshot) this.status = 'gone';
    else if (snapshot.seq !== this.live?.seq) this.receive(snapshot);
    this.#options.changed();
  }

  /** @param {ServerMsg} message */
  receive(message) {
    switch (message.type) {
      case 'snapshot': {
        const table = fromSnapshot(message, this.#options.me(), Date.now(), this.live ?? this.#keptLog(message.seq));
        this.status = 'live';
        // With a seat the table is shown as it is.
        if (table.you) this.watched = { ...this.watched, behind: 0, firstAt: 0 };
        if (table.you) this.#holder = null;
        this.#picture.start(table);
        break;
      }
      case 'events': {
        if (!this.live) return;
        /** @type {PublicEvent[]} */
        const fresh = [];
        /** @type {typeof message.events} */
        const next = [];
        let at = this.live.seq;
        for (const numbered of message.events) {
          if (numbered.seq <= at) continue;
          if (numbered.seq !== at + 1) {
            this.#sync();
            break;
          }
          at = numbered.seq;
          const { event } = numbered;
          if (event.kind === 'player_removed' && event.player === this.#options.me()) this.notice('error.table.removed');
          fresh.push(numbered.event);
          next.push(numbered);
        }
        const waits = this.#picture.waits(fresh);
        const now = Date.now();
        next.forEach((numbered, index) => {
          if (this.#picture.isCatchingUp && isDeed(numbered.event)) this.#missed += 1;
          this.#picture.push(waits[index], (table) => (order(table, numbered.seq) === 'next' ? applyEvent(table, numbered, now) : table), {
            event: numbered.event,
          });
        });
        const { clock } = message;
        if (clock && next.length === message.events.length) {
          this.#picture.push(0, (table) => (openTurn(table)?.turn === clock.turn ? applyClock(table, clock, now) : table));
        }
        break;
      }
      case 'private':
        // A private part belongs to an event and is shown with it.
        for (const part of message.events) this.#picture.push(0, (table) => applyPrivate(table, part), { seq: part.seq, part });
        break;
      case 'presence':
        this.#picture.push(0, (table) => applyPresence(table, message.seat, message.connected));
        break;
      case 'watchers':
        this.watched = {
          watchers: message.watchers,
          behind: message.behind_minutes ?? 0,
          firstAt: message.first_ms === undefined ? this.watched.firstAt : Date.now() + message.first_ms,
        };
        break;
      case 'ahead':
        for (const event of message.events) this.#picture.push(0, (table) => applyAhead(table, event, Date.now()));
        break;
      case 'seat_held':
        this.#holder = message.by;
        this.pre = null;
        // The cards are no longer this page's to show.
        if (this.live?.you) this.#options.ask({ type: 'watch', table: this.id, seat: 'if_free' }).catch(() => {});
        break;
      case 'paused':
        this.#picture.push(0, applyStandstill);
        break;
      case 'chat_removed':
        this.chat = this.chat.filter(({ from, text }) => from.id !== message.player || text !== message.text);
        break;
      case 'chat':
        this.#lines += 1;
        // An emote is shown at its seat for a moment and not kept.
        if (!message.emote) this.chat = [...this.chat.slice(1 - CHAT_LIMIT), { ...message, key: this.#lines }];
        this.#options.said?.(message);
        break;
      default:
        return;
    }
    this.#picture.advance();
    this.#decide();
    if (this.live?.you) this.hadSeat = true;
    this.#options.changed();
  }

  /** Lets the picture catch up after something other than a message: the page was hidden, or another view was opened. */
  catchUp() {
    this.#picture.advance();
  }

  /** `true` while the picture is behind the actual state. */
  get isTelling() {
    return this.#picture.isBehind;
  }

  /** Carries out or drops the pre-action. */
  #decide() {
    const table = this.live;
    if (!table) return;
    const { sending } = this;
    if (sending && (table.hand?.number !== sending.hand || table.hand.turn?.turn !== sending.turn)) this.sending = null;
    if (this.refusal && !isMyTurn(table)) this.refusal = null;
    if (!this.pre) return;
    if (table.you && isMyTurn(table)) {
      const action = resolve(this.pre, table.you.choices);
      const lasting = this.pre.kind === 'call_any' || this.pre.kind === 'fold_any';
      if (!action && this.pre.kind === 'call') this.droppedPrice = table.you.toCall;
      if (!action || !lasting || action.kind === 'fold') this.pre = null;
      if (action) this.act(action, table);
      return;
    }
    const kept = keep(this.pre, table);
    if (!kept && this.pre.kind !== 'fold_any' && table.hand && !table.hand.over && table.you) {
      const seat = table.seats[table.you.seat];
      this.droppedPrice = Math.max(0, table.hand.bet - (seat?.play?.bet ?? 0));
    }
    this.pre = kept;
  }

  /** @param {PreAction | null} pre */
  prepare(pre) {
    this.pre = pre;
    this.droppedPrice = null;
    this.#decide();
    this.#options.changed();
  }

  /**
   * Answers the open decision, by default the one that the player sees.
   *
   * @param {Action} action
   * @param {Table | null} [table]
   */
  async act(action, table = this.shown) {
    if (!table?.you || this.sending) return;
    const { hand, turn } = table.you;
    this.sending = { hand, turn, action };
    this.refusal = null;
    this.droppedPrice = null;
    this.#options.changed();
    try {
      await this.#options.ask({ type: 'act', table: this.id, hand, turn, action }, { keep: true });
      this.#picture.push(0, (before) => ownAnswer(before, turn, action));
      this.#picture.advance();
    } catch (error) {
      // A late answer needs no message: the table shows what became of the decision.
      if (error instanceof Refusal && error.code !== 'turn.stale' && error.code !== 'net.closed') this.refusal = error;
    }
    if (this.sending?.hand === hand && this.sending.turn === turn) this.sending = null;
    this.#options.changed();
  }

  /** Sends a request other than an answer to this table. @param {AtTable<Ask>} ask @param {{ keep?: boolean }} [options] */
  askTable(ask, options) {
    return this.ask(/** @type {Ask} */ ({ ...ask, table: this.id }), options);
  }

  /** Agrees to show the cards of a stopped hand, or takes that back. @param {number} hand @param {boolean} agree @returns {Promise<boolean>} `true` if it holds. */
  consent(hand, agree) {
    return this.#carried(/** @type {Ask} */ ({ type: 'consent', table: this.id, hand, agree }), undefined, 'table.no_change');
  }

  /**
   * Sends a request to enter the game, by sitting down or coming back. One that would change nothing is carried out already.
   *
   * @param {{ entry: Entry } & Record<string, unknown>} ask
   * @param {{ keep?: boolean }} [options]
   * @returns {Promise<boolean>} `true` if it holds.
   */
  async enter(ask, options) {
    const holds = await this.#carried(/** @type {Ask} */ ({ ...ask, table: this.id }), options, 'table.no_change');
    if (holds) {
      this.entry = ask.entry;
      this.#options.changed();
    }
    return holds;
  }

  /**
   * Sends a request other than an answer; a refusal becomes a notice.
   *
   * @param {Ask} ask
   * @param {{ keep?: boolean }} [options]
   * @returns {Promise<boolean>} `true` if it was carried out.
   */
  ask(ask, options) {
    return this.#carried(ask, options);
  }

  /** @param {Ask} ask @param {{ keep?: boolean }} [options] @param {string} [fine] Code of a refusal that is none. @returns {Promise<boolean>} */
  async #carried(ask, options, fine) {
    try {
      await this.#options.ask(ask, options);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === fine) return true;
      if (error instanceof Refusal) this.notice(`error.${error.code}`, error.params);
      return false;
    }
  }

  /** @param {string} key @param {Record<string, string | number>} [params] */
  notice(key, params = {}) {
    this.#lines += 1;
    const one = { id: this.#lines, key, params };
    this.notices = [...this.notices.slice(-2), one];
    setTimeout(() => {
      this.notices = this.notices.filter((other) => other !== one);
      this.#options.changed();
    }, 5000);
    this.#options.changed();
  }

  /** Keeps the public log of the current hand for this tab, which is about to be reloaded. */
  keepLog() {
    if (!this.live?.hand) return;
    const { seq, hand, log } = this.live;
    try {
      sessionStorage.setItem(`poker.log.${this.id}`, JSON.stringify({ seq, hand: hand.number, log }));
    } catch {
      // Storage may be blocked or full: the log then starts over.
    }
  }

  /**
   * The log kept before the page was reloaded, if it fits the table.
   *
   * @param {number} seq Last event of the snapshot to join it with.
   */
  #keptLog(seq) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(`poker.log.${this.id}`) ?? 'null');
      sessionStorage.removeItem(`poker.log.${this.id}`);
      if (!kept || kept.seq > seq || !Array.isArray(kept.log)) return null;
      return { hand: { number: kept.hand }, log: kept.log, last: null };
    } catch {
      return null;
    }
  }

  /** Closes the table. */
  close() {
    this.#picture.stop();
  }
}

/** `true` if an event is a player's action. @param {PublicEvent} event */
const isDeed = (event) => event.kind === 'action_taken' || event.kind === 'cards_drawn' || event.kind === 'cards_discarded';
