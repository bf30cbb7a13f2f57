// Comparison of an answer with a hint's advice. Pure.

/** @import { Action, Choice, Hint } from '../gen/protocol.d.ts' */

import { compare } from '../lessons/lesson.js';

/**
 * `open` is a decision on which the numbers say nothing: any answer is as good.
 *
 * @param {Hint} hint
 * @param {readonly Choice[]} choices Choices on offer.
 * @param {Action} action
 * @returns {'as' | 'other' | 'open'}
 */
export function advised({ reason, cards = [], side }, choices, action) {
  const offers = (/** @type {string} */ kind) => choices.some((choice) => choice.kind === kind);
  const isOneOf = (/** @type {string[]} */ ...kinds) => (kinds.includes(action.kind) ? 'as' : 'other');
  switch (reason) {
    case 'sure':
    case 'value':
      return offers('bet') || offers('raise') ? isOneOf('bet', 'raise') : isOneOf('call', 'check', 'buy');
    case 'free':
      return offers('check') ? isOneOf('check') : 'open';
    case 'price_good':
      return isOneOf('call', 'raise', 'buy');
    case 'price_bad':
    case 'drawing_dead':
      return isOneOf('fold', 'pass');
    case 'throw':
    case 'stand_pat':
      return compare(action, { kind: 'discard', cards }) === 'right' ? 'as' : 'other';
    case 'side':
      return action.kind === 'declare' && action.sides === side ? 'as' : 'other';
    default:
      return 'open';
  }
}
