// Officials' forms of a live tournament, and their entries.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './catalogue.js';

// The page's other parts draw cards, which are elements of a page.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { actionOf, fieldsOf } = await import('../../tournament/floor-forms.js');
const { kindsOf } = await import('../../tournament/floor-offers.js');

const who = (player, name, more) => ({ player, who: { id: `by-hand-${player}`, name, kind: 'guest' }, entry: player, status: 'active', ...more });

const live = {
  summary: { phase: 'running', live: true, entries_open: true },
  structure: { re_entries: 1, rebuy: { levels: 2 } },
  clock: { level: 1, break: false },
  entrants: { 3: who(3, 'Ann', { stack: 900 }), 4: who(4, 'Bob', { stack: 2000 }), 5: who(5, 'Cid', { stack: 0 }), 6: who(6, 'Dee', { out: true }) },
  tables: { 1: { no: 1, table: undefined, seats: { 2: { player: 3, stack: 900 }, 5: { player: 4, stack: 2000 }, 6: { player: 5, stack: 100 } } } },
};
const about = { table: 1 };
const scene = (change) => ({ live: { ...live, breakOrder: [], paused: null, ...change }, desk: {}, granted: [], role: 'director' });

/** What is entered of a player. */
const entriesOfPlayer = (player, change) => {
  const entries = ['take_back', 're_enter', 'rebuy', 'no_rebuy', 'add_on', 'swap_seats'];
  return kindsOf({ player }, scene(change)).filter((kind) => entries.includes(kind));
};

test('players buy, enter again or take an entry back, each at its time', () => {
  assert.deepEqual(entriesOfPlayer(3), ['rebuy', 'swap_seats']);
  assert.deepEqual(entriesOfPlayer(5), ['rebuy', 'no_rebuy', 'swap_seats']);
  assert.deepEqual(entriesOfPlayer(6), ['re_enter']);
  const full = { summary: { phase: 'running', live: true, entries_open: false, entries: 9, entries_max: 9 } };
  assert.deepEqual(entriesOfPlayer(6, full), ['re_enter'], 'a re-entry takes no place');
  assert.deepEqual(entriesOfPlayer(3, full), ['rebuy', 'swap_seats']);
  assert.deepEqual(entriesOfPlayer(6, { ...full, isFinal: true }), [], 'entries are closed');
  assert.deepEqual(entriesOfPlayer(3, { summary: { phase: 'registering', live: true } }), ['take_back']);
});

test('a hand names who went out, to whom, and asks for stacks where several did', () => {
  const names = (values) => fieldsOf('hand_over', about, values, scene()).map(({ name }) => name);
  assert.deepEqual(names({}), ['bust-3', 'bust-4', 'bust-5', 'button']);
  assert.deepEqual(names({ 'bust-3': '4' }), ['bust-3', 'also-3', 'bust-4', 'bust-5', 'button']);
  assert.ok(names({ 'bust-3': '4', 'bust-5': '4' }).includes('before-5'));
  const entry = (held) => actionOf('hand_over', about, held, scene());
  assert.deepEqual(entry({}), { kind: 'hand_over', table: 1, busts: [] });
  assert.deepEqual(entry({ 'bust-3': '4', 'also-3': '5', button: '5' }), {
    kind: 'hand_over',
    table: 1,
    busts: [{ player: 3, by: [4, 5] }],
    button: 5,
  });
  const two = { 'bust-3': '4', 'bust-5': '4', 'before-3': '850' };
  assert.deepEqual(entry(two)?.busts, [
    { player: 3, by: [4], stack: 850 },
    { player: 5, by: [4] },
  ]);
  assert.deepEqual(entry({ 'bust-3': '4', 'also-3': '4' })?.busts, [{ player: 3, by: [4] }], 'once');
  assert.equal(entry({ 'bust-3': '5', 'bust-5': '4' }), null, 'no player loses what another loser won');
  assert.equal(entry({ ...two, 'before-3': 'x' }), null);
});

test('counted stacks are as many chips as there were, and those that were added', () => {
  const entry = (held) => actionOf('count', about, { 'stack-3': '900', 'stack-4': '2000', 'stack-5': '100', added: '0', ...held }, scene());
  assert.equal(entry({}), null, 'nothing is new');
  assert.equal(entry({ 'stack-3': '800' }), null);
  assert.deepEqual(entry({ 'stack-3': '800', 'stack-4': '2100' }), {
    kind: 'count',
    table: 1,
    stacks: [
      [3, 800],
      [4, 2100],
    ],
  });
  assert.deepEqual(entry({ 'stack-3': '875', added: '-25' }), { kind: 'count', table: 1, stacks: [[3, 875]], added: -25 });
  assert.deepEqual(entry({ 'stack-3': '1000', added: '+100' }), { kind: 'count', table: 1, stacks: [[3, 1000]], added: 100 });
  assert.equal(entry({ 'stack-3': '0', 'stack-4': '2900' }), null, 'who has lost all goes out in a hand');
});

test('the rest is said in a word', () => {
  assert.deepEqual(actionOf('swap_seats', { player: 3 }, { with: '4' }, scene()), { kind: 'swap_seats', player: 3, with: 4 });
  assert.deepEqual(actionOf('set_button', about, { seat: '5' }, scene()), { kind: 'set_button', table: 1, seat: 5 });
  assert.deepEqual(actionOf('rebuy', { player: 5 }, {}, scene()), { kind: 'rebuy', player: 5 });
});
