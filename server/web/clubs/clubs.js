// The player's clubs, and the door to one by invitation.

/** @import { ClubInvitation, ClubsResponse } from '../gen/protocol.d.ts' */
/** @import { View } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { h } from '../dom.js';
import { t, tn } from '../i18n.js';
import { wayTo } from '../nowhere.js';
import { card, form, input, Loaded } from './loaded.js';

/** @extends {Loaded<ClubsResponse>} @implements {View} */
class Clubs extends Loaded {
  /** @override */
  get path() {
    return '/api/v1/clubs';
  }

  /** @override */
  view() {
    const you = this.app.account.session?.you;
    return this.frame(t('clubs.title'), { path: '/', name: t('lobby.back') }, ({ clubs }) => [
      card(
        'mine',
        t('clubs.mine'),
        clubs.length === 0
          ? h('p', { class: 'none' }, t('clubs.none'))
          : h(
              'ul',
              { class: 'club-list' },
              clubs.map(({ club, name, role, people }) => {
                const path = `/club/${club}`;
                return h(
                  'li',
                  { key: club },
                  h('a', { href: path, on: { click: (event) => this.app.follow(event, path) } }, name),
                  h('span', null, [t(`club.role.${role}`), tn('club.people', people)].join(' · ')),
                );
              }),
            ),
      ),
      h('p', { key: 'templates' }, wayTo(this.app, '/templates', t('templates.title'))),
      you?.kind === 'account'
        ? card(
            'found',
            t('clubs.found'),
            form('found', t('clubs.found.do'), (fields) => this.#found(fields.name), input(t('club.name'), 'name', { maxlength: 40, required: true })),
          )
        : card(
            'protect',
            t('clubs.found'),
            h('p', { class: 'none' }, t('clubs.found.guest')),
            h('button', { class: 'btn-s', on: { click: () => this.app.show('identity') } }, t('clubs.found.password')),
          ),
    ]);
  }

  /** @param {string} name */
  async #found(name) {
    const club = await this.change('POST', '/api/v1/clubs', { name });
    if (club) this.app.navigate(`/club/${club.club}`);
  }
}

/** @extends {Loaded<ClubInvitation>} @implements {View} */
class ClubDoor extends Loaded {
  invitation = '';

  /** @override */
  get path() {
    return `/api/v1/club-invitations/${encodeURIComponent(this.invitation)}`;
  }

  /** @override */
  get gone() {
    return t('club.join.gone');
  }

  /** @override @returns {Kid} */
  view() {
    return this.frame(t('club.join.title'), { path: '/clubs', name: t('clubs.back') }, ({ name, members, club }) =>
      card(
        'join',
        name,
        h('p', null, tn('club.members', members)),
        club === undefined
          ? h('button', { key: 'join', class: 'btn hot', on: { click: () => this.#join() } }, t('club.join'))
          : h('button', { key: 'open', class: 'btn-s', on: { click: () => this.app.navigate(`/club/${club}`) } }, t('club.join.open')),
      ),
    );
  }

  async #join() {
    const club = await this.change('POST', this.path);
    if (club) this.app.navigate(`/club/${club.club}`);
  }
}

customElements.define('p-clubs', Clubs);
customElements.define('p-club-door', ClubDoor);
