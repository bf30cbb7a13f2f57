// What a player likes, kept in this browser alone. Nothing secret is ever stored here.

import { bestLang } from './i18n.js';
import { Store } from './store.js';

/**
 * @typedef {object} Settings
 * @property {'en' | 'fr'} lang
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'green' | 'slate' | 'ink' | 'plum'} felt
 * @property {'four' | 'two' | 'safe'} deck `safe` for eyes that tell few colours apart: it has letters, too.
 * @property {'classic' | 'large' | 'solid'} face
 * @property {'lattice' | 'stripes' | 'dots' | 'rings' | 'plain'} back
 * @property {'right' | 'left'} hand On which side the actions lie.
 * @property {boolean} suitLetters
 * @property {'auto' | 'en' | 'fr'} ranks
 * @property {'chips' | 'bb'} amounts
 * @property {boolean} askAllIn
 * @property {boolean} hotkeys
 * @property {Record<string, string>} keys The player's own keys by action.
 * @property {import('./table/sizes.js').Sizes} sizes The player's own amounts to bet.
 * @property {number} betStep Of the slider, in big blinds.
 * @property {'ask' | 'muck' | 'show'} afterHand What becomes of cards that no player has seen, once the hand is over.
 * @property {'itself' | 'button'} bankStart How the time bank begins.
 * @property {boolean} autoRebuy Whether a lost stack is bought again.
 * @property {boolean} autoTopUp Whether a stack below `topUpBelow` is filled up to `topUpTo`, both in big blinds.
 * @property {number} topUpBelow
 * @property {number} topUpTo
 * @property {boolean} jumpToActions
 * @property {boolean} jumpToTurn Whether the page turns to the table that asks the player.
 * @property {'system' | 'off'} motion
 * @property {number} volume From 0 to 1.
 * @property {boolean} chatSound
 * @property {import('./table/say.js').Speech} speech How much is said by itself.
 * @property {boolean} voice Whether the page reads aloud what a screen reader would.
 * @property {boolean} odds What open hands can expect at an all-in.
 * @property {boolean} emotes Signs at the seats.
 * @property {boolean} vibrate On my turn.
 * @property {boolean} push Whether the player wants to be called while no page is looked at.
 * @property {boolean} badge On the icon of the installed page.
 * @property {boolean} streamer
 * @property {boolean} sortHand
 * @property {string[]} favourites Games.
 * @property {string} lastGame
 * @property {string} nickname
 * @property {string[]} muted Accounts.
 */

/** @type {Settings} */
export const DEFAULTS = {
  lang: 'en',
  theme: 'system',
  felt: 'green',
  deck: 'four',
  face: 'classic',
  back: 'lattice',
  hand: 'right',
  suitLetters: false,
  ranks: 'auto',
  amounts: 'chips',
  askAllIn: true,
  hotkeys: true,
  keys: {},
  sizes: {},
  betStep: 1,
  afterHand: 'ask',
  bankStart: 'itself',
  autoRebuy: false,
  autoTopUp: false,
  topUpBelow: 50,
  topUpTo: 100,
  jumpToActions: false,
  jumpToTurn: false,
  motion: 'system',
  volume: 0.6,
  chatSound: false,
  speech: 'normal',
  voice: false,
  odds: true,
  emotes: true,
  vibrate: true,
  push: false,
  badge: true,
  streamer: false,
  sortHand: false,
  favourites: [],
  lastGame: '',
  nickname: '',
  muted: [],
};

/** What can be chosen, where it is one of a few words. @type {Record<string, readonly string[]>} */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  felt: ['green', 'slate', 'ink', 'plum'],
  deck: ['four', 'two', 'safe'],
  face: ['classic', 'large', 'solid'],
  back: ['lattice', 'stripes', 'dots', 'rings', 'plain'],
  hand: ['right', 'left'],
  ranks: ['auto', 'en', 'fr'],
  amounts: ['chips', 'bb'],
  afterHand: ['ask', 'muck', 'show'],
  bankStart: ['itself', 'button'],
};

const KEY = 'poker.settings';

/**
 * The defaults with what was stored over them; anything of the wrong type is forgotten.
 *
 * @param {string | null} text
 * @param {readonly string[]} languages
 * @returns {Settings}
 */
export function readSettings(text, languages) {
  /** @type {Record<string, unknown>} */
  const result = { ...DEFAULTS, lang: bestLang(languages) };
  /** @type {unknown} */
  let stored = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // A broken entry is as good as none.
  }
  if (stored && typeof stored === 'object') {
    for (const [name, value] of Object.entries(stored)) {
      const known = /** @type {Record<string, unknown>} */ (DEFAULTS)[name];
      const isAlike = typeof known === typeof value && Array.isArray(known) === Array.isArray(value) && value !== null;
      if (isAlike && (!CHOICES[name] || CHOICES[name].includes(String(value)))) result[name] = value;
    }
  }
  const settings = /** @type {Settings} */ (/** @type {unknown} */ (result));
  if (settings.lang !== 'fr' && settings.lang !== 'en') settings.lang = bestLang(languages);
  return settings;
}

/** @returns {Store<Settings>} */
export function openSettings() {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden; the settings then last as long as the page.
  }
  const store = new Store(readSettings(text, navigator.languages));
  store.watch((settings) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // As above.
    }
  });
  return store;
}

/** Puts the settings that are styles on the page. @param {Settings} settings */
export function applySettings(settings) {
  const root = document.documentElement;
  root.lang = settings.lang;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.felt = settings.felt;
  root.dataset.deck = settings.deck;
  root.dataset.face = settings.face;
  root.dataset.back = settings.back;
  root.dataset.hand = settings.hand;
  root.dataset.letters = settings.suitLetters || settings.deck === 'safe' ? 'on' : 'off';
  root.dataset.ranks = settings.ranks === 'auto' ? settings.lang : settings.ranks;
  root.dataset.motion = settings.motion;
  root.dataset.streamer = settings.streamer ? 'on' : 'off';
}

/** Whether pieces may move. @param {Settings} settings */
export const mayMove = (settings) => settings.motion !== 'off' && !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether the player has keys to press: a device that is touched alone has none at hand. @param {Settings} settings */
export const hasKeys = ({ hotkeys }) => hotkeys && !globalThis.matchMedia?.('(pointer: coarse)').matches;
