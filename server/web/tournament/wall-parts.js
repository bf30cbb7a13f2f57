// Parts that several states of a wall screen share.

/** @import { LevelInfo } from '../gen/protocol.d.ts' */
/** @import { Tournament } from './model.js' */

import { cls, h } from '../dom.js';
import { byName, num, t, tn } from '../i18n.js';
import { isEntryPeriod, paidOut, toMoney } from './model.js';
import { prizesInSight } from './wall.js';
import { blindsText, timeText } from './brief.js';
import { payoutText, placeText } from './words.js';

/** Maximum number of prizes beside the clock, alone and where something else stands below them. */
const PRIZES = 8;
const FEW_PRIZES = 5;
/** Players who went out last. */
const OUT = 3;

/** Text for reading across the room, as large as its length allows. @param {string} key @param {string} text @param {string} [role] */
export const large = (key, text, role) => h('p', { key, class: 'wall-time', role: role ?? null, style: { '--signs': text.length } }, text);

/** @param {number} left */
export const time = (left) => large('time', timeText(left), 'timer');

/** @param {LevelInfo} level */
export const nextLevel = (level) => h('p', { key: 'next', class: 'wall-next' }, t('wall.next', { n: level.level, blinds: blindsText(level) }));

/** Name of a player, or the number of one that the state leaves out. @param {Tournament} live @param {number} player */
export const nameIn = ({ entrants }, player) => entrants[player]?.who.name ?? num(player);

/** @param {Tournament} live @param {boolean} isShort `true` if something stands below them. */
export function prizesPart(live, isShort) {
  const shown = prizesInSight(live, isShort ? FEW_PRIZES : PRIZES);
  const far = toMoney(live);
  return h(
    'section',
    { key: 'prizes', class: 'wall-prizes', 'aria-labelledby': 'wall-prizes' },
    h('h2', { id: 'wall-prizes' }, t('t.money'), h('b', null, t('t.pool', { n: paidOut(live) }))),
    far !== null && h('p', { key: 'far', class: 'wall-note' }, far === 0 ? t('t.in_money') : tn('t.to_money', far)),
    h(
      'ol',
      null,
      shown.map((one, at) =>
        one
          ? h(
              'li',
              { key: one.best, class: cls(one.isNext && 'next', one.isPaid && 'paid') },
              h('b', null, placeText(one)),
              h(
                'span',
                { class: 'n' },
                num(one.prize),
                one.isNext && h('small', { key: 'next' }, t('wall.prize.next')),
                one.isPaid && h('small', { key: 'paid' }, t('wall.prize.paid')),
              ),
            )
          : h('li', { key: `gap-${at}`, class: 'skipped', 'aria-hidden': 'true' }, '…'),
      ),
    ),
    live.payout && payoutText(live) && h('p', { key: 'payout', class: 'wall-note' }, payoutText(live)),
    isEntryPeriod(live) && h('p', { key: 'open', class: 'wall-note' }, t('wall.prizes.open')),
  );
}

/**
 * Players who are out, the last one first. While entries are open, no place is certain.
 *
 * @param {Tournament} live
 * @returns {{ player: number, name: string, place: string, prize: number }[]}
 */
export function outOf(live) {
  const placed = live.places.map((place) => ({
    player: place.player,
    name: nameIn(live, place.player),
    place: placeText(place),
    prize: place.prize,
  }));
  const known = new Set(live.places.map(({ player }) => player));
  const others = Object.values(live.entrants)
    .filter(({ player, out }) => out && !known.has(player))
    .map(({ player, who }) => ({ player, name: who.name, place: '', prize: 0 }))
    .sort((one, other) => byName(one.name, other.name));
  return [...placed, ...others];
}

/** The last players out, from the first one on; `null` while all play. @param {Tournament} live */
export function outPart(live) {
  const all = outOf(live);
  if (all.length === 0) return null;
  return h(
    'section',
    { key: 'out', class: 'wall-out', 'aria-labelledby': 'wall-out' },
    h('h2', { id: 'wall-out' }, t('wall.out'), all.length > OUT && h('b', { key: 'n' }, num(all.length))),
    h(
      'ol',
      null,
      all
        .slice(0, OUT)
        .map(({ player, name, place, prize }) =>
          h(
            'li',
            { key: player },
            h('b', null, place || '–'),
            h('span', { class: 'wall-name' }, name),
            prize > 0 && h('span', { key: 'prize', class: 'n' }, num(prize)),
          ),
        ),
    ),
  );
}
