// The frame of dialogs that lie over a view.

/** @import { Kid } from './dom.js' */

import { h, icon } from './dom.js';
import { t } from './i18n.js';
import { ICONS } from './icons.js';

/** Closes the dialog that it is in. */
export const closeButton = () =>
  h(
    'button',
    { type: 'button', class: 'ico', 'aria-label': t('close'), on: { click: (event) => event.currentTarget.closest('dialog').close() } },
    icon(ICONS.close),
  );

/** The head of a dialog, which is named by its title. @param {string} key Of the dialog. @param {string} title */
export const dialogHead = (key, title) => h('header', { role: 'none' }, h('h2', { id: `${key}-title` }, title), closeButton());

/**
 * A dialog over a view. Escape, the cross and a press beside it close it.
 *
 * @param {string} key
 * @param {string} title
 * @param {string} kind Classes of its own.
 * @param {() => void} close What follows when it is closed.
 * @param {...Kid} content
 */
export const modal = (key, title, kind, close, ...content) =>
  h(
    'dialog',
    {
      key,
      class: `dialog ${kind}`,
      'aria-labelledby': `${key}-title`,
      enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
      on: {
        close,
        click: (event) => event.target === event.currentTarget && event.currentTarget.close(),
      },
    },
    h('div', { class: 'dialog-in' }, dialogHead(key, title), ...content),
  );
