// Marks on players and cards: winners, declared sides, wild cards.

/** @import { Play, Seat, Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { t } from '../i18n.js';
import { winningHand } from '../facts.js';
import { apart, wildsOf } from '../names.js';

/** Winning cards, once pots are awarded; `null` while nothing is to be marked. */
/** @param {Table} table @param {Seat} seat @returns {string[] | null} */
export function usedCards(table, seat) {
  const { hand } = table;
  if (!hand || hand.awards.length === 0) return null;
  const play = seat.play;
  if (!play || (!play.high && !play.low) || play.won === 0) return null;
  const sides = hand.awards.filter((award) => award.run === play.run && award.shares.some((share) => share.seat === seat.seat)).map((award) => award.side);
  if (sides.length === 0) return null;
  const side = sides.every((one) => one === 'low') ? 'low' : (sides.find((one) => one !== 'low') ?? 'whole');
  return winningHand(play, side)?.cards ?? null;
}

/** Board cards that play in a winning hand. @param {Table} table */
export function usedBoard(table) {
  const winners = Object.values(table.seats).filter((seat) => (seat.play?.won ?? 0) > 0 && (seat.play?.high || seat.play?.low));
  if (!table.hand || table.hand.awards.length === 0 || winners.length === 0) return null;
  return winners.flatMap((seat) => usedCards(table, seat) ?? []);
}

/** A shown hand next to the others: with the deciding kicker. @param {readonly Play[]} plays @param {Play} play @returns {Play} */
export function toldAmong(plays, play) {
  if (!play.high) return play;
  const rivals = plays.flatMap((one) => (one !== play && one.run === play.run && one.high ? [one.high] : []));
  return { ...play, high: apart(play.high, rivals) };
}

/** The same for a hand at the table. @param {Table} table @param {Play} play */
export const told = ({ seats }, play) =>
  toldAmong(
    Object.values(seats).flatMap((seat) => seat.play ?? []),
    play,
  );

/**
 * Wild cards of a seat's hand, as shown or as known to the viewer alone.
 *
 * @param {Table} table
 * @param {Seat} seat
 */
export function wildsAt({ you }, { seat, play }) {
  const isMine = seat === you?.seat;
  return wildsOf(play?.high, play?.low, isMine ? you.made : null, isMine ? you.madeLow : null);
}

/** Wild cards of the board: in the winners' hands, otherwise in the viewer's. @param {Table} table */
export function wildsOnBoard({ hand, seats, you }) {
  const winners = Object.values(seats).filter((seat) => (seat.play?.won ?? 0) > 0);
  if (hand?.awards.length) return wildsOf(...winners.flatMap(({ play }) => [play?.high, play?.low]));
  return wildsOf(you?.made, you?.madeLow);
}

/** Sides of the pots that a seat has won, once for each award. @param {Table} table @param {number} seat */
export const sidesWon = ({ hand }, seat) => (hand?.awards ?? []).filter(({ shares }) => shares.some((share) => share.seat === seat)).map(({ side }) => side);

/**
 * Winnings of a seat, with the side if the pot was split.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {Seat} seat
 */
export function wonBy(room, table, seat) {
  const won = seat.play?.won ?? 0;
  if (won === 0) return null;
  const sides = new Set(sidesWon(table, seat.seat));
  const side = sides.has('whole') ? null : sides.size > 1 ? 'both' : [...sides][0];
  return h(
    'span',
    { key: 'won', class: 'won-by', enter: room.effects.entering('pop') },
    side && h('small', null, t(`side.${side}`)),
    `${side ? ' ' : ''}+${room.money(won)}`,
  );
}

/**
 * Sides that a player goes for: declared for good, or announced for now.
 *
 * @param {Play | null} play
 */
export function sideMark(play) {
  const side = play?.declared ?? play?.announced;
  if (!side || play?.folded) return null;
  const words = play?.declared ? t(`side.${side}`) : t('seat.announced', { side: t(`side.${side}`) });
  return h('i', { key: 'side', class: cls('side-mark', side, !play?.declared && 'for-now'), title: words }, t(`side.${side}.short`));
}

/** Cards in a line of text. @param {string[]} some */
export const cards = (some) =>
  h(
    'span',
    { class: 'cards compact' },
    some.map((card) => h('p-card', { key: card, c: card })),
  );
