// Dialogs of a table: taking a seat, buying chips, an invitation.

/** @import { Table } from '../model.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Room } from './room.js' */
/** @import { Purchase } from './stack.js' */

import { h } from '../dom.js';
import { t, tn } from '../i18n.js';
import { invitation } from '../inviting.js';
import { modal as frame } from '../modal.js';
import { segments } from '../lobby/common.js';
import { modal, part } from './modal.js';
import { noteDialog } from './notes.js';
import { mustAskForChips, myDark, unit } from '../facts.js';
import { mayChooseStack, proposal, purseOf, range, rebuysLeft } from './stack.js';
import { voiceRoom } from './voice.js';
import { chipsText, keypad, parseChips, typedChips } from './words.js';

/** @param {Room} room @param {Table} table @returns {Kid} */
export function dialogs(room, table) {
  // The evening is over: who pays whom.
  if (table.payments && !room.ui.resultSeen)
    return frame('closing', t('evening.title'), 'closing', () => room.set({ resultSeen: true }), part(room, 'p-closing'));
  switch (room.ui.dialog) {
    case 'sit':
    case 'rebuy':
      return buyIn(room, table, room.ui.dialog);
    case 'stack':
      // Once the first hand is dealt, the dialog disappears.
      return mayChooseStack(table) && buyIn(room, table, 'stack');
    case 'voice':
      return voice(room, table);
    case 'dark':
      // Once it is too late, the dialog disappears.
      return myDark(table) && modal(room, 'dark', t('dark.title'), 'narrow', part(room, 'p-dark'));
    case 'note':
      return noteDialog(room);
    case 'invite':
      return modal(room, 'invite', t('invite.title'), 'narrow invite', invitation(room.app, room));
    case 'host':
      return modal(room, 'host', t('host.title'), 'host', part(room, 'p-host'));
    default:
      return null;
  }
}

/** Leaves the page for the voice room, once that is confirmed. @param {Room} room @param {Table} table */
function voice(room, table) {
  const at = voiceRoom(table);
  if (!at) return null;
  return modal(
    room,
    'voice',
    t('voice.title', { host: at.host }),
    'narrow',
    h('p', { class: 'note voice-link' }, at.link),
    h(
      'a',
      { class: 'btn hot', href: at.link, target: '_blank', rel: 'noopener noreferrer', on: { click: () => room.closeDialog() } },
      t('voice.open', { host: at.host }),
    ),
  );
}

/** @param {Room} room @param {Table} table @param {Purchase} kind */
function buyIn(room, table, kind) {
  const { ui, app } = room;
  const purse = purseOf(room, table);
  const { min, max, most } = range(room, table, kind);
  const value = ui.buyIn === null ? proposal(room, table, kind) : (parseChips(ui.buyIn, table.info) ?? 0);
  const isPoor = purse < min;
  const isFull = most < 1;
  const left = rebuysLeft(table);
  const isLegal = value >= min && value <= max;
  const isSpent = kind === 'rebuy' && left === 0;
  const running = kind === 'sit' && table.hand !== null && table.info.big_blind > 0;
  const text = (/** @type {number} */ chips) => chipsText(chips, table.info);
  const submit = () => {
    if (!isLegal || isSpent) return;
    if (kind === 'sit') room.asks.takeSeat(value);
    else if (kind === 'stack') room.asks.changeStack(value);
    else room.asks.rebuy(value);
  };
  const title = kind === 'sit' ? (ui.sitSeat === null ? t('sit.title') : t('sit.title.n', { n: ui.sitSeat })) : t(kind === 'stack' ? 'stack.change' : 'rebuy');
  const label = t(kind === 'rebuy' ? 'rebuy.amount' : 'buy_in');
  return modal(
    room,
    kind,
    title,
    'narrow',
    h(
      'form',
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            submit();
          },
        },
      },
      h('p', { class: 'note' }, t(table.info.practice ? 'practice.chips' : table.info.session?.own_chips ? 'sit.own_chips' : 'sit.balance', { n: purse })),
      isFull
        ? h('p', { key: 'full' }, t('rebuy.full'))
        : isPoor
          ? h(
              'div',
              { key: 'poor', class: 'poor' },
              h('p', { class: 'error' }, t('sit.poor', { min: text(min) })),
              h('button', { type: 'button', class: 'btn-s', on: { click: () => app.topUp() } }, t('topup')),
            )
          : h(
              'div',
              { key: 'amount', class: 'field' },
              h('span', { 'aria-hidden': 'true' }, label),
              h(
                'div',
                { class: 'buy' },
                h('input', {
                  type: 'range',
                  min: String(min),
                  max: String(max),
                  step: '1',
                  'aria-label': label,
                  'aria-valuetext': text(value),
                  style: { '--v': `${max > min ? ((value - min) / (max - min)) * 100 : 100}%` },
                  prop: { value: String(Math.min(max, Math.max(min, value))) },
                  on: {
                    input: (event) => {
                      const n = Number(event.target.value);
                      const step = unit(table.info);
                      room.set({
                        buyIn: typedChips(n === max || n === min ? n : Math.max(min, Math.round(n / step) * step), table.info),
                      });
                    },
                  },
                }),
                h('input', {
                  class: 'num',
                  inputmode: keypad(table.info),
                  autocomplete: 'off',
                  'aria-label': t('amount.field', { label }),
                  'aria-invalid': !isLegal,
                  'aria-describedby': 'buy-range',
                  prop: { value: ui.buyIn === null ? typedChips(value, table.info) : ui.buyIn },
                  on: { input: (event) => room.set({ buyIn: event.target.value }) },
                }),
              ),
              h('small', { id: 'buy-range', class: isLegal ? 'note' : 'error' }, t('sit.range', { min: text(min), max: text(max) })),
            ),
      running &&
        h(
          'div',
          { key: 'entry', class: 'field' },
          h('span', { 'aria-hidden': 'true' }, t('sit.entry')),
          segments(
            t('sit.entry'),
            [
              { id: 'wait', label: t('sit.entry.wait') },
              { id: 'post', label: t('sit.entry.post', { n: text(table.info.big_blind) }) },
            ],
            ui.entry,
            (id) => room.set({ entry: /** @type {'wait' | 'post'} */ (id) }),
          ),
        ),
      kind === 'rebuy' && left !== null && !isFull && h('p', { key: 'left', class: 'note' }, tn('rebuy.left', left)),
      kind === 'rebuy' && !isFull && !mustAskForChips(table) && table.hand && !table.hand.over && h('p', { key: 'later', class: 'note' }, t('rebuy.later')),
      !isFull &&
        h(
          'button',
          { key: 'go', class: 'btn hot', type: 'submit', 'aria-disabled': !isLegal || isPoor || isSpent },
          kind === 'stack' ? t('stack.change') : t(kind === 'sit' ? 'sit.go' : mustAskForChips(table) ? 'rebuy.ask' : 'rebuy.go', { n: text(value) }),
        ),
    ),
  );
}
