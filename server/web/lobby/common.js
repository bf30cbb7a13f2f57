// What the lobby and the form share.

/** @import { GameInfo } from '../gen/protocol.d.ts' */

import { h } from '../dom.js';
import { t } from '../i18n.js';

/** Letters without case and accents, for searching. @param {string} text */
export const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('’', "'")
    .toLowerCase();

/** @param {string} family */
export const familyName = (family) => t(`family.${family}`);

/** @param {string} limit */
export const limitName = (limit) => t(`limit.${limit}`);

export const searchIcon = () =>
  h(
    'svg',
    { viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    h('circle', { cx: '8.5', cy: '8.5', r: '5.5' }),
    h('path', { d: 'M13 13l5 5' }),
  );

/** Whether a game is what somebody looks for, by its names in either language, its family or its number. */
/** @param {GameInfo} game @param {string} search */
export function matches(game, search) {
  const wanted = plain(search.trim());
  if (!wanted) return true;
  const text = plain([game.name.en, game.name.fr, familyName(game.family), game.id, ...game.numbers].join(' '));
  return wanted.split(/\s+/).every((word) => text.includes(word));
}
