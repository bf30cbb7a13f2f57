// Moves to be carried out at real tables: a list to tick off, by table. They follow from the seats, so none is missed while the page was closed.

/** @import { Tournament } from './model.js' */

import { h } from '../dom.js';
import { num, t } from '../i18n.js';
import { nameOf } from './floor-words.js';

/** A seat, as table and number. @typedef {[number, number]} Seat */
/** @typedef {{ player: number, from: Seat | null, to: Seat }} Move */
/** Seats at the last look, moves to carry out, and the last seats of players who are out. @typedef {{ seats: Record<string, Seat>, open: Move[], left: Record<string, Seat> }} Known */

/** @type {Known} */
const NOTHING = { seats: {}, open: [], left: {} };

/** @param {Seat | null} one @param {Seat | null} other */
const isSame = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** All seats by player. @param {Pick<Tournament, 'tables'>} live @returns {Record<string, Seat>} */
const seatsIn = ({ tables }) =>
  Object.fromEntries(Object.values(tables).flatMap(({ no, seats }) => Object.entries(seats).map(([seat, { player }]) => [player, [no, Number(seat)]])));

/**
 * The moves to carry out once the seats are those of a state. Seats drawn at the start are no moves, and neither is the seat of a player
 * whose elimination is undone.
 *
 * @param {Known} known
 * @param {Pick<Tournament, 'tables'>} live
 * @returns {Known}
 */
export function movesAfter({ seats: before, open, left }, live) {
  const seats = seatsIn(live);
  const isFirst = Object.keys(before).length === 0;
  /** @type {Move[]} */
  const moves = [];
  for (const [player, to] of Object.entries(seats)) {
    const waiting = open.find((one) => String(one.player) === player);
    const from = waiting ? waiting.from : (before[player] ?? null);
    const isBack = !before[player] && isSame(left[player] ?? null, to);
    const isMoved = waiting ? !isSame(from, to) : !isFirst && !isBack && !isSame(from, to);
    if (isMoved) moves.push({ player: Number(player), from, to });
  }
  const gone = Object.entries({ ...left, ...before }).filter(([player]) => !seats[player]);
  return { seats, open: moves, left: Object.fromEntries(gone) };
}

/** @param {string | null} text @returns {Known} */
export function readMoves(text) {
  try {
    const { seats, open, left = {} } = JSON.parse(text ?? 'null') ?? NOTHING;
    const isSeat = (/** @type {unknown} */ seat) => Array.isArray(seat) && seat.length === 2 && seat.every(Number.isSafeInteger);
    const isSound =
      [seats, left].every((some) => Object.values(some).every(isSeat)) &&
      open.every((/** @type {Move} */ one) => Number.isSafeInteger(one.player) && isSeat(one.to) && (one.from === null || isSeat(one.from)));
    return isSound ? { seats, open, left } : NOTHING;
  } catch {
    return NOTHING;
  }
}

export class Moves {
  /** @type {Known | null} */
  #known = null;
  #id;
  #changed;

  /** @param {string} id Of the tournament. @param {() => void} changed */
  constructor(id, changed) {
    this.#id = id;
    this.#changed = changed;
  }

  get #key() {
    // The invitation of a private event is part of its name, and no part of what is kept.
    return `poker.moves.${parseInt(this.#id, 10)}`;
  }

  /** @param {Known} known */
  #keep(known) {
    this.#known = known;
    try {
      localStorage.setItem(this.#key, JSON.stringify(known));
    } catch {
      // If storage is blocked, the list lasts as long as the page.
    }
  }

  /** Compares the seats with those of the last look. @param {Tournament} live */
  look(live) {
    if (!live.summary.live || Object.keys(live.tables).length < live.tableCount) return;
    this.#known ??= readMoves(localStorage.getItem(this.#key));
    const next = movesAfter(this.#known, live);
    if (JSON.stringify(next) !== JSON.stringify(this.#known)) this.#keep(next);
  }

  /** @param {Move} move */
  #tick(move) {
    if (this.#known) this.#keep({ ...this.#known, open: this.#known.open.filter((one) => one !== move) });
    this.#changed();
  }

  /** The open moves, by the table that the player leaves. @param {Tournament} live */
  view(live) {
    const open = this.#known?.open ?? [];
    if (open.length === 0) return null;
    const tables = [...new Set(open.map(({ from }) => from?.[0] ?? 0))].sort((a, b) => a - b);
    return h(
      'section',
      { key: 'moves', class: 't-part floor-moves', 'aria-labelledby': 'floor-moves' },
      h('h2', { id: 'floor-moves' }, t('floor.moves'), h('span', { class: 'count' }, num(open.length))),
      tables.flatMap((no) => [
        h('h3', { key: `table-${no}` }, no === 0 ? t('floor.moves.new') : t('t.table.n', { n: no })),
        h(
          'ul',
          { key: `moves-${no}` },
          open
            .filter(({ from }) => (from?.[0] ?? 0) === no)
            .map((move) => {
              const to = t('wall.seat', { table: move.to[0], seat: move.to[1] });
              const text = t('floor.moves.to', { who: nameOf(live, move.player), to });
              return h(
                'li',
                { key: move.player },
                h(
                  'label',
                  { class: 'check' },
                  h('input', { type: 'checkbox', prop: { checked: false }, on: { change: () => this.#tick(move) } }),
                  h('span', null, move.from ? `${num(move.from[1])} · ${text}` : text),
                ),
              );
            }),
        ),
      ]),
    );
  }
}
