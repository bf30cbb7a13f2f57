// The last hand, in a drawer beside the table: board, hands, course. Loaded when it is first opened.

/** @import { Finished, Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { h, icon, patch } from '../dom.js';
import { handPath } from '../hands/walk.js';
import { t, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { boardsOf } from '../model.js';
import { cards, toldAmong } from './marks.js';
import { logGroups } from './panel.js';
import { madeText } from './words.js';
import { Part } from './modal.js';

class Last extends Part {
  /** @override @param {Table} table */
  draw(table) {
    const last = this.room.lastHand(table);
    patch(this, last ? record(this.room, table, last) : h('p', { class: 'none' }, t('last.none')));
  }
}

/** @param {Room} room @param {Table} table @param {Finished} last */
function record(room, table, last) {
  const { hand, players } = last;
  const id = `${table.id}-${hand.number}`;
  const path = handPath(table.id.split('-')[0], hand.number);
  const plays = players.map(({ play }) => play);
  const sorted = [...players].sort((a, b) => b.play.won - a.play.won || Number(a.play.folded) - Number(b.play.folded));
  return h(
    'div',
    { class: 'last' },
    hand.voided && h('p', { class: 'error' }, t('log.voided')),
    boardsOf(hand).map(
      (board, run) =>
        board.length > 0 &&
        h(
          'div',
          { key: `board${run}`, class: 'last-board', role: 'group', 'aria-label': t('board') },
          board.map((card) => h('p-card', { key: card, c: card })),
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
          h('span', { class: 'n' }, play.won > 0 ? `+${room.money(play.won)}` : ''),
          h('span', { class: 'note makes' }, madeText(toldAmong(plays, play))),
        ),
      ),
    ),
    h('div', { class: 'log' }, logGroups(room, table, last.log)),
    h(
      'footer',
      null,
      // Only who was dealt in may see the record.
      players.some(({ mine }) => mine) &&
        h('a', { key: 'replay', class: 'btn-s', href: path, on: { click: (event) => room.app.follow(event, path) } }, icon(ICONS.play), t('last.replay')),
      h('button', { key: 'copy', class: 'btn-s', on: { click: () => room.copy(id) } }, icon(ICONS.copy), t('last.copy')),
    ),
  );
}

customElements.define('p-last', Last);
