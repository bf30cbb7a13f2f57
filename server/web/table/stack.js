// The stack that a player may bring to a table.

/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { mySeat, unit } from '../facts.js';

/** Chips that the player can bring to a table. Practice chips are free, those of a table's own are written down, and those of a visitor are not known yet. @param {Room} room @param {Table} table */
export const purseOf = ({ app }, { info }) => (info.practice || info.session?.own_chips || !app.account.session ? info.buy_in_max : app.purse.balance);

/** What the dialog of chips is about: a seat, more chips, or another first stack. @typedef {'sit' | 'rebuy' | 'stack'} Purchase */

/** `true` until the first hand is dealt to a player who is here for the first time, at a table with chips of its own. @param {Table} table */
export function mayChooseStack(table) {
  const mine = table.you && table.ledger?.players.find(({ player }) => player.id === table.me);
  return Boolean(mine && !mine.played && !mine.rebuys && !mine.taken && !table.closed && !table.host.closing);
}

/** Rebuys that the viewer still has, `null` for any number. @param {Pick<Table, 'info' | 'ledger' | 'me'>} table */
export function rebuysLeft({ info, ledger, me }) {
  const most = info.session?.rebuys_max;
  const used = ledger?.players.find(({ player }) => player.id === me)?.rebuys ?? 0;
  return most ? Math.max(0, most - used) : null;
}

/** Bounds of the purchase in the dialog. @param {Room} room @param {Table} table @param {Purchase} kind */
export function range(room, table, kind) {
  const { info } = table;
  if (kind === 'stack') return { min: info.buy_in_min, max: info.buy_in_max, most: info.buy_in_max };
  const stack = (table.you && table.seats[table.you.seat]?.stack) ?? 0;
  const pending = table.you?.rebuyPending ?? 0;
  const min = kind === 'sit' ? info.buy_in_min : Math.max(1, info.buy_in_min - stack - pending);
  const most = kind === 'sit' ? info.buy_in_max : Math.max(0, info.buy_in_max - stack - pending);
  return { min, max: Math.min(most, purseOf(room, table)), most };
}

/** Proposed amount: a hundred big bets, the stack as it is, or as much as possible. @param {Room} room @param {Table} table @param {Purchase} kind */
export function proposal(room, table, kind) {
  const { min, max } = range(room, table, kind);
  if (kind === 'stack') return mySeat(table)?.stack ?? max;
  const wish = kind === 'sit' ? 100 * unit(table.info) : max;
  return Math.max(min, Math.min(max, wish));
}
