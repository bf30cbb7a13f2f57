// Signals to the player while the page is out of view: a dot on its icon, a badge on the installed page, a short vibration.

/** @import { Settings } from './settings.js' */

const PATTERN = [80, 60, 80];

export class Calls {
  #count = 0;
  #plain = iconOf('icon');
  #turn = iconOf('icon-turn');

  /**
   * Sets the number of tables where the player is to act.
   *
   * @param {number} count
   * @param {Settings} settings
   */
  tell(count, { vibrate, badge }) {
    if (count === this.#count) return;
    const isMore = count > this.#count;
    this.#count = count;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    if (icon && this.#plain && this.#turn) icon.href = count > 0 ? this.#turn : this.#plain;
    if (badge) setBadge(count);
    // Browsers refuse and complain before the first gesture, and some devices cannot vibrate.
    if (vibrate && isMore && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(PATTERN);
  }
}

/**
 * Reason why the player cannot be called by Web Push; `null` if nothing prevents it. `unsupported`: by the browser. `stranger`: there is no account
 * to call. `blocked`: the player has blocked notifications in the browser.
 *
 * @param {boolean} isSignedIn
 * @returns {'unsupported' | 'stranger' | 'blocked' | null}
 */
export function noPush(isSignedIn) {
  const can = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  // Unbundled sources have no service worker.
  if (!can || !document.documentElement.dataset.version) return 'unsupported';
  if (!isSignedIn) return 'stranger';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** @param {string} rel */
const iconOf = (rel) => /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[rel="${rel}"]`))?.href;

/** @param {number} count */
function setBadge(count) {
  // Only installed pages have one.
  (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}
