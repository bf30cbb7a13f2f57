// The betting round in the action bar: fold, check or call, bet or raise with its size.

/** @import { Choice } from '../gen/protocol.d.ts' */
/** @import { VNode } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Place, Plan } from './actions.js' */
/** @import { Room } from './room.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { mySeat } from '../facts.js';
import { timeText } from './clock.js';
import { boundKey, keyLabel } from './keys.js';
import { presets, snap, withPot } from './presets.js';
import { amountAt, LENGTH, placeOf, stepAt } from './scale.js';
import { ownSizes, stepOf } from './sizes.js';
import { NOTHING } from './waiting.js';
import { amount, keypad, parseAmount, typedAmount } from './words.js';

/** @param {Room} room @param {Table} table @param {Choice[]} choices @returns {Plan} */
export function planBet(room, table, choices) {
  const { settings, ui } = room;
  const me = mySeat(table);
  const { hand } = table;
  if (!me?.play || !hand) return NOTHING;
  const money = (/** @type {number} */ n) => amount(n, settings, table.info);
  const fold = choices.some((choice) => choice.kind === 'fold');
  const check = choices.some((choice) => choice.kind === 'check');
  const call = choices.find((choice) => choice.kind === 'call');
  const raises = raisesOf(choices);
  const raise = raiseOf(room, choices);

  /** @type {Place | null} */
  let first = null;
  if (fold) {
    const asks = check && ui.confirm !== 'fold';
    first = {
      label: ui.confirm === 'fold' ? t('act.fold_anyway') : t('act.fold'),
      tone: 'quiet',
      key: 'fold',
      press: () => (asks ? room.confirm('fold', t('act.free')) : room.act({ kind: 'fold' })),
      pressed: room.isSending('fold'),
    };
  }
  /** @type {Place | null} */
  let second = null;
  if (check) {
    second = {
      label: t('act.check'),
      tone: 'solid',
      key: 'call',
      press: () => room.act({ kind: 'check' }),
      pressed: room.isSending('check'),
    };
  } else if (call) {
    second = {
      label: t(call.amount === me.stack ? 'act.call_all_in' : 'act.call'),
      amount: money(call.amount),
      tone: 'solid',
      key: 'call',
      press: () => room.act({ kind: 'call', amount: call.amount }),
      pressed: room.isSending('call'),
    };
  }
  const third = raise ? placeRaise(room, table, raise) : null;
  const title = call ? t('ask.call', { n: money(call.amount) }) : check ? t('ask.check') : t('ask.turn');
  return {
    title,
    sub: timeText(room, table),
    shape: !raise ? null : raises.length > 1 ? sizes(room, table, raises) : raise.min < raise.max ? sizing(room, table, raise) : exact(room, table, raise),
    places: [first, second, third],
  };
}

/** @typedef {Extract<Choice, { kind: 'bet' | 'raise' }>} Raise */

/** Bets or raises on offer: one with bounds, or several exact ones. @param {readonly Choice[]} choices @returns {Raise[]} */
export const raisesOf = (choices) => choices.filter((choice) => choice.kind === 'bet' || choice.kind === 'raise');

/** The bet or raise selected: by default the smallest. @param {Room} room @param {readonly Choice[]} choices */
export function raiseOf(room, choices) {
  const raises = raisesOf(choices);
  const to = room.ui.raiseTo;
  return raises.find((one) => to !== null && one.min <= to && to <= one.max) ?? raises[0];
}

/**
 * Total that a raise would be made to, `null` while the number field is not a number.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {Raise} raise
 */
export function raiseTo(room, table, raise) {
  if (room.ui.typed !== null) return parseAmount(room.ui.typed, room.settings, table.info);
  return room.ui.raiseTo === null ? raise.min : Math.min(raise.max, Math.max(raise.min, room.ui.raiseTo));
}

