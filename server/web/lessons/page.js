// Lessons: the list of them, and a hand on the stage of its table that is played by the controls of the table, with words beside it
// and nothing at stake. A lesson needs no server.

/** @import { Action } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Table } from '../model.js' */
/** @import { Place, Plan } from '../table/actions.js' */
/** @import { Room, Ui } from '../table/room.js' */
/** @import { Beat, Lesson, Words } from './lesson.js' */

import { cls, h, patch } from '../dom.js';
import { stepOf, storyOf } from '../hands/story.js';
import { lang, local, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { familyName } from '../lobby/common.js';
import { practicePath } from '../route.js';
import { rulesPath } from '../rulebook.js';
import { mayMove } from '../settings.js';
import { barOf, planOf } from '../table/actions.js';
import { Effects } from '../table/effects.js';
import { hotkey, pressKey } from '../table/hotkeys.js';
import { Placer } from '../table/layout.js';
import { sayTurn } from '../table/say.js';
import { stage } from '../table/stage.js';
import { amount, stakes } from '../table/words.js';
import { iconLink, pageTop, settingsButton } from '../top.js';
import { compare } from './lesson.js';
import { doneLessons, lessonOf, lessonPath, LESSONS, noteDone } from './shelf.js';

/** How long each event stands on the way to the next words. */
const STEP_MS = 700;

/** A question takes no press for this long: it may have come under the finger. */
const CALM_MS = 250;

/** How long words of the bar stand. */
const SAID_MS = 2000;

/** What the learner has in mind about a question that has just been put: nothing. */
const UNDECIDED = { raiseTo: null, typed: null, byKey: false, picked: [], side: null, order: [], held: null, search: '', game: null, strange: null, confirm: null, confirmText: '' };

/** Words in the language of the page. @param {Words} words */
const said = (words) => words[lang()] ?? words.en;

/** What its rules and practice are called by. @param {Lesson} lesson */
const playedIn = ({ mix, game }) => mix?.id ?? game;

/** What is played in a lesson. @param {Lesson} lesson */
const nameOf = ({ mix, record }) => (mix ? said(mix.name) : local(record.game_info?.name));

/** @implements {View} */
class LearnPage extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** The lesson of the address; empty for the list. */
  lesson = '';

  update() {
    if (!this.isConnected) return;
    const lesson = lessonOf(this.lesson);
    patch(this, lesson ? h('p-lesson', { key: lesson.id, prop: { app: this.app, lesson } }) : this.#list());
    /** @type {any} */ (this.querySelector('p-lesson'))?.update();
  }

  #list() {
    const { app } = this;
    const done = doneLessons();
    /** @param {Lesson} lesson */
    const row = (lesson) =>
      h(
        'li',
        { key: lesson.id },
        h(
          'a',
          { href: lessonPath(lesson.id), on: { click: (event) => app.follow(event, lessonPath(lesson.id)) } },
          h('b', null, said(lesson.title)),
          h('small', null, said(lesson.gist)),
          h('small', { class: 'of' }, [nameOf(lesson), familyName(lesson.family), done.has(lesson.id) && t('learn.done')].filter(Boolean).join(' · ')),
        ),
      );
    return h(
      'div',
      { key: 'list', class: 'tpage my-page rules-page' },
      h('a', { class: 'skip', href: '#lessons' }, t('learn.skip')),
      pageTop(
        app,
        t('learn.title'),
        { path: '/', name: t('lobby.back') },
        h('a', { class: 'btn-s', href: '/rules', on: { click: (event) => app.follow(event, '/rules') } }, t('rules.title')),
      ),
      h('main', { id: 'lessons', tabindex: '-1' }, h('p', { class: 'gist' }, t('learn.gist')), h('ol', { class: 'rules-index lessons' }, LESSONS.map(row))),
    );
  }
}

