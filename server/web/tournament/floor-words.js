// Officials' decisions and calls in words. Pure.

/** @import { FloorAction, FloorDesk, FloorEntry, FloorFlag, FloorTicket } from '../gen/protocol.d.ts' */
/** @import { Table, Tournament } from './model.js' */

import { clockTime, list, num, t, tn } from '../i18n.js';
import { languagesText } from './languages.js';
import { timeText } from './words.js';

/** @param {Tournament} t0 @param {number} player */
export const nameOf = ({ entrants }, player) => entrants[player]?.who.name ?? t('floor.player', { n: player });

/** A decision in a sentence. @param {FloorAction} action @param {Tournament} t0 @returns {string} */
export function didText(action, t0) {
  const name = (/** @type {number} */ player) => nameOf(t0, player);
  switch (action.kind) {
    case 'edit':
      return editText(action);
    case 'set_level':
      return action.left_s === undefined
        ? t('floor.did.set_level', { n: action.level })
        : t('floor.did.set_level.left', { n: action.level, time: timeText(action.left_s * 1000) });
    case 'move':
      return t('floor.did.move', { who: name(action.player), table: action.table });
    case 'break_order':
      return t('t.break_order', { tables: list(action.order.map((no) => num(no))) });
    case 'hand_for_hand':
      return t(action.on ? 'floor.did.hand_for_hand' : 'floor.did.hand_for_hand.off');
    case 'penalise':
      return penaltyText(name(action.player), action);
    case 'kill_hand':
    case 'remove':
    case 'disqualify':
      return t(`floor.did.${action.kind}`, { who: name(action.player) });
    case 'void_hand':
    case 'split_hand':
    case 'resume_table':
    case 'replace_table':
    case 'break_table':
      return t(`floor.did.${action.kind}`, { table: action.table });
    case 'tell_table':
      return t('floor.did.tell_table', { table: action.table, text: action.text });
    case 'correct_award': {
      const stacks = action.stacks.map(([player, stack]) => t('floor.stack', { who: name(player), n: stack }));
      return t('floor.did.correct_award', { table: action.table, hand: action.hand, stacks: list(stacks) });
    }
    case 'make_deal':
      return dealText(action, name);
    case 'enter':
      return t('floor.did.enter', { who: action.name });
    case 'take_back':
    case 're_enter':
    case 'rebuy':
    case 'no_rebuy':
    case 'add_on':
      return t(`floor.did.${action.kind}`, { who: name(action.player) });
    case 'hand_over': {
      const busts = (action.busts ?? []).map(({ player, by }) => t('floor.did.bust', { who: name(player), by: list(by.map(name)) }));
      return busts.length > 0 ? busts.join(' ') : t('floor.did.hand_over', { table: action.table });
    }
    case 'count': {
      const stacks = action.stacks.map(([player, stack]) => t('floor.stack', { who: name(player), n: stack }));
      return t('floor.did.count', { table: action.table, stacks: list(stacks) });
    }
    case 'swap_seats':
      return t('floor.did.swap_seats', { who: name(action.player), with: name(action.with) });
    case 'set_button':
      return t('floor.did.set_button', { table: action.table, seat: action.seat });
    case 'rule':
      return t('floor.did.rule', { rule: action.rule });
    case 'answer':
      return t('floor.did.answer', { n: action.ticket });
    case 'mute':
      return t(action.muted ? 'floor.did.mute' : 'floor.did.mute.off', { who: name(action.player) });
    case 'mute_account':
      return t(action.muted ? 'floor.did.mute' : 'floor.did.mute.off', { who: accountName(t0, action.account) });
    case 'rail_chat':
      return t(action.open ? 'floor.did.rail_chat' : 'floor.did.rail_chat.off');
    case 'see_hand':
      return t('floor.did.see_hand', { hand: action.hand, table: tableNo(t0, action.table) });
    case 'grant':
      return t(`floor.did.grant.${action.role}`, { who: accountName(t0, action.account) });
    case 'revoke':
      return t('floor.did.revoke', { who: accountName(t0, action.account) });
    default:
      return t(`floor.did.${action.kind}`);
  }
}

