// The player's chips outside tables.

/** @import { SetAside } from './gen/protocol.d.ts' */

export class Purse {
  /** The balance as shown on the page. */
  balance = 0;
  /** Tables that are out of play after a fault and hold chips of this player. @type {SetAside[]} */
  setAside = [];
  /** The latest balance from the server, while a table still shows the hand it resulted from. @type {number | null} */
  #due = null;
  #isTelling;

  /** @param {() => boolean} isTelling `true` while a table still shows how chips are won. */
  constructor(isTelling) {
    this.#isTelling = isTelling;
  }

  /** @param {number} balance */
  hear(balance) {
    this.#due = balance;
    this.settle();
  }

  /** @param {SetAside} aside */
  hearAside(aside) {
    this.setAside = [...this.setAside.filter((one) => one.table !== aside.table), aside];
  }

  /** Chips from a table are added to the balance once the player has seen how they were won. */
  settle() {
    if (this.#due === null || this.#isTelling()) return;
    this.balance = this.#due;
    this.#due = null;
  }
}
