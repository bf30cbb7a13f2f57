// The strip of open tables: a tab for each with its name, the player's cards and the seconds left. It also makes the announcements of all tables but
// the focused one, which makes its own.

/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */
/** @import { PublicEvent } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { TableSession } from '../session.js' */

import { cls, h, icon, patch } from '../dom.js';
import { t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { tableName } from '../lobby/common.js';
import { isMyTurn, mySeat } from '../facts.js';
import { iconLink } from '../top.js';
import { timeOf } from './clock.js';
import { cards } from './marks.js';
import { sayEvent, sayTurn } from './say.js';
import { amount } from './words.js';

const TICK_MS = 250;

/** Minimum distance and maximum time of a swipe. */
const SWIPE = { far: 60, ms: 600 };

/** Last seconds of a decision, announced once. */
const HURRY_S = 5;

/** @implements {View} */
class Strip extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** Announced decisions of other tables, with the last warning. @type {Map<string, { decision: string, hurried: boolean }>} */
  #told = new Map();
  /** Order of the tabs, fixed while a pointer or the focus is on them. @type {string[]} */
  #order = [];
  #isHeld = false;
  #drawn = '';
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticker;
  /** Start of the touch. @type {{ x: number, y: number, at: number } | null} */
  #touch = null;

  connectedCallback() {
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    addEventListener('touchstart', this.#down, { passive: true });
    addEventListener('touchend', this.#up, { passive: true });
    for (const type of ['pointerenter', 'focusin']) this.addEventListener(type, this.#hold);
    for (const type of ['pointerleave', 'focusout']) this.addEventListener(type, this.#release);
  }

  disconnectedCallback() {
    clearInterval(this.#ticker);
    removeEventListener('touchstart', this.#down);
    removeEventListener('touchend', this.#up);
  }

  /** Tabs under the finger must not move. */
  #hold = () => {
    this.#isHeld = true;
  };

  /** A focused tab that is taken away reports it in the middle of a drawing, which has to end first. */
  #release = () =>
    queueMicrotask(() => {
      this.#isHeld = this.matches(':hover, :focus-within');
      this.update();
    });

  // ---------- drawing ----------

  update() {
    if (!this.isConnected) return;
    this.#heed();
    const { app } = this;
    const now = app.reach.now;
    const ids = app.open.byUrgency().map(({ id }) => id);
    this.#order = this.#isHeld ? [...this.#order.filter((id) => ids.includes(id)), ...ids.filter((id) => !this.#order.includes(id))] : ids;
    const isTiled = app.open.grid !== null;
    this.#drawn = this.#times(now);
    patch(
      this,
      h(
        'nav',
        { class: cls('strip', isTiled && 'with-tools'), 'aria-label': t('tables.open') },
        isTiled && this.#home(),
        h(
          'ul',
          null,
          this.#order.map((id) => {
            const session = app.sessions.get(id);
            return session ? this.#tab(session, now) : null;
          }),
        ),
        isTiled && this.#tools(),
      ),
    );
  }

  /** @param {TableSession} session @param {number} now @returns {Kid} */
  #tab(session, now) {
    const { app } = this;
    const { id, shown } = session;
    const isAsked = Boolean(shown && isMyTurn(shown));
    const path = `/table/${encodeURIComponent(id)}`;
    const play = shown && mySeat(shown)?.play;
    const mine = play && !play.folded && !app.settings.value.streamer ? play.cards.filter((card) => card !== null) : [];
    const left = shown && secondsLeft(shown, now);
    return h(
      'li',
      { key: id },
      h(
        'a',
        {
          class: cls('tab', isAsked && 'turn', play?.folded && 'folded'),
          href: path,
          'aria-current': id === app.open.focused ? 'page' : null,
          on: { click: (event) => this.#follow(event, id) },
        },
        isAsked && h('span', { key: 'turn', class: 'vh' }, `${t('ask.turn')}: `),
        h('span', { key: 'name', class: 'tab-name' }, shown ? tableName(shown.info) : id),
        mine.length > 0 && h('span', { key: 'cards', class: cls('tab-cards', mine.length > 3 && 'many') }, cards(mine.map(String))),
        left !== null && h('span', { key: 'left', class: 'tab-left' }, t('seconds.short', { n: left })),
      ),
      shown &&
        !shown.you &&
        id !== app.open.focused &&
        h(
          'button',
          {
            key: 'close',
            class: 'ico',
            'aria-label': t('tables.close', { name: tableName(shown.info) }),
            title: t('tables.close', { name: tableName(shown.info) }),
            on: { click: () => app.open.close(id) },
          },
          icon(ICONS.close),
        ),
    );
  }

  /** @param {MouseEvent} event @param {string} id */
  #follow(event, id) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.app.open.focus(id);
  }

  #home() {
    return iconLink(this.app, '/', t('lobby.back'), ICONS.back);
  }

  /** Controls of the page, not of a table: tiles have no room for them. @returns {Kid[]} */
  #tools() {
    const { app } = this;
    const isOn = app.settings.value.volume > 0;
    /** @param {string} d @param {string} label @param {() => void} click */
    const button = (d, label, click) => h('button', { key: label, class: 'ico', 'aria-label': label, title: label, on: { click } }, icon(d));
    return [
      h('p', { key: 'net', class: cls('net', app.isDown && 'lost'), role: 'status' }, h('span', null, t(app.isDown ? 'net.lost' : 'net.ready'))),
      button(isOn ? ICONS.sound : ICONS.mute, t(isOn ? 'sound.off' : 'sound.on'), () => app.settings.merge({ volume: isOn ? 0 : 0.6 })),
      button(ICONS.settings, t('settings'), () => app.show('settings')),
    ];
  }

  /** Seconds of all tabs. @param {number} now */
  #times(now) {
    return this.#order
      .map((id) => {
        const shown = this.app.sessions.get(id)?.shown;
        return shown ? secondsLeft(shown, now) : null;
      })
      .join();
  }

  #tick() {
    this.#heed();
    if (!document.hidden && this.#times(this.app.reach.now) !== this.#drawn) this.update();
  }

  // ---------- announcements ----------

  /** Announces once that the player is to act at another table, and that little time is left. */
  #heed() {
    const { app } = this;
    const now = app.reach.now;
    for (const { id, shown, sending } of app.sessions.values()) {
      if (!shown?.you || !isMyTurn(shown) || sending) continue;
      const decision = `${shown.you.hand}:${shown.you.turn}`;
      const time = timeOf(shown, shown.you.seat, now);
      const told = this.#told.get(id);
      if (id === app.open.focused) {
        this.#told.set(id, { decision, hurried: true });
      } else if (told?.decision !== decision) {
        this.#told.set(id, { decision, hurried: false });
        app.announcer.assertive(at(shown, sayTurn(shown, time?.left ?? 0, this.#money(shown))));
        app.sounds.play('turn');
      } else if (!told.hurried && time && !time.inBank && time.left <= HURRY_S) {
        told.hurried = true;
        app.announcer.assertive(at(shown, t('say.five')));
        app.sounds.play('hurry');
      }
    }
    for (const id of this.#told.keys()) if (!app.sessions.has(id)) this.#told.delete(id);
  }

  /**
   * Announces the player's winnings at another table, as the picture reaches them.
   *
   * @param {string} _id
   * @param {PublicEvent} event
   * @param {Table} _before
   * @param {Table} after
   * @param {boolean} quiet
   */
  happened(_id, event, _before, after, quiet) {
    if (quiet || event.kind !== 'pot_awarded' || !event.shares.some(({ seat }) => seat === after.you?.seat)) return;
    this.app.announcer.polite(at(after, sayEvent(event, after, undefined, this.#money(after))));
  }

  /** @param {Table} table @returns {(chips: number) => string} */
  #money(table) {
    return (chips) => amount(chips, this.app.settings.value, table.info);
  }

  // ---------- swipes ----------

  /** @param {TouchEvent} event */
  #down = (event) => {
    const [finger, another] = event.touches;
    const target = /** @type {Element} */ (event.target);
    const isFelt = target.closest('.stage') && !target.closest('.laying, input');
    this.#touch = isFelt && !another && !this.app.open.grid ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp } : null;
  };

  /** @param {TouchEvent} event */
  #up = (event) => {
    const from = this.#touch;
    this.#touch = null;
    if (!from || event.timeStamp - from.at > SWIPE.ms) return;
    const [{ clientX, clientY }] = event.changedTouches;
    const dx = clientX - from.x;
    if (Math.abs(dx) < SWIPE.far || Math.abs(clientY - from.y) > Math.abs(dx) / 2) return;
    this.app.open.step(dx < 0 ? 1 : -1);
  };
}

/** A text about a table other than the focused one. @param {Table} table @param {string} text */
const at = ({ info }, text) => t('say.at', { name: tableName(info), text });

/** Seconds left for the player, `null` while not to act. @param {Table} table @param {number} now */
function secondsLeft(table, now) {
  const time = table.you && isMyTurn(table) ? timeOf(table, table.you.seat, now) : null;
  if (!time) return null;
  return time.inBank ? time.bank : time.left;
}

customElements.define('p-strip', Strip);

export { Strip };
