// A home game on the page: the host's pause, the first stack, the way to the voice room.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import './catalogue.js';
import { ME, opening, table, tell } from './story.js';

Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { planWaiting } = await import('../../table/waiting.js');
const { mayChooseStack, range, rebuysLeft } = await import('../../table/stack.js');
const { isHeld, timeOf } = await import('../../table/clock.js');
const { ruledText } = await import('../../table/words.js');
const { typedLink, voiceRoom } = await import('../../table/voice.js');
const { Asks } = await import('../../table/asks.js');
const { notCounted } = await import('../../table/ledger.js');
const { Teller } = await import('../../table/teller.js');

const NOW = 1_700_000_000_000;

const line = (id, more = {}) => ({ player: { id, name: id, kind: 'guest' }, bought: 1000, taken: 0, rebuys: 0, ...more });

/** A private table with chips of its own, before the first hand. */
function home(more = {}) {
  const one = table();
  return { ...one, info: { ...one.info, private: true }, ledger: { players: [line(ME), line('other')] }, ...more };
}

test('the rebuys that are left are counted where they are limited', () => {
  const left = (rebuys_max, rebuys) => {
    const one = home({ ledger: { players: [line(ME, { rebuys }), line('other', { rebuys: 1 })] } });
    return rebuysLeft({ ...one, info: { ...one.info, session: { rebuys_max } } });
  };
  assert.equal(left(undefined, 3), null, 'any number');
  assert.deepEqual([left(2, 0), left(2, 1), left(2, 2), left(2, 3)], [2, 1, 0, 0], 'corrections by the host may count more');
});

/** The bar of the viewer. */
function bar(state) {
  const room = {
    isWide: true,
    settings: { amounts: 'chips' },
    ui: {},
    session: { entry: 'wait' },
    app: { hall: { events: new Map() }, account: { session: {} } },
    asks: {},
    now: () => NOW,
    game: () => undefined,
  };
  return planWaiting(room, state);
}

test('a pause of the host says how long it lasts, to players and to those who watch', () => {
  setLang('en');
  const paused = home({ host: { paused: true, paused_until: NOW + 754_000 } });
  const text = 'The host has paused the game: 12:34 left';
  assert.equal(bar(paused).title, text);
  assert.equal(bar({ ...paused, you: null, seats: {} }).sub, text);
  assert.equal(bar(home({ host: { paused: true } })).title, 'The host has paused the game');
  assert.match(ruledText({ deed: 'paused', rules: { paused: true, paused_until: NOW } }), /^The host pauses the game until \d/);
  assert.equal(ruledText({ deed: 'paused', rules: { paused: true } }), 'The host pauses the game');
});

test('no clock runs in a pause between hands', () => {
  const pick = { turn: 1, seats: [1], decision: 'pick_game', games: [] };
  const clock = { turn: 1, left: 5000, at: NOW, banks: {} };
  const state = { ...home(), hand: null, pick, clock };
  assert.equal(timeOf(state, 1, NOW)?.left, 5);
  const paused = { ...state, host: { paused: true } };
  assert.equal(timeOf(paused, 1, NOW), null);
  assert.equal(isHeld({ ...paused, info: { ...paused.info, private: false } }), false, 'at public tables it runs');
  assert.equal(isHeld({ ...paused, hand: { over: false } }), false, 'so it does in a hand');
});

test('the first stack may be chosen anew until a hand is dealt', () => {
  const state = home();
  assert.equal(mayChooseStack(state), true);
  const place = bar(state).places[1];
  assert.equal(place?.label, 'Change stack');
  assert.deepEqual(range({}, state, 'stack'), { min: state.info.buy_in_min, max: state.info.buy_in_max, most: state.info.buy_in_max });
  const dealt = tell(state, ...opening);
  assert.equal(dealt.ledger.players.find(({ player }) => player.id === ME).played, true);
  assert.equal(mayChooseStack(dealt), false);
  for (const other of [{ rebuys: 1 }, { taken: 5 }, { played: true }]) {
    assert.equal(mayChooseStack(home({ ledger: { players: [line(ME, other)] } })), false, JSON.stringify(other));
  }
  assert.equal(mayChooseStack({ ...state, ledger: undefined }), false, 'chips of accounts are rebought');
  assert.equal(mayChooseStack({ ...state, you: null }), false);
});

test('a link to a voice room is plain, or none', () => {
  assert.equal(typedLink(' https://Meet.Example.org/Friday night '), 'https://meet.example.org/Friday%20night');
  assert.equal(typedLink('https://bücher.example/'), 'https://xn--bcher-kva.example/');
  const long = `https://meet.example.org/${'x'.repeat(200)}`;
  for (const text of [
    '',
    'meet.example.org',
    'http://meet.example.org/',
    'javascript:alert(1)',
    'https://me@meet.example.org/',
    'https://10.0.0.1/',
    'https://localhost/',
    long,
  ])
    assert.equal(typedLink(text), null, text);
  assert.deepEqual(voiceRoom({ host: { voice: 'https://meet.example.org:8443/a' } }), {
    host: 'meet.example.org:8443',
    link: 'https://meet.example.org:8443/a',
  });
  for (const voice of [undefined, 'javascript:alert(1)', 'http://meet.example.org/']) assert.equal(voiceRoom({ host: { voice } }), null);
});

