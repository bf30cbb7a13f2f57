// Delay of the picture before each event while there is nothing to decide: a run-out, a showdown and the pots are shown one by one. The state itself
// is never late. The server waits for the picture before it deals the next hand: `server/crates/table/src/state/telling.rs` has the same numbers.

/** @import { PublicEvent } from './gen/protocol.d.ts' */

/** In milliseconds: before hands are turned up early, further cards, the first shown hand, each further one, a pot. */
export const WAITS = { tabled: 500, cards: 900, firstShown: 600, shown: 400, award: 700 };

/** Longest total time of cards and hands, and of pots, after a decision, in milliseconds. */
export const LIMITS = { cards: 4500, awards: 7000 };

/** Time for which an awarded pot stays visible, whatever follows, in milliseconds. */
export const LIT_MS = 1500;

/** Events that deal cards to the board. */
const DEALS = new Set(['board_dealt', 'board_turned', 'communal_dealt', 'hole_cards_dealt']);

/** Events that call for action or start something new: the picture catches up with them immediately. */
const URGENT = new Set(['turn_started', 'hand_started']);

/** Events that remove an awarded pot, or its winner, from the table. */
const CLEARING = new Set(['turn_started', 'hand_started', 'player_left', 'seats_drawn', 'table_closed']);

/** @param {PublicEvent | null} event */
export const isUrgent = (event) => event !== null && URGENT.has(event.kind);

/** @param {PublicEvent | null} event */
export const isClearing = (event) => event !== null && CLEARING.has(event.kind);

/** Pacing of one table. It remembers the events since the last decision, since the end of a hand may come in several messages. */
export class Pacer {
  #since = fresh();

  /** Starts over; earlier events are not paced. */
  reset() {
    this.#since = fresh();
  }

  /**
   * Delay before each event of a burst, in milliseconds.
   *
   * @param {readonly PublicEvent[]} events
   * @returns {number[]}
   */
  waits(events) {
    const parts = events.map((event) => this.#wait(event));
    const last = events.findLastIndex(isUrgent);
    const after = (/** @type {'cards' | 'awards'} */ part) => parts.reduce((sum, one, at) => (at > last && one.part === part ? sum + one.ms : sum), 0);
    const share = { cards: this.#share('cards', after('cards')), awards: this.#share('awards', after('awards')) };
    return parts.map(({ part, ms }, at) => (at > last ? ms * share[part] : 0));
  }

  /** @param {PublicEvent} event @returns {{ part: 'cards' | 'awards', ms: number }} */
  #wait(event) {
    const since = this.#since;
    const cards = (/** @type {number} */ ms) => ({ part: /** @type {const} */ ('cards'), ms });
    if (isUrgent(event)) {
      this.reset();
    } else if (event.kind === 'hands_tabled') {
      since.hasTabled = true;
      return cards(WAITS.tabled);
    } else if (DEALS.has(event.kind)) {
      // The first cards after the last bet are no surprise yet; those after them are the run-out.
      const isRunOut = since.hasTabled || since.hasCards;
      since.hasCards = true;
      return cards(isRunOut ? WAITS.cards : 0);
    } else if (event.kind === 'hand_shown') {
      const isFirst = !since.hasShown;
      since.hasShown = true;
      return cards(isFirst ? WAITS.firstShown : WAITS.shown);
    } else if (event.kind === 'pot_awarded') {
      return { part: 'awards', ms: since.hasShown || since.hasTabled ? WAITS.award : 0 };
    } else if (event.kind === 'seven_deuce_paid') {
      return { part: 'awards', ms: WAITS.award };
    }
    return cards(0);
  }

  /** Share of the delays that the limit leaves time for. @param {'cards' | 'awards'} part @param {number} ms */
  #share(part, ms) {
    const left = LIMITS[part] - this.#since[part];
    const share = ms > left ? left / ms : 1;
    this.#since[part] += ms * share;
    return share;
  }
}

const fresh = () => ({ hasTabled: false, hasCards: false, hasShown: false, cards: 0, awards: 0 });
