// Mixed games in the form.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rulesOf } from '../../lobby/house.js';
import { OWN_TURNS, chooseMix, chosenMix, mixConfig, mixGame } from '../../lobby/mixed.js';

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

test('the games of a host’s own list become the menu of dealers, once each, unless there is a menu', () => {
  const own = { mix: OWN_TURNS, turns: ['two', 'one', 'two'].map((game, key) => ({ key, game, multiplier: 2 })), menu: [] };
  const change = { mix: 'any', search: '', error: null };
  assert.deepEqual(chooseMix(own, choice), { ...change, hasMenu: true, menu: ['two', 'one'].map((game, key) => ({ key, game })) });
  assert.deepEqual(chooseMix({ ...own, menu: [{ key: 9, game: 'three' }] }, choice), change);
  assert.deepEqual(chooseMix({ ...own, mix: 'both' }, choice), change, 'another mix was chosen since');
  assert.deepEqual(chooseMix(own, turns), { ...change, mix: 'both' });
});

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

test('a rotation has the rules that all its games have, and dealers who pick have none of these', () => {
  const holdem = (id, change = {}) =>
    game(id, [2], 9, { deal: 'dd-bbb-b-b-', bomb_pots: true, seven_deuce: true, straddles: true, double_board_seats: 9, ...change });
  const games = [...GAMES, holdem('holdem'), holdem('omaha', { double_board_seats: 8, seven_deuce: false })];
  const of = (/** @type {string[]} */ ...ids) => mixGame({ kind: 'rotation', games: ids.map((id) => ({ game: id })) }, games);
  const rules = (/** @type {any} */ { straddles, bomb_pots, double_board_seats, seven_deuce }) => ({ straddles, bomb_pots, double_board_seats, seven_deuce });
  assert.deepEqual(rules(of('holdem', 'omaha')), { straddles: true, bomb_pots: true, double_board_seats: 8, seven_deuce: false });
  assert.deepEqual(rules(of('holdem', 'holdem')), { straddles: true, bomb_pots: true, double_board_seats: 9, seven_deuce: true });
  const none = { straddles: false, bomb_pots: false, double_board_seats: 0, seven_deuce: false };
  assert.deepEqual(rules(of('one', 'holdem')), none, 'stud has no bomb pots');
  assert.ok(of('one', 'holdem').deal.includes('b'), 'one of them has a board');
  assert.deepEqual(rules(mixGame({ kind: 'dealers_choice', games: [], default: 'holdem' }, games)), none);
  const chosen = { bomb_pot: { every: 5, ante: 2 }, seven_deuce: 1, double_board: 'bomb_pots' };
  const sent = (/** @type {any} */ mixed) => rulesOf(chosen, { game: mixed, seats: 6, isPrivate: false });
  assert.deepEqual(sent(of('holdem', 'omaha')), { bomb_pot: { every: 5, ante: 2 }, double_board: 'bomb_pots' });
  assert.deepEqual(sent(of('one', 'holdem')), {});
});

test('a mix of games that the list does not have is none', () => {
  assert.equal(mixGame({ ...turns, games: [{ game: 'four' }, { game: 'one' }] }, GAMES), undefined);
});

test('a list of one’s own is asked for in its order, once it has two games, at the bets of the dearest', () => {
  const entry = (key, id, limit) => ({ key, game: id, ...(limit && { limit }) });
  const draft = { mix: OWN_TURNS, isOwn: false, turns: [entry(0, 'two')], span: 1, hasMenu: false, pick: 0 };
  assert.equal(mixGame(chosenMix(draft, [], GAMES), GAMES), undefined);
  const turned = { ...draft, turns: [entry(4, 'two', 'fixed'), entry(0, 'three'), entry(5, 'two')] };
  const mix = chosenMix(turned, [turns], GAMES);
  const mixed = mixGame(mix, GAMES);
  assert.deepEqual([mixed.seats_min, mixed.seats_max, mixed.bets], [2, 7, [5]]);
  assert.deepEqual(mixConfig(turned, mix), {
    kind: 'rotation',
    games: [{ game: 'two', limit: 'fixed' }, { game: 'three' }, { game: 'two' }],
    hands: 1,
  });
});

test('a menu names its games, and one of them for dealers who do not answer', () => {
  const many = [...GAMES, game('four', [2], 6, { seats_min: 3 })];
  const draft = { mix: 'any', isOwn: false, hasMenu: true, menu: [], fallback: null, span: 0, pick: 30 };
  assert.equal(mixGame(chosenMix({ ...draft, menu: [] }, [{ ...choice, default: undefined }], many), many, true), undefined);
  const menu = [
    { key: 1, game: 'four' },
    { key: 2, game: 'two' },
    { key: 3, game: 'one' },
  ];
  const mix = chosenMix({ ...draft, menu }, [choice], many);
  // Two players may remain, and the first game of the menu does not suit two.
  assert.deepEqual(mixConfig(draft, mix), {
    kind: 'dealers_choice',
    games: [{ game: 'four' }, { game: 'two' }, { game: 'one' }],
    default: 'two',
    pick_ms: 30_000,
  });
  assert.deepEqual(mixGame(mix, many, true).bets, [10]);
  assert.equal(chosenMix({ ...draft, menu, fallback: 'one' }, [choice], many).default, 'one');
  assert.equal(chosenMix({ ...draft, menu: menu.slice(0, 1), fallback: 'one' }, [choice], many).default, 'three');
});
