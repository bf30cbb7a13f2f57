// A wall screen before the start: when it begins, who has entered, and the code that leads there.

/** @import { Tournament } from './model.js' */

import { h } from '../dom.js';
import { byName, num, t, timeText as dayText } from '../i18n.js';
import { qrView } from '../qr-view.js';
import { large, nextLevel, prizesPart, time } from './wall-parts.js';
import { priceText } from './price.js';
import { startText } from './words.js';

/** Names on the screen at once, and the time for which they stay there, in milliseconds. */
const NAMES = 12;
const PAGE_MS = 12_000;

/**
 * Names of the players who have entered, page after page.
 *
 * @param {Tournament} live
 * @param {number} now
 */
export function namesShown({ entrants }, now) {
  const names = Object.values(entrants)
    .map(({ player, who }) => ({ player, name: who.name }))
    .sort((one, other) => byName(one.name, other.name) || one.player - other.player);
  const pages = Math.ceil(names.length / NAMES);
  const page = pages > 1 ? Math.floor(now / PAGE_MS) % pages : 0;
  return { page, pages, names: names.slice(page * NAMES, (page + 1) * NAMES) };
}

/** The time left or the number of players, with the first level and the names. @param {Tournament} live @param {number} now */
export function waiting(live, now) {
  const { summary, next } = live;
  const { starts_at: at, entries, entries_max: most } = summary;
  const { page, pages, names } = namesShown(live, now);
  return h(
    'section',
    { key: 'waiting', class: 'wall-clock', 'aria-label': t('t.clock') },
    h('p', { class: 'wall-level' }, at === undefined ? startText(summary) : t('wall.starts_in')),
    at === undefined ? large('field', `${num(entries)}/${num(most)}`) : time(Math.max(0, at - now)),
    at !== undefined && h('p', { key: 'day', class: 'wall-still' }, dayText(at)),
    next && nextLevel(next),
    names.length > 0 &&
      h(
        'section',
        { key: 'names', class: 'wall-names', 'aria-labelledby': 'wall-names' },
        h('h2', { id: 'wall-names' }, t('t.players'), pages > 1 && h('b', { key: 'page' }, t('t.rank.of', { n: page + 1, of: pages }))),
        h(
          'ul',
          null,
          names.map(({ player, name }) => h('li', { key: player, class: 'wall-name' }, name)),
        ),
      ),
  );
}

/** The way to enter, and the prizes. @param {Tournament} live @param {string} link */
export function enterPart(live, link) {
  const code = qrView(link);
  const { host, pathname } = new URL(link);
  return h(
    'div',
    { key: 'side', class: 'wall-side' },
    code &&
      h(
        'section',
        { key: 'enter', class: 'wall-enter', 'aria-labelledby': 'wall-enter' },
        h('h2', { id: 'wall-enter' }, t('wall.enter'), h('b', null, priceText(live.summary))),
        code,
        h('p', { class: 'wall-link' }, `${host}${decodeURIComponent(pathname)}`),
      ),
    prizesPart(live, code !== null),
  );
}
