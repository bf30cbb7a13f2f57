// A tournament that is open in this page: watches it, keeps it in step with the server, and asks for the player.

/** @import { OkMsg, ServerMsg, TournamentEvent, TournamentState, YourTournament } from '../gen/protocol.d.ts' */
/** @import { Ask } from '../net.js' */
/** @import { Tournament } from './model.js' */

import { Refusal } from '../net.js';
import { applyEvents, applyYou, freshOf, fromSnapshot } from './model.js';

/**
 * @typedef {object} SessionOptions
 * @property {string} id
 * @property {(ask: Ask, options?: { keep?: boolean, patient?: boolean }) => Promise<OkMsg>} ask
 * @property {(id: string) => Promise<TournamentState | null>} past How a tournament stands, for those who have not signed in, too.
 * @property {() => void} changed
 * @property {(events: TournamentEvent[], after: Tournament) => void} happened
 * @property {(before: YourTournament | null, you: YourTournament) => void} stood Where the player stands has changed.
 */

/** Events after which the page shows something else, and the stacks of that moment. @type {Set<TournamentEvent['event']>} */
const TURNS = new Set([
  'registration_closed',
  'break_started',
  'tournament_paused',
  'hand_for_hand_round_started',
  'final_table_formed',
  'player_eliminated',
  'deal_made',
  'tournament_completed',
  'tournament_cancelled',
]);
/** How long after them the last hands are over. */
const REST_MS = 1000;

export class TournamentSession {
  /** @type {Tournament | null} */
  live = null;
  /** @type {'loading' | 'live' | 'gone'} */
  status = 'loading';
  /** Where the player stands, which is told also where the tournament is not watched. @type {YourTournament | null} */
  you = null;
  /** What is being asked for. @type {string | null} */
  sending = null;
  /** When the page last heard of it, in milliseconds since 1970. */
  toldAt = 0;

  /** How often a stranger was shown something else. */
  #shows = 0;
  #shown = '';
  /** @type {SessionOptions} */
  #options;
  #isAsked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  /** Whether the page follows the tournament, and not only where the player stands. */
  #isWatching = false;
  /** @type {((t: Tournament | null) => void)[]} */
  #waiting = [];

  /** @param {SessionOptions} options */
  constructor(options) {
    this.#options = options;
  }

  get id() {
    return this.#options.id;
  }

  get isWatching() {
    return this.#isWatching;
  }

  /** A number that changes with all that happens; what a stranger is shown has none of the server's. */
  get told() {
    return (this.live?.seq ?? 0) + this.#shows;
  }

  /** Follows it from now on. */
  watch() {
    if (this.#isWatching) return;
    this.#isWatching = true;
    // What a stranger was shown has no number to go on from.
    this.live = null;
    this.#sync();
  }

  /** What somebody sees who has not signed in; `null` if there is no such tournament. @param {TournamentState | null} state */
  show(state) {
    if (this.#isWatching) return;
    const shown = JSON.stringify({ ...state, clock: null });
    if (shown !== this.#shown) this.#shows += 1;
    this.#shown = shown;
    this.toldAt = Date.now();
    this.live = state && fromSnapshot({ tournament: this.id, seq: 0, state }, Date.now());
    this.status = state ? 'live' : 'gone';
    this.#options.changed();
  }

  /** Follows it no more; where the player stands is told all the same. */
  unwatch() {
    if (!this.#isWatching) return;
    this.#isWatching = false;
    this.live = null;
    this.status = 'loading';
    this.#options.ask({ type: 'unwatch_tournament', tournament: this.id }).catch(() => {});
  }

  /** Brings it up to date on a new connection. */
  connected() {
    this.#isAsked = false;
    if (this.#isWatching) this.#sync();
  }

  /** Stacks change with every hand, which no event of the tournament tells: asks for them anew. */
  refresh() {
    if (this.#isWatching && this.live) this.#ask(undefined);
  }

  /** The same once the tables have come to rest. */
  #refreshSoon() {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.refresh(), REST_MS);
  }

  #sync() {
    this.#ask(this.live?.seq);
  }

  /** @param {number | undefined} after */
  async #ask(after) {
    if (this.#isAsked) return;
    this.#isAsked = true;
    try {
      await this.#options.ask(
        after === undefined ? { type: 'watch_tournament', tournament: this.id } : { type: 'resume_tournament', tournament: this.id, after },
        { patient: true },
      );
    } catch (error) {
      if (error instanceof Refusal && error.code === 'tournament.unknown') await this.#lookBack();
      // A lost connection comes back, and asks again.
      if (error instanceof Refusal && !error.code.startsWith('net.')) this.#settle();
    }
    this.#isAsked = false;
    this.#options.changed();
  }

  /** How a tournament ended that is over for long. */
  async #lookBack() {
    const state = await this.#options.past(this.id).catch(() => null);
    this.live = state && fromSnapshot({ tournament: this.id, seq: 0, state }, Date.now());
    this.status = state ? 'live' : 'gone';
  }

  /** The tournament once it is known; `null` if there is none. @returns {Promise<Tournament | null>} */
  known() {
    if (this.live || this.status === 'gone') return Promise.resolve(this.live);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #settle() {
    for (const resolve of this.#waiting.splice(0)) resolve(this.live);
  }

  /** @param {ServerMsg} message */
  receive(message) {
    const now = Date.now();
    switch (message.type) {
      case 'tournament_snapshot': {
        this.live = fromSnapshot(message, now);
        this.status = 'live';
        this.#stands(message.state.you);
        this.#settle();
        break;
      }
      case 'tournament_events': {
        if (!this.live) return;
        const fresh = freshOf(this.live, message);
        const after = applyEvents(this.live, message, now);
        if (!after) {
          this.#sync();
          return;
        }
        this.live = after;
        if (fresh.length > 0) this.#options.happened(fresh, after);
        if (fresh.some(({ event }) => TURNS.has(event))) this.#refreshSoon();
        break;
      }
      case 'tournament_you':
        if (this.live) this.live = applyYou(this.live, message.you, now);
        this.#stands(message.you);
        break;
      default:
        return;
    }
    this.#options.changed();
  }

  /** @param {YourTournament} you */
  #stands(you) {
    const before = this.you;
    this.you = you;
    this.#options.stood(before, you);
  }

  /**
   * Asks for something. What moves chips is sent again when the connection breaks before its answer.
   *
   * @param {Ask} ask
   * @returns {Promise<Refusal | null>} Why it was refused.
   */
  async request(ask) {
    if (this.sending) return null;
    this.sending = ask.type;
    this.#options.changed();
    try {
      await this.#options.ask(ask, { keep: true });
      return null;
    } catch (error) {
      return error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
    } finally {
      this.sending = null;
      this.#options.changed();
    }
  }
}
