// The model in games beyond bets and hidden cards: up-cards, rolls, face-down boards, arranging, bought cards, straddles, declarations, carried pots.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyPrivate, boardsOf, ownAnswer } from '../../model.js';
import { fromSnapshot } from '../../snapshot.js';
import { madeOf } from '../../table/words.js';
import { act, info, ME, post, started, table, tell, turn } from './story.js';

/** Cards of each seat on one street: a letter of the pattern is a card, `u` face up. */
const street = (...hands) => ({
  kind: 'hole_cards_dealt',
  hands: hands.map((cards, at) => ({ seat: at + 1, cards })),
});
const own = (cards, hand) => ({ kind: 'cards', cards, hand });
const choices = (number, cards, ...some) => ({
  kind: 'choices',
  hand: 7,
  turn: number,
  choices: some,
  cards,
  board: [],
  pot: 0,
  to_call: 0,
  stack: 1000,
});

/** Two down and one up each, the viewer's known. */
const third = [started, street([null, null, 'As'], [null, null, 'Kd'], [null, null, '2c']), own(['9s', '9d'], ['9s', '9d', 'As'])];

test('down-cards lie before up-cards, whatever the order of the deal', () => {
  const state = tell(table(), ...third, street(['4h'], ['Kh'], ['2d']), street([null], [null], [null]));
  assert.deepEqual(state.seats[2].play.cards, [null, null, null, 'Kd', 'Kh']);
  assert.deepEqual(state.seats[2].play.up, ['Kd', 'Kh']);
  assert.equal(state.hand.street.cards, 5);
  const mine = tell(state, own(['Qs'], ['9s', '9d', 'Qs', 'As', '4h']));
  assert.deepEqual(mine.seats[1].play.cards, ['9s', '9d', 'Qs', 'As', '4h']);
  assert.deepEqual(mine.seats[1].play.up, ['As', '4h']);
});

/** A seat of a snapshot with its hand. */
const seated = (number, play) => ({
  seat: number,
  player: { id: `account-${number}`, name: `P${number}`, kind: 'guest' },
  stack: 1000,
  status: 'active',
  connected: true,
  play: { cards: [], folded: false, all_in: false, bet: 0, ...play },
});

/** State of a page after a snapshot in the middle of a hand. */
const told = (seats, hand) =>
  fromSnapshot(
    {
      table: 't1',
      seq: 9,
      state: {
        info: info(),
        seats,
        wait_list: [],
        hand: { hand: 7, game: 'x', button: 3, board: [], pots: [], pot: 0, bet: 0, ...hand },
        hands: 6,
        paused: false,
      },
    },
    ME,
    1000,
  );

test('a snapshot tells up-cards as the events did', () => {
  const followed = tell(table(), ...third);
  const seat = (number, cards) => seated(number, { cards, face_up: [false, false, true] });
  const fresh = told([seat(1, ['9s', '9d', 'As']), seat(2, [null, null, 'Kd']), seat(3, [null, null, '2c'])], { board_down: 2 });
  for (const number of [1, 2, 3]) {
    const [a, b] = [followed.seats[number].play, fresh.seats[number].play];
    assert.deepEqual([b.cards, b.up, b.dealt], [a.cards, a.up, a.dealt]);
  }
  assert.equal(fresh.hand.boardDown, 2);
  assert.equal(fresh.hand.street.cards, 3);
});

test('the bring-in is a live bet and stays on the plate until its owner acts', () => {
  const state = tell(table(), ...third, { kind: 'posted', seat: 3, amount: 5, post: 'bring_in', all_in: false });
  assert.equal(state.seats[3].play.bet, 5);
  assert.equal(state.hand.bet, 5);
  assert.deepEqual(state.seats[3].play.did, { kind: 'bring_in', n: 5 });
  assert.equal(tell(state, turn(1, 3), act(3, 'raise', 20, 15)).seats[3].play.did, null);
});

