// Forms for officials' decisions, and the requests they make. Pure.

/** @import { DealKind, FloorAction, FloorDenial, FloorDesk, FloorRole, FloorTicket, Rung } from '../gen/protocol.d.ts' */
/** @import { Tournament } from './model.js' */

import { parseNum, t } from '../i18n.js';
import { entriesOfPlayer, entriesOfTable, entryFields, entryOf } from './by-hand.js';
import { nameOf, seatOf } from './floor-words.js';
import { languagesIn } from './languages.js';
import { localField } from './draft.js';

/** @typedef {FloorAction['kind']} Kind */

/** Subject of a decision: the tournament itself if nothing is named. @typedef {{ player?: number, table?: number, ticket?: FloorTicket }} About */

/**
 * The floor as an official sees it.
 *
 * @typedef {object} Scene
 * @property {Tournament} live
 * @property {FloorDesk} desk
 * @property {FloorRole} role
 * @property {string[]} granted Names of officials appointed by a grant.
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

/** Decisions reserved for directors, whatever the server reports. @type {ReadonlySet<Kind>} */
const DIRECTORS = new Set(['edit', 'announce', 'start', 'cancel', 'remove', 'disqualify', 'make_deal', 'grant', 'revoke']);

/** Decisions possible now. @param {About} about @param {Scene} scene @returns {Kind[]} */
export function kindsOf(about, scene) {
  const { role, denied = [] } = scene;
  const kept = new Set(denied.map(({ action }) => action));
  return kindsAbout(about, scene).filter((kind) => (role === 'director' || !DIRECTORS.has(kind)) && !kept.has(kind));
}

/** Decisions possible now for others only, by reason. @param {Scene} scene @returns {{ why: string, kinds: Kind[] }[]} */
export function deniedOf(scene) {
  const { live, denied = [] } = scene;
  const [table] = Object.values(live.tables);
  const player = Object.values(live.entrants).find(({ out }) => !out);
  const abouts = [{}, ...(table ? [{ table: table.no }] : []), ...(player ? [{ player: player.player }] : [])];
  const there = [...new Set(abouts.flatMap((about) => kindsAbout(about, scene)))];
  const because = (/** @type {string} */ why) => there.filter((kind) => denied.some((one) => one.action === kind && one.why === why));
  return ['office', 'plays', 'played'].map((why) => ({ why, kinds: because(why) })).filter(({ kinds }) => kinds.length > 0);
}

/** Decisions possible now, regardless of the official. @param {About} about @param {Scene} scene @returns {Kind[]} */
function kindsAbout(about, { live, granted }) {
  if (about.ticket) return ofTicket(about.ticket);
  if (about.player !== undefined) return ofPlayer(about.player, live);
  return about.table === undefined ? ofEvent(live, granted.length > 0) : ofTable(about.table, live);
}

/** @param {FloorTicket} ticket @returns {Kind[]} */
const ofTicket = ({ hand }) => (hand > 0 ? ['answer', 'see_hand'] : ['answer']);

/** @param {number} player @param {Tournament} live @returns {Kind[]} */
function ofPlayer(player, live) {
  /** @type {Kind[]} */
  const kinds = live.summary.live ? [] : ['mute'];
  const entered = live.summary.live ? entriesOfPlayer(player, live) : [];
  if (!isUnderWay(live) || live.entrants[player]?.out) return [...entered, ...kinds];
  const canMove = seatOf(live, player) && Object.keys(live.tables).length > 1;
  /** @type {Kind[]} */
  const kill = seatOf(live, player) && !live.summary.live ? ['kill_hand'] : [];
  return [...entered, 'penalise', ...kill, ...(canMove ? /** @type {Kind[]} */ (['move']) : []), ...kinds, 'remove', 'disqualify'];
}

/** @param {number} no @param {Tournament} live @returns {Kind[]} */
function ofTable(no, live) {
  /** @type {Kind[]} */
  const kinds = live.summary.live
    ? entriesOfTable()
    : [...(isUnderWay(live) ? /** @type {Kind[]} */ (['tell_table']) : []), 'void_hand', 'split_hand', 'correct_award', 'set_button'];
  if (live.tables[no]?.table) kinds.push('see_hand');
  if (live.tables[no]?.halted === 'fault') kinds.unshift('resume_table', 'replace_table');
  if (Object.keys(live.tables).length > 1 && no !== 1) kinds.push('break_table');
  return kinds;
}

