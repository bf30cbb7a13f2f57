// What the pages look like, and that everybody can use them: screenshots at three widths in both languages, and axe.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import {
  checkOrCall,
  confirmSeat,
  createTable,
  joinTable,
  leaveTable,
  play,
  player,
  ready,
  shoot,
  signIn,
  startBrowser,
  startHouse,
  violations,
  visit,
} from './support.js';

const SIZES = {
  phone: { width: 375, height: 667 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser?.close());

/** A table where house bots play no-limit hold'em. @param {import('playwright-core').Page} page */
const withBots = (page) =>
  page
    .locator('.tables li', { hasText: /No-limit hold|Hold’em sans limite/ })
    .filter({ has: page.locator('i.bot') })
    .first();

/** A server of its own for a test, gone when the test is. */
async function withHouse(options, run) {
  const house = await startHouse(options);
  try {
    await run(house);
  } finally {
    await house.stop();
  }
}

for (const lang of ['en', 'fr']) {
  for (const theme of ['light', 'dark']) {
    test(`lobby and table, ${lang}, ${theme}: axe finds nothing`, () =>
      withHouse(['--house-bots', '12'], async (house) => {
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
        await ready(page);
        await page.locator('.act [data-place="2"]').click();
        await page.locator('dialog[open]').waitFor();
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

for (const lang of ['en', 'fr']) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`screenshots, ${size}, ${lang}`, () =>
      withHouse(['--house-bots', '12'], async (house) => {
        const settings = { lang, theme: size === 'tablet' ? 'dark' : 'light', volume: 0 };
        const page = await visit(browser, { url: house.url, settings, viewport });
        await withBots(page).waitFor();
        await shoot(page, `welcome-${size}-${lang}`);
        await signIn(page, 'Camille');
        await page.locator('.purse').waitFor();
        await shoot(page, `lobby-${size}-${lang}`);
        await withBots(page).locator('.go').click();
        await page.locator('dialog[open]').waitFor();
        await page.locator('dialog [role=radio]').last().click();
        await confirmSeat(page);
        await page.locator('.me.turn').waitFor();
        await shoot(page, `turn-${size}-${lang}`);
        // Nothing sticks out of the page at any width.
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${overflow} pixels too wide`);
        await play([page], checkOrCall, () => page.locator('.seat.won, .me.won').first().isVisible());
        await shoot(page, `result-${size}-${lang}`);
        assert.deepEqual(page.complaints, []);
        await page.context().close();
      }));
  }
}

test('a stranger plays within a few clicks', () =>
  withHouse(['--house-bots', '12'], async (house) => {
    const page = await visit(browser, { url: house.url, settings: { lang: 'en', volume: 0 } });
    await withBots(page).waitFor();
    await page.locator('.welcome .btn').click();
    await page.locator('#identity-name').fill('Stranger');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/table/*');
    await page.locator('.me .row p-card').first().waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }));

test('a full table has a wait list, chat reaches everybody, and who leaves gets the chips back', () =>
  withHouse(['--house-bots', '0', '--hand-pause-percent', '40'], async (house) => {
    const ana = await player(browser, { url: house.url, name: 'Ana', settings: { volume: 0 } });
    const purse = async (page) => Number((await page.locator('.purse b').textContent()).replace(/\D/g, ''));
    const whole = await purse(ana);
    const path = await createTable(ana, { game: "No-limit hold'em", name: 'Talk', seats: 2 });
    const bo = await player(browser, { url: house.url, name: 'Bo', settings: { volume: 0, lang: 'fr' } });
    await joinTable(bo, house.url + path);
    const cy = await player(browser, { url: house.url, name: 'Cy', settings: { volume: 0 } });
    await cy.goto(house.url + path);
    await ready(cy);
    await cy.locator('.act [data-place="2"]', { hasText: 'wait list' }).click();
    await cy.locator('.ask', { hasText: 'number 1' }).waitFor();

    await ana.locator('#tab-chat').click();
    await bo.locator('#tab-chat').click();
    await ana.locator('.say input').fill('Hello <b>you</b>');
    await ana.keyboard.press('Enter');
    await bo.locator('.said', { hasText: 'Hello <b>you</b>' }).waitFor();

    await leaveTable(bo, [ana]);
    await cy.locator('.ask', { hasText: 'is yours' }).waitFor();
    await ready(cy);
    await cy.locator('.act [data-place="2"]').click();
    await confirmSeat(cy);

    await leaveTable(ana, [cy]);
    await ana.locator('.top .ico').first().click();
    await ana.locator('.purse').waitFor();
    // At most a blind of hers has changed hands.
    await ana.waitForFunction((least) => Number(document.querySelector('.purse b').textContent.replace(/\D/g, '')) >= least, whole - 20);
    for (const page of [ana, bo, cy]) {
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  }));
