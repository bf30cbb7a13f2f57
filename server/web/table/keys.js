// Keys of the table: their actions, the player's own bindings, and conflicts between them.

/** @import { Settings } from '../settings.js' */

/**
 * Context of an action. Two actions on one key conflict unless one is for betting and the other for choosing.
 *
 * @typedef {'bet' | 'choose' | 'any'} Scope
 */

/** Actions that can be bound to other keys. @type {readonly { id: string, key: string, scope: Scope }[]} */
export const ACTIONS = [
  { id: 'fold', key: 'f', scope: 'any' },
  { id: 'call', key: 'c', scope: 'any' },
  { id: 'raise', key: 'r', scope: 'bet' },
  { id: 'amount', key: 'b', scope: 'bet' },
  { id: 'commit', key: 'Enter', scope: 'any' },
  ...Array.from({ length: 9 }, (_, at) => ({ id: `pick${at + 1}`, key: `${at + 1}`, scope: /** @type {const} */ ('any') })),
  { id: 'pat', key: 'p', scope: 'choose' },
  { id: 'keep', key: 'k', scope: 'choose' },
  { id: 'decline', key: 'n', scope: 'choose' },
  { id: 'once', key: 'o', scope: 'choose' },
  { id: 'high', key: 'h', scope: 'choose' },
  { id: 'low', key: 'l', scope: 'choose' },
  { id: 'both', key: 'b', scope: 'choose' },
  { id: 'bank', key: 'm', scope: 'any' },
  { id: 'state', key: 'g', scope: 'any' },
  { id: 'hands', key: 'S+g', scope: 'any' },
  { id: 'board', key: 't', scope: 'any' },
  { id: 'stacks', key: 's', scope: 'any' },
  { id: 'last', key: 'a', scope: 'any' },
  { id: 'hint', key: 'i', scope: 'any' },
  { id: 'next_table', key: 'w', scope: 'any' },
  { id: 'table_before', key: 'PageUp', scope: 'any' },
  { id: 'table_after', key: 'PageDown', scope: 'any' },
  { id: 'help', key: '?', scope: 'any' },
];

/** Keys that cannot be changed: they belong to a control, or to the replayer. */
export const FIXED = [
  { keys: ['←', '→'], words: 'key.order' },
  { keys: ['←', '→'], words: 'key.step' },
  { keys: ['⇧', '→'], words: 'key.street' },
  { keys: ['⇱', '⇲'], words: 'key.ends' },
  { keys: ['␣'], words: 'key.play' },
  { keys: ['↑', '↓'], words: 'key.walk' },
];

/** Labels of keys that are not letters. @type {Record<string, string>} */
const SIGNS = { Enter: '↵', PageUp: '⇞', PageDown: '⇟' };

/** Label of a key on a button or in a list. @param {string} key @returns {string} */
export const keyLabel = (key) => (key.startsWith('S+') ? `⇧${keyLabel(key.slice(2))}` : (SIGNS[key] ?? key.toUpperCase()));

/** Name of an action. @param {string} id @returns {[string, { n: string }]} */
export const wordsOf = (id) => (id.startsWith('pick') ? ['key.pick', { n: id.slice(4) }] : [`key.${id === 'commit' ? 'enter' : id}`, { n: '' }]);

/**
 * Key of an event: letters in lower case, with `S+` in front under Shift; `null` if it cannot be bound.
 *
 * @param {{ key: string, shiftKey: boolean }} event
 * @returns {string | null}
 */
export function keyOf({ key, shiftKey }) {
  if (key in SIGNS) return key;
  if (key.length !== 1 || key === ' ') return null;
  const small = key.toLowerCase();
  // Digits and signs need Shift on many keyboards, so Shift makes a different key only for letters.
  return shiftKey && small !== key.toUpperCase() ? `S+${small}` : small;
}

/** Key of an action. @param {Pick<Settings, 'keys'>} settings @param {string} id @returns {string} */
export function boundKey({ keys }, id) {
  const own = keys[id];
  return typeof own === 'string' && own !== '' ? own : (ACTIONS.find((action) => action.id === id)?.key ?? '');
}

/** Actions of a key. A letter under Shift without any counts as the letter alone. @param {Pick<Settings, 'keys'>} settings @param {string} key */
export function actionsOf(settings, key) {
  const ids = ACTIONS.filter(({ id }) => boundKey(settings, id) === key).map(({ id }) => id);
  return ids.length === 0 && key.startsWith('S+') ? ACTIONS.filter(({ id }) => boundKey(settings, id) === key.slice(2)).map(({ id }) => id) : ids;
}

/** The action that prevents another from using a key, if there is one. @param {Pick<Settings, 'keys'>} settings @param {string} id @param {string} key */
export function conflictOf(settings, id, key) {
  const scope = ACTIONS.find((action) => action.id === id)?.scope ?? 'any';
  return ACTIONS.find((other) => {
    if (other.id === id || boundKey(settings, other.id) !== key) return false;
    return scope === 'any' || other.scope === 'any' || scope === other.scope;
  })?.id;
}

/** The player's own keys with one more. Bindings equal to the default are not kept. @param {Pick<Settings, 'keys'>} settings @param {string} id @param {string} key */
export function withKey({ keys }, id, key) {
  const { [id]: _, ...others } = keys;
  return ACTIONS.find((action) => action.id === id)?.key === key ? others : { ...others, [id]: key };
}
