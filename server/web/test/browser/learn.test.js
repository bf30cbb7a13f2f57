// Lessons: they are found, played with the buttons and keys of a table, explain a wrong answer, and work offline.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ground, ready, shoot, startWire, untilKept, violations, visit } from './support.js';

/** Lessons whose questions are checked by axe: discards, wild cards, amounts, a card to turn up, and a game to pick. */
const LOOKED_AT = new Map([
  ['/learn/draw', 1],
  ['/learn/wild', 1],
  ['/learn/stud', 1],
  ['/learn/roll', 1],
  ['/learn/choice', 0],
]);

const settings = { lang: 'en', volume: 0 };

const { house, browser } = await ground(['--house-bots', '0']);

/** Position in a lesson. @param {import('playwright-core').Page} page */
const look = (page) =>
  page.evaluate(() => {
    const { at, isAsked, isLast, answer } = document.querySelector('p-lesson');
    return { at, isAsked, isLast, tone: answer?.tone ?? '' };
  });

/** Waits until a lesson has come this far. @param {import('playwright-core').Page} page @param {number} wanted */
const reached = (page, wanted) => page.waitForFunction((at) => document.querySelector('p-lesson')?.at === at, wanted);

/** Continues through texts until there is a question, or the end. @param {import('playwright-core').Page} page */
async function untilAsked(page) {
  for (;;) {
    const { at, isAsked, isLast } = await look(page);
    if (isAsked || isLast) return;
    await page.keyboard.press('ArrowRight');
    await reached(page, at + 1);
  }
}

/** The same, until the bar accepts presses. @param {import('playwright-core').Page} page */
async function untilReady(page) {
  await untilAsked(page);
  await ready(page);
}

test('the lobby leads to lessons, and a lesson is played by the buttons of a table', async () => {
  const page = await visit(browser, { url: house.url, settings });
  await page.locator('.welcome').getByRole('link', { name: 'Learn' }).click();
  await page.getByRole('link', { name: /Hold’em: your first hand/ }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: /Hold’em: your first hand/ }).click();
  await page.locator('p-lesson .me p-card').first().waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await reached(page, 1);
  await ready(page);
  // A wrong answer is explained and changes nothing.
  await page.locator('.act').getByRole('button', { name: 'Fold' }).click();
  await page.locator('.coach .wrong', { hasText: 'too good to give up' }).waitFor();
  assert.deepEqual(await look(page), { at: 1, isAsked: true, isLast: false, tone: 'wrong' });
  // So is one of another size.
  await page.locator('.act .num').fill('55');
  await page.locator('[data-place="2"]').click();
  await page.locator('.coach .wrong', { hasText: 'about 30' }).waitFor();
  await page.locator('.act .num').fill('35');
  await page.locator('[data-place="2"]').click();
  await page.locator('.coach .right', { hasText: 'That size works too' }).waitFor();
  await reached(page, 2);
  assert.deepEqual(await violations(page), []);
  await shoot(page, 'lesson');
  // A player who does not find the answer is shown it.
  await untilReady(page);
  const { at } = await look(page);
  await page.locator('.act').getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Show me' }).click();
  await reached(page, at + 1);
  await page.keyboard.press('ArrowLeft');
  await reached(page, at);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a lesson is played by the keys of a table alone', async () => {
  const page = await visit(browser, { url: house.url, path: '/learn/draw', settings });
  await page.locator('p-lesson .me p-card').first().waitFor();
  await untilReady(page);
  await page.keyboard.press('b');
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('p-lesson').answer?.tone === 'right');
  await page.locator('.coach').focus();
  await untilReady(page);
  // No clock runs here.
  assert.doesNotMatch(await page.locator('.act').textContent(), /out of time/i);
  const { at } = await look(page);
  await page.keyboard.press('p');
  await page.waitForFunction(() => document.querySelector('p-lesson').answer?.tone === 'wrong');
  for (const key of ['3', '4', '5', 'Enter']) await page.keyboard.press(key);
  await reached(page, at + 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('every lesson comes to its end with the answers that it teaches, in French on a phone by night', async () => {
  const page = await visit(browser, {
    url: house.url,
    path: '/learn',
    settings: { ...settings, lang: 'fr', theme: 'dark' },
    viewport: { width: 360, height: 640 },
  });
  const links = await page.locator('.lessons a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  assert.ok(links.length >= 11);
  for (const link of links) {
    await page.locator(`.lessons a[href="${link}"]`).click();
    await page.locator('p-lesson .stage').waitFor();
    for (let turn = 0; ; turn++) {
      await untilAsked(page);
      const { at, isAsked } = await look(page);
      if (!isAsked) break;
      if (turn === LOOKED_AT.get(link)) assert.deepEqual(await violations(page), [], link);
      await page.evaluate(() => {
        const lesson = document.querySelector('p-lesson');
        lesson.act(lesson.beat.answer);
      });
      await reached(page, at + 1);
    }
    assert.equal((await look(page)).isLast, true, link);
    await page.evaluate(() => document.querySelector('p-learn').app.navigate('/learn'));
    await page.locator(`.lessons a[href="${link}"]`, { hasText: 'terminée' }).waitFor();
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('without a network the page offers lessons, and they run', async () => {
  const wire = await startWire(house.url);
  const page = await visit(browser, { url: wire.url, settings, serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await untilKept(page, async () => {
    const [name] = (await caches.keys()).filter((key) => key.startsWith('page-'));
    const kept = name ? (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname) : [];
    return Boolean(navigator.serviceWorker.controller) && kept.includes('/') && kept.some((path) => path.startsWith('/assets/en.'));
  });
  wire.stop();
  await page.goto(wire.url);
  await page.locator('.cut-off').waitFor();
  await page.locator('.reading').getByRole('link', { name: 'Learn' }).waitFor();
  // Bots play on the server; offline, only lessons can be practised.
  await page.goto(`${wire.url}/practice`);
  await page.locator('.cut-off', { hasText: 'Lessons need no network' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator('.cut-off').getByRole('link', { name: 'All lessons' }).click();
  await page.getByRole('link', { name: /Stud: read the open cards/ }).click();
  await page.locator('p-lesson .me p-card').first().waitFor();
  await untilReady(page);
  await page.locator('[data-place="2"]').click();
  await page.waitForFunction(() => document.querySelector('p-lesson').answer?.tone === 'right');
  await page.context().close();
});
