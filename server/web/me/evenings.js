// The player's evenings at tables with chips of their own, newest first.

/** @import { Evening } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */

import { h, patch } from '../dom.js';
import { company, headline, result, standings } from '../evening.js';
import { t } from '../i18n.js';
import { closing } from '../settling.js';
import { pageTop } from '../top.js';

/** @implements {View} */
class MyEvenings extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** @type {Evening[]} */
  #evenings = [];
  #isMore = false;
  /** Number of the table whose evening is open. */
  #open = '';
  /** @type {'idle' | 'loading' | 'failed'} */
  #state = 'idle';
  #isAsked = false;

  connectedCallback() {
    this.#open = new URL(location.href).searchParams.get('table') ?? '';
  }

  update() {
    if (!this.isConnected) return;
    if (this.app.account.session && !this.#isAsked) {
      this.#isAsked = true;
      this.#load();
    }
    const { app } = this;
    patch(this, [
      pageTop(app, t('evenings.title'), { path: '/hands', name: t('hands.title') }),
      h(
        'main',
        { key: 'main', class: 'evenings' },
        this.#state === 'failed' && h('p', { key: 'failed', class: 'error', role: 'alert' }, t('evenings.failed')),
        this.#state === 'idle' && this.#isAsked && this.#evenings.length === 0 && h('p', { key: 'none', class: 'note' }, t('evenings.none')),
        this.#evenings.map((evening) => this.#one(evening)),
        this.#isMore && h('button', { key: 'more', class: 'btn-s', on: { click: () => this.#load() } }, t('evenings.older')),
      ),
    ]);
  }

  /** @param {Evening} evening */
  #one(evening) {
    const { table } = evening;
    const isOpen = this.#open === table;
    const mine = standings(evening.ledger).find(({ player }) => player.id === this.app.account.session?.you.id);
    const toggle = () => {
      this.#open = isOpen ? '' : table;
      this.update();
    };
    return h(
      'section',
      { key: table, class: 'evening' },
      h(
        'button',
        { type: 'button', class: 'evening-head', 'aria-expanded': isOpen, on: { click: toggle } },
        h('b', null, headline(evening)),
        h('span', { class: 'n' }, mine ? result(mine.net, evening) : ''),
        h('small', null, company(evening)),
      ),
      isOpen && closing(this.app, evening, 'h2'),
    );
  }

  async #load() {
    this.#state = 'loading';
    this.update();
    try {
      const { evenings, more } = await this.app.account.evenings(this.#evenings.at(-1)?.table);
      this.#evenings = [...this.#evenings, ...evenings];
      this.#isMore = more;
      this.#state = 'idle';
    } catch {
      this.#state = 'failed';
    }
    this.update();
  }
}

customElements.define('p-evenings', MyEvenings);
