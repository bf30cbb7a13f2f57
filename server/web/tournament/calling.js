// Calling an official to a table: for a ruling, or about a player.

/** @import { PlayerInfo } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Room } from '../table/room.js' */
/** @import { VNode } from '../dom.js' */
/** @import { Ask } from '../net.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { dialogHead } from '../modal.js';
import { Refusal } from '../net.js';
import { segments, selection } from '../lobby/common.js';

/** Longest statement, in characters. */
const LONGEST = 500;

/** The other players at a table. @param {Table} table @returns {PlayerInfo[]} */
export const othersAt = ({ seats, me }) =>
  Object.values(seats)
    .sort((a, b) => a.seat - b.seat)
    .flatMap(({ player }) => (player && player.id !== me ? [player] : []));

/**
 * Request of the form; `null` while incomplete.
 *
 * @param {'ruling' | 'report'} kind
 * @param {string} table
 * @param {string} player Account that a report is about.
 * @param {string} text
 * @returns {Ask | null}
 */
export function callOf(kind, table, player, text) {
  const words = text.trim();
  if (words === '') return null;
  if (kind === 'ruling') return { type: 'request_ruling', table, text: words };
  return player === '' ? null : { type: 'report', table, player, text: words };
}

export class Calling {
  isOpen = false;
  /** @type {'ruling' | 'report'} */
  kind = 'ruling';
  player = '';
  text = '';
  /** @type {Refusal | null} */
  error = null;
  #isSending = false;
  #room;

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
  }

  open() {
    Object.assign(this, { isOpen: true, kind: 'ruling', player: '', text: '', error: null });
    this.#room.update();
  }

  /** @param {Partial<Pick<Calling, 'kind' | 'player' | 'text'>>} change */
  #set(change) {
    Object.assign(this, { error: null }, change);
    this.#room.update();
  }

  /** @param {Ask | null} ask @param {Event} event */
  async #send(ask, event) {
    event.preventDefault();
    if (!ask || this.#isSending) return;
    const dialog = /** @type {HTMLElement} */ (event.target).closest('dialog');
    this.#isSending = true;
    this.#room.update();
    try {
      await this.#room.app.net.request(ask, { keep: true });
      dialog?.close();
      this.#room.app.toast(t(`call.${this.kind}.sent`));
    } catch (error) {
      this.error = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
    }
    this.#isSending = false;
    this.#room.update();
  }

  /** @param {Table} table @returns {VNode | null} */
  view(table) {
    if (!this.isOpen) return null;
    const others = othersAt(table);
    const player = others.some(({ id }) => id === this.player) ? this.player : (others[0]?.id ?? '');
    const ask = callOf(this.kind, this.#room.tableId, player, this.text);
    return h(
      'dialog',
      {
        key: 'calling',
        class: 'dialog narrow calling',
        'aria-labelledby': 'calling-title',
        enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
        on: {
          close: () => {
            this.isOpen = false;
            this.#room.update();
          },
        },
      },
      h(
        'form',
        { class: 'dialog-in', on: { submit: (event) => this.#send(ask, event) } },
        dialogHead('calling', t('call.title')),
        segments(
          t('call.what'),
          [
            { id: 'ruling', label: t('call.ruling') },
            { id: 'report', label: t('call.report') },
          ],
          this.kind,
          (id) => this.#set({ kind: id === 'report' ? 'report' : 'ruling' }),
        ),
        this.kind === 'report' &&
          selection(
            t('call.player'),
            others.map(({ id, name }) => [id, name]),
            player,
            (id) => this.#set({ player: id }),
          ),
        h(
          'label',
          { key: 'text', class: 'field' },
          h('span', null, t('call.text')),
          h('textarea', {
            class: 'text',
            rows: '4',
            maxlength: String(LONGEST),
            required: true,
            'aria-describedby': 'calling-read',
            prop: { value: this.text },
            on: { input: (event) => this.#set({ text: event.target.value }) },
          }),
          h('small', { id: 'calling-read', class: 'note' }, t(`call.${this.kind}.how`)),
        ),
        this.error && h('p', { key: 'error', class: 'error', role: 'alert' }, t(`error.${this.error.code}`, this.error.params)),
        h('button', { key: 'go', class: 'btn hot', type: 'submit', 'aria-disabled': !ask || this.#isSending }, t('call.go')),
      ),
    );
  }
}
