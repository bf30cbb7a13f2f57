// Fingers: every control of every page is 44 pixels each way where they touch, and no page speaks of keys there.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { handOf } from './deals.js';
import { faults } from './faults.js';
import { lying, none, small } from './grid.js';
import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';
import { drawn, ground, signIn, visit } from './support.js';

const { house, browser } = await ground(['--house-bots', '6', '--bot-think-percent', '20']);
const settings = { lang: 'en', volume: 0 };

const { tournaments } = await (await fetch(`${house.url}/api/v1/tournaments`)).json();
/** The page of an event of the house. */
const EVENT = `/tournament/${tournaments[0].tournament}`;
const PHONES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

/** What a page says of keys. @param {import('playwright-core').Page} page */
const keysOf = (page) => page.evaluate(() => (/\b(press [1-9]|Enter\b|Esc\b)/i.exec(document.querySelector('#app').innerText) ?? [])[0] ?? '');

for (const viewport of PHONES) {
  const at = `${viewport.width}x${viewport.height}`;

  test(`all that can be pressed at a table is as large as a finger, ${at}`, async () => {
    const wrong = [];
    const page = await scriptedPage(browser, { scene: SCENES.communal, settings, viewport, hasTouch: true });
    assert.ok(await page.evaluate(() => matchMedia('(pointer: coarse)').matches), 'fingers touch');
    const { games } = await (await fetch(`${house.url}/api/v1/games`)).json();
    const holdem = games.find(({ id }) => id === 'no-limit-holdem');
    const scenes = { ...SCENES, holdem: handOf(holdem, 6, 'bet', 1).decision };
    for (const [name, scene] of Object.entries(scenes)) {
      await page.show(scene);
      await drawn(page);
      wrong.push(...(await page.evaluate(small)).map((one) => `${name}: ${one}`), ...(await page.evaluate(faults)).map((one) => `${name}: ${one}`));
      const key = await keysOf(page);
      if (key) wrong.push(`${name}: speaks of keys: ${key}`);
    }
    if (await page.locator('.top .sheet-only').isVisible()) {
      await page.locator('.top .sheet-only').click();
      for (const tab of await page.locator('.panel [role=tab]').all()) {
        await tab.click();
        await drawn(page);
        wrong.push(...(await page.evaluate(small)).map((one) => `panel: ${one}`));
      }
    }
    none([...new Set(wrong)]);
    await page.context().close();
  });

  test(`all that can be pressed on pages is as large as a finger, ${at}`, async () => {
    const wrong = [];
    const look = async (page, name) => {
      await drawn(page);
      wrong.push(...(await page.evaluate(small)).map((one) => `${name}: ${one}`), ...(await page.evaluate(lying)).map((one) => `${name}: ${one}`));
    };
    const stranger = await visit(browser, { url: house.url, settings, viewport, isPhone: true });
    for (const path of ['/', '/tournaments', '/learn', '/learn/holdem', '/rules', '/rules/omaha', '/practice', '/practice/hands', '/leaderboard', '/format', EVENT, `${EVENT}/floor`, '/no/such/page']) {
      await stranger.goto(house.url + path);
      await stranger.locator('main').first().waitFor();
      await stranger.waitForLoadState('networkidle');
      await look(stranger, path);
    }
    await stranger.goto(house.url);
    await signIn(stranger, `Finger ${viewport.width}`);
    for (const path of ['/', '/hands', '/me']) {
      await stranger.goto(house.url + path);
      await stranger.waitForLoadState('networkidle');
      await look(stranger, `known ${path}`);
    }
    await stranger.goto(house.url);
    await stranger.locator('.top .ico').last().click();
    await stranger.locator('dialog[open]').waitFor();
    for (const tab of await stranger.locator('dialog[open] [role=tab]').all()) {
      await tab.click();
      await look(stranger, 'settings');
    }
    none([...new Set(wrong)]);
    await stranger.context().close();
  });
}
