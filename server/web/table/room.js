// The page of a table: puts the stage, the action bar and the panel together, and turns what the player does into
// requests.

/** @import { Action, ChatMsg, Declaration, Emote, GameInfo, NoteColour, PlayerInfo, PrivateEvent, PublicEvent } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Finished, Table } from '../model.js' */
/** @import { Notice, TableSession } from '../session.js' */
/** @import { Place } from './actions.js' */
/** @import { Tab } from './panel.js' */
/** @import { Coach } from '../practice/hint.js' */
/** @import { Contest } from '../tournament/at-table.js' */

import { cls, h, patch } from '../dom.js';
import { has, num, t, tn } from '../i18n.js';
import { tableName } from '../lobby/common.js';
import { finished, isHost, isMyTurn, mustAsk, mySeat, openTurn } from '../model.js';
import { handPath } from '../hands/walk.js';
import { mayMove } from '../settings.js';
import { actionBar } from './actions.js';
import { Asks } from './asks.js';
import { lastSecond, timeOf } from './clock.js';
import { dialogs, proposal, purseOf } from './dialogs.js';
import { Effects, sound } from './effects.js';
import { isEmote, SHOWN_MS } from './emotes.js';
import { empty, tileBar, topBar } from './frame.js';
import { hotkey, pressKey } from './hotkeys.js';
import { Placer } from './layout.js';
import { Odds } from './odds.js';
import { panel } from './panel.js';
import { stage } from './stage.js';
import { sayEvent, sayPrivate, sayTurn } from './say.js';
import { eventOf } from '../tournament/strip.js';
import { amount, chatText } from './words.js';

/**
 * What the player is doing, as opposed to what the table is.
 *
 * @typedef {object} Ui
 * @property {Tab} tab
 * @property {boolean} sheet Whether the panel is open where it is a sheet.
 * @property {number | null} raiseTo
 * @property {string | null} typed What stands in the number field.
 * @property {boolean} byKey Whether the amount was typed.
 * @property {string[]} picked Cards to discard or to turn up.
 * @property {Declaration | null} side The side that is about to be said.
 * @property {string[]} order The order that cards are being laid in; empty while they lie as they did.
 * @property {string | null} held The card that was taken up to be laid elsewhere.
 * @property {string} search What is looked for among the games to pick from.
 * @property {string | null} game The game that is about to be picked, with its limit.
 * @property {string | null} strange The value chosen of an unknown choice.
 * @property {'fold' | 'all_in' | 'leave' | null} confirm What has to be pressed again.
 * @property {string} confirmText
 * @property {boolean} bankAsked Whether the time bank was begun by its button.
 * @property {'sit' | 'rebuy' | 'last' | 'invite' | 'note' | 'host' | null} dialog
 * @property {{ player: PlayerInfo, text: string, colour: NoteColour | null } | null} note The note that is being written.
 * @property {number | null} sitSeat
 * @property {string | null} buyIn
 * @property {'wait' | 'post'} entry
 * @property {boolean | null} sitOutNext What was asked for, until the table agrees; `null` as the table says.
 * @property {boolean | null} straddles What was asked for, until the table agrees; `null` as the table says.
 * @property {string} message
 * @property {number} unread
 * @property {number} shownHand The hand whose cards were shown by choice.
 * @property {boolean} wasIn Whether the player has sat here, at a table of a tournament.
 * @property {boolean} resultSeen Whether the player has closed the dialog that tells the place.
 * @property {number} declined Which offer of a rebuy the dialog was opened for, by the time when it was told.
 */

/** What the player has in mind about a decision that has just begun: nothing. */
const UNDECIDED = {
  raiseTo: null,
  typed: null,
  byKey: false,
  picked: [],
  side: null,
  order: [],
  held: null,
  search: '',
  game: null,
  strange: null,
  confirm: null,
  confirmText: '',
  bankAsked: false,
};

