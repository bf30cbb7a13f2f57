// The page of a table: combines the stage, the action bar and the panel, and turns the player's input into requests.

/** @import { Action, GameInfo } from '../gen/protocol.d.ts' */
/** @import { Finished, Table } from '../model.js' */
/** @import { Notice, TableSession } from '../session.js' */
/** @import { Placer } from './layout.js' */
/** @import { Tab } from './panel.js' */
/** @import { Coach } from '../practice/hint.js' */
/** @import { Contest } from '../tournament/at-table.js' */
/** @import { Invited } from '../invite.js' */
/** @import { Sign } from './emotes.js' */
/** @import { Ui } from './ui.js' */

import { copyText } from '../clipboard.js';
import { cls, h, patch } from '../dom.js';
import { has, num, t } from '../i18n.js';
import { tableName } from '../lobby/common.js';
import { isMyTurn, mustAsk, myDark, mySeat } from '../facts.js';
import { finished } from '../model.js';
import { mayMove } from '../settings.js';
import { actionBar } from './actions.js';
import { Asks } from './asks.js';
import { BarView } from './bar-view.js';
import { timeOf } from './clock.js';
import { dialogs } from './dialogs.js';
import { empty, tileBar, topBar } from './frame.js';
import { pressKey } from './hotkeys.js';
import { isOnItsSide } from './layout.js';
import { Odds } from './odds.js';
import { panel } from './panel.js';
import { proposal, purseOf } from './stack.js';
import { stage } from './stage.js';
import { sayTurn } from './say.js';
import { Teller } from './teller.js';
import { Ticker } from './ticker.js';
import { amount, stakes } from './words.js';

/** A stage beside others that is lower than this is laid out as on a phone in landscape, in pixels. */
const LOW_TILE = 480;

class Room extends BarView {
  tableId = '';
  /** `true` if other tables are beside it. */
  isTile = false;
  /** Key of the decision that the bar shows. */
  decision = '';

