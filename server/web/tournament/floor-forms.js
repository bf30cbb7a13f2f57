// Forms for officials' decisions, and the requests they make. Pure.

/** @import { ActionField } from '../gen/floor-actions.js' */
/** @import { DealKind, FloorAction, FloorDenial, FloorDesk, FloorEntry, FloorRole, FloorTicket, Rung } from '../gen/protocol.d.ts' */
/** @import { Tournament } from './model.js' */

import { ACTIONS } from '../gen/floor-actions.js';
import { parseNum, t } from '../i18n.js';
import { ENTRY_FORMS } from './by-hand.js';
import { subjectOf } from './floor-offers.js';
import { nameOf, seatOf } from './floor-words.js';
import { languagesIn } from './languages.js';
import { paidOut } from './model.js';
import { localField } from './draft.js';

/** @typedef {FloorAction['kind']} Kind */

/** Subject of a decision: the tournament itself if nothing is named. @typedef {{ player?: number, table?: number, ticket?: FloorTicket, waiting?: number }} About */

/**
 * The floor as an official sees it.
 *
 * @typedef {object} Scene
 * @property {Tournament} live
 * @property {FloorDesk} desk
 * @property {FloorRole} role
 * @property {string[]} granted Names of officials appointed by a grant.
 * @property {readonly FloorEntry[]} entries The trail, oldest first.
 * @property {FloorDenial[]} [denied] Acts not open to the official now, with the reasons.
 */

/**
 * A control of a form, with its initial `value`.
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {'text' | 'number' | 'time' | 'select'} type
 * @property {string} value
 * @property {number} [most] Characters.
 * @property {{ id: string, label: string }[]} [options]
 */

/** Penalties that have a number; the last rung has a decision of its own. @type {Rung[]} */
const RUNGS = ['warning', 'hands', 'orbits'];

/** Penalty that the ladder proposes for a fault. @param {number} player @param {string} fault @param {FloorDesk} desk @returns {Rung | undefined} */
export function proposed(player, fault, { proposals, first_rung: first }) {
  const wanted = fault.trim().toLowerCase();
  return proposals.find((one) => one.player === player && one.fault.toLowerCase() === wanted)?.rung ?? first;
}

/**
 * A special form, for an action whose fields are more than values to fill in: proposals, toggles, several amounts. Any other action has
 * the controls of its fields. `action` takes the values of the form and returns `null` while incomplete.
 *
 * @typedef {object} Form
 * @property {(about: About, values: Record<string, string>, scene: Scene) => Field[]} [fields]
 * @property {(about: About, held: Record<string, string>, scene: Scene) => FloorAction | null} action
 */

