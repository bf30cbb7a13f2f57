// Practice: from the first screen to the first hand without a name, hints by mouse and by key, pausing, another game. The server is scripted; its
// bots are tested with the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { game, scriptedPage } from './scripted.js';
import { ownBrowser, ready, shoot, violations } from './support.js';

const PHONE = { width: 360, height: 640 };
const WIDE = { width: 1920, height: 1080 };
const DESK = { width: 1280, height: 800 };

const browser = await ownBrowser();

const holdem = game({
  id: 'no-limit-holdem',
  name: { en: 'No-limit hold’em', fr: 'Hold’em sans limite' },
  family: 'holdem',
  deal: 'dd-bbb-b-b-',
  limits: ['nl'],
  seats_max: 10,
  small_blind: 5,
  big_blind: 10,
  bets: [10, 10],
});
const razz = game({ id: 'razz', name: { en: 'Razz', fr: 'Razz' }, family: 'lowball', high: false, low: true, seats_max: 8 });

/** The server's hint for the open decision. */
const HINT = {
  hand: 31,
  turn: 9,
  pot: 684,
  price: 120,
  needed: 150,
  costs: [
    { choice: 'fold', min: 0, max: 0 },
    { choice: 'call', min: 120, max: 120 },
    { choice: 'raise', min: 240, max: 1131 },
  ],
  chance: { samples: 2000, win: 340, tie: 12, share: 346, fair: 333 },
  outs: ['2h', '5h', '9h', 'Th', 'Jh'],
  reason: 'price_good',
};

/** The player's turn at a practice table; `answer` is the answer to hint requests. */
const atTurn = (change = {}) => ({
  game: holdem,
  hands: { 1: 'Ah Kh', 2: '?? ??', 3: '?? ??' },
  names: ['', 'Camille', 'Alba', 'Bruno'],
  hand: { pot: 684, bet: 120, board: ['7h', '3h', 'Qc'] },
  bets: { 2: 120 },
  choices: [{ kind: 'fold' }, { kind: 'call', amount: 120 }, { kind: 'raise', min: 240, max: 1131 }],
  you: { hand: 31, turn: 9 },
  info: { practice: true, private: true, host: 'account-1', action_ms: 600_000 },
  answer: (request) => (request.type === 'hint' ? { hint: HINT } : undefined),
  ...change,
});

const close = async (page) => {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
};

/** Requests of one type that the page has sent, once there is one. */
async function sent(page, type) {
  const of = () => page.sent.filter((one) => one.type === type);
  for (let n = 0; n < 600 && of().length === 0; n++) await page.evaluate(() => new Promise(requestAnimationFrame));
  return of();
}

