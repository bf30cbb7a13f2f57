// Keys of the table, each with its action: pressing one in the list waits for its replacement.

/** @import { Kid } from '../dom.js' */
/** @import { SettingsDialog } from './dialog.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { ACTIONS, boundKey, conflictOf, FIXED, keyLabel, keyOf, withKey, wordsOf } from '../table/keys.js';

export class KeyList {
  /** @type {SettingsDialog} */
  #dialog;
  /** Action waiting for a new key. */
  #waiting = '';
  /** Result of the last key. */
  #told = '';

  /** @param {SettingsDialog} dialog */
  constructor(dialog) {
    this.#dialog = dialog;
  }

  /** Stops waiting for a key. */
  stop() {
    this.#waiting = '';
    this.#told = '';
  }

  /** @returns {Kid[]} */
  view() {
    const { settings } = this.#dialog;
    const isOwn = Object.keys(settings.keys).length > 0;
    return [
      h('p', { key: 'how', class: 'note', id: 'keys-how' }, t('keys.how')),
      h('p', { key: 'told', class: 'told', role: 'status' }, this.#told),
      h(
        'ul',
        { key: 'own', class: 'keys', 'aria-describedby': 'keys-how' },
        ACTIONS.map(({ id }) => this.#row(id)),
      ),
      isOwn && h('button', { key: 'reset', type: 'button', class: 'btn-s', on: { click: () => this.#reset() } }, t('keys.reset')),
      h('h3', { key: 'fixed-title' }, t('keys.fixed')),
      h(
        'dl',
        { key: 'fixed', class: 'keys' },
        FIXED.map(({ keys, words }) =>
          h(
            'div',
            { key: words },
            h(
              'dt',
              null,
              keys.map((key) => h('kbd', { key }, key)),
            ),
            h('dd', null, t(words)),
          ),
        ),
      ),
    ];
  }

  /** @param {string} id */
  #row(id) {
    const key = boundKey(this.#dialog.settings, id);
    const isWaiting = this.#waiting === id;
    const [words, params] = wordsOf(id);
    const name = t(words, params);
    return h(
      'li',
      { key: id },
      h(
        'button',
        {
          type: 'button',
          'data-action': id,
          'aria-pressed': isWaiting,
          'aria-label': t('keys.change', { what: name, key: keyLabel(key) }),
          on: {
            click: () => this.#wait(isWaiting ? '' : id),
            keydown: isWaiting ? (event) => this.#heard(event) : null,
            blur: () => isWaiting && this.#wait(''),
          },
        },
        h('kbd', null, isWaiting ? '…' : keyLabel(key)),
      ),
      h('span', null, name),
    );
  }

  /** @param {string} id */
  #wait(id) {
    this.#waiting = id;
    this.#told = id ? t('keys.press') : '';
    this.#dialog.update();
  }

  /** @param {KeyboardEvent} event */
  #heard(event) {
    if (event.key === 'Tab' || /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const id = this.#waiting;
    if (event.key === 'Escape') return this.#wait('');
    const key = event.ctrlKey || event.metaKey || event.altKey ? null : keyOf(event);
    if (key === null) return this.#tell(t('keys.none'));
    const { settings } = this.#dialog;
    const other = conflictOf(settings, id, key);
    if (other) return this.#tell(t('keys.taken', { key: keyLabel(key), what: t(...wordsOf(other)) }));
    this.#waiting = '';
    this.#told = t('keys.done', { key: keyLabel(key), what: t(...wordsOf(id)) });
    this.#dialog.merge({ keys: withKey(settings, id, key) });
  }

  /** Reports why a key cannot be used, and waits for another. @param {string} words */
  #tell(words) {
    this.#told = words;
    this.#dialog.update();
  }

  #reset() {
    this.#waiting = '';
    this.#told = t('keys.reset.done');
    this.#dialog.merge({ keys: {} });
  }
}
