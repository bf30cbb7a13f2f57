// What several games at one table come to: which, for whom, for how much, and how they are asked for.

/** @import { GameInfo, MixConfig, MixGame, MixInfo } from '../gen/protocol.d.ts' */
/** @import { Draft } from './create.js' */

/** Stands for a rotation of the host's own among the mixes; no mix of the catalogue has an empty identifier. */
export const OWN_TURNS = '';

/** Players that a dealer's game must be fit for at the least, as no player is left out of a hand. */
const FEWEST = 2;

/** The least bet of a game. @param {GameInfo} game */
const leastBet = (game) => game.bets[0] ?? game.ante;

/**
 * The games of the menu that can be played when a dealer does not answer, those of the catalogue's form if none can.
 *
 * @param {Pick<Draft, 'menu'>} draft
 * @param {MixInfo} mix
 * @param {readonly GameInfo[]} games
 * @returns {string[]}
 */
export function defaultsOf({ menu }, mix, games) {
  const fits = new Set(games.filter((game) => game.seats_min <= FEWEST).map((game) => game.id));
  const some = menu.map((one) => one.game).filter((game) => fits.has(game));
  return some.length > 0 || !mix.default ? some : [mix.default];
}

/**
 * The mix that a draft stands for, `undefined` if it is of one game.
 *
 * @param {Draft} draft
 * @param {readonly MixInfo[]} mixes
 * @param {readonly GameInfo[]} games
 * @returns {MixInfo | undefined}
 */
export function chosenMix(draft, mixes, games) {
  if (draft.isOwn || draft.mix === null) return undefined;
  if (draft.mix === OWN_TURNS) return { kind: 'rotation', games: draft.turns };
  const mix = mixes.find((one) => one.id === draft.mix);
  if (mix?.kind !== 'dealers_choice' || !draft.hasMenu) return mix;
  const defaults = defaultsOf(draft, mix, games);
  return {
    ...mix,
    games: draft.menu,
    default: defaults.find((game) => game === draft.fallback) ?? defaults[0],
  };
}

/**
 * What the settings of a table have to know of several games: the least bet that they have in common, and for how many
 * players all of them are. Nothing for a list that is not long enough yet.
 *
 * @param {MixInfo} mix
 * @param {readonly GameInfo[]} games
 * @param {boolean} [hasMenu] Whether dealers pick from the games of the mix alone.
 * @returns {GameInfo | undefined}
 */
export function mixGame(mix, games, hasMenu = false) {
  const isTurns = mix.kind === 'rotation';
  const isMenu = hasMenu && !isTurns;
  if (mix.games.length < (isMenu ? 1 : isTurns ? 2 : 0)) return undefined;
  const byId = new Map(games.map((game) => [game.id, game]));
  const menu = mix.games.map((one) => byId.get(one.game));
  const listed = isTurns ? menu : [byId.get(mix.default ?? '')];
  const known = listed.filter((game) => game !== undefined);
  const first = known[0];
  if (!first || known.length < listed.length) return undefined;
  const played = isMenu || isTurns ? [...menu, ...known].filter((game) => game !== undefined) : games;
  // The games of a list come up to the dearest; a rotation of the catalogue says by itself how they fit together.
  const bet = isTurns && mix.id ? leastBet(first) * (mix.games[0].multiplier ?? 1) : Math.max(...played.map(leastBet));
  return {
    ...first,
    id: mix.id ?? '',
    name: mix.name ?? first.name,
    limits: [],
    seats_min: Math.max(FEWEST, ...known.map((game) => game.seats_min)),
    seats_max: Math.min(...known.map((game) => game.seats_max)),
    small_blind: 0,
    big_blind: 0,
    ante: 0,
    bets: [bet],
  };
}

/** A game of a list as it is asked for. @param {MixGame} game @returns {MixGame} */
const asked = ({ game, limit }) => ({ game, ...(limit && { limit }) });

/** What a draft asks for. @param {Pick<Draft, 'span' | 'hasMenu' | 'pick'>} draft @param {MixInfo} mix @returns {MixConfig} */
export function mixConfig({ span, hasMenu, pick }, mix) {
  if (mix.kind === 'dealers_choice') {
    return {
      kind: 'dealers_choice',
      ...(hasMenu && { games: mix.games.map(asked), default: mix.default }),
      ...(pick > 0 && { pick_ms: pick * 1000 }),
    };
  }
  return {
    kind: 'rotation',
    ...(mix.id ? { rotation: mix.id } : { games: mix.games.map(asked) }),
    ...(span > 0 && { hands: span }),
  };
}
