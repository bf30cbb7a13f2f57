// Checks and bets in the dark: declared for the coming round before its cards of the board are dealt.

/** @import { Action } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { h } from '../dom.js';
import { num, parseNum, t } from '../i18n.js';
import { modal } from './modal.js';

/** What the viewer may declare now, `null` if nothing. @param {Table} table */
export const myDark = ({ hand, you }) => (you && hand?.turn && hand.darkOffer?.seat === you.seat ? hand.darkOffer : null);

/** Opens the dialog, where the viewer may declare. @param {Room} room @param {Table} table */
export function darkButton(room, table) {
  if (!myDark(table)) return null;
  const press = () => room.set({ dialog: 'dark' });
  return h('button', { key: 'dark', type: 'button', class: 'btn-s', 'aria-haspopup': 'dialog', on: { click: press } }, t('dark.ask'));
}

/** A check, or a bet of an amount. Once it is too late there is no dialog any more. @param {Room} room @param {Table} table */
export function darkDialog(room, table) {
  const offer = myDark(table);
  if (!offer) return null;
  const { min, max } = offer;
  const { buyIn: typed } = room.ui;
  const value = typed === null ? min : (parseNum(typed) ?? 0);
  const isLegal = value >= min && value <= max;
  /** @param {Action} action */
  const declare = (action) => room.asks.declareDark(action);
  return modal(
    room,
    'dark',
    t('dark.title'),
    'narrow',
    h(
      'form',
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            if (isLegal) declare({ kind: 'bet_dark', to: value });
          },
        },
      },
      h('p', { class: 'note' }, t('dark.note')),
      h('button', { class: 'btn quiet', type: 'button', 'data-dark': 'check', on: { click: () => declare({ kind: 'check_dark' }) } }, t('dark.check')),
      h(
        'div',
        { class: 'field' },
        h('span', { 'aria-hidden': 'true' }, t('dark.amount')),
        h('input', {
          class: 'num',
          inputmode: 'numeric',
          autocomplete: 'off',
          'aria-label': t('dark.amount'),
          'aria-invalid': !isLegal,
          'aria-describedby': 'dark-range',
          prop: { value: typed ?? num(value) },
          on: { input: (event) => room.set({ buyIn: event.target.value }) },
        }),
        h('small', { id: 'dark-range', class: isLegal ? 'note' : 'error' }, t('sit.range', { min, max })),
      ),
      h('button', { class: 'btn hot', type: 'submit', 'aria-disabled': !isLegal }, t('dark.bet', { n: value })),
    ),
  );
}
