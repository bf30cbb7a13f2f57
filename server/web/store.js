// Observable state. Watchers are called once per task, not once per assignment.

/**
 * @template T
 */
export class Store {
  /** @type {T} */
  #value;
  /** @type {Set<(value: T) => void>} */
  #watchers = new Set();
  #told = true;

  /** @param {T} value */
  constructor(value) {
    this.#value = value;
  }

  get value() {
    return this.#value;
  }

  /** @param {T} value */
  set(value) {
    if (value === this.#value) return;
    this.#value = value;
    if (!this.#told) return;
    this.#told = false;
    queueMicrotask(() => {
      this.#told = true;
      for (const watcher of [...this.#watchers]) watcher(this.#value);
    });
  }

  /** @param {Partial<T>} part */
  merge(part) {
    this.set({ ...this.#value, ...part });
  }

  /**
   * Calls back after every change, until the returned function is called.
   *
   * @param {(value: T) => void} watcher
   * @returns {() => void}
   */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
