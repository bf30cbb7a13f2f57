// Checks and bets in the dark: declared for the coming round before its board cards are dealt.

/** @import { Action, DarkOffer } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { h, patch } from '../dom.js';
import { num, parseNum, t } from '../i18n.js';
import { myDark } from '../facts.js';
import { Part } from './modal.js';

class Dark extends Part {
  /** @override @param {Table} table */
  draw(table) {
    const offer = myDark(table);
    if (offer) patch(this, form(this.room, offer));
  }
}

/** Form with a check, or a bet of an amount. @param {Room} room @param {DarkOffer} offer */
function form(room, { min, max }) {
  const { buyIn: typed } = room.ui;
  const value = typed === null ? min : (parseNum(typed) ?? 0);
  const isLegal = value >= min && value <= max;
  /** @param {Action} action */
  const declare = (action) => room.asks.declareDark(action);
  return h(
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
  );
}

customElements.define('p-dark', Dark);
