// The floor of a tournament: open calls, tables by need, players, and the decisions about them. Visitors without a role read the trail.

/** @import { Entrant, EventTable, Finished, FloorTicket } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */
/** @import { About, Kind, Scene } from './floor-forms.js' */
/** @import { Table, Tournament } from './model.js' */

import { cls, h, patch } from '../dom.js';
import { byName, clockTime, list, num, t, tn } from '../i18n.js';
import { plain } from '../lobby/common.js';
import { cutOff, gone } from '../nowhere.js';
import { pageTop } from '../top.js';
import { Entering } from './by-hand.js';
import { Floor, FLOOR_MS } from './floor-desk.js';
import { Deciding } from './floor-dialog.js';
import { deniedOf, kindsOf } from './floor-offers.js';
import { flagText, isLight, nameOf, needOf, standing, statesOf, ticketText } from './floor-words.js';
import { Light } from './light.js';
import { withAll } from './model.js';
import { Moves } from './moves.js';
import { Names } from './names.js';
import { waitlistPart } from './waitlist.js';
import { PLACES_TOLD, playerSearch, seatLink } from './sections.js';
import { floorTitle, officialsText, trailPart } from './trail.js';
import { levelLine, noTablesText, phaseText } from './words.js';

/** Players listed; the search finds the others. */
const LISTED = 50;
/** Tables and players shown without scrolling. */
const SEARCHED = 6;

/** Symbols of needs, so that none relies on colour alone. @type {Record<import('./floor-words.js').Need, string>} */
const SIGNS = { call: '!', fault: '×', stalling: '…', paused: '‖', short: '–', calm: '' };

