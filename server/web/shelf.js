// A shelf of templates beside a form: take one, or keep what the form has, as one's own or as a club's.

/** @import { ClubLine, ClubsResponse, TemplateContent, TemplateKind, TemplateLine, TemplateResponse, TemplatesResponse } from './gen/protocol.d.ts' */
/** @import { App } from './app.js' */
/** @import { Kid } from './dom.js' */

import { h, patch } from './dom.js';
import { t } from './i18n.js';
import { selection } from './lobby/common.js';

/** The templates of one keeper; `club` is `null` for the player's own. @typedef {{ club: ClubLine | null, templates: TemplateLine[] }} Board */

/** Requests about the templates of a keeper. @param {number | null} club @param {string} [what] */
export const keeperPath = (club, what = 'templates') => (club === null ? `/api/v1/${what}` : `/api/v1/clubs/${club}/${what}`);

/** `true` if the role may change what a club keeps. @param {ClubLine['role']} role */
export const manages = (role) => role === 'owner' || role === 'director';

class Shelf extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before it is connected.
  app;
  /** @type {TemplateKind} */
  kind = 'table';
  /** What the form has, under a name; `null` if that is not complete. Without it nothing is kept here. @type {((name: string) => TemplateContent | null) | undefined} */
  save;
  /** @type {(content: TemplateContent) => unknown} */
  use = () => {};
  /** @type {Board[] | null} */
  #boards = null;
  #chosen = '';
  #name = '';
  #keeper = '';
  /** What is being done. */
  #turn = Promise.resolve();
  /** Players' own templates need a name that lasts. */
  #isOwn = false;

  connectedCallback() {
    this.update();
  }

  update() {
    if (this.isConnected && this.app) patch(this, this.#view());
  }

  /** Reads the templates that fit: the player's own, and those of the player's clubs. */
  #load() {
    const { account } = this.app;
    if (this.#boards || !account.session) return;
    this.#isOwn = account.session.you.kind === 'account';
    this.#ask(async () => {
      const { clubs } = /** @type {ClubsResponse} */ (await account.ask('GET', '/api/v1/clubs'));
      const keepers = [null, ...clubs];
      this.#boards = await Promise.all(
        keepers.map(async (club) => {
          const { templates } = /** @type {TemplatesResponse} */ (await account.ask('GET', keeperPath(club?.club ?? null)));
          return { club, templates: templates.filter(({ kind }) => kind === this.kind) };
        }),
      );
      const first = this.#keepers[0];
      this.#keeper = first ? String(first.club?.club ?? '') : '';
      this.#choose();
    });
  }

  /** Keepers for whom the player may keep templates. */
  get #keepers() {
    return (this.#boards ?? []).filter(({ club }) => (club ? manages(club.role) : this.#isOwn));
  }

  #choose() {
    const all = (this.#boards ?? []).flatMap(({ club, templates }) => templates.map(({ template }) => `${keeperPath(club?.club ?? null)}/${template}`));
    if (!all.includes(this.#chosen)) this.#chosen = all[0] ?? '';
  }

  /** Does one thing after the other. @param {() => Promise<unknown>} work */
  #ask(work) {
    this.#turn = this.#turn
      .then(work)
      .catch((error) => this.app.toastError(error))
      .then(() => this.update());
  }

  #take() {
    this.#ask(async () => {
      const kept = /** @type {TemplateResponse} */ (await this.app.account.ask('GET', this.#chosen));
      const content = /** @type {TemplateContent | undefined} */ (kept.content);
      if (content?.kind === this.kind) await this.use(content);
      else this.app.toast(t('shelf.unreadable'));
    });
  }

  /** @param {Event} event */
  #keep(event) {
    event.preventDefault();
    const name = this.#name.trim();
    const content = this.save?.(name);
    if (!name || !content) {
      if (name) this.app.toast(t('shelf.incomplete'));
      return;
    }
    this.#ask(async () => {
      const club = this.#keeper === '' ? null : Number(this.#keeper);
      const kept = /** @type {TemplateResponse} */ (await this.app.account.ask('POST', keeperPath(club), { name, content }));
      const { content: _, ...line } = kept;
      this.#boards = (this.#boards ?? []).map((board) => ((board.club?.club ?? null) === club ? { ...board, templates: [...board.templates, line] } : board));
      this.#name = '';
      this.#choose();
      this.app.announcer.polite(t('shelf.kept', { name }));
    });
  }

  /** @returns {Kid} */
  #view() {
    return h(
      'details',
      {
        class: 't-part shelf',
        on: {
          toggle: (event) => {
            if (event.currentTarget.open) this.#load();
          },
        },
      },
      h('summary', null, t(`shelf.title.${this.kind}`)),
      this.#content(),
    );
  }

  /** @returns {Kid} */
  #content() {
    if (!this.app.account.session) return h('p', { key: 'who', class: 'note' }, t('shelf.nameless'));
    const boards = this.#boards;
    if (!boards) return h('p', { key: 'wait', class: 'note', role: 'status' }, t('shelf.loading'));
    const filled = boards.filter(({ templates }) => templates.length > 0);
    return h(
      'div',
      { key: 'there', class: 'shelf-in' },
      filled.length === 0 ? h('p', { key: 'none', class: 'note' }, t('shelf.none')) : this.#choice(filled),
      this.save && this.#saving(),
      this.#isOwn &&
        h(
          'p',
          { key: 'all', class: 'note' },
          h('a', { href: '/templates', on: { click: (event) => this.app.follow(event, '/templates') } }, t('templates.title')),
        ),
    );
  }

  /** @param {Board[]} boards @returns {Kid} */
  #choice(boards) {
    return h(
      'div',
      { key: 'choice', class: 'shelf-row' },
      h(
        'label',
        { class: 'field' },
        h('span', null, t('shelf.template')),
        h(
          'select',
          {
            class: 'text',
            prop: { value: this.#chosen },
            on: {
              change: (event) => {
                this.#chosen = event.target.value;
              },
            },
          },
          boards.map(({ club, templates }) =>
            h(
              'optgroup',
              { key: club?.club ?? 'own', label: club?.name ?? t('shelf.own') },
              templates.map(({ template, name }) => {
                const path = `${keeperPath(club?.club ?? null)}/${template}`;
                return h('option', { key: path, value: path }, name);
              }),
            ),
          ),
        ),
      ),
      h('button', { type: 'button', class: 'btn-s', on: { click: () => this.#take() } }, t(`shelf.use.${this.kind}`)),
    );
  }

  /** @returns {Kid} */
  #saving() {
    const keepers = this.#keepers;
    if (keepers.length === 0) return h('p', { key: 'guest', class: 'note' }, t('shelf.guest'));
    return h(
      'form',
      { key: 'save', class: 'shelf-row', on: { submit: (event) => this.#keep(event) } },
      h(
        'label',
        { class: 'field' },
        h('span', null, t('shelf.name')),
        h('input', {
          class: 'text',
          maxlength: '40',
          autocomplete: 'off',
          prop: { value: this.#name },
          on: {
            input: (event) => {
              this.#name = event.target.value;
            },
          },
        }),
      ),
      keepers.length > 1 &&
        selection(
          t('shelf.keeper'),
          keepers.map(({ club }) => [String(club?.club ?? ''), club?.name ?? t('shelf.own')]),
          this.#keeper,
          (keeper) => {
            this.#keeper = keeper;
          },
        ),
      h('button', { class: 'btn-s' }, t('shelf.save')),
    );
  }
}

customElements.define('p-shelf', Shelf);
