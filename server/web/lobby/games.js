// The list of games: each with its deal, its rules, and a button to open a table.

/** @import { GameInfo } from '../gen/protocol.d.ts' */
/** @import { Lobby } from './lobby.js' */

import { h } from '../dom.js';
import { local, t, tn } from '../i18n.js';
import { modal } from '../modal.js';
import { pathOfGame, rulesPath, rulesView } from '../rulebook.js';
import { dealStrip, familyName, limitName, marked, matches } from './common.js';

/** Games of the selected family that match the search. @param {Lobby} lobby */
export function gamesFound({ app, family, search }) {
  const favourites = app.settings.value.favourites;
  return app.games.filter((game) => {
    const isOfFamily = family === 'favourites' ? favourites.includes(game.id) : ['all', game.family].includes(family);
    return isOfFamily && matches(game, search);
  });
}

/** Shows the form for a table of a game. @param {Lobby} lobby @param {GameInfo} game */
export function makeOf(lobby, game) {
  lobby.setDraft({ game: game.id, limit: null, search: '', isOwn: false, mix: null, error: null });
  lobby.set({ isMaking: true });
  lobby.focusOn('#make .btn.hot');
}

/** Games of the selected family and search, by family. @param {Lobby} lobby */
export function gameList(lobby) {
  const found = gamesFound(lobby);
  const families = [...new Set(found.map((game) => game.family))];
  return h(
    'section',
    { key: 'games', class: 'all-games', 'aria-label': t('games.title') },
    h('h2', { key: 'title' }, h('b', null, t('games.title')), h('span', null, tn('games.count', found.length))),
    found.length === 0 && h('p', { key: 'none', class: 'none' }, t('search.none')),
    families.flatMap((one) => [
      families.length > 1 && h('h3', { key: `h-${one}` }, familyName(one)),
      h(
        'ul',
        { key: one, class: 'games' },
        found.filter((game) => game.family === one).map((game) => row(lobby, game)),
      ),
    ]),
  );
}

/** @param {Lobby} lobby @param {GameInfo} game */
function row(lobby, game) {
  const name = local(game.name);
  return h(
    'li',
    { key: game.id },
    h('span', { class: 'what' }, h('b', null, ...marked(name, lobby.search)), dealStrip(game)),
    h('span', { class: 'st' }, game.limits.map(limitName).join(', '), h('small', null, t('games.players', { min: game.seats_min, max: game.seats_max }))),
    h('button', { class: 'go', 'aria-label': t('games.rules_of', { name }), on: { click: () => lobby.set({ rules: game.id }) } }, t('tab.rules')),
    h('button', { class: 'go yes', 'aria-label': t('games.make_of', { name }), on: { click: () => makeOf(lobby, game) } }, t('games.make')),
  );
}

/** @param {Lobby} lobby @param {string} id */
export function rulesDialog(lobby, id) {
  const game = lobby.app.games.find((one) => one.id === id);
  return modal(
    `rules-${id}`,
    local(game?.name),
    'wide',
    () => lobby.set({ rules: null }),
    game && dealStrip(game),
    h('a', { href: rulesPath(id), on: { click: (event) => lobby.app.follow(event, rulesPath(id)) } }, t('rules.page')),
    h('div', { class: 'rules' }, rulesView(lobby.app.rules.of(pathOfGame(id)))),
  );
}
