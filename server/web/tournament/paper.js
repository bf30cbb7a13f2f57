// Paper for a club night: a sheet to sign in, seat cards, receipts, and what a chip set is good for. What is printed are the sheets alone.

/** @import { TemplateContent } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Chips } from './chips.js' */
/** @import { Tournament } from './model.js' */

import { h, patch } from '../dom.js';
import { byName, dateText, local, num, parseNum, t, tn } from '../i18n.js';
import { choice } from '../lobby/common.js';
import { saveFile } from '../save.js';
import { bagsCsv, bagsOf } from './bags.js';
import { playedOn } from './certificate.js';
import { capacityOf, racesOf, setOf, stackOf } from './chips.js';
import { seatOf } from './floor-words.js';
import { seatsOf } from './wall.js';
import { priceText } from './price.js';

const SHEETS = /** @type {const} */ (['signin', 'seats', 'receipts', 'chips', 'bags']);
/** Empty lines for players who come without an entry. */
const SPARE = 8;
/** The chip set that this browser keeps, and the one to begin with. */
const KEY = 'poker.chips';
const FIRST = '25x300, 100x300, 500x200, 1000x100';

/** @implements {View} */
class Paper extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** @type {Tournament | null} */
  live = null;
  /** @type {() => void} */
  close = () => {};
  /** @type {typeof SHEETS[number]} */
  sheet = 'signin';
  chips = keptSet();
  /** Players as typed; empty for those who have entered. */
  players = '';
  /** What the set is good for. The sheet is drawn anew each second. @type {Plan | null} */
  #plan = null;

  connectedCallback() {
    this.update();
  }

  update() {
    if (this.isConnected && this.live) patch(this, this.view(this.live));
  }

  /** @param {Partial<Pick<Paper, 'sheet' | 'chips' | 'players'>>} change */
  set(change) {
    Object.assign(this, change);
    if (change.chips !== undefined) keepSet(change.chips);
    this.update();
  }

  /** @param {Chips[]} set @param {number} stack @param {number} players @returns {Plan} */
  #planOf(set, stack, players) {
    const of = JSON.stringify([set, stack, players]);
    if (this.#plan?.of !== of) this.#plan = { of, set, stack, players, made: stackOf(set, stack, players), most: capacityOf(set, stack) };
    return this.#plan;
  }

  /** The set as a template. @returns {TemplateContent | null} */
  #template = () => {
    const chips = setOf(this.chips);
    return chips && { kind: 'chips', chips };
  };

  /** @param {{ chips: Chips[] }} content */
  #use = ({ chips }) => this.set({ chips: chips.map(({ value, count }) => `${value}x${count}`).join(', ') });

  /** @param {Tournament} live */
  view(live) {
    const all = Object.values(live.entrants).sort((one, other) => byName(one.who.name, other.who.name) || one.player - other.player);
    return h(
      'div',
      { class: 'paper' },
      h(
        'div',
        { class: 'paper-tools' },
        choice(
          t('paper.sheet'),
          SHEETS.filter((id) => id !== 'bags' || live.summary.bagged).map((id) => ({ id, label: t(`paper.${id}`) })),
          this.sheet,
          (id) => this.set({ sheet: /** @type {typeof SHEETS[number]} */ (id) }),
        ),
        h(
          'div',
          { class: 't-buttons' },
          h('button', { class: 'btn-s hot', on: { click: () => print() } }, t('cert.print')),
          this.sheet === 'bags' && h('button', { key: 'csv', class: 'btn-s', on: { click: () => saveBags(live) } }, t('paper.csv')),
          h('button', { class: 'btn-s', on: { click: () => this.close() } }, t('paper.close')),
        ),
      ),
      h(
        'article',
        // Wide sheets are scrolled on a phone, also by keys.
        { key: this.sheet, class: `paper-sheet paper-${this.sheet}`, tabindex: '0', role: 'region', 'aria-label': t(`paper.${this.sheet}`) },
        {
          signin: () => signIn(live, all),
          seats: () => seatCards(live),
          receipts: () => receipts(live, all),
          chips: () => this.#chips(live),
          bags: () => bagSheet(live),
        }[this.sheet](),
      ),
    );
  }

  /** @param {Tournament} live @returns {Kid[]} */
  #chips(live) {
    const { stack, entries } = live.summary;
    const set = setOf(this.chips);
    const players = this.players.trim() === '' ? Math.max(entries, 1) : parseNum(this.players);
    /** @param {string} label @param {string} value @param {(typed: string) => void} write */
    const field = (label, value, write) =>
      h(
        'label',
        { key: label, class: 'field' },
        h('span', null, label),
        h('input', { class: 'text', maxlength: '200', autocomplete: 'off', prop: { value }, on: { input: (event) => write(event.target.value) } }),
      );
    return [
      heading(live, t('paper.chips')),
      h(
        'div',
        { key: 'fields', class: 'paper-fields' },
        field(t('paper.set'), this.chips, (chips) => this.set({ chips })),
        field(t('paper.players', { n: entries }), this.players, (typed) => this.set({ players: typed })),
      ),
      this.app.later('p-shelf') === 'there' &&
        h('p-shelf', { key: 'shelf', class: 'paper-tools', prop: { app: this.app, kind: 'chips', save: this.#template, use: this.#use } }),
      set && players
        ? h('div', { key: 'plan' }, ...chipPlan(live, this.#planOf(set, stack, players)))
        : h('p', { key: 'wrong', class: 'error', role: 'alert' }, t('paper.set.wrong')),
    ];
  }
}

/** Stacks made of a set, and for how many players they last. @typedef {{ of: string, set: Chips[], stack: number, players: number, made: Chips[] | null, most: number }} Plan */

/** @returns {string} */
function keptSet() {
  try {
    return localStorage.getItem(KEY) ?? FIRST;
  } catch {
    return FIRST;
  }
}

/** @param {string} chips */
function keepSet(chips) {
  try {
    localStorage.setItem(KEY, chips);
  } catch {
    // If storage is blocked, the set lasts as long as the page.
  }
}

/** @param {Tournament} live @param {string} title */
const heading = ({ summary }, title) =>
  h(
    'header',
    { key: 'head' },
    h('h2', null, `${local(summary.name)} · ${title}`),
    h('p', null, `${dateText(playedOn(summary, Date.now()))} · ${priceText(summary)}`),
  );

/** @param {string[]} names @param {string[][]} rows */
const grid = (names, rows) =>
  h(
    'table',
    { key: 'grid' },
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        names.map((name) => h('th', { key: name, scope: 'col' }, name)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((row, at) =>
        h(
          'tr',
          { key: at },
          row.map((value, column) => h('td', { key: column }, value)),
        ),
      ),
    ),
  );

/** @param {Tournament} live @param {number} player */
function seatText(live, player) {
  const seat = seatOf(live, player);
  return seat ? t('wall.seat', seat) : '';
}

/** @param {Tournament} live @param {Tournament['entrants'][number][]} all @returns {Kid[]} */
function signIn(live, all) {
  const known = all.map(({ player, who }) => [num(player), who.name, seatText(live, player), '', '']);
  const spare = live.summary.entries_open ? Array.from({ length: SPARE }, () => ['', '', '', '', '']) : [];
  return [
    heading(live, t('paper.signin')),
    grid([t('paper.number'), t('paper.name'), t('paper.seat'), t('paper.paid'), t('paper.signature')], [...known, ...spare]),
  ];
}

/** @param {Tournament} live @returns {Kid[]} */
function seatCards(live) {
  const seats = seatsOf(live);
  if (seats.length === 0) return [h('p', { key: 'none', class: 'note' }, t('paper.seats.none'))];
  return [
    h(
      'ul',
      { key: 'cards', class: 'paper-cards' },
      seats.map(({ player, name, table, seat }) =>
        h('li', { key: player }, h('small', null, local(live.summary.name)), h('b', null, name), h('span', null, t('wall.seat', { table, seat }))),
      ),
    ),
  ];
}

/** @param {Tournament} live @param {Tournament['entrants'][number][]} all @returns {Kid[]} */
function receipts(live, all) {
  const { summary } = live;
  if (all.length === 0) return [h('p', { key: 'none', class: 'note' }, t('t.none_yet'))];
  return [
    h(
      'ul',
      { key: 'cards', class: 'paper-cards paper-receipts' },
      all.map(({ player, who }) =>
        h(
          'li',
          { key: player },
          h('small', null, `${local(summary.name)} · ${dateText(playedOn(summary, Date.now()))}`),
          h('b', null, who.name),
          h('span', null, t('paper.receipt', { n: player, price: priceText(summary) })),
          live.payout?.fee_percent && h('span', { key: 'fee' }, t('paper.receipt.fee', { n: Math.floor((summary.buy_in * live.payout.fee_percent) / 100) })),
          h('span', { class: 'paper-line' }, t('paper.received')),
        ),
      ),
    ),
  ];
}

/** The stacks at the end of the day, to be signed when they are unbagged. @param {Tournament} live @returns {Kid[]} */
function bagSheet(live) {
  const rows = bagsOf(live).map(({ name, table, seat, stack }) => [name, t('wall.seat', { table, seat }), num(stack), '']);
  return [heading(live, t('paper.bags')), grid([t('paper.name'), t('paper.seat'), t('paper.stack'), t('paper.signature')], rows)];
}

/** @param {Tournament} live */
const saveBags = (live) => saveFile(`bags-${parseInt(live.id, 10)}.csv`, ['\ufeff', bagsCsv(live)]);

/** @param {Tournament} live @param {Plan} plan @returns {Kid[]} */
function chipPlan(live, { set, stack, players, made, most }) {
  const enough = h('p', { key: 'most' }, tn('paper.capacity', most, { stack }));
  if (!made) return [enough, h('p', { key: 'none', class: 'error', role: 'alert' }, t('paper.set.short', { n: players, stack }))];
  const races = racesOf(set, made, players, live.structure.levels);
  return [
    enough,
    grid(
      [t('paper.value'), t('paper.each'), t('paper.used', { n: players }), t('paper.left')],
      made.map(({ value, count }, at) => [num(value), num(count), num(count * players), num(set[at].count - count * players)]),
    ),
    h('h3', { key: 'races' }, t('paper.races')),
    races.length === 0
      ? h('p', { key: 'no-race' }, t('paper.races.none'))
      : h(
          'ul',
          { key: 'race' },
          races.map(({ value, level, chips, next, need }) => h('li', { key: value }, t('paper.race', { value, level, chips, next, need }))),
        ),
  ];
}

customElements.define('p-paper', Paper);
