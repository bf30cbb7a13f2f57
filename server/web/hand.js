// Effects of a hand's events on the table. Pure, like the whole model.

/** @import { Action, PublicEvent } from './gen/protocol.d.ts' */
/** @import { Deed, Hand, Phase, Play, Seat, Street, Table, You } from './model.js' */

/** @type {Street} */
export const START = { cards: 0, board: 0, draws: 0, rolls: 0, phase: 'bet' };

/** Next phase of a hand. Leaving a draw completes it. @param {Street} street @param {Phase} phase @param {Partial<Street>} [change] @returns {Street} */
export const goOn = (street, phase, change) => ({
  ...street,
  draws: street.draws + (street.phase === 'draw' && phase !== 'draw' ? 1 : 0),
  ...change,
  phase,
});

/** @returns {Play} */
export const newPlay = () => ({
  cards: [],
  up: [],
  shown: [],
  folded: false,
  allIn: false,
  mucked: false,
  bet: 0,
  last: null,
  drew: null,
  discarded: null,
  did: null,
  chosen: false,
  announced: null,
  declared: null,
  dealt: 0,
  high: null,
  low: null,
  won: 0,
  run: null,
});

/**
 * @param {Table} table
 * @param {number} number
 * @param {(seat: Seat) => Partial<Seat>} change
 * @returns {Table}
 */
export function withSeat(table, number, change) {
  const seat = table.seats[number];
  if (!seat) return table;
  return { ...table, seats: { ...table.seats, [number]: { ...seat, ...change(seat) } } };
}

/**
 * @param {Table} table
 * @param {number} number
 * @param {(play: Play, seat: Seat) => Partial<Play>} change
 * @returns {Table}
 */
export const withPlay = (table, number, change) => withSeat(table, number, (seat) => ({ play: seat.play && { ...seat.play, ...change(seat.play, seat) } }));

/** @param {Table} table @param {(play: Play) => Partial<Play>} change @returns {Table} */
function withPlays(table, change) {
  const seats = Object.values(table.seats).map((seat) => (seat.play ? { ...seat, play: { ...seat.play, ...change(seat.play) } } : seat));
  return { ...table, seats: Object.fromEntries(seats.map((seat) => [seat.seat, seat])) };
}

/** @param {Table} table @param {Partial<Hand>} change @returns {Table} */
export const withHand = (table, change) => (table.hand ? { ...table, hand: { ...table.hand, ...change } } : table);

/** @param {Table} table @param {Partial<You>} change @returns {Table} */
export const withYou = (table, change) => (table.you ? { ...table, you: { ...table.you, ...change } } : table);

/** Clears a seat's open decision. @param {Table} table @param {number} number @returns {Table} */
function answered(table, number) {
  const turn = table.hand?.turn;
  if (!turn?.seats.includes(number)) return table;
  const seats = turn.seats.filter((seat) => seat !== number);
  const next = withHand(table, seats.length ? { turn: { ...turn, seats } } : { turn: null, darkOffer: null });
  return number === table.you?.seat ? withYou(next, { choices: [] }) : next;
}

/**
 * Applies the viewer's own accepted answer, though others may still have to choose. Cards discarded for good disappear immediately, while the others
 * learn of it when all have chosen; what is revealed together is kept until then.
 *
 * @param {Table} table
 * @param {number} turn
 * @param {Action} action
 * @returns {Table}
 */
export function ownAnswer(table, turn, action) {
  const { you, hand } = table;
  if (!you || you.turn !== turn || hand?.turn?.turn !== turn) return table;
  const isFinal = you.choices.some((choice) => choice.kind === 'discard' && !choice.replaced);
  const next = answered(table, you.seat);
  if (action.kind === 'run_twice' || action.kind === 'run_once') {
    return withPlay(next, you.seat, () => ({ chosen: true }));
  }
  if (action.kind === 'roll' || action.kind === 'declare') {
    return withPlay(withYou(next, { answer: action }), you.seat, () => ({ chosen: true }));
  }
  if (action.kind !== 'discard' || !isFinal) return next;
  const { cards } = action;
  return withPlay(next, you.seat, (play) => ({
    discarded: cards.length,
    cards: play.cards.filter((card) => card === null || !cards.includes(card)),
    up: play.up.filter((card) => !cards.includes(card)),
  }));
}

