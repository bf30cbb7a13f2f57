// Several games at one table: games in turn, or as the dealer of each hand picks.

/** @import { GameInfo, MixConfig, MixInfo } from '../gen/protocol.d.ts' */
/** @import { Draft } from './create.js' */
/** @import { Lobby } from './lobby.js' */

import { h } from '../dom.js';
import { local, t } from '../i18n.js';
import { mixName, segments } from './common.js';

/** For how many hands each game of a rotation may be played; 0 stands for an orbit. */
const SPANS = [0, 1, 4, 8, 12];

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

/** What a draft asks for. @param {Draft} draft @param {MixInfo} mix @returns {MixConfig} */
export const mixConfig = (draft, mix) =>
  mix.kind === 'dealers_choice'
    ? { kind: 'dealers_choice' }
    : { kind: 'rotation', rotation: mix.id, ...(draft.span > 0 && { hands: draft.span }) };

/** The mixes to choose from. @param {Lobby} lobby @param {MixInfo | undefined} chosen */
export function mixPicker(lobby, chosen) {
  const { app, draft } = lobby;
  const names = new Map(app.games.map((game) => [game.id, local(game.name)]));
  return h(
    'div',
    { key: 'mixes', class: 'picker' },
    h(
      'ul',
      { class: 'pickg', 'aria-label': t('create.mix') },
      app.mixes.map((mix) =>
        h(
          'li',
          { key: mix.id ?? '', class: mix === chosen ? 'on' : '' },
          h(
            'button',
            {
              class: 'game',
              'aria-pressed': mix === chosen,
              on: { click: () => lobby.setDraft({ mix: mix.id ?? null, error: null }) },
            },
            h('b', null, mixName(mix)),
            h(
              'small',
              null,
              mix.kind === 'rotation'
                ? mix.games.map((one) => names.get(one.game) ?? one.game).join(' · ')
                : t('create.dealer_picks'),
            ),
          ),
        ),
      ),
    ),
    chosen?.kind === 'rotation' &&
      h(
        'div',
        { key: 'span', class: 'field' },
        h('span', { 'aria-hidden': 'true' }, t('create.span')),
        segments(
          t('create.span'),
          SPANS.map((n) => ({ id: String(n), label: n === 0 ? t('create.span.orbit') : t('create.span.hands', { n }) })),
          String(draft.span),
          (id) => lobby.setDraft({ span: Number(id) }),
        ),
      ),
  );
}
