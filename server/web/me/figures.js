// Statistics in words. Pure.

/** @import { BigBlinds, Share } from '../gen/protocol.d.ts' */

import { lang, num } from '../i18n.js';

/** A result with its sign. @param {number} chips */
export const signed = (chips) => (chips > 0 ? `+${num(chips)}` : chips < 0 ? `−${num(-chips)}` : num(0));

/** A ratio in percent. @param {Share | undefined} share */
export function percent(share) {
  if (!share || share.of === 0) return undefined;
  return new Intl.NumberFormat(lang() === 'fr' ? 'fr-FR' : 'en', { style: 'percent', maximumFractionDigits: 0 }).format(share.times / share.of);
}

/** Text of the beginning or end of a chart: the day, or the time if the whole span is within a day. @param {number} at @param {number} span In milliseconds. */
export function edge(at, span) {
  const style = /** @type {Intl.DateTimeFormatOptions} */ (span < 86_400_000 ? { timeStyle: 'short' } : { dateStyle: 'medium' });
  return new Intl.DateTimeFormat(lang() === 'fr' ? 'fr-FR' : 'en', style).format(at);
}

/** Big blinds won per hundred hands. @param {BigBlinds} of */
export function bigBlindsPer100({ hands, thousandths }) {
  const value = thousandths / 10 / hands;
  const text = new Intl.NumberFormat(lang() === 'fr' ? 'fr-FR' : 'en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.abs(value));
  return value >= 0.05 ? `+${text}` : value <= -0.05 ? `−${text}` : text;
}

/**
 * Round amounts as bounds of a chart: at most five, the first at or below the minimum, the last at or above the maximum.
 *
 * @param {number} least
 * @param {number} most
 */
export function scale(least, most) {
  const span = Math.max(1, most - least);
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough);
  const from = Math.floor(least / step) * step;
  const marks = [];
  for (let mark = from; mark < most + step; mark += step) marks.push(mark);
  return marks.length > 1 ? marks : [from, from + step];
}
