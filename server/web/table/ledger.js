// The ledger of a table with chips of its own: the tab while it plays, and the screen at its close. Loaded at tables that have one.

/** @import { Evening } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */

import { h, patch } from '../dom.js';
import { correctionsList, resultsTable, standings } from '../evening.js';
import { t } from '../i18n.js';
import { closing } from '../settling.js';
import { chipsText } from './words.js';
import { Part } from './modal.js';

/** The stacks of those at the table, by account. @param {Table} table */
const stacksOf = ({ seats }) => new Map(Object.values(seats).map(({ player, stack }) => [player.id, stack]));

/** Chips that no result counts yet. @param {Table} table @returns {string[]} */
export const notCounted = ({ hand, info, kitty }) => [
  ...(kitty > 0 ? [t('ledger.kitty', { n: chipsText(kitty, info) })] : []),
  ...(hand && !hand.over ? [t('ledger.running')] : []),
];

class LedgerTab extends Part {
  /** @override @param {Table} table */
  draw(table) {
    const worth = table.info.session ?? {};
    const { ledger } = table;
    if (!ledger) return;
    patch(this, [
      h(
        'div',
        { key: 'log', class: 'log', tabindex: '0' },
        ledger.players.length === 0 ? h('p', { class: 'none' }, t('ledger.empty')) : resultsTable(standings(ledger, stacksOf(table)), worth, table.me),
        notCounted(table).map((text, at) => h('p', { key: `note-${at}`, class: 'note' }, text)),
        ...correctionsList(ledger, worth, 'h2'),
      ),
    ]);
  }
}

/** The evening at a table that has just closed. @param {Table} table @returns {Evening | null} */
export function eveningOf({ id, info, ledger, payments, hands, closedAt }) {
  if (!ledger || !payments) return null;
  const { chip_value, currency } = info.session ?? {};
  return {
    table: id.split('-')[0],
    name: info.name,
    host: info.host,
    ended_at: closedAt,
    hands,
    ledger,
    payments,
    ...(chip_value && { chip_value }),
    ...(currency && { currency }),
  };
}

class ClosingScreen extends Part {
  /** @override @param {Table} table */
  draw(table) {
    const evening = eveningOf(table);
    if (evening) patch(this, [closing(this.room.app, evening, 'h3')]);
  }
}

customElements.define('p-ledger', LedgerTab);
customElements.define('p-closing', ClosingScreen);
