// What a lesson is, and whether an answer is the one that it teaches. Pure.

/** @import { Action, GameInfo, HandRecord } from '../gen/protocol.d.ts' */

/** Words in both languages, which a lesson brings with it. @typedef {{ en: string, fr: string }} Words */

/**
 * A moment of a lesson: something is said, and perhaps asked.
 *
 * @typedef {object} Beat
 * @property {number} to How many events of the hand have happened.
 * @property {Words} text
 * @property {Action} [answer] What is right, where something is asked; the hand goes on with it.
 * @property {Record<string, Words>} [why] What is to be said of other answers, by their kinds.
 * @property {Words | null} [right] What is said of the right one.
 */

/**
 * A hand that is played to teach something, or some hands of several games. The files in `hands` are made from what is written in
 * `*.json`, and hold what the engine plays.
 *
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} family The family of its game.
 * @property {string} game The one that the table plays when the lesson begins.
 * @property {{ id: string, name: Words, games: GameInfo[] }} [mix] What several games at the table are called, and those that are played.
 * @property {Words} title
 * @property {Words} gist
 * @property {Beat[]} beats
 * @property {HandRecord} record As the learner's own history would tell it, one hand behind the other, with what the learner is asked.
 */

/** How far an amount may be from the one that is taught, as shares of it. */
const NEAR = [0.6, 1.6];

/** @param {readonly string[]} some @param {readonly string[]} others */
const areSame = (some, others) => some.length === others.length && some.every((one) => others.includes(one));

/**
 * How an answer compares with the one that is taught: `near` is a bet or raise of another size that is as good.
 *
 * @param {Action} action
 * @param {Action} answer
 * @returns {'right' | 'near' | 'wrong'}
 */
export function compare(action, answer) {
  if (action.kind !== answer.kind) return 'wrong';
  if ('to' in action && 'to' in answer) {
    const share = action.to / answer.to;
    return share === 1 ? 'right' : share >= NEAR[0] && share <= NEAR[1] ? 'near' : 'wrong';
  }
  if ('cards' in action && 'cards' in answer) {
    const isOrder = action.kind === 'arrange';
    return (isOrder ? action.cards.join() === answer.cards.join() : areSame(action.cards, answer.cards)) ? 'right' : 'wrong';
  }
  if ('sides' in action && 'sides' in answer) return action.sides === answer.sides ? 'right' : 'wrong';
  if ('game' in action && 'game' in answer) return action.game === answer.game ? 'right' : 'wrong';
  return 'right';
}
