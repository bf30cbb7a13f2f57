// Pre-actions: answers chosen before the turn comes.

/** @import { Action, Choice } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */

/**
 * `price` is the call that was ticked; any other price drops it.
 *
 * @typedef {{ kind: 'check_fold' | 'check' | 'call' | 'call_any' | 'fold_any', price?: number }} PreAction
 */

/**
 * Price of staying in, if it were the viewer's turn: the one that a pre-action is offered at.
 *
 * @param {Table} table
 */
export function price(table) {
  const seat = table.you && table.seats[table.you.seat];
  if (!seat?.play || !table.hand) return 0;
  return Math.min(seat.stack, Math.max(0, table.hand.bet - seat.play.bet));
}

/**
 * `true` if the viewer may choose in advance: in a betting round where others are to act.
 *
 * @param {Table} table
 */
export function mayPrepare(table) {
  const { hand, you } = table;
  const play = you && table.seats[you.seat]?.play;
  if (!hand?.turn || !play || play.folded || play.allIn || play.cards.length === 0) return false;
  return hand.turn.decision === 'bet' && !hand.turn.seats.includes(you.seat);
}

/**
 * Action of a pre-action, `null` if the price has changed or it does not answer the decision.
 *
 * @param {PreAction} pre
 * @param {readonly Choice[]} choices
 * @returns {Action | null}
 */
export function resolve(pre, choices) {
  const offered = (/** @type {string} */ kind) => choices.some((choice) => choice.kind === kind);
  const call = choices.find((choice) => choice.kind === 'call');
  const check = offered('check') ? /** @type {Action} */ ({ kind: 'check' }) : null;
  const fold = offered('fold') ? /** @type {Action} */ ({ kind: 'fold' }) : null;
  const discard = choices.find((choice) => choice.kind === 'discard');
  switch (pre.kind) {
    case 'check_fold':
      return check ?? fold;
    case 'fold_any':
      // After giving up the hand, do not make others wait for a discard either.
      return check ?? fold ?? (discard ? { kind: 'discard', cards: discard.cards.slice(0, discard.min) } : null);
    case 'check':
      return check;
    case 'call':
      return call?.amount === pre.price ? { kind: 'call', amount: call?.amount } : null;
    case 'call_any':
      return check ?? (call ? { kind: 'call', amount: call.amount } : null);
    default:
      return null;
  }
}

/**
 * Keeps or drops a pre-action after an event: dropped when the price is no longer the one ticked.
 *
 * @param {PreAction | null} pre
 * @param {Table} table
 * @returns {PreAction | null}
 */
export function keep(pre, table) {
  if (!pre) return null;
  if (pre.kind === 'fold_any' || pre.kind === 'call_any') return table.hand && !table.hand.over ? pre : null;
  if (!mayPrepare(table)) return table.hand?.turn ? pre : null;
  const now = price(table);
  if (pre.kind === 'call') return now === pre.price ? pre : null;
  return pre.kind === 'check' && now > 0 ? null : pre;
}
