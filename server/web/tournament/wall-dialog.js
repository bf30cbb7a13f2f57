// Preferences of a wall screen: sound and voice, look, the club's picture and colours.

/** @import { Look } from './wall-look.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { check, choice } from '../lobby/common.js';
import { modal } from '../modal.js';
import { volumeField } from '../volume.js';
import { LOOKS, pictureOf } from './wall-look.js';

/** Colours that the pickers begin with. */
const FIRST = { ground: '#10231d', accent: '#f4bd48' };

export class WallDialog {
  isOpen = false;
  /** `true` if the last file was refused. */
  isRefused = false;
  #look;
  #merge;
  #test;

  /**
   * @param {() => Look} look
   * @param {(change: Partial<Look>) => void} merge
   * @param {() => void} test Lets the screen be heard once.
   */
  constructor(look, merge, test) {
    this.#look = look;
    this.#merge = merge;
    this.#test = test;
  }

  open() {
    this.isOpen = true;
    this.#merge({});
  }

  /** @param {Event} event */
  async #take(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    if (!file) return;
    const picture = await pictureOf(file);
    input.value = '';
    this.isRefused = picture === null;
    this.#merge(picture === null ? {} : { picture });
  }

  /** @param {'ground' | 'accent'} name */
  #colour(name) {
    const value = this.#look()[name];
    return h(
      'div',
      { key: name, class: 'wall-colour' },
      h(
        'label',
        { class: 'field' },
        h('span', null, t(`wall.colour.${name}`)),
        h('input', { type: 'color', prop: { value: value || FIRST[name] }, on: { input: (event) => this.#merge({ [name]: event.target.value }) } }),
      ),
      value && h('button', { key: 'off', type: 'button', class: 'btn-s', on: { click: () => this.#merge({ [name]: '' }) } }, t('wall.colour.off')),
    );
  }

  view() {
    if (!this.isOpen) return null;
    const { look, volume, isSpoken, picture } = this.#look();
    return modal(
      'wall',
      t('wall.settings'),
      'narrow wall-settings',
      () => {
        this.isOpen = false;
        this.isRefused = false;
        this.#merge({});
      },
      volumeField(volume === 0 ? t('wall.volume.off') : t('wall.volume'), volume, (volume) => this.#merge({ volume })),
      check(t('wall.spoken'), isSpoken, (isOn) => this.#merge({ isSpoken: isOn })),
      h('button', { key: 'test', type: 'button', class: 'btn-s', on: { click: () => this.#test() } }, t('wall.test')),
      choice(
        t('wall.look'),
        LOOKS.map((id) => ({ id, label: t(`wall.look.${id}`) })),
        look,
        (id) => this.#merge({ look: /** @type {Look['look']} */ (id) }),
      ),
      this.#colour('ground'),
      this.#colour('accent'),
      h(
        'label',
        { key: 'picture', class: 'field' },
        h('span', null, t('wall.picture')),
        h('input', { type: 'file', accept: 'image/*', class: 'text', on: { change: (event) => this.#take(event) } }),
      ),
      this.isRefused && h('p', { key: 'refused', class: 'error', role: 'alert' }, t('wall.picture.refused')),
      picture && h('button', { key: 'no-picture', type: 'button', class: 'btn-s', on: { click: () => this.#merge({ picture: '' }) } }, t('wall.picture.off')),
      h('p', { key: 'kept', class: 'note' }, t('wall.kept')),
    );
  }
}
