// All tournaments that the page knows: those of the lobby in short, and those that are open or that the player has entered.

/** @import { ServerMsg, TournamentEvent, TournamentSummary, YourTournament } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */
/** @import { Tournament } from './model.js' */

import { local, t } from '../i18n.js';
import { isMyTurn } from '../model.js';
import { TournamentSession } from './session.js';
import { resultText, sayOf } from './words.js';

/** What a server says that has tournaments. */
const CAPABILITY = 'tournaments';
/** How often the list, and the stacks of what is watched, are asked for anew, in milliseconds. */
const LIST_MS = 5000;
const STACKS_MS = 20_000;
/** How long the last hand at a table stays in sight of who is moved away from it, in milliseconds. */
const FOLLOW_MS = 1500;

export class Hall {
  /** The tournaments of the lobby. @type {Map<string, TournamentSummary>} */
  summaries = new Map();
  /** @type {Map<string, TournamentSession>} */
  events = new Map();
  /** Whether the server has tournaments. */
  isThere = false;
  /** Whether it was told which there are. */
  isKnown = false;
  /** The tournament that the player came to enter. @type {string | null} */
  wish = null;
  /** The tournament that the one button is entering. @type {string | null} */
  #entering = null;

  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    setInterval(() => !document.hidden && app.route.view === 'lobby' && this.list(), LIST_MS);
    setInterval(() => {
      if (document.hidden) return;
      for (const session of this.events.values()) if (['running', 'paused'].includes(session.live?.summary.phase ?? '')) session.refresh();
    }, STACKS_MS);
  }

  /** The greeting of the server. @param {Extract<ServerMsg, { type: 'welcome' }>} welcome */
  greeted({ capabilities, tournaments = [] }) {
    this.isThere = capabilities.includes(CAPABILITY);
    for (const id of tournaments) this.event(id);
    for (const session of this.events.values()) session.connected();
    this.list();
  }

  /** Asks for the tournaments of the lobby. No message tells when they change. */
  async list() {
    const { net } = this.#app;
    if (net.state !== 'ready') return;
    if (!this.isThere) return this.#listed([]);
    try {
      const { tournaments = [] } = await net.request({ type: 'list_tournaments' });
      this.#listed(tournaments);
    } catch {
      // The next list may come.
    }
  }

  /** The same for somebody who has not signed in, and the tournament that is looked at. */
  async look() {
    const { route, account } = this.#app;
    if (route.view === 'tournament') this.event(route.id).show(await account.tournament(route.id));
    const tournaments = await this.#app.account.tournaments();
    this.isThere = tournaments !== null;
    this.#listed(tournaments ?? []);
  }

  /** @param {TournamentSummary[]} all */
  #listed(all) {
    this.summaries = new Map(all.map((one) => [one.tournament, one]));
    this.isKnown = true;
    this.#app.render();
  }

  /** @param {ServerMsg} message @returns {boolean} Whether it was about a tournament. */
  hear(message) {
    switch (message.type) {
      case 'tournament_snapshot':
      case 'tournament_events':
      case 'tournament_you':
        this.#nameEvent(message.tournament);
        this.event(message.tournament).receive(message);
        return true;
      default:
        return false;
    }
  }

  /**
   * Who belongs to a private tournament gets in by its number alone; from then on its whole name counts, with the invitation.
   *
   * @param {string} name
   */
  #nameEvent(name) {
    const number = name.split('-')[0];
    const session = this.events.get(number);
    if (number === name || !session) return;
    this.events.delete(number);
    const app = this.#app;
    const { route } = app;
    if (route.view === 'tournament' && route.id === number) {
      history.replaceState(null, '', location.pathname.replace(number, encodeURIComponent(name)));
      app.route = { ...route, id: name };
    }
    if (session.isWatching) this.event(name).watch();
  }

  /** A tournament, opened if it is not yet. @param {string} id @returns {TournamentSession} */
  event(id) {
    const known = this.events.get(id);
    if (known) return known;
    const session = new TournamentSession({
      id,
      ask: (ask, options) => this.#app.net.request(ask, options),
      past: (id) => this.#app.account.tournament(id),
      changed: () => this.#app.render(),
      happened: (events, after) => this.#happened(events, after),
      stood: (before, you) => this.#stood(id, before, you),
    });
    this.events.set(id, session);
    return session;
  }

  /** Whether an entry by the one button is on its way. */
  get isEntering() {
    return this.#entering !== null;
  }

  /** Follows one tournament, and no other but the one that is being entered. @param {string | null} id */
  watch(id) {
    for (const session of this.events.values()) if (session.id !== id && session.id !== this.#entering) session.unwatch();
    if (id !== null && this.#app.account.session && this.#app.net.state === 'ready') this.event(id).watch();
  }

  /** Forgets the player. */
  clear() {
    this.events.clear();
    this.wish = null;
  }

  /** @param {TournamentEvent[]} events @param {Tournament} after */
  #happened(events, after) {
    for (const event of events) if (event.event === 'table_told') this.#tellTable(event, after);
    const words = events.map((event) => sayOf(event, after)).filter(Boolean);
    if (words.length > 0) this.#app.announcer.polite(words.join(' '));
  }

  /** What an official tells a table is heard there as a remark, and not to be missed by who decides. @param {Extract<TournamentEvent, { event: 'table_told' }>} event @param {Tournament} after */
  #tellTable({ table, text }, { tables, you }) {
    const id = you.seat?.table_no === table ? you.seat.table : tables[table]?.table;
    const session = id && this.#app.sessions.get(id);
    if (!session) return;
    session.receive({ type: 'chat', table: id, from: { id: 'floor', name: t('floor.voice'), kind: 'account' }, text });
    session.notice('floor.told', { text });
    if (session.shown && isMyTurn(session.shown)) this.#app.announcer.assertive(t('floor.told', { text }));
  }

  /**
   * The player's place has changed: the page goes to the new table, and tells how it ended.
   *
   * @param {string} id
   * @param {YourTournament | null} before
   * @param {YourTournament} you
   */
  #stood(id, before, you) {
    const { seat, place } = you;
    if (seat && seat.table !== before?.seat?.table) this.#seated(id, before, you);
    if (before && place && !before.place) {
      const entries = this.events.get(id)?.live?.summary.entries ?? this.summaries.get(id)?.entries ?? place.worst;
      this.#app.announcer.assertive(resultText(you, entries));
      if (you.prize) this.#app.sounds.play('win');
    }
  }

  /** @param {string} id @param {YourTournament | null} before @param {YourTournament} you */
  #seated(id, before, { seat, moved }) {
    const app = this.#app;
    // What the server tells first is where the player sat all the time.
    if (!seat || !before) return;
    const from = before.seat?.table ?? null;
    // The window that holds the table follows.
    if (app.wire.isElsewhere(before.seat?.table ?? seat.table)) return;
    const next = app.session(seat.table);
    const words = { no: seat.table_no, seat: seat.seat };
    app.toast(moved || from ? t('t.moved', words) : t('t.started', words));
    const { route } = app;
    const isHere = from !== null && route.view === 'table' && route.id === from;
    // The new table takes the place of the old one among the others.
    if (from !== null && !isHere) setTimeout(() => app.open.follow(from, seat.table), FOLLOW_MS);
    // A screen on a wall stays where it is.
    const isPage = route.view === 'tournament' && route.part === 'page' && route.id === id;
    const waits = from === null && (route.view === 'lobby' || isPage);
    if (!isHere && !waits) return;
    const path = `/table/${encodeURIComponent(seat.table)}`;
    setTimeout(
      () => {
        // The player may have gone elsewhere, or been moved on.
        const isStill = app.route === route && this.events.get(id)?.you?.seat?.table === next.id;
        if (isStill) app.navigate(path, { replace: isHere });
        if (isHere && from !== null) app.open.follow(from, seat.table);
      },
      isHere ? FOLLOW_MS : 0,
    );
  }

  /** Enters a tournament at once, for the price that the button names. @param {TournamentSummary} summary */
  async enterNow({ tournament: id, name }) {
    const app = this.#app;
    if (this.isEntering || !(await app.identify())) return;
    this.#entering = id;
    app.render();
    try {
      await app.whenReady();
      const session = this.event(id);
      session.watch();
      const live = await session.known();
      if (!live) return;
      const refusal = live.you.registered ? null : await session.request({ type: 'register', tournament: id, rules: live.rules });
      if (refusal) {
        app.toastError(refusal);
        return;
      }
      app.toast(t('t.registered', { name: local(name) }));
      app.navigate(`/tournament/${encodeURIComponent(id)}`);
    } finally {
      this.#entering = null;
      app.render();
    }
  }
}
