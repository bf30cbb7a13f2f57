// Entries by officials of a live tournament: real cards and chips are beside the screen, and the page is kept informed.

/** @import { FloorAction, HandBust } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */
/** @import { Refusal } from '../net.js' */
/** @import { Field, Form, Kind, Scene } from './floor-forms.js' */
/** @import { Floor } from './floor-desk.js' */
/** @import { Tournament } from './model.js' */

import { h } from '../dom.js';
import { parseNum, t } from '../i18n.js';
import { newId } from '../net.js';
import { nameOf } from './floor-words.js';
import { REASONS } from './reasons.js';

/** Entries, as opposed to decisions: no reason is required. @type {ReadonlySet<Kind>} */
const ENTRIES = new Set([
  'enter',
  'wait',
  'move_up',
  'stop_waiting',
  'take_back',
  're_enter',
  'rebuy',
  'no_rebuy',
  'add_on',
  'hand_over',
  'count',
  'set_button',
  'undo',
  'redo',
]);

/** Initial reason of a form. @param {Kind} kind @param {Tournament} live */
export const reasonOf = (kind, { summary }) => (summary.live && ENTRIES.has(kind) ? REASONS.entered : '');

/** Players at a table, by seat. @param {number} no @param {Tournament} live */
const seated = (no, live) => Object.entries(live.tables[no]?.seats ?? {}).map(([seat, one]) => ({ seat: Number(seat), ...one }));

/** @param {string} name @param {string} label @param {{ id: string, label: string }[]} options @returns {Field} */
const choice = (name, label, options) => ({ name, label, type: 'select', value: options[0]?.id ?? '', options });

/** @param {string} name @param {string} label @param {string} [value] @returns {Field} */
const amount = (name, label, value = '') => ({ name, label, type: 'number', value });

/** The forms of entries that name several players. @type {Record<'hand_over' | 'count', Required<Form>>} */
export const ENTRY_FORMS = {
  hand_over: {
    fields: ({ table = 0 }, values, { live }) => {
      const here = seated(table, live);
      const out = here.filter(({ player: who }) => values[`bust-${who}`]);
      const fields = here.flatMap(({ player: who }) => {
        const others = here.filter((one) => one.player !== who).map((one) => ({ id: String(one.player), label: nameOf(live, one.player) }));
        const name = nameOf(live, who);
        const lost = choice(`bust-${who}`, name, [
          { id: '', label: t('floor.hand.in') },
          ...others.map(({ id, label }) => ({ id, label: t('floor.hand.out', { who: label }) })),
        ]);
        if (!values[`bust-${who}`]) return [lost];
        const shares = choice(`also-${who}`, t('floor.field.also'), [{ id: '', label: t('floor.hand.alone') }, ...others]);
        return [lost, shares, ...(out.length > 1 ? [amount(`before-${who}`, t('floor.field.before', { who: name }))] : [])];
      });
      const seats = here.map(({ seat, player: who }) => ({ id: String(seat), label: `${seat} · ${nameOf(live, who)}` }));
      return [...fields, choice('button', t('floor.field.button'), [{ id: '', label: t('floor.hand.button') }, ...seats])];
    },
    action: ({ table = 0 }, held, { live }) => {
      const busts = seated(table, live)
        .filter(({ player: who }) => held[`bust-${who}`])
        .map(({ player: who }) => bustOf(who, held));
      const losers = new Set(busts.map((bust) => bust?.player));
      const isSound = busts.every((bust) => bust?.by.every((one) => !losers.has(one)));
      const button = parseNum(held.button ?? '');
      return isSound ? { kind: 'hand_over', table, busts: busts.filter((bust) => bust !== null), ...(button && { button }) } : null;
    },
  },
  count: {
    fields: ({ table = 0 }, _, { live }) => [
      ...seated(table, live).map(({ seat, player: who, stack }) =>
        amount(`stack-${who}`, t('floor.field.counted', { who: nameOf(live, who), seat }), String(stack)),
      ),
      { name: 'added', label: t('floor.field.added'), type: 'text', value: '0' },
    ],
    action: ({ table = 0 }, held, { live }) => countOf(table, held, live),
  },
};

