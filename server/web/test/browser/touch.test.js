// Touch: every control of every page is 44 pixels each way on touch screens, and no page mentions keys there.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { handOf } from './deals.js';
import { house as desk } from './desk.js';
import { DIALOGS, leaveDialog, openDialog } from './dialogs.js';
import { faults } from './faults.js';
import { lying, none, small } from './grid.js';
import { openTables } from './rivals.js';
import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';
import { checkOrCall, confirmSeat, drawn, ground, play, pressUntil, signIn, visit, withBots } from './support.js';

const { house, browser } = await ground(['--house-bots', '6', '--bot-think-percent', '5', '--hand-pause-percent', '5']);
// A page that goes to the table where it is one's turn would leave what is looked at.
const settings = { lang: 'en', volume: 0, goToTurn: false };

const { tournaments } = await (await fetch(`${house.url}/api/v1/tournaments`)).json();
/** The page of a house tournament. */
const EVENT = `/tournament/${tournaments[0].tournament}`;
const PHONES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

/**
 * Controls that are too small or covered, in both windows.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function handled(page, name) {
  const wrong = [];
  for (const viewport of PHONES) {
    await page.setViewportSize(viewport);
    await drawn(page);
    const found = [...(await page.evaluate(small)), ...(await page.evaluate(lying))];
    const key = await keysOf(page);
    if (key) found.push(`speaks of keys: ${key}`);
    wrong.push(...found.map((one) => `${name}, ${viewport.width}x${viewport.height}: ${one}`));
  }
  await page.setViewportSize(PHONES[0]);
  return wrong;
}

/** Mentions of keys on a page. @param {import('playwright-core').Page} page */
const keysOf = (page) =>
  page.evaluate(() => (/\b(press ([1-9]|Enter)|(by|or|with) Enter|Esc)\b/i.exec(document.querySelector('#app').innerText) ?? [])[0] ?? '');

for (const viewport of PHONES) {
  const at = `${viewport.width}x${viewport.height}`;

  test(`all that can be pressed at a table is as large as a finger, ${at}`, async () => {
    const wrong = [];
    const page = await scriptedPage(browser, { scene: SCENES.communal, settings, viewport, hasTouch: true });
    assert.ok(await page.evaluate(() => matchMedia('(pointer: coarse)').matches), 'fingers touch');
    const { games } = await (await fetch(`${house.url}/api/v1/games`)).json();
    const holdem = games.find(({ id }) => id === 'no-limit-holdem');
    const scenes = { ...SCENES, holdem: handOf(holdem, 6, 'bet', 1).decision };
    for (const [name, scene] of Object.entries(scenes)) {
      await page.show(scene);
      await drawn(page);
      wrong.push(...(await page.evaluate(small)).map((one) => `${name}: ${one}`), ...(await page.evaluate(faults)).map((one) => `${name}: ${one}`));
      const key = await keysOf(page);
      if (key) wrong.push(`${name}: speaks of keys: ${key}`);
    }
    if (await page.locator('.top .sheet-only').isVisible()) {
      await page.locator('.top .sheet-only').click();
      for (const tab of await page.locator('.panel [role=tab]').all()) {
        await tab.click();
        await drawn(page);
        wrong.push(...(await page.evaluate(small)).map((one) => `panel: ${one}`));
      }
    }
    none([...new Set(wrong)]);
    await page.context().close();
  });
}

test('all that can be pressed on pages is as large as a finger', async () => {
  const wrong = [];
  const page = await visit(browser, { url: house.url, settings, viewport: PHONES[0], isPhone: true });
  const look = async (name) => wrong.push(...(await handled(page, name)));
  for (const path of [
    '/',
    '/tournaments',
    '/learn',
    '/learn/holdem',
    '/rules',
    '/rules/omaha',
    '/practice',
    '/practice/hands',
    '/leaderboard',
    '/format',
    EVENT,
    `${EVENT}/floor`,
    '/no/such/page',
  ]) {
    await page.goto(house.url + path);
    await page.locator('main').first().waitFor();
    await page.waitForLoadState('networkidle');
    await look(path);
  }
  await page.goto(house.url);
  await signIn(page, 'Finger');
  for (const path of ['/', '/hands', '/me']) {
    await page.goto(house.url + path);
    await page.waitForLoadState('networkidle');
    await look(`known ${path}`);
  }
  none([...new Set(wrong)]);
  await page.context().close();
});

