// Comparison of answers with the advice of hints.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { advised } from '../../practice/advice.js';

const HINT = { hand: 1, turn: 1, pot: 30, price: 10, needed: 250, costs: [], chance: { samples: 1, win: 1, tie: 0, share: 1, fair: 1 } };
const BETS = [{ kind: 'fold' }, { kind: 'call', amount: 10 }, { kind: 'raise', min: 20, max: 90 }];
const FREE = [{ kind: 'check' }, { kind: 'bet', min: 10, max: 90 }];

/** @param {any} hint @param {any[]} choices @param {any} action */
const how = (hint, choices, action) => advised({ ...HINT, ...hint }, choices, action);

test('prices are paid, called or folded', () => {
  for (const reason of ['price_bad', 'drawing_dead']) {
    assert.equal(how({ reason }, BETS, { kind: 'fold' }), 'as', reason);
    assert.equal(how({ reason }, BETS, { kind: 'call' }), 'other', reason);
  }
  assert.equal(how({ reason: 'price_good' }, BETS, { kind: 'call', amount: 10 }), 'as');
  assert.equal(how({ reason: 'price_good' }, BETS, { kind: 'raise', to: 20 }), 'as');
  assert.equal(how({ reason: 'price_good' }, BETS, { kind: 'fold' }), 'other');
});

test('good hands bet, where that can be done', () => {
  for (const reason of ['value', 'sure']) {
    assert.equal(how({ reason }, FREE, { kind: 'bet', to: 20 }), 'as', reason);
    assert.equal(how({ reason }, FREE, { kind: 'check' }), 'other', reason);
    assert.equal(how({ reason }, BETS.slice(0, 2), { kind: 'call', amount: 10 }), 'as', reason);
  }
  assert.equal(how({ reason: 'free' }, FREE, { kind: 'check' }), 'as');
  assert.equal(how({ reason: 'free' }, FREE, { kind: 'bet', to: 20 }), 'other');
});

test('the same cards are discarded, in any order', () => {
  const draw = [{ kind: 'discard', min: 0, max: 5, cards: ['2c', '3d', '4h'], replaced: true }];
  assert.equal(how({ reason: 'throw', cards: ['2c', '4h'] }, draw, { kind: 'discard', cards: ['4h', '2c'] }), 'as');
  assert.equal(how({ reason: 'throw', cards: ['2c', '4h'] }, draw, { kind: 'discard', cards: ['2c'] }), 'other');
  assert.equal(how({ reason: 'stand_pat' }, draw, { kind: 'discard', cards: [] }), 'as');
  assert.equal(how({ reason: 'stand_pat' }, draw, { kind: 'discard', cards: ['2c'] }), 'other');
});

test('a side is declared, and what numbers do not decide is left to the player', () => {
  const declare = [{ kind: 'declare', options: ['high', 'low', 'both'] }];
  assert.equal(how({ reason: 'side', side: 'low' }, declare, { kind: 'declare', sides: 'low' }), 'as');
  assert.equal(how({ reason: 'side', side: 'low' }, declare, { kind: 'declare', sides: 'both' }), 'other');
  assert.equal(how({ reason: 'open' }, [{ kind: 'keep' }, { kind: 'flip' }], { kind: 'flip' }), 'open');
});