test('a snapshot tells what was brought in, as the events did', () => {
  const followed = tell(table(), ...third, { kind: 'posted', seat: 3, amount: 5, post: 'bring_in', all_in: false });
  const fresh = told([seated(2, { last_action: 'fold' }), seated(3, { bet: 5, posted: 'bring_in' })], { pot: 5, bet: 5 });
  assert.deepEqual(fresh.seats[3].play.did, followed.seats[3].play.did);
  assert.equal(fresh.seats[2].play.did, null);
  assert.equal(tell(fresh, turn(1, 3), act(3, 'raise', 20, 15)).seats[3].play.did, null);
  assert.equal(told([seated(3, { bet: 5, posted: 'big_blind' })]).seats[3].play.did, null);
});

test('cards are turned up together, and no player is told before', () => {
  const dealt = tell(
    table(),
    started,
    street([null, null, null], [null, null, null], [null, null, null]),
    own(['As', '9c', '5h'], ['As', '9c', '5h']),
    turn(1, [1, 2, 3], 'roll'),
    choices(1, ['As', '9c', '5h'], { kind: 'roll', min: 1, max: 1, cards: ['As', '9c', '5h'], announce: ['high', 'low'] }),
  );
  assert.equal(dealt.hand.street.phase, 'roll');
  const answer = { kind: 'roll', cards: ['9c'], announce: 'low' };
  const answered = ownAnswer(dealt, 1, answer);
  assert.deepEqual(answered.you.answer, answer);
  assert.deepEqual(answered.seats[1].play.up, []);
  const chosen = tell(answered, { kind: 'choice_made', seat: 2, auto: false });
  assert.ok(chosen.seats[2].play.chosen);
  assert.deepEqual(chosen.hand.turn.seats, [3]);
  const state = tell(chosen, {
    kind: 'cards_rolled',
    rolls: [
      { seat: 1, cards: ['9c'], announced: 'low' },
      { seat: 2, cards: ['Kd'], announced: 'high' },
      { seat: 3, cards: ['2s'], announced: 'low' },
    ],
  });
  assert.deepEqual(state.seats[1].play.cards, ['As', '5h', '9c']);
  assert.deepEqual(state.seats[2].play.cards, [null, null, 'Kd']);
  assert.deepEqual(state.seats[3].play.up, ['2s']);
  assert.deepEqual(
    [1, 2, 3].map((seat) => state.seats[seat].play.announced),
    ['low', 'high', 'low'],
  );
  assert.ok([1, 2, 3].every((seat) => !state.seats[seat].play.chosen));
  assert.equal(state.you.answer, null);
  assert.deepEqual([state.hand.turn, state.hand.street.rolls, state.hand.street.phase], [null, 1, 'bet']);
});

test('one player who turns the hole card up begins no street', () => {
  const before = tell(table(), ...third, turn(4, 2, 'optional_roll'));
  const state = tell(
    before,
    { kind: 'cards_rolled', rolls: [{ seat: 2, cards: ['Qd'] }] },
    { kind: 'hole_cards_dealt', hands: [{ seat: 2, cards: [null] }] },
    turn(5, 3, 'optional_roll'),
    { kind: 'card_kept', seat: 3, auto: false },
  );
  assert.deepEqual(state.seats[2].play.cards, [null, null, 'Kd', 'Qd']);
  assert.deepEqual(state.seats[2].play.did, { kind: 'rolled', n: 1 });
  assert.equal(state.seats[3].play.did.kind, 'kept');
  assert.equal(state.hand.street.rolls, 0);
  assert.equal(state.hand.turn, null);
});

test('a board that lies face down is turned card by card', () => {
  const state = tell(
    table(),
    started,
    { kind: 'board_dealt_down', count: 5 },
    { kind: 'board_turned', cards: ['Ah'] },
    { kind: 'board_turned', cards: ['Kh', 'Qd'] },
  );
  assert.deepEqual(state.hand.board, ['Ah', 'Kh', 'Qd']);
  assert.equal(state.hand.boardDown, 2);
  assert.equal(tell(state, { kind: 'communal_dealt', card: '4c' }).hand.board.at(-1), '4c');
});

test('a card that must be paid for: dead money, or out', () => {
  const asked = tell(table(), ...third, turn(1, 2, 'buy'));
  const bought = tell(asked, { kind: 'card_bought', seat: 2, amount: 24, all_in: false });
  assert.equal(bought.seats[2].stack, 976);
  assert.equal(bought.hand.pot, 24);
  assert.equal(bought.seats[2].play.bet, 0);
  assert.equal(bought.hand.turn, null);
  const passed = tell(asked, { kind: 'buy_passed', seat: 2, auto: false });
  assert.ok(passed.seats[2].play.folded);
});

