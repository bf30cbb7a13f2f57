// A private table: its note in the form, the link that admits others, and the host's controls over them, by mouse.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkOrCall, confirmSeat, ground, joinTable, play, player, pressTwice, seatStatus, shoot, violations, watchFor } from './support.js';

const { house, browser } = await ground(['--house-bots', '0']);

test('only people with the link come in, and the host mutes and removes', async () => {
  const settings = { hotkeys: true, volume: 0, lang: 'en' };
  const ana = await player(browser, { url: house.url, name: 'Anahost', settings });
  await ana.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const form = ana.locator('#make');
  assert.equal(await form.getByText('includes an invitation').count(), 0);
  await form.locator('[role=radio]', { hasText: 'By link' }).click();
  await form.getByText('The table’s link includes an invitation.').waitFor();
  await form.getByText('includes an invitation').scrollIntoViewIfNeeded();
  await shoot(ana, 'private-form');
  assert.deepEqual(await violations(ana), []);
  await form.locator('.btn.hot').click();
  await ana.waitForURL('**/table/*');
  await confirmSeat(ana);

  await ana.locator('.top [aria-label="Invite"]').click();
  const copied = await watchFor(ana, '.toast', 'opied');
  await ana.getByRole('button', { name: 'Copy the link' }).click();
  await copied();
  await ana.keyboard.press('Escape');
  await shoot(ana, 'private-table');
  const link = await ana.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/table\/.{20,}/, 'an invitation is in the link');

  const bo = await player(browser, { url: house.url, name: 'Boguest', settings });
  // Neither the lobby nor the bare number leads to it.
  assert.equal(await bo.locator('.tables li', { hasText: 'Anahost' }).count(), 0);
  const number = /\/table\/(\w*?\d+)/.exec(link)[1];
  await bo.goto(`${house.url}/table/${number}`);
  await bo.getByText('This table is gone').or(bo.locator('.notice h1:not(.vh)')).first().waitFor();
  await joinTable(bo, link);

  await ana.locator('#tab-players').click();
  await ana.locator('.people [aria-label="Mute Boguest for everyone"]').click();
  await ana.locator('.people [aria-label="Let Boguest chat again"]').waitFor();
  await shoot(ana, 'private-host');
  assert.deepEqual(await violations(ana), []);
  await bo.locator('#tab-chat').click();
  await bo.locator('.say input').fill('Hello');
  await bo.keyboard.press('Enter');
  await bo.getByText('The table’s host or an official has muted you.').first().waitFor();
  await ana.locator('.people [aria-label="Let Boguest chat again"]').click();
  await ana.locator('.people [aria-label="Mute Boguest for everyone"]').waitFor();
  await bo.keyboard.press('Enter');
  await bo.locator('.said', { hasText: 'Hello' }).waitFor();

  const away = ana.locator('.people [aria-label="Remove Boguest from the table"]');
  const asks = await watchFor(ana, '.toast', 'Press again to remove Boguest');
  await pressTwice(away, async () => ['leaving', null].includes(await seatStatus(bo)));
  await asks();
  // A hand in progress is played out.
  await play([ana, bo], checkOrCall, async () => !(await away.isVisible()));
  await bo.locator('.me').waitFor({ state: 'detached' });
  await shoot(bo, 'private-removed');
  for (const page of [ana, bo]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
