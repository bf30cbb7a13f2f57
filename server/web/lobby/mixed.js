// Properties of mixed tables: their games, players, stakes, and configuration.

/** @import { GameInfo, MixConfig, MixGame, MixInfo } from '../gen/protocol.d.ts' */
/** @import { Draft } from './table-draft.js' */

/** Stands for a host's own rotation among the mixes; no mix of the catalogue has an empty id. */
export const OWN_TURNS = '';

/**
 * The change of a draft by the choice of a mix. From a host's own list to dealers who pick, its games become their menu.
 *
 * @param {Pick<Draft, 'mix' | 'turns' | 'menu'>} draft
 * @param {MixInfo} chosen
 * @returns {Partial<Draft>}
 */
export function chooseMix({ mix, turns, menu }, { id = OWN_TURNS, kind }) {
  const isTakenOver = mix === OWN_TURNS && kind === 'dealers_choice' && menu.length === 0 && turns.length > 0;
  const firsts = turns.filter(({ game }, at) => turns.findIndex((one) => one.game === game) === at);
  return { mix: id, search: '', error: null, ...(isTakenOver && { hasMenu: true, menu: firsts.map(({ key, game }) => ({ key, game })) }) };
}

/** Fewest players that a default game must allow, as no player may be left out of a hand. */
const FEWEST = 2;

/** Smallest bet of a game. @param {GameInfo} game */
const leastBet = (game) => game.bets[0] ?? game.ante;

/**
 * Menu games that can be played if the dealer does not pick; those of the catalogue entry if there are none.
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
 * The mix of a draft, `undefined` for a single game.
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
  if (mix?.kind !== 'dealers_choice') return mix;
  if (!draft.hasMenu) return draft.fallback ? { ...mix, default: draft.fallback } : mix;
  const defaults = defaultsOf(draft, mix, games);
  return {
    ...mix,
    games: draft.menu,
    default: defaults.find((game) => game === draft.fallback) ?? defaults[0],
  };
}

/**
 * Settings of a table that depend on all games of a mix: their common smallest bet, the numbers of players that suit them all, and the rules that all
 * can have. `undefined` for a list that is still too short.
 *
 * @param {MixInfo} mix
 * @param {readonly GameInfo[]} games
 * @param {boolean} [hasMenu] `true` if dealers pick only from the games of the mix.
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
  // Games of a list follow the most expensive one; a catalogue rotation defines its own ratios.
  // A rule for hands holds at every one of them, so each game must have it; dealers may pick games that do not.
  const all = (/** @type {(game: GameInfo) => boolean | undefined} */ has) => isTurns && known.every(has);
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
    deal: (isTurns ? known : played).find(({ deal }) => deal.includes('b'))?.deal ?? first.deal,
    straddles: all((game) => game.straddles),
    bomb_pots: all((game) => game.bomb_pots),
    double_board_seats: isTurns ? Math.min(...known.map((game) => game.double_board_seats ?? 0)) : 0,
    seven_deuce: all((game) => game.seven_deuce),
  };
}

/** A game of a list in the configuration. @param {MixGame} game @returns {MixGame} */
const asked = ({ game, limit }) => ({ game, ...(limit && { limit }) });

/** Mix configuration of a draft. @param {Pick<Draft, 'span' | 'hasMenu' | 'pick' | 'fallback'>} draft @param {MixInfo} mix @returns {MixConfig} */
export function mixConfig({ span, hasMenu, pick, fallback }, mix) {
  if (mix.kind === 'dealers_choice') {
    return {
      kind: 'dealers_choice',
      ...(hasMenu && { games: mix.games.map(asked) }),
      ...((hasMenu || fallback) && { default: mix.default }),
      ...(pick > 0 && { pick_ms: pick * 1000 }),
    };
  }
  return {
    kind: 'rotation',
    ...(mix.id ? { rotation: mix.id } : { games: mix.games.map(asked) }),
    ...(span > 0 && { hands: span }),
  };
}
