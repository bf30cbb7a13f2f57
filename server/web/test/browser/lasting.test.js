// Every screen of home games, clubs and seasons: axe, the keyboard, fingers and overlaps, in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { looked, none, small } from './grid.js';
import { checkOrCall, confirmSeat, drawn, ground, joinTable, play, player, violations } from './support.js';
import { walk } from './tabbing.js';

const { house, browser } = await ground(['--hand-pause-percent', '5']);

const settings = { lang: 'en', volume: 0, goToTurn: false };
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** How pages are looked at: each language in each window that differs, and by night once. */
const LOOKS = [
  { lang: 'en', theme: 'light', viewport: PHONE },
  { lang: 'fr', theme: 'dark', viewport: DESKTOP },
  { lang: 'fr', theme: 'light', viewport: PHONE },
];

/** @typedef {import('playwright-core').Page} Page */

/** The page's own state, found by any of its views. @param {Page} page @param {Record<string, unknown>} change */
const set = (page, change) => page.evaluate((wanted) => [...document.querySelectorAll('#app *')].find(({ app }) => app).app.settings.merge(wanted), change);

/** Sends requests as the page's player. @param {Page} page @param {[method: string, path: string, body?: object][]} requests */
const asked = (page, ...requests) =>
  page.evaluate(async (all) => {
    const { account } = [...document.querySelectorAll('#app *')].find(({ app }) => app).app;
    const answers = [];
    for (const [method, path, body] of all) answers.push(await account.ask(method, `/api/v1${path}`, body));
    return answers;
  }, requests);

/**
 * Checks what is on the page.
 *
 * @param {Page} page
 * @param {string} name
 * @param {{ root?: string, isTable?: boolean }} [options] The part that has the focus to itself; a table lies under its sheet.
 */
async function checked(page, name, { root = 'body', isTable = false } = {}) {
  const wrong = [];
  for (const { lang, theme, viewport } of LOOKS) {
    const what = `${name}, ${lang}, ${viewport.width}`;
    await page.setViewportSize(viewport);
    await set(page, { lang, theme });
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, lang);
    await drawn(page);
    wrong.push(...(await violations(page)).map((fault) => `${what}: ${fault}`));
    if (lang === 'en' || viewport === DESKTOP) wrong.push(...(await walk(page, what, root)).faults);
    if (viewport === PHONE) wrong.push(...[...(await page.evaluate(small)), ...(await page.evaluate(spilt))].map((fault) => `${what}: ${fault}`));
    // A key of the catalogue is no text.
    const words = await page.evaluate(() => document.querySelector('#app').innerText);
    const key = /\b(club|season|evenings?|ledger|host|ready|error)\.[a-z_]+\b/.exec(words)?.[0];
    if (key) wrong.push(`${what}: ${key}`);
  }
  await set(page, { lang: 'en', theme: 'light' });
  if (!isTable) wrong.push(...(await looked(page, name)));
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  return wrong;
}

/** In the page: buttons that are narrower than their words, and rows of tabs that are narrower than these. */
const spilt = () =>
  [...document.querySelectorAll('#app :is(button, .tablist)')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `spilt by ${one.scrollWidth - one.clientWidth}: ${one.textContent.trim()}`);

/** A visitor by touch, so that what is measured is what fingers get. @param {string} name */
async function enter(name) {
  const page = await player(browser, { url: house.url, name, settings, viewport: PHONE, isPhone: true });
  await page.evaluate((who) => document.querySelector('p-lobby').app.account.register(who, 'correct horse battery'), name);
  return page;
}

