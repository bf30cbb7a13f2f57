// A tournament as each of its tables knows it right away; the rest comes with `at-table.js`.

/** @import { Table } from '../model.js' */
/** @import { Room } from '../table/room.js' */
/** @import { Tournament } from './model.js' */

import { t } from '../i18n.js';
import { tableName } from '../lobby/common.js';
import { stakes } from '../table/words.js';

/** Tournament of the table, as far as it is loaded. @param {Room} room @param {Table} table @returns {Tournament | null} */
export function eventOf(room, table) {
  const info = table.info.tournament;
  return info ? (room.app.hall.events.get(info.tournament)?.live ?? null) : null;
}

/** Address of the page of a table's tournament. @param {Table} table */
export const eventPath = ({ info }) => (info.tournament ? `/tournament/${encodeURIComponent(info.tournament.tournament)}` : null);

/** The name and the line over the stage. @param {Room} room @param {Table} table @returns {{ name: string, line: string } | null} */
export function eventHead(room, table) {
  const info = table.info.tournament;
  if (!info) return null;
  return { name: tableName(table.info), line: room.contest?.line(table) ?? `${t('t.level', { n: info.level })} · ${stakes(table.info)}` };
}
