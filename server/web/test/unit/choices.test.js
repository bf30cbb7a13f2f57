// Pre-actions, presets and the clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lastSecond, timeOf } from '../../table/clock.js';
import { keep, mayPrepare, price, resolve } from '../../table/preaction.js';
import { presets, snap } from '../../table/presets.js';
import { applyClock } from '../../model.js';
import { act, opening, table, tell, turn } from './story.js';

const FREE = [{ kind: 'check' }, { kind: 'bet', min: 10, max: 900 }];
const PRICED = [{ kind: 'fold' }, { kind: 'call', amount: 20 }, { kind: 'raise', min: 40, max: 900 }];

test('a pre-action answers only what it was meant for', () => {
  assert.deepEqual(resolve({ kind: 'check_fold' }, FREE), { kind: 'check' });
  assert.deepEqual(resolve({ kind: 'check_fold' }, PRICED), { kind: 'fold' });
  assert.deepEqual(resolve({ kind: 'check' }, FREE), { kind: 'check' });
  assert.equal(resolve({ kind: 'check' }, PRICED), null);
  assert.deepEqual(resolve({ kind: 'call', price: 20 }, PRICED), { kind: 'call', amount: 20 });
  assert.equal(resolve({ kind: 'call', price: 10 }, PRICED), null);
  assert.equal(resolve({ kind: 'call', price: 20 }, FREE), null);
  assert.deepEqual(resolve({ kind: 'call_any' }, PRICED), { kind: 'call', amount: 20 });
  assert.deepEqual(resolve({ kind: 'call_any' }, FREE), { kind: 'check' });
  assert.deepEqual(resolve({ kind: 'fold_any' }, PRICED), { kind: 'fold' });
  const forced = [{ kind: 'discard', min: 1, max: 1, cards: ['As', 'Kd', '2c'], replaced: false }];
  assert.deepEqual(resolve({ kind: 'fold_any' }, forced), { kind: 'discard', cards: ['As'] });
  assert.equal(resolve({ kind: 'call_any' }, forced), null);
});

test('a pre-action is offered while others act, at the price of that moment', () => {
  const state = tell(table(), ...opening);
  assert.ok(mayPrepare(state));
  assert.equal(price(state), 5);
  const raised = tell(state, act(3, 'raise', 40), turn(2, 2));
  assert.equal(price(raised), 35);
  assert.equal(mayPrepare(tell(raised, turn(3, 1))), false, 'my own turn');
  assert.equal(mayPrepare(tell(raised, act(1, 'fold'))), false, 'folded');
});

test('a new price drops a call and a check, not what was meant for any price', () => {
  const state = tell(table(), ...opening);
  const raised = tell(state, act(3, 'raise', 40), turn(2, 2));
  assert.ok(keep({ kind: 'call', price: 5 }, state));
  assert.equal(keep({ kind: 'call', price: 5 }, raised), null);
  assert.equal(keep({ kind: 'check' }, raised), null);
  assert.ok(keep({ kind: 'call_any' }, raised));
  assert.ok(keep({ kind: 'check_fold' }, raised));
  assert.equal(keep({ kind: 'call_any' }, tell(raised, { kind: 'hand_completed', hand: 7, stacks: [] })), null);
});

test('presets are legal, rising, at most five, and come from the pot', () => {
  const flop = tell(table(), ...opening, { kind: 'pots_formed', pots: [{ amount: 90, seats: [1, 2, 3] }] });
  const hand = { ...flop.hand, pot: 90 };
  const open = presets({ min: 10, max: 900, stack: 900, bet: 0, toCall: 0, hand });
  assert.deepEqual(
    open.map((one) => one.to),
    [30, 45, 68, 90, 900],
  );
  assert.equal(open.at(-1).key, 'preset.all_in');
  const facing = presets({
    min: 120,
    max: 900,
    stack: 900,
    bet: 0,
    toCall: 60,
    hand: { ...hand, pot: 150, bet: 60, raises: 1 },
  });
  assert.deepEqual(
    facing.map((one) => one.to),
    [120, 165, 218, 270, 900],
  );
  const blinds = presets({
    min: 20,
    max: 995,
    stack: 1000,
    bet: 5,
    toCall: 5,
    hand: { ...hand, pot: 15, bet: 10, raises: 0 },
  });
  assert.deepEqual(
    blinds.map((one) => one.to),
    [22, 25, 30, 995],
  );
  assert.equal(blinds.at(-1).key, 'preset.max', 'not the whole stack: a pot limit');
  for (const list of [open, facing, blinds]) {
    assert.ok(list.length <= 5);
    assert.deepEqual(
      [...list].sort((a, b) => a.to - b.to),
      list,
    );
  }
});

