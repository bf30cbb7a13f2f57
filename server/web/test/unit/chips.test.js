// Chip sets: what they make, how far they go, when small chips leave.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { capacityOf, racesOf, setOf, stackOf } from '../../tournament/chips.js';

const SET = '25x300 100x300 500x200 1000x100';

test('a set is read as it is typed, smallest first', () => {
  assert.deepEqual(setOf('100x50, 25×200'), [
    { value: 25, count: 200 },
    { value: 100, count: 50 },
  ]);
  for (const wrong of [
    '',
    '25',
    '0x5',
    '25x0',
    '25x200 25x100',
    '-25x3',
    '25x1e3',
    '1.5x3',
    '9999999999x1',
    'x',
    Array.from({ length: 13 }, (_, at) => `${at + 1}x1`).join(' '),
  ])
    assert.equal(setOf(wrong), null, wrong);
});

test('stacks add up, and no set gives more than it has', () => {
  const set = setOf(SET) ?? assert.fail();
  for (const players of [1, 9, 20, 27]) {
    for (const stack of [1500, 3000, 5000]) {
      const made = stackOf(set, stack, players);
      if (!made) continue;
      assert.equal(
        made.reduce((sum, { value, count }) => sum + value * count, 0),
        stack,
      );
      made.forEach(({ count }, at) => assert.ok(count * players <= set[at].count, `${players} players, ${stack}`));
    }
  }
  assert.ok(stackOf(set, 3000, 20));
  assert.equal(stackOf(set, 3010, 1), null, 'no chip is small enough');
  assert.equal(stackOf(setOf('7x100') ?? [], 9_007_199_254_740_991, 1), null, 'and a stack of too many units is not tried');
});

test('the capacity is the last number of players that works', () => {
  const set = setOf(SET) ?? assert.fail();
  const most = capacityOf(set, 3000);
  assert.ok(most > 20, String(most));
  assert.ok(stackOf(set, 3000, most));
  assert.equal(stackOf(set, 3000, most + 1), null);
  assert.equal(capacityOf(setOf('25x10') ?? [], 3000), 0);
});

test('small chips are raced off before the first level that does not need them', () => {
  const set = setOf('25x300 100x300 500x200') ?? assert.fail();
  const stack = [
    { value: 25, count: 8 },
    { value: 100, count: 8 },
    { value: 500, count: 4 },
  ];
  const level = (level, unit) =>
    /** @type {const} */ ({ kind: 'level', level, unit, small_blind: unit, big_blind: 2 * unit, ante: 0, duration: 600, game: 'x' });
  const levels = [level(1, 25), { kind: /** @type {const} */ ('break'), duration: 300 }, level(2, 100), level(3, 500)];
  assert.deepEqual(racesOf(set, stack, 20, levels), [
    { value: 25, level: 2, chips: 160, next: 100, need: 40 },
    { value: 100, level: 3, chips: 200, next: 500, need: 40 },
  ]);
});

/** Numbers from 0 to below `n`, the same for the same seed. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return (/** @type {number} */ n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

/** A set of two to five kinds as clubs own them, a stack and a number of players. @param {ReturnType<typeof numbers>} below */
function club(below) {
  const values = [25, 50, 100, 500, 1000, 5000].filter(() => below(3) > 0).slice(0, 5);
  const set = values.map((value) => ({ value, count: 20 + below(200) }));
  return { set, stack: (values[0] ?? 25) * (10 + below(80)), players: 2 + below(12) };
}

/** Maximum number of kinds in a stack of a set, by trying all. @param {{ value: number, count: number }[]} set @param {number} stack @param {number} players @param {number} [room] */
function mostKinds(set, stack, players, room = 80) {
  const [first, ...others] = set;
  if (!first) return stack === 0 ? 0 : -1;
  let best = -1;
  for (let n = 0; n * first.value <= stack && n <= Math.min(room, Math.floor(first.count / players)); n++) {
    const rest = mostKinds(others, stack - n * first.value, players, room - n);
    if (rest >= 0) best = Math.max(best, rest + (n > 0 ? 1 : 0));
  }
  return best;
}

test('no kind that a stack can have is left out of it', () => {
  const below = numbers(7);
  let made = 0;
  for (let n = 0; n < 300; n++) {
    const { set, stack, players } = club(below);
    const chips = stackOf(set, stack, players);
    const most = mostKinds(set, stack, players);
    assert.equal(chips === null, most < 0, JSON.stringify({ set, stack, players }));
    if (!chips) continue;
    made += 1;
    assert.equal(chips.filter(({ count }) => count > 0).length, most, JSON.stringify({ set, stack, players, chips }));
  }
  assert.ok(made > 100, String(made));
});

test('once a level needs no smaller chips, none are left in play that larger ones can replace', () => {
  const below = numbers(11);
  let raced = 0;
  for (let n = 0; n < 300; n++) {
    const { set, stack, players } = club(below);
    const made = stackOf(set, stack, players);
    if (!made) continue;
    const units = set.map(({ value }) => value).filter((_, at) => at === 0 || below(3) > 0);
    const levels = units.map((unit, at) => /** @type {any} */ ({ kind: 'level', level: at + 1, unit }));
    const play = new Map(made.map(({ value, count }) => [value, count * players]));
    for (const { value, chips, next, need, level } of racesOf(set, made, players, levels)) {
      const why = JSON.stringify({ set, stack, players, value, level });
      assert.equal(chips, play.get(value), `all of them: ${why}`);
      assert.ok(next > value && need * next >= chips * value && (need - 1) * next < chips * value, why);
      play.set(value, 0);
      play.set(next, (play.get(next) ?? 0) + need);
      raced += 1;
    }
    const last = units.at(-1) ?? 0;
    for (const [value, left] of play) assert.ok(left === 0 || value >= last, JSON.stringify({ set, stack, players, units, value, left }));
  }
  assert.ok(raced > 100, String(raced));
});

test('chips that came with a race leave with one, and a kind of which too few are owned is passed over', () => {
  const level = (/** @type {number} */ at, /** @type {number} */ unit) => /** @type {any} */ ({ kind: 'level', level: at, unit });
  const set = setOf('25x400 100x100 500x100 1000x50') ?? assert.fail();
  const stack = [25, 100, 500, 1000].map((value, at) => ({ value, count: [16, 0, 2, 0][at] }));
  assert.deepEqual(racesOf(set, stack, 20, [level(1, 25), level(2, 100), level(3, 500)]), [
    { value: 25, level: 2, chips: 320, next: 100, need: 80 },
    { value: 100, level: 3, chips: 80, next: 500, need: 16 },
  ]);
  const few = setOf('25x400 100x50 500x100') ?? assert.fail();
  assert.deepEqual(racesOf(few, stack, 20, [level(1, 25), level(2, 100)]), [{ value: 25, level: 2, chips: 320, next: 500, need: 16 }]);
});
