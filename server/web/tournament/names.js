// Many players entered at once, from a pasted list or a CSV file, and the players as a CSV file.

/** @import { App } from '../app.js' */
/** @import { FloorAction } from '../gen/protocol.d.ts' */
/** @import { Floor } from './floor-desk.js' */
/** @import { Scene } from './floor-forms.js' */
/** @import { Tournament } from './model.js' */

import { h } from '../dom.js';
import { list, num, t, tn } from '../i18n.js';
import { newId } from '../net.js';
import { saveFile } from '../save.js';
import { seatOf } from './floor-words.js';
import { REASONS } from './reasons.js';
import { placeText } from './words.js';

/** Maximum number of names in one list, and of characters in the list and in a name. */
export const NAMES = 200;
const LENGTH = 40_000;
const LONGEST = 40;

/** Rows of a heading: these words in the first column, or one of the first two above another column, which then has the names. */
const HEADS = ['name', 'nom', 'player', 'joueur'];

/** Pause before a request that the server had no room for is sent again, in milliseconds, and how often it is. */
const AGAIN_MS = 1_500;
const TRIES = 20;

/**
 * Names of a pasted list: one per line, or the column of a CSV file that its heading calls so, else the first.
 *
 * @param {string} text
 * @returns {{ names: string[], wrong: string[], twice: string[], isLong: boolean }} `wrong` names have signs that no one sees, or too many; those that are there
 *   already are `twice`; if `isLong`, nothing was read.
 */
export function namesIn(text) {
  if (text.length > LENGTH) return { names: [], wrong: [], twice: [], isLong: true };
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @type {string[]} */
  const wrong = [];
  /** @type {string[]} */
  const twice = [];
  let column = 0;
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const cells = cellsOf(line);
    if (names.size === 0) {
      const heads = cells.map((cell) => HEADS.indexOf(cell.toLowerCase()));
      const named = heads.findIndex((head, at) => head >= 0 && (at === 0 || head < 2));
      if (named >= 0) {
        column = named;
        continue;
      }
    }
    const name = cells[column] ?? '';
    if (name === '') continue;
    if ([...name].length > LONGEST || /\p{C}/u.test(name)) wrong.push(name);
    else if (names.has(name.toLowerCase())) twice.push(name);
    else names.set(name.toLowerCase(), name);
  }
  const isLong = names.size + wrong.length > NAMES;
  return isLong ? { names: [], wrong: [], twice: [], isLong } : { names: [...names.values()], wrong, twice, isLong };
}