/** @param {Tournament} live @param {boolean} hasGranted @returns {Kind[]} */
function ofEvent(live, hasGranted) {
  /** @type {Kind[]} */
  const staff = hasGranted ? ['grant', 'revoke'] : ['grant'];
  /** @type {Kind[]} */
  const undo = live.summary.live || live.paused !== null ? ['undo', 'redo'] : [];
  switch (live.summary.phase) {
    case 'registering':
      return ['edit', ...(live.summary.private ? /** @type {Kind[]} */ (['announce']) : []), 'start', ...undo, 'cancel', 'rule', ...staff];
    case 'running':
    case 'paused': {
      const isPaused = live.paused !== null;
      /** @type {Kind[]} */
      const kinds = [...undo, isPaused ? 'resume' : 'pause', 'set_level', 'hand_for_hand'];
      if (live.breakOrder.length > 2) kinds.push('break_order');
      if (!live.summary.live) kinds.push('rail_chat', 'mute_account');
      return [...kinds, 'rule', ...(isPaused ? /** @type {Kind[]} */ (['make_deal']) : []), 'cancel', ...staff];
    }
    case 'completed':
      return [...undo, 'rule'];
    default:
      return ['rule'];
  }
}

/** @param {Tournament} live */
const isUnderWay = ({ summary }) => summary.phase === 'running' || summary.phase === 'paused';

/** Penalties that have a number; the last rung has a decision of its own. @type {Rung[]} */
const RUNGS = ['warning', 'hands', 'orbits'];