/** Preset amounts for a bet or raise. @param {Room} room @param {Table} table @param {Raise} raise */
export function offersOf(room, table, raise) {
  const { settings } = room;
  const { hand, you, info } = table;
  const me = mySeat(table);
  if (!hand || !you || !me) return [];
  const bet = me.play?.bet ?? 0;
  const shares = ownSizes(settings, info.limit, 'share');
  const opens = ownSizes(settings, info.limit, 'open');
  return presets({ ...raise, stack: me.stack + bet, bet, toCall: you.toCall, hand, shares, opens });
}

/** Key label of a preset. @param {Room} room @param {number} at */
const pickKey = (room, at) => keyLabel(boundKey(room.settings, `pick${at + 1}`));

/** @param {Raise} raise */
const sizeLabel = (raise) => (raise.kind === 'bet' ? 'act.bet' : 'act.raise_to');

/** `true` if a raise only completes the bring-in to a full bet. @param {Table} table @param {Raise} raise */
const isCompletion = ({ hand, seats }, raise) =>
  raise.kind === 'raise' && hand?.raises === 0 && Object.values(seats).some((seat) => seat.play?.did?.kind === 'bring_in' && seat.play.bet === hand.bet);

/** A single size is stated, not chosen. @param {Room} room @param {Table} table @param {Raise} raise */
function exact(room, table, raise) {
  const me = mySeat(table);
  const n = amount(raise.max, room.settings, table.info);
  if (raise.max === (me?.stack ?? 0) + (me?.play?.bet ?? 0)) return null;
  return h('p', { key: 'note', class: 'note' }, t(raise.kind === 'bet' ? 'bet.exact' : 'raise.exact', { n }));
}

/** Several exact sizes to choose from. @param {Room} room @param {Table} table @param {Raise[]} raises @returns {VNode} */
function sizes(room, table, raises) {
  const chosen = raiseOf(room, raises);
  return h(
    'div',
    { key: 'sizes', class: 'size' },
    h(
      'div',
      { class: 'presets', role: 'group', 'aria-label': t('presets') },
      raises.map((raise, at) =>
        h(
          'button',
          {
            key: raise.max,
            type: 'button',
            'aria-pressed': raise === chosen,
            title: `(${pickKey(room, at)})`,
            on: { click: () => room.setAmount(raise.max) },
          },
          `${t(sizeLabel(raise))} ${amount(raise.max, room.settings, table.info)}`,
        ),
      ),
    ),
  );
}

/** Typed amounts above this many pots need confirmation: they may be a typing error. */
const LARGE_POTS = 2;

/** @param {Room} room @param {Table} table @param {Raise} raise @returns {Place} */
function placeRaise(room, table, raise) {
  const { settings, ui } = room;
  const me = mySeat(table);
  const to = raiseTo(room, table, raise);
  const total = (me?.stack ?? 0) + (me?.play?.bet ?? 0);
  const money = (/** @type {number} */ n) => amount(n, settings, table.info);
  /** @type {string | null} */
  let reason = null;
  if (to === null) reason = t('reason.no_number');
  else if (to < raise.min) reason = t('reason.least', { n: money(raise.min) });
  else if (to > raise.max) reason = t('reason.most', { n: money(raise.max) });
  const isAllIn = to === total;
  const pot = (table.hand?.pot ?? 0) + (table.you?.toCall ?? 0);
  const isLarge = ui.byKey && to !== null && to - (table.hand?.bet ?? 0) > LARGE_POTS * pot;
  const asks = (isAllIn || isLarge) && settings.askAllIn && ui.confirm !== 'all_in';
  return {
    label: t(isAllIn ? 'act.all_in' : isCompletion(table, raise) ? 'act.complete' : sizeLabel(raise)),
    amount: to === null ? '' : money(to),
    tone: 'hot',
    key: 'raise',
    reason,
    press: () => {
      if (to === null) return;
      if (asks) room.confirm('all_in', isAllIn ? t('act.press_again') : t('act.press_again.large', { n: money(to) }));
      else room.act({ kind: raise.kind, to });
    },
    pressed: room.isSending(raise.kind),
  };
}

