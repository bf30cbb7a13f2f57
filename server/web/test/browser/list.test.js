// A host's own lists of games: composed in the form, by keys and by touch, and played.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkOrCall, confirmSeat, ground, joinTable, play, player, ready, shoot, tabTo, violations } from './support.js';

const { house, browser } = await ground(['--house-bots', '0', '--hand-pause-percent', '200']);

/** Names on the list, in order. @param {import('playwright-core').Page} page */
const listed = (page) => page.locator('#make .order .what b').allTextContents();

/** Waits until a sentence was announced. @param {import('playwright-core').Page} page @param {string} words */
const said = (page, words) => page.locator('#polite', { hasText: words }).waitFor();

/** Waits until the table's header shows this. @param {import('playwright-core').Page} page @param {RegExp} words */
const isHeaded = (page, words) => page.locator('.top .sub').filter({ hasText: words });

test('a rotation of one’s own is composed by the keyboard alone and played in its order', async () => {
  const ana = await player(browser, { url: house.url, name: 'Analist', settings: { hotkeys: true, volume: 0 } });
  await tabTo(ana, '#make [role=radio][aria-checked=true]');
  await ana.keyboard.press('ArrowRight');
  await tabTo(ana, '#make .mixes li:last-child .game');
  await ana.keyboard.press('Enter');
  const go = ana.locator('#make .btn.hot');
  assert.ok(await go.isDisabled(), 'there are no games yet');
  await tabTo(ana, '#make .mylist .find input');
  for (const name of ['Courchevel', 'Badugi', 'Short-deck']) {
    await ana.keyboard.type(name);
    await ana.keyboard.press('Enter');
    await said(ana, name);
  }
  const [courchevel, badugi, short] = ['Courchevel', 'Badugi', "Short-deck hold'em"];
  assert.deepEqual(await listed(ana), [courchevel, badugi, short]);
  // The last one is moved to the top, and the new last one removed.
  await tabTo(ana, '#make .order li:last-child [data-does="up"]', 'Shift+Tab');
  await ana.keyboard.press('ArrowUp');
  await said(ana, `${short} is now number 2`);
  await ana.keyboard.press('Enter');
  await said(ana, `${short} is now number 1`);
  assert.deepEqual(await listed(ana), [short, courchevel, badugi]);
  assert.equal(await ana.evaluate(() => document.activeElement?.getAttribute('data-does')), 'up', 'the focus moved along');
  await tabTo(ana, '#make .order li:last-child [data-does="remove"]');
  await ana.keyboard.press('Enter');
  await said(ana, 'Badugi removed');
  assert.deepEqual(await listed(ana), [short, courchevel]);
  await shoot(ana, 'list-desktop-en');
  assert.deepEqual(await violations(ana), []);
  await tabTo(ana, '#make [aria-label="Each game for"] [aria-checked=true]');
  await ana.keyboard.press('ArrowRight');
  await tabTo(ana, '#make [aria-label="Fewer seats"]');
  for (let n = 0; n < 4; n++) await ana.keyboard.press('Enter');
  await tabTo(ana, '#make .btn.hot');
  await ana.keyboard.press('Enter');
  await ana.waitForURL('**/table/*');
  await confirmSeat(ana);
  const bo = await player(browser, { url: house.url, name: 'Bolist', settings: { hotkeys: true, volume: 0 } });
  await joinTable(bo, ana.url());

  // One hand of each game, in the order of the list.
  await isHeaded(ana, /^Short-deck/).waitFor();
  await play([ana, bo], checkOrCall, () => isHeaded(ana, /^Courchevel/).isVisible());
  await isHeaded(bo, /^Courchevel/).waitFor();
  for (const page of [ana, bo]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('a menu of a dealer’s choice is composed by touch on a phone, and dealers are offered it', async () => {
  const ana = await player(browser, {
    url: house.url,
    name: 'Anamenu',
    settings: { lang: 'fr', volume: 0 },
    viewport: { width: 375, height: 667 },
  });
  await ana.locator('.dock .btn.quiet').click();
  const form = ana.locator('#make');
  await form.locator('[role=radio]', { hasText: 'Plusieurs jeux' }).click();
  await form.locator('.mixes .game', { hasText: 'Choix du donneur' }).click();
  await form.locator('[role=radio]', { hasText: 'Un choix de jeux' }).click();
  const go = form.locator('.btn.hot');
  assert.ok(await go.isDisabled(), 'nothing is on the menu yet');
  for (const name of ['Razz', 'Hold’em 36 cartes', 'Badugi']) {
    await form.locator('.mylist .find input').fill(name);
    await form.locator('.mylist .pickg .game', { hasText: name }).first().click();
  }
  // A second press removes a game from the menu.
  await form.locator('.mylist .pickg .game', { hasText: 'Badugi' }).first().click();
  assert.deepEqual(await listed(ana), ['Razz', 'Hold’em 36 cartes']);
  await form.locator('select.text').selectOption({ label: 'Hold’em 36 cartes' });
  await form.locator('.mylist').scrollIntoViewIfNeeded();
  await shoot(ana, 'menu-phone-fr');
  assert.deepEqual(await violations(ana), []);
  const overflow = await ana.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  const less = form.locator('[aria-label="Moins de places"]');
  while (await less.isEnabled()) await less.click();
  await go.click();
  await ana.waitForURL('**/table/*');
  await confirmSeat(ana);
  const bo = await player(browser, { url: house.url, name: 'Bomenu', settings: { volume: 0 } });
  await joinTable(bo, ana.url());
  await Promise.race([ana, bo].map((page) => page.locator('.pickgame .opt').first().waitFor()));
  const dealer = (await ana.locator('.pickgame').isVisible()) ? ana : bo;
  const offered = await dealer.locator('.pickgame .opt').allTextContents();
  assert.equal(offered.length, 2, offered.join());
  assert.match(offered.join(), /Razz/);
  await dealer.locator('.pickgame .opt', { hasText: 'Razz' }).click();
  await ready(dealer);
  await dealer.locator('.act [data-place="2"]').click();
  for (const page of [ana, bo]) {
    await isHeaded(page, /Razz/).waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('the form begins with the game that leads the list', async () => {
  const ana = await player(browser, { url: house.url, name: 'Anafirst', settings: { volume: 0 } });
  await ana.locator('#make .pickg li.on', { hasText: "No-limit hold'em" }).waitFor();
  await ana.context().close();
});
