// Settings: applied as they are changed, kept in this browser.

/** @import { App } from './app.js' */
/** @import { Settings } from './settings.js' */

import { h, icon } from './dom.js';
import { t } from './i18n.js';
import { ICONS } from './icons.js';
import { check, segments } from './lobby/common.js';
import { HOTKEYS } from './table/hotkeys.js';

/** @param {App} app */
export function settingsDialog(app) {
  const settings = app.settings.value;
  /**
   * @template {keyof Settings} K
   * @param {K} name
   * @param {readonly Settings[K][]} values
   */
  const choice = (name, values) =>
    h(
      'div',
      { key: name, class: 'field' },
      h('span', { 'aria-hidden': 'true' }, t(`settings.${name}`)),
      segments(
        t(`settings.${name}`),
        values.map((value) => ({ id: String(value), label: t(`settings.${name}.${value}`) })),
        String(settings[name]),
        (id) => app.settings.merge(/** @type {Partial<Settings>} */ ({ [name]: id })),
      ),
    );
  /** @param {'suitLetters' | 'vibrate' | 'badge' | 'askAllIn' | 'hotkeys' | 'jumpToActions' | 'jumpToTurn' | 'voice' | 'chatSound' | 'emotes' | 'streamer' | 'sortHand'} name */
  const flag = (name) => check(t(`settings.${name}`), settings[name], (is) => app.settings.merge({ [name]: is }));
  return h(
    'dialog',
    {
      key: 'settings',
      class: 'dialog',
      'aria-labelledby': 'settings-title',
      enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
      on: {
        close: () => app.show(null),
        click: (event) => event.target === event.currentTarget && event.currentTarget.close(),
      },
    },
    h(
      'div',
      { class: 'dialog-in' },
      h(
        'header',
        null,
        h('h2', { id: 'settings-title' }, t('settings')),
        h(
          'button',
          { class: 'ico', 'aria-label': t('close'), on: { click: (event) => event.target.closest('dialog').close() } },
          icon(ICONS.close),
        ),
      ),
      h(
        'section',
        { 'aria-label': t('settings.look') },
        h('h3', null, t('settings.look')),
        choice('lang', ['en', 'fr']),
        choice('theme', ['system', 'light', 'dark']),
        choice('felt', ['green', 'slate', 'ink', 'plum']),
        choice('deck', ['four', 'two']),
        choice('ranks', ['auto', 'en', 'fr']),
        flag('suitLetters'),
        choice('amounts', ['chips', 'bb']),
        choice('motion', ['system', 'off']),
      ),
      h(
        'section',
        { 'aria-label': t('settings.play') },
        h('h3', null, t('settings.play')),
        flag('askAllIn'),
        flag('sortHand'),
        flag('streamer'),
        flag('jumpToActions'),
        flag('jumpToTurn'),
      ),
      h(
        'section',
        { 'aria-label': t('settings.sound') },
        h('h3', null, t('settings.sound')),
        h(
          'label',
          { class: 'field' },
          h('span', null, t('settings.volume')),
          h('input', {
            type: 'range',
            min: '0',
            max: '1',
            step: '0.1',
            prop: { value: String(settings.volume) },
            style: { '--v': `${settings.volume * 100}%` },
            'aria-valuetext': `${Math.round(settings.volume * 100)} %`,
            on: { input: (event) => app.settings.merge({ volume: Number(event.target.value) }) },
          }),
        ),
        flag('chatSound'),
        choice('speech', ['brief', 'normal', 'full']),
        flag('voice'),
        flag('emotes'),
        flag('vibrate'),
        flag('badge'),
      ),
      h(
        'section',
        { 'aria-label': t('settings.keys') },
        h('h3', null, t('settings.keys')),
        flag('hotkeys'),
        h(
          'dl',
          { class: 'keys' },
          HOTKEYS.map(({ keys, words }) =>
            h(
              'div',
              { key: words },
              h(
                'dt',
                null,
                keys.map((key) => h('kbd', { key }, key)),
              ),
              h('dd', null, t(words)),
            ),
          ),
        ),
      ),
    ),
  );
}
