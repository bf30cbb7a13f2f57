// Everything can be reached with Tab, on every page and in every dialog: the focus is always visible and can move on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DIALOGS, leaveDialog, openDialog } from './dialogs.js';
import { openTables } from './rivals.js';
import { LIVELY, ground, playedWithBots } from './support.js';
import { walk } from './tabbing.js';

const { house, browser } = await ground(LIVELY);

/** A player with a seat at a table with bots, and a hand in the history. */
const page = await playedWithBots(browser, house.url, (seat) =>
  seat.evaluate(async () => (await document.querySelector('p-room').app.account.hands({})).hands.length > 0),
);
// The page stays where the test takes it.
await page.evaluate(() => document.querySelector('p-room').app.settings.merge({ goToTurn: false }));
const table = new URL(page.url()).pathname;
const [last] = await page.evaluate(async () => (await document.querySelector('p-room').app.account.hands({})).hands);
const { tournaments } = await (await fetch(`${house.url}/api/v1/tournaments`)).json();
const event = tournaments.at(-1).tournament;
/** The player's own table, opened from the lobby. */
let own;

/** @param {string} path */
const go = (path) => page.evaluate((to) => [...document.querySelectorAll('#app *')].find(({ app }) => app).app.navigate(to), path);

for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  test(`every control of every page is reached by Tab, at ${width}x${height}`, async (t) => {
    await page.setViewportSize({ width, height });
    const pages = [
      ['/', '.tables li'],
      ['/tournaments', 'p-lobby'],
      [table, 'p-room .stage'],
      ['/hands', '.hand-rows li'],
      [`/hand/${last.table}/${last.hand}`, 'p-replay .stage'],
      ['/me', 'p-me main'],
      ['/leaderboard', 'p-board main'],
      ['/rules', 'p-rules main'],
      ['/rules/baseball', 'p-rules .parts'],
      ['/learn', '.lessons'],
      ['/learn/mixed', 'p-lesson .stage'],
      ['/practice', '.practice-form'],
      ['/format', 'p-format main'],
      [`/tournament/${event}`, 'p-tournament main'],
      [`/tournament/${event}/floor`, 'p-floor main'],
    ];
    const all = [];
    for (const [path, selector] of pages) {
      await go(path);
      await page.locator(selector).first().waitFor({ state: 'attached' });
      const { reached, faults } = await walk(page, path);
      t.diagnostic(`${path}: ${reached} controls`);
      all.push(...faults);
    }
    assert.deepEqual(all, []);
    assert.deepEqual(page.complaints, []);
  });

  test(`every control of every dialog is reached by Tab, at ${width}x${height}, and Escape leads out`, async (t) => {
    await page.setViewportSize({ width, height });
    if (!own) {
      await go('/');
      await page.locator('p-lobby .tables').first().waitFor({ state: 'attached' });
      const [{ id }] = await openTables(page, 1);
      own = `/table/${id}`;
    }
    await go(own);
    await page.locator('p-room .stage').first().waitFor();
    const all = [];
    for (const dialog of DIALOGS) {
      await openDialog(page, dialog);
      const { reached, faults } = await walk(page, dialog, 'dialog[open]');
      t.diagnostic(`${dialog}: ${reached} controls`);
      all.push(...faults);
      await leaveDialog(page);
    }
    assert.deepEqual(all, []);
    assert.deepEqual(page.complaints, []);
  });
}