/** Clears the seats' actions when new cards are dealt. @param {Table} table @returns {Table} */
const newRound = (table) => withPlays(table, () => ({ last: null, drew: null, discarded: null, did: null, chosen: false }));

/** Payments that count towards the payer's bet; the others go straight to the pot. */
const LIVE_POSTS = new Set(['small_blind', 'big_blind', 'button_blind', 'straddle', 'entry_blind', 'credit', 'bring_in']);

/** Text on the plate for a payment; none for an ordinary one. @param {string | undefined} post @param {number} amount */
export const postDeed = (post, amount) => (post === 'straddle' || post === 'bring_in' ? deed(post, amount) : null);

/** Decisions that form a phase of their own; the others belong to the round around them. */
/** @type {Partial<Record<string, Phase>>} */
const PHASES = { draw: 'draw', discard: 'discard', roll: 'roll', arrange: 'arrange', declare: 'declare' };

/** @param {string | undefined} decision @returns {Phase} */
export const phaseOf = (decision) => PHASES[decision ?? ''] ?? 'bet';

/**
 * Adds cards to a seat: down-cards lie before up-cards.
 *
 * @param {Play} play
 * @param {(string | null)[]} cards `null` for face-down cards.
 * @returns {Partial<Play>}
 */
function received(play, cards) {
  const fresh = cards.filter((card) => card !== null);
  const down = cards.length - fresh.length;
  const [lying, up] = parted(play);
  return {
    cards: [...lying, ...Array.from({ length: down }, () => null), ...up, ...fresh],
    up: [...play.up, ...fresh],
  };
}

/** Down-cards and up-cards of a seat. @param {Play} play @returns {[(string | null)[], string[]]} */
export function parted(play) {
  const isUp = (/** @type {string | null} */ card) => card !== null && play.up.includes(card);
  return [play.cards.filter((card) => !isUp(card)), play.cards.filter((card) => isUp(card)).map(String)];
}

/**
 * Removes cards from a seat: the known ones by name, the rest by count.
 *
 * @param {Play} play
 * @param {number} count
 * @param {string[]} known
 * @returns {(string | null)[]}
 */
function without(play, count, known) {
  let unknown = count - known.length;
  return play.cards.filter((card) => {
    if (card !== null) return !known.includes(card);
    unknown -= 1;
    return unknown < 0;
  });
}

/** Turns cards of a seat up, for good. @param {Play} play @param {string[]} cards @returns {Partial<Play>} */
function rolled(play, cards) {
  const hidden = cards.filter((card) => !play.cards.includes(card)).length;
  const rest = without({ ...play, cards: play.cards.filter((card) => card === null || !cards.includes(card)) }, hidden, []);
  return { cards: [...rest, ...cards], up: [...play.up, ...cards] };
}

