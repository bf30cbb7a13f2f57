// A tournament on a wall screen, and a result on paper, from scripted messages: every state fits its screen in both languages and themes, unattended,
// for visitors too.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { scriptedPage } from './scripted.js';
import { ownBrowser, shoot, violations } from './support.js';
import { field, golden, house, misplaced, STATES } from './walls.js';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];
const LOOKS = [
  { lang: 'en', theme: 'dark' },
  { lang: 'fr', theme: 'light' },
];

const browser = await ownBrowser();

for (const name of Object.keys(STATES)) {
  test(`the wall shows a tournament: ${name}`, async () => {
    for (const look of LOOKS) {
      const page = await scriptedPage(browser, { scene: house(name), settings: look, viewport: SIZES[2], path: '/tournament/12/screen', isStranger: true });
      await page.locator('.wall-facts, .wall-draw').first().waitFor();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        // A phone scrolls; a wall screen must not have to.
        assert.deepEqual(await misplaced(page, size.width > 1000), [], `${look.lang} at ${size.width}`);
        await shoot(page, `wall-${name}-${look.lang}-${size.width}`);
      }
      assert.deepEqual(await violations(page), [], look.lang);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  });
}

test('a live tournament without a time says who starts it, and not that it starts by itself', async () => {
  for (const [lang, wanted, not] of [
    ['en', 'Officials start it', 'Starts when full'],
    ['fr', 'Les arbitres le lancent', 'Début quand complet'],
  ]) {
    const page = await scriptedPage(browser, {
      scene: house('before officials start it'),
      settings: { lang },
      viewport: SIZES[2],
      path: '/tournament/12/screen',
      isStranger: true,
    });
    await page.locator('.wall-time', { hasText: '20/100' }).waitFor();
    const words = await page.locator('.wall').innerText();
    assert.equal(words.toLowerCase().split(wanted.toLowerCase()).length, 2, `${wanted}, once, in ${words}`);
    assert.ok(!words.toLowerCase().includes(not.toLowerCase()), words);
    await page.context().close();
  }
});

test('what is largest is the clock, and it can be read from afar', async () => {
  const page = await scriptedPage(browser, { scene: house('running'), viewport: SIZES[2], path: '/tournaments/12/screen', isStranger: true });
  const size = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  await page.locator('.wall-time').waitFor();
  assert.match(await page.locator('.wall-time').textContent(), /^4:4\d$/);
  assert.ok((await size('.wall-time')) >= 0.2 * 1920);
  for (const part of ['.wall-level', '.wall-blinds']) assert.ok((await size(part)) >= 80, part);
  for (const part of ['.wall-next', '.wall-facts b', '.wall-prizes li', '.wall-head h1']) assert.ok((await size(part)) >= 40, part);
  assert.match(await page.locator('.wall-next').textContent(), /Next: level 8, 150\/300, ante 300/);
  assert.match(await page.locator('.wall-facts').textContent(), /Players left2of 41.*Average stack10,37551 big blinds.*Next prize6,500place 2/);
  assert.match(await page.locator('.wall-prizes li.next').textContent(), /6,500next out/);
  await page.context().close();
});

test('the seats of a large field are asked for, and give way to the clock', async () => {
  const all = field(150);
  const asked = [];
  const rest = ({ path, query }) => {
    const [, part] = /\/tournaments\/12\/(\w+)$/.exec(path) ?? [];
    if (!part) return undefined;
    asked.push(`${part} ${query.get('after')}`);
    return part === 'tables'
      ? { tables: all.tables }
      : query.get('after') === '0'
        ? { entrants: all.entrants.slice(0, 100), after: 100 }
        : { entrants: all.entrants.slice(100) };
  };
  const scene = house('draw', { rest });
  const page = await scriptedPage(browser, {
    scene: {
      ...scene,
      states: {
        12: () => {
          const message = golden();
          STATES.draw(message.state);
          Object.assign(message.state.summary, { alive: 150, entries: 150 });
          // Slow machines must not change the page.
          message.state.clock.running = false;
          return message;
        },
      },
    },
    viewport: SIZES[2],
    path: '/tournament/12/screen',
    isStranger: true,
  });
  await page.locator('.wall-draw-head', { hasText: '1 of 7' }).waitFor();
  assert.deepEqual(asked.sort(), ['entrants 0', 'entrants 100', 'tables 0']);
  assert.deepEqual(await misplaced(page, true), []);
  assert.match(await page.locator('.wall-draw li').first().textContent(), /^Ada.*table 1, seat 2$/);
  await page.context().close();
});

test('a screen that loses the server says so, and goes on when it is back', async () => {
  let isGone = false;
  let alive = 2;
  const rest = ({ path }) => {
    if (isGone) return { status: 503, error: { code: 'server.busy' } };
    if (path !== '/api/v1/tournaments/12') return undefined;
    const { state } = golden();
    state.summary.alive = alive;
    return state;
  };
  const page = await scriptedPage(browser, { scene: house('running', { rest }), viewport: SIZES[1], path: '/tournament/12/screen', isStranger: true });
  const players = page.locator('.wall-facts div', { hasText: 'Players left' }).locator('b');
  await players.waitFor();
  isGone = true;
  const before = await page.locator('.wall-time').textContent();
  await page.locator('.wall-state', { hasText: 'No connection' }).waitFor();
  assert.notEqual(await page.locator('.wall-time').textContent(), before, 'the clock runs on');
  assert.equal(await players.textContent(), '2');
  isGone = false;
  alive = 1;
  await players.filter({ hasText: '1' }).waitFor();
  assert.equal(await page.locator('.wall-state', { hasText: 'No connection' }).count(), 0);
  await page.context().close();
});

