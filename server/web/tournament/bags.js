// Stacks bagged at the end of a day.

/** @import { Tournament } from './model.js' */

import { csvOf } from './names.js';

/** The bags of a tournament that ended with the day, best stack first. @param {Tournament} live */
export const bagsOf = (live) =>
  Object.values(live.entrants)
    .flatMap(({ player, who, stack = 0, bag }) => (bag ? [{ player, name: who.name, table: bag[0], seat: bag[1], stack }] : []))
    .sort((one, other) => other.stack - one.stack || one.player - other.player);

/** The same as a CSV file. @param {Tournament} live */
export const bagsCsv = (live) =>
  csvOf([['number', 'name', 'table', 'seat', 'stack'], ...bagsOf(live).map(({ player, name, table, seat, stack }) => [player, name, table, seat, stack])]);
