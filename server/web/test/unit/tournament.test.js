// A tournament's state on the page: the server's own messages, and stories modelled on them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { Refusal } from '../../net.js';
import * as model from '../../tournament/model.js';
import { applyEvents, applyYou, averageOf, fromSnapshot, offerLeft, offerOf, ranked, rankOf, timeLeft, toMoney } from '../../tournament/model.js';
import { TournamentSession } from '../../tournament/session.js';
import { blindsText, timeText } from '../../tournament/brief.js';
import { playable } from '../../tournament/now.js';
import { levelLine, resultText, sayOf, waitsText } from '../../tournament/words.js';
import './catalogue.js';

// Dialogs are elements of a page.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { lacksAge, questionsOf } = await import('../../tournament/asking.js');
const { nameOf } = await import('../../tournament/floor-words.js');
const { found } = await import('../../tournament/list.js');
const { playersPart } = await import('../../tournament/sections.js');

const GOLDEN = new URL('../../../../protocol/golden/v1/', import.meta.url);
const golden = (path) => JSON.parse(readFileSync(new URL(path, GOLDEN), 'utf8'));
const NOW = 1_000_000;

setLang('en');

const snapshot = () => golden('server/tournament_snapshot.json');
const start = () => fromSnapshot(snapshot(), NOW);
const tell = (before, ...events) => applyEvents(before, { first_seq: before.seq + 1, events }, NOW + 1000);

/** A tournament that has not begun: players 1 to `n` of `most`, the viewer being the first. */
function waiting(n, most = 6) {
  const message = snapshot();
  const { state } = message;
  const { structure } = state;
  state.summary = { ...state.summary, phase: 'registering', entries: 0, alive: 0, entries_max: most, entries_open: true, pool: 0, level: undefined };
  Object.assign(state, {
    clock: undefined,
    level: undefined,
    places: [],
    tables: [],
    table_count: 0,
    break_order: [],
    entrants: [],
    average_stack: 0,
    bounty_pool: 0,
    prizes: [],
  });
  state.next_level = structure.levels[0];
  state.you = { registered: false, offers: [{ kind: 'register', price: 700 }] };
  let t0 = fromSnapshot(message, NOW);
  for (let player = 1; player <= n; player++) t0 = tell(t0, registered(player));
  return applyYou(t0, { registered: true, player: 1, entry: 1 }, NOW);
}
const registered = (player) => ({
  event: 'player_registered',
  player,
  entry: player,
  paid: 500,
  bounty: 200,
  stack: 10_000,
  who: { id: `account-${player}`, name: `P${player}`, kind: 'guest' },
});
const seat = (player, table, at, stack = 10_000) => ({ event: 'seat_assigned', player, entry: player, table, seat: at, stack, why: 'start' });
const level = (n) => ({ event: 'level_started', level: n, game: 'no-limit-holdem', small_blind: 25 * n, big_blind: 50 * n, ante: 0, unit: 25, duration: 600 });

test('the snapshots of the server are understood, and its events follow them', () => {
  const before = start();
  assert.equal(before.summary.alive, 2);
  assert.deepEqual(before.tables[1].seats[4], { player: 3, stack: 11_250 });
  const after = applyEvents(before, golden('server/tournament_events.json'), NOW);
  assert.equal(after.seq, 122);
  assert.equal(after.level.level, 8);
  assert.equal(after.next, null, 'the structure ends before it');
  assert.deepEqual(after.clock, { level: 8, elapsed_ms: 0, left_ms: 720_000, running: true, at: NOW });
  assert.equal(after.places[0].prize, 6000);
  const deal = fromSnapshot(golden('server/tournament_snapshot.deal.json'), NOW);
  assert.deepEqual(deal.deal.agreed, [9]);
  assert.equal(deal.paused, 'The players talk about a deal.');
});

test('a level beyond the published ones is known from the event of the one before', () => {
  const after = golden('tournament/level_started.next.json');
  const told = tell(start(), after);
  assert.equal(told.level.level, 7);
  assert.deepEqual(told.next, after.next);
});

test('every event that the protocol has can be told', () => {
  let told = 0;
  for (const file of readdirSync(new URL('tournament/', GOLDEN))) {
    const event = golden(`tournament/${file}`);
    const after = tell(start(), event);
    assert.equal(after.seq, 119, file);
    assert.equal(typeof sayOf(event, after), 'string', file);
    told += 1;
  }
  assert.ok(told >= 40, `${told} events`);
});

