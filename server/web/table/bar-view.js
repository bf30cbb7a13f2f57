// What every view has that is played by the bar of a table: what the player has in mind, presses and the words that answer them, and a
// stage that is measured.

/** @import { App, View } from '../app.js' */
/** @import { Place } from './actions.js' */
/** @import { Ui } from './ui.js' */

import { Effects } from './effects.js';
import { hotkey } from './hotkeys.js';
import { Placer } from './layout.js';
import { IDLE, UNDECIDED } from './ui.js';

/** A new decision takes no press for this long: it may have come under the finger. */
const CALM_MS = 250;

/** How long words of the bar stand, and how long a press waits for the second one. */
const SAID_MS = 2000;

/** @implements {View} */
export class BarView extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** @type {Ui} */
  ui = { ...IDLE };
  /** The buttons of row 2. @type {(Place | null)[]} */
  places = [null, null, null];
  effects = new Effects(this);
  size = { W: 0, H: 0 };
  placer = new Placer();

  #askedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saying;
  #watcher = new ResizeObserver(() => this.#measure());
  /** The stage whose size is watched. @type {Element | null} */
  #watched = null;
  /** @param {KeyboardEvent} event */
  #keys = (event) => this.keyed(event, this.settings.hotkeys ? hotkey(event) : null);

  connectedCallback() {
    addEventListener('keydown', this.#keys);
  }

  disconnectedCallback() {
    clearTimeout(this.#saying);
    this.#watcher.disconnect();
    // A view that changes its place on the page comes back.
    this.#watched = null;
    removeEventListener('keydown', this.#keys);
  }

  get settings() {
    return this.app.settings.value;
  }

  now() {
    return Date.now();
  }

  // ---------- what the views have to say ----------

  update() {}

  /** The table was shown in another size. */
  resized() {}

  /** A key of the keyboard, and what it means at a table. @param {KeyboardEvent} _event @param {ReturnType<typeof hotkey>} _key */
  keyed(_event, _key) {}

  /** Whether the bar takes presses. */
  get isReady() {
    return this.isCalm;
  }

  // ---------- the stage ----------

  /** Watches the stage that has just been drawn, and measures it if it is another one. */
  watchStage() {
    const element = this.querySelector('.stage');
    if (!element || element === this.#watched) return;
    this.#watcher.disconnect();
    this.#watcher.observe(element);
    this.#watched = element;
    this.#measure();
  }

  #measure() {
    const element = this.querySelector('.stage');
    if (!element) return;
    const W = element.clientWidth;
    const H = element.clientHeight;
    if (W === this.size.W && H === this.size.H) return;
    this.size = { W, H };
    this.resized();
  }

  // ---------- the bar ----------

  /** Notes what the player has in mind, where the view is about to be drawn. @param {Partial<Ui>} change */
  mind(change) {
    this.ui = { ...this.ui, ...change };
  }

  /** @param {Partial<Ui>} change */
  set(change) {
    this.mind(change);
    this.update();
  }

  /** Something is asked from now on. The bar is shown anew once it may be answered. */
  ask() {
    this.#askedAt = performance.now();
    this.#whenCalm();
  }

  /** A timer may ring a moment early by the clock that counts. */
  #whenCalm() {
    const left = CALM_MS - (performance.now() - this.#askedAt);
    if (left > 0) setTimeout(() => this.#whenCalm(), left);
    else this.update();
  }

  /** Whether what is asked has been seen for long enough. */
  get isCalm() {
    return performance.now() - this.#askedAt >= CALM_MS;
  }

  /** Forgets what the player had in mind about the decision before. */
  undecide() {
    clearTimeout(this.#saying);
    this.mind(UNDECIDED);
  }

  /** A press on a button of the bar. @param {MouseEvent} _event @param {number} at */
  pressed(_event, at) {
    this.press(at);
  }

  /** Presses a place of the bar. @param {number} at */
  press(at) {
    const place = this.places[at];
    if (!place || !this.isReady) return;
    if (place.reason) this.say(place.reason);
    else place.press();
  }

  /** @param {string} text */
  say(text) {
    this.app.announcer.polite(text);
    this.set({ confirmText: text });
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => this.set({ confirm: null, confirmText: '' }), SAID_MS);
  }

  /** Asks for a second press of the same place. @param {'fold' | 'all_in' | 'leave'} what @param {string} text */
  confirm(what, text) {
    this.say(text);
    this.set({ confirm: what });
  }

  /** @param {number} to */
  setAmount(to) {
    this.set({ raiseTo: to, typed: null, byKey: false, confirm: null });
  }

  /** @param {string} selector @returns {boolean} Whether there is such a thing. */
  focusOn(selector) {
    const element = /** @type {HTMLElement | null} */ (this.querySelector(selector));
    element?.focus();
    return element !== null;
  }
}
