// The action bar. Row 1 explains and shapes, row 2 commits in three places that never move: give up or least, stay,
// commit most. Every control comes from a typed choice of the server.

/** @import { Action, Choice } from '../gen/protocol.d.ts' */
/** @import { Kid, VNode } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { num, parseNum, t, tn } from '../i18n.js';
import { isMyTurn, mySeat } from '../model.js';
import { cardName, cardSign } from '../names.js';
import { timeOf } from './clock.js';
import { presets, snap } from './presets.js';
import { NOTHING, planWaiting } from './waiting.js';
import { amount, unit } from './words.js';

/**
 * A button of row 2.
 *
 * @typedef {object} Place
 * @property {string} label
 * @property {string} [amount]
 * @property {'quiet' | 'solid' | 'hot'} tone
 * @property {string} [key] The hotkey.
 * @property {string | null} [reason] Why it cannot be pressed now.
 * @property {boolean} [ticked] For pre-actions, whether it is chosen.
 * @property {boolean} [pressed] Whether its answer is on its way.
 * @property {() => void} press
 */

/**
 * @typedef {object} Plan
 * @property {string} title
 * @property {string} sub
 * @property {Kid} shape
 * @property {[Place | null, Place | null, Place | null]} places
 */

/**
 * What the bar shows.
 *
 * @param {Room} room
 * @param {Table} table
 * @returns {Plan}
 */
export const planOf = (room, table) => (isMyTurn(table) ? planTurn(room, table) : planWaiting(room, table));

// ---------- my turn ----------

/** Kinds of choices that have controls of their own. */
const KNOWN = new Set(['fold', 'check', 'call', 'bet', 'raise', 'discard']);

/** @param {Room} room @param {Table} table @returns {Plan} */
function planTurn(room, table) {
  const { you } = table;
  if (!you) return NOTHING;
  const discard = you.choices.find((choice) => choice.kind === 'discard');
  const plan = discard ? planDiscard(room, table, discard) : planBet(room, table, you.choices);
  const strange = you.choices.filter((choice) => !KNOWN.has(choice.kind));
  if (strange.length > 0) return planStrange(room, plan, strange);
  return plan;
}

/** @param {Room} room @param {Table} table */
function timeText(room, table) {
  const time = table.you && timeOf(table, table.you.seat, room.now());
  if (!time) return '';
  if (time.inBank) return t('time.in_bank', { n: time.bank });
  return time.bank ? t('time.with_bank', { n: time.left, bank: time.bank }) : t('seconds.short', { n: time.left });
}

/** @param {Room} room @param {Table} table @param {Choice[]} choices @returns {Plan} */
function planBet(room, table, choices) {
  const { settings, ui } = room;
  const me = mySeat(table);
  const { hand } = table;
  if (!me?.play || !hand) return NOTHING;
  const money = (/** @type {number} */ n) => amount(n, settings, table.info);
  const fold = choices.some((choice) => choice.kind === 'fold');
  const check = choices.some((choice) => choice.kind === 'check');
  const call = choices.find((choice) => choice.kind === 'call');
  const raise = choices.find((choice) => choice.kind === 'bet' || choice.kind === 'raise');

  /** @type {Place | null} */
  let first = null;
  if (fold) {
    const asks = check && ui.confirm !== 'fold';
    first = {
      label: ui.confirm === 'fold' ? t('act.fold_anyway') : t('act.fold'),
      tone: 'quiet',
      key: 'F',
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
      key: 'C',
      press: () => room.act({ kind: 'check' }),
      pressed: room.isSending('check'),
    };
  } else if (call) {
    second = {
      label: t(call.amount === me.stack ? 'act.call_all_in' : 'act.call'),
      amount: money(call.amount),
      tone: 'solid',
      key: 'C',
      press: () => room.act({ kind: 'call', amount: call.amount }),
      pressed: room.isSending('call'),
    };
  }
  const third = raise ? placeRaise(room, table, raise) : null;
  const title = call ? t('ask.call', { n: money(call.amount) }) : check ? t('ask.check') : t('ask.turn');
  return {
    title,
    sub: timeText(room, table),
    shape: raise && raise.min < raise.max ? sizing(room, table, raise) : null,
    places: [first, second, third],
  };
}

