// Screen reader announcements: events, the viewer's decision, seats, the state of the hand.

/** @import { Choice, GameInfo, PrivateEvent, PublicEvent } from '../gen/protocol.d.ts' */
/** @import { Seat, Table } from '../model.js' */

import { clockTime, has, list, local, num, t, tn } from '../i18n.js';
import { parted } from '../hand.js';
import { myRequest, mySeat, winningHand } from '../facts.js';
import { capital, cardName, handName } from '../names.js';
import { timeOf } from './clock.js';
import { told } from './marks.js';
import { madeOf, madeText, ofBoard, ruledText, shapeOf, stakes, stopText, streetName, tagOf } from './words.js';

/**
 * Amount of automatic speech: what a player must know to act, what an attentive one notices in addition, or everything.
 *
 * @typedef {'brief' | 'normal' | 'full'} Speech
 */
/** Formats amounts, in chips or in big blinds. @typedef {(chips: number) => string} Money */

/** Names of cards, one after the other. @param {readonly (string | null)[]} cards */
export const cardNames = (cards) => cards.map((card) => cardName(card)).join(', ');

/**
 * Announcement of an event, `''` if none.
 *
 * @param {PublicEvent} event
 * @param {Table} after
 * @param {GameInfo} [game]
 * @param {Money} [money]
 * @param {Speech} [speech]
 * @returns {string}
 */
