// Views loaded on first use, with their style sheets.

import { addWords } from './i18n.js';

/** Modules of the views. @type {Record<string, () => Promise<unknown>>} */
const LATER = {
  'p-lobby': () => import('./lobby/lobby.js'),
  'p-room': () => import('./table/room.js'),
  'p-strip': () => import('./table/strip.js'),
  'p-own': () => import('./lobby/workshop.js'),
  'p-format': () => import('./lobby/format.js'),
  'p-settings': () => import('./settings/dialog.js'),
  'p-identity': () => import('./identity.js'),
  'p-host': () => import('./table/host.js'),
  'p-invite': () => import('./invite.js'),
  'p-dark': () => import('./table/dark.js'),
  'p-note': () => import('./table/note.js'),
  'p-book': () => import('./table/rules.js'),
  'p-ledger': () => import('./table/ledger.js'),
  'p-closing': () => import('./table/ledger.js'),
  'p-last': () => import('./table/last.js'),
  'p-replay': () => import('./hands/replay.js'),
  'p-evenings': () => import('./me/evenings.js'),
  'p-templates': () => import('./me/templates.js'),
  'p-history': () => import('./hands/history.js'),
  'p-friends': () => import('./lobby/friends.js'),
  'p-ready': () => import('./lobby/evenings.js'),
  'p-contests': () => import('./tournament/list.js'),
  'p-me': () => import('./me/results.js'),
  'p-practice': () => import('./practice/page.js'),
  'p-study': () => import('./practice/study.js'),
  'p-board': () => import('./me/leaderboard.js'),
  'p-clubs': () => import('./clubs/clubs.js'),
  'p-club-door': () => import('./clubs/clubs.js'),
  'p-club': () => import('./clubs/club.js'),
  'p-shelf': () => import('./shelf.js'),
  'p-season': () => import('./clubs/season.js'),
  'p-season-wall': () => import('./clubs/season-wall.js'),
  'p-rules': () => import('./rules/page.js'),
  'p-learn': () => import('./lessons/page.js'),
  'p-tournament': () => import('./tournament/page.js'),
  'p-wall': () => import('./tournament/screen.js'),
  'p-floor': () => import('./tournament/floor.js'),
  'p-paper': () => import('./tournament/paper.js'),
  'p-certificate': () => import('./tournament/certificate.js'),
};

/** Style sheets, by `data-name`, of views that do not need those of a whole page. @type {Record<string, string[]>} */
const SHEETS = {
  'p-lobby': ['lobby', 'contest'],
  'p-room': ['seats'],
  'p-strip': ['tiles'],
  'p-host': ['host'],
  'p-invite': [],
  'p-paper': ['paper'],
  'p-dark': [],
  'p-note': [],
  'p-book': [],
  'p-evenings': ['lobby', 'seats', 'hands', 'ledger'],
  'p-ledger': ['ledger'],
  'p-closing': ['ledger'],
  'p-last': ['last'],
  'p-settings': [],
  'p-identity': [],
  'p-friends': [],
  'p-ready': [],
  'p-contests': [],
  'p-shelf': ['shelf'],
};

/** Style sheets of a page. */
const OF_PAGES = ['lobby', 'seats', 'hands', 'contest', 'events'];

/** The part of the catalogue with the texts of all pages but those of tables. */
const PAGES = 'pages';

/** Views of tables, which do without it. */
const TABLE_VIEWS = new Set(['p-room', 'p-strip', 'p-invite', 'p-dark', 'p-note', 'p-ledger', 'p-closing', 'p-last', 'p-identity']);

/** The part of the catalogue with the texts of clubs, officials, walls and lists of the best. */
const DESK = 'desk';

/** Views that need it. */
const DESK_VIEWS = new Set([
  'p-format',
  'p-me',
  'p-board',
  'p-templates',
  'p-clubs',
  'p-club-door',
  'p-club',
  'p-season',
  'p-season-wall',
  'p-tournament',
  'p-wall',
  'p-floor',
  'p-paper',
  'p-certificate',
  'p-shelf',
]);

/** @typedef {'there' | 'coming' | 'missing'} State Loading state of a view; `missing` if it could not be loaded. */

/** Delays before retrying a view that could not be loaded: longer each time, and none once the network is back. */
const REST_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/** @type {Map<string, State>} */
const states = new Map();

/**
 * Loading state of a view. The first call starts loading it.
 *
 * @param {string} name Name of its element.
 * @param {(state: State) => void} changed Called when the state changes.
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
 * @param {number} failed Number of failures.
 */
async function fetchView(name, load, changed, failed) {
  const words = [...(TABLE_VIEWS.has(name) ? [] : [PAGES]), ...(DESK_VIEWS.has(name) ? [DESK] : [])].map(addWords);
  const state = await Promise.all([load(), ...words, ...(SHEETS[name] ?? OF_PAGES).map(sheets)]).then(
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

/** Cuts short the delay of a view that could not be loaded. @type {Map<string, (value?: unknown) => void>} */
const waking = new Map();

/** Retries a failed view immediately. @param {string} name */
export function hurry(name) {
  states.set(name, 'coming');
  waking.get(name)?.();
}

/**
 * Loads a module that is no view, with the texts of pages.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @param {string[]} names Names of its style sheets.
 */
export async function withPages(load, names) {
  const [module] = await Promise.all([load(), addWords(PAGES), ...names.map(sheets)]);
  return module;
}

/** Style sheets requested, and promises for their arrival. @type {WeakMap<HTMLLinkElement, Promise<unknown>>} */
const coming = new WeakMap();

/** Adds style sheets that not every view needs to the page, in their order among the others. @param {string} name */
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
  // A failed style sheet is requested again with the next view.
  loaded.catch(() => {
    coming.delete(link);
    link.rel = 'later';
  });
  link.rel = 'stylesheet';
  return loaded;
}