/** @param {Room} room @param {Table} table @param {Raise} raise @returns {VNode} */
function sizing(room, table, raise) {
  const { settings, ui } = room;
  const to = raiseTo(room, table, raise) ?? raise.min;
  const usual = stepOf(settings, table.info);
  const { hand, you } = table;
  const pot = hand && you ? withPot({ bet: mySeat(table)?.play?.bet ?? 0, toCall: you.toCall, hand }) : raise.max;
  const bounds = { min: raise.min, max: raise.max, pot };
  const place = placeOf(to, bounds);
  const offers = offersOf(room, table, raise);
  const money = (/** @type {number} */ n) => amount(n, settings, table.info);
  const label = t(sizeLabel(raise));
  const typed = ui.typed === null ? null : raiseTo(room, table, raise);
  const named = offers.find((preset) => preset.to === to);
  /** An amount on the step that applies there. @param {number} wanted */
  const set = (wanted) => room.setAmount(snap(wanted, { ...raise, step: stepAt(wanted, bounds, usual) }));
  /** Down from just beyond the pot, the step is that below it. @param {number} by */
  const move = (by) => set(to + by * stepAt(by < 0 ? to - 1 : to + 1, bounds, usual));
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (by) {
      event.preventDefault();
      move(event.shiftKey ? by * 5 : by);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // A repeating key must not confirm anything.
      if (!event.repeat) room.press(2);
    }
  };
  return h(
    'div',
    { key: 'size', class: 'size' },
    h(
      'div',
      { class: 'presets', role: 'group', 'aria-label': t('presets') },
      offers.map((preset, at) =>
        h(
          'button',
          {
            key: preset.key + (preset.params?.n ?? ''),
            type: 'button',
            'aria-pressed': preset.to === to,
            title: `${money(preset.to)}  (${pickKey(room, at)})`,
            on: { click: () => room.setAmount(preset.to) },
          },
          t(preset.key, preset.params),
        ),
      ),
    ),
    h('input', {
      type: 'range',
      min: '0',
      max: String(LENGTH),
      step: '1',
      style: { '--v': `${(place / LENGTH) * 100}%`, '--pot': pot > raise.min && pot < raise.max ? placeOf(pot, bounds) / LENGTH : null },
      prop: { value: String(place) },
      'aria-label': label,
      'aria-valuetext': `${label} ${money(to)}${named ? `, ${t(named.key, named.params)}` : ''}`,
      on: {
        input: (event) => set(amountAt(Number(event.target.value), bounds)),
        keydown: keys,
        wheel: (event) => {
          event.preventDefault();
          move((event.deltaY < 0 ? 1 : -1) * (event.shiftKey ? 5 : 1));
        },
      },
    }),
    h('input', {
      class: 'num',
      inputmode: settings.amounts === 'bb' ? 'decimal' : keypad(table.info),
      autocomplete: 'off',
      'aria-label': t(settings.amounts === 'bb' ? 'amount.field.bb' : 'amount.field', { label }),
      'aria-invalid': ui.typed !== null && (typed === null || typed < raise.min || typed > raise.max),
      prop: { value: ui.typed ?? typedAmount(to, settings, table.info) },
      on: {
        focus: (event) => event.target.select(),
        input: (event) => room.set({ typed: event.target.value, byKey: true, confirm: null }),
        blur: () => {
          // A legal number becomes the amount; any other stays in the field, with the reason on the button.
          if (typed !== null && typed >= raise.min && typed <= raise.max) room.set({ raiseTo: typed, typed: null });
        },
        keydown: (event) => {
          if (event.key === 'Escape') {
            room.set({ typed: null });
            event.target.blur();
          } else if (event.key === 'Enter' || event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            keys(event);
          }
        },
      },
    }),
  );
}
