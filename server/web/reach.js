// The server within reach: the connection lost and back, and a newer page that waits there.

/** @import { App } from './app.js' */

import { t } from './i18n.js';
import { isStale, renew } from './shell.js';

export class Reach {
  /** `true` if the server was out of reach at the last request. */
  isCutOff = false;
  /** `true` if the server has a newer page, which waits until the player is free. */
  isOld = false;
  /** Time at which the server announced a restart: clocks stand still until it is back. @type {number | null} */
  stoppedAt = null;
  #app;
  #wasLost = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** The time by which clocks are read: it stands still while the server restarts. */
  get now() {
    return this.stoppedAt ?? Date.now();
  }

  /** A request did not get through. */
  failed() {
    this.isCutOff = true;
  }

  /** The server is reachable again, possibly with a different version. */
  async reached() {
    if (!this.isCutOff) return;
    this.isCutOff = false;
    await this.renew();
  }

  /** Loads a newer page if the server has one, unless the player has a seat. */
  async renew() {
    const app = this.#app;
    if (!(await isStale())) return;
    const isSeated = [...app.sessions.values()].some((session) => session.live?.you);
    this.isOld = isSeated || app.dialog !== null || renew();
    app.render();
  }

  /** The connection is new. */
  greeted() {
    this.stoppedAt = null;
  }

  /** Arrives once when the server begins to stop, and again when it closes the connection. @param {string} reason */
  closing(reason) {
    if (reason !== 'restart') this.stoppedAt = null;
    else if (this.stoppedAt === null) {
      this.stoppedAt = Date.now();
      this.#app.toast(t('net.restarts'));
    }
  }

  /** `true` while a connection that there was, or should be, carries nothing. */
  get isLost() {
    const { net } = this.#app;
    return net.state === 'lost' || (net.state === 'ready' && net.isDown);
  }

  /** The state of the connection changed. */
  changed() {
    const { net, announcer } = this.#app;
    const { isLost } = this;
    if (isLost && !this.#wasLost) announcer.assertive(t('say.offline'));
    if (!isLost && this.#wasLost && net.state === 'ready') this.renew();
    this.#wasLost = isLost;
  }
}