test('clubs and seasons: the door, the list, a club and a season of owner and member, the wall', async () => {
  const wrong = [];
  const ann = await enter('Ann');
  const bob = await enter('Bob');
  for (const page of [ann, bob]) await page.goto(`${house.url}/clubs`);
  await ann.locator('#club-mine').waitFor();
  wrong.push(...(await checked(ann, 'no club yet')));
  const [{ club, invitation }] = await asked(ann, ['POST', '/clubs', { name: 'Thursday Club' }]);
  await bob.goto(`${house.url}/club/join/${invitation}`);
  await bob.getByRole('button', { name: 'Join the club' }).waitFor();
  wrong.push(...(await checked(bob, 'the door')));
  await bob.getByRole('button', { name: 'Join the club' }).click();
  await bob.locator('#club-people').waitFor();
  const at = `/clubs/${club}`;
  const day = Date.parse('2026-11-05');
  const results = (...names) => names.map((name, place) => ({ name, place: place + 1, knock_outs: 0, rebuys: 0 }));
  const [, , { season }] = await asked(
    ann,
    ['POST', `${at}/people`, { names: ['Cy', 'Dora'] }],
    ['POST', `${at}/chat`, { text: 'Thursday at eight' }],
    ['POST', `${at}/seasons`, { name: 'Summer', formula: 'entrants - place + 1', ties: ['wins', 'places'] }],
  );
  await asked(
    ann,
    ['POST', `${at}/seasons/${season}/events`, { name: 'One', at: day, price: 10, results: results('Ann', 'Bob', 'Cy') }],
    ['POST', `${at}/seasons/${season}/events`, { name: 'Two', at: day + 6e8, price: 10, results: results('Cy', 'Dora', 'Ann') }],
  );
  const claim = bob.getByRole('button', { name: 'That is me: Dora' }).or(bob.locator('.club-list li', { hasText: 'Dora' }).locator('.btn-s').first());
  await bob.reload();
  await claim.first().click();
  await ann.goto(`${house.url}/clubs`);
  await ann.locator('.club-list a').waitFor();
  wrong.push(...(await checked(ann, 'the list of clubs')));
  await ann.goto(`${house.url}/club/${club}`);
  await ann.locator('.club-chat li').first().waitFor();
  wrong.push(...(await checked(ann, 'a club, its owner')));
  wrong.push(...(await checked(bob, 'a club, a member')));
  await ann.goto(`${house.url}/club/join/${invitation}`);
  await ann.locator('#club-join').waitFor();
  wrong.push(...(await checked(ann, 'the door, from inside')));
  const place = `${house.url}/club/${club}/season/${season}`;
  for (const [page, who] of [
    [ann, 'its director'],
    [bob, 'a member'],
  ]) {
    await page.goto(place);
    await page.locator('.ranks tbody tr').first().waitFor();
    await page.locator('.ranks tbody .link').first().click();
    wrong.push(...(await checked(page, `a season, ${who}`)));
  }
  await ann.getByRole('button', { name: 'Add an event' }).click();
  await ann.getByLabel('Results, winner first').waitFor();
  wrong.push(...(await checked(ann, 'a season, an event being added')));
  await ann.goto(`${place}/screen`);
  await ann.locator('.season-wall tbody tr').first().waitFor();
  wrong.push(...(await checked(ann, 'the wall of a season')));
  // Where a club is not, or not for everybody.
  await ann.goto(`${house.url}/club/join/${'0'.repeat(32)}`);
  await ann.locator('#club [role=alert]').waitFor();
  wrong.push(...(await checked(ann, 'a door that is closed')));
  const guest = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const stranger = await guest.newPage();
  await stranger.goto(`${house.url}/club/join/${invitation}`);
  await stranger.locator('#club .btn.hot').waitFor();
  wrong.push(...(await checked(stranger, 'the door, without a name')));
  none(wrong);
  for (const page of [ann, bob])
    assert.deepEqual(
      page.complaints.filter((text) => !text.includes('404')),
      [],
    );
  await Promise.all([ann, bob, stranger].map((page) => page.context().close()));
});

