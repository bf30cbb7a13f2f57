// Levels of a structure's text as rows for editing as a table. Pure: only the text counts, and parts that the table cannot show, such as comments
// among the levels, are left alone.

/** @import { StructureInfo } from '../gen/protocol.d.ts' */

/**
 * A row as written; a break has only a time.
 *
 * @typedef {object} Row
 * @property {boolean} isBreak
 * @property {string} time
 * @property {string} small
 * @property {string} big
 * @property {string} ante
 * @property {string} unit
 */

/** The list of levels in a text. */
const LIST = /^levels[ \t]*=[ \t]*\[([^\]]*)\]/m;
/** Parts being typed may be empty for a moment. */
const LEVEL = /^(?:(\w+) )?(\d*)\/(\d*)(?: ante (\d+))?(?: unit (\d+))?$/;
const BREAK = /^break(?: (\w+))?$/;

/** @param {string} time @returns {Row} */
const breakRow = (time) => ({ isBreak: true, time, small: '', big: '', ante: '', unit: '' });

/** @param {string} text @returns {Row | null} */
function rowOf(text) {
  const plain = text.trim().replace(/\s+/g, ' ');
  const pause = BREAK.exec(plain);
  if (pause) return breakRow(pause[1] ?? '');
  const level = LEVEL.exec(plain);
  if (!level) return null;
  const [, time = '', small, big, ante = '', unit = ''] = level;
  return { isBreak: false, time, small, big, ante, unit };
}

/** Rows of a text; `null` if it lists no levels, or in a form that a table cannot show. @param {string} text @returns {Row[] | null} */
export function levelsOf(text) {
  const list = LIST.exec(text)?.[1];
  // Anything but strings and separators, a comment for instance, would be lost.
  if (list === undefined || /[^\s,]/.test(list.replace(/"[^"]*"/g, ''))) return null;
  const rows = [...list.matchAll(/"([^"]*)"/g)].map(([, row]) => rowOf(row));
  return rows.length > 0 && rows.every((row) => row !== null) ? /** @type {Row[]} */ (rows) : null;
}

/** `true` if a text lists its levels at all. @param {string} text */
export const listsLevels = (text) => /^levels[ \t]*=/m.test(text);

/** Seconds in the notation of a structure. @param {number} seconds */
const timeOf = (seconds) => (seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`);

/** Rows of a structure that lists no levels of its own. @param {StructureInfo} structure @returns {Row[]} */
export function rowsOf({ levels }) {
  let last = 1;
  return levels.map((row) => {
    if (row.kind === 'break') return breakRow(timeOf(row.duration));
    const { small_blind: small, big_blind: big, ante, unit, duration } = row;
    const isNew = unit !== last;
    last = unit;
    return {
      isBreak: false,
      time: timeOf(duration),
      small: String(small),
      big: String(big),
      ante: ante > 0 ? String(ante) : '',
      unit: isNew ? String(unit) : '',
    };
  });
}

/** @param {Row} row */
function lineOf({ isBreak, time, small, big, ante, unit }) {
  const words = isBreak ? ['break', time] : [time, `${small}/${big}`, ...(ante && ante !== '0' ? ['ante', ante] : []), ...(unit ? ['unit', unit] : [])];
  // Typed text must not end the string.
  return words.join(' ').replace(/["\\\]\n]/g, '');
}

/** The text with other levels, one per line, so that a fault can be shown at its row. @param {string} text @param {Row[]} rows */
export function withLevels(text, rows) {
  const list = `levels = [\n${rows.map((row) => `  "${lineOf(row)}",\n`).join('')}]`;
  return LIST.test(text) ? text.replace(LIST, () => list) : `${text.trimEnd()}\n${list}\n`;
}

/** Row on a line of the text, `null` if none or several are. @param {string} text @param {number} line Line number, from 1. */
export function rowAtLine(text, line) {
  const list = LIST.exec(text);
  if (!list) return null;
  const strings = [...list[0].matchAll(/"[^"]*"/g)].map(({ index }) => text.slice(0, list.index + index).split('\n').length);
  const at = strings.indexOf(line);
  return at >= 0 && strings.lastIndexOf(line) === at ? at : null;
}

/** A new level after these: the same length as the last, at twice the stakes. @param {Row[]} rows @returns {Row} */
export function nextRow(rows) {
  const last = rows.findLast(({ isBreak }) => !isBreak);
  const twice = (/** @type {string} */ amount) => (amount === '' ? '' : String(2 * Number(amount)));
  return last
    ? { ...last, small: twice(last.small), big: twice(last.big), ante: twice(last.ante), unit: '' }
    : { isBreak: false, time: '12m', small: '25', big: '50', ante: '', unit: '' };
}