export function sayEvent(event, after, game, money = num, speech = 'normal') {
  const { hand, you } = after;
  if (speech === 'brief' && BESIDES.has(event.kind)) return '';
  /** @param {number} seat */
  const name = (seat) => (seat === you?.seat ? t('you') : (hand?.names[seat] ?? after.seats[seat]?.player.name ?? t('seat.n', { n: seat })));
  /** @param {string} key @param {number} seat @param {Record<string, string | number>} [params] */
  const say = (key, seat, params = {}) => {
    const mine = seat === you?.seat && has(`say.you.${key}`);
    return t(mine ? `say.you.${key}` : `say.${key}`, { ...params, who: name(seat) });
  };
  switch (event.kind) {
    case 'game_changed': {
      const game = `${local(event.game.game_name)}, ${t(`limit.${event.game.limit}`)}`;
      return event.seat ? say('picks', event.seat, { game }) : t('say.game', { game });
    }
    case 'turn_started':
      // The viewer's own turn announces all possible actions.
      if (event.dark && event.dark.seat === you?.seat && !event.seats.includes(you.seat)) return speech === 'brief' ? '' : t('say.dark.yours');
      return event.decision === 'pick_game' && event.seats[0] !== you?.seat ? say('picker', event.seats[0]) : '';
    case 'hand_started':
      return [say('hand', event.button, { n: event.hand }), sayBomb(event), speech === 'full' ? sayStacks(after, money) : ''].filter(Boolean).join(' ');
    case 'action_taken': {
      if (event.all_in && event.action !== 'fold') return say('all_in', event.seat, { n: money(event.to) });
      if (event.dark) return say(`dark_done.${event.action}`, event.seat, { n: money(event.to) });
      const deed = say(event.action, event.seat, { n: money(event.action === 'call' ? event.added : event.to) });
      const stack = after.seats[event.seat]?.stack;
      return speech === 'full' && event.added > 0 && stack !== undefined ? `${deed} ${t('say.behind', { n: money(stack) })}` : deed;
    }
    case 'dark_declared':
      return [say(`dark.${event.action}`, event.seat, { n: money(event.to) }), event.next && event.next.seat === you?.seat ? t('say.dark.yours') : '']
        .filter(Boolean)
        .join(' ');
    case 'board_dealt':
    case 'board_turned': {
      const shape = shapeOf(game);
      const name = hand && shape.hasFlop ? streetName(hand.street, shape) : t('board');
      return t('say.board', { street: name, cards: cardNames(event.cards) });
    }
    case 'second_board_dealt':
      return saySecondBoard(event.cards);
    case 'board_dealt_down':
      return `${tn('log.board_down', event.count)}.`;
    case 'communal_dealt':
      return t('say.communal', { card: cardName(event.card) });
    case 'hole_cards_dealt':
      return event.hands
        .map(({ seat, cards }) => {
          const up = cards.filter((card) => card !== null);
          return up.length > 0 ? say('gets', seat, { cards: cardNames(up) }) : '';
        })
        .filter(Boolean)
        .join(' ');
    case 'extra_card_dealt':
      return say('extra', event.seat);
    case 'posted':
      // A blind of a player whose ante took the whole stack.
      if (event.amount === 0) return '';
      if (event.post === 'bring_in') return say('bring_in', event.seat, { n: money(event.amount) });
      if (event.post === 'straddle') return say('straddle', event.seat, { n: money(event.amount) });
      // Antes are many and all alike.
      if (speech === 'brief' || (ANTES.has(event.post) && speech !== 'full')) return '';
      return say(`post.${event.post}`, event.seat, { n: money(event.amount) });
    case 'choice_made':
      return event.seat === you?.seat ? '' : say('chosen', event.seat);
    case 'cards_rolled':
      return event.rolls
        .map(({ seat, cards, announced }) =>
          announced ? say('rolls.said', seat, { cards: cardNames(cards), side: t(`side.${announced}`) }) : say('rolls', seat, { cards: cardNames(cards) }),
        )
        .join(' ');
    case 'card_swapped':
      return say('swapped', event.seat, { card: cardName(event.card) });
    case 'card_bought':
      return say('bought', event.seat, { n: money(event.amount) });
    case 'card_kept':
    case 'cards_arranged':
    case 'buy_passed':
    case 'straddle_declined':
      return say(event.kind, event.seat);
    case 'declared':
      return t('say.declared', {
        all: list(event.declarations.map(({ seat, sides }) => `${name(seat)} ${t(`side.${sides}`).toLowerCase()}`)),
      });
    case 'passed_out':
      return t('log.passed_out');
    case 'runs_decided':
      return t(event.twice ? 'log.runs.twice' : 'log.runs.once');
    case 'second_run_started':
      return t('log.second_run');
    case 'openers_shown':
      return say('openers', event.seat, { cards: cardNames(event.cards) });
    case 'killed_shown':
      return say('killed', event.seat, { cards: cardNames(event.cards) });
    case 'pot_carried':
      return t('say.carried', { n: money(event.amount) });
    case 'free_stack_given':
      return say('free_stack', event.seat, { n: event.left });
    case 'carried_paid':
      return say('carried_paid', event.seat, { n: event.amount });
    case 'kitty_shared':
      return event.shares.map((share) => say('kitty_share', share.seat, { n: money(share.amount) })).join(' ');
    case 'cards_drawn':
      return event.count ? say(event.count === 1 ? 'draw.one' : 'draw', event.seat, { n: event.count }) : say('pat', event.seat);
    case 'cards_discarded':
      return event.seat === you?.seat ? '' : say('chosen', event.seat);
    case 'uncalled_returned':
      return say('returned', event.seat, { n: money(event.amount) });
    case 'pots_formed': {
      if (speech === 'brief' && event.pots.length < 2) return '';
      return event.pots.map((pot, index) => t(index ? 'say.side_pot' : 'say.pot', { n: money(pot.amount) })).join(' ');
    }
    case 'hands_tabled':
    case 'hands_opened':
      return event.hands.map(({ seat, cards }) => say('shows', seat, { cards: cardNames(cards) })).join(' ');
    case 'hand_shown': {
      const made = madeText({ high: event.high ?? null, low: event.low ?? null });
      return ofBoard(event.run, say(made ? 'shows.made' : 'shows', event.seat, { cards: cardNames(event.cards), hand: made }));
    }
    case 'rabbit_shown':
      return say('rabbit', event.seat, { cards: cardNames(event.cards) });
    case 'hand_mucked':
      return say('muck', event.seat);
    case 'pot_awarded':
      return ofBoard(
        event.run,
        event.shares
          .map(({ seat, amount: chips }) => {
            const play = after.seats[seat]?.play;
            const made = play && winningHand(told(after, play), event.side);
            const params = { n: money(chips), hand: made ? handName(made, 'with') : '' };
            const side = event.side === 'high' || event.side === 'low' ? `award.${event.side}` : 'award';
            if (made) return say(`${side}.with`, seat, params);
            const isAlone = Object.values(after.seats).every((one) => !one.play || one.play.folded || one.seat === seat);
            return say(isAlone ? 'award.alone' : side, seat, params);
          })
          .join(' '),
      );
    case 'seven_deuce_paid': {
      const mine = event.payments.find(({ seat }) => seat === you?.seat);
      const paid = event.payments.reduce((sum, { amount }) => sum + amount, 0);
      const won = say('seven_deuce', event.seat, { n: money(paid), cards: cardNames(event.cards) });
      return mine ? `${won} ${t('say.you.seven_deuce.pays', { n: money(mine.amount) })}` : won;
    }
    case 'seats_drawn':
      return you ? t('say.you.seats_drawn', { n: you.seat }) : t('say.seats_drawn');
    case 'dealer_drawn':
      return say('drawn', event.dealer);
    case 'roodles_started':
    case 'roodles_ended':
      return t(`log.${event.kind}`);
    case 'closing_announced':
      return t('log.closing', { time: clockTime(event.at) });
    case 'hand_voided':
      return t('log.voided');
    case 'player_sat':
    case 'player_left':
      if (event.moved) return '';
      return say(event.kind === 'player_sat' ? 'sat' : 'left', event.seat);
    case 'chips_given':
      return say('given', event.seat, { n: money(event.amount) });
    case 'player_moved':
      return say('player_moved', event.to, { n: event.to });
    case 'stakes_changed':
      return `${t('log.stakes_changed', { stakes: stakes(event.game) })}.`;
    case 'host_ruled':
      return sayRules(event, after);
    case 'hand_stopped':
      return event.stop.open ? '' : `${stopText(event.stop)}.`;
    case 'hand_went_on':
    case 'hand_held':
    case 'hand_released':
      return `${t(`log.${event.kind}`)}.`;
    case 'time_called':
    case 'time_extended':
      return say(event.kind, event.seat);
    default:
      return '';
  }
}

