// The identity dialog: a name for a guest, or a name and a password.

/** @import { App } from './app.js' */

import { h, patch } from './dom.js';
import { t } from './i18n.js';
import { brand } from './icons.js';
import { segments } from './lobby/common.js';
import { closeButton } from './modal.js';
import { faultOf, meant, refusedName } from './naming.js';

/** @typedef {'guest' | 'login' | 'register'} Way */

export class Identity extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the element is opened.
  app;
  /** @type {Way} */
  way = 'guest';
  /** @type {string | null} */
  name = null;
  password = '';
  /** Text key of the refusal. @type {{ key: string, params: import('./i18n.js').Params } | null} */
  error = null;
  busy = false;

  open() {
    // A guest who opens this wants to keep the chips.
    this.way = this.isGuest ? 'register' : this.app.identityWay;
    this.update();
    const dialog = this.querySelector('dialog');
    dialog?.showModal();
    // A guest has a name already, and lacks a password.
    const first = /** @type {HTMLInputElement | null} */ (this.querySelector(this.isGuest ? '#identity-password' : '#identity-name'));
    first?.focus();
    first?.select();
  }

  /** @param {Partial<Pick<Identity, 'way' | 'name' | 'password' | 'error' | 'busy'>>} change */
  set(change) {
    Object.assign(this, change);
    this.update();
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    if (this.busy) return;
    const name = meant(this.value());
    const fault = faultOf(name);
    if (fault) return this.set({ name, error: fault });
    this.set({ name, busy: true, error: null });
    const refusal = await this.app.enter(this.way, name, this.password);
    this.set({ busy: false, ...(refusal && refusedName(name, refusal)) });
  }

  get isGuest() {
    return this.app.account.session?.you.kind === 'guest';
  }

  value() {
    return this.name ?? this.app.settings.value.nickname;
  }

  update() {
    const { way, error, busy } = this;
    const withPassword = way !== 'guest';
    patch(
      this,
      h(
        'dialog',
        { class: 'dialog narrow', 'aria-labelledby': 'identity-title', on: { close: () => this.app.show(null) } },
        h(
          'form',
          { method: 'dialog', on: { submit: (event) => this.submit(event) } },
          h(
            'header',
            null,
            h('span', { class: 'brand' }, brand()),
            h('h2', { id: 'identity-title' }, t(this.isGuest ? 'identity.keep' : 'identity.title')),
            closeButton(),
          ),
          !this.isGuest &&
            segments(
              t('identity.way'),
              [
                { id: 'guest', label: t('identity.guest') },
                { id: 'login', label: t('identity.login') },
                { id: 'register', label: t('identity.register') },
              ],
              way,
              (id) => this.set({ way: /** @type {Way} */ (id), error: null }),
            ),
          h(
            'label',
            { class: 'field' },
            h('span', null, t('identity.name')),
            h('input', {
              id: 'identity-name',
              class: 'text',
              name: 'username',
              autocomplete: withPassword ? 'username' : 'nickname',
              required: true,
              autofocus: true,
              'aria-invalid': Boolean(error),
              'aria-describedby': error ? 'identity-error' : null,
              prop: { value: this.value() },
              on: { input: (event) => this.set({ name: event.target.value, error: null }) },
            }),
          ),
          withPassword &&
            h(
              'label',
              { key: 'password', class: 'field' },
              h('span', null, t('identity.password')),
              h('input', {
                id: 'identity-password',
                class: 'text',
                type: 'password',
                name: 'password',
                autocomplete: way === 'login' ? 'current-password' : 'new-password',
                minlength: '8',
                maxlength: '128',
                required: true,
                prop: { value: this.password },
                on: { input: (event) => this.set({ password: event.target.value, error: null }) },
              }),
            ),
          h('p', { class: 'note' }, t(`identity.${way}.note`)),
          error && h('p', { key: 'error', id: 'identity-error', class: 'error', role: 'alert' }, t(error.key, error.params)),
          h('button', { class: 'btn hot', type: 'submit', 'aria-disabled': busy }, t(`identity.${way}.go`)),
        ),
      ),
    );
  }
}

customElements.define('p-identity', Identity);