for (const [lang, words] of [
  ['en', { link: 'Practise against bots', deal: 'Deal Razz', hint: 'Hint', why: 'the price is good', spoken: /the price is good.*35%/ }],
  ['fr', { link: 'S’entraîner contre des bots', deal: 'Donner : Razz', hint: 'Conseil', why: 'le prix est bon', spoken: /le prix est bon/ }],
]) {
  test(`a stranger chooses a game and is at the table, without a name (${lang})`, async () => {
    const asked = [];
    const scene = atTurn({
      welcome: { tables: [] },
      rest: ({ method, path, body }) => {
        if (path === '/api/v1/games' || path === '/api/v1/tables') return { games: [holdem, razz], mixes: [], tables: [] };
        if (method === 'POST' && (path === '/api/v1/guest' || path === '/api/v1/practice')) asked.push([path, body]);
        return path === '/api/v1/practice' ? { table: 't1', practice: true, status: 201 } : undefined;
      },
    });
    const page = await scriptedPage(browser, { scene, settings: { lang, hotkeys: true }, path: '/', isStranger: true, viewport: DESK });
    await page.locator('.welcome a', { hasText: words.link }).click();
    await page.locator('.practice-form .game').nth(1).waitFor();
    for (const [viewport, name] of [
      [PHONE, 'phone'],
      [DESK, 'desk'],
      [WIDE, 'wide'],
    ]) {
      await page.setViewportSize(viewport);
      await shoot(page, `practice-form-${lang}-${name}`);
      assert.deepEqual(await violations(page), [], name);
    }
    await page.setViewportSize(DESK);
    await page.locator('.practice-form .game', { hasText: 'Razz' }).click();
    await page.locator('.practice-form .seg [role=radio]', { hasText: /^5$/ }).click();
    await page.locator('.practice-form .btn.hot').click();
    await page.waitForURL('**/table/t1');
    await page.locator('.me').waitFor();
    assert.deepEqual(
      asked.map(([path]) => path),
      ['/api/v1/guest', '/api/v1/practice'],
    );
    assert.match(asked[0][1].nickname, /\d$/);
    assert.deepEqual(asked[1][1], { game: 'razz', bots: 5 });
    await close(page);
  });

  test(`a hint tells prices, chances, outs and why, by mouse and by key (${lang})`, async () => {
    const page = await scriptedPage(browser, { scene: atTurn(), settings: { lang, hotkeys: true }, viewport: DESK });
    await ready(page);
    await page.locator('.top .hint-button', { hasText: words.hint }).click();
    const told = page.locator('.hint-told');
    await told.locator('.why', { hasText: words.why }).waitFor();
    assert.equal(await told.locator('.hint-cards p-card').count(), HINT.outs.length);
    assert.equal(await told.locator('dt').count(), await told.locator('dd').count());
    await page.locator('#polite', { hasText: words.spoken }).waitFor();
    await page.keyboard.press('i');
    while ((await sent(page, 'hint')).length < 2) await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(
      page.sent.filter(({ type }) => type === 'hint').every(({ table }) => table === 't1'),
      true,
    );
    for (const theme of ['light', 'dark']) {
      await page.evaluate((wanted) => document.documentElement.setAttribute('data-theme', wanted), theme);
      for (const [viewport, name] of [
        [PHONE, 'phone'],
        [DESK, 'desk'],
        [WIDE, 'wide'],
      ]) {
        await page.setViewportSize(viewport);
        await shoot(page, `practice-hint-${lang}-${theme}-${name}`);
        assert.deepEqual(await violations(page), [], `${theme} ${name}`);
      }
    }
    await close(page);
  });
}

/** The configuration that the practice page asks the server to open, with these mixes on offer. */
function opening(asked, mixes = []) {
  return atTurn({
    welcome: { tables: [] },
    rest: ({ method, path, body }) => {
      if (path === '/api/v1/games' || path === '/api/v1/tables') return { games: [holdem, razz], mixes, tables: [] };
      if (method === 'POST' && path === '/api/v1/practice') asked.push(body.game);
      return path === '/api/v1/practice' ? { table: 't1', practice: true, status: 201 } : undefined;
    },
  });
}

test('a link that names a game deals it', async () => {
  const asked = [];
  const page = await scriptedPage(browser, { scene: opening(asked), settings: { lang: 'en' }, path: '/practice?game=razz', isStranger: true, viewport: DESK });
  await page.waitForURL('**/table/t1');
  await page.locator('.me').waitFor();
  assert.deepEqual(asked, ['razz']);
  await close(page);
});

test('a link that names no game leaves the choice', async () => {
  const asked = [];
  const page = await scriptedPage(browser, {
    scene: opening(asked),
    settings: { lang: 'en' },
    path: '/practice?game=nothing',
    isStranger: true,
    viewport: DESK,
  });
  await page.locator('.practice-form .game').nth(1).waitFor();
  assert.equal(await page.locator('.practice-form .game').first().getAttribute('aria-pressed'), 'true');
  assert.deepEqual(asked, []);
  await close(page);
});