/** @param {Table} table @param {Hand} hand @param {PublicEvent} event @returns {Table} */
export function happenInHand(table, hand, event) {
  switch (event.kind) {
    case 'posted': {
      const { seat, amount, post } = event;
      const live = LIVE_POSTS.has(post);
      let next = withSeat(table, seat, (one) => ({ stack: one.stack - amount }));
      next = withPlay(next, seat, (play) => ({
        bet: play.bet + (live ? amount : 0),
        allIn: event.all_in,
        did: postDeed(post, amount) ?? play.did,
      }));
      // Even if the blind is short, the others face its full amount.
      const stakes = post === 'big_blind' ? table.info.big_blind : post === 'button_blind' ? (table.info.bets[0] ?? 0) : 0;
      const nominal = event.all_in ? stakes : 0;
      const sets = live && post !== 'credit' ? Math.max(nominal, next.seats[seat]?.play?.bet ?? 0) : 0;
      return answered(withHand(next, { pot: hand.pot + amount, bet: Math.max(hand.bet, sets) }), seat);
    }
    case 'hole_cards_dealt': {
      let next = table;
      for (const { seat, cards } of event.hands) {
        next = withPlay(next, seat, (play) => ({ ...received(play, cards), dealt: play.dealt + cards.length }));
      }
      const dealt = Object.values(next.seats).flatMap(({ play }) => (play && !play.folded ? [play.dealt] : []));
      const cards = Math.min(...dealt);
      // A street is complete when every player has its card.
      if (cards === hand.street.cards) return next;
      const street = goOn(hand.street, 'bet', { cards });
      return withHand(newRound(next), { street, raises: 0 });
    }
    case 'extra_card_dealt':
      return withPlay(table, event.seat, (play) => received(play, [null]));
    case 'board_dealt_down':
      return withHand(table, { boardDown: hand.boardDown + event.count });
    case 'board_dealt':
    case 'board_turned':
    case 'communal_dealt': {
      const cards = event.kind === 'communal_dealt' ? [event.card] : event.cards;
      const board = [...hand.board, ...cards];
      const boardDown = Math.max(0, hand.boardDown - (event.kind === 'board_turned' ? cards.length : 0));
      const street = goOn(hand.street, 'bet', { board: board.length });
      return withHand(newRound(table), { board, boardDown, street, raises: 0 });
    }
    case 'second_board_dealt':
      return withHand(table, { secondBoard: [...(hand.secondBoard ?? []), ...event.cards] });
    case 'second_run_started': {
      const board = hand.board.slice(0, event.kept);
      const street = { ...hand.street, board: board.length };
      return withHand(table, { firstBoard: hand.board, board, street });
    }
    case 'turn_started':
      return startTurn(table, hand, event);
    case 'action_taken': {
      const { seat, action, added, to } = event;
      let next = withSeat(table, seat, (one) => ({ stack: one.stack - added }));
      next = withPlay(next, seat, (play) => ({
        bet: to,
        last: action,
        drew: null,
        did: null,
        folded: play.folded || action === 'fold',
        allIn: event.all_in,
      }));
      const raises = hand.raises + (action === 'bet' || action === 'raise' ? 1 : 0);
      // What was declared in the dark is carried out now, or void; all of it is void once fewer than two players can bet.
      const isVoid = event.dark || event.all_in || action === 'fold';
      const able = Object.values(next.seats).filter(({ play }) => play && !play.folded && !play.allIn);
      const left = able.length > 1 ? hand.dark : [];
      const dark = isVoid ? left.filter((declared) => declared.seat !== seat) : left;
      // A check or a fold sets no price, even by a player who has posted a credit.
      const bet = added > 0 ? Math.max(hand.bet, to) : hand.bet;
      return answered(withHand(next, { pot: hand.pot + added, bet, raises, dark }), seat);
    }
    case 'dark_declared': {
      const { seat, action, to, next = null } = event;
      return withHand(table, { dark: [...hand.dark, { seat, action, to }], darkOffer: next });
    }
    case 'passed_out':
      return withHand(table, { dark: [] });
    case 'cards_discarded': {
      const { seat, count, up = [] } = event;
      // The owner's own cards follow as a private part; the others see one card fewer.
      const isMine = seat === table.you?.seat;
      const next = withPlay(table, seat, (play) => ({
        discarded: count,
        cards: without(play, isMine ? up.length : count, up),
        up: play.up.filter((card) => !up.includes(card)),
      }));
      return answered(next, seat);
    }
    case 'cards_drawn': {
      const { seat, count, up = [] } = event;
      // Face-up cards are replaced by as many face-down ones; the owner's own cards follow as a private part.
      const isMine = seat === table.you?.seat;
      const next = withPlay(table, seat, (play) => ({
        drew: count,
        last: null,
        cards: isMine ? play.cards : [...up.map(() => null), ...without(play, up.length, up)],
        up: play.up.filter((card) => !up.includes(card)),
      }));
      return answered(next, seat);
    }
    case 'choice_made':
      return answered(
        withPlay(table, event.seat, () => ({ chosen: true })),
        event.seat,
      );
    case 'cards_rolled':
      return roll(table, hand, event);
    case 'card_kept':
      return did(table, event.seat, 'kept');
    case 'cards_arranged':
      return did(table, event.seat, 'arranged');
    case 'straddle_declined':
      return did(table, event.seat, 'declined');
    case 'card_swapped': {
      const { seat, card } = event;
      const isMine = seat === table.you?.seat;
      const next = withPlay(table, seat, (play) => {
        const rest = { ...play, cards: without(play, 1, [card]), up: play.up.filter((one) => one !== card) };
        return isMine ? { cards: rest.cards, up: rest.up } : { ...received(rest, [null]) };
      });
      return did(next, seat, 'swapped', 1);
    }
    case 'card_bought': {
      const { seat, amount } = event;
      let next = withSeat(table, seat, (one) => ({ stack: one.stack - amount }));
      next = withPlay(next, seat, () => ({ allIn: event.all_in }));
      return did(withHand(next, { pot: hand.pot + amount }), seat, 'bought', amount);
    }
    case 'excess_forfeited': {
      const { seat, amount } = event;
      const next = withSeat(table, seat, (one) => ({ stack: one.stack - amount }));
      return withHand(next, { pot: hand.pot + amount });
    }
    case 'buy_passed':
      return did(
        withPlay(table, event.seat, () => ({ folded: true })),
        event.seat,
        'passed',
      );
    case 'declared': {
      let next = withHand(withYou(table, { answer: null }), { turn: null });
      for (const { seat, sides } of event.declarations) {
        next = withPlay(next, seat, () => ({ declared: sides, chosen: false, last: null }));
      }
      return next;
    }
    case 'runs_decided':
      return withHand(
        withPlays(table, () => ({ chosen: false })),
        { turn: null },
      );
    case 'openers_shown':
    case 'killed_shown':
      return withPlay(table, event.seat, (play) => faceUp(play, event.cards));
    case 'pot_carried':
      return withHand(table, { turn: null, carriedOn: event.amount });
    case 'uncalled_returned': {
      const { seat, amount } = event;
      let next = withSeat(table, seat, (one) => ({ stack: one.stack + amount }));
      next = withPlay(next, seat, (play) => ({ bet: Math.max(0, play.bet - amount), allIn: false }));
      return withHand(next, { pot: hand.pot - amount, returned: { seat, amount } });
    }
    case 'pots_formed': {
      const next = withPlays(table, () => ({ bet: 0, last: null, drew: null, discarded: null, did: null }));
      return withHand(next, { pots: event.pots, bet: 0, turn: null, raises: 0 });
    }
    case 'hands_tabled':
    case 'hands_opened': {
      let next = table;
      for (const { seat, cards } of event.hands) next = withPlay(next, seat, (play) => faceUp(play, cards));
      return next;
    }
    case 'hand_shown': {
      const next = withPlay(table, event.seat, (play) => ({
        ...faceUp(play, event.cards),
        mucked: false,
        run: event.run ?? null,
        high: event.high ?? play.high,
        low: event.low ?? play.low,
      }));
      return hand.over ? next : withHand(next, { turn: null, street: goOn(hand.street, 'showdown') });
    }
    case 'rabbit_shown':
      return withHand(table, { rabbit: event.cards });
    case 'hand_mucked':
      return withPlay(table, event.seat, () => ({ mucked: true }));
    case 'kitty_taken': {
      const { amount } = event;
      const pots = hand.pots.map((pot, index) => (index === 0 ? { ...pot, amount: pot.amount - amount } : pot));
      return withHand({ ...table, kitty: table.kitty + amount }, { turn: null, pot: hand.pot - amount, pots });
    }
    case 'seven_deuce_paid': {
      const { seat, cards, payments } = event;
      const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
      let next = withHand(table, { turn: null, sevenDeuce: { seat, amount: paid } });
      for (const { seat: payer, amount } of payments) next = withSeat(next, payer, (one) => ({ stack: one.stack - amount }));
      next = withSeat(next, seat, (one) => ({ stack: one.stack + paid }));
      return withPlay(next, seat, (play) => ({ ...faceUp(play, cards), won: play.won + paid }));
    }
    case 'pot_awarded': {
      const { pot, side, amount, shares, run = null } = event;
      let next = withHand(table, {
        turn: null,
        pot: Math.max(0, hand.pot - amount),
        awards: [...hand.awards, { pot, side, amount, shares, run }],
      });
      for (const share of shares) {
        next = withSeat(next, share.seat, (one) => ({ stack: one.stack + share.amount }));
        next = withPlay(next, share.seat, (play) => ({ won: play.won + share.amount }));
      }
      return next;
    }
    default:
      return table;
  }
}

