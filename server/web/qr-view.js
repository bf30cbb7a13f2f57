// A link as a QR code on the page.

import { h } from './dom.js';
import { t } from './i18n.js';
import { BORDER, qrCode, qrPath } from './qr.js';

/**
 * `true` for the name of a host that is this machine itself, whatever machine reads it.
 *
 * @param {string} name As in `location.hostname`.
 */
export const isLoopback = (name) => /^(?:.+\.)?localhost\.?$|^127(?:\.\d+){3}$|^\[::1\]$|^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\]$/i.test(name);

/** The code of a link; `null` if no other device could follow it, or if it is too long. @param {string} link */
export function qrView(link) {
  const code = isLoopback(new URL(link).hostname) ? null : qrCode(link);
  if (!code) return null;
  const side = code.length + 2 * BORDER;
  return h(
    'svg',
    { key: 'code', class: 'qr', viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': t('invite.code') },
    h('rect', { width: side, height: side, fill: '#fff' }),
    h('path', { d: qrPath(code), fill: '#000' }),
  );
}