test('a home game: the evenings ready made, the form, the table of host and guest, the close, the evening kept', async () => {
  const wrong = [];
  const mia = await enter('Mia');
  const tom = await enter('Tom');
  await mia.goto(house.url);
  await mia.getByRole('button', { name: 'Play with friends' }).first().click();
  await mia.locator('.ready').first().waitFor();
  wrong.push(...(await checked(mia, 'evenings ready made', { root: 'dialog[open]' })));
  await mia.keyboard.press('Escape');
  const id = await mia.evaluate(async () => {
    const { app } = document.querySelector('p-lobby');
    const session = { own_chips: true, chip_value: 5, currency: 'euro', rebuys: 'approval' };
    const config = { game: 'no-limit-holdem', name: 'Friday', seats: 6, private: true, action_ms: 120_000, session };
    const { table } = await app.net.request({ type: 'create_table', config }, { patient: true });
    app.session(table.table).wish = 'sit';
    app.navigate(`/table/${encodeURIComponent(table.table)}`);
    return table.table;
  });
  await mia.locator('dialog[open]').waitFor();
  wrong.push(...(await checked(mia, 'the first stack', { root: 'dialog[open]' })));
  await confirmSeat(mia);
  const link = await mia.evaluate(() => document.querySelector('p-room').link());
  const guest = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  const stranger = await guest.newPage();
  await stranger.goto(link);
  await stranger.locator('.stage .seat').first().waitFor();
  wrong.push(...(await checked(stranger, 'the invitation', { isTable: true })));
  await joinTable(tom, link);
  await play([mia, tom], checkOrCall, async () => (await mia.evaluate(() => document.querySelector('p-room').session.live.hands)) >= 1);
  for (const dialog of ['invite', 'host']) {
    await mia.evaluate((name) => document.querySelector('p-room').set({ dialog: name, sheet: false }), dialog);
    await mia.locator('dialog[open] :is(button, input)').nth(1).waitFor();
    wrong.push(...(await checked(mia, dialog, { root: 'dialog[open]' })));
    await mia.keyboard.press('Escape');
    await mia.locator('dialog').waitFor({ state: 'detached' });
  }
  await mia.evaluate(() => document.querySelector('p-room').set({ tab: 'players', sheet: true }));
  await mia.locator('.panel .people').waitFor();
  wrong.push(...(await checked(mia, 'the players, as the host sees them', { isTable: true })));
  await mia.evaluate(() => document.querySelector('p-room').set({ sheet: false }));
  await tom.evaluate(() => document.querySelector('p-room').set({ tab: 'ledger', sheet: true }));
  await tom.locator('p-ledger .ledger').waitFor();
  wrong.push(...(await checked(tom, 'the ledger', { isTable: true })));
  await tom.evaluate(() => document.querySelector('p-room').set({ sheet: false }));
  await mia.evaluate(() => document.querySelector('p-room').session.askTable({ type: 'host', action: { kind: 'close' } }));
  await play([mia, tom], checkOrCall, async () => (await mia.locator('dialog.closing[open]').count()) > 0);
  for (const [page, who] of [
    [mia, 'the host'],
    [tom, 'a guest'],
  ]) {
    await page.locator('dialog.closing[open] .ledger tbody tr').nth(1).waitFor();
    wrong.push(...(await checked(page, `who pays whom, ${who}`, { root: 'dialog[open]' })));
  }
  await tom.goto(`${house.url}/evenings?table=${id.split('-')[0]}`);
  await tom.locator('.evening p-evening .ledger').waitFor();
  wrong.push(...(await checked(tom, 'the evening kept')));
  await stranger.goto(`${house.url}/evenings`);
  await stranger.locator('p-identity dialog[open]').waitFor();
  wrong.push(...(await checked(stranger, 'evenings, without a name', { root: 'dialog[open]' })));
  none(wrong);
  for (const page of [mia, tom]) assert.deepEqual(page.complaints, []);
  await Promise.all([mia, tom, stranger].map((page) => page.context().close()));
});
