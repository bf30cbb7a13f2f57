// Weeks of the ISO calendar: from Monday to Sunday, the first one has the fourth of January. Pure.

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The Monday of a week such as `2026-W48`, at noon UTC: the same day everywhere but far in the east. @param {string} week */
export function mondayOf(week) {
  const [year, number] = week.split('-W').map(Number);
  const fourth = Date.UTC(year, 0, 4, 12);
  const first = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  return first + (number - 1) * WEEK_MS;
}

/** The week that lies so many weeks behind another. @param {string} week @param {number} weeks */
export function weekAfter(week, weeks) {
  const monday = mondayOf(week) + weeks * WEEK_MS;
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const number = Math.round((monday - mondayOf(`${year}-W01`)) / WEEK_MS) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}
