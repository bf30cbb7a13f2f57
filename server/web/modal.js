// The frame of modal dialogs.

/** @import { Kid } from './dom.js' */

import { h, icon } from './dom.js';
import { t } from './i18n.js';
import { ICONS } from './icons.js';

/** Closes its dialog. */
export const closeButton = () =>
  h(
    'button',
    { type: 'button', class: 'ico', 'aria-label': t('close'), on: { click: (event) => event.currentTarget.closest('dialog').close() } },
    icon(ICONS.close),
  );

/** Head of a dialog, with the title that names it. @param {string} key Key of the dialog. @param {string} title */
export const dialogHead = (key, title) => h('header', { role: 'none' }, h('h2', { id: `${key}-title` }, title), closeButton());

/**
 * A dialog over a view. Escape, the cross and a press outside close it.
 *
 * @param {string} key
 * @param {string} title
 * @param {string} kind Extra classes.
 * @param {(event: Event) => void} close Called when it is closed.
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
