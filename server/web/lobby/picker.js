// Choice of a game from the catalogue: a search, and a row for each match.

/** @import { GameInfo } from '../gen/protocol.d.ts' */
/** @import { Lobby } from './lobby.js' */
/** @import { VNode } from '../dom.js' */

import { h } from '../dom.js';
import { local, t, tn } from '../i18n.js';
import { dealStrip, found, marked, searchField } from './common.js';

/**
 * @param {Lobby} lobby
 * @param {{ label: string, row: (game: GameInfo) => VNode, enter?: (game: GameInfo) => void }} how `enter` is what the
 *   first game that was found is for, when Enter is pressed in the search.
 */
export function picker(lobby, { label, row, enter }) {
  const { app, draft } = lobby;
  const games = found(app.games, draft.search);
  return h(
    'div',
    { key: 'picker', class: 'picker' },
    searchField(tn('search.games', app.games.length), draft.search, (search) => lobby.setDraft({ search }), {
      keydown: (event) => {
        if (event.key !== 'Enter' || !enter || games.length === 0) return;
        enter(games[0]);
        event.target.select();
      },
    }),
    h('ul', { class: 'pickg', 'aria-label': label }, games.map(row), games.length === 0 && h('li', { key: 'none', class: 'none' }, t('search.none'))),
  );
}

/** Description of a game in its row. @param {Lobby} lobby @param {GameInfo} game */
export const gameText = (lobby, game) => [h('b', null, ...marked(local(game.name), lobby.draft.search)), dealStrip(game)];
