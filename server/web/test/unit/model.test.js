// The reducer: a viewer's state after a snapshot, events and private parts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isHost, isMyTurn, middle, mustAsk, myRequest } from '../../facts.js';
import { applyEvent, applyPrivate, finished, order, ownAnswer } from '../../model.js';
import { fromSnapshot } from '../../snapshot.js';
import { usedCards } from '../../table/marks.js';
import { act, dealt, info, ME, opening, post, started, table, tell, turn } from './story.js';

const stacks = (state) => Object.fromEntries(Object.values(state.seats).map((seat) => [seat.seat, seat.stack]));
const chips = (state) => Object.values(state.seats).reduce((sum, seat) => sum + seat.stack, 0) + (state.hand?.pot ?? 0);
const choices = (turnNo, list, extra = {}) => ({
  kind: 'choices',
  hand: 7,
  turn: turnNo,
  choices: list,
  cards: ['As', 'Kd'],
  board: [],
  pot: 0,
  to_call: 0,
  stack: 995,
  ...extra,
});

test('blinds and bets move chips from stacks to the middle', () => {
  const state = tell(table(), ...opening);
  assert.deepEqual(stacks(state), { 1: 995, 2: 990, 3: 1000 });
  assert.equal(state.hand.pot, 15);
  assert.equal(state.hand.bet, 10);
  assert.equal(state.seats[1].play.bet, 5);
  assert.deepEqual(state.seats[1].play.cards, ['As', 'Kd']);
  assert.deepEqual(state.seats[2].play.cards, [null, null]);
  assert.equal(chips(state), 3000);
  assert.deepEqual(middle(state), []);
});

test('dead money lies in the middle at once, live money in front of its owner', () => {
  const state = tell(table(), started, post(1, 5, 'dead_blind'), post(2, 10, 'big_blind'), post(3, 10, 'credit'), post(1, 2, 'ante'));
  assert.equal(state.seats[1].play.bet, 0);
  assert.equal(state.seats[3].play.bet, 10);
  assert.equal(state.hand.bet, 10);
  assert.deepEqual(
    middle(state).map((pot) => pot.amount),
    [7],
  );
});

test('a round closes into pots, and its bets are gone', () => {
  const pots = [{ amount: 30, seats: [1, 2, 3] }];
  const state = tell(
    table(),
    ...opening,
    act(3, 'call', 10),
    act(1, 'call', 10, 5),
    act(2, 'check'),
    { kind: 'pots_formed', pots },
    { kind: 'board_dealt', cards: ['2c', '7d', '9h'] },
  );
  assert.equal(state.hand.pot, 30);
  assert.equal(state.hand.bet, 0);
  assert.deepEqual(middle(state), pots);
  assert.ok(Object.values(state.seats).every((seat) => seat.play.bet === 0 && seat.play.last === null));
  assert.deepEqual(state.hand.board, ['2c', '7d', '9h']);
  assert.equal(state.hand.street.board, 3);
});

test('a round in which all checked closes without pots, with the next cards or the next kind of decision', () => {
  const checked = tell(table(), started, dealt(2), turn(1, 1), act(1, 'check'), act(2, 'check'), act(3, 'check'));
  assert.equal(checked.seats[2].play.last, 'check');
  const flop = tell(checked, { kind: 'board_dealt', cards: ['2c', '7d', '9h'] });
  const draw = tell(checked, turn(2, 1, 'draw'));
  for (const state of [flop, draw]) assert.ok(Object.values(state.seats).every((seat) => seat.play.last === null));
  const drawn = tell(draw, { kind: 'cards_drawn', seat: 1, count: 2, auto: false }, turn(3, 2, 'draw'));
  assert.equal(drawn.seats[1].play.drew, 2, 'what was drawn is still told');
  assert.equal(tell(drawn, turn(4, 1), act(1, 'bet', 10)).seats[1].play.drew, null);
});

