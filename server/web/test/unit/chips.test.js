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
    { value: 100, level: 3, chips: 160, next: 500, need: 32 },
  ]);
});
