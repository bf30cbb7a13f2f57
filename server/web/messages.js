// Messages of the page that belong to no table: on the outcome of an action, and the operator's notices.

/** @import { LimitNear, LimitReached, Notice } from './gen/protocol.d.ts' */
/** @import { Announcer } from './announce.js' */

import { local, t } from './i18n.js';

/** Longest time in which the server looks at those who play. */
const LOOK_MS = 6000;

/** Longest delay of a timer, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

export class Messages {
  /** @type {{ id: number, text: string }[]} */
  toasts = [];
  /** Operator's notices to all players. @type {Notice[]} */
  notices = [];
  /** Operator's notices dismissed in this page. @type {Set<number>} */
  #putAway = new Set();
  /** End of the latest limit of the player's own that was reached. */
  #limitedUntil = 0;
  /** Notice that a limit is near. */
  #near = 0;
  #toast = 0;
  #announcer;
  #changed;

  /** @param {Announcer} announcer @param {() => void} changed */
  constructor(announcer, changed) {
    this.#announcer = announcer;
    this.#changed = changed;
  }

  /** @param {string} text */
  toast(text) {
    this.#toast += 1;
    const one = { id: this.#toast, text };
    this.toasts = [...this.toasts.slice(-2), one];
    this.#announcer.polite(text);
    setTimeout(() => {
      this.toasts = this.toasts.filter((other) => other !== one);
      this.#changed();
    }, 5000);
    this.#changed();
  }

  /**
   * Shows a notice to all players until it expires or is dismissed.
   *
   * @param {Notice} notice
   */
  notice(notice) {
    if (this.notices.some(({ no }) => no === notice.no) || this.#putAway.has(notice.no)) return;
    this.notices = [...this.notices, notice];
    this.#announcer.polite(local(notice.text));
    setTimeout(() => this.putAway(notice.no), Math.min(Math.max(0, notice.until - Date.now()), LONGEST_MS));
  }

  /** Says which limit of the player's own is reached, until it ends. @param {LimitReached} reached */
  limit({ limit, until }) {
    const text = t(`limits.reached.${limit}`, { until });
    this.#limitedUntil = until;
    this.putAway(this.#near);
    // Apart from the operator's, which are numbered from 1.
    this.notice({ no: -until, text: { en: text, fr: text }, until });
  }

  /** `true` while a limit of the player's own keeps the player from tables. */
  get isLimited() {
    return Date.now() < this.#limitedUntil;
  }

  /** Says that a limit of the player's own is near, until the server finds it reached. @param {LimitNear} near */
  near({ left_ms: left }) {
    const until = Date.now() + left + LOOK_MS;
    this.#near = -until;
    const text = t('limits.near.time', { n: Math.max(1, Math.round(left / 1000)) });
    this.notice({ no: -until, text: { en: text, fr: text }, until });
  }

  /** Dismisses a notice. @param {number} no */
  putAway(no) {
    this.#putAway.add(no);
    this.notices = this.notices.filter((notice) => notice.no !== no);
    this.#changed();
  }
}
