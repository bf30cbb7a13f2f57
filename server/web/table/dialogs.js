// Dialogs of a table: taking a seat, buying chips, the last hand, an invitation.

/** @import { Finished, Table } from '../model.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Room } from './room.js' */

import { h, icon } from '../dom.js';
import { num, parseNum, t, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { invitation } from '../inviting.js';
import { segments } from '../lobby/common.js';
import { cards } from './marks.js';
import { modal, part } from './modal.js';
import { noteDialog } from './notes.js';
import { logGroups } from './panel.js';
import { myDark, unit } from '../facts.js';
import { boardsOf } from '../model.js';
import { proposal, purseOf, range } from './stack.js';
import { madeText } from './words.js';

/** @param {Room} room @param {Table} table @returns {Kid} */
export function dialogs(room, table) {
  switch (room.ui.dialog) {
    case 'sit':
    case 'rebuy':
      return buyIn(room, table, room.ui.dialog);
    case 'dark':
      // Once it is too late, the dialog disappears.
      return myDark(table) && modal(room, 'dark', t('dark.title'), 'narrow', part(room, 'p-dark'));
    case 'last':
      return lastHand(room, table);
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

/** @param {Room} room @param {Table} table @param {'sit' | 'rebuy'} kind */
function buyIn(room, table, kind) {
  const { ui, app } = room;
  const purse = purseOf(room, table);
  const { min, max, most } = range(room, table, kind);
  const value = ui.buyIn === null ? proposal(room, table, kind) : (parseNum(ui.buyIn) ?? 0);
  const isPoor = purse < min;
  const isFull = most < 1;
  const isLegal = value >= min && value <= max;
  const running = kind === 'sit' && table.hand !== null && table.info.big_blind > 0;
  const submit = () => {
    if (!isLegal) return;
    if (kind === 'sit') room.asks.takeSeat(value);
    else room.asks.rebuy(value);
  };
  const title = kind === 'sit' ? (ui.sitSeat === null ? t('sit.title') : t('sit.title.n', { n: ui.sitSeat })) : t('rebuy');
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
      h('p', { class: 'note' }, table.info.practice ? t('practice.chips') : t('sit.balance', { n: purse })),
      isFull
        ? h('p', { key: 'full' }, t('rebuy.full'))
        : isPoor
          ? h(
              'div',
              { key: 'poor', class: 'poor' },
              h('p', { class: 'error' }, t('sit.poor', { min })),
              h('button', { type: 'button', class: 'btn-s', on: { click: () => app.topUp() } }, t('topup')),
            )
          : h(
              'div',
              { key: 'amount', class: 'field' },
              h('span', { 'aria-hidden': 'true' }, t(kind === 'sit' ? 'buy_in' : 'rebuy.amount')),
              h(
                'div',
                { class: 'buy' },
                h('input', {
                  type: 'range',
                  min: String(min),
                  max: String(max),
                  step: '1',
                  'aria-label': t(kind === 'sit' ? 'buy_in' : 'rebuy.amount'),
                  'aria-valuetext': num(value),
                  style: { '--v': `${max > min ? ((value - min) / (max - min)) * 100 : 100}%` },
                  prop: { value: String(Math.min(max, Math.max(min, value))) },
                  on: {
                    input: (event) => {
                      const n = Number(event.target.value);
                      const step = unit(table.info);
                      room.set({
                        buyIn: String(n === max || n === min ? n : Math.max(min, Math.round(n / step) * step)),
                      });
                    },
                  },
                }),
                h('input', {
                  class: 'num',
                  inputmode: 'numeric',
                  autocomplete: 'off',
                  'aria-label': t('amount.field', { label: t(kind === 'sit' ? 'buy_in' : 'rebuy.amount') }),
                  'aria-invalid': !isLegal,
                  'aria-describedby': 'buy-range',
                  prop: { value: ui.buyIn === null ? num(value) : ui.buyIn },
                  on: { input: (event) => room.set({ buyIn: event.target.value }) },
                }),
              ),
              h('small', { id: 'buy-range', class: isLegal ? 'note' : 'error' }, t('sit.range', { min, max })),
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
              { id: 'post', label: t('sit.entry.post', { n: table.info.big_blind }) },
            ],
            ui.entry,
            (id) => room.set({ entry: /** @type {'wait' | 'post'} */ (id) }),
          ),
        ),
      kind === 'rebuy' && table.hand && !table.hand.over && h('p', { key: 'later', class: 'note' }, t('rebuy.later')),
      h(
        'button',
        { class: 'btn hot', type: 'submit', 'aria-disabled': !isLegal || isPoor || isFull },
        kind === 'sit' ? t('sit.go', { n: value }) : t('rebuy.go', { n: value }),
      ),
    ),
  );
}

/** @param {Room} room @param {Table} table */
function lastHand(room, table) {
  const last = room.lastHand(table);
  return modal(
    room,
    'last',
    last ? t('last.title', { n: last.hand.number }) : t('last.title.none'),
    'wide',
    last ? record(room, table, last) : h('p', { class: 'none' }, t('last.none')),
  );
}

/** @param {Room} room @param {Table} table @param {Finished} last */
function record(room, table, last) {
  const { hand, players } = last;
  const id = `${table.id}-${hand.number}`;
  const sorted = [...players].sort((a, b) => b.play.won - a.play.won || Number(a.play.folded) - Number(b.play.folded));
  return h(
    'div',
    { class: 'last' },
    hand.voided && h('p', { class: 'error' }, t('log.voided')),
    boardsOf(hand).map(
      (cards, run) =>
        cards.length > 0 &&
        h(
          'div',
          { key: `board${run}`, class: 'last-board', role: 'group', 'aria-label': t('board') },
          cards.map((card) => h('p-card', { key: card, c: card })),
        ),
    ),
    h(
      'ul',
      { class: 'last-players' },
      sorted.map(({ seat, name, mine, play }) =>
        h(
          'li',
          { key: seat, class: play.won > 0 ? 'won' : '' },
          h('b', null, mine ? t('you') : name),
          play.cards.some((card) => card !== null)
            ? cards(play.cards.filter((card) => card !== null).map(String))
            : h('span', { class: 'note' }, play.folded ? t('tag.fold') : tn('seat.down', play.cards.length)),
          h('span', { class: 'note' }, madeText(play)),
          h('span', { class: 'n' }, play.won > 0 ? `+${room.money(play.won)}` : ''),
        ),
      ),
    ),
    h('div', { class: 'log', tabindex: '0' }, logGroups(room, table, last.log)),
    h(
      'footer',
      null,
      h('span', { class: 'note' }, t('last.id', { id })),
      h('button', { class: 'btn-s', on: { click: () => room.copy(id) } }, icon(ICONS.copy), t('copy')),
    ),
  );
}
