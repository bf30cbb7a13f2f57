// The live regions: one polite log and one assertive line, each said once and then forgotten.

const FORGET_MS = 5000;

export class Announcer {
  #polite;
  #assertive;

  /** @param {HTMLElement} polite @param {HTMLElement} assertive */
  constructor(polite, assertive) {
    this.#polite = polite;
    this.#assertive = assertive;
  }

  /** @param {string} text */
  polite(text) {
    this.#say(this.#polite, text);
  }

  /** @param {string} text */
  assertive(text) {
    this.#assertive.replaceChildren();
    this.#say(this.#assertive, text);
  }

  /** @param {HTMLElement} region @param {string} text */
  #say(region, text) {
    if (!text) return;
    const line = document.createElement('p');
    line.textContent = text;
    region.append(line);
    setTimeout(() => line.remove(), FORGET_MS);
  }
}
