// Texts: names of streets, tags, log lines, and questions for screen readers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { winningHand } from '../../facts.js';
import { wildsOf } from '../../names.js';
import { besidesName, matches, namedAfter, saidOnce, tableName, traits } from '../../lobby/common.js';
import { groupsOf, missing } from '../../table/picking.js';
import { sayEvent, sayPrivate, sayTurn, seatSentence } from '../../table/say.js';
import { chatText, headLine, logLines, madeText, parseAmount, shapeOf, streetName, tagOf, typedAmount } from '../../table/words.js';
import './catalogue.js';
import { dealt, info, started, table, tell, turn } from './story.js';

setLang('en');

const at = (change) => ({ cards: 0, board: 0, draws: 0, rolls: 0, phase: 'bet', ...change });
const street = (deal, change) => streetName(at(change), shapeOf({ deal }));

test('streets are called by what the game deals', () => {
  assert.equal(street('dd-bbb-b-b-', { cards: 2 }), 'Pre-flop');
  assert.equal(street('dd-bbb-b-b-', { cards: 2, board: 4 }), 'Turn');
  assert.equal(street('ddu-u-u-u-d-', { cards: 3 }), '3rd street');
  assert.equal(street('ddu-u-u-u-d-', { cards: 7 }), '7th street');
  assert.equal(street('du-u-u-u-', { cards: 2 }), '2nd street');
  assert.equal(street('dddddhhhhh-v-v-v-v-v-', { cards: 5 }), 'First round');
  assert.equal(street('dddddhhhhh-v-v-v-v-v-', { cards: 5, board: 2 }), '2 board cards up');
  assert.equal(street('dddddr-r-r-r-', { cards: 5, rolls: 1, phase: 'roll' }), 'Turn up, 2');
  assert.equal(street('dddddr-r-r-r-', { cards: 5, rolls: 2 }), 'After card 2 is up');
  assert.equal(street('ddddd-x-', { cards: 5, phase: 'draw' }), 'Draw');
  assert.equal(street('ddd-u-u-u-u-?', { cards: 7, phase: 'declare' }), 'Declare');
  setLang('fr');
  assert.equal(street('ddu-u-u-u-d-', { cards: 3 }), '3e rue');
  setLang('en');
});

/** A decision of seat 2, in a draw with the number of that draw. */
const drawing = (number, draw, of) => ({ ...turn(number, 2, 'draw'), ...(draw && { draw: { number: draw, of } }) });
/** Name of a current hand's street, in English and in French. */
const called = ({ hand: { street: now } }, deal) =>
  ['en', 'fr'].map((lang) => {
    setLang(lang);
    const name = streetName(now, shapeOf({ deal }));
    setLang('en');
    return name;
  });
const TRIPLE = 'dddd-x-x-x-';

test('which of several draws it is, is told as they come', () => {
  let now = tell(table(), started, dealt(4), turn(1, 2));
  assert.deepEqual(called(now, TRIPLE), ['First round', 'Premier tour']);
  const names = [1, 2, 3].flatMap((draw) => {
    now = tell(now, drawing(2 * draw, draw, 3));
    const open = called(now, TRIPLE);
    now = tell(now, turn(2 * draw + 1, 2));
    return [open, called(now, TRIPLE)];
  });
  assert.deepEqual(names, [
    ['Draw 1 of 3', 'Échange 1 sur 3'],
    ['After draw 1 of 3', 'Après l’échange 1 sur 3'],
    ['Draw 2 of 3', 'Échange 2 sur 3'],
    ['After draw 2 of 3', 'Après l’échange 2 sur 3'],
    ['Draw 3 of 3', 'Échange 3 sur 3'],
    ['After draw 3 of 3', 'Après l’échange 3 sur 3'],
  ]);
});

test('draws that follow each other without a bet are told apart', () => {
  let now = tell(table(), started, dealt(4));
  const names = [1, 1, 2, 2, 3].map((draw, at) => {
    now = tell(now, drawing(at + 1, draw, 3));
    return called(now, TRIPLE)[0];
  });
  assert.deepEqual(names, ['Draw 1 of 3', 'Draw 1 of 3', 'Draw 2 of 3', 'Draw 2 of 3', 'Draw 3 of 3']);
});

