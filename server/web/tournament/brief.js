// A time and the stakes in words, as tables of their own and tournaments show them.

/** @import { LevelInfo } from '../gen/protocol.d.ts' */

import { t } from '../i18n.js';

/** Remaining time as on a clock: "3:12", "1:02:03". @param {number} ms */
export function timeText(ms) {
  const all = Math.ceil(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const pad = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
}

/** Blinds of a level, or the bets of a game without blinds. @param {Pick<LevelInfo, 'small_blind' | 'big_blind' | 'ante'>} level */
export function blindsText({ small_blind: small, big_blind: big, ante }) {
  const blinds = small > 0 ? t('t.blinds', { small, big }) : t('t.bets', { n: big });
  return ante > 0 ? t('t.with_ante', { blinds, n: ante }) : blinds;
}