const cents = { own_chips: true, rebuys: 'approval', chip_value: 5, currency: 'euro' };

/** The viewer has no chips left, and has asked for some. @param {object[]} rebuys */
function broke(rebuys) {
  const state = home({ host: { rebuys } });
  state.info.session = cents;
  state.seats[1] = { ...state.seats[1], stack: 0, status: 'busted' };
  return state;
}

const asked = (amount, id = ME) => ({ player: { id, name: 'Ana', kind: 'guest' }, amount });

test('a player who waits for chips reads that, in the unit of the table', () => {
  setLang('en');
  assert.equal(bar(broke([])).sub, '');
  const plan = bar(broke([asked(200)]));
  assert.equal(plan.sub, 'The host is asked for €10.');
  assert.equal(plan.places[2]?.tone, 'quiet', 'nothing is left to do');
  assert.equal(bar(broke([asked(200, 'other')])).sub, '', 'what others asked for is theirs');
});

test('a tournament does not offer to leave a seat that it would not take back', () => {
  const away = tell(home(), ...opening);
  away.seats[1] = { ...away.seats[1], play: null, status: 'sitting_out' };
  assert.equal(bar(away).places[0]?.label, 'Leave the table');
  away.info.tournament = { tournament: '1', level: 1 };
  assert.equal(bar(away).places[2]?.label, 'I’m back');
  assert.equal(bar(away).places[0], null);
});

/** A session that notes what is asked and told. */
function quietRoom(live) {
  const told = [];
  const sent = [];
  const session = {
    live,
    notice: (key, params) => told.push([key, params]),
    askTable: async (ask) => sent.push(ask),
    enter: async (ask) => sent.push(ask),
  };
  const room = { session, settings: { speech: 'normal', motion: 'off' }, ui: {}, money: (n) => `€${n / 20}`, closeDialog: () => {}, set: () => {}, app: {} };
  return { room, told, sent };
}

test('who asks the host for chips does not ask for a hand before there are any', async () => {
  const { room, told, sent } = quietRoom(broke([]));
  await new Asks(room).rebuy(200);
  assert.deepEqual(sent, [{ type: 'rebuy', amount: 200 }]);
  assert.deepEqual(told, [['rebuy.asked', { n: '€10' }]]);
  const free = broke([]);
  free.info.session = { ...cents, rebuys: 'free' };
  const other = quietRoom(free);
  await new Asks(other.room).rebuy(200);
  assert.equal(other.sent.length, 2, 'chips that come at once are played with');
});

test('the host is told of a request, and the player of the answer', async () => {
  const { room, told } = quietRoom(broke([]));
  const teller = new Teller(room);
  const ruled = { kind: 'host_ruled', deed: 'rebuys' };
  const host = (state) => ({ ...state, info: { ...state.info, host: ME } });
  teller.happened(ruled, host(broke([])), host(broke([asked(200, 'other')])), false);
  assert.deepEqual(told.splice(0), [['host.asks_rebuy', { name: 'Ana', n: '€10' }]]);
  teller.happened(ruled, host(broke([asked(200, 'other')])), host(broke([asked(200, 'other')])), false);
  assert.deepEqual(told, [], 'once');
  const answered = new Promise((resolve) => {
    room.session.notice = (key) => resolve(key);
  });
  teller.happened(ruled, broke([asked(200)]), broke([]), false);
  assert.equal(await answered, 'rebuy.refused');
  const granted = new Promise((resolve) => {
    room.session.notice = (key) => resolve(key);
  });
  room.session.live = { ...broke([]), ledger: { players: [line(ME, { bought: 1200 })] } };
  teller.happened(ruled, broke([asked(200)]), broke([]), false);
  assert.equal(await granted, 'rebuy.granted');
});

test('who leaves without a chip reads the result like the others', () => {
  setLang('en');
  const left = { ...home({ ledger: { players: [line(ME, { bought: 300 })] } }), you: null, seats: {} };
  left.info.session = cents;
  assert.equal(bar(left).title, 'You took home €0 (−\u2060€15)');
});

test('results that do not add up to nothing say where the rest is', () => {
  setLang('en');
  const state = home({ kitty: 11 });
  state.info.session = cents;
  assert.deepEqual(notCounted(state), ['The kitty, €0.55, is shared at the end.']);
  assert.equal(notCounted({ ...state, hand: { over: false } }).length, 2);
  assert.deepEqual(notCounted({ ...state, kitty: 0, hand: { over: true } }), []);
});
