// Tournaments known to the page: summaries of those in the lobby, and full state of those that are open or that the player has entered.

/** @import { ServerMsg, TournamentEvent, TournamentSummary, YourTournament } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */
/** @import { Tournament } from './model.js' */

import { local, t } from '../i18n.js';
import { isMyTurn } from '../facts.js';
import { TournamentSession } from './session.js';

/** Capability of a server with tournaments. */
const CAPABILITY = 'tournaments';
/** Polling interval of the list, and of the stacks of a watched tournament, in milliseconds. */
const LIST_MS = 5000;
const STACKS_MS = 20_000;
/** The same while another device has the connection. */
const FOLLOWED_MS = 3000;
/** Time for which the last hand stays visible to a player who is moved to another table, in milliseconds. */
const FOLLOW_MS = 1500;

/** @typedef {typeof import('./model.js') & typeof import('./words.js')} Parts */

export class Hall {
  /** Summaries of the lobby's tournaments. @type {Map<string, TournamentSummary>} */
  summaries = new Map();
  /** @type {Map<string, TournamentSession>} */
  events = new Map();
  /** `true` if the server has tournaments. */
  isThere = false;
  /** `true` once the list has been loaded. */
  isKnown = false;
  /** Tournament that the player has come to enter. @type {string | null} */
  wish = null;
  /** Tournament being entered by the one-press button. @type {string | null} */
  #entering = null;
  /** Reducer and words, loaded for the first tournament. @type {Promise<Parts> | null} */
  #parts = null;
  /** The same once they are there. @type {Parts | null} */
  #loaded = null;

  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    setInterval(() => !document.hidden && app.route.view === 'lobby' && this.list(), LIST_MS);
    setInterval(() => !document.hidden && app.isFollowing && this.#follow(), FOLLOWED_MS);
    setInterval(() => {
      if (document.hidden) return;
      for (const session of this.events.values()) if (['running', 'paused'].includes(session.live?.summary.phase ?? '')) session.refresh();
    }, STACKS_MS);
  }

  /** Handles the server's greeting. @param {Extract<ServerMsg, { type: 'welcome' }>} welcome */
  greeted({ capabilities, tournaments = [] }) {
    this.isThere = capabilities.includes(CAPABILITY);
    for (const id of tournaments) this.event(id);
    for (const session of this.events.values()) session.connected();
    this.list();
  }

  /** Requests the lobby's tournaments. No message reports their changes. */
  async list() {
    const { net } = this.#app;
    if (net.state !== 'ready') return;
    if (!this.isThere) return this.#listed([]);
    try {
      const { tournaments = [] } = await net.request({ type: 'list_tournaments' });
      this.#listed(tournaments);
    } catch {
      // The next request may succeed.
    }
  }

  /** The same for a visitor who has not signed in, with the tournament in view. */
  async look() {
    const { route, account } = this.#app;
    if (route.view === 'tournament') await this.event(route.id).show(await account.tournament(route.id));
    const tournaments = await this.#app.account.tournaments();
    this.isThere = tournaments !== null;
    this.#listed(tournaments ?? []);
  }

