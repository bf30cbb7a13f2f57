// What the pages of clubs share: reading from the server, requests that change something, and the frame of a page.

/** @import { App } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { cls, h, patch } from '../dom.js';
import { num, t } from '../i18n.js';
import { Refusal } from '../net.js';
import { pageTop } from '../top.js';

/** Time within which a second press counts. */
const SURE_MS = 6000;

/** `true` if what was asked for is not there for the player, or not any more. @param {unknown} error */
const isRefused = (error) => error instanceof Refusal && /^(club|season|auth)\./.test(error.code);

/**
 * A page whose content is one answer of the server.
 *
 * @template T
 */
export class Loaded extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** The answer; `null` until there is one. @type {T | null} */
  data = null;
  /** @type {'idle' | 'loading' | 'failed'} */
  state = 'idle';
  /** Why there is no answer. @type {unknown} */
  #fault = null;
  /** `true` if the last attempt to read it again failed. */
  isOld = false;
  /** Account for which it was requested. @type {string | null | undefined} */
  #askedFor;
  #question = 0;
  /** What a second press does. @type {string | null} */
  #sure = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  disconnectedCallback() {
    this.#question += 1;
    clearTimeout(this.#timer);
  }

  update() {
    if (!this.isConnected || !this.app) return;
    const who = this.app.account.session?.you.id ?? null;
    if (this.app.isRestored && this.#askedFor !== who) {
      this.#askedFor = who;
      this.data = null;
      if (who) this.load();
    }
    patch(this, this.view());
  }

  /** Path of the answer. @returns {string} */
  get path() {
    return '';
  }

  /** Reads the answer. @returns {Promise<T>} */
  read() {
    return this.app.account.ask('GET', this.path);
  }

  /** @returns {Kid | Kid[]} */
  view() {
    return null;
  }

  async load() {
    this.state = 'loading';
    await this.#read((error) => this.#fail(error));
  }

  /** Reads the shown data again. Without an answer the old data stays, marked as old; a refusal removes it. */
  async refresh() {
    await this.#read((error) => {
      this.isOld = true;
      if (!isRefused(error)) return;
      this.data = null;
      this.#fail(error);
    });
  }

  /** @param {unknown} error */
  #fail(error) {
    this.state = 'failed';
    this.#fault = error;
  }

  /** @param {(error: unknown) => void} failed */
  async #read(failed) {
    this.#question += 1;
    const question = this.#question;
    try {
      const data = await this.read();
      if (question !== this.#question) return;
      this.data = data;
      this.state = 'idle';
      this.isOld = false;
    } catch (error) {
      if (question !== this.#question) return;
      failed(error);
    }
    this.update();
  }

  /**
   * Sends a request; a refusal is shown. Returns the answer, or `undefined` if it was refused.
   *
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async change(method, path, body) {
    try {
      return (await this.app.account.ask(method, path, body)) ?? null;
    } catch (error) {
      this.app.toastError(error);
      return undefined;
    }
  }

  /**
   * A button whose second press counts.
   *
   * @param {string} key
   * @param {string} word Key of its text.
   * @param {Record<string, string>} params
   * @param {() => unknown} act
   */
  twice(key, word, params, act) {
    const isSure = this.#sure === key;
    const press = () => {
      clearTimeout(this.#timer);
      if (isSure) {
        this.#sure = null;
        act();
      } else {
        this.#sure = key;
        this.#timer = setTimeout(() => {
          this.#sure = null;
          this.update();
        }, SURE_MS);
      }
      this.update();
    };
    return h(
      'button',
      {
        key,
        class: cls('btn-s', isSure && 'sure'),
        'aria-label': t(isSure ? 'club.sure_of' : `${word}.of`, { ...params, what: t(word) }),
        on: { click: press },
      },
      t(isSure ? 'club.sure' : word),
    );
  }

  /** Shows an answer that is newer than any on its way. @param {T | undefined | null} data */
  show(data) {
    if (!data) return;
    this.#question += 1;
    this.state = 'idle';
    this.data = data;
    this.update();
  }

  /**
   * The frame: top, and the content once it is there.
   *
   * @param {string} title
   * @param {{ path: string, name: string }} back
   * @param {(data: T) => Kid | Kid[]} content
   * @param {...Kid} more Links at the top.
   */
  frame(title, back, content, ...more) {
    const { app, data } = this;
    return h(
      'div',
      { class: 'tpage my-page club-page' },
      h('a', { class: 'skip', href: '#club' }, t('club.skip')),
      pageTop(app, title, back, ...more),
      h('main', { id: 'club', tabindex: '-1' }, app.account.session ? (data ? content(data) : this.#waiting()) : this.#nameless()),
    );
  }

  /** What to say where the answer is that there is none; `null` for the words of the refusal. @returns {string | null} */
  get gone() {
    return null;
  }

  /** Why there is nothing to show. */
  #why() {
    const fault = this.#fault;
    if (!(fault instanceof Refusal)) return t('error.net.offline');
    return (isRefused(fault) && this.gone) || t(fault.key, fault.params);
  }

  /** @returns {Kid} */
  #waiting() {
    if (this.state === 'failed')
      return h(
        'section',
        { key: 'failed', class: 'me-card' },
        h('p', { role: 'alert' }, this.#why()),
        isRefused(this.#fault)
          ? h('a', { key: 'clubs', class: 'btn-s', href: '/clubs', on: { click: (event) => this.app.follow(event, '/clubs') } }, t('clubs.title'))
          : h('button', { key: 'again', class: 'btn-s', on: { click: () => this.load() } }, t('replay.again')),
      );
    return h('p', { key: 'loading', role: 'status' }, t('club.loading'));
  }

  /** @returns {Kid} */
  #nameless() {
    if (!this.app.isRestored) return this.#waiting();
    return h(
      'section',
      { key: 'nameless', class: 'me-card' },
      h('p', null, t('club.nameless')),
      h('button', { class: 'btn hot', on: { click: () => this.app.identify() } }, t('sign_in')),
    );
  }
}

