// Rare states of a table, from scripted messages: every answer has its button, axe and the page find nothing wrong, and nothing covers text.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { faults } from './faults.js';
import { lying } from './grid.js';
import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';
import { drawn, ownBrowser, shoot, violations } from './support.js';

const SMALL = { width: 360, height: 640 };
const SMALL_ON_ITS_SIDE = { width: 640, height: 360 };
const PHONE = { width: 390, height: 844 };
const ON_ITS_SIDE = { width: 844, height: 390 };
const DESKTOP = { width: 1440, height: 900 };
/** What remains of a window of 1280 by 1024, and one of 1440 by 900, at 400 % zoom. */
const MAGNIFIED = [
  { width: 320, height: 256 },
  { width: 360, height: 225 },
];

const browser = await ownBrowser();

/** Places of the bar with an answer, and those whose button can be pressed. @param {import('playwright-core').Page} page */
const answers = (page) =>
  page.evaluate(() => {
    const places = document.querySelector('p-room').places;
    const isOnTop = (button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const buttons = [...document.querySelectorAll('.act [data-place]')].filter(isOnTop);
    return {
      planned: places.flatMap((place, at) => (place ? [at] : [])),
      pressable: buttons.map((button) => Number(button.dataset.place)),
    };
  });

for (const [name, scene] of Object.entries(SCENES)) {
  test(name, async () => {
    const page = await scriptedPage(browser, { scene, viewport: PHONE });
    for (const viewport of [SMALL, SMALL_ON_ITS_SIDE, PHONE, ON_ITS_SIDE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await drawn(page);
      const { planned, pressable } = await answers(page);
      assert.deepEqual(pressable, planned, JSON.stringify(viewport));
      assert.deepEqual(await page.evaluate(faults), [], JSON.stringify(viewport));
      if (viewport !== PHONE && viewport !== DESKTOP) continue;
      const look = viewport === PHONE ? ['phone', 'light'] : ['desktop', 'dark'];
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), look[1]);
      assert.deepEqual(await violations(page), [], look.join());
      await shoot(page, `scene-${name}-${look[0]}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    }
    // At 400 % zoom the page scrolls, and nothing is lost.
    for (const viewport of MAGNIFIED) {
      await page.setViewportSize(viewport);
      await drawn(page);
      assert.deepEqual(await page.evaluate(lying), [], JSON.stringify(viewport));
      const { planned } = await answers(page);
      const reached = await page.evaluate(
        (places) =>
          places.filter((place) => {
            const button = document.querySelector(`.act [data-place="${place}"]`);
            button.scrollIntoView({ block: 'center' });
            const { left, top, width, height } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          }),
        planned,
      );
      assert.deepEqual(reached, planned, JSON.stringify(viewport));
      const { height } = await page.locator('.felt').boundingBox();
      assert.ok(height >= 240, `a felt of ${height} pixels`);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a table that changes its place on the page is still measured', async () => {
  const page = await scriptedPage(browser, { scene: SCENES.communal, settings: { lang: 'en', volume: 0 }, viewport: { width: 1440, height: 900 } });
  await page.locator('.me').waitFor();
  /** Extent of the seats, as a share of the stage's width. */
  const spread = () =>
    page.evaluate(() => {
      const stage = document.querySelector('.stage').getBoundingClientRect();
      const seats = [...document.querySelectorAll('.stage .seat')].map((seat) => seat.getBoundingClientRect());
      return (Math.max(...seats.map(({ right }) => right)) - Math.min(...seats.map(({ left }) => left))) / stage.width;
    });
  const before = await spread();
  await page.evaluate(() => {
    const room = document.querySelector('p-room');
    room.parentNode.append(room);
    room.update();
  });
  await page.setViewportSize({ width: 700, height: 900 });
  await page.waitForFunction(() => [...document.querySelectorAll('.stage .seat')].every((seat) => seat.getBoundingClientRect().right <= innerWidth + 1));
  assert.ok((await spread()) > 0.5 * before);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
