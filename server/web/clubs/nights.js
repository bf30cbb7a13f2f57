// What a club keeps for its nights: templates, and the events that recur by them.

/** @import { RecurringEvent, RecurringRequest, RecurringResponse, TemplateLine, TemplatesResponse, Weekday } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */

import { h } from '../dom.js';
import { lang, num, t, timeText } from '../i18n.js';
import { keeperPath } from '../shelf.js';
import { card, input, Loaded } from './loaded.js';

/** @type {readonly Weekday[]} */
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Most open tables and events of a club. */
const PLACES_MAX = 50;

/** Any Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);

/** Name of a day of the week. @param {Weekday} day @param {'long' | 'short'} weekday */
const dayText = (day, weekday = 'long') => new Intl.DateTimeFormat(lang(), { weekday, timeZone: 'UTC' }).format(MONDAY_MS + DAYS.indexOf(day) * 86_400_000);

/** @typedef {{ templates: TemplateLine[], recurring: RecurringEvent[] }} Nights */

/** @extends {Loaded<Nights>} */
class ClubNights extends Loaded {
  club = 0;
  /** `true` for those who may change what the club keeps. */
  manages = false;

  connectedCallback() {
    this.update();
  }

  /** @override */
  async read() {
    const ask = (/** @type {string} */ what) => this.app.account.ask('GET', keeperPath(this.club, what));
    const [{ templates }, { recurring }] = /** @type {[TemplatesResponse, RecurringResponse]} */ (await Promise.all([ask('templates'), ask('recurring')]));
    return { templates, recurring };
  }

  /** @override */
  view() {
    if (!this.data) return h('p', { key: 'loading', role: 'status' }, t('club.loading'));
    const { templates, recurring } = this.data;
    return [this.#recurring(recurring, templates), this.#templates(templates)];
  }

  /** @param {TemplateLine[]} templates @returns {Kid} */
  #templates(templates) {
    return card(
      'templates',
      t('club.templates'),
      h('p', { class: 'none' }, t(templates.length > 0 ? 'club.templates.why' : 'club.templates.none')),
      templates.length > 0 &&
        h(
          'ul',
          { class: 'club-list' },
          templates.map(({ template, kind, name }) =>
            h(
              'li',
              { key: template },
              h('b', null, name),
              h('span', null, t(`shelf.kind.${kind}`)),
              this.manages && this.twice(`template-${template}`, 'club.templates.delete', { name }, () => this.#delete(`templates`, template)),
            ),
          ),
        ),
    );
  }

  /** @param {RecurringEvent[]} recurring @param {TemplateLine[]} templates @returns {Kid} */
  #recurring(recurring, templates) {
    const events = templates.filter(({ kind }) => kind === 'event');
    return card(
      'recurring',
      t('club.recurring'),
      recurring.length === 0
        ? h('p', { class: 'none' }, t('club.recurring.none'))
        : h(
            'ul',
            { class: 'club-list' },
            recurring.map((one) => this.#line(one)),
          ),
      this.manages && (events.length > 0 ? this.#form(events) : h('p', { key: 'how', class: 'none' }, t('club.recurring.how'))),
    );
  }

  /** @param {RecurringEvent} one @returns {Kid} */
  #line(one) {
    const { recurring, name, days, time, zone, paused = false, next, last, fault } = one;
    const when = t('club.recurring.when', { days: days.map((day) => dayText(day)).join(', '), time, zone });
    const state = paused ? t('club.recurring.paused') : t('club.recurring.next', { at: timeText(next) });
    const path = last && `/tournament/${encodeURIComponent(last)}`;
    return h(
      'li',
      { key: recurring },
      h('b', null, name),
      h('span', null, `${when} · ${state}`),
      fault && h('span', { key: 'fault', class: 'error' }, t('club.recurring.fault', { why: t(`error.${fault}`, { max: num(PLACES_MAX) }) })),
      path && h('a', { key: 'last', href: path, on: { click: (event) => this.app.follow(event, path) } }, t('club.recurring.last')),
      this.manages && [
        h(
          'button',
          {
            key: 'pause',
            class: 'btn-s',
            'aria-label': t(paused ? 'club.recurring.resume.of' : 'club.recurring.pause.of', { name }),
            on: { click: () => this.#pause(one) },
          },
          t(paused ? 'club.recurring.resume' : 'club.recurring.pause'),
        ),
        this.twice(`recurring-${recurring}`, 'club.recurring.end', { name }, () => this.#delete('recurring', recurring)),
      ],
    );
  }

  /** @param {TemplateLine[]} events @returns {Kid} */
  #form(events) {
    return h(
      'form',
      {
        key: 'begin',
        class: 'club-form',
        on: {
          submit: (/** @type {any} */ event) => {
            event.preventDefault();
            this.#begin(event.currentTarget);
          },
        },
      },
      h(
        'label',
        { class: 'field' },
        h('span', null, t('club.recurring.template')),
        h(
          'select',
          { class: 'text', name: 'template' },
          events.map(({ template, name }) => h('option', { key: template, value: template }, name)),
        ),
      ),
      h(
        'fieldset',
        { class: 'club-days' },
        h('legend', null, t('club.recurring.days')),
        DAYS.map((day) =>
          h(
            'label',
            { key: day, class: 'check' },
            h('input', { type: 'checkbox', name: 'days', value: day, 'aria-label': dayText(day) }),
            h('span', { 'aria-hidden': 'true' }, dayText(day, 'short')),
          ),
        ),
      ),
      h(
        'div',
        { class: 'me-filters' },
        input(t('club.recurring.time'), 'time', { type: 'time', required: true, value: '20:00' }),
        input(t('club.recurring.zone'), 'zone', { required: true, maxlength: '64', value: Intl.DateTimeFormat().resolvedOptions().timeZone }),
        input(t('club.recurring.ahead'), 'ahead', { type: 'number', required: true, min: '0', max: '28', value: '6' }),
      ),
      h('button', { class: 'btn-s' }, t('club.recurring.begin')),
    );
  }

  /** @param {HTMLFormElement} sent */
  async #begin(sent) {
    const fields = new FormData(sent);
    const days = /** @type {Weekday[]} */ (fields.getAll('days'));
    if (days.length === 0) return this.app.toast(t('club.recurring.no_day'));
    /** @type {RecurringRequest} */
    const request = {
      template: Number(fields.get('template')),
      days,
      time: String(fields.get('time')).slice(0, 5),
      zone: String(fields.get('zone')).trim(),
      ahead: Number(fields.get('ahead')),
    };
    if (!(await this.change('POST', keeperPath(this.club, 'recurring'), request))) return;
    sent.reset();
    this.load();
  }

  /** @param {RecurringEvent} event */
  async #pause({ recurring, template, days, time, zone, ahead, paused = false }) {
    /** @type {RecurringRequest} */
    const request = { template, days, time, zone, ahead, paused: !paused };
    if (await this.change('PUT', `${keeperPath(this.club, 'recurring')}/${recurring}`, request)) this.load();
  }

  /** @param {string} what @param {number} number */
  async #delete(what, number) {
    if ((await this.change('DELETE', `${keeperPath(this.club, what)}/${number}`)) !== undefined) this.load();
  }
}

customElements.define('p-club-nights', ClubNights);

export { ClubNights };
