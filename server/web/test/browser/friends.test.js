// Friends: requested from a plate, accepted in the lobby, seen there, joined, and removed with two presses.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formGap } from './dialogs.js';
import { createTable, ground, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--house-bots', '0']);

/** Opens a player's card by the plate, whose button is redrawn with every hand. @param {import('playwright-core').Page} page @param {string} name */
async function openCard(page, name) {
  await page.waitForFunction((label) => {
    const button = [...document.querySelectorAll('.seat .note-open')].find((one) => one.getAttribute('aria-label') === label);
    if (!document.querySelector('dialog[open] .note-colours')) button?.click();
    return document.querySelector('dialog[open] .note-friend');
  }, `Note on ${name}`);
  return page.locator('dialog[open] .note-friend');
}

test('a friend is asked from the plate, seen in the lobby, joined and removed', async () => {
  const settings = { lang: 'en', volume: 0 };
  const [ana, ben] = await Promise.all(['Ana', 'Ben'].map((name) => player(browser, { url: house.url, name, settings })));
  const table = await createTable(ana, { game: 'Omaha', name: 'Pine', seats: 4 });
  await ben.goto(house.url + table);
  const card = await openCard(ben, 'Ana');
  await card.locator('button', { hasText: 'Add friend' }).click();
  await card.getByText('Request sent; no answer yet').waitFor();
  assert.ok((await formGap(ben)) >= 8);
  await shoot(ben, 'friend-asked');
  await ben.goto(house.url);
  const his = ben.locator('p-friends');
  await his.locator('summary').click();
  await his.locator('li', { hasText: 'Ana' }).getByText('Request sent; no answer yet').waitFor();
  assert.doesNotMatch(await his.textContent(), /Pine/, 'who is only asked is not seen');

  const hers = ana.locator('p-friends');
  await ana.evaluate(() => document.querySelector('p-room').app.navigate('/'));
  await hers.getByText('wants to be your friend').waitFor();
  await shoot(ana, 'friends-question');
  assert.deepEqual(await violations(ana), []);
  await hers.getByRole('button', { name: 'Accept Ben as a friend' }).click();
  await hers.locator('li', { hasText: 'Ben' }).getByText('In the lobby').waitFor();

  // The answer reaches the other lobby by itself.
  const join = his.getByRole('link', { name: 'Join Ana at Pine' });
  await join.waitFor();
  await shoot(ben, 'friends');
  assert.deepEqual(await violations(ben), []);
  for (const [width, height] of [
    [360, 640],
    [1920, 1080],
  ]) {
    await ben.setViewportSize({ width, height });
    const wide = await ben.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${width}: nothing sticks out`);
    await shoot(ben, `friends-${width}`);
  }
  await join.focus();
  await ben.keyboard.press('Enter');
  await ben.waitForURL(`**${table}`);
  await ben.goBack();

  await hers.getByLabel('Show friends when I am here and where I play').uncheck();
  await hers.locator('input:not(:checked)').waitFor();
  await ben.reload();
  await his.locator('summary').click();
  await his.locator('.friends-away li', { hasText: 'Ana' }).getByText('Not here').waitFor();

  // Both presses in quick succession: the first one counts only for some seconds.
  const between = await his.getByRole('button', { name: 'Remove Ana from your friends' }).evaluate((button) => {
    button.click();
    const asked = button.getAttribute('aria-label');
    button.click();
    return asked;
  });
  assert.equal(between, 'Press again to remove Ana from your friends');
  await his.locator('section').waitFor({ state: 'detached' });
  await hers.locator('section').waitFor({ state: 'detached' });
  for (const page of [ana, ben]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
