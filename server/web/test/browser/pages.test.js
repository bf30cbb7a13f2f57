// Pages without a table: in every window and both languages nothing overlaps, nothing leaves the window, and there is a link that leads on. The first
// link of the landing page is soon reached by Tab.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { looked, none, waysOn } from './grid.js';
import { ground, playedWithBots, shoot, visit } from './support.js';

const { house, browser } = await ground(['--house-bots', '12', '--bot-think-percent', '5', '--hand-pause-percent', '5']);
const settings = { lang: 'en', volume: 0 };

const { tournaments } = await (await fetch(`${house.url}/api/v1/tournaments`)).json();
/** The page of a house tournament. */
const EVENT = `/tournament/${tournaments[0].tournament}`;

const STRANGERS = ['/', '/tournaments', '/practice', '/practice/hands', '/learn', '/learn/holdem', '/rules', '/rules/omaha', '/leaderboard', '/format', EVENT];
const PLAYERS = ['/', '/hands', '/me', '/leaderboard', '/practice'];

/** @param {import('playwright-core').Page} page @param {string[]} paths @param {string} who */
async function look(page, paths, who) {
  const wrong = [];
  for (const path of paths) {
    await page.goto(house.url + path);
    await page.locator('main').first().waitFor();
    await page.waitForLoadState('networkidle');
    if ((await page.evaluate(waysOn)).length === 0) wrong.push(`${who} ${path}: no way on`);
    wrong.push(...(await looked(page, `${who} ${path}`, { see: (file) => shoot(page, `pages-${file.replaceAll('/', '-')}`) })));
  }
  return wrong;
}

test('no page has anything on anything, for strangers', async () => {
  const page = await visit(browser, { url: house.url, settings });
  none(await look(page, STRANGERS, 'stranger'));
  assert.deepEqual(page.complaints, []);
  // An unknown game: the server answers with an error, and browsers complain.
  none(await look(page, ['/rules/no-such-game'], 'stranger'));
  await page.context().close();
});

test('nor for players, with hands of their own, and in the replayer', async () => {
  /** The player's last kept hand. */
  const lastHand = (one) => one.evaluate(async () => (await document.querySelector('p-room').app.account.hands({})).hands[0] ?? null);
  const page = await playedWithBots(browser, house.url, async (one) => Boolean(await lastHand(one)));
  const { table, hand } = await lastHand(page);
  none(await look(page, [...PLAYERS, `/hand/${table}/${hand}`], 'player'));
  await page.context().close();
});

test('a way leads on while the script of a page comes, and while its answers do', async () => {
  const page = await visit(browser, { url: house.url, settings });
  const first = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  let hold = (url) => url.endsWith('.js') && !first.includes(url);
  await page.route('**/*', (route) => (hold(route.request().url()) ? undefined : route.continue()));
  const wrong = [];
  /** @param {string[]} paths @param {string} where */
  const look = async (paths, where) => {
    for (const path of paths) {
      await page.goto(house.url + path);
      await page
        .locator(where)
        .first()
        .waitFor({ timeout: 5000 })
        .catch(() => wrong.push(`${path}: nothing at ${where}`));
    }
  };
  await look(['/practice/hands', '/me', '/rules', EVENT], '#app main.coming a');
  hold = (url) => url.includes('/api/');
  await look(['/practice/hands'], '#app main a');
  await look(['/me', EVENT], '#app :is(header, main) a');
  none(wrong);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('the landing’s first button is among the first stops of Tab', async () => {
  const page = await visit(browser, { url: house.url, settings });
  await page.locator('.welcome .btn.hot').waitFor();
  let stops = 0;
  do {
    await page.keyboard.press('Tab');
    stops += 1;
  } while (stops < 20 && !(await page.evaluate(() => document.activeElement?.matches('.welcome .btn.hot'))));
  assert.ok(stops <= 8, `${stops} stops`);
  await page.context().close();
});
