// Emotes at the seats: sent from the chat, seen by all for a moment, one in three seconds, and optional.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { confirmSeat, ground, joinTable, player, shoot, violations, watchFor } from './support.js';

const settings = { hotkeys: true, volume: 0, lang: 'en' };

const { house, browser } = await ground(['--house-bots', '0']);

test('a sign is seen at its seat for a moment, and not by a player who has switched signs off', async () => {
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
  const signs = ana.getByRole('group', { name: 'Emotes at your seat' });
  await signs.waitFor();
  const seen = [await watchFor(bo, '.seat .emote'), await watchFor(ana, '.me .emote'), await watchFor(ana, '.toast', 'Too fast')];
  await watchFor(quiet, '.emote');
  // The second is sent within three seconds of the first.
  await signs.evaluate((group) => {
    for (const sign of ['Applause', 'Smile']) group.querySelector(`[aria-label="${sign}"]`).click();
  });
  for (const one of seen) await one();
  await shoot(bo, 'emote-phone');
  await shoot(ana, 'emote');
  await bo.locator('.seat .emote').waitFor({ state: 'detached' });
  // A chat line follows the emote, which has arrived by then.
  const spoken = [await watchFor(ana, '.seat .spoken', 'After it'), await watchFor(bo, '.spoken', 'After it')];
  await bo.evaluate(() => document.querySelector('p-room').asks.talk('After it'));
  await spoken[0]();
  await shoot(ana, 'spoken');
  await ana.locator('.seat .spoken').waitFor({ state: 'detached' });
  assert.deepEqual(await bo.evaluate(() => globalThis.seen), [true, false], 'one’s own words stay in the chat');
  await ana.locator('.said', { hasText: 'After it' }).waitFor();
  assert.equal(await ana.locator('.said').count(), 1, 'a sign is no line of the chat');
  assert.deepEqual(await violations(ana), []);
  // On a phone each phrase is as wide as its words.
  await bo.evaluate(() => document.querySelector('p-room').set({ sheet: true, tab: 'chat' }));
  const phrases = bo.getByRole('group', { name: 'Quick reactions' }).getByRole('button');
  await phrases.first().waitFor();
  const cut = await phrases.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
  assert.deepEqual(cut, []);
  assert.equal(await bo.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0, 'the page of a table does not scroll');
  await shoot(bo, 'phrases-phone');
  await quiet.locator('#tab-chat').click();
  await quiet.getByText('After it').first().waitFor();
  assert.deepEqual(await quiet.evaluate(() => globalThis.seen), [false]);
  assert.equal(await quiet.getByRole('group', { name: 'Emotes at your seat' }).count(), 0);
  for (const page of [ana, bo, quiet]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