/** @param {number} player @param {Record<string, string>} held @returns {HandBust | null} */
function bustOf(player, held) {
  const by = [...new Set([held[`bust-${player}`], held[`also-${player}`]])].filter(Boolean).map(Number);
  const before = (held[`before-${player}`] ?? '').trim();
  const stack = before ? parseNum(before) : undefined;
  return stack === null || stack === 0 ? null : { player, by, ...(stack !== undefined && { stack }) };
}

/** Counted stacks: the same total as before, plus chips added at the table. @param {number} table @param {Record<string, string>} held @param {Tournament} live @returns {FloorAction | null} */
function countOf(table, held, live) {
  const here = seated(table, live);
  const words = (held.added ?? '').trim();
  const isOff = /^[-−]/.test(words);
  const added = words === '' ? 0 : parseNum(words.replace(/^[-−+]/, ''));
  if (added === null) return null;
  const delta = isOff ? -added : added;
  /** @type {[number, number][]} */
  const stacks = [];
  let rest = delta;
  for (const { player, stack } of here) {
    if (stack === 0) continue;
    const counted = parseNum(held[`stack-${player}`] ?? '');
    if (!counted) return null;
    rest += stack - counted;
    if (counted !== stack) stacks.push([player, counted]);
  }
  return rest === 0 && stacks.length > 0 ? { kind: 'count', table, stacks, ...(delta !== 0 && { added: delta }) } : null;
}

/** The field for entering players, one after the other, or putting them on the waiting list. */
export class Entering {
  name = '';
  /** @type {Refusal | null} */
  error = null;
  #isSending = false;
  #app;
  #floor;
  #changed;

  /** @param {() => App} app @param {() => Floor} floor @param {() => void} changed */
  constructor(app, floor, changed) {
    this.#app = app;
    this.#floor = floor;
    this.#changed = changed;
  }

  /** @param {Event} event @param {'enter' | 'wait'} kind */
  async #enter(event, kind) {
    event.preventDefault();
    const name = this.name.trim();
    if (name === '' || this.#isSending) return;
    this.#isSending = true;
    const refusal = await this.#floor().decide(newId(), { kind, name }, REASONS.entered);
    this.#isSending = false;
    this.error = refusal;
    if (!refusal) {
      this.name = '';
      this.#app().announcer.polite(t(`floor.did.${kind}`, { who: name }));
    }
    this.#changed();
  }

  /** @param {Scene} scene */
  view({ live, denied = [] }) {
    const { live: isLive, entries_open: isOpen } = live.summary;
    const kind = isOpen ? 'enter' : 'wait';
    const isDenied = denied.some(({ action }) => action === kind);
    if (!isLive || isDenied || !(isOpen || live.you.waitlist?.open)) return null;
    return h(
      'form',
      { key: 'enter', class: 'floor-enter', on: { submit: (event) => this.#enter(event, kind) } },
      h(
        'label',
        { class: 'field' },
        h('span', null, t(isOpen ? 'floor.enter' : 'floor.wait')),
        h('input', {
          class: 'text',
          maxlength: '40',
          autocomplete: 'off',
          'aria-invalid': this.error !== null,
          'aria-describedby': this.error ? 'floor-enter-error' : null,
          prop: { value: this.name },
          on: {
            input: (event) => {
              this.name = event.target.value;
              this.error = null;
              this.#changed();
            },
          },
        }),
      ),
      h('button', { class: 'btn-s hot', type: 'submit', 'aria-disabled': this.name.trim() === '' }, t(`floor.do.${kind}`)),
      this.error &&
        h(
          'p',
          { key: 'error', id: 'floor-enter-error', class: 'error', role: 'alert' },
          t(this.error.code === 'protocol.invalid_field' ? 'floor.enter.wrong' : `error.${this.error.code}`, this.error.params),
        ),
    );
  }
}
