// Decisions offered to an official. The law is the server's, and nothing it denies is offered; the moments here go beyond the law, such
// as a table that can break or a pause for a deal. Pure.

/** @import { TournamentSummary } from '../gen/protocol.d.ts' */
/** @import { About, Kind, Scene } from './floor-forms.js' */

import { ACTIONS } from '../gen/floor-actions.js';
import { isLight, seatOf } from './floor-words.js';
import { isEntryPeriod } from './model.js';
import { lastAct, mayRedo } from './turning.js';

/** @typedef {(scene: Scene, about: About) => boolean} Moment */
/** @typedef {'event' | 'player' | 'table' | 'ticket' | 'waiting'} Subject */

/** @type {Moment} */
const always = () => true;
/** @type {Moment} */
const isLive = ({ live }) => live.summary.live ?? false;
/** @type {Moment} */
const isDealt = (scene, about) => !isLive(scene, about);
/** @type {Moment} */
const isBefore = ({ live }) => live.summary.phase === 'registering';
/** A listed sit & go begins when it is full, and not before. @type {Moment} */
const mayStart = (scene, about) => isBefore(scene, about) && isStartable(scene.live.summary);
/** @param {TournamentSummary} summary */
const isStartable = ({ starts_at: at, live, private: isPrivate }) => Boolean(at !== undefined || live || isPrivate);
/** @type {Moment} */
const isUnderWay = ({ live }) => live.summary.phase === 'running' || live.summary.phase === 'paused';
/** @type {Moment} */
const isPaused = ({ live }) => live.paused !== null;
/** @type {Moment} */
const isOut = ({ live }, { player = 0 }) => live.entrants[player]?.out ?? false;
/** @type {Moment} */
const isSeated = ({ live }, { player = 0 }) => seatOf(live, player) !== null;
/** @type {Moment} */
const hasFault = ({ live }, { table = 0 }) => live.tables[table]?.halted === 'fault';
/** @type {Moment} */
const isRebuying = ({ live }) => Boolean(live.structure.rebuy) && isEntryPeriod(live);

/** Neither a sit & go nor an event of rounds, whose places decide more than who may enter. @type {Moment} */
const isField = ({ live }) => ['freezeout', 'satellite'].includes(live.summary.format);
/** Entries are closed for good. @type {Moment} */
const isFixed = ({ live }) => live.isFinal;

/** All of them. @param {Moment[]} moments @returns {Moment} */
const all =
  (...moments) =>
  (scene, about) =>
    moments.every((moment) => moment(scene, about));
/** Any of them. @param {Moment[]} moments @returns {Moment} */
const any =
  (...moments) =>
  (scene, about) =>
    moments.some((moment) => moment(scene, about));
/** @param {Moment} moment @returns {Moment} */
const not = (moment) => (scene, about) => !moment(scene, about);

const plays = all(isUnderWay, not(isOut));
const entered = all(isLive, not(isBefore), not(isOut));
const turnsBack = all(
  any(isBefore, isUnderWay, ({ live }) => live.summary.phase === 'completed'),
  any(isLive, isPaused),
);

/**
 * Decisions about each subject in the order of the list, with their moments. One that is missing here is offered at the end, whenever
 * the server allows it.
 *
 * @type {Record<Subject, [Kind, Moment][]>}
 */
