// A player's results, notes about others, and the leaderboard.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { LIVELY, playedWithBots, player, shoot, startBrowser, startHouse, violations } from './support.js';

/** Hands played before anything is checked. */
const HANDS = 2;

let house;
let browser;
let page;
let table;

before(async () => {
  [house, browser] = await Promise.all([startHouse(LIVELY), startBrowser()]);
  const played = (seat) => seat.evaluate(async () => (await document.querySelector('p-room').app.account.ask('GET', '/api/v1/me/results')).total.hands);
  // The server answers this four times a second; the players need to be checked more often.
  let next = 0;
  page = await playedWithBots(browser, house.url, async (seat) => {
    if (Date.now() < next) return false;
    next = Date.now() + 1000;
    return (await played(seat)) >= HANDS;
  });
  table = page.url();
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

/** Results as reported by the server. @param {string} view @param {string} path */
const told = (view, path) => page.evaluate(([name, asked]) => document.querySelector(name).app.account.ask('GET', asked), [view, path]);

test('a note is written from the plate, marks it, and is there again', async () => {
  const plate = page.locator('.seat .note-open').first();
  const label = await plate.getAttribute('aria-label');
  const name = /^Note on (.+)$/.exec(label)[1];
  // A press during an animation is repeated.
  const dialog = page.locator('dialog[open]');
  await page.waitForFunction((asked) => {
    const button = [...document.querySelectorAll('.seat .note-open')].find((one) => one.getAttribute('aria-label') === asked);
    if (!document.querySelector('dialog[open]')) button?.click();
    return document.querySelector('dialog[open] .note-colours');
  }, label);
  assert.match(await dialog.textContent(), new RegExp(name));
  await dialog.getByRole('radio', { name: 'Teal' }).check();
  await dialog.getByLabel('Note', { exact: true }).fill('calls the river');
  await shoot(page, 'note');
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await page.locator('.seat .note-mark .note-teal').waitFor();
  const noted = `Note on ${name}: Teal, calls the river`;
  await page.locator(`.seat .note-open[aria-label="${noted}"]`).waitFor();
  await shoot(page, 'note-on-plate');
  await page.reload();
  await page.locator(`.seat .note-open[aria-label="${noted}"]`).waitFor();
  // A press on the plate itself opens the card too.
  await page
    .locator('.seat', { has: page.locator(`.note-open[aria-label="${noted}"]`) })
    .locator('.plate')
    .click();
  await page.waitForFunction(() => document.querySelector('dialog[open] textarea')?.value === 'calls the river');
  await page.keyboard.press('Escape');

  // It is private.
  const other = await player(browser, { url: house.url, name: 'Otto', settings: { lang: 'en', volume: 0 } });
  await other.goto(table);
  await other.locator('.seat .note-open').first().waitFor();
  assert.equal(await other.locator('.note-mark').count(), 0);
  assert.deepEqual(await other.evaluate(() => document.querySelector('p-room').app.account.ask('GET', '/api/v1/notes')), { notes: [] });
  await other.context().close();
});

test('the line is drawn, stepped through by keys, and stands in a table', async () => {
  await page.goto(`${house.url}/`);
  await page.getByRole('link', { name: 'My results' }).click();
  await page.locator('.me-chart .line').waitFor();
  const results = await told('p-me', '/api/v1/me/results');
  assert.ok(results.total.hands >= HANDS);
  const range = page.getByRole('slider', { name: 'Point on the chart' });
  assert.equal(await range.getAttribute('max'), String(results.points.length - 1));
  const last = await range.getAttribute('aria-valuetext');
  assert.match(last, new RegExp(`after ${results.total.hands} hands?`));
  await range.focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((text) => document.querySelector('.me-range').getAttribute('aria-valuetext') !== text, last);
  assert.match(await range.getAttribute('aria-valuetext'), new RegExp(`after ${results.points.at(-2).hands} hands?`));
  await page.getByText('The chart as a table').click();
  assert.equal(await page.locator('.me-why tbody tr').count(), results.points.length);
  const figures = await page.locator('.me-figures').textContent();
  assert.ok(figures.includes('VPIP') && figures.includes('BB/100'), figures);
  assert.equal(await page.locator('section[aria-labelledby="me-sessions"] li').count(), 1);
  await shoot(page, 'results');
  assert.deepEqual(await violations(page), []);
});

test('on a phone, in French and dark, nothing is cut off', async () => {
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => document.querySelector('p-me').app.settings.merge({ lang: 'fr', theme: 'dark' }));
  await page.getByRole('heading', { name: 'Mes résultats' }).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} pixels wide`);
  await shoot(page, 'results-phone-fr');
  assert.deepEqual(await violations(page), []);
  await page.evaluate(() => document.querySelector('p-me').app.settings.merge({ lang: 'en', theme: 'light' }));
  await page.setViewportSize({ width, height });
});

test('the leaderboard shows accounts that want it', async () => {
  await page.goto(`${house.url}/leaderboard`);
  await page.getByText('protect your name with a password').waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 0);
  await page.evaluate(() => document.querySelector('p-board').app.account.ask('POST', '/api/v1/register', { name: 'Nora', password: 'correct horse battery' }));
  // The page learns on its next visit that the guest is an account now.
  await page.reload();
  const box = page.getByRole('checkbox', { name: 'Show me on the leaderboard' });
  await box.check();
  await page.waitForFunction(async () => (await document.querySelector('p-board').app.account.askAnyhow('/api/v1/leaderboard')).you.shown);
  await page.reload();
  await box.waitFor();
  await page.waitForFunction(() => document.querySelector('p-board input[type=checkbox]').checked);
  const week = await page.locator('.me-week span').textContent();
  await page.getByRole('button', { name: 'The week before' }).click();
  await page.waitForFunction((text) => document.querySelector('.me-week span').textContent !== text, week);
  await page.getByRole('button', { name: 'The week after' }).click();
  await page.waitForFunction((text) => document.querySelector('.me-week span').textContent === text, week);
  await shoot(page, 'leaderboard');
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
});
