// The voice of a wall screen: tones and a spoken line at the moments of a tournament.

/** @import { Tournament } from './model.js' */
/** @import { Look } from './wall-look.js' */
/** @import { Moment } from './wall-moments.js' */

import { speak } from '../announce.js';
import { lang } from '../i18n.js';
import { Sounds } from '../sound.js';
import { momentOf, momentText, SCORES } from './wall-moments.js';

/** Pause between the tones and the words, in milliseconds. */
const BREATH_MS = 1200;

export class WallVoice {
  #sounds = new Sounds();
  /** The state at the last look. @type {Tournament | null} */
  #before = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #speaking;

  /** `true` once a press has allowed the page to be heard. */
  isAwake = false;

  wake() {
    this.isAwake = true;
    this.#sounds.wake();
  }

  stop() {
    clearTimeout(this.#speaking);
    globalThis.speechSynthesis?.cancel();
  }

  /**
   * Compares a state with the last one, and calls out the moment between them.
   *
   * @param {Tournament} live
   * @param {Look} look
   * @param {number} now
   */
  look(live, look, now) {
    const before = this.#before;
    this.#before = live;
    if (!before || before === live || before.id !== live.id) return;
    const moment = momentOf(before, live);
    if (moment) this.call(moment, live, look, now);
  }

  /** @param {Moment} moment @param {Tournament} live @param {Look} look @param {number} now */
  call(moment, live, { volume, isSpoken }, now) {
    if (volume === 0) return;
    this.#sounds.setVolume(volume);
    this.#sounds.perform(SCORES[moment]);
    if (!isSpoken) return;
    clearTimeout(this.#speaking);
    const text = momentText(moment, live, now);
    this.#speaking = setTimeout(() => text && speak(text, { lang: lang(), volume }), BREATH_MS);
  }
}
