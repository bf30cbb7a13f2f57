// Moments that a wall screen calls out. They follow from two states, since a visitor's screen gets states and no events. Pure.

/** @import { Score } from '../sound.js' */
/** @import { Tournament } from './model.js' */

import { t } from '../i18n.js';
import { isOver, timeLeft, toMoney } from './model.js';
import { blindsText } from './brief.js';

/** @typedef {'start' | 'level' | 'break' | 'back' | 'bubble' | 'money' | 'final' | 'over'} Moment */

/** @param {Tournament} one */
const isPlayed = ({ summary: { phase } }) => phase === 'running' || phase === 'paused';

/** `true` if the players left sit at one table, and sat at several. @param {Tournament} before @param {Tournament} after */
const isFinal = (before, after) => before.tableCount > 1 && after.tableCount === 1;

/**
 * The moment between two states of the same tournament, the greatest if there are several.
 *
 * @param {Tournament} before
 * @param {Tournament} after
 * @returns {Moment | null}
 */
export function momentOf(before, after) {
  if (isOver(after)) return after.summary.phase === 'completed' && !isOver(before) ? 'over' : null;
  if (!isPlayed(after)) return null;
  if (!isPlayed(before)) return 'start';
  if (isFinal(before, after)) return 'final';
  const [far, was] = [toMoney(after), toMoney(before)];
  if (far === 0 && was !== 0) return 'money';
  if (far === 1 && was !== 1) return 'bubble';
  const isBreak = after.clock?.break ?? false;
  if (isBreak !== (before.clock?.break ?? false)) return isBreak ? 'break' : 'back';
  const level = after.level?.level;
  return level !== undefined && level !== before.level?.level ? 'level' : null;
}

/** A moment as a sentence for the room. @param {Moment} moment @param {Tournament} live @param {number} now */
export function momentText(moment, live, now) {
  const { level, places, entrants } = live;
  const levelText = level ? t('say.t.level', { n: level.level, blinds: blindsText(level) }) : '';
  switch (moment) {
    case 'level':
      return levelText;
    case 'break':
      return t('say.t.break', { n: Math.max(1, Math.round((timeLeft(live, now) ?? 0) / 60_000)) });
    case 'back':
      return `${t('say.t.break_over')} ${levelText}`.trim();
    case 'final':
      return t('say.t.final');
    case 'over': {
      const winner = places.find(({ best, worst }) => best === 1 && worst === 1);
      const who = winner && entrants[winner.player]?.who.name;
      return who ? t('wall.say.won', { who }) : t('say.t.completed');
    }
    default:
      return t(`wall.say.${moment}`);
  }
}

/** Notes one after the other. @param {number[]} pitches In hertz. @param {number} each Length in seconds. @returns {Score} */
const notes = (pitches, each) => ({
  tones: pitches.map((hz, at) => ({ at: at * each, for: each * 1.6, hz, gain: 0.35, type: /** @type {const} */ ('triangle') })),
});

/** @type {Record<Moment, Score>} */
export const SCORES = {
  start: notes([392, 523, 659], 0.18),
  level: notes([659, 880], 0.22),
  break: notes([784, 659, 523], 0.24),
  back: notes([523, 659, 784], 0.2),
  bubble: notes([587, 587, 587, 784], 0.16),
  money: notes([523, 659, 784, 1047], 0.16),
  final: notes([392, 523, 659, 784, 1047], 0.18),
  over: notes([523, 523, 659, 784, 1047, 1319], 0.18),
};