/** A table that the viewer joins in the middle of a hand, with a decision of this kind open. */
const middleOf = (decision, draw) => {
  const play = { cards: [null, null, null, null], folded: false, all_in: false, bet: 0 };
  const player = { id: 'account-2', name: 'Bo', kind: 'guest' };
  return table({
    state: {
      seats: [{ seat: 2, player, stack: 1000, status: 'active', connected: true, play }],
      hand: {
        ...{ hand: 7, game: 'badugi', button: 3, board: [], pots: [], pot: 15, bet: 0 },
        ...(draw && { draw }),
        turn: { turn: 9, seats: [2], decision, clock: { turn: 9, left_ms: 1000, banks: [] } },
      },
    },
  });
};

test('who comes in the middle of a hand reads which draw it is, and goes on from there', () => {
  for (const number of [1, 2, 3]) {
    assert.deepEqual(called(middleOf('draw', { number, of: 3 }), TRIPLE), [`Draw ${number} of 3`, `Échange ${number} sur 3`]);
    const bets = middleOf('bet', { number, of: 3 });
    assert.deepEqual(called(bets, TRIPLE), [`After draw ${number} of 3`, `Après l’échange ${number} sur 3`]);
  }
  assert.equal(called(middleOf('bet'), TRIPLE)[0], 'First round');
  const same = tell(middleOf('draw', { number: 2, of: 3 }), drawing(10, 2, 3));
  assert.equal(called(same, TRIPLE)[0], 'Draw 2 of 3');
  const bets = tell(same, turn(11, 2));
  assert.equal(called(bets, TRIPLE)[0], 'After draw 2 of 3');
  assert.equal(called(tell(bets, drawing(12, 3, 3)), TRIPLE)[0], 'Draw 3 of 3');
});

test('a hand with one draw says no number, whatever ways its game knows', () => {
  const single = tell(table(), started, dealt(5), drawing(1, 1, 1));
  assert.deepEqual(called(single, 'ddddd-x-'), ['Draw', 'Échange']);
  assert.deepEqual(called(tell(single, turn(2, 2)), 'ddddd-x-'), ['After the draw', 'Après l’échange']);
  // Jacks back goes one of two ways, each with its own draw.
  assert.equal(called(single, 'ddddd-x--x-')[0], 'Draw');
  assert.equal(called(middleOf('draw', { number: 1, of: 1 }), 'ddddd-x--x-')[0], 'Draw');
  assert.equal(street('ddddd-x--x-', { cards: 5, phase: 'draw' }), 'Draw');
});

test('records from before draws were numbered are counted', () => {
  let now = tell(table(), started, dealt(4), drawing(1));
  assert.equal(called(now, TRIPLE)[0], 'Draw 1 of 3');
  now = tell(now, turn(2, 2), drawing(3), drawing(4));
  assert.equal(called(now, TRIPLE)[0], 'Draw 2 of 3');
  // A game that the page no longer knows.
  assert.equal(streetName(now.hand.street, shapeOf(undefined)), 'Draw 2');
});

/** A table where the viewer has these choices. */
const asked = (...choices) => {
  const state = tell(table(), started, turn(1, 1));
  return { ...state, you: { ...state.you, choices } };
};

test('every kind of decision is asked in words, in both languages', () => {
  const cards = ['As', '9c', '5h'];
  const cases = [
    [{ kind: 'roll', min: 1, max: 1, cards, announce: [] }, 'Your turn. Turn up one card.'],
    [{ kind: 'roll', min: 1, max: 1, cards, announce: ['high', 'low'] }, 'Your turn. Turn up one card. Say high or low with it.'],
    [{ kind: 'declare', options: ['high', 'low', 'both'] }, 'Your turn. Declare high, low, and both.'],
    [{ kind: 'run_twice' }, 'Your turn. Run it twice, or once.'],
    [{ kind: 'buy', price: 24 }, 'Your turn. Pay 24 to stay, or fold.'],
    [{ kind: 'straddle', amount: 40 }, 'Your turn. Straddle for 40, or decline.'],
    [{ kind: 'arrange', cards }, 'Your turn. Put your cards in order.'],
    [{ kind: 'flip' }, 'Your turn. Turn your hole card up, or keep it down.'],
    [{ kind: 'swap' }, 'Your turn. Change your up-card, or keep it.'],
    [
      { kind: 'discard', min: 1, max: 1, cards, replaced: false, up: { min: 1, max: 1, cards: ['2c'] } },
      'Your turn. Discard one card. Also discard one up-card.',
    ],
    [{ kind: 'raise', min: 80, max: 80 }, 'Your turn. Raise to 80.'],
  ];
  for (const [choice, words] of cases) {
    assert.equal(sayTurn(asked(choice), 0), words);
    setLang('fr');
    assert.match(sayTurn(asked(choice), 0), /^À vous\. .+\.$/);
    setLang('en');
  }
});

