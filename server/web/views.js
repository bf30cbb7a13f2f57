// Views that come when they are first needed: their modules and their style sheets.

/** Where each view comes from. @type {Record<string, () => Promise<unknown>>} */
const LATER = {
  'p-room': () => import('./table/room.js'),
  'p-strip': () => import('./table/strip.js'),
  'p-own': () => import('./lobby/workshop.js'),
  'p-format': () => import('./lobby/format.js'),
  'p-settings': () => import('./settings/dialog.js'),
  'p-host': () => import('./table/host.js'),
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

/** Views that the style sheets of the lobby are enough for. */
const PLAIN = new Set(['p-friends']);

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
  Promise.all([load(), PLAIN.has(name) || sheets()]).then(
    () => settle('there'),
    () => settle('missing'),
  );
  return 'coming';
}

/** Lets a view that could not be loaded be asked for again. @param {string} name */
export const forget = (name) => states.delete(name);

/** Puts the style sheets that the lobby does without on the page, in their places among the others. */
function sheets() {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll('link[rel="later"]');
  const waiting = [...links].map((link) => {
    const loaded = new Promise((resolve, reject) => {
      link.addEventListener('load', resolve, { once: true });
      link.addEventListener('error', reject, { once: true });
    });
    link.rel = 'stylesheet';
    return loaded;
  });
  return Promise.all(waiting);
}
