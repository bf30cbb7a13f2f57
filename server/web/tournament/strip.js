// A tournament as its tables show it: the line over the stage, the tab of the panel, what the bar says between hands, the
// dialogs about chips and the result.

/** @import { Kid, VNode } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Plan } from '../table/actions.js' */
/** @import { Room } from '../table/room.js' */
/** @import { Tournament } from './model.js' */

import { h, icon } from '../dom.js';
import { local, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { mySeat } from '../model.js';
import { offerOf, timeLeft } from './model.js';
import { questionsOf } from './asking.js';
import { clockPart, prizesPart } from './sections.js';
import { blindsText, levelLine, resultText, standText, timeText } from './words.js';

/** The tournament that the table belongs to, as far as it is known. @param {Room} room @param {Table} table @returns {Tournament | null} */
export function eventOf(room, table) {
  const info = table.info.tournament;
  return info ? (room.app.hall.events.get(info.tournament)?.live ?? null) : null;
}

/** Where the page of a table's tournament is. @param {Table} table */
export const eventPath = ({ info }) => (info.tournament ? `/tournament/${encodeURIComponent(info.tournament.tournament)}` : null);

/** The name and the line over the stage. @param {Room} room @param {Table} table @returns {{ name: string, line: string } | null} */
export function eventHead(room, table) {
  const info = table.info.tournament;
  if (!info) return null;
  const live = eventOf(room, table);
  return {
    name: `${local(info.name)} · ${t('t.table.n', { n: info.table_no })}`,
    line: live ? levelLine(live, room.now()) : t('t.level', { n: info.level }),
  };
}

/** The tab of the panel. @param {Room} room @param {Table} table @returns {Kid} */
export function eventTab(room, table) {
  const live = eventOf(room, table);
  const path = eventPath(table);
  return h(
    'div',
    { class: 'log t-tab', tabindex: '0' },
    live && [
      h('p', { key: 'mine', class: 't-mine' }, standText(live)),
      h(
        'div',
        { key: 'buttons', class: 't-buttons' },
        questionsOf(live).map(({ question, label }) =>
          h('button', { key: question, class: 'btn-s', on: { click: () => room.asking.open(question) } }, label),
        ),
        table.you && h('button', { key: 'call', class: 'btn-s', on: { click: () => room.calling.open() } }, t('call.open')),
        mayCallTime(live, table) && h('button', { key: 'time', class: 'btn-s', on: { click: () => callTime(room) } }, t('call.time')),
      ),
      clockPart(live, room.now()),
      prizesPart(live),
    ],
    path && h('a', { key: 'page', class: 'btn-s', href: path, on: { click: (event) => room.app.follow(event, path) } }, t('t.page_link')),
  );
}

/** Whether somebody else decides, against a clock that players call. @param {Tournament} live @param {Table} table */
export function mayCallTime({ structure, you }, { hand, me, seats }) {
  const asked = hand && !hand.over ? (hand.turn?.seats ?? []) : [];
  const isIn = you.registered && !you.out;
  return structure.clock === 'live' && isIn && asked.length > 0 && asked.every((seat) => seats[seat]?.player?.id !== me);
}

/** @param {Room} room */
async function callTime(room) {
  try {
    await room.app.net.request({ type: 'call_time', table: room.tableId });
  } catch (error) {
    room.app.toastError(error);
  }
}

/** @type {Plan} */
const BARE = { title: '', sub: '', shape: null, places: [null, null, null] };

/**
 * What the bar says at a tournament's table while nothing is asked; `null` where it says what it says at any table.
 *
 * @param {Room} room
 * @param {Table} table
 * @returns {Plan | null}
 */
export function planEvent(room, table) {
  if (!table.info.tournament) return null;
  const live = eventOf(room, table);
  const { hand } = table;
  const play = mySeat(table)?.play;
  const isIn = Boolean(hand && !hand.over && play && !play.folded);
  if (live?.you.absent && table.you) {
    return { ...BARE, title: t('t.bar.away'), places: [null, null, { label: t('im_back'), tone: 'hot', press: () => room.comeBack('wait') }] };
  }
  if (isIn) return null;
  const path = eventPath(table);
  const page = /** @type {const} */ ({ label: t('t.page_link'), tone: 'quiet', press: () => path && room.app.navigate(path) });
  const state = live && stateOf(live, table, room.now());
  const isOver = !hand || hand.over;
  if (!table.you) {
    const places = /** @type {Plan['places']} */ ([null, null, page]);
    if (!live?.you.out && !live?.you.place) return { ...BARE, title: t('t.bar.watching'), sub: state?.[0] ?? '', places };
    const title = t(live.summary.phase === 'completed' ? 't.phase.completed' : 't.bar.out');
    return { ...BARE, title, sub: standText(live), places };
  }
  // The bar keeps the result of a hand in sight, and the ways to show cards, until play stands still.
  if (!isOver || !state) return hand ? null : { ...BARE, title: t('t.bar.waiting') };
  return { ...BARE, title: state[0], sub: state[1] };
}

/** Why no hand is dealt. @param {Tournament} live @param {Table} table @param {number} now @returns {[title: string, sub: string] | null} */
function stateOf(live, table, now) {
  const { clock, level, next, paused, handForHand } = live;
  const left = timeLeft(live, now);
  if (paused !== null) return [t('t.phase.paused'), paused];
  if (clock?.break && left !== null) {
    const coming = level?.level === clock.level ? level : (next ?? level);
    return [t('t.bar.break'), coming ? `${t('t.bar.break.sub', { time: timeText(left), n: coming.level })}: ${blindsText(coming)}` : ''];
  }
  if (live.tables[table.info.tournament?.table_no ?? 0]?.halted) return [t('t.bar.halted'), t('t.bar.halted.sub')];
  if (handForHand) return [t('t.hand_for_hand'), t('t.bar.hand_for_hand.sub')];
  return null;
}

/** Dialogs of a tournament at its table. @param {Room} room @param {Table} table @returns {Kid} */
export function eventDialogs(room, table) {
  const live = eventOf(room, table);
  if (!live) return null;
  const offer = offerOf(live, 'tournament_rebuy');
  // Who has lost the last chip has to answer before the table goes on.
  if (offer?.left_ms !== undefined && room.ui.declined !== live.you.at) {
    room.ui.declined = live.you.at;
    room.asking.open('tournament_rebuy');
  }
  return room.asking.view(room.now()) ?? room.calling.view(table) ?? result(room, live);
}

/** How the player finished. @param {Room} room @param {Tournament} live @returns {VNode | null} */
function result(room, live) {
  const { place } = live.you;
  if (!place || room.ui.resultSeen || !room.ui.wasIn) return null;
  const path = `/tournament/${encodeURIComponent(live.id)}`;
  /** @param {Event} event */
  const shut = (event) => /** @type {HTMLElement} */ (event.target).closest('dialog')?.close();
  return h(
    'dialog',
    {
      key: 'result',
      class: 'dialog narrow',
      'aria-labelledby': 'result-title',
      enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
      on: { close: () => room.set({ resultSeen: true }) },
    },
    h(
      'div',
      { class: 'dialog-in' },
      h(
        'header',
        null,
        h('h2', { id: 'result-title' }, local(live.summary.name)),
        h('button', { class: 'ico', 'aria-label': t('close'), on: { click: shut } }, icon(ICONS.close)),
      ),
      h('p', { class: 't-result' }, resultText(live.you, live.summary.entries)),
      h('a', { class: 'btn-s hot', href: path, on: { click: (event) => room.app.follow(event, path) } }, t('t.page_link')),
    ),
  );
}
