// Study hands: they come with the practice page, are played offline with the buttons and keys of a table, and are announced to players who listen.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { faults } from './faults.js';
import { ground, ready, shoot, startWire, untilKept, violations, visit } from './support.js';

const settings = { lang: 'en', volume: 0, motion: 'off' };

const { house, browser } = await ground(['--house-bots', '0']);

/** Position in a hand. @param {import('playwright-core').Page} page */
const look = (page) =>
  page.evaluate(() => {
    const study = document.querySelector('p-study');
    return { at: study.at, isAsked: study.isAsked, isOver: study.isLast && study.isThere, how: study.verdict?.how ?? '', tally: study.tally };
  });

/** Waits for a question, or the end of a hand. @param {import('playwright-core').Page} page */
const stopped = (page) =>
  page.waitForFunction(() => {
    const study = document.querySelector('p-study');
    return study?.record && (study.isAsked || (study.isLast && study.isThere));
  });

/** Answers as the hint advises, as the seat did, or by folding, whatever the question. @param {import('playwright-core').Page} page */
const answer = (page) =>
  page.evaluate(() => {
    const study = document.querySelector('p-study');
    study.act(study.asks.action);
  });

/** Plays a hand to its end with the bar. @param {import('playwright-core').Page} page @param {() => Promise<void>} [verdict] Called when an answer was judged. */
async function playHand(page, verdict = async () => {}) {
  for (;;) {
    await stopped(page);
    const { isOver } = await look(page);
    if (isOver) return;
    await ready(page);
    await answer(page);
    await page.locator('.coach :is(.right, .wrong)').waitFor();
    await page.locator('.coach .hint-told .why').waitFor();
    await verdict();
    await page.keyboard.press('Enter');
  }
}

/** Waits until the service worker has the page, its texts and the hands. @param {import('playwright-core').Page} page */
const kept = (page) =>
  untilKept(page, async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('page-'));
    if (!navigator.serviceWorker.controller || !name || !(await caches.has('study'))) return false;
    const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    const hands = await (await caches.open('study')).keys();
    return paths.includes('/') && paths.some((path) => /^\/assets\/(en|fr)\./.test(path)) && hands.length > 0;
  });

test('hands that came with the page are played to their ends without a network', async () => {
  const wire = await startWire(house.url);
  const page = await visit(browser, { url: wire.url, path: '/practice', settings, serviceWorkers: 'allow' });
  await page.locator('.practice-study a').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await kept(page);
  wire.stop();
  await page.goto(`${wire.url}/practice`);
  await page.locator('.cut-off', { hasText: 'Lessons need no network' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'Study hands' }).click();
  await page.locator('p-study .me p-card').first().waitFor();
  let judged = 0;
  for (let hand = 0; hand < 3; hand++) {
    const before = (await look(page)).tally;
    assert.equal(before.at, hand);
    await playHand(page, async () => {
      judged += 1;
      if (judged === 1) {
        assert.deepEqual(await violations(page), []);
        await shoot(page, 'study-verdict');
      }
    });
    await page.locator('.coach-text', { hasText: 'The hand is over' }).waitFor();
    const { tally } = await look(page);
    assert.ok(tally.of >= before.of && tally.right >= before.right && tally.right <= tally.of);
    await page.getByRole('button', { name: 'Next hand' }).click();
    await page.waitForFunction((at) => document.querySelector('p-study').tally.at === at, hand + 1);
  }
  assert.ok(judged >= 6, `${judged} decisions`);
  const { tally } = await look(page);
  assert.ok(tally.of > 0 && tally.of <= judged);
  // Another visit continues where this one was.
  await page.goto(`${wire.url}/practice/hands`);
  await page.locator('p-study .me p-card').first().waitFor();
  assert.deepEqual((await look(page)).tally, tally);
  await page.context().close();
});

