// Results of events: as text in a form, and between two players.

/** @import { SeasonEvent, SeasonPlace, SeasonResult } from '../gen/protocol.d.ts' */

/**
 * Reads results, one a line: name, knock-outs, rebuys. The place is that of the line; a line that begins with `=` shares the place of the one
 * above. Returns the number of the first line that cannot be read, from 1.
 *
 * @param {string} text
 * @returns {SeasonResult[] | number}
 */
export function readResults(text) {
  /** @type {SeasonResult[]} */
  const results = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    const match = /^\s*(=?)\s*([^,;\t]+?)\s*(?:[,;\t]\s*(\d{1,4})\s*)?(?:[,;\t]\s*(\d{1,4})\s*)?$/.exec(line);
    if (!match) return at + 1;
    const [, shared, name, kos = '0', rebuys = '0'] = match;
    const above = results.at(-1);
    if (shared && !above) return at + 1;
    const place = shared && above ? above.place : results.length + 1;
    results.push({ name, place, knock_outs: Number(kos), rebuys: Number(rebuys) });
  }
  return results;
}

/**
 * The text of results.
 *
 * @param {readonly SeasonPlace[]} results By place.
 * @param {ReadonlyMap<number, string>} names
 */
export const writeResults = (results, names) =>
  results
    .map(({ person, place, knock_outs: kos, rebuys }, at) => `${place === results[at - 1]?.place ? '= ' : ''}${names.get(person) ?? ''}, ${kos}, ${rebuys}`)
    .join('\n');

/**
 * How often a player was ahead of each other one, and behind, in events that both played; those met most often first.
 *
 * @param {readonly SeasonEvent[]} events
 * @param {number} person
 */
export function headToHead(events, person) {
  /** @type {Map<number, { person: number, ahead: number, behind: number }>} */
  const others = new Map();
  for (const { results } of events) {
    const own = results.find((result) => result.person === person);
    if (!own) continue;
    for (const { person: other, place } of results) {
      if (other === person) continue;
      const line = others.get(other) ?? { person: other, ahead: 0, behind: 0 };
      others.set(other, { ...line, ahead: line.ahead + Number(own.place < place), behind: line.behind + Number(own.place > place) });
    }
  }
  return [...others.values()].sort((one, other) => other.ahead + other.behind - one.ahead - one.behind);
}

/** Lines that fit on a wall, and the time for which they stand there if there are more. */
const WALL_LINES = 10;
export const TURN_MS = 12_000;

/**
 * Lines on the wall at a time. All lines take turns, in pages.
 *
 * @template T
 * @param {readonly T[]} lines
 * @param {number} now In milliseconds.
 * @returns {{ lines: readonly T[], page: number, pages: number }} `page` counts from 0.
 */
export function turnAt(lines, now) {
  const pages = Math.max(1, Math.ceil(lines.length / WALL_LINES));
  const page = Math.floor(now / TURN_MS) % pages;
  return { lines: lines.slice(page * WALL_LINES, (page + 1) * WALL_LINES), page, pages };
}
