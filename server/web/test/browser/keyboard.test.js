// Everything can be reached with Tab, on every page and in every dialog: the focus is always visible and can move on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DIALOGS, leaveDialog, openDialog } from './dialogs.js';
import { openTables } from './rivals.js';
import { LIVELY, ground, playedWithBots } from './support.js';

/** More presses of Tab than any page has controls. */
const PRESSES = 500;

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

/** In the page: the focused element within `root`, and if the focus is visible. @param {string} root */
function look(root) {
  const scope = document.querySelector(root);
  const at = document.activeElement;
  const state = (globalThis.walked ??= { reached: new Set(), round: new Set(), faults: new Set() });
  if (!at || at === document.body || !scope.contains(at)) return null;
  const isAgain = state.round.has(at);
  state.round.add(at);
  state.reached.add(at);
  const name = `${at.localName}.${at.className} “${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40)}”`;
  const box = at.getBoundingClientRect();
  if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) state.faults.add(`${name} is out of sight`);
  const lit = [at, at.parentElement, at.nextElementSibling, at.closest('label')].some((one) => {
    const { outlineStyle, outlineWidth } = one ? getComputedStyle(one) : { outlineStyle: 'none', outlineWidth: '0' };
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  });
  if (!lit) state.faults.add(`${name} does not look focused`);
  return isAgain;
}

/** In the page: controls that were not reached. Groups with a single stop use arrow keys inside. @param {string} root */
function missed(root) {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';
  const groups = '[role=radiogroup], [role=tablist], [role=listbox], [role=menu], [role=toolbar], [role=grid]';
  const { reached } = globalThis.walked;
  const inGroup = (one) => {
    if (one.type === 'radio') return [...reached].some((other) => other.name === one.name);
    const group = one.closest(groups);
    return group && [...reached].some((other) => group.contains(other));
  };
  return [...document.querySelector(root).querySelectorAll(controls)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.closest('[inert], [aria-hidden=true]'))
    .filter((one) => one.tabIndex >= 0 || one.matches('a, button, input, select, textarea'))
    .filter((one) => !reached.has(one) && !inGroup(one))
    .map((one) => `${one.localName}.${one.className} “${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}”`);
}

/** Goes through a page by Tab alone. @param {string} what @param {string} [root] */
async function walk(what, root = 'body') {
  await page.evaluate(() => {
    globalThis.walked = undefined;
    document.activeElement?.blur();
  });
  let left;
  // A redraw may add something where the focus has already been, so each round covers everything.
  for (let round = 0; round < 3; round++) {
    await page.evaluate(() => globalThis.walked?.round.clear());
    let again = 0;
    let press = 0;
    // Once the focus is back where it was in this round, it has been everywhere.
    for (; press < PRESSES && again < 3; press++) {
      await page.keyboard.press('Tab');
      const isAgain = await page.evaluate(look, root);
      if (isAgain !== null) again = isAgain ? again + 1 : 0;
    }
    assert.ok(press < PRESSES, `${what}: the focus comes back to where it began`);
    left = await page.evaluate(missed, root);
    if (left.length === 0) break;
  }
  const { reached, faults } = await page.evaluate(() => ({ reached: globalThis.walked.reached.size, faults: [...globalThis.walked.faults] }));
  assert.ok(reached > 1, `${what}: ${reached} controls`);
  return { reached, faults: [...left.map((one) => `${one} is not reached`), ...faults].map((fault) => `${what}: ${fault}`) };
}

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
      const { reached, faults } = await walk(path);
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
      const { reached, faults } = await walk(dialog, 'dialog[open]');
      t.diagnostic(`${dialog}: ${reached} controls`);
      all.push(...faults);
      await leaveDialog(page);
    }
    assert.deepEqual(all, []);
    assert.deepEqual(page.complaints, []);
  });
}