/** Announced only to players who want to hear everything. */
const BESIDES = new Set(['choice_made', 'cards_discarded', 'card_kept', 'cards_arranged', 'hand_mucked', 'player_sat', 'player_left']);

/** Announces that the hand is a bomb pot, or the next one will be. @param {Extract<PublicEvent, { kind: 'hand_started' }>} event */
const sayBomb = ({ bomb_pot: is, bomb_pot_in: next }) => (is ? t('log.bomb') : next === 1 ? `${t('log.bomb_next')}.` : '');

const ANTES = new Set(['ante', 'dead_ante']);

/**
 * Announcement of a host's decision; of a seat request, only to the player who made it.
 *
 * @param {Extract<PublicEvent, { kind: 'host_ruled' }>} event
 * @param {Table} after
 */
function sayRules(event, after) {
  if (event.deed === 'requests') {
    const mine = myRequest(after);
    return mine && mine !== 'asked' ? t(`ask.${mine}`) : '';
  }
  const told = ruledText(event);
  return told && `${told}.`;
}

/**
 * Announcement of the viewer's private part: cards dealt face down, the discards they replace, and the hand they all make. Face-up cards are
 * announced with the public event.
 *
 * @param {PrivateEvent} part
 * @param {Table} before
 * @param {Table} after
 * @param {Speech} [speech]
 * @returns {string}
 */
export function sayPrivate(part, before, after, speech = 'normal') {
  const play = mySeat(after)?.play;
  if (part.kind === 'made') return speech === 'brief' || play?.folded ? '' : sayMade(before, after);
  if (part.kind !== 'cards' || !play) return '';
  const cards = part.cards.filter((card) => !play.up.includes(card));
  const had = mySeat(before)?.play;
  const lost = had?.cards.filter((card) => card !== null && !play.cards.includes(card)) ?? [];
  const gone = lost.length > 0 ? t('say.you.discards', { cards: cardNames(lost) }) : '';
  if (cards.length === 0) return gone;
  const isFirst = !had || parted(had)[0].every((card) => card === null || cards.includes(card));
  return [gone, t(isFirst && !gone ? 'say.cards' : 'say.you.gets', { cards: cardNames(cards) })].filter(Boolean).join(' ');
}

