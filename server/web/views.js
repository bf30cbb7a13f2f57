// Views that come when they are first needed: their modules and their style sheets.

/** Where each view comes from. @type {Record<string, () => Promise<unknown>>} */
const LATER = {
  'p-room': () => import('./table/room.js'),
  'p-strip': () => import('./table/strip.js'),
  'p-own': () => import('./lobby/workshop.js'),
  'p-format': () => import('./lobby/format.js'),
  'p-settings': () => import('./settings/dialog.js'),
  'p-host': () => import('./table/host.js'),
  'p-invite': () => import('./table/invite.js'),
  'p-book': () => import('./table/rules.js'),
  'p-replay': () => import('./hands/replay.js'),
  'p-history': () => import('./hands/history.js'),
  'p-friends': () => import('./lobby/friends.js'),
  'p-me': () => import('./me/results.js'),
  'p-practice': () => import('./practice/page.js'),
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
  'p-book': [],
  'p-settings': [],
  'p-friends': [],
};

/** Those of a page. */
const OF_PAGES = ['seats', 'hands', 'events'];

/** @typedef {'there' | 'coming' | 'missing'} State Whether a view can be shown; `missing` if it could not be loaded. */

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
  const settle = (/** @type {State} */ state) => {
    states.set(name, state);
    changed(state);
  };
  states.set(name, 'coming');
  Promise.all([load(), ...(SHEETS[name] ?? OF_PAGES).map(sheets)]).then(
    () => settle('there'),
    () => settle('missing'),
  );
  return 'coming';
}

/** Lets a view that could not be loaded be asked for again. @param {string} name */
export const forget = (name) => states.delete(name);

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
