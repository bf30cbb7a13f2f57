// Dialogs about money: an entry, more chips, leaving for good. Each names its price before any request is sent.

/** @import { Offer } from '../gen/protocol.d.ts' */
/** @import { VNode } from '../dom.js' */
/** @import { App } from '../app.js' */
/** @import { TournamentSession } from './session.js' */
/** @import { Tournament } from './model.js' */
/** @import { Ask } from '../net.js' */

import { h } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { dialogHead } from '../modal.js';
import { offerLeft, offerOf } from './model.js';

/** @typedef {'register' | 'unregister' | 're_enter' | 'tournament_rebuy' | 'add_on' | 'withdraw' | 'wait' | 'leave_waitlist'} Question */

/**
 * Content of a dialog, and its request.
 *
 * @typedef {object} Asked
 * @property {string} title
 * @property {string[]} words
 * @property {string} go
 * @property {Ask} ask
 * @property {number} price
 * @property {number | null} [left] Milliseconds to decide.
 * @property {Ask} [refusal] Request sent by declining.
 */

/** The button of an entry. @param {number} price */
const registerText = (price) => (price > 0 ? t('t.register', { n: num(price) }) : t('t.register.free'));

/**
 * @param {Question} question
 * @param {Tournament} t0
 * @param {number} now
 * @param {Record<string, string | number>} cost Cost of leaving, as reported by the server.
 * @returns {Asked | null} `null` if it is no longer offered.
 */
function askedOf(question, t0, now, cost) {
  const { id, summary } = t0;
  switch (question) {
    case 'register': {
      const price = offerOf(t0, 'register')?.price ?? summary.buy_in + summary.bounty;
      const words = [t(price > 0 ? 't.ask.register.how' : 't.ask.register.free', { n: price, stack: summary.stack })];
      if (summary.bounty > 0) words.push(t('t.ask.register.bounty', { n: summary.bounty }));
      return {
        title: t('t.ask.register', { name: local(summary.name) }),
        words,
        go: registerText(price),
        ask: { type: 'register', tournament: id, rules: t0.rules },
        price,
      };
    }
    case 'unregister': {
      const offer = offerOf(t0, 'unregister');
      return (
        offer && {
          title: t('t.ask.unregister'),
          words: offer.refund > 0 ? [t('t.ask.unregister.how', { n: offer.refund })] : [],
          go: t('t.unregister'),
          ask: { type: 'unregister', tournament: id },
          price: 0,
        }
      );
    }
    case 're_enter': {
      const offer = offerOf(t0, 're_enter');
      return (
        offer && {
          title: t('t.ask.re_enter'),
          words: [t('t.ask.register.how', { n: offer.price, stack: summary.stack })],
          go: t('t.re_enter', { n: offer.price }),
          ask: { type: 're_enter', tournament: id },
          price: offer.price,
        }
      );
    }
    case 'tournament_rebuy': {
      const offer = offerOf(t0, 'tournament_rebuy');
      if (!offer) return null;
      const left = offerLeft(t0, offer, now);
      return {
        title: t('t.ask.rebuy'),
        words: [t('t.ask.chips', { n: offer.price, chips: offer.chips })],
        go: t('t.rebuy', { n: offer.price }),
        ask: { type: 'tournament_rebuy', tournament: id, take: true },
        price: offer.price,
        left,
        ...(left !== null && { refusal: { type: 'tournament_rebuy', tournament: id, take: false } }),
      };
    }
    case 'add_on': {
      const offer = offerOf(t0, 'add_on');
      return (
        offer && {
          title: t('t.ask.add_on'),
          words: [t('t.ask.chips', { n: offer.price, chips: offer.chips })],
          go: t('t.add_on', { n: offer.price }),
          ask: { type: 'add_on', tournament: id },
          price: offer.price,
        }
      );
    }
    case 'wait': {
      if (!t0.you.waitlist?.open) return null;
      const price = summary.buy_in + summary.bounty;
      return {
        title: t('t.ask.wait', { name: local(summary.name) }),
        words: [summary.live ? t('t.ask.wait.live') : t(price > 0 ? 't.ask.wait.how' : 't.ask.wait.free', { n: price })],
        go: t('t.wait'),
        ask: { type: 'register', tournament: id, rules: t0.rules, wait: true },
        price: 0,
      };
    }
    case 'leave_waitlist':
      return t0.you.waitlist?.place
        ? { title: t('t.ask.leave_waitlist'), words: [], go: t('t.leave_waitlist'), ask: { type: 'unregister', tournament: id }, price: 0 }
        : null;
    case 'withdraw':
      return {
        title: t('t.ask.withdraw'),
        words: ['stack' in cost && 'place' in cost ? t('t.ask.withdraw.how', { stack: cost.stack, place: cost.place }) : t('t.ask.withdraw.plain')],
        go: t('t.withdraw'),
        ask: { type: 'withdraw', tournament: id, confirm: true },
        price: 0,
      };
  }
}

/** @param {Event} event */
const shut = (event) => /** @type {HTMLElement} */ (event.target).closest('dialog')?.close();

/** The open dialog of a page, and its requests. */
export class Asking {
  /** @type {Question | null} */
  question = null;
  /** @type {Record<string, string | number>} */
  #cost = {};
  #app;
  #session;
  #changed;

