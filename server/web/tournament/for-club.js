// An event by link that is announced for the members of one of the host's clubs.

/** @import { ClubLine } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */

import { t } from '../i18n.js';
import { selection } from '../lobby/common.js';

export class ForClub {
  /** The club's number; 0 for anyone with the link. */
  club = 0;
  /** @type {ClubLine[]} */
  #clubs = [];
  #app;
  #changed;

  /** @param {() => App} app @param {() => void} changed */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
  }

  /** Reads the clubs of the host. Without an answer the event is one by link. */
  async read() {
    try {
      ({ clubs: this.#clubs } = await this.#app().account.ask('GET', '/api/v1/clubs'));
    } catch (error) {
      // Whoever had chosen one has to know that it does not count.
      if (this.club !== 0) this.#app().toastError(error);
      this.#clubs = [];
    }
    if (!this.#clubs.some(({ club }) => club === this.club)) this.club = 0;
    this.#changed();
  }

  /** Puts an event that was announced on the page of the club. A refusal is shown: the event stays one by link. @param {string} tournament */
  async keep(tournament) {
    const { club } = this;
    this.club = 0;
    if (club === 0) return;
    try {
      await this.#app().account.ask('POST', `/api/v1/clubs/${club}/places`, { tournament });
    } catch (error) {
      this.#app().toastError(error);
    }
  }

  view() {
    if (this.#clubs.length === 0) return null;
    return selection(
      t('announce.club'),
      [['0', t('announce.club.none')], ...this.#clubs.map(({ club, name }) => /** @type {const} */ ([String(club), t('announce.club.of', { name })]))],
      String(this.club),
      (club) => {
        this.club = Number(club);
        this.#changed();
      },
    );
  }
}
