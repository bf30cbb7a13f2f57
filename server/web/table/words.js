// Events in words: lines of the log, tags on the plates, sentences for a screen reader.

/** @import { PublicEvent, TableInfo } from '../gen/protocol.d.ts' */
/** @import { LogEntry, Play, Seat, Street, Table } from '../model.js' */
/** @import { Settings } from '../settings.js' */

import { has, lang, list, num, t, tn } from '../i18n.js';
import { capital, cardName, handName } from '../names.js';
import { timeOf } from './clock.js';

/** The bet in which stacks are counted. @param {TableInfo} info */
export const unit = (info) => Math.max(1, info.big_blind || info.bets[0] || 1);

/**
 * An amount as the player likes it: in chips or in big blinds.
 *
 * @param {number} chips
 * @param {Settings} settings
 * @param {TableInfo} info
 */
export function amount(chips, settings, info) {
  if (settings.amounts !== 'bb') return num(chips);
  const blinds = new Intl.NumberFormat(lang() === 'fr' ? 'fr-FR' : 'en', { maximumFractionDigits: 1 }).format(
    chips / unit(info),
  );
  return t('amount.bb', { n: blinds });
}

/** The stakes of a table in short. @param {TableInfo} info */
export function stakes(info) {
  if (info.small_blind || info.big_blind) return `${num(info.small_blind)}/${num(info.big_blind)}`;
  if (info.limit === 'fixed' && info.bets.length > 1) return `${num(info.bets[0])}/${num(info.bets[1])}`;
  if (info.ante) return t('stakes.ante', { n: info.ante });
  return num(info.bets[0] ?? 0);
}

/**
 * What a street is called.
 *
 * @param {Street} street
 * @param {boolean} hasBoard Whether the game has a board.
 */
export function streetName({ deals, board, draws, phase }, hasBoard) {
  if (phase === 'draw') return draws > 0 ? t('street.draw.n', { n: draws + 1 }) : t('street.draw');
  if (phase === 'discard') return t('street.discard');
  if (phase === 'showdown') return t('street.showdown');
  if (deals === 0) return t('street.posts');
  if (board >= 5) return t('street.river');
  if (board === 4) return t('street.turn');
  if (board > 0) return t('street.flop');
  if (draws > 0) return t('street.after_draw');
  return t(hasBoard ? 'street.preflop' : 'street.first');
}

/** Whether two places of a hand belong under one heading. @param {Street} a @param {Street} b */
export const sameStreet = (a, b) =>
  a.phase === b.phase && a.board === b.board && a.draws === b.draws && a.deals > 0 === b.deals > 0;

/**
 * @typedef {object} Tag
 * @property {string} text
 * @property {'' | 'up' | 'all' | 'done' | 'wait' | 'hand'} tone
 */

/**
 * What a plate says of its player, `null` if nothing.
 *
 * @param {Seat} seat
 * @param {Table} table
 * @returns {Tag | null}
 */
export function tagOf(seat, table) {
  const { play } = seat;
  const { hand } = table;
  if (play && hand) {
    if (hand.over || hand.street.phase === 'showdown') {
      if (play.high || play.low) return { text: madeText(play), tone: 'hand' };
      if (play.mucked) return { text: t('tag.muck'), tone: '' };
    }
    if (play.folded) return { text: t('tag.fold'), tone: '' };
    const isAsked = hand.turn?.seats.includes(seat.seat);
    if (isAsked && hand.turn && hand.turn.seats.length > 1) return { text: t('tag.choosing'), tone: 'wait' };
    if (play.allIn) return { text: t('tag.all_in'), tone: 'all' };
    if (play.drew !== null) return { text: play.drew === 0 ? t('tag.pat') : tn('tag.drew', play.drew), tone: 'done' };
    if (play.threw !== null && hand.street.phase === 'discard') return { text: t('tag.chosen'), tone: 'done' };
    if (play.last === 'bet' || play.last === 'raise') return { text: t(`tag.${play.last}`), tone: 'up' };
    if (play.last) return { text: t(`tag.${play.last}`), tone: '' };
  }
  if (seat.status === 'sitting_out' || seat.status === 'busted')
    return { text: t(`status.${seat.status}`), tone: 'wait' };
  if (seat.status === 'waiting' || seat.status === 'leaving') return { text: t(`status.${seat.status}`), tone: 'wait' };
  return null;
}

/** What a hand makes on both sides. @param {Pick<Play, 'high' | 'low'>} play */
export function madeText({ high, low }) {
  const names = [];
  if (high) names.push(capital(handName(high)));
  if (low) names.push(capital(handName(low)));
  return names.join(' · ');
}

/**
 * A line of the log: words with `{who}` still in them, who that is, and an amount for the right edge.
 *
 * @typedef {object} Line
 * @property {string} text
 * @property {string} who
 * @property {number | null} amount
 * @property {string[]} cards
 * @property {boolean} mine
 */

