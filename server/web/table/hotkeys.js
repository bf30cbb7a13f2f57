// Keys: without modifiers, only while no text field has the focus, and only while the setting is on.

/** @import { Choice, Declaration } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { t } from '../i18n.js';
import { isMyTurn, mySeat } from '../model.js';
import { raiseOf, raisesOf, raiseTo } from './betting.js';
import { cardControl, groupsOf, orderOf } from './picking.js';
import { presets } from './presets.js';
import { sayBoard, sayHands, sayLast, sayStacks, sayState } from './say.js';

/** What the list shows. */
export const HOTKEYS = [
  { keys: ['F'], words: 'key.fold' },
  { keys: ['C'], words: 'key.call' },
  { keys: ['R'], words: 'key.raise' },
  { keys: ['B'], words: 'key.amount' },
  { keys: ['1', '…', '5'], words: 'key.presets' },
  { keys: ['1', '…', '9'], words: 'key.cards' },
  { keys: ['P'], words: 'key.pat' },
  { keys: ['K'], words: 'key.keep' },
  { keys: ['H', 'L', 'B'], words: 'key.sides' },
  { keys: ['←', '→'], words: 'key.order' },
  { keys: ['↵'], words: 'key.enter' },
  { keys: ['G'], words: 'key.state' },
  { keys: ['⇧', 'G'], words: 'key.hands' },
  { keys: ['←', '→'], words: 'key.step' },
  { keys: ['⇧', '→'], words: 'key.street' },
  { keys: ['⇱', '⇲'], words: 'key.ends' },
  { keys: ['␣'], words: 'key.play' },
  { keys: ['↑', '↓'], words: 'key.walk' },
  { keys: ['T'], words: 'key.board' },
  { keys: ['S'], words: 'key.stacks' },
  { keys: ['A'], words: 'key.last' },
  { keys: ['W'], words: 'key.next_table' },
  { keys: ['⇞', '⇟'], words: 'key.tables' },
  { keys: ['?'], words: 'key.help' },
];

/**
 * The key that an event stands for at the table, `null` if it is none.
 *
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function hotkey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return null;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.isContentEditable || target.closest('dialog')) return null;
  if (target.matches('input, textarea, select')) {
    // The slider types nothing, so letters work on it; its own keys stay its own.
    const isRange = target.matches('input[type="range"], input[type="checkbox"]');
    if (!isRange || !/^[a-z?]$/i.test(event.key)) return null;
  }
  // Enter and Space press the button that has the focus.
  if (event.key === 'Enter') return target.closest('button, a, [role="tab"]') ? null : 'Enter';
  // A log that has the focus is scrolled by these.
  if (/^Page(Up|Down)$/.test(event.key)) return target.closest('.log') ? null : event.key;
  if (event.key.length !== 1) return null;
  const key = event.key.toLowerCase();
  return key === 'g' && event.shiftKey ? 'G' : key;
}

/**
 * Does what a key stands for.
 *
 * @param {Room} room
 * @param {string} key
 * @param {Table} table
 * @returns {boolean} Whether the key meant something.
 */
export function pressKey(room, key, table) {
  const { you, hand } = table;
  const me = mySeat(table);
  const raise = raiseOf(room, you?.choices ?? []);
  if (/^[1-9]$/.test(key)) return pressNumber(room, Number(key) - 1, table);
  const side = you?.choices.flatMap(sidesOf).find((one) => one.startsWith(key));
  if (side) {
    room.set({ side });
    return true;
  }
  // The letter that stands on a button presses it.
  const at = room.places.findIndex((place) => place?.key?.toLowerCase() === key);
  if (at >= 0) {
    room.press(at);
    return true;
  }
  switch (key) {
    case 'f':
      if (isMyTurn(table) && raise && !room.places[0]) room.say(t('act.free'));
      else if (!isMyTurn(table)) room.press(0);
      return true;
    case 'c':
      if (!isMyTurn(table)) room.press(1);
      return true;
    case 'b':
      return room.focusOn('.act .num');
    case 'Enter':
      if (!isMyTurn(table) || (raise && raiseTo(room, table, raise) === null)) return false;
      room.press(2);
      return true;
    case 'g':
      room.say(sayState(table, room.now(), room.money));
      return true;
    case 'G':
      room.say(sayHands(table));
      return true;
    case 't':
      room.say(sayBoard(table, room.game(table), room.money));
      return true;
    case 's':
      room.say(sayStacks(table, room.money));
      return true;
    case 'a':
      room.say(sayLast(table, room.game(table), room.money));
      return true;
    case 'w':
      room.app.open.next();
      return true;
    case 'PageUp':
    case 'PageDown':
      room.app.open.step(key === 'PageUp' ? -1 : 1);
      return true;
    case '?':
      room.app.show('settings');
      return true;
    default:
      return Boolean(hand && me && key === 'r' && raise);
  }
}

/** The sides that a choice asks about. @param {Choice} choice @returns {readonly Declaration[]} */
const sidesOf = (choice) => (choice.kind === 'declare' ? choice.options : choice.kind === 'roll' ? choice.announce : []);

/** A number picks a card as it lies, or an amount. @param {Room} room @param {number} at @param {Table} table */
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
  const bet = me.play?.bet ?? 0;
  const preset = presets({ ...raise, stack: me.stack + bet, bet, toCall: you.toCall, hand })[at];
  if (preset) room.setAmount(preset.to);
  return true;
}
