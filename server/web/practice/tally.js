// How far a player has come in the hands of a day, and how often the answers were those that hints advise. The browser remembers it.

const KEPT = 'poker.study';

/**
 * @typedef {object} Tally
 * @property {string} day Of which hands.
 * @property {number} at Which of them is next.
 * @property {number} right Answers as advised.
 * @property {number} of All that could be.
 */

/** The tally of a day's hands: a new one where none was begun. @param {string} day @returns {Tally} */
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
    // Without a memory the day begins anew with each visit.
  }
}
