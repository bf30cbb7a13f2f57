// The list of a player's hands: the rows, searching, saving, and opening a hand.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { DIALOGS, leaveDialog, openDialog } from './dialogs.js';
import { openTables } from './rivals.js';
import { LIVELY, playedWithBots, player, shoot, startBrowser, startHouse, violations } from './support.js';

/** Hands played before the list is opened. */
const HANDS = 2;

/** All looks of a page; `AXE=all` checks each page in all of them, otherwise each page has its own. */
const LOOKS = ['en', 'fr'].flatMap((lang) =>
  ['light', 'dark'].flatMap((theme) =>
    [
      [360, 640],
      [820, 1180],
      [1440, 900],
    ].map(([width, height]) => ({ lang, theme, width, height })),
  ),
);

let house;
let browser;
let page;

before(async () => {
  [house, browser] = await Promise.all([startHouse(LIVELY), startBrowser()]);
  const played = (seat) => seat.evaluate(async () => (await document.querySelector('p-room').app.account.hands({})).hands.length);
  page = await playedWithBots(browser, house.url, async (seat) => (await played(seat)) >= HANDS);
  await page.goto(`${house.url}/hands`);
  await rows()
    .nth(HANDS - 1)
    .waitFor();
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

/** Hands listed by the server. @param {Record<string, string | number>} query */
const listed = (query = {}) => page.evaluate(async (asked) => (await document.querySelector('p-history').app.account.hands(asked)).hands, query);

const rows = () => page.locator('.hand-rows li');

/** Waits for this number of rows. @param {number} count */
const shows = (count) => page.waitForFunction((n) => document.querySelectorAll('.hand-rows li').length === n, count);

test('a newcomer is told that there are no hands yet', async () => {
  const newcomer = await player(browser, { url: house.url, name: 'Newcomer' });
  await newcomer.goto(`${house.url}/hands`);
  await newcomer.getByText('You have not played a hand yet.').first().waitFor();
  await newcomer.getByRole('button', { name: 'Filters' }).click();
  await newcomer.getByRole('combobox', { name: 'Result' }).selectOption('won');
  await newcomer.getByText('No hands match.').first().waitFor();
  await newcomer.context().close();
});

test('a row tells the hand', async () => {
  await page.reload();
  await rows()
    .nth(HANDS - 1)
    .waitFor();
  const [newest] = await listed();
  const text = (await rows().first().textContent()).replaceAll(/\s+/g, ' ');
  assert.match(text, /No-limit hold'em/);
  assert.ok(text.includes(`#${newest.hand}`));
  assert.ok(text.includes(`with ${newest.opponents[0]}`) || text.includes(newest.opponents[0]));
  assert.ok(newest.pot > 0 && Number.isInteger(newest.net) && newest.cards.length === 2);
  assert.equal(await rows().first().locator('.h-cards p-card').count(), 2);
  assert.equal(await rows().first().locator('.h-board p-card').count(), newest.board?.length ?? 0);
  await shoot(page, 'hands');
  assert.deepEqual(await violations(page), []);
});

test('the search finds what the server finds', async () => {
  const all = await listed();
  const won = all.filter(({ net }) => net > 0).length;
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Result' }).selectOption('won');
  await shows(won);
  await page.getByRole('combobox', { name: 'Result' }).selectOption('lost');
  await shows(all.filter(({ net }) => net < 0).length);
  await page.getByRole('button', { name: 'Clear' }).click();
  await shows(all.length);
  const [{ opponents, pot }] = all;
  await page.getByLabel('Opponent').fill(opponents[0].toUpperCase());
  await shows(all.filter((hand) => hand.opponents.includes(opponents[0])).length);
  await page.getByLabel('Opponent').fill('Nobody at all');
  await page.getByText('No hands match.').first().waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Pot at least').fill(String(pot));
  await shows(all.filter((hand) => hand.pot >= pot).length);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('.hand-filters .first select').selectOption('razz');
  await shows(0);
  await page.locator('.hand-filters .first select').selectOption('no-limit-holdem');
  await shows(all.length);
  await page.getByLabel('From').fill('2099-01-01');
  await shows(0);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('searchbox').fill(`hold'em ${opponents[0].slice(0, 3).toLowerCase()}`);
  await shows(all.filter((hand) => hand.opponents.includes(opponents[0])).length);
  await page.getByRole('button', { name: 'Clear' }).click();
  await shows(all.length);
  // Page by page, the same hands in the same order.
  const paged = await page.evaluate(async () => {
    const { account } = document.querySelector('p-history').app;
    const found = [];
    let before;
    do {
      const part = await account.hands({ limit: 1, before });
      found.push(...part.hands.map(({ hand }) => hand));
      ({ before } = part);
    } while (before !== undefined);
    return found;
  });
  assert.deepEqual(
    paged,
    all.map(({ hand }) => hand),
  );
});

test('all hands found are one file, in every format', async () => {
  const count = (await listed()).length;
  for (const [format, ends] of [
    ['Text', /PokerStars|Hand #/],
    ['PHH', /^\[\d+\]$/m],
    ['OHH', /"ohh"/],
    ['JSON', /"events"/],
  ]) {
    await page.getByRole('button', { name: 'Download all hands found' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: format, exact: true }).click()]);
    const text = await readFile(await file.path(), 'utf8');
    assert.equal(text.match(new RegExp(ends, 'gm')).length >= count, true, `${format}: ${text.slice(0, 200)}`);
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
});

test('on a phone, in French, in the dark: axe finds nothing and nothing overflows', async () => {
  await page.evaluate(() => document.querySelector('p-history').app.settings.merge({ lang: 'fr', theme: 'dark' }));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('heading', { name: 'Mes mains' }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await shoot(page, 'hands-phone');
});

test('axe finds nothing on any page, and none is wider than its window', async () => {
  const [{ table, hand }] = await listed();
  const shared = await page.evaluate(
    ([at, n]) => document.querySelector('p-history').app.account.share(at, n, { own_cards: true, hide_names: true }),
    [table, hand],
  );
  const { tournaments } = await (await fetch(`${house.url}/api/v1/tournaments`)).json();
  const pages = [
    ['/hands', '.hand-rows li'],
    [`/hand/${table}/${hand}`, 'p-replay .stage'],
    [shared.path, 'p-replay .stage'],
    ['/me', 'p-me main'],
    ['/leaderboard', 'p-board main'],
    ['/rules', 'p-rules main'],
    ['/rules/baseball', 'p-rules .parts'],
    ['/rules/horse', 'p-rules .rules-index'],
    ['/learn', '.lessons'],
    ['/learn/mixed', 'p-lesson .stage'],
    ['/practice', '.practice-form'],
    [`/tournament/${tournaments.at(-1).tournament}`, 'p-tournament main'],
    [`/tournament/${tournaments.at(-1).tournament}/floor`, 'p-floor main'],
    ['/format', 'p-format main'],
  ];
  for (const [at, [path, selector]] of pages.entries()) {
    await page.evaluate((to) => document.querySelector('#app > *').app.navigate(to), path);
    await page.locator(selector).first().waitFor();
    for (const { lang, theme, width, height } of process.env.AXE === 'all' ? LOOKS : [LOOKS[(at * 5) % LOOKS.length]]) {
      await page.evaluate((look) => document.querySelector('#app > *').app.settings.merge(look), { lang, theme });
      await page.setViewportSize({ width, height });
      const what = `${path}, ${lang}, ${theme}, ${width}`;
      assert.deepEqual(await violations(page), [], what);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, what);
    }
  }
});

test('axe finds nothing in any dialog of a table, and none is wider than its window', async () => {
  await page.evaluate(() => document.querySelector('p-format').app.navigate('/'));
  await page.locator('p-lobby').waitFor({ state: 'attached' });
  const [{ id }] = await openTables(page, 1);
  await page.evaluate((to) => document.querySelector('p-lobby').app.navigate(to), `/table/${id}`);
  await page.locator('p-room .stage').first().waitFor();
  for (const [at, dialog] of DIALOGS.entries()) {
    for (const { lang, theme, width, height } of process.env.AXE === 'all' ? LOOKS : [LOOKS[(at * 5) % LOOKS.length]]) {
      await page.evaluate((look) => document.querySelector('p-room').app.settings.merge(look), { lang, theme });
      await page.setViewportSize({ width, height });
      await openDialog(page, dialog);
      const what = `${dialog}, ${lang}, ${theme}, ${width}`;
      assert.deepEqual(await violations(page), [], what);
      const spilt = await page
        .locator('dialog[open]')
        .evaluate((one) => [one, ...one.querySelectorAll('.tabs')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
      assert.ok(Math.max(...spilt) <= 0, `${what}: ${spilt}`);
      await leaveDialog(page);
    }
  }
  await page.evaluate(() => document.querySelector('p-room').app.navigate('/hands'));
});

test('a row leads to its hand, and back', async () => {
  const path = await rows().nth(1).locator('a').getAttribute('href');
  await rows().nth(1).locator('a').click();
  await page.locator('p-replay .stage').waitFor();
  assert.equal(new URL(page.url()).pathname, path);
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction((before) => location.pathname !== before, path);
  assert.deepEqual(page.complaints, []);
});
