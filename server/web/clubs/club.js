// A club: its people, tables, events, chat and seasons.

/** @import { ClubChat, ClubChatLine, ClubMsg, ClubPerson, ClubPersonChange, ClubPlace, ClubResponse } from '../gen/protocol.d.ts' */
/** @import { View } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { copyText } from '../clipboard.js';
import { cls, h } from '../dom.js';
import { num, t, timeText, tn } from '../i18n.js';
import { check } from '../lobby/common.js';
import { wayTo } from '../nowhere.js';
import { saveFile } from '../save.js';
import './nights.js';
import { card, form, input, Loaded } from './loaded.js';
import { ClubWatch, byRole, changed, isChange, ofMembers, withLines } from './watch.js';

/**
 * Interval for looks at the club while the page is in view, and the number of these after which it is read: seats fill without a message. The
 * chat is read at each, unless the connection brings it.
 */
const CHAT_MS = 10_000;
const CLUB_EVERY = 3;

/** Distance from the end of the chat at which it counts as read to the end, in pixels. */
const END_PX = 24;

/** @extends {Loaded<ClubResponse>} @implements {View} */
class Club extends Loaded {
  clubId = '';
  /** The chat, oldest first. @type {readonly ClubChatLine[]} */
  #lines = [];
  /** @type {ClubWatch | null} */
  #watch = null;
  /** Readings of the club that are under way: a change meanwhile may not be in them. */
  #readings = 0;
  /** Newest line of the chat that has been drawn. */
  #line = -1;
  #looked = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #looks;

