// What several games at one table come to: for whom, for how much, and how they are asked for.

/** @import { GameInfo, MixConfig, MixInfo } from '../gen/protocol.d.ts' */
/** @import { Draft } from './create.js' */

/** The least bet of a game. @param {GameInfo} game */
const leastBet = (game) => game.bets[0] ?? game.ante;

/**
 * What the settings of a table have to know of several games: the least bet that they have in common, and for how many
 * players all of them are.
 *
 * @param {MixInfo} mix
 * @param {readonly GameInfo[]} games
 * @returns {GameInfo | undefined}
 */
export function mixGame(mix, games) {
  const byId = new Map(games.map((game) => [game.id, game]));
  const isTurns = mix.kind === 'rotation';
  const listed = isTurns ? mix.games.map((one) => byId.get(one.game)) : [byId.get(mix.default ?? '')];
  const known = listed.filter((game) => game !== undefined);
  const first = known[0];
  if (!first || known.length < listed.length) return undefined;
  const bet = isTurns ? leastBet(first) * (mix.games[0].multiplier ?? 1) : Math.max(...games.map(leastBet));
  return {
    ...first,
    id: mix.id ?? '',
    name: mix.name ?? first.name,
    limits: [],
    seats_min: Math.max(2, ...known.map((game) => game.seats_min)),
    seats_max: Math.min(...known.map((game) => game.seats_max)),
    small_blind: 0,
    big_blind: 0,
    ante: 0,
    bets: [bet],
  };
}

/** What a draft asks for. @param {Pick<Draft, 'span'>} draft @param {MixInfo} mix @returns {MixConfig} */
export const mixConfig = (draft, mix) =>
  mix.kind === 'dealers_choice'
    ? { kind: 'dealers_choice' }
    : { kind: 'rotation', rotation: mix.id, ...(draft.span > 0 && { hands: draft.span }) };
