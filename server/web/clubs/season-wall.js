// The standings of a season on a wall.

/** @import { SeasonResponse } from '../gen/protocol.d.ts' */
/** @import { View } from '../app.js' */

import { h } from '../dom.js';
import { num, t, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { iconLink } from '../top.js';
import { Loaded, pointsText } from './loaded.js';
import { TURN_MS, turnAt } from './results.js';

/** Interval for reading the standings anew on a wall. */
const WALL_MS = 30_000;

/** @extends {Loaded<SeasonResponse>} @implements {View} */
class SeasonWall extends Loaded {
  clubId = '';
  seasonId = '';
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #looks;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #turns;

  connectedCallback() {
    this.#looks = setInterval(() => !document.hidden && this.data && this.refresh(), WALL_MS);
    this.#turns = setInterval(() => !document.hidden && this.data && this.update(), TURN_MS);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#looks);
    clearInterval(this.#turns);
  }

  /** @override */
  get path() {
    return `/api/v1/clubs/${encodeURIComponent(this.clubId)}/seasons/${encodeURIComponent(this.seasonId)}`;
  }

  /** @override */
  view() {
    const back = `/club/${this.clubId}/season/${this.seasonId}`;
    if (!this.data) return this.frame(t('season.title'), { path: back, name: t('season.back') }, () => null);
    const { name, club_name: club, standings, events } = this.data;
    const { lines, page, pages } = turnAt(standings, Date.now());
    return h(
      'main',
      { class: 'season-wall' },
      h(
        'header',
        null,
        h('h1', null, name),
        h('span', null, [club, tn('season.events', events.length)].join(' · ')),
        iconLink(this.app, back, t('season.back'), ICONS.close),
      ),
      h(
        'table',
        null,
        h('caption', { class: 'vh' }, t('season.standings')),
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ['rank', 'player', 'points', 'played', 'wins'].map((key) => h('th', { key, scope: 'col' }, t(`season.${key}`))),
          ),
        ),
        h(
          'tbody',
          null,
          lines.map(({ person, name: who, rank, points, played, wins }) =>
            h(
              'tr',
              { key: person },
              h('td', null, num(rank)),
              h('th', { scope: 'row' }, who),
              [pointsText(points), num(played), num(wins)].map((text, at) => h('td', { key: at }, text)),
            ),
          ),
        ),
      ),
      pages > 1 && h('p', { key: 'page' }, t('t.rank.of', { n: page + 1, of: pages })),
      this.isOld && h('p', { key: 'old', class: 'old-news', role: 'status' }, t('season.old')),
    );
  }
}

customElements.define('p-season-wall', SeasonWall);
