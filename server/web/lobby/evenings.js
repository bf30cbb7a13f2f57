// Play with friends: evenings ready made, each opened by one press, and one of one's own. All settings of the form are behind that.

/** @import { TableConfig } from '../gen/protocol.d.ts' */
/** @import { Params } from '../i18n.js' */
/** @import { Lobby } from './lobby.js' */
/** @import { Draft } from './table-draft.js' */
/** @import { VNode } from '../dom.js' */

import { h, patch } from '../dom.js';
import { local, t } from '../i18n.js';
import { modal } from '../modal.js';
import { faultOf, meant } from '../naming.js';
import { Refusal } from '../net.js';
import { configOf, lasting, newDraft, refusedField } from './table-draft.js';
import { eveningConfig, eveningDraft, eveningFields } from './evening-form.js';
import { chosenMix, mixGame } from './mixed.js';

/** Tables ready made, by what they change in the form. @type {[id: string, draft: Partial<Draft>][]} */
const TABLES = [
  ['friday', { game: 'no-limit-holdem', seats: 9 }],
  ['omaha', { game: 'omaha', seats: 8 }],
  ['choice', { mix: 'dealers-choice', fallback: 'no-limit-holdem', seats: 7 }],
  ['bombs', { game: 'no-limit-holdem', seats: 8, rules: { bomb_pot: { every: 10, ante: 5 }, seven_deuce: 1 } }],
];

/** Structure of the short tournament, which its host may start with two players. */
const CUP = 'friends';

/** Configuration of an evening, with chips of the table's own; `null` if the house has no such game. @param {Lobby['app']} app @param {Partial<Draft>} change @returns {TableConfig | null} */
function configFor({ games, mixes }, change) {
  /** @type {Draft} */
  const draft = { ...newDraft(), isPrivate: true, ...change, rules: { ...change.rules, own_chips: true } };
  const mix = chosenMix(draft, mixes, games);
  const game = mix ? mixGame(mix, games) : games.find((one) => one.id === draft.game);
  return game && (mix || draft.mix === null) ? configOf(draft, game, mix) : null;
}

class Evenings extends HTMLElement {
  /** @type {Lobby} */
  // @ts-ignore: set by the parent before the first update.
  lobby;
  /** Typed name; `null` if none was typed. @type {string | null} */
  #name = null;
  /** @type {{ key: string, params: Params } | null} */
  #error = null;
  #busy = false;
  /** `true` while an evening of one's own is put together. */
  #isOwn = false;

  update() {
    if (this.isConnected) patch(this, this.view());
  }

  connectedCallback() {
    queueMicrotask(() => this.update());
  }

