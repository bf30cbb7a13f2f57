// Views that come when they are first needed: their modules and their style sheets.

/** Where each view comes from. @type {Record<string, () => Promise<unknown>>} */
const LATER = {
  'p-room': () => import('./table/room.js'),
  'p-strip': () => import('./table/strip.js'),
  'p-own': () => import('./lobby/workshop.js'),
  'p-format': () => import('./lobby/format.js'),
  'p-settings': () => import('./settings/dialog.js'),
  'p-host': () => import('./table/host.js'),
  'p-invite': () => import('./invite.js'),
  'p-dark': () => import('./table/dark.js'),
  'p-note': () => import('./table/note.js'),
  'p-book': () => import('./table/rules.js'),
  'p-replay': () => import('./hands/replay.js'),
  'p-history': () => import('./hands/history.js'),
  'p-friends': () => import('./lobby/friends.js'),
  'p-me': () => import('./me/results.js'),
  'p-practice': () => import('./practice/page.js'),
  'p-study': () => import('./practice/study.js'),
  'p-board': () => import('./me/leaderboard.js'),
  'p-rules': () => import('./rules/page.js'),
  'p-learn': () => import('./lessons/page.js'),
  'p-tournament': () => import('./tournament/page.js'),
  'p-wall': () => import('./tournament/screen.js'),
  'p-floor': () => import('./tournament/floor.js'),
  'p-certificate': () => import('./tournament/certificate.js'),
};

/** The style sheets, by `data-name`, of the views that do not need those of a whole page. @type {Record<string, string[]>} */
const SHEETS = {
  'p-room': ['seats'],
  'p-strip': ['tiles'],
  'p-host': ['host'],
  'p-invite': [],
  'p-dark': [],
  'p-note': [],
  'p-book': [],
  'p-settings': [],
  'p-friends': [],
};

/** Those of a page. */
const OF_PAGES = ['seats', 'hands', 'events'];

/** @typedef {'there' | 'coming' | 'missing'} State Whether a view can be shown; `missing` if it could not be loaded. */

/** How long a view rests that could not be loaded until it is tried again: longer each time, and not at all once a network is back. */
const REST_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/** @type {Map<string, State>} */
const states = new Map();

/**
 * How a view stands. The first question for it begins to load it.
 *
 * @param {string} name Of its element.
 * @param {(state: State) => void} changed Called when there is another answer.
 * @returns {State}
 */
export function viewState(name, changed) {
  const load = LATER[name];
  if (!load) return 'there';
  const known = states.get(name);
  if (known) return known;
  states.set(name, 'coming');
  fetchView(name, load, changed, 0);
  return 'coming';
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} load
 * @param {(state: State) => void} changed
 * @param {number} failed How often it has failed.
 */
async function fetchView(name, load, changed, failed) {
  const state = await Promise.all([load(), ...(SHEETS[name] ?? OF_PAGES).map(sheets)]).then(
    () => /** @type {const} */ ('there'),
    () => /** @type {const} */ ('missing'),
  );
  const before = states.get(name);
  states.set(name, state);
  if (state !== before) changed(state);
  if (state === 'there') return;
  await new Promise((resolve) => {
    waking.set(name, resolve);
    setTimeout(resolve, REST_MS[Math.min(failed, REST_MS.length - 1)]);
    addEventListener('online', resolve, { once: true });
  });
  await fetchView(name, load, changed, failed + 1);
}

/** What ends the rest of a view that could not be loaded. @type {Map<string, (value?: unknown) => void>} */
const waking = new Map();

/** Loads a view at once that could not be loaded. @param {string} name */
export function hurry(name) {
  states.set(name, 'coming');
  waking.get(name)?.();
}

/** The sheets that were asked for, and when they have come. @type {WeakMap<HTMLLinkElement, Promise<unknown>>} */
const coming = new WeakMap();

/** Puts style sheets that the lobby does without on the page, in their places among the others. @param {string} name */
function sheets(name) {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll(`link[data-name="${name}"]`);
  return Promise.all([...links].map((link) => coming.get(link) ?? fetched(link)));
}

/** @param {HTMLLinkElement} link */
function fetched(link) {
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', reject, { once: true });
  });
  coming.set(link, loaded);
  // What could not be loaded is asked for anew with the next view.
  loaded.catch(() => {
    coming.delete(link);
    link.rel = 'later';
  });
  link.rel = 'stylesheet';
  return loaded;
}
