// The panel where it is a sheet or a drawer: it lies over the table, never over what is asked of the player, and holds what
// the bar over the table has no room for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';
import { ownBrowser, ready, shoot } from './support.js';

const SIZES = [
  [360, 640],
  [390, 844],
  [640, 360],
  [844, 390],
  [768, 1024],
  [1024, 768],
];

const browser = await ownBrowser();

/** The controls whose middle something else covers. @param {import('playwright-core').Page} page @param {string} selector */
const covered = (page, selector) =>
  page.evaluate(async (wanted) => {
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)));
    return [...document.querySelectorAll(wanted)].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width === 0) return [];
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return control.contains(seen) ? [] : [`${control.textContent || control.ariaLabel} by ${seen?.className}`];
    });
  }, selector);

for (const [width, height] of SIZES) {
  test(`in my turn, ${width}x${height}`, async () => {
    const scene = { ...SCENES.communal, info: { limit: 'nl' } };
    const page = await scriptedPage(browser, { scene, viewport: { width, height } });
    await ready(page);
    await page.locator('.top .sheet-only').click();
    await page.locator('.panel.open').waitFor();
    assert.deepEqual(await covered(page, '.act button, .act input, .top .ico, .panel button'), []);
    await shoot(page, `sheet-${width}x${height}`);
    const isPhone = width < 600 || height <= 500;
    const [last, sound] = isPhone
      ? [page.locator('.panel .foot button').first(), page.locator('.panel .foot button').last()]
      : [page.locator('.top .wide.ico').first(), page.locator('.top .wide.ico').last()];
    await sound.click();
    assert.ok((await page.evaluate(() => JSON.parse(localStorage.getItem('poker.settings')).volume)) > 0);
    await last.click();
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    // The answer is given with the sheet open.
    if (isPhone) await page.locator('.top .sheet-only').click();
    await page.locator('.act [data-place="1"]').click();
    await page.waitForFunction(() => document.querySelector('p-room').session.sending === null);
    assert.deepEqual(page.sent.filter((one) => one.type === 'act').map((one) => one.action), [{ kind: 'check' }]);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
