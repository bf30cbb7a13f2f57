// Practice: any game or mix against bots, right away and without a name. The player only chooses a game and a number of bots; a link that names the
// game deals it.

/** @import { GameInfo, MixInfo, TableInfo } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { App, View } from '../app.js' */
/** @import { Lobby } from '../lobby/lobby.js' */

import { h, patch } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { familyName, mixName, numbers } from '../lobby/common.js';
import { gameText, picker } from '../lobby/picker.js';
import { Refusal } from '../net.js';
import { STUDY } from '../route.js';
import { pageTop } from '../top.js';
import { handsOfTheDay } from './pack.js';

/** Range of the number in a generated name. */
const NAMES = 100_000;
/** Attempts with other names if the generated one is taken. */
const NAME_TRIES = 5;
/** Time for which a table just left may still count as open, in milliseconds. */
const CLOSING_MS = 8000;
const AGAIN_MS = 300;
/** Default number of bots, if the game has room. */
const USUAL_BOTS = 3;

/** An entry for practice: a game or a mix. @typedef {{ id: string, name: string, least: number, most: number }} Choice */

/** @param {GameInfo} game @returns {Choice} */
const ofGame = ({ id, name, seats_min, seats_max }) => ({ id, name: local(name), least: seats_min, most: seats_max });

/** A mix needs numbers of seats that suit all its games. @param {MixInfo} mix @param {readonly GameInfo[]} games @returns {Choice} */
function ofMix(mix, games) {
  const all = games.filter(({ id }) => mix.games.some(({ game }) => game === id));
  return {
    id: mix.id ?? '',
    name: mixName(mix),
    least: Math.max(2, ...all.map(({ seats_min }) => seats_min)),
    most: Math.min(...all.map(({ seats_max }) => seats_max)),
  };
}