test('choices belong to one decision of one hand', () => {
  const asked = tell(table(), ...opening, act(3, 'fold'), turn(2, 1));
  assert.equal(isMyTurn(asked), false);
  const list = [{ kind: 'fold' }, { kind: 'call', amount: 5 }];
  assert.ok(isMyTurn(tell(asked, choices(2, list, { to_call: 5 }))));
  assert.equal(tell(asked, choices(2, list, { to_call: 5 })).you.toCall, 5);
  assert.equal(isMyTurn(tell(asked, choices(1, list))), false, 'an older decision');
  assert.equal(isMyTurn(tell(asked, choices(2, list, { hand: 6 }))), false, 'another hand');
  assert.equal(isMyTurn(applyPrivate(asked, { seq: asked.seq + 1, ...choices(2, list) })), false, 'ahead of its event');
  const after = tell(asked, choices(2, list), act(1, 'call', 10, 5));
  assert.equal(isMyTurn(after), false);
  assert.equal(isMyTurn(tell(after, choices(2, list))), false, 'answered already');
});

test('an accepted answer to a simultaneous decision is not asked again', () => {
  const asked = tell(
    table(),
    ...opening,
    turn(4, [1, 2, 3], 'discard'),
    choices(4, [{ kind: 'discard', min: 1, max: 1, cards: ['As', 'Kd'], replaced: false }]),
  );
  assert.ok(isMyTurn(asked));
  const action = { kind: 'discard', cards: ['Kd'] };
  const done = ownAnswer(asked, 4, action);
  assert.equal(isMyTurn(done), false);
  assert.deepEqual(done.hand.turn.seats, [2, 3]);
  assert.deepEqual(done.seats[1].play.cards, ['As']);
  assert.equal(ownAnswer(asked, 3, action), asked);
});

test('cards discarded for good leave the hands, drawn ones keep their number', () => {
  const three = tell(table(), started, dealt(3), {
    kind: 'cards',
    cards: ['As', 'Kd', '2c'],
    hand: ['As', 'Kd', '2c'],
  });
  const discarded = tell(
    three,
    turn(1, [1, 2, 3], 'discard'),
    { kind: 'cards_discarded', seat: 2, count: 1, auto: false },
    { kind: 'cards_discarded', seat: 1, count: 1, auto: false },
    { kind: 'cards', cards: [], hand: ['As', 'Kd'] },
  );
  assert.deepEqual(discarded.seats[1].play.cards, ['As', 'Kd']);
  assert.deepEqual(discarded.seats[2].play.cards, [null, null]);
  const drawn = tell(three, turn(1, 2, 'draw'), { kind: 'cards_drawn', seat: 2, count: 2, auto: false });
  assert.equal(drawn.seats[2].play.cards.length, 3);
  assert.equal(drawn.seats[2].play.drew, 2);
});

test('a card that was turned up since its private part lies behind the down-cards', () => {
  const rolled = tell(
    table(),
    started,
    { kind: 'hole_cards_dealt', hands: [{ seat: 1, cards: [null, null, '9d'] }] },
    { kind: 'cards_rolled', rolls: [{ seat: 1, cards: ['7h'] }] },
    { kind: 'cards', cards: ['7h', '3c', '9d'], hand: ['7h', '3c', '9d'] },
  );
  const { cards, up } = rolled.seats[1].play;
  assert.deepEqual(cards, ['3c', '9d', '7h']);
  assert.deepEqual(up, ['9d', '7h']);
});

test('a draw replaces up-cards by cards that lie face down', () => {
  const stud = tell(table(), started, {
    kind: 'hole_cards_dealt',
    hands: [
      { seat: 1, cards: [null, '9h'] },
      { seat: 2, cards: [null, 'Qs'] },
    ],
  });
  const drawn = tell(stud, turn(1, 2, 'draw'), {
    kind: 'cards_drawn',
    seat: 2,
    count: 2,
    up: ['Qs'],
    auto: false,
  });
  assert.deepEqual(drawn.seats[2].play.cards, [null, null]);
  assert.deepEqual(drawn.seats[2].play.up, []);
});

