// Chip sets: the stacks that they make, for how many players they last, and when small chips are raced off. Pure.

/** @import { StructureInfo } from '../gen/protocol.d.ts' */

/** Most kinds of chips, chips of a kind, and units of a stack. */
const KINDS = 12;
const COUNT = 100_000;
const UNITS = 20_000;
/** Chips of a stack that is easy to play with. */
const GOOD = 24;
const MOST_CHIPS = 80;

/** Chips of one value. @typedef {{ value: number, count: number }} Chips */

/**
 * A chip set as typed, such as `25x200, 100x150`.
 *
 * @param {string} text
 * @returns {Chips[] | null} Smallest value first; `null` if it cannot be read.
 */
export function setOf(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  if (parts.length === 0 || parts.length > KINDS) return null;
  /** @type {Chips[]} */
  const chips = [];
  for (const part of parts) {
    const [, value, count] = /^(\d{1,9})[x×*](\d{1,6})$/i.exec(part) ?? [];
    const one = { value: Number(value), count: Number(count) };
    if (!one.value || !one.count || one.count > COUNT || chips.some((other) => other.value === one.value)) return null;
    chips.push(one);
  }
  return chips.sort((a, b) => a.value - b.value);
}

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b === 0 ? a : divisor(b, a % b));

/**
 * Chips of each stack when a set is shared by some players: as close to a good number as it allows.
 *
 * @param {Chips[]} set
 * @param {number} stack
 * @param {number} players
 * @returns {Chips[] | null} `null` if the set does not make such stacks for so many.
 */
export function stackOf(set, stack, players) {
  const unit = set.reduce((all, { value }) => divisor(all, value), stack);
  const units = unit > 0 ? stack / unit : 0;
  if (units < 1 || units > UNITS) return null;
  // For each sum, how many chips of the last kind reach it with so many chips in all.
  /** @type {Map<number, Map<number, number[]>>} */
  let reached = new Map([[0, new Map([[0, []]])]]);
  for (const { value, count } of set) {
    const most = Math.min(Math.floor(count / players), MOST_CHIPS);
    const step = value / unit;
    /** @type {Map<number, Map<number, number[]>>} */
    const next = new Map();
    for (const [sum, ways] of reached) {
      for (const [chips, counts] of ways) {
        for (let n = 0; n <= most && sum + n * step <= units && chips + n <= MOST_CHIPS; n++) {
          const at = next.get(sum + n * step) ?? next.set(sum + n * step, new Map()).get(sum + n * step);
          // The way with more small chips stays.
          if (at && !at.has(chips + n)) at.set(chips + n, [...counts, n]);
        }
      }
    }
    reached = next;
  }
  const ways = [...(reached.get(units) ?? [])].sort(([one], [other]) => Math.abs(one - GOOD) - Math.abs(other - GOOD) || one - other);
  if (ways.length === 0) return null;
  const [, counts] = ways[0];
  return set.map(({ value }, at) => ({ value, count: counts[at] }));
}

/** Most players for whom a set makes such stacks. @param {Chips[]} set @param {number} stack @param {number} [limit] */
export function capacityOf(set, stack, limit = 200) {
  let [least, most] = [0, limit];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (stackOf(set, stack, middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/**
 * The chips that a structure stops using, with the level before which each kind is raced off.
 *
 * @param {Chips[]} set
 * @param {Chips[]} stack
 * @param {number} players
 * @param {StructureInfo['levels']} levels
 * @returns {{ value: number, level: number, chips: number, next: number, need: number }[]} `need` chips of the value `next` replace all `chips`.
 */
export function racesOf(set, stack, players, levels) {
  const played = levels.filter((row) => row.kind === 'level');
  return set.flatMap(({ value }, at) => {
    const level = played.find(({ unit }) => unit > value);
    const larger = set.slice(at + 1).find((one) => level && one.value >= level.unit);
    const chips = (stack[at]?.count ?? 0) * players;
    return level && larger && chips > 0 ? [{ value, level: level.level, chips, next: larger.value, need: Math.ceil((chips * value) / larger.value) }] : [];
  });
}
