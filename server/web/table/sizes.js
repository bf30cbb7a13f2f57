// The amounts that a player likes to bet, and the step by which the slider goes.

/** @import { Settings } from '../settings.js' */
/** @import { TableInfo } from '../gen/protocol.d.ts' */

import { unit } from '../model.js';

/** The limits under which an amount is chosen. */
export const SIZED = /** @type {const} */ (['nl', 'pot', 'spread']);

/** What is offered: shares of the pot in percent; raises over the blinds as multiples of the big blind. @typedef {'share' | 'open'} Kind */
/** What a player chose in place of the usual amounts, by limit. @typedef {Record<string, Partial<Record<Kind, number[]>>>} Sizes */

/** Between what they may lie, and how finely they are told. */
export const BOUNDS = { share: { min: 10, max: 400, grain: 1 }, open: { min: 2, max: 20, grain: 0.1 } };

/** So many of each find room. */
export const MOST = 4;

/** What is offered while the player has chosen nothing else. @type {Record<Kind, number[]>} */
export const USUAL = { share: [33, 50, 75, 100], open: [2.2, 2.5, 3] };

/** The step, in big blinds, or the least bet where there are none. */
export const STEP = { min: 0.1, max: 20, usual: 1 };

/** A number on its grain, `null` outside the bounds. @param {Kind} kind @param {number | null} value */
export function legalSize(kind, value) {
  const { min, max, grain } = BOUNDS[kind];
  if (value === null || !Number.isFinite(value) || value < min || value > max) return null;
  return Number((Math.round(value / grain) * grain).toFixed(1));
}

/**
 * What the player chose for a limit, rising, each once; `null` for the usual amounts. What was stored may be anything.
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

/** The settings of a limit with other amounts; `null` for the usual ones. @param {Pick<Settings, 'sizes'>} settings @param {string} limit @param {Kind} kind @param {number[] | null} list @returns {Sizes} */
export function withSizes({ sizes }, limit, kind, list) {
  const { [kind]: _, ...others } = sizes[limit] ?? {};
  return { ...sizes, [limit]: list ? { ...others, [kind]: list } : others };
}

/** By how many chips the slider goes. @param {Pick<Settings, 'betStep'>} settings @param {TableInfo} info */
export function stepOf({ betStep }, info) {
  const times = betStep >= STEP.min && betStep <= STEP.max ? betStep : STEP.usual;
  return Math.max(1, Math.round(times * unit(info)));
}