test('events that are known are not told again, and a gap asks for what is missing', () => {
  const before = start();
  const events = [{ event: 'hand_for_hand_announced', why: 'money', alive: 2 }, { event: 'hand_for_hand_ended' }];
  assert.equal(applyEvents(before, { first_seq: 117, events }, NOW), before);
  assert.equal(applyEvents(before, { first_seq: 118, events }, NOW).handForHand, null);
  assert.equal(applyEvents(before, { first_seq: 120, events }, NOW), null);
});

test('players enter and take their entry back; the pool and the field follow', () => {
  let t0 = waiting(3);
  assert.equal(t0.summary.entries, 3);
  assert.equal(t0.summary.pool, 1500);
  assert.equal(t0.bountyPool, 600);
  t0 = tell(t0, { event: 'player_unregistered', player: 2, entry: 2, refund: 700 });
  assert.equal(t0.summary.entries, 2);
  assert.equal(t0.summary.pool, 1000);
  assert.equal(nameOf(t0, 2), 'P2', 'the trail still names who left');
  assert.deepEqual(Object.keys(t0.entrants), ['1', '3']);
});

test('tables open, players are seated and moved, tables break', () => {
  let t0 = tell(
    waiting(4),
    { event: 'table_opened', table: 1, seats: 3 },
    { event: 'table_opened', table: 2, seats: 3 },
    seat(1, 1, 1),
    seat(2, 1, 2),
    seat(3, 2, 1),
    seat(4, 2, 3),
    level(1),
    { event: 'break_order_published', order: [2, 1] },
  );
  assert.equal(t0.summary.phase, 'running');
  assert.equal(t0.tableCount, 2);
  assert.equal(averageOf(t0), 10_000);
  t0 = tell(t0, { event: 'player_moved', player: 4, from: [2, 3], to: [1, 3], why: 'break' });
  assert.deepEqual(t0.tables[1].seats[3], { player: 4, stack: 10_000 });
  assert.deepEqual(Object.keys(t0.tables[2].seats), ['1']);
  t0 = tell(t0, { event: 'table_broken', table: 2 });
  assert.deepEqual([t0.tableCount, t0.breakOrder], [1, [1]]);
});

test('who is out leaves the table and gets a place and a prize, best first', () => {
  let t0 = tell(waiting(3), { event: 'table_opened', table: 1, seats: 3 }, seat(1, 1, 1), seat(2, 1, 2), seat(3, 1, 3), level(1), {
    event: 'registration_closed',
    entries: 3,
    players: 3,
    alive: 3,
    pool: 1500,
    overlay: 0,
    bounty_pool: 600,
    prizes: [1500],
  });
  assert.equal(toMoney(t0), 2);
  t0 = tell(t0, { event: 'player_eliminated', player: 2, entry: 2, table: 1, hand: 3, stack: 900 });
  assert.equal(toMoney(t0), 1, 'the bubble');
  assert.equal(sayOf({ event: 'player_eliminated', player: 2 }, t0), 'Out: P2. 2 players left.');
  assert.deepEqual(Object.keys(t0.tables[1].seats), ['1', '3']);
  t0 = tell(
    t0,
    { event: 'place_assigned', player: 2, best: 3, worst: 3 },
    { event: 'player_eliminated', player: 3, entry: 3, table: 1, hand: 9, stack: 900 },
    { event: 'place_assigned', player: 3, best: 2, worst: 2 },
    { event: 'place_assigned', player: 1, best: 1, worst: 1 },
    { event: 'prize_awarded', player: 1, amount: 1500, why: 'place' },
    { event: 'tournament_completed', players: [1] },
  );
  assert.deepEqual(
    t0.places.map(({ player, prize }) => [player, prize]),
    [
      [1, 1500],
      [3, 0],
      [2, 0],
    ],
  );
  assert.equal(t0.summary.phase, 'completed');
  assert.equal(t0.clock, null);
});

