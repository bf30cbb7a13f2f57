// The host's way to hand the table over.

/** @import { Kid } from '../dom.js' */
/** @import { Seat, Table } from '../model.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';

/**
 * Offers to make the chosen player the host, at the second press: `button` gets its label, and `true` for that press.
 *
 * @param {Table} table
 * @param {Seat} chosen
 * @param {string} sure the player for whom the first press was
 * @param {(label: string, isSure: boolean) => Kid} button
 * @returns {Kid}
 */
export function heirPart({ me }, { player }, sure, button) {
  if (player.id === me || player.kind === 'bot') return null;
  const { name } = player;
  const isSure = sure === player.id;
  return h(
    'div',
    { key: 'heir', class: 'host-do' },
    isSure && h('p', { key: 'sure', class: 'note', role: 'status' }, t('host.hand_over.sure', { name })),
    button(t(isSure ? 'host.hand_over.really' : 'host.hand_over', { name }), isSure),
  );
}
