// The page as an installed app: its service worker, and the check for a newer page.

import { lang } from './i18n.js';

/** Version of this page. Unbundled sources have none and count as the newest. */
const version = () => document.documentElement.dataset.version;

/** Visitors may be just passing by: files for offline use are loaded for them after a delay. */
const STRANGER_MS = 5000;

/** Version that this window was last reloaded from, so that it never loops. */
const RELOADED = 'poker.reloaded';

/** Registers the service worker once the page has settled. @param {boolean} isKnown `true` if the visitor was here before. */
export function install(isKnown) {
  if (!version() || !('serviceWorker' in navigator)) return;
  const register = async () => {
    try {
      await navigator.serviceWorker.register('/sw.js');
      const { active } = await navigator.serviceWorker.ready;
      // Files that this page loaded before the worker was active.
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
      const keep = loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
      // And the texts of views that have not been opened yet.
      for (const link of document.querySelectorAll(`link[hreflang="${lang()}"]`)) keep.push(link.getAttribute('href') ?? '');
      active?.postMessage({ keep });
    } catch {
      // The browser may forbid it; the page then needs a network.
    }
  };
  setTimeout(register, isKnown ? 0 : STRANGER_MS);
}

/** `true` if the server has a different page. An unreachable server counts as not. */
export async function isStale() {
  const mine = version();
  if (!mine) return false;
  try {
    const response = await fetch('/sw.js', { cache: 'no-cache' });
    return response.ok && !(await response.text()).includes(`"${mine}"`);
  } catch {
    return false;
  }
}

/** Reloads the page, once. @returns {boolean} `true` if it was tried before, in vain. */
export function renew() {
  let before = null;
  try {
    before = sessionStorage.getItem(RELOADED);
    sessionStorage.setItem(RELOADED, version() ?? '');
  } catch {
    // Without storage, reloading is left to the player.
    return true;
  }
  if (before === version()) return true;
  location.reload();
  return false;
}

/** Deletes hands of an account that the service worker keeps. */
export async function forgetHands() {
  if ('caches' in globalThis) await caches.delete('hands').catch(() => {});
}
