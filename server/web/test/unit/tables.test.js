// Tables beside each other, their places, and the most urgent one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gridOf, patience, placed } from '../../tables.js';
import { dealt, started, table, tell, turn } from './story.js';

test('tables lie beside each other where each has room', () => {
  const tiles = (count, width, height) => {
    const grid = gridOf(count, width, height);
    return grid && grid.columns * grid.rows;
  };
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 12].map((count) => tiles(count, 1440, 900)),
    [null, 2, 4, 4, 6, 6, 6],
  );
  assert.equal(tiles(6, 1439, 900), null, 'narrower windows have tabs');
  assert.equal(tiles(6, 1440, 700), 2, 'a low window has one row');
  assert.equal(tiles(2, 1440, 360), null, 'no row at all');
  assert.equal(tiles(6, 2560, 1440), 6);
});

test('tables keep their places, and the one with the focus has one', () => {
  const open = ['a', 'b', 'c', 'd', 'e'];
  assert.deepEqual(placed([], open, open, 'a', 4), ['a', 'b', 'c', 'd']);
  assert.deepEqual(placed(['c', 'a'], open, open, 'a', 4), ['c', 'a', 'b', 'd'], 'others come behind');
  assert.deepEqual(placed(['c', 'a', 'x'], open, open, 'a', 2), ['c', 'a'], 'closed tables leave');
  assert.deepEqual(placed(['a', 'b'], open, ['b', 'e', 'a', 'c', 'd'], 'e', 2), ['e', 'b'], 'for the one that can wait');
  assert.deepEqual(placed(['a', 'b'], open, open, null, 2), ['a', 'b']);
});

test('a table that asks comes first, by its time, then one with cards, a seat, a view', () => {
  const now = 1000;
  const wait = (shown) => patience(/** @type {any} */ ({ shown }), now);
  const seated = table();
  const dealtIn = tell(seated, started, dealt(2));
  const asked = tell(dealtIn, turn(1, [1]), { kind: 'choices', hand: started.hand, turn: 1, choices: [{ kind: 'check' }], to_call: 0, cards: ['As', 'Kd'] });
  const asks = (left) => ({ ...asked, clock: { turn: 1, at: now, left, banks: {} } });
  const order = [asks(5000), asks(9000), dealtIn, seated, { ...seated, you: null }].map(wait);
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    order,
  );
  assert.equal(new Set(order).size, order.length);
  assert.equal(wait(null), Infinity, 'nothing is known yet');
});