/** @param {Extract<FloorAction, { kind: 'edit' }>} action */
function editText({ name, starts_at: at, structure, definition, languages }) {
  const parts = [];
  if (name !== undefined) parts.push(t('floor.did.edit.name', { name }));
  if (at !== undefined) parts.push(t('floor.did.edit.start', { time: clockTime(at) }));
  if (structure !== undefined) parts.push(t('floor.did.edit.structure', { structure }));
  if (definition !== undefined) parts.push(t('floor.did.edit.definition'));
  if (languages !== undefined)
    parts.push(languages.length > 0 ? t('floor.did.edit.languages', { languages: languagesText(languages) }) : t('floor.did.edit.languages.any'));
  return t('floor.did.edit', { what: list(parts) });
}

/** @param {string} who @param {Extract<FloorAction, { kind: 'penalise' }>} action */
function penaltyText(who, { fault, rung, count }) {
  const what = rung === 'disqualification' || count === 0 ? t(`floor.rung.${rung}`) : tn(`floor.penalty.${rung}`, count);
  return t('floor.did.penalise', { who, what, fault });
}

/** @param {Extract<FloorAction, { kind: 'make_deal' }>} action @param {(player: number) => string} name */
function dealText({ terms, keep, shares = [] }, name) {
  const words = [t('floor.did.make_deal', { terms: t(`floor.deal.${terms}`) })];
  if (shares.length > 0) words.push(`${list(shares.map(([player, n]) => t('floor.stack', { who: name(player), n })))}.`);
  if (keep > 0) words.push(t('t.deal.keep', { n: keep }));
  return words.join(' ');
}

/** Number of a table in the tournament, by its watchable id. @param {Tournament} t0 @param {string} table */
function tableNo({ tables }, table) {
  const known = Object.values(tables).find((one) => one.table === table);
  return known ? num(known.no) : table;
}

/** @param {Tournament} t0 @param {string} account */
const accountName = ({ entrants }, account) => Object.values(entrants).find(({ who }) => who.id === account)?.who.name ?? account;

/** Result of a decision, unless it was simply carried out. @param {FloorEntry} entry */
export const resultOf = ({ result }) => (result === 'done' ? '' : t(`floor.result.${result}`));

/** Text of a call. @param {FloorTicket} ticket */
export function ticketText({ ticket: n, kind, by, about }) {
  const who = by.name;
  return kind === 'report' && about ? t('floor.ticket.report.about', { n, who, about: about.name }) : t(`floor.ticket.${kind}`, { n, who });
}

/** Text of an unusual pattern. @param {FloorFlag} flag @param {Tournament} t0 */
export function flagText({ kind, players, times, last: [table, hand] }, t0) {
  if (kind === 'all_absent') return t('floor.flag.all_absent', { n: times });
  const [who = '', other = ''] = players.map((player) => nameOf(t0, player));
  const what = t(`floor.flag.${kind}`, { who, other });
  return `${what} ${tn('floor.flag.seen', times, { table, hand })}`;
}

/** @typedef {'call' | 'fault' | 'stalling' | 'paused' | 'short' | 'calm'} Need */

/**
 * Most urgent need of a table.
 *
 * @param {Table} table
 * @param {Tournament} t0
 * @param {FloorDesk | null} desk
 * @returns {Need}
 */
export function needOf({ no, halted, seats }, t0, desk) {
  if (desk?.tickets.some((ticket) => ticket.table_no === no)) return 'call';
  if (halted === 'fault') return 'fault';
  const here = Object.values(seats).map(({ player }) => player);
  if (desk?.flags.some(({ kind, players }) => kind === 'stalling' && players.some((player) => here.includes(player)))) return 'stalling';
  if (t0.paused !== null) return 'paused';
  return halted ?? 'calm';
}

/** Seat of a player, `null` without one. @param {Tournament} t0 @param {number} player */
export function seatOf({ tables }, player) {
  for (const { no, seats } of Object.values(tables))
    for (const [seat, one] of Object.entries(seats)) if (one.player === player) return { table: no, seat: Number(seat) };
  return null;
}
