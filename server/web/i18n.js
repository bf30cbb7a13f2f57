// Texts. Sentences live in i18n/*.json; the server sends codes and numbers, never text.

/** @typedef {'en' | 'fr'} Lang */
/** @typedef {Record<string, string | number>} Params */

export const LANGS = /** @type {const} */ (['en', 'fr']);

/** @type {Partial<Record<Lang, Record<string, string>>>} */
const catalogues = {};
/** @type {Lang} */
let current = 'en';
let numbers = new Intl.NumberFormat('en');
let plurals = new Intl.PluralRules('en');
/** Of these, both catalogues have the forms that English needs. */
let ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** Parts of the catalogues that views on this page need: `''` is for all of them. @type {Set<string>} */
const parts = new Set(['']);
/** The language that the first texts are loaded in. @type {Lang} */
let first = 'en';
/** Requests for parts, by address. Those that failed are made again. @type {Map<string, Promise<void>>} */
const requests = new Map();

/** @param {Lang} lang @param {Record<string, string>} words */
export function addCatalogue(lang, words) {
  catalogues[lang] = { ...catalogues[lang], ...words };
}

/**
 * Loads the texts of a language, once.
 *
 * @param {Lang} lang
 * @returns {Promise<void>}
 */
export async function loadWords(lang) {
  if (!catalogues[current]) first = lang;
  // More may be needed by the time that these have come.
  for (let count = 0; count < parts.size; ) {
    count = parts.size;
    await Promise.all([...parts].map((part) => loadPart(lang, part)));
  }
}

/** Loads texts that only some views need, in the language in use. @param {string} part */
export async function addWords(part) {
  parts.add(part);
  for (let lang = inUse(); ; lang = inUse()) {
    await loadWords(lang);
    if (lang === inUse()) return;
  }
}

const inUse = () => (catalogues[current] ? current : first);

/** @param {Lang} lang @param {string} part @returns {Promise<void>} */
function loadPart(lang, part) {
  // The page names the current file.
  const link = document.querySelector(`link[hreflang="${lang}"]${part ? `[data-part="${part}"]` : ':not([data-part])'}`);
  const address = link?.getAttribute('href') ?? `/i18n/${lang}${part && `-${part}`}.json`;
  const request = requests.get(address) ?? fetchWords(lang, address);
  requests.set(address, request);
  return request;
}

/** @param {Lang} lang @param {string} address */
async function fetchWords(lang, address) {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    addCatalogue(lang, await response.json());
  } catch (error) {
    requests.delete(address);
    throw error;
  }
}

/** Switches to a language that has been loaded. @param {Lang} lang */
export function setLang(lang) {
  current = lang;
  numbers = new Intl.NumberFormat(lang === 'fr' ? 'fr-FR' : 'en');
  plurals = new Intl.PluralRules(lang);
  ordinals = new Intl.PluralRules(lang, { type: 'ordinal' });
}

/** @returns {Lang} */
export const lang = () => current;

/** The time of day of an instant. @param {number} at In milliseconds since 1970. */
export const clockTime = (at) => new Intl.DateTimeFormat(current === 'fr' ? 'fr-FR' : 'en', { hour: 'numeric', minute: '2-digit' }).format(at);

/** The day of an instant, in full. @param {number} at In milliseconds since 1970. */
export const dateText = (at) => new Intl.DateTimeFormat(current === 'fr' ? 'fr-FR' : 'en', { dateStyle: 'long' }).format(at);

/** The day and the time of an instant, in short. @param {number} at In milliseconds since 1970. */
export const timeText = (at) => new Intl.DateTimeFormat(current === 'fr' ? 'fr-FR' : 'en', { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** `true` if there is a text for this key. @param {string} key */
export const has = (key) => catalogues[current]?.[key] !== undefined;

/**
 * The text of a key with `{name}` filled in; numbers are formatted in the language, and `{until}` is an instant. `{name|one|other}` is the word in the plural form for the number
 * of that name, in which `#` is the number itself.
 *
 * @param {string} key
 * @param {Params} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const words = catalogues[current]?.[key];
  if (words === undefined) return key;
  return words.replace(/\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (whole, name, one, other) => {
    const value = params[name];
    if (value === undefined) return whole;
    const number = (/** @type {number} */ n) => (name === 'until' ? timeText(n) : numbers.format(n));
    const text = typeof value === 'number' ? number(value) : value;
    if (other === undefined) return text;
    // If an amount is already formatted, two letters or more are never singular.
    return (plurals.select(Number(text)) === 'one' ? one : other).replace('#', text);
  });
}

/**
 * The text for a count `n`, from `key.one` or `key.other`.
 *
 * @param {string} key
 * @param {number} n
 * @param {Params} [params]
 */
export const tn = (key, n, params = {}) => t(`${key}.${plurals.select(n) === 'one' ? 'one' : 'other'}`, { n, ...params });

/**
 * The text for a position, `n`th, in the ordinal form of the language.
 *
 * @param {string} key
 * @param {number} n
 * @param {Params} [params]
 */
export const tOrdinal = (key, n, params = {}) => t(`${key}.${ordinals.select(n)}`, { n, ...params });

/** A number formatted in the language. @param {number} n */
export const num = (n) => numbers.format(n);

/** The whole number that a player typed, `null` if it is not one. @param {string} text @returns {number | null} */
export function parseNum(text) {
  // Groups of three digits, as either language separates them: anything else could be meant as a decimal.
  if (!/^\d{1,3}(?:[\s.,'\u00a0\u202f]\d{3})+$|^\d+$/.test(text.trim())) return null;
  const n = Number(text.replace(/\D/g, ''));
  return Number.isSafeInteger(n) ? n : null;
}

/**
 * The decimal number that a player typed, `null` if it is not one. Both languages accept both decimal signs; what could also be a group of three
 * digits is read as the language writes it.
 *
 * @param {string} text
 * @returns {number | null}
 */
export function parseDecimal(text) {
  const plain = text.replace(/[\s'\u00a0\u202f]/g, '');
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) && (current === 'en' || plain.includes('.'));
  const digits = isGrouped ? plain.replaceAll(',', '') : /^\d{1,3}(\.\d{3})+,\d*$/.test(plain) ? plain.replaceAll('.', '') : plain;
  const number = digits.replace(',', '.');
  return /^\d+(\.\d*)?$/.test(number) ? Number(number) : null;
}

/** A name in both languages. @param {{ en: string, fr: string } | undefined} name */
export const local = (name) => name?.[current] ?? '';

/**
 * Joins items: "a, b and c".
 *
 * @param {string[]} items
 */
export const list = (items) => new Intl.ListFormat(current, { type: 'conjunction' }).format(items);

/** The supported language that the browser prefers. @param {readonly string[]} wanted @returns {Lang} */
export function bestLang(wanted) {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short === 'fr' || short === 'en') return short;
  }
  return 'en';
}

/** Order of two names in a list; digits compare as numbers. @param {string} one @param {string} other */
export const byName = (one, other) => one.localeCompare(other, undefined, { numeric: true });
