// Every kind of decision, each in an interesting state.

import { game } from './scripted.js';

const name = (en, fr) => ({ en, fr });
const made = (category, ...ranks) => ({ category, ranks, cards: [] });

const fullHouse = made('full_house', '9', 'A');
const seven = {
  1: '9d 9s Ad | Ac 9h 4c Ks',
  2: '?? ?? ?? | Kd 8s 3h Jc',
  3: '',
  4: '?? ?? ?? | Qh Qs 5d 9c',
  5: '?? ?? ?? | 7c 7h Ts 2d',
};
const five = { 1: 'As Kd 9c 5h 3s', 2: '?? ?? ?? ?? ??', 3: '?? ?? ?? ?? ??', 4: '?? ?? ?? ?? ??' };

const offered = [
  ['five-card-draw', 'Five-card draw', 'Poker fermé', 'spread'],
  ['five-card-stud', 'Five-card stud', 'Stud à cinq cartes', 'spread', 'fixed'],
  ['omaha', 'Omaha', 'Omaha', 'pot'],
  ['omaha-8', 'Limit Omaha hi-lo', 'Omaha haut-bas limit', 'fixed'],
  ['razz', 'Razz', 'Razz', 'fixed'],
  ['badugi', 'Badugi', 'Badugi', 'fixed'],
  ['jackpots', 'Jackpots', 'Jackpots', 'spread'],
  ['no-limit-holdem', 'No-limit hold’em', 'Hold’em sans limite', 'nl'],
].map(([id, en, fr, ...limits]) => ({ game: id, name: name(en, fr), limits }));

const dealersChoice = {
  kind: 'dealers_choice',
  id: 'dealers-choice',
  number: 'V61',
  name: name("Dealer's choice", 'Choix du donneur'),
  games: [],
  default: 'five-card-draw',
  pick_ms: 20000,
};