  /** @param {() => App} app @param {() => TournamentSession | null} session @param {() => void} changed */
  constructor(app, session, changed) {
    this.#app = app;
    this.#session = session;
    this.#changed = changed;
  }

  /** @param {Question} question */
  async open(question) {
    if (this.question || !(await this.#app().identify())) return;
    await this.#app().net.whenReady();
    const session = this.#session();
    if (!session || this.question) return;
    // A visitor has become a player: load the player's standing.
    session.watch();
    await session.known();
    this.#cost = {};
    if (question === 'withdraw') {
      // The first request is refused with the cost of leaving.
      const refusal = await session.request({ type: 'withdraw', tournament: session.id, confirm: false });
      if (refusal?.code !== 'tournament.unconfirmed') {
        if (refusal) this.#app().toastError(refusal);
        return;
      }
      this.#cost = refusal.params;
    }
    this.question = question;
    this.#changed();
  }

  close() {
    this.question = null;
    this.#changed();
  }

  /** @param {Ask} ask @param {Event} event Event of the button; closing the dialog returns the focus to where it came from. */
  async #send(ask, event) {
    const session = this.#session();
    shut(event);
    const refusal = await session?.request(ask);
    if (refusal) this.#app().toastError(refusal);
  }

  /** @param {number} now @returns {VNode | null} */
  view(now) {
    const session = this.#session();
    const asked = this.question && session?.live ? askedOf(this.question, session.live, now, this.#cost) : null;
    if (!asked) {
      // An offer that has lapsed closes its dialog.
      this.question = null;
      return null;
    }
    const { title, words, go, ask, price, left = null, refusal } = asked;
    const isPoor = this.#app().purse.balance < price;
    return h(
      'dialog',
      {
        key: `ask-${this.question}`,
        class: 'dialog narrow',
        'aria-labelledby': 'ask-title',
        'aria-describedby': 'ask-words',
        enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
        on: {
          close: () => this.close(),
          click: (event) => event.target === event.currentTarget && event.currentTarget.close(),
        },
      },
      h(
        'div',
        { class: 'dialog-in' },
        dialogHead('ask', title),
        h(
          'div',
          { id: 'ask-words', class: 'ask-words' },
          words.map((text, at) => h('p', { key: at }, text)),
        ),
        left !== null && h('p', { key: 'left', class: 'ask-left' }, t('t.ask.left', { n: Math.ceil(left / 1000) })),
        price > 0 && h('p', { key: 'purse', class: isPoor ? 'error' : 'note' }, t('t.poor', { n: this.#app().purse.balance })),
        h(
          'div',
          { class: 'ask-go' },
          refusal
            ? h('button', { key: 'no', class: 'btn quiet', on: { click: (event) => this.#send(refusal, event) } }, t('t.do_without'))
            : h('button', { key: 'no', class: 'btn quiet', on: { click: shut } }, t('t.cancel')),
          isPoor
            ? h('button', { key: 'topup', class: 'btn hot', on: { click: () => this.#app().topUp() } }, t('topup'))
            : h('button', { key: 'go', class: 'btn hot', on: { click: (event) => this.#send(ask, event) } }, go),
        ),
      ),
    );
  }
}

/** @param {Offer} offer */
const isEntry = ({ kind }) => kind === 'register' || kind === 're_enter';

/** `true` if an entry is on offer that this viewer may not take for lack of a verified age. @param {Tournament} t0 @param {boolean} isAdult */
export const lacksAge = ({ summary, you }, isAdult) => Boolean(summary.adults_only) && !isAdult && (you.offers ?? []).some(isEntry);

/**
 * The viewer's possible purchases and withdrawals, the most important first.
 *
 * @param {Tournament} t0
 * @param {boolean} [mayEnter] `true` if the viewer has the required age.
 * @returns {{ question: Question, label: string }[]}
 */
export function questionsOf(t0, mayEnter = true) {
  /** @type {{ question: Question, label: string }[]} */
  const some = [];
  for (const offer of t0.you.offers ?? []) {
    if (!mayEnter && isEntry(offer)) continue;
    switch (offer.kind) {
      case 'register':
        some.push({ question: 'register', label: registerText(offer.price) });
        break;
      case 're_enter':
        some.push({ question: 're_enter', label: t('t.re_enter', { n: num(offer.price) }) });
        break;
      case 'tournament_rebuy':
        some.push({ question: 'tournament_rebuy', label: t('t.rebuy', { n: num(offer.price) }) });
        break;
      case 'add_on':
        some.push({ question: 'add_on', label: t('t.add_on', { n: num(offer.price) }) });
        break;
      case 'unregister':
        some.push({ question: 'unregister', label: t('t.unregister') });
        break;
      default:
    }
  }
  const { waitlist } = t0.you;
  if (waitlist?.open) some.push({ question: 'wait', label: t('t.wait') });
  if (waitlist?.place) some.push({ question: 'leave_waitlist', label: t('t.leave_waitlist') });
  const isPlaying = t0.you.seat && !t0.you.out && ['running', 'paused'].includes(t0.summary.phase);
  if (isPlaying) some.push({ question: 'withdraw', label: t('t.withdraw') });
  return some;
}