test('an uncalled bet goes back, and a hand no player called ends without a showdown', () => {
  const state = tell(
    table(),
    ...opening,
    act(3, 'raise', 40),
    act(1, 'fold'),
    act(2, 'fold'),
    { kind: 'uncalled_returned', seat: 3, amount: 30 },
    { kind: 'pot_awarded', pot: 0, side: 'whole', amount: 25, shares: [{ seat: 3, amount: 25 }] },
    {
      kind: 'hand_completed',
      hand: 7,
      stacks: [
        { seat: 1, amount: 995 },
        { seat: 2, amount: 990 },
        { seat: 3, amount: 1015 },
      ],
    },
  );
  assert.deepEqual(stacks(state), { 1: 995, 2: 990, 3: 1015 });
  assert.equal(state.hand.pot, 0);
  assert.equal(state.seats[3].play.won, 25);
  assert.ok(state.hand.over);
  assert.equal(state.hands, 1);
  assert.equal(chips(state), 3000);
});

test('shown hands take their place, partly shown ones too', () => {
  const base = tell(table(), ...opening, act(3, 'fold'));
  const high = { category: 'one_pair', ranks: ['Q'], cards: ['Qs', 'Qd'] };
  const shown = tell(base, { kind: 'hand_shown', seat: 2, cards: ['Qs', 'Qd'], high });
  assert.deepEqual(shown.seats[2].play.cards, ['Qs', 'Qd']);
  assert.equal(shown.seats[2].play.high, high);
  assert.equal(shown.hand.street.phase, 'showdown');
  const one = tell(base, { kind: 'hand_shown', seat: 1, cards: ['Kd'] });
  assert.deepEqual(one.seats[1].play.cards, ['As', 'Kd'], 'the owner still sees both');
  assert.deepEqual(one.seats[1].play.shown, ['Kd']);
  const partly = tell(base, { kind: 'hand_shown', seat: 2, cards: ['Qs'] });
  assert.deepEqual(partly.seats[2].play.cards, ['Qs', null]);
});

test('side pots are paid one by one', () => {
  const pots = [
    { amount: 300, seats: [1, 2, 3] },
    { amount: 200, seats: [1, 2] },
  ];
  const state = tell(
    table(),
    ...opening,
    { kind: 'pots_formed', pots },
    { kind: 'pot_awarded', pot: 1, side: 'whole', amount: 200, shares: [{ seat: 2, amount: 200 }] },
  );
  assert.deepEqual(
    middle(state).map((pot) => pot.amount),
    [300, 0],
  );
});

test('a finished hand is remembered when the next begins', () => {
  const over = tell(table(), ...opening, act(3, 'fold'), { kind: 'hand_completed', hand: 7, stacks: [] });
  assert.equal(finished(over).hand.number, 7);
  const next = tell(over, { ...started, hand: 8 });
  assert.equal(next.last.hand.number, 7);
  assert.equal(next.last.players.find((one) => one.mine).play.cards[0], 'As');
  assert.deepEqual(
    next.log.map((entry) => entry.event.kind),
    ['hand_started'],
  );
  assert.equal(finished(next), null);
});

test('a cancelled hand gives the stacks back', () => {
  const state = tell(table(), ...opening, {
    kind: 'hand_voided',
    hand: 7,
    stacks: [1, 2, 3].map((seat) => ({ seat, amount: 1000 })),
  });
  assert.deepEqual(stacks(state), { 1: 1000, 2: 1000, 3: 1000 });
  assert.ok(state.hand.voided);
  assert.equal(state.hands, 0);
});

test('players come and go', () => {
  const player = { id: 'account-4', name: 'Di', kind: 'bot' };
  const sat = tell(table(), { kind: 'player_sat', seat: 4, player, stack: 500, status: 'waiting' });
  assert.equal(sat.seats[4].stack, 500);
  const mine = tell(table({ me: 'account-4', state: { you: undefined } }), {
    kind: 'player_sat',
    seat: 4,
    player,
    stack: 500,
    status: 'waiting',
  });
  assert.equal(mine.you.seat, 4);
  const left = tell(mine, { kind: 'seat_status_changed', seat: 4, status: 'leaving' }, { kind: 'player_left', seat: 4, stack: 500 });
  assert.equal(left.you, null);
  assert.equal(left.seats[4], undefined);
});