/** Cells of a line. Without separators it is a single one, indented or not. @param {string} line */
function cellsOf(line) {
  if (!/[;,\t"]/.test(line.trim())) return [line.trim()];
  const cells = `,${line}`.matchAll(/[;,\t][^\S\t]*(?:"((?:[^"]|"")*)"[^\S\t]*(?=[;,\t]|$)|([^;,\t]*))/g);
  // The apostrophe that keeps a spreadsheet from running a text is no part of it.
  return [...cells].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim().replace(/^'(?=[=+\-@])/, ''));
}

/** A cell of a CSV file. Spreadsheets would run a text that begins like a formula. @param {string | number} value */
function cell(value) {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",;\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a CSV file. @param {(string | number)[][]} rows */
export const csvOf = (rows) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Players of a tournament as a CSV file, in the order of their numbers. @param {Tournament} live */
export function playersCsv(live) {
  const rows = Object.values(live.entrants).map(({ player, who, stack, out }) => {
    const seat = seatOf(live, player);
    const place = live.places.find((one) => one.player === player);
    return [player, who.name, seat?.table ?? '', seat?.seat ?? '', out ? '' : (stack ?? ''), place ? placeText(place) : '', place?.prize ?? ''];
  });
  return csvOf([['number', 'name', 'table', 'seat', 'stack', 'place', 'prize'], ...rows]);
}

export class Names {
  text = '';
  isOpen = false;
  /** Names that the server refused. @type {string[]} */
  refused = [];
  /** Names entered of those to enter, while they are sent. @type {{ done: number, of: number } | null} */
  progress = null;
  #app;
  #floor;
  #changed;

  /** @param {() => App} app @param {() => Floor} floor @param {() => void} changed */
  constructor(app, floor, changed) {
    this.#app = app;
    this.#floor = floor;
    this.#changed = changed;
  }

  /** @param {Event} event */
  async #send(event) {
    event.preventDefault();
    const { names } = namesIn(this.text);
    if (names.length === 0 || this.progress) return;
    this.refused = [];
    this.progress = { done: 0, of: names.length };
    const done = { enter: 0, wait: 0 };
    for (const name of names) {
      this.#changed();
      const kind = await this.#enter(name);
      if (kind) done[kind] += 1;
      else this.refused.push(name);
      this.progress.done += 1;
    }
    this.progress = null;
    this.text = this.refused.join('\n');
    const told = [tn('floor.names.entered', done.enter), done.wait > 0 && tn('floor.names.waiting', done.wait)];
    this.#app().announcer.polite(list(told.filter((one) => one !== false)));
    this.#changed();
  }

  /** Enters a player, or puts the name on the waiting list once all places are taken. @param {string} name @returns {Promise<'enter' | 'wait' | null>} */
  async #enter(name) {
    const refusal = await this.#decide({ kind: 'enter', name });
    if (!refusal) return 'enter';
    const isFull = refusal.code === 'tournament.full';
    return isFull && !(await this.#decide({ kind: 'wait', name })) ? 'wait' : null;
  }

  /** Acts, waiting for the server if it is asked too often. @param {FloorAction} action */
  async #decide(action) {
    const id = newId();
    let refusal = null;
    for (let tries = 0; tries < TRIES; tries++) {
      refusal = await this.#floor().decide(id, action, REASONS.entered);
      if (!refusal?.retryable) break;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    return refusal;
  }

  /** @param {Event} event */
  async #read(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    if (!file) return;
    // More is refused unread.
    this.text = await file.slice(0, LENGTH + 1).text();
    input.value = '';
    this.#changed();
  }

  /** @param {Tournament} live */
  #save(live) {
    saveFile(`players-${parseInt(live.id, 10)}.csv`, ['\ufeff', playersCsv(live)]);
  }

  /** @param {Scene} scene */
  view({ live, denied = [] }) {
    const { live: isLive, entries_open: isOpen, entries_max: most } = live.summary;
    const isTaken = isLive && (isOpen || live.you.waitlist?.open);
    const mayEnter = isTaken && !denied.some(({ action }) => action === 'enter');
    const { names, wrong, twice, isLong } = namesIn(this.text);
    // A re-entry takes no place.
    const free = Math.max(0, most - Object.keys(live.entrants).length);
    const { progress, refused } = this;
    return h(
      'div',
      { key: 'names', class: 'floor-names' },
      mayEnter &&
        h(
          'details',
          { key: 'paste', open: this.isOpen, on: { toggle: (event) => (this.isOpen = event.target.open) } },
          h('summary', null, t('floor.names')),
          h(
            'form',
            { on: { submit: (event) => this.#send(event) } },
            h(
              'label',
              { class: 'field' },
              h('span', null, t('floor.names.how')),
              h('textarea', {
                class: 'text',
                rows: '6',
                prop: { value: this.text },
                on: {
                  input: (event) => {
                    this.text = event.target.value;
                    this.refused = [];
                    this.#changed();
                  },
                },
              }),
            ),
            h(
              'label',
              { class: 'field' },
              h('span', null, t('floor.names.file')),
              h('input', { type: 'file', accept: '.csv,.txt,text/*', class: 'text', on: { change: (event) => this.#read(event) } }),
            ),
            isLong && h('p', { key: 'long', class: 'error', role: 'alert' }, t('floor.names.long', { n: NAMES })),
            wrong.length > 0 && h('p', { key: 'wrong', class: 'error', role: 'alert' }, t('floor.names.wrong', { names: list(wrong.map(short)) })),
            twice.length > 0 && h('p', { key: 'twice', class: 'note' }, t('floor.names.twice', { names: list(twice.map(short)) })),
            isOpen && !progress && names.length > free && h('p', { key: 'rest', class: 'note' }, tn('floor.names.rest', free)),
            refused.length > 0 && h('p', { key: 'refused', class: 'error', role: 'alert' }, t('floor.names.refused', { names: list(refused.map(short)) })),
            h(
              'button',
              { class: 'btn-s hot', type: 'submit', 'aria-disabled': names.length === 0 || progress !== null },
              progress ? t('floor.names.sending', { n: progress.done, of: progress.of }) : tn(isOpen ? 'floor.names.enter' : 'floor.names.wait', names.length),
            ),
          ),
        ),
      Object.keys(live.entrants).length > 0 &&
        h(
          'button',
          { key: 'save', class: 'btn-s', on: { click: () => this.#save(live) } },
          t('floor.names.save', { n: num(Object.keys(live.entrants).length) }),
        ),
    );
  }
}

/** A name as part of a sentence: what is wrong with it may be its length. @param {string} name */
const short = (name) => ([...name].length > LONGEST ? `${[...name].slice(0, LONGEST).join('')}…` : name);