  #pressedOn = '';
  /** Games that need the high bar. @type {Set<string>} */
  #tall = new Set();
  /** What players show and say at their seats just now, by account. @type {Map<string, Sign>} */
  signs = new Map();
  /** The player's requests. */
  asks = new Asks(this);
  odds = new Odds(this);
  teller = new Teller(this);
  ticker = new Ticker(this);
  /** The extra parts of a tournament table, once loaded. @type {Contest | null} */
  contest = null;
  /** Hints at a practice table, once loaded. @type {Coach | null} */
  coach = null;
  #isMoreComing = false;
  #isFresh = true;
  /** `true` if the table had the focus when last drawn. */
  #wasFocused = true;
  /** `true` if the player has been given a seat that is not on the page yet. */
  sitsDown = false;
  /** `true` if the invitation opened by itself, and waits for the first guest. */
  #isInviting = false;
  /** Place that had the focus when it disappeared. @type {number | null} */
  #lostPlace = null;

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.ticker.start();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.ticker.stop();
    this.teller.stop();
  }

  get session() {
    return /** @type {TableSession} */ (this.app.sessions.get(this.tableId));
  }

  /** `true` if keys go to this table and its events are announced in full. */
  get isFocused() {
    return this.app.open.focused === this.tableId;
  }

  /** `true` if lines have at least the width of a tablet. */
  get isWide() {
    return (this.isTile ? this.size.W : innerWidth) >= 600;
  }

  /** @override @param {Partial<Ui>} change */
  set(change) {
    const isTalk = change.tab === 'chat' || (change.sheet && (change.tab ?? this.ui.tab) === 'chat');
    super.set({ ...change, ...(isTalk && { unread: 0 }), ...(change.dialog && { buyIn: null }) });
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

  /** @override */
  update() {
    if (!this.isConnected) return;
    const session = this.app.sessions.get(this.tableId);
    const table = session?.shown;
    if (!session || !table || session.status === 'gone') {
      patch(this, empty(this, session?.status === 'gone' ? 'gone' : 'loading'));
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
    this.watchStage();
    this.#keepFocus(focused);
    if (this.sitsDown && table.you) {
      // The pressed button is gone: ask for what comes next here.
      this.sitsDown = false;
      this.focusOn('.ask');
    }
    this.#stick();
    for (const part of this.querySelectorAll('p-host, p-invite, p-dark, p-note, p-book, p-last, p-ledger, p-closing')) /** @type {any} */ (part).update?.();
    this.effects.run(!this.#isFresh && mayMove(this.settings));
    this.#isFresh = false;
  }

  /** Loads the extra parts of tournament and practice tables; failures are retried at the next change. @param {Table} table */
  async #knowMore({ info }) {
    if (this.#isMoreComing || !(info.tournament || info.practice)) return;
    this.#isMoreComing = true;
    try {
      if (info.tournament) {
        const { Contest } = await this.app.extra(() => import('../tournament/at-table.js'), 'contest');
        this.contest = new Contest(this);
      } else {
        const { Coach } = await this.app.extra(() => import('../practice/hint.js'));
        this.coach = new Coach(this);
      }
      this.update();
    } catch {
      this.#isMoreComing = false;
    }
  }

  /** @param {Table} table */
  #draw(table) {
    const W = this.size.W || Math.max(320, innerWidth - (innerWidth >= 1100 ? 344 : 0));
    const H = this.size.H || Math.max(240, innerHeight - 230);
    const low = this.isTile ? W >= 600 && H < LOW_TILE : isOnItsSide();
    /** @type {Parameters<Placer['place']>[2]} */
    const size = { W, H, low, line: this.isTile && low ? 'over' : 'kept' };
    const layout = this.placer.place(table, this.game(table), size, (chips) => this.money(chips));
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
          // Beside the last hand the table stays in sight.
          this.ui.tab !== 'last' &&
          h('button', {
            key: 'scrim',
            class: 'scrim',
            'aria-label': t('close'),
            on: { click: () => this.closePanel() },
          }),
        // A tile is redrawn often and has no room for it, so it is loaded on request.
        (!this.isTile || this.ui.sheet) && panel(this, table),
        dialogs(this, table),
        this.contest?.dialogs(table),
      ),
    );
  }

  /**
   * `true` if the bar may stay low for good: nothing will need a size or a declaration. If the game does not say so beforehand, the first such
   * decision shows it.
   *
   * @param {Table} table
   */
  #isFlat(table) {
    const isTall = table.you?.choices.some((choice) => choice.kind === 'declare' || (choice.kind === 'roll' && choice.announce.length > 0));
    const id = table.hand?.game ?? table.info.game;
    if (isTall || this.game(table)?.decisions?.includes('declare')) this.#tall.add(id);
    return table.info.limit === 'fixed' && !this.#tall.has(id);
  }

  /** Tracks the decision that the bar shows, and starts over with each. @param {Table} table */
  #decide(table) {
    const { hand, you } = table;
    const isMine = isMyTurn(table);
    if (this.ui.sitOutNext === (mySeat(table)?.status !== 'active')) this.ui.sitOutNext = null;
    // A dialog opened too late must not reopen by itself when the viewer may declare again.
    if (this.ui.dialog === 'dark' && !myDark(table)) this.ui.dialog = null;
    const me = you && mySeat(table);
    const price = me && hand && !isMine ? Math.max(0, hand.bet - (me.play?.bet ?? 0)) : 0;
    // What the bar offers to a player without cards stays the same when a hand begins or ends.
    const isOffered = !you && table.offered?.player.id === table.me;
    const aside = `aside:${me?.status ?? this.session.elsewhere ?? (isOffered ? 'offered' : '')}`;
    const waiting = `${hand?.number ?? 0}:${hand?.over ? 'over' : `idle:${price}`}`;
    // Each step of a stop is a question of its own: its buttons open cards or end the hand.
    const stop = this.session.elsewhere ? null : hand?.stop;
    const stopped = stop && `${hand?.number}:stop:${stop.open ? 'open' : stop.asked ? 'asked' : ''}`;
    const decision = isMine && you ? `${you.hand}:${you.turn}` : stopped || (me?.play ? waiting : aside);
    if (decision === this.decision) return;
    this.decision = decision;
    this.ask();
    this.ticker.begin();
    this.undecide();
    // The guest has come, and the clock of the first hand runs.
    const makesWay = isMine && this.#isInviting && this.ui.dialog === 'invite';
    if (makesWay) this.ui.dialog = null;
    if (isMine) this.#isInviting = false;
    if (!isMine || this.session.sending || !this.isFocused) return;
    const time = you && timeOf(table, you.seat, this.now());
    this.app.announcer.assertive(sayTurn(table, time?.left ?? 0, this.money));
    this.app.sounds.play('turn');
    if (this.settings.jumpToActions && (makesWay || !document.querySelector('dialog[open]'))) {
      this.effects.then(() => this.focusOn('.ask'));
    }
  }

  /** Announces the table that the player has switched to, if it was already on the screen. @param {Table} table */
  #arrive(table) {
    const wasFocused = this.#wasFocused;
    this.#wasFocused = this.isFocused;
    if (!this.isTile || wasFocused || !this.isFocused) return;
    const { you } = table;
    const time = you && timeOf(table, you.seat, this.now());
    const turn = isMyTurn(table) ? sayTurn(table, time?.left ?? 0, this.money) : '';
    this.app.announcer.polite(`${t('table.named', { name: tableName(table.info) })}. ${turn}`.trim());
  }

  /** Carries out the player's intention, once the table is loaded. @param {TableSession} session */
  #wish(session) {
    const { live, wish } = session;
    if (!live || !wish || session.status !== 'live') return;
    session.wish = null;
    if (live.you) return;
    if (mustAsk(live)) return this.asks.askSeat(true);
    const isFull = Object.keys(live.seats).length >= live.info.seats;
    if (wish === 'wait' || isFull) this.asks.waitList(true);
    else if (wish === 'sit' || purseOf(this, live) < live.info.buy_in_min) this.mind({ dialog: 'sit', sitSeat: null, buyIn: null });
    else {
      this.#isInviting = wish === 'host';
      this.mind({ entry: 'post', ...(this.#isInviting && { dialog: 'invite' }) });
      this.asks.takeSeat(proposal(this, live, 'sit'));
    }
  }

  /** Keeps logs scrolled to the end unless the player has scrolled up. */
  #stick() {
    for (const log of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('[data-stick]'))) {
      const seen = Number(log.dataset.height ?? 0);
      const wasAtEnd = seen === 0 || log.scrollTop + log.clientHeight >= seen - 24;
      if (log.scrollHeight !== seen && wasAtEnd) log.scrollTop = log.scrollHeight;
      log.dataset.height = String(log.scrollHeight);
    }
  }

  /** @override */
  resized() {
    const table = this.session?.shown;
    if (table) this.#draw(table);
  }

  // ---------- focus and presses ----------

  /** Place of the bar that has the focus. @returns {number | null} */
  #focusedPlace() {
    const place = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.place;
    return place === undefined ? null : Number(place);
  }

  /** After an action the focus stays on the same place, even if that place was gone for a while. @param {number | null} focused */
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

  /** A press counts only if it began and ended on the same decision. @override @param {MouseEvent} event @param {number} at */
  pressed(event, at) {
    if (event.detail > 0 && this.#pressedOn !== this.decision) {
      this.say(t('act.changed'));
      return;
    }
    super.pressed(event, at);
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    this.app.open.focus(this.tableId);
    if (/** @type {Element} */ (event.target).closest('.act')) this.#pressedOn = this.decision;
  };

  constructor() {
    super();
    this.addEventListener('pointerdown', this.#down);
    // Tabbing into a table selects it like a press.
    this.addEventListener('focusin', () => this.app.open.focus(this.tableId));
  }

  /** @override @param {KeyboardEvent} event @param {string | null} key */
  keyed(event, key) {
    if (!this.isFocused) return;
    if (event.key === 'Escape' && (this.ui.sheet || this.ui.tab === 'last') && !document.querySelector('dialog[open]')) {
      this.closePanel();
      return;
    }
    const table = this.session?.shown;
    if (!key || !table) return;
    if (!this.app.open.takesKey()) {
      event.preventDefault();
      this.say(t('act.jumped', { name: tableName(table.info) }));
      return;
    }
    if (pressKey(this, key, table)) event.preventDefault();
  }

  /** `true` while answers cannot be delivered. */
  get isDown() {
    return this.app.isDown;
  }

  /** `true` while the server restarts: clocks stand still. */
  get isRestarting() {
    return this.app.reach.stoppedAt !== null;
  }

  /** @override */
  now() {
    return this.app.reach.now;
  }

  /** @override */
  get isReady() {
    return this.isCalm && !this.session.sending && !this.isDown;
  }

  /** `true` if the viewer's time bank waits for its button in the open decision. @param {Table} table @returns {boolean} */
  isBankHeld(table) {
    const time = table.you && timeOf(table, table.you.seat, this.now());
    return this.settings.bankStart === 'button' && !this.ui.bankAsked && isMyTurn(table) && Boolean(time?.bank);
  }

  /** Starts the viewer's time bank. @param {Table} table @returns {boolean} `true` if it was waiting. */
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

  /** `true` if notes about players can be kept. */
  get mayNote() {
    return Boolean(this.app.account.session);
  }

  /** Closing a dialog, rather than removing it, returns the focus to where it came from. */
  closeDialog() {
    this.querySelector('dialog')?.close();
  }

  /** @param {Tab} tab */
  openTab(tab) {
    this.set({ tab });
  }

  /** Asks for a hint on the open decision. */
  hint() {
    const { shown } = this.session;
    if (shown) this.coach?.ask(shown);
  }

  /** Shows a part of the panel: beside the table, or on the sheet if there is no room. @param {Tab} tab */
  openPanel(tab) {
    this.set({ tab, sheet: this.isTile || innerWidth < 1100 });
  }

  /** Opens the last hand beside the table, which stays in play. */
  openLast() {
    this.openPanel('last');
    this.focusOn('.last-title');
  }

  /** Closes the sheet, and the last hand wherever it is. */
  closePanel() {
    const wasInside = this.querySelector('.panel')?.contains(document.activeElement);
    this.set({ sheet: false, ...(this.ui.tab === 'last' && { tab: 'log' }) });
    if (wasInside) this.focusOn('.act');
  }

  /** The last finished hand. @param {Table} table @returns {Finished | null} */
  lastHand(table) {
    return finished(table) ?? table.last;
  }

  /** @param {string} text */
  async copy(text) {
    this.session.notice((await copyText(text)) ? 'copied' : 'copy.failed');
  }

  /** Address of the table. For a private one it includes the invitation. */
  link() {
    return `${location.origin}/table/${encodeURIComponent(this.tableId)}`;
  }

  /** @returns {Invited | null} */
  invited() {
    const table = this.session?.shown;
    if (!table) return null;
    const { name, private: isPrivate } = table.info;
    return {
      link: this.link(),
      why: t(isPrivate ? 'invite.private' : 'invite.public'),
      title: name,
      text: t('invite.text', { name, stakes: stakes(table.info) }),
    };
  }

  /** @param {Notice} notice */
  noticeText(notice) {
    const params = Object.fromEntries(
      Object.entries(notice.params).map(([name, value]) => [name, typeof value === 'number' && name !== 'n' ? num(value) : value]),
    );
    if (has(`${notice.key}.one`)) return t(`${notice.key}.${notice.params.n === 1 ? 'one' : 'other'}`, params);
    return has(notice.key) ? t(notice.key, params) : t('error.unknown', { code: notice.key });
  }
}

customElements.define('p-room', Room);

export { Room };
