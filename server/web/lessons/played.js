// A hand on its table's stage that stops at texts and questions, and is played with the table's own controls. No server is needed. Subclasses provide
// the texts and the reactions to answers.

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

/** Duration of each event on the way to the next stop. */
const STEP_MS = 700;

/** Provides everything that the stage and the bar need of a room. */
export class PlayedHand extends BarView {
  /** The record of the hand. @type {HandRecord} */
  // @ts-ignore: set by the view before the first update.
  record;
  /** Current stop, or the one being approached. */
  at = 0;
  /** Step of the hand on the stage. */
  step = 0;

  // The parts of a room that the stage and the bar need.
  tableId = 'played';
  isTile = false;
  isDown = false;
  mayNote = false;
  session = { notices: [], sending: null, refusal: null };
  /** @type {Room['signs']} */
  signs = new Map();
  /** Played without a server, so there are no odds. @type {Pick<Room['odds'], 'shares'>} */
  odds = { shares: new Map() };

  /** @type {import('../hands/story.js').Story | null} */
  #story = null;
  #isFresh = true;
  /** `true` once the arrival at this stop has been announced. */
  #isSaid = false;
  /** Stop of the last question announced. */
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
  /** Stops of the hand, as numbers of events. @returns {readonly { to: number }[]} */
  get stops() {
    return [];
  }
  /** `true` if this stop has an open question. */
  get isQuestion() {
    return false;
  }
  /** Step of the stage at the end of the way to this stop. */
  get #goal() {
    return stepOf(this.story, this.stops[this.at].to);
  }
  get isThere() {
    return this.step >= this.#goal;
  }
  /** `true` if there is an open question and the stage has reached it. */
  get isAsked() {
    return this.isQuestion && this.isThere;
  }
  get isLast() {
    return this.at === this.stops.length - 1;
  }
  /** The table on the stage. A question cannot be answered before it is reached. @returns {Table} */
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
  /** Game of the hand on the stage. @param {Table} _table */
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

  /** Records the time at which a question is put. */
  #ask() {
    if (!this.isAsked || this.#asked === this.at) return;
    this.#asked = this.at;
    this.ask();
  }

  /** Advances event by event to the stop. */
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

  /** Jumps to the stop. */
  arrive() {
    clearTimeout(this.#timer);
    const first = this.step + 1;
    this.step = this.#goal;
    if (first <= this.step) this.passed(first, this.step);
    this.#isFresh = true;
    this.update();
  }

  /** Announces once that the hand has reached the stop. */
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
    // The stage and the bar need no more of their room than this view has.
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

  // ---------- for subclasses ----------

  /** The top of the page. @param {Table} _table @returns {Kid} */
  top(_table) {
    return null;
  }

  /** Content beside the stage. @returns {Kid} */
  coach() {
    return null;
  }

  /** The bar while there is no question. @returns {Plan} */
  plan() {
    return { title: '', sub: '', shape: null, places: [null, null, null] };
  }

  /** Called after steps of the hand were shown, from first to last. @param {number} _first @param {number} _last */
  passed(_first, _last) {}

  /** Called when the hand has reached the stop. */
  arrived() {}

  /** Handles the player's answer. @param {Action} _action */
  act(_action) {}

  /** Action of Enter and the right arrow while there is no question. */
  on() {}

  /** Action of the left arrow. */
  back() {}

  // ---------- moving ----------

  /** Goes to a stop; to an earlier one directly. @param {number} at */
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

  /** Starts a hand, possibly a different one. @param {HandRecord} record */
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

  /** Answers take effect immediately, so none is ever in flight. */
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