  /** Requests the tournament in view, as for a visitor, while another device has the connection. */
  async #follow() {
    const { route, account } = this.#app;
    if (route.view !== 'tournament') return;
    const session = this.event(route.id);
    session.follow();
    try {
      await session.show(await account.tournament(route.id));
    } catch {
      // The next request may succeed.
    }
  }

  /** @param {TournamentSummary[]} all */
  #listed(all) {
    this.summaries = new Map(all.map((one) => [one.tournament, one]));
    this.isKnown = true;
    this.#app.render();
  }

  /** @param {ServerMsg} message @returns {boolean} `true` if it was about a tournament. */
  hear(message) {
    switch (message.type) {
      case 'tournament_snapshot':
      case 'tournament_events':
      case 'tournament_you':
        this.#receive(message);
        return true;
      default:
        return false;
    }
  }

  /** Reducer and words. The page cannot do without them once a tournament is there, so they are asked for until they come. @returns {Promise<Parts>} */
  #load() {
    const load = async () => {
      for (;;) {
        try {
          const [model, words] = await this.#app.extra(() => Promise.all([import('./model.js'), import('./words.js')]));
          return (this.#loaded = { ...model, ...words });
        } catch {
          await new Promise((resolve) => setTimeout(resolve, LIST_MS));
        }
      }
    };
    this.#parts ??= load();
    return this.#parts;
  }

  /** Messages keep their order while the reducer is loaded. @param {Extract<ServerMsg, { tournament: string }>} message */
  async #receive(message) {
    const parts = this.#loaded ?? (await this.#load());
    this.#nameEvent(message.tournament);
    this.event(message.tournament).receive(message, parts);
    this.#app.render();
  }

  /**
   * Participants of a private tournament may enter by its number alone; from then on its full name counts, which includes the invitation.
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

  /** A tournament, opened if necessary. @param {string} id @returns {TournamentSession} */
  event(id) {
    const known = this.events.get(id);
    if (known) return known;
    const session = new TournamentSession({
      id,
      ask: (ask, options) => this.#app.net.request(ask, options),
      past: (id) => this.#app.account.tournament(id),
      model: () => this.#load(),
      changed: () => this.#app.render(),
      happened: (events, after) => this.#happened(events, after),
      stood: (before, you) => this.#stood(id, before, you),
    });
    this.events.set(id, session);
    return session;
  }

  /** `true` while an entry by the one-press button is in flight. */
  get isEntering() {
    return this.#entering !== null;
  }

  /** Follows one tournament, and no other except the one being entered. @param {string | null} id */
  watch(id) {
    for (const session of this.events.values()) if (session.id !== id && session.id !== this.#entering) session.unwatch();
    if (id !== null && this.#app.account.session && this.#app.net.state === 'ready') this.event(id).watch();
  }

  /** Forgets everything about the player. */
  clear() {
    this.events.clear();
    this.wish = null;
  }

  /** @param {TournamentEvent[]} events @param {Tournament} after */
  #happened(events, after) {
    for (const event of events) if (event.event === 'table_told') this.#tellTable(event, after);
    const words = events.map((event) => this.#loaded?.sayOf(event, after)).filter(Boolean);
    if (words.length > 0) this.#app.announcer.polite(words.join(' '));
  }

  /** An announcement by officials appears in the table's chat, and players who are to act must not miss it. @param {Extract<TournamentEvent, { event: 'table_told' }>} event @param {Tournament} after */
  #tellTable({ table, text }, { tables, you }) {
    const id = you.seat?.table_no === table ? you.seat.table : tables[table]?.table;
    const session = id && this.#app.sessions.get(id);
    if (!session) return;
    session.receive({ type: 'chat', table: id, from: { id: 'floor', name: t('floor.voice'), kind: 'account' }, text });
    session.notice('floor.told', { text });
    if (session.shown && isMyTurn(session.shown)) this.#app.announcer.assertive(t('floor.told', { text }));
  }

  /**
   * The player's standing has changed: the page goes to the new table, and announces the end.
   *
   * @param {string} id
   * @param {YourTournament | null} before
   * @param {YourTournament} you
   */
  #stood(id, before, you) {
    const { seat, place } = you;
    if (seat && seat.table !== before?.seat?.table) this.#seated(id, before, you);
    if (before?.waitlist?.place) this.#waited(id, you);
    if (before && place && !before.place) {
      const summary = this.events.get(id)?.live?.summary ?? this.summaries.get(id) ?? { entries: place.worst, pool: 0 };
      this.#app.announcer.assertive(this.#loaded?.resultText(you, summary) ?? '');
      if (you.prize) this.#app.sounds.play('win');
    }
  }

  /** The player was on the waiting list, and may have a place now, or no chance of one. @param {string} id @param {YourTournament} you */
  #waited(id, you) {
    const app = this.#app;
    const name = this.events.get(id)?.live?.summary.name ?? this.summaries.get(id)?.name;
    const words = you.registered ? t('t.place_given', { name: local(name) }) : you.waitlist?.ended && (this.#loaded?.waitText(you) ?? '');
    if (!words) return;
    app.toast(words);
    app.announcer.assertive(words);
    if (you.registered) app.sounds.play('turn');
  }

  /** @param {string} id @param {YourTournament | null} before @param {YourTournament} you */
  #seated(id, before, { seat, moved }) {
    const app = this.#app;
    // The first report only confirms where the player has been sitting.
    if (!seat || !before) return;
    const from = before.seat?.table ?? null;
    // The window that has the table follows.
    if (app.wire.isElsewhere(before.seat?.table ?? seat.table)) return;
    const next = app.session(seat.table);
    const words = { no: seat.table_no, seat: seat.seat };
    app.toast(moved || from ? t('t.moved', words) : t('t.started', words));
    const { route } = app;
    const isHere = from !== null && route.view === 'table' && route.id === from;
    // The new table replaces the old one among the others.
    if (from !== null && !isHere) setTimeout(() => app.open.follow(from, seat.table), FOLLOW_MS);
    // A wall screen stays where it is.
    const isPage = route.view === 'tournament' && route.part === 'page' && route.id === id;
    const waits = from === null && (route.view === 'lobby' || isPage);
    if (!isHere && !waits) return;
    const path = `/table/${encodeURIComponent(seat.table)}`;
    setTimeout(
      () => {
        // The player may have navigated away, or been moved again.
        const isStill = app.route === route && this.events.get(id)?.you?.seat?.table === next.id;
        if (isStill) app.navigate(path, { replace: isHere });
        if (isHere && from !== null) app.open.follow(from, seat.table);
      },
      isHere ? FOLLOW_MS : 0,
    );
  }

  /** Enters a tournament immediately, for the price on the button. @param {TournamentSummary} summary */
  async enterNow({ tournament: id, name }) {
    const app = this.#app;
    if (this.isEntering || !(await app.identify())) return;
    this.#entering = id;
    app.render();
    try {
      await app.net.whenReady();
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