test('an extra card and a changed card keep the number of cards right', () => {
  const state = tell(table(), ...third, { kind: 'extra_card_dealt', seat: 2 });
  assert.deepEqual(state.seats[2].play.cards, [null, null, null, 'Kd']);
  const swapped = tell(state, turn(1, 3, 'swap'), { kind: 'card_swapped', seat: 3, card: '2c' });
  assert.deepEqual(swapped.seats[3].play.cards, [null, null, null]);
  assert.deepEqual(swapped.seats[3].play.up, []);
  const mine = tell(state, turn(1, 1, 'swap'), { kind: 'card_swapped', seat: 1, card: 'As' }, own(['7c'], ['9s', '9d', '7c']));
  assert.deepEqual(mine.seats[1].play.cards, ['9s', '9d', '7c']);
  assert.deepEqual(mine.seats[1].play.up, []);
});

test('down-cards and up-cards are discarded together', () => {
  const asked = tell(
    table(),
    ...third,
    turn(1, [1, 2, 3], 'discard'),
    choices(1, ['9s', '9d', 'As'], {
      kind: 'discard',
      min: 1,
      max: 1,
      cards: ['9s', '9d'],
      replaced: false,
      up: { min: 1, max: 1, cards: ['As'] },
    }),
  );
  const mine = ownAnswer(asked, 1, { kind: 'discard', cards: ['9s', 'As'] });
  assert.deepEqual([mine.seats[1].play.cards, mine.seats[1].play.up], [['9d'], []]);
  const state = tell(mine, { kind: 'cards_discarded', seat: 2, count: 2, up: ['Kd'], auto: false });
  assert.deepEqual([state.seats[2].play.cards, state.seats[2].play.up], [[null], []]);
});

test('a blind that is short, or that an ante left nothing of, is the bet to match', () => {
  const short = tell(table(), started, { ...post(2, 3, 'big_blind'), all_in: true });
  assert.equal(short.hand.bet, 10);
  const none = tell(table(), started, { ...post(2, 0, 'big_blind'), all_in: true });
  assert.deepEqual([none.hand.bet, none.seats[2].play.bet, none.seats[2].play.allIn], [10, 0, true]);
});

test('who straddles has answered, and who declines too', () => {
  const asked = tell(table(), started, post(1, 1, 'small_blind'), post(2, 2, 'big_blind'), turn(1, 3, 'straddle'));
  const taken = tell(asked, post(3, 4, 'straddle'));
  assert.equal(taken.hand.turn, null);
  assert.equal(taken.hand.bet, 4);
  assert.equal(taken.seats[3].play.did.kind, 'straddle');
  const declined = tell(asked, { kind: 'straddle_declined', seat: 3, auto: true });
  assert.equal(declined.hand.turn, null);
  assert.equal(declined.seats[3].play.did.kind, 'declined');
});

test('declarations are told together', () => {
  const asked = tell(table(), ...third, turn(9, [1, 2, 3], 'declare'), choices(9, ['9s', '9d', 'As'], { kind: 'declare', options: ['high', 'low', 'both'] }));
  const mine = ownAnswer(asked, 9, { kind: 'declare', sides: 'low' });
  assert.equal(mine.seats[1].play.declared, null);
  const state = tell(mine, {
    kind: 'declared',
    declarations: [
      { seat: 1, sides: 'low' },
      { seat: 2, sides: 'high' },
      { seat: 3, sides: 'both' },
    ],
  });
  assert.deepEqual(
    [1, 2, 3].map((seat) => state.seats[seat].play.declared),
    ['low', 'high', 'both'],
  );
  assert.equal(state.you.answer, null);
  assert.equal(state.hand.turn, null);
});

test('cards laid in order are known to their owner alone', () => {
  const state = tell(
    table(),
    started,
    street([null, null, null], [null, null, null], [null, null, null]),
    own(['As', '9c', '5h'], ['As', '9c', '5h']),
    turn(1, [1], 'arrange'),
    { kind: 'cards_arranged', seat: 1, auto: false },
    own([], ['5h', 'As', '9c']),
  );
  assert.deepEqual(state.seats[1].play.cards, ['5h', 'As', '9c']);
  assert.equal(state.hand.turn, null);
});

