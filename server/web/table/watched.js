// Those who watch a table: how many, and how late they see it.

/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { t } from '../i18n.js';

/** How late the table is shown here, and how many watch; empty if none do. @param {Room} room */
export function watchedText({ session }) {
  const { watchers, behind } = session?.watched ?? { watchers: 0, behind: 0 };
  return [behind > 0 && t('watch.behind', { n: behind }), watchers > 0 && t('watch.count', { n: watchers })].filter(Boolean).join(' · ');
}

/** The wait for the first picture of a table watched with a delay; empty once there is one. @param {Room} room @param {Table} table */
export function firstText(room, table) {
  const { behind, firstAt } = room.session?.watched ?? { behind: 0, firstAt: 0 };
  const left = Math.ceil((firstAt - room.now()) / 60_000);
  return behind > 0 && table.seq === 0 && left > 0 ? t('watch.first', { n: left }) : '';
}
