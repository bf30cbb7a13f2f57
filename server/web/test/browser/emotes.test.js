// Signs at the seats: sent from the chat, seen by all for a moment, one in three seconds, off by a setting.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { confirmSeat, joinTable, player, shoot, startBrowser, startHouse, violations } from './support.js';

const settings = { hotkeys: true, volume: 0, lang: 'en' };

let house;
let browser;

before(async () => {
  [house, browser] = await Promise.all([startHouse(['--house-bots', '0']), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

test('a sign is seen at its seat for a moment, and not by who has switched them off', async () => {
  const ana = await player(browser, { url: house.url, name: 'Ana', settings });
  await ana.locator('#make .btn.hot').click();
  await ana.waitForURL('**/table/*');
  await confirmSeat(ana);
  const bo = await player(browser, { url: house.url, name: 'Bo', settings, viewport: { width: 390, height: 844 } });
  await joinTable(bo, ana.url());
  const quiet = await player(browser, { url: house.url, name: 'Cleo', settings: { ...settings, emotes: false } });
  await quiet.goto(ana.url());
  await quiet.locator('.seat', { hasText: 'Ana' }).first().waitFor();

  await ana.locator('#tab-chat').click();
  const signs = ana.getByRole('group', { name: 'Signs at your seat' });
  const sent = bo.locator('.seat[data-seat] .emote, .seats .emote');
  await signs.getByRole('button', { name: 'Applause' }).click();
  await sent.waitFor();
  await ana.locator('.me .emote').waitFor();
  await shoot(bo, 'emote-phone');
  await shoot(ana, 'emote');
  assert.equal(await quiet.locator('.emote').count(), 0);
  await signs.getByRole('button', { name: 'Smile' }).click();
  await ana.getByText(/Too fast/i).first().waitFor({ state: 'attached' });
  await sent.waitFor({ state: 'detached' });
  assert.equal(await bo.locator('.said').count(), 0, 'a sign is no line of the chat');
  assert.deepEqual(await violations(ana), []);
  await quiet.locator('#tab-chat').click();
  assert.equal(await quiet.getByRole('group', { name: 'Signs at your seat' }).count(), 0);
  for (const page of [ana, bo, quiet]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