/** @typedef {Extract<Choice, { kind: 'bet' | 'raise' }>} Raise */

/** The total that a raise would be made to, `null` while the number field holds none. @param {Room} room @param {Raise} raise */
export function raiseTo(room, raise) {
  if (room.ui.typed !== null) return parseNum(room.ui.typed);
  return room.ui.raiseTo === null ? raise.min : Math.min(raise.max, Math.max(raise.min, room.ui.raiseTo));
}

/** @param {Room} room @param {Table} table @param {Raise} raise @returns {Place} */
function placeRaise(room, table, raise) {
  const { settings, ui } = room;
  const me = mySeat(table);
  const to = raiseTo(room, raise);
  const total = (me?.stack ?? 0) + (me?.play?.bet ?? 0);
  const money = (/** @type {number} */ n) => amount(n, settings, table.info);
  /** @type {string | null} */
  let reason = null;
  if (to === null) reason = t('reason.no_number');
  else if (to < raise.min) reason = t('reason.least', { n: money(raise.min) });
  else if (to > raise.max) reason = t('reason.most', { n: money(raise.max) });
  const isAllIn = to === total;
  const asks = isAllIn && settings.confirmAllIn && ui.confirm !== 'all_in';
  return {
    label: t(isAllIn ? 'act.all_in' : raise.kind === 'bet' ? 'act.bet' : 'act.raise_to'),
    amount: to === null ? '' : money(to),
    tone: 'hot',
    key: 'R',
    reason,
    press: () => {
      if (to === null) return;
      if (asks) room.confirm('all_in', t('act.press_again'));
      else room.act({ kind: raise.kind, to });
    },
    pressed: room.isSending(raise.kind),
  };
}

