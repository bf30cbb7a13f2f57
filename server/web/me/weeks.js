// Weeks of the ISO calendar: Monday to Sunday; the first week contains 4 January. Pure.

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Monday of a week such as `2026-W48`, at noon UTC: the same day everywhere except in the far east. @param {string} week */
export function mondayOf(week) {
  const [year, number] = week.split('-W').map(Number);
  const fourth = Date.UTC(year, 0, 4, 12);
  const first = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  return first + (number - 1) * WEEK_MS;
}

/** The week this many weeks after another. @param {string} week @param {number} weeks */
export function weekAfter(week, weeks) {
  const monday = mondayOf(week) + weeks * WEEK_MS;
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const number = Math.round((monday - mondayOf(`${year}-W01`)) / WEEK_MS) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}
