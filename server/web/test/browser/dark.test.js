// Checks and bets in the dark: declared in a dialog while others act, and seen and heard by all.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formGap } from './dialogs.js';
import { game, scriptedPage } from './scripted.js';
import { ownBrowser, violations } from './support.js';

const browser = await ownBrowser();

const holdem = game({ family: 'holdem', deal: 'dd-bbb-b-b-', limits: ['nl'], small_blind: 5, big_blind: 10, bets: [10, 10] });
const others = { game: holdem, hands: { 1: 'As Kd', 2: '?? ??', 3: '?? ??' }, hand: { pot: 60, bet: 20, board: [] }, bets: { 2: 20 }, choices: [], asked: [2] };
const offer = { kind: 'turn_started', turn: 8, seats: [2], decision: 'bet', dark: { seat: 1, min: 10, max: 500 } };

/** Answers sent. @param {import('playwright-core').Page} page */
const acts = (page) => page.sent.filter((one) => one.type === 'act').map(({ hand, turn, action }) => ({ hand, turn, action }));

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a bet in the dark is declared by a dialog, ${viewport.width} pixels wide`, async () => {
    const page = await scriptedPage(browser, { scene: others, viewport });
    const ask = page.locator('.ahead .btn-s', { hasText: 'In the dark' });
    assert.equal(await ask.count(), 0);
    await page.tell(offer);
    await ask.click();
    const dialog = page.locator('dialog[open]');
    const bet = dialog.locator('.btn.hot');
    await bet.waitFor();
    assert.deepEqual(await violations(page), []);
    assert.ok((await formGap(page)) >= 8);
    await dialog.locator('.num').fill('501');
    await bet.click({ force: true });
    assert.deepEqual(acts(page), [], 'more than there is');
    await dialog.locator('.num').fill('60');
    await bet.click();
    await dialog.waitFor({ state: 'detached' });
    const { hand } = acts(page)[0];
    assert.deepEqual(acts(page), [{ hand, turn: 8, action: { kind: 'bet_dark', to: 60 } }]);

    await page.tell({ kind: 'dark_declared', seat: 1, action: 'bet', to: 60 });
    await ask.waitFor({ state: 'detached' });
    await page.locator('.me', { hasText: 'Dark bet 60' }).waitFor();
    await page.tell({ kind: 'action_taken', seat: 1, action: 'bet', added: 60, to: 60, all_in: false, auto: false, dark: true });
    await page.locator('.me', { hasText: 'Dark bet 60' }).waitFor({ state: 'detached' });
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a dialog that has come too late is gone, and the next player may declare', async () => {
  const page = await scriptedPage(browser, { scene: others, settings: { lang: 'fr' } });
  await page.tell({ ...offer, dark: { seat: 3, min: 10, max: 500 } });
  assert.equal(await page.locator('.ahead .btn-s').count(), 0);
  await page.tell({ kind: 'dark_declared', seat: 3, action: 'check', to: 0, next: { seat: 1, min: 10, max: 500 } });
  await page.locator('.ahead .btn-s', { hasText: 'Dans le noir' }).click();
  await page.locator('dialog[open] [data-dark=check]').waitFor();
  await page.tell({ kind: 'action_taken', seat: 2, action: 'fold', added: 0, to: 0, all_in: false, auto: false });
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.tell(offer);
  await page.locator('.ahead .btn-s', { hasText: 'Dans le noir' }).click();
  await page.locator('dialog[open] [data-dark=check]').click();
  assert.deepEqual(
    acts(page).map(({ action }) => action),
    [{ kind: 'check_dark' }],
  );
  await page.context().close();
});
