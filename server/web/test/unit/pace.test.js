// The pace of the picture: events shown one by one, and the server's waiting times.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';

import { LIMITS, LIT_MS, Pacer, WAITS } from '../../pace.js';
import { TableSession } from '../../session.js';
import { act, ME, info, started, turn } from './story.js';

const board = (...cards) => ({ kind: 'board_dealt', cards });
const shown = (seat) => ({ kind: 'hand_shown', seat, cards: [] });
const award = (seat, amount, pot = 0) => ({ kind: 'pot_awarded', pot, side: 'whole', amount, shares: [{ seat, amount }] });
const completed = { kind: 'hand_completed', hand: 7, stacks: [] };
const tabled = { kind: 'hands_tabled', hands: [] };
const sum = (waits) => waits.reduce((all, wait) => all + wait, 0);

test('the server waits for the same times', () => {
  const text = readFileSync(new URL('../../../crates/table/src/state/telling.rs', import.meta.url), 'utf8');
  const told = Object.fromEntries([...text.matchAll(/const (\w+)_MS: u32 = ([\d_]+);/g)].map(([, name, ms]) => [name, Number(ms.replaceAll('_', ''))]));
  assert.deepEqual(told, {
    TABLED: WAITS.tabled,
    CARDS: WAITS.cards,
    FIRST_SHOWN: WAITS.firstShown,
    SHOWN: WAITS.shown,
    AWARD: WAITS.award,
    CARDS_LIMIT: LIMITS.cards,
    AWARDS_LIMIT: LIMITS.awards,
  });
});

test('nothing waits when a player has to act', () => {
  const waits = new Pacer().waits([act(1, 'call'), { kind: 'pots_formed', pots: [] }, board('2c', '3c', '4c'), turn(3, 1)]);
  assert.deepEqual(waits, [0, 0, 0, 0]);
});

test('a run-out, a showdown and the pots are told one by one, within their limits', () => {
  const story = [act(1, 'call'), tabled, board('2c', '3c', '4c'), board('5c'), board('6c'), shown(1), shown(2), award(1, 9), completed];
  const waits = new Pacer().waits(story);
  assert.deepEqual(waits, [0, 500, 900, 900, 900, 600, 400, 700, 0]);
  const crowd = new Pacer().waits([
    tabled,
    ...Array.from({ length: 9 }, () => board('2c')),
    ...[1, 2, 3, 4].map(shown),
    ...Array.from({ length: 20 }, (_, pot) => award(1, 9, pot)),
  ]);
  assert.equal(Math.round(sum(crowd.slice(0, 14))), LIMITS.cards);
  assert.equal(Math.round(sum(crowd.slice(14))), LIMITS.awards);
  assert.ok(crowd.every((wait) => wait > 0));
});

test('a street of a stud hand that no player bets on is told like a board', () => {
  const street = { kind: 'hole_cards_dealt', hands: [] };
  assert.deepEqual(new Pacer().waits([act(1, 'call'), street, street, street]), [0, 0, 900, 900]);
});

test('the end of a hand may come in several messages', () => {
  const pacer = new Pacer();
  assert.deepEqual(pacer.waits([act(1, 'call'), board('2c', '3c', '4c')]), [0, 0]);
  assert.deepEqual(pacer.waits([board('5c'), board('6c')]), [900, 900]);
  assert.deepEqual(pacer.waits([shown(1), award(1, 9)]), [600, 700]);
  assert.deepEqual(pacer.waits([turn(9, 1), board('2c')]), [0, 0], 'a decision begins anew');
});

test('the end of a hand without a showdown comes at once, but a bounty for seven-deuce is told on its own', () => {
  assert.deepEqual(new Pacer().waits([act(1, 'fold'), award(1, 9), completed]), [0, 0, 0]);
  const bounty = { kind: 'seven_deuce_paid', seat: 1, cards: ['7c', '2d'], payments: [{ seat: 2, amount: 4 }] };
  assert.deepEqual(new Pacer().waits([act(1, 'fold'), award(1, 9), bounty, completed]), [0, 0, 700, 0]);
});

