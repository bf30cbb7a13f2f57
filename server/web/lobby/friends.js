// The friends panel: open requests, friends who are here with their tables, and the others.

/** @import { Friend, FriendQuestion, FriendTable } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { cls, h, patch } from '../dom.js';
import { friendsOf } from '../friends.js';
import { local, num, t, tn } from '../i18n.js';
import { check } from './common.js';

/** Interval for updating friends' tables while the page is in view. */
const LOOK_MS = 15_000;

/** Time within which a second press ends a friendship. */
const SURE_MS = 6000;

/** @implements {View} */
class FriendsPanel extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** Friend whom a second press removes. @type {string | null} */
  #leaving = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #sure;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #looks;
  #seen = () => this.#look();

  connectedCallback() {
    this.#looks = setInterval(() => this.#look(), LOOK_MS);
    document.addEventListener('visibilitychange', this.#seen);
    queueMicrotask(() => this.#look());
  }

  disconnectedCallback() {
    clearInterval(this.#looks);
    clearTimeout(this.#sure);
    document.removeEventListener('visibilitychange', this.#seen);
  }

  /** Updates the list, unless the page is hidden or the last answer is recent. */
  #look() {
    if (!this.app || document.hidden) return;
    const friends = friendsOf(this.app);
    // A timer may fire slightly early.
    if (!friends.list || Date.now() - friends.askedAt > LOOK_MS - 1000) friends.read();
  }

  update() {
    patch(this, this.view());
  }

  /** Empty for players without friends: friend requests are made at tables. @returns {Kid} */
  view() {
    const friends = friendsOf(this.app);
    const { list } = friends;
    if (!list || list.friends.length + list.asked_you.length + list.you_asked.length === 0) return null;
    const [here, away] = friends.byPresence();
    return h(
      'section',
      { class: 'friends', 'aria-label': t('friends.title') },
      h('h2', null, h('b', null, t('friends.title')), h('span', null, tn('friends.here', here.length))),
      h(
        'ul',
        { class: 'tables' },
        list.asked_you.map((question) => this.#question(question)),
        here.map((friend) => this.#friend(friend)),
        here.length + list.asked_you.length === 0 && h('li', { key: 'none', class: 'none' }, t('friends.none_here')),
      ),
      this.#others(away, list.you_asked),
      check(t('friends.shown'), list.shown, (is) => friends.show(is)),
    );
  }

  /** Friends who are not here, and players who have not answered. @param {Friend[]} away @param {FriendQuestion[]} asked @returns {Kid} */
  #others(away, asked) {
    if (away.length + asked.length === 0) return null;
    return h(
      'details',
      { class: 'friends-away' },
      h('summary', null, t('friends.others', { n: num(away.length + asked.length) })),
      h(
        'ul',
        { class: 'tables' },
        asked.map(({ player }) =>
          row(
            `asked-${player.id}`,
            player.name,
            t('friends.asked'),
            h(
              'button',
              { class: 'go', 'aria-label': t('friends.take_back.of', { name: player.name }), on: { click: () => friendsOf(this.app).part(player.id) } },
              t('friends.take_back'),
            ),
          ),
        ),
        away.map((friend) => this.#friend(friend)),
      ),
    );
  }

  /** @param {FriendQuestion} question */
  #question({ player }) {
    const friends = friendsOf(this.app);
    return row(
      `asks-${player.id}`,
      player.name,
      t('friends.asks'),
      h(
        'button',
        { class: 'go', 'aria-label': t('friends.decline.of', { name: player.name }), on: { click: () => friends.part(player.id) } },
        t('friends.decline'),
      ),
      h(
        'button',
        { class: 'go yes', 'aria-label': t('friends.accept.of', { name: player.name }), on: { click: () => friends.accept(player.id) } },
        t('friends.accept'),
      ),
    );
  }

  /** @param {Friend} friend */
  #friend({ player, online = false, tables = [], private: isPrivate = false }) {
    const isLeaving = this.#leaving === player.id;
    const where = tables.map(({ name, game }) => `${name}, ${local(game)}`);
    if (isPrivate) where.push(t('friends.private'));
    return row(
      player.id,
      player.name,
      where.join(' · ') || t(online ? 'friends.online' : 'friends.offline'),
      h(
        'button',
        {
          key: 'remove',
          class: cls('go', isLeaving && 'sure'),
          'aria-label': t(isLeaving ? 'friends.remove.sure_of' : 'friends.remove.of', { name: player.name }),
          on: { click: () => this.#remove(player.id) },
        },
        t(isLeaving ? 'friends.remove.sure' : 'friends.remove'),
      ),
      tables.map((table) => this.#join(player.name, table)),
    );
  }

  /** Link to a friend's table. @param {string} friend @param {FriendTable} table */
  #join(friend, { table, name, tournament }) {
    const path = `/table/${encodeURIComponent(table)}`;
    const word = tournament === undefined ? 'friends.join' : 'friends.watch';
    return h(
      'a',
      {
        key: `at-${table}`,
        class: 'go yes',
        href: path,
        'aria-label': t(`${word}.at`, { name: friend, table: name }),
        on: { click: (event) => this.app.follow(event, path) },
      },
      t(word),
    );
  }

  /** The first press asks for confirmation, the second ends the friendship. @param {string} id */
  #remove(id) {
    clearTimeout(this.#sure);
    if (this.#leaving === id) {
      this.#leaving = null;
      friendsOf(this.app).part(id);
    } else {
      this.#leaving = id;
      this.#sure = setTimeout(() => {
        this.#leaving = null;
        this.update();
      }, SURE_MS);
      this.app.announcer.polite(t('friends.remove.hint'));
    }
    this.update();
  }
}

/** @param {string} key @param {string} name @param {string} told @param {...(Kid | Kid[])} controls */
const row = (key, name, told, ...controls) =>
  h('li', { key }, h('span', null, h('b', { class: 'name' }, name), h('span', { class: 'g' }, told)), h('span', { class: 'friend-do' }, ...controls));

customElements.define('p-friends', FriendsPanel);

export { FriendsPanel };
