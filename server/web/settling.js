// An evening on the screen, at the close of its table and later among the player's evenings: results, payments, and ways to pass them on.

/** @import { Evening } from './gen/protocol.d.ts' */
/** @import { App } from './app.js' */

import { copyText } from './clipboard.js';
import { h, patch } from './dom.js';
import { correctionsList, eveningCsv, eveningPicture, eveningText, headline, paymentsList, result, resultsTable, standings } from './evening.js';
import { t } from './i18n.js';
import { saveFile } from './save.js';

/** Time between two questions for the table at which the same people play on. */
const ASK_MS = 5_000;

/** @param {App} app @param {Evening} evening @param {'h2' | 'h3'} heading Level of the headings within it. */
export const closing = (app, evening, heading) => h('p-evening', { key: evening.table, prop: { app, evening, heading } });

class EveningView extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** @type {Evening} */
  // @ts-ignore: set by the parent before the first update.
  evening;
  /** @type {'h2' | 'h3'} */
  heading = 'h3';
  /** Outcome of the last press. */
  #told = '';
  /** The table at which the same people play on. */
  #next = '';
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #asking;

  connectedCallback() {
    this.update();
    this.#asking = setInterval(() => this.#askNext(), ASK_MS);
  }

  disconnectedCallback() {
    clearInterval(this.#asking);
  }

  update() {
    const { app, evening } = this;
    if (!this.isConnected || !evening) return;
    const me = app.account.session?.you.id ?? '';
    const standing = standings(evening.ledger);
    const mine = standing.find(({ player }) => player.id === me);
    const next = this.#next || evening.next;
    patch(this, [
      h('p', { key: 'head', class: 'note' }, headline(evening)),
      mine && h('p', { key: 'mine', class: 'mine' }, t('evening.mine', { n: result(mine.net, evening) })),
      resultsTable(standing, evening, me),
      ...paymentsList(evening, this.heading),
      ...correctionsList(evening.ledger, evening, this.heading),
      h('p', { key: 'told', class: 'note', role: 'status' }, this.#told),
      h(
        'div',
        { key: 'do', class: 'evening-do' },
        this.#button('copy', () => this.#copy()),
        typeof navigator.share === 'function' &&
          this.#button('share', () => navigator.share({ title: evening.name, text: eveningText(evening) }).catch(() => {})),
        this.#button('csv', () => saveFile(`${this.#file}.csv`, [eveningCsv(evening)])),
        this.#button('picture', () => this.#picture()),
        next
          ? h(
              'a',
              { key: 'next', class: 'btn-s hot', href: this.#pathOf(next), on: { click: (event) => app.follow(event, this.#pathOf(next)) } },
              t('evening.next'),
            )
          : evening.host === me && this.#button('again', () => this.#again()),
      ),
    ]);
  }

  /** @param {string} what @param {() => unknown} click */
  #button(what, click) {
    return h('button', { key: what, type: 'button', class: what === 'again' ? 'btn-s hot' : 'btn-s', on: { click } }, t(`evening.${what}`));
  }

  /** @param {string} table */
  #pathOf = (table) => `/table/${encodeURIComponent(table)}`;

  get #file() {
    return `evening-${this.evening.table}`;
  }

  /** @param {string} text */
  #tell(text) {
    this.#told = text;
    this.update();
  }

  async #copy() {
    this.#tell(t((await copyText(eveningText(this.evening))) ? 'copied' : 'copy.failed'));
  }

  async #picture() {
    const picture = await eveningPicture(this.evening);
    if (picture) saveFile(`${this.#file}.png`, [picture], 'image/png');
  }

  /** Opens a table with the same settings, as its host. */
  async #again() {
    try {
      const { table } = await this.app.account.again(this.evening.table);
      this.app.navigate(this.#pathOf(table));
    } catch (error) {
      this.app.toastError(error);
    }
  }

  /** Looks whether the host has opened the next table. */
  async #askNext() {
    if (this.#next || this.evening.next || document.hidden || !this.app.account.session) return;
    const evening = await this.app.account.evening(this.evening.table).catch(() => null);
    if (!evening?.next) return;
    this.#next = evening.next;
    this.update();
  }
}

customElements.define('p-evening', EveningView);
