// Parts of a hand on a rules page, and the rank of a hand among examples.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placeOf } from '../../rules/ranking.js';
import { partAt, partsOf } from '../../rules/streets.js';

test('a deal falls into its parts, each with the cards that come', () => {
  const holdem = partsOf({ deal: 'dd-bbb-b-b-' });
  assert.deepEqual(
    holdem.map(({ own, board }) => [own.length, board.length]),
    [
      [2, 0],
      [0, 3],
      [0, 1],
      [0, 1],
    ],
  );
  assert.deepEqual(holdem.at(-1).street, { cards: 2, board: 5, draws: 0, rolls: 0, phase: 'bet' });
  const draw = partsOf({ deal: 'ddddd-x-' });
  assert.deepEqual(
    draw.map(({ street }) => street.phase),
    ['bet', 'draw', 'bet'],
  );
  assert.equal(draw[2].street.draws, 1);
  const declared = partsOf({ deal: 'ddu-u-u-u-d-?' });
  assert.deepEqual([declared.at(-1).street.phase, declared.at(-1).street.cards], ['declare', 7]);
  const turned = partsOf({ deal: 'dhv-v-' });
  assert.deepEqual(
    turned.map(({ board, street }) => [board.join(), street.board]),
    [
      ['down,turned', 1],
      ['turned', 2],
    ],
  );
  assert.deepEqual(
    partsOf({ deal: 'uuuuu' }).map(({ street }) => street.phase),
    ['showdown'],
  );
});

test('a street at the table is found among the parts', () => {
  const parts = partsOf({ deal: 'ddu-u-u-u-d-' });
  assert.equal(partAt(parts, { cards: 5, board: 0, draws: 0, rolls: 0, phase: 'bet' }), 2);
  // A bought card adds one.
  assert.equal(partAt(parts, { cards: 9, board: 0, draws: 0, rolls: 0, phase: 'bet' }), 4);
  assert.equal(partAt(parts, { cards: 5, board: 0, draws: 0, rolls: 0, phase: 'draw' }), -1);
});

test('a hand stands with the example of its kind', () => {
  const hand = (category, ...ranks) => ({ category, ranks, cards: [] });
  const high = {
    ranking: 'high',
    side: 'high',
    hands: [hand('straight_flush', 'A'), hand('straight_flush', '9'), hand('flush', 'Q', 'T'), hand('one_pair', '8')],
  };
  assert.equal(placeOf(high, hand('straight_flush', 'A')), 0);
  assert.equal(placeOf(high, hand('straight_flush', '6')), 1);
  assert.equal(placeOf(high, hand('one_pair', 'A')), 3);
  assert.equal(placeOf(high, hand('five_of_a_kind', 'A')), -1);
  assert.equal(placeOf(high, null), -1);
  const low = { ranking: '8-or-better', side: 'low', hands: [hand('low', '5'), hand('low', '6'), hand('low', '8')] };
  assert.equal(placeOf(low, hand('low', '6', '5')), 1);
});
