// The slider of a bet: up to the pot each part of its length is worth the same, and beyond the pot it is worth more and more.

/** Positions on the slider. */
export const LENGTH = 1000;

/** Share of the length for amounts up to the pot, if the slider goes beyond it. */
const FINE = 0.7;

/** Fewest stops up to the pot, if whole chips allow as many. */
const STOPS = 12;

/** Number of stops from the pot to twice the pot. */
const BEYOND = 5;

/** Parts of the usual step that are steps too. */
const PARTS = [1, 2, 5, 10];

/**
 * @typedef {object} Bounds
 * @property {number} min
 * @property {number} max
 * @property {number} pot Amount that bets or raises by the whole pot.
 */

/** Position where the slider becomes coarse, as a share: none of it is if the pot is out of reach, all of it if the pot is below. @param {Bounds} bounds */
const kneeOf = ({ min, max, pot }) => (pot >= max ? 1 : pot <= min ? 0 : FINE);

/** Amount where the slider becomes coarse. @param {Bounds} bounds */
const turning = ({ min, max, pot }) => Math.min(max, Math.max(min, pot));

/**
 * Position of an amount, from 0 to `LENGTH`.
 *
 * @param {number} amount
 * @param {Bounds} bounds
 */
export function placeOf(amount, bounds) {
  const { min, max } = bounds;
  const knee = kneeOf(bounds);
  const pot = turning(bounds);
  const value = Math.min(max, Math.max(min, amount));
  if (min >= max) return LENGTH;
  const share = value <= pot ? (pot > min ? knee * ((value - min) / (pot - min)) : 0) : knee + (1 - knee) * (Math.log(value / pot) / Math.log(max / pot));
  return Math.round(LENGTH * share);
}

/**
 * Amount at a position, not rounded to any step.
 *
 * @param {number} place
 * @param {Bounds} bounds
 */
export function amountAt(place, bounds) {
  const { min, max } = bounds;
  const knee = kneeOf(bounds);
  const pot = turning(bounds);
  const share = Math.min(1, Math.max(0, place / LENGTH));
  if (share <= knee) return knee > 0 ? min + (pot - min) * (share / knee) : pot;
  return pot * (max / pot) ** ((share - knee) / (1 - knee));
}

/**
 * Step at an amount: the usual one up to the pot, or as small a part of it as a small pot needs; beyond the pot, as many usual steps as are a fair part
 * of the pot.
 *
 * @param {number} amount
 * @param {Bounds} bounds
 * @param {number} usual Step of the settings, in chips.
 */
export function stepAt(amount, { min, pot }, usual) {
  if (amount > pot) return usual * Math.max(1, Math.round(pot / (BEYOND * usual)));
  const part = PARTS.find((one) => (pot - min) / (usual / one) >= STOPS) ?? PARTS[PARTS.length - 1];
  return Math.max(1, Math.round(usual / part));
}
