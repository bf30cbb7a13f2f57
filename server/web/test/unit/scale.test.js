// The slider of a bet: fine up to the pot, coarser beyond it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { snap } from '../../table/presets.js';
import { amountAt, LENGTH, placeOf, stepAt } from '../../table/scale.js';

const DEEP = { min: 20, max: 10_000, pot: 300 };

test('most of the slider is for amounts up to the pot, wherever the pot lies', () => {
  for (const bounds of [DEEP, { min: 2, max: 200, pot: 7 }, { min: 100, max: 2 ** 53 - 1, pot: 5000 }]) {
    const pot = placeOf(bounds.pot, bounds);
    assert.ok(pot > LENGTH / 2 && pot < LENGTH, `${pot}`);
    assert.equal(placeOf(bounds.min, bounds), 0);
    assert.equal(placeOf(bounds.max, bounds), LENGTH);
    // Twice the pot is nearer to the pot than to the end: what lies beyond is worth more with each step.
    const twice = placeOf(2 * bounds.pot, bounds);
    assert.ok(twice > pot && twice < LENGTH);
  }
});

test('a position and its amount agree, and more is always further right', () => {
  const all = [DEEP, { min: 20, max: 300, pot: 300 }, { min: 500, max: 4000, pot: 300 }, { min: 20, max: 250, pot: 300 }];
  for (const bounds of all) {
    let before = bounds.min - 1;
    for (let place = 0; place <= LENGTH; place += 10) {
      const amount = amountAt(place, bounds);
      assert.ok(amount > before, `${place} of ${JSON.stringify(bounds)}`);
      before = amount;
      assert.equal(placeOf(amount, bounds), place, JSON.stringify(bounds));
    }
    assert.ok(Math.abs(amountAt(0, bounds) - bounds.min) < 0.01);
    assert.ok(Math.abs(amountAt(LENGTH, bounds) - bounds.max) < 0.01);
  }
  assert.equal(placeOf(50, { min: 50, max: 50, pot: 20 }), LENGTH, 'a single amount');
});

test('steps are small up to the pot and large beyond it', () => {
  assert.equal(stepAt(200, DEEP, 10), 10, 'the usual step');
  assert.equal(stepAt(301, DEEP, 10), 60, 'a fifth of the pot');
  assert.equal(stepAt(25, { min: 20, max: 2000, pot: 35 }, 10), 1, 'a part of the usual step for a small pot');
  assert.equal(stepAt(40, { min: 20, max: 2000, pot: 35 }, 10), 10);
  assert.equal(stepAt(3, { min: 2, max: 200, pot: 5 }, 2), 1, 'chips are whole');
  // From the smallest to the largest there are far fewer stops beyond the pot than a chip each.
  const bounds = DEEP;
  let stops = 0;
  for (let to = bounds.min; to < bounds.max; stops++) {
    const step = stepAt(to + 1, bounds, 10);
    const next = snap(to + step, { ...bounds, step });
    assert.ok(next > to, `stuck at ${to}`);
    to = next;
  }
  assert.ok(stops < 220, `${stops}`);
});
