// The audit trail of a tournament: everything that officials decided, for everybody to read.

/** @import { FloorEntry } from '../gen/protocol.d.ts' */
/** @import { Floor } from './floor-desk.js' */
/** @import { Tournament } from './model.js' */

import { cls, h } from '../dom.js';
import { clockTime, dateText, local, t, tn } from '../i18n.js';
import { didText, resultOf } from './floor-words.js';

/** How many lines are listed. */
const LISTED = 100;

/** Who has decided it, as what. @param {Pick<FloorEntry, 'by' | 'role'>} entry */
const byText = ({ by, role }) => t('floor.by', { who: by.name, role: t(`floor.role.${role}`) });

/**
 * A line of the trail, or one that is about to be written.
 *
 * @param {Pick<FloorEntry, 'by' | 'role' | 'action' | 'reason'> & Partial<FloorEntry>} entry
 * @param {Tournament} t0
 */
export function trailLine(entry, t0) {
  const { no, at, reason, rule, result } = entry;
  const came = result ? resultOf({ ...entry, result, no: no ?? 0, at: at ?? 0 }) : '';
  return h(
    'li',
    { key: no ?? 'new', class: cls(result === 'stands' && 'stands') },
    h('small', null, at !== undefined && h('time', { datetime: new Date(at).toISOString(), title: dateText(at) }, clockTime(at)), ` ${byText(entry)}`),
    h('b', null, didText(entry.action, t0)),
    h('span', null, t('floor.reason.is', { reason }), rule && ` ${t('floor.rule.is', { rule })}`),
    came && h('em', { key: 'came' }, came),
  );
}

/** The newest lines first. @param {Floor} floor @param {Tournament} t0 */
export function trailPart({ entries }, t0) {
  const lines = entries.slice(-LISTED).reverse();
  return h(
    'section',
    { key: 'trail', class: 't-part t-trail', 'aria-labelledby': 't-trail' },
    h('h2', { id: 't-trail' }, t('floor.trail')),
    lines.length === 0
      ? h('p', { key: 'none', class: 'none' }, t('floor.trail.none'))
      : h(
          'ol',
          { key: 'list', class: 't-scroll', tabindex: '0', 'aria-label': t('floor.trail') },
          lines.map((entry) => trailLine(entry, t0)),
        ),
    entries.length > LISTED && h('p', { key: 'more', class: 'note' }, tn('floor.trail.more', entries.length - LISTED)),
  );
}

/** Who officiates here. @param {Floor} floor */
export const officialsText = ({ officials }) => officials.map(({ who, role }) => t('floor.by', { who: who.name, role: t(`floor.role.${role}`) }));

/** The title of a tournament's floor. @param {Tournament} t0 */
export const floorTitle = ({ summary }) => t('floor.title', { name: local(summary.name) });
