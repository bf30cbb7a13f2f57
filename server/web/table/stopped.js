// A hand that the host of a class has stopped: the question to those who hold cards, and what the host may do, in the bar and in the host panel.

/** @import { Kid } from '../dom.js' */
/** @import { HandStop, HostAction } from '../gen/protocol.d.ts' */
/** @import { Hand, Table } from '../model.js' */
/** @import { Place, Plan } from './actions.js' */
/** @import { Room } from './room.js' */

import { h } from '../dom.js';
import { isHost, mySeat } from '../facts.js';
import { t } from '../i18n.js';
import { heldText, NOTHING } from './waiting.js';
import { stopText } from './words.js';

/** Minutes of a stop, unless the host chooses others. */
const MINUTES = 10;

/** Plan of the bar; `null` unless the hand is stopped. @param {Room} room @param {Table} table @returns {Plan | null} */
export function planStopped(room, table) {
  const { hand } = table;
  if (!hand?.stop || room.session.elsewhere) return null;
  const { stop } = hand;
  const play = mySeat(table)?.play;
  const isAsked = stop.asked && play && !play.folded;
  const host = isHost(table) ? hosting(room, stop) : [null, null];
  if (isAsked) return planAsked(room, table, hand, host[0]);
  const text = stop.open ? t('class.open') : stop.asked ? count(stop) : '';
  return { ...NOTHING, title: t('log.hand_stopped'), sub: [text, heldText(room, table)].filter(Boolean).join(' · '), places: [host[0], null, host[1]] };
}

/** @param {HandStop} stop */
const count = ({ agreed = 0, holders }) => t('class.count', { n: agreed, of: holders });

/** Buttons of the host: letting the hand go on, and the next step. @param {Room} room @param {HandStop} stop @returns {[Place, Place | null]} */
function hosting(room, stop) {
  /** @type {Place} */
  const goOn = { label: t('class.go_on'), tone: 'quiet', press: () => room.asks.rule({ kind: 'resume' }) };
  if (stop.open) return [goOn, { label: t('class.end'), tone: 'solid', press: () => room.asks.rule({ kind: 'end_hand' }) }];
  return [goOn, stop.asked ? null : { label: t('class.ask_all'), tone: 'hot', press: () => room.asks.rule({ kind: 'ask_reveal' }) }];
}

/** @param {Room} room @param {Table} table @param {Hand} hand @param {Place | null} goOn @returns {Plan} */
function planAsked(room, { you }, { number, stop }, goOn) {
  const agreed = you?.agreed ?? false;
  const isHidden = !agreed && room.ui.hiddenHand === number;
  const reply = (/** @type {boolean} */ agree) => () => room.asks.consent(number, agree, agreed);
  /** @type {Place} */
  const show = { label: t('class.yes'), tone: 'hot', press: reply(true) };
  /** @type {Place} */
  const hide = { label: t(agreed ? 'class.back' : 'class.no'), tone: 'quiet', press: reply(false) };
  const title = t(agreed ? 'class.agreed' : isHidden ? 'class.hidden' : 'class.question');
  return { ...NOTHING, title, sub: stop ? count(stop) : '', places: [goOn, isHidden ? null : hide, agreed ? null : show] };
}

/**
 * Part of the host panel about stopped hands.
 *
 * @param {Table} table
 * @param {string} chosen Minutes as chosen; empty for none.
 * @param {(label: string, action: HostAction, why?: string) => Kid} button
 * @returns {Kid[]}
 */
export function classPart({ hand }, chosen, button) {
  const minutes = Number(chosen) || MINUTES;
  const isRunning = hand && !hand.over;
  const stop = isRunning ? hand.stop : null;
  const next = stop?.open
    ? button(t('class.end'), { kind: 'end_hand' })
    : stop && button(t('class.ask_all'), { kind: 'ask_reveal' }, stop.asked ? stopText(stop) : '');
  return [
    h('p', { class: 'note' }, stop ? stopText(stop) : t('host.class.note', { n: minutes })),
    h(
      'div',
      { class: 'host-do' },
      stop
        ? button(t('class.go_on'), { kind: 'resume' })
        : button(t('host.class.stop'), { kind: 'stop_hand', minutes }, isRunning ? '' : t('host.class.no_hand')),
      next,
    ),
  ];
}
