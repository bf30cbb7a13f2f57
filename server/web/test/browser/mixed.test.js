// Dealer's choice on a scripted page: the game is searched for, picked with keys, and announced.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';
import { ownBrowser, ready, shoot } from './support.js';

const browser = await ownBrowser();

/** Waits until the header shows this. */
const headed = (page, words) => page.locator('.top .sub').filter({ hasText: words }).waitFor();
const changed = (seat) => ({
  kind: 'game_changed',
  game: {
    game: 'scripted',
    game_name: { en: 'Omaha', fr: 'Omaha' },
    limit: 'pot',
    small_blind: 5,
    big_blind: 10,
    ante: 0,
    bets: [10, 10],
  },
  ...(seat && { seat }),
});

test('a dealer searches for a game and picks it with the keyboard', async () => {
  const page = await scriptedPage(browser, { scene: SCENES['pick-game'] });
  await ready(page);
  await headed(page, /^Dealer's choice · (?!.*draw)/);
  const options = page.locator('.pickgame .opt');
  assert.equal(await options.count(), 9, 'a game of two limits twice');
  await page.locator('.pickgame input').fill('omaha');
  await page.waitForFunction(() => document.querySelectorAll('.pickgame .opt').length === 2);
  await page.locator('.pickgame .opt').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.locator('.pickgame .opt[aria-checked="true"]', { hasText: 'Omaha' }).waitFor();
  await shoot(page, 'pick-game-searched');
  await page.locator('.act [data-place="2"]:not([aria-disabled])').press('Enter');
  await page.waitForFunction(() => document.querySelector('p-room').session.sending === null);
  const acts = page.sent.filter((request) => request.type === 'act');
  assert.deepEqual(
    acts.map(({ hand, turn, action }) => ({ hand, turn, action })),
    [{ hand: 32, turn: 0, action: { kind: 'pick_game', game: 'omaha', limit: 'pot' } }],
  );
  await page.tell(changed(1));
  await headed(page, /^Omaha · 5\/10 · Dealer's choice/);
  await page.locator('.pickgame').waitFor({ state: 'detached' });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the others see who picks, until the question is taken back', async () => {
  const page = await scriptedPage(browser, { scene: SCENES['others-pick'], settings: { lang: 'fr' } });
  await page.getByText('Tom choisit le jeu.').waitFor();
  await page.tell({ kind: 'pick_withdrawn' });
  await page.getByText('Tom choisit le jeu.').waitFor({ state: 'detached' });
  await page.tell({ kind: 'turn_started', turn: 1, seats: [4], decision: 'pick_game', hand: 32 });
  await page.getByText('Yuki choisit le jeu.').waitFor();
  await page.tell(changed(4));
  await headed(page, /^Omaha · 5\/10 · Choix du donneur/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
