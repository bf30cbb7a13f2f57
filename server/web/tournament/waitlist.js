// The waiting list at the desk of officials.

/** @import { About, Kind, Scene } from './floor-forms.js' */

import { h } from '../dom.js';
import { clockTime, num, t } from '../i18n.js';
import { kindsOf } from './floor-offers.js';

/**
 * Those who wait, first in line first, and those who were passed over.
 *
 * @param {{ decide: (about: About, scene: Scene, kind: Kind) => void }} page
 * @param {Scene} scene
 */
export function waitlistPart(page, scene) {
  const { waitlist = [], passed_over: passed = [] } = scene.desk;
  if (waitlist.length === 0 && passed.length === 0) return null;
  return h(
    'section',
    { key: 'waitlist', class: 'floor-waitlist', 'aria-labelledby': 'floor-waitlist' },
    h('h3', { id: 'floor-waitlist' }, t('floor.waitlist'), waitlist.length > 0 && h('span', { key: 'n', class: 'count' }, num(waitlist.length))),
    h(
      'ol',
      { class: 'floor-players' },
      waitlist.map(({ waiting, who, since }) =>
        h(
          'li',
          { key: waiting },
          h('span', null, h('b', null, who.name), h('small', null, t('floor.waiting.since', { time: clockTime(since) }))),
          kindsOf({ waiting }, scene).map((kind) =>
            h(
              'button',
              {
                key: kind,
                class: 'btn-s',
                'aria-label': `${t(`floor.do.${kind}`)}, ${who.name}`,
                on: { click: () => page.decide({ waiting }, scene, kind) },
              },
              t(`floor.do.${kind}`),
            ),
          ),
        ),
      ),
    ),
    passed.length > 0 &&
      h(
        'ul',
        { key: 'passed', class: 'note' },
        passed.map(({ who, why }, at) => h('li', { key: at }, t(`floor.passed.${why}`, { who: who.name }))),
      ),
  );
}
