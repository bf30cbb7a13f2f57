// What a club keeps for its nights, or a player: templates, and the events that recur by them.

/** @import { RecurringEvent, RecurringRequest, RecurringResponse, TemplateLine, TemplateResponse, TemplatesResponse, Weekday } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */

import { h } from '../dom.js';
import { lang, num, t, timeText } from '../i18n.js';
import { keeperPath } from '../shelf.js';
import { card, form, input, Loaded } from './loaded.js';

/** @type {readonly Weekday[]} */
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Maximum number of open tables and events of a club. */
const PLACES_MAX = 50;

/** Any Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);

/** Name of a day of the week. @param {Weekday} day @param {'long' | 'short'} weekday */
const dayText = (day, weekday = 'long') => new Intl.DateTimeFormat(lang(), { weekday, timeZone: 'UTC' }).format(MONDAY_MS + DAYS.indexOf(day) * 86_400_000);

/** @typedef {{ templates: TemplateLine[], recurring: RecurringEvent[] }} Kept */

/** @extends {Loaded<Kept>} */
class Nights extends Loaded {
  /** The club; `null` for what the player keeps. @type {number | null} */
  club = null;
  /** `true` for those who may change what is kept. */
  manages = false;
  /** The event that is being changed. @type {number | null} */
  #changing = null;
  /** The template that is being renamed. @type {number | null} */
  #renaming = null;

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

  /** A text about a club, or about the player. @param {'templates' | 'templates.why' | 'templates.none' | 'recurring.how'} what */
  #said(what) {
    return t(this.club === null ? `mine.${what}` : `club.${what}`);
  }

  /** @param {TemplateLine[]} templates @returns {Kid} */
  #templates(templates) {
    return card(
      'templates',
      this.#said('templates'),
      h('p', { class: 'none' }, this.#said(templates.length > 0 ? 'templates.why' : 'templates.none')),
      templates.length > 0 &&
        h(
          'ul',
          { class: 'club-list' },
          templates.map((line) => this.#template(line)),
        ),
    );
  }

  /** @param {TemplateLine} line @returns {Kid} */
  #template({ template, kind, name }) {
    const isRenaming = this.#renaming === template;
    return h(
      'li',
      { key: template },
      h('b', null, name),
      h('span', null, t(`shelf.kind.${kind}`)),
      this.manages && [
        this.#toggle('rename', isRenaming, t('club.templates.rename'), t('club.templates.rename.of', { name }), () => {
          this.#renaming = isRenaming ? null : template;
        }),
        this.twice(`template-${template}`, 'club.templates.delete', { name }, () => this.#delete(`templates`, template)),
      ],
      isRenaming &&
        form(
          'name',
          t('shelf.save'),
          (fields) => this.#rename(template, fields.name),
          input(t('club.templates.name'), 'name', { maxlength: 40, required: true, value: name }),
        ),
    );
  }

  /**
   * A button that opens or closes a form in a line.
   *
   * @param {string} key
   * @param {boolean} isOpen
   * @param {string} text
   * @param {string} label
   * @param {() => void} press
   */
  #toggle(key, isOpen, text, label, press) {
    const click = () => {
      press();
      this.update();
    };
    return h('button', { key, class: 'btn-s', 'aria-label': label, 'aria-expanded': isOpen, on: { click } }, text);
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
            recurring.map((one) => this.#line(one, events)),
          ),
      this.manages && (events.length > 0 ? this.#form(events) : h('p', { key: 'how', class: 'none' }, this.#said('recurring.how'))),
    );
  }

  /** @param {RecurringEvent} one @param {TemplateLine[]} events @returns {Kid} */
  #line(one, events) {
    const { recurring, name, days, time, zone, paused = false, next, last, fault } = one;
    const when = t('club.recurring.when', { days: days.map((day) => dayText(day)).join(', '), time, zone });
    const state = paused ? t('club.recurring.paused') : t('club.recurring.next', { at: timeText(next) });
    const path = last && `/tournament/${encodeURIComponent(last)}`;
    const isChanging = this.#changing === recurring;
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
        this.#toggle('change', isChanging, t('club.recurring.change'), t('club.recurring.change.of', { name }), () => {
          this.#changing = isChanging ? null : recurring;
        }),
        this.twice(`recurring-${recurring}`, 'club.recurring.end', { name }, () => this.#delete('recurring', recurring)),
      ],
      isChanging && this.#form(events, one),
    );
  }

  /** The form of a new event, or of one that is being changed. @param {TemplateLine[]} events @param {RecurringEvent} [one] @returns {Kid} */
  #form(events, one) {
    const zone = one?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return h(
      'form',
      {
        key: 'form',
        class: 'club-form',
        on: {
          submit: (/** @type {any} */ event) => {
            event.preventDefault();
            this.#send(event.currentTarget, one);
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
          events.map(({ template, name }) => h('option', { key: template, value: template, selected: template === one?.template }, name)),
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
            h('input', { type: 'checkbox', name: 'days', value: day, checked: one?.days.includes(day) ?? false, 'aria-label': dayText(day) }),
            h('span', { 'aria-hidden': 'true' }, dayText(day, 'short')),
          ),
        ),
      ),
      h(
        'div',
        { class: 'me-filters' },
        input(t('club.recurring.time'), 'time', { type: 'time', required: true, value: one?.time ?? '20:00' }),
        input(t('club.recurring.zone'), 'zone', { required: true, maxlength: '64', value: zone }),
        input(t('club.recurring.ahead'), 'ahead', { type: 'number', required: true, min: '0', max: '28', value: one?.ahead ?? 6 }),
      ),
      h('button', { class: 'btn-s' }, t(one ? 'shelf.save' : 'club.recurring.begin')),
    );
  }

  /** Begins to repeat an event, or changes one. @param {HTMLFormElement} sent @param {RecurringEvent} [one] */
  async #send(sent, one) {
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
      ...(one?.paused && { paused: true }),
    };
    const path = keeperPath(this.club, 'recurring');
    if (!(await (one ? this.change('PUT', `${path}/${one.recurring}`, request) : this.change('POST', path, request)))) return;
    this.#changing = null;
    sent.reset();
    this.load();
  }

  /** @param {RecurringEvent} event */
  async #pause({ recurring, template, days, time, zone, ahead, paused = false }) {
    /** @type {RecurringRequest} */
    const request = { template, days, time, zone, ahead, paused: !paused };
    if (await this.change('PUT', `${keeperPath(this.club, 'recurring')}/${recurring}`, request)) this.load();
  }

  /** @param {number} template @param {string} name */
  async #rename(template, name) {
    const path = `${keeperPath(this.club)}/${template}`;
    const kept = /** @type {TemplateResponse | undefined} */ (await this.change('GET', path));
    if (!kept) return;
    if (!kept.content) return this.app.toast(t('shelf.unreadable'));
    if (!(await this.change('PUT', path, { name: name.trim(), content: kept.content }))) return;
    this.#renaming = null;
    this.load();
  }

  /** @param {string} what @param {number} number */
  async #delete(what, number) {
    if ((await this.change('DELETE', `${keeperPath(this.club, what)}/${number}`)) !== undefined) this.load();
  }
}

customElements.define('p-nights', Nights);

export { Nights };
