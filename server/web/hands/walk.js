// The hands that the replayer steps through: those of a list, or of the table where the hand was played.

/** @import { App } from '../app.js' */

/** @typedef {{ table: string, hand: number }} HandPlace */

/** @param {string} table @param {number} hand */
export const handPath = (table, hand) => `/hand/${encodeURIComponent(table)}/${hand}`;

/** Pages of a table's hands that are searched for the current one. */
const PAGES = 20;

export class Walk {
  #app;
  /** Hands, newest first. @type {HandPlace[]} */
  #hands = [];

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Takes over a list of hands, newest first. @param {readonly HandPlace[]} hands */
  through(hands) {
    this.#hands = hands.map(({ table, hand }) => ({ table, hand }));
  }

  /**
   * The hands around one, newest first: from the list that contains it, or else from its table.
   *
   * @param {string} table
   * @param {number} hand
   */
  async around(table, hand) {
    const is = (/** @type {HandPlace} */ one) => one.table === table && one.hand === hand;
    if (this.#hands.some(is)) return this.#hands;
    /** @type {HandPlace[]} */
    const found = [];
    let before;
    for (let page = 0; page < PAGES; page++) {
      const part = await this.#app.account.hands({ table, before });
      found.push(...part.hands.map((one) => ({ table: one.table, hand: one.hand })));
      ({ before } = part);
      if (before === undefined || (found.some(is) && !is(found[found.length - 1]))) break;
    }
    this.#hands = found;
    return found;
  }
}
