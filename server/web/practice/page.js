// Practice: any game against bots, at once and without a name. Choosing a game and a number of bots is all.

/** @import { GameInfo, TableInfo } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Lobby } from '../lobby/lobby.js' */

import { h, icon, patch } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { familyName, field, segments } from '../lobby/common.js';
import { gameText, picker } from '../lobby/picker.js';
import { Refusal } from '../net.js';

/** How many numbers a name that the page makes up is drawn from. */
const NAMES = 100_000;
/** How often another name is tried where somebody has the one that was drawn. */
const NAME_TRIES = 5;
/** How long a table that was just left may still count as open, in milliseconds. */
const CLOSING_MS = 8000;
const AGAIN_MS = 300;
/** The bots that are proposed, where a game has room for as many. */
const USUAL_BOTS = 3;

/** @implements {View} */
class Practice extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  draft = { search: '', game: '', family: 'all', bots: USUAL_BOTS };
  busy = false;
  /** @type {Refusal | null} */
  error = null;

  connectedCallback() {
    this.app?.knowGames().then(() => this.update(), () => {});
  }

  update() {
    if (this.isConnected) patch(this, this.view());
  }

  /** @param {Partial<Practice['draft']>} change */
  setDraft(change) {
    this.draft = { ...this.draft, ...change };
    this.error = null;
    this.update();
  }

  /** The games of the family that is open. */
  get games() {
    const { family } = this.draft;
    return this.app.games.filter((game) => family === 'all' || game.family === family);
  }

  /** The chosen game, the first one until there is a choice. @returns {GameInfo | undefined} */
  get game() {
    return this.app.games.find((game) => game.id === this.draft.game) ?? this.games[0];
  }

  /** How many bots play: no more than leave the player a seat. @param {GameInfo} game */
  bots(game) {
    return Math.max(1, game.seats_min - 1, Math.min(game.seats_max - 1, this.draft.bots));
  }

  /** Deals. @param {GameInfo} game */
  async start(game) {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    this.update();
    const { app } = this;
    try {
      if (!app.account.session) await this.#enter();
      await app.whenReady();
      const info = await this.#open({ game: game.id, bots: this.bots(game) });
      app.session(info.table).wish = 'now';
      app.navigate(`/table/${encodeURIComponent(info.table)}`);
    } catch (error) {
      this.error = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
      this.app.announcer.polite(t(`error.${this.error.code}`, this.error.params));
    }
    this.busy = false;
    this.update();
  }

  /** Signs a guest in, under a name that the page makes up. */
  async #enter() {
    for (let tries = 1; ; tries += 1) {
      const name = t('practice.name', { n: String(Math.floor(Math.random() * NAMES)) });
      const refused = await this.app.enter('guest', name, '');
      if (!refused) return;
      if (refused.code !== 'auth.name_taken' || tries === NAME_TRIES) throw refused;
    }
  }

  /** Opens the table. One that was just left may need a moment to close. @param {{ game: string, bots: number }} wanted @returns {Promise<TableInfo>} */
  async #open(wanted) {
    const until = Date.now() + CLOSING_MS;
    for (;;) {
      try {
        return await this.app.account.ask('POST', '/api/v1/practice', wanted);
      } catch (error) {
        const isOpen = error instanceof Refusal && error.code === 'practice.open';
        if (!isOpen || this.#ownTable() || Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** The practice table where the player still sits. */
  #ownTable() {
    return [...this.app.sessions.values()].find(({ live, isLeaving }) => live?.info.practice && live.you && !live.closed && !isLeaving);
  }

  view() {
    const { app } = this;
    const { game } = this;
    return h(
      'div',
      { class: 'tpage my-page practice' },
      h('a', { class: 'skip', href: '#practice' }, t('practice.skip')),
      h(
        'header',
        { class: 'top' },
        h('a', { class: 'ico', href: '/', 'aria-label': t('lobby.back'), title: t('lobby.back'), on: { click: (event) => app.follow(event, '/') } }, icon(ICONS.back)),
        h('h1', null, t('practice.title')),
        h('span', { class: 'grow' }),
        h('button', { class: 'ico', 'aria-label': t('settings'), title: t('settings'), on: { click: () => app.show('settings') } }, icon(ICONS.settings)),
      ),
      h(
        'main',
        { id: 'practice', tabindex: '-1' },
        h('p', { class: 'lead' }, t('practice.text')),
        this.#goOn(),
        game ? this.#form(game) : h('div', { key: 'loading', class: 'skeleton' }, h('p', { class: 'vh' }, t('practice.loading')), [1, 2, 3].map((n) => h('i', { key: n, 'aria-hidden': 'true' }))),
      ),
    );
  }

  /** The way back to a table that is open. */
  #goOn() {
    const open = this.#ownTable();
    const number = open?.id ?? this.error?.params.table;
    if (!number || (!open && this.error?.code !== 'practice.open')) return null;
    const path = `/table/${encodeURIComponent(String(number))}`;
    return h(
      'p',
      { key: 'open', class: 'practice-open' },
      h('span', null, t('error.practice.open')),
      h('a', { class: 'btn-s', href: path, on: { click: (event) => this.app.follow(event, path) } }, t('practice.go_on')),
    );
  }

  /** @param {GameInfo} game */
  #form(game) {
    const { app, draft, games } = this;
    const families = [...new Set(app.games.map(({ family }) => family))];
    // The picker of the lobby's form, for the games of one family.
    const list = /** @type {Lobby} */ (/** @type {unknown} */ ({ app: { games }, draft, setDraft: (/** @type {any} */ change) => this.setDraft(change) }));
    const most = game.seats_max - 1;
    const counts = Array.from({ length: most - Math.max(1, game.seats_min - 1) + 1 }, (_, at) => Math.max(1, game.seats_min - 1) + at);
    const start = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.start(game);
    };
    return h(
      'form',
      { key: 'form', class: 'practice-form', on: { submit: start } },
      h(
        'div',
        { class: 'practice-families', role: 'group', 'aria-label': t('families') },
        ['all', ...families].map((family) =>
          h(
            'button',
            { key: family, type: 'button', class: 'chipb', 'aria-pressed': draft.family === family, on: { click: () => this.setDraft({ family }) } },
            family === 'all' ? t('practice.all') : familyName(family),
          ),
        ),
      ),
      picker(list, {
        label: t('create.game'),
        row: (one) =>
          h(
            'li',
            { key: one.id, class: one.id === game.id ? 'on' : '' },
            h('button', { type: 'button', class: 'game', 'aria-pressed': one.id === game.id, on: { click: () => this.setDraft({ game: one.id }) } }, ...gameText(list, one)),
          ),
        enter: (one) => this.setDraft({ game: one.id }),
      }),
      field(
        t('practice.bots'),
        segments(
          t('practice.bots'),
          counts.map((count) => ({ id: String(count), label: num(count) })),
          String(this.bots(game)),
          (id) => this.setDraft({ bots: Number(id) }),
        ),
      ),
      this.error && this.error.code !== 'practice.open' && h('p', { key: 'error', class: 'error', role: 'alert' }, t(`error.${this.error.code}`, this.error.params)),
      h('button', { class: 'btn hot', type: 'submit', 'aria-disabled': this.busy }, t('practice.start', { game: local(game.name) })),
    );
  }
}

customElements.define('p-practice', Practice);
