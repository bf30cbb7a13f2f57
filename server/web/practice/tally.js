// Progress through a day's hands, and how often the answers matched the hints. The browser remembers it.

const KEPT = 'poker.study';

/**
 * @typedef {object} Tally
 * @property {string} day Day of the hands.
 * @property {number} at Index of the next hand.
 * @property {number} right Answers that matched the advice.
 * @property {number} of Answers in total.
 */

/** Tally of a day's hands, new if not begun. @param {string} day @returns {Tally} */
export function tallyOf(day) {
  const fresh = { day, at: 0, right: 0, of: 0 };
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    const isWhole = [kept?.at, kept?.right, kept?.of].every((number) => Number.isSafeInteger(number) && number >= 0);
    return isWhole && kept.day === day ? { day, at: kept.at, right: kept.right, of: kept.of } : fresh;
  } catch {
    return fresh;
  }
}

/** @param {Tally} tally */
export function keepTally(tally) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(tally));
  } catch {
    // Without storage, the day starts over with each visit.
  }
}
