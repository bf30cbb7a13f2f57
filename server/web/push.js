// Calls by the browser's push service when it is the player's turn and no page is looked at. Off until asked for.

/** @import { App } from './app.js' */

import { noPush } from './calls.js';
import { lang, t } from './i18n.js';

const PATH = '/api/v1/push';

/** Notifications that call to a table have tags that begin so. */
const TAG = 'turn-';

export class Push {
  #app;
  #busy = false;
  /** Whether this browser has a subscription that the server knows. */
  #isOn = false;
  /** The language of the words that the service worker has. */
  #lang = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    document.addEventListener('visibilitychange', () => this.#clear());
    app.settings.watch(() => this.#isOn && this.#tellWords());
  }

  /** Asks the player and the push service, once the switch is pressed. */
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

  /** Takes up what an earlier visit turned on: the subscription may be another one by now, or another account's. */
  async resume() {
    if (this.#isOn || noPush(this.#app.account.session !== null) || Notification.permission !== 'granted') return;
    await this.#change(() => this.#subscribe());
  }

  /** The player signs out: this browser calls no more for the account. The wish stays for the next one. */
  async forget() {
    if (!this.#isOn) return;
    this.#isOn = false;
    try {
      await this.#end();
    } catch {
      // The server may be out of reach; the push service then tells it that the subscription is gone.
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
    // One that was made with another key is of no use.
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
      // A push service is the browser's business: its faults have no code of ours.
      if (error instanceof DOMException) this.#app.toast(t('push.failed'));
      else this.#app.toastError(error);
    }
    this.#busy = false;
    this.#app.render();
  }

  /** The service worker speaks the language of the page. */
  async #tellWords() {
    if (this.#lang === lang()) return;
    this.#lang = lang();
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="apple-touch-icon"]'))?.href;
    (await worker()).active?.postMessage({ words: { lang: lang(), turn: t('push.turn'), icon } });
  }

  /** What called the player is taken away when the player is here. */
  async #clear() {
    if (document.hidden || !this.#isOn) return;
    for (const shown of await (await worker()).getNotifications()) if (shown.tag.startsWith(TAG)) shown.close();
  }
}

const worker = () => navigator.serviceWorker.ready;

/** @param {string} text Base64 for addresses. */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** @param {ArrayBuffer | null | undefined} one @param {Uint8Array} other */
const isSame = (one, other) => Boolean(one) && String(new Uint8Array(/** @type {ArrayBuffer} */ (one))) === String(other);