  connectedCallback() {
    this.#looks = setInterval(() => !document.hidden && this.data && this.#look(), CHAT_MS);
    this.#watch = new ClubWatch({
      net: this.app.net,
      club: Number(this.clubId),
      last: () => this.#last,
      began: () => (this.data ? this.refresh() : this.load()),
      heard: (message) => this.#hear(message),
    });
  }

  /** `true` while changes arrive by themselves. */
  get isWatched() {
    return this.#watch?.isOn ?? false;
  }

  /** Number of the last line. */
  get #last() {
    return this.#lines.at(-1)?.line;
  }

  /** Takes in what the connection says. @param {ClubMsg} message */
  #hear(message) {
    const { lines = [], cut, people = [], gone = [], ended } = message;
    if (ended) return void this.refresh();
    if (cut) this.#lines = [];
    this.#lines = withLines(this.#lines, lines);
    if (isChange(message)) this.#change(message, gone.length > 0 || people.some(({ player }) => !player));
    this.update();
  }

  /** @param {ClubMsg} message @param {boolean} isLess `true` if a member may have left. */
  #change(message, isLess) {
    const { data } = this;
    const isMine = message.people?.some(({ person }) => person === data?.you);
    // With a member goes the invitation, and with a role of one's own more than the list says.
    if (!data || this.#readings > 0 || isMine || (isLess && data.invitation)) {
      this.refresh();
      return;
    }
    this.show(changed(data, message));
    this.#lines = ofMembers(this.#lines, this.data?.people ?? []);
  }

  /** Reads the club again, and forgets what former members said. @override */
  async refresh() {
    const last = this.#last ?? 0;
    this.#readings += 1;
    await super.refresh();
    this.#readings -= 1;
    if (!this.data) return;
    this.#lines = ofMembers(this.#lines, this.data.people, last);
    this.update();
  }

  async #look() {
    this.#looked += 1;
    if (this.#looked % CLUB_EVERY === 0) {
      await this.refresh();
      /** @type {import('./nights.js').Nights | null} */ (this.querySelector('p-nights'))?.refresh();
    }
    if (this.data && !this.isWatched) await this.#readChat();
  }

  /** Draws the page. A new line of the chat comes into view, unless older ones are being read. @override */
  update() {
    const before = this.querySelector('.club-chat');
    const isAtEnd = !before || before.scrollHeight - before.scrollTop - before.clientHeight < END_PX;
    super.update();
    const list = this.querySelector('.club-chat');
    const line = this.#last ?? -1;
    if (!list || line === this.#line) return;
    this.#line = line;
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#looks);
    this.#watch?.stop();
  }

  /** @override */
  get path() {
    return `/api/v1/clubs/${encodeURIComponent(this.clubId)}`;
  }

  /** @override */
  async load() {
    this.#readings += 1;
    await super.load();
    this.#readings -= 1;
    if (this.data && !this.isWatched) await this.#readChat();
  }

  async #readChat() {
    try {
      this.#addChat(await this.app.account.ask('GET', `${this.path}/chat`));
    } catch {
      // The next attempt may succeed.
    }
  }

  /** @param {ClubChat} chat */
  #addChat({ lines }) {
    this.#lines = withLines(this.#lines, lines);
    this.update();
  }

  /** @override */
  view() {
    return this.frame(this.data?.name ?? t('club.title'), { path: '/clubs', name: t('clubs.back') }, (club) => {
      const manages = club.role === 'owner' || club.role === 'director';
      return [
        this.#invitation(club),
        this.#seasons(club, manages),
        this.#places(club, manages),
        h('p-nights', { key: 'nights', class: 'club-nights', prop: { app: this.app, club: club.club, manages } }),
        this.#people(club, manages),
        this.#talk(),
        this.#keep(club, manages),
      ];
    });
  }

  /** @param {ClubResponse} club @returns {Kid} */
  #invitation({ invitation }) {
    if (!invitation) return null;
    const link = `${location.origin}/club/join/${invitation}`;
    const copy = async () => this.app.toast(t((await copyText(link)) ? 'club.invite.copied' : 'club.invite.by_hand'));
    return card(
      'invite',
      t('club.invite'),
      h('p', null, t('club.invite.why')),
      h(
        'div',
        { class: 'me-filters' },
        h('label', { class: 'field' }, h('span', null, t('invite.link')), h('input', { class: 'text', readonly: true, prop: { value: link } })),
        h('button', { class: 'btn-s', on: { click: copy } }, t('club.invite.copy')),
        h('button', { class: 'btn-s', on: { click: () => this.#send('POST', '/invitation') } }, t('club.invite.renew')),
      ),
    );
  }

  /** @param {ClubResponse} club @param {boolean} manages */
  #seasons({ club, seasons }, manages) {
    return card(
      'seasons',
      t('club.seasons'),
      seasons.length === 0
        ? h('p', { class: 'none' }, t('club.seasons.none'))
        : h(
            'ul',
            { class: 'club-list' },
            seasons.map(({ season, name, events }) => {
              const path = `/club/${club}/season/${season}`;
              return h(
                'li',
                { key: season },
                h('a', { href: path, on: { click: (event) => this.app.follow(event, path) } }, name),
                h('span', null, tn('season.events', events)),
              );
            }),
          ),
      manages && form('begin', t('season.begin'), ({ name }) => this.#begin(name), input(t('season.name'), 'name', { maxlength: 40, required: true })),
    );
  }

  /** @param {string} name */
  async #begin(name) {
    const season = await this.change('POST', `${this.path}/seasons`, { name, formula: 'entrants - place + 1', ties: ['wins', 'places'] });
    if (season) this.app.navigate(`/club/${season.club}/season/${season.season}`);
  }

  /** @param {ClubResponse} club @param {boolean} manages */
  #places({ places }, manages) {
    return card(
      'places',
      t('club.places'),
      h('p', { class: 'none' }, t('club.places.why')),
      places.length > 0 &&
        h(
          'ul',
          { class: 'club-list' },
          places.map((place) => this.#place(place, manages)),
        ),
      h('p', { key: 'make', class: 't-buttons' }, wayTo(this.app, '/tournaments', t('announce.open')), wayTo(this.app, '/', t('create.open'))),
      form(
        'keep',
        t('club.places.add'),
        ({ link }, sent) => this.#keepPlace(link, sent),
        input(t('club.places.link'), 'link', { required: true, placeholder: `${location.origin}/table/…` }),
      ),
    );
  }

  /** @param {ClubPlace} place @param {boolean} manages */
  #place({ table, tournament, name, players, over = false }, manages) {
    const id = String(table ?? tournament);
    const path = `/${table ? 'table' : 'tournament'}/${encodeURIComponent(id)}`;
    const said = over ? t('club.places.over') : tn('club.places.players', players);
    return h(
      'li',
      { key: id },
      h('a', { href: path, on: { click: (event) => this.app.follow(event, path) } }, name),
      h('span', null, said),
      manages && this.twice(`release-${id}`, 'club.places.release', { name }, () => this.#leavePlace(id)),
    );
  }

  /** Takes the link of a table or an event. @param {string} link @param {HTMLFormElement} sent */
  async #keepPlace(link, sent) {
    const found = /\/(table|tournament)s?\/([^/?#]+)/.exec(link);
    if (!found) return this.app.toast(t('club.places.bad'));
    const [, kind, id] = found;
    if (await this.#send('POST', '/places', { [kind]: decodeURIComponent(id) })) sent.reset();
  }

  /** @param {string} id */
  async #leavePlace(id) {
    const [number] = id.split('-');
    if ((await this.change('DELETE', `${this.path}/places/${number}`)) !== undefined) this.load();
  }

  /** @param {ClubResponse} club @param {boolean} manages */
  #people(club, manages) {
    return card(
      'people',
      t('club.people.title', { n: num(club.people.length) }),
      h(
        'ul',
        { class: 'club-list' },
        [...club.people].sort(byRole).map((person) => this.#person(club, person, manages)),
      ),
      manages &&
        h(
          'form',
          {
            key: 'add',
            class: 'club-form',
            on: {
              submit: (/** @type {any} */ event) => {
                event.preventDefault();
                this.#add(event.currentTarget);
              },
            },
          },
          h('label', { class: 'field' }, h('span', null, t('club.add')), h('textarea', { class: 'text', name: 'names', rows: 3, required: true })),
          h('button', { class: 'btn-s' }, t('club.add.do')),
        ),
    );
  }

  /** @param {HTMLFormElement} sent */
  async #add(sent) {
    const text = String(new FormData(sent).get('names') ?? '');
    const names = text
      .split(/[\n,;\t]/)
      .map((name) => name.trim())
      .filter(Boolean);
    if (await this.#send('POST', '/people', { names })) sent.reset();
  }

  /** @param {ClubResponse} club @param {ClubPerson} person @param {boolean} manages */
  #person({ you, role: own, people }, { person, name, role, claimed_by: claim }, manages) {
    const at = `/people/${person}`;
    const isMe = person === you;
    const claimer = people.find((other) => other.person === claim)?.name;
    const mayRemove = !isMe && manages && (own === 'owner' || role === 'member' || role === 'player');
    const change = (/** @type {ClubPersonChange} */ wish) => this.#send('PUT', at, wish);
    return h(
      'li',
      { key: person, class: cls(isMe && 'mine') },
      h('b', null, name),
      h('span', null, [t(`club.role.${role}`), claimer !== undefined && t('club.claim.by', { name: claimer })].filter(Boolean).join(' · ')),
      h(
        'div',
        { class: 'club-do' },
        role === 'player' &&
          claim === undefined &&
          h(
            'button',
            { key: 'claim', class: 'btn-s', 'aria-label': t('club.claim.of', { name }), on: { click: () => this.#send('POST', `${at}/claim`) } },
            t('club.claim'),
          ),
        manages &&
          claimer !== undefined && [
            h(
              'button',
              { key: 'yes', class: 'btn-s', 'aria-label': t('club.claim.yes.of', { name, by: claimer }), on: { click: () => change({ claim: true }) } },
              t('club.claim.yes'),
            ),
            h(
              'button',
              { key: 'no', class: 'btn-s', 'aria-label': t('club.claim.no.of', { name, by: claimer }), on: { click: () => change({ claim: false }) } },
              t('club.claim.no'),
            ),
          ],
        own === 'owner' &&
          !isMe &&
          role !== 'player' && [
            h(
              'button',
              {
                key: 'role',
                class: 'btn-s',
                'aria-label': t(role === 'director' ? 'club.demote.of' : 'club.appoint.of', { name }),
                on: { click: () => change({ role: role === 'director' ? 'member' : 'director' }) },
              },
              t(role === 'director' ? 'club.demote' : 'club.appoint'),
            ),
            this.twice(`hand-${person}`, 'club.hand_over', { name }, () => change({ role: 'owner' })),
          ],
        mayRemove && this.twice(`remove-${person}`, 'club.remove', { name }, () => this.#remove(person)),
      ),
    );
  }

  /** @param {number} person */
  async #remove(person) {
    if ((await this.change('DELETE', `${this.path}/people/${person}`)) !== undefined) this.load();
  }

  #talk() {
    const lines = this.#lines;
    return card(
      'chat',
      t('club.chat'),
      lines.length === 0
        ? h('p', { class: 'none' }, t('club.chat.none'))
        : h(
            'ol',
            { class: 'club-chat', tabindex: '0', 'aria-label': t('club.chat') },
            lines.map(({ line, name, at, text }) => h('li', { key: line }, h('b', null, name), h('time', null, timeText(at)), h('span', null, text))),
          ),
      form('say', t('club.chat.say'), ({ text }, sent) => this.#say(text, sent), input(t('club.chat.text'), 'text', { maxlength: 300, required: true })),
    );
  }

  /** @param {string} text @param {HTMLFormElement} sent */
  async #say(text, sent) {
    const chat = await this.change('POST', `${this.path}/chat`, { text });
    if (!chat) return;
    sent.reset();
    this.#addChat(chat);
    const list = this.querySelector('.club-chat');
    if (list) list.scrollTop = list.scrollHeight;
  }

  /** Renaming, files, leaving, closing. @param {ClubResponse} club @param {boolean} manages */
  #keep(club, manages) {
    const { name, role, you, calls = false } = club;
    return card(
      'keep',
      t('club.keep'),
      manages &&
        form(
          'rename',
          t('club.rename'),
          (fields) => this.#send('PUT', '', { name: fields.name }),
          input(t('club.name'), 'name', { maxlength: 40, required: true, prop: { value: name } }),
        ),
      check(t('club.calls'), calls, (wanted) => this.#send('PUT', '/calls', { calls: wanted })),
      h('p', { key: 'calls', class: 'none' }, t('club.calls.how')),
      h(
        'div',
        { class: 'club-buttons' },
        h('button', { key: 'file', class: 'btn-s', on: { click: () => this.#file() } }, t('club.file')),
        role === 'owner'
          ? this.twice('close', 'club.close', { name }, () => this.#leave(''))
          : this.twice('leave', 'club.leave', { name }, () => this.#leave(`/people/${you}`)),
      ),
    );
  }

  async #file() {
    try {
      saveFile(`club-${this.clubId}.json`, [await this.app.account.file(`${this.path}/file`)]);
    } catch (error) {
      this.app.toastError(error);
    }
  }

  /** @param {string} at */
  async #leave(at) {
    if ((await this.change('DELETE', `${this.path}${at}`)) !== undefined) this.app.navigate('/clubs');
  }

  /** Sends a request that is answered with the club. @param {string} method @param {string} at @param {object} [body] */
  async #send(method, at, body) {
    const club = await this.change(method, `${this.path}${at}`, body);
    this.show(club);
    return club !== undefined;
  }
}

customElements.define('p-club', Club);