/** Penalty that the ladder proposes for a fault. @param {number} player @param {string} fault @param {FloorDesk} desk @returns {Rung | undefined} */
export function proposed(player, fault, { proposals, first_rung: first }) {
  const wanted = fault.trim().toLowerCase();
  return proposals.find((one) => one.player === player && one.fault.toLowerCase() === wanted)?.rung ?? first;
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
export function fieldsOf(kind, about, values, { live, desk, granted }) {
  switch (kind) {
    case 'edit':
      return [
        text('name', live.summary.name.en, 40),
        ...(live.summary.starts_at === undefined ? [] : [{ ...text('start', localField(live.summary.starts_at)), type: /** @type {const} */ ('time') }]),
        text('languages', live.summary.languages?.join(', '), 200),
      ];
    case 'set_level':
      return [number('level', live.clock?.level ?? 1), number('minutes')];
    case 'move': {
      const from = seatOf(live, about.player ?? 0)?.table;
      const tables = Object.keys(live.tables)
        .map(Number)
        .filter((no) => no !== from);
      return [
        select(
          'table',
          tables.map((no) => ({ id: String(no), label: t('t.table.n', { n: no }) })),
        ),
      ];
    }
    case 'break_order':
      return [text('order', live.breakOrder.join(', '))];
    case 'penalise': {
      const rung = proposed(about.player ?? 0, values.fault ?? '', desk);
      const isLight = live.structure.severity === 'light';
      const given = RUNGS.find((one) => one === (values.rung || rung)) ?? 'warning';
      return [
        text('fault', '', 500),
        {
          ...select(
            'rung',
            RUNGS.map((one) => ({ id: one, label: t(`floor.rung.${one}`) })),
          ),
          value: given,
        },
        number('count', { warning: isLight ? 0 : 1, hands: 2, orbits: 1, disqualification: 0 }[given]),
      ];
    }
    case 'correct_award':
      return [number('hand'), ...stacksOf(about.table ?? 0, live)];
    case 'make_deal':
      return [
        select(
          'terms',
          ['icm', 'chop', 'other'].map((id) => ({ id, label: t(`floor.deal.${id}`) })),
        ),
        number('keep', 0),
        ...(values.terms === 'other' ? sharesOf(live) : []),
      ];
    case 'rule':
      return [text('rule', '', 500)];
    case 'tell_table':
      return [text('text', '', 500)];
    case 'see_hand':
      return [number('hand', about.ticket?.hand)];
    case 'grant':
      return [text('account', '', 64), select('role', [{ id: 'floor', label: t('floor.role.floor') }])];
    case 'mute_account':
      return [text('account', '', 64)];
    case 'revoke':
      return [
        select(
          'account',
          granted.map((name) => ({ id: name, label: name })),
        ),
      ];
    default:
      return entryFields(kind, about, values, live);
  }
}

/** @param {string} name @param {string} [value] @param {number} [most] @returns {Field} */
const text = (name, value = '', most) => ({ name, label: t(`floor.field.${name}`), type: 'text', value, most });
/** @param {string} name @param {number} [value] @returns {Field} */
const number = (name, value) => ({ name, label: t(`floor.field.${name}`), type: 'number', value: value === undefined ? '' : String(value) });
/** @param {string} name @param {{ id: string, label: string }[]} options @returns {Field} */
const select = (name, options) => ({ name, label: t(`floor.field.${name}`), type: 'select', value: options[0]?.id ?? '', options });

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
  const { live, desk } = scene;
  const held = filled(fieldsOf(kind, about, values, scene), values);
  const n = (/** @type {string} */ name) => parseNum(held[name] ?? '');
  const words = (/** @type {string} */ name) => (held[name] ?? '').trim();
  const { player = 0, table = 0, ticket } = about;
  switch (kind) {
    case 'edit': {
      const at = held.start ? new Date(held.start).getTime() : NaN;
      const isNamed = words('name') !== '' && words('name') !== live.summary.name.en;
      const isMoved = at > 0 && held.start !== localField(live.summary.starts_at ?? 0);
      const languages = languagesIn(words('languages'));
      if (!languages) return null;
      const isSpoken = languages.join() !== (live.summary.languages ?? []).join();
      if (!isNamed && !isMoved && !isSpoken) return null;
      return { kind, ...(isNamed && { name: words('name') }), ...(isMoved && { starts_at: at }), ...(isSpoken && { languages }) };
    }
    case 'set_level': {
      const [level, minutes] = [n('level'), n('minutes')];
      if (!level || (held.minutes.trim() !== '' && !minutes)) return null;
      return { kind, level, ...(minutes && { left_s: minutes * 60 }) };
    }
    case 'move':
      return n('table') ? { kind, player, table: n('table') ?? 0 } : null;
    case 'break_table':
    case 'void_hand':
    case 'split_hand':
    case 'resume_table':
    case 'replace_table':
      return { kind, table };
    case 'break_order': {
      const order = words('order')
        .split(/[\s,;]+/)
        .map(Number);
      const isWhole = new Set(order).size === live.breakOrder.length && order.every((no) => live.breakOrder.includes(no));
      return isWhole && order.length === live.breakOrder.length ? { kind, order } : null;
    }
    case 'hand_for_hand':
      return { kind, on: !live.handForHand };
    case 'penalise': {
      const count = n('count');
      return words('fault') && count !== null ? { kind, player, fault: words('fault'), rung: /** @type {Rung} */ (held.rung), count } : null;
    }
    case 'tell_table':
      return words('text') ? { kind, table, text: words('text') } : null;
    case 'kill_hand':
    case 'remove':
    case 'disqualify':
      return { kind, player };
    case 'correct_award':
      return correction(table, n('hand'), held, live);
    case 'make_deal': {
      const keep = n('keep');
      const shares = amounts('share', held);
      if (keep === null || shares === null) return null;
      return { kind, terms: /** @type {DealKind} */ (held.terms), keep, ...(held.terms === 'other' && { shares }) };
    }
    case 'rule':
      return words('rule') ? { kind, rule: words('rule') } : null;
    case 'answer':
      return ticket ? { kind, ticket: ticket.ticket } : null;
    case 'mute':
      return { kind, player, muted: !desk.muted.includes(player) };
    case 'rail_chat':
      return { kind, open: desk.rail_closed ?? false };
    case 'mute_account': {
      const account = words('account');
      const isMuted = (desk.muted_accounts ?? []).some(({ id, name }) => id === account || name.toLowerCase() === account.toLowerCase());
      return account ? { kind, account, muted: !isMuted } : null;
    }
    case 'see_hand': {
      const at = ticket?.table ?? live.tables[table]?.table;
      return at && n('hand') ? { kind, table: at, hand: n('hand') ?? 0 } : null;
    }
    case 'grant':
      return words('account') ? { kind, account: words('account'), role: /** @type {FloorRole} */ (held.role) } : null;
    case 'revoke':
      return words('account') ? { kind, account: words('account') } : null;
    default: {
      const entry = entryOf(kind, about, held, live);
      return entry === undefined ? /** @type {FloorAction} */ ({ kind }) : entry;
    }
  }
}

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
