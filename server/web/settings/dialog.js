// The settings dialog: changes apply immediately and are kept in this browser.

/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Settings } from '../settings.js' */

import { h, patch } from '../dom.js';
import { t } from '../i18n.js';
import { check, segments } from '../lobby/common.js';
import { modal } from '../modal.js';
import { CHOICES } from '../settings.js';
import { volumeField } from '../volume.js';
import { chipsPart } from './chips.js';
import { KeyList } from './keys.js';
import { LimitForm } from './limits.js';
import { pushSwitch } from './push.js';
import { SizeForm } from './sizes.js';

/** The tabs, in order. Limits are those of an account. */
const TABS = ['look', 'cards', 'play', 'bets', 'sound', 'keys', 'limits'];

/** On/off settings. @typedef {'suitLetters' | 'vibrate' | 'badge' | 'askAllIn' | 'hotkeys' | 'jumpToActions' | 'goToTurn' | 'voice' | 'chatSound' | 'emotes' | 'odds' | 'streamer' | 'sortHand' | 'autoRebuy' | 'autoTopUp'} Flag */
/** Settings that are one of a few words. @typedef {'lang' | 'theme' | 'felt' | 'deck' | 'face' | 'back' | 'hand' | 'ranks' | 'amounts' | 'motion' | 'speech' | 'afterHand' | 'bankStart'} Choice */

/** @implements {View} */
class SettingsDialog extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** Tab to open first. */
  tab = 'look';
  /** Tab selected since then. @type {string | null} */
  #turned = null;
  #keys = new KeyList(this);
  #sizes = new SizeForm(this);
  #limits = new LimitForm(this);

  connectedCallback() {
    this.update();
    // The dialog opens after this.
    requestAnimationFrame(() => this.#reveal());
    // Pressing its switch must not have to wait for it.
    this.app.knowPush().catch(() => {});
  }

  get settings() {
    return this.app.settings.value;
  }

  /** @param {Partial<Settings>} change */
  merge(change) {
    this.app.settings.merge(change);
    this.update();
  }

  /** @param {Choice} name @param {readonly string[]} [values] */
  choice(name, values = CHOICES[name]) {
    return h(
      'div',
      { key: name, class: 'field' },
      h('span', { 'aria-hidden': 'true' }, t(`settings.${name}`)),
      segments(
        t(`settings.${name}`),
        values.map((value) => ({ id: value, label: t(`settings.${name}.${value}`) })),
        String(this.settings[name]),
        (id) => this.merge(/** @type {Partial<Settings>} */ ({ [name]: id })),
      ),
    );
  }

  /** @param {Flag} name */
  flag(name) {
    return check(t(`settings.${name}`), this.settings[name], (is) => this.merge({ [name]: is }));
  }

  update() {
    if (!this.isConnected || !this.app) return;
    const tab = this.#turned ?? this.tab;
    patch(
      this,
      modal(
        'settings',
        t('settings'),
        'settings',
        () => this.app.show(null),
        this.#tabs(tab),
        h('section', { key: tab, id: 'settings-part', role: 'tabpanel', 'aria-labelledby': `settings-${tab}` }, this.#part(tab)),
      ),
    );
  }

  /** @param {string} tab */
  #tabs(tab) {
    const tabs = this.app.account.session ? TABS : TABS.filter((id) => id !== 'limits');
    /** @param {KeyboardEvent} event @param {number} at */
    const keys = (event, at) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const next = (at + by + tabs.length) % tabs.length;
      this.#turn(tabs[next]);
      /** @type {HTMLElement | null} */ (this.querySelector(`#settings-${tabs[next]}`))?.focus();
    };
    return h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': t('settings') },
      tabs.map((id, at) =>
        h(
          'button',
          {
            key: id,
            type: 'button',
            role: 'tab',
            id: `settings-${id}`,
            'aria-selected': id === tab,
            'aria-controls': 'settings-part',
            tabindex: id === tab ? '0' : '-1',
            on: { click: () => this.#turn(id), keydown: (event) => keys(event, at) },
          },
          t(`settings.${id}`),
        ),
      ),
    );
  }

  /** @param {string} tab */
  #turn(tab) {
    this.#turned = tab;
    this.#keys.stop();
    this.update();
    this.#reveal();
  }

  /** Scrolls to the selected tab: on a phone they are wider than the dialog. */
  #reveal() {
    this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @param {string} tab @returns {Kid[]} */
  #part(tab) {
    switch (tab) {
      case 'cards':
        return [
          preview(),
          this.choice('deck'),
          this.choice('face'),
          this.choice('back'),
          this.choice('ranks'),
          this.flag('suitLetters'),
          this.flag('sortHand'),
        ];
      case 'play':
        return [
          this.flag('askAllIn'),
          this.choice('afterHand'),
          this.choice('bankStart'),
          ...chipsPart(this),
          this.flag('odds'),
          this.flag('streamer'),
          this.flag('jumpToActions'),
          this.flag('goToTurn'),
        ];
      case 'bets':
        return this.#sizes.view();
      case 'sound':
        return [
          volumeField(t('settings.volume'), this.settings.volume, (volume) => this.merge({ volume })),
          this.flag('chatSound'),
          this.choice('speech', ['brief', 'normal', 'full']),
          this.flag('voice'),
          this.flag('emotes'),
          this.flag('vibrate'),
          this.flag('badge'),
          pushSwitch(this.app),
        ];
      case 'keys':
        return [this.flag('hotkeys'), ...this.#keys.view()];
      case 'limits':
        return this.#limits.view();
      default:
        return [
          this.choice('lang', ['en', 'fr']),
          this.choice('theme'),
          this.choice('felt'),
          this.choice('hand'),
          this.choice('amounts'),
          this.choice('motion', ['system', 'off']),
        ];
    }
  }
}

/** A preview of the deck: open, hidden, own cards. */
const preview = () =>
  h(
    'div',
    { key: 'preview', class: 'deck-preview', role: 'group', 'aria-label': t('settings.preview') },
    ['As', 'Kh', '7d', 'Tc', '??', 'Qh'].map((card, at) => h('p-card', { key: at, c: card, state: at === 5 ? 'peek' : '' })),
  );

customElements.define('p-settings', SettingsDialog);

export { SettingsDialog };