/** @param {readonly string[]} cards */
const saySecondBoard = (cards) => t('say.board', { street: t('log.second_run'), cards: cardNames(cards) });

/** Announces the viewer's hand if it is new. @param {Table} before @param {Table} after */
function sayMade(before, after) {
  const words = (/** @type {Table} */ { you }) => madeOf(you).map(madeText).filter(Boolean).join(' / ');
  const now = words(after);
  return now && now !== words(before) ? t('say.you.made', { hand: now }) : '';
}

/**
 * Announcement of a choice, `''` if it goes without saying beside the others.
 *
 * @param {Choice} choice
 * @param {Money} money
 * @returns {string}
 */
function sayChoice(choice, money) {
  switch (choice.kind) {
    case 'call':
      return t('say.turn.call', { n: money(choice.amount) });
    case 'check':
      return t('say.turn.check');
    case 'bet':
    case 'raise':
      return choice.min === choice.max
        ? t(`say.turn.${choice.kind}.exact`, { n: money(choice.max) })
        : t(`say.turn.${choice.kind}`, { min: money(choice.min), max: money(choice.max) });
    case 'discard': {
      const down = tn(choice.min === choice.max ? 'say.turn.discard_exact' : 'say.turn.discard', choice.max);
      return choice.up ? `${down} ${tn('say.turn.discard_up', choice.up.max)}` : down;
    }
    case 'roll': {
      const cards = tn('say.turn.roll', choice.max);
      return choice.announce.length > 0 ? `${cards} ${t('say.turn.announce')}` : cards;
    }
    case 'flip':
    case 'swap':
    case 'arrange':
    case 'run_twice':
      return t(`say.turn.${choice.kind}`);
    case 'buy':
      return t('say.turn.buy', { n: money(choice.price) });
    case 'straddle':
      return t('say.turn.straddle', { n: money(choice.amount) });
    case 'declare':
      return t('say.turn.declare', { sides: list(choice.options.map((side) => t(`side.${side}`).toLowerCase())) });
    default:
      return '';
  }
}

/**
 * Announcement of the viewer's turn.
 *
 * @param {Table} table
 * @param {number} seconds
 * @param {Money} [money]
 */
export function sayTurn(table, seconds, money = num) {
  const { you } = table;
  if (!you) return '';
  const parts = [t('say.turn'), ...you.choices.map((choice) => sayChoice(choice, money))].filter(Boolean);
  if (seconds > 0) parts.push(tn('say.seconds', seconds));
  return parts.join(' ');
}

/**
 * A seat in one sentence.
 *
 * @param {Seat} seat
 * @param {Table} table
 * @param {Money} [money]
 * @param {ReadonlyMap<number, string>} [odds] Odds of open hands, by seat.
 */
export function seatSentence(seat, table, money = num, odds) {
  const { play, player } = seat;
  const isMine = seat.seat === table.you?.seat;
  const parts = [t('seat.n', { n: seat.seat }), isMine ? t('you') : player.name, money(seat.stack)];
  if (player.kind === 'bot') parts.push(t('bot'));
  if (table.hand?.button === seat.seat) parts.push(t('dealer'));
  const tag = tagOf(seat, table, odds);
  if (tag) parts.push(tag.tone === 'odds' ? t('seat.odds', { share: tag.text }) : tag.text);
  if (play?.bet) parts.push(t('seat.bet', { n: money(play.bet) }));
  if (play && !play.folded) {
    const [, up] = parted(play);
    const seen = play.cards.filter((card) => card !== null);
    const down = play.cards.length - seen.length;
    if (isMine && up.length > 0) parts.push(t('seat.up', { cards: cardNames(up) }));
    if (!isMine && seen.length > 0) parts.push(cardNames(seen));
    if (down > 0) parts.push(tn('seat.down', down));
    if (play.announced && !play.declared) parts.push(t('seat.announced', { side: t(`side.${play.announced}`) }));
  }
  if (!seat.connected && player.kind !== 'bot') parts.push(t('status.away'));
  if (play?.won) parts.push(t('seat.won', { n: money(play.won) }));
  return `${parts.join(', ')}.`;
}