test('a deal is paid before there are places, and counts for them', () => {
  const t0 = tell(
    waiting(3),
    { event: 'table_opened', table: 1, seats: 3 },
    seat(1, 1, 1),
    seat(2, 1, 2),
    seat(3, 1, 3),
    level(1),
    { event: 'registration_closed', entries: 3, players: 3, alive: 3, pool: 1500, overlay: 0, bounty_pool: 0, prizes: [900, 600] },
    { event: 'player_eliminated', player: 3, entry: 3, table: 1, hand: 3, stack: 900 },
    { event: 'place_assigned', player: 3, best: 3, worst: 3 },
    {
      event: 'deal_made',
      kind: 'chop',
      shares: [
        [1, 760],
        [2, 740],
      ],
    },
    { event: 'prize_awarded', player: 1, amount: 760, why: 'deal' },
    { event: 'prize_awarded', player: 2, amount: 740, why: 'deal' },
    { event: 'place_assigned', player: 1, best: 1, worst: 2, paid: 760 },
    { event: 'place_assigned', player: 2, best: 1, worst: 2, paid: 740 },
    { event: 'tournament_completed', players: [1, 2] },
  );
  assert.deepEqual(
    t0.places.map(({ player, prize }) => [player, prize]),
    [
      [1, 760],
      [2, 740],
      [3, 0],
    ],
  );
  assert.deepEqual(t0.prizes, [760, 740]);
});

test('withdrawn chips leave play, rebuys bring some, a race moves odd ones', () => {
  let t0 = tell(waiting(3), { event: 'table_opened', table: 1, seats: 3 }, seat(1, 1, 1), seat(2, 1, 2), seat(3, 1, 3), level(1));
  t0 = tell(t0, { event: 'rebuy_taken', player: 1, entry: 1, paid: 500, chips: 10_000 });
  assert.equal(t0.entrants[1].stack, 20_000);
  assert.equal(t0.tables[1].seats[1].stack, 20_000);
  assert.equal(averageOf(t0), 13_333);
  t0 = tell(t0, { event: 'player_withdrew', player: 3, entry: 3, by: 'player', reason: 'asked' });
  assert.equal(averageOf(t0), 15_000);
  t0 = tell(t0, {
    event: 'chip_race_completed',
    table: 1,
    from: 25,
    to: 100,
    before: [
      [1, 20_000],
      [2, 10_000],
    ],
    cards: [],
    after: [
      [1, 20_100],
      [2, 9_900],
    ],
    winners: [1],
    courtesy: [],
    delta: 0,
  });
  assert.equal(t0.entrants[2].stack, 9_900);
});

test('the rank of the viewer is known where all stacks are', () => {
  let t0 = tell(waiting(3), level(1));
  t0 = tell(t0, { event: 'chips_removed', player: 1, amount: 500 });
  assert.equal(rankOf(t0), 3);
  assert.equal(rankOf(t0, 12_000), 1);
  assert.deepEqual(
    ranked(t0).map((one) => one.player),
    [2, 3, 1],
  );
  const more = { ...t0, summary: { ...t0.summary, alive: 200 } };
  assert.equal(rankOf(more), null);
});

test('the clock runs between messages, and stands still in a pause', () => {
  const t0 = start();
  assert.equal(timeLeft(t0, NOW + 4000), 285_000);
  assert.equal(timeLeft(tell(t0, { event: 'tournament_paused', by: 'director', reason: 'A talk.' }), NOW + 9000), 289_000);
  assert.equal(timeText(285_000), '4:45');
  assert.equal(timeText(3_723_000), '1:02:03');
  assert.equal(levelLine(t0, NOW + 4000), 'Level 7 · 4:45 · 100/200, ante 200 · next 150/300, ante 300');
  assert.equal(blindsText({ small_blind: 0, big_blind: 20, ante: 5 }), 'bets from 20, ante 5');
});

test('offers stand until they are answered, and run out', () => {
  const you = golden('server/tournament_you.busted.json').you;
  const t0 = applyYou(start(), you, NOW);
  const offer = offerOf(t0, 'tournament_rebuy');
  assert.equal(offer.price, 500);
  assert.equal(offerLeft(t0, offer, NOW + 5000), 10_000);
  assert.equal(offerOf(t0, 'add_on'), null);
});

test('the place is told in words', () => {
  const of41 = { entries: 41, pool: 4100 };
  assert.equal(resultText({ registered: true }, of41), '');
  assert.equal(resultText({ registered: true, place: { best: 4, worst: 4 }, prize: 2000 }, of41), 'You finished 4th of 41. Prize: 2,000.');
  assert.equal(resultText({ registered: true, place: { best: 22, worst: 22 } }, of41), 'You finished 22nd of 41. No prize this time.');
  assert.equal(resultText({ registered: true, place: { best: 3, worst: 4 } }, of41), 'You share places 3 to 4 of 41. No prize this time.');
  assert.equal(resultText({ registered: true, place: { best: 1, worst: 1 }, prize: 9 }, of41), 'You win the tournament. Prize: 9.');
  const free = { entries: 4, pool: 0 };
  assert.equal(resultText({ registered: true, place: { best: 1, worst: 1 } }, free), 'You win the tournament.', 'nothing could be won');
});