test('events of an unknown kind change nothing but the number', () => {
  const before = tell(table(), ...opening);
  const after = tell(before, { kind: 'comet_passed', tail: 3 });
  assert.equal(after.seq, before.seq + 1);
  assert.deepEqual({ ...after, seq: 0, log: [] }, { ...before, seq: 0, log: [] });
});

test('numbers tell old, next and missing events apart', () => {
  const state = table();
  assert.equal(order(state, 10), 'old');
  assert.equal(order(state, 11), 'next');
  assert.equal(order(state, 12), 'gap');
});

test('a snapshot in the middle of a hand holds what is needed to go on', () => {
  const snapshot = {
    table: 't1',
    seq: 55,
    state: {
      info: info(),
      seats: [
        {
          seat: 1,
          player: { id: ME, name: 'Ana', kind: 'guest' },
          stack: 900,
          status: 'active',
          connected: true,
          play: { cards: ['As', 'Kd'], folded: false, all_in: false, bet: 20, last_action: 'bet' },
        },
        {
          seat: 2,
          player: { id: 'account-2', name: 'Bo', kind: 'bot' },
          stack: 880,
          status: 'active',
          connected: true,
          play: { cards: [null, null], folded: false, all_in: false, bet: 60, last_action: 'raise' },
        },
      ],
      wait_list: [],
      hand: {
        hand: 9,
        game: 'no-limit-holdem',
        button: 1,
        board: ['2c', '7d', '9h'],
        pots: [{ amount: 40, seats: [1, 2] }],
        pot: 120,
        bet: 60,
        turn: {
          turn: 5,
          seats: [1],
          decision: 'bet',
          clock: { turn: 5, left_ms: 9000, banks: [{ seat: 1, left_ms: 30000 }] },
        },
      },
      hands: 8,
      paused: false,
      you: {
        seat: 1,
        cards: ['As', 'Kd'],
        choices: [{ kind: 'fold' }, { kind: 'call', amount: 40 }],
        to_call: 40,
        rebuy_pending: 0,
        time_bank_ms: 30000,
      },
    },
  };
  const state = fromSnapshot(snapshot, ME, 1000);
  assert.ok(isMyTurn(state));
  assert.deepEqual([state.you.hand, state.you.turn, state.you.toCall], [9, 5, 40]);
  assert.equal(state.hand.raises, 1);
  assert.equal(state.clock.banks[1], 30000);
  assert.equal(state.hand.street.board, 3);
  const next = tell(state, act(1, 'call', 60, 40));
  assert.deepEqual(stacks(next), { 1: 860, 2: 880 });
  assert.equal(next.hand.turn, null);
  const [mine, theirs] = snapshot.state.seats;
  const said = structuredClone(snapshot);
  said.state.seats = [
    { ...mine, play: { ...mine.play, declared: 'low' } },
    { ...theirs, play: { ...theirs.play, announced: 'both' } },
  ];
  const { seats } = fromSnapshot(said, ME, 1000);
  assert.deepEqual([seats[1].play.declared, seats[2].play.announced], ['low', 'both'], 'what was said is not forgotten');
});

