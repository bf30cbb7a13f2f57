// The action bar. Row 1 explains and shapes, row 2 commits in three places that never move: give up or least, stay, commit most. Every control comes
// from a typed choice of the server.

/** @import { Kid, VNode } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { t } from '../i18n.js';
import { tableName } from '../lobby/common.js';
import { isMyTurn } from '../facts.js';
import { planBet } from './betting.js';
import { planOther } from './choosing.js';
import { timeOf } from './clock.js';
import { idOf } from './frame.js';
import { boundKey, keyLabel } from './keys.js';
import { planStopped } from './stopped.js';
import { NOTHING, planWaiting } from './waiting.js';
import { amount } from './words.js';
import { planStrange } from './strange.js';

/**
 * A button of row 2.
 *
 * @typedef {object} Place
 * @property {string} label
 * @property {string} [amount]
 * @property {'quiet' | 'solid' | 'hot'} tone
 * @property {string} [key] Action of the key that presses it.
 * @property {string | null} [reason] Reason why it cannot be pressed now.
 * @property {boolean} [ticked] Set for pre-actions: `true` if chosen.
 * @property {boolean} [pressed] `true` while its answer is in flight.
 * @property {() => void} press
 */

/**
 * @typedef {object} Plan
 * @property {string} title
 * @property {string} sub
 * @property {Kid} shape
 * @property {[Place | null, Place | null, Place | null]} places
 * @property {string} [hint] Text in the first two places; a button there keeps its place.
 */

/**
 * Plan of the bar's content.
 *
 * @param {Room} room
 * @param {Table} table
 * @returns {Plan}
 */
export const planOf = (room, table) => planStopped(room, table) ?? (isMyTurn(table) ? planTurn(room, table) : planWaiting(room, table));

/** @param {Room} room @param {Table} table @returns {Plan} */
function planTurn(room, table) {
  const { you } = table;
  if (!you) return NOTHING;
  const plan = planOther(room, table) ?? planBet(room, table, you.choices);
  return planStrange(room, plan, you.choices);
}

// ---------- the bar ----------

/** @param {Room} room @param {Table} table @returns {VNode} */
export const actionBar = (room, table) => barOf(room, table, planOf(room, table));

/** The bar for a plan. @param {Room} room @param {Table} table @param {Plan} plan @returns {VNode} */
export function barOf(room, table, plan) {
  room.places = plan.places;
  const { refusal } = room.session;
  const time = table.you && isMyTurn(table) ? timeOf(table, table.you.seat, room.now()) : null;
  const { isDown } = room;
  const hasHint = plan.hint && !plan.places[0] && !plan.places[1];
  const sub = refusal ? refusalText(room, table) : isDown ? t('net.lost') : room.ui.confirmText || plan.sub;
  const unheard = isDown && h('p', { key: 'unheard', class: 'no-shape' }, t(room.isRestarting ? 'net.restarts.table' : 'net.offline.table'));
  return h(
    'section',
    {
      class: cls('act', time && 'mine'),
      id: idOf(room, 'act'),
      'aria-label': room.isTile ? `${t('actions')}, ${tableName(table.info)}` : t('actions'),
      tabindex: '-1',
      'data-turn': room.decision,
      'data-ready': room.isReady,
    },
    h('div', { class: cls('time', time?.inBank && 'bank'), 'aria-hidden': 'true' }, time && h('i', { style: { transform: `scaleX(${time.share})` } })),
    h(
      'div',
      { class: 'act-in' },
      h(
        'p',
        { class: 'ask', id: idOf(room, 'ask'), tabindex: '-1' },
        h('b', null, plan.title),
        h('span', { class: cls(refusal && 'refused') }, sub),
        room.isBankHeld(table) && bankButton(room, table),
      ),
      unheard || (plan.shape ?? h('span', { key: 'no-shape', class: 'no-shape' })),
      hasHint && h('p', { key: 'hint', class: 'hint' }, plan.hint),
      plan.places.map((place, at) => (hasHint && at < 2 ? null : placeView(room, place, at))),
    ),
  );
}

/** Button that starts the time bank, if the settings leave that to the player. @param {Room} room @param {Table} table */
function bankButton(room, table) {
  const time = table.you && timeOf(table, table.you.seat, room.now());
  const key = room.settings.hotkeys ? boundKey(room.settings, 'bank') : '';
  return h(
    'button',
    { key: 'bank', type: 'button', class: 'btn-s bank-go', title: key && keyLabel(key), on: { click: () => room.startBank(table) } },
    t('bank.start', { n: time?.bank ?? 0 }),
  );
}

/** @param {Room} room @param {Place | null} place @param {number} at */
function placeView(room, place, at) {
  if (!place) return h('span', { key: `gap${at}`, class: 'gap', 'aria-hidden': 'true' });
  const { label, tone, key, reason, ticked, pressed } = place;
  const hotkey = room.settings.hotkeys && key ? boundKey(room.settings, key) : '';
  return h(
    'button',
    {
      key: `place${at}`,
      type: 'button',
      class: cls('btn', tone, ticked !== undefined && 'pre', pressed && 'pressed'),
      'data-place': at,
      role: ticked === undefined ? null : 'checkbox',
      'aria-checked': ticked === undefined ? null : ticked,
      'aria-disabled': reason || room.isDown ? true : null,
      'aria-describedby': reason ? idOf(room, `reason${at}`) : null,
      'aria-keyshortcuts': /^(S\+)?[a-z]$/.test(hotkey) ? hotkey.toUpperCase().replace('S+', 'Shift+') : null,
      on: { click: (event) => room.pressed(event, at) },
    },
    ticked !== undefined && h('i', { class: 'box', 'aria-hidden': 'true' }),
    h('span', { class: 'words' }, label, place.amount && [' ', h('b', { class: 'n' }, place.amount)]),
    reason && h('small', { id: idOf(room, `reason${at}`) }, reason),
    hotkey && h('kbd', { 'aria-hidden': 'true' }, keyLabel(hotkey)),
  );
}

/** @param {Room} room @param {Table} table */
function refusalText(room, table) {
  const { refusal } = room.session;
  if (!refusal) return '';
  const params = Object.fromEntries(
    Object.entries(refusal.params).map(([name, value]) => [name, typeof value === 'number' ? amount(value, room.settings, table.info) : value]),
  );
  return t(`error.${refusal.code}`, params);
}