/** @implements {View} */
class Practice extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** Game in the address, dealt as soon as possible; empty if there is none. */
  wanted = '';
  #isWanted = true;
  draft = { search: '', game: '', family: 'all', bots: USUAL_BOTS };
  busy = false;
  /** @type {Refusal | null} */
  error = null;

  connectedCallback() {
    this.app?.knowGames().then(
      () => this.update(),
      () => {},
    );
    // The service worker keeps them for offline use.
    if (this.app && !this.app.isCutOff) handsOfTheDay(this.app, () => this.isConnected);
  }

  update() {
    if (!this.isConnected) return;
    this.#obey();
    patch(this, this.view());
  }

  /** Deals the game of the address, once. */
  #obey() {
    const { app } = this;
    if (!this.wanted || !this.#isWanted || !app.isRestored || app.games.length === 0) return;
    this.#isWanted = false;
    const isMix = app.mixes.some(({ id }) => id === this.wanted);
    this.draft = { ...this.draft, game: this.wanted, family: isMix ? 'mixed' : 'all' };
    const { choice } = this;
    // An unknown name leaves the choice to the player; an open table is resumed by its link.
    if (choice?.id === this.wanted && !this.#ownTable()) queueMicrotask(() => this.start(choice));
  }

  /** @param {Partial<Practice['draft']>} change */
  setDraft(change) {
    this.draft = { ...this.draft, ...change };
    this.error = null;
    this.update();
  }

  /** Games of the selected family. */
  get games() {
    const { family } = this.draft;
    return this.app.games.filter((game) => family === 'all' || game.family === family);
  }

  /** The selected entry, by default the first. @returns {Choice | undefined} */
  get choice() {
    const { app, draft } = this;
    const game = app.games.find(({ id }) => id === draft.game);
    if (game) return ofGame(game);
    const mix = app.mixes.find(({ id }) => id === draft.game) ?? (draft.family === 'mixed' ? app.mixes[0] : undefined);
    if (mix) return ofMix(mix, app.games);
    return this.games[0] && ofGame(this.games[0]);
  }

  /** Number of bots, leaving a seat for the player. @param {Choice} choice */
  bots({ least, most }) {
    return Math.max(1, least - 1, Math.min(most - 1, this.draft.bots));
  }

  /** Starts a game. @param {Choice} choice */
  async start(choice) {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    this.update();
    const { app } = this;
    try {
      if (!app.account.session) await this.#enter();
      await app.net.whenReady();
      const info = await this.#open({ game: choice.id, bots: this.bots(choice) });
      app.session(info.table).wish = 'now';
      // Going back from a game dealt by a link leads to the page with the link.
      app.navigate(`/table/${encodeURIComponent(info.table)}`, { replace: choice.id === this.wanted });
    } catch (error) {
      this.error = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
      this.app.announcer.polite(t(this.error.key, this.error.params));
    }
    this.busy = false;
    this.update();
  }

  /** Signs a guest in under a generated name. */
  async #enter() {
    for (let tries = 1; ; tries += 1) {
      const name = t('practice.name', { n: String(Math.floor(Math.random() * NAMES)) });
      const refused = await this.app.enter('guest', name, '');
      if (!refused) return;
      if (refused.code !== 'auth.name_taken' || tries === NAME_TRIES) throw refused;
    }
  }

  /** Opens the table. One just left may need a moment to close. @param {{ game: string, bots: number }} wanted @returns {Promise<TableInfo>} */
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
    const { choice } = this;
    return h(
      'div',
      { class: 'tpage my-page practice' },
      h('a', { class: 'skip', href: '#practice' }, t('practice.skip')),
      pageTop(app, t('practice.title'), { path: '/', name: t('lobby.back') }),
      h(
        'main',
        { id: 'practice', tabindex: '-1' },
        h('p', { class: 'lead' }, t('practice.text')),
        this.#goOn(),
        h(
          'p',
          { key: 'study', class: 'practice-study' },
          h('span', null, t('study.gist')),
          h('a', { class: app.isCutOff ? 'btn-s hot' : 'btn-s', href: STUDY, on: { click: (event) => app.follow(event, STUDY) } }, t('study.title')),
        ),
        app.isCutOff
          ? this.#cutOff()
          : choice
            ? this.#form(choice)
            : h(
                'div',
                { key: 'loading', class: 'skeleton' },
                h('p', { class: 'vh' }, t('practice.loading')),
                [1, 2, 3].map((n) => h('i', { key: n, 'aria-hidden': 'true' })),
              ),
      ),
    );
  }

  /** Link back to an open table. */
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

  /** Bots play on the server; offline, only lessons work. */
  #cutOff() {
    return h(
      'div',
      { key: 'cut-off', class: 'cut-off' },
      h('p', { role: 'status' }, t('practice.cut_off')),
      h('a', { class: 'btn-s', href: '/learn', on: { click: (event) => this.app.follow(event, '/learn') } }, t('learn.all')),
    );
  }

  /** @param {Choice} choice */
  #form(choice) {
    const { app, draft, games } = this;
    const families = [...new Set(app.games.map(({ family }) => family)), ...(app.mixes.length > 0 ? ['mixed'] : [])];
    // The picker of the lobby's form, for the games of one family.
    const list = /** @type {Lobby} */ (/** @type {unknown} */ ({ app: { games }, draft, setDraft: (/** @type {any} */ change) => this.setDraft(change) }));
    const least = Math.max(1, choice.least - 1);
    const counts = Array.from({ length: choice.most - least }, (_, at) => least + at);
    const start = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.start(choice);
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
            {
              key: family,
              type: 'button',
              class: 'chipb',
              'aria-pressed': draft.family === family,
              on: { click: () => this.setDraft({ family, ...(family === 'mixed' && { game: app.mixes[0]?.id ?? '' }) }) },
            },
            family === 'all' ? t('practice.all') : familyName(family),
          ),
        ),
      ),
      draft.family === 'mixed'
        ? h(
            'ul',
            { key: 'mixes', class: 'pickg mixes', 'aria-label': t('create.mix') },
            app.mixes.map((mix) => this.#row(choice, mix.id ?? '', [h('b', null, mixName(mix)), h('small', null, this.#gamesOf(mix))])),
          )
        : picker(list, {
            label: t('create.game'),
            row: (one) => this.#row(choice, one.id, gameText(list, one)),
            enter: (one) => this.setDraft({ game: one.id }),
          }),
      numbers(t('practice.bots'), counts, num, this.bots(choice), (bots) => this.setDraft({ bots })),
      this.error && this.error.code !== 'practice.open' && h('p', { key: 'error', class: 'error', role: 'alert' }, t(this.error.key, this.error.params)),
      h('button', { class: 'btn hot', type: 'submit', 'aria-disabled': this.busy }, t('practice.start', { game: choice.name })),
    );
  }

  /** @param {Choice} choice @param {string} id @param {Kid[]} text */
  #row(choice, id, text) {
    const isOn = id === choice.id;
    return h(
      'li',
      { key: id, class: isOn ? 'on' : '' },
      h('button', { type: 'button', class: 'game', 'aria-pressed': isOn, on: { click: () => this.setDraft({ game: id }) } }, ...text),
    );
  }

  /** The games played in turn, or a note that the dealer picks them. @param {MixInfo} mix */
  #gamesOf(mix) {
    const name = (/** @type {string} */ id) => local(this.app.games.find((game) => game.id === id)?.name) ?? id;
    return mix.kind === 'rotation' ? mix.games.map(({ game }) => name(game)).join(' · ') : t('create.dealer_picks');
  }
}

customElements.define('p-practice', Practice);