/** @param {Room} room @param {Table} table @param {Raise} raise @returns {VNode} */
function sizing(room, table, raise) {
  const { settings, ui } = room;
  const me = mySeat(table);
  const { hand, you } = table;
  const to = raiseTo(room, raise) ?? raise.min;
  const total = (me?.stack ?? 0) + (me?.play?.bet ?? 0);
  const step = unit(table.info);
  const offers =
    hand && you ? presets({ ...raise, stack: total, bet: me?.play?.bet ?? 0, toCall: you.toCall, hand }) : [];
  const money = (/** @type {number} */ n) => amount(n, settings, table.info);
  const share =
    raise.max > raise.min
      ? ((Math.min(raise.max, Math.max(raise.min, to)) - raise.min) / (raise.max - raise.min)) * 100
      : 100;
  const label = t(raise.kind === 'bet' ? 'act.bet' : 'act.raise_to');
  const named = offers.find((preset) => preset.to === to);
  const move = (/** @type {number} */ by) => room.setAmount(snap(to + by * step, { ...raise, step }));
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (by) {
      event.preventDefault();
      move(event.shiftKey ? by * 5 : by);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      room.press(2);
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
            title: `${money(preset.to)}  (${at + 1})`,
            on: { click: () => room.setAmount(preset.to) },
          },
          t(preset.key, preset.params),
        ),
      ),
    ),
    h('input', {
      type: 'range',
      min: String(raise.min),
      max: String(raise.max),
      step: '1',
      style: { '--v': `${share}%` },
      prop: { value: String(Math.min(raise.max, Math.max(raise.min, to))) },
      'aria-label': label,
      'aria-valuetext': `${label} ${money(to)}${named ? `, ${t(named.key, named.params)}` : ''}`,
      on: {
        input: (event) => room.setAmount(snap(Number(event.target.value), { ...raise, step })),
        keydown: keys,
        wheel: (event) => {
          event.preventDefault();
          move((event.deltaY < 0 ? 1 : -1) * (event.shiftKey ? 5 : 1));
        },
      },
    }),
    h('input', {
      class: 'num',
      inputmode: 'numeric',
      autocomplete: 'off',
      'aria-label': t('amount.field', { label }),
      'aria-invalid': ui.typed !== null && (to < raise.min || to > raise.max || parseNum(ui.typed) === null),
      prop: { value: ui.typed ?? num(to) },
      on: {
        focus: (event) => event.target.select(),
        input: (event) => room.set({ typed: event.target.value, confirm: null }),
        blur: () => {
          const value = ui.typed === null ? null : parseNum(ui.typed);
          // A legal number becomes the amount; any other stays, with the reason on the button.
          if (value !== null && value >= raise.min && value <= raise.max) room.setAmount(value);
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

/** @param {Room} room @param {Table} table @param {Extract<Choice, { kind: 'discard' }>} choice @returns {Plan} */
function planDiscard(room, table, choice) {
  const { picked } = room.ui;
  const { min, max } = choice;
  const title = min === max ? tn('ask.throw_exact', max) : t('ask.throw', { min, max });
  const reason =
    picked.length < min || picked.length === 0 ? tn('reason.pick', Math.max(1, min) - picked.length) : null;
  const note = picked.length >= max && max > 0 ? tn('throw.most', max) : t('throw.how', { n: choice.cards.length });
  return {
    title,
    sub: timeText(room, table),
    shape: h(
      'p',
      { key: 'note', class: 'note' },
      note,
      picked.length > 0 && ` ${t('throw.chosen', { cards: picked.map(cardSign).join(' ') })}`,
    ),
    places: [
      min === 0
        ? {
            label: t('act.pat'),
            tone: 'quiet',
            key: 'P',
            press: () => room.act({ kind: 'discard', cards: [] }),
            pressed: room.isSending('discard') && picked.length === 0,
          }
        : null,
      null,
      {
        label: picked.length > 0 ? tn('act.throw', picked.length) : t('act.throw.none'),
        tone: 'hot',
        key: '↵',
        reason,
        press: () => room.act({ kind: 'discard', cards: picked }),
        pressed: room.isSending('discard') && picked.length > 0,
      },
    ],
  };
}

/**
 * Choices that this client has no control for get a plain one, so that the table never stands still.
 *
 * @param {Room} room
 * @param {Plan} plan
 * @param {Choice[]} strange
 * @returns {Plan}
 */
function planStrange(room, plan, strange) {
  const options = strange.flatMap((choice) => {
    const { kind, ...rest } = /** @type {Record<string, unknown> & { kind: string }} */ (choice);
    const words = kind.replaceAll('_', ' ');
    const lists = Object.entries(rest).filter(([, value]) => Array.isArray(value));
    if (lists.length === 0) return [{ id: kind, label: words, action: { kind } }];
    return lists.flatMap(([name, values]) =>
      /** @type {unknown[]} */ (values).map((value) => ({
        id: `${kind} ${name} ${value}`,
        label: `${words} ${value}`,
        action: { kind, [name]: value },
      })),
    );
  });
  const chosen = options.find((option) => option.id === room.ui.strange);
  const shape = h(
    'div',
    { key: 'opts', class: 'opts', role: 'radiogroup', 'aria-label': t('ask.choose') },
    options.map((option) =>
      h(
        'button',
        {
          key: option.id,
          class: 'opt',
          role: 'radio',
          'aria-checked': option.id === room.ui.strange,
          on: { click: () => room.set({ strange: option.id }) },
        },
        h('b', null, option.label),
      ),
    ),
  );
  /** @type {Place} */
  const confirm = {
    label: t('act.confirm'),
    tone: 'hot',
    key: '↵',
    reason: chosen ? null : t('reason.choose'),
    press: () => chosen && room.act(/** @type {Action} */ (/** @type {unknown} */ (chosen.action))),
  };
  return {
    title: plan.title || t('ask.choose'),
    sub: plan.sub,
    shape: plan.shape ?? shape,
    places: [plan.places[0], plan.places[1], plan.places[2] ?? confirm],
  };
}

// ---------- the bar ----------

/** @param {Room} room @param {Table} table @returns {VNode} */
export function actionBar(room, table) {
  const plan = planOf(room, table);
  room.places = plan.places;
  const { refusal } = room.session;
  const time = table.you && isMyTurn(table) ? timeOf(table, table.you.seat, room.now()) : null;
  const offline = room.app.net.state === 'lost' || room.app.net.slow;
  const sub = refusal ? refusalText(room, table) : offline ? t('net.offline.table') : room.ui.confirmText || plan.sub;
  return h(
    'section',
    {
      class: cls('act', time && 'mine'),
      id: 'act',
      'aria-label': t('actions'),
      tabindex: '-1',
      'data-turn': room.decision,
      'data-ready': room.isReady,
    },
    h(
      'div',
      { class: cls('time', time?.inBank && 'bank'), 'aria-hidden': 'true' },
      time && h('i', { style: { transform: `scaleX(${time.share})` } }),
    ),
    h(
      'div',
      { class: 'act-in' },
      h(
        'p',
        { class: 'ask', id: 'ask', tabindex: '-1' },
        h('b', null, plan.title),
        h('span', { class: cls(refusal && 'refused') }, sub),
      ),
      plan.shape ?? h('span', { key: 'no-shape', class: 'no-shape' }),
      plan.places.map((place, at) => placeView(room, place, at)),
    ),
  );
}

/** @param {Room} room @param {Place | null} place @param {number} at */
function placeView(room, place, at) {
  if (!place) return h('span', { key: `gap${at}`, class: 'gap', 'aria-hidden': 'true' });
  const { label, tone, key, reason, ticked, pressed } = place;
  const hotkeys = room.settings.hotkeys && key;
  return h(
    'button',
    {
      key: `place${at}`,
      type: 'button',
      class: cls('btn', tone, ticked !== undefined && 'pre', pressed && 'pressed'),
      'data-place': at,
      role: ticked === undefined ? null : 'checkbox',
      'aria-checked': ticked === undefined ? null : ticked,
      'aria-disabled': reason ? true : null,
      'aria-describedby': reason ? `reason${at}` : null,
      'aria-keyshortcuts': hotkeys && /^[A-Z]$/.test(hotkeys) ? hotkeys : null,
      on: { click: (event) => room.pressed(event, at) },
    },
    ticked !== undefined && h('i', { class: 'box', 'aria-hidden': 'true' }),
    h('span', { class: 'words' }, label, place.amount && [' ', h('b', { class: 'n' }, place.amount)]),
    reason && h('small', { id: `reason${at}` }, reason),
    hotkeys && h('kbd', { 'aria-hidden': 'true' }, hotkeys),
  );
}

/** @param {Room} room @param {Table} table */
function refusalText(room, table) {
  const { refusal } = room.session;
  if (!refusal) return '';
  const params = Object.fromEntries(
    Object.entries(refusal.params).map(([name, value]) => [
      name,
      typeof value === 'number' ? amount(value, room.settings, table.info) : value,
    ]),
  );
  return t(`error.${refusal.code}`, params);
}

/** What a card of the viewer's own does when it is pressed. @param {Room} room @param {Table} table @param {string} card */
export function cardToggle(room, table, card) {
  const discard = table.you?.choices.find((choice) => choice.kind === 'discard');
  if (!discard || !discard.cards.includes(card)) return null;
  const { picked } = room.ui;
  const isPicked = picked.includes(card);
  return {
    isPicked,
    label: `${cardName(card)}, ${t(isPicked ? 'card.throw' : 'card.keep')}`,
    toggle: () => {
      if (isPicked) room.set({ picked: picked.filter((one) => one !== card) });
      else if (picked.length < discard.max) room.set({ picked: [...picked, card] });
      // With one card to throw, another one takes its place.
      else if (discard.max === 1) room.set({ picked: [card] });
      else room.say(tn('throw.most', discard.max));
    },
  };
}
