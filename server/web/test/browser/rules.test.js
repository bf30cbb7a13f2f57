// Rules pages: every game has one, it is linked and printed, and at a table it shows the viewer's position.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTable, ground, joinTable, player, shoot, violations, visit } from './support.js';

const { house, browser } = await ground();

/** Waits until a setting has taken effect. @param {import('playwright-core').Page} page @param {object} settings */
const change = (page, settings) => page.evaluate((some) => document.querySelector('p-rules').app.settings.merge(some), settings);

test('the server knows the rules of every game, with examples', async () => {
  const { games, mixes } = await (await fetch(`${house.url}/api/v1/games`)).json();
  assert.ok(games.length + mixes.length >= 90);
  await Promise.all(
    games.map(async ({ id }, at) => {
      const rules = await (await fetch(`${house.url}/api/v1/games/${id}/rules?lang=${['en', 'fr'][at % 2]}`)).json();
      assert.ok(rules.rankings.length > 0 && rules.rankings.every(({ hands }) => hands.length > 1), id);
      assert.ok(rules.sections.length > 2, id);
    }),
  );
});

test('all games are listed, found by a search, and open as pages', async () => {
  const page = await visit(browser, { url: house.url, path: '/rules', settings: { lang: 'en', volume: 0 } });
  await page.getByRole('link', { name: 'Razz' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('searchbox').fill('badugi');
  await page.getByRole('link', { name: 'Razz' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Badugi/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Badugi' }).waitFor();
  assert.match(page.url(), /\/rules\/badugi$/);
  await page.locator('.ranking li').first().waitFor();
  assert.equal(await page.locator('.ranking li').first().textContent(), 'Badugi 4-3-2-A');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a place of a page has an address of its own, and paper shows the rules alone', async () => {
  const page = await visit(browser, { url: house.url, path: '/rules/omaha-8#ranking-low', settings: { lang: 'en', volume: 0, theme: 'dark' } });
  await page.locator('#ranking-low').waitFor();
  await page.waitForFunction(() => document.querySelector('#ranking-low').getBoundingClientRect().top < innerHeight);
  await page.locator('.toc').getByRole('link', { name: 'The deal' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#deal');
  assert.deepEqual(await violations(page), []);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['.toc', '.definition', '.top .btn-s']) assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  const colours = await page.evaluate(() => [...document.querySelectorAll('.rules-page :is(h1, h2, p, li)')].map((one) => getComputedStyle(one).color));
  assert.deepEqual([...new Set(colours)], ['rgb(0, 0, 0)']);
  await page.context().close();
});

test('on a phone, in French and by night nothing is wider than the page, and axe is content', async () => {
  const page = await visit(browser, {
    url: house.url,
    path: '/rules/mexican-stud-high-low',
    settings: { lang: 'fr', volume: 0, theme: 'dark' },
    viewport: { width: 360, height: 640 },
  });
  await page.locator('#ranking-low').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(await violations(page), []);
  await shoot(page, 'rules-phone');
  await change(page, { lang: 'en' });
  await page.getByRole('heading', { name: 'Low hands, best to worst' }).waitFor();
  await page.context().close();
});

test('at a table the rules say which hand is held and which street it is, and the way leads back', async () => {
  const settings = { lang: 'en', volume: 0 };
  const [mona, jo] = await Promise.all(['Mona', 'Jo'].map((name) => player(browser, { url: house.url, name, settings })));
  const path = await createTable(mona, { game: 'No-limit hold', name: 'Rules', seats: 2 });
  await joinTable(jo, house.url + path);
  await mona.waitForFunction(() => document.querySelector('p-room')?.session?.shown?.you?.made);
  await mona.evaluate(() => document.querySelector('p-room').set({ tab: 'rules' }));
  await mona.locator('.panel .ranking li.mine').waitFor();
  await mona.locator('.panel .page-link').click();
  await mona.locator('#street-1.here').waitFor();
  await mona.locator('.rules-page .ranking li.mine').waitFor();
  assert.deepEqual(await violations(mona), []);
  await shoot(mona, 'rules-here');
  await mona.getByRole('link', { name: 'Back to the table' }).click();
  await mona.waitForFunction((wanted) => location.pathname === wanted, path);
  await mona.locator('.stage').waitFor();
  assert.deepEqual(mona.complaints, []);
  await Promise.all([mona, jo].map((page) => page.context().close()));
});
