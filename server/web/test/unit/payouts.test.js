// Payouts that officials set: what the pool pays, the form, the sentence, and the events that change them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import './catalogue.js';

Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { actionOf, fieldsOf } = await import('../../tournament/floor-forms.js');
const { kindsOf } = await import('../../tournament/floor-offers.js');
const { didText } = await import('../../tournament/floor-words.js');
const { applyEvents, feeOf, fromSnapshot, paidOut } = await import('../../tournament/model.js');
const { payoutText } = await import('../../tournament/words.js');

setLang('en');

const GOLDEN = new URL('../../../../protocol/golden/v1/server/tournament_snapshot.json', import.meta.url);

/** A live event with a pool of 120. @param {(state: any) => void} [change] */
function evening(change = () => {}) {
  const message = JSON.parse(readFileSync(GOLDEN, 'utf8'));
  Object.assign(message.state.summary, { live: true, pool: 120, guarantee: 0, phase: 'running' });
  message.state.structure.pays_unit = undefined;
  change(message.state);
  return fromSnapshot(message, 0);
}

const scene = (change) => ({ live: evening(change), role: 'director', desk: {}, granted: [], entries: [] });
const pays = (values, change) => actionOf('set_prizes', {}, values, scene(change));

test('the prizes add up to the pool, less the fee, plus the bonus', () => {
  const of = (payout, pool = 120) =>
    evening((state) => {
      state.payout = payout;
      state.summary.pool = pool;
    });
  assert.equal(paidOut(of(undefined)), 120);
  assert.equal(paidOut(of({ fee: 20, bonus: 50 })), 150);
  assert.equal(feeOf(of({ fee: 20, bonus: 0 }, 15)), 15, 'never more than the pool');
  assert.equal(paidOut(of({ fee: 13, fee_percent: 11, bonus: 0 }, 140)), 125, 'a percentage follows the pool');
  assert.equal(payoutText(of({ fee: 20, bonus: 50 })), 'fee 20 and bonus 50');
  assert.equal(payoutText(of(undefined)), '');
});

test('the form reads a fee in chips or as a percentage', () => {
  assert.deepEqual(pays({}), { kind: 'set_prizes' }, 'back to the structure');
  assert.deepEqual(pays({ fee: '20', bonus: '50', unit: '5' }), { kind: 'set_prizes', unit: 5, fee: 20, bonus: 50 });
  assert.deepEqual(pays({ fee: '10 %' }), { kind: 'set_prizes', fee_percent: 10 });
  for (const wrong of [{ fee: '101%' }, { fee: '2.5 %' }, { fee: '-1' }, { bonus: 'many' }, { unit: '0' }])
    assert.equal(pays(wrong), null, JSON.stringify(wrong));
});

test('the prize of each place is named once entries are closed', () => {
  const names = (change) => fieldsOf('set_prizes', {}, {}, scene(change)).map(({ name }) => name);
  assert.ok(!names().includes('prizes'));
  const closed = (state) => Object.assign(state, { prizes_final: true, prizes: [80, 40] });
  assert.ok(names(closed).includes('prizes'));
  const [label] = fieldsOf('set_prizes', {}, { fee: '20', bonus: '50' }, scene(closed)).slice(-1);
  assert.match(label.label, /150 together/);
  assert.deepEqual(pays({ prizes: '70, 30; 20' }, closed), { kind: 'set_prizes', prizes: [70, 30, 20] });
  assert.deepEqual(pays({ prizes: '1,500, 800' }, closed), { kind: 'set_prizes', prizes: [1500, 800] });
  assert.equal(pays({ prizes: '70, half' }, closed), null);
});

test('entries are closed, and who never came is named, until entries are closed', () => {
  const isOffered = (kind, about, change) => kindsOf(about, scene(change)).includes(kind);
  const seated = (state) => {
    state.tables = [{ no: 1, table: '30', seats: [[2, 9, 9500]] }];
  };
  const closed = (state) => {
    seated(state);
    state.prizes_final = true;
  };
  assert.ok(isOffered('close_entries', {}, seated) && isOffered('no_show', { player: 9 }, seated));
  assert.ok(!isOffered('close_entries', {}, closed) && !isOffered('no_show', { player: 9 }, closed));
  const open = (state) => {
    seated(state);
    state.summary.live = false;
  };
  assert.ok(!isOffered('no_show', { player: 9 }, open), 'not at public events');
});

test('a payout is told in a sentence', () => {
  const live = evening();
  const say = (action) => didText({ kind: 'set_prizes', ...action }, live);
  assert.equal(say({}), 'The pool is paid out by the structure.');
  assert.equal(say({ fee_percent: 10, prizes: [150, 80] }), 'The pool is paid out with a fee of 10% and prizes of 150 and 80.');
  assert.equal(say({ fee: 20, bonus: 50, unit: 5 }), 'The pool is paid out with a fee of 20, a bonus of 50, and prizes in units of 5.');
});

test('events change what is paid, and a player who never came leaves with the chips', () => {
  const before = evening((state) => {
    state.tables = [{ no: 1, table: '30', seats: [[2, 9, 950]] }];
    state.average_stack = 1000;
    state.summary.alive = 30;
  });
  const happen = (t, ...events) => applyEvents(t, { tournament: t.id, first_seq: t.seq + 1, events }, 0);
  const set = happen(before, { event: 'prizes_set', payout: { fee: 20, bonus: 0 }, prizes: [60, 40], by: 'director', reason: 'x' });
  assert.deepEqual([set.prizes, paidOut(set), set.isFinal], [[60, 40], 100, false]);
  const gone = happen(before, { event: 'player_unregistered', player: 9, entry: 9, refund: 20 }, { event: 'chips_removed', player: 9, amount: 950 });
  assert.deepEqual([gone.entrants[9], gone.tables[1].seats, gone.chips], [undefined, {}, 30_000 - 950]);
  assert.equal(gone.summary.alive, 29);
  const closed = { event: 'registration_closed', entries: 6, players: 6, alive: 6, pool: 120, overlay: 0, fee: 20, bounty_pool: 0, prizes: [100] };
  assert.equal(happen(set, closed).isFinal, true);
});
