// Base of all views played with a table's bar: the player's pending input, presses and the messages in response, and a stage that is measured.

/** @import { App, View } from '../app.js' */
/** @import { Place } from './actions.js' */
/** @import { Ui } from './ui.js' */

import { Effects } from './effects.js';
import { hotkey } from './hotkeys.js';
import { Placer } from './layout.js';
import { IDLE, UNDECIDED } from './ui.js';

/** Time for which a new decision accepts no press: it may have appeared under the finger. */
const CALM_MS = 250;

/** Time for which a message of the bar is shown, and within which the second press must follow. */
const SAID_MS = 2000;

/** @implements {View} */
export class BarView extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** @type {Ui} */
  ui = { ...IDLE };
  /** Buttons of row 2. @type {(Place | null)[]} */
  places = [null, null, null];
  effects = new Effects(this);
  size = { W: 0, H: 0 };
  placer = new Placer();

  #askedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saying;
  #watcher = new ResizeObserver(() => this.#measure());
  /** The stage whose size is observed. @type {Element | null} */
  #watched = null;
  /** @param {KeyboardEvent} event */
  #keys = (event) => this.keyed(event, this.settings.hotkeys ? hotkey(event) : null);

  connectedCallback() {
    addEventListener('keydown', this.#keys);
  }

  disconnectedCallback() {
    clearTimeout(this.#saying);
    this.#watcher.disconnect();
    // A view moved elsewhere on the page is attached again.
    this.#watched = null;
    removeEventListener('keydown', this.#keys);
  }

  get settings() {
    return this.app.settings.value;
  }

  now() {
    return Date.now();
  }

  // ---------- for subclasses ----------

  update() {}

  /** Called after the table was shown in another size. */
  resized() {}

  /** Handles a key and its meaning at a table. @param {KeyboardEvent} _event @param {ReturnType<typeof hotkey>} _key */
  keyed(_event, _key) {}

  /** `true` if the bar accepts presses. */
  get isReady() {
    return this.isCalm;
  }

  // ---------- the stage ----------

  /** Observes the stage just drawn, and measures it if it is a different one. */
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

  /** Changes the player's pending input, when the view is about to be drawn anyway. @param {Partial<Ui>} change */
  mind(change) {
    this.ui = { ...this.ui, ...change };
  }

  /** @param {Partial<Ui>} change */
  set(change) {
    this.mind(change);
    this.update();
  }

  /** Starts a new question. The bar is redrawn once it may be answered. */
  ask() {
    this.#askedAt = performance.now();
    this.#whenCalm();
  }

  /** A timer may fire slightly early by the clock that counts. */
  #whenCalm() {
    const left = CALM_MS - (performance.now() - this.#askedAt);
    if (left > 0) setTimeout(() => this.#whenCalm(), left);
    else this.update();
  }

  /** `true` if the question has been visible for long enough. */
  get isCalm() {
    return performance.now() - this.#askedAt >= CALM_MS;
  }

  /** Drops the pending input of the previous decision. */
  undecide() {
    clearTimeout(this.#saying);
    this.mind(UNDECIDED);
  }

  /** Handles a press on a button of the bar. @param {MouseEvent} _event @param {number} at */
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

  /** @param {string} selector @returns {boolean} `true` if the element exists. */
  focusOn(selector) {
    const element = /** @type {HTMLElement | null} */ (this.querySelector(selector));
    element?.focus();
    return element !== null;
  }
}
