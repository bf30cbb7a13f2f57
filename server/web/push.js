// Calls through the browser's push service when the player is to act and no page is in view. Off by default.

/** @import { App } from './app.js' */

import { noPush } from './calls.js';
import { lang, t } from './i18n.js';

const PATH = '/api/v1/push';

/** Tag prefix of notifications that call to a table. */
const TAG = 'turn-';

export class Push {
  #app;
  #busy = false;
  /** `true` if this browser has a subscription that the server knows. */
  #isOn = false;
  /** Language of the texts that the service worker has. */
  #lang = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    document.addEventListener('visibilitychange', () => this.#clear());
    app.settings.watch(() => this.#isOn && this.#tellWords());
  }

  /** Asks the player and the push service; call it from the press on the switch. */
  turnOn() {
    return this.#change(async () => {
      if ((await Notification.requestPermission()) !== 'granted') return;
      await this.#subscribe();
      this.#app.settings.merge({ push: true });
    });
  }

  turnOff() {
    return this.#change(async () => {
      this.#app.settings.merge({ push: false });
      this.#isOn = false;
      await this.#end();
    });
  }

  /** Resumes what an earlier visit turned on: the subscription may have changed, or belong to another account. */
  async resume() {
    if (this.#isOn || noPush(this.#app.account.session !== null) || Notification.permission !== 'granted') return;
    await this.#change(() => this.#subscribe());
  }

  /** At sign-out, stops calls for the account in this browser. The setting stays for the next account. */
  async forget() {
    if (!this.#isOn) return;
    this.#isOn = false;
    try {
      await this.#end();
    } catch {
      // If the server is out of reach, the push service will tell it that the subscription is gone.
    }
  }

  async #end() {
    const subscription = await (await worker()).pushManager.getSubscription();
    if (!subscription) return;
    const { endpoint } = subscription;
    await subscription.unsubscribe();
    await this.#app.account.ask('DELETE', PATH, { endpoint });
  }

  async #subscribe() {
    const { pushManager } = await worker();
    const { key } = await this.#app.account.ask('GET', PATH);
    const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
    const known = await pushManager.getSubscription();
    // A subscription made with another key is useless.
    if (known && !isSame(known.options?.applicationServerKey, options.applicationServerKey)) await known.unsubscribe();
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
    await this.#app.account.ask('PUT', PATH, { endpoint, keys });
    this.#isOn = true;
    await this.#tellWords();
    await this.#clear();
  }

  /** @param {() => Promise<void>} act */
  async #change(act) {
    if (this.#busy) return;
    this.#busy = true;
    this.#app.render();
    try {
      await act();
    } catch (error) {
      // Faults of the browser's push service have no error code of ours.
      if (error instanceof DOMException) this.#app.toast(t('push.failed'));
      else this.#app.toastError(error);
    }
    this.#busy = false;
    this.#app.render();
  }

  /** Gives the service worker the texts of the page's language. */
  async #tellWords() {
    if (this.#lang === lang()) return;
    this.#lang = lang();
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="apple-touch-icon"]'))?.href;
    (await worker()).active?.postMessage({ words: { lang: lang(), turn: t('push.turn'), event: t('push.event'), place: t('push.place'), icon } });
  }

  /** Removes the call's notifications once the player is here. */
  async #clear() {
    if (document.hidden || !this.#isOn) return;
    for (const shown of await (await worker()).getNotifications()) if (shown.tag.startsWith(TAG)) shown.close();
  }
}

const worker = () => navigator.serviceWorker.ready;

/** @param {string} text URL-safe Base64. */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** @param {ArrayBuffer | null | undefined} one @param {Uint8Array} other */
const isSame = (one, other) => Boolean(one) && String(new Uint8Array(/** @type {ArrayBuffer} */ (one))) === String(other);
