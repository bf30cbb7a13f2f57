// The story of a finished hand: stepping through it, back and forth.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { marksOf, stepOf, storyOf, streetFrom } from '../../hands/story.js';
import { stakes } from '../../table/words.js';
import './catalogue.js';

setLang('en');

const act = (seat, action, added, to) => ({ kind: 'action_taken', seat, action, added, to, all_in: false, auto: false });
const post = (seat, amount, kind) => ({ kind: 'posted', seat, amount, post: kind, all_in: false });
const turn = (number, seat) => ({ kind: 'turn_started', turn: number, seats: [seat], decision: 'bet' });

/** Two players see a flop; the second folds to a bet. */
const RECORD = {
  table: '7',
  hand: 12,
  game: 'no-limit-holdem',
  ended_at: '2026-11-21T12:51:11.250Z',
  table_name: 'Pine 4',
  seats: 6,
  limit: 'nl',
  stakes: { small_blind: 5, big_blind: 10, ante: 0, bets: [10, 10] },
  players: [
    { seat: 2, player: { id: 'a', name: 'Ana', kind: 'guest' } },
    { seat: 5, player: { id: 'b', name: 'Bo', kind: 'guest' } },
  ],
  events: [
    {
      kind: 'hand_started',
      hand: 12,
      game: 'no-limit-holdem',
      button: 2,
      small_blind: 2,
      big_blind: 5,
      seats: [
        { seat: 2, stack: 1000 },
        { seat: 5, stack: 400 },
      ],
      carried: 0,
    },
    post(2, 5, 'small_blind'),
    post(5, 10, 'big_blind'),
    {
      kind: 'hole_cards_dealt',
      hands: [
        { seat: 5, cards: [null, null] },
        { seat: 2, cards: [null, null] },
      ],
    },
    turn(1, 2),
    act(2, 'call', 5, 10),
    turn(2, 5),
    act(5, 'check', 0, 10),
    { kind: 'pots_formed', pots: [{ amount: 20, seats: [2, 5] }] },
    { kind: 'board_dealt', cards: ['As', '7d', '2c'] },
    turn(3, 5),
    act(5, 'check', 0, 0),
    turn(4, 2),
    act(2, 'bet', 20, 20),
    turn(5, 5),
    act(5, 'fold', 0, 0),
    { kind: 'uncalled_returned', seat: 2, amount: 20 },
    { kind: 'pots_formed', pots: [{ amount: 20, seats: [2] }] },
    { kind: 'pot_awarded', pot: 0, side: 'whole', amount: 20, shares: [{ seat: 2, amount: 20 }] },
    {
      kind: 'hand_completed',
      hand: 12,
      stacks: [
        { seat: 2, amount: 1010 },
        { seat: 5, amount: 390 },
      ],
    },
  ],
  own: { seat: 2, cards: ['Ah', 'Kd'] },
  parts: [
    { kind: 'cards', seq: 4, cards: ['Ah', 'Kd'], hand: ['Ah', 'Kd'] },
    { kind: 'made', seq: 4, high: { category: 'high_card', ranks: ['A', 'K'], cards: ['Ah', 'Kd'] } },
    { kind: 'made', seq: 10, high: { category: 'one_pair', ranks: ['A'], cards: ['As', 'Ah'] } },
  ],
};

test('the streets of a hand with three draws are numbered, in records with and without numbers of draws', () => {
  const asks = (number, seat, draw) => ({ kind: 'turn_started', turn: number, seats: [seat], decision: 'draw', ...draw });
  const drawn = (seat) => ({ kind: 'cards_drawn', seat, count: 1, auto: false });
  const [begun, ...posts] = RECORD.events.slice(0, 3);
  const dealt = [2, 5].map((seat) => ({ seat, cards: [null, null, null, null] }));
  const events = (numbered) => [
    { ...begun, game: 'badugi' },
    ...posts,
    { kind: 'hole_cards_dealt', hands: dealt },
    turn(1, 2),
    act(2, 'call', 5, 10),
    ...[1, 2, 3].flatMap((number) => {
      const draw = numbered ? { draw: { number, of: 3 } } : {};
      const at = 10 * number;
      return [asks(at, 5, draw), drawn(5), asks(at + 1, 2, draw), drawn(2), turn(at + 2, 5), act(5, 'check', 0, 0), turn(at + 3, 2), act(2, 'check', 0, 0)];
    }),
  ];
  const games = [{ id: 'badugi', name: { en: 'Badugi', fr: 'Badugi' }, deal: 'dddd-x-x-x-', limits: ['fixed'] }];
  const draws = [1, 2, 3].flatMap((number) => [`Draw ${number} of 3`, `After draw ${number} of 3`]);
  for (const numbered of [true, false]) {
    const story = storyOf({ ...RECORD, game: 'badugi', events: events(numbered), parts: [] }, games);
    assert.deepEqual(
      marksOf(story).map(({ label }) => label),
      ['Blinds and antes', 'First round', ...draws],
    );
  }
});

