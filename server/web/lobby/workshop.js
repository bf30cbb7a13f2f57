// The workshop of a custom game: a form beside the text of the definition, and ten trial hands.

/** @import { TrialHand } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { Lobby } from './lobby.js' */
/** @import { Step } from './definition.js' */

import { h, patch } from '../dom.js';
import { num, t, tn } from '../i18n.js';
import { Refusal } from '../net.js';
import { KEYS, newStep, parametersOf, stepsOf, STEPS, stepWith, valueOf, withSteps, withValue } from './definition.js';

/** Header keys in the form: those that read well in a field. */
const FIELDS = ['seats', 'limits', 'deck', 'wild', 'jokers', 'raise_cap', 'show', 'check_raise', 'triggers'];

class Workshop extends HTMLElement {
  /** @type {Lobby} */
  // @ts-ignore: set by the parent before the first update.
  lobby;
  /** @type {TrialHand[]} */
  #hands = [];
  /** Error, or progress of a request. */
  #told = '';
  /** Number of the last request for hands that was sent or answered. */
  #tried = 0;

  connectedCallback() {
    this.update();
  }

  update() {
    if (!this.isConnected || !this.lobby) return;
    const { draft } = this.lobby;
    if (draft.tries > this.#tried) this.#deal(draft.tries, draft.definition);
    patch(this, [draft.isForm && this.#form(draft.definition), draft.isTried && this.#tryOut()]);
  }

  // ---------- hands ----------

  /** @param {number} tries @param {string} definition */
  async #deal(tries, definition) {
    this.#tried = tries;
    this.#told = t('own.dealing');
    this.#hands = [];
    try {
      const { hands = [], error } = await this.lobby.app.account.deal(definition);
      this.#hands = hands;
      this.#told = error ?? tn('own.dealt', hands.length);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
      this.#told = t(refusal.key, refusal.params);
    }
    this.update();
  }

  #tryOut() {
    return h(
      'section',
      { key: 'hands', class: 'trial', 'aria-label': t('own.deal') },
      h('p', { class: 'note', role: 'status' }, this.#told),
      this.#hands.map((hand, at) =>
        h(
          'details',
          { key: `${this.#tried}-${at}` },
          h('summary', null, t('own.hand', { n: at + 1, players: hand.players, pot: num(hand.pot) }), hand.showdown && ` · ${t('own.hand.shown')}`),
          h('pre', { tabindex: '0', lang: 'en' }, hand.phh),
        ),
      ),
    );
  }

  // ---------- the form ----------

  /** @param {string} text */
  #form(text) {
    const steps = stepsOf(text);
    return h(
      'section',
      { key: 'form', class: 'workshop', 'aria-label': t('own.form') },
      this.#names(text),
      h(
        'div',
        { key: 'keys', class: 'two' },
        FIELDS.map((key) => this.#field(text, key)),
      ),
      h('h3', { key: 'title' }, t('own.steps')),
      steps
        ? h(
            'ol',
            { key: 'steps', class: 'own-steps' },
            steps.map((step, at) => this.#step(text, steps, step, at)),
          )
        : h('p', { key: 'unread', class: 'note' }, t('own.unread')),
      steps && this.#adding(text, steps),
    );
  }

  /** The name in each language, which the text has as a pair. @param {string} text */
  #names(text) {
    const written = valueOf(text, 'name');
    const of = (/** @type {string} */ lang) => new RegExp(`\\b${lang}\\s*=\\s*"([^"]*)"`).exec(written)?.[1] ?? '';
    const names = { en: of('en'), fr: of('fr') };
    const quoted = (/** @type {string} */ name) => `"${name.replace(/["\\]/g, '')}"`;
    return h(
      'div',
      { key: 'names', class: 'two' },
      ['en', 'fr'].map((lang) =>
        input(t(`own.name.${lang}`), names[/** @type {'en' | 'fr'} */ (lang)], (name) => {
          const next = { ...names, [lang]: name };
          this.lobby.write(withValue(text, 'name', `{ en = ${quoted(next.en)}, fr = ${quoted(next.fr)} }`));
        }),
      ),
    );
  }

  /** @param {string} text @param {string} key */
  #field(text, key) {
    const written = valueOf(text, key);
    const words = KEYS[key];
    // Lists and numbers are written bare, words in quotes.
    const isBare = written === '' ? ['seats', 'limits', 'jokers', 'raise_cap'].includes(key) : !/^["']/.test(written);
    const value = isBare ? written : written.replace(/^["']|["']$/g, '');
    const write = (/** @type {string} */ next) => this.lobby.write(withValue(text, key, next === '' || isBare ? next : `"${next.replace(/["\\]/g, '')}"`));
    return words ? select(t(`own.key.${key}`), value, ['', ...words], write) : input(t(`own.key.${key}`), value, write);
  }

  /** @param {string} text @param {Step[]} steps @param {Step} step @param {number} at */
  #step(text, steps, step, at) {
    const put = (/** @type {Step[]} */ next) => this.lobby.write(withSteps(text, next));
    const parameters = parametersOf(step);
    const name = STEPS[step.name] ? t(`own.step.${step.name}`) : step.name;
    const change = (/** @type {number} */ index, /** @type {string} */ value) =>
      put(
        steps.with(
          at,
          stepWith(
            step.name,
            parameters.map((one, n) => (n === index ? { ...one, value } : one)),
          ),
        ),
      );
    const move = (/** @type {number} */ by) => {
      const next = steps.toSpliced(at, 1);
      next.splice(at + by, 0, step);
      put(next);
    };
    const button = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {boolean} */ can, /** @type {() => void} */ click) =>
      h(
        'button',
        {
          key: words,
          type: 'button',
          class: 'mini',
          'aria-label': t(words, { what: `${at + 1}, ${name}` }),
          'aria-disabled': !can,
          on: { click: () => can && click() },
        },
        sign,
      );
    return h(
      'li',
      { key: at },
      h('b', null, name),
      parameters.length > 0 &&
        h(
          'span',
          { key: 'params', class: 'params' },
          parameters.map((one, index) => {
            const label = t('own.of', { what: one.name || t('own.value'), step: `${at + 1}` });
            const set = (/** @type {string} */ value) => change(index, value);
            return h(
              'span',
              { key: `p${index}`, class: 'param' },
              one.name && h('i', { 'aria-hidden': 'true' }, `${one.name}=`),
              one.words && (one.value === '' || one.words.includes(one.value))
                ? bare('select', label, one.value, set, [...(one.optional || one.value === '' ? [''] : []), ...one.words])
                : bare('input', label, one.value, set),
            );
          }),
        ),
      h(
        'span',
        { class: 'acts' },
        button('↑', 'own.up', at > 0, () => move(-1)),
        button('↓', 'own.down', at < steps.length - 1, () => move(1)),
        button('×', 'own.remove', steps.length > 1, () => put(steps.toSpliced(at, 1))),
      ),
    );
  }

  /** @param {string} text @param {Step[]} steps */
  #adding(text, steps) {
    // Insert before the showdown, which comes last.
    const at = steps.at(-1)?.name === 'show' ? steps.length - 1 : steps.length;
    return h(
      'label',
      { key: 'add', class: 'field' },
      h('span', null, t('own.add')),
      h(
        'select',
        {
          class: 'text',
          prop: { value: '' },
          on: {
            change: (event) => {
              const name = event.target.value;
              event.target.value = '';
              if (name) this.lobby.write(withSteps(text, steps.toSpliced(at, 0, newStep(name))));
            },
          },
        },
        h('option', { value: '' }, t('own.add.choose')),
        Object.keys(STEPS).map((name) => h('option', { key: name, value: name }, t(`own.step.${name}`))),
      ),
    );
  }
}

/** @param {string} label @param {string} value @param {(value: string) => void} write */
const input = (label, value, write) => h('label', { key: label, class: 'field' }, h('span', null, label), bare('input', null, value, write));

/** @param {string} label @param {string} value @param {string[]} words @param {(value: string) => void} write */
const select = (label, value, words, write) => h('label', { key: label, class: 'field' }, h('span', null, label), bare('select', null, value, write, words));

/**
 * A free-text field.
 *
 * @param {'input' | 'select'} tag
 * @param {string | null} label
 * @param {string} value
 * @param {(value: string) => void} write
 * @param {string[]} [words]
 * @returns {Kid}
 */
const bare = (tag, label, value, write, words = []) =>
  h(
    tag,
    {
      class: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': label,
      prop: { value },
      on: { change: (event) => write(event.target.value.trim()) },
    },
    tag === 'select' ? words.map((word) => h('option', { key: word, value: word }, word || '–')) : [],
  );

customElements.define('p-own', Workshop);

export { Workshop };
