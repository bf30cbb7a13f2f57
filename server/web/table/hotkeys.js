// Keyboard shortcuts: without modifiers, only while no text field has the focus, and only if the setting is on. With several tables in
// a window they go to the one that has the focus (`OpenTables.focused`, asked by `Room.keyed`).

/** @import { Choice, Declaration } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { t } from '../i18n.js';
import { isMyTurn, mySeat } from '../facts.js';
import { offersOf, raiseOf, raisesOf, raiseTo } from './betting.js';
import { actionsOf, keyOf } from './keys.js';
import { cardControl, groupsOf, orderOf } from './picking.js';
import { sayBoard, sayHands, sayLast, sayStacks, sayState } from './say.js';

/**
 * The table key of an event, `null` if it is none.
 *
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function hotkey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return null;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.isContentEditable || target.closest('dialog')) return null;
  if (target.matches('input, textarea, select')) {
    // The slider takes no text, so letters work on it; it keeps its own keys.
    const isRange = target.matches('input[type="range"], input[type="checkbox"]');
    if (!isRange || !/^[^\d\s]$/.test(event.key)) return null;
  }
  // Enter and Space press the focused button.
  if (event.key === 'Enter') return target.closest('button, a, [role="tab"]') ? null : 'Enter';
  // These scroll a focused log.
  if (/^Page(Up|Down)$/.test(event.key)) return target.closest('.log') ? null : event.key;
  return keyOf(event);
}

/**
 * Carries out a key's action.
 *
 * @param {Room} room
 * @param {string} key
 * @param {Table} table
 * @returns {boolean} `true` if the key had an action.
 */
export function pressKey(room, key, table) {
  const { you } = table;
  const named = actionsOf(room.settings, key);
  const picks = named.find((id) => id.startsWith('pick'));
  if (picks) return pressNumber(room, Number(picks.slice(4)) - 1, table);
  const side = you?.choices.flatMap(sidesOf).find((one) => named.includes(one));
  if (side) {
    room.set({ side });
    return true;
  }
  // If a button shows the key, press the button.
  const at = room.places.findIndex((place) => place?.key && place.key !== 'commit' && named.includes(place.key));
  if (at >= 0) {
    room.press(at);
    return true;
  }
  return named.map((id) => perform(room, id, table)).some(Boolean);
}

/** Carries out an action that has no button. @param {Room} room @param {string} id Id of the action. @param {Table} table @returns {boolean} */
function perform(room, id, table) {
  const raise = raiseOf(room, table.you?.choices ?? []);
  const isMine = isMyTurn(table);
  switch (id) {
    case 'fold':
      if (isMine && raise && !room.places[0]) room.say(t('act.free'));
      else if (!isMine) room.press(0);
      return true;
    case 'call':
      if (!isMine) room.press(1);
      return true;
    case 'raise':
      return Boolean(table.hand && mySeat(table) && raise);
    case 'amount':
      return room.focusOn('.act .num');
    case 'commit':
      if (!isMine || (raise && raiseTo(room, table, raise) === null)) return false;
      room.press(2);
      return true;
    case 'bank':
      return room.startBank(table);
    case 'hint':
      if (!table.info.practice) return false;
      room.hint();
      return true;
    case 'next_table':
      room.app.open.next();
      return true;
    case 'table_before':
    case 'table_after':
      room.app.open.step(id === 'table_before' ? -1 : 1);
      return true;
    case 'help':
      room.app.show('settings', 'keys');
      return true;
    default:
      return tell(room, id, table);
  }
}

/** Announces the requested information. @param {Room} room @param {string} id Id of the action. @param {Table} table @returns {boolean} */
function tell(room, id, table) {
  /** @type {Record<string, () => string>} */
  const words = {
    state: () => sayState(table, room.now(), room.money),
    hands: () => sayHands(table),
    board: () => sayBoard(table, room.game(table), room.money),
    stacks: () => sayStacks(table, room.money),
    last: () => sayLast(table, room.game(table), room.money),
  };
  const text = words[id]?.();
  if (text !== undefined) room.say(text);
  return text !== undefined;
}

/** The sides that a choice offers. @param {Choice} choice @returns {readonly Declaration[]} */
const sidesOf = (choice) => (choice.kind === 'declare' ? choice.options : choice.kind === 'roll' ? choice.announce : []);

/** A number picks the card in that position, or a preset amount. @param {Room} room @param {number} at @param {Table} table */
function pressNumber(room, at, table) {
  const { you, hand } = table;
  const me = mySeat(table);
  const cards = orderOf(room, table) ?? groupsOf(you?.choices ?? []).flatMap(({ pick }) => pick.cards);
  if (cards.length > 0) {
    const card = me?.play?.cards.filter((one) => one !== null && cards.includes(one))[at];
    const wanted = orderOf(room, table) ? cards[at] : card;
    if (wanted) cardControl(room, table, wanted)?.press();
    return true;
  }
  const raises = raisesOf(you?.choices ?? []);
  const [raise] = raises;
  if (!raise || !you || !hand || !me) return false;
  if (raises.length > 1) {
    if (raises[at]) room.setAmount(raises[at].max);
    return true;
  }
  const preset = offersOf(room, table, raise)[at];
  if (preset) room.setAmount(preset.to);
  return true;
}
