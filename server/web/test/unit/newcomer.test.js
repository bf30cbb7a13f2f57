// The first minutes of a player: the way into the game, the link for friends, a page by a plain address.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { Refusal } from '../../net.js';
import { TableSession } from '../../session.js';
import './catalogue.js';
import { ME, opening, table, tell } from './story.js';

Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { planWaiting } = await import('../../table/waiting.js');
const { isLoopback } = await import('../../qr-view.js');

/** A session at a table whose server answers with `refusals`, the codes by type of request. */
function session(refusals = {}) {
  const one = new TableSession({
    id: 't1',
    me: () => ME,
    ask: async ({ type }) => {
      if (refusals[type]) throw new Refusal({ code: refusals[type] });
      return /** @type {any} */ ({});
    },
    mayPace: () => false,
    changed: () => {},
    happened: () => {},
  });
  return one;
}

/** The bar of the viewer, who waits while the others play: its text, and its main button. */
function bar(session, change = {}) {
  const state = tell(table(), ...opening);
  const waiting = { ...state, ...change, seats: { ...state.seats, 1: { ...state.seats[1], status: 'waiting', play: null } } };
  const room = { isWide: true, settings: { amounts: 'chips' }, ui: {}, session, app: { hall: { events: new Map() } }, asks: {}, game: () => undefined };
  const { sub, places } = planWaiting(room, waiting);
  return [sub, places[2]?.label];
}

const POSTS = ['You post the big blind and play the next hand.', undefined];
const WAITS = ['You are dealt in when the big blind reaches you.', 'Post now'];

test('the bar says how a player enters the game, as chosen', async () => {
  setLang('en');
  const one = session();
  assert.deepEqual(bar(one), WAITS);
  assert.ok(await one.enter({ type: 'sit', buy_in: 1000, entry: 'post' }));
  assert.deepEqual(bar(one), POSTS, 'there is nothing left to post now');
  await one.enter({ type: 'sit_out', out: false, when: 'next_hand', entry: 'wait' });
  assert.deepEqual(bar(one), WAITS);
  const stud = { info: { ...table().info, small_blind: 0, big_blind: 0 } };
  assert.deepEqual(bar(session(), stud), ['You are dealt in next hand', undefined], 'without a big blind none is waited for');
});

test('a seat that posts already is no fault, and a refused one is told', async () => {
  const one = session({ sit_out: 'table.no_change' });
  assert.ok(await one.enter({ type: 'sit_out', out: false, when: 'next_hand', entry: 'post' }));
  assert.deepEqual([one.notices, bar(one)], [[], POSTS], 'as after a reload of the page');
  const other = session({ sit: 'table.seat_taken' });
  assert.equal(await other.enter({ type: 'sit', buy_in: 1000, entry: 'post' }), false);
  assert.deepEqual([other.entry, other.notices.map(({ key }) => key)], [null, ['error.table.seat_taken']]);
});

test('a link to this machine alone is known by its host', () => {
  const hostOf = (url) => new URL(url).hostname;
  for (const url of [
    'http://127.0.0.1:8080',
    'http://127.1',
    'http://localhost:8080',
    'http://club.localhost',
    'http://[::1]:8080',
    'http://[::ffff:127.0.0.1]',
  ])
    assert.ok(isLoopback(hostOf(url)), url);
  for (const url of [
    'http://192.168.1.20:8080',
    'http://[fe80::1]',
    'https://localhost.example',
    'http://127.0.0.1.nip.io',
    'http://10.127.0.1',
    'http://laptop.local',
  ])
    assert.ok(!isLoopback(hostOf(url)), url);
});

test('a page by a plain address has no secure origin, and connects all the same', async () => {
  // Browsers keep both from pages whose origin is not secure.
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  Object.assign(globalThis, { addEventListener: () => {}, WebSocket: class {} });
  const { Wire } = await import('../../wire.js');
  const wire = new Wire({ account: () => 'ana', ready: () => {}, claimed: () => {}, left: () => {} });
  assert.ok(wire.open('ws://192.168.1.20:8080/ws', 'poker.v1') instanceof WebSocket);
  Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
});
