// Odds of open hands, shown at their plates once no player can bet any more.

/** @import { App } from '../app.js' */
/** @import { Table } from '../model.js' */
/** @import { Settings } from '../settings.js' */

import { list, t } from '../i18n.js';

/** Each seat's share of the pot, as text. @typedef {ReadonlyMap<number, string>} Shares */

/** @typedef {{ app: App, settings: Settings, isFocused?: boolean, update: () => void }} Viewer A view of a table. */

/** @type {Shares} */
const NONE = new Map();

/** `true` if hands may be open while cards are still to come. @param {Table} table */
const mayBeOpen = ({ hand, seats }) =>
  hand && !hand.over && !hand.turn && hand.street.phase !== 'showdown' && Object.values(seats).some(({ play }) => play && play.shown.length > 0);

/** Odds of one table, requested as its cards come. */
export class Odds {
  /** Shares for the plates. */
  shares = NONE;
  #viewer;
  /** Table of the last look. @type {Table | null} */
  #table = null;
  /** Last question asked. */
  #asked = '';
  /** Builds questions and reads answers; loaded when needed. @type {typeof import('./shares.js') | null} */
  #parts = null;

  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.#viewer = viewer;
  }

  /** Looks at the table shown. If the odds cannot be had, the table simply goes without. @param {Table} table */
  async look(table) {
    this.#table = table;
    if (!this.#viewer.settings.odds || !mayBeOpen(table)) {
      this.#asked = '';
      this.shares = NONE;
    } else if (this.#parts) {
      await this.#ask(this.#parts, table);
    } else {
      const parts = await import('./shares.js').catch(() => null);
      this.#parts = parts;
      if (parts && this.#table === table) await this.#ask(parts, table);
    }
  }

  /** @param {typeof import('./shares.js')} parts @param {Table} table */
  async #ask({ questionOf, sharesOf, shareText }, table) {
    const { app, settings } = this.#viewer;
    const game = table.hand?.game ?? table.info.game;
    const question = questionOf(table, game);
    const key = question ? JSON.stringify(question) : '';
    if (key === this.#asked) return;
    this.#asked = key;
    this.shares = NONE;
    if (!question) return;
    const isKnown = app.games.some(({ id }) => id === game);
    const { requests, seats } = question;
    const ask = (/** @type {(typeof requests)[number]} */ request) => app.account.odds({ ...request, ...(!isKnown && { table: table.info.table }) });
    const answers = await Promise.all(requests.map(ask)).catch(() => null);
    const odds = answers && sharesOf(answers);
    if (!odds || odds.isOver || odds.shares.length !== seats.length || this.#asked !== key) return;
    this.shares = new Map(seats.map((seat, at) => [seat, shareText(odds.shares[at], odds.exact)]));
    this.#viewer.update();
    if (settings.speech === 'full' && this.#viewer.isFocused !== false) this.#viewer.app.announcer.polite(this.#say(table));
  }

  /** @param {Table} table */
  #say(table) {
    const name = (/** @type {number} */ seat) => (seat === table.you?.seat ? t('you') : (table.seats[seat]?.player.name ?? String(seat)));
    return t('say.odds', { who: list([...this.shares].map(([seat, share]) => `${name(seat)} ${share}`)) });
  }
}
