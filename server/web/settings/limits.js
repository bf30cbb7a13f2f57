// The player's own limits: time at tables and chips lost a day, and breaks. They are kept by the server, for the account.

/** @import { DailyLimits, LimitsRequest, LimitsResponse } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { SettingsDialog } from './dialog.js' */

import { h } from '../dom.js';
import { num, parseNum, t, tn } from '../i18n.js';
import { segments } from '../lobby/common.js';

/** Minutes at tables a day to choose from; 0 for no limit. */
const MINUTES = [0, 30, 60, 120, 240];

/** Hours of a break to choose from. */
const HOURS = [1, 24, 72, 168, 720];

export class LimitForm {
  /** @type {SettingsDialog} */
  #dialog;
  /** @type {LimitsResponse | null} */
  #limits = null;
  #isAsked = false;
  /** What was typed in place of a number of chips. */
  #wrong = '';
  #hours = 24;
  /** `true` once the break was pressed: a second press begins it. */
  #isSure = false;

  /** @param {SettingsDialog} dialog */
  constructor(dialog) {
    this.#dialog = dialog;
  }

  /** @returns {Kid[]} */
  view() {
    if (!this.#isAsked) this.#ask(() => this.#dialog.app.account.limits());
    const limits = this.#limits;
    if (!limits) return [h('p', { key: 'none', class: 'note' }, t('view.coming'))];
    return [
      h('p', { key: 'why', class: 'note' }, t('limits.why', { until: limits.tomorrow_at })),
      limits.reached &&
        h('p', { key: 'reached', class: 'limit-reached', role: 'status' }, t(`limits.reached.${limits.reached.limit}`, { until: limits.reached.until })),
      this.#minutes(limits),
      this.#loss(limits),
      this.#later(limits),
      this.#break(limits),
    ];
  }

  /** @param {LimitsResponse} limits */
  #minutes({ today, minutes }) {
    const now = today.minutes ?? 0;
    const values = [...new Set([...MINUTES, now])].sort((a, b) => a - b);
    const options = values.map((n) => ({ id: String(n), label: n === 0 ? t('limits.none') : t('limits.minutes', { n }) }));
    return h(
      'div',
      { key: 'minutes', class: 'field' },
      h('span', { 'aria-hidden': 'true' }, t('limits.time')),
      segments(t('limits.time'), options, String(now), (id) => this.#set({ daily_minutes: Number(id) })),
      now > 0 && h('small', { class: 'note' }, t('limits.played', { n: minutes })),
    );
  }

  /** @param {LimitsResponse} limits */
  #loss({ today, won }) {
    return h(
      'label',
      { key: 'loss', class: 'field' },
      h('span', null, t('limits.loss')),
      h('input', {
        class: 'num',
        name: 'loss',
        inputmode: 'numeric',
        autocomplete: 'off',
        'aria-invalid': this.#wrong !== '',
        'aria-describedby': 'limits-loss',
        prop: { value: this.#wrong || (today.loss ? num(today.loss) : '') },
        on: { change: (event) => this.#typed(event.target.value) },
      }),
      h('small', { id: 'limits-loss', class: this.#wrong ? 'error' : 'note' }, t(won < 0 ? 'limits.lost' : 'limits.loss.why', { n: Math.max(0, -won) })),
    );
  }

  /** @param {string} text */
  #typed(text) {
    const loss = text.trim() === '' ? 0 : parseNum(text);
    this.#wrong = loss === null ? text : '';
    if (loss === null) this.#dialog.update();
    else this.#set({ daily_loss: loss });
  }

  /** What changes with the next day, if anything does. @param {LimitsResponse} limits */
  #later({ today, tomorrow, tomorrow_at: until }) {
    if (today.minutes === tomorrow.minutes && today.loss === tomorrow.loss) return null;
    return h('p', { key: 'later', class: 'note' }, t('limits.later', { until, limits: inWords(tomorrow) }));
  }

  /** @param {LimitsResponse} limits */
  #break({ break_until: until }) {
    const options = HOURS.map((n) => ({ id: String(n), label: n < 24 ? tn('limits.hours', n) : tn('limits.days', n / 24) }));
    return h(
      'div',
      { key: 'break', class: 'field' },
      h('span', { 'aria-hidden': 'true' }, t('limits.break')),
      until !== undefined && h('p', { class: 'note' }, t('limits.reached.break', { until })),
      segments(t('limits.break'), options, String(this.#hours), (id) => {
        this.#hours = Number(id);
        this.#isSure = false;
        this.#dialog.update();
      }),
      h(
        'button',
        { type: 'button', class: this.#isSure ? 'btn-s hot' : 'btn-s', on: { click: () => this.#takeBreak() } },
        t(this.#isSure ? 'limits.break.sure' : 'limits.break.take'),
      ),
    );
  }

  /** A break cannot be taken back before the next day, so a second press is needed. */
  #takeBreak() {
    if (this.#isSure) this.#set({ break_hours: this.#hours });
    this.#isSure = !this.#isSure;
    this.#dialog.update();
  }

  /** @param {LimitsRequest} change */
  #set(change) {
    this.#ask(() => this.#dialog.app.account.setLimits(change));
  }

  /** @param {() => Promise<LimitsResponse>} ask */
  async #ask(ask) {
    this.#isAsked = true;
    try {
      this.#limits = await ask();
    } catch (error) {
      this.#dialog.app.toastError(error);
    }
    this.#dialog.update();
  }
}

/** Limits in words. @param {DailyLimits} limits */
const inWords = ({ minutes, loss }) =>
  [minutes ? t('limits.minutes', { n: minutes }) : '', loss ? t('limits.chips', { n: loss }) : ''].filter(Boolean).join(', ') || t('limits.none');
