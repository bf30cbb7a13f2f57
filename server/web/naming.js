// Player names: replaces characters that phone keyboards substitute, and finds forbidden ones. The server has the last word; the page only names the
// offending character.

/** Length limits of a name, in characters. */
const LEAST = 2;
const MOST = 20;

/** More marks than this on one letter would spill over neighbouring lines. */
const MARKS_MOST = 2;

/** Invisible letters. */
const INVISIBLE = /[\u115f\u1160\u17b4\u17b5\u3164\uffa0]/;

/** Spaces, visible ASCII except the colon, letters and numbers of any script with their marks. */
const ALLOWED = /^[ !-9;-~\p{Alphabetic}\p{N}\p{M}]+$/u;

/** Substitutions that keyboards make. @type {[RegExp, string][]} */
const TYPED = [
  [/[\u2018\u2019\u201b\u02bc\u2032\u00b4]/g, "'"],
  [/[\u201c-\u201f\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  // Joiners, stray variation selectors and direction marks are not typed on purpose.
  [/[\u200b\u200e\u200f\u2060\ufeff]/g, ''],
  [/\s+/g, ' '],
];

/** A name as intended, with the substitutions undone. @param {string} text */
export const meant = (text) =>
  TYPED.reduce((name, [typed, plain]) => name.replace(typed, plain), text)
    .normalize('NFC')
    .trim();

/**
 * The fault of a name: its text key and parameters; `null` if there is none.
 *
 * @param {string} name As intended.
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

/** A name to propose in the place of one that is taken: the same with the next number. @param {string} name */
export function nextName(name) {
  const [, start, number] = /^(.*\D)(\d{1,3})$/u.exec(name) ?? ['', name, '1'];
  const end = ` ${Number(number) + 1}`;
  return (
    [...start]
      .slice(0, MOST - end.length)
      .join('')
      .trimEnd() + end
  );
}

/**
 * What to say of a name that the server has refused, and the name to go on with: in the place of one that is taken, the next is proposed.
 *
 * @param {string} name
 * @param {{ key: string, params: Record<string, string | number> }} refusal
 */
export function refusedName(name, { key, params }) {
  // The server may refuse characters that this page accepts.
  if (params.sign !== undefined) return { name, error: { key: 'name.sign', params } };
  if (key !== 'error.auth.name_taken') return { name, error: { key, params } };
  const next = nextName(name);
  return { name: next, error: { key: 'name.taken', params: { name, next } } };
}

/** @param {string} sign One visible character with its marks. */
function mayStand(sign) {
  const marks = sign.match(/\p{M}/gu)?.length ?? 0;
  // A compatibility equivalent must be allowed too: there is a colon for columns.
  return ALLOWED.test(sign) && !INVISIBLE.test(sign) && marks <= MARKS_MOST && !/^\p{M}/u.test(sign) && !sign.normalize('NFKC').includes(':');
}

/** A readable form of a character; if it has none, its code point. @param {string} sign */
const shown = (sign) =>
  /^[\p{C}\p{Z}]/u.test(sign) || INVISIBLE.test(sign) ? `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` : sign;
