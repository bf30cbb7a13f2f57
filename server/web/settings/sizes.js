// Preset bet amounts by limit, and the step of the slider.

/** @import { Kid } from '../dom.js' */
/** @import { Kind } from '../table/sizes.js' */
/** @import { SettingsDialog } from './dialog.js' */

import { h } from '../dom.js';
import { num, parseDecimal, t } from '../i18n.js';
import { segments } from '../lobby/common.js';
import { BOUNDS, legalSize, MOST, ownSizes, SIZED, STEP, USUAL, withSizes } from '../table/sizes.js';

export class SizeForm {
  /** @type {SettingsDialog} */
  #dialog;
  /** Limit being edited. @type {typeof SIZED[number]} */
  #limit = 'nl';
  /** Illegal input, by field. @type {Map<string, string>} */
  #wrong = new Map();

  /** @param {SettingsDialog} dialog */
  constructor(dialog) {
    this.#dialog = dialog;
  }

  /** @returns {Kid[]} */
  view() {
    const { settings } = this.#dialog;
    const limit = this.#limit;
    const isOwn = Object.keys(settings.sizes[limit] ?? {}).length > 0 || settings.betStep !== STEP.usual;
    return [
      segments(
        t('sizes.limit'),
        SIZED.map((id) => ({ id, label: t(`limit.${id}`) })),
        limit,
        (id) => {
          this.#limit = /** @type {typeof SIZED[number]} */ (id);
          this.#wrong.clear();
          this.#dialog.update();
        },
      ),
      this.#list('share'),
      this.#list('open'),
      this.#step(),
      isOwn && h('button', { key: 'reset', type: 'button', class: 'btn-s', on: { click: () => this.#reset() } }, t('sizes.reset')),
    ];
  }

  /** @param {Kind} kind */
  #list(kind) {
    const { settings } = this.#dialog;
    const { min, max } = BOUNDS[kind];
    const values = ownSizes(settings, this.#limit, kind) ?? USUAL[kind];
    const isWrong = Array.from({ length: MOST }, (_, at) => this.#wrong.has(`${kind}${at}`)).some(Boolean);
    return h(
      'fieldset',
      { key: `${this.#limit}-${kind}`, class: 'field sizes' },
      h('legend', null, t(`sizes.${kind}`)),
      h(
        'div',
        { class: 'four' },
        Array.from({ length: MOST }, (_, at) => {
          const typed = this.#wrong.get(`${kind}${at}`);
          return h('input', {
            key: at,
            class: 'num',
            inputmode: 'decimal',
            autocomplete: 'off',
            'aria-label': t(`sizes.${kind}.n`, { n: at + 1 }),
            'aria-invalid': typed !== undefined,
            'aria-describedby': `sizes-${kind}`,
            prop: { value: typed ?? (values[at] === undefined ? '' : num(values[at])) },
            on: { change: (event) => this.#write(kind, at, event.target.value) },
          });
        }),
      ),
      h('small', { id: `sizes-${kind}`, class: isWrong ? 'error' : 'note' }, t(`sizes.${kind}.range`, { min, max })),
    );
  }

  /** @param {Kind} kind @param {number} at @param {string} text */
  #write(kind, at, text) {
    const { settings } = this.#dialog;
    const field = `${kind}${at}`;
    const size = text.trim() === '' ? null : legalSize(kind, parseDecimal(text));
    if (size === null && text.trim() !== '') {
      this.#wrong.set(field, text);
      return this.#dialog.update();
    }
    this.#wrong.delete(field);
    /** @type {(number | null)[]} */
    const values = [...(ownSizes(settings, this.#limit, kind) ?? USUAL[kind])];
    values[at] = size;
    const list = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
    this.#dialog.merge({ sizes: withSizes(settings, this.#limit, kind, list) });
  }

  #step() {
    const { settings } = this.#dialog;
    const typed = this.#wrong.get('step');
    return h(
      'label',
      { key: 'step', class: 'field' },
      h('span', null, t('sizes.step')),
      h('input', {
        class: 'num',
        inputmode: 'decimal',
        autocomplete: 'off',
        'aria-invalid': typed !== undefined,
        'aria-describedby': 'sizes-step',
        prop: { value: typed ?? num(settings.betStep) },
        on: {
          change: (event) => {
            const value = parseDecimal(event.target.value);
            const isLegal = value !== null && value >= STEP.min && value <= STEP.max;
            if (isLegal) this.#wrong.delete('step');
            else this.#wrong.set('step', event.target.value);
            this.#dialog.merge(isLegal ? { betStep: value } : {});
          },
        },
      }),
      h('small', { id: 'sizes-step', class: typed === undefined ? 'note' : 'error' }, t('sizes.step.range', { min: STEP.min, max: STEP.max })),
    );
  }

  #reset() {
    const { settings } = this.#dialog;
    const { [this.#limit]: _, ...others } = settings.sizes;
    this.#wrong.clear();
    this.#dialog.merge({ sizes: others, betStep: STEP.usual });
  }
}