/** A lesson under way. It has what the stage and the bar ask of a table's room. */
class LessonView extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** @type {Lesson} */
  // @ts-ignore: set by the parent before the first update.
  lesson;
  /** The moment that is told. */
  at = 0;
  /** The step of the hand that is on the stage. */
  step = 0;
  /** What is said of the last answer. @type {{ tone: 'right' | 'wrong', text: string } | null} */
  answer = null;

  // What the stage and the bar ask of a room.
  tableId = 'lesson';
  isTile = false;
  isWide = innerWidth >= 600;
  isDown = false;
  mayNote = false;
  session = { notices: [], sending: null, refusal: null };
  /** @type {Room['emotes']} */
  emotes = new Map();
  /** A lesson is told without a server. @type {Pick<Room['odds'], 'shares'>} */
  odds = { shares: new Map() };
  /** @type {(Place | null)[]} */
  places = [null, null, null];
  ui = /** @type {Ui} */ (/** @type {unknown} */ ({ ...UNDECIDED, tab: 'log', sheet: false, dialog: null, note: null }));
  effects = new Effects(this);

  /** @type {import('../hands/story.js').Story | null} */
  #story = null;
  #size = { W: 0, H: 0 };
  #placer = new Placer();
  #isFresh = true;
  /** Whether the words of this moment were said. */
  #isSaid = false;
  /** The moment whose question was put last, and when. */
  #asked = -1;
  #askedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saying;
  #watcher = new ResizeObserver(() => this.#measure());
  /** @param {KeyboardEvent} event */
  #keys = (event) => this.#key(event);

  connectedCallback() {
    addEventListener('keydown', this.#keys);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    clearTimeout(this.#saying);
    this.#watcher.disconnect();
    removeEventListener('keydown', this.#keys);
  }

  get settings() {
    return this.app.settings.value;
  }
  get story() {
    return (this.#story ??= storyOf(this.lesson.record, this.app.games));
  }
  /** @returns {Beat} */
  get beat() {
    return this.lesson.beats[this.at];
  }
  /** Where the stage stands once the way to this moment is over. */
  get #goal() {
    return stepOf(this.story, this.beat.to);
  }
  /** Whether something is asked, and the stage has come to it. */
  get isAsked() {
    return Boolean(this.beat.answer) && this.step >= this.#goal;
  }
  get isLast() {
    return this.at === this.lesson.beats.length - 1;
  }
  /** The table on the stage. What is not asked yet cannot be answered. @returns {Table} */
  get table() {
    const { table } = this.story.steps[this.step];
    return this.isAsked || !table.you ? table : { ...table, you: { ...table.you, choices: [] } };
  }
  get decision() {
    return `${this.at}`;
  }
  /** Whether the bar takes presses. */
  get isReady() {
    return !this.isAsked || performance.now() - this.#askedAt >= CALM_MS;
  }
  now() {
    return Date.now();
  }
  /** The game of the hand on the stage. @param {Table} table */
  game({ hand, info }) {
    const id = hand?.game ?? info.game;
    return this.lesson.mix?.games.find((one) => one.id === id) ?? this.story.game;
  }
  /** @param {number} chips @returns {string} */
  money = (chips) => amount(chips, this.settings, this.story.before.info);

  /** @param {Partial<Ui>} change */
  set(change) {
    this.ui = { ...this.ui, ...change };
    this.update();
  }

  update() {
    if (!this.isConnected || !this.lesson) return;
    this.#ask();
    this.#draw();
    const element = this.querySelector('.stage');
    if (element && this.#size.W === 0) {
      this.#watcher.observe(element);
      this.#measure();
    }
    this.effects.run(!this.#isFresh && mayMove(this.settings));
    this.#isFresh = false;
    this.#walk();
    this.#say();
  }

  /** Notes when a question is put, and shows the bar anew once it may be answered. */
  #ask() {
    if (!this.isAsked || this.#asked === this.at) return;
    this.#asked = this.at;
    this.#askedAt = performance.now();
    this.#whenCalm();
  }

  /** A timer may ring a moment early by the clock that counts. */
  #whenCalm() {
    const left = CALM_MS - (performance.now() - this.#askedAt);
    if (left > 0) setTimeout(() => this.#whenCalm(), left);
    else this.update();
  }

  /** Goes on, event by event, to where the words belong. */
  #walk() {
    if (this.step >= this.#goal) return;
    if (!mayMove(this.settings) || document.hidden) return this.#arrive();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { steps } = this.story;
      const before = steps[this.step].table;
      this.step += 1;
      const { from, to } = steps[this.step];
      for (const event of this.lesson.record.events.slice(from - 1, to)) this.effects.move(event, before, this.money);
      this.update();
    }, STEP_MS);
  }

  /** Shows at once what the words are about. */
  #arrive() {
    clearTimeout(this.#timer);
    this.step = this.#goal;
    this.#isFresh = true;
    this.update();
  }

  /** Says the words of this moment, once they are true. */
  #say() {
    if (this.#isSaid || this.step < this.#goal) return;
    this.#isSaid = true;
    if (this.isLast) noteDone(this.lesson.id);
    const asks = this.isAsked ? sayTurn(this.table, 0, this.money) : '';
    this.app.announcer.polite([this.answer?.text, said(this.beat.text), asks].filter(Boolean).join(' '));
  }

  #draw() {
    const { table, lesson } = this;
    const W = this.#size.W || Math.max(320, innerWidth - (innerWidth >= 1100 ? 344 : 0));
    const H = this.#size.H || Math.max(240, innerHeight - 300);
    const layout = this.#placer.place(table, this.game(table), { W, H, low: innerHeight <= 500 && innerWidth > innerHeight }, this.money);
    // The stage and the bar ask no more of their room than this view has.
    const room = /** @type {Room} */ (/** @type {unknown} */ (this));
    patch(
      this,
      h(
        'div',
        { class: cls('room lesson', layout.sizes.fan && 'stud') },
        h('a', { class: 'skip', href: '#act' }, t('skip.actions')),
        this.#top(lesson, table),
        this.#coach(),
        barOf(room, table, this.isAsked ? planOf(room, table) : this.#plan()),
        stage(room, table, layout),
        h('p-sky', { class: 'flying', 'aria-hidden': 'true' }),
      ),
    );
  }

  /** @param {Lesson} lesson @param {Table} table */
  #top(lesson, { info }) {
    const { app } = this;
    const rules = rulesPath(playedIn(lesson));
    return h(
      'header',
      { key: 'top', class: 'top' },
      iconLink(app, '/learn', t('learn.all'), ICONS.back),
      h('div', { class: 'name' }, h('h1', null, said(lesson.title)), h('p', { class: 'sub' }, [lesson.mix && nameOf(lesson), local(info.game_name), stakes(info), t(`limit.${info.limit}`)].filter(Boolean).join(' · '))),
      iconLink(app, rules, t('rules.title'), ICONS.rules),
      settingsButton(app),
    );
  }

  /** The words of the moment. */
  #coach() {
    const { answer, beat, lesson } = this;
    const count = lesson.beats.length;
    const practice = practicePath(playedIn(lesson));
    return h(
      'section',
      { key: 'coach', class: 'coach', 'aria-label': t('learn.words'), tabindex: '0' },
      h(
        'p',
        { class: 'coach-step' },
        h('span', null, t('learn.step', { n: this.at + 1, of: count })),
        h('i', { class: 'way-bar', 'aria-hidden': 'true' }, h('i', { style: { transform: `scaleX(${(this.at + 1) / count})` } })),
      ),
      answer && h('p', { key: 'answer', class: answer.tone }, h('b', null, t(`learn.${answer.tone}`)), ' ', answer.text),
      h('p', { key: `text${this.at}`, class: 'coach-text' }, said(beat.text)),
      this.isLast && h('a', { key: 'practice', class: 'btn-s', href: practice, on: { click: (event) => this.app.follow(event, practice) } }, t('practice.this')),
      this.isAsked && answer?.tone === 'wrong' && h('button', { key: 'show', class: 'btn-s', on: { click: () => this.#solve() } }, t('learn.show')),
    );
  }

  /** The bar while nothing is asked. @returns {Plan} */
  #plan() {
    const { app } = this;
    const next = LESSONS[LESSONS.indexOf(this.lesson) + 1];
    const on = this.isLast ? (next ? lessonPath(next.id) : '/learn') : null;
    return {
      title: '',
      sub: '',
      shape: null,
      places: [
        this.at > 0 ? { label: t('learn.before'), tone: 'quiet', press: () => this.go(this.at - 1) } : null,
        this.isLast ? { label: t('learn.again'), tone: 'solid', press: () => this.go(0) } : null,
        on ? { label: t(next ? 'learn.next_lesson' : 'learn.all'), tone: 'hot', press: () => app.navigate(on) } : { label: t('learn.next'), tone: 'hot', key: '↵', press: () => this.#on() },
      ],
    };
  }

  // ---------- moving ----------

  /** On to the next words; while the hand is on its way to these, to them. */
  #on() {
    if (this.step < this.#goal) return this.#arrive();
    this.answer = null;
    this.go(this.at + 1);
  }

  /** @param {number} at */
  go(at) {
    if (at < 0 || at >= this.lesson.beats.length) return;
    const isBack = at < this.at;
    this.at = at;
    this.ui = { ...this.ui, ...UNDECIDED };
    this.#isSaid = false;
    this.#asked = -1;
    if (isBack) {
      this.answer = null;
      this.#arrive();
    } else this.update();
  }

  /** What the learner answers. @param {Action} action */
  act(action) {
    const { answer, why } = this.beat;
    if (!answer) return;
    const how = compare(action, answer);
    if (how === 'wrong') {
      const text = said(why?.[action.kind] ?? { en: '', fr: '' });
      this.answer = { tone: 'wrong', text };
      this.ui = { ...this.ui, ...UNDECIDED };
      this.app.announcer.assertive(`${t('learn.wrong')} ${text}`);
      this.update();
      return;
    }
    this.#solve(how === 'near' && 'to' in answer ? t('learn.near', { n: this.money(answer.to) }) : '');
  }

  /** The hand goes on with the answer that is taught. @param {string} [more] */
  #solve(more = '') {
    const { right } = this.beat;
    const text = [right && said(right), more].filter(Boolean).join(' ');
    this.answer = text ? { tone: 'right', text } : null;
    this.go(this.at + 1);
  }

  #measure() {
    const element = this.querySelector('.stage');
    if (!element) return;
    const W = element.clientWidth;
    const H = element.clientHeight;
    this.isWide = innerWidth >= 600;
    if (W === this.#size.W && H === this.#size.H) return;
    this.#size = { W, H };
    this.#draw();
  }

  // ---------- the bar ----------

  /** @param {MouseEvent} _event @param {number} at */
  pressed(_event, at) {
    this.press(at);
  }

  /** @param {number} at */
  press(at) {
    const place = this.places[at];
    if (!place || !this.isReady) return;
    if (place.reason) this.say(place.reason);
    else place.press();
  }

  /** @param {string} text */
  say(text) {
    this.app.announcer.polite(text);
    this.set({ confirmText: text });
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => this.set({ confirm: null, confirmText: '' }), SAID_MS);
  }

  /** @param {'fold' | 'all_in' | 'leave'} what @param {string} text */
  confirm(what, text) {
    this.say(text);
    this.set({ confirm: what });
  }

  /** @param {number} to */
  setAmount(to) {
    this.set({ raiseTo: to, typed: null, byKey: false, confirm: null });
  }

  /** Nothing is on its way: an answer is heard at once. */
  isSending() {
    return false;
  }

  /** A lesson has no clock, and so no time bank. */
  isBankHeld() {
    return false;
  }

  startBank() {
    return false;
  }

  /** @param {string} selector */
  focusOn(selector) {
    const element = /** @type {HTMLElement | null} */ (this.querySelector(selector));
    element?.focus();
    return element !== null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = this.settings.hotkeys ? hotkey(event) : null;
    if (key && this.isAsked) {
      if (pressKey(/** @type {Room} */ (/** @type {unknown} */ (this)), key, this.table)) event.preventDefault();
      return;
    }
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest('dialog, input')) return;
    const isOn = event.key === 'ArrowRight' || (['Enter', ' '].includes(event.key) && !target.closest('button, a'));
    if (isOn && !this.isAsked && !this.isLast) this.#on();
    else if (event.key === 'ArrowLeft' && !target.closest('.me')) this.go(this.at - 1);
    else return;
    event.preventDefault();
  }
}

customElements.define('p-lesson', LessonView);
customElements.define('p-learn', LearnPage);