/** @type {{ [kind in Kind]?: Form }} */
const FORMS = {
  edit: {
    fields: (_about, _values, { live }) => [
      text('name', live.summary.name.en, 40),
      ...(live.summary.starts_at === undefined ? [] : [{ ...text('start', localField(live.summary.starts_at)), type: /** @type {const} */ ('time') }]),
      text('languages', live.summary.languages?.join(', '), 200),
    ],
    action: (_, held, { live }) => edit(held, live),
  },
  set_level: {
    fields: (_about, _values, { live }) => [number('level', live.clock?.level ?? 1), number('minutes')],
    action: (_, held) => {
      const [level, minutes] = [parseNum(held.level), parseNum(held.minutes)];
      if (!level || (held.minutes.trim() !== '' && !minutes)) return null;
      return { kind: 'set_level', level, ...(minutes && { left_s: minutes * 60 }) };
    },
  },
  break_order: {
    fields: (_about, _values, { live }) => [text('order', live.breakOrder.join(', '))],
    action: (_, held, { live }) => {
      const order = held.order
        .trim()
        .split(/[\s,;]+/)
        .map(Number);
      const isWhole = new Set(order).size === live.breakOrder.length && order.every((no) => live.breakOrder.includes(no));
      return isWhole && order.length === live.breakOrder.length ? { kind: 'break_order', order } : null;
    },
  },
  set_prizes: {
    fields: (_about, values, { live }) => {
      const { payout, structure, prizes, isFinal } = live;
      const fee = payout?.fee_percent === undefined ? String(payout?.fee ?? 0) : `${payout.fee_percent} %`;
      const form = [{ ...number('unit', payout?.unit ?? structure.pays_unit ?? 1) }, { ...text('fee', fee, 20) }, { ...number('bonus', payout?.bonus ?? 0) }];
      const terms = payoutIn(filled(form, values));
      const n = paidOut({ ...live, payout: { fee: 0, bonus: 0, ...terms } });
      const named = { ...text('prizes', payout?.by_hand ? prizes.join(', ') : '', 2000), label: t('floor.field.prizes', { n }) };
      return isFinal ? [...form, named] : form;
    },
    action: (_about, held, { live }) => {
      const terms = payoutIn(held);
      const words = (held.prizes ?? '').split(/[\s;]+|,(?!\d{3}\b)/).filter(Boolean);
      const prizes = words.map(parseNum);
      if (!terms || prizes.includes(null)) return null;
      const { unit, ...others } = terms;
      const isOwn = unit !== (live.structure.pays_unit ?? 1);
      const own = /** @type {number[]} */ (prizes);
      return { kind: 'set_prizes', ...(isOwn && { unit }), ...others, ...(own.length > 0 && { prizes: own }) };
    },
  },
  set_places: {
    fields: (_about, _values, { live }) => [number('places', live.summary.entries_max)],
    action: (_, held, { live }) => {
      const places = parseNum(held.places);
      return places && places !== live.summary.entries_max ? { kind: 'set_places', places } : null;
    },
  },
  hand_for_hand: { action: (_about, _held, { live }) => ({ kind: 'hand_for_hand', on: !live.handForHand }) },
  penalise: {
    fields: ({ player = 0 }, values, { live, desk }) => {
      const rung = proposed(player, values.fault ?? '', desk);
      const isLight = live.structure.severity === 'light';
      const given = RUNGS.find((one) => one === (values.rung || rung)) ?? 'warning';
      const rungs = RUNGS.map((one) => ({ id: one, label: t(`floor.rung.${one}`) }));
      return [
        text('fault', '', 500),
        { ...select('rung', rungs), value: given },
        number('count', { warning: isLight ? 0 : 1, hands: 2, orbits: 1, disqualification: 0 }[given]),
      ];
    },
    action: ({ player = 0 }, held) => {
      const [fault, count] = [held.fault.trim(), parseNum(held.count)];
      return fault && count !== null ? { kind: 'penalise', player, fault, rung: /** @type {Rung} */ (held.rung), count } : null;
    },
  },
  correct_award: {
    fields: ({ table = 0 }, _, { live }) => [number('hand'), ...stacksOf(table, live)],
    action: ({ table = 0 }, held, { live }) => correction(table, parseNum(held.hand), held, live),
  },
  make_deal: {
    fields: (_about, values, { live }) => {
      const terms = ['icm', 'chop', 'other'].map((id) => ({ id, label: t(`floor.deal.${id}`) }));
      return [select('terms', terms), number('keep', 0), ...(values.terms === 'other' ? sharesOf(live) : [])];
    },
    action: (_, held) => {
      const [keep, shares] = [parseNum(held.keep), amounts('share', held)];
      if (keep === null || shares === null) return null;
      return { kind: 'make_deal', terms: /** @type {DealKind} */ (held.terms), keep, ...(held.terms === 'other' && { shares }) };
    },
  },
  mute: { action: ({ player = 0 }, _, { desk }) => ({ kind: 'mute', player, muted: !desk.muted.includes(player) }) },
  rail_chat: { action: (_about, _held, { desk }) => ({ kind: 'rail_chat', open: desk.rail_closed ?? false }) },
  mute_account: {
    fields: () => [text('account', '', 64)],
    action: (_, held, { desk }) => {
      const account = held.account.trim();
      const isMuted = (desk.muted_accounts ?? []).some(({ id, name }) => id === account || name.toLowerCase() === account.toLowerCase());
      return account ? { kind: 'mute_account', account, muted: !isMuted } : null;
    },
  },
  see_hand: {
    fields: ({ ticket }) => [number('hand', ticket?.hand)],
    action: ({ table = 0, ticket }, held, { live }) => {
      const [at, hand] = [ticket?.table ?? live.tables[table]?.table, parseNum(held.hand)];
      return at && hand ? { kind: 'see_hand', table: at, hand } : null;
    },
  },
  grant: {
    fields: () => [text('account', '', 64), select('role', [{ id: 'floor', label: t('floor.role.floor') }])],
    action: (_, held) => {
      const account = held.account.trim();
      return account ? { kind: 'grant', account, role: /** @type {FloorRole} */ (held.role) } : null;
    },
  },
  revoke: {
    fields: (_about, _values, { granted }) => [select('account', options(granted.map((name) => [name, name])))],
    action: (_, { account }) => (account ? { kind: 'revoke', account } : null),
  },
  ...ENTRY_FORMS,
};

