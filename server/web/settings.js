// Preferences of the player, kept in this browser alone. Nothing secret is ever stored here.

import { bestLang } from './i18n.js';
import { Store } from './store.js';

/**
 * @typedef {object} Settings
 * @property {'en' | 'fr'} lang
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'green' | 'slate' | 'ink' | 'plum'} felt
 * @property {'four' | 'two' | 'safe'} deck `safe` is for the colour-blind: it also has letters.
 * @property {'classic' | 'large' | 'solid'} face
 * @property {'lattice' | 'stripes' | 'dots' | 'rings' | 'plain'} back
 * @property {'right' | 'left'} hand Side of the action buttons.
 * @property {boolean} suitLetters
 * @property {'auto' | 'en' | 'fr'} ranks
 * @property {'chips' | 'bb'} amounts
 * @property {boolean} askAllIn
 * @property {boolean} hotkeys
 * @property {Record<string, string>} keys Custom keys by action.
 * @property {import('./table/sizes.js').Sizes} sizes Custom bet sizes.
 * @property {number} betStep Step of the slider, in big blinds.
 * @property {'ask' | 'muck' | 'show'} afterHand Treatment of unseen cards after the hand.
 * @property {'itself' | 'button'} bankStart Start of the time bank.
 * @property {boolean} autoRebuy `true` to buy in again after losing the stack.
 * @property {boolean} autoTopUp `true` to fill a stack below `topUpBelow` up to `topUpTo`, both in big blinds.
 * @property {number} topUpBelow
 * @property {number} topUpTo
 * @property {boolean} jumpToActions
 * @property {boolean} goToTurn `true` to switch, with several tables open, to the one where the player is to act.
 * @property {'system' | 'off'} motion
 * @property {number} volume From 0 to 1.
 * @property {boolean} chatSound
 * @property {import('./table/say.js').Speech} speech Amount of automatic speech.
 * @property {boolean} voice `true` to read aloud what a screen reader would.
 * @property {boolean} odds Odds of open hands at an all-in.
 * @property {boolean} emotes Emotes at the seats.
 * @property {boolean} vibrate On my turn.
 * @property {boolean} push `true` to be called while no page is in view.
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
  goToTurn: true,
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

/** Allowed values of settings that are one of a few words. @type {Record<string, readonly string[]>} */
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
 * The defaults overlaid with the stored values; values of the wrong type are dropped.
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
    // A broken entry counts as none.
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
    // If storage is blocked, the settings last as long as the page.
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

/** Applies the settings that are styles. @param {Settings} settings */
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

/** `true` if animations are allowed. @param {Settings} settings */
export const mayMove = (settings) => settings.motion !== 'off' && !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `true` if the player has a keyboard: a touch-only device has none at hand. @param {Settings} settings */
export const hasKeys = ({ hotkeys }) => hotkeys && !globalThis.matchMedia?.('(pointer: coarse)').matches;