test('a board that is run twice is two boards, each with its awards', () => {
  const asked = tell(table(), ...opening, turn(2, [1, 2], 'runs'), choices(2, [{ kind: 'run_twice' }, { kind: 'run_once' }]));
  assert.ok(isMyTurn(asked));
  const mine = ownAnswer(asked, 2, { kind: 'run_twice' });
  assert.equal(mine.seats[1].play.chosen, true);
  assert.equal(isMyTurn(mine), false);
  const shown = (seat, cards, run) => ({ kind: 'hand_shown', seat, cards, high: { category: 'high_card', ranks: ['A'], cards }, run });
  const won = (seat, run) => ({ kind: 'pot_awarded', pot: 0, side: 'whole', amount: 7, shares: [{ seat, amount: 7 }], run });
  const first = tell(
    mine,
    { kind: 'choice_made', seat: 1, auto: false },
    { kind: 'choice_made', seat: 2, auto: false },
    { kind: 'runs_decided', twice: true },
    { kind: 'board_dealt', cards: ['2c', '3c', '4c'] },
    { kind: 'board_dealt', cards: ['5d'] },
    { kind: 'board_dealt', cards: ['6d'] },
  );
  assert.equal(first.seats[1].play.chosen, false);
  const second = tell(first, { kind: 'second_run_started', kept: 3 }, { kind: 'board_dealt', cards: ['7h'] }, { kind: 'board_dealt', cards: ['8h'] });
  assert.deepEqual(second.hand.firstBoard, ['2c', '3c', '4c', '5d', '6d']);
  assert.deepEqual(second.hand.board, ['2c', '3c', '4c', '7h', '8h']);
  const one = tell(second, shown(1, ['As', 'Kd'], 1), shown(2, ['Qs', 'Qd'], 1), won(1, 1));
  assert.deepEqual(usedCards(one, one.seats[1]), ['As', 'Kd']);
  const both = tell(one, shown(1, ['As', 'Kd'], 2), shown(2, ['Qs', 'Qd'], 2), won(2, 2));
  // Marks belong to the run awarded last.
  assert.equal(usedCards(both, both.seats[1]), null);
  assert.deepEqual(usedCards(both, both.seats[2]), ['Qs', 'Qd']);
  assert.deepEqual(
    both.hand.awards.map((award) => award.run),
    [1, 2],
  );
});

test('the dealer is asked for a game between hands, and the table plays what is picked', () => {
  const over = tell(table(), ...opening, { kind: 'hand_completed', hand: 7, stacks: [] });
  const asked = tell(over, { kind: 'turn_started', turn: 0, seats: [1], decision: 'pick_game', hand: 8 });
  assert.equal(isMyTurn(asked), false, 'not before the choices are there');
  const offered = [{ kind: 'pick_game', games: [{ game: 'razz', name: { en: 'Razz', fr: 'Razz' }, limits: ['fixed'] }] }];
  const mine = tell(asked, choices(0, offered, { hand: 8, cards: [] }));
  assert.ok(isMyTurn(mine));
  assert.deepEqual([mine.you.hand, mine.you.turn], [8, 0]);
  assert.equal(isMyTurn(tell(mine, choices(1, [], { hand: 8 }))), true, 'parts of another question change nothing');

  const withdrawn = tell(mine, { kind: 'pick_withdrawn' });
  assert.equal(isMyTurn(withdrawn), false);
  assert.equal(withdrawn.pick, null);

  const game = { game: 'razz', game_name: { en: 'Razz', fr: 'Razz' }, limit: 'fixed', small_blind: 0, big_blind: 0, ante: 2, bets: [10, 20] };
  const picked = tell(mine, { kind: 'game_changed', game, seat: 1 });
  assert.deepEqual([picked.info.game, picked.info.ante, picked.info.seats], ['razz', 2, 6]);
  assert.equal(picked.pick, null);
  assert.equal(isMyTurn(picked), false);
});

test('players move to the seats that they drew', () => {
  const before = table();
  const [first, second, ...others] = Object.keys(before.seats).map(Number);
  const moves = [{ from: first, to: second }, { from: second, to: first }, ...others.map((seat) => ({ from: seat, to: seat }))];
  const after = tell(before, { kind: 'seats_drawn', cards: [], moves });
  const names = (state, ...seats) => seats.map((seat) => state.seats[seat].player.name);
  assert.deepEqual(names(after, first, second, ...others), names(before, second, first, ...others));
  assert.equal(after.seats[first].seat, first);
  const mine = before.you.seat;
  assert.equal(after.you.seat, moves.find(({ from }) => from === mine).to);
});

