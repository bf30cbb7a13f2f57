// Play with friends: from the landing to a link in two presses and a name, from the link to cards in three; and what a guest reads on the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ground, plainly, player, ready, shoot, violations, visit } from './support.js';

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

    // The invitation makes way for the host's first decision.
    await Promise.race([host, guest].map((one) => one.locator('.me.turn').waitFor()));
    if (await guest.locator('.me.turn').isVisible()) {
      await ready(guest);
      await guest.locator('.act [data-place="1"]').click();
    }
    await host.locator('.me.turn').waitFor();
    await host.locator('dialog.invite').waitFor({ state: 'detached' });
    await leave(host, guest);
  });
}

for (const [lang, viewport, open, own, omaha, rebuys, create] of [
  ['en', phone, 'Play with friends', 'Your own evening', 'Pot-limit Omaha', 'Rebuys of each player', 'Create and get the link'],
  ['fr', { width: 1440, height: 900 }, 'Jouer entre amis', 'Votre propre soirée', 'Omaha pot limit', 'Recaves par joueur', 'Créer et obtenir le lien'],
]) {
  test(`seven presses and two fields lead to an evening of one’s own, ${lang}`, async () => {
    const begun = Date.now();
    const host = await visit(browser, { url: club, settings: { ...settings, lang }, viewport });
    const hand = fingers();
    await hand.press(host.locator('.welcome').getByRole('button', { name: open }));
    await hand.press(host.getByRole('button', { name: own }));
    const form = host.locator('.evening-form');
    await form.locator('#evening-name').fill(lang === 'en' ? 'Nora' : 'Zoé');
    await hand.press(form.getByRole('button', { name: omaha, exact: true }));
    await hand.press(form.getByRole('radio', { name: '25/50' }));
    assert.match(await form.locator('input[name=stack]').inputValue(), /^5.000$/, 'a hundred big blinds');
    await form.locator('input[name=stack]').fill('4000');
    await hand.press(form.getByRole('radiogroup', { name: rebuys }).getByRole('radio', { name: '2' }));
    await hand.press(form.getByRole('radio', { name: '€' }));
    assert.equal(await form.locator('input[name=stack]').inputValue(), '40', 'the chips stay the same');
    await shoot(host, `evening-own-${lang}`);
    assert.deepEqual(await violations(host), []);
    const wide = await form.evaluate((one) => [...one.querySelectorAll('[role=radio]')].filter((radio) => radio.scrollWidth > radio.clientWidth).length);
    assert.equal(wide, 0, 'every word has its room');
    const go = form.getByRole('button', { name: create });
    const { y, height } = await go.boundingBox();
    assert.ok(y + height <= viewport.height, 'the button is in sight without scrolling');
    await hand.press(go);
    const link = await host.locator('dialog.invite[open] input').inputValue();
    assert.equal(hand.presses, 7);
    assert.ok(Date.now() - begun < HOME_MS);
    assert.equal(link, host.url());
    const { buy_in_max, mix, session, private: isPrivate } = await host.evaluate(() => document.querySelector('p-room').session.live.info);
    assert.deepEqual(
      [buy_in_max, mix.games.map(({ game }) => game), session.rebuys_max, session.chip_value, session.currency, session.own_chips, isPrivate],
      [4000, ['no-limit-holdem', 'omaha'], 2, 1, 'euro', true, true],
    );
    await host.goto(club);
    await host.getByRole('button', { name: open }).click();
    await host.locator('.ready', { hasText: lang === 'en' ? 'As last time' : 'Comme la dernière fois' }).waitFor();
    await leave(host);
  });
}

test('a number of one’s own evening that cannot be read is named at its field', async () => {
  const page = await visit(browser, { url: club, settings });
  await page.locator('.welcome').getByRole('button', { name: 'Play with friends' }).click();
  await page.getByRole('button', { name: 'Your own evening' }).click();
  const form = page.locator('.evening-form');
  await form.locator('#evening-name').fill('Odile');
  await form.locator('input[name=stack]').fill('much');
  await form.getByRole('button', { name: 'Create and get the link' }).click();
  await form.locator('#evening-stack').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.name), 'stack');
  await form.locator('input[name=stack]').fill('150');
  await form.getByRole('button', { name: 'Create and get the link' }).click();
  await page.locator('dialog.invite[open] input').waitFor();
  await leave(page);
});

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

  await open();
  await page.getByRole('button', { name: 'Your own evening' }).click();
  await page.getByRole('button', { name: 'All settings' }).click();
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

for (const [lang, cup, rule, out, begin, enter] of [
  ['en', 'A short tournament', 'The host starts it', 'Unregister', 'Start now', 'Register'],
  ['fr', 'Un tournoi court', 'L’hôte le lance', 'Se désinscrire', 'Commencer maintenant', 'S’inscrire'],
]) {
  test(`the host of a short tournament has entered, and starts it once a friend is there, ${lang}`, async () => {
    const [host, friend] = await Promise.all(
      [`Hedda${lang}`, `Ivo${lang}`].map((name) => player(browser, { url: club, name, settings: { ...settings, lang }, viewport: phone })),
    );
    await host.goto(club);
    await host
      .locator('.welcome, .lobby')
      .getByRole('button', { name: lang === 'en' ? 'Play with friends' : 'Jouer entre amis' })
      .click();
    await host.locator('.ready', { hasText: cup }).click();
    await host.waitForURL('**/tournament/*-*');
    await host.locator('.t-line', { hasText: rule }).waitFor();
    await host.getByRole('button', { name: out }).waitFor();
    const start = host.getByRole('button', { name: begin });
    assert.equal(await start.count(), 0, 'the host is alone');
    await friend.goto(host.url());
    await friend.locator('.t-buttons').getByRole('button', { name: enter, exact: true }).click();
    await shoot(friend, `evening-cup-enter-${lang}`);
    await friend.locator('dialog[open] .btn.hot').click();
    await start.waitFor();
    await shoot(host, `evening-cup-${lang}`);
    assert.deepEqual(await violations(host), []);
    // From the desk, too, there is a way to the seat.
    await host.locator('.t-buttons a', { hasText: lang === 'en' ? 'Floor' : 'Arbitrage' }).click();
    await host.locator('.floor-content').waitFor();
    await host.evaluate(() => document.querySelector('p-floor').app.settings.merge({ goToTurn: false }));
    await host.getByRole('button', { name: begin }).click();
    await host.locator('dialog[open] .btn.hot, dialog[open] button[type=submit]').first().click();
    await friend.locator('.me .row p-card').first().waitFor();
    const seat = host.getByRole('link', { name: lang === 'en' ? 'Your seat: table 1' : /^Votre place.: table 1$/ });
    await seat.waitFor();
    await shoot(host, `evening-cup-desk-${lang}`);
    assert.deepEqual(await violations(host), []);
    await seat.click();
    await host.locator('.me .row p-card').first().waitFor();
    await leave(host, friend);
  });
}

test('a link whose table has been closed says so to a latecomer', async () => {
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
