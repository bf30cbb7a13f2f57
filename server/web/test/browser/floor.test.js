// The floor of a tournament from scripted messages: calls, tables, players; every decision is previewed before it is sent, and public afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { golden, house } from './desk.js';
import { scriptedPage } from './scripted.js';
import { ownBrowser, player, shoot, tabTo, violations, visit, withHouse } from './support.js';

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

const fits = async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no wider than the page');
const send = (page) => page.locator('.deciding button[type=submit]');
/** Sends the decision without waiting: the test checks the result. */
const submit = (page) => send(page).click({ noWaitAfter: true });

for (const look of LOOKS) {
  test(`the floor of an official, ${look.lang}`, async () => {
    const page = await scriptedPage(browser, { scene: house({ role: 'director' }), settings: look, viewport: SIZES[2], path: '/tournament/12/floor' });
    await page.locator('.floor-tables li').first().waitFor();
    const needs = await page.locator('.floor-tables li').evaluateAll((all) => all.map((one) => one.className));
    assert.deepEqual(needs, ['need-stalling', 'need-call', 'need-calm', 'need-fault', 'need-short']);
    const words = await page.locator('.floor-tables .need').allTextContents();
    assert.equal(new Set(words).size, 5, 'every need is words, too');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await fits(page);
      await shoot(page, `floor-${look.lang}-${size.width}`, { fullPage: size.width === 360 });
    }
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize(SIZES[0]);
    for (const [button, name] of [
      ['.floor-players .btn-s', 'player'],
      ['.floor-tables .btn-s', 'table'],
      ['.floor-calls .btn-s', 'call'],
    ]) {
      await page.locator(button).first().click();
      await page.locator('.deciding').waitFor();
      await page.locator('.deciding textarea').fill(look.lang === 'en' ? 'The second time today.' : 'La deuxième fois aujourd’hui.');
      assert.deepEqual(await violations(page), [], name);
      await fits(page);
      assert.ok(await page.locator('.deciding').evaluate((one) => one.scrollWidth <= one.clientWidth), `${name}: the dialog is no wider than the page`);
      await shoot(page, `floor-${name}-${look.lang}-360`);
      await page.keyboard.press('Escape');
      await page.locator('.deciding').waitFor({ state: 'detached' });
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('calls that outlive a tournament are answered, and lead to no table that is closed', async () => {
  const scene = house({ role: 'director', isOver: true });
  const page = await scriptedPage(browser, { scene, viewport: SIZES[0], path: '/tournament/12/floor' });
  const call = page.locator('.floor-calls li').first();
  await call.waitFor();
  assert.deepEqual(await page.locator('.floor-calls .btn-s').allTextContents(), ['Answer', 'Answer']);
  await page.locator('.t-part', { hasText: 'All tables are closed' }).waitFor();
  await fits(page);
  assert.deepEqual(await violations(page), []);
  await call.getByRole('button', { name: 'Answer' }).click();
  await page.locator('.deciding textarea').first().fill('Yes: the seat was drawn.');
  await submit(page);
  await page.locator('.deciding').waitFor({ state: 'detached' });
  assert.deepEqual(
    scene.decided.map(({ action }) => action.kind),
    ['answer'],
  );
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** A tournament before its start, with its first players entered. @param {number} entries @param {object} [summary] */
const beforeStart = (entries, summary) => (state) => {
  state.entrants = state.entrants.slice(0, entries).map(({ stack, ...one }) => ({ ...one, status: 'absent' }));
  Object.assign(state, { tables: [], table_count: 0, break_order: [], clock: undefined, level: undefined });
  Object.assign(state.summary, { phase: 'registering', level: undefined, alive: entries, entries, entries_open: true, ...summary });
};
/** Content below the heading of the players. @param {import('playwright-core').Page} page */
const playersOf = (page) => page.locator('section[aria-labelledby=floor-players]');

for (const [lang, nobody] of [
  ['en', 'None yet'],
  ['fr', 'Aucun pour l’instant'],
]) {
  test(`a floor that no one has entered says so, ${lang}`, async () => {
    for (const live of [false, true]) {
      const scene = house({ role: 'director', change: beforeStart(0, { live }) });
      scene.floor.desk.flags = [];
      const page = await scriptedPage(browser, { scene, settings: { lang }, path: '/tournament/12/floor' });
      await playersOf(page).waitFor();
      assert.equal(await playersOf(page).locator('p.none').textContent(), nobody);
      assert.equal(await playersOf(page).locator('input[type=search]').count(), 0, 'there is no one to search for');
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  });
}

test('a search among players that finds none says that, and not that there are none', async () => {
  const page = await scriptedPage(browser, { scene: house({ role: 'director' }), path: '/tournament/12/floor' });
  await playersOf(page).locator('input[type=search]').fill('nobody at all');
  await playersOf(page).locator('p.none', { hasText: 'No player has this name.' }).waitFor();
  await page.context().close();
});

test('no one is away before the start, nor at a real table', async () => {
  const AWAY = /away|disconnected/;
  const seated = (state) => {
    for (const one of state.entrants) one.status = 'absent';
  };
  const cases = [
    ['before the start', beforeStart(3), false],
    ['before the start of a live one', beforeStart(3, { live: true }), false],
    [
      'at a real table',
      (state) => {
        seated(state);
        state.summary.live = true;
      },
      false,
    ],
    // In a running tournament a player without a seat may be away: the text is there to be found.
    [
      'in a running one',
      (state) => {
        seated(state);
        Object.assign(state, { tables: [], table_count: 0, break_order: [] });
      },
      true,
    ],
  ];
  for (const [name, change, isAway] of cases) {
    for (const path of ['/tournament/12/floor', '/tournament/12']) {
      const page = await scriptedPage(browser, { scene: house({ role: 'director', change }), path });
      const players = path.endsWith('floor') ? playersOf(page) : page.locator('section[aria-labelledby=t-players]');
      await players.locator('th, li', { hasText: 'Ada' }).first().waitFor();
      assert.equal(AWAY.test(await players.textContent()), isAway, `${name}, ${path}`);
      await page.context().close();
    }
  }
});

test('a penalty is proposed by the ladder, seen as the trail will have it, and sent with its reason, by keys alone', async () => {
  const scene = house({ role: 'floor' });
  const page = await scriptedPage(browser, { scene, path: '/tournament/12/floor' });
  await page.locator('.floor-players input, .t-part input[type=search]').first().waitFor();
  await page.locator('.t-part input[type=search]').fill('ada 1');
  await page.locator('.t-part [role=status]', { hasText: '1 player found' }).waitFor({ state: 'attached' });
  await tabTo(page, '.floor-players .btn-s');
  await page.keyboard.press('Enter');
  await page.locator('.deciding').waitFor();
  assert.deepEqual(await page.locator('.deciding select').first().locator('option').allTextContents(), [
    'Penalise',
    'Kill the hand',
    'Move to another table',
    'Mute or unmute',
  ]);
  await tabTo(page, '.deciding input');
  await page.keyboard.type('late');
  assert.equal(await send(page).getAttribute('aria-disabled'), 'true', 'a reason is needed');
  await page.keyboard.press('Enter');
  assert.equal(scene.decided.length, 0);
  await tabTo(page, '.deciding textarea');
  await page.keyboard.type('Back from dinner too late.');
  await page.locator('.floor-preview li', { hasText: 'Ada 1: a warning and 1 missed hand for this fault: late' }).waitFor();
  assert.match(await page.locator('.floor-preview').textContent(), /Camille, floor.*Reason: Back from dinner too late\./s);
  await tabTo(page, '.deciding button[type=submit]');
  await page.keyboard.press('Enter');
  await page.locator('.deciding').waitFor({ state: 'detached' });
  assert.deepEqual(
    scene.decided.map(({ action, reason }) => [action, reason]),
    [[{ kind: 'penalise', player: 10, fault: 'late', rung: 'warning', count: 1 }, 'Back from dinner too late.']],
  );
  assert.match(await page.locator('.t-trail li').first().textContent(), /Ada 1: a warning and 1 missed hand/);
  await page.locator('#polite', { hasText: 'It is on record.' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Decide about Ada 1', 'the focus comes back');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a call is heard, read and answered', async () => {
  const scene = house({ role: 'floor' });
  const [first, second] = scene.floor.desk.tickets;
  scene.floor.desk.tickets = [first];
  const page = await scriptedPage(browser, { scene, path: '/tournament/12/floor' });
  await page.locator('.floor-calls li').waitFor();
  scene.floor.desk.tickets = [first, second];
  await page.locator('#assertive', { hasText: '2 calls waiting.' }).waitFor();
  await page.locator('.floor-calls .btn-s.hot').first().click();
  assert.match(await page.locator('.deciding').textContent(), /Eve asks for a ruling.*Is that right\?/s);
  await page.locator('.deciding textarea').fill('It is: the tables were balanced.');
  await submit(page);
  await page.locator('.floor-calls li').nth(1).waitFor({ state: 'detached' });
  assert.deepEqual(scene.decided[0].action, { kind: 'answer', ticket: 5 });
  await page.context().close();
});

test('the cards of a finished hand are opened on record', async () => {
  const scene = house({ role: 'director' });
  const page = await scriptedPage(browser, { scene, path: '/tournament/12/floor' });
  await page.locator('.floor-calls .btn-s.hot').first().click();
  await page.locator('.deciding select').selectOption('see_hand');
  await page.locator('.deciding textarea').fill('Two players are said to play together.');
  await submit(page);
  await page.locator('.floor-cards li').nth(1).waitFor();
  assert.deepEqual(await page.locator('.floor-cards p-card').evaluateAll((all) => all.map((one) => one.getAttribute('c'))), ['7d', '2c', 'Ah', 'Kd']);
  assert.deepEqual(await violations(page), []);
  await shoot(page, 'floor-hand');
  await page.context().close();
});

test('a refusal stays in the dialog, and what is sent again is the same request', async () => {
  const scene = house({ role: 'director', refuse: 'tournament.too_late' });
  const page = await scriptedPage(browser, { scene, path: '/tournament/12/floor' });
  await page.locator('.t-head .t-buttons button', { hasText: 'Pause' }).click();
  await page.locator('.deciding textarea').fill('Fire alarm.');
  await submit(page);
  await page.locator('.deciding [role=alert]', { hasText: 'too late' }).waitFor();
  await submit(page);
  await page.waitForFunction(() => !document.querySelector('.deciding button[type=submit][aria-disabled=true]'));
  await page.locator('.deciding textarea').fill('Fire alarm!');
  await submit(page);
  while (scene.decided.length < 3) await page.waitForTimeout(20);
  const ids = scene.decided.map(({ id }) => id);
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[1], ids[2], 'another reason is another decision');
  await page.context().close();
});

for (const look of LOOKS) {
  test(`players and strangers read the trail, and decide nothing, ${look.lang}`, async () => {
    for (const isStranger of [false, true]) {
      const page = await scriptedPage(browser, { scene: house(), settings: look, viewport: SIZES[0], path: '/tournament/12', isStranger });
      await page.locator('.t-trail li').first().waitFor();
      assert.equal(await page.locator('.t-trail li').count(), golden('rest/floor_response.json').entries.length);
      assert.equal(await page.locator('.t-buttons a[href$="/floor"]').count(), 0);
      await fits(page);
      assert.deepEqual(await violations(page), []);
      await page.goto(new URL('/tournament/12/floor', page.url()).href);
      await page.locator('.t-trail li').first().waitFor();
      assert.equal(await page.locator('.floor-tables, .floor-players, .floor-calls').count(), 0);
      assert.deepEqual(await violations(page), []);
      await fits(page);
      await shoot(page, `floor-reader-${look.lang}${isStranger ? '-stranger' : ''}`);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  });
}

test('a host runs an event of his own with a real server: start, wall, pause, penalty, void hand, certificate of a leaver', () =>
  withHouse([], async ({ url }) => {
    const host = await player(browser, { url, name: 'Host', viewport: SIZES[1] });
    await host.locator('.top nav a').nth(1).click();
    await host.locator('.t-announce button').click();
    await host.locator('.announce select').selectOption('turbo');
    await host.locator('.announce [role=radio]', { hasText: 'Your own' }).click();
    await host.locator('#announce-said .good').waitFor();
    // Once no player can enter any more, places are final immediately.
    const text = host.locator('.announce textarea');
    await text.fill(`${(await text.inputValue()).replace(/^late_levels.*\n/m, '')}late_levels = 0\n`);
    await host.locator('#announce-said .good').waitFor();
    await host.locator('.announce [role=radio]', { hasText: 'By link' }).click();
    await host.locator('.announce > .dialog-in > .btn.hot').click();
    await host.waitForURL('**/tournament/*');
    const path = new URL(host.url()).pathname;

    const enter = async (name) => {
      const page = await player(browser, { url, name, path: '/tournaments', viewport: SIZES[0] });
      await page.goto(url + path);
      await page.locator('.t-buttons button', { hasText: 'Register' }).click();
      await page.locator('dialog[open] .btn.hot').click();
      await page.locator('.t-mine', { hasText: 'You are in' }).waitFor();
      return page;
    };
    const [ada] = [await enter('Ada'), await enter('Bo'), await enter('Cy')];
    const wall = await visit(browser, { url, path: '/tournaments', viewport: SIZES[2] });
    await wall.goto(`${url}${path}/screen`);
    await wall.locator('.wall-level', { hasText: 'Starts in' }).waitFor();

    await host.locator('.t-buttons a[href$="/floor"]').click();
    /** Makes a decision in the dialog, which is open by then. */
    const decide = async (reason, preview) => {
      await host.locator('.deciding textarea').fill(reason);
      await host.locator('.floor-preview li', { hasText: preview }).waitFor();
      await submit(host);
      await host.locator('.deciding').waitFor({ state: 'detached' });
      await host.locator('.t-trail li b', { hasText: preview }).first().waitFor();
    };
    const press = (label) => host.locator('.t-head .t-buttons button', { hasText: label }).click();
    await press('Start now');
    await decide('All are here.', 'The tournament starts.');
    await wall.locator('.wall-draw li', { hasText: 'Ada' }).waitFor();
    assert.deepEqual(await wall.locator('.wall-draw li b').allTextContents(), ['Ada', 'Bo', 'Cy']);
    assert.match(await wall.locator('.wall-draw li').first().textContent(), /table 1, seat \d/);

    // At an event by link one press acts; a reason may be given.
    await press('With a reason');
    await host.locator('.deciding select').first().selectOption('pause');
    await decide('Fire alarm.', 'Play is paused.');
    await host.locator('.t-head .t-state', { hasText: 'Paused: Fire alarm.' }).waitFor();
    assert.equal(await host.locator('.floor-tables li').getAttribute('class'), 'need-paused');
    await host.locator('.floor-players li', { hasText: 'Bo' }).locator('button').click();
    await host.locator('.deciding label', { hasText: 'Fault' }).locator('input').fill('late');
    await decide('Twice today.', 'Bo: a warning and 1 missed hand for this fault: late');
    await press('Resume');
    await host.locator('.floor-notice', { hasText: 'Play goes on.' }).waitFor();
    await host.locator('.t-trail li b', { hasText: 'Play goes on.' }).first().waitFor();
    await host.locator('.floor-players li', { hasText: 'Bo' }).locator('button').click();
    await host.locator('.deciding select').first().selectOption('kill_hand');
    await decide('Told a friend.', 'The hand of Bo is killed, and will be shown to all.');
    await host.locator('.floor-tables .btn-s').first().click();
    await host.locator('.deciding select').selectOption('void_hand');
    await decide('A card was seen.', 'The running hand of table 1 is void');
    assert.deepEqual(await violations(host), []);

    await ada.goto(url + path);
    await ada.locator('.t-trail li', { hasText: 'Twice today.' }).waitFor();
    await ada.locator('.t-buttons button', { hasText: 'Leave for good' }).click();
    await ada.locator('dialog[open] .btn.hot').click();
    await ada.locator('.t-mine', { hasText: 'You finished 3rd of 3' }).waitFor();
    await ada.locator('.t-buttons a[href*="/certificate/"]').click();
    await ada.locator('.cert', { hasText: '3rd place of 3' }).waitFor();
    for (const page of [host, wall, ada]) assert.deepEqual(page.complaints, []);
  }));