test('what the host decides is known to all', () => {
  assert.deepEqual(table().host, {});
  const rules = { approval: true, requests: [{ player: { id: 'p', name: 'Pia', kind: 'guest' }, state: 'asked' }] };
  const asked = tell(table(), { kind: 'host_ruled', deed: 'requests', rules });
  assert.deepEqual(asked.host, rules);
  assert.deepEqual(table({ state: { host_rules: rules } }).host, rules);
  const viewer = { ...asked, me: 'p', info: { ...asked.info, host: 'h' } };
  assert.deepEqual([myRequest(viewer), mustAsk(viewer), isHost(viewer)], ['asked', true, false]);
  const handed = tell(viewer, { kind: 'host_changed', host: { id: 'p', name: 'Pia', kind: 'guest' } });
  assert.deepEqual([handed.info.host, isHost(handed)], ['p', true]);
  const accepted = { ...viewer, host: { ...rules, requests: [{ ...rules.requests[0], state: 'accepted' }] } };
  assert.equal(mustAsk(accepted), false);
  const host = { ...viewer, me: 'h' };
  assert.deepEqual([mustAsk(host), isHost(host)], [false, true]);
  const stranger = { ...viewer, me: '' };
  assert.deepEqual([mustAsk(stranger), isHost({ ...stranger, info: { ...stranger.info, host: undefined } })], [true, false]);
});

test('a player is moved by the host, and stakes are changed', () => {
  const before = table();
  const from = before.you.seat;
  const { name } = before.seats[from].player;
  const moved = tell(before, { kind: 'player_moved', from, to: 9, status: 'waiting' });
  assert.deepEqual([moved.you.seat, moved.seats[9].player.name, moved.seats[9].status], [9, name, 'waiting']);
  assert.equal(moved.seats[from], undefined);
  const game = { game: 'razz', game_name: { en: 'Razz', fr: 'Razz' }, limit: 'fixed', small_blind: 0, big_blind: 0, ante: 4, bets: [20, 40] };
  const { info } = tell(before, { kind: 'stakes_changed', game, buy_in_min: 800, buy_in_max: 2000 });
  assert.deepEqual([info.game, info.ante, info.bets, info.buy_in_min, info.buy_in_max], ['razz', 4, [20, 40], 800, 2000]);
});

test('a wish to straddle is kept until it is taken back', () => {
  const [first] = Object.keys(table().seats).map(Number);
  assert.equal(table().seats[first].straddles, false);
  const wished = tell(table(), { kind: 'straddling_set', seat: first, on: true });
  assert.equal(wished.seats[first].straddles, true);
  assert.equal(tell(wished, { kind: 'straddling_set', seat: first, on: false }).seats[first].straddles, false);
});

test('a bomb pot is known one hand ahead, and while it is played', () => {
  assert.equal(table().bombIn, null);
  assert.equal(table({ state: { bomb_pot_in: 3 } }).bombIn, 3);
  const started = { kind: 'hand_started', hand: 8, game: 'no-limit-holdem', button: 1, seats: [{ seat: 1, stack: 900 }], carried: 0 };
  const before = tell(table(), { ...started, bomb_pot_in: 1 });
  assert.deepEqual([before.bombIn, before.hand.bombPot], [1, false]);
  const bomb = tell(before, { ...started, hand: 9, bomb_pot: true, bomb_pot_in: 10 });
  assert.deepEqual([bomb.bombIn, bomb.hand.bombPot], [10, true]);
});

test('roodles double the stakes until they are over', () => {
  assert.equal(table().roodles, false);
  const stakes = { small_blind: 10, big_blind: 20, ante: 0, bets: [20] };
  const doubled = tell(table(), { kind: 'roodles_started', stakes });
  assert.deepEqual([doubled.roodles, doubled.info.big_blind, doubled.info.bets], [true, 20, [20]]);
  const over = tell(doubled, { kind: 'roodles_ended', stakes: { ...stakes, small_blind: 5, big_blind: 10, bets: [10] } });
  assert.deepEqual([over.roodles, over.info.small_blind, over.info.bets], [false, 5, [10]]);
  assert.equal(table({ state: { roodles: true } }).roodles, true);
});

