// The last hand lies in a drawer beside the table: the table stays in view and in play, and the drawer names hands with their kickers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { faults } from './faults.js';
import { looked, none, WINDOWS } from './grid.js';
import { game, scriptedPage } from './scripted.js';
import { drawn, ownBrowser, shoot, violations } from './support.js';

const browser = await ownBrowser();

const HOLDEM = game({
  id: 'no-limit-holdem',
  name: { en: 'No-limit hold’em', fr: 'Hold’em sans limite' },
  family: 'holdem',
  limits: ['nl'],
  deal: 'dd-bbb-b-b-',
  small_blind: 5,
  big_blind: 10,
  ante: 0,
  bets: [],
});
const BOARD = ['Kd', '9h', '7c', '4s', '2d'];
const kings = (...kickers) => ({ category: 'one_pair', ranks: ['K', ...kickers], cards: [] });

/** A hand in which the player's kicker beats the same pair. */
const PLAYED = {
  game: HOLDEM,
  hands: { 1: 'Kh Ac', 2: '?? ??', 3: '?? ??' },
  folded: [3],
  hand: { hand: 7, board: BOARD, pot: 240, pots: [{ amount: 240, seats: [1, 2] }], bet: 0, turn: undefined },
};
const STORY = [
  { kind: 'hand_shown', seat: 1, cards: ['Kh', 'Ac'], high: kings('A', '9', '7') },
  { kind: 'hand_shown', seat: 2, cards: ['Ks', 'Qc'], high: kings('Q', '9', '7') },
  { kind: 'pot_awarded', pot: 0, side: 'whole', amount: 240, shares: [{ seat: 1, amount: 240 }] },
  { kind: 'hand_completed', hand: 7, stacks: [] },
];
/** The next one asks the player. */
const NEXT = [
  { kind: 'hand_started', hand: 8, game: 'no-limit-holdem', button: 2, seats: [1, 2, 3].map((seat) => ({ seat, stack: 900 })), carried: 0 },
  { kind: 'hole_cards_dealt', hands: [1, 2, 3].map((seat) => ({ seat, cards: [null, null] })) },
  { kind: 'turn_started', turn: 0, seats: [1], decision: 'bet', hand: 8 },
  {
    kind: 'choices',
    hand: 8,
    turn: 0,
    choices: [{ kind: 'fold' }, { kind: 'call', amount: 10 }, { kind: 'raise', min: 20, max: 900 }],
    to_call: 10,
    cards: ['7h', '7d'],
  },
];

/** A page whose player has won a hand and is asked in the next. @param {object} [options] */
async function asked(options = {}) {
  const page = await scriptedPage(browser, { scene: PLAYED, ...options });
  await page.tell(...STORY);
  return page;
}

const OPENS = '[aria-label="Last hand"]';

for (const [name, viewport] of Object.entries({ phone: { width: 390, height: 844 }, window: { width: 1280, height: 720 } })) {
  test(`the last hand opens beside the table, which is played on, ${name}`, async () => {
    const page = await asked({ viewport });
    // One's own hand and the other's have the same name but for the kicker.
    assert.equal(await page.locator('.me .made').textContent(), 'Pair of kings, ace kicker');
    assert.match(await page.locator('.seat[data-seat="2"] .plate').textContent(), /Pair(, Q| of kings, queen) kicker/);
    await page.tell(...NEXT);
    await page.locator('.act[data-ready] [data-place="1"]').waitFor();
    if (name === 'phone') {
      await page.locator('.top .sheet-only').click();
      await page.locator('.panel .foot button', { hasText: 'Last hand' }).click();
    } else await page.locator(`.top ${OPENS}`).click();
    const drawer = page.locator('.panel p-last .last');
    await drawer.waitFor();
    assert.equal(new URL(page.url()).pathname, '/table/t1', 'the table stays');
    assert.equal(await page.locator('.last-title').textContent(), 'Hand 7');
    assert.deepEqual(await drawer.locator('.last-board p-card').evaluateAll((cards) => cards.map((card) => card.getAttribute('c'))), BOARD);
    assert.deepEqual(await drawer.locator('.last-players .makes').allTextContents(), ['Pair of kings, ace kicker', 'Pair of kings, queen kicker', '']);
    assert.equal(await drawer.locator('.last-players .won .n').textContent(), '+240');
    assert.match(await drawer.locator('a.btn-s').getAttribute('href'), /^\/hand\/t1\/7$/);
    await drawn(page);
    assert.deepEqual(await page.evaluate(faults), []);
    assert.deepEqual(await violations(page), []);
    await shoot(page, `drawer-${name}`);
    // The bar is neither covered nor gone: the turn is answered with the drawer open.
    await page.locator('.act [data-place="1"]').click();
    const acts = () => page.sent.filter(({ type }) => type === 'act');
    while (acts().length === 0) await drawn(page);
    assert.deepEqual(
      acts().map(({ action }) => action),
      [{ kind: 'call', amount: 10 }],
    );
    await page.keyboard.press('Escape');
    await page.locator('p-last').waitFor({ state: 'detached' });
    assert.ok(await page.evaluate(() => document.activeElement.matches('.act')), 'the focus is on the actions');
    if (name === 'window') assert.ok(await page.locator('#tab-log[aria-selected=true]').isVisible(), 'the tabs are back');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('the drawer fits on tiles, in every window and in both languages', async () => {
  const page = await asked({ scene: { ...PLAYED, welcome: { tables: ['t1', 't2', 't3', 't4'] } }, viewport: { width: 1440, height: 900 } });
  await page.locator('.tile').nth(3).waitFor();
  await page.locator(`.tile.here .top ${OPENS}`).click();
  await page.locator('.tile.here p-last .last').waitFor();
  const [tile, drawer, act] = await Promise.all(['.tile.here', '.tile.here .panel', '.tile.here .act'].map((one) => page.locator(one).boundingBox()));
  assert.ok(
    drawer.x >= tile.x && drawer.x + drawer.width <= tile.x + tile.width + 1 && drawer.y + drawer.height <= act.y + 1,
    'within its tile, above its bar',
  );
  await shoot(page, 'drawer-tile');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  const alone = await asked();
  await alone.locator(`.top ${OPENS}`).click();
  await alone.locator('p-last .last').waitFor();
  none(await looked(alone, 'the last hand', { windows: WINDOWS.filter(({ width }) => width >= 1100), see: (where) => shoot(alone, `drawer-${where}`) }));
  await alone.context().close();
});

test('a table where no hand has finished says so', async () => {
  const page = await scriptedPage(browser, { scene: { ...PLAYED, hand: { ...PLAYED.hand, board: [] } } });
  await page.locator(`.top ${OPENS}`).click();
  await page.locator('p-last', { hasText: 'No hand has finished here since you arrived.' }).waitFor();
  assert.equal(await page.locator('p-last a, p-last button').count(), 0);
  await page.context().close();
});
