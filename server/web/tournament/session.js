// A tournament open in this page: watches it, keeps it in step with the server, and sends the player's requests.

/** @import { OkMsg, ServerMsg, TournamentEvent, TournamentState, YourTournament } from '../gen/protocol.d.ts' */
/** @import { Ask } from '../net.js' */
/** @import { Tournament } from './model.js' */

import { Refusal } from '../net.js';

/** @typedef {typeof import('./model.js')} Model */

/**
 * @typedef {object} SessionOptions
 * @property {string} id
 * @property {(ask: Ask, options?: { keep?: boolean, patient?: boolean }) => Promise<OkMsg>} ask
 * @property {(id: string) => Promise<TournamentState | null>} past State of a tournament, also for visitors who have not signed in.
 * @property {() => Promise<Model>} model Loads the reducer of tournaments, which a visit without one does not need.
 * @property {() => void} changed
 * @property {(events: TournamentEvent[], after: Tournament) => void} happened
 * @property {(before: YourTournament | null, you: YourTournament) => void} stood Called when the player's standing has changed.
 */

/** Events after which the page requests current stacks. @type {Set<TournamentEvent['event']>} */
const TURNS = new Set([
  'player_unregistered',
  'waitlist_changed',
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
/** Officials have changed the places, or a place has freed: entries may be open again. @param {TournamentEvent} event */
const isTurn = (event) => TURNS.has(event.event) || (event.event === 'ruling_issued' && event.tool === 'set_places');
/** `true` if the last place may have been taken. @param {Tournament} live */
const isFilled = ({ summary: { entries_open: isOpen, entries_max: most }, entrants }) => isOpen && Object.keys(entrants).length >= most;
/** Time after them until the last hands are over. */
const REST_MS = 1000;

export class TournamentSession {
  /** @type {Tournament | null} */
  live = null;
  /** @type {'loading' | 'live' | 'gone'} */
  status = 'loading';
  /** The player's standing, reported even if the tournament is not watched. @type {YourTournament | null} */
  you = null;
  /** The request in flight. @type {string | null} */
  sending = null;
  /** Time of the last news, in milliseconds since 1970. */
  toldAt = 0;

  /** Number of states shown to a visitor. */
  #shows = 0;
  #shown = '';
  /** @type {SessionOptions} */
  #options;
  #isAsked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  /** `true` if the page follows the tournament, and not only the player's standing. */
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

  /** A number that changes with every event; a visitor's states have no event numbers. */
  get told() {
    return (this.live?.seq ?? 0) + this.#shows;
  }

  /** Starts following the tournament. */
  watch() {
    if (this.#isWatching) return;
    this.#isWatching = true;
    // The state shown to a visitor has no number to continue from.
    this.live = null;
    this.#sync();
  }

  /** Goes on without the connection: states are shown as to a visitor. */
  follow() {
    this.#isWatching = false;
  }

  /** Shows the state to a visitor who has not signed in; `null` if there is no such tournament. @param {TournamentState | null} state */
  async show(state) {
    const { fromSnapshot } = await this.#options.model();
    if (this.#isWatching) return;
    const shown = JSON.stringify({ ...state, clock: null });
    if (shown !== this.#shown) this.#shows += 1;
    this.#shown = shown;
    this.toldAt = Date.now();
    this.live = state && fromSnapshot({ tournament: this.id, seq: 0, state }, Date.now());
    this.status = state ? 'live' : 'gone';
    this.#options.changed();
  }

  /** Stops following it; the player's standing is still reported. */
  unwatch() {
    if (!this.#isWatching) return;
    this.#isWatching = false;
    this.live = null;
    this.status = 'loading';
    this.#options.ask({ type: 'unwatch_tournament', tournament: this.id }).catch(() => {});
  }

  /** Synchronises the tournament on a new connection. */
  connected() {
    this.#isAsked = false;
    if (this.#isWatching) this.#sync();
  }

  /** Requests the stacks: they change with every hand, which is no event of the tournament. */
  refresh() {
    if (this.#isWatching && this.live) this.#ask(undefined);
  }

  /** The same once the tables have settled. */
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
      // After a lost connection, reconnecting requests it again.
      if (error instanceof Refusal && !error.code.startsWith('net.')) this.#settle();
    }
    this.#isAsked = false;
    this.#options.changed();
  }

  /** Loads the result of a tournament that ended long ago. */
  async #lookBack() {
    const [state, { fromSnapshot }] = await Promise.all([this.#options.past(this.id).catch(() => null), this.#options.model()]);
    this.live = state && fromSnapshot({ tournament: this.id, seq: 0, state }, Date.now());
    this.status = state ? 'live' : 'gone';
  }

  /** The tournament once it is loaded; `null` if there is none. @returns {Promise<Tournament | null>} */
  known() {
    if (this.live || this.status === 'gone') return Promise.resolve(this.live);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #settle() {
    for (const resolve of this.#waiting.splice(0)) resolve(this.live);
  }

  /** @param {ServerMsg} message @param {Model} model */
  receive(message, { applyEvents, applyYou, freshOf, fromSnapshot }) {
    const now = Date.now();
    switch (message.type) {
      case 'tournament_snapshot': {
        // A state does not have the names of those whose entry was given back.
        const gone = this.live?.gone ?? {};
        this.live = { ...fromSnapshot(message, now), gone };
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
        if (fresh.some(isTurn) || isFilled(after)) this.#refreshSoon();
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
   * Sends a request. One that moves chips is sent again if the connection breaks before the answer.
   *
   * @param {Ask} ask
   * @returns {Promise<Refusal | null>} The refusal, if any.
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
