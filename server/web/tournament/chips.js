// Chip sets: the stacks that they make, for how many players they last, and when small chips are raced off. Pure.

/** @import { StructureInfo } from '../gen/protocol.d.ts' */

/** Maximum number of kinds of chips, chips of a kind, and units of a stack. */
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
 * Chips of each stack when a set is shared by some players: of as many kinds as it allows, then as close to a good number of chips.
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
  const width = MOST_CHIPS + 1;
  // For each sum and each number of chips, the most kinds that reach it, plus one; 0 if none do.
  let reached = new Uint8Array((units + 1) * width);
  reached[0] = 1;
  const taken = set.map(({ value, count }) => {
    const most = Math.min(Math.floor(count / players), MOST_CHIPS);
    const step = value / unit;
    const next = reached.slice();
    const used = new Uint8Array(next.length);
    for (let from = 0; from < reached.length; from++) {
      const kinds = reached[from] + 1;
      if (kinds === 1) continue;
      const [sum, chips] = [Math.floor(from / width), from % width];
      const last = Math.min(most, MOST_CHIPS - chips, Math.floor((units - sum) / step));
      for (let n = 1; n <= last; n++) {
        const to = from + n * (step * width + 1);
        // Of two ways with as many kinds, that with more small chips stays: it comes later, from a larger sum.
        if (kinds > next[to] || (kinds === next[to] && used[to] > 0)) {
          next[to] = kinds;
          used[to] = n;
        }
      }
    }
    reached = next;
    return { step, used };
  });
  const kinds = (/** @type {number} */ chips) => reached[units * width + chips];
  const ways = Array.from({ length: width }, (_, chips) => chips).filter(kinds);
  ways.sort((one, other) => kinds(other) - kinds(one) || Math.abs(one - GOOD) - Math.abs(other - GOOD) || one - other);
  if (ways.length === 0) return null;
  let [sum, chips] = [units, ways[0]];
  const counts = taken.reverse().map(({ step, used }) => {
    const count = used[sum * width + chips];
    [sum, chips] = [sum - count * step, chips - count];
    return count;
  });
  return set.map(({ value }, at) => ({ value, count: counts[set.length - 1 - at] }));
}

/** Maximum number of players for whom a set makes such stacks. @param {Chips[]} set @param {number} stack @param {number} [limit] */
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
  // Chips in play of each kind: those of a race leave with a later one.
  const inPlay = set.map((_, at) => (stack[at]?.count ?? 0) * players);
  return set.flatMap(({ value }, at) => {
    const level = played.find(({ unit }) => unit > value);
    const chips = inPlay[at];
    const larger = set.map((one, of) => ({ ...one, of, need: Math.ceil((chips * value) / one.value) })).slice(at + 1);
    if (!level || chips === 0 || larger.length === 0) return [];
    const fitting = larger.filter((one) => one.value >= level.unit);
    // The smallest kind that the level needs and that has enough chips left.
    const next = fitting.find(({ count, of, need }) => count - inPlay[of] >= need) ?? fitting[0] ?? larger[larger.length - 1];
    inPlay[at] = 0;
    inPlay[next.of] += next.need;
    return [{ value, level: level.level, chips, next: next.value, need: next.need }];
  });
}
