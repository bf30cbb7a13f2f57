// The live regions: one polite log and one assertive line. Each text is announced once and then removed.

const FORGET_MS = 5000;

export class Announcer {
  #polite;
  #assertive;
  /** Language and volume of the page's own voice, `null` while it is off. @type {{ lang: string, volume: number } | null} */
  #voice = null;

  /** @param {HTMLElement} polite @param {HTMLElement} assertive */
  constructor(polite, assertive) {
    this.#polite = polite;
    this.#assertive = assertive;
  }

  /** Lets the page read aloud, for players without a screen reader. @param {{ voice: boolean, lang: string, volume: number }} settings */
  setVoice({ voice, lang, volume }) {
    if (this.#voice && !voice) globalThis.speechSynthesis?.cancel();
    this.#voice = voice ? { lang, volume } : null;
  }

  /** @param {string} text */
  polite(text) {
    this.#say(this.#polite, text);
  }

  /** @param {string} text */
  assertive(text) {
    this.#assertive.replaceChildren();
    // Urgent texts interrupt the others.
    if (this.#voice && text) globalThis.speechSynthesis?.cancel();
    this.#say(this.#assertive, text);
  }

  /** @param {HTMLElement} region @param {string} text */
  #say(region, text) {
    if (!text) return;
    const line = document.createElement('p');
    line.textContent = text;
    region.append(line);
    setTimeout(() => line.remove(), FORGET_MS);
    if (this.#voice) speak(text, this.#voice);
  }
}

/** Reads a text aloud. @param {string} text @param {{ lang: string, volume: number }} voice */
export function speak(text, { lang, volume }) {
  if (typeof SpeechSynthesisUtterance === 'undefined') return;
  const spoken = new SpeechSynthesisUtterance(text);
  Object.assign(spoken, { lang, volume });
  globalThis.speechSynthesis?.speak(spoken);
}
