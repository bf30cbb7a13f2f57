// All lessons, in the order in which they are best taken, and which of them were taken in this browser.

/** @import { Lesson } from './lesson.js' */

import { CHOICE } from './hands/choice.js';
import { DECLARE } from './hands/declare.js';
import { DRAW } from './hands/draw.js';
import { HOLDEM } from './hands/holdem.js';
import { LOWBALL } from './hands/lowball.js';
import { MIXED } from './hands/mixed.js';
import { OMAHA } from './hands/omaha.js';
import { ROLL } from './hands/roll.js';
import { SHARED_BOARD } from './hands/shared-board.js';
import { STUD } from './hands/stud.js';
import { WILD } from './hands/wild.js';

/** @type {readonly Lesson[]} */
export const LESSONS = [HOLDEM, DRAW, STUD, LOWBALL, OMAHA, SHARED_BOARD, ROLL, WILD, DECLARE, MIXED, CHOICE];

/** Where a browser remembers the lessons that were taken to their ends. */
const DONE = 'poker.lessons';

/** The lessons that were taken to their ends. @returns {Set<string>} */
export function doneLessons() {
  try {
    const stored = JSON.parse(localStorage.getItem(DONE) ?? '[]');
    return new Set(Array.isArray(stored) ? stored : []);
  } catch {
    return new Set();
  }
}

/** @param {string} id */
export function noteDone(id) {
  try {
    localStorage.setItem(DONE, JSON.stringify([...doneLessons().add(id)]));
  } catch {
    // Without a memory the list shows no ticks.
  }
}

/** Where a lesson is. @param {string} id */
export const lessonPath = (id) => `/learn/${encodeURIComponent(id)}`;

/** The lesson of an address: its own, or the first of a family. @param {string} name */
export const lessonOf = (name) => LESSONS.find(({ id }) => id === name) ?? LESSONS.find(({ family }) => family === name) ?? null;
