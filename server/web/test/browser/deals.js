// Hands of any catalogue game at their fullest: every seat taken, side pots, both sides awarded, the longest hand names.

const DECK = [...'AKQJT98765432'].flatMap((rank) => [...'shdc'].map((suit) => rank + suit));
/** The longest possible account name, and ordinary ones. */
const NAMES = ['', 'Camille', 'Wilhelmina-Mariana-19', 'Tom', 'Yuki', 'Marguerite', 'Bastien', 'Ines', 'Oskar', 'Bertille', 'Jo'];

const made = (category, ranks) => (cards) => ({ category, ranks: [...ranks], cards });

/** Hands shown in turn, by the game's ranking. */
const HIGH = [
  made('full_house', '7Q'),
  made('two_pair', 'QJK'),
  made('straight_flush', 'QJT98'),
  made('three_of_a_kind', 'QKJ'),
  made('high_card', 'KQJ98'),
  made('four_of_a_kind', '7K'),
];
const WILD = [made('five_of_a_kind', '7'), ...HIGH];
const ODD = [made('round_the_corner', '3A2KQ'), made('dutch_straight', 'QT864'), made('big_cat', 'KQ982'), ...HIGH];
const BADUGI = [made('four_card', 'QJT8'), made('three_card', 'QJT'), made('two_card', 'QJ')];
const LOW = [made('low', '87654'), made('low', '8532A')];
const RANKINGS = {
  'two-card': [made('one_pair', 'Q'), made('high_card', 'QJ')],
  'three-card': [made('three_of_a_kind', 'Q'), made('straight_flush', 'QJT'), made('high_card', 'QJT')],
  badugi: BADUGI,
  'badugi-ace-high': BADUGI,
  'ace-to-five': LOW,
  'ace-to-six': LOW,
  '8-or-better': LOW,
  'deuce-to-seven': [made('high_card', 'QJT87'), made('two_pair', '765')],
  misere: [made('high_card', 'QJT87')],
  'two-card-low': [made('low', 'QJ')],
  'three-card-low': [made('low', 'QJT')],
};

/** @param {object} game */
function namesOf(game) {
  const high = game.wild ? WILD : game.name.en.includes('Draw with') ? ODD : HIGH;
  return {
    high: game.high ? (RANKINGS[game.high_ranking] ?? high) : null,
    low: game.low ? (RANKINGS[game.low_ranking] ?? LOW) : null,
  };
}

/**
 * Number of down-cards and up-cards in a hand at its end, and of board cards.
 *
 * @param {string} deal
 */
function cardsOf(deal) {
  const count = (symbols) => [...deal].filter((symbol) => symbols.includes(symbol)).length;
  const up = count('u') + count('r') + count('o');
  const all = count('duo');
  // Discarded cards leave the hand: one at every `t`.
  const down = Math.max(all - Math.min(all, up) - count('t'), 0);
  return { down, up: Math.min(all, up), board: count('bh') };
}

/** Choices at a decision. @param {string} decision @param {string[]} down @param {string} limit */
function choicesOf(decision, down, limit) {
  const isFixed = limit === 'fixed';
  switch (decision) {
    case 'draw':
      return [{ kind: 'discard', min: 0, max: down.length, cards: down, replaced: true }];
    case 'discard':
      return [{ kind: 'discard', min: 1, max: 1, cards: down, replaced: false }];
    case 'roll':
      return [{ kind: 'roll', min: 1, max: 1, cards: down, announce: ['high', 'low'] }];
    case 'optional_roll':
      return [{ kind: 'flip' }, { kind: 'keep' }];
    case 'arrange':
      return [{ kind: 'arrange', cards: down }];
    case 'buy':
      return [{ kind: 'buy', price: 1_240 }, { kind: 'pass' }];
    case 'declare':
      return [{ kind: 'declare', options: ['high', 'low', 'both'] }];
    case 'straddle':
      return [{ kind: 'straddle', amount: 1_240 }, { kind: 'decline' }];
    default:
      return [{ kind: 'fold' }, { kind: 'call', amount: 1_240 }, { kind: 'raise', min: 2_480, max: isFixed ? 2_480 : 400_000 }];
  }
}

/** Decisions with bets in front of the players. */
const BETTING = new Set(['bet', 'buy', 'straddle']);

/**
 * A hand of a game at this many seats: `decision` is a scene in which the first seat is to act, `showdown` one at the end of the hand, and `story`
 * the events in between.
 *
 * @param {object} game As listed by the server.
 * @param {number} seats
 * @param {string} decision
 * @param {number} number Number of the hand: each has its own log.
 */
