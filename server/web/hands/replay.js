// A finished hand on its table's stage, step by step: by button, key, slider, line of the log, or automatically.

/** @import { HandRecord } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from '../table/room.js' */
/** @import { Mark, Step, Story } from './story.js' */
/** @import { HandPlace } from './walk.js' */

import { cls, h, icon, patch } from '../dom.js';
import { local, num, t, timeText } from '../i18n.js';
import { ICONS } from '../icons.js';
import { saidOnce } from '../lobby/common.js';
import { Refusal } from '../net.js';
import { mayMove } from '../settings.js';
import { Effects } from '../table/effects.js';
import { isOnItsSide, Placer } from '../table/layout.js';
import { noteDialog } from '../table/notes.js';
import { Odds } from '../table/odds.js';
import { logGroups } from '../table/panel.js';
import { sayHands, sayState } from '../table/say.js';
import { stage } from '../table/stage.js';
import { amount, stakes } from '../table/words.js';
import { iconLink } from '../top.js';
import { controls, SPEEDS } from './controls.js';
import { downloadDialog, shareDialog, Sharing } from './sharing.js';
import { marksOf, stepOf, storyOf, streetFrom } from './story.js';
import { sayStep } from './telling.js';
import { handPath } from './walk.js';

/** Duration of a step during playback at normal speed. */
const STEP_MS = 1000;

/**
 * Meaning of a key, `null` if none. Keys that the focused element uses stay with it.
 *
 * @param {KeyboardEvent} event
 */
function keyOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest('dialog') || target.matches('select, textarea, input:not([type="range"])')) return null;
  if (event.key === ' ') return target.closest('button, a, [role="tab"]') ? null : ' ';
  return event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
}

