// The levels of a structure's text as a table whose cells can be changed.

/** @import { Kid } from '../dom.js' */
/** @import { Draft } from './draft.js' */
/** @import { Row } from './levels.js' */

import { cls, h, icon } from '../dom.js';
import { num, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { levelsOf, listsLevels, nextRow, rowAtLine, rowsOf, withLevels } from './levels.js';

/**
 * The levels of a structure's text as a table, if it can be shown as one.
 *
 * @param {string} definition
 * @param {Draft['checked']} checked The server's check of this text, or of an earlier one.
 * @param {(definition: string) => void} write
 * @returns {Kid}
 */
export function levelTable(definition, checked, write) {
  const structure = checked?.text === definition ? checked.structure : undefined;
  const rows = levelsOf(definition) ?? (structure && !listsLevels(definition) ? rowsOf(structure) : null);
  if (!rows) return null;
  const wrong = checked?.text === definition && checked.key === 'levels' ? rowAtLine(definition, checked.line ?? 0) : null;
  /** @param {Row[]} next */
  const put = (next) => write(withLevels(definition, next));
  const columns = /** @type {const} */ (['time', 'small', 'big', 'ante', ...(rows.some(({ unit }) => unit) ? /** @type {const} */ (['unit']) : [])]);
  let level = 0;
  return h(
    'details',
    { key: 'levels', class: 't-part announce-terms level-table' },
    h('summary', null, t('announce.levels.table')),
    h(
      'div',
      { class: 't-scroll' },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, t('t.col.level')),
            columns.map((column) => h('th', { key: column, scope: 'col' }, t(`announce.col.${column}`))),
            h('th', { scope: 'col' }, h('span', { class: 'vh' }, t('announce.row.remove'))),
          ),
        ),
        h(
          'tbody',
          null,
          rows.map((row, at) => {
            if (!row.isBreak) level += 1;
            const name = row.isBreak ? t('t.break.row') : t('t.level', { n: level });
            return h(
              'tr',
              { key: at, class: cls(row.isBreak && 't-break', at === wrong && 'wrong') },
              h('th', { scope: 'row' }, row.isBreak ? t('t.break.row') : num(level)),
              columns.map((column) =>
                h(
                  'td',
                  { key: column },
                  (column === 'time' || !row.isBreak) &&
                    h('input', {
                      key: 'input',
                      class: 'text',
                      'aria-label': t('announce.cell', { row: name, what: t(`announce.col.${column}`) }),
                      'aria-invalid': at === wrong,
                      inputmode: column === 'time' ? null : 'numeric',
                      maxlength: '15',
                      autocomplete: 'off',
                      prop: { value: row[column] },
                      on: {
                        input: (event) => put(rows.map((one, nth) => (nth === at ? { ...one, [column]: event.target.value.replace(/[^\w]/g, '') } : one))),
                      },
                    }),
                ),
              ),
              h(
                'td',
                null,
                rows.length > 1 &&
                  h(
                    'button',
                    {
                      key: 'remove',
                      class: 'ico',
                      'aria-label': t('announce.row.remove.of', { row: name }),
                      on: { click: () => put(rows.filter((_, nth) => nth !== at)) },
                    },
                    icon(ICONS.close),
                  ),
              ),
            );
          }),
        ),
      ),
    ),
    h(
      'div',
      { class: 't-buttons' },
      h('button', { class: 'btn-s', on: { click: () => put([...rows, nextRow(rows)]) } }, t('announce.row.level')),
      h('button', { class: 'btn-s', on: { click: () => put([...rows, { ...nextRow([]), isBreak: true, time: '5m' }]) } }, t('announce.row.break')),
    ),
  );
}