test('so is all that a player opens: seats, drawers, dialogs, the replayer, hands to study, lessons', async () => {
  const wrong = [];
  const page = await visit(browser, { url: house.url, settings, viewport: PHONES[0], isPhone: true });
  const look = async (name) => wrong.push(...(await handled(page, name)));
  await page.locator('.lobby .top .btn-s').click();
  await page.locator('p-identity dialog').waitFor();
  await look('a name');
  await signIn(page, 'Fingertip');
  await page.locator('.dock .quiet').click();
  await page.locator('#make .more').click();
  await page.locator('#make .options').waitFor();
  await look('a new table');
  await page.locator('.make-head .ico').click();
  // A hand with bots, between turns and at its end.
  await withBots(page).locator('.name').click();
  await page.locator('.seat p-card').first().waitFor();
  await look('a table that is watched');
  await pressUntil(page, page.locator('dialog[open]'));
  await look('a seat');
  await confirmSeat(page);
  const lastHand = () => page.evaluate(async () => (await document.querySelector('p-room').app.account.hands({})).hands[0] ?? null);
  await play([page], checkOrCall, async () => Boolean(await lastHand()));
  const { table, hand } = await lastHand();
  await look('between turns');
  await page.goto(house.url);
  await page.locator('p-lobby .tables').first().waitFor();
  const [own] = await openTables(page, 2);
  await page.goto(`${house.url}/table/${own.id}`);
  await page.locator('p-strip .tab').nth(1).waitFor();
  await look('a table of one’s own, and others');
  for (const dialog of DIALOGS) {
    await openDialog(page, dialog);
    await look(dialog);
    await leaveDialog(page);
  }
  for (const [path, seen] of [
    [`/hand/${table}/${hand}`, 'p-replay .way'],
    ['/hands', '.hand-rows li'],
    ['/practice/hands', 'p-study .me p-card'],
    ['/learn/mixed', 'p-lesson .stage'],
  ]) {
    await page.goto(house.url + path);
    await page.locator(seen).first().waitFor();
    await look(path);
  }
  await page.goto(`${house.url}/hands`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await look('filters of hands');
  await page.goto(`${house.url}/tournaments`);
  await page.locator('.t-announce button').click();
  await page.locator('.announce select option').first().waitFor({ state: 'attached' });
  for (const more of await page.locator('.announce summary').all()) await more.click();
  await look('a tournament to announce');
  none([...new Set(wrong)]);
  await page.context().close();
});

test('and all of a tournament’s desk, with the form of each decision', async () => {
  const wrong = [];
  const page = await scriptedPage(browser, { scene: desk({ role: 'director' }), settings, viewport: PHONES[0], hasTouch: true, path: '/tournament/12/floor' });
  await page.locator('.floor-tables li').first().waitFor();
  wrong.push(...(await handled(page, 'desk')));
  const openers = [
    '.floor-calls li:first-child .btn-s:first-child',
    ...[1, 2, 3, 4, 5].map((nth) => `.floor-tables li:nth-child(${nth}) .btn-s:first-child`),
    '.floor-players li:first-child .btn-s',
  ];
  const events = await page.locator('.t-head .t-buttons button').count();
  for (let nth = 1; nth <= events; nth++) openers.push(`.t-head .t-buttons button:nth-child(${nth})`);
  const seen = new Set();
  for (const opener of openers) {
    await page.locator(opener).first().click();
    await page.locator('.deciding textarea').waitFor();
    const kind = page.locator('.deciding .field', { hasText: 'What to decide' }).locator('select');
    const kinds = (await kind.count()) ? await kind.locator('option').evaluateAll((all) => all.map((one) => one.value)) : [opener];
    for (const value of kinds) {
      if (seen.has(value)) continue;
      seen.add(value);
      if (value !== opener) await kind.selectOption(value);
      wrong.push(...(await handled(page, value)));
    }
    await page.keyboard.press('Escape');
    await page.locator('.deciding').waitFor({ state: 'detached' });
  }
  assert.ok(seen.size > openers.length, `${seen.size} decisions`);
  none([...new Set(wrong)]);
  await page.context().close();
});
