// Terms of a structure's text as fields: price, stack, seats, entries, rebuys, prizes. Pure but for the view: only the text counts.

/** @import { StructureInfo } from '../gen/protocol.d.ts' */

import { h } from '../dom.js';
import { t } from '../i18n.js';

/** Terms that are one number. */
const NUMBERS = /** @type {const} */ (['price', 'stack', 'seats', 're_entries', 'late_levels']);
/** The parts of a rebuy. */
const REBUY = /** @type {const} */ (['levels', 'price', 'chips', 'most']);

/** A term's line: a value may be a list over several lines. @param {string} key */
const lineOf = (key) => new RegExp(`^${key}[ \\t]*=[ \\t]*(\\[[^\\]]*\\]|\\{[^}\\n]*\\}|[^#\\n]*?)[ \\t]*(#[^\\n]*)?$`, 'm');

/** The value of a term as written; `''` without one. @param {string} text @param {string} key */
export const termOf = (text, key) => lineOf(key).exec(text)?.[1] ?? '';

/** The text with another value of a term, or without it. @param {string} text @param {string} key @param {string} value */
export function withTerm(text, key, value) {
  const line = lineOf(key);
  const found = line.exec(text);
  if (found) {
    const comment = found[2] ? ` ${found[2]}` : '';
    if (value !== '') return text.replace(line, () => `${key} = ${value}${comment}`);
    return text.slice(0, found.index) + text.slice(found.index + found[0].length).replace(/^\n/, '');
  }
  if (value === '') return text;
  const name = /^name[ \t]*=.*$/m.exec(text);
  const at = name ? name.index + name[0].length : 0;
  return `${text.slice(0, at)}${name ? '\n' : ''}${key} = ${value}${name ? '' : '\n'}${text.slice(at)}`;
}

/** Typed digits. @param {string} typed */
const digits = (typed) => typed.replace(/\D/g, '').slice(0, 16);

/** Prizes in percent as typed, or `null` if they are no list of numbers. @param {string} text @returns {string | null} */
export function prizesOf(text) {
  const value = termOf(text, 'pays');
  if (value === '') return '';
  return /^\[[\s\d.,]*\]$/.test(value) ? value.slice(1, -1).trim().replace(/\s+/g, ' ').replace(/,$/, '') : null;
}

/** @param {string} text @param {string} typed Percents, separated by commas or spaces. */
export function withPrizes(text, typed) {
  const some = typed.match(/\d+(?:\.\d+)?/g) ?? [];
  return withTerm(text, 'pays', some.length > 0 ? `[${some.join(', ')}]` : '');
}

/** The parts of a rebuy, `null` without one. @param {string} text @returns {Record<typeof REBUY[number], string> | null} */
export function rebuyOf(text) {
  const value = termOf(text, 'rebuy');
  if (!value.startsWith('{')) return null;
  const part = (/** @type {string} */ key) => new RegExp(`\\b${key}[ \\t]*=[ \\t]*(\\d+)`).exec(value)?.[1] ?? '';
  return { levels: part('levels'), price: part('price'), chips: part('chips'), most: part('most') };
}

/** @param {string} text @param {Record<string, string> | null} rebuy */
export function withRebuy(text, rebuy) {
  if (!rebuy) return withTerm(text, 'rebuy', '');
  const parts = REBUY.filter((key) => rebuy[key] !== '').map((key) => `${key} = ${rebuy[key]}`);
  return withTerm(text, 'rebuy', `{ ${parts.join(', ')} }`);
}

/**
 * A first rebuy: the price and the stack of an entry, also where the text leaves them to the server.
 *
 * @param {string} text
 * @param {StructureInfo | null} [structure] The structure that the text was last found to be.
 */
export const firstRebuy = (text, structure) => ({
  levels: '1',
  price: termOf(text, 'price') || String(structure?.price ?? 1),
  chips: termOf(text, 'stack') || String(structure?.stack ?? 1),
  most: '',
});

/**
 * The fields of a text. Where it leaves a term to the server, the field shows what that is.
 *
 * @param {string} text
 * @param {(text: string) => void} write
 * @param {StructureInfo | null} [structure] The structure that the text was last found to be.
 */
export function termsFields(text, write, structure) {
  /** @param {string} key @param {string} label @param {string} value @param {(typed: string) => void} change @param {number} [usual] */
  const field = (key, label, value, change, usual) =>
    h(
      'label',
      { key, class: 'field' },
      h('span', null, label),
      h('input', {
        class: 'text',
        inputmode: 'numeric',
        autocomplete: 'off',
        placeholder: usual === undefined ? null : String(usual),
        prop: { value },
        on: { input: (event) => change(event.target.value) },
      }),
    );
  const prizes = prizesOf(text);
  const rebuy = rebuyOf(text);
  return h(
    'details',
    { key: 'fields', class: 't-part announce-fields' },
    h('summary', null, t('announce.fields')),
    h(
      'div',
      { class: 'announce-grid' },
      NUMBERS.map((key) => field(key, t(`announce.field.${key}`), termOf(text, key), (typed) => write(withTerm(text, key, digits(typed))), structure?.[key])),
      prizes !== null && field('pays', t('announce.field.pays'), prizes, (typed) => write(withPrizes(text, typed))),
      h(
        'label',
        { key: 'rebuys', class: 'check' },
        h('input', {
          type: 'checkbox',
          prop: { checked: rebuy !== null },
          on: {
            change: (event) => write(withRebuy(text, event.target.checked ? firstRebuy(text, structure) : null)),
          },
        }),
        h('span', null, t('announce.field.rebuy')),
      ),
      rebuy &&
        REBUY.map((key) =>
          field(`rebuy-${key}`, t(`announce.field.rebuy.${key}`), rebuy[key], (typed) => write(withRebuy(text, { ...rebuy, [key]: digits(typed) }))),
        ),
    ),
  );
}
