// The frame of a table's dialogs, and what they hold that comes later.

/** @import { Kid } from '../dom.js' */
/** @import { Room } from './room.js' */

import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { ICONS } from '../icons.js';

/**
 * A dialog over the table.
 *
 * @param {Room} room
 * @param {string} key
 * @param {string} title
 * @param {string} kind
 * @param {...Kid} content
 */
export function modal(room, key, title, kind, ...content) {
  return h(
    'dialog',
    {
      key,
      class: `dialog ${kind}`,
      'aria-labelledby': `${key}-title`,
      enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
      on: {
        close: () => room.set({ dialog: null }),
        click: (event) => event.target === event.currentTarget && event.currentTarget.close(),
      },
    },
    h(
      'div',
      { class: 'dialog-in' },
      h(
        'header',
        null,
        h('h2', { id: `${key}-title` }, title),
        h(
          'button',
          { type: 'button', class: 'ico', 'aria-label': t('close'), on: { click: () => room.closeDialog() } },
          icon(ICONS.close),
        ),
      ),
      ...content,
    ),
  );
}

/**
 * What a dialog or a tab has in it that is opened by some alone, once it is loaded.
 *
 * @param {Room} room
 * @param {'p-host' | 'p-invite' | 'p-book'} name Of its element.
 */
export const part = (room, name) =>
  room.app.later(name) === 'there'
    ? h(name, { key: 'there', prop: { room } })
    : h('p', { key: 'coming', class: 'note' }, t('table.loading'));
