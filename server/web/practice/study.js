// Study hands: bots have played them, and the player replays one of the seats. At each decision the page compares the answer with the hint, and the
// hand continues as it was played. A day's hands come in one answer, which the service worker keeps; after that, no server is needed.

/** @import { Action, StudyDecision, StudyHand, StudyResponse } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Plan } from '../table/actions.js' */
/** @import { Tally } from './tally.js' */

import { h, patch } from '../dom.js';
import { stepOf } from '../hands/story.js';
import { sayStep } from '../hands/telling.js';
import { local, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { PlayedHand } from '../lessons/played.js';
import { saidOnce } from '../lobby/common.js';
import { wayTo } from '../nowhere.js';
import { practicePath } from '../route.js';
import { rulesPath } from '../rulebook.js';
import { sayEvent, sayTurn } from '../table/say.js';
import { stakes } from '../table/words.js';
import { iconLink, pageTop, settingsButton } from '../top.js';
import { advised } from './advice.js';
import { reason, told } from './hint.js';
import { handsOfTheDay } from './pack.js';
import { keepTally, tallyOf } from './tally.js';

/** Comment on the answer to a decision. @typedef {{ how: ReturnType<typeof advised> }} Verdict */

class Study extends PlayedHand {
  /** The day's hands. @type {StudyResponse | null} */
  pack = null;
  /** @type {Tally} */
  tally = tallyOf('');
  /** Comment on the last answer; `null` if there is none at this stop. @type {Verdict | null} */
  verdict = null;
  /** State of loading, shown in place of the hand. @type {'loading' | 'missing' | 'not_ready'} */
  #state = 'loading';

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  async #load() {
    this.#state = 'loading';
    this.update();
    const pack = await handsOfTheDay(this.app, () => this.isConnected);
    if (pack) {
      this.pack = pack;
      this.tally = tallyOf(pack.day);
      this.#deal();
    } else {
      this.#state = this.app.isCutOff ? 'missing' : 'not_ready';
      this.app.announcer.polite(t(`study.${this.#state}`));
      this.update();
    }
  }

  /** The hand on the stage. @returns {StudyHand} */
  get hand() {
    const hands = /** @type {StudyResponse} */ (this.pack).hands;
    return hands[this.tally.at % hands.length];
  }

  /** Starts the next hand. */
  #deal() {
    this.verdict = null;
    this.begin(this.hand.record);
  }

  /** Moves on to the next hand; after the last comes the first. */
  next() {
    const { hands } = /** @type {StudyResponse} */ (this.pack);
    this.#count({ at: (this.tally.at + 1) % hands.length });
    this.#deal();
  }

  /** @param {Partial<Tally>} change */
  #count(change) {
    this.tally = { ...this.tally, ...change };
    keepTally(this.tally);
  }

  /** @override */
  get stops() {
    const { decisions, record } = this.hand;
    return [...decisions.map(({ seq }) => ({ to: seq })), { to: record.events.length }];
  }

  /** The decision at this stop; `null` at the end. @returns {StudyDecision | undefined} */
  get asks() {
    return this.hand.decisions[this.at];
  }

  /** @override */
  get isQuestion() {
    return Boolean(this.asks) && !this.verdict;
  }

  /** @override */
  update() {
    if (!this.isConnected) return;
    if (this.record) super.update();
    else patch(this, this.#empty());
  }

  #empty() {
    const { app } = this;
    const lessons = wayTo(app, '/learn', t('learn.all'));
    return h(
      'div',
      { key: 'empty', class: 'tpage my-page practice' },
      h('a', { class: 'skip', href: '#study' }, t('study.skip')),
      pageTop(app, t('study.title'), { path: practicePath(), name: t('practice.title') }),
      h(
        'main',
        { id: 'study', tabindex: '-1' },
        this.#state === 'loading'
          ? [
              h('div', { key: 'coming', class: 'cut-off' }, h('p', { role: 'status' }, t('study.loading')), lessons),
              h(
                'div',
                { key: 'loading', class: 'skeleton', 'aria-hidden': 'true' },
                [1, 2, 3].map((n) => h('i', { key: n })),
              ),
            ]
          : h(
              'div',
              { key: 'missing', class: 'cut-off' },
              h('p', null, t(`study.${this.#state}`)),
              h('button', { class: 'btn-s hot', on: { click: () => this.#load() } }, t('replay.again')),
              lessons,
            ),
      ),
    );
  }

  /** @override @param {Table} table */
  top({ info }) {
    const { app } = this;
    return h(
      'header',
      { key: 'top', class: 'top' },
      iconLink(app, practicePath(), t('practice.title'), ICONS.back),
      h(
        'div',
        { class: 'name' },
        h('h1', null, t('study.title')),
        h('p', { class: 'sub' }, saidOnce([local(info.game_name), stakes(info), t(`limit.${info.limit}`)]).join(' · ')),
      ),
      iconLink(app, rulesPath(info.game), t('rules.title'), ICONS.rules),
      settingsButton(app),
    );
  }

  /** The player's progress. */
  get #score() {
    const { right, of } = this.tally;
    return of > 0 ? t('study.tally', { n: right, of }) : t('study.tally.none');
  }

  /** Content beside the stage. @override */
  coach() {
    const { asks, pack, verdict } = this;
    const count = pack?.hands.length ?? 0;
    return h(
      'section',
      { key: 'coach', class: 'coach', 'aria-label': t('learn.words'), tabindex: '0' },
      h(
        'p',
        { class: 'coach-step' },
        h('span', null, t('study.step', { n: this.tally.at + 1, of: count })),
        h('i', { class: 'way-bar', 'aria-hidden': 'true' }, h('i', { style: { transform: `scaleX(${(this.tally.at + 1) / count})` } })),
      ),
      h('p', { key: 'score', class: 'study-score' }, this.#score),
      verdict &&
        h('p', { key: 'verdict', class: verdict.how === 'other' ? 'wrong' : 'right' }, h('b', null, t(`study.${verdict.how}`)), ' ', asks && this.#went(asks)),
      verdict && asks && told(this, asks.hint),
      !verdict && h('p', { key: 'text', class: 'coach-text' }, this.isLast && this.isThere ? this.#result : this.isAsked ? t('study.ask') : t('study.text')),
    );
  }

  /** Result of the hand for the seat. */
  get #result() {
    const seat = this.record.own?.seat ?? 0;
    const stack = (/** @type {Table | undefined} */ table) => table?.seats[seat]?.stack ?? 0;
    const net = stack(this.story.steps.at(-1)?.table) - stack(this.story.before);
    return t(net > 0 ? 'study.won' : net < 0 ? 'study.lost' : 'study.even', { n: this.money(Math.abs(net)) });
  }

  /** @override @returns {Plan} */
  plan() {
    const isOver = this.isLast && this.isThere;
    return {
      title: '',
      sub: '',
      shape: null,
      places: [
        isOver
          ? { label: t('learn.again'), tone: 'quiet', press: () => this.#deal() }
          : { label: t('study.other_hand'), tone: 'quiet', press: () => this.next() },
        null,
        { label: t(isOver ? 'study.next' : 'learn.next'), tone: 'hot', key: '↵', press: () => this.on() },
      ],
    };
  }

  /** @override */
  on() {
    if (!this.isThere) return this.arrive();
    if (this.isLast) return this.next();
    this.verdict = null;
    this.go(this.at + 1);
  }

  /** Announces the events shown. @override @param {number} first @param {number} last */
  passed(first, last) {
    const steps = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const { speech } = this.settings;
    this.app.announcer.polite(
      steps
        .map((at) => sayStep(this.story, this.record, at, this.money, speech))
        .filter(Boolean)
        .join(' '),
    );
  }

  /** @override */
  arrived() {
    this.app.announcer.polite(this.isAsked ? sayTurn(this.table, 0, this.money) : this.isLast ? `${this.#result} ${this.#score}` : '');
  }

  /** @override @param {Action} action */
  act(action) {
    const { asks } = this;
    if (!asks || !this.isAsked) return;
    const how = advised(asks.hint, this.table.you?.choices ?? [], action);
    const { right, of } = this.tally;
    if (how !== 'open') this.#count({ right: right + (how === 'as' ? 1 : 0), of: of + 1 });
    this.verdict = { how };
    this.undecide();
    this.app.announcer.assertive([t(`study.${how}`), reason(this, asks.hint), this.#went(asks)].filter(Boolean).join(' '));
    this.update();
  }

  /** What the seat did when the hand was played. @param {StudyDecision} decision */
  #went({ seq }) {
    const { own, events } = this.record;
    const index = events.findIndex((event, at) => at >= seq && 'seat' in event && event.seat === own?.seat);
    if (index < 0) return '';
    const { table } = this.story.steps[stepOf(this.story, index + 1)];
    const deed = sayEvent(events[index], table, this.story.game, this.money);
    return deed && t('study.went', { deed });
  }
}

customElements.define('p-study', Study);
