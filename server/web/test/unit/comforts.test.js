// Custom keys, custom bet sizes, and automatic purchases and shown cards.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DEFAULTS, readSettings } from '../../settings.js';
import { ACTIONS, actionsOf, boundKey, conflictOf, keyLabel, keyOf, withKey } from '../../table/keys.js';
import { presets } from '../../table/presets.js';
import { legalSize, ownSizes, stepOf, withSizes } from '../../table/sizes.js';
import { cardsToShow, chipsToBuy } from '../../table/upkeep.js';

test('no two keys conflict as they come, and each does what it is bound to', () => {
  for (const { id, key } of ACTIONS) {
    assert.equal(conflictOf(DEFAULTS, id, key), undefined, id);
    assert.ok(actionsOf(DEFAULTS, key).includes(id), id);
  }
  assert.deepEqual(actionsOf(DEFAULTS, 'b'), ['amount', 'both'], 'one of betting, one of choosing');
  assert.deepEqual(actionsOf(DEFAULTS, 'S+g'), ['hands']);
  assert.deepEqual(actionsOf(DEFAULTS, 'S+f'), ['fold'], 'Shift with a letter that has nothing else');
});

test('a custom key replaces the usual one, and a taken one is refused', () => {
  const settings = { keys: withKey(DEFAULTS, 'fold', 'x') };
  assert.equal(boundKey(settings, 'fold'), 'x');
  assert.deepEqual([actionsOf(settings, 'f'), actionsOf(settings, 'x')], [[], ['fold']]);
  assert.equal(conflictOf(settings, 'raise', 'c'), 'call');
  assert.equal(conflictOf(settings, 'amount', 'h'), undefined, 'high is of choosing');
  assert.equal(conflictOf(settings, 'state', 'h'), 'high', 'what is always meant conflicts with all');
  assert.deepEqual(withKey(settings, 'fold', 'f'), {}, 'what is as usual is not kept');
});

test('keys are read alike on all keyboards', () => {
  assert.equal(keyOf({ key: 'G', shiftKey: true }), 'S+g');
  assert.equal(keyOf({ key: 'G', shiftKey: false }), 'g', 'Caps Lock');
  assert.equal(keyOf({ key: '1', shiftKey: true }), '1');
  assert.equal(keyOf({ key: '?', shiftKey: true }), '?');
  assert.equal(keyOf({ key: 'PageUp', shiftKey: false }), 'PageUp');
  for (const key of [' ', 'Escape', 'F5', 'ArrowUp']) assert.equal(keyOf({ key, shiftKey: false }), null, key);
  assert.deepEqual(['S+g', 'Enter', 'f'].map(keyLabel), ['⇧G', '↵', 'F']);
});

test('custom amounts are bounded and rising, and stored nonsense counts as none', () => {
  assert.deepEqual(
    [9, 10, 400, 401, 50.4, NaN].map((n) => legalSize('share', n)),
    [null, 10, 400, null, 50, null],
  );
  assert.deepEqual(
    [1.9, 2, 2.25, 20, 21].map((n) => legalSize('open', n)),
    [null, 2, 2.3, 20, null],
  );
  const sizes = withSizes(DEFAULTS, 'nl', 'share', [80, 40, 40, 9000, 'x']);
  assert.deepEqual(ownSizes({ sizes }, 'nl', 'share'), [40, 80]);
  assert.equal(ownSizes({ sizes }, 'pot', 'share'), null);
  assert.equal(ownSizes({ sizes: { nl: null } }, 'nl', 'open'), null);
  const info = { big_blind: 10, bets: [] };
  assert.deepEqual(
    [0.5, 2, 0, 99].map((betStep) => stepOf({ betStep }, info)),
    [5, 20, 10, 10],
  );
});

