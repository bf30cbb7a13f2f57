// Odds questions about open hands, and the wording of their shares. Pure; loaded with the first all-in.

/** @import { OddsRequest, OddsResponse, OpenHand } from '../gen/protocol.d.ts' */
/** @import { Play, Table } from '../model.js' */

import { parted } from '../hand.js';
import { boardsOf } from '../model.js';
import { percent } from '../me/figures.js';

/** Each hand's share of the pot in thousandths; `exact` if all boards were counted and are complete. @typedef {{ shares: number[], exact: boolean, isOver: boolean }} Odds */
/** Questions, one for each board that may still decide, and the seats of the hands. @typedef {{ seats: number[], requests: OddsRequest[] }} Question */

/**
 * The question about the table as it stands: all contenders' cards must be open to all, and at most one contender may have chips behind. Cards that
 * only the viewer sees are left out, so that all viewers get the same answer.
 *
 * @param {Table} table
 * @param {string} game Id of the game.
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
  const boards = boardsOf(hand);
  // The board of a first run is complete; each board of a double board is a question of its own.
  const open = hand.secondBoard ? boards : [hand.board];
  const request = (/** @type {string[]} */ board) => {
    const gone = [...folded, ...boards.flat().filter((card) => !board.includes(card))];
    return {
      game,
      hands: contenders.map(handOf),
      ...(board.length > 0 && { board }),
      ...(hand.boardDown > 0 && { board_down: hand.boardDown }),
      ...(gone.length > 0 && { gone }),
    };
  };
  return { seats: contend.map(({ seat }) => seat), requests: open.map(request) };
}

/** Combined shares of the hands over all boards, each for an equal part of the pot. @param {readonly OddsResponse[]} odds One per board. @returns {Odds | null} */
export function sharesOf(odds) {
  const [first] = odds;
  if (odds.some(({ shares }) => !first.shares || shares?.length !== first.shares.length)) return null;
  const mean = (/** @type {number} */ at) => odds.reduce((sum, { shares }) => sum + (shares?.[at] ?? 0), 0) / odds.length;
  return {
    shares: (first.shares ?? []).map((_, at) => mean(at)),
    exact: odds.every(({ exact }) => exact),
    isOver: odds.every(({ exact, deals }) => exact && deals === 1),
  };
}

/** `true` if a hand's cards are all public. @param {Play} play */
const isOpen = ({ cards, shown, up }) => cards.every((card) => card !== null && (shown.includes(card) || up.includes(card)));

/** @param {Play} play @returns {OpenHand} */
function handOf(play) {
  const [down, up] = parted(play);
  return { down: down.map(String), ...(up.length > 0 && { up }), ...(play.declared && { declared: play.declared }) };
}

/** A share in whole percent. An uncertain share is never shown as 0 or 100. @param {number} share Share in thousandths. @param {boolean} exact */
export function shareText(share, exact) {
  const whole = (/** @type {number} */ times) => percent({ times, of: 1000 }) ?? '';
  if (share < 10 && (share > 0 || !exact)) return `< ${whole(10)}`;
  if (share > 990 && (share < 999 || !exact)) return `> ${whole(990)}`;
  return whole(share);
}