/** @implements {View} */
class Replay extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  tableId = '';
  hand = 0;
  /** Token of a shared hand, used in place of table and number. */
  token = '';
  /** @type {HandRecord | null} */
  record = null;
  /** @type {Story | null} */
  story = null;
  at = 0;
  speed = 1;
  isPlaying = false;
  /** @type {'share' | 'download' | 'note' | null} */
  dialog = null;
  isLogOpen = false;
  sharing = new Sharing(this);
  /** Hands reached by Up and Down. @type {HandPlace[]} */
  walk = [];
  /** State of loading, shown in place of the hand. @type {'loading' | 'gone' | 'stranger' | 'failed'} */
  #state = 'loading';
  #isAsked = false;
  #size = { W: 0, H: 0 };
  #placer = new Placer();
  #effects = new Effects(this);
  #isFresh = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #watcher = new ResizeObserver(() => this.#measure());
  /** @param {KeyboardEvent} event */
  #keys = (event) => this.#key(event);

  // The parts of a room that a table's stage needs.
  session = { notices: [], sending: null };
  ui = { picked: [], order: [], note: /** @type {Room['ui']['note']} */ (null) };
  /** A record has no signs. @type {Room['signs']} */
  signs = new Map();
  odds = new Odds(this);
  get effects() {
    return this.#effects;
  }
  get settings() {
    return this.app.settings.value;
  }
  now() {
    return Date.now();
  }
  game() {
    return this.story?.game;
  }
  /** @param {number} chips @returns {string} */
  money = (chips) => (this.table ? amount(chips, this.settings, this.table.info) : num(chips));

  connectedCallback() {
    addEventListener('keydown', this.#keys);
  }

  disconnectedCallback() {
    this.pause();
    this.#watcher.disconnect();
    removeEventListener('keydown', this.#keys);
  }

  /** The table at the current step. @returns {Table | null} */
  get table() {
    return this.story?.steps[this.at]?.table ?? null;
  }

  /** Starting steps of the streets. @returns {Mark[]} */
  get marks() {
    return this.story ? marksOf(this.story) : [];
  }

  get last() {
    return (this.story?.steps.length ?? 1) - 1;
  }

  async #load() {
    this.#isAsked = true;
    try {
      const { account } = this.app;
      const [record] = await Promise.all([this.token ? account.sharedHand(this.token) : account.hand(this.tableId, this.hand), this.app.knowGames()]);
      this.record = record;
      this.story = storyOf(record, this.app.games);
    } catch (error) {
      this.#state = error instanceof Refusal && /not_found|forbidden/.test(error.code) ? 'gone' : 'failed';
    }
    this.update();
    if (this.story) this.app.announcer.polite(this.#saysPlace());
    if (this.record && !this.token) {
      this.walk = await this.app.walk.around(this.tableId, this.hand).catch(() => []);
      this.update();
    }
  }

  update() {
    if (!this.isConnected) return;
    const { app } = this;
    if (!this.token && !app.account.session) this.#state = app.isRestored ? 'stranger' : 'loading';
    else if (this.#state === 'stranger') this.#state = 'loading';
    if (!this.#isAsked && (this.token || app.account.session) && app.isRestored) this.#load();
    if (this.table) this.odds.look(this.table);
    if (this.story && this.table) this.#draw(this.story, this.table);
    else patch(this, this.#empty());
    const element = this.querySelector('.stage');
    if (element && this.#size.W === 0) {
      this.#watcher.observe(element);
      this.#measure();
    }
    this.#effects.run(!this.#isFresh && mayMove(this.settings));
    this.#isFresh = !this.story;
  }

  #empty() {
    const { app } = this;
    const why = this.#state;
    return h(
      'div',
      { class: 'room bare' },
      h(
        'main',
        { class: 'notice' },
        why === 'loading'
          ? [h('h1', { key: 'h', class: 'vh' }, t('replay.loading')), h('div', { key: 's', class: 'felt-skeleton', 'aria-hidden': 'true' })]
          : [
              h('h1', { key: 'h' }, t(`replay.${why}`)),
              why === 'stranger' && h('button', { key: 'in', class: 'btn-s hot', on: { click: () => app.identify() } }, t('sign_in')),
              why === 'failed' && h('button', { key: 'again', class: 'btn-s', on: { click: () => this.#load() } }, t('replay.again')),
              h('a', { key: 'a', class: 'btn-s', href: '/', on: { click: (event) => app.follow(event, '/') } }, t('lobby.back')),
            ],
      ),
    );
  }

  /** @param {Story} story @param {Table} table */
  #draw(story, table) {
    const size = {
      W: this.#size.W || Math.max(320, innerWidth - (innerWidth >= 1100 ? 344 : 0)),
      H: this.#size.H || Math.max(240, innerHeight - 230),
      low: isOnItsSide(),
    };
    const layout = this.#placer.place(table, story.game, size, this.money);
    // The stage needs no more of its room than this view has.
    const room = /** @type {Room} */ (/** @type {unknown} */ (this));
    patch(
      this,
      h(
        'div',
        { class: cls('room replay', layout.sizes.fan && 'stud', this.isLogOpen && 'with-sheet') },
        h('a', { class: 'skip', href: '#act' }, t('replay.skip')),
        this.#top(table),
        controls(this, story),
        stage(room, table, layout),
        h('p-sky', { class: 'flying', 'aria-hidden': 'true' }),
        this.isLogOpen && h('button', { key: 'scrim', class: 'scrim', 'aria-label': t('close'), on: { click: () => this.openLog(false) } }),
        this.#log(room, story),
        this.dialog === 'share' && shareDialog(this),
        this.dialog === 'download' && downloadDialog(this),
        this.dialog === 'note' && noteDialog(room),
      ),
    );
    /** @type {any} */ (this.querySelector('p-note'))?.update();
    this.#showLine();
  }

  /** @param {Table} table */
  #top(table) {
    const { app, record } = this;
    const { info } = table;
    const seated = [...app.sessions.values()].find((session) => session.live?.you && session.id.split('-')[0] === this.tableId);
    const back = seated ? `/table/${encodeURIComponent(seated.id)}` : this.token ? '/' : '/hands';
    const label = t(seated ? 'replay.table' : this.token ? 'lobby.back' : 'hands.back');
    // House and practice tables are named after their games.
    const name = record?.table_name !== info.game_name.en && record?.table_name;
    const title = t('replay.title', { game: local(info.game_name), n: table.hand?.number ?? 0 });
    const words = saidOnce([name, stakes(info), info.limit && t(`limit.${info.limit}`), record && timeText(Date.parse(record.ended_at))], title);
    /** @param {string} d @param {string} label @param {() => void} click @param {string} [kind] */
    const button = (d, label, click, kind = '') =>
      h('button', { key: label, class: cls('ico', kind), 'aria-label': label, title: label, on: { click } }, icon(d));
    return h(
      'header',
      { class: 'top' },
      iconLink(app, back, label, ICONS.back),
      h('div', { class: 'name' }, h('h1', null, title), h('p', { class: 'sub' }, words.join(' · '))),
      !this.token && this.walk.length > 1 && this.#neighbours(),
      !this.token && button(ICONS.share, t('share'), () => this.open('share')),
      !this.token && button(ICONS.save, t('download'), () => this.open('download')),
      button(ICONS.log, t('tab.log'), () => this.openLog(!this.isLogOpen), 'sheet-only'),
      button(ICONS.settings, t('settings'), () => app.show('settings'), 'wide'),
    );
  }

  /** The neighbouring hands in the list being stepped through. */
  #neighbours() {
    /** @param {1 | -1} by @param {string} d @param {string} label */
    const way = (by, d, label) => {
      const place = this.neighbour(by);
      return h(
        'a',
        {
          key: label,
          class: 'ico wide',
          role: 'link',
          href: place ? handPath(place.table, place.hand) : null,
          'aria-disabled': !place,
          'aria-label': label,
          title: label,
          on: { click: (event) => place && this.app.follow(event, handPath(place.table, place.hand)) },
        },
        icon(d),
      );
    };
    return [way(-1, ICONS.up, t('replay.newer')), way(1, ICONS.down, t('replay.older'))];
  }

  /** @param {1 | -1} by 1 for the one before it in time. @returns {HandPlace | null} */
  neighbour(by) {
    const at = this.walk.findIndex(({ table, hand }) => table === this.tableId && hand === this.hand);
    return at < 0 ? null : (this.walk[at + by] ?? null);
  }

  /** @param {Room} room @param {Story} story */
  #log(room, story) {
    const table = /** @type {Table} */ (story.steps.at(-1)?.table);
    const { from, to } = story.steps[this.at];
    const commitment = this.record?.events.find((event) => event.kind === 'hand_started')?.commitment;
    return h(
      'aside',
      { class: cls('panel', this.isLogOpen && 'open'), 'aria-label': t('tab.log') },
      h(
        'div',
        { class: 'tabs' },
        h('h2', { class: 'panel-title' }, t('tab.log')),
        h('button', { class: 'ico sheet-only', 'aria-label': t('close'), on: { click: () => this.openLog(false) } }, icon(ICONS.close)),
      ),
      h(
        'div',
        { class: 'tab-panel' },
        h(
          'div',
          { class: 'log steps', tabindex: '0', role: 'region', 'aria-label': t('tab.log') },
          logGroups(room, table, story.log, {
            pick: ({ seq }) => {
              this.pause();
              this.go(stepOf(story, seq));
            },
            is: ({ seq }) => (seq > to ? 'later' : seq >= from ? 'now' : ''),
          }),
        ),
      ),
      commitment && h('p', { class: 'commitment' }, t('replay.commitment'), h('code', null, commitment)),
    );
  }

  /** Keeps the line and the street of the step in view, without scrolling the page. */
  #showLine() {
    const streets = this.querySelector('.streets');
    const street = /** @type {HTMLElement | null} */ (streets?.querySelector('[aria-current]'));
    if (streets && street) {
      const [outer, inner] = [streets.getBoundingClientRect(), street.getBoundingClientRect()];
      if (inner.left < outer.left || inner.right > outer.right) {
        streets.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
      }
    }
    const log = this.querySelector('.log.steps');
    // The events that end a hand have no line of their own.
    const line = log && ([...log.querySelectorAll('.now')].at(-1) ?? [...log.querySelectorAll('li:not(.later)')].at(-1));
    if (!log || !line) return;
    const [outer, inner] = [log.getBoundingClientRect(), line.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      log.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  }

  #measure() {
    const element = this.querySelector('.stage');
    if (!element) return;
    const W = element.clientWidth;
    const H = element.clientHeight;
    if (W === this.#size.W && H === this.#size.H) return;
    this.#size = { W, H };
    if (this.story && this.table) this.#draw(this.story, this.table);
  }

  // ---------- moving ----------

  /** Shows a step and announces what happened in it. @param {number} at */
  go(at) {
    const { story } = this;
    if (!story) return;
    const to = Math.min(this.last, Math.max(0, at));
    if (to === this.at) return;
    const isNext = to === this.at + 1;
    const before = this.at;
    this.at = to;
    if (isNext && mayMove(this.settings)) this.#move(story.steps[to], story.steps[before].table);
    else this.#isFresh = true;
    this.update();
    const text = isNext ? '' : this.#saysPlace();
    this.app.announcer.polite([text, this.#says(to)].filter(Boolean).join(' '));
  }

  /** Animates the chips and cards of a step. @param {Step} step @param {Table} before */
  #move(step, before) {
    for (const event of this.record?.events.slice(step.from - 1, step.to) ?? []) this.#effects.move(event, before, this.money);
  }

  /** Text of a step for screen readers. @param {number} at */
  #says(at) {
    const { story, record } = this;
    return story && record ? sayStep(story, record, at, this.money) : '';
  }

  #saysPlace() {
    const mark = this.marks.findLast(({ at }) => at <= this.at);
    return t('replay.place', { n: this.at + 1, of: this.last + 1, street: mark?.label ?? '', pot: this.money(this.table?.hand?.pot ?? 0) });
  }

  play() {
    if (this.at >= this.last) this.go(0);
    this.isPlaying = true;
    this.update();
    this.#wait();
  }

  pause() {
    clearTimeout(this.#timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.update();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.isPlaying) return;
      this.go(this.at + 1);
      if (this.at < this.last) this.#wait();
      else this.pause();
    }, STEP_MS / this.speed);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.update();
    if (this.isPlaying) this.#wait();
  }

  /** Moves by a step or a street, which stops playback. @param {1 | -1} by @param {boolean} [street] */
  step(by, street = false) {
    this.pause();
    this.go(street ? streetFrom(this.marks, this.at, by, this.last) : this.at + by);
  }

  /** @param {number} at */
  jump(at) {
    this.pause();
    this.go(at);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = keyOf(event);
    if (!key || !this.story || !this.table || document.querySelector('dialog[open]')) return;
    if (!this.#press(key, event.shiftKey, this.table)) return;
    event.preventDefault();
  }

  /** @param {string} key @param {boolean} shift @param {Table} table @returns {boolean} `true` if the key had a meaning. */
  #press(key, shift, table) {
    switch (key) {
      case 'ArrowRight':
      case 'ArrowLeft':
        this.step(key === 'ArrowRight' ? 1 : -1, shift);
        return true;
      case 'ArrowUp':
      case 'ArrowDown': {
        const place = this.neighbour(key === 'ArrowDown' ? 1 : -1);
        if (place) this.app.navigate(handPath(place.table, place.hand), { replace: true });
        return true;
      }
      case 'Home':
        this.jump(0);
        return true;
      case 'End':
        this.jump(this.last);
        return true;
      case ' ':
        if (this.isPlaying) this.pause();
        else this.play();
        return true;
      case 'g':
        this.app.announcer.polite(sayState(table, this.now(), this.money));
        return true;
      case 'G':
        this.app.announcer.polite(sayHands(table));
        return true;
      case 'Escape':
        if (!this.isLogOpen) return false;
        this.openLog(false);
        return true;
      default: {
        const speed = SPEEDS.find((one) => String(one) === key);
        if (speed) this.setSpeed(speed);
        return Boolean(speed);
      }
    }
  }

  // ---------- around it ----------

  /** @param {boolean} is */
  openLog(is) {
    this.isLogOpen = is;
    this.update();
  }

  /** @param {'share' | 'download' | 'note' | null} dialog */
  open(dialog) {
    this.pause();
    this.dialog = dialog;
    this.update();
  }

  /** Players of a shared hand may have no names. */
  get mayNote() {
    return !this.token && Boolean(this.app.account.session);
  }

  /** Opens, edits or closes a player's card. @param {{ dialog?: 'note' | null, note?: Room['ui']['note'] }} change */
  set({ dialog, note }) {
    if (note !== undefined) this.ui = { ...this.ui, note };
    if (dialog !== undefined) this.open(dialog);
    else this.update();
  }

  closeDialog() {
    this.querySelector('dialog')?.close();
  }

  noticeText() {
    return '';
  }
}

customElements.define('p-replay', Replay);

export { Replay };
