// Inviting others to a table: its link, as text and as a picture for the camera of a phone.

/** @import { Room } from './room.js' */

import { h, patch } from '../dom.js';
import { t } from '../i18n.js';
import { BORDER, qrCode, qrPath } from '../qr.js';
import { stakes } from './words.js';

class Invitation extends HTMLElement {
  /** @type {Room} */
  // @ts-ignore: set by the parent before the first update.
  room;

  connectedCallback() {
    this.update();
  }

  update() {
    const { room } = this;
    const table = room?.session?.shown;
    if (!this.isConnected || !table) return;
    const link = room.link();
    const code = qrCode(link);
    const side = (code?.length ?? 0) + 2 * BORDER;
    const { name } = table.info;
    const shared = { title: name, text: t('invite.text', { name, stakes: stakes(table.info) }), url: link };
    const mayShare = typeof navigator.share === 'function' && (navigator.canShare?.(shared) ?? true);
    patch(this, [
      h('p', { key: 'why', class: 'note' }, t(table.info.private ? 'invite.private' : 'invite.public')),
      code &&
        h(
          'svg',
          { key: 'code', class: 'qr', viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': t('invite.code') },
          h('rect', { width: side, height: side, fill: '#fff' }),
          h('path', { d: qrPath(code), fill: '#000' }),
        ),
      h(
        'label',
        { key: 'link', class: 'field' },
        h('span', null, t('invite.link')),
        h('input', {
          class: 'text',
          readonly: true,
          prop: { value: link },
          on: { focus: (event) => event.target.select() },
        }),
      ),
      h(
        'div',
        { key: 'do', class: 'invite-do' },
        h('button', { type: 'button', class: 'btn hot', on: { click: () => room.copyLink() } }, t('invite.copy')),
        mayShare &&
          h(
            'button',
            // A player who thinks better of it has refused nothing.
            { key: 'share', type: 'button', class: 'btn quiet', on: { click: () => navigator.share(shared).catch(() => {}) } },
            t('invite.share'),
          ),
      ),
    ]);
  }
}

customElements.define('p-invite', Invitation);
