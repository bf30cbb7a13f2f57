// The human part of a home game: another first stack, the way to the voice room, and a pause with an end, on the host's desktop and a guest's phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { confirmSeat, drawn, ground, joinTable, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--hand-pause-percent', '5']);

const drawer = (page) => page.locator('dialog.host[open]');

/** Opens the drawer of the host. @param {import('playwright-core').Page} page */
async function openDrawer(page) {
  await page.locator('.top [aria-label^="Host the table"]').click();
  await drawer(page).locator('p-host h3').first().waitFor();
}

/** Chooses another first stack by the bar. @param {import('playwright-core').Page} page @param {string} chips */
async function changeStack(page, chips) {
  const dialog = page.locator('dialog[open]', { has: page.getByRole('heading', { name: 'Change stack' }) });
  // A press may coincide with a redraw.
  while (!(await dialog.isVisible())) {
    await page.locator('[data-place="1"]', { hasText: 'Change stack' }).click();
    await dialog.waitFor({ timeout: 2000 }).catch(() => {});
  }
  await dialog.locator('input.num').fill('1');
  assert.equal(await dialog.locator('input.num').getAttribute('aria-invalid'), 'true', 'below the bounds');
  await dialog.locator('input.num').fill(chips);
  await shoot(page, 'first-stack');
  assert.deepEqual(await violations(page), []);
  await dialog.locator('button.hot').click();
  await page.waitForFunction((stack) => {
    const { you, seats } = document.querySelector('p-room').session.live;
    return seats[you.seat].stack === Number(stack);
  }, chips);
}

test('a guest changes the stack, finds the voice room, and reads how long the pause lasts', async () => {
  const settings = { volume: 0, hotkeys: true, lang: 'en' };
  const mia = await player(browser, { url: house.url, name: 'Miahost', settings });
  const form = mia.locator('#make');
  await form.locator('[role=radio]', { hasText: 'By link' }).click();
  await form.locator('.more').click();
  await form.locator('.check', { hasText: 'The table’s own chips' }).locator('input').check();
  await form.locator('.btn.hot').click();
  await mia.waitForURL('**/table/*');
  await confirmSeat(mia);
  await changeStack(mia, '700');

  await openDrawer(mia);
  await drawer(mia).getByLabel('Link', { exact: true }).fill('http://meet.example.org/');
  await drawer(mia).getByRole('button', { name: 'Set', exact: true }).click({ force: true });
  await drawer(mia).getByText('A link begins with https://').waitFor();
  await drawer(mia).getByLabel('Link', { exact: true }).fill('https://meet.example.org/friday night');
  await drawer(mia).getByRole('button', { name: 'Set', exact: true }).click();
  await drawer(mia).getByRole('button', { name: 'Remove', exact: true }).waitFor();
  await drawer(mia).getByLabel('Length').selectOption({ label: '15 min' });
  await drawer(mia).getByRole('button', { name: 'Pause after this hand' }).click();
  await drawer(mia).getByText('The host pauses the game until').waitFor();
  await shoot(mia, 'host-pause');
  assert.deepEqual(await violations(mia), []);
  await mia.keyboard.press('Escape');
  await mia.locator('.voice-button', { hasText: 'Voice: meet.example.org' }).waitFor();
  await mia
    .getByText(/The host has paused the game: 1[45]:\d\d left/)
    .first()
    .waitFor();

  const tom = await player(browser, { url: house.url, name: 'Tomguest', settings, viewport: { width: 390, height: 844 } });
  await joinTable(tom, mia.url());
  await tom
    .getByText(/The host has paused the game: 1[45]:\d\d left/)
    .first()
    .waitFor();
  await changeStack(tom, '500');
  await drawn(tom);
  await shoot(tom, 'pause-phone');
  assert.deepEqual(await violations(tom), []);
  await tom.evaluate(() => document.querySelector('p-room').set({ sheet: true }));
  await tom.locator('.panel .foot button', { hasText: 'Voice: meet.example.org' }).click();
  const way = tom.locator('dialog[open] a', { hasText: 'Voice: meet.example.org' });
  await way.waitFor();
  assert.deepEqual(
    [await way.getAttribute('href'), await way.getAttribute('rel'), await way.getAttribute('target')],
    ['https://meet.example.org/friday%20night', 'noopener noreferrer', '_blank'],
  );
  await shoot(tom, 'voice-leaves');
  assert.deepEqual(await violations(tom), []);
  await tom.keyboard.press('Escape');

  // The link is taken away, and play goes on: the first stack stays as it is.
  await openDrawer(mia);
  await drawer(mia).getByRole('button', { name: 'Remove', exact: true }).click();
  await mia.locator('.voice-button').waitFor({ state: 'detached' });
  assert.equal(await tom.locator('.panel .foot button', { hasText: 'Voice' }).count(), 0);
  await drawer(mia).getByRole('button', { name: 'Deal again' }).click();
  await mia.keyboard.press('Escape');
  await tom.locator('[data-place="1"]', { hasText: 'Change stack' }).waitFor({ state: 'detached' });
  await tom.waitForFunction(() => document.querySelector('p-room').session.live.hand !== null);
  for (const page of [mia, tom]) assert.deepEqual(page.complaints, []);
});
