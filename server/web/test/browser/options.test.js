// Options of a cash table: chosen in the form, shown on the page, applied by the table.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkOrCall, ground, isAsked, joinTable, play, player, shoot, violations } from './support.js';

const { house, browser } = await ground();

const GAME = 'No-limit hold';

/** A table with options chosen in the form, and seated players. @param {string} name @param {number} count @param {(form: import('playwright-core').Locator) => Promise<void>} choose */
async function tableOf(name, count, choose) {
  const host = await player(browser, { url: house.url, name: `Ana${name}`, settings: { lang: 'en', volume: 0 } });
  const form = host.locator('#make');
  await form.locator('.find input').fill(GAME);
  await form.locator('.pickg .game', { hasText: GAME }).first().click();
  await form.locator('.more').click();
  await choose(form);
  assert.deepEqual(await violations(host), []);
  await form.locator('.btn.hot').click();
  await host.waitForURL('**/table/*');
  await host.locator('dialog .btn.hot').click();
  await host.locator('.me').waitFor();
  const pages = [host];
  for (let n = 1; n < count; n++) {
    const page = await player(browser, { url: house.url, name: `Guest${n}${name}`, settings: { lang: 'en', volume: 0 } });
    await joinTable(page, host.url());
    pages.push(page);
  }
  return pages;
}

/** Records every event of a kind that the table sends to a page from now on. @param {import('playwright-core').Page} page @param {string} kind */
const watch = (page, kind) =>
  page.evaluate((wanted) => {
    const { session } = document.querySelector('p-room');
    const receive = session.receive.bind(session);
    globalThis.noted = [];
    session.receive = (message) => {
      for (const { event } of message.events ?? []) if (event?.kind === wanted) globalThis.noted.push(event);
      receive(message);
    };
  }, kind);

/** @param {import('playwright-core').Page} page @returns {Promise<any[]>} */
const noted = (page) => page.evaluate(() => globalThis.noted);

/** @param {import('playwright-core').Page[]} pages */
async function end(pages) {
  assert.deepEqual(
    pages.flatMap((page) => page.complaints),
    [],
  );
  await Promise.all(pages.map((page) => page.context().close()));
}

/**
 * Folds, or checks if there is nothing to call, as that decision has no fold. A late press is lost; people press again then.
 *
 * @param {import('playwright-core').Page} page
 */
async function giveUp(page) {
  const turn = () => page.locator('.act').getAttribute('data-turn');
  const asked = await turn();
  while ((await isAsked(page)) && (await turn()) === asked) {
    for (const key of ['f', 'c']) await page.keyboard.press(key);
  }
}

test('players who say so straddle when the place comes', async () => {
  const pages = await tableOf('straddle', 3, (form) => form.locator('[role=radio]', { hasText: 'Any position' }).click());
  const [ana] = pages;
  await watch(ana, 'posted');
  const straddles = async () => (await noted(ana)).filter((event) => event.post === 'straddle');
  for (const page of pages) await page.evaluate(() => document.querySelector('p-room').asks.straddle(true));
  // Every page's request is reported to all by the table.
  await ana.waitForFunction(() => {
    const seats = Object.values(document.querySelector('p-room').session.live.seats);
    return seats.length === 3 && seats.every((seat) => seat.straddles);
  });
  await play(pages, giveUp, async () => (await straddles()).length > 0);
  assert.equal((await straddles())[0].amount, 20);
  assert.deepEqual(await violations(ana), []);
  await end(pages);
});

test('a bomb pot is announced one hand ahead and on the felt', async () => {
  const pages = await tableOf('bomb', 2, (form) => form.locator('[role=radio]', { hasText: '1 in 5' }).click());
  const [ana] = pages;
  await watch(ana, 'hand_started');
  await ana.evaluate(() => {
    // The text on the felt lasts for a hand, and is recorded as it is written.
    globalThis.streets = new Set();
    const note = () => globalThis.streets.add(document.querySelector('.street')?.textContent ?? '');
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const said = () => ana.evaluate(() => [...globalThis.streets]);
  const isDone = async () => (await noted(ana)).some((event) => event.bomb_pot) && (await said()).some((text) => text.startsWith('Bomb pot'));
  await play(pages, giveUp, isDone);
  const hands = await noted(ana);
  const bomb = hands.findIndex((event) => event.bomb_pot);
  assert.equal(hands[bomb].bomb_pot_in, 5);
  if (bomb > 0) assert.equal(hands[bomb - 1].bomb_pot_in, 1);
  assert.ok(
    (await said()).some((text) => text.includes('bomb pot next hand')),
    (await said()).join(' | '),
  );
  assert.deepEqual(await violations(ana), []);
  await end(pages);
});

test('a table with a bounty for seven-deuce says so among its rules', async () => {
  const bounty = (form) => form.getByRole('radiogroup', { name: '7-2 bounty' }).getByRole('radio', { name: '5' }).click();
  const [ana] = await tableOf('seven', 1, bounty);
  await ana.locator('[role=tab]', { hasText: 'Rules' }).click();
  await ana.locator('.rules p', { hasText: '7-2 bounty' }).getByText('gets 50 from the stack of every other player').waitFor();
  assert.deepEqual(await violations(ana), []);
  await end([ana]);
});

test('two boards lie one above the other, and each says what the cards make', async () => {
  const pages = await tableOf('double', 2, async (form) => {
    await form.getByRole('radiogroup', { name: 'Two boards' }).getByRole('radio', { name: 'Always' }).click();
  });
  const [ana] = pages;
  const isDone = () => ana.evaluate(() => document.querySelectorAll('.board.twice p-card[c]').length === 10);
  await play(pages, checkOrCall, isDone);
  assert.equal(await ana.locator('.board').getAttribute('aria-label'), 'Board, two boards');
  await shoot(ana, 'double-board');
  assert.deepEqual(await violations(ana), []);
  await end(pages);
});
