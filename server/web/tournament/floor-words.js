// Officials' decisions and calls in words. Pure.

/** @import { Entrant, FloorAction, FloorDesk, FloorEntry, FloorFlag, FloorTicket } from '../gen/protocol.d.ts' */
/** @import { Table, Tournament } from './model.js' */

import { clockTime, list, num, t, tn } from '../i18n.js';
import { languagesText } from './languages.js';
import { isOver } from './model.js';
import { reasonText } from './reasons.js';
import { timeText } from './brief.js';
import { placeText } from './words.js';

/** @param {Tournament} t0 @param {number} player */
export const nameOf = ({ entrants, gone }, player) => entrants[player]?.who.name ?? gone?.[player] ?? t('floor.player', { n: player });

/** The name on a line of the waiting list. @param {FloorDesk} desk @param {number} no */
export const waiterName = ({ waitlist = [] }, no) => waitlist.find(({ waiting }) => waiting === no)?.who.name ?? t('floor.waiting.n', { n: no });

/** `true` at events among people who know each other. Officials of public ones give a reason. @param {Pick<Tournament, 'summary'>} live */
export const isLight = ({ summary }) => Boolean(summary.live || summary.private);

/** Names by number. @typedef {(player: number) => string} Names */

/**
 * Sentences that say more than the values of an action; the others follow from its fields, see `didText`.
 *
 * @type {{ [kind in FloorAction['kind']]?: (action: Extract<FloorAction, { kind: kind }>, name: Names, t0: Tournament) => string }}
 */
const SENTENCES = {
  edit: editText,
  set_level: ({ level: n, left_s: left }) =>
    left === undefined ? t('floor.did.set_level', { n }) : t('floor.did.set_level.left', { n, time: timeText(left * 1000) }),
  break_order: ({ order }) => t('t.break_order', { tables: list(order.map((no) => num(no))) }),
  penalise: penaltyText,
  set_prizes: prizesText,
  correct_award: ({ table, hand, stacks }, name) => t('floor.did.correct_award', { table, hand, stacks: stacksText(stacks, name) }),
  make_deal: dealText,
  hand_over: ({ table, busts = [] }, name) =>
    busts.length > 0
      ? busts
          .map(({ player, by }) =>
            by.length > 0 ? t('floor.did.bust', { who: name(player), by: list(by.map(name)) }) : t('floor.did.bust.unseen', { who: name(player) }),
          )
          .join(' ')
      : t('floor.did.hand_over', { table }),
  count: ({ table, stacks }, name) => t('floor.did.count', { table, stacks: stacksText(stacks, name) }),
  mute_account: ({ account, muted }, _, t0) => t(muted ? 'floor.did.mute' : 'floor.did.mute.off', { who: accountName(t0, account) }),
  see_hand: ({ hand, table }, _, t0) => t('floor.did.see_hand', { hand, table: tableNo(t0, table) }),
  grant: ({ account, role }, _, t0) => t(`floor.did.grant.${role}`, { who: accountName(t0, account) }),
};

/**
 * A decision in a sentence: a special one, or the one under `floor.did.` and its kind, filled in with its fields. A player, a name and an
 * account are `{who}`, a ticket is `{n}`. A switch that is off takes the sentence under `.off`.
 *
 * @param {FloorAction} action
 * @param {Tournament} t0
 * @returns {string}
 */
export function didText(action, t0) {
  const name = (/** @type {number} */ player) => nameOf(t0, player);
  const sentence = /** @type {((action: FloorAction, name: Names, t0: Tournament) => string) | undefined} */ (SENTENCES[action.kind]);
  if (sentence) return sentence(action, name, t0);
  /** @type {Record<string, string | number>} */
  const params = {};
  let key = `floor.did.${action.kind}`;
  for (const [field, value] of Object.entries(action)) {
    if (value === false) key += '.off';
    else if (field === 'player') params.who = name(value);
    else if (field === 'with') params.with = name(value);
    else if (field === 'ticket') params.n = value;
    else if (field === 'account') params.who = accountName(t0, value);
    else if (field === 'name') params.who = value;
    else params[field] = value;
  }
  return t(key, params);
}

/** @param {Extract<FloorAction, { kind: 'set_prizes' }>} action */
function prizesText({ unit, fee, fee_percent: percent, bonus, prizes = [] }) {
  const parts = [
    fee ? t('floor.did.set_prizes.fee', { n: num(fee) }) : percent ? t('floor.did.set_prizes.fee', { n: t('floor.percent', { n: percent }) }) : '',
    bonus ? t('floor.did.set_prizes.bonus', { n: bonus }) : '',
    unit ? t('floor.did.set_prizes.unit', { n: unit }) : '',
    prizes.length > 0 ? t('floor.did.set_prizes.prizes', { prizes: list(prizes.map((prize) => num(prize))) }) : '',
  ].filter(Boolean);
  return parts.length > 0 ? t('floor.did.set_prizes', { what: list(parts) }) : t('floor.did.set_prizes.plain');
}

/** @param {[number, number][]} stacks @param {Names} name */
const stacksText = (stacks, name) => list(stacks.map(([player, n]) => t('floor.stack', { who: name(player), n })));

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

/** @param {Extract<FloorAction, { kind: 'penalise' }>} action @param {Names} name */
function penaltyText({ player, fault, rung, count }, name) {
  const what = rung === 'disqualification' || count === 0 ? t(`floor.rung.${rung}`) : tn(`floor.penalty.${rung}`, count);
  return t('floor.did.penalise', { who: name(player), what, fault });
}

/** @param {Extract<FloorAction, { kind: 'make_deal' }>} action @param {Names} name */
function dealText({ terms, keep, shares = [] }, name) {
  const words = [t('floor.did.make_deal', { terms: t(`floor.deal.${terms}`) })];
  if (shares.length > 0) words.push(`${stacksText(shares, name)}.`);
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

/** States of play that an official has to know of. @param {Pick<Tournament, 'paused' | 'handForHand' | 'clock'>} live @param {boolean} isDown Without a connection. */
export function statesOf({ paused, handForHand, clock }, isDown) {
  const isStopped = paused === null && clock !== null && !clock.running && !clock.break;
  return [
    isDown && t('wall.stale'),
    paused !== null && t('t.paused.why', { reason: reasonText(paused) }),
    handForHand && t('t.hand_for_hand.because', { why: t(`t.hand_for_hand.why.${handForHand.why}`) }),
    isStopped && t('t.clock.stopped'),
  ].filter((text) => typeof text === 'string');
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

/** Status of a player: seated, unseated, or finished. Before the start, and at real tables, no one can be away. @param {Tournament} live @param {Entrant} one */
export function standing(live, { player, out, status }) {
  const place = live.places.find((one) => one.player === player);
  if (place) return t('wall.place', { n: placeText(place) });
  if (out) return t('t.player.out');
  const seat = seatOf(live, player);
  if (seat) return t('wall.seat', seat);
  const isPlayed = live.summary.phase !== 'registering' && !isOver(live) && !live.summary.live;
  return isPlayed && status !== 'active' ? t(`t.player.${status}`) : '';
}
