// How long the picture waits before each event, when several arrive at once and nobody has to decide anything: the
// run-out of a board and a showdown are told one by one. The state itself is never late.

/** @import { PublicEvent } from './gen/protocol.d.ts' */

const WAITS = { tabled: 500, board: 900, shown: 400, firstShown: 600, award: 700 };

/** The longest that a whole burst may take, in milliseconds. */
export const PACE_LIMIT = 4500;

/**
 * The wait before each event of a burst, in milliseconds.
 *
 * @param {readonly PublicEvent[]} events
 * @returns {number[]}
 */
export function pace(events) {
  // Somebody has to act, or the next hand is there: the picture catches up at once.
  const urgent = events.findLastIndex((event) => event.kind === 'turn_started' || event.kind === 'hand_started');
  let isRunOut = false;
  let shown = 0;
  const waits = events.map((event, at) => {
    if (at <= urgent) return 0;
    switch (event.kind) {
      case 'hands_tabled':
        isRunOut = true;
        return WAITS.tabled;
      case 'board_dealt':
        // The first board after the last bet is no surprise yet; those behind it are the run-out.
        return isRunOut || events.slice(urgent + 1, at).some((one) => one.kind === 'board_dealt') ? WAITS.board : 0;
      case 'hand_shown':
        shown += 1;
        return shown === 1 ? WAITS.firstShown : WAITS.shown;
      case 'pot_awarded':
        return shown > 0 || isRunOut ? WAITS.award : 0;
      default:
        return 0;
    }
  });
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  return total > PACE_LIMIT ? waits.map((wait) => (wait * PACE_LIMIT) / total) : waits;
}