/**
 * @param {LogEntry} entry
 * @param {number | null} mySeat
 * @returns {Line[]}
 */
export function logLines({ event, names }, mySeat) {
  /**
   * @param {string} key
   * @param {number} seat
   * @param {number | null} [chips]
   * @param {Record<string, string | number>} [params]
   * @param {string[]} [cards]
   * @returns {Line}
   */
  const line = (key, seat, chips = null, params = {}, cards = []) => {
    const mine = seat === mySeat;
    const form = mine && has(`log.you.${key}`) ? `log.you.${key}` : `log.${key}`;
    const who = mine ? t('you') : (names[seat] ?? t('seat.n', { n: seat }));
    return { text: t(form, { ...params, who: '{who}' }), who, amount: chips, cards, mine };
  };
  switch (event.kind) {
    case 'hand_started':
      return [line('deals', event.button)];
    case 'posted':
      return [line(`post.${event.post}`, event.seat, event.amount)];
    case 'board_dealt':
      return [{ text: '', who: '', amount: null, cards: event.cards, mine: false }];
    case 'action_taken': {
      if (event.all_in && event.action !== 'fold') return [line('all_in', event.seat, event.to)];
      const isFree = event.action === 'fold' || event.action === 'check';
      const key = event.auto && isFree ? `auto.${event.action}` : event.action;
      return [line(key, event.seat, isFree ? null : event.to)];
    }
    case 'cards_drawn':
      return [line(event.count ? 'draw' : 'pat', event.seat, null, { n: event.count })];
    case 'cards_discarded':
      return [line('throw', event.seat, null, { n: event.count })];
    case 'uncalled_returned':
      return [line('returned', event.seat, event.amount)];
    case 'hands_tabled':
      return event.hands.map(({ seat, cards }) => line('tabled', seat, null, {}, cards));
    case 'hand_shown': {
      const made = madeText({ high: event.high ?? null, low: event.low ?? null });
      return [line(made ? 'shows' : 'shows.bare', event.seat, null, { hand: made }, event.cards)];
    }
    case 'hand_mucked':
      return [line('muck', event.seat)];
    case 'pot_awarded':
      return event.shares.map((share) =>
        line(
          event.side === 'whole' ? (event.pot ? 'wins.side' : 'wins') : `wins.${event.side}`,
          share.seat,
          share.amount,
          {
            n: event.pot,
          },
        ),
      );
    case 'hand_voided':
      return [{ text: t('log.voided'), who: '', amount: null, cards: [], mine: false }];
    case 'player_sat':
      return [line('sat', event.seat, event.stack)];
    case 'player_left':
      return [line('left', event.seat)];
    case 'chips_added':
      return [line('added', event.seat, event.amount)];
    case 'seat_status_changed':
      return event.status === 'sitting_out' || event.status === 'active'
        ? [line(`status.${event.status}`, event.seat)]
        : [];
    case 'table_paused':
    case 'table_resumed':
    case 'table_closed':
      return [{ text: t(`log.${event.kind}`), who: '', amount: null, cards: [], mine: false }];
    default:
      return [];
  }
}

/** Cards in words, one after the other. @param {readonly (string | null)[]} cards */
export const cardNames = (cards) => cards.map((card) => cardName(card)).join(', ');

/**
 * What a screen reader says of an event, `''` if nothing.
 *
 * @param {PublicEvent} event
 * @param {Table} after
 * @returns {string}
 */
export function sayEvent(event, after) {
  const { hand, you } = after;
  /** @param {string} key @param {number} seat @param {Record<string, string | number>} [params] */
  const say = (key, seat, params = {}) => {
    const mine = seat === you?.seat && has(`say.you.${key}`);
    const who =
      seat === you?.seat ? t('you') : (hand?.names[seat] ?? after.seats[seat]?.player.name ?? t('seat.n', { n: seat }));
    return t(mine ? `say.you.${key}` : `say.${key}`, { ...params, who });
  };
  switch (event.kind) {
    case 'hand_started':
      return say('hand', event.button, { n: event.hand });
    case 'action_taken': {
      if (event.all_in && event.action !== 'fold') return say('all_in', event.seat, { n: event.to });
      return say(event.action, event.seat, { n: event.action === 'call' ? event.added : event.to });
    }
    case 'board_dealt': {
      const name = hand ? streetName(hand.street, true) : '';
      return t('say.board', { street: name, cards: cardNames(event.cards) });
    }
    case 'cards_drawn':
      return event.count
        ? say(event.count === 1 ? 'draw.one' : 'draw', event.seat, { n: event.count })
        : say('pat', event.seat);
    case 'cards_discarded':
      return event.seat === you?.seat ? '' : say('chosen', event.seat);
    case 'uncalled_returned':
      return say('returned', event.seat, { n: event.amount });
    case 'pots_formed': {
      if (event.pots.length < 2) return '';
      return event.pots
        .map((pot, index) => (index ? t('say.side_pot', { n: pot.amount }) : t('say.pot', { n: pot.amount })))
        .join(' ');
    }
    case 'hands_tabled':
      return event.hands.map(({ seat, cards }) => say('shows', seat, { cards: cardNames(cards) })).join(' ');
    case 'hand_shown':
      return say('shows', event.seat, { cards: cardNames(event.cards) });
    case 'hand_mucked':
      return say('muck', event.seat);
    case 'pot_awarded':
      return event.shares
        .map(({ seat, amount: chips }) => {
          const play = after.seats[seat]?.play;
          if (event.side === 'high' || event.side === 'low') return say(`award.${event.side}`, seat, { n: chips });
          const made = play?.high ?? play?.low;
          return made
            ? say('award.with', seat, { n: chips, hand: handName(made, 'with') })
            : say('award', seat, { n: chips });
        })
        .join(' ');
    case 'hand_voided':
      return t('log.voided');
    case 'player_sat':
    case 'player_left':
      return say(event.kind === 'player_sat' ? 'sat' : 'left', event.seat);
    default:
      return '';
  }
}