test('a snapshot tells of an open pick', () => {
  const clock = { turn: 2, left_ms: 4000, banks: [{ seat: 1, left_ms: 60000 }] };
  const pick = { hand: 31, turn: { turn: 2, seats: [1], decision: 'pick_game', clock } };
  const you = { seat: 1, cards: [], choices: [{ kind: 'pick_game', games: [] }], to_call: 0, rebuy_pending: 0, time_bank_ms: 60000 };
  const state = table({ state: { pick, you } });
  assert.ok(isMyTurn(state));
  assert.deepEqual([state.you.hand, state.you.turn, state.clock.left], [31, 2, 4000]);
});

test('the cards of a hand are taken up when the game of the next one is picked', () => {
  const over = tell(table(), ...opening, { kind: 'board_dealt', cards: ['2c', '3c', '4c'] }, { kind: 'hand_completed', hand: 7, stacks: [] });
  const asked = tell(over, { kind: 'turn_started', turn: 0, seats: [1], decision: 'pick_game', hand: 8 });
  assert.deepEqual(asked.hand.board, []);
  assert.ok(Object.values(asked.seats).every((seat) => seat.play === null));
  assert.equal(asked.last.hand.number, 7);
  assert.deepEqual(asked.last.hand.board, ['2c', '3c', '4c']);
  const next = tell(asked, { ...started, hand: 8 });
  assert.deepEqual(next.last.hand.board, ['2c', '3c', '4c'], 'and can still be looked at');
});

test('a free seat is kept for the first in line for as long as the server says', () => {
  const player = { id: 'account-9', name: 'Zoe', kind: 'account' };
  const offer = (keep) => applyEvent(table(), { seq: 101, event: { kind: 'seat_offered', seat: 4, player, ...keep } }, 5000);
  assert.deepEqual(offer({ keep_ms: 30_000 }).offered, { seat: 4, player, until: 35_000 });
  assert.equal(offer({}).offered.until, null, 'earlier servers did not say');
});

test('tables of a tournament: levels, stacks, hands that wait or are dead', () => {
  const contest = { tournament: '12', name: { en: 'Evening', fr: 'Soir' }, table_no: 2, level: 7 };
  const before = { ...table(), info: { ...info, tournament: contest } };
  const game = { game: 'no-limit-holdem', game_name: { en: 'H', fr: 'H' }, limit: 'nl', small_blind: 150, big_blind: 300, ante: 0, bets: [300] };
  let state = tell(before, { kind: 'level_changed', level: 8, game }, { kind: 'stack_set', seat: 2, stack: 725 }, { kind: 'bounty_set', seat: 2, bounty: 90 });
  assert.equal(state.info.tournament.level, 8);
  assert.equal(state.info.big_blind, 300);
  assert.deepEqual([state.seats[2].stack, state.seats[2].bounty], [725, 90]);
  state = tell(state, { ...started, dead: [3] }, { kind: 'hand_held' });
  assert.deepEqual([state.seats[2].play.folded, state.seats[3].play.folded], [false, true]);
  assert.equal(state.hand.held, true);
  assert.equal(tell(state, { kind: 'hand_released' }).hand.held, false);
  const status = { kind: 'seat_status_changed', seat: 3, status: 'active', event_status: 'absent' };
  assert.equal(tell(state, status).seats[3].event, 'absent');
});

test('the end of a player’s own pause is kept until it is over', () => {
  const [first] = Object.keys(table().seats).map(Number);
  assert.equal(table().seats[first].backAt, null);
  const away = tell(table(), { kind: 'own_pause_set', seat: first, until: 1_767_226_020_000 });
  assert.equal(away.seats[first].backAt, 1_767_226_020_000);
  assert.equal(tell(away, { kind: 'own_pause_set', seat: first }).seats[first].backAt, null);
});
