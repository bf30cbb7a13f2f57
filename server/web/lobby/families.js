// The families of games, in the order of the lobby.

/** @import { TableInfo } from '../gen/protocol.d.ts' */

/** The families in list order, each with its sign. */
export const FAMILIES = [
  ['holdem', '♠'],
  ['omaha', '♥'],
  ['stud', '♦'],
  ['draw', '♣'],
  ['lowball', '♠'],
  ['shared_board', '♥'],
  ['roll', '♦'],
  ['short', '♣'],
  ['mixed', '♠'],
];

/** The family of mixed tables; no game belongs to it. */
export const MIXED = 'mixed';

/** Id under which a table's game is remembered. @param {TableInfo} info */
export const playedId = (info) => (info.mix ? (info.mix.id ?? MIXED) : info.game);

/** @param {string} family */
export const rankOf = (family) => {
  const at = FAMILIES.findIndex(([name]) => name === family);
  return at < 0 ? FAMILIES.length : at;
};
