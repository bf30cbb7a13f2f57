// Hands that the player took part in: search, view, save.

/** @import { HandSummary } from '../gen/protocol.d.ts' */
/** @import { HandsQuery } from '../account.js' */
/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Format } from './sharing.js' */

import { cls, h, icon, patch } from '../dom.js';
import { list, local, num, parseNum, t, timeText, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { modal } from '../modal.js';
import { parseMoney } from '../money.js';
import { Refusal } from '../net.js';
import { cards } from '../table/marks.js';
import { chipsText } from '../table/words.js';
import { wayTo } from '../nowhere.js';
import { saveFile } from '../save.js';
import { iconLink, pageTop } from '../top.js';
import { ENDINGS, formatButtons } from './sharing.js';
import { handPath } from './walk.js';
import { namedAfter, selection } from '../lobby/common.js';

/** Values of the empty form. */
const NOTHING = { text: '', game: '', table: '', from: '', to: '', opponent: '', result: '', all_in: '', showdown: '', shown_min: '', shown_max: '' };
/** @typedef {typeof NOTHING} Form */

/** Answers that a search with few matches reads before it asks to go on. */
const LOOKS = 10;

/** Maximum number of hands of one download: a few hundred large files could fill the disk of a visitor who is not watching. */
const SAVED_MAX = 20_000;

/** Pause in typing before the search starts. */
const REST_MS = 350;

/** @implements {View} */
class HandHistory extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** @type {Form} */
  form = { ...NOTHING };
  isMore = false;
  /** @type {HandSummary[]} */
  hands = [];
  /** Place where older hands begin. @type {number | undefined} */
  olderThan;
  /** @type {'idle' | 'loading' | 'failed'} */
  state = 'idle';
  isSaving = false;
  saved = 0;
  dialog = false;
  /** Number of the search on the screen: answers to older ones are ignored. */
  #search = 0;
  #isAsked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  connectedCallback() {
    const { searchParams } = new URL(location.href);
    for (const name of /** @type {(keyof Form)[]} */ (Object.keys(NOTHING))) {
      const value = searchParams.get(name);
      if (value) this.form[name] = value;
    }
    this.isMore = Object.entries(this.form).some(([name, value]) => value !== '' && name !== 'text' && name !== 'game');
  }

  disconnectedCallback() {
    clearTimeout(this.#rest);
  }

  update() {
    if (!this.isConnected) return;
    if (this.app.account.session && !this.#isAsked) {
      this.#isAsked = true;
      this.search();
      this.app.knowGames().then(
        () => this.update(),
        () => {},
      );
    }
    patch(this, this.view());
  }

  /** Query for the server. @returns {HandsQuery} */
  get query() {
    const { from, to, shown_min, shown_max, ...plain } = this.form;
    // Days in the visitor's time zone.
    const day = (/** @type {string} */ date, plus = 0) => {
      const [y, m, d] = date.split('-').map(Number);
      return date ? new Date(y, m - 1, d + plus).toISOString() : undefined;
    };
    return {
      ...plain,
      from: day(from),
      to: day(to, 1),
      shown_min: hundredths(shown_min) ?? undefined,
      shown_max: hundredths(shown_max) ?? undefined,
    };
  }

  /** `true` if any filter is set. */
  get isFiltered() {
    return Object.values(this.form).some((value) => value !== '');
  }

  /** Searches for matching hands, newest first. */
  async search() {
    clearTimeout(this.#rest);
    this.#search += 1;
    this.hands = [];
    this.olderThan = undefined;
    await this.more();
  }

  /** Loads older hands. */
  async more() {
    const search = this.#search;
    this.state = 'loading';
    this.update();
    const had = this.hands.length;
    try {
      let before = this.olderThan;
      for (let look = 0; look < LOOKS && this.hands.length === had; look++) {
        const part = await this.app.account.hands({ ...this.query, before });
        if (search !== this.#search) return;
        this.hands = [...this.hands, ...part.hands];
        ({ before } = part);
        if (before === undefined) break;
      }
      this.olderThan = before;
      this.state = 'idle';
      this.app.walk.through(this.hands);
      this.app.announcer.polite(this.#found());
    } catch (error) {
      if (search !== this.#search) return;
      this.state = 'failed';
      if (!(error instanceof Refusal) || error.code !== 'auth.revoked') this.app.toastError(error);
    }
    this.update();
  }

  #found() {
    if (this.hands.length === 0) {
      if (this.olderThan !== undefined) return t('hands.none_yet');
      return t(this.isFiltered ? 'hands.none' : 'hands.none_played');
    }
    return tn(this.olderThan === undefined ? 'hands.found' : 'hands.found_more', this.hands.length);
  }

  /** @param {Partial<Form>} change @param {boolean} [typed] `true` if more input is likely to follow. */
  set(change, typed = false) {
    this.form = { ...this.form, ...change };
    clearTimeout(this.#rest);
    if (typed) {
      this.#rest = setTimeout(() => this.search(), REST_MS);
      this.update();
    } else {
      this.search();
    }
  }

  /** Saves all matching hands as one file. @param {Format} format */
  async save(format) {
    if (this.isSaving) return;
    this.isSaving = true;
    this.saved = 0;
    this.update();
    const parts = [];
    let skipped = 0;
    try {
      let before;
      do {
        const part = await this.app.account.handsFile({ ...this.query, before }, format);
        parts.push(part.text);
        this.saved += part.hands;
        skipped += part.skipped;
        ({ before } = part);
        this.update();
      } while (before !== undefined && this.saved < SAVED_MAX && this.dialog);
      if (this.dialog) saveFile(`hands.${ENDINGS[format]}`, parts);
      if (skipped > 0) this.app.toast(tn('hands.skipped', skipped));
      else if (before !== undefined && this.dialog) this.app.toast(t('hands.saved_most', { n: this.saved }));
      this.querySelector('dialog')?.close();
    } catch (error) {
      this.app.toastError(error);
    }
    this.isSaving = false;
    this.update();
  }

  // ---------- drawing ----------

  view() {
    const { app } = this;
    const isIn = Boolean(app.account.session);
    return h(
      'div',
      { class: 'tpage history' },
      h('a', { class: 'skip', href: '#hands' }, t('hands.skip')),
      pageTop(
        app,
        t('hands.title'),
        { path: '/', name: t('lobby.back') },
        isIn && iconLink(app, '/evenings', t('evenings.title'), ICONS.log),
        isIn && iconLink(app, '/me', t('me.title'), ICONS.chart),
        isIn &&
          h(
            'button',
            { key: 'save', class: 'ico', 'aria-label': t('hands.download'), title: t('hands.download'), on: { click: () => this.open(true) } },
            icon(ICONS.save),
          ),
      ),
      h(
        'main',
        { id: 'hands', tabindex: '-1' },
        isIn
          ? [this.filters(), this.rows()]
          : app.isRestored && [
              h('p', { key: 'why', class: 'none' }, t('hands.stranger')),
              h('button', { key: 'in', class: 'btn-s hot', on: { click: () => app.identify() } }, t('sign_in')),
            ],
      ),
      this.dialog &&
        modal(
          'save',
          t('hands.download'),
          'narrow',
          () => this.open(false),
          h('p', null, t('hands.download.why')),
          this.isSaving ? h('p', { key: 'busy', role: 'status' }, t('hands.saving', { n: this.saved })) : formatButtons((format) => this.save(format)),
        ),
    );
  }

  /** @param {boolean} is */
  open(is) {
    this.dialog = is;
    this.update();
  }

  filters() {
    const { form } = this;
    const set = Object.entries(form).filter(([name, value]) => value !== '' && name !== 'text' && name !== 'game').length;
    return h(
      'form',
      {
        key: 'filters',
        class: 'hand-filters',
        role: 'search',
        'aria-label': t('hands.search'),
        on: {
          submit: (event) => {
            event.preventDefault();
            this.search();
          },
        },
      },
      h(
        'div',
        { class: 'first' },
        this.input('text', 'hands.text', { type: 'search', placeholder: t('hands.text.like') }),
        this.games(),
        h(
          'button',
          {
            type: 'button',
            class: 'btn-s',
            'aria-expanded': this.isMore,
            'aria-controls': 'hand-filters',
            on: {
              click: () => {
                this.isMore = !this.isMore;
                this.update();
              },
            },
          },
          set > 0 ? t('hands.filters.n', { n: set }) : t('hands.filters'),
        ),
        this.isFiltered && h('button', { key: 'clear', type: 'button', class: 'btn-s quiet', on: { click: () => this.set({ ...NOTHING }) } }, t('hands.clear')),
      ),
      h(
        'div',
        { id: 'hand-filters', class: 'more-filters', hidden: !this.isMore },
        this.select('result', 'hands.result', ['won', 'lost']),
        this.select('all_in', 'hands.all_in', ['true', 'false']),
        this.select('showdown', 'hands.showdown', ['true', 'false']),
        this.input('opponent', 'hands.opponent', { maxlength: '60' }),
        this.input('table', 'hands.table', { inputmode: 'numeric', maxlength: '60' }),
        this.input('from', 'hands.from', { type: 'date' }),
        this.input('to', 'hands.to', { type: 'date' }),
        this.amount('shown_min', 'hands.pot_min'),
        this.amount('shown_max', 'hands.pot_max'),
      ),
    );
  }

  /** @param {'shown_min' | 'shown_max'} name @param {string} label */
  amount(name, label) {
    const text = this.form[name];
    return this.input(name, label, { inputmode: 'decimal', maxlength: '20', 'aria-invalid': text !== '' && hundredths(text) === null });
  }

  /** @param {keyof Form} name @param {string} label @param {Record<string, string | boolean>} props */
  input(name, label, props) {
    return h(
      'label',
      { key: name, class: cls('field', name === 'text' && 'wide') },
      h('span', null, t(label)),
      h('input', {
        class: 'text',
        autocomplete: 'off',
        maxlength: '60',
        ...props,
        prop: { value: this.form[name] },
        on: { input: (event) => this.set({ [name]: event.target.value }, props.type !== 'date') },
      }),
    );
  }

  /** @param {'result' | 'all_in' | 'showdown'} name @param {string} label @param {string[]} values */
  select(name, label, values) {
    return selection(
      t(label),
      [['', t('hands.any')], ...values.map((value) => /** @type {const} */ ([value, t(`hands.${name}.${value}`)]))],
      this.form[name],
      (value) => this.set({ [name]: value }),
    );
  }

  games() {
    const games = [...this.app.games].sort((a, b) => local(a.name).localeCompare(local(b.name)));
    return selection(
      t('hands.game'),
      [['', t('hands.any_game')], ...games.map(({ id, name }) => /** @type {const} */ ([id, local(name)]))],
      this.form.game,
      (game) => this.set({ game }),
    );
  }

  /** @returns {Kid} */
  rows() {
    const { hands, state, olderThan } = this;
    return h(
      'section',
      { key: 'rows', class: 'hand-rows', 'aria-label': t('hands.title'), 'aria-busy': state === 'loading' },
      hands.length > 0 &&
        h(
          'div',
          { key: 'head', class: 'hand-row head', 'aria-hidden': 'true' },
          ['time', 'game', 'cards', 'board', 'net', 'pot'].map((name) => h('span', { key: name, class: `h-${name}` }, t(`hands.col.${name}`))),
        ),
      h(
        'ol',
        { key: 'list' },
        hands.map((hand) => this.row(hand)),
      ),
      hands.length === 0 &&
        (state === 'loading'
          ? h(
              'div',
              { key: 'loading', class: 'skeleton' },
              h('p', { class: 'vh' }, t('hands.loading')),
              [1, 2, 3].map((n) => h('i', { key: n, 'aria-hidden': 'true' })),
            )
          : h('div', { key: 'none', class: 'empty' }, h('p', { class: 'none' }, this.#found()), !this.isFiltered && wayTo(this.app, '/', t('play_now')))),
      state === 'failed' && h('button', { key: 'again', class: 'btn-s', on: { click: () => this.more() } }, t('replay.again')),
      olderThan !== undefined &&
        state !== 'failed' &&
        h(
          'button',
          { key: 'older', class: 'btn-s older', 'aria-disabled': state === 'loading', on: { click: () => state !== 'loading' && this.more() } },
          t('hands.older'),
        ),
    );
  }

  /** @param {HandSummary} hand */
  row(hand) {
    const path = handPath(hand.table, hand.hand);
    const game = this.app.games.find(({ id }) => id === hand.game);
    const name = game ? local(game.name) : hand.game;
    const { net } = hand;
    const marks = [hand.all_in && t('hands.mark.all_in'), hand.showdown && t('hands.mark.showdown')].filter(Boolean);
    // House and practice tables are named after their games.
    const where = [hand.table_name && hand.table_name !== game?.name.en && namedAfter(this.app, hand.table_name), `#${num(hand.hand)}`]
      .filter(Boolean)
      .join(' · ');
    return h(
      'li',
      { key: `${hand.table}-${hand.hand}` },
      h(
        'a',
        { class: 'hand-row', href: path, on: { click: (event) => this.app.follow(event, path) } },
        h('span', { class: 'h-time' }, timeText(Date.parse(hand.ended_at))),
        h(
          'span',
          { class: 'h-game' },
          h('b', null, name),
          h('small', null, [where, (hand.opponents ?? []).length > 0 && t('hands.against', { names: list(hand.opponents ?? []) })].filter(Boolean).join(' · ')),
        ),
        h('span', { class: 'h-cards' }, (hand.cards ?? []).length > 0 ? cards(hand.cards ?? []) : h('i', { class: 'dash', 'aria-hidden': 'true' }, '–')),
        h('span', { class: 'h-board' }, (hand.board ?? []).length > 0 && [h('i', { key: 'vh', class: 'vh' }, t('board')), cards(hand.board ?? [])]),
        h(
          'span',
          { class: cls('h-net', net !== undefined && net > 0 && 'won', net !== undefined && net < 0 && 'lost') },
          net === undefined ? '' : h('b', null, signed(net, hand)),
          h('small', null, marks.join(' · ')),
        ),
        h('span', { class: 'h-pot' }, hand.pot === undefined ? '' : [h('i', { key: 'vh', class: 'vh' }, t('pot')), chipsText(hand.pot, { session: hand })]),
      ),
    );
  }
}

/** Hundredths of an amount as the rows show it, in money or in chips; `null` if the text is none. @param {string} text */
function hundredths(text) {
  const whole = parseNum(text);
  return whole === null ? parseMoney(text, { chip_value: 1 }) : whole * 100;
}

/** A result with its sign, in the money that the table showed. @param {number} chips @param {HandSummary} hand */
const signed = (chips, hand) => `${chips > 0 ? '+' : chips < 0 ? '−' : ''}${chipsText(Math.abs(chips), { session: hand })}`;

customElements.define('p-history', HandHistory);
