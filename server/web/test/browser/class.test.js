// A class on three phones: the host stops a hand and asks for the cards, one player says no, then all say yes, the cards lie open and play goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { confirmSeat, drawn, ground, joinTable, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--hand-pause-percent', '5']);

const PHONE = { width: 390, height: 844 };

/** Sends a decision of the host. @param {import('playwright-core').Page} page @param {object} action */
const rule = (page, action) => page.evaluate((action) => document.querySelector('p-room').session.askTable({ type: 'host', action }), action);

/** Presses a button of the bar. A press may coincide with a redraw. @param {import('playwright-core').Page} page @param {string} label @param {string} title */
async function press(page, label, title) {
  const done = page.locator('.act .ask b', { hasText: title });
  while (!(await done.isVisible())) {
    await page
      .locator('.act .btn', { hasText: label })
      .click({ timeout: 2000 })
      .catch(() => {});
    await done.waitFor({ timeout: 2000 }).catch(() => {});
  }
}

/** Numbers of cards that a page shows of each other seat. @param {import('playwright-core').Page} page */
const known = (page) =>
  page.evaluate(() => {
    const { you, seats } = document.querySelector('p-room').session.live;
    const others = Object.values(seats).filter(({ seat }) => seat !== you?.seat);
    return others.map(({ play }) => play?.cards.filter((card) => card !== null).length ?? 0);
  });

/** Waits until a hand waits for a decision, or stands still. @param {import('playwright-core').Page} page */
const dealt = (page) =>
  page.waitForFunction(() => {
    const { hand, seats } = document.querySelector('p-room').session.live;
    return hand?.turn && !hand.over && Object.values(seats).every(({ play }) => play?.cards.length === 2);
  });

test('cards lie open once all who hold some agree on their own phones', async () => {
  const settings = { volume: 0, hotkeys: true, lang: 'en' };
  const teacher = await player(browser, { url: house.url, name: 'Teacher', settings, viewport: PHONE });
  await teacher.locator('.dock .btn.quiet').click();
  const form = teacher.locator('#make');
  await form.locator('[role=radio]', { hasText: 'By link' }).click();
  await form.locator('.more').click();
  await form.locator('.check', { hasText: 'The table’s own chips' }).locator('input').check();
  await form.locator('.check', { hasText: 'A class' }).locator('input').check();
  await form.locator('.btn.hot').click();
  await teacher.waitForURL('**/table/*');
  await confirmSeat(teacher);
  // The first hand waits for all three.
  await rule(teacher, { kind: 'pause' });
  const pupils = [];
  for (const [name, lang] of [
    ['Ada', 'en'],
    ['Bea', 'fr'],
  ]) {
    const pupil = await player(browser, { url: house.url, name, settings: { ...settings, lang }, viewport: PHONE });
    await joinTable(pupil, teacher.url());
    pupils.push(pupil);
  }
  const [ada, bea] = pupils;
  const all = [teacher, ada, bea];
  await rule(teacher, { kind: 'resume' });
  for (const page of all) await dealt(page);

  // The host stops the hand from the drawer.
  await teacher.evaluate(() => document.querySelector('p-room').set({ dialog: 'host' }));
  const drawer = teacher.locator('dialog.host[open]');
  await drawer.getByRole('button', { name: 'Stop this hand' }).click();
  await drawer.getByRole('button', { name: 'Play on' }).waitFor();
  await shoot(teacher, 'class-drawer');
  assert.deepEqual(await violations(teacher), []);
  await teacher.keyboard.press('Escape');
  await ada.locator('.act .ask b', { hasText: 'The hand stands still' }).waitFor();
  await bea.locator('.act .ask b', { hasText: 'La main est arrêtée' }).waitFor();
  for (const page of pupils) assert.equal(await page.locator('.act .btn').count(), 0, 'nobody acts');

  // Ada says no, takes it back, and the cards stay hidden until Bea agrees as well.
  await press(teacher, 'Ask for the cards', 'Show your cards to all at this table?');
  await ada.locator('.act .ask b', { hasText: 'Show your cards to all at this table?' }).waitFor();
  await drawn(ada);
  await shoot(ada, 'class-question');
  assert.deepEqual(await violations(ada), []);
  await press(ada, 'Not now', 'Your cards stay hidden');
  await press(teacher, 'Show my cards', 'You agree to show your cards');
  await ada.locator('.act .ask', { hasText: '1 of 3 agree' }).waitFor();
  // By the keyboard alone.
  await ada.locator('.act .btn', { hasText: 'Show my cards' }).focus();
  await ada.keyboard.press('Enter');
  await ada.locator('.act .ask b', { hasText: 'You agree to show your cards' }).waitFor();
  await bea.locator('.act .ask', { hasText: '2 sur 3 d’accord' }).waitFor();
  // A page that is loaded anew does not ask again.
  await ada.reload();
  await ada.locator('.act .ask b', { hasText: 'You agree to show your cards' }).waitFor();
  for (const page of all) assert.deepEqual(await known(page), [0, 0], 'nothing is shown before all agree');
  await press(bea, 'Montrer mes cartes', 'La main est arrêtée');
  for (const page of all) {
    await page.waitForFunction(() => document.querySelector('p-room').session.live.hand?.stop?.open);
    assert.deepEqual(await known(page), [2, 2]);
    await drawn(page);
    assert.equal(await page.locator('.seat .row p-card:not([c="??"])').count(), 4, 'they lie on the felt');
  }
  await shoot(bea, 'class-open');
  assert.deepEqual(await violations(bea), []);
  const said = await ada.evaluate(() => document.querySelector('p-room').session.live.log.map(({ event }) => event.kind));
  assert.ok(said.includes('hands_opened'));

  // A phone that comes back sees the same.
  await ada.reload();
  await ada.waitForFunction(() => document.querySelector('p-room')?.session?.live?.hand?.stop?.open);
  assert.deepEqual(await known(ada), [2, 2]);

  // Play on, face up.
  await teacher.locator('.act .btn', { hasText: 'Play on' }).click();
  for (const page of all) await page.waitForFunction(() => !document.querySelector('p-room').session.live.hand?.stop);
  assert.deepEqual(await known(bea), [2, 2], 'they stay open');
  await teacher.waitForFunction(() => document.querySelector('p-room').session.live.hand?.turn);
  for (const page of all) assert.deepEqual(page.complaints, []);
});