export function handOf(game, seats, decision, number) {
  const { down, up, board } = cardsOf(game.deal);
  let at = seats;
  // A full table may need more cards than a deck has: only their size is measured.
  const take = (n) => Array.from({ length: n }, () => DECK[(at += 7) % 52]);
  const numbers = Array.from({ length: seats }, (_, one) => one + 1);
  const hands = Object.fromEntries(numbers.map((seat) => [seat, take(down + up)]));
  const text = (seat) => {
    const cards = hands[seat];
    const hidden = cards.slice(0, down).map((card) => (seat === 1 ? card : '??'));
    return up > 0 ? `${hidden.join(' ')} | ${cards.slice(down).join(' ')}` : hidden.join(' ');
  };
  const boardCards = take(board);
  // Every second hand of a game that supports it has two boards.
  const isDouble = number % 4 === 3 && seats <= (game.double_board_seats ?? 0);
  const secondCards = isDouble ? take(board) : [];
  const [open, closed] = isDouble ? [board, 0] : [Math.ceil(board / 2), Math.floor(board / 2)];
  const boards = (/** @type {number} */ n) => ({
    board: boardCards.slice(0, n),
    ...(isDouble && { double_board: true, second_board: secondCards.slice(0, n) }),
  });
  const pots = potsOf(numbers);
  const pot = pots.reduce((sum, { amount }) => sum + amount, 0);
  const base = {
    game: { ...game, limits: game.limits.length > 0 ? game.limits : ['fixed'] },
    names: NAMES,
    info: { name: 'Le Vieux Moulin de Saint-Rémy-de-Provence' },
    hands: Object.fromEntries(numbers.map((seat) => [seat, text(seat)])),
  };
  const names = namesOf(game);
  const asked = Boolean(names.high || names.low);
  /** A hand with its name; if the game has wild cards, the last two of them stand for others. */
  const nameOf = (some, seat) => {
    const hand = some?.[seat % some.length](hands[seat].slice(0, 5));
    return hand && game.wild ? { ...hand, stands_for: [...hand.cards.slice(0, -2), 'Th', 'Ts'] } : hand;
  };
  return {
    decision: {
      ...base,
      decision,
      bets: BETTING.has(decision) ? Object.fromEntries(numbers.map((seat) => [seat, seat === 1 ? 640 : 1_240])) : {},
      hand: { hand: number, ...boards(open), board_down: closed, pots, pot, bet: 1_240 },
      choices: choicesOf(decision, hands[1].slice(0, down), base.game.limits[0]),
      you: asked
        ? {
            made: nameOf(names.high, 1),
            made_low: nameOf(names.low, 1),
            ...(isDouble && { made_second: { high: nameOf(names.high, 2), low: nameOf(names.low, 2) } }),
          }
        : {},
    },
    showdown: { ...base, hand: { hand: number + 1, ...boards(board), turn: undefined, pots, pot } },
    story: [
      ...numbers.map((seat) => ({
        kind: 'hand_shown',
        seat,
        cards: hands[seat],
        ...(names.high && { high: nameOf(names.high, seat) }),
        // Not every hand has a low.
        ...(names.low && (seat % 3 !== 2 || !names.high) && { low: nameOf(names.low, seat) }),
      })),
      ...awardsOf(pots, numbers, game.high && game.low),
      { kind: 'hand_completed', hand: number + 1, stacks: [] },
    ],
  };
}

/** A main pot, and side pots without the first of the players who are all-in. @param {number[]} numbers */
function potsOf(numbers) {
  const amounts = [12_480, 36_120, 120_960].slice(0, Math.max(1, numbers.length - 1));
  return amounts.map((amount, index) => ({ amount, seats: numbers.filter((seat) => seat === 1 || seat > index + 1) }));
}

/** Awards every pot, split if the game has two sides. @param {object[]} pots @param {number[]} numbers @param {boolean} isSplit */
const awardsOf = (pots, numbers, isSplit) =>
  pots
    .flatMap(({ amount }, pot) => {
      const [high, low] = [numbers[pot % numbers.length], numbers[numbers.length - 1 - (pot % 2)]];
      const pay = (side, seat, chips) => ({ kind: 'pot_awarded', pot, side, amount: chips, shares: [{ seat, amount: chips }] });
      return isSplit ? [pay('high', high, amount / 2), pay('low', low, amount / 2)] : [pay('whole', low, amount)];
    })
    .reverse();