test('what happens is told in words and in the log', () => {
  const after = tell(table(), started);
  const entry = (event) => ({ seq: 1, hand: 7, street: null, pot: 0, event, names: { 1: 'Ana', 2: 'Bo', 3: 'Cy' } });
  const cases = [
    [{ kind: 'cards_rolled', rolls: [{ seat: 2, cards: ['Kd'], announced: 'low' }] }, 'Bo says Low, turns up king of diamonds.', '{who} says Low and turns up'],
    [{ kind: 'declared', declarations: [{ seat: 2, sides: 'both' }] }, 'Declarations: Bo both.', '{who} declares both'],
    [
      {
        kind: 'dealer_drawn',
        rule: 'high_card',
        cards: [
          { seat: 2, card: 'Ks' },
          { seat: 3, card: '9d' },
        ],
        dealer: 2,
      },
      'Bo wins the first deal.',
      '{who} draws',
    ],
    [
      {
        kind: 'seats_drawn',
        cards: [
          { seat: 3, card: 'Ks' },
          { seat: 2, card: '9d' },
        ],
        moves: [
          { from: 3, to: 3 },
          { from: 2, to: 2 },
        ],
      },
      'Seats have been drawn. You sit in seat 1.',
      '{who} draws seat 3',
    ],
    [
      { kind: 'roodles_started', stakes: { small_blind: 10, big_blind: 20, ante: 0, bets: [20] } },
      'Roodles: the stakes are doubled for an orbit, and no player sits out.',
      'Roodles: the stakes are doubled for an orbit, and no player sits out.',
    ],
    [{ kind: 'runs_decided', twice: true }, 'All agree to run it twice.', 'All agree to run it twice.'],
    [{ kind: 'card_bought', seat: 2, amount: 24, all_in: false }, 'Bo pays 24 to stay.', '{who} pays to stay'],
    [{ kind: 'buy_passed', seat: 2, auto: true }, 'Bo does not pay and is out.', '{who} does not pay in time and is out'],
    [{ kind: 'communal_dealt', card: '4c' }, 'Community card: four of clubs.', 'One community card, as the deck is short'],
    [{ kind: 'pot_carried', amount: 15 }, 'The pot of 15 carries over to the next hand.', 'The pot carries over to the next hand'],
    [{ kind: 'free_stack_given', seat: 2, left: 1 }, 'Bo gets a free stack, 1 left.', '{who} gets a free stack (1 left)'],
    [{ kind: 'kitty_shared', shares: [{ seat: 2, amount: 3 }] }, 'Bo gets 3 from the kitty.', '{who} gets from the kitty'],
    [
      { kind: 'seven_deuce_paid', seat: 2, cards: ['7c', '2d'], payments: [{ seat: 3, amount: 6 }] },
      'Bo won with seven-deuce, seven of clubs, two of diamonds, and gets 6 from the others.',
      '{who} wins the 7-2 bounty',
    ],
    [
      {
        kind: 'seven_deuce_paid',
        seat: 2,
        cards: ['7c', '2d'],
        payments: [
          { seat: 3, amount: 6 },
          { seat: 1, amount: 4 },
        ],
      },
      'Bo won with seven-deuce, seven of clubs, two of diamonds, and gets 10 from the others. You pay 4.',
      '{who} wins the 7-2 bounty',
    ],
    [{ kind: 'dark_declared', seat: 2, action: 'bet', to: 40 }, 'Bo bets 40 in the next round, in the dark.', '{who} bets the next round in the dark'],
    [
      { kind: 'dark_declared', seat: 2, action: 'check', to: 0, next: { seat: 1, min: 10, max: 500 } },
      'Bo checks the next round in the dark. You may declare in the dark.',
      '{who} checks the next round in the dark',
    ],
    [
      { kind: 'action_taken', seat: 2, action: 'bet', added: 40, to: 40, all_in: false, auto: false, dark: true },
      'Bo bets 40, as declared in the dark.',
      '{who} bets, as declared in the dark',
    ],
    [{ kind: 'choice_made', seat: 3, auto: false }, 'Cy has chosen.', '{who} has chosen'],
    [{ kind: 'posted', seat: 3, amount: 5, post: 'bring_in', all_in: false }, 'Cy brings in for 5.', '{who} bring-in'],
    [{ kind: 'straddle_declined', seat: 3, auto: false }, 'Cy does not straddle.', '{who} does not straddle'],
    // For two boards, the text says which one paid.
    [
      { kind: 'hand_shown', seat: 2, cards: ['7c', '7d'], high: { category: 'one_pair', ranks: ['7'], cards: [] }, run: 1 },
      'First board: Bo shows seven of clubs, seven of diamonds: Pair of sevens.',
      'First board: {who} shows: Pair of sevens',
    ],
    [
      {
        kind: 'pot_awarded',
        pot: 0,
        side: 'whole',
        amount: 8,
        shares: [
          { seat: 2, amount: 4 },
          { seat: 1, amount: 4 },
        ],
        run: 2,
      },
      'Second board: Bo wins 4. You win 4.',
      'Second board: {who} wins',
    ],
    [{ kind: 'pot_awarded', pot: 0, side: 'whole', amount: 4, shares: [{ seat: 2, amount: 4 }] }, 'Bo wins 4.', '{who} wins'],
    [{ kind: 'extra_card_dealt', seat: 1 }, 'You receive an extra card.', '{who} receive an extra card'],
  ];
  for (const [event, said, line] of cases) {
    assert.equal(sayEvent(event, after), said);
    assert.equal(logLines(entry(event), 1)[0].text, line);
  }
});