test('a pot that no player wins is carried on', () => {
  const state = tell(
    table(),
    { ...started, carried: 12 },
    { kind: 'passed_out' },
    { kind: 'pot_carried', amount: 15 },
    { kind: 'hand_completed', hand: 7, stacks: [] },
  );
  assert.equal(state.hand.carried, 12);
  assert.equal(state.hand.carriedOn, 15);
  assert.ok(state.hand.over);
});

test('the kitty keeps a chip of the main pot, and is shared at the end', () => {
  const state = tell({ ...table(), kitty: 6 }, started, { kind: 'pots_formed', pots: [{ amount: 60, seats: [1, 2] }] }, { kind: 'kitty_taken', amount: 1 });
  assert.equal(state.kitty, 7);
  assert.equal(state.hand.pots[0].amount, 59);
  const before = state.seats[2].stack;
  const shared = tell(state, {
    kind: 'kitty_shared',
    shares: [
      { seat: 2, amount: 4 },
      { seat: 1, amount: 3 },
    ],
  });
  assert.equal(shared.kitty, 0);
  assert.equal(shared.seats[2].stack, before + 4);
});

test('two boards lie side by side, and what the cards make with each is told', () => {
  const dealt = tell(table(), { ...started, double_board: true });
  assert.deepEqual(boardsOf(dealt.hand), [[], []]);
  const flop = tell(dealt, { kind: 'board_dealt', cards: ['2c', '3c', '4c'] }, { kind: 'second_board_dealt', cards: ['5d', '6d', '7d'] });
  assert.deepEqual(boardsOf(flop.hand), [
    ['2c', '3c', '4c'],
    ['5d', '6d', '7d'],
  ]);
  assert.deepEqual(flop.hand.street, tell(dealt, { kind: 'board_dealt', cards: ['2c', '3c', '4c'] }).hand.street);
  const pair = (rank) => ({ category: 'one_pair', ranks: [rank], cards: [] });
  const made = applyPrivate(flop, { kind: 'made', seq: 9, high: pair('2'), second: { high: pair('5') } });
  assert.deepEqual(
    madeOf(made.you).map(({ high }) => high.ranks),
    [['2'], ['5']],
  );
  assert.equal(madeOf(applyPrivate(flop, { kind: 'made', seq: 9, high: pair('2') }).you).length, 1);
  const plain = tell(made, { ...started, hand: 8 });
  assert.deepEqual(boardsOf(plain.hand), [[]]);
  assert.deepEqual(madeOf(plain.you), [{ high: null, low: null }]);
});

test('who wins with seven-deuce shows it and is paid from the stacks of the others', () => {
  const paid = {
    kind: 'seven_deuce_paid',
    seat: 2,
    cards: ['7c', '2d'],
    payments: [
      { seat: 3, amount: 6 },
      { seat: 1, amount: 4 },
    ],
  };
  const before = tell(table(), started, street([null, null], [null, null], [null, null]));
  const after = tell(before, paid);
  assert.deepEqual(
    [1, 2, 3].map((seat) => after.seats[seat].stack - before.seats[seat].stack),
    [-4, 10, -6],
  );
  assert.deepEqual(after.seats[2].play.cards, ['7c', '2d']);
  assert.equal(after.seats[2].play.won, 10);
  assert.equal(after.hand.pot, before.hand.pot, 'the pot has no part in it');
  assert.deepEqual(after.hand.sevenDeuce, { seat: 2, amount: 10 });
  assert.equal(tell(after, { ...started, hand: 8 }).hand.sevenDeuce, null);
});

test('openers are shown as proof, though the rest stays down', () => {
  const state = tell(table(), started, street([null, null], [null, null], [null, null]), { kind: 'openers_shown', seat: 2, cards: ['Jc', 'Jd'] });
  assert.deepEqual(state.seats[2].play.cards, ['Jc', 'Jd']);
  assert.deepEqual(state.seats[2].play.shown, ['Jc', 'Jd']);
});