// ---------- a paced table ----------

/** A session after the first decision of an all-in, with its clock controlled by the test. */
function watching(context) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  context.after(() => mock.timers.reset());
  const one = new TableSession({
    id: 't1',
    me: () => ME,
    ask: () => new Promise(() => {}),
    mayPace: () => true,
    changed: () => {},
  });
  one.receive({
    type: 'snapshot',
    table: 't1',
    seq: 0,
    state: {
      info: info(),
      seats: [1, 2].map((seat) => ({
        seat,
        player: { id: `account-${seat}`, name: `P${seat}`, kind: 'guest' },
        stack: 1000,
        status: 'active',
        connected: true,
      })),
      wait_list: [],
      hands: 0,
      paused: false,
      you: { seat: 1, cards: [], choices: [], to_call: 0, rebuy_pending: 0, time_bank_ms: 60000 },
    },
  });
  let seq = 0;
  one.hear = (...events) => one.receive({ type: 'events', table: 't1', events: events.map((event) => ({ seq: (seq += 1), event })) });
  one.whisper = (at, part) => one.receive({ type: 'private', table: 't1', events: [{ seq: at, ...part }] });
  one.hear(started, turn(1, 1));
  return one;
}

/** Advances time in short steps, as one timer may set another. @param {number} ms */
function pass(ms) {
  for (let left = ms; left > 0; left -= 100) mock.timers.tick(Math.min(100, left));
}

const runOut = [tabled, board('2c', '3c', '4c'), board('5c'), board('6c'), shown(1), shown(2), award(1, 9), completed];

test('the table that the player sees comes to its end step by step', (context) => {
  const one = watching(context);
  one.hear(...runOut);
  assert.equal(one.live.hand.over, true);
  assert.equal(one.shown.hand.board.length, 0);
  pass(500 + 900);
  assert.equal(one.shown.hand.board.length, 3);
  pass(900 + 900 + 600 + 400);
  assert.equal(one.shown.hand.awards.length, 0);
  pass(700);
  assert.equal(one.shown, one.live);
});

test('what a card makes is known when the card is seen', (context) => {
  const one = watching(context);
  one.hear(...runOut);
  // The numbers of the flop and the river: two events came before the run-out, and hands were tabled.
  one.whisper(4, { kind: 'made', high: { category: 'one_pair', ranks: ['2'], cards: [] } });
  one.whisper(6, { kind: 'made', high: { category: 'flush', ranks: ['6'], cards: [] } });
  assert.equal(one.shown.you.made, null);
  pass(500 + 900);
  assert.equal(one.shown.you.made.category, 'one_pair');
  pass(900);
  assert.equal(one.shown.you.made.category, 'one_pair');
  pass(900);
  assert.equal(one.shown.you.made.category, 'flush');
});

test('the next hand never takes a paid pot out of sight', (context) => {
  const one = watching(context);
  one.hear(...runOut);
  pass(1000);
  one.hear({ ...started, hand: 8 });
  assert.equal(one.shown.hand.awards.length, 1, 'the rest is told at once');
  pass(LIT_MS - 1);
  assert.equal(one.shown.hand.number, 7);
  pass(1);
  assert.equal(one.shown.hand.number, 8);
});

test('a winner who leaves stays in sight as long', (context) => {
  const one = watching(context);
  one.hear(...runOut, { kind: 'player_left', seat: 1 });
  pass(500 + 3 * 900 + 600 + 400 + 700);
  assert.equal(one.shown.hand.awards.length, 1);
  pass(LIT_MS - 1);
  assert.ok(one.shown.seats[1]);
  pass(1);
  assert.equal(one.shown.seats[1], undefined);
});

test('a table without pauses is not held back', (context) => {
  const one = watching(context);
  for (let hand = 8; hand < 20; hand++) one.hear(...runOut, { ...started, hand });
  assert.ok(one.shown.hand.number >= 18, `hand ${one.shown.hand.number}`);
});