/**
 * What is said when the viewer's turn comes.
 *
 * @param {Table} table
 * @param {number} seconds
 */
export function sayTurn(table, seconds) {
  const { you } = table;
  if (!you) return '';
  const raise = you.choices.find((choice) => choice.kind === 'raise' || choice.kind === 'bet');
  const call = you.choices.find((choice) => choice.kind === 'call');
  const discard = you.choices.find((choice) => choice.kind === 'discard');
  const parts = [t('say.turn')];
  if (discard) {
    const key = discard.min === discard.max ? 'say.turn.throw_exact' : 'say.turn.throw';
    parts.push(tn(key, discard.max));
  } else if (call) {
    parts.push(t('say.turn.call', { n: call.amount }));
  } else if (you.choices.some((choice) => choice.kind === 'check')) {
    parts.push(t('say.turn.check'));
  }
  if (raise) parts.push(t(`say.turn.${raise.kind}`, { min: raise.min, max: raise.max }));
  if (seconds > 0) parts.push(tn('say.seconds', seconds));
  return parts.join(' ');
}

/**
 * A seat as one sentence.
 *
 * @param {Seat} seat
 * @param {Table} table
 */
export function seatSentence(seat, table) {
  const { play, player } = seat;
  const isMine = seat.seat === table.you?.seat;
  const parts = [t('seat.n', { n: seat.seat }), isMine ? t('you') : player.name, num(seat.stack)];
  if (player.kind === 'bot') parts.push(t('bot'));
  if (table.hand?.button === seat.seat) parts.push(t('dealer'));
  const tag = tagOf(seat, table);
  if (tag) parts.push(tag.text);
  if (play?.bet) parts.push(t('seat.bet', { n: play.bet }));
  if (play && !play.folded) {
    const up = play.cards.filter((card) => card !== null);
    const down = play.cards.length - up.length;
    if (up.length > 0 && !isMine) parts.push(cardNames(up));
    if (down > 0) parts.push(tn('seat.down', down));
  }
  if (!seat.connected && player.kind !== 'bot') parts.push(t('status.away'));
  if (play?.won) parts.push(t('seat.won', { n: play.won }));
  return `${parts.join(', ')}.`;
}

/**
 * The state of a hand in a few sentences, for who asks for it.
 *
 * @param {Table} table
 * @param {number} now
 */
export function sayState(table, now) {
  const { hand, you } = table;
  if (!hand) return t('say.no_hand');
  const parts = [t('say.pot', { n: hand.pot })];
  if (hand.board.length > 0) parts.push(t('say.board', { street: t('board'), cards: cardNames(hand.board) }));
  const mine = you && table.seats[you.seat]?.play?.cards;
  if (mine && mine.length > 0) parts.push(t('say.cards', { cards: cardNames(mine) }));
  if (you?.made) parts.push(`${capital(handName(you.made))}.`);
  if (you && you.toCall > 0) parts.push(t('say.turn.call', { n: you.toCall }));
  const asked = hand.turn?.seats.map((seat) => (seat === you?.seat ? t('you') : (hand.names[seat] ?? String(seat))));
  if (asked && asked.length > 0) parts.push(t('say.asked', { who: list(asked) }));
  const time = you && timeOf(table, you.seat, now);
  if (time) parts.push(`${t('time.with_bank', { n: time.left, bank: time.bank })}.`);
  return parts.map(capital).join(' ');
}

/** The cards of all that the viewer may see. @param {Table} table */
export function sayHands(table) {
  const hands = [];
  for (const { seat, player, play } of Object.values(table.seats)) {
    const seen = (play?.cards ?? []).filter((card) => card !== null);
    if (seen.length > 0) hands.push(`${seat === table.you?.seat ? t('you') : player.name}: ${cardNames(seen)}.`);
  }
  return hands.join(' ') || t('say.no_cards');
}
