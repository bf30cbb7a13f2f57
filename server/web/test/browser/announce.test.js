// Announcing a tournament on a real server: with a house structure, and with a custom one whose errors are reported.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { ground, player, shoot, violations } from './support.js';

const { house, browser } = await ground();

/** A guest with the dialog open. */
async function announcing({ name, viewport, settings }) {
  const page = await player(browser, { url: house.url, name, viewport, settings });
  await page.locator('.top nav a').nth(1).click();
  await page.locator('.t-announce button').click();
  await page.locator('.announce select option').first().waitFor({ state: 'attached' });
  return page;
}

const go = (page) => page.locator('.announce > .dialog-in > .btn.hot');
const fits = async (page) =>
  assert.ok(
    await page.evaluate(
      () => document.documentElement.scrollWidth <= innerWidth && document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth,
    ),
    'no wider than the page',
  );

for (const [lang, theme, viewport] of [
  ['en', 'light', { width: 360, height: 740 }],
  ['fr', 'dark', { width: 360, height: 740 }],
  ['en', 'dark', { width: 1024, height: 768 }],
  ['fr', 'light', { width: 1920, height: 1080 }],
]) {
  test(`a tournament by a structure of the house, ${lang} at ${viewport.width}`, async () => {
    const page = await announcing({ name: `Host ${lang}${viewport.width}`, viewport, settings: { lang, theme } });
    const looks = `announce-${lang}-${viewport.width}`;
    assert.equal(await page.locator('.announce option').count(), 17, 'all but those that promise chips of the house');
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, looks);
    await page.locator('.announce-terms summary').click();
    await page.locator('.announce-terms tbody tr').first().waitFor();
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `${looks}-terms`);
    await page.locator('.announce select').selectOption('sit-and-go');
    assert.equal(await page.locator('.announce input[type=datetime-local]').count(), 0);
    await page.locator('.announce select').selectOption('home');
    const start = page.locator('.announce input[type=datetime-local]');
    await start.fill('2001-01-01T12:00');
    await page.locator('#announce-start').waitFor();
    assert.equal(await go(page).getAttribute('aria-disabled'), 'true');
    await go(page).click({ force: true });
    assert.match(new URL(page.url()).pathname, /tournaments$/, 'nothing is announced in the past');
    const tomorrow = new Date(Date.now() + 86_400_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    await start.fill(tomorrow);
    await page.locator('.announce input[maxlength="40"]').fill('Monday’s game');
    await go(page).click();
    await page.waitForURL('**/tournament/*');
    await page.locator('.tpage h1', { hasText: 'Monday’s game' }).waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

for (const [lang, viewport, words] of [
  ['en', { width: 1024, height: 768 }, ['French and Canadian English', 'adults only', 'This tournament is for adults']],
  ['fr', { width: 360, height: 740 }, ['français et anglais canadien', 'adultes seulement', 'réservé aux adultes']],
]) {
  test(`languages of the chat and an age are declared, and who is of no verified age reads why, ${lang}`, async () => {
    const name = `Elder ${lang}`;
    const page = await announcing({ name, viewport, settings: { lang } });
    const [languages, age, why] = words;
    await page.locator('.announce select').selectOption('sit-and-go');
    const tags = page.locator('.announce input[aria-describedby="announce-languages"]');
    await tags.fill('french');
    await page.locator('#announce-languages.error').waitFor();
    assert.equal(await go(page).getAttribute('aria-disabled'), 'true');
    await tags.fill('fr, en-CA');
    await page.locator('#announce-languages', { hasText: languages }).waitFor();
    await page.getByRole('radio', { name: age }).click();
    assert.equal(await page.locator('#announce-bots').count(), 0, 'bots have no age');
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `announce-terms-${lang}-${viewport.width}`);
    await go(page).click();
    await page.waitForURL('**/tournament/*');
    await page.locator('.t-terms', { hasText: languages }).waitFor();
    await page.locator('.t-terms', { hasText: age }).waitFor();
    await page.locator('.t-head', { hasText: why }).waitFor();
    assert.equal(await page.locator('.t-head .btn-s.hot').count(), 0, 'there is no button');
    assert.deepEqual(await violations(page), []);
    await shoot(page, `adults-${lang}-${viewport.width}`);

    assert.match(house.operate('adults', 'grant', name), /is a verified adult/);
    await page.reload();
    await page.locator('.t-head .btn-s.hot').click();
    await page.locator('dialog .btn.hot').click();
    await page.locator('.t-head', { hasText: lang === 'fr' ? 'Vous êtes inscrit' : 'You are in' }).waitFor();
    assert.equal(await page.locator('.t-head', { hasText: why }).count(), 0);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

for (const [lang, viewport] of [
  ['en', { width: 1024, height: 768 }],
  ['fr', { width: 360, height: 740 }],
]) {
  test(`a structure of one’s own: faults stand at their line as it is typed, ${lang}`, async () => {
    const page = await announcing({ name: `Own ${lang}`, viewport, settings: { lang } });
    await page.locator('.announce select').selectOption('home');
    await page.locator('.announce [role=radio]').nth(1).click();
    const text = page.locator('.announce textarea');
    await page.locator('#announce-said .good').waitFor();
    const begun = await text.inputValue();
    assert.match(begun, /^id = "my-home"$/m);
    const lines = begun.trimEnd().split('\n');
    await text.fill(`${lines.join('\n')}\nguarantee = 500\n`);
    await page.locator('#announce-said .error', { hasText: 'only the house' }).waitFor();
    assert.equal(await page.locator('.announce .lines .wrong').textContent(), String(lines.length + 1));
    assert.equal(await text.getAttribute('aria-invalid'), 'true');
    assert.equal(await go(page).getAttribute('aria-disabled'), 'true');
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await text.scrollIntoViewIfNeeded();
    await shoot(page, `announce-own-${lang}-${viewport.width}`);

    await text.fill(begun);
    await page.locator('.announce-fields summary').click();
    const terms = page.locator('.announce-fields input');
    await terms.first().fill('25 euros');
    assert.match(await text.inputValue(), /^price = 25$/m);
    await page.locator('.announce-fields input[type=checkbox]').check();
    assert.match(await text.inputValue(), /^rebuy = \{ levels = 1, price = 25, chips = 3000 \}$/m);
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await page.locator('.announce-fields input[type=checkbox]').uncheck();
    await text.fill(begun);
    await page.locator('.level-table summary').click();
    const cells = (row) => page.locator('.level-table tbody tr').nth(row).locator('input');
    const count = await page.locator('.level-table tbody tr').count();
    await cells(1).nth(2).fill('10');
    await page.locator('.level-table tr.wrong').waitFor();
    assert.equal(await page.locator('.level-table tr.wrong th').first().textContent(), '2');
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await page.locator('.level-table').scrollIntoViewIfNeeded();
    await shoot(page, `announce-levels-${lang}-${viewport.width}`);
    await cells(1).nth(2).fill('');
    assert.equal(await page.locator('.level-table tbody tr').count(), count, 'an empty cell is being typed');
    await cells(1).nth(2).fill('100');
    await page.locator('.level-table .t-buttons button').first().click();
    await page.locator('.level-table tbody tr').nth(count).waitFor();
    await page.locator('#announce-said .good').waitFor();
    assert.match(await text.inputValue(), /"15m 4000\/8000 ante 2000",\n\]/);
    await page.locator('.level-table tbody tr').nth(count).locator('button').click();
    await page.locator('.level-table tbody tr').nth(count).waitFor({ state: 'detached' });

    await page.locator('.announce input[type=file]').setInputFiles({
      name: 'x.toml',
      mimeType: 'text/plain',
      buffer: Buffer.from(`${begun.replace('"my-home"', '"kitchen"').replace('[3, 100]', '[6, 6]')}start = "full"\n`),
    });
    await page.locator('#announce-said .good').waitFor();
    assert.equal(await page.locator('.announce input[type=datetime-local]').count(), 0, 'it starts when it is full');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('.announce .own > .t-buttons button').click()]);
    assert.equal(saved.suggestedFilename(), 'kitchen.toml');
    assert.equal(readFileSync(await saved.path(), 'utf8'), await text.inputValue());
    await go(page).click();
    await page.waitForURL('**/tournament/*');
    await page.locator('.t-terms').waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
