// What the form that opens a table asks the server for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './catalogue.js';

// The form draws cards, which are elements of a page.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { configOf, newDraft } = await import('../../lobby/create.js');

const game = {
  id: 'no-limit-holdem',
  name: { en: "No-limit hold'em", fr: 'Hold’em sans limite' },
  limits: ['nl'],
  seats_min: 2,
  seats_max: 10,
  small_blind: 5,
  big_blind: 10,
  ante: 0,
  bets: [10],
};

test('rules of the session are sent where they were chosen', () => {
  assert.equal('session' in configOf(newDraft(), game), false);
  assert.deepEqual(configOf({ ...newDraft(), runTwice: true }, game).session, { run_twice: true });
  assert.equal(configOf({ ...newDraft(), bots: true }, game).house_bots, true);
  assert.equal(configOf({ ...newDraft(), bots: true, isPrivate: true }, game).house_bots, undefined);
  assert.deepEqual(configOf({ ...newDraft(), showAll: true }, game).session, { show_rule: 'all' });
  assert.deepEqual(configOf({ ...newDraft(), roodles: true }, game).session, { roodles: true });
  assert.deepEqual(configOf({ ...newDraft(), kitty: true, isPrivate: true }, game).session, { kitty: true });
  assert.equal(configOf({ ...newDraft(), kitty: true }, game).session, undefined);
  assert.equal('session' in configOf({ ...newDraft(), seatDraw: true }, game), false, 'at private tables only');
  const drawn = configOf({ ...newDraft(), seatDraw: true, isPrivate: true }, game);
  assert.deepEqual(drawn.session, { seat_draw: true });
  assert.deepEqual(configOf({ ...newDraft(), freeStacks: 3, isPrivate: true }, game).session, { free_stacks: 3 });
  assert.equal(configOf({ ...newDraft(), freeStacks: 3 }, game).session, undefined);
  const before = Date.now();
  const { closes_at } = configOf({ ...newDraft(), hours: 2 }, game).session ?? {};
  assert.ok(closes_at >= before + 7_200_000 && closes_at <= Date.now() + 7_200_000);
});