test('a player’s own screen stays on the wall when the tournament starts', async () => {
  const page = await scriptedPage(browser, { scene: house('registering'), viewport: SIZES[1], path: '/tournament/12/screen' });
  await page.locator('.wall-time').waitFor();
  const you = { registered: true, player: 3, entry: 3 };
  page.hear({ type: 'tournament_you', tournament: '12', you });
  page.hear({ type: 'tournament_you', tournament: '12', you: { ...you, seat: { table: 't9', table_no: 1, seat: 1 } } });
  await page.locator('#polite', { hasText: 'The tournament starts' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/tournament/12/screen');
  await page.context().close();
});

for (const look of LOOKS) {
  test(`a result is printed: the sheet alone, ${look.lang}`, async () => {
    const page = await scriptedPage(browser, { scene: house('completed'), settings: look, viewport: SIZES[0], path: '/tournament/12', isStranger: true });
    await page.locator('.t-results').waitFor();
    await shoot(page, `results-${look.lang}-360`);
    await page.locator('.t-results a').first().click();
    await page.waitForURL('**/tournament/12/certificate/3');
    await page.locator('.cert').waitFor();
    const text = await page.locator('.cert').textContent();
    const wanted =
      look.lang === 'en'
        ? ['Evening freezeout', 'March 14, 2026', 'hal', 'Winner: 1st place of 41', 'Prize: 8,000 chips']
        : ['Freezeout du soir', '14 mars 2026', 'hal', '1re place sur 41', '8\u202f000 jetons'];
    for (const words of wanted) assert.ok(text.includes(words), `${words} in ${text}`);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${size.width}`);
      await shoot(page, `certificate-${look.lang}-${size.width}`);
    }
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.top').isVisible(), false);
    assert.equal(await page.locator('.cert').isVisible(), true);
    await shoot(page, `certificate-${look.lang}-print`);
    const sheets = await page.pdf({ preferCSSPageSize: true });
    assert.equal(sheets.toString('latin1').match(/\/Type \/Page\b/g).length, 1, 'one sheet');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('places beyond those that a state tells are listed when they are asked for', async () => {
  const places = Array.from({ length: 150 }, (_, at) => ({ player: at + 1, best: at + 1, worst: at + 1, prize: 0 }));
  const { entrants } = field(150);
  const rest = ({ path, query }) => {
    if (path.endsWith('/results'))
      return query.get('after') === '0' ? { places: places.slice(0, 120), prizes: [], after: 120 } : { places: places.slice(120), prizes: [] };
    if (path.endsWith('/results/file')) return { text: 'as trackers read it' };
    return path.endsWith('/entrants') ? { entrants } : undefined;
  };
  const tell = () => {
    const message = golden();
    STATES.completed(message.state);
    Object.assign(message.state, { places: places.slice(0, 100), entrants: entrants.slice(0, 100) });
    return message;
  };
  const page = await scriptedPage(browser, {
    scene: { ...house('completed', { rest }), states: { 12: tell } },
    viewport: SIZES[0],
    path: '/tournament/12',
    isStranger: true,
  });
  const rows = page.locator('.t-results tbody tr');
  await rows.nth(99).waitFor({ state: 'attached' });
  assert.equal(await rows.count(), 100);
  await page.locator('.t-results button', { hasText: 'Show all places' }).click();
  await rows.nth(149).waitFor({ state: 'attached' });
  assert.match(await rows.nth(149).textContent(), /^150Camille 14/);
  assert.equal(await page.locator('.t-results button', { hasText: 'Show all places' }).count(), 0);
  // A visitor can also download them, by the number alone.
  const saved = page.waitForEvent('download');
  await page.locator('.t-results button', { hasText: 'Save for hand trackers' }).click();
  assert.equal((await saved).suggestedFilename(), 'tournament-12.txt');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a certificate of a place that a state does not tell is asked for, and one without a place is not made up', async () => {
  const rest = ({ path }) => {
    if (path.endsWith('/results')) return { places: [{ player: 77, best: 33, worst: 33, prize: 0 }], prizes: [] };
    if (path.endsWith('/entrants'))
      return { entrants: [{ player: 77, who: { id: 'x', name: 'Far down', kind: 'guest' }, entry: 77, status: 'active', out: true }] };
    return undefined;
  };
  const scene = house('completed', { rest });
  const page = await scriptedPage(browser, { scene, path: '/tournament/12/certificate/77', isStranger: true });
  await page.locator('.cert-name', { hasText: 'Far down' }).waitFor();
  assert.match(await page.locator('.cert').textContent(), /33rd place of 41/);
  assert.equal(await page.locator('.cert-prize').count(), 0);
  await page.context().close();
  const none = await scriptedPage(browser, { scene, path: '/tournament/12/certificate/78', isStranger: true });
  await none.locator('.empty', { hasText: 'no place yet' }).waitFor();
  await none.context().close();
});