/** @type {Record<string, import('./scripted.js').Scene>} */
export const SCENES = {
  'pick-game': {
    game: game({ name: name('Five-card draw', 'Poker fermé'), family: 'draw', deal: 'ddddd-x-', limits: ['spread'] }),
    hands: { 1: '', 2: '', 3: '', 4: '' },
    dealer: 1,
    info: { mix: dealersChoice },
    choices: [{ kind: 'pick_game', games: offered }],
  },
  'others-pick': {
    game: game({ name: name('Five-card draw', 'Poker fermé'), family: 'draw', deal: 'ddddd-x-', limits: ['spread'] }),
    hands: { 1: '', 2: '', 3: '', 4: '' },
    dealer: 3,
    info: { mix: dealersChoice },
  },
  'stud-eight-cards': {
    game: game({ name: name('Eight-card stud', 'Stud à huit cartes'), deal: 'ddu-u-u-u-u-d-' }),
    hands: {
      1: '9d 9s Ad | Ac 9h 4c Ks 2s',
      2: '?? ?? ?? | Kd 8s 3h Jc Th',
      3: '?? ?? ?? | 2c 6d 6c Jh 3d',
      4: '?? ?? ?? | Qh Qs 5d 9c 4d',
      5: '?? ?? ?? | 7c 7h Ts 2d 8h',
      6: '',
      7: '?? ?? ?? | 4h 6h Ah Kh 5s',
      8: '?? ?? ?? | Jd Td 8c 6s Qd',
    },
    folded: [6],
    bets: { 4: 40, 5: 40, 7: 40, 8: 40 },
    hand: { bet: 40 },
    choices: [{ kind: 'fold' }, { kind: 'call', amount: 40 }, { kind: 'raise', min: 80, max: 80 }],
    you: { made: fullHouse },
  },
  'bring-in': {
    game: game({ name: name('Razz', 'Razz'), family: 'lowball', high: false, low: true }),
    hands: { 1: '2h 5c | 7d', 2: '?? ?? | Kc', 3: '?? ?? | 8h', 4: '?? ?? | 3s', 5: '?? ?? | Jd' },
    hand: { pot: 10, bet: 0, turn: undefined },
  },
  roll: {
    game: game({ name: name('Show your cards', 'Montrez vos cartes'), family: 'roll', deal: 'ddddd-----', limits: ['spread'] }),
    hands: { 1: '9c 5h 3s | As Ad', 2: '?? ?? ?? | Kc 7h', 3: '?? ?? ?? | Js Jd', 4: '?? ?? ?? | 4c 2d' },
    asked: [1, 2, 3, 4],
    decision: 'roll',
    choices: [{ kind: 'roll', min: 1, max: 1, cards: ['9c', '5h', '3s'], announce: [] }],
    you: { made: made('one_pair', 'A', '9', '5', '3') },
  },
  'roll-and-say': {
    game: game({
      name: name('Show your cards high-low', 'Montrez vos cartes haut-bas'),
      family: 'roll',
      deal: 'ddddd-----',
      low: true,
      limits: ['spread'],
    }),
    hands: { 1: '6d 4c 3h | As 2d', 2: '?? ?? ?? | Kc 7h', 3: '?? ?? ?? | Js Jd' },
    asked: [1, 3],
    decision: 'roll',
    choices: [{ kind: 'roll', min: 1, max: 1, cards: ['6d', '4c', '3h'], announce: ['high', 'low'] }],
    you: { made: made('high_card', 'A', '6', '4', '3', '2'), made_low: made('low', '6', '4', '3', '2', 'A') },
  },
  flip: {
    game: game({ name: name('Five-card stud, turn the hole card', 'Stud à cinq cartes, carte retournée'), deal: 'du-u-u-' }),
    hands: { 1: 'As | Ah 9c 6d', 2: '?? | Kd 7s 2h', 3: '?? | Qd Qs 5h', 4: '?? | Jc Tc 4d' },
    decision: 'optional_roll',
    choices: [{ kind: 'flip' }, { kind: 'keep' }],
    you: { made: made('one_pair', 'A', '9', '6') },
  },
  arrange: {
    game: game({ name: name('Bull', 'Taureau'), family: 'roll', deal: 'ddd-u-u-u-u--', low: true, limits: ['spread'] }),
    hands: { 1: 'As 9c 5h', 2: '?? ?? ??', 3: '?? ?? ??', 4: '?? ?? ??', 5: '?? ?? ??' },
    decision: 'arrange',
    choices: [{ kind: 'arrange', cards: ['As', '9c', '5h'] }],
  },
  declare: {
    game: game({
      name: name('Seven-card stud high-low, declare', 'Stud à sept cartes haut-bas, déclaration'),
      low: true,
    }),
    hands: { ...seven, 1: 'Ah 2d 9s | 4s Ac 6c 3d' },
    folded: [3],
    asked: [1, 4],
    decision: 'declare',
    choices: [{ kind: 'declare', options: ['high', 'low', 'both'] }],
    you: { made: made('one_pair', 'A', '9', '6', '4'), made_low: made('low', '6', '4', '3', '2', 'A') },
  },
  buy: {
    game: game({ name: name('Baseball', 'Baseball'), limits: ['spread'] }),
    hands: { ...seven, 1: '9d Ks | Ac 3h', 2: '?? ?? | Kd', 4: '?? ?? | Qh', 5: '?? ?? | 7c' },
    folded: [3],
    decision: 'buy',
    choices: [{ kind: 'buy', price: 24 }, { kind: 'pass' }],
    hand: { pot: 24 },
    you: { made: made('three_of_a_kind', 'A', 'K') },
  },
  swap: {
    game: game({ name: name('Baseball, four swaps', 'Baseball, quatre échangés'), limits: ['spread'] }),
    hands: { ...seven, 1: '9d Ks | Ac 4h', 2: '?? ?? | Kd', 4: '?? ?? | Qh', 5: '?? ?? | 7c' },
    folded: [3],
    decision: 'swap',
    choices: [{ kind: 'swap' }, { kind: 'keep' }],
  },
  'run-twice': {
    game: game({
      name: name('No-limit hold’em', 'Hold’em sans limite'),
      family: 'holdem',
      deal: 'dd-bbb-b-b-',
      limits: ['nl'],
      small_blind: 5,
      big_blind: 10,
    }),
    hands: { 1: 'As Kd', 2: 'Qc Qd', 3: '', 4: '8s 8h' },
    folded: [3],
    asked: [1, 2, 4],
    decision: 'run_twice',
    choices: [{ kind: 'run_twice' }, { kind: 'run_once' }],
    hand: { pot: 3020, bet: 0, board: ['Ah', '9c', '4d'] },
    you: { made: made('one_pair', 'A', 'K', '9', '4') },
  },
  straddle: {
    game: game({
      name: name('Blind and straddle', 'Blind et straddle'),
      family: 'draw',
      deal: 'ddddd-x-',
      limits: ['spread'],
      small_blind: 1,
      big_blind: 2,
    }),
    hands: { 1: '', 2: '', 3: '', 4: '' },
    bets: { 3: 1, 4: 2 },
    decision: 'straddle',
    choices: [{ kind: 'straddle', amount: 4 }, { kind: 'decline' }],
    hand: { pot: 4, bet: 2 },
  },
  draw: {
    game: game({ name: name('Deuces wild jackpots', 'Jackpots, les 2 passe-partout'), family: 'draw', deal: 'ddddd-x-', decisions: ['bet', 'draw'] }),
    hands: { ...five, 1: '2h Kc Kd 7s 4d' },
    decision: 'draw',
    choices: [{ kind: 'discard', min: 0, max: 3, cards: ['2h', 'Kc', 'Kd', '7s', '4d'], replaced: true }],
    you: { made: { ...made('three_of_a_kind', 'K', '7', '4'), cards: ['2h', 'Kc', 'Kd', '7s', '4d'], stands_for: ['Ks', 'Kc', 'Kd', '7s', '4d'] } },
  },
  'wild-cards': {
    game: game({ name: name('Deuces wild jackpots', 'Jackpots, les 2 passe-partout'), family: 'draw', deal: 'ddddd-x-', decisions: ['bet', 'draw'] }),
    hands: { ...five, 1: 'Kc 2h Kd 7s 2d' },
    bets: { 2: 20, 3: 20 },
    choices: [{ kind: 'fold' }, { kind: 'call', amount: 20 }, { kind: 'raise', min: 40, max: 40 }],
    you: { made: { ...made('four_of_a_kind', 'K', '7'), cards: ['2h', '2d', 'Kc', 'Kd', '7s'], stands_for: ['Ks', 'Kh', 'Kc', 'Kd', '7s'] } },
  },
  'discard-both': {
    game: game({ name: name('Seven-card flip, 2-2-2-1 with discard', 'Flip à sept cartes, 2-2-2-1'), deal: 'du-du-du-d-t-' }),
    hands: {
      1: 'As Ad 9h Ah | 6d 6c 3s',
      2: '?? ?? ?? ?? | Qd Js 2h',
      3: '?? ?? ?? ?? | 5d 5s Th',
      4: '?? ?? ?? ?? | 8c 7c 2s',
    },
    asked: [1, 2, 3, 4],
    decision: 'discard',
    choices: [
      {
        kind: 'discard',
        min: 1,
        max: 1,
        cards: ['As', 'Ad', '9h', 'Ah'],
        replaced: false,
        up: { min: 1, max: 1, cards: ['6d', '6c', '3s'] },
      },
    ],
    you: { made: made('full_house', 'A', '6') },
  },
  board: {
    game: game({
      name: name('Cincinnati', 'Cincinnati'),
      family: 'shared_board',
      deal: 'dddddbbbbb------',
      limits: ['spread'],
      seats_max: 9,
    }),
    hands: {
      1: 'As Ad 9c 5h 3s',
      ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9].map((seat) => [seat, '?? ?? ?? ?? ??'])),
    },
    bets: { 2: 5, 5: 10 },
    hand: { board: ['Ah', 'Kh'], board_down: 3, bet: 10 },
    choices: [{ kind: 'fold' }, { kind: 'call', amount: 10 }, { kind: 'raise', min: 11, max: 20 }],
    you: { made: made('three_of_a_kind', 'A', 'K', '9') },
  },
  communal: {
    game: game({ name: name('Seven-card stud', 'Stud à sept cartes') }),
    hands: { 1: '9d 9s | Ac 9h 4c Ks', 2: '?? ?? | Kd 8s 3h Jc', 4: '?? ?? | Qh Qs 5d 9c' },
    hand: { board: ['Td'] },
    choices: [{ kind: 'check' }, { kind: 'bet', min: 40, max: 40 }],
    you: { made: made('three_of_a_kind', '9', 'A', 'K') },
  },
};
