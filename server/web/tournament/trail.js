// The audit trail of a tournament: all decisions of officials, open to all readers.

/** @import { FloorEntry } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { Floor } from './floor-desk.js' */
/** @import { Tournament } from './model.js' */

import { cls, h } from '../dom.js';
import { clockTime, dateText, local, t, tn } from '../i18n.js';
import { didText, resultOf } from './floor-words.js';
import { reasonText } from './reasons.js';

/** Lines listed. */
const LISTED = 100;

/** Author of a decision, with the role. @param {Pick<FloorEntry, 'by' | 'role'>} entry */
const byText = ({ by, role }) => t('floor.by', { who: by.name, role: t(`floor.role.${role}`) });

/**
 * A line of the trail, or a preview of one.
 *
 * @param {Pick<FloorEntry, 'by' | 'role' | 'action' | 'reason'> & Partial<FloorEntry>} entry
 * @param {Tournament} t0
 * @param {Kid} [button]
 */
export function trailLine(entry, t0, button) {
  const { no, at, reason, rule, result } = entry;
  const came = result ? resultOf({ ...entry, result, no: no ?? 0, at: at ?? 0 }) : '';
  return h(
    'li',
    { key: no ?? 'new', class: cls(result === 'stands' && 'stands') },
    h('small', null, at !== undefined && h('time', { datetime: new Date(at).toISOString(), title: dateText(at) }, clockTime(at)), ` ${byText(entry)}`),
    h('b', null, didText(entry.action, t0)),
    h('span', null, [t('floor.reason.is', { reason: reasonText(reason) }), rule && t('floor.rule.is', { rule })].filter(Boolean).join(' · ')),
    came && h('em', { key: 'came' }, came),
    button,
  );
}

/** Newest lines first. @param {Floor} floor @param {Tournament} t0 @param {{ no: number, button: Kid } | null} [undo] The line that can be taken back. */
export function trailPart({ entries }, t0, undo) {
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
          lines.map((entry) => trailLine(entry, t0, undo?.no === entry.no ? undo.button : null)),
        ),
    entries.length > LISTED && h('p', { key: 'more', class: 'note' }, tn('floor.trail.more', entries.length - LISTED)),
  );
}

/** Officials of the tournament. @param {Floor} floor */
export const officialsText = ({ officials }) => officials.map(({ who, role }) => t('floor.by', { who: who.name, role: t(`floor.role.${role}`) }));

/** Title of a tournament's floor. @param {Tournament} t0 */
export const floorTitle = ({ summary }) => t('floor.title', { name: local(summary.name) });
