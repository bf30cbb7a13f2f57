// The viewer's own cards as controls: to discard, turn up, or arrange.

/** @import { Action, Choice, Pick } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { t, tn } from '../i18n.js';
import { cardName } from '../names.js';

/**
 * A group of cards from which some are to be picked.
 *
 * @typedef {object} Group
 * @property {Pick} pick
 * @property {'discard' | 'roll'} verb
 */

/** Groups of cards that the choices ask to pick from. @param {readonly Choice[]} choices @returns {Group[]} */
export function groupsOf(choices) {
  /** @type {Group[]} */
  const groups = [];
  for (const choice of choices) {
    if (choice.kind === 'roll') groups.push({ pick: choice, verb: 'roll' });
    if (choice.kind !== 'discard') continue;
    groups.push({ pick: choice, verb: 'discard' });
    if (choice.up) groups.push({ pick: choice.up, verb: 'discard' });
  }
  return groups.filter(({ pick }) => pick.max > 0);
}

/** The picked cards of a group. @param {Group} group @param {readonly string[]} picked */
export const pickedOf = ({ pick }, picked) => picked.filter((card) => pick.cards.includes(card));

/**
 * Reason why the picked cards cannot be submitted yet, `null` if they can.
 *
 * @param {readonly Group[]} groups
 * @param {readonly string[]} picked
 * @returns {string | null}
 */
export function missing(groups, picked) {
  for (const group of groups) {
    const more = group.pick.min - pickedOf(group, picked).length;
    if (more > 0) return tn(groups.length > 1 ? (group === groups[0] ? 'reason.pick_down' : 'reason.pick_up') : 'reason.pick', more);
  }
  return null;
}

/** Order in progress of the cards to arrange, `null` if there are none. @param {Room} room @param {Table} table */
export function orderOf(room, table) {
  const arrange = table.you?.choices.find((choice) => choice.kind === 'arrange');
  if (!arrange) return null;
  const { order } = room.ui;
  return order.length === arrange.cards.length ? order : arrange.cards;
}

/**
 * Effect of pressing one of the viewer's cards, `null` if none.
 *
 * @typedef {object} CardControl
 * @property {boolean} isPicked
 * @property {string} label For a screen reader.
 * @property {string} tag
 * @property {() => void} press
 * @property {(by: number) => void} [move] For cards being arranged.
 */

/** @param {Room} room @param {Table} table @param {string} card @returns {CardControl | null} */
export function cardControl(room, table, card) {
  const choices = table.you?.choices ?? [];
  if (choices.length === 0 || room.session.sending) return null;
  const order = orderOf(room, table);
  if (order) return order.includes(card) ? placing(room, order, card) : null;
  const group = groupsOf(choices).find(({ pick }) => pick.cards.includes(card));
  if (!group) return null;
  const { picked } = room.ui;
  const isPicked = picked.includes(card);
  const { pick, verb } = group;
  const others = pickedOf(group, picked);
  const tag = t(isPicked ? `card.${verb}` : verb === 'discard' ? 'card.keep' : 'card.stay');
  return {
    isPicked,
    tag,
    label: `${cardName(card)}, ${tag}`,
    press: () => {
      if (isPicked) room.set({ picked: picked.filter((one) => one !== card) });
      else if (others.length < pick.max) room.set({ picked: [...picked, card] });
      // With one card to pick, a new pick replaces the old one.
      else if (pick.max === 1) room.set({ picked: [...picked.filter((one) => !others.includes(one)), card] });
      else room.say(tn('discard.most', pick.max));
    },
  };
}

/** @param {Room} room @param {string[]} order @param {string} card @returns {CardControl} */
function placing(room, order, card) {
  const at = order.indexOf(card);
  const { held } = room.ui;
  /** @param {number} to */
  const moveTo = (to) => {
    if (to < 0 || to >= order.length) return;
    const next = order.filter((one) => one !== card);
    next.splice(to, 0, card);
    room.set({ order: next, held: null });
    room.app.announcer.polite(t('arrange.moved', { card: cardName(card), n: to + 1 }));
  };
  return {
    isPicked: held === card,
    tag: String(at + 1),
    label: t('arrange.card', { card: cardName(card), n: at + 1, of: order.length }),
    press: () => {
      if (held === null || held === card) room.set({ held: held === card ? null : card });
      else {
        // The card picked up changes places with this one.
        const next = order.map((one) => (one === card ? held : one === held ? card : one));
        room.set({ order: next, held: null });
        room.app.announcer.polite(t('arrange.moved', { card: cardName(held), n: at + 1 }));
      }
    },
    move: (by) => moveTo(at + by),
  };
}

/** The answer that the picked cards make. @param {Choice} choice @param {Room['ui']} ui @returns {Action | null} */
export function pickedAction(choice, { picked, side }) {
  if (choice.kind === 'discard') return { kind: 'discard', cards: picked };
  if (choice.kind !== 'roll') return null;
  return { kind: 'roll', cards: picked, ...(choice.announce.length > 0 && side && { announce: side }) };
}
