// Automatic purchases of chips: after losing the stack, and when the stack is short.

/** @import { Kid } from '../dom.js' */
/** @import { SettingsDialog } from './dialog.js' */

import { h } from '../dom.js';
import { num, parseNum, t } from '../i18n.js';
import { MARKS } from '../table/upkeep.js';

/** @param {SettingsDialog} dialog @returns {Kid[]} */
export function chipsPart(dialog) {
  const { autoTopUp } = dialog.settings;
  return [
    dialog.flag('autoRebuy'),
    dialog.flag('autoTopUp'),
    autoTopUp && h('div', { key: 'marks', class: 'two' }, mark(dialog, 'topUpBelow'), mark(dialog, 'topUpTo')),
    h('p', { key: 'auto-note', class: 'note' }, t('settings.auto.note')),
  ];
}

/** A number of big blinds. @param {SettingsDialog} dialog @param {'topUpBelow' | 'topUpTo'} name */
function mark(dialog, name) {
  return h(
    'label',
    { key: name, class: 'field' },
    h('span', null, t(`settings.${name}`)),
    h('input', {
      class: 'num',
      inputmode: 'numeric',
      autocomplete: 'off',
      'aria-describedby': `${name}-range`,
      prop: { value: num(dialog.settings[name]) },
      on: {
        change: (event) => {
          const value = parseNum(event.target.value) ?? dialog.settings[name];
          dialog.merge({ [name]: Math.max(MARKS.min, Math.min(MARKS.max, value)) });
          event.target.value = num(dialog.settings[name]);
        },
      },
    }),
    h('small', { id: `${name}-range`, class: 'note' }, t('settings.topUp.range', MARKS)),
  );
}
