// Pages at three widths in both languages: nothing extends beyond them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { LIVELY, checkOrCall, confirmSeat, ownBrowser, play, shoot, signIn, visit, withBots, withHouse } from './support.js';

const SIZES = {
  phone: { width: 375, height: 667 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

/** Widths at which parts of the lobby's header move. */
const BETWEEN = [360, 600, 768, 959, 960];

const browser = await ownBrowser();

/** Nothing extends beyond the page. @param {import('playwright-core').Page} page */
async function fits(page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide at ${page.viewportSize().width}`);
}

describe('pages', { concurrency: 2 }, () => {
  for (const lang of ['en', 'fr']) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      test(`${size}, ${lang}`, () =>
        withHouse(LIVELY, async (house) => {
          const settings = { lang, theme: size === 'tablet' ? 'dark' : 'light', volume: 0 };
          const page = await visit(browser, { url: house.url, settings, viewport });
          await withBots(page).waitFor();
          await shoot(page, `welcome-${size}-${lang}`);
          await signIn(page, 'Camille');
          await page.locator('.purse').waitFor();
          await shoot(page, `lobby-${size}-${lang}`);
          for (const width of size === 'tablet' ? BETWEEN : [viewport.width]) {
            await page.setViewportSize({ width, height: viewport.height });
            await fits(page);
            const lines = await page
              .locator('.lobby .top > :is(.purse, .me-name, .ico:not(.roomy))')
              .evaluateAll((all) => new Set(all.map((one) => Math.round((one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2))).size);
            assert.equal(lines, 1, `the header of the lobby at ${width}`);
          }
          await page.setViewportSize(viewport);
          await withBots(page).locator('.go').click();
          await page.locator('dialog[open]').waitFor();
          await page.locator('dialog [role=radio]').last().click();
          await confirmSeat(page);
          await page.locator('.me.turn').waitFor();
          await shoot(page, `turn-${size}-${lang}`);
          await fits(page);
          await play([page], checkOrCall, () => page.locator('.seat.won, .me.won').first().isVisible());
          await shoot(page, `result-${size}-${lang}`);
          assert.deepEqual(page.complaints, []);
          await page.context().close();
        }));
    }
  }
});
