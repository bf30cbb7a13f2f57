// Additions of a tournament table: the panel's tab, the dialogs about chips, calls to the floor, the result. Loaded after the table.

/** @import { Kid, VNode } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Plan } from '../table/actions.js' */
/** @import { Room } from '../table/room.js' */
/** @import { Tournament } from './model.js' */

import { h } from '../dom.js';
import { local, t } from '../i18n.js';
import { dialogHead } from '../modal.js';
import { Asking, questionsOf } from './asking.js';
import { Calling } from './calling.js';
import { offerOf } from './model.js';
import { clockPart, prizesPart } from './sections.js';
import { planBetween } from './between.js';
import { eventOf, eventPath } from './strip.js';
import { levelLine, resultText, standText } from './words.js';

/** `true` if another player is to act, against a clock that players may call. @param {Tournament} live @param {Table} table */
export function mayCallTime({ structure, you }, { hand, me, seats }) {
  const asked = hand && !hand.over ? (hand.turn?.seats ?? []) : [];
  const isIn = you.registered && !you.out;
  return structure.clock === 'live' && isIn && asked.length > 0 && asked.every((seat) => seats[seat]?.player?.id !== me);
}

export class Contest {
  #room;
  #asking;
  #calling;

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
    this.#calling = new Calling(room);
    this.#asking = new Asking(
      () => room.app,
      () => room.app.hall.events.get(room.session?.shown?.info.tournament?.tournament ?? '') ?? null,
      () => room.update(),
    );
  }

  /** The line over the stage. @param {Table} table @returns {string | null} */
  line(table) {
    const live = eventOf(this.#room, table);
    return live && levelLine(live, this.#room.now());
  }

  /** The bar while the viewer is not to act, where it is not the same as at any table. @param {Table} table @returns {Plan | null} */
  plan(table) {
    return planBetween(this.#room, table);
  }

  /** The player's standing in a sentence. @param {Table} table @returns {string | null} */
  standing(table) {
    const live = eventOf(this.#room, table);
    return live && standText(live);
  }

  /** The panel's tab. @param {Table} table @returns {Kid} */
  tab(table) {
    const live = eventOf(this.#room, table);
    const path = eventPath(table);
    return h(
      'div',
      { class: 'log t-tab', tabindex: '0' },
      live && [
        h('p', { key: 'mine', class: 't-mine' }, standText(live)),
        h('div', { key: 'buttons', class: 't-buttons' }, this.#buttons(live, table)),
        clockPart(live, this.#room.now()),
        prizesPart(live),
      ],
      path && h('a', { key: 'page', class: 'btn-s', href: path, on: { click: (event) => this.#room.app.follow(event, path) } }, t('t.page_link')),
    );
  }

  /** Buttons for the player's own entry, and for calling officials. @param {Tournament} live @param {Table} table @returns {Kid[]} */
  #buttons(live, table) {
    return [
      ...questionsOf(live).map(({ question, label }) =>
        h('button', { key: question, class: 'btn-s', on: { click: () => this.#asking.open(question) } }, label),
      ),
      table.you && h('button', { key: 'call', class: 'btn-s', on: { click: () => this.#calling.open() } }, t('call.open')),
      mayCallTime(live, table) && h('button', { key: 'time', class: 'btn-s', on: { click: () => this.#callTime() } }, t('call.time')),
    ];
  }

  async #callTime() {
    const { app, tableId } = this.#room;
    try {
      await app.net.request({ type: 'call_time', table: tableId });
    } catch (error) {
      app.toastError(error);
    }
  }

  /** @param {Table} table @returns {Kid} */
  dialogs(table) {
    const { ui } = this.#room;
    const live = eventOf(this.#room, table);
    if (!live) return null;
    const offer = offerOf(live, 'tournament_rebuy');
    // A player without chips has to answer before the table continues.
    if (offer?.left_ms !== undefined && ui.declined !== live.you.at) {
      ui.declined = live.you.at;
      this.#asking.open('tournament_rebuy');
    }
    return this.#asking.view(this.#room.now()) ?? this.#calling.view(table) ?? this.#result(live);
  }

  /** The player's result. @param {Tournament} live @returns {VNode | null} */
  #result(live) {
    const room = this.#room;
    const { place } = live.you;
    const { session } = room;
    if (!place || room.ui.resultSeen || !room.ui.wasIn) return null;
    // Decisions at other tables do not wait for a press: there the bar has the result.
    if ([...room.app.sessions.values()].some((one) => one !== session && one.live?.you)) return null;
    const path = `/tournament/${encodeURIComponent(live.id)}`;
    const read = () => {
      session.isRead = true;
      room.app.open.tidy();
    };
    return h(
      'dialog',
      {
        key: 'result',
        class: 'dialog narrow',
        'aria-labelledby': 'result-title',
        enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
        on: {
          close: () => {
            room.set({ resultSeen: true });
            read();
          },
        },
      },
      h(
        'div',
        { class: 'dialog-in' },
        dialogHead('result', local(live.summary.name)),
        h('p', { class: 't-result' }, resultText(live.you, live.summary)),
        h(
          'a',
          {
            class: 'btn-s hot',
            href: path,
            on: {
              click: (event) => {
                room.app.follow(event, path);
                read();
              },
            },
          },
          t('t.page_link'),
        ),
      ),
    );
  }
}
