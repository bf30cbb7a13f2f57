// Lessons: their list, and a hand on its table's stage that is played with the table's own controls, with explanations beside it and nothing at
// stake. A lesson needs no server.

/** @import { Action } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Table } from '../model.js' */
/** @import { Plan } from '../table/actions.js' */
/** @import { Beat, Lesson, Words } from './lesson.js' */

import { h, patch } from '../dom.js';
import { lang, local, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { familyName, saidOnce } from '../lobby/common.js';
import { practicePath } from '../route.js';
import { rulesPath } from '../rulebook.js';
import { sayTurn } from '../table/say.js';
import { stakes } from '../table/words.js';
import { iconLink, pageTop, settingsButton } from '../top.js';
import { compare } from './lesson.js';
import { PlayedHand } from './played.js';
import { doneLessons, lessonOf, lessonPath, LESSONS, noteDone } from './shelf.js';

/** Text in the language of the page. @param {Words} words */
const said = (words) => words[lang()] ?? words.en;

/** Id of the game or mix for its rules and practice. @param {Lesson} lesson */
const playedIn = ({ mix, game }) => mix?.id ?? game;

/** Name of the game or mix of a lesson. @param {Lesson} lesson */
const nameOf = ({ mix, record }) => (mix ? said(mix.name) : local(record.game_info?.name));

/** @implements {View} */
class LearnPage extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** Lesson in the address; empty for the list. */
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

/** A running lesson. */
class LessonView extends PlayedHand {
  /** @type {Lesson} */
  // @ts-ignore: set by the parent before the first update.
  lesson;
  /** Comment on the last answer. @type {{ tone: 'right' | 'wrong', text: string } | null} */
  answer = null;

  /** @override */
  update() {
    this.record = this.lesson?.record;
    super.update();
  }

  /** @override */
  get stops() {
    return this.lesson.beats;
  }
  /** @returns {Beat} */
  get beat() {
    return this.lesson.beats[this.at];
  }
  /** @override */
  get isQuestion() {
    return Boolean(this.beat.answer);
  }

  /** @override @param {Table} table */
  game({ hand, info }) {
    const id = hand?.game ?? info.game;
    return this.lesson.mix?.games.find((one) => one.id === id) ?? this.story.game;
  }

  /** Announces the texts of this moment. @override */
  arrived() {
    if (this.isLast) noteDone(this.lesson.id);
    const asks = this.isAsked ? sayTurn(this.table, 0, this.money) : '';
    this.app.announcer.polite([this.answer?.text, said(this.beat.text), asks].filter(Boolean).join(' '));
  }

  /** @override @param {Table} table */
  top({ info }) {
    const { app, lesson } = this;
    const rules = rulesPath(playedIn(lesson));
    return h(
      'header',
      { key: 'top', class: 'top' },
      iconLink(app, '/learn', t('learn.all'), ICONS.back),
      h(
        'div',
        { class: 'name' },
        h('h1', null, said(lesson.title)),
        h('p', { class: 'sub' }, saidOnce([lesson.mix && nameOf(lesson), local(info.game_name), stakes(info), t(`limit.${info.limit}`)]).join(' · ')),
      ),
      iconLink(app, rules, t('rules.title'), ICONS.rules),
      settingsButton(app),
    );
  }

  /** The texts of the moment. @override */
  coach() {
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
      this.isLast &&
        h('a', { key: 'practice', class: 'btn-s', href: practice, on: { click: (event) => this.app.follow(event, practice) } }, t('practice.this')),
      this.isAsked && answer?.tone === 'wrong' && h('button', { key: 'show', class: 'btn-s', on: { click: () => this.#solve() } }, t('learn.show')),
    );
  }

  /** @override @returns {Plan} */
  plan() {
    const { app } = this;
    const next = LESSONS[LESSONS.indexOf(this.lesson) + 1];
    const on = this.isLast ? (next ? lessonPath(next.id) : '/learn') : null;
    return {
      title: '',
      sub: '',
      shape: null,
      places: [
        this.at > 0 ? { label: t('learn.before'), tone: 'quiet', press: () => this.back() } : null,
        this.isLast ? { label: t('learn.again'), tone: 'solid', press: () => this.#again() } : null,
        on
          ? { label: t(next ? 'learn.next_lesson' : 'learn.all'), tone: 'hot', press: () => app.navigate(on) }
          : { label: t('learn.next'), tone: 'hot', key: '↵', press: () => this.on() },
      ],
    };
  }

  // ---------- moving ----------

  /** Moves on to the next texts, or straight to the current ones if the hand is still on its way there. @override */
  on() {
    if (!this.isThere) return this.arrive();
    if (this.isLast) return;
    this.answer = null;
    this.go(this.at + 1);
  }

  /** @override */
  back() {
    if (this.at > 0) this.answer = null;
    this.go(this.at - 1);
  }

  #again() {
    this.answer = null;
    this.go(0);
  }

  /** @override @param {Action} action */
  act(action) {
    const { answer, why } = this.beat;
    if (!answer) return;
    const how = compare(action, answer);
    if (how === 'wrong') {
      const text = said(why?.[action.kind] ?? { en: '', fr: '' });
      this.answer = { tone: 'wrong', text };
      this.undecide();
      this.app.announcer.assertive(`${t('learn.wrong')} ${text}`);
      this.update();
      return;
    }
    this.#solve(how === 'near' && 'to' in answer ? t('learn.near', { n: this.money(answer.to) }) : '');
  }

  /** Continues the hand with the answer taught. @param {string} [more] */
  #solve(more = '') {
    const { right } = this.beat;
    const text = [right && said(right), more].filter(Boolean).join(' ');
    this.answer = text ? { tone: 'right', text } : null;
    this.go(this.at + 1);
  }
}

customElements.define('p-lesson', LessonView);
customElements.define('p-learn', LearnPage);