test('every step is a look at the table, with what follows from it', () => {
  const { steps } = storyOf(RECORD, []);
  assert.deepEqual(
    steps.map(({ from, to }) => [from, to]),
    // The blinds are one step; the next decision and the pots belong to the events before them.
    [
      [1, 1],
      [2, 3],
      [4, 5],
      [6, 7],
      [8, 9],
      [10, 11],
      [12, 13],
      [14, 15],
      [16, 16],
      [17, 18],
      [19, 19],
      [20, 20],
    ],
  );
  const stacks = steps.map(({ table }) => [table.seats[2].stack, table.seats[5].stack, table.hand.pot]);
  assert.deepEqual(stacks.slice(0, 4), [
    [1000, 400, 0],
    [995, 390, 15],
    [995, 390, 15],
    [990, 390, 20],
  ]);
  assert.deepEqual(stacks.at(-1), [1010, 390, 0]);
  assert.deepEqual(steps[2].table.hand.turn.seats, [2]);
});

test('own cards and what they make come with their events', () => {
  const { before, steps } = storyOf(RECORD, []);
  assert.equal(before.you.seat, 2);
  assert.equal(steps[1].table.you.made, null);
  assert.deepEqual(steps[2].table.seats[2].play.cards, ['Ah', 'Kd']);
  assert.deepEqual(steps[2].table.seats[5].play.cards, [null, null]);
  assert.equal(steps[2].table.you.made.category, 'high_card');
  assert.equal(steps[4].table.you.made.category, 'high_card');
  assert.equal(steps[5].table.you.made.category, 'one_pair');
});

test('streets have marks, and are gone through forth and back', () => {
  const story = storyOf(RECORD, []);
  const marks = marksOf(story);
  assert.deepEqual(marks, [
    { at: 0, label: 'Blinds and antes' },
    { at: 2, label: 'Pre-flop' },
    { at: 5, label: 'Flop' },
  ]);
  assert.deepEqual(
    [0, 2, 3, 5, 9].map((at) => streetFrom(marks, at, 1, 11)),
    [2, 5, 5, 11, 11],
  );
  assert.deepEqual(
    [0, 2, 3, 5, 9].map((at) => streetFrom(marks, at, -1, 11)),
    [0, 0, 2, 2, 5],
  );
});

test('a line of the log leads to its step', () => {
  const story = storyOf(RECORD, []);
  assert.deepEqual(
    [1, 3, 5, 6, 15, 20].map((seq) => stepOf(story, seq)),
    [0, 1, 2, 3, 7, 11],
  );
  assert.equal(story.log.length, RECORD.events.length - 7);
});

test('without own cards the story is that of a spectator', () => {
  const { own, parts, ...shared } = RECORD;
  assert.ok(own && parts);
  const { before, steps } = storyOf(shared, []);
  assert.equal(before.you, null);
  assert.deepEqual(steps.at(-1).table.seats[2].play.cards, [null, null]);
});

test('a record of an earlier server is told, too', () => {
  const { table_name: _name, seats: _seats, limit: _limit, stakes: _stakes, parts: _parts, ...older } = RECORD;
  const { steps } = storyOf(older, []);
  assert.equal(steps.at(-1).table.info.seats, 5);
  assert.equal(steps.at(-1).table.seats[2].stack, 1010);
});

test('a second run of the board has streets of its own', () => {
  const at = RECORD.events.findIndex(({ kind }) => kind === 'hand_completed');
  const twice = [
    { kind: 'board_dealt', cards: ['3s'] },
    { kind: 'second_run_started', kept: 3 },
    { kind: 'board_dealt', cards: ['4s'] },
  ];
  const record = { ...RECORD, events: [...RECORD.events.slice(0, at), ...twice, ...RECORD.events.slice(at)] };
  const story = storyOf(record, []);
  assert.deepEqual(
    marksOf(story)
      .slice(-2)
      .map(({ label }) => label),
    ['Flop, second run', 'Turn, second run'],
  );
  const { hand } = story.steps.at(-1).table;
  assert.deepEqual(
    [hand.firstBoard, hand.board],
    [
      ['As', '7d', '2c', '3s'],
      ['As', '7d', '2c', '4s'],
    ],
  );
});

test('a hand of a table that showed money is told in money', () => {
  const { info } = storyOf({ ...RECORD, chip_value: 5, currency: 'euro' }, []).before;
  assert.equal(stakes(info), '€0.25/€0.50');
  assert.equal(stakes(storyOf(RECORD, []).before.info), '5/10');
});
