// The form of a lesson, and the check of an answer against the one taught. Pure.

/** @import { Action, GameInfo, HandRecord } from '../gen/protocol.d.ts' */

/** Text in both languages, part of a lesson. @typedef {{ en: string, fr: string }} Words */

/**
 * A moment of a lesson: a text and, optionally, a question.
 *
 * @typedef {object} Beat
 * @property {number} to Events of the hand that have happened.
 * @property {Words} text
 * @property {Action} [answer] The right answer to a question; the hand continues with it.
 * @property {Record<string, Words>} [why] Comments on other answers, by kind.
 * @property {Words | null} [right] Comment on the right answer.
 */

/**
 * A hand, or some hands of several games, played to teach something. The files in `hands` are generated from `*.json`, and contain what the engine
 * plays.
 *
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} family Family of its game.
 * @property {string} game Game of the table when the lesson begins.
 * @property {{ id: string, name: Words, games: GameInfo[] }} [mix] Name of the mix, and the games played in it.
 * @property {Words} title
 * @property {Words} gist
 * @property {Beat[]} beats
 * @property {HandRecord} record In the form of the learner's own history, one hand after the other, including the learner's decisions.
 */

/** Accepted range of an amount, relative to the one taught. */
const NEAR = [0.6, 1.6];

/** @param {readonly string[]} some @param {readonly string[]} others */
const areSame = (some, others) => some.length === others.length && some.every((one) => others.includes(one));

/**
 * Compares an answer with the one taught: `near` is a bet or raise of another size that is just as good.
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
