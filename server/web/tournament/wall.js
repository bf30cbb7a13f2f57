// Additional content of a wall screen: the next break, the prizes in sight, the seats at the start. Pure.

/** @import { Entrant, EventTable } from '../gen/protocol.d.ts' */
/** @import { Tournament } from './model.js' */

import { byName } from '../i18n.js';
import { isEntryPeriod, PRIZES_TOLD, timeLeft } from './model.js';

/** Time for which seats are shown after play has begun, in milliseconds, and the time per page. */
const DRAW_MS = 180_000;
const PAGE_MS = 12_000;

/**
 * Milliseconds until the next break of the structure; `null` during a break, without one, or if breaks are hourly.
 *
 * @param {Tournament} t0
 * @param {number} now
 */
export function breakIn(t0, now) {
  const { structure, level, clock } = t0;
  const left = timeLeft(t0, now);
  const at = structure.levels.findIndex((row) => row.kind === 'level' && row.level === level?.level);
  if (at < 0 || left === null || clock?.break) return null;
  const rows = structure.levels.slice(at + 1);
  const next = rows.findIndex((row) => row.kind === 'break');
  return next < 0 ? null : rows.slice(0, next).reduce((sum, { duration }) => sum + 1000 * duration, left);
}

/**
 * Consecutive places with the same prize.
 *
 * @typedef {object} Prize
 * @property {number} best
 * @property {number} worst
 * @property {number} prize
 * @property {boolean} isNext `true` if the next player out gets it.
 * @property {boolean} isPaid `true` if all its places are taken.
 */

/** All prizes, with equal ones of neighbouring places combined. @param {Tournament} t0 @returns {Prize[]} */
function grouped(t0) {
  const { prizes, summary } = t0;
  const { phase, alive } = summary;
  const isUnder = phase === 'running' || phase === 'paused';
  /** @type {Prize[]} */
  const groups = [];
  prizes.forEach((prize, at) => {
    const last = groups.at(-1);
    if (last?.prize === prize) last.worst = at + 1;
    else groups.push({ best: at + 1, worst: at + 1, prize, isNext: false, isPaid: false });
  });
  if (!isUnder || isEntryPeriod(t0)) return groups;
  return groups.map((group) => ({ ...group, isNext: group.best <= alive && alive <= group.worst, isPaid: group.best > alive }));
}

/**
 * Prizes that fit on a screen: the first ones and those at stake, with `null` for a gap between them.
 *
 * @param {Tournament} t0
 * @param {number} most At least 5.
 * @returns {(Prize | null)[]}
 */
export function prizesInSight(t0, most) {
  const all = grouped(t0);
  if (all.length <= most) return all;
  const next = all.findIndex(({ isNext }) => isNext);
  const end = next < 0 ? all.length : next + 1;
  if (end <= most) return all.slice(0, most);
  return [...all.slice(0, 3), null, ...all.slice(end - (most - 4), end)];
}

/**
 * Prize of the next player out or, while that is nothing, the first paid place; `null` while entries may change it.
 *
 * @param {Tournament} t0
 * @returns {{ place: number, prize: number, isNext: boolean } | null}
 */
export function nextPrize(t0) {
  const { alive, phase } = t0.summary;
  const { prizes } = t0;
  if (isEntryPeriod(t0) || alive < 2 || !['running', 'paused'].includes(phase)) return null;
  if (alive <= prizes.length) return { place: alive, prize: prizes[alive - 1], isNext: true };
  // If the list is longer, a state has only the first prizes.
  if (prizes.length === 0 || prizes.length >= PRIZES_TOLD) return null;
  return { place: prizes.length, prize: prizes[prizes.length - 1], isNext: false };
}

/** A player's initial seat. @typedef {{ player: number, name: string, table: number, seat: number }} Drawn */

/**
 * Players and their seats, by name.
 *
 * @param {Iterable<Pick<Entrant, 'player' | 'who'>>} entrants
 * @param {Iterable<Pick<EventTable, 'no' | 'seats'>>} tables
 * @returns {Drawn[]}
 */
export function seatsByName(entrants, tables) {
  const names = new Map([...entrants].map(({ player, who }) => [player, who.name]));
  return [...tables]
    .flatMap(({ no, seats }) => seats.map(([seat, player]) => ({ player, name: names.get(player) ?? '', table: no, seat })))
    .filter(({ name }) => name !== '')
    .sort((a, b) => byName(a.name, b.name) || a.player - b.player);
}

/** Seats as in the model of a tournament. @param {Tournament} t0 @returns {Drawn[]} */
export const seatsOf = ({ entrants, tables }) =>
  seatsByName(
    Object.values(entrants),
    Object.values(tables).map(({ no, seats }) => ({
      no,
      seats: Object.entries(seats).map(([seat, { player, stack }]) => /** @type {[number, number, number]} */ ([Number(seat), player, stack])),
    })),
  );

/** Milliseconds since play began, `null` if it is not in progress. @param {Tournament} t0 @param {number} now */
function begunFor({ clock, summary, paused }, now) {
  if (summary.phase !== 'running' || !clock || clock.level !== 1 || clock.break) return null;
  return clock.elapsed_ms + (clock.running && paused === null ? Math.max(0, now - clock.at) : 0);
}

/**
 * Page of the seats to show; `null` once play is well under way. Every page is shown at least once.
 *
 * @param {Tournament} t0
 * @param {number} pages
 * @param {number} now
 */
export function drawPage(t0, pages, now) {
  const begun = begunFor(t0, now);
  if (begun === null || pages === 0 || begun >= Math.max(DRAW_MS, pages * PAGE_MS)) return null;
  return Math.floor(begun / PAGE_MS) % pages;
}