/** A new decision takes no press for this long: it may have come under the finger. */
const CALM_MS = 250;
const CONFIRM_MS = 2000;
/** A stage beside others that is lower than this has its pieces as on a phone that lies on its side, in pixels. */
const LOW_TILE = 480;

/** @implements {View} */
class Room extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  tableId = '';
  /** Whether other tables lie beside it. */
  isTile = false;
  /** @type {Ui} */
  ui = {
    tab: 'log',
    sheet: false,
    ...UNDECIDED,
    dialog: null,
    note: null,
    sitSeat: null,
    buyIn: null,
    entry: 'wait',
    sitOutNext: null,
    straddles: null,
    message: '',
    unread: 0,
    shownHand: 0,
    wasIn: false,
    resultSeen: false,
    declined: 0,
  };
  /** The buttons of row 2. @type {(Place | null)[]} */
  places = [null, null, null];
  /** Names the decision that the bar shows. */
  decision = '';

  #decidedAt = 0;
  #pressedOn = '';
  #size = { W: 0, H: 0 };
  #placer = new Placer();
  /** The games whose bar is high. @type {Set<string>} */
  #tall = new Set();
  /** The signs that are seen, by account. @type {Map<string, Emote>} */
  emotes = new Map();
  /** @type {Map<string, ReturnType<typeof setTimeout>>} */
  #emoting = new Map();
  /** What the player asks the server for. */
  asks = new Asks(this);
  effects = new Effects(this);
  odds = new Odds(this);
  /** What a table of a tournament has more than others, once that has come. @type {Contest | null} */
  contest = null;
  /** What gives the hints at a practice table, once that has come. @type {Coach | null} */
  coach = null;
  #isMoreComing = false;
  #isFresh = true;
  /** Whether the table had the focus when it was drawn last. */
  #wasFocused = true;
  #warned = 0;
  /** The second of the viewer's own time that was drawn last. */
  #second = '';
  /** Time that was called on somebody. @type {import('./clock.js').Called | null} */
  #called = null;
  /** Whether a seat was given to the player that is not on the page yet. */
  sitsDown = false;
  /** Which place had the focus when it went. @type {number | null} */
  #lostPlace = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticker;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #confirming;
  #watcher = new ResizeObserver(() => this.#measure());
  /** The stage whose size is watched. @type {Element | null} */
  #watched = null;
  /** @param {KeyboardEvent} event */
  #keys = (event) => this.#key(event);

  connectedCallback() {
    this.#ticker = setInterval(() => this.#tick(), 250);
    addEventListener('keydown', this.#keys);
  }

  disconnectedCallback() {
    clearInterval(this.#ticker);
    clearTimeout(this.#confirming);
    for (const timer of this.#emoting.values()) clearTimeout(timer);
    this.emotes.clear();
    this.#watcher.disconnect();
    // A room that changes its place among the tiles comes back.
    this.#watched = null;
    removeEventListener('keydown', this.#keys);
  }

  get session() {
    return /** @type {TableSession} */ (this.app.sessions.get(this.tableId));
  }

  get settings() {
    return this.app.settings.value;
  }

  /** Whether keys go to this table, and whether it is told in full. */
  get isFocused() {
    return this.app.open.focused === this.tableId;
  }

  /** Whether lines have the room of a tablet, or more. */
  get isWide() {
    return (this.isTile ? this.#size.W : innerWidth) >= 600;
  }

  now() {
    return Date.now();
  }

  /** @param {Partial<Ui>} change */
  set(change) {
    const isTalk = change.tab === 'chat' || (change.sheet && (change.tab ?? this.ui.tab) === 'chat');
    this.ui = { ...this.ui, ...change, ...(isTalk && { unread: 0 }) };
    if (change.dialog) this.ui.buyIn = null;
    this.update();
  }

  /** @param {number} chips @returns {string} */
  money = (chips) => {
    const info = this.session.shown?.info;
    return info ? amount(chips, this.settings, info) : num(chips);
  };

  /** @param {Table} table @returns {GameInfo | undefined} */
  game(table) {
    const id = table.hand?.game ?? table.info.game;
    return table.game?.id === id ? table.game : this.app.games.find((game) => game.id === id);
  }

  // ---------- drawing ----------

  update() {
    if (!this.isConnected) return;
    const session = this.app.sessions.get(this.tableId);
    const table = session?.shown;
    if (!session || !table || session.status === 'gone') {
      patch(
        this,
        empty(this, session?.status === 'gone' ? 'gone' : 'loading'),
      );
      return;
    }
    if (table.you) this.ui.wasIn = true;
    this.#knowMore(table);
    this.#arrive(table);
    this.#decide(table);
    this.#wish(session);
    this.odds.look(table);
    const focused = this.#focusedPlace();
    this.#draw(table);
    const element = this.querySelector('.stage');
    if (element && element !== this.#watched) {
      this.#watcher.disconnect();
      this.#watcher.observe(element);
      this.#watched = element;
      this.#measure();
    }
    this.#keepFocus(focused);
    if (this.sitsDown && table.you) {
      // The button that was pressed is gone: what comes next is asked here.
      this.sitsDown = false;
      this.focusOn('.ask');
    }
    this.#stick();
    for (const part of this.querySelectorAll('p-host, p-invite, p-book')) /** @type {any} */ (part).update?.();
    this.effects.run(!this.#isFresh && mayMove(this.settings));
    this.#isFresh = false;
  }

  /** Loads what tables of tournaments and of practice have more; what failed is tried again at the next change. @param {Table} table */
  async #knowMore({ info }) {
    if (this.#isMoreComing || !(info.tournament || info.practice)) return;
    this.#isMoreComing = true;
    try {
      if (info.tournament) {
        const { Contest } = await import('../tournament/at-table.js');
        this.contest = new Contest(this);
      } else {
        const { Coach } = await import('../practice/hint.js');
        this.coach = new Coach(this);
      }
      this.update();
    } catch {
      this.#isMoreComing = false;
    }
  }

  /** @param {Table} table */
  #draw(table) {
    const W = this.#size.W || Math.max(320, innerWidth - (innerWidth >= 1100 ? 344 : 0));
    const H = this.#size.H || Math.max(240, innerHeight - 230);
    const low = this.isTile ? W >= 600 && H < LOW_TILE : innerHeight <= 500 && innerWidth > innerHeight;
    const size = { W, H, low };
    const layout = this.#placer.place(table, this.game(table), size, (chips) => this.money(chips));
    patch(
      this,
      h(
        'div',
        { class: cls('room', this.#isFlat(table) && 'flat', layout.sizes.fan && 'stud', this.ui.sheet && 'with-sheet') },
        !this.isTile && h('a', { class: 'skip', href: '#act' }, t('skip.actions')),
        this.isTile ? tileBar(this, table) : topBar(this, table),
        actionBar(this, table),
        stage(this, table, layout),
        h('p-sky', { class: 'flying', 'aria-hidden': 'true' }),
        this.ui.sheet &&
          h('button', {
            key: 'scrim',
            class: 'scrim',
            'aria-label': t('close'),
            on: { click: () => this.set({ sheet: false }) },
          }),
        // A tile is drawn often and has no room for it: it comes when it is asked for.
        (!this.isTile || this.ui.sheet) && panel(this, table),
        dialogs(this, table),
        this.contest?.dialogs(table),
      ),
    );
  }

  /**
   * Whether the bar may be low, for good: nothing is ever to be sized or declared. What the game does not tell beforehand
   * is learnt when it is asked for the first time.
   *
   * @param {Table} table
   */
  #isFlat(table) {
    const isTall = table.you?.choices.some(
      (choice) => choice.kind === 'declare' || (choice.kind === 'roll' && choice.announce.length > 0),
    );
    const id = table.hand?.game ?? table.info.game;
    if (isTall || this.game(table)?.decisions?.includes('declare')) this.#tall.add(id);
    return table.info.limit === 'fixed' && !this.#tall.has(id);
  }

  /** Notes which decision the bar shows, and begins anew with each. @param {Table} table */
  #decide(table) {
    const { hand, you } = table;
    const isMine = isMyTurn(table);
    if (this.ui.sitOutNext === (mySeat(table)?.status !== 'active')) this.ui.sitOutNext = null;
    const price = you && hand && !isMine ? Math.max(0, hand.bet - (mySeat(table)?.play?.bet ?? 0)) : 0;
    const decision =
      isMine && you ? `${you.hand}:${you.turn}` : `${hand?.number ?? 0}:${hand?.over ? 'over' : `idle:${price}`}`;
    if (decision === this.decision) return;
    this.decision = decision;
    this.#decidedAt = performance.now();
    this.#whenCalm();
    this.#warned = 0;
    clearTimeout(this.#confirming);
    this.ui = { ...this.ui, ...UNDECIDED };
    if (!isMine || this.session.sending || !this.isFocused) return;
    const time = you && timeOf(table, you.seat, this.now());
    this.app.announcer.assertive(sayTurn(table, time?.left ?? 0, this.money));
    this.app.sounds.play('turn');
    if (this.settings.jumpToActions && !document.querySelector('dialog[open]')) {
      this.effects.then(() => this.focusOn('.ask'));
    }
  }

  /** Tells the table that the player has turned to, where it was on the screen before. @param {Table} table */
  #arrive(table) {
    const wasFocused = this.#wasFocused;
    this.#wasFocused = this.isFocused;
    if (!this.isTile || wasFocused || !this.isFocused) return;
    const { you } = table;
    const time = you && timeOf(table, you.seat, this.now());
    const turn = isMyTurn(table) ? sayTurn(table, time?.left ?? 0, this.money) : '';
    this.app.announcer.polite(`${t('table.named', { name: tableName(table.info) })}. ${turn}`.trim());
  }

  /** Does what the player came for, once the table is known. @param {TableSession} session */
  #wish(session) {
    const { live, wish } = session;
    if (!live || !wish || session.status !== 'live') return;
    session.wish = null;
    if (live.you) return;
    if (mustAsk(live)) return this.asks.askSeat(true);
    const isFull = Object.keys(live.seats).length >= live.info.seats;
    if (wish === 'wait' || isFull) this.asks.waitList(true);
    else if (wish === 'sit' || purseOf(this, live) < live.info.buy_in_min)
      this.ui = { ...this.ui, dialog: 'sit', sitSeat: null, buyIn: null };
    else {
      this.ui = { ...this.ui, entry: 'post' };
      this.asks.takeSeat(proposal(this, live, 'sit'));
    }
  }

  #measure() {
    const element = this.querySelector('.stage');
    if (!element) return;
    const W = element.clientWidth;
    const H = element.clientHeight;
    if (W === this.#size.W && H === this.#size.H) return;
    this.#size = { W, H };
    const table = this.session?.shown;
    if (table) this.#draw(table);
  }

  // ---------- announcements ----------

  /**
   * Tells an event as the picture reaches it.
   *
   * @param {PublicEvent} event
   * @param {Table} before
   * @param {Table} after
   * @param {boolean} quiet Whether it was missed and is only caught up with.
   */
  happened(event, before, after, quiet) {
    const turn = event.kind === 'time_called' ? openTurn(after) : null;
    if (turn && event.kind === 'time_called') this.#called = { turn: turn.turn, seat: event.seat, told: 0 };
    if (quiet) return;
    this.#tellHost(event, before, after);
    if (this.isFocused) this.#hear(() => {
      this.app.announcer.polite(sayEvent(event, after, this.game(after), this.money, this.settings.speech));
      sound(this.app.sounds, event, after);
    });
    if (mayMove(this.settings)) this.effects.move(event, before, (chips) => this.money(chips));
  }

  /** Tells the host who asks for a seat. @param {PublicEvent} event @param {Table} before @param {Table} after */
  #tellHost(event, before, after) {
    if (event.kind !== 'host_ruled' || event.deed !== 'requests' || !isHost(after)) return;
    const known = new Set(before.host.requests?.map(({ player }) => player.id));
    for (const { player, state } of after.host.requests ?? []) {
      if (state === 'asked' && !known.has(player.id)) this.session.notice('host.asks', { name: player.name });
    }
  }

  /**
   * Tells what only the viewer learns, as the picture reaches it.
   *
   * @param {PrivateEvent} part
   * @param {Table} before
   * @param {Table} after
   * @param {boolean} quiet
   */
  learnt(part, before, after, quiet) {
    if (!quiet && this.isFocused) this.#hear(() => this.app.announcer.polite(sayPrivate(part, before, after, this.settings.speech)));
  }

  /** Heard when it is seen, and not a frame earlier. A hidden page is not drawn. @param {() => void} step */
  #hear(step) {
    if (document.hidden) step();
    else this.effects.then(step);
  }

  /** @param {ChatMsg} line */
  said(line) {
    if (this.settings.muted.includes(line.from.id)) return;
    if (line.emote) return this.#shows(line);
    const { shown } = this.session;
    const isMine = line.from.id === shown?.me;
    const isSeen = this.ui.tab === 'chat' && (this.ui.sheet || (!this.isTile && innerWidth >= 1100));
    if (!isMine && !isSeen) this.ui = { ...this.ui, unread: this.ui.unread + 1 };
    if (!this.isFocused) return;
    if (!isMine && this.settings.chatSound) this.app.sounds.play('chat');
    if (!isMine && shown && !isMyTurn(shown)) this.app.announcer.polite(`${line.from.name}: ${chatText(line)}`);
  }

  /** A sign, at the seat of the player for a moment. @param {ChatMsg} line */
  #shows({ from, emote }) {
    if (!this.settings.emotes || !isEmote(emote)) return;
    const { shown } = this.session;
    this.emotes.set(from.id, emote);
    clearTimeout(this.#emoting.get(from.id));
    const gone = () => {
      this.emotes.delete(from.id);
      this.update();
    };
    this.#emoting.set(from.id, setTimeout(gone, SHOWN_MS));
    if (from.id !== shown?.me && shown && !isMyTurn(shown))
      this.app.announcer.polite(`${from.name}: ${t(`emote.${emote}`)}`);
    this.update();
  }

  /** Four times a second: what runs by the clock, without drawing everything. */
  #tick() {
    const { shown } = this.session ?? {};
    if (!shown || document.hidden) return;
    if ((shown.offered?.until && shown.offered.player.id === shown.me) || eventOf(this, shown)?.clock) this.update();
    if (!openTurn(shown)) return;
    for (const bar of this.querySelectorAll('.bar[data-clock]')) {
      const time = timeOf(shown, Number(/** @type {HTMLElement} */ (bar).dataset.clock), this.now());
      const [line, text] = /** @type {HTMLCollectionOf<HTMLElement>} */ (bar.children);
      line.style.transform = `scaleX(${this.#step(time?.share ?? 0)})`;
      bar.classList.toggle('bank', Boolean(time?.inBank));
      text.textContent = !time ? '' : time.inBank ? `${time.bank}` : time.left <= 10 ? `${time.left}` : '';
    }
    this.#countDown(shown);
    const mine = shown.you && isMyTurn(shown) ? timeOf(shown, shown.you.seat, this.now()) : null;
    if (!mine) return;
    this.#drawTime(mine);
    if (!this.isFocused) return;
    const at = mine.inBank ? 'bank' : mine.left <= 5 ? 5 : mine.left <= 10 ? 10 : 0;
    if (at === 10 && this.#warned < 1) {
      this.#warned = 1;
      if (shown.info.action_ms > 12_000) this.app.announcer.assertive(t('say.ten'));
    } else if (at === 5 && this.#warned < 2) {
      this.#warned = 2;
      this.app.announcer.assertive(t('say.five'));
      this.app.sounds.play('hurry');
    } else if (at === 'bank' && this.#warned < 3 && !this.isBankHeld(shown)) {
      this.#warned = 3;
      this.app.announcer.assertive(t('say.bank', { n: mine.bank }));
    }
  }

  /** A tile's clocks go in steps, since each one makes the browser paint. @param {number} share */
  #step(share) {
    return this.isTile ? Math.ceil(share * 50) / 50 : share;
  }

  /** The viewer's own time: the words change once a second. @param {import('./clock.js').Time} time */
  #drawTime(time) {
    const second = time.inBank ? `bank ${time.bank}` : `${time.left}`;
    if (second !== this.#second) {
      this.#second = second;
      this.update();
    }
    const line = /** @type {HTMLElement | null} */ (this.querySelector('.act .time i'));
    if (line) line.style.transform = `scaleX(${this.#step(time.share)})`;
  }

  /** Everybody at the table hears the last seconds of Time that was called. Rule: tournament 3.5. @param {Table} shown */
  #countDown(shown) {
    if (!this.#called) return;
    const second = lastSecond(shown, this.#called, this.now());
    if (second === undefined) this.#called = null;
    else if (second !== null) {
      this.#called.told = second;
      this.app.announcer.assertive(tn('say.seconds', second));
    }
  }

  /** Logs stay at their end unless the player scrolled up. */
  #stick() {
    for (const log of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('[data-stick]'))) {
      const seen = Number(log.dataset.height ?? 0);
      const wasAtEnd = seen === 0 || log.scrollTop + log.clientHeight >= seen - 24;
      if (log.scrollHeight !== seen && wasAtEnd) log.scrollTop = log.scrollHeight;
      log.dataset.height = String(log.scrollHeight);
    }
  }

  // ---------- focus and presses ----------

  /** Which place of the bar has the focus. @returns {number | null} */
  #focusedPlace() {
    const place = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.place;
    return place === undefined ? null : Number(place);
  }

  /** After acting the focus stays on the same place, even when that place was away for a while. @param {number | null} focused */
  #keepFocus(focused) {
    const active = document.activeElement;
    if (focused !== null && (!active || active === document.body)) {
      this.#lostPlace = focused;
      this.focusOn('.act');
    } else if (this.#lostPlace !== null) {
      const place = this.#lostPlace;
      if (!active?.matches('.act')) this.#lostPlace = null;
      else if (this.focusOn(`[data-place="${place}"]`)) this.#lostPlace = null;
    }
  }

  /** A press on a button of the bar. It counts only if it began and ended on the same decision. @param {MouseEvent} event @param {number} at */
  pressed(event, at) {
    if (event.detail > 0 && this.#pressedOn !== this.decision) {
      this.say(t('act.changed'));
      return;
    }
    this.press(at);
  }

  /** Presses a place of the bar. @param {number} at */
  press(at) {
    const place = this.places[at];
    if (!place || !this.isReady) return;
    if (place.reason) this.say(place.reason);
    else place.press();
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    this.app.open.focus(this.tableId);
    if (/** @type {Element} */ (event.target).closest('.act')) this.#pressedOn = this.decision;
  };

  constructor() {
    super();
    this.addEventListener('pointerdown', this.#down);
    // By Tab one comes to a table as by a press.
    this.addEventListener('focusin', () => this.app.open.focus(this.tableId));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.isFocused) return;
    if (event.key === 'Escape' && this.ui.sheet && !document.querySelector('dialog[open]')) {
      this.set({ sheet: false });
      return;
    }
    const key = this.settings.hotkeys ? hotkey(event) : null;
    const table = this.session?.shown;
    if (!key || !table) return;
    if (pressKey(this, key, table)) event.preventDefault();
  }

  /** @param {string} selector @returns {boolean} Whether there is such a thing. */
  focusOn(selector) {
    const element = /** @type {HTMLElement | null} */ (this.querySelector(selector));
    element?.focus();
    return element !== null;
  }

  /** Shows the bar anew once it takes presses. A timer may ring a moment early by the clock that counts. */
  #whenCalm() {
    const left = CALM_MS - (performance.now() - this.#decidedAt);
    if (left > 0) setTimeout(() => this.#whenCalm(), left);
    else this.update();
  }

  /** Whether answers get nowhere for the moment. */
  get isDown() {
    return this.app.isDown;
  }

  /** Whether the bar takes presses. */
  get isReady() {
    return performance.now() - this.#decidedAt >= CALM_MS && !this.session.sending && !this.isDown;
  }

  /** @param {string} text */
  say(text) {
    this.app.announcer.polite(text);
    this.set({ confirmText: text });
    clearTimeout(this.#confirming);
    this.#confirming = setTimeout(() => this.set({ confirm: null, confirmText: '' }), CONFIRM_MS);
  }

  /** Asks for a second press of the same place. @param {'fold' | 'all_in' | 'leave'} what @param {string} text */
  confirm(what, text) {
    this.say(text);
    this.set({ confirm: what });
  }

  /** @param {number} to */
  setAmount(to) {
    this.set({ raiseTo: to, typed: null, byKey: false, confirm: null });
  }

  /** Whether the own time bank waits for its button in the open decision. @param {Table} table @returns {boolean} */
  isBankHeld(table) {
    const time = table.you && timeOf(table, table.you.seat, this.now());
    return this.settings.bankStart === 'button' && !this.ui.bankAsked && isMyTurn(table) && Boolean(time?.bank);
  }

  /** Lets the own time bank begin. @param {Table} table @returns {boolean} Whether it waited for that. */
  startBank(table) {
    if (!this.isBankHeld(table)) return false;
    this.set({ bankAsked: true });
    this.say(t('bank.started'));
    this.session.askTable({ type: 'time_bank', start: 'now' });
    return true;
  }

  /** @param {Action['kind']} kind */
  isSending(kind) {
    return this.session.sending?.action.kind === kind;
  }

  // ---------- requests ----------

  /** @param {Action} action */
  act(action) {
    this.session.act(action);
  }

  /** Whether notes about players can be kept. */
  get mayNote() {
    return Boolean(this.app.account.session);
  }

  /** Closing a dialog, rather than taking it away, gives the focus back to where it came from. */
  closeDialog() {
    this.querySelector('dialog')?.close();
  }

  /** @param {Tab} tab */
  openTab(tab) {
    this.set({ tab });
  }

  /** Asks for a hint about the decision that is open. */
  hint() {
    const { shown } = this.session;
    if (shown) this.coach?.ask(shown);
  }

  /** Shows the hints: beside the table, or on the sheet where there is no room for that. */
  openHint() {
    this.set({ tab: 'hint', sheet: this.isTile || innerWidth < 1100 });
  }

  /** Opens the last hand: as a replay for who was dealt in, else what was seen of it. */
  openLast() {
    const last = this.session.shown && this.lastHand(this.session.shown);
    if (!last?.players.some(({ mine }) => mine)) return this.set({ dialog: 'last', sheet: false });
    this.app.navigate(handPath(this.tableId.split('-')[0], last.hand.number));
  }

  /** The last hand that is over. @param {Table} table @returns {Finished | null} */
  lastHand(table) {
    return finished(table) ?? table.last;
  }

  /** @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.session.notice('copied');
    } catch {
      this.session.notice('copy.failed');
    }
  }

  /** The address of the table. Of a private one, the invitation is a part of it. */
  link() {
    return `${location.origin}/table/${encodeURIComponent(this.tableId)}`;
  }

  copyLink() {
    return this.copy(this.link());
  }

  /** @param {Notice} notice */
  noticeText(notice) {
    const params = Object.fromEntries(
      Object.entries(notice.params).map(([name, value]) => [
        name,
        typeof value === 'number' && name !== 'n' ? num(value) : value,
      ]),
    );
    if (has(`${notice.key}.one`)) return t(`${notice.key}.${notice.params.n === 1 ? 'one' : 'other'}`, params);
    return has(notice.key) ? t(notice.key, params) : t('error.unknown', { code: notice.key });
  }
}

customElements.define('p-room', Room);

export { Room };
