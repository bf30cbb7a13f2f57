// One account on two devices: both stay connected, one of them holds the seat, and one press moves it, cards and all. And the form for limits of
// one's own.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ownBrowser, PATIENCE_MS, player, pressUntil, sitDown, violations, visit, withBots, withHouse } from './support.js';

const browser = await ownBrowser();

const PHONE = { width: 390, height: 844 };

/** The application of a page. @param {import('playwright-core').Page} page @param {(app: any) => any} read */
const ofApp = (page, read) => page.evaluate(`(${read})([...document.querySelectorAll('#app *')].find((one) => one.app).app)`);

/** Signs a device in. @param {import('playwright-core').Page} page @param {'register' | 'login'} way */
async function enter(page, way) {
  const refusal = await page.evaluate(async (how) => {
    const { app } = [...document.querySelectorAll('#app *')].find((one) => one.app);
    return (await app.enter(how, 'Camille', 'a long enough password'))?.code ?? null;
  }, way);
  assert.equal(refusal, null);
  await page.waitForFunction(() => [...document.querySelectorAll('#app *')].find((one) => one.app)?.app.net.state === 'ready');
}

/** Cards of the viewer’s seat that the page knows. @param {import('playwright-core').Page} page */
const ownCards = (page) =>
  ofApp(page, (app) => {
    const [session] = app.sessions.values();
    const { live } = session;
    const mine = Object.values(live.seats).find((/** @type {any} */ { player }) => player.id === live.me);
    return /** @type {any} */ (mine)?.play?.cards.filter(Boolean).length ?? 0;
  });

/** Waits for the hand after the present one. @param {import('playwright-core').Page} page */
async function nextHand(page) {
  const hand = () => ofApp(page, (app) => [...app.sessions.values()][0].live.hand?.number ?? 0);
  const before = await hand();
  const end = Date.now() + PATIENCE_MS;
  while ((await hand()) === before) {
    assert.ok(Date.now() < end, 'another hand begins');
    await page.waitForTimeout(100);
  }
}

test('a seat goes to the phone and back, with its cards', async () => {
  await withHouse(['--house-bots', '6', '--bot-think-percent', '20'], async ({ url }) => {
    const laptop = await visit(browser, { url, settings: { lang: 'en', volume: 0 } });
    await enter(laptop, 'register');
    await withBots(laptop).locator('.name').click();
    await sitDown(laptop);
    const path = new URL(laptop.url()).pathname;
    const phone = await visit(browser, { url, path, settings: { lang: 'en', volume: 0 }, viewport: PHONE, isPhone: true });
    await enter(phone, 'login');

    // Signing in takes nothing from the laptop.
    await phone.locator('.act', { hasText: 'On another device' }).waitFor();
    assert.equal(await phone.locator('.me').count(), 0, 'it has no cards');
    await laptop.locator('.me').waitFor();
    assert.equal(await laptop.locator('.cover').count(), 0);
    assert.deepEqual(await violations(phone), []);

    await phone.getByRole('button', { name: 'Play here' }).click();
    await phone.locator('.me').waitFor();
    await laptop.locator('.act', { hasText: 'On another device' }).waitFor();
    await laptop.locator('.me').waitFor({ state: 'detached' });
    assert.equal(await ownCards(laptop), 0, 'the cards went with it');
    assert.deepEqual(await violations(laptop), []);
    // A second later it may go back. The press counts although a hand begins under it: the button means the same.
    await laptop.waitForTimeout(1_100);
    await laptop.getByRole('button', { name: 'Play here' }).hover();
    await laptop.mouse.down();
    await nextHand(laptop);
    await laptop.mouse.up();
    await laptop.locator('.me').waitFor();
    await phone.locator('.me').waitFor({ state: 'detached' });

    // A seat whose device is gone waits, and does not light up on the other one by itself.
    await laptop.context().close();
    await phone.locator('.act', { hasText: 'Your seat waits for you' }).waitFor();
    assert.equal(await phone.locator('.me').count(), 0);
    // Coming back to the table takes it.
    await phone.reload();
    await phone.locator('.me').waitFor();
    assert.deepEqual(phone.complaints, []);
    await phone.context().close();
  });
});

test('a player sets limits, is told when they hold, and is kept to them', async () => {
  await withHouse(['--house-bots', '6'], async ({ url }) => {
    const page = await player(browser, { url, name: 'Camille', settings: { lang: 'en', volume: 0 } });
    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('tab', { name: 'Limits' }).click();
    const form = page.locator('#settings-part');
    await form.getByRole('radio', { name: '60 minutes' }).click();
    await form.getByText('0 minutes at tables today').waitFor();
    await form.locator('input[name=loss]').fill('many');
    await form.locator('input[name=loss]').press('Enter');
    assert.equal(await form.locator('input[name=loss]').getAttribute('aria-invalid'), 'true');
    await form.locator('input[name=loss]').fill('500');
    await form.locator('input[name=loss]').press('Enter');
    await page.waitForFunction(async () => {
      const { app } = /** @type {any} */ ([...document.querySelectorAll('#app *')].find((/** @type {any} */ one) => one.app));
      return (await app.account.limits()).today.loss === 500;
    });
    // A looser limit is for tomorrow, and the form says so.
    await form.getByRole('radio', { name: '240 minutes' }).click();
    await form.getByText(/^From .*: 240 minutes, 500 chips lost\.$/).waitFor();
    assert.equal(await form.getByRole('radio', { name: '60 minutes' }).isChecked(), true);
    assert.deepEqual(await violations(page), []);

    // A break needs two presses, and closes the tables.
    await form.getByRole('button', { name: 'Take a break' }).click();
    assert.equal((await ofApp(page, (app) => app.account.limits())).break_until, undefined, 'one press does nothing');
    await form.getByRole('button', { name: /Press again/ }).click();
    await form
      .getByText(/You are taking a break until/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await withBots(page).locator('.name').click();
    await pressUntil(page, page.locator('dialog[open]'));
    await page.locator('dialog .btn.hot').click();
    await page
      .getByText(/You set yourself a break/)
      .first()
      .waitFor();
    assert.equal(await page.locator('.me').count(), 0);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
});
