// A table's dialogs, and their parts that are loaded later.

/** @import { Kid } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { awaited } from '../awaited.js';
import { modal as frame } from '../modal.js';

/**
 * A dialog over the table.
 *
 * @param {Room} room
 * @param {string} key
 * @param {string} title
 * @param {string} kind
 * @param {...Kid} content
 */
export const modal = (room, key, title, kind, ...content) => frame(key, title, kind, () => room.set({ dialog: null }), ...content);

/**
 * A part of a dialog or tab that only some players open, once loaded.
 *
 * @param {Room} room
 * @param {'p-host' | 'p-dark' | 'p-note' | 'p-book' | 'p-last' | 'p-ledger' | 'p-closing'} name Name of its element.
 */
export const part = (room, name) => awaited(room.app, name, { room });

/** Base of these parts: drawn whenever the table is. */
export class Part extends HTMLElement {
  /** @type {Room} */
  // @ts-ignore: set by the parent before the first update.
  room;

  connectedCallback() {
    this.update();
  }

  update() {
    const table = this.room?.session?.shown;
    if (this.isConnected && table) this.draw(table);
  }

  /** @param {Table} _table */
  draw(_table) {}
}