/** @param {Deed['kind']} kind @param {number} n @returns {Deed} */
const deed = (kind, n) => ({ kind, n });

/** Records an answer other than a bet. */
/** @param {Table} table @param {number} seat @param {Deed['kind']} kind @param {number} [n] @returns {Table} */
const did = (table, seat, kind, n = 0) =>
  answered(
    withPlay(table, seat, () => ({ did: deed(kind, n), last: null })),
    seat,
  );

/** @param {Table} table @param {Hand} hand @param {Extract<PublicEvent, { kind: 'turn_started' }>} event @returns {Table} */
function startTurn(table, hand, event) {
  const { turn, seats, decision, draw } = event;
  const phase = phaseOf(decision);
  // Draws with no bet in between differ only by their number; older records have none.
  const street = goOn(hand.street, phase, draw && { draws: draw.number - 1, ofDraws: draw.of });
  // A round in which all checked has no closing event of its own.
  const settled = decision === 'bet' ? table : withPlays(table, () => ({ last: null }));
  const next = withHand(settled, { turn: { turn, seats, decision }, darkOffer: event.dark ?? null, street });
  return withYou({ ...next, clock: null }, { choices: [], toCall: 0, answer: null });
}

/** @param {Table} table @param {Hand} hand @param {Extract<PublicEvent, { kind: 'cards_rolled' }>} event @returns {Table} */
function roll(table, hand, event) {
  let next = withYou(table, { answer: null });
  const together = hand.street.phase === 'roll' || event.rolls.length > 1;
  if (together) next = newRound(next);
  for (const { seat, cards, announced } of event.rolls) {
    next = withPlay(next, seat, (play) => ({
      ...rolled(play, cards),
      did: deed('rolled', cards.length),
      chosen: false,
      announced: announced ?? play.announced,
    }));
    next = answered(next, seat);
  }
  if (!together) return next;
  const street = goOn(hand.street, 'bet', { rolls: hand.street.rolls + 1 });
  return withHand(next, { street, raises: 0 });
}

/**
 * Makes cards public: those that the viewer knew already keep their place.
 *
 * @param {Play} play
 * @param {string[]} cards
 * @returns {Partial<Play>}
 */
function faceUp(play, cards) {
  const shown = [...new Set([...play.shown, ...cards])];
  const known = play.cards.filter((card) => card !== null);
  const fresh = shown.filter((card) => !known.includes(card));
  const up = play.cards.map((card) => card ?? fresh.shift() ?? null);
  return { shown, cards: [...up, ...fresh] };
}
