// Chips as money, for the eye: at a table with chips of its own a chip may stand for an amount. Nothing else knows of money.

/** @import { Currency } from './gen/protocol.d.ts' */

import { lang, parseDecimal } from './i18n.js';

/** What a chip stands for, in hundredths, and the sign that stands with it. @typedef {{ chip_value?: number, currency?: Currency }} Worth */

/** Codes of the currencies whose signs a host can choose. @type {Record<Currency, string>} */
const CODES = { euro: 'EUR', dollar: 'USD', pound: 'GBP', franc: 'CHF', yen: 'JPY' };

/** `true` if chips are shown as money. @param {Worth | undefined} worth */
export const isMoney = (worth) => Boolean(worth?.chip_value);

/** @param {number} chips @param {Worth} worth @param {Intl.NumberFormatOptions} style */
function written(chips, { chip_value = 100 }, style) {
  const sum = (chips * chip_value) / 100;
  // Whole amounts have no decimals, others have both.
  const digits = Number.isInteger(sum) ? 0 : 2;
  const options = { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(lang() === 'fr' ? 'fr-FR' : 'en', options).format(sum);
}

/** An amount of chips as money, with its sign. @param {number} chips @param {Worth} worth */
export function moneyText(chips, worth) {
  const { currency } = worth;
  return written(chips, worth, currency ? { style: 'currency', currency: CODES[currency], currencyDisplay: 'narrowSymbol' } : {});
}

/** The same as a player would type it. @param {number} chips @param {Worth} worth */
export const typedMoney = (chips, worth) => written(chips, worth, {});

/** The chips of a typed amount of money, with or without its sign; `null` if it is none or is between two chips. @param {string} text @param {Worth} worth */
export function parseMoney(text, { chip_value = 100 }) {
  const sum = parseDecimal(text.replace(/[€$£¥]|CHF|Fr\.?/gi, '').trim());
  if (sum === null) return null;
  const hundredths = Math.round(sum * 100);
  const chips = hundredths / chip_value;
  return Math.abs(sum * 100 - hundredths) < 1e-6 && Number.isSafeInteger(chips) ? chips : null;
}
