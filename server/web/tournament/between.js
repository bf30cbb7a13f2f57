// The bar of a tournament table between hands.

/** @import { Table } from '../model.js' */
/** @import { Plan } from '../table/actions.js' */
/** @import { Room } from '../table/room.js' */
/** @import { Tournament } from './model.js' */

import { t } from '../i18n.js';
import { mySeat } from '../facts.js';
import { blindsText, timeText } from './brief.js';
import { timeLeft } from './model.js';
import { reasonText } from './reasons.js';
import { eventOf, eventPath } from './strip.js';
import { standText, waitsText } from './words.js';

/** @type {Plan} */
const BARE = { title: '', sub: '', shape: null, places: [null, null, null] };

/**
 * Plan of a tournament table's bar while the viewer is not to act; `null` where it is the same as at any table.
 *
 * @param {Room} room
 * @param {Table} table
 * @returns {Plan | null}
 */
export function planBetween(room, table) {
  const live = eventOf(room, table);
  const { hand } = table;
  const play = mySeat(table)?.play;
  const isIn = Boolean(hand && !hand.over && play && !play.folded);
  if (live?.you.absent && table.you) {
    return { ...BARE, title: t('t.bar.away'), places: [null, null, { label: t('im_back'), tone: 'hot', press: () => room.asks.comeBack('wait') }] };
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
  // The bar keeps showing the result of a hand and the buttons to show cards, until play stops.
  if (!isOver || !state) return hand ? null : { ...BARE, title: t('t.bar.waiting') };
  return { ...BARE, title: state[0], sub: state[1] };
}

/** Reason why no hand is being dealt. @param {Tournament} live @param {Table} table @param {number} now @returns {[title: string, sub: string] | null} */
function stateOf(live, table, now) {
  const { clock, level, next, paused, handForHand } = live;
  const left = timeLeft(live, now);
  if (paused !== null) return [t('t.phase.paused'), reasonText(paused)];
  if (clock?.break && left !== null) {
    const coming = level?.level === clock.level ? level : (next ?? level);
    return [t('t.bar.break'), coming ? `${t('t.bar.break.sub', { time: timeText(left), n: coming.level })}: ${blindsText(coming)}` : ''];
  }
  const waits = waitsText(live);
  if (waits) return [t('t.bar.entries'), waits];
  if (live.tables[table.info.tournament?.table_no ?? 0]?.halted) return [t('t.bar.halted'), t('t.bar.halted.sub')];
  if (handForHand) return [t('t.hand_for_hand'), t('t.bar.hand_for_hand.sub')];
  return null;
}