test('plates tell what a seat did, and which side it is on once that is told', () => {
  const state = tell(table(), started, turn(1, [2, 3], 'declare'), { kind: 'choice_made', seat: 2, auto: false });
  assert.equal(tagOf(state.seats[2], state).text, 'Chosen');
  const told = tell(state, { kind: 'declared', declarations: [{ seat: 2, sides: 'low' }] });
  assert.deepEqual(tagOf(told.seats[2], told), { text: 'Low', tone: 'side' });
  const kept = tell(table(), started, turn(1, 2, 'optional_roll'), { kind: 'card_kept', seat: 2, auto: false });
  assert.equal(tagOf(kept.seats[2], kept).text, 'Kept');
});

test('a hand that declared one side is told by that side', () => {
  const high = { category: 'one_pair', ranks: ['A'], cards: [] };
  const low = { category: 'low', ranks: ['6', '4', '3', '2', 'A'], cards: [] };
  assert.equal(madeText({ high, low }), 'Pair of aces · Low 6-4-3-2-A');
  assert.equal(madeText({ high, low, declared: 'low' }), 'Low 6-4-3-2-A');
  assert.equal(madeText({ high, low, declared: 'high' }), 'Pair of aces');
});

test('who played for the low alone wins with it', () => {
  const high = { category: 'one_pair', ranks: ['Q'], cards: [] };
  const low = { category: 'low', ranks: ['9'], cards: [] };
  assert.equal(winningHand({ high, low, declared: 'low' }, 'whole'), low);
  assert.equal(winningHand({ high, low, declared: 'both' }, 'low'), low);
  assert.equal(winningHand({ high, low, declared: null }, 'whole'), high);
  assert.equal(winningHand({ high: null, low, declared: null }, 'whole'), low);
});

test('a seat is one sentence, up-cards by name and down-cards by number', () => {
  const state = tell(table(), started, {
    kind: 'hole_cards_dealt',
    hands: [{ seat: 2, cards: [null, null, 'Kd'] }],
  });
  assert.equal(seatSentence(state.seats[2], state), 'Seat 2, Bo, 1,000, king of diamonds, 2 cards down.');
});

test('wild cards are those that count as something else', () => {
  const hand = { category: 'straight', ranks: ['9'], cards: ['9h', '2d', 'X1'], stands_for: ['9h', '8s', 'X1'] };
  assert.deepEqual([...wildsOf(hand, null)], [['2d', '8s']]);
  assert.deepEqual([...wildsOf({ ...hand, stands_for: ['9h', 'X1', 'X1'] })], [['2d', null]]);
});