const OFFERS = {
  event: [
    ['edit', isBefore],
    ['announce', all(isBefore, ({ live }) => live.summary.private ?? false)],
    ['unbag', all(isLive, isBefore)],
    ['start', mayStart],
    ['undo', all(turnsBack, ({ entries }) => lastAct(entries) !== null)],
    ['redo', all(turnsBack, ({ entries }) => mayRedo(entries))],
    ['cancel', isBefore],
    ['resume', all(isUnderWay, isPaused)],
    ['pause', all(isUnderWay, not(isPaused))],
    ['set_level', isUnderWay],
    ['close_entries', all(isUnderWay, not(isFixed))],
    ['set_places', all(any(isBefore, isUnderWay), not(isFixed), isField)],
    ['set_prizes', all(isLive, any(isBefore, isUnderWay))],
    ['hand_for_hand', isUnderWay],
    ['break_order', all(isUnderWay, ({ live }) => live.breakOrder.length > 2)],
    ['rail_chat', all(isUnderWay, isDealt)],
    ['mute_account', all(isUnderWay, isDealt)],
    ['rule', always],
    ['bag', all(isLive, isUnderWay, isFixed)],
    ['make_deal', all(isUnderWay, isPaused)],
    ['cancel', isUnderWay],
    ['grant', any(isBefore, isUnderWay)],
    ['revoke', all(any(isBefore, isUnderWay), ({ granted }) => granted.length > 0)],
  ],
  player: [
    ['take_back', isBefore],
    ['re_enter', all(isLive, isOut, not(isBefore), ({ live }) => live.structure.re_entries > 0 && isEntryPeriod(live))],
    ['rebuy', all(entered, isRebuying)],
    ['no_rebuy', all(entered, isRebuying, ({ live }, { player = 0 }) => live.entrants[player]?.stack === 0)],
    ['add_on', all(entered, ({ live }) => Boolean(live.structure.add_on && live.clock?.break))],
    ['no_show', all(plays, isSeated, not(isFixed), ({ live }) => isLight(live))],
    ['swap_seats', entered],
    ['penalise', plays],
    ['kill_hand', all(plays, isDealt, isSeated)],
    ['move', all(plays, isSeated, ({ live }) => Object.keys(live.tables).length > 1)],
    ['mute', isDealt],
    ['remove', plays],
    ['disqualify', plays],
  ],
  table: [
    ['resume_table', hasFault],
    ['replace_table', hasFault],
    ['hand_over', isLive],
    ['count', isLive],
    ['tell_table', all(isDealt, isUnderWay)],
    ['void_hand', isDealt],
    ['split_hand', isDealt],
    ['correct_award', isDealt],
    ['set_button', always],
    ['see_hand', ({ live }, { table = 0 }) => Boolean(live.tables[table]?.table)],
    ['break_table', ({ live }, { table }) => Object.keys(live.tables).length > 1 && table !== 1],
  ],
  waiting: [
    ['move_up', ({ desk }, { waiting }) => desk.waitlist?.[0]?.waiting !== waiting],
    ['stop_waiting', always],
  ],
  ticket: [
    ['answer', always],
    ['see_hand', (_, { ticket }) => (ticket?.hand ?? 0) > 0],
  ],
};

/** Decisions with a moment, and `enter` and `wait`, which have a field of their own on the page. @type {ReadonlySet<string>} */
const PLACED = new Set([...Object.values(OFFERS).flatMap((offers) => offers.map(([kind]) => kind)), 'enter', 'wait']);

/** Fields that name a subject. */
const SUBJECTS = new Set(['player', 'table', 'ticket', 'waiting']);

/** Subject of an action, named by its first field. @param {string} kind @returns {Subject} */
export function subjectOf(kind) {
  const [first] = ACTIONS[kind] ?? [];
  return first?.type === 'number' && SUBJECTS.has(first.name) ? /** @type {Subject} */ (first.name) : 'event';
}

/** Decisions possible now. @param {About} about @param {Scene} scene @returns {Kind[]} */
export function kindsOf(about, scene) {
  const denied = new Set((scene.denied ?? []).map(({ action }) => action));
  return kindsAbout(about, scene).filter((kind) => !denied.has(kind));
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
function kindsAbout(about, scene) {
  const subject = about.ticket
    ? 'ticket'
    : about.waiting !== undefined
      ? 'waiting'
      : about.player !== undefined
        ? 'player'
        : about.table === undefined
          ? 'event'
          : 'table';
  const offered = OFFERS[subject].filter(([, moment]) => moment(scene, about)).map(([kind]) => kind);
  const others = /** @type {Kind[]} */ (Object.keys(ACTIONS).filter((kind) => !PLACED.has(kind) && subjectOf(kind) === subject));
  return [...offered, ...others];
}
