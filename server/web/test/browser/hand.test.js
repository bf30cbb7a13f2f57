// Whole hands in real pages against the real server.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import {
  LIVELY,
  WINNER,
  checkOrCall,
  createTable,
  isAsked,
  joinTable,
  play,
  player,
  ready,
  startBrowser,
  startHouse,
  startWire,
  stateOf,
  tabTo,
  visit,
  watchFor,
} from './support.js';

let house;
let calm;
let browser;

before(async () => {
  [house, calm, browser] = await Promise.all([
    startHouse([...LIVELY, '--hand-pause-percent', '40']),
    // The end of a hand is checked before the next one begins, however busy the machine is.
    startHouse(['--house-bots', '0', '--hand-pause-percent', '200']),
    startBrowser(),
  ]);
});

after(async () => {
  await browser?.close();
  await Promise.all([house?.stop(), calm?.stop()]);
});

const quiet = { hotkeys: true, volume: 0 };
const hasLine = (page, words) => page.locator('.log li', { hasText: words }).first().isVisible();

describe('hands', { concurrency: 2 }, () => {
  test('two browsers and a house bot play a hand to showdown', async () => {
    const ana = await player(browser, { url: house.url, name: 'Ana', settings: quiet });
    const bo = await player(browser, {
      url: house.url,
      name: 'Bo',
      settings: { ...quiet, lang: 'fr' },
      viewport: { width: 375, height: 667 },
    });
    const row = ana
      .locator('.tables li', { hasText: 'No-limit hold' })
      .filter({ has: ana.locator('i.bot') })
      .first();
    await row.locator('.go').click();
    await ana.locator('dialog .btn.hot').click();
    await ana.locator('.me').waitFor();
    await joinTable(bo, ana.url());
    const botSeen = ana.locator('.seat .bot-mark').first();
    await botSeen.waitFor();

    // The other page sees the same hand end, in its own language. The lines disappear with the hand; a phone has its log in a sheet.
    const ends = [await watchFor(ana, WINNER), await watchFor(bo, WINNER), await watchFor(ana, '.log li', ' win'), await watchFor(bo, '.log li', 'remporte')];
    await play([ana, bo], checkOrCall, () => hasLine(ana, /shows?: /));
    for (const seen of ends) await seen();
    const [one, two] = [await stateOf(ana), await stateOf(bo)];
    assert.equal(one.id, two.id);
    assert.deepEqual(ana.complaints, []);
    assert.deepEqual(bo.complaints, []);
    await ana.context().close();
    await bo.context().close();
  });

  test('a hand by the keyboard alone', async () => {
    const ana = await visit(browser, { url: calm.url, settings: quiet });
    await tabTo(ana, '.lobby .top .btn-s');
    await ana.keyboard.press('Enter');
    await ana.locator('dialog[open] input:focus').waitFor();
    await ana.keyboard.type('Anakeys');
    await ana.keyboard.press('Enter');
    await ana.locator('.purse').waitFor();
    await tabTo(ana, '#make .find input');
    await ana.keyboard.type('No-limit hold');
    await tabTo(ana, '#make .game');
    await ana.keyboard.press('Enter');
    await tabTo(ana, '#make [aria-label="Fewer seats"]');
    for (let n = 0; n < 4; n++) await ana.keyboard.press('Enter');
    await tabTo(ana, '#make .btn.hot');
    await ana.keyboard.press('Enter');
    await ana.waitForURL('**/table/*');
    await ana.locator('dialog[open]').waitFor();
    await tabTo(ana, 'dialog .btn.hot');
    await ana.keyboard.press('Enter');
    await ana.locator('.me').waitFor();

    const bo = await player(browser, { url: calm.url, name: 'Bokeys', settings: quiet });
    await joinTable(bo, ana.url());

    // She answers her first decision with a typed raise.
    let hasRaised = false;
    const answer = async (page) => {
      if (page === bo) return checkOrCall(page);
      if (!hasRaised && (await page.locator('.act .num').count()) > 0) {
        hasRaised = true;
        await page.keyboard.press('b');
        await page.keyboard.type('40');
        return page.keyboard.press('Enter');
      }
      // Then by Tab and Enter: check or call is the second place.
      await tabTo(page, '[data-place="1"]');
      return page.keyboard.press('Enter');
    };
    await play([ana, bo], answer, () => hasLine(ana, /shows?: /));
    assert.ok(
      await ana
        .locator('.log')
        .getByText(/raise to|bet/)
        .first()
        .isVisible(),
    );
    assert.ok(hasRaised);
    assert.deepEqual(ana.complaints, []);
    await ana.context().close();
    await bo.context().close();
  });

  test('a connection that breaks in the middle of a hand loses nothing', async (t) => {
    const wire = await startWire(calm.url);
    t.after(() => wire.stop());
    const ana = await player(browser, { url: wire.url, name: 'Anawire', settings: quiet });
    const path = await createTable(ana, { game: "No-limit hold'em", name: 'Wire', seats: 2 });
    const bo = await player(browser, { url: calm.url, name: 'Bowire', settings: quiet });
    await joinTable(bo, calm.url + path);

    const reaches = (page, count) => async () => (await stateOf(page)).hand?.board.length >= count && !(await stateOf(page)).hand.over;
    await play([ana, bo], checkOrCall, reaches(ana, 3));
    const before = await stateOf(ana);
    wire.cut();
    await ana.locator('.net.lost').waitFor();
    // While she is away, he acts if it is his turn.
    if (await isAsked(bo)) {
      await ready(bo);
      await checkOrCall(bo);
    }
    await ana.locator('.net:not(.lost)').waitFor();
    const same = async () => {
      const [one, two] = [await stateOf(ana), await stateOf(bo)];
      return one.seq === two.seq && one.seq >= before.seq;
    };
    await ana.waitForFunction(() => document.querySelector('.net')?.className === 'net');
    await play([], checkOrCall, same);

    // The state rebuilt from missed events equals the snapshot of a new page.
    const resumed = await stateOf(ana);
    await ana.reload();
    await ana.locator('.me').waitFor();
    const fresh = await stateOf(ana);
    if (fresh.seq === resumed.seq) assert.deepEqual(resumed, fresh);
    await play([ana, bo], checkOrCall, () => hasLine(bo, /shows?: /));
    assert.deepEqual(ana.complaints, []);
    await ana.context().close();
    await bo.context().close();
  });

  test('cards are discarded by clicking them: five-card draw', async () => {
    const ana = await player(browser, { url: calm.url, name: 'Anadraw', settings: quiet });
    const path = await createTable(ana, { game: 'Five-card draw with blinds', name: 'Draw', seats: 2 });
    const bo = await player(browser, { url: calm.url, name: 'Bodraw', settings: quiet });
    await joinTable(bo, calm.url + path);
    let discarded = 0;
    const answer = async (page) => {
      if (!(await page.locator('.me.pick').isVisible())) return checkOrCall(page);
      if (page === bo) return page.locator('[data-place="0"]').click();
      const cards = page.locator('.me .row button');
      assert.equal(await cards.count(), 5);
      const before = await page.evaluate(() => [...document.querySelectorAll('.me .row p-card')].map((card) => card.getAttribute('c')));
      await cards.nth(0).click();
      await cards.nth(3).click();
      assert.deepEqual(await cards.evaluateAll((all) => all.map((one) => one.ariaPressed)), ['true', 'false', 'false', 'true', 'false']);
      await page.locator('[data-place="2"]', { hasText: 'Discard 2' }).click();
      await page.locator('.me:not(.pick)').waitFor();
      await page.waitForFunction((old) => {
        const now = [...document.querySelectorAll('.me .row p-card')].map((card) => card.getAttribute('c'));
        return now.length === 5 && !now.includes(old[0]) && !now.includes(old[3]) && now.includes(old[1]);
      }, before);
      discarded += 1;
    };
    await play([ana, bo], answer, () => hasLine(ana, /shows?: /));
    assert.equal(discarded, 1);
    assert.ok(await hasLine(bo, 'Anadraw draws 2'));
    assert.ok(await hasLine(bo, 'You stand pat'));
    assert.deepEqual(ana.complaints, []);
    await ana.context().close();
    await bo.context().close();
  });

  test('cards are discarded by clicking them: pineapple', async () => {
    const ana = await player(browser, { url: calm.url, name: 'Anapine', settings: quiet });
    const path = await createTable(ana, { game: 'Pineapple', name: 'Pine', seats: 2 });
    const bo = await player(browser, { url: calm.url, name: 'Bopine', settings: quiet });
    await joinTable(bo, calm.url + path);
    let discarded = 0;
    const answer = async (page) => {
      if (!(await page.locator('.me.pick').isVisible())) return checkOrCall(page);
      const cards = page.locator('.me .row button');
      assert.equal(await cards.count(), 3);
      const card = await cards.nth(1).locator('p-card').getAttribute('c');
      await cards.nth(0).click();
      // With one card to discard, a new pick replaces the old one.
      await cards.nth(1).click();
      await page.locator('[data-place="2"]', { hasText: 'Discard 1' }).click();
      await page.waitForFunction((gone) => {
        const now = [...document.querySelectorAll('.me .row p-card')].map((one) => one.getAttribute('c'));
        return now.length === 2 && !now.includes(gone);
      }, card);
      discarded += 1;
    };
    await play([ana, bo], answer, () => hasLine(ana, /shows?: /));
    assert.equal(discarded, 2);
    assert.deepEqual(ana.complaints, []);
    await ana.context().close();
    await bo.context().close();
  });
});
