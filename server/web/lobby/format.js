// Reference of game definitions: everything a custom game may contain, step by step and key by key, with an example.

/** @import { App, View } from '../app.js' */

import { h, patch } from '../dom.js';
import { t } from '../i18n.js';
import { pathOfGame } from '../rulebook.js';
import { KEYS, STEPS } from './definition.js';

/** The example game, which shows many features: two sides, and a fixed number of own cards to use. @param {App} app */
const exampleOf = ({ games }) => games.find(({ high, low, own_cards: own }) => high && low && own) ?? games[0];

/** @implements {View} */
class Format extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  #hasAsked = false;
  /** `true` if the games could not be loaded: the page then has no example. */
  #isMissing = false;

  connectedCallback() {
    this.update();
  }

  update() {
    if (!this.isConnected || !this.app) return;
    if (!this.#hasAsked) {
      this.#hasAsked = true;
      this.app.knowGames().then(
        () => this.update(),
        () => {
          this.#isMissing = true;
          this.update();
        },
      );
    }
    const example = exampleOf(this.app);
    const rules = example ? this.app.rules.of(pathOfGame(example.id)) : 'loading';
    const isComing = !this.#isMissing && rules === 'loading';
    const definition = typeof rules === 'string' ? '' : (rules.definition ?? '');
    patch(
      this,
      h(
        'main',
        { class: 'format' },
        h('a', { class: 'btn-s', href: '/', on: { click: (event) => this.app.follow(event, '/') } }, t('lobby.back')),
        h('h1', null, t('format.title')),
        h('p', null, t('format.intro')),
        definition && h('pre', { key: 'example', tabindex: '0', lang: 'en' }, definition),
        // Content after the example would have to move to make room for it.
        !isComing && this.reference(),
      ),
    );
  }

  /** @returns {import('../dom.js').Kid[]} */
  reference() {
    return [
      h('h2', { key: 'script' }, t('format.script')),
      h('p', null, t('format.script.how')),
      h(
        'dl',
        { key: 'steps' },
        Object.keys(STEPS).map((name) =>
          h(
            'div',
            { key: name, id: `step-${name}` },
            h('dt', null, h('code', null, shape(name))),
            h('dd', null, h('b', null, t(`own.step.${name}`)), ' ', t(`format.step.${name}`)),
          ),
        ),
      ),
      h('h2', { key: 'header' }, t('format.keys')),
      h(
        'dl',
        { key: 'keys' },
        Object.entries(KEYS).map(([name, words]) =>
          h(
            'div',
            { key: name, id: `key-${name}` },
            h('dt', null, h('code', null, name)),
            h('dd', null, t(`format.key.${name}`), words && [' ', h('code', { key: 'words' }, words.join(' | '))]),
          ),
        ),
      ),
    ];
  }
}

/** Syntax of a step. @param {string} name */
const shape = (name) =>
  STEPS[name].length === 0
    ? name
    : `${name}(${STEPS[name]
        .map((one) => {
          const value = one.words ? one.words.join('|') : '…';
          const text = one.name ? `${one.name}=${value}` : value;
          return one.optional ? `[${text}]` : text;
        })
        .join(', ')})`;

customElements.define('p-format', Format);

export { Format };
