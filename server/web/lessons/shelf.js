// All lessons in the recommended order, and the record of those completed in this browser.

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

/** Storage key of the completed lessons. */
const DONE = 'poker.lessons';

/** The completed lessons. @returns {Set<string>} */
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
    // Without storage the list shows no ticks.
  }
}

/** Address of a lesson. @param {string} id */
export const lessonPath = (id) => `/learn/${encodeURIComponent(id)}`;

/** Lesson of an address: its own name, or the first of a family. @param {string} name */
export const lessonOf = (name) => LESSONS.find(({ id }) => id === name) ?? LESSONS.find(({ family }) => family === name) ?? null;