test('several games in turn are practised too', async () => {
  const asked = [];
  const games = [holdem, razz].map(({ id }) => ({ game: id, limit: 'fixed' }));
  const mixes = [
    { id: 'both', name: { en: 'Both', fr: 'Les deux' }, kind: 'rotation', games },
    { id: 'choice', name: { en: 'Choice', fr: 'Choix' }, kind: 'dealers_choice', games },
  ];
  const page = await scriptedPage(browser, { scene: opening(asked, mixes), settings: { lang: 'en' }, path: '/practice', isStranger: true, viewport: DESK });
  await page.locator('.practice-families button').last().click();
  await page.locator('.pickg.mixes .game').nth(1).waitFor();
  for (const [viewport, name] of [
    [PHONE, 'phone'],
    [DESK, 'desk'],
  ]) {
    await page.setViewportSize(viewport);
    await shoot(page, `practice-mixes-${name}`);
    assert.deepEqual(await violations(page), [], name);
  }
  await page.setViewportSize(DESK);
  await page.locator('.pickg.mixes .game', { hasText: 'Choice' }).click();
  await page.locator('.practice-form .btn.hot', { hasText: 'Deal Choice' }).click();
  await page.waitForURL('**/table/t1');
  assert.deepEqual(asked, ['choice']);
  await close(page);
});

test('a hint that is refused says why, and an old one is gone with its decision', async () => {
  const refused = (request) => (request.type === 'hint' ? { code: 'turn.not_yours' } : undefined);
  const page = await scriptedPage(browser, { scene: atTurn({ answer: refused }), settings: { lang: 'en' }, viewport: DESK });
  await ready(page);
  await page.locator('.hint-button').click();
  await page.locator('.hints .error').waitFor();
  assert.equal(await page.locator('.hint-told').count(), 0);
  await close(page);
  const other = await scriptedPage(browser, { scene: atTurn(), settings: { lang: 'en' }, viewport: DESK });
  await ready(other);
  await other.locator('.hint-button').click();
  await other.locator('.hint-told').waitFor();
  await other.tell(
    { kind: 'action_taken', seat: 1, action: 'fold', added: 0, to: 0, all_in: false, auto: false },
    { kind: 'turn_started', turn: 10, seats: [2], decision: 'bet' },
  );
  await other.locator('.hint-told').waitFor({ state: 'detached' });
  await close(other);
});

test('practice is paused, goes on, and is left for another game', async () => {
  const page = await scriptedPage(browser, { scene: atTurn(), settings: { lang: 'en' }, viewport: DESK });
  await ready(page);
  await page.locator('.top [aria-label="Pause"]').click();
  assert.deepEqual((await sent(page, 'host'))[0].action, { kind: 'pause' });
  await page.tell({ kind: 'host_ruled', deed: 'paused', rules: { paused: true } });
  await page.locator('.top [aria-label="Resume"]').waitFor();
  assert.equal(await page.locator('.top [aria-label="Invite"]').count(), 0);
  await page.locator('.top [aria-label="New game"]').click();
  await page.waitForURL('**/practice');
  assert.equal((await sent(page, 'leave')).length, 1);
  await close(page);
});

test('a table that is open is gone back to', async () => {
  const scene = atTurn({
    welcome: { tables: ['t1'] },
    rest: ({ path }) => (path === '/api/v1/games' ? { games: [holdem, razz], mixes: [] } : undefined),
  });
  const page = await scriptedPage(browser, { scene, settings: { lang: 'en' }, path: '/practice', viewport: DESK });
  await page.locator('.practice-open a').click();
  await page.waitForURL('**/table/t1');
  await close(page);
});

test('elsewhere there are no hints', async () => {
  const page = await scriptedPage(browser, { scene: atTurn({ info: {} }), settings: { lang: 'en', hotkeys: true }, viewport: DESK });
  await ready(page);
  await page.keyboard.press('i');
  assert.equal(await page.locator('.hint-button').count(), 0);
  assert.deepEqual(
    page.sent.filter(({ type }) => type === 'hint'),
    [],
  );
  await close(page);
});
