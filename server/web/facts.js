// Facts of a table that views draw: whose turn it is, the pots in the middle, the hand that wins.

/** @import { HandName, PotState, Side, TableInfo } from './gen/protocol.d.ts' */
/** @import { Play, Seat, Table } from './model.js' */

/** `true` if the viewer is the table's host. @param {Table} table */
export const isHost = (table) => table.me !== '' && table.info.host === table.me;

/** State of the viewer's request for a seat, `null` if there is none. @param {Table} table */
export const myRequest = (table) => table.host.requests?.find(({ player }) => player.id === table.me)?.state ?? null;

/** Chips that the viewer has asked the host for, `null` for none. @param {Table} table */
export const myRebuy = (table) => table.host.rebuys?.find(({ player }) => player.id === table.me)?.amount ?? null;

/** `true` if the viewer gets more chips only once the host has granted them. @param {Table} table */
export const mustAskForChips = (table) => table.info.session?.rebuys === 'approval' && !isHost(table);

/** `true` if the viewer must ask the host before sitting down. @param {Table} table */
export const mustAsk = (table) => Boolean(table.host.approval) && !isHost(table) && myRequest(table) !== 'accepted';

/** `true` if the viewer is to act now. @param {Table} table */
export const isMyTurn = (table) => Boolean(table.you && table.you.choices.length > 0 && (table.pick || !(table.hand?.over || table.hand?.stop)));

/** The dark actions open to the viewer now, `null` if none. @param {Table} table */
export const myDark = ({ hand, you }) => (you && hand?.turn && hand.darkOffer?.seat === you.seat ? hand.darkOffer : null);

/** The bet that stacks are counted in. @param {TableInfo} info */
export const unit = (info) => Math.max(1, info.big_blind || info.bets[0] || 1);

/** The open decision: of the current hand, or the dealer's pick for the next. @param {Table} table */
export const openTurn = (table) => table.hand?.turn ?? table.pick;

/**
 * The hand with which a seat wins a side of a pot. If the pot is not split, it is the high hand, unless the player went for low only.
 *
 * @param {Play} play
 * @param {Side} side
 * @returns {HandName | null}
 */
export function winningHand({ high, low, declared }, side) {
  const isLow = side === 'low' || (side === 'whole' && declared === 'low');
  return (isLow ? low : high) ?? high ?? low;
}

/** The viewer's seat. @param {Table} table @returns {Seat | null} */
export const mySeat = (table) => (table.you ? (table.seats[table.you.seat] ?? null) : null);

/**
 * Pots in the middle: without the bets of this round, with dead money.
 *
 * @param {Table} table
 * @returns {PotState[]}
 */
export function middle(table) {
  const { hand } = table;
  if (!hand) return [];
  const bets = Object.values(table.seats).reduce((sum, seat) => sum + (seat.play?.bet ?? 0), 0);
  const contenders = Object.values(table.seats)
    .filter((seat) => seat.play && !seat.play.folded)
    .map((seat) => seat.seat);
  if (hand.awards.length > 0) {
    // Awarded chips have left the middle.
    return hand.pots.map((pot, index) => {
      const paid = hand.awards.filter((award) => award.pot === index).reduce((sum, award) => sum + award.amount, 0);
      return { ...pot, amount: Math.max(0, pot.amount - paid) };
    });
  }
  if (hand.pots.length > 0) return hand.pots;
  const dead = hand.pot - bets;
  return dead > 0 ? [{ amount: dead, seats: contenders }] : [];
}

/** Minutes until a player is back from a pause, `null` if there is none. @param {Pick<Seat, 'backAt'>} seat @param {number} now */
export const minutesAway = ({ backAt }, now) => (backAt === null ? null : Math.max(1, Math.ceil((backAt - now) / 60_000)));
