// The log of a table: the events with a line of their own, each with its place in the hand.

/** @import { PublicEvent } from './gen/protocol.d.ts' */
/** @import { LogEntry, Table } from './model.js' */

import { namesOf } from './snapshot.js';

const LOG_LIMIT = 400;

/** Events without a line in the log: they show elsewhere. */
export const UNLOGGED = new Set(['turn_started', 'pick_withdrawn', 'pots_formed', 'wait_list_changed', 'deck_refilled']);

/** The log after an event. @param {Table} after @param {Table} before @param {number} seq @param {PublicEvent} event @returns {LogEntry[]} */
export function written(after, before, seq, event) {
  const log = event.kind === 'hand_started' ? [] : after.log;
  if (UNLOGGED.has(event.kind)) return log;
  const { hand } = after;
  const isOver = !hand || (hand.over && event.kind !== 'hand_completed' && event.kind !== 'hand_voided');
  const names = { ...hand?.names, ...namesOf(before.seats), ...namesOf(after.seats) };
  const entry = {
    seq,
    hand: isOver ? 0 : hand.number,
    street: isOver ? null : hand.street,
    pot: before.hand?.pot ?? 0,
    event,
    names,
  };
  return [...log.slice(-LOG_LIMIT), entry];
}
