// Invitations: a link as text and as a QR code, and the ways to pass it on.

import { h, patch } from './dom.js';
import { t } from './i18n.js';
import { BORDER, qrCode, qrPath } from './qr.js';

/**
 * An invitation to a table or tournament.
 *
 * @typedef {object} Invited
 * @property {string} link
 * @property {string} why What the link gives access to.
 * @property {string} title
 * @property {string} text Text that the phone shares along with the link.
 */

/**
 * `true` for the name of a host that is this machine itself, whatever machine reads it.
 *
 * @param {string} name As in `location.hostname`.
 */
export const isLoopback = (name) => /^(?:.+\.)?localhost\.?$|^127(?:\.\d+){3}$|^\[::1\]$|^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\]$/i.test(name);

/** @typedef {{ invited(): Invited | null, copy(text: string): unknown }} Place A view with a link. */

class Invitation extends HTMLElement {
  /** @type {Place} */
  // @ts-ignore: set by the parent before the first update.
  place;

  connectedCallback() {
    this.update();
  }

  update() {
    const invited = this.place?.invited();
    if (!this.isConnected || !invited) return;
    const { link, why, title, text } = invited;
    const isLocal = isLoopback(new URL(link).hostname);
    const code = isLocal ? null : qrCode(link);
    const side = (code?.length ?? 0) + 2 * BORDER;
    const shared = { title, text, url: link };
    const mayShare = !isLocal && typeof navigator.share === 'function' && (navigator.canShare?.(shared) ?? true);
    patch(this, [
      isLocal ? h('p', { key: 'local', class: 'note' }, t('invite.local', { host: new URL(link).host })) : h('p', { key: 'why', class: 'note' }, why),
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
        h('button', { type: 'button', class: 'btn hot', on: { click: () => this.place.copy(link) } }, t('invite.copy')),
        mayShare &&
          h(
            'button',
            // A player who cancels sharing has refused nothing.
            { key: 'share', type: 'button', class: 'btn quiet', on: { click: () => navigator.share(shared).catch(() => {}) } },
            t('invite.share'),
          ),
      ),
    ]);
  }
}

customElements.define('p-invite', Invitation);
