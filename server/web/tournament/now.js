// The tournament that can be played right away, on the first screen of the lobby.

/** @import { TournamentSummary } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { App } from '../app.js' */
/** @import { Lobby } from '../lobby/lobby.js' */

import { h } from '../dom.js';
import { local, t } from '../i18n.js';
import { priceText } from './price.js';

/** @param {App} app @param {string} id */
export const isMine = (app, id) => Boolean(app.hall.events.get(id)?.you?.registered);

/**
 * The tournament that can be played right away: a house one that starts when full, turbos first, and among equals the one with the most players.
 *
 * @param {readonly TournamentSummary[]} all
 */
export function playable(all) {
  const open = all.filter(
    ({ house, private: isPrivate, starts_at: at, phase, entries_open: isOpen, entries, entries_max: most }) =>
      house && !isPrivate && at === undefined && phase === 'registering' && isOpen && entries < most,
  );
  const isTurbo = (/** @type {TournamentSummary} */ { structure, name }) => Number(/turbo/i.test(`${structure} ${name.en}`));
  return open.sort((a, b) => isTurbo(b) - isTurbo(a) || b.entries - a.entries || a.entries_max - b.entries_max)[0] ?? null;
}

/** The one-press button of the first screen. @param {Lobby} lobby @returns {Kid} */
export function playNow(lobby) {
  const { app } = lobby;
  const all = [...app.hall.summaries.values()];
  const best = playable(all);
  const mine = all.find(({ tournament, phase }) => phase === 'registering' && isMine(app, tournament));
  const shown = mine ?? best;
  if (!shown) return null;
  const { entries: n, entries_max: of } = shown;
  const name = local(shown.name);
  const path = `/tournament/${encodeURIComponent(shown.tournament)}`;
  return h(
    'section',
    { key: 'now', class: 't-now', 'aria-label': t('nav.tournaments') },
    h('p', null, t(mine ? 't.now.mine' : 't.now.about', { name, n, of })),
    mine
      ? h('a', { key: 'open', class: 'btn-s', href: path, on: { click: (event) => app.follow(event, path) } }, t('t.now.open'))
      : h(
          'button',
          { key: 'play', class: 'btn-s hot', 'aria-disabled': app.hall.isEntering ? true : null, on: { click: () => app.hall.enterNow(shown) } },
          t('t.now'),
          h('small', null, t('t.now.price', { n: priceText(shown) })),
        ),
  );
}
