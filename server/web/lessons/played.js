// A hand on the stage of its table that stops where something is said or asked, and is played by the controls of the table. No server is
// needed. What is said, and what follows from an answer, is for the views that extend this.

/** @import { Action, HandRecord } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Plan } from '../table/actions.js' */
/** @import { Room } from '../table/room.js' */

import { cls, h, patch } from '../dom.js';
import { stepOf, storyOf } from '../hands/story.js';
import { t } from '../i18n.js';
import { mayMove } from '../settings.js';
import { barOf, planOf } from '../table/actions.js';
import { BarView } from '../table/bar-view.js';
import { pressKey } from '../table/hotkeys.js';
import { isOnItsSide } from '../table/layout.js';
import { stage } from '../table/stage.js';
import { amount } from '../table/words.js';

/** How long each event stands on the way to the next stop. */
const STEP_MS = 700;

/** It has what the stage and the bar ask of a table's room. */
export class PlayedHand extends BarView {
  /** The hand. @type {HandRecord} */
  // @ts-ignore: set by the view before the first update.
  record;
  /** The stop that the hand is at, or on its way to. */
  at = 0;
  /** The step of the hand that is on the stage. */
  step = 0;

  // What the stage and the bar ask of a room.
  tableId = 'played';
  isTile = false;
  isDown = false;
  mayNote = false;
  session = { notices: [], sending: null, refusal: null };
  /** @type {Room['emotes']} */
  emotes = new Map();
  /** The hand is told without a server. @type {Pick<Room['odds'], 'shares'>} */
  odds = { shares: new Map() };

