// Play with friends: from the landing to a link in two presses and a name, from the link to cards in three; and what a guest reads on the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ground, plainly, player, shoot, violations, visit } from './support.js';

const settings = { lang: 'en', volume: 0 };
const phone = { width: 390, height: 844 };

/** Time from the first visit to a link, and from the link to a seat. */
const HOME_MS = 60_000;
const GUEST_MS = 30_000;

const { house, browser } = await ground(['--house-bots', '0'], { draws: true });
const club = plainly(house.url);

/** Counts what a person presses. */
function fingers() {
  const counted = {
    presses: 0,
    /** @param {import('playwright-core').Locator} locator */
    press: async (locator) => {
      counted.presses += 1;
      await locator.click();
    },
  };
  return counted;
}

/** @param {import('playwright-core').Page[]} pages */
async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

for (const [lang, open, evening, sit, who, friend, invited] of [
  ['en', 'Play with friends', 'Friday hold’em', 'Sit down', 'Maëlle', 'Bo', /^Maëlle invites you$/],
  ['fr', 'Jouer entre amis', 'Hold’em du vendredi', 'S’asseoir', 'Joël', 'Léo', /^Joël vous invite$/],
]) {
  test(`two presses and a name lead to a link, and three from there to cards, ${lang}`, async () => {
    const begun = Date.now();
    const host = await visit(browser, { url: club, settings: { ...settings, lang }, viewport: phone });
    const hand = fingers();
    await hand.press(host.locator('.welcome').getByRole('button', { name: open }));
    await host.locator('#evening-name').fill(who);
    await shoot(host, `evenings-${lang}`);
    assert.deepEqual(await violations(host), []);
    await hand.press(host.getByRole('button', { name: evening }));
    const link = await host.locator('dialog.invite[open] input').inputValue();
    assert.equal(hand.presses, 2);
    assert.ok(Date.now() - begun < HOME_MS);
    assert.equal(link, host.url());
    await host.locator('.me').waitFor({ state: 'attached' });

    const came = Date.now();
    const guest = await visit(browser, { url: club, path: new URL(link).pathname, settings: { ...settings, lang }, viewport: phone });
    const finger = fingers();
    await guest.locator('.top h1', { hasText: invited }).waitFor();
    await guest.locator('.top .sub', { hasText: / 5\/10, 1 / }).waitFor();
    await shoot(guest, `evening-guest-${lang}`);
    assert.deepEqual(await violations(guest), []);
    await guest.locator('.act[data-ready]').waitFor();
    await finger.press(guest.locator('.act [data-place="2"]', { hasText: sit }));
    await guest.locator('#identity-name').fill(friend);
    await finger.press(guest.locator('p-identity button[type=submit]'));
    await guest.locator('.me').waitFor();
    assert.ok(Date.now() - came < GUEST_MS);
    await guest.locator('.me .row p-card').first().waitFor();
    assert.ok(finger.presses <= 3, `${finger.presses}`);
    await leave(host, guest);
  });
}

