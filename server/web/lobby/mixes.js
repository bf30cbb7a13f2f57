// Several games at one table to choose from, in the form.

/** @import { MixInfo } from '../gen/protocol.d.ts' */
/** @import { Lobby } from './lobby.js' */

import { h } from '../dom.js';
import { local, t } from '../i18n.js';
import { mixName, segments } from './common.js';

/** For how many hands each game of a rotation may be played; 0 stands for an orbit. */
const SPANS = [0, 4, 8, 12];

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
