// The player's private notes about others: a text and a colour each, stored in the account.

/** @import { NoteColour, NotesResponse, PlayerNote } from './gen/protocol.d.ts' */
/** @import { Account } from './account.js' */

import { queryOf } from './account.js';
import { h } from './dom.js';

/** Colours in the order of the menu. @type {readonly NoteColour[]} */
export const COLOURS = ['blue', 'teal', 'violet', 'rose', 'sand', 'slate'];

/** Each colour's mark has its own shape, so that it can be recognised without the colour. In a 12-box. @type {Record<NoteColour, string>} */
const SHAPES = {
  blue: 'M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10z',
  teal: 'M1.500 1.500h9v9h-9z',
  violet: 'M6 1l5.500 9.500h-11z',
  rose: 'M6 .5l5.500 5.500-5.500 5.500-5.500-5.500z',
  sand: 'M6 11l-5.500-9.500h11z',
  slate: 'M.5 4h11v4h-11z',
};

/** The mark of a colour. @param {NoteColour} colour */
export const shape = (colour) => h('svg', { viewBox: '0 0 12 12', class: `note-${colour}`, 'aria-hidden': 'true' }, h('path', { d: SHAPES[colour] }));

/** Longest note, in characters. */
export const NOTE_MAX = 200;

/** Maximum number of answers from which the notes are assembled. */
const PAGES = 10;

/** Shortest wait after a failure before the notes are requested again. */
const REST_MS = 30_000;

export class Notes {
  /** @type {Map<string, PlayerNote>} */
  all = new Map();
  /** Account that the notes belong to. @type {string | null} */
  #of = null;
  /** @type {Promise<void>} */
  #known = Promise.resolve();
  #notBefore = 0;
  #account;
  #changed;

  /** @param {Account} account @param {() => void} changed */
  constructor(account, changed) {
    this.#account = account;
    this.#changed = changed;
  }

  /** Note about a player, as far as loaded. @param {string} id */
  about(id) {
    if (Date.now() >= this.#notBefore) this.know().catch(() => {});
    return this.all.get(id);
  }

  /** Resolves once the notes of the signed-in account are loaded. @returns {Promise<void>} */
  know() {
    const who = this.#account.session?.you.id ?? null;
    if (this.#of !== who) {
      this.#of = who;
      this.all = new Map();
      this.#known = this.#read(who).catch((error) => {
        if (this.#of === who) this.#of = null;
        this.#notBefore = Date.now() + REST_MS;
        throw error;
      });
    }
    return this.#known;
  }

  /** @param {string | null} who */
  async #read(who) {
    let after;
    for (let page = 0; who && page < PAGES; page++) {
      const part = /** @type {NotesResponse} */ (await this.#account.ask('GET', `/api/v1/notes${queryOf({ after })}`));
      if (this.#of !== who) return;
      for (const note of part.notes) this.all.set(note.player.id, note);
      ({ after } = part);
      if (after === undefined) break;
    }
    if (this.all.size > 0) this.#changed();
  }

  /** Saves a note; one without text and colour is deleted. @param {string} id @param {string} text @param {NoteColour | null} colour */
  async keep(id, text, colour) {
    const path = `/api/v1/notes/${encodeURIComponent(id)}`;
    if (text.trim() === '' && !colour) {
      await this.#account.ask('DELETE', path);
      this.all.delete(id);
    } else {
      this.all.set(id, await this.#account.ask('PUT', path, { text, ...(colour && { colour }) }));
    }
    this.#changed();
  }
}