test('without a name nothing is opened, and the fault stands at the field', async () => {
  const page = await visit(browser, { url: club, settings });
  await page.locator('.welcome').getByRole('button', { name: 'Play with friends' }).click();
  await page.locator('.ready', { hasText: 'Omaha' }).click();
  await page.locator('#evening-error', { hasText: 'at least 2' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'evening-name');
  await page.locator('#evening-name').fill('Ann 😀');
  await page.locator('.ready', { hasText: 'Omaha' }).click();
  await page.locator('#evening-error', { hasText: '😀' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/');
  assert.deepEqual(await violations(page), []);
  await leave(page);
});

test('each evening is what it says, and the last own settings come back', async () => {
  const page = await player(browser, { url: club, name: 'Hettie', settings });
  const open = async (name) => {
    await page.goto(club);
    await page.getByRole('button', { name: 'Play with friends' }).click();
    await page.locator('.ready').first().waitFor();
    if (name) await page.locator('.ready', { hasText: name }).click();
  };
  const info = () =>
    page.evaluate(() => {
      const here = decodeURIComponent(location.pathname.split('/').at(-1));
      return [...document.querySelectorAll('p-room')].find((room) => room.tableId === here).session.live.info;
    });
  await open();
  assert.equal(await page.locator('.ready').count(), 5, 'nothing is remembered yet');
  for (const [name, check] of [
    ['Omaha', ({ game, seats }) => assert.deepEqual([game, seats], ['omaha', 8])],
    ['Dealer’s choice', ({ mix, seats }) => assert.deepEqual([mix.kind, mix.default, seats], ['dealers_choice', 'no-limit-holdem', 7])],
    ['Bomb pots', ({ session }) => assert.ok(session.bomb_pot.every === 10 && session.seven_deuce === 1)],
  ]) {
    await open(name);
    await page.locator('dialog.invite[open] input').waitFor();
    const found = await info();
    check(found);
    assert.ok(found.private, name);
  }
  await open('A short tournament');
  await page.waitForURL('**/tournament/*-*');
  await page.locator('.t-invite input').waitFor();
  await page.locator('.t-line', { hasText: 'The host starts it' }).waitFor();
  const start = page.getByRole('button', { name: 'Start now' });
  await page.getByRole('button', { name: 'Unregister' }).waitFor();
  assert.equal(await start.count(), 0, 'the host has entered, and is alone');
  const friend = await player(browser, { url: club, name: 'Ivo', settings });
  await friend.goto(page.url());
  await friend.getByRole('button', { name: /^Register/ }).click();
  await friend.locator('dialog[open] .btn.hot').click();
  await start.waitFor();
  await shoot(page, 'evening-cup');
  assert.deepEqual(await violations(page), []);
  await start.click();
  for (const one of [page, friend]) await one.locator('.me .row p-card').first().waitFor();
  await leave(friend);

  await open();
  await page.getByRole('button', { name: 'More settings' }).click();
  const form = page.locator('#make');
  await form.getByRole('radio', { name: 'By link', checked: true }).waitFor();
  await form.locator('.picker input, input[type=search]').first().fill('razz');
  await form.locator('.game', { hasText: 'Razz' }).first().click();
  await form.locator('.btn.hot').click();
  await page.locator('dialog[open] .btn.hot', { hasText: 'Sit down' }).click();
  await open('As last time');
  await page.locator('dialog.invite[open] input').waitFor();
  const found = await info();
  assert.deepEqual([found.game, found.private], ['razz', true]);
  await leave(page);
});

test('a link whose table has been closed says so to who comes late', async () => {
  const host = await player(browser, { url: club, name: 'Ida', settings });
  await host.getByRole('button', { name: 'Play with friends' }).click();
  await host.locator('.ready', { hasText: 'Friday' }).click();
  const link = await host.locator('dialog.invite[open] input').inputValue();
  await host.evaluate(() => {
    const { app, tableId } = document.querySelector('p-room');
    return app.net.request({ type: 'host', table: tableId, action: { kind: 'close' } });
  });
  for (const [lang, closed, cut] of [
    ['en', 'This table is closed', 'The end of this link is missing.'],
    ['fr', 'Cette table est fermée', 'La fin de ce lien manque.'],
  ]) {
    const late = await visit(browser, { url: club, path: new URL(link).pathname, settings: { ...settings, lang } });
    await late.locator('h1', { hasText: closed }).waitFor();
    assert.deepEqual(await violations(late), []);
    await late.goto(link.slice(0, -4));
    await late.locator('.nowhere', { hasText: cut }).waitFor();
    await late.context().close();
  }
  await host.context().close();
});

test('a guest may bring another stack than the usual one', async () => {
  const host = await player(browser, { url: club, name: 'Juno', settings });
  await host.getByRole('button', { name: 'Play with friends' }).click();
  await host.locator('.ready', { hasText: 'Friday' }).click();
  const link = await host.locator('dialog.invite[open] input').inputValue();
  const guest = await visit(browser, { url: club, path: new URL(link).pathname, settings, viewport: phone });
  await guest.locator('.act[data-ready]').waitFor();
  await guest.locator('.act [data-place="2"]', { hasText: '1,000' }).waitFor();
  await shoot(guest, 'evening-stack');
  await guest.locator('.act [data-place="0"]', { hasText: 'Other stack' }).click();
  await guest.locator('#identity-name').fill('Kit');
  await guest.keyboard.press('Enter');
  const amount = guest.locator('dialog[open] input.num');
  await amount.fill('400');
  await guest.keyboard.press('Enter');
  await guest.locator('.me', { hasText: '400' }).waitFor();
  await leave(host, guest);
});