/**
 * State of a hand in a few sentences, on request.
 *
 * @param {Table} table
 * @param {number} now
 * @param {Money} [money]
 */
export function sayState(table, now, money = num) {
  const { hand, you } = table;
  if (!hand) return t('say.no_hand');
  const parts = [t('say.pot', { n: money(hand.pot) })];
  if (hand.board.length > 0) parts.push(t('say.board', { street: t('board'), cards: cardNames(hand.board) }));
  const mine = you && table.seats[you.seat]?.play?.cards;
  if (mine && mine.length > 0) parts.push(t('say.cards', { cards: cardNames(mine) }));
  if (hand.secondBoard?.length) parts.push(saySecondBoard(hand.secondBoard));
  if (you?.made) parts.push(`${capital(handName(you.made))}.`);
  if (you && you.toCall > 0) parts.push(t('say.turn.call', { n: money(you.toCall) }));
  const asked = hand.turn?.seats.map((seat) => (seat === you?.seat ? t('you') : (hand.names[seat] ?? String(seat))));
  if (asked && asked.length > 0) parts.push(t('say.asked', { who: list(asked) }));
  const time = you && timeOf(table, you.seat, now);
  if (time) parts.push(`${t('time.with_bank', { n: time.left, bank: time.bank })}.`);
  return parts.map(capital).join(' ');
}

/** All cards that the viewer may see. @param {Table} table */
export function sayHands(table) {
  const hands = [];
  for (const { seat, player, play } of Object.values(table.seats)) {
    const seen = (play?.cards ?? []).filter((card) => card !== null);
    if (seen.length > 0) hands.push(`${seat === table.you?.seat ? t('you') : player.name}: ${cardNames(seen)}.`);
  }
  return hands.join(' ') || t('say.no_cards');
}

/**
 * The board and the pots.
 *
 * @param {Table} table
 * @param {GameInfo} [game]
 * @param {Money} [money]
 */
export function sayBoard({ hand }, game, money = num) {
  if (!hand) return t('say.no_hand');
  const shape = shapeOf(game);
  const street = capital(streetName(hand.street, shape));
  const board = hand.board.length > 0 ? t('say.board', { street, cards: cardNames(hand.board) }) : `${street}.`;
  const second = hand.secondBoard?.length ? [saySecondBoard(hand.secondBoard)] : [];
  const pots =
    hand.pots.length > 1 ? hand.pots.map((pot, at) => t(at ? 'say.side_pot' : 'say.pot', { n: money(pot.amount) })) : [t('say.pot', { n: money(hand.pot) })];
  return [board, ...second, ...pots].join(' ');
}

/** All stacks, with the bets in front of them. @param {Table} table @param {Money} [money] */
export function sayStacks(table, money = num) {
  return Object.values(table.seats)
    .map(({ seat, player, stack, play }) => {
      const parts = [t('say.stack', { who: seat === table.you?.seat ? t('you') : player.name, n: money(stack) })];
      if (play?.bet) parts.push(t('seat.bet', { n: money(play.bet) }));
      if (play?.folded) parts.push(t('tag.fold').toLowerCase());
      else if (play?.allIn) parts.push(t('tag.all_in').toLowerCase());
      return `${parts.join(', ')}.`;
    })
    .join(' ');
}

/** Last action of a player. @param {Table} table @param {GameInfo} [game] @param {Money} [money] */
export function sayLast(table, game, money = num) {
  const deeds = table.log.filter(({ event }) => 'seat' in event);
  for (const { event } of deeds.reverse()) {
    const words = sayEvent(event, table, game, money);
    if (words) return words;
  }
  return t('say.no_deed');
}
