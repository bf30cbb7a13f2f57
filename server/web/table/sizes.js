// The player's preset bet sizes, and the step of the slider.

/** @import { Settings } from '../settings.js' */
/** @import { TableInfo } from '../gen/protocol.d.ts' */

import { unit } from '../facts.js';

/** Limits with sizes to choose. */
export const SIZED = /** @type {const} */ (['nl', 'pot', 'spread']);

/** Sizes on offer: shares of the pot in percent; opening raises as multiples of the big blind. @typedef {'share' | 'open'} Kind */
/** Custom sizes in place of the defaults, by limit. @typedef {Record<string, Partial<Record<Kind, number[]>>>} Sizes */

/** Their bounds and granularity. */
export const BOUNDS = { share: { min: 10, max: 400, grain: 1 }, open: { min: 2, max: 20, grain: 0.1 } };

/** Maximum number of sizes of each kind. */
export const MOST = 4;

/** Default sizes. @type {Record<Kind, number[]>} */
export const USUAL = { share: [33, 50, 75, 100], open: [2.2, 2.5, 3] };

/** The step, in big blinds, or in smallest bets if there are none. */
export const STEP = { min: 0.1, max: 20, usual: 1 };

/** Rounds a number to its granularity; `null` outside the bounds. @param {Kind} kind @param {number | null} value */
export function legalSize(kind, value) {
  const { min, max, grain } = BOUNDS[kind];
  if (value === null || !Number.isFinite(value) || value < min || value > max) return null;
  return Number((Math.round(value / grain) * grain).toFixed(1));
}

/**
 * Custom sizes for a limit, ascending, without duplicates; `null` for the defaults. The stored value may be anything.
 *
 * @param {Pick<Settings, 'sizes'>} settings
 * @param {string} limit
 * @param {Kind} kind
 * @returns {number[] | null}
 */
export function ownSizes({ sizes }, limit, kind) {
  const stored = sizes[limit]?.[kind];
  if (!Array.isArray(stored)) return null;
  const legal = stored.map((value) => legalSize(kind, typeof value === 'number' ? value : null)).filter((value) => value !== null);
  return [...new Set(legal)].sort((a, b) => a - b).slice(0, MOST);
}

/** The settings of a limit with other sizes; `null` for the defaults. @param {Pick<Settings, 'sizes'>} settings @param {string} limit @param {Kind} kind @param {number[] | null} list @returns {Sizes} */
export function withSizes({ sizes }, limit, kind, list) {
  const { [kind]: _, ...others } = sizes[limit] ?? {};
  return { ...sizes, [limit]: list ? { ...others, [kind]: list } : others };
}

/** Step of the slider, in chips. @param {Pick<Settings, 'betStep'>} settings @param {TableInfo} info */
export function stepOf({ betStep }, info) {
  const times = betStep >= STEP.min && betStep <= STEP.max ? betStep : STEP.usual;
  return Math.max(1, Math.round(times * unit(info)));
}
