// The line of undo and redo over the acts of officials, read from the trail. Pure.

/** @import { FloorEntry } from '../gen/protocol.d.ts' */
/** @import { Kind } from './floor-forms.js' */

/** Acts that are final: someone has read, seen or played what they did. @type {ReadonlySet<Kind>} */
const FINAL = new Set([
  'announce',
  'start',
  'void_hand',
  'split_hand',
  'kill_hand',
  'resume_table',
  'replace_table',
  'rule',
  'answer',
  'tell_table',
  'see_hand',
]);

/**
 * The acts in force and those undone, the next one to turn back last.
 *
 * @param {readonly FloorEntry[]} entries The trail, oldest first.
 */
function lineOf(entries) {
  /** @type {FloorEntry[]} */
  const done = [];
  /** @type {FloorEntry[]} */
  let undone = [];
  for (const entry of entries) {
    const { kind } = entry.action;
    if (kind === 'undo') {
      const back = done.pop();
      if (back) undone.push(back);
    } else if (kind === 'redo') {
      const again = undone.pop();
      if (again) done.push(again);
    } else {
      done.push(entry);
      undone = [];
    }
  }
  return { done, undone };
}

/** The act that `undo` would take back: the last one in force, unless it is final. @param {readonly FloorEntry[]} entries @returns {FloorEntry | null} */
export function lastAct(entries) {
  const last = lineOf(entries).done.at(-1);
  return last && !FINAL.has(last.action.kind) ? last : null;
}

/** `true` if `redo` would do an act again. @param {readonly FloorEntry[]} entries */
export const mayRedo = (entries) => lineOf(entries).undone.length > 0;