/** @implements {View} */
class FloorPage extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  tournamentId = '';
  search = '';
  /** `true` to list only tables that need attention. */
  onlyNeedy = false;
  /** `true` while sheets to print stand in place of the floor. */
  isPrinting = false;
  /** @type {Floor} */
  // @ts-ignore: made when the page is shown.
  floor;
  deciding = new Deciding(
    () => this.app,
    () => this.floor,
    () => this.update(),
    (live) => this.light.done(live),
  );
  entering = new Entering(
    () => this.app,
    () => this.floor,
    () => this.update(),
  );
  names = new Names(
    () => this.app,
    () => this.floor,
    () => this.update(),
  );
  light = new Light(
    () => this.app,
    () => this.floor,
    () => this.update(),
  );
  /** @type {Moves | null} */
  moves = null;
  /** Tables, players and places beyond those in a state. @type {{ tables: EventTable[], entrants: Entrant[], places: Finished[] } | null} */
  #rest = null;
  #isAsking = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticker;
  #calls = -1;

  connectedCallback() {
    this.#ticker = setInterval(() => !document.hidden && this.update(), 1000);
  }

  disconnectedCallback() {
    clearInterval(this.#ticker);
    this.floor?.stop();
    this.light.stop();
  }

  /** The tournament with all its tables, players and places. @returns {Tournament | null} */
  get live() {
    const live = this.app.hall.events.get(this.tournamentId)?.live ?? null;
    if (!live) return null;
    const lacksTables = Object.keys(live.tables).length < live.tableCount;
    if (lacksTables || Object.keys(live.entrants).length < live.summary.entries) this.#askRest();
    const named = this.floor.named(live);
    if (!this.#rest) return named;
    const { entrants, tables, places } = this.#rest;
    // Tables that were asked for earlier may have been broken since, and places undone.
    return withAll(named, {
      entrants,
      tables: lacksTables ? tables : [],
      places: live.places.length < PLACES_TOLD ? [] : places.filter(({ player }) => live.entrants[player]?.out ?? true),
    });
  }

  async #askRest() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const { account } = this.app;
      const id = this.tournamentId;
      const [entrants, tables, places] = await Promise.all([account.entrants(id), account.eventTables(id), account.places(id)]);
      this.#rest = { entrants, tables, places };
    } catch {
      // Those in the state are shown.
    }
    // Re-entries count as entries without adding a player, so complete lists may be shorter.
    setTimeout(() => (this.#isAsking = false), 15_000);
  }

  update() {
    if (!this.isConnected) return;
    if (!this.floor) {
      this.floor = new Floor(
        this.tournamentId,
        () => this.app.account,
        () => this.#read(),
      );
      this.floor.start(FLOOR_MS);
    }
    this.floor.look();
    const session = this.app.hall.events.get(this.tournamentId);
    if (session?.live) this.floor.heard(session.told);
    const { live } = this;
    if (live) {
      this.moves ??= new Moves(this.tournamentId, () => this.update());
      this.moves.look(live);
    }
    patch(this, this.view());
    /** @type {any} */ (this.querySelector('p-paper'))?.update?.();
  }

  /** @param {boolean} isPrinting */
  print(isPrinting) {
    this.isPrinting = isPrinting;
    this.update();
  }

  /** Acts at once where one press is enough, and asks for the rest otherwise. @param {About} about @param {Scene} scene @param {Kind} [kind] */
  decide(about, scene, kind) {
    if (!this.light.press(about, scene, kind)) this.deciding.open(about, scene, kind);
  }

  /** Announces new calls to officials. */
  #read() {
    const calls = this.floor.desk?.tickets.length ?? 0;
    if (this.#calls >= 0 && calls > this.#calls) this.app.announcer.assertive(tn('floor.calls', calls));
    this.#calls = calls;
    this.update();
  }

  /** @param {Tournament} live @returns {Scene | null} */
  scene(live) {
    const { role, desk, denied, officials, entries } = this.floor;
    const granted = officials.filter((one) => one.role === 'floor').map(({ who }) => who.name);
    return role && desk ? { live, role, desk, denied, granted, entries } : null;
  }

  view() {
    const { app, live } = this;
    const page = `/tournament/${encodeURIComponent(this.tournamentId)}`;
    const scene = live && this.scene(live);
    const isGone = app.hall.events.get(this.tournamentId)?.status === 'gone' || this.floor.status === 'none';
    return h(
      'div',
      { class: 'tpage floor' },
      h('a', { class: 'skip', href: '#tournament' }, t('t.skip')),
      pageTop(app, live ? floorTitle(live) : t('floor.link'), { path: page, name: t('t.page_link') }),
      h(
        'main',
        { id: 'tournament', tabindex: '-1' },
        live && this.floor.status === 'live'
          ? scene && this.isPrinting && app.later('p-paper') === 'there'
            ? h('p-paper', { key: 'paper', prop: { app, live, close: () => this.print(false) } })
            : this.content(live, scene)
          : isGone
            ? gone(app, 'event', this.tournamentId, false)
            : app.isDown || app.isCutOff
              ? cutOff(app)
              : h('p', { key: 'nothing', class: 'empty', role: 'status' }, t('t.loading')),
      ),
      this.deciding.view(scene),
      scene && this.light.outView(scene),
      scene && this.light.noticeView(scene),
    );
  }

  /** @param {Tournament} live @param {Scene | null} scene */
  content(live, scene) {
    const officials = officialsText(this.floor);
    return h(
      'div',
      { key: 'content', class: 'floor-content' },
      h(
        'section',
        { class: 't-head', 'aria-label': t('t.clock') },
        h(
          'p',
          { class: 't-line' },
          h('b', null, live.level && live.summary.phase === 'running' ? levelLine(live, this.app.reach.now) : phaseText(live.summary)),
        ),
        statesOf(live, this.app.isDown).map((text) => h('p', { key: text, class: 't-state', role: 'status' }, text)),
        // The desk stays where it is when play begins.
        live.you.seat && h('p', { key: 'seat', class: 't-buttons' }, seatLink(this.app, live.you.seat, t('floor.seat', { no: live.you.seat.table_no }))),
        h('p', { class: 'note' }, officials.length > 0 ? t('floor.officials', { who: list(officials) }) : t('floor.officials.none')),
        scene ? this.eventButtons(scene) : h('p', { key: 'reader', class: 'note' }, t(this.app.account.session ? 'floor.reader' : 'floor.stranger')),
        scene && h('button', { key: 'paper', class: 'btn-s', on: { click: () => this.print(true) } }, t('paper.open')),
        scene && this.deniedPart(scene),
        !scene &&
          !this.app.account.session &&
          h('div', { key: 'in', class: 't-buttons' }, h('button', { class: 'btn-s', on: { click: () => this.#signIn() } }, t('sign_in'))),
      ),
      // Players with real chips do not call through the server.
      scene && !live.summary.live && this.calls(scene),
      scene && this.moves?.view(live),
      scene && this.tables(scene),
      scene && this.lost(scene),
      scene && this.flags(scene),
      scene && this.players(scene),
      trailPart(this.floor, live, this.light.undoButton(scene)),
    );
  }

  async #signIn() {
    await this.app.identify('login');
  }

  /** @param {Scene} scene */
  eventButtons(scene) {
    return h(
      'div',
      { key: 'event', class: 't-buttons', role: 'group', 'aria-label': t('floor.about.event') },
      kindsOf({}, scene).map((kind) =>
        h(
          'button',
          { key: kind, class: cls('btn-s', kind === 'resume' && 'hot'), on: { click: () => this.decide({}, scene, kind) } },
          t(this.#labelOf(kind, scene)),
        ),
      ),
      isLight(scene.live) &&
        kindsOf({}, scene).length > 0 &&
        h('button', { key: 'why', class: 'btn-s', on: { click: () => this.deciding.open({}, scene) } }, t('floor.decide.why')),
    );
  }

  /** Decisions reserved for others, and the reasons. @param {Scene} scene @returns {Kid} */
  deniedPart(scene) {
    const denied = deniedOf(scene);
    if (denied.length === 0) return null;
    return h(
      'details',
      { key: 'denied', class: 'note' },
      h('summary', null, t('floor.denied')),
      h(
        'ul',
        null,
        denied.map(({ why, kinds }) => h('li', { key: why }, t(`floor.denied.${why}`, { what: list(kinds.map((kind) => t(this.#labelOf(kind, scene)))) }))),
      ),
    );
  }

  /** @param {string} kind @param {Scene} scene */
  #labelOf(kind, { live, desk }) {
    /** @type {Record<string, boolean>} */
    const ends = { hand_for_hand: live.handForHand !== null, rail_chat: !desk.rail_closed };
    return `floor.do.${kind}${ends[kind] ? '.off' : ''}`;
  }

  /** @param {Scene} scene */
  calls(scene) {
    const { tickets } = scene.desk;
    return h(
      'section',
      { key: 'calls', class: 't-part floor-calls', 'aria-labelledby': 'floor-calls' },
      h('h2', { id: 'floor-calls' }, t('floor.calls.title'), tickets.length > 0 && h('span', { key: 'n', class: 'count' }, num(tickets.length))),
      tickets.length === 0
        ? h('p', { key: 'none', class: 'none' }, t('floor.calls.none'))
        : h(
            'ul',
            { key: 'list' },
            tickets.map((ticket) => this.call(ticket, scene)),
          ),
    );
  }

  /** @param {FloorTicket} ticket @param {Scene} scene */
  call(ticket, scene) {
    const { at, table, table_no: no, text, hand } = ticket;
    // A call outlives its table, which is closed once the tournament is over.
    const isOpen = scene.live.tables[no]?.table === table;
    const path = `/table/${encodeURIComponent(table)}`;
    const where = hand > 0 ? t('floor.where.hand', { table: no, hand }) : t('t.table.n', { n: no });
    return h(
      'li',
      { key: ticket.ticket },
      h('small', null, `${clockTime(at)} · ${where}`),
      h('b', null, ticketText(ticket)),
      h('p', null, text),
      h(
        'div',
        { class: 't-buttons' },
        kindsOf({ ticket }, scene).length > 0 &&
          h('button', { key: 'answer', class: 'btn-s hot', on: { click: () => this.deciding.open({ ticket }, scene) } }, t('floor.do.answer')),
        isOpen && this.#watchLink(path, no),
      ),
    );
  }

  /** Link to a table of the tournament. @param {string} path @param {number} no */
  #watchLink(path, no) {
    return h(
      'a',
      { key: 'watch', class: 'btn-s', href: path, 'aria-label': t('t.table.watch', { n: no }), on: { click: (event) => this.app.follow(event, path) } },
      t('floor.watch'),
    );
  }

  /** @param {Scene} scene */
  tables(scene) {
    const { live, desk } = scene;
    const all = Object.values(live.tables)
      .sort((a, b) => a.no - b.no)
      .map((table) => ({ table, need: needOf(table, live, desk) }));
    const needy = all.filter(({ need }) => need !== 'calm');
    const shown = this.onlyNeedy ? needy : all;
    return h(
      'section',
      { key: 'tables', class: 't-part', 'aria-labelledby': 'floor-tables' },
      h('h2', { id: 'floor-tables' }, t('t.tables')),
      all.length > 6 &&
        h(
          'button',
          {
            key: 'only',
            class: 'chipb',
            'aria-pressed': this.onlyNeedy,
            on: {
              click: () => {
                this.onlyNeedy = !this.onlyNeedy;
                this.update();
              },
            },
          },
          t('floor.needy', { n: needy.length }),
        ),
      shown.length === 0
        ? h('p', { key: 'none', class: 'none' }, all.length === 0 ? noTablesText(live.summary) : t('floor.needy.none'))
        : h(
            'ul',
            { key: 'grid', class: 'floor-tables' },
            shown.map(({ table, need }) => this.table(table, need, scene)),
          ),
    );
  }

  /** @param {Table} table @param {import('./floor-words.js').Need} need @param {Scene} scene */
  table({ no, table, seats }, need, scene) {
    const path = `/table/${encodeURIComponent(table)}`;
    const kinds = kindsOf({ table: no }, scene);
    return h(
      'li',
      { key: no, class: `need-${need}` },
      h('h3', null, t('t.table.n', { n: no })),
      h('p', { class: 'need' }, SIGNS[need] && h('i', { key: 'sign', 'aria-hidden': 'true' }, SIGNS[need]), t(`floor.need.${need}`)),
      scene.live.summary.live
        ? h(
            'ol',
            { key: 'stacks', class: 'floor-stacks' },
            Object.entries(seats).map(([seat, { player, stack }]) =>
              h('li', { key: seat }, h('small', null, num(Number(seat))), h('span', null, nameOf(scene.live, player)), h('b', null, num(stack))),
            ),
          )
        : h('p', { key: 'names', class: 'note' }, list(Object.values(seats).map(({ player }) => nameOf(scene.live, player)))),
      h(
        'div',
        { class: 't-buttons' },
        kinds.includes('hand_over') &&
          h(
            'button',
            {
              key: 'over',
              class: 'btn-s hot',
              'aria-label': t('floor.over.table', { n: no }),
              on: { click: () => this.deciding.open({ table: no }, scene, 'hand_over') },
            },
            t('floor.do.hand_over'),
          ),
        kinds.length > 0 &&
          h(
            'button',
            { key: 'decide', class: 'btn-s', 'aria-label': t('floor.decide.table', { n: no }), on: { click: () => this.deciding.open({ table: no }, scene) } },
            t('floor.decide'),
          ),
        table && this.#watchLink(path, no),
      ),
    );
  }

  /** Tables at which the server could not continue. @param {Scene} scene @returns {Kid} */
  lost({ desk }) {
    const lost = desk.out_of_play ?? [];
    if (lost.length === 0) return null;
    return h(
      'section',
      { key: 'lost', class: 't-part', 'aria-labelledby': 'floor-lost' },
      h('h2', { id: 'floor-lost' }, t('floor.lost')),
      h('p', { class: 'note' }, t('floor.lost.how')),
      h(
        'ul',
        { class: 'floor-flags' },
        lost.map(({ table_no: table, why }) => h('li', { key: table }, t('floor.lost.table', { table, why }))),
      ),
    );
  }

  /** @param {Scene} scene @returns {Kid} */
  flags({ live, desk }) {
    if (desk.flags.length === 0) return null;
    return h(
      'section',
      { key: 'flags', class: 't-part', 'aria-labelledby': 'floor-flags' },
      h('h2', { id: 'floor-flags' }, t('floor.flags')),
      h('p', { class: 'note' }, t('floor.flags.how')),
      h(
        'ul',
        { class: 'floor-flags' },
        desk.flags.map((flag, at) => h('li', { key: at }, flagText(flag, live))),
      ),
    );
  }

  /** @param {Scene} scene */
  players(scene) {
    const { live, desk } = scene;
    const wanted = plain(this.search.trim());
    const all = Object.values(live.entrants).sort((a, b) => Number(a.out ?? false) - Number(b.out ?? false) || byName(a.who.name, b.who.name));
    const found = all.filter(({ who }) => plain(who.name).includes(wanted));
    const mutedHere = desk.muted_accounts ?? [];
    return h(
      'section',
      { key: 'players', class: 't-part', 'aria-labelledby': 'floor-players' },
      h('h2', { id: 'floor-players' }, t('t.players')),
      this.entering.view(scene),
      waitlistPart(this, scene),
      this.names.view(scene),
      all.length > SEARCHED &&
        playerSearch(this.search, (text) => {
          this.search = text;
          this.update();
        }),
      h('p', { class: 'vh', role: 'status' }, wanted ? tn('floor.found', found.length) : ''),
      found.length === 0 && h('p', { key: 'none', class: 'none' }, t(all.length === 0 ? 't.none_yet' : 'floor.found.none')),
      h(
        'ul',
        { class: 'floor-players' },
        found.slice(0, LISTED).map((one) => {
          const { player, who, stack, out } = one;
          const words = [standing(live, one)].filter(Boolean);
          if (!out && stack !== undefined) words.push(t('floor.chips', { n: stack }));
          if ((one.penalty ?? 0) > 0) words.push(tn('t.player.penalty', one.penalty ?? 0));
          if (desk.muted.includes(player)) words.push(t('floor.muted'));
          return h(
            'li',
            { key: player },
            h('span', null, h('b', null, who.name), h('small', null, words.join(' · '))),
            ...this.light.buttons(player, scene),
            kindsOf({ player }, scene).length > 0 &&
              h(
                'button',
                {
                  key: 'decide',
                  class: 'btn-s',
                  'aria-label': t('floor.decide.player', { who: who.name }),
                  on: { click: () => this.deciding.open({ player }, scene) },
                },
                t('floor.decide'),
              ),
          );
        }),
      ),
      mutedHere.length > 0 && h('p', { key: 'muted', class: 'note' }, t('floor.muted.accounts', { who: list(mutedHere.map(({ name }) => name)) })),
      found.length > LISTED && h('p', { key: 'more', class: 'note' }, t('t.players.more', { n: LISTED, of: found.length })),
    );
  }
}

customElements.define('p-floor', FloorPage);
