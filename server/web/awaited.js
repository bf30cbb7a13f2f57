// Parts of a view that are loaded on first use.

/** @import { App } from './app.js' */
/** @import { Kid } from './dom.js' */

import { h } from './dom.js';
import { t } from './i18n.js';
import { modal } from './modal.js';

/**
 * A part once it is loaded; until then, a word about it, and a button where it could not be loaded.
 *
 * @param {App} app
 * @param {string} name Name of its element.
 * @param {Record<string, unknown>} prop Properties of its element.
 * @returns {Kid}
 */
export const awaited = (app, name, prop) => (app.later(name) === 'there' ? h(name, { key: 'there', prop }) : awaiting(app, name));

/** What stands for a part that is not there yet. @param {App} app @param {string} name @returns {Kid} */
export function awaiting(app, name) {
  const isMissing = app.later(name) === 'missing';
  return h(
    'div',
    { key: 'coming', class: 'awaited', 'data-part': name },
    h('p', { class: 'note', role: 'status' }, t(isMissing ? 'part.missing' : 'part.coming')),
    isMissing && h('button', { type: 'button', class: 'btn-s hot', on: { click: () => app.page.again(name) } }, t('view.again')),
  );
}

/**
 * A dialog until the part that brings its own is there.
 *
 * @param {App} app
 * @param {string} name Name of the part's element.
 * @param {string} title
 * @param {() => void} close Called when the visitor closes it.
 */
export const comingDialog = (app, name, title, close) =>
  modal(`coming-${name}`, title, 'narrow coming', ({ target }) => /** @type {Element} */ (target).isConnected && close(), awaiting(app, name));

/**
 * Closes these dialogs where the part has come, before they are replaced: so the focus is back where the next dialog will return it to.
 *
 * @param {App} app
 * @param {Element} root
 */
export function handOver(app, root) {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = root.querySelectorAll('dialog.coming [data-part]');
  for (const part of parts) if (app.later(part.dataset.part ?? '') === 'there') part.closest('dialog')?.close();
}
