// The tables that the lobby lists.

/** @import { TableSummary } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */

import { byName } from '../i18n.js';
import { matches, mixName, plain } from './common.js';
import { MIXED, playedId, rankOf } from './families.js';

/**
 * @typedef {object} Filters
 * @property {string} family A family, `all` or `favourites`.
 * @property {string} search
 * @property {boolean} openSeats `true` for tables with an open seat only.
 * @property {boolean} noBots `true` for tables without bots only.
 */

/** The family of a table. Mixed ones have a family of their own, whatever the current game. @param {App} app @param {TableSummary} table */
const familyOf = (app, { info }) => (info.mix ? MIXED : (app.games.find(({ id }) => id === info.game)?.family ?? 'other'));

/** `true` if a table belongs to a row of the families. @param {App} app @param {TableSummary} table @param {string} row */
export function isOf(app, table, row) {
  if (row === 'favourites') return app.settings.value.favourites.includes(table.info.game);
  return row === 'all' || row === familyOf(app, table);
}

/**
 * Tables that pass the filters, in an order independent of who is seated.
 *
 * @param {App} app
 * @param {Filters} filters
 */
export function tablesFor(app, { family: row, search, openSeats, noBots }) {
  const game = new Map(app.games.map((one) => [one.id, one]));
  const wanted = plain(search.trim());
  /** @type {{ table: TableSummary, family: string }[]} */
  const rows = [];
  for (const table of app.tables.values()) {
    const { info } = table;
    const family = familyOf(app, table);
    if (!isOf(app, table, row)) continue;
    if (openSeats && table.taken.length >= info.seats) continue;
    if (noBots && table.bots > 0) continue;
    const known = game.get(info.game);
    const mix = info.mix ? mixName(info.mix) : '';
    const text = plain(`${info.name} ${mix} ${info.game_name.en} ${info.game_name.fr}`);
    if (wanted && !text.includes(wanted) && !(known && matches(known, search))) continue;
    rows.push({ table, family });
  }
  const order = new Map(app.games.map((one, at) => [one.id, at]));
  const place = (/** @type {TableSummary} */ { info }) => (info.mix ? 0 : (order.get(info.game) ?? order.size));
  rows.sort(
    (a, b) =>
      rankOf(a.family) - rankOf(b.family) ||
      place(a.table) - place(b.table) ||
      a.table.info.bets[0] - b.table.info.bets[0] ||
      byName(a.table.info.name, b.table.info.name),
  );
  return rows;
}

/** The fullest table with a free seat: of the last game if there is one, otherwise of the first family. @param {App} app @returns {TableSummary | undefined} */
export function quickest(app) {
  const open = [...app.tables.values()].filter(
    ({ info, taken, away = 0 }) =>
      taken.length < info.seats &&
      info.buy_in_min <= app.purse.balance &&
      !info.private &&
      // Never seat a player among players who are all away.
      (taken.length === 0 || away < taken.length),
  );
  const playing = (/** @type {TableSummary} */ { taken, away = 0 }) => taken.length - away;
  const last = open.filter((table) => playedId(table.info) === app.settings.value.lastGame);
  const families = new Map(app.games.map((game) => [game.id, game.family]));
  const familiar = open.filter((table) => rankOf(families.get(playedId(table.info)) ?? '') === 0);
  const choice = [last, familiar, open].find((some) => some.length > 0) ?? [];
  return choice.reduce((a, b) => (playing(b) > playing(a) ? b : a), choice[0]);
}
