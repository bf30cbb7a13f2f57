// The lobby's tournaments, and the dialog that announces one.

/** @import { TournamentSummary } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { App } from '../app.js' */
/** @import { Lobby } from '../lobby/lobby.js' */

import { cls, h, patch } from '../dom.js';
import { byName, local, num, t, tn } from '../i18n.js';
import { plain, searchField } from '../lobby/common.js';
import { Announcing } from './announce.js';
import { priceText } from './price.js';
import { isMine, playNow } from './now.js';
import { fieldText, gamesText, phaseText, startText } from './words.js';

/** @typedef {'all' | 'open' | 'running' | 'mine' | 'over'} Filter */

/** @type {Record<Filter, (summary: TournamentSummary, app: App) => boolean>} */
const FILTERS = {
  all: () => true,
  open: ({ entries_open: isOpen }) => isOpen,
  running: ({ phase }) => phase === 'running' || phase === 'paused',
  mine: ({ tournament }, app) => isMine(app, tournament),
  over: ({ phase }) => phase === 'completed' || phase === 'cancelled',
};

/** Open ones first, finished ones last; within these, the next to start or to fill. */
/** @param {TournamentSummary} one */
const order = ({ phase, entries_open: isOpen }) => (phase === 'completed' || phase === 'cancelled' ? 2 : isOpen ? 0 : 1);

/**
 * Tournaments that match a search.
 *
 * @param {readonly TournamentSummary[]} all
 * @param {(summary: TournamentSummary) => boolean} passes
 * @param {string} search
 * @param {App['games']} games
 */
export function found(all, passes, search, games) {
  const words = plain(search.trim()).split(/\s+/).filter(Boolean);
  return all
    .filter((summary) => {
      const { name, format, structure } = summary;
      const text = plain([name.en, name.fr, structure, t(`t.format.${format}`), gamesText(summary.games, games)].join(' '));
      return passes(summary) && words.every((word) => text.includes(word));
    })
    .sort((a, b) => order(a) - order(b) || (a.starts_at ?? 0) - (b.starts_at ?? 0) || byName(a.tournament, b.tournament));
}

class Contests extends HTMLElement {
  /** @type {Lobby} */
  // @ts-ignore: set by the parent before the first update.
  lobby;

  update() {
    const { lobby } = this;
    const { app, tournamentFilter: filter, tournamentSearch: search } = lobby;
    // The lobby keeps what has been typed while another tab is shown.
    lobby.announcing ??= new Announcing(
      () => lobby.app,
      () => lobby.update(),
    );
    const all = [...app.hall.summaries.values()];
    const rows = found(all, (summary) => FILTERS[filter](summary, app), search, app.games);
    patch(this, [...listed(lobby, rows), lobby.announcing.view()]);
  }
}

/** Listed tournaments with their search texts. @param {Lobby} lobby @param {TournamentSummary[]} rows @returns {Kid[]} */
function listed(lobby, rows) {
  const { app, tournamentFilter: filter, tournamentSearch: search } = lobby;
  const all = [...app.hall.summaries.values()];
  return [
    playNow(lobby),
    h(
      'div',
      { class: 'bar-l t-bar' },
      searchField(t('t.search'), search, (tournamentSearch) => lobby.set({ tournamentSearch })),
      h(
        'div',
        { class: 't-filters', role: 'group', 'aria-label': t('t.filter') },
        /** @type {Filter[]} */ (Object.keys(FILTERS)).map((one) => {
          const count = all.filter((summary) => FILTERS[one](summary, app)).length;
          return h(
            'button',
            { key: one, class: 'chipb', 'aria-pressed': filter === one, on: { click: () => lobby.set({ tournamentFilter: one }) } },
            t(`t.filter.${one}`),
            h('span', { class: 'n' }, ` ${num(count)}`),
          );
        }),
      ),
    ),
    h('h2', null, h('b', null, t('t.list')), h('span', null, tn('t.count', rows.length))),
    app.hall.isThere &&
      h('p', { key: 'opens', class: 't-announce' }, h('button', { class: 'btn-s', on: { click: () => lobby.announcing?.open() } }, t('announce.open'))),
    rows.length === 0 && h('p', { key: 'none', class: 'none' }, t(!app.hall.isThere ? 't.unavailable' : all.length > 0 ? 't.none_match' : 't.none')),
    rows.length > 0 &&
      h(
        'ul',
        { key: 'rows', class: 'tables t-rows' },
        rows.map((summary) => row(lobby, summary)),
      ),
  ];
}

/** @param {Lobby} lobby @param {TournamentSummary} summary */
function row({ app }, summary) {
  const { tournament, phase, entries_open: isOpen, pool, guarantee } = summary;
  const path = `/tournament/${encodeURIComponent(tournament)}`;
  const you = app.hall.events.get(tournament)?.you;
  const table = you?.seat && !you.out ? `/table/${encodeURIComponent(you.seat.table)}` : null;
  // The page of an adults-only tournament says first who may enter.
  const mayEnter = isOpen && !you?.registered && !summary.adults_only;
  const key = table ? 't.row.table' : mayEnter ? 't.row.register' : 't.row.open';
  const name = local(summary.name);
  const money = guarantee > pool ? t('t.guaranteed', { n: guarantee }) : t('t.pool', { n: pool });
  /** @param {MouseEvent} event */
  const click = (event) => {
    if (mayEnter) app.hall.wish = tournament;
    app.follow(event, table ?? path);
  };
  return h(
    'li',
    { key: tournament, class: cls(you?.registered && 'mine') },
    h(
      'span',
      null,
      h('a', { class: 'name', href: path, on: { click: (event) => app.follow(event, path) } }, name),
      h(
        'span',
        { class: 'g' },
        [t(`t.format.${summary.format}`), gamesText(summary.games, app.games), summary.adults_only && t('announce.age.adults')].filter(Boolean).join(' · '),
      ),
    ),
    h('span', { class: 'st' }, priceText(summary), h('small', null, money)),
    h('span', { class: 't-when' }, phase === 'registering' ? startText(summary) : phaseText(summary), h('small', null, fieldText(summary))),
    h('a', { class: cls('go', (mayEnter || table) && 'yes'), href: table ?? path, 'aria-label': `${t(key)}, ${name}`, on: { click } }, t(key)),
  );
}

customElements.define('p-contests', Contests);