  get #app() {
    return this.lobby.app;
  }

  /** `true` once there is a player, with a name typed here if need be. */
  async #introduce() {
    const app = this.#app;
    if (app.account.session) return true;
    if (app.isExpected) return app.identify();
    const name = meant(this.#name ?? app.settings.value.nickname);
    const fault = faultOf(name);
    const refusal = fault ? null : await app.enter('guest', name, '');
    this.#error = fault ?? (refusal && { key: refusal.params.sign === undefined ? refusal.key : 'name.sign', params: refusal.params });
    return this.#error === null;
  }

  /** @param {() => Promise<unknown>} open */
  async #start(open) {
    if (this.#busy) return;
    this.#busy = true;
    this.#error = null;
    this.update();
    const isKnown = await this.#introduce();
    if (isKnown) {
      try {
        await open();
      } catch (error) {
        this.#error = error instanceof Refusal ? { key: error.key, params: error.params } : { key: 'error.net.offline', params: {} };
      }
    }
    this.#busy = false;
    this.update();
    if (!isKnown) /** @type {HTMLElement | null} */ (this.querySelector('#evening-name'))?.focus();
  }

  /** Opens a table, with its host in a seat and the link on the page. @param {TableConfig} config */
  async #table(config) {
    await this.lobby.create(config, 'host');
    const { error } = this.lobby.draft;
    if (error) throw error;
  }

  /** Announces the short tournament with its host in it. */
  async #cup() {
    const app = this.#app;
    const who = app.account.session?.you.name ?? '';
    await app.hall.enterNow(await app.account.announce({ structure: CUP, name: t('ready.cup.of', { who }).slice(0, 40), private: true }));
  }

  /** Turns to an evening of one's own, or back. @param {boolean} isOwn */
  #turn(isOwn) {
    this.#isOwn = isOwn;
    this.#error = null;
    if (isOwn) this.lobby.setDraft(eveningDraft());
    else this.update();
  }

  /** Opens the evening of one's own. Its settings are those of the last time from now on. */
  #own() {
    const config = eveningConfig(this.lobby);
    if (!config) {
      /** @type {HTMLElement | null} */ (this.querySelector('[aria-invalid=true]'))?.focus();
      return;
    }
    this.#start(async () => {
      await this.#table(config);
      this.#app.settings.merge({ lastTable: lasting(config) });
    });
  }

  /** The form with all settings, which begins with what was chosen here. */
  #more() {
    if (this.#name !== null) this.#app.settings.merge({ nickname: this.#name });
    this.querySelector('dialog')?.close();
    this.lobby.setDraft({ isOpen: true });
    this.lobby.set({ isMaking: true });
    this.lobby.focusOn('#make [role=radio][aria-checked=true], #make button');
  }

  /** @param {string} id @param {string} title @param {string} text @param {() => Promise<unknown>} open @returns {VNode} */
  #row(id, title, text, open) {
    return h(
      'li',
      { key: id },
      h(
        'button',
        { type: 'button', class: 'ready', 'aria-disabled': this.#busy, on: { click: () => this.#start(open) } },
        h('b', null, title),
        h('span', null, text),
      ),
    );
  }

  view() {
    const app = this.#app;
    if (this.#isOwn) return this.#ownView();
    const { games, settings } = app;
    const last = settings.value.lastTable;
    const tables = TABLES.flatMap(([id, change]) => {
      const config = configFor(app, change);
      return config ? [this.#row(id, t(`ready.${id}`), t(`ready.${id}.text`), () => this.#table(config))] : [];
    });
    const game = last.mix ? t('ready.last.mix') : local(games.find(({ id }) => id === last.game)?.name);
    return modal(
      'evenings',
      t('ready.title'),
      'narrow',
      () => this.lobby.set({ isEvening: false }),
      !app.account.session && !app.isExpected && this.#nameField(),
      h(
        'ul',
        { class: 'ready-made' },
        'seats' in last && this.#row('last', t('ready.last'), game, () => this.#table(/** @type {TableConfig} */ ({ ...last, private: true }))),
        tables,
        this.#row('cup', t('ready.cup'), t('ready.cup.text'), () => this.#cup()),
      ),
      app.account.session &&
        app.later('p-shelf') === 'there' &&
        h('p-shelf', {
          key: 'shelf',
          prop: {
            app,
            kind: 'table',
            use: (/** @type {{ config: TableConfig }} */ { config }) => this.#start(() => this.#table({ ...config, private: true })),
          },
        }),
      this.#error && !this.#isOfName && h('p', { key: 'error', class: 'error', role: 'alert' }, t(this.#error.key, this.#error.params)),
      h('button', { key: 'own', type: 'button', class: 'btn quiet', on: { click: () => this.#turn(true) } }, t('ready.own')),
    );
  }

  #ownView() {
    const app = this.#app;
    const isOfStack = this.lobby.draft.error && refusedField(this.lobby.draft);
    return modal(
      'evenings',
      t('ready.own'),
      'narrow',
      () => this.lobby.set({ isEvening: false }),
      h(
        'form',
        {
          key: 'own-form',
          class: 'evening-form',
          on: {
            submit: (event) => {
              event.preventDefault();
              this.#own();
            },
          },
        },
        !app.account.session && !app.isExpected && this.#nameField(),
        ...eveningFields(this.lobby),
        this.#error && !this.#isOfName && !isOfStack && h('p', { key: 'error', class: 'error', role: 'alert' }, t(this.#error.key, this.#error.params)),
        h('button', { key: 'go', class: 'btn hot', 'aria-disabled': this.#busy }, t('ready.own.go')),
        h(
          'p',
          { key: 'others', class: 'evening-others' },
          h('button', { type: 'button', class: 'btn-s', on: { click: () => this.#turn(false) } }, t('ready.own.back')),
          h('button', { type: 'button', class: 'btn-s', on: { click: () => this.#more() } }, t('ready.more')),
        ),
      ),
    );
  }

  /** `true` if the error is about the name: there is no player yet. */
  get #isOfName() {
    return !this.#app.account.session;
  }

  #nameField() {
    const error = this.#error;
    return h(
      'label',
      { key: 'name', class: 'field' },
      h('span', null, t('identity.name')),
      h('input', {
        id: 'evening-name',
        class: 'text',
        name: 'username',
        autocomplete: 'nickname',
        autofocus: true,
        'aria-invalid': Boolean(error),
        'aria-describedby': error ? 'evening-error' : null,
        prop: { value: this.#name ?? this.#app.settings.value.nickname },
        on: {
          input: (event) => {
            this.#name = event.target.value;
            this.#error = null;
            this.update();
          },
        },
      }),
      error && h('small', { key: 'error', id: 'evening-error', class: 'error', role: 'alert' }, t(error.key, error.params)),
    );
  }
}

customElements.define('p-ready', Evenings);

export { Evenings };