  /** @type {import('../hands/story.js').Story | null} */
  #story = null;
  #isFresh = true;
  /** Whether it was said that the hand is at this stop. */
  #isSaid = false;
  /** The stop whose question was put last. */
  #asked = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  get isWide() {
    return innerWidth >= 600;
  }
  get story() {
    return (this.#story ??= storyOf(this.record, this.app.games));
  }
  /** Where the hand stops: behind so many events. @returns {readonly { to: number }[]} */
  get stops() {
    return [];
  }
  /** Whether there is a question at this stop that is not answered. */
  get isQuestion() {
    return false;
  }
  /** Where the stage stands once the way to this stop is over. */
  get #goal() {
    return stepOf(this.story, this.stops[this.at].to);
  }
  get isThere() {
    return this.step >= this.#goal;
  }
  /** Whether something is asked, and the stage has come to it. */
  get isAsked() {
    return this.isQuestion && this.isThere;
  }
  get isLast() {
    return this.at === this.stops.length - 1;
  }
  /** The table on the stage. What is not asked yet cannot be answered. @returns {Table} */
  get table() {
    const { table } = this.story.steps[this.step];
    return this.isAsked || !table.you ? table : { ...table, you: { ...table.you, choices: [] } };
  }
  get decision() {
    return `${this.at}`;
  }
  /** @override */
  get isReady() {
    return !this.isAsked || this.isCalm;
  }
  /** The game of the hand on the stage. @param {Table} _table */
  game(_table) {
    return this.story.game;
  }
  /** @param {number} chips @returns {string} */
  money = (chips) => amount(chips, this.settings, this.story.before.info);

  /** @override */
  update() {
    if (!this.isConnected || !this.record) return;
    this.#ask();
    this.#draw();
    this.watchStage();
    this.effects.run(!this.#isFresh && mayMove(this.settings));
    this.#isFresh = false;
    this.#walk();
    this.#say();
  }

  /** Notes when a question is put. */
  #ask() {
    if (!this.isAsked || this.#asked === this.at) return;
    this.#asked = this.at;
    this.ask();
  }

  /** Goes on, event by event, to the stop. */
  #walk() {
    if (this.isThere) return;
    if (!mayMove(this.settings) || document.hidden) return this.arrive();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { steps } = this.story;
      const before = steps[this.step].table;
      this.step += 1;
      const { from, to } = steps[this.step];
      for (const event of this.record.events.slice(from - 1, to)) this.effects.move(event, before, this.money);
      this.passed(this.step, this.step);
      this.update();
    }, STEP_MS);
  }

  /** Shows the stop at once. */
  arrive() {
    clearTimeout(this.#timer);
    const first = this.step + 1;
    this.step = this.#goal;
    if (first <= this.step) this.passed(first, this.step);
    this.#isFresh = true;
    this.update();
  }

  /** Says once that the hand has come to the stop. */
  #say() {
    if (this.#isSaid || !this.isThere) return;
    this.#isSaid = true;
    this.arrived();
  }

  #draw() {
    const { table } = this;
    const W = this.size.W || Math.max(320, innerWidth - (innerWidth >= 1100 ? 344 : 0));
    const H = this.size.H || Math.max(240, innerHeight - 300);
    const layout = this.placer.place(table, this.game(table), { W, H, low: isOnItsSide() }, this.money);
    // The stage and the bar ask no more of their room than this view has.
    const room = /** @type {Room} */ (/** @type {unknown} */ (this));
    patch(
      this,
      h(
        'div',
        { class: cls('room lesson', layout.sizes.fan && 'stud', !this.isAsked && 'idle') },
        h('a', { class: 'skip', href: '#act' }, t('skip.actions')),
        this.top(table),
        this.coach(),
        barOf(room, table, this.isAsked ? planOf(room, table) : this.plan()),
        stage(room, table, layout),
        h('p-sky', { class: 'flying', 'aria-hidden': 'true' }),
      ),
    );
  }

  // ---------- what the views have to say ----------

  /** The top of the page. @param {Table} _table @returns {Kid} */
  top(_table) {
    return null;
  }

  /** What stands beside the stage. @returns {Kid} */
  coach() {
    return null;
  }

  /** The bar while nothing is asked. @returns {Plan} */
  plan() {
    return { title: '', sub: '', shape: null, places: [null, null, null] };
  }

  /** Steps of the hand were shown, from one to another. @param {number} _first @param {number} _last */
  passed(_first, _last) {}

  /** The hand has come to the stop. */
  arrived() {}

  /** What the player answers. @param {Action} _action */
  act(_action) {}

  /** What Enter and the arrow to the right do while nothing is asked. */
  on() {}

  /** What the arrow to the left does. */
  back() {}

  // ---------- moving ----------

  /** On to a stop; back to one before at once. @param {number} at */
  go(at) {
    if (at < 0 || at >= this.stops.length) return;
    const isBack = at < this.at;
    this.at = at;
    this.undecide();
    this.#isSaid = false;
    this.#asked = -1;
    if (isBack) this.arrive();
    else this.update();
  }

  /** Begins a hand, be it another one. @param {HandRecord} record */
  begin(record) {
    clearTimeout(this.#timer);
    this.record = record;
    this.#story = null;
    this.#isFresh = true;
    this.step = 0;
    this.at = 0;
    this.go(0);
  }

  /** @override */
  resized() {
    this.#draw();
  }

  // ---------- the bar ----------

  /** Nothing is on its way: an answer is heard at once. */
  isSending() {
    return false;
  }

  /** There is no clock, and so no time bank. */
  isBankHeld() {
    return false;
  }

  startBank() {
    return false;
  }

  /** @override @param {KeyboardEvent} event @param {string | null} key */
  keyed(event, key) {
    if (key && this.isAsked) {
      if (pressKey(/** @type {Room} */ (/** @type {unknown} */ (this)), key, this.table)) event.preventDefault();
      return;
    }
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest('dialog, input')) return;
    const isOn = event.key === 'ArrowRight' || (['Enter', ' '].includes(event.key) && !target.closest('button, a'));
    if (isOn && !this.isAsked) this.on();
    else if (event.key === 'ArrowLeft' && !target.closest('.me')) this.back();
    else return;
    event.preventDefault();
  }
}
