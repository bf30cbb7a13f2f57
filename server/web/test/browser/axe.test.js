// Accessibility of the lobby and a table: axe finds nothing wrong in either language and theme.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { LIVELY, confirmSeat, ownBrowser, pressUntil, violations, visit, withBots, withHouse } from './support.js';

const browser = await ownBrowser();

describe('axe', { concurrency: 2 }, () => {
  for (const lang of ['en', 'fr']) {
    for (const theme of ['light', 'dark']) {
      test(`lobby and table, ${lang}, ${theme}: axe finds nothing`, () =>
        withHouse(LIVELY, async (house) => {
          const page = await visit(browser, { url: house.url, settings: { lang, theme, volume: 0 } });
          const clean = async (what) => assert.deepEqual(await violations(page), [], what);
          await withBots(page).waitFor();
          await clean('the lobby of a stranger');
          await page.locator('.lobby .top .btn-s').click();
          await clean('the name');
          await page.locator('#identity-name').fill('Axe');
          await page.locator('p-identity button[type=submit]').click();
          await page.locator('.purse').waitFor();
          await clean('the lobby');
          await page.locator('.lobby .top .ico').last().click();
          await page.locator('dialog[open]').waitFor();
          await clean('the settings');
          await page.keyboard.press('Escape');

          await withBots(page).locator('.name').click();
          await page.locator('.seat p-card').first().waitFor();
          await clean('the table of a spectator');
          await pressUntil(page, page.locator('dialog[open]'));
          await clean('the seat');
          await page.locator('dialog [role=radio]').last().click();
          await confirmSeat(page);
          await page.locator('.me.turn').waitFor();
          await clean('my turn');
          for (const tab of ['chat', 'rules', 'players', 'log']) {
            await page.locator(`#tab-${tab}`).click();
            await clean(tab);
          }
          assert.deepEqual(page.complaints, []);
          await page.context().close();
        }));
    }
  }
});
