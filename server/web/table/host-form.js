// What the parts of the host panel have in common: requests to the table and their results, buttons, fields.

/** @import { HostAction } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { selection } from '../lobby/common.js';
import { Part } from './modal.js';

export class HostForm extends Part {
  /** Result of the last request. */
  told = '';

  /** Sends a request to the table, and reports a refusal. @param {HostAction} action @param {boolean} [keep] @returns {Promise<boolean>} */
  async ask(action, keep = false) {
    const { session } = this.room;
    const done = await session.askTable({ type: 'host', action }, { keep });
    const notice = session.notices.at(-1);
    this.told = done ? t('host.done') : notice ? this.room.noticeText(notice) : '';
    this.update();
    return Boolean(done);
  }

  /** @param {string} label @param {() => void} click @param {{ key?: string, name?: string, hot?: boolean, why?: string }} [more] */
  button(label, click, { key = label, name = label, hot = false, why = '' } = {}) {
    return h(
      'button',
      {
        key,
        type: 'button',
        class: hot ? 'btn hot' : 'btn quiet',
        'aria-label': name,
        'aria-disabled': why !== '',
        on: {
          click: () => {
            if (why) {
              this.told = why;
              this.update();
            } else click();
          },
        },
      },
      label,
    );
  }

  /** @param {string} key @param {Kid[]} kids */
  section(key, ...kids) {
    return h('section', { key, class: 'host-part' }, h('h3', null, t(`host.part.${key}`)), ...kids);
  }

  /** @param {string} label @param {string} value @param {(text: string) => void} change @param {string} [note] @param {'numeric' | 'decimal' | 'text' | 'url'} [mode] */
  field(label, value, change, note = '', mode = 'decimal') {
    return h(
      'label',
      { key: label, class: 'field' },
      h('span', null, label, note && h('small', null, note)),
      h('input', {
        class: 'text',
        inputmode: mode,
        autocomplete: 'off',
        prop: { value },
        on: {
          input: (event) => {
            change(event.target.value);
            this.update();
          },
        },
      }),
    );
  }

  /** @param {string} label @param {[string, string][]} options @param {string} value @param {(value: string) => void} change */
  select(label, options, value, change) {
    return selection(label, options, value, (id) => {
      change(id);
      this.update();
    });
  }
}