/** Points in words. @param {number} hundredths */
export const pointsText = (hundredths) => num(hundredths / 100);

/**
 * A section with a heading.
 *
 * @param {string} key
 * @param {string} title
 * @param {...Kid} kids
 */
export const card = (key, title, ...kids) =>
  h('section', { key, class: 'me-card', 'aria-labelledby': `club-${key}` }, h('h2', { id: `club-${key}` }, title), ...kids);

/**
 * A table that scrolls by itself.
 *
 * @param {string} label
 * @param {readonly string[]} columns
 * @param {Kid[]} rows
 */
export const ranks = (label, columns, rows) =>
  h(
    'div',
    { class: 'me-scroll', tabindex: '0', role: 'group', 'aria-label': label },
    h(
      'table',
      { class: 'ranks' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          columns.map((name, at) => h('th', { key: at, scope: 'col' }, name)),
        ),
      ),
      h('tbody', null, rows),
    ),
  );

/**
 * A field of a form, and its label.
 *
 * @param {string} label
 * @param {string} name
 * @param {Record<string, unknown>} [more]
 */
export const input = (label, name, more = {}) =>
  h('label', { key: name, class: 'field' }, h('span', null, label), h('input', { class: 'text', name, autocomplete: 'off', ...more }));

/**
 * A form that sends its fields.
 *
 * @param {string} key
 * @param {string} button
 * @param {(fields: Record<string, string>, form: HTMLFormElement) => unknown} send
 * @param {...Kid} kids
 */
export const form = (key, button, send, ...kids) =>
  h(
    'form',
    {
      key,
      class: 'me-filters',
      on: {
        submit: (/** @type {any} */ event) => {
          event.preventDefault();
          send(/** @type {Record<string, string>} */ (Object.fromEntries(new FormData(event.currentTarget))), event.currentTarget);
        },
      },
    },
    ...kids,
    h('button', { key: 'send', class: 'btn-s' }, button),
  );
