// Invitations: a link as text and as a QR code, and the ways to pass it on.

import { h, patch } from './dom.js';
import { t } from './i18n.js';
import { isLoopback, qrView } from './qr-view.js';

/**
 * An invitation to a table or tournament.
 *
 * @typedef {object} Invited
 * @property {string} link
 * @property {string} why What the link gives access to.
 * @property {string} title
 * @property {string} text Text that the phone shares along with the link.
 */

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
    const shared = { title, text, url: link };
    const mayShare = !isLocal && typeof navigator.share === 'function' && (navigator.canShare?.(shared) ?? true);
    patch(this, [
      isLocal ? h('p', { key: 'local', class: 'note' }, t('invite.local', { host: new URL(link).host })) : h('p', { key: 'why', class: 'note' }, why),
      qrView(link),
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
