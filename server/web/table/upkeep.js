// Automatic actions for a seat between hands, as set by the player: buying chips, showing cards.

/** @import { Settings } from '../settings.js' */
/** @import { Table } from '../model.js' */
/** @import { TableSession } from '../session.js' */

import { mySeat, unit } from '../facts.js';

/** Bounds of the top-up settings, in big blinds. */
export const MARKS = { min: 1, max: 1000 };

/**
 * Chips to buy now, 0 for none: only between hands, never more than the table and the account allow.
 *
 * @param {Table} table
 * @param {Pick<Settings, 'autoRebuy' | 'autoTopUp' | 'topUpBelow' | 'topUpTo'>} settings
 * @param {number} balance
 * @returns {number}
 */
export function chipsToBuy(table, settings, balance) {
  const { info, you, hand, closed } = table;
  const me = mySeat(table);
  if (!you || !me || closed || info.tournament || info.session?.free_stacks || info.session?.own_chips || (hand && !hand.over)) return 0;
  if (you.rebuyPending > 0 || me.status === 'leaving') return 0;
  const { stack } = me;
  const blind = unit(info);
  const isLost = stack === 0;
  const isIn = me.status === 'active' || me.status === 'waiting';
  const isShort = isIn && stack > 0 && stack < settings.topUpBelow * blind;
  if (isLost ? !settings.autoRebuy : !(settings.autoTopUp && isShort)) return 0;
  const wanted = settings.autoTopUp ? settings.topUpTo * blind : 100 * blind;
  const most = Math.min(Math.max(wanted, isLost ? info.buy_in_min : 0), info.buy_in_max) - stack;
  const least = Math.max(1, info.buy_in_min - stack);
  const chips = Math.min(most, balance);
  return chips >= least ? chips : 0;
}

/** Cards to show now that the hand is over: unseen cards of a hand that was not folded. @param {Table} table @param {Settings} settings @returns {string[]} */
export function cardsToShow(table, settings) {
  const { hand } = table;
  const play = mySeat(table)?.play;
  if (settings.afterHand !== 'show' || !hand?.over || hand.voided || !play || play.folded) return [];
  return play.cards.filter((card) => card !== null && !play.shown.includes(card)).map(String);
}

/** Carries out what is due at the tables of a page, once per hand. */
export class Upkeep {
  /** Last hand after which chips were bought, by table. @type {Map<string, number>} */
  #bought = new Map();
  /** Last hand whose cards were shown, by table. @type {Map<string, number>} */
  #shown = new Map();

  /**
   * @param {TableSession} session
   * @param {Settings} settings
   * @param {number} balance
   * @param {(chips: number) => void} bought Called for chips that are on their way.
   */
  look(session, settings, balance, bought) {
    const table = session.live;
    if (session.status !== 'live') return;
    if (!table?.you) session.bankStart = 'itself';
    if (!table?.you) return;
    if (session.bankStart !== settings.bankStart) {
      session.bankStart = settings.bankStart;
      session.askTable({ type: 'time_bank', start: settings.bankStart });
    }
    const at = table.hand?.number ?? 0;
    const chips = chipsToBuy(table, settings, balance);
    if (chips > 0 && this.#bought.get(session.id) !== at) {
      this.#bought.set(session.id, at);
      this.#buy(session, chips, bought);
    }
    const cards = cardsToShow(table, settings);
    if (cards.length > 0 && this.#shown.get(session.id) !== at) {
      this.#shown.set(session.id, at);
      session.askTable({ type: 'show', hand: at, cards });
    }
  }

  /** @param {TableSession} session @param {number} chips @param {(chips: number) => void} bought */
  async #buy(session, chips, bought) {
    if (!(await session.askTable({ type: 'rebuy', amount: chips }, { keep: true }))) return;
    session.notice('rebuy.auto', { n: chips });
    bought(chips);
    const status = session.live && mySeat(session.live)?.status;
    if (status === 'busted' || status === 'sitting_out') session.enter({ type: 'sit_out', out: false, when: 'next_hand', entry: 'wait' });
  }
}
