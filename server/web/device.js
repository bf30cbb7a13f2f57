// The name of this browser among the devices of an account.

import { newId } from './net.js';

const KEY = 'poker.device';

/** A name that all windows of this browser share, or one of this page alone if storage is blocked. */
export function deviceName() {
  const fresh = newId();
  try {
    const known = localStorage.getItem(KEY);
    if (known) return known;
    localStorage.setItem(KEY, fresh);
  } catch {
    // Storage may be blocked or full.
  }
  return fresh;
}
