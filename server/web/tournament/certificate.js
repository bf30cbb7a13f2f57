// A player's result as a printable certificate: name, tournament, date, place, prize.

/** @import { Finished } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Tournament } from './model.js' */

import { h, patch } from '../dom.js';
import { dateText, local, t, tOrdinal } from '../i18n.js';
import { brand, ICONS } from '../icons.js';
import { gone } from '../nowhere.js';
import { iconLink } from '../top.js';
import { gamesText } from './words.js';

/** A result: the player's name, place and prize. @typedef {{ name: string, place: Finished }} Result */

/** The place in words. @param {Finished} place @param {number} of */
export function certifiedText({ best, worst }, of) {
  if (best !== worst) return t('cert.tied', { best, worst, of });
  return best === 1 ? t('cert.won', { of }) : tOrdinal('cert.place', best, { of });
}

/** Date of the tournament, as far as it is known. @param {Tournament['summary']} summary @param {number} now */
export const playedOn = ({ ended_at: end, starts_at: start, phase }, now) => end ?? (phase === 'running' || phase === 'paused' ? now : (start ?? now));

/** @implements {View} */
class Certificate extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  tournamentId = '';
  player = 0;
  /** The result requested separately, since a state has only the first places of a large field. @type {Result | null | undefined} */
  #asked = undefined;
  #isAsking = false;

  update() {
    if (this.isConnected) patch(this, this.view());
  }

  /** @param {Tournament} live @returns {Result | null} */
  result(live) {
    const place = live.places.find(({ player }) => player === this.player);
    const name = live.entrants[this.player]?.who.name;
    if (place && name) return { name, place };
    if (this.#asked === undefined) this.#ask();
    return this.#asked ?? null;
  }

  async #ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const { account } = this.app;
      const [places, entrants] = await Promise.all([account.places(this.tournamentId), account.entrants(this.tournamentId)]);
      const place = places.find(({ player }) => player === this.player);
      const entrant = entrants.find(({ player }) => player === this.player);
      this.#asked = place && entrant ? { name: entrant.who.name, place } : null;
    } catch (error) {
      this.#asked = null;
      this.app.toastError(error);
    }
    this.#isAsking = false;
    this.update();
  }

  view() {
    const { app } = this;
    const session = app.hall.events.get(this.tournamentId);
    const live = session?.live ?? null;
    const result = live && this.result(live);
    const isWaiting = !live ? session?.status !== 'gone' : !result && this.#asked === undefined;
    const page = `/tournament/${encodeURIComponent(this.tournamentId)}`;
    return h(
      'div',
      { class: 'tpage cert-page' },
      h(
        'header',
        { class: 'top' },
        iconLink(app, page, t('t.page_link'), ICONS.back),
        h('h1', null, t('cert.title')),
        h('span', { class: 'grow' }),
        result && h('button', { key: 'print', class: 'btn-s hot', on: { click: () => print() } }, t('cert.print')),
      ),
      h(
        'main',
        { id: 'tournament', tabindex: '-1' },
        live && result
          ? sheet(app, live, result)
          : !isWaiting && !live
            ? gone(app, 'event', this.tournamentId, false)
            : h('div', { key: 'none', class: 'empty' }, h('p', { role: 'status' }, t(isWaiting ? 't.loading' : 'cert.none'))),
      ),
    );
  }
}

/** @param {App} app @param {Tournament} live @param {Result} result */
function sheet(app, { id, summary, structure }, { name, place }) {
  return h(
    'article',
    { key: 'sheet', class: 'cert', 'aria-labelledby': 'cert-event' },
    h('p', { class: 'cert-house' }, brand(), h('span', null, t('title'))),
    h('h2', { id: 'cert-event' }, local(summary.name)),
    h('p', { class: 'cert-date' }, dateText(playedOn(summary, Date.now()))),
    h('p', { class: 'cert-name' }, name),
    h('p', { class: 'cert-place' }, certifiedText(place, summary.entries)),
    place.prize > 0 && h('p', { key: 'prize', class: 'cert-prize' }, t('cert.prize', { n: place.prize })),
    h('p', { class: 'cert-foot' }, `${t(`t.format.${summary.format}`)} · ${gamesText(structure.games, app.games)} · ${t('cert.number', { id })}`),
  );
}

customElements.define('p-certificate', Certificate);
