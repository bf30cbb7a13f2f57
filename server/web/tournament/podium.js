// The end of a tournament on a wall: the best three on a podium, the next places beside it.

/** @import { Tournament } from './model.js' */

import { cls, h } from '../dom.js';
import { num, t } from '../i18n.js';
import { nameIn } from './wall-parts.js';
import { placeText } from './words.js';

const STEPS = 3;
const PLACES = 10;

/** @param {Tournament} live */
export function podium(live) {
  /** @param {Tournament['places'][number]} place @param {number} [step] */
  const line = (place, step) =>
    h(
      'li',
      { key: place.player, class: cls(step !== undefined && `stair stair-${step + 1}`, place.best === 1 && 'first') },
      h('b', null, placeText(place)),
      h('span', { class: step === undefined ? 'wall-name' : 'wall-who' }, nameIn(live, place.player)),
      h('span', { class: 'n' }, place.prize > 0 ? num(place.prize) : ''),
    );
  const { places } = live;
  return h(
    'section',
    { key: 'ranking', class: 'wall-ranking', 'aria-labelledby': 'wall-ranking' },
    h('h2', { id: 'wall-ranking' }, t('t.results')),
    h(
      'ol',
      { key: 'podium', class: 'wall-podium' },
      places.slice(0, STEPS).map((place, at) => line(place, at)),
    ),
    places.length > STEPS &&
      h(
        'ol',
        { key: 'rest', class: 'wall-rest', start: String(STEPS + 1) },
        places.slice(STEPS, PLACES).map((place) => line(place)),
      ),
  );
}
