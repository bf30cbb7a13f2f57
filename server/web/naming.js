// Names that players give themselves: signs that telephones put in the place of plain ones, and what no name may have. The server
// has the last word; what is told here is which sign it would be about.

/** How many characters a name has. */
const LEAST = 2;
const MOST = 20;

/** More marks than this on one letter spill over the lines around it. */
const MARKS_MOST = 2;

/** Letters that cannot be seen. */
const INVISIBLE = /[\u115f\u1160\u17b4\u17b5\u3164\uffa0]/;

/** Spaces, visible signs of ASCII but the colon, letters and numbers of any script with their marks. */
const ALLOWED = /^[ !-9;-~\p{Alphabetic}\p{N}\p{M}]+$/u;

/** What keyboards make of plain signs. @type {[RegExp, string][]} */
const TYPED = [
  [/[\u2018\u2019\u201b\u02bc\u2032\u00b4]/g, "'"],
  [/[\u201c-\u201f\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  // Joiners, variation selectors behind nothing, and marks of direction are typed by no one.
  [/[\u200b\u200e\u200f\u2060\ufeff]/g, ''],
  [/\s+/g, ' '],
];

/** A name as it is meant: with the plain signs in the place of those that a keyboard made of them. @param {string} text */
export const meant = (text) =>
  TYPED.reduce((name, [typed, plain]) => name.replace(typed, plain), text)
    .normalize('NFC')
    .trim();

/**
 * What is wrong with a name: the key of the words, and what they are about. `null` where nothing is.
 *
 * @param {string} name As it is meant.
 * @returns {{ key: string, params: Record<string, string | number> } | null}
 */
export function faultOf(name) {
  const signs = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)].map(({ segment }) => segment);
  const wrong = signs.find((sign) => !mayStand(sign));
  if (wrong !== undefined) return { key: 'name.sign', params: { sign: shown(wrong) } };
  const count = [...name].length;
  if (count < LEAST) return { key: 'name.short', params: { n: LEAST } };
  return count > MOST ? { key: 'name.long', params: { n: MOST, count } } : null;
}

/** @param {string} sign One as it is seen, with its marks. */
function mayStand(sign) {
  const marks = sign.match(/\p{M}/gu)?.length ?? 0;
  // What a letter stands for must be allowed as well: there is a colon for columns.
  return ALLOWED.test(sign) && !INVISIBLE.test(sign) && marks <= MARKS_MOST && !/^\p{M}/u.test(sign) && !sign.normalize('NFKC').includes(':');
}

/** A sign that can be read; of one that cannot, its number. @param {string} sign */
const shown = (sign) =>
  /^[\p{C}\p{Z}]/u.test(sign) || INVISIBLE.test(sign) ? `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` : sign;
