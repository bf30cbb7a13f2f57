// What the form makes of several games at one table.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mixConfig, mixGame } from '../../lobby/mixed.js';

const game = (id, bets, seats, change = {}) => ({
  id,
  numbers: [],
  name: { en: id, fr: id },
  family: 'stud',
  seats_min: 2,
  seats_max: seats,
  limits: ['fixed'],
  deal: 'dd-',
  high: true,
  low: false,
  small_blind: 0,
  big_blind: 0,
  ante: 1,
  bets,
  ...change,
});
const GAMES = [game('one', [10, 20], 9), game('two', [5, 10], 7), game('three', [1, 2], 8)];
const name = { en: 'Both', fr: 'Les deux' };
const turns = { kind: 'rotation', id: 'both', name, games: [{ game: 'two', multiplier: 2 }, { game: 'one' }] };
const choice = { kind: 'dealers_choice', id: 'any', name, games: [], default: 'three' };

test('a rotation is for as many as each of its games, at the bets that they share', () => {
  const mixed = mixGame(turns, GAMES);
  assert.deepEqual([mixed.seats_min, mixed.seats_max, mixed.bets], [2, 7, [10]]);
  assert.deepEqual([mixed.id, mixed.limits], ['both', []]);
  assert.deepEqual(mixConfig({ span: 4 }, turns), { kind: 'rotation', rotation: 'both', hands: 4 });
  assert.deepEqual(mixConfig({ span: 0 }, turns), { kind: 'rotation', rotation: 'both' });
});

test('the dealer picks at a table for as many as its default game', () => {
  const mixed = mixGame(choice, GAMES);
  assert.deepEqual([mixed.seats_max, mixed.bets], [8, [10]]);
  assert.deepEqual(mixConfig({ span: 4 }, choice), { kind: 'dealers_choice' });
});

test('a mix of games that the list does not have is none', () => {
  assert.equal(mixGame({ ...turns, games: [{ game: 'four' }, { game: 'one' }] }, GAMES), undefined);
});
