// Results of hands in words: the deciding kicker, splits, and reasons, on a phone as well.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { apart, handName } from '../../names.js';
import { sayEvent } from '../../table/say.js';
import { tagOf } from '../../table/words.js';
import './catalogue.js';
import { opening, table, tell } from './story.js';

Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { planWaiting } = await import('../../table/waiting.js');

const hand = (category, ...ranks) => ({ category, ranks, cards: [] });
const named = (one, ...others) => handName(apart(one, others));

test('the kicker is named when it decides, and only then', () => {
  setLang('en');
  const nines = hand('one_pair', '9', 'A', 'K', '4');
  assert.equal(named(nines, hand('one_pair', '9', 'K', 'T', '4')), 'Pair of nines, ace kicker');
  assert.equal(named(hand('one_pair', '9', 'K', 'T', '4'), nines), 'Pair of nines, king kicker');
  assert.equal(named(nines, hand('one_pair', '9', 'A', 'Q', '4')), 'Pair of nines, king kicker', 'the second one');
  assert.equal(named(nines, hand('one_pair', '8', 'K', 'T', '4')), 'Pair of nines', 'the pair decides');
  assert.equal(named(nines, hand('two_pair', '9', '8', 'T')), 'Pair of nines', 'the ranking decides');
  assert.equal(named(nines, nines), 'Pair of nines', 'equal hands share');
  assert.equal(named(nines), 'Pair of nines', 'alone');
  assert.equal(named(hand('high_card', 'A', 'K', '9', '5', '3'), hand('high_card', 'A', 'Q', '9', '5', '3')), 'ace high, king kicker');
  assert.equal(named(hand('two_pair', 'A', '9', 'T'), hand('two_pair', 'A', '9', '4')), 'Two pair, aces and nines, ten kicker');
  assert.equal(named(hand('three_of_a_kind', 'K', '9', '2'), hand('three_of_a_kind', 'K', '9', '3')), 'Three kings, two kicker');
  assert.equal(named(hand('four_of_a_kind', 'J', '2'), hand('four_of_a_kind', 'J', '3')), 'Four jacks, two kicker');
  assert.equal(named(hand('flush', 'K', 'J', '7', '4', '2'), hand('flush', 'K', '9', '7', '4', '2')), 'Flush, king high, then the jack');
  assert.equal(named(hand('full_house', '9', 'A'), hand('full_house', '9', 'K')), 'Full house, nines over aces', 'its name tells all of it');
  setLang('fr');
  assert.equal(named(nines, hand('one_pair', '9', 'K', 'T', '4')), 'Paire de neuf, kicker as');
  setLang('en');
});

const shown = (seat, cards, high) => ({ kind: 'hand_shown', seat, cards, high });
const paid = (side, amount, ...shares) => ({ kind: 'pot_awarded', pot: 0, side, amount, shares: shares.map(([seat, n]) => ({ seat, amount: n })) });
const over = { kind: 'hand_completed', hand: 7, stacks: [] };
const ace = shown(2, ['As', 'Kd'], hand('one_pair', '9', 'A', 'K', '4'));
const three = shown(3, ['Kh', '3d'], hand('one_pair', '9', 'K', '4', '3'));

test('plates and sentences tell the kicker as soon as both hands lie open', () => {
  const one = tell(table(), ...opening, ace);
  assert.equal(tagOf(one.seats[2], { ...one, hand: { ...one.hand, over: true } }).text, 'Pair of nines');
  const both = tell(one, three);
  assert.equal(tagOf(both.seats[2], { ...both, hand: { ...both.hand, over: true } }).text, 'Pair of nines, ace kicker');
  assert.equal(tagOf(both.seats[3], { ...both, hand: { ...both.hand, over: true } }).text, 'Pair of nines, king kicker');
  const award = paid('whole', 90, [2, 90]);
  assert.equal(sayEvent(award, tell(both, award)), 'Bo wins 90 with a pair of nines, ace kicker.');
});

/** Text of the bar after a hand. @param {boolean} isWide */
function bar(isWide, ...story) {
  const state = tell(table(), ...opening, ...story, over);
  const room = { isWide, settings: { amounts: 'chips' }, ui: {}, session: {}, app: { hall: { events: new Map() } }, asks: {}, game: () => undefined };
  const { title, sub } = planWaiting(room, state);
  return [title, sub];
}

test('the bar says why, also where it has one line for each', () => {
  assert.deepEqual(bar(true, ace, three, paid('whole', 90, [2, 90]))[0], 'Bo wins 90 with a pair of nines, ace kicker');
  assert.deepEqual(bar(false, ace, three, paid('whole', 90, [2, 90])), ['Bo wins 90', 'Pair of nines, ace kicker']);
});

test('a pot that is shared says by whom, on which side and how much', () => {
  assert.equal(bar(true, ace, three, paid('whole', 90, [2, 45], [3, 45]))[0], 'Won by Bo (45) and Cy (45)');
  assert.equal(bar(true, paid('high', 46, [2, 46]), paid('low', 44, [1, 22], [3, 22]))[0], 'High: Bo (46) · Low: you (22) and Cy (22)');
  assert.equal(bar(false, paid('whole', 60, [2, 60]), { ...paid('whole', 30, [3, 30]), pot: 1 })[0], 'Won by Bo (60) and Cy (30)', 'a side pot');
  assert.equal(
    bar(true, paid('high', 46, [2, 46]), paid('low', 44, [3, 44]), { ...paid('whole', 10, [2, 10]), pot: 1 })[0],
    'High: Bo (46) · Low: Cy (44) · All: Bo (10)',
  );
  assert.equal(bar(true, paid('high', 46, [2, 46]), paid('low', 44, [2, 44]))[0], 'Bo wins 90', 'both sides went to one');
});
