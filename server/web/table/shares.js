// What is asked about hands that lie open, and how their shares are told. Pure; it comes with the first all-in.

/** @import { OddsRequest, OpenHand } from '../gen/protocol.d.ts' */
/** @import { Play, Table } from '../model.js' */

import { parted } from '../hand.js';
import { percent } from '../me/figures.js';

/** A question, with the seats that its hands belong to. @typedef {{ seats: number[], request: OddsRequest }} Question */

/**
 * What there is to ask about a table as it stands: all cards of those who contend lie open for everybody, and no more than
 * one of them has chips behind. Cards that only the viewer sees are left out, so that everybody gets the same answer.
 *
 * @param {Table} table
 * @param {string} game Its identifier.
 * @returns {Question | null}
 */
export function questionOf(table, game) {
  const { hand } = table;
  if (!hand || hand.over || hand.turn || hand.awards.length > 0 || hand.street.phase === 'showdown') return null;
  const plays = Object.values(table.seats).flatMap(({ seat, play }) => (play ? [{ seat, play }] : []));
  const contend = plays.filter(({ play }) => !play.folded && !play.mucked && play.cards.length > 0);
  const contenders = contend.map(({ play }) => play);
  if (contend.length < 2 || !contenders.every(isOpen) || contenders.filter((play) => !play.allIn).length > 1) return null;
  const folded = plays.filter(({ play }) => play.folded).flatMap(({ play }) => play.up);
  const gone = [...folded, ...(hand.firstBoard ?? []).filter((card) => !hand.board.includes(card))];
  return {
    seats: contend.map(({ seat }) => seat),
    request: {
      game,
      hands: contenders.map(handOf),
      ...(hand.board.length > 0 && { board: hand.board }),
      ...(hand.boardDown > 0 && { board_down: hand.boardDown }),
      ...(gone.length > 0 && { gone }),
    },
  };
}

/** Whether everybody sees all cards of a hand. @param {Play} play */
const isOpen = ({ cards, shown, up }) => cards.every((card) => card !== null && (shown.includes(card) || up.includes(card)));

/** @param {Play} play @returns {OpenHand} */
function handOf(play) {
  const [down, up] = parted(play);
  return { down: down.map(String), ...(up.length > 0 && { up }), ...(play.declared && { declared: play.declared }) };
}

/** A share in whole percent. What is not sure is neither none nor all. @param {number} share In thousandths. @param {boolean} exact */
export function shareText(share, exact) {
  const whole = (/** @type {number} */ times) => percent({ times, of: 1000 }) ?? '';
  if (share < 10 && (share > 0 || !exact)) return `< ${whole(10)}`;
  if (share > 990 && (share < 999 || !exact)) return `> ${whole(990)}`;
  return whole(share);
}