test('what is picked is complete when each group has enough', () => {
  const groups = groupsOf([{ kind: 'discard', min: 1, max: 1, cards: ['As'], replaced: false, up: { min: 1, max: 1, cards: ['2c'] } }]);
  assert.equal(missing(groups, []), 'Pick a down-card');
  assert.equal(missing(groups, ['As']), 'Pick an up-card');
  assert.equal(missing(groups, ['As', '2c']), null);
});

test('games are found by name in either language, by what they ask, and by their numbers', () => {
  const bull = {
    id: 'bull',
    numbers: ['V54'],
    name: { en: 'Bull', fr: 'Taureau' },
    family: 'roll',
    seats_max: 8,
    limits: ['spread'],
    deal: 'ddd-u-u-u-u-',
    decisions: ['bet', 'arrange', 'declare'],
    high: true,
    low: true,
  };
  assert.deepEqual(traits(bull), ['arrange', 'declare', 'high-low']);
  for (const search of ['taureau', 'arrange', 'V54', '7 cards', 'declare spread', '8 players', 'roll and flip']) assert.ok(matches(bull, search), search);
  assert.ok(!matches(bull, 'omaha'));
});

test('a ready-made remark is read in the reader’s language, an unknown one as it was sent', () => {
  const said = { text: 'Good luck!', phrase: 'good_luck' };
  assert.equal(chatText(said), 'Good luck');
  setLang('fr');
  assert.equal(chatText(said), 'Bonne chance');
  assert.equal(chatText({ text: 'Good luck!' }), 'Good luck!', 'typed text stays');
  assert.equal(chatText({ text: 'Take care!', phrase: 'take_care' }), 'Take care!');
  setLang('en');
});

test('an amount in big blinds is typed in big blinds, and is read back to the chip', () => {
  const blinds = { amounts: 'bb' };
  for (const language of ['en', 'fr']) {
    setLang(language);
    assert.equal(parseAmount('12.5', blinds, info()), 125);
    assert.equal(parseAmount('12,5', blinds, info()), 125);
    assert.equal(parseAmount('12.5', { amounts: 'chips' }, info()), null);
    for (const big_blind of [1, 2, 3, 7, 10, 30, 100, 25_000]) {
      const stakes = info({ big_blind });
      for (const chips of [1, 2, 33, 124, 999, 1234, 56_789, 9_876_543])
        assert.equal(parseAmount(typedAmount(chips, blinds, stakes), blinds, stakes), chips, `${chips} at ${big_blind}`);
    }
  }
  setLang('en');
});

test('one’s own cards are said at the deal and at the draw', () => {
  const before = tell(table(), started, dealt(2));
  const cards = (one, hand) => ({ kind: 'cards', cards: one, hand });
  const say = (state, part) => sayPrivate(part, state, tell(state, part));
  const mine = cards(['As', 'Th'], ['As', 'Th']);
  assert.equal(say(before, mine), 'Your cards: ace of spades, ten of hearts.');
  const after = tell(before, mine);
  assert.equal(say(after, cards(['2c'], ['As', '2c'])), 'You discard ten of hearts. You receive two of clubs.');
  assert.equal(say(after, cards([], ['As'])), 'You discard ten of hearts.', 'a card less');
  const pair = { kind: 'made', high: { category: 'one_pair', ranks: ['A'], cards: [] } };
  assert.equal(say(after, pair), 'You have: Pair of aces.');
  assert.equal(say(tell(after, pair), pair), '', 'no news');
  assert.equal(sayPrivate(pair, after, tell(after, pair), 'brief'), '');
  const up = { kind: 'hole_cards_dealt', hands: [{ seat: 1, cards: ['Jd'] }] };
  assert.equal(say(tell(after, up), cards(['Jd'], ['As', 'Th', 'Jd'])), '', 'told to all already');
  setLang('fr');
  assert.equal(say(before, mine), 'Vos cartes\u202f: as de pique, dix de cœur.');
  setLang('en');
});

