// The decision dialog: the act, its reason, and a preview of the trail entry, before it is sent.

/** @import { FloorHand } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */
/** @import { Refusal } from '../net.js' */
/** @import { VNode } from '../dom.js' */
/** @import { Floor } from './floor-desk.js' */
/** @import { About, Field, Kind, Scene } from './floor-forms.js' */
/** @import { Tournament } from './model.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { dialogHead } from '../modal.js';
import { newId } from '../net.js';
import { reasonOf } from './by-hand.js';
import { actionOf, fieldsOf, filled } from './floor-forms.js';
import { kindsOf } from './floor-offers.js';
import { reasonGiven } from './light.js';
import { reasonText } from './reasons.js';
import { isLight, nameOf, ticketText, waiterName } from './floor-words.js';
import { trailLine } from './trail.js';

/** Longest reason, in characters. */
const REASON = 500;

/** Subject of the decision, for the title. @param {About} about @param {Scene} scene */
function aboutText({ player, table, ticket, waiting }, { live, desk }) {
  if (ticket) return ticketText(ticket);
  if (waiting !== undefined) return waiterName(desk, waiting);
  if (player !== undefined) return nameOf(live, player);
  return table === undefined ? t('floor.about.event') : t('t.table.n', { n: table });
}

export class Deciding {
  /** @type {About | null} */
  about = null;
  /** @type {Kind} */
  kind = 'rule';
  /** `true` if the kind was chosen by a button of its own. */
  isFixed = false;
  /** @type {Record<string, string>} */
  values = {};
  reason = '';
  /** @type {Refusal | null} */
  error = null;
  /** A finished hand that was opened. @type {FloorHand | null} */
  hand = null;
  #isSending = false;
  /** Id of the request: the same for the same decision, however often it is sent. */
  #id = '';
  #sent = '';
  #app;
  #floor;
  #changed;
  #done;

  /** @param {() => App} app @param {() => Floor} floor @param {() => void} changed @param {(live: Tournament) => void} done Called after an act. */
  constructor(app, floor, changed, done) {
    this.#app = app;
    this.#floor = floor;
    this.#changed = changed;
    this.#done = done;
  }

  /** @param {About} about @param {Scene} scene @param {Kind} [kind] */
  open(about, scene, kind) {
    const first = kind ?? kindsOf(about, scene)[0];
    Object.assign(this, { about, kind: first, isFixed: kind !== undefined, values: {}, reason: reasonOf(first, scene.live), error: null });
    this.#changed();
  }

  /** @param {Partial<Pick<Deciding, 'kind' | 'values' | 'reason'>>} change */
  set(change) {
    Object.assign(this, { error: null }, change);
    this.#changed();
  }

