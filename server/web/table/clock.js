// The time of the open decision.

/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { t } from '../i18n.js';
import { openTurn } from '../facts.js';

/**
 * @typedef {object} Time
 * @property {number} left Seconds before the time bank begins, rounded up.
 * @property {number} bank Seconds in the bank.
 * @property {boolean} inBank
 * @property {number} share Share of the total time left, from 0 to 1.
 */

/** `true` while a private table is paused by its host and no hand runs, or its host has stopped the hand: no clock runs, and seats are kept. @param {Table} table */
export const isHeld = ({ hand, host, info }) => Boolean(host.paused && info.private && !info.practice && (!hand || hand.over || hand.stop));

/**
 * Time left for a seat, `null` if no clock runs for it.
 *
 * @param {Table} table
 * @param {number} seat
 * @param {number} now
 * @returns {Time | null}
 */
export function timeOf(table, seat, now) {
  const { clock } = table;
  const turn = openTurn(table);
  if (!clock || !turn || turn.turn !== clock.turn || !turn.seats.includes(seat) || table.paused || isHeld(table)) return null;
  const left = clock.left - (now - clock.at);
  const whole = clock.banks[seat] ?? 0;
  const bank = Math.max(0, whole + Math.min(0, left));
  const inBank = left <= 0;
  const limit = (table.pick && table.info.mix?.pick_ms) ?? table.info.action_ms;
  return {
    left: Math.max(0, Math.ceil(left / 1000)),
    bank: Math.ceil(bank / 1000),
    inBank,
    share: inBank ? (whole ? bank / whole : 0) : Math.min(1, left / Math.max(limit, 1)),
  };
}

/** The viewer's time in words. @param {Room} room @param {Table} table */
export function timeText(room, table) {
  const time = table.you && timeOf(table, table.you.seat, room.now());
  if (!time) return '';
  // The time bank starts by its button, which shows it.
  if (room.isBankHeld(table)) return t('seconds.short', { n: time.left });
  if (time.inBank) return t('time.in_bank', { n: time.bank });
  return time.bank ? t('time.with_bank', { n: time.left, bank: time.bank }) : t('seconds.short', { n: time.left });
}

/** Time called on a seat, and the second announced last. @typedef {{ turn: number, seat: number, told: number }} Called */

/**
 * The second to announce after Time has been called: the last five, each once; `null` if there is none, `undefined` once it is over.
 *
 * @param {Table} table
 * @param {Called} called
 * @param {number} now
 */
export function lastSecond(table, { turn, seat, told }, now) {
  const open = openTurn(table);
  if (!open || open.turn !== turn || !open.seats.includes(seat)) return undefined;
  const left = timeOf(table, seat, now)?.left ?? 0;
  return left >= 1 && left <= 5 && left !== told ? left : null;
}
