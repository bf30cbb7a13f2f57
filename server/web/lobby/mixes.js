// Choice of a mix in the form: the catalogue's, and a host's own lists.

/** @import { MixInfo } from '../gen/protocol.d.ts' */
/** @import { Draft } from './table-draft.js' */
/** @import { Lobby } from './lobby.js' */

import { h } from '../dom.js';
import { local, t, tn } from '../i18n.js';
import { choice, mixName, numbers, selection } from './common.js';
import { listEditor } from './list.js';
import { OWN_TURNS, chooseMix, defaultsOf } from './mixed.js';

/** Possible numbers of hands per game of a rotation; 0 stands for an orbit. */
const SPANS = [0, 1, 4, 8, 12];

/** Possible seconds for the dealer's pick; 0 stands for the same time as to act. */
const PICKS = [0, 15, 30, 60];

/** The mixes to choose from. @param {Lobby} lobby @param {MixInfo} chosen */
export function mixPicker(lobby, chosen) {
  const { app, draft } = lobby;
  const names = new Map(app.games.map((game) => [game.id, local(game.name)]));
  /** @param {string} id @param {string} name @param {string} what @param {Partial<Draft>} change */
  const row = (id, name, what, change) =>
    h(
      'li',
      { key: id, class: id === draft.mix ? 'on' : '' },
      h(
        'button',
        {
          class: 'game',
          'aria-pressed': id === draft.mix,
          on: { click: () => lobby.setDraft(change) },
        },
        h('b', null, name),
        h('small', null, what),
      ),
    );
  return h(
    'div',
    { key: 'mixes', class: 'picker' },
    h(
      'ul',
      { class: 'pickg mixes', 'aria-label': t('create.mix') },
      app.mixes.map((mix) =>
        row(
          mix.id ?? '',
          mixName(mix),
          mix.kind === 'rotation' ? mix.games.map((one) => names.get(one.game) ?? one.game).join(' · ') : t('create.dealer_picks'),
          chooseMix(draft, mix),
        ),
      ),
      row(OWN_TURNS, t('list.own'), t('list.own.what'), chooseMix(draft, { kind: 'rotation', games: draft.turns })),
    ),
    draft.mix === OWN_TURNS && listEditor(lobby, 'turns'),
    chosen.kind === 'rotation' ? span(lobby) : menu(lobby, chosen, names),
  );
}

/** Span of each game. @param {Lobby} lobby */
const span = (lobby) =>
  numbers(
    t('create.span'),
    SPANS,
    (n) => (n ? tn('create.span.hands', n) : t('create.span.orbit')),
    lobby.draft.span,
    (span) => lobby.setDraft({ span }),
  );

/** Games that dealers pick from. @param {Lobby} lobby @param {MixInfo} chosen @param {Map<string, string>} names */
function menu(lobby, chosen, names) {
  const { app, draft } = lobby;
  const defaults = draft.hasMenu && draft.menu.length > 0 ? defaultsOf(draft, chosen, app.games) : [];
  return h(
    'div',
    { key: 'menu', class: 'picker' },
    choice(
      t('list.menu'),
      [
        { id: 'all', label: t('list.menu.all') },
        { id: 'some', label: t('list.menu.some') },
      ],
      draft.hasMenu ? 'some' : 'all',
      (id) => lobby.setDraft({ hasMenu: id === 'some', fallback: null, search: '', error: null }),
    ),
    draft.hasMenu && listEditor(lobby, 'menu'),
    defaults.length > 0 &&
      selection(
        t('list.default'),
        defaults.map((game) => [game, names.get(game) ?? game]),
        chosen.default ?? '',
        (fallback) => lobby.setDraft({ fallback }),
      ),
    numbers(
      t('list.pick'),
      PICKS,
      (n) => (n ? t('seconds.short', { n }) : t('list.pick.as_act')),
      draft.pick,
      (pick) => lobby.setDraft({ pick }),
    ),
  );
}
