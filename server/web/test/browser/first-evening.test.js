// What a host and a guest meet on their first evening: the form on a phone, the way back from a fault, words that stay on the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openTables } from './rivals.js';
import { ground, player, shoot, signIn, violations, visit } from './support.js';

const { house, browser } = await ground(['--house-bots', '0'], { draws: true });

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

/** Buttons whose words leave them, or that leave their group. @param {import('playwright-core').Page} page @param {string} selector */
const overflowing = (page, selector) =>
  page.locator(selector).evaluateAll((groups) =>
    groups.flatMap((group) => {
      const frame = group.getBoundingClientRect();
      return [...group.querySelectorAll('button')].flatMap((button) => {
        const box = button.getBoundingClientRect();
        const isOut = button.scrollWidth > button.clientWidth + 1 || box.right > frame.right + 1 || box.left < frame.left - 1;
        return box.width > 0 && isOut ? [button.textContent] : [];
      });
    }),
  );

for (const [lang, friends, own, all, unit] of [
  ['en', 'Play with friends', 'Your own evening', 'All settings', '0.05'],
  ['fr', 'Jouer entre amis', 'Votre propre soirée', 'Tous les réglages', '0,05'],
]) {
  test(`own settings begin with the table's own chips and the name that was typed, ${lang}`, async () => {
    const page = await visit(browser, { url: house.url, settings: { lang, volume: 0 }, viewport: PHONE, isPhone: true });
    await page.locator('.welcome').getByRole('button', { name: friends }).tap();
    await page.getByRole('button', { name: own }).tap();
    await page.locator('#evening-name').fill(`Zoë ${lang}`);
    await page.getByRole('button', { name: all }).tap();
    const form = page.locator('#make');
    assert.equal(
      await form
        .locator('.check', { hasText: /own chips|Jetons propres/ })
        .locator('input')
        .isChecked(),
      true,
    );
    await form.getByRole('radio', { name: unit }).tap();
    await form.getByRole('radio', { name: '€' }).tap();
    assert.match(await form.locator('.step').first().innerText(), /0[.,]25.*0[.,]50/);
    assert.deepEqual(await overflowing(page, '#make .seg'), []);
    await shoot(page, `first-form-${lang}`);
    await form.locator('.btn.hot').tap();
    assert.equal(await page.locator('#identity-name').inputValue(), `Zoë ${lang}`, 'a name is typed once');
    await page.locator('p-identity button[type=submit]').tap();
    const dialog = page.locator('dialog', { has: page.locator('.buy') });
    await dialog.waitFor();
    // 100 big blinds of ten chips, each 0.05.
    assert.match(await dialog.locator('.btn.hot').innerText(), /€50$|50\s€$/, 'one unit in the whole dialog');
    assert.equal(await dialog.locator('input.num').getAttribute('inputmode'), 'decimal');
    await dialog.locator('.btn.hot').tap();
    await page.locator('.me').waitFor();
    await page.evaluate(() => document.querySelector('p-room').app.toast('Something to read'));
    const toast = await page.locator('.toast', { hasText: 'Something to read' }).boundingBox();
    const bar = await page.locator('.act').boundingBox();
    assert.ok(toast.y + toast.height <= bar.y, 'a notice does not lie over the buttons');
    await page.locator('.top .sheet-only').tap();
    await page.locator('.panel.open .foot button').first().waitFor();
    assert.deepEqual(await overflowing(page, '.panel .foot'), []);
    await shoot(page, `first-sheet-${lang}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a guest finds the way to a club of their own, and an ended invitation says so on the page', async () => {
  const settings = { lang: 'en', volume: 0 };
  const page = await player(browser, { url: house.url, name: 'Guest', settings, viewport: PHONE });
  await page.goto(`${house.url}/clubs`);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.locator('p-identity input[type=password]').fill('correct horse battery');
  await page.locator('p-identity button[type=submit]').click();
  await page.getByLabel('Club name').fill('Night Owls');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.getByLabel('Players without an account, one name per line').fill('Al\nBartholomew\nMaximiliane the Younger');
  await page.getByRole('button', { name: 'Add players' }).click();
  const rows = page.locator('.club-list li', { has: page.locator('.club-do button') });
  await rows.nth(2).waitFor();
  const tops = await rows.evaluateAll((all) =>
    all.map((row) => {
      const words = row.querySelector('span').getBoundingClientRect();
      return [...row.querySelectorAll('.club-do button')].map((button) => button.getBoundingClientRect().top >= words.bottom - 1);
    }),
  );
  assert.ok(tops.flat().every(Boolean), `all buttons are beneath the words: ${JSON.stringify(tops)}`);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'New link' }).click();
  await page.waitForFunction((old) => document.querySelector('input[readonly]').value !== old, link);
  const late = await visit(browser, { url: house.url, settings, viewport: PHONE });
  await signIn(late, 'Late');
  await late.goto(link);
  await late.getByText('This invitation is no longer valid').waitFor();
  await late.getByRole('link', { name: 'Clubs', exact: true }).waitFor();
  assert.deepEqual(await violations(late), []);
  await late.goto(`${house.url}/club/1`);
  await late.locator('.me-card', { hasText: 'There is no such club, or you are not a member.' }).waitFor();
  for (const one of [page, late]) await one.context().close();
});

test('the evenings of a player come into view on a phone', async () => {
  const settings = { lang: 'en', volume: 0 };
  const page = await player(browser, { url: house.url, name: 'Ida', settings, viewport: PHONE });
  await page.evaluate(() => document.querySelector('p-lobby').app.account.register('Ida', 'correct horse battery'));
  await page.goto(`${house.url}/clubs`);
  await page.getByLabel('Club name').fill('Early Birds');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByLabel('Season name').fill('Winter');
  await page.getByRole('button', { name: 'Start a season' }).click();
  await page.getByRole('button', { name: 'Add an event' }).click();
  const names = [...Array(20)].map((_, at) => `Player ${at + 1}`);
  await page.getByLabel('Results, winner first').fill(names.join('\n'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Player 1', exact: true }).click();
  const heading = page.getByRole('heading', { name: 'Player 1’s events' });
  await heading.waitFor();
  const { y, height } = await heading.boundingBox();
  assert.ok(y >= 0 && y + height <= PHONE.height, `the heading is at ${y}`);
  await page.context().close();
});

test('a tab that is closed while it has the focus leaves the page whole', async () => {
  const settings = { lang: 'en', volume: 0, goToTurn: false };
  const owner = await player(browser, { url: house.url, name: 'Owner', settings, viewport: WIDE });
  const tables = await openTables(owner, 3);
  const page = await player(browser, { url: house.url, name: 'Watcher', settings, viewport: WIDE });
  for (const { id } of tables) {
    await page.evaluate((path) => document.querySelector('p-lobby, p-room').app.navigate(path), `/table/${encodeURIComponent(id)}`);
    await page.locator('p-room .stage').first().waitFor();
    await page.evaluate((table) => document.querySelector('p-room').app.open.keep(table, true), id);
  }
  const tabs = page.locator('p-strip li');
  await tabs.nth(2).waitFor();
  const close = page.locator('p-strip li button').first();
  await close.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('p-strip li').length === 2);
  assert.deepEqual(page.complaints, []);
  for (const one of [page, owner]) await one.context().close();
});