test('amounts snap to the step but reach both ends', () => {
  const bounds = { min: 25, max: 997, step: 10 };
  assert.deepEqual(
    [10, 25, 33, 37, 996, 5000].map((value) => snap(value, bounds)),
    [25, 25, 30, 40, 997, 997],
  );
});

test('the clock runs down, then the bank does', () => {
  const clocked = applyClock(tell(table(), ...opening), { turn: 1, left_ms: 20000, banks: [{ seat: 3, left_ms: 60000 }] }, 1000);
  assert.deepEqual(timeOf(clocked, 3, 1000), { left: 20, bank: 60, inBank: false, share: 1 });
  assert.equal(timeOf(clocked, 3, 11000).left, 10);
  const late = timeOf(clocked, 3, 31000);
  assert.deepEqual([late.left, late.bank, late.inBank], [0, 50, true]);
  assert.equal(timeOf(clocked, 3, 999000).bank, 0);
  assert.equal(timeOf(clocked, 1, 1000), null);
  assert.equal(timeOf({ ...clocked, paused: true }, 3, 1000), null);
});

test('the last five seconds of Time that was called are told once each, and no longer than it is asked', () => {
  const clocked = applyClock(tell(table(), ...opening), { turn: 1, left_ms: 20000, banks: [] }, 0);
  const left = (seconds) => ({ ...clocked, clock: { ...clocked.clock, left: seconds * 1000, at: 0 } });
  const called = { turn: clocked.clock.turn, seat: 3, told: 0 };
  assert.equal(lastSecond(left(30), called, 0), null);
  assert.equal(lastSecond(left(30), called, 25_000), 5);
  assert.equal(lastSecond(left(30), { ...called, told: 5 }, 25_400), null);
  assert.equal(lastSecond(left(30), { ...called, told: 2 }, 29_000), 1);
  assert.equal(lastSecond(left(30), called, 30_000), null);
  assert.equal(lastSecond(left(30), { ...called, seat: 9 }, 25_000), undefined);
  assert.equal(lastSecond(left(30), { ...called, turn: called.turn + 1 }, 25_000), undefined);
});

test('all-in is offered as such whatever else comes to the whole stack, for every stack', () => {
  const flop = tell(table(), ...opening, { kind: 'pots_formed', pots: [{ amount: 90, seats: [1, 2, 3] }] });
  for (const hand of [
    { ...flop.hand, pot: 15, bet: 10, raises: 0 },
    { ...flop.hand, pot: 90, bet: 0 },
    { ...flop.hand, pot: 150, bet: 60, raises: 1 },
  ]) {
    for (let stack = 21; stack < 400; stack++) {
      for (const more of [{}, { shares: [25, 100, 150] }, { opens: [2.5, 4] }]) {
        const offered = presets({ min: Math.min(stack, 20), max: stack, stack, bet: 0, toCall: hand.bet, hand, ...more });
        assert.deepEqual([offered.at(-1).key, offered.at(-1).to], ['preset.all_in', stack]);
        assert.equal(new Set(offered.map(({ to }) => to)).size, offered.length, 'no amount twice');
        assert.ok(offered.length <= 5);
      }
    }
  }
  // A pot-limit table stops short of the stack, and says so.
  const hand = { ...flop.hand, pot: 90, bet: 0 };
  assert.equal(presets({ min: 10, max: 90, stack: 900, bet: 0, toCall: 0, hand }).at(-1).key, 'preset.max');
});
