// Preset bets and raises, from the bounds and the pot that the server sends.

/** @import { Hand } from '../model.js' */

/** @typedef {{ key: string, params?: Record<string, string | number>, to: number }} Preset */

/** Pot shares with their own signs. @type {Record<number, string>} */
const SIGNS = { 33: 'preset.33', 50: 'preset.50', 75: 'preset.75', 100: 'preset.pot' };

/** A share of the pot in words. @param {number} percent @returns {{ key: string, params?: Record<string, string | number> }} */
export const shareWords = (percent) => (SIGNS[percent] ? { key: SIGNS[percent] } : { key: 'preset.share', params: { n: percent } });

/**
 * Total that bets or raises by a share of the pot.
 *
 * @param {{ bet: number, toCall: number, hand: Pick<Hand, 'pot'> }} spot
 * @param {number} [part]
 */
export const withPot = ({ bet, toCall, hand }, part = 1) => Math.round(bet + toCall + part * (hand.pot + toCall));

/**
 * At most five amounts, ascending, all of them legal.
 *
 * @param {object} spot
 * @param {number} spot.min
 * @param {number} spot.max
 * @param {number} spot.stack Total that the seat reaches with all its chips.
 * @param {number} spot.bet Chips that the seat has put in this round.
 * @param {number} spot.toCall
 * @param {Hand} spot.hand
 * @param {number[] | null} [spot.shares] Custom shares of the pot, in percent.
 * @param {number[] | null} [spot.opens] Custom multiples of the big blind.
 * @returns {Preset[]}
 */
export function presets({ min, max, stack, bet, toCall, hand, shares = null, opens = null }) {
  const share = (/** @type {number} */ part) => withPot({ bet, toCall, hand }, part);
  const isBlindRaise = hand.raises === 0 && hand.bet > 0;
  /** @type {Preset[]} */
  const between = isBlindRaise
    ? (opens ?? [2.2, 2.5, 3]).map((times) => ({ key: 'preset.times', params: { n: times }, to: Math.round(times * hand.bet) }))
    : shares
      ? shares.map((percent) => ({ ...shareWords(percent), to: share(percent === 33 ? 1 / 3 : percent / 100) }))
      : (hand.bet > 0 ? [1 / 2, 3 / 4] : [1 / 3, 1 / 2, 3 / 4]).map((part) => ({
          key: `preset.${Math.round(part * 100)}`,
          to: share(part),
        }));
  /** @type {Preset[]} */
  const wanted = [
    ...(hand.raises > 0 || hand.bet === 0 ? [{ key: 'preset.min', to: min }] : []),
    ...between,
    ...(isBlindRaise || !shares ? [{ key: 'preset.pot', to: share(1) }] : []),
    { key: max === stack ? 'preset.all_in' : 'preset.max', to: max },
  ];
  // Of equal amounts the first stays, but all-in takes precedence: it says the most.
  const last = wanted.length - 1;
  const stays = (/** @type {Preset} */ { to }, /** @type {number} */ at) => (to === max ? at === last : wanted.findIndex((one) => one.to === to) === at);
  const legal = wanted.filter((one, at) => one.to >= min && one.to <= max && stays(one, at));
  if (legal.length < 2 && min < max) return [{ key: 'preset.min', to: min }, ...legal];
  // The minimum is easily reached with the slider; a sixth preset would be too narrow to press.
  return legal.length > 5 ? legal.slice(1) : legal;
}

/**
 * Rounds an amount to a step, but never outside the bounds.
 *
 * @param {number} value
 * @param {{ min: number, max: number, step: number }} bounds
 */
export function snap(value, { min, max, step }) {
  if (value <= min) return min;
  if (value >= max) return max;
  const snapped = Math.round(value / step) * step;
  return Math.max(min, Math.min(max, snapped));
}