const summary = (tournament, change) => ({
  ...snapshot().state.summary,
  tournament,
  format: 'sit_and_go',
  structure: 'sit-and-go',
  starts_at: undefined,
  phase: 'registering',
  entries_open: true,
  entries: 0,
  entries_max: 6,
  house: true,
  ...change,
});

test('what can be played at once is the turbo of the house that fills next', () => {
  const turbo = (id, entries, change = {}) => summary(id, { structure: 'turbo', entries, ...change });
  assert.equal(playable([summary('1', { entries: 5 }), turbo('2', 0), turbo('3', 4)]).tournament, '3');
  assert.equal(playable([summary('1', { entries: 5 }), turbo('2', 0, { house: false })]).tournament, '1');
  assert.equal(playable([turbo('2', 6), turbo('3', 1, { phase: 'running' }), turbo('4', 0, { starts_at: 9 }), turbo('5', 0, { private: true })]), null);
});

test('the list finds tournaments by name, format and game, those that are over last', () => {
  const all = [
    summary('1', { phase: 'completed', entries_open: false }),
    summary('2', { name: { en: 'Night owl', fr: 'Oiseau de nuit' }, format: 'freezeout', starts_at: 9 }),
    summary('3', {}),
  ];
  const ids = (search, passes = () => true) => found(all, passes, search, []).map(({ tournament }) => tournament);
  assert.deepEqual(ids(''), ['3', '2', '1']);
  assert.deepEqual(ids('oiseau'), ['2']);
  assert.deepEqual(ids('freezeout night'), ['2']);
  assert.deepEqual(ids('no-limit-holdem'), ['3', '2', '1']);
  assert.deepEqual(
    ids('', ({ phase }) => phase === 'completed'),
    ['1'],
  );
});

/** A session with the test as its server. */
function session() {
  const asked = [];
  const happened = [];
  const stood = [];
  const one = new TournamentSession({
    past: async () => null,
    model: async () => model,
    id: '12',
    ask: async (ask) => {
      asked.push(ask);
      if (ask.type === 'unregister') throw new Refusal({ code: 'tournament.wrong_phase' });
      return { id: '1' };
    },
    changed: () => {},
    happened: (events) => happened.push(...events),
    stood: (before, you) => stood.push([before, you]),
  });
  return { one, asked, happened, stood };
}

test('a session watches, resumes over a gap, and hears where the player stands', async () => {
  const { one, asked, happened, stood } = session();
  one.watch();
  one.receive({ type: 'tournament_snapshot', ...snapshot() }, model);
  assert.equal((await one.known()).seq, 118);
  one.receive({ type: 'tournament_events', tournament: '12', first_seq: 119, events: [{ event: 'break_ended' }] }, model);
  one.receive({ type: 'tournament_events', tournament: '12', first_seq: 119, events: [{ event: 'break_ended' }] }, model);
  assert.equal(happened.length, 1);
  await Promise.resolve();
  one.receive({ type: 'tournament_events', tournament: '12', first_seq: 125, events: [{ event: 'break_ended' }] }, model);
  assert.deepEqual(
    asked.map(({ type, after }) => [type, after]),
    [
      ['watch_tournament', undefined],
      ['resume_tournament', 119],
    ],
  );
  one.receive(
    { type: 'tournament_you', tournament: '12', you: { registered: true, player: 3, seat: { table: '31', table_no: 2, seat: 1 }, moved: true } },
    model,
  );
  assert.equal(stood.at(-1)[0].seat.table, '30');
  assert.equal(one.live.you.seat.table, '31');
});

test('what is refused comes back as a refusal, and nothing is asked twice at once', async () => {
  const { one, asked } = session();
  const first = one.request({ type: 'register', tournament: '12', rules: 1 });
  assert.equal(await one.request({ type: 'register', tournament: '12', rules: 1 }), null);
  assert.equal(await first, null);
  assert.equal(asked.length, 1);
  assert.equal((await one.request({ type: 'unregister', tournament: '12' })).code, 'tournament.wrong_phase');
  assert.equal(one.sending, null);
});

