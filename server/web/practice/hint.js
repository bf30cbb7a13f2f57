// Hints at a practice table: the cost of each button, the expected share, the outs, and the advice. Loaded after the table or the study hands.

/** @import { Hint } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from '../table/room.js' */

import { h } from '../dom.js';
import { num, t } from '../i18n.js';
import { percent } from '../me/figures.js';
import { isMyTurn } from '../facts.js';
import { Refusal } from '../net.js';
import { boundKey, keyLabel } from '../table/keys.js';
import { cards } from '../table/marks.js';

/** A share given in thousandths. @param {number} thousandths */
const part = (thousandths) => percent({ times: thousandths, of: 1000 }) ?? '';

/** `true` if a hint is about the open decision. @param {Hint | null} hint @param {Table} table */
const isFresh = (hint, table) => isMyTurn(table) && hint?.hand === table.you?.hand && hint?.turn === table.you?.turn;

export class Coach {
  #room;
  /** The last hint. @type {Hint | null} */
  #hint = null;
  /** `true` while one is on its way. */
  #busy = false;
  /** Text of the last refusal. @type {Refusal | null} */
  #error = null;

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
  }

  /** Requests a hint, shows it and announces it. @param {Table} table */
  async ask(table) {
    const room = this.#room;
    if (!table.info.practice || this.#busy) return;
    room.openPanel('hint');
    if (!isMyTurn(table)) return room.app.announcer.polite(t('hint.wait'));
    this.#busy = true;
    this.#error = null;
    room.update();
    try {
      const { hint = null } = await room.app.net.request({ type: 'hint', table: room.tableId });
      this.#hint = hint;
      if (hint) room.app.announcer.polite(`${reason(room, hint)} ${t('hint.say', { win: part(hint.chance.share) })}`);
    } catch (error) {
      this.#error = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
      room.app.announcer.polite(t(`error.${this.#error.code}`, this.#error.params));
    }
    this.#busy = false;
    room.update();
  }

  /** The panel's tab. @param {Table} table @returns {Kid} */
  tab(table) {
    const room = this.#room;
    const error = this.#error;
    const asked = isMyTurn(table);
    const key = room.settings.hotkeys && boundKey(room.settings, 'hint');
    const fresh = isFresh(this.#hint, table) ? this.#hint : null;
    return h(
      'div',
      { class: 'hints', tabindex: '0' },
      h(
        'p',
        { class: 'hint-go' },
        h(
          'button',
          { class: 'btn-s hot', type: 'button', 'aria-disabled': !asked || this.#busy, on: { click: () => this.ask(table) } },
          t('hint.ask'),
          key && h('kbd', { 'aria-hidden': 'true' }, keyLabel(key)),
        ),
      ),
      error && h('p', { key: 'error', class: 'error' }, t(`error.${error.code}`, error.params)),
      fresh ? told(room, fresh) : h('p', { key: 'none', class: 'none' }, t(asked ? 'hint.none' : 'hint.wait')),
    );
  }
}

/** The advice in a sentence. @param {Pick<Room, 'money'>} room @param {Hint} hint */
export function reason(room, { reason: why, chance, needed, price, side, cards: discarded, pot }) {
  return t(`hint.${why}`, {
    share: part(chance.share),
    fair: part(chance.fair),
    needed: part(needed),
    price: room.money(price),
    pot: room.money(pot),
    n: String(discarded?.length ?? 0),
    side: side ? t(`hint.side.${side}`) : '',
  });
}

/** The whole hint. @param {Pick<Room, 'money'>} room @param {Hint} hint @returns {Kid} */
export function told(room, hint) {
  const { chance, costs, outs, leads, needed, pot, price } = hint;
  /** @param {import('../gen/protocol.d.ts').HintCost} cost */
  const cost = ({ min, max }) => (min === max ? room.money(min) : `${room.money(min)} – ${room.money(max)}`);
  /** @type {[string, Kid][]} */
  const lines = [
    ...costs.map((one) => /** @type {[string, Kid]} */ ([t(`hint.cost.${one.choice}`), cost(one)])),
    [t('hint.pot'), room.money(pot)],
    ...(price > 0 ? [/** @type {[string, Kid]} */ ([t('hint.needed'), part(needed)])] : []),
    [t('hint.share'), part(chance.share)],
    [t('hint.win'), chance.tie > 0 ? t('hint.win.tie', { win: part(chance.win), tie: part(chance.tie) }) : part(chance.win)],
    ...(chance.high === undefined
      ? []
      : [/** @type {[string, Kid]} */ ([t('hint.sides'), t('hint.sides.of', { high: part(chance.high), low: part(chance.low ?? 0) })])]),
    [t('hint.fair'), part(chance.fair)],
  ];
  return h(
    'div',
    { key: 'told', class: 'hint-told' },
    h('p', { class: 'why' }, reason(room, hint)),
    hint.cards && hint.cards.length > 0 && h('p', { key: 'cards', class: 'hint-cards' }, cards(hint.cards)),
    h('meter', { key: 'meter', min: '0', max: '1000', low: String(needed), value: String(chance.share), 'aria-hidden': 'true' }),
    h(
      'dl',
      { key: 'lines' },
      lines.flatMap(([name, value], at) => [h('dt', { key: `t${at}` }, name), h('dd', { key: `d${at}` }, value)]),
    ),
    leads
      ? h('p', { key: 'leads' }, t('hint.leads'))
      : outs &&
          h(
            'div',
            { key: 'outs' },
            h('h2', null, outs.length > 0 ? t('hint.outs', { n: String(outs.length) }) : t('hint.outs.none')),
            outs.length > 0 && h('p', { class: 'hint-cards' }, cards(outs)),
          ),
    h('p', { key: 'how', class: 'note' }, t('hint.how', { n: num(chance.samples) })),
  );
}
