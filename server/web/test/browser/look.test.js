// What the pages look like, and that everybody can use them: screenshots at three widths in both languages, and axe.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { createTable, joinTable, player, RESULTS, startBrowser, startHouse, visit } from './support.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = {
  phone: { width: 375, height: 667 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

let house;
let browser;

before(async () => {
  [house, browser] = await Promise.all([startHouse(['--house-bots', '12']), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

/** Violations that axe finds, in short. @param {import('playwright-core').Page} page */
async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary})`),
  );
}

const shoot = (page, name) => page.screenshot({ path: join(RESULTS, `${name}.png`) });

for (const lang of ['en', 'fr']) {
  for (const theme of ['light', 'dark']) {
    test(`lobby and table, ${lang}, ${theme}: axe finds nothing`, async () => {
      const settings = { lang, theme, volume: 0 };
      const page = await visit(browser, { url: house.url, settings });
      await page.locator('.tables li').first().waitFor();
      assert.deepEqual(await violations(page), [], 'the lobby of a stranger');
      await page.locator('.lobby .top .btn-s').click();
      assert.deepEqual(await violations(page), [], 'the name');
      await page.locator('#identity-name').fill(`Axe ${lang} ${theme}`);
      await page.locator('p-identity button[type=submit]').click();
      await page.locator('.purse').waitFor();
      assert.deepEqual(await violations(page), [], 'the lobby');
      await page.locator('[aria-label="Settings"], [aria-label="Réglages"]').click();
      assert.deepEqual(await violations(page), [], 'the settings');
      await page.keyboard.press('Escape');

      await page
        .locator('.tables li', { hasText: /No-limit hold|Hold’em sans limite/ })
        .filter({ has: page.locator('i.bot') })
        .first()
        .locator('.name')
        .click();
      await page.locator('.seat p-card').first().waitFor();
      assert.deepEqual(await violations(page), [], 'the table of a spectator');
      await page.locator('.act [data-place="2"]').click();
      assert.deepEqual(await violations(page), [], 'the seat');
      await page.locator('dialog .btn.hot').click();
      await page.locator('.me.turn').waitFor();
      assert.deepEqual(await violations(page), [], 'my turn');
      for (const tab of ['chat', 'rules', 'players', 'log']) {
        await page.locator(`#tab-${tab}`).click();
        assert.deepEqual(await violations(page), [], tab);
      }
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    });
  }
}

for (const lang of ['en', 'fr']) {
  test(`screenshots in three widths, ${lang}`, async () => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const settings = { lang, theme: size === 'tablet' ? 'dark' : 'light', volume: 0 };
      const page = await player(browser, { url: house.url, name: `Shot ${lang} ${size}`, settings, viewport });
      await page.locator('.tables li').first().waitFor();
      await shoot(page, `lobby-${size}-${lang}`);
      const row = page
        .locator('.tables li', { hasText: /No-limit hold|Hold’em sans limite/ })
        .filter({ has: page.locator('i.bot') })
        .first();
      await row.locator('.name').click();
      await page.locator('.act [data-place="2"]').click();
      await page.locator('dialog .btn.hot').click();
      await page.locator('.me.turn').waitFor();
      await shoot(page, `table-${size}-${lang}`);
      // Nothing sticks out of the page at any width.
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${size}: ${overflow} pixels too wide`);
      await page.locator('.go-away').click();
      await page.context().close();
    }
  });
}

test('a stranger plays within a few clicks', async () => {
  const page = await visit(browser, { url: house.url, settings: { lang: 'en', volume: 0 } });
  await page.locator('.bar-l .hot').click();
  await page.locator('#identity-name').fill('Stranger');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/table/*');
  await page.locator('.me').waitFor();
  await page.locator('.me .row p-card').first().waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a full table has a wait list, chat reaches everybody, and who leaves gets the chips back', async () => {
  const ana = await player(browser, { url: house.url, name: 'Anachat', settings: { volume: 0 } });
  const purse = async (page) => Number((await page.locator('.purse b').textContent()).replace(/\D/g, ''));
  const whole = await purse(ana);
  const path = await createTable(ana, { game: "No-limit hold'em", name: 'Talk', seats: 2 });
  const bo = await player(browser, { url: house.url, name: 'Bochat', settings: { volume: 0, lang: 'fr' } });
  await joinTable(bo, house.url + path);
  const cy = await player(browser, { url: house.url, name: 'Cychat', settings: { volume: 0 } });
  await cy.goto(house.url + path);
  await cy.locator('.act [data-place="2"]', { hasText: 'wait list' }).click();
  await cy.locator('.ask', { hasText: 'number 1' }).waitFor();

  await ana.locator('#tab-chat').click();
  await bo.locator('#tab-chat').click();
  await ana.locator('.say input').fill('Hello <b>you</b>');
  await ana.keyboard.press('Enter');
  await bo.locator('.said', { hasText: 'Hello <b>you</b>' }).waitFor();

  await bo.locator('.go-away').click();
  if (await bo.locator('.toast').first().isVisible()) await bo.locator('.go-away').click();
  await cy.locator('.ask', { hasText: 'is yours' }).waitFor();
  await cy.locator('.act [data-place="2"]').click();
  await cy.locator('dialog .btn.hot').click();
  await cy.locator('.me').waitFor();

  await ana.locator('.go-away').click();
  if (await ana.locator('.me').isVisible()) await ana.locator('.go-away').click();
  await ana.locator('.me').waitFor({ state: 'detached' });
  await ana.locator('.top .ico').first().click();
  await ana.locator('.purse').waitFor();
  assert.ok((await purse(ana)) > whole - 1000);
  for (const page of [ana, bo, cy]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