test('custom amounts are offered in place of the usual ones', () => {
  const hand = { pot: 100, bet: 0, raises: 0 };
  const spot = { min: 10, max: 900, stack: 900, bet: 0, toCall: 0, hand };
  const offered = presets({ ...spot, shares: [25, 100, 150] });
  assert.deepEqual(
    offered.map(({ to }) => to),
    [10, 25, 100, 150, 900],
  );
  assert.deepEqual(offered[1], { key: 'preset.share', params: { n: 25 }, to: 25 });
  assert.deepEqual(
    presets({ ...spot, shares: [] }).map(({ to }) => to),
    [10, 900],
    'none but the bounds',
  );
  const blinds = { ...spot, min: 20, hand: { pot: 15, bet: 10, raises: 0 }, toCall: 10 };
  assert.deepEqual(
    presets({ ...blinds, opens: [4, 5] })
      .map(({ to }) => to)
      .slice(0, 2),
    [40, 50],
  );
});

test('what was stored of the settings is taken only as far as it can be meant', () => {
  const stored = JSON.stringify({ deck: 'rainbow', face: 'large', keys: null, sizes: [], betStep: '3', hand: 'left' });
  const { deck, face, keys, sizes, betStep, hand } = readSettings(stored, ['en']);
  assert.deepEqual({ deck, face, keys, sizes, betStep, hand }, { deck: 'four', face: 'large', keys: {}, sizes: {}, betStep: 1, hand: 'left' });
});

const table = (stack, more = {}) => ({
  info: { big_blind: 10, bets: [], buy_in_min: 200, buy_in_max: 1000, session: {}, tournament: null, ...more.info },
  you: { seat: 1, rebuyPending: 0, ...more.you },
  seats: { 1: { stack, status: stack ? 'active' : 'busted', ...more.seat } },
  hand: more.hand ?? null,
});

test('chips are bought between hands, within the table and the account, and never in tournaments', () => {
  const on = { autoRebuy: true, autoTopUp: true, topUpBelow: 50, topUpTo: 80 };
  const off = { ...on, autoRebuy: false, autoTopUp: false };
  assert.equal(chipsToBuy(table(0), off, 5000), 0);
  assert.equal(chipsToBuy(table(0), { ...on, autoTopUp: false }, 5000), 1000, 'as at the first time');
  assert.equal(chipsToBuy(table(0), on, 5000), 800);
  assert.equal(chipsToBuy(table(0), on, 199), 0, 'less than the table asks for');
  assert.equal(chipsToBuy(table(499), on, 5000), 301);
  assert.equal(chipsToBuy(table(499), on, 100), 100);
  assert.equal(chipsToBuy(table(500), on, 5000), 0);
  assert.equal(chipsToBuy(table(100), { ...on, topUpTo: 1000 }, 5000), 900, 'the most of the table');
  assert.equal(chipsToBuy(table(100, { hand: { over: false } }), on, 5000), 0);
  assert.equal(chipsToBuy(table(100, { hand: { over: true } }), on, 5000), 700);
  assert.equal(chipsToBuy(table(100, { you: { rebuyPending: 5 } }), on, 5000), 0);
  assert.equal(chipsToBuy(table(100, { seat: { status: 'sitting_out' } }), on, 5000), 0);
  assert.equal(chipsToBuy(table(0, { info: { tournament: {} } }), on, 5000), 0);
  assert.equal(chipsToBuy(table(0, { info: { session: { free_stacks: 2 } } }), on, 5000), 0);
});

test('cards are shown by themselves only where asked for, and never those of a hand that was given up', () => {
  const play = (more) => ({ cards: ['As', 'Kd'], shown: ['As'], folded: false, ...more });
  const over = (more) => table(500, { seat: { play: play(more) }, hand: { over: true } });
  assert.deepEqual(cardsToShow(over(), { afterHand: 'show' }), ['Kd']);
  assert.deepEqual(cardsToShow(over(), { afterHand: 'ask' }), []);
  assert.deepEqual(cardsToShow(over({ folded: true }), { afterHand: 'show' }), []);
  assert.deepEqual(cardsToShow(table(500, { seat: { play: play() }, hand: { over: false } }), { afterHand: 'show' }), []);
});