test('an entry for adults is offered to those whose age is verified alone', () => {
  const message = snapshot();
  message.state.summary.adults_only = true;
  for (const kind of ['register', 're_enter']) {
    message.state.you = { registered: kind === 're_enter', offers: [{ kind, price: 100 }] };
    const t0 = fromSnapshot(message, NOW);
    assert.equal(lacksAge(t0, false), true);
    assert.deepEqual(questionsOf(t0, false), []);
    assert.equal(lacksAge(t0, true), false);
    assert.equal(questionsOf(t0)[0].question, kind);
    const plain = { ...t0, summary: { ...t0.summary, adults_only: undefined } };
    assert.equal(lacksAge(plain, false), false, 'this one is for all');
  }
  message.state.you = { registered: true, offers: [{ kind: 'unregister', refund: 100 }] };
  const t0 = fromSnapshot(message, NOW);
  assert.equal(lacksAge(t0, false), false, 'who is in stays in');
  assert.equal(questionsOf(t0, true)[0].question, 'unregister');
});

test('what is over has no clock, level, table or wait left, and its winner all chips, live and by a fresh load', () => {
  for (const last of ['tournament_completed', 'tournament_cancelled']) {
    const before = tell(
      start(),
      { event: 'tournament_paused', by: 'director', reason: 'A talk.' },
      { event: 'hand_for_hand_announced', why: 'money', alive: 2 },
    );
    const clock = { level: 7, elapsed_ms: 1, left_ms: 2, running: true };
    const message = { first_seq: before.seq + 1, events: [{ event: last, by: 'director', reason: 'Over.' }], clock };
    const after = applyEvents(before, message, NOW);
    for (const gone of ['clock', 'level', 'next', 'handForHand', 'paused', 'deal']) assert.equal(after[gone], null, `${last}: ${gone}`);
    assert.deepEqual([after.tables, after.tableCount, after.breakOrder, after.summary.entries_open], [{}, 0, [], false]);
    assert.equal(timeLeft(after, NOW + 1000), null);
    assert.deepEqual(applyEvents(after, { first_seq: after.seq + 1, events: [{ event: 'chat' }], clock }, NOW).clock, null, 'nor does one come back');
    // A later state says the same.
    const { state } = snapshot();
    Object.assign(state.summary, { phase: after.summary.phase, alive: 1 });
    Object.assign(state, {
      average_stack: 20_750,
      entrants: state.entrants.map((one, at) => (at === 0 ? { ...one, out: false } : { ...one, out: true, stack: undefined })),
    });
    const fresh = fromSnapshot({ tournament: '12', seq: 1, state }, NOW);
    assert.deepEqual([fresh.clock, fresh.level, fresh.tables, fresh.handForHand], [null, null, {}, null]);
    if (last === 'tournament_completed') assert.equal(fresh.entrants[state.entrants[0].player].stack, 20_750);
  }
});

test('who is left alone while entries are open reads what is waited for', () => {
  const waits = (summary, pays = { kind: 'ladder' }) =>
    waitsText({ summary: { phase: 'running', alive: 1, entries_open: true, ...summary }, structure: { pays, late_levels: 6 } });
  assert.match(waits({}), /until the end of level 6/);
  assert.equal(waits({ alive: 2 }), '');
  assert.equal(waits({ entries_open: false }), '');
  assert.equal(waits({ phase: 'completed' }), '');
  assert.match(waits({ alive: 3 }, { kind: 'seats', seats: 3, of: 'deep' }), /level 6/);
  assert.equal(waits({ alive: 4 }, { kind: 'seats', seats: 3, of: 'deep' }), '');
});

test('a list of all players is whole, however often they have entered', () => {
  const note = (t0) => JSON.stringify(playersPart(t0, '', () => {})).includes('The first ');
  const t0 = waiting(4);
  assert.equal(note(t0), false);
  t0.summary.entries = 5;
  assert.equal(note(t0), true, 'the fifth is not in the state');
  t0.entrants[2] = { ...t0.entrants[2], entry: 5 };
  assert.equal(note(t0), false, 'the second has entered again');
  const far = waiting(4);
  far.summary.entries = 900;
  far.entrants[900] = { ...far.entrants[1], player: 900, entry: 900 };
  assert.equal(note(far), true, 'the viewer comes last');
});
