// Pots in words, as long as the middle of the felt has room for.

/** @import { Hand, Table } from '../model.js' */
/** @import { Band } from './layout.js' */

import { list, t, tn } from '../i18n.js';
import { middle } from '../facts.js';
import { widthOf } from './ink.js';

/**
 * A pot, or the kitty beside the pots.
 *
 * @typedef {object} Pot
 * @property {number} index
 * @property {number} amount
 * @property {string} label
 * @property {string} brief Short label.
 * @property {string} note Players of the main pot not in a side pot, or what the pot began with.
 * @property {string} title
 * @property {boolean} [paid] `true` for the sum of what has been awarded: the chips are with the winners.
 */

/**
 * Level of detail of the pots: 0 with all notes, 1 without them, 2 with short labels, 3 amounts only, 4 their sum only.
 *
 * @typedef {{ level: number, rows: number, width: number }} Telling
 */

/** The last level that shows each pot. */
const EACH = 3;
export const SUM = 4;

/** Height of a row of pots including the gap, in pixels. */
export const ROW = 36;
/** Gap between two pots; padding of one, with and without its chip; gap after its label. */
const GAP = 6;
const PADDING = 17;
const CHIP = 22;
const BARE_PADDING = 16;
/** Font size of an amount, relative to the smallest text. */
const LARGER = 1.25;

/** Pots in the middle. @param {Table} table @param {(chips: number) => string} money @returns {Pot[]} */
export function potsOf(table, money) {
  const { hand } = table;
  if (!hand) return [];
  const all = middle(table);
  if (hand.awards.length > 0 && all.every(({ amount }) => amount === 0)) {
    const amount = hand.awards.reduce((sum, award) => sum + award.amount, 0);
    return [{ index: 0, amount, label: t('pot'), brief: t('pot'), note: '', title: t('pot.paid'), paid: true }];
  }
  return all.flatMap((pot, index) => {
    if (pot.amount === 0) return [];
    const title = tn('pot.contenders', pot.seats.length, {
      who: list(pot.seats.map((seat) => hand.names[seat] ?? String(seat))),
    });
    const carried = hand.carried > 0 ? t('pot.carried', { n: money(hand.carried) }) : '';
    const numbered = all.length > 2;
    return {
      index,
      amount: pot.amount,
      label: index === 0 ? t('pot') : numbered ? t('side_pot.n', { n: index }) : t('side_pot'),
      brief: index === 0 ? t('pot') : numbered ? t('side_pot.brief.n', { n: index }) : t('side_pot.brief'),
      note: index === 0 ? carried : absentFrom(table, hand, all[0]?.seats ?? [], pot.seats),
      title,
    };
  });
}

/**
 * Most detailed form of the pots that fits, and its number of rows.
 *
 * @param {Pot[]} pots
 * @param {number} kitty
 * @param {readonly Band[]} bands Free space for one row, two and so on.
 * @param {(chips: number) => string} money
 * @returns {Telling}
 */
export function tellingOf(pots, kitty, bands, money) {
  for (let level = 0; level <= EACH; level++) {
    const widths = pots.map((pot) => widthAt(level, pot, money));
    if (kitty > 0) widths.push(BARE_PADDING + 4 + widthOf(`${t('kitty')} ${money(kitty)}`) * 1.1);
    for (const [at, { width }] of bands.entries()) {
      if (rowsIn(width, widths) <= at + 1) return { level, rows: rowsIn(width, widths), width };
    }
    // A single pot is shown in full.
    if (pots.length < 2 && level === 1) return { level, rows: 1, width: Math.max(...widths, 0) + 1 };
  }
  return { level: SUM, rows: 1, width: bands[0]?.width ?? 0 };
}

/** @param {number} level @param {Pot} pot @param {(chips: number) => string} money */
function widthAt(level, { label, brief, note, amount }, money) {
  const number = widthOf(money(amount)) * LARGER;
  if (level === EACH) return BARE_PADDING + number;
  const words = widthOf(`${level < 2 ? label : brief} `) * LARGER;
  return PADDING + CHIP + words + GAP + number + (level === 0 && note ? GAP + widthOf(note) : 0);
}

/** Rows needed for things of these widths. @param {number} width @param {number[]} widths */
function rowsIn(width, widths) {
  let rows = 1;
  let left = width;
  for (const one of widths) {
    if (one > width) return Infinity;
    if (one > left) {
      rows += 1;
      left = width;
    }
    left -= one + GAP;
  }
  return rows;
}

/** Players of the main pot who are not in a side pot, or those who are, whichever list is shorter. */
/** @param {Table} table @param {Hand} hand @param {number[]} main @param {number[]} side */
function absentFrom(table, hand, main, side) {
  const name = (/** @type {number} */ seat) => (seat === table.you?.seat ? t('you.in') : (hand.names[seat] ?? String(seat)));
  const out = main.filter((seat) => !side.includes(seat));
  if (out.length === 0) return '';
  return out.length <= side.length ? t('pot.without', { who: list(out.map(name)) }) : t('pot.with', { who: list(side.map(name)) });
}