  /** @param {Scene} scene @param {Event} event */
  async #send(scene, event) {
    event.preventDefault();
    const action = this.about && actionOf(this.kind, this.about, this.values, scene);
    const isFree = isLight(scene.live) && this.kind !== 'answer';
    const reason = this.reason.trim() || (isFree ? reasonGiven(this.kind, scene.live) : '');
    if (!action || reason === '' || this.#isSending) return;
    const dialog = /** @type {HTMLElement} */ (event.target).closest('dialog');
    const whole = JSON.stringify([action, reason]);
    if (whole !== this.#sent) [this.#id, this.#sent] = [newId(), whole];
    this.#isSending = true;
    this.#changed();
    const refusal = await this.#floor().decide(this.#id, action, reason);
    this.#isSending = false;
    if (refusal) {
      this.error = refusal;
      this.#changed();
      return;
    }
    this.#sent = '';
    dialog?.close();
    if (isFree) this.#done(scene.live);
    else this.#app().toast(t('floor.sent'));
    if (action.kind === 'see_hand') this.#show(action.table, action.hand);
  }

  /** @param {string} table @param {number} hand */
  async #show(table, hand) {
    const { app, tournament } = { app: this.#app(), tournament: this.#floor().id };
    try {
      this.hand = await app.account.floorHand(tournament, table, hand);
    } catch (error) {
      app.toastError(error);
    }
    this.#changed();
  }

  /** @param {Scene | null} scene @returns {VNode | null} */
  view(scene) {
    if (this.hand) return this.#handView(this.hand);
    if (!this.about || !scene) return null;
    const { about } = this;
    const kinds = kindsOf(about, scene);
    // A decision that is no longer possible closes its dialog.
    if (kinds.length === 0) return null;
    if (!kinds.includes(this.kind)) this.kind = kinds[0];
    const fields = fieldsOf(this.kind, about, this.values, scene);
    const action = actionOf(this.kind, about, this.values, scene);
    const session = this.#app().account.session;
    const isFree = isLight(scene.live) && this.kind !== 'answer';
    const isReady = action !== null && (isFree || this.reason.trim() !== '');
    return h(
      'dialog',
      {
        key: 'deciding',
        class: 'dialog narrow deciding',
        'aria-labelledby': 'deciding-title',
        enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
        on: {
          close: () => {
            this.about = null;
            this.#changed();
          },
        },
      },
      h(
        'form',
        { class: 'dialog-in', novalidate: true, on: { submit: (event) => this.#send(scene, event) } },
        dialogHead('deciding', this.isFixed ? t(`floor.do.${this.kind}`) : aboutText(about, scene)),
        about.ticket && h('blockquote', { key: 'text', class: 'floor-text' }, about.ticket.text),
        !this.isFixed && this.#kindField(kinds, scene),
        fields.map((field) => this.#field(field, fields)),
        h(
          'label',
          { key: 'reason', class: 'field' },
          h('span', null, t(this.kind === 'answer' ? 'floor.field.answer' : isFree ? 'floor.field.reason.free' : 'floor.field.reason')),
          h('textarea', {
            class: 'text',
            rows: '3',
            maxlength: String(REASON),
            required: !isFree,
            'aria-describedby': 'deciding-read',
            prop: { value: reasonText(this.reason) },
            on: { input: (event) => this.set({ reason: event.target.value }) },
          }),
          h('small', { id: 'deciding-read', class: 'note' }, t('floor.reason.read')),
        ),
        h(
          'section',
          { key: 'preview', class: 'floor-preview', 'aria-labelledby': 'deciding-preview' },
          h('h3', { id: 'deciding-preview' }, t('floor.preview')),
          action && session
            ? h(
                'ol',
                { key: 'line', class: 't-trail' },
                trailLine(
                  { by: session.you, role: scene.role, action, reason: this.reason.trim() || (isFree ? reasonGiven(this.kind, scene.live) : '…') },
                  scene.live,
                ),
              )
            : h('p', { key: 'none', class: 'note' }, t(this.kind === 'correct_award' || this.kind === 'count' ? 'floor.missing.stacks' : 'floor.missing')),
        ),
        this.error && h('p', { key: 'error', class: 'error', role: 'alert' }, t(this.error.key, this.error.params)),
        h('button', { key: 'go', class: 'btn hot', type: 'submit', 'aria-disabled': !isReady || this.#isSending }, t('floor.send')),
      ),
    );
  }

  /** @param {Kind[]} kinds @param {Scene} scene */
  #kindField(kinds, { live }) {
    return h(
      'label',
      { key: 'kind', class: 'field' },
      h('span', null, t('floor.field.kind')),
      h(
        'select',
        {
          class: 'text',
          prop: { value: this.kind },
          on: { change: (event) => this.set({ kind: event.target.value, values: {}, reason: reasonOf(event.target.value, live) }) },
        },
        kinds.map((kind) => h('option', { key: kind, value: kind }, t(`floor.do.${kind}`))),
      ),
    );
  }

  /** @param {Field} field @param {Field[]} all */
  #field({ name, label, type, most, options = [] }, all) {
    const value = filled(all, this.values)[name];
    /** @param {string} next */
    const change = (next) => this.set({ values: { ...this.values, [name]: next } });
    return h(
      'label',
      { key: name, class: 'field' },
      h('span', null, label),
      type === 'select'
        ? h(
            'select',
            { key: 'select', class: 'text', prop: { value }, on: { change: (event) => change(event.target.value) } },
            options.map(({ id, label: words }) => h('option', { key: id, value: id }, words)),
          )
        : h('input', {
            key: 'input',
            class: 'text',
            type: type === 'time' ? 'datetime-local' : 'text',
            inputmode: type === 'number' ? 'numeric' : null,
            maxlength: most === undefined ? null : String(most),
            autocomplete: 'off',
            prop: { value },
            on: { input: (event) => change(event.target.value) },
          }),
    );
  }

  /** Cards of the players in a hand. @param {FloorHand} hand @returns {VNode} */
  #handView({ hand, players, cards, events }) {
    const board = events.flatMap((event) => (event.kind === 'board_dealt' ? event.cards : []));
    /** @param {string[]} some */
    const row = (some) =>
      h(
        'span',
        { class: 'cards' },
        some.map((card, at) => h('p-card', { key: at, c: card })),
      );
    return h(
      'dialog',
      {
        key: 'hand',
        class: 'dialog narrow last',
        'aria-labelledby': 'hand-title',
        enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
        on: {
          close: () => {
            this.hand = null;
            this.#changed();
          },
        },
      },
      h(
        'div',
        { class: 'dialog-in' },
        dialogHead('hand', t('floor.hand', { n: hand })),
        board.length > 0 && h('div', { key: 'board', class: 'last-board' }, row(board.filter((card) => card !== null))),
        h(
          'ul',
          { class: 'floor-cards' },
          players.map(({ seat, player }) => h('li', { key: seat }, h('b', null, player.name), row(cards.find((one) => one.seat === seat)?.cards ?? []))),
        ),
      ),
    );
  }
}
