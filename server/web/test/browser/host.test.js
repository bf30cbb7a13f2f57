// The host panel: seat requests, pausing, moving, adding chips, stakes, bots, closing; by mouse and by keyboard, in both languages, on wide pages and
// on phones.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkOrCall, confirmSeat, ground, play, player, pressTwice, pressUntil, shoot, tabTo, violations, watchFor } from './support.js';

const { house, browser } = await ground(['--house-bots', '4', '--bot-think-percent', '5', '--hand-pause-percent', '5']);

const drawer = (page) => page.locator('dialog.host[open]');

/** Opens the panel by keyboard. @param {import('playwright-core').Page} page */
async function openDrawer(page, label = 'Host the table') {
  await tabTo(page, `.top [aria-label^="${label}"]`);
  await page.keyboard.press('Enter');
  await drawer(page).locator('p-host h3').first().waitFor();
}

/** Presses a button of the panel until something is visible: a press may coincide with a redraw. */
async function decide(page, name, seen) {
  const end = Date.now() + 60_000;
  while (!(await seen.isVisible())) {
    assert.ok(Date.now() < end, `${name} has its effect`);
    await drawer(page).getByRole('button', { name, exact: true }).click();
    await seen.waitFor({ timeout: 2000 }).catch(() => {});
  }
}

/** A host's private table. */
async function hosted(name, settings) {
  const host = await player(browser, { url: house.url, name, settings });
  const form = host.locator('#make');
  await form
    .locator('[role=radio]')
    .nth((await form.locator('[role=radio]').count()) - 1)
    .waitFor();
  await form.locator('[role=radio]', { hasText: settings.lang === 'fr' ? 'Par lien' : 'By link' }).click();
  await form.locator('.btn.hot').click();
  await host.waitForURL('**/table/*');
  await confirmSeat(host);
  return host;
}

test('a host lets players in, pauses, moves them, gives chips, changes the stakes and closes', async () => {
  const settings = { hotkeys: true, volume: 0, lang: 'en' };
  const ana = await hosted('Anahost', settings);
  await openDrawer(ana);
  await drawer(ana).getByLabel('Players must ask me for a seat').click();
  await drawer(ana).getByText('No requests.').waitFor();
  await shoot(ana, 'host-drawer');
  assert.deepEqual(await violations(ana), []);
  await ana.keyboard.press('Escape');
  await drawer(ana).waitFor({ state: 'detached' });

  const bo = await player(browser, { url: house.url, name: 'Boguest', settings, viewport: { width: 390, height: 844 } });
  await bo.goto(ana.url());
  await bo.getByText('The host decides who may sit.').waitFor();
  const asks = await watchFor(ana, '.toast', 'Boguest asks for a seat');
  await pressUntil(bo, bo.getByText('Waiting for the host’s answer'));
  await shoot(bo, 'host-asking');
  assert.deepEqual(await violations(bo), []);

  await asks();
  await openDrawer(ana);
  await shoot(ana, 'host-request');
  await drawer(ana).getByRole('button', { name: 'Accept Boguest' }).click();
  await drawer(ana).getByText('may sit down').waitFor();
  await pressUntil(bo, bo.locator('dialog[open]'));
  await confirmSeat(bo);
  await drawer(ana).getByText('No requests.').waitFor();

  await decide(ana, 'Pause after this hand', drawer(ana).getByRole('button', { name: 'Deal again' }));
  await ana.keyboard.press('Escape');
  await play([ana, bo], checkOrCall, () => ana.getByText('The host has paused the game').first().isVisible());
  await openDrawer(ana);
  await drawer(ana).locator('.host-part', { hasText: 'A player' }).locator('select').first().selectOption({ label: 'Boguest' });
  await drawer(ana).getByLabel('To seat').selectOption({ label: 'Seat 5' });
  await drawer(ana).getByRole('button', { name: 'Move', exact: true }).click();
  await bo.locator('.seat[data-seat="5"].me, .me').first().waitFor();
  await ana.locator('.log', { hasText: 'Boguest moves to seat 5' }).first().waitFor({ state: 'attached' });

  await drawer(ana).getByLabel('Big blind').fill('40');
  await drawer(ana).getByLabel('Small blind').fill('20');
  await drawer(ana).getByRole('button', { name: 'Change the stakes' }).click();
  await ana.locator('.top .sub', { hasText: '20/40' }).first().waitFor();
  await bo.locator('.top .sub', { hasText: '20/40' }).first().waitFor({ state: 'attached' });

  await drawer(ana).getByLabel('Your chips').fill('120');
  await drawer(ana).getByRole('button', { name: 'Add chips' }).click();
  await ana.locator('.log', { hasText: 'Boguest gets chips from the host' }).first().waitFor({ state: 'attached' });

  const warns = await watchFor(ana, 'p-room', 'Press again: the table closes for good.');
  await pressTwice(drawer(ana).getByRole('button', { name: /Close the table|Close it for good/ }), async () => (await drawer(ana).count()) === 0);
  await warns();
  for (const page of [ana, bo]) {
    await page
      .getByText(/The table is closed|This table is gone/)
      .first()
      .waitFor({ state: 'attached' });
    assert.equal(await drawer(page).count(), 0, 'nothing is left to decide');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('bots come when they are asked and go when they are not', async () => {
  const ana = await hosted('Botana', { hotkeys: true, volume: 0, lang: 'en' });
  await openDrawer(ana);
  await drawer(ana).getByLabel('Bots at the table').selectOption('2');
  await ana.keyboard.press('Escape');
  await play([ana], checkOrCall, async () => (await ana.locator('.people .n, .plate').count()) > 0 && (await ana.locator('.top .number').count()) > 0);
  await ana.locator('#tab-players').click();
  await play([ana], checkOrCall, async () => (await ana.locator('.people li').count()) === 3);
  await openDrawer(ana);
  await drawer(ana).getByLabel('Bots at the table').selectOption('0');
  await ana.keyboard.press('Escape');
  await play([ana], checkOrCall, async () => (await ana.locator('.people li').count()) === 1);
  assert.deepEqual(ana.complaints, []);
  await ana.context().close();
});

test('the drawer fits phones and wide pages, in French and in the dark', async () => {
  const settings = { volume: 0, lang: 'fr', theme: 'dark' };
  const ana = await hosted('Annefr', settings);
  await openDrawer(ana, 'Animer la table');
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
    [360, 640],
  ]) {
    await ana.setViewportSize({ width, height });
    await shoot(ana, `host-fr-${width}`);
    const spilt = await drawer(ana).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    assert.ok(spilt <= 0, `nothing is cut off at ${width}`);
    assert.deepEqual(await violations(ana), []);
  }
  await ana.keyboard.press('Escape');
  await drawer(ana).waitFor({ state: 'detached' });
  await ana.locator('.top .sheet-only').first().click();
  const foot = ana.locator('.foot button', { hasText: 'Animer la table' });
  await foot.click();
  await drawer(ana)
    .waitFor()
    .catch(async (error) => {
      const state = await ana.evaluate(() => JSON.stringify(document.querySelector('p-room').ui));
      throw new Error(`${error.message}\nthe button ${(await foot.isVisible()) ? 'is there' : 'is gone'}, the room is at ${state}`);
    });
  assert.deepEqual(ana.complaints, []);
  await ana.context().close();
});
