// Addresses that lead nowhere, closed tables, and a network that is down: the page says what is the case, nothing overlaps in any window, and there
// is a link that leads on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { house } from './desk.js';
import { looked, none, waysOn } from './grid.js';
import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';
import { drawn, ownBrowser, shoot, violations } from './support.js';

const browser = await ownBrowser();
const LINK = '7-6f1d0c2b8a9e4f7d5c3b2a1908f7e6d5';

/** A house without tables and tournaments. */
const empty = () => ({
  game: SCENES.communal.game,
  hands: { 1: 'As Kd' },
  welcome: { tables: [], capabilities: ['tournaments'], tournaments: [] },
  answer: ({ type }) => (type === 'watch' ? { code: 'table.not_found' } : type === 'watch_tournament' ? { code: 'tournament.unknown' } : undefined),
  rest: ({ path }) =>
    /\/(tables|tournaments)\/[^/]+/.test(path) ? { status: 404, type: 'error', code: 'http.not_found', message: '', retryable: false } : undefined,
});

/** Each address, and the text expected there. */
const CASES = [
  ['/no/such/page', 'There is nothing at this address', 'Check the address'],
  ['/table/4711', 'No table at this link', 'the number 4711'],
  [`/table/${LINK.slice(0, 20)}`, 'No table at this link', 'The end of this link is missing'],
  [`/table/${LINK}`, 'No table at this link', 'The link is complete'],
  ['/table/seven', 'No table at this link', '“seven” is neither a number'],
  ['/tournament/4711', 'No tournament at this link', 'the number 4711'],
  [`/tournament/${LINK.slice(0, 9)}`, 'No tournament at this link', 'The end of this link is missing'],
  ['/tournament/4711/screen', 'No tournament at this link', 'the number 4711'],
  ['/tournament/4711/floor', 'No tournament at this link', 'the number 4711'],
  ['/tournament/4711/certificate/3', 'No tournament at this link', 'the number 4711'],
];

for (const isStranger of [false, true]) {
  test(`an address that leads nowhere says why, and where to go, ${isStranger ? 'to strangers' : 'to players'}`, async () => {
    const wrong = [];
    for (const [path, title, text] of CASES) {
      const page = await scriptedPage(browser, { scene: empty(), settings: { lang: 'en' }, path, seen: '.nowhere', isStranger });
      await page.locator('.nowhere h1', { hasText: title }).waitFor();
      await page.locator('.nowhere p', { hasText: text }).waitFor();
      assert.ok((await page.evaluate(waysOn)).length >= 2, `${path}: ways on`);
      assert.deepEqual(await violations(page), [], path);
      // An address without a view keeps the language in which it was opened.
      wrong.push(...(await looked(page, path, path === '/no/such/page' ? { langs: ['en'] } : {})));
      await page.context().close();
    }
    const french = await scriptedPage(browser, { scene: empty(), settings: { lang: 'fr' }, path: '/pas/de/page', isStranger });
    await french.locator('.nowhere h1', { hasText: 'Il n’y a rien à cette adresse' }).waitFor();
    wrong.push(...(await looked(french, 'rien', { langs: ['fr'] })));
    await french.context().close();
    none(wrong);
  });
}

/** A tournament table with the viewer seated, just before the viewer goes out. */
function lastTable() {
  const before = { registered: true, player: 3, entry: 3, seat: { table: 't1', table_no: 1, seat: 1 } };
  const scene = house({ change: (state) => Object.assign(state, { you: before }) });
  return {
    ...scene,
    hands: { 1: 'As Kd', 2: '?? ??' },
    hand: { turn: undefined },
    info: { tournament: { tournament: '12', name: { en: 'Evening freezeout', fr: 'Freezeout du soir' }, table_no: 1, level: 7 } },
    welcome: { capabilities: ['tournaments'], tables: ['t1'], tournaments: ['12'] },
  };
}

for (const [lang, finished, closed] of [
  ['en', 'You finished 40th', /This table is closed|does not exist/],
  ['fr', 'Vous finissez 40e', /Cette table est fermée|n’existe/],
]) {
  test(`who busts as the table closes reads the place, and not that the table is closed, ${lang}`, async () => {
    for (const isTold of ['first', 'last']) {
      const page = await scriptedPage(browser, { scene: lastTable(), settings: { lang } });
      await page.locator('.stage .seat').first().waitFor();
      const out = () =>
        page.hear({ type: 'tournament_you', tournament: '12', you: { registered: true, player: 3, entry: 3, out: true, place: { best: 40, worst: 40 } } });
      if (isTold === 'first') out();
      await page.tell({ kind: 'table_closed' });
      if (isTold === 'last') out();
      const dialog = page.locator('dialog[open]');
      await dialog.locator('.t-result', { hasText: finished }).waitFor();
      assert.doesNotMatch(await page.locator('#app').innerText(), closed);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.doesNotMatch(await page.locator('#app').innerText(), closed);
      // By then, coming back to it is refused.
      await page.evaluate(() => {
        const { app } = document.querySelector('p-room');
        app.sessions.get('t1').status = 'gone';
        app.render();
      });
      await page.locator('.nowhere h1', { hasText: finished }).waitFor();
      assert.doesNotMatch(await page.locator('#app').innerText(), closed);
      assert.ok((await page.evaluate(waysOn)).length >= 2);
      none(await looked(page, `out, told ${isTold}`, { langs: [lang] }));
      await page.context().close();
    }
  });
}

test('a table that closes while it is watched says so', async () => {
  const page = await scriptedPage(browser, { scene: { ...SCENES.communal, watching: true }, settings: { lang: 'en' } });
  await page.evaluate(() => {
    const { app } = document.querySelector('p-room');
    app.sessions.get('t1').status = 'gone';
    app.render();
  });
  await page.locator('.nowhere h1', { hasText: 'This table is closed' }).waitFor();
  assert.ok((await page.evaluate(waysOn)).length >= 2);
  none(await looked(page, 'closed'));
  await page.context().close();
});

test('without a network a page says so instead of waiting for ever, and opens once the server is back', async () => {
  let isAway = true;
  for (const path of ['/table/t1/', '/tournament/12', '/tournament/12/screen', '/']) {
    isAway = true;
    const page = await scriptedPage(browser, { scene: { ...SCENES.communal, watching: true }, settings: { lang: 'en', nickname: 'Camille' }, path: '/learn' });
    await page.context().route('**/api/**', (route) => (isAway ? route.abort('internetdisconnected') : route.fallback()));
    await page.goto(new URL(path, page.url()).href);
    if (path === '/') {
      await page.locator('.cut-off').waitFor();
      assert.equal(await page.locator('.top .btn-s').count(), 0, 'who was here before is not asked to sign in');
      assert.equal(await page.locator('.top .me-name').textContent(), 'Camille');
    } else {
      await page.locator('.nowhere h1', { hasText: 'No connection' }).waitFor();
      assert.ok((await page.evaluate(waysOn)).length >= 2, path);
    }
    await drawn(page);
    none(await looked(page, `offline ${path}`));
    await shoot(page, `offline-${path.replaceAll('/', '-')}`);
    if (path === '/table/t1/') {
      isAway = false;
      await page.locator('.stage .seat').first().waitFor();
    }
    await page.context().close();
  }
});