test('the page of practice asks again for hands that are still being made', async () => {
  let asked = 0;
  const page = await visit(browser, { url: house.url, path: '/learn', settings });
  await page.route('**/api/v1/practice/hands', (route) => {
    asked += 1;
    const refusal = { code: 'practice.not_ready', message: 'the hands of today are being made', retryable: true, params: { retry_after_ms: 10 } };
    return asked > 2 ? route.continue() : route.fulfill({ status: 503, json: refusal });
  });
  const come = page.waitForResponse((response) => response.url().endsWith('/practice/hands') && response.ok());
  await page.goto(`${house.url}/practice`);
  await come;
  assert.equal(asked, 3);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('hands that do not come in time are told as what they are: not ready, and not a server that is away', async () => {
  const page = await visit(browser, { url: house.url, path: '/learn', settings });
  const refusal = { code: 'practice.not_ready', message: 'the hands of today are being made', retryable: true, params: { retry_after_ms: 10 } };
  await page.route('**/api/v1/practice/hands', (route) => route.fulfill({ status: 503, json: refusal }));
  await page.goto(`${house.url}/practice/hands`);
  await page.locator('p-study .cut-off', { hasText: 'not ready yet' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unroute('**/api/v1/practice/hands');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('p-study .me p-card').first().waitFor();
  await page.context().close();
});

test('a hand is played by the keys of a table, and its events, question and verdict are said', async () => {
  const page = await visit(browser, { url: house.url, path: '/practice/hands', settings });
  await stopped(page);
  await page.evaluate(() => {
    globalThis.said = [];
    const note = (records) => records.forEach(({ addedNodes }) => addedNodes.forEach((node) => globalThis.said.push(node.textContent)));
    for (const id of ['polite', 'assertive']) new MutationObserver(note).observe(document.getElementById(id), { childList: true });
  });
  // The next hand is announced from its beginning.
  await page.evaluate(() => document.querySelector('p-study').next());
  await stopped(page);
  await ready(page);
  assert.equal((await look(page)).isAsked, true);
  // The table is as the seat saw it: none of the others' cards, and no later board card.
  const shown = await page.evaluate(() => {
    const { table } = document.querySelector('p-study');
    const others = Object.values(table.seats).filter(({ seat }) => seat !== table.you.seat);
    return others.flatMap(({ play }) => play?.cards ?? []).filter((card) => card !== null);
  });
  assert.deepEqual(shown, []);
  await page.keyboard.press('c');
  await page.waitForFunction(() => document.querySelector('p-study').verdict);
  const said = (await page.evaluate(() => globalThis.said)).join('\n');
  assert.match(said, /Your cards/);
  assert.match(said, /Your turn/);
  assert.match(said, /hint advises|As you like/);
  assert.match(said, /continues as it was played: You /);
  const { at } = await look(page);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((before) => document.querySelector('p-study').at === before + 1, at);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** On a phone in either orientation nothing is cut off and no card, plate or button is covered. @param {import('playwright-core').Page} page @param {string} what */
async function nothingCovered(page, what) {
  for (const [width, height] of [
    [640, 360],
    [360, 640],
  ]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    assert.deepEqual(await page.evaluate(faults), [], `${what}, ${width}x${height}`);
  }
}

test('what was said of an answer is said anew in another language', async () => {
  const page = await visit(browser, { url: house.url, path: '/practice/hands', settings });
  await stopped(page);
  await answer(page);
  const verdict = page.locator('.coach :is(.right, .wrong)');
  await verdict.getByText('The hand continues as it was played').waitFor();
  await page.evaluate(() => document.querySelector('p-study').app.settings.merge({ lang: 'fr' }));
  await verdict.getByText('La main continue comme elle fut jouée').waitFor();
  await page.context().close();
});

test('all hands of a day come to their ends, in French on a phone by night', async () => {
  const page = await visit(browser, {
    url: house.url,
    path: '/practice/hands',
    settings: { ...settings, lang: 'fr', theme: 'dark' },
    viewport: { width: 360, height: 640 },
  });
  await page.locator('p-study .me p-card').first().waitFor();
  const count = await page.evaluate(() => document.querySelector('p-study').pack.hands.length);
  assert.ok(count >= 24, `${count} hands`);
  /** @type {Set<string>} */
  const looked = new Set();
  for (let hand = 0; hand < count; hand++) {
    await stopped(page);
    const family = await page.evaluate(() => document.querySelector('p-study').hand.family);
    if (!looked.has(family)) {
      looked.add(family);
      await ready(page);
      await shoot(page, `study-${family}-phone`);
      assert.deepEqual(await violations(page), [], family);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, family);
      await nothingCovered(page, `${family}, asked`);
      await answer(page);
      await nothingCovered(page, `${family}, told`);
      await page.keyboard.press('Enter');
    }
    await page.evaluate(() => {
      const study = document.querySelector('p-study');
      for (;;) {
        if (!study.isThere) study.arrive();
        if (study.isLast) return study.next();
        study.act(study.asks.action);
        if (!study.verdict) throw new Error(`stands at ${study.at} of hand ${study.tally.at}`);
        study.on();
      }
    });
  }
  assert.ok(looked.size >= 6, [...looked].join());
  assert.equal((await look(page)).tally.at, 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
