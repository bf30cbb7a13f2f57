// A replay step in words, for players who listen to the page. Pure.

/** @import { HandRecord } from '../gen/protocol.d.ts' */
/** @import { Story } from './story.js' */

import { sayEvent, sayPrivate } from '../table/say.js';

/**
 * Announcement of a step.
 *
 * @param {Story} story
 * @param {HandRecord} record
 * @param {number} at
 * @param {(chips: number) => string} money
 * @param {Parameters<typeof sayPrivate>[3]} [speech]
 */
export function sayStep(story, record, at, money, speech) {
  const { from, to, table } = story.steps[at];
  const before = at > 0 ? story.steps[at - 1].table : story.before;
  const events = record.events.slice(from - 1, to).map((event) => sayEvent(event, table, story.game, money, speech));
  const parts = (record.parts ?? []).filter(({ seq }) => seq >= from && seq <= to);
  return [...events, ...parts.map((part) => sayPrivate(part, before, table, speech))].filter(Boolean).join(' ');
}
