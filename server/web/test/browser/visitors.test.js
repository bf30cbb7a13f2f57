// Visitors: one who wants to play right away, and more people than a table has seats.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import {
  LIVELY,
  confirmSeat,
  createTable,
  joinTable,
  leaveTable,
  ownBrowser,
  player,
  pressUntil,
  ready,
  violations,
  visit,
  withBots,
  withHouse,
} from './support.js';

const browser = await ownBrowser();

test('a stranger plays within a few clicks', () =>
  withHouse(LIVELY, async (house) => {
    const page = await visit(browser, { url: house.url, settings: { lang: 'en', volume: 0 } });
    await withBots(page).waitFor();
    await page.locator('.welcome .btn.hot').click();
    await page.locator('#identity-name').fill('Stranger');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/table/*');
    await page.locator('.me .row p-card').first().waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }));

test('the numbers beside the families count tables, and a family without one leads on', () =>
  withHouse(['--house-bots', '0'], async (house) => {
    for (const [lang, draw, none, open] of [
      ['en', 'Draw', 'No table plays this yet.', /^Open a table of /],
      ['fr', 'Poker fermé', 'Aucune table ne joue à ceci pour l’instant.', /^Ouvrir une table/],
    ]) {
      const page = await visit(browser, { url: house.url, settings: { lang, volume: 0 } });
      await page.locator('.tables .name').first().waitFor();
      const tables = await page.locator('.tables > li').count();
      const counts = await page.locator('.fam button').evaluateAll((rows) => rows.map((row) => Number(row.querySelector('.n').textContent)));
      const [all, , ...families] = counts;
      assert.equal(all, tables);
      assert.equal(
        families.reduce((sum, count) => sum + count, 0),
        all,
        `${lang}: ${counts}`,
      );
      await page.locator('.fam button', { hasText: draw }).click();
      const empty = page.locator('.list .empty');
      await empty.getByText(none).waitFor();
      const practice = await empty.locator('a').getAttribute('href');
      assert.match(practice, /^\/practice\?game=/);
      assert.match(await empty.locator('button').textContent(), open);
      await empty.locator('button').click();
      await page.locator('#make').waitFor();
      assert.equal(await page.evaluate(() => document.querySelector('p-lobby').draft.game), decodeURIComponent(practice.split('=')[1]));
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  }));

test('a seat taken during a hand says how the player enters, and offers no post twice', () =>
  withHouse(['--house-bots', '0'], async (house) => {
    const settings = { lang: 'en', volume: 0 };
    const ana = await player(browser, { url: house.url, name: 'Ana', settings });
    const path = await createTable(ana, { game: 'No-limit hold', name: 'Early', seats: 6 });
    const bo = await player(browser, { url: house.url, name: 'Bo', settings });
    await joinTable(bo, house.url + path);
    await ana.locator('.me .row p-card').first().waitFor();
    const cy = await visit(browser, { url: house.url, path, settings });
    await cy.locator('.act[data-ready]').waitFor();
    await cy.locator('.act [data-place="2"]', { hasText: 'Sit down' }).click();
    await cy.locator('#identity-name').fill('Cy');
    await cy.keyboard.press('Enter');
    await cy.locator('.act', { hasText: 'You post the big blind and play the next hand.' }).waitFor();
    assert.equal(await cy.locator('.act', { hasText: 'Post now' }).count(), 0);
    for (const page of [ana, bo, cy]) {
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  }));

test('a name is taken as a phone types it, and the sign that none may have is told', () =>
  withHouse(['--house-bots', '0'], async (house) => {
    const page = await visit(browser, { url: house.url, settings: { lang: 'en', volume: 0 } });
    await page.locator('.lobby .top .btn-s').click();
    const dialog = page.locator('p-identity dialog');
    await page.locator('#identity-name').fill('Ann 😀');
    await page.keyboard.press('Enter');
    await dialog.locator('.error', { hasText: 'A name cannot contain this character: 😀' }).waitFor();
    await page.locator('#identity-name').fill('Maëlle O’Connor');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.locator('.me-name').textContent(), "Maëlle O'Connor");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }));

test('the list of tables can be searched and read on any window, in French', () =>
  withHouse(['--house-bots', '0'], async (house) => {
    const page = await visit(browser, { url: house.url, settings: { lang: 'fr', volume: 0 }, viewport: { width: 1280, height: 800 } });
    await page.locator('.tables .g', { hasText: '8-game · maintenant' }).waitFor();
    for (const [width, height] of [
      [360, 640],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      const cut = await page.locator('.tables .g').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      assert.deepEqual(cut, [], `${width}: what is played now is told in full`);
      const { width: room } = await page.locator('.list .find').boundingBox();
      assert.ok(room >= 150, `${width}: ${room} pixels to search by`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }));

/** Waits for something while the page's time stands still: less than half a second passes. */
async function seen(page, wanted) {
  if (page.stands) for (let n = 0; n < 20 && !(await wanted.isVisible()); n++) await Promise.all([page.clock.runFor(20), pause(50)]);
  await wanted.waitFor();
}

test('a view that could not be loaded comes by itself, or by a press', () =>
  withHouse(LIVELY, async (house) => {
    for (const isPressed of [false, true]) {
      // On this page time stands still except while it needs to draw.
      const page = await visit(browser, { url: house.url, settings: { lang: 'en', volume: 0 }, clock: isPressed });
      await withBots(page).waitFor();
      if (isPressed) await page.clock.pauseAt(Date.now() + 3_600_000);
      page.stands = isPressed;
      const module = /leaderboard.*\.js$/;
      await page.route(module, (route) => route.abort());
      await page.evaluate(() => document.querySelector('p-lobby').app.navigate('/leaderboard'));
      const again = page.getByRole('button', { name: 'Try again' });
      await seen(page, again);
      await page.unroute(module);
      if (isPressed) await again.click();
      await seen(page, page.locator('p-board h1'));
      await page.context().close();
    }
  }));

for (const [title, module, selector, inside] of [
  ['Who is playing?', /identity.*\.js$/, '.lobby .top .btn-s', '#identity-name:focus'],
  ['Play with friends', /evenings.*\.js$/, '.welcome button:has-text("Play with friends")', 'p-ready .ready-made button >> nth=0'],
]) {
  test(`“${title}” shows at once, says if it could not be loaded, and returns the focus`, () =>
    withHouse(LIVELY, async (house) => {
      const page = await visit(browser, { url: house.url, settings: { lang: 'en', volume: 0 } });
      await withBots(page).waitFor();
      let release = () => {};
      const released = new Promise((resolve) => (release = resolve));
      await page.route(module, async (route) => {
        await released;
        await route.abort();
      });
      const way = page.locator(selector);
      await way.click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByText('Loading…').waitFor();
      release();
      await dialog.getByText('could not be loaded').waitFor();
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const isBack = () => way.evaluate((button) => button === document.activeElement);
      assert.ok(await isBack());
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await page.unroute(module);
      // It is tried again from time to time as well: whichever comes first.
      const again = dialog.getByRole('button', { name: 'Try again' });
      const shown = page.locator(inside);
      while (!(await shown.isVisible())) await again.click({ timeout: 500 }).catch(() => {});
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.ok(await isBack(), 'the focus is back at the button');
      await page.context().close();
    }));
}

test('on a phone the lobby says that the connection is gone, and the chosen tab of the settings is in view', () =>
  withHouse(LIVELY, async (house) => {
    const viewport = { width: 390, height: 844 };
    const page = await player(browser, { url: house.url, name: 'Zoë', settings: { lang: 'fr', volume: 0 }, viewport, isPhone: true });
    await withBots(page).waitFor();
    await page.context().setOffline(true);
    await page.locator('.cut-off', { hasText: 'hors ligne' }).waitFor();
    await page.context().setOffline(false);
    await page.locator('.cut-off').waitFor({ state: 'detached' });
    for (const tab of ['limits', 'look']) {
      await page.evaluate((part) => document.querySelector('p-lobby').app.show('settings', part), tab);
      await page.waitForFunction((id) => {
        const box = document.querySelector(`#settings-${id}`)?.getBoundingClientRect();
        const list = document.querySelector('p-settings .tabs')?.getBoundingClientRect();
        return box && list && box.width > 0 && box.left >= list.left - 1 && box.right <= list.right + 1;
      }, tab);
      await page.keyboard.press('Escape');
      await page.locator('p-settings').waitFor({ state: 'detached' });
    }
    await page.context().close();
  }));

test('a full table has a wait list, chat reaches everybody, and who leaves gets the chips back', () =>
  withHouse(['--house-bots', '0', '--hand-pause-percent', '40'], async (house) => {
    const ana = await player(browser, { url: house.url, name: 'Ana', settings: { volume: 0 } });
    const purse = async (page) => Number((await page.locator('.purse b').textContent()).replace(/\D/g, ''));
    const whole = await purse(ana);
    const path = await createTable(ana, { game: "No-limit hold'em", name: 'Talk', seats: 2 });
    const bo = await player(browser, { url: house.url, name: 'Bo', settings: { volume: 0, lang: 'fr' } });
    await joinTable(bo, house.url + path);
    const cy = await player(browser, { url: house.url, name: 'Cy', settings: { volume: 0 } });
    await cy.goto(house.url + path);
    await ready(cy);
    await cy.locator('.act [data-place="2"]', { hasText: 'wait list' }).click();
    await cy.locator('.ask', { hasText: 'number 1' }).waitFor();

    await ana.locator('#tab-chat').click();
    await bo.locator('#tab-chat').click();
    await ana.locator('.say input').fill('Hello <b>you</b>');
    await ana.keyboard.press('Enter');
    await bo.locator('.said', { hasText: 'Hello <b>you</b>' }).waitFor();

    await leaveTable(bo, [ana]);
    await cy.locator('.ask', { hasText: 'is yours' }).waitFor();
    await pressUntil(cy, cy.locator('dialog[open]'));
    await confirmSeat(cy);

    await leaveTable(ana, [cy]);
    await ana.locator('.top .ico').first().click();
    await ana.locator('.purse').waitFor();
    // At most one of her blinds has changed hands.
    await ana.waitForFunction((least) => Number(document.querySelector('.purse b').textContent.replace(/\D/g, '')) >= least, whole - 20);
    for (const page of [ana, bo, cy]) {
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  }));