/** Choices of fields that name tables, players and seats, whatever the action. @type {Record<string, (about: About, scene: Scene) => [number, string][]>} */
const CHOICES = {
  // The destination of a player.
  table: ({ player = 0 }, { live }) => {
    const tables = Object.keys(live.tables).map(Number);
    return tables.filter((no) => no !== seatOf(live, player)?.table).map((no) => [no, t('t.table.n', { n: no })]);
  },
  with: ({ player }, { live }) => {
    const others = Object.values(live.entrants).filter((one) => one.player !== player && seatOf(live, one.player));
    return others.map((one) => [one.player, nameOf(live, one.player)]);
  },
  seat: ({ table = 0 }, { live }) =>
    Object.entries(live.tables[table]?.seats ?? {}).map(([seat, { player }]) => [Number(seat), `${seat} · ${nameOf(live, player)}`]),
};

/** Fields to fill in: all but the one that names the subject. @param {Kind} kind */
const openFields = (kind) => ACTIONS[kind].slice(subjectOf(kind) === 'event' ? 0 : 1);

/** The control of a field. @param {ActionField} field @param {About} about @param {Scene} scene @returns {Field} */
function control({ name, type, most, options: words = [] }, about, scene) {
  const choice = CHOICES[name]?.(about, scene);
  if (choice) return select(name, options(choice));
  if (type === 'choice') return select(name, options(words.map((id) => [id, t(`floor.${name}.${id}`)])));
  return type === 'number' ? number(name) : text(name, '', most);
}

/** Action from the values of its fields; `null` while incomplete. @param {Kind} kind @param {About} about @param {Record<string, string>} held */
function plainAction(kind, about, held) {
  /** @type {Record<string, string | number>} */
  const action = { kind };
  const { player, table, ticket, waiting } = about;
  const subject = subjectOf(kind);
  if (subject !== 'event') action[subject] = { player, table, ticket: ticket?.ticket, waiting }[subject] ?? 0;
  for (const { name, type, needed } of openFields(kind)) {
    const words = held[name].trim();
    const value = type === 'number' ? parseNum(words) : words;
    if (value === null ? words !== '' || needed : value === '' && needed) return null;
    if (words !== '' && value !== null) action[name] = value;
  }
  return /** @type {FloorAction} */ (/** @type {unknown} */ (action));
}

/**
 * Controls of a decision, depending on what has been filled in so far.
 *
 * @param {Kind} kind
 * @param {About} about
 * @param {Record<string, string>} values
 * @param {Scene} scene
 * @returns {Field[]}
 */
export function fieldsOf(kind, about, values, scene) {
  const form = FORMS[kind];
  return form ? (form.fields?.(about, values, scene) ?? []) : openFields(kind).map((field) => control(field, about, scene));
}

/** Values of a form: the initial ones overlaid with the input. @param {Field[]} fields @param {Record<string, string>} values */
export const filled = (fields, values) => Object.fromEntries(fields.map(({ name, value }) => [name, values[name] ?? value]));

/**
 * Decision of a form; `null` while incomplete.
 *
 * @param {Kind} kind
 * @param {About} about
 * @param {Record<string, string>} values
 * @param {Scene} scene
 * @returns {FloorAction | null}
 */
export function actionOf(kind, about, values, scene) {
  const held = filled(fieldsOf(kind, about, values, scene), values);
  const form = FORMS[kind];
  return form ? form.action(about, held, scene) : plainAction(kind, about, held);
}

