// This page as something that is installed: its service worker, and whether the server has a newer page.

/** Which page this is. Sources that were not joined have no version, and are always the newest. */
const version = () => document.documentElement.dataset.version;

/** Strangers may only be passing by: what is kept for times without a network is loaded for them after a while. */
const STRANGER_MS = 5000;

/** From which version this window was reloaded last, so that it never turns in circles. */
const RELOADED = 'poker.reloaded';

/** Registers the service worker once the page has come to rest. @param {boolean} isKnown Whether the visitor was here before. */
export function install(isKnown) {
  if (!version() || !('serviceWorker' in navigator)) return;
  const register = async () => {
    try {
      await navigator.serviceWorker.register('/sw.js');
      const { active } = await navigator.serviceWorker.ready;
      // What this page has loaded before the worker saw it.
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
      const keep = loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
      active?.postMessage({ keep });
    } catch {
      // A browser may forbid it; the page then needs a network.
    }
  };
  setTimeout(register, isKnown ? 0 : STRANGER_MS);
}

/** Whether the server has another page than this one. A server that cannot be reached has none. */
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

/** Loads the page anew, once. @returns {boolean} Whether that was tried before, in vain. */
export function renew() {
  let before = null;
  try {
    before = sessionStorage.getItem(RELOADED);
    sessionStorage.setItem(RELOADED, version() ?? '');
  } catch {
    // Without a memory it is left to the player.
    return true;
  }
  if (before === version()) return true;
  location.reload();
  return false;
}

/** Forgets what the service worker keeps of an account's hands. */
export async function forgetHands() {
  if ('caches' in globalThis) await caches.delete('hands').catch(() => {});
}