test('games are found by what players call them', () => {
  const game = (id, en) => ({ id, name: { en, fr: en }, family: 'other', deal: 'dd-', numbers: [], limits: ['nl'], seats_max: 6 });
  const games = [
    game('no-limit-holdem', "No-limit hold'em"),
    game('omaha', 'Pot-limit Omaha'),
    game('omaha-8', 'Limit Omaha hi-lo'),
    game('deuce-to-seven-triple-draw', 'Deuce-to-seven triple draw'),
    game('seven-card-stud', 'Seven-card stud'),
  ];
  const found = (search) => games.filter((one) => matches(one, search)).map((one) => one.id);
  assert.deepEqual(found('texas'), ['no-limit-holdem']);
  assert.deepEqual(found('plo'), ['omaha', 'omaha-8']);
  assert.deepEqual(found('o8'), ['omaha-8']);
  assert.deepEqual(found('27'), ['deuce-to-seven-triple-draw']);
  assert.deepEqual(found('2-7 td'), ['deuce-to-seven-triple-draw']);
  assert.deepEqual(found('7cs'), ['seven-card-stud']);
});

test('a table of the house is called like its game in the language of the page, and says it once', () => {
  const house = { ...info, name: "No-limit hold'em", game_name: { en: "No-limit hold'em", fr: 'Hold’em sans limite' } };
  setLang('fr');
  assert.equal(tableName(house), 'Hold’em sans limite');
  assert.deepEqual(besidesName(house), []);
  const mix = { kind: 'rotation', name: { en: '8-game', fr: '8-game' }, games: [] };
  assert.deepEqual(besidesName({ ...house, name: '8-game mix', mix }), ['Hold’em sans limite']);
  assert.deepEqual(besidesName({ ...house, name: 'Chez nous', mix }), ['Hold’em sans limite', '8-game']);
  setLang('en');
  assert.equal(tableName({ ...house, name: 'Pine 4' }), 'Pine 4');
  setLang('fr');
  const choice = { en: "Dealer's choice", fr: 'Choix du donneur' };
  assert.equal(tableName({ ...house, name: choice.en, mix: { name: choice } }), choice.fr);
  const app = /** @type {any} */ ({ games: [{ name: house.game_name }], mixes: [{ name: choice }] });
  assert.deepEqual(
    [house.game_name.en, choice.en, 'Pine 4'].map((name) => namedAfter(app, name)),
    [house.game_name.fr, choice.fr, 'Pine 4'],
  );
  setLang('en');
  assert.deepEqual(besidesName({ ...house, name: 'Pine 4' }), ["No-limit hold'em"]);
  assert.deepEqual(besidesName({ ...house, name: "No-limit hold'em 5/10" }), []);
});

test('the game of a dealer’s choice is open until it is picked', () => {
  const mix = { kind: 'dealers_choice', name: { en: "Dealer's choice", fr: 'Choix du donneur' }, games: [], default: 'razz' };
  const table = (/** @type {object} */ more) =>
    /** @type {any} */ ({
      info: { ...info, name: 'Pine', game: 'razz', small_blind: 5, big_blind: 10, game_name: { en: 'Razz', fr: 'Razz' }, mix },
      hand: null,
      pick: null,
      ...more,
    });
  const [open, picking, playing] = [{}, { hand: {}, pick: {} }, { hand: {} }].map((more) => headLine(table(more), false));
  assert.equal(open, "Dealer's choice · 5/10");
  assert.equal(picking, open);
  assert.equal(playing, "Razz · 5/10 · Dealer's choice", 'a phone cuts the end of the line');
  const picked = table({});
  assert.match(headLine({ ...picked, info: { ...picked.info, game: 'omaha' } }, false), /Razz/, 'the first game is picked, and not dealt yet');
});

test('of what stands in a row nothing is said twice, hyphens and apostrophes aside', () => {
  assert.deepEqual(saidOnce(['No-limit hold’em', '5/10', 'No limit']), ['No-limit hold’em', '5/10']);
  assert.deepEqual(saidOnce(['Hold’em sans limite', 'Sans limite']), ['Hold’em sans limite']);
  assert.deepEqual(saidOnce(['', null, '1/2', 'Pot limit'], 'Omaha 11/20'), ['1/2', 'Pot limit'], 'a part of a number is another number');
  assert.deepEqual(saidOnce(['5/10', 'No limit'], "No-limit hold'em 5/10"), []);
});