/** @param {string} name @param {string} [value] @param {number} [most] @returns {Field} */
const text = (name, value = '', most) => ({ name, label: t(`floor.field.${name}`), type: 'text', value, most });
/** @param {string} name @param {number} [value] @returns {Field} */
const number = (name, value) => ({ name, label: t(`floor.field.${name}`), type: 'number', value: value === undefined ? '' : String(value) });
/** @param {string} name @param {{ id: string, label: string }[]} choices @returns {Field} */
const select = (name, choices) => ({ name, label: t(`floor.field.${name}`), type: 'select', value: choices[0]?.id ?? '', options: choices });
/** @param {[string | number, string][]} pairs */
const options = (pairs) => pairs.map(([id, label]) => ({ id: String(id), label }));

/**
 * Unit, fee and bonus as typed; a fee with a percent sign is a part of the pool. `null` if one is not a number.
 *
 * @param {Record<string, string>} held
 */
function payoutIn(held) {
  const [unit, bonus] = [parseNum(held.unit), parseNum(held.bonus || '0')];
  const isPart = held.fee.includes('%');
  const fee = parseNum(held.fee.replace('%', '').trim() || '0');
  if (!unit || bonus === null || fee === null || (isPart && fee > 100)) return null;
  return { unit, ...(fee > 0 && (isPart ? { fee_percent: fee } : { fee })), ...(bonus > 0 && { bonus }) };
}

/** @param {Record<string, string>} held @param {Tournament} live @returns {FloorAction | null} */
function edit(held, { summary }) {
  const name = held.name.trim();
  const at = held.start ? new Date(held.start).getTime() : NaN;
  const isNamed = name !== '' && name !== summary.name.en;
  const isMoved = at > 0 && held.start !== localField(summary.starts_at ?? 0);
  const languages = languagesIn(held.languages.trim());
  if (!languages) return null;
  const isSpoken = languages.join() !== (summary.languages ?? []).join();
  if (!isNamed && !isMoved && !isSpoken) return null;
  return { kind: 'edit', ...(isNamed && { name }), ...(isMoved && { starts_at: at }), ...(isSpoken && { languages }) };
}

/** A stack for each seat of a table. @param {number} no @param {Tournament} live @returns {Field[]} */
const stacksOf = (no, live) =>
  Object.entries(live.tables[no]?.seats ?? {}).map(([seat, { player, stack }]) => ({
    name: `stack-${player}`,
    label: t('floor.field.stack', { who: nameOf(live, player), seat: Number(seat) }),
    type: 'number',
    value: String(stack),
  }));

/** A share for each remaining player. @param {Tournament} live @returns {Field[]} */
const sharesOf = (live) =>
  Object.values(live.entrants)
    .filter(({ out }) => !out)
    .map(({ player }) => ({ name: `share-${player}`, label: t('floor.field.share', { who: nameOf(live, player) }), type: 'number', value: '' }));

/** Amounts by player; `null` if one of them is not a number. @param {string} what @param {Record<string, string>} held @returns {[number, number][] | null} */
function amounts(what, held) {
  /** @type {[number, number][]} */
  const found = [];
  for (const [name, value] of Object.entries(held)) {
    if (!name.startsWith(`${what}-`)) continue;
    const amount = parseNum(value);
    if (amount === null) return null;
    found.push([Number(name.slice(what.length + 1)), amount]);
  }
  return found;
}

/**
 * Corrected stacks: the same total as before, and none of them empty.
 *
 * @param {number} table
 * @param {number | null} hand
 * @param {Record<string, string>} held
 * @param {Tournament} live
 * @returns {FloorAction | null}
 */
function correction(table, hand, held, live) {
  const stacks = amounts('stack', held);
  if (!hand || !stacks) return null;
  const before = new Map(Object.values(live.tables[table]?.seats ?? {}).map(({ player, stack }) => [player, stack]));
  const sum = (/** @type {number[]} */ some) => some.reduce((all, n) => all + n, 0);
  const isEven = sum(stacks.map(([, stack]) => stack)) === sum([...before.values()]);
  const changed = stacks.filter(([player, stack]) => before.get(player) !== stack);
  return isEven && changed.length > 0 && changed.every(([, stack]) => stack > 0) ? { kind: 'correct_award', table, hand, stacks: changed } : null;
}
