// Ways to pass a hand on: a public link, or a file.

/** @import { Replay } from './replay.js' */

import { copyText } from '../clipboard.js';
import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { check } from '../lobby/common.js';
import { modal } from '../modal.js';
import { saveFile } from '../save.js';

/** The file formats of a hand. */
export const FORMATS = /** @type {const} */ (['text', 'phh', 'ohh', 'json']);
/** @typedef {typeof FORMATS[number]} Format */

/** File name extensions. @type {Record<Format, string>} */
export const ENDINGS = { text: 'txt', phh: 'phhs', ohh: 'ohh', json: 'jsonl' };

/**
 * The formats as buttons.
 *
 * @param {(format: Format) => void} choose
 */
export const formatButtons = (choose) =>
  h(
    'ul',
    { class: 'formats' },
    FORMATS.map((format) =>
      h(
        'li',
        { key: format },
        h('button', { type: 'button', class: 'btn-s', on: { click: () => choose(format) } }, t(`file.${format}`)),
        h('small', { class: 'note' }, t(`file.${format}.why`)),
      ),
    ),
  );

/** @param {Replay} replay */
export function downloadDialog(replay) {
  const { app, tableId, hand } = replay;
  /** @param {Format} format */
  const save = async (format) => {
    try {
      saveFile(`${tableId}-${hand}.${ENDINGS[format]}`, [await app.account.handFile(tableId, hand, format)]);
      replay.querySelector('dialog')?.close();
    } catch (error) {
      app.toastError(error);
    }
  };
  return modal('download', t('download'), 'narrow', () => replay.open(null), h('p', null, t('download.one')), formatButtons(save));
}

/** State of the share dialog while it is open. */
export class Sharing {
  ownCards = false;
  hideNames = false;
  isWaiting = false;
  /** The last link created. @type {string | null} */
  link = null;
  #replay;

  /** @param {Replay} replay */
  constructor(replay) {
    this.#replay = replay;
  }

  /** @param {{ ownCards?: boolean, hideNames?: boolean }} change */
  set(change) {
    Object.assign(this, change, { link: null });
    this.#replay.update();
  }

  async make() {
    await this.#ask(async (account, table, hand) => {
      const { path } = await account.share(table, hand, { own_cards: this.ownCards, hide_names: this.hideNames });
      this.link = location.origin + path;
    });
  }

  /** Revokes every link to the hand. */
  async revoke() {
    await this.#ask(async (account, table, hand) => {
      await account.unshare(table, hand);
      this.link = null;
      this.#replay.app.toast(t('share.revoked'));
    });
  }

  async copy() {
    if (this.link) this.#replay.app.toast(t((await copyText(this.link)) ? 'copied' : 'copy.failed'));
  }

  /** @param {(account: import('../account.js').Account, table: string, hand: number) => Promise<void>} request */
  async #ask(request) {
    const { app, tableId, hand } = this.#replay;
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.#replay.update();
    try {
      await request(app.account, tableId, hand);
    } catch (error) {
      app.toastError(error);
    }
    this.isWaiting = false;
    this.#replay.update();
  }
}

/** @param {Replay} replay */
export function shareDialog(replay) {
  const { sharing } = replay;
  const { link } = sharing;
  return modal(
    'share',
    t('share'),
    'narrow',
    () => replay.open(null),
    h('p', null, t('share.why')),
    check(t('share.own'), sharing.ownCards, (ownCards) => sharing.set({ ownCards })),
    check(t('share.names'), sharing.hideNames, (hideNames) => sharing.set({ hideNames })),
    link
      ? h(
          'div',
          { key: 'link', class: 'share-link' },
          h('input', { class: 'text', readonly: true, 'aria-label': t('share.link'), prop: { value: link }, on: { focus: (event) => event.target.select() } }),
          h('button', { type: 'button', class: 'btn-s', on: { click: () => sharing.copy() } }, icon(ICONS.copy), t('copy')),
        )
      : h(
          'button',
          { key: 'make', type: 'button', class: 'btn hot', 'aria-disabled': sharing.isWaiting, on: { click: () => sharing.make() } },
          t('share.make'),
        ),
    h('button', { type: 'button', class: 'btn-s quiet', 'aria-disabled': sharing.isWaiting, on: { click: () => sharing.revoke() } }, t('share.revoke')),
  );
}
