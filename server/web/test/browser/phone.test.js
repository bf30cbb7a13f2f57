// A phone: practice by touch from the first screen to the replay of a hand, showdowns on a narrow screen, and the panel as a sheet, which covers the
// table but never the current question, and has the controls that do not fit into the bar over the table.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { golden } from './desk.js';
import { SCENES } from './scenes.js';
import { game, scriptedPage } from './scripted.js';
import { PATIENCE_MS, ground, ready, shoot, violations, visit } from './support.js';

const PHONE = { width: 390, height: 844 };
const NARROW = { width: 360, height: 740 };

/** Windows whose panel is a sheet or a drawer. */
const SHEETS = [
  [360, 640],
  [390, 844],
  [640, 360],
  [844, 390],
  [768, 1024],
  [1024, 768],
];

/** Smallest size for a finger, in pixels: adjacent controls may be narrower than high. */
const FINGER = { width: 36, height: 44 };

const { house, browser } = await ground(['--house-bots', '0', '--bot-think-percent', '20']);

/** Buttons and links too small for a finger, and those extending beyond the page. @param {import('playwright-core').Page} page @param {string} selector */
const misfits = (page, selector, finger = FINGER) =>
  page.evaluate(
    ([wanted, least]) =>
      [...document.querySelectorAll(wanted)].flatMap((one) => {
        const { left, right, width, height } = one.getBoundingClientRect();
        if (width === 0 || (left >= 0 && right <= innerWidth && width >= least.width - 0.5 && height >= least.height - 0.5)) return [];
        return [`${one.className} "${one.ariaLabel ?? one.textContent}" ${width.toFixed(1)}x${height.toFixed(1)} at ${left.toFixed(1)}`];
      }),
    [selector, finger],
  );

test('by touch, in French: from the first screen to a hand, a hint, and the hand once more', async () => {
  const page = await visit(browser, { url: house.url, settings: { lang: 'fr', volume: 0 }, viewport: PHONE, isPhone: true });
  const isWell = async (/** @type {string} */ what, /** @type {string} */ controls) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width, what);
    assert.deepEqual(await misfits(page, controls), [], what);
    assert.deepEqual(await violations(page), [], what);
    await shoot(page, `phone-${what}`);
  };
  await page.locator('.lobby .top .ico').last().tap();
  for (const tab of await page.locator('dialog [role=tab]').all()) {
    await tab.tap();
    assert.deepEqual(await misfits(page, 'dialog .seg button, dialog input', { width: 0, height: 0 }), [], 'settings');
  }
  await page.locator('dialog .ico').tap();
  await page.locator('.welcome-practice').tap();
  await page.locator('.practice-form .btn.hot').tap();
  await page.locator('.me.turn').waitFor();
  await ready(page);
  await isWell('table', '.top button, .top a, .act [data-place]');
  await page.locator('.hint-button').tap();
  await page.locator('.hint-told .why').waitFor();
  await isWell('hint', '.panel button, .act [data-place]');
  await page.locator('.panel .sheet-only').tap();
  // Check and call until one of the player's own hands is over.
  const isOver = () =>
    page.evaluate(() => {
      const room = document.querySelector('p-room');
      return Boolean(room.lastHand(room.session.shown)?.players.some(({ mine }) => mine));
    });
  const end = Date.now() + PATIENCE_MS;
  while (!(await isOver())) {
    assert.ok(Date.now() < end, 'the hand ends');
    if (await page.locator('.me.turn').isVisible())
      await page
        .locator('.act[data-ready] [data-place="1"]')
        .tap({ timeout: 2000 })
        .catch(() => {});
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await page.locator('.top .sheet-only').tap();
  await page.locator('.panel .foot button', { hasText: 'Dernière main' }).tap();
  await page.locator('p-last .last').waitFor();
  await isWell('last hand', '.panel button, .panel a, .act [data-place]');
  await page.locator('p-last a', { hasText: 'Revoir' }).tap();
  await page.locator('p-replay .stage').waitFor();
  await page.locator('.way .go').tap();
  await page.waitForFunction(() => document.querySelector('p-replay').at > 0);
  await isWell('replay', '.top button, .top a, .way button');
  const tops = await page.locator('.way button').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  assert.ok(Math.max(...tops) - Math.min(...tops) < 3, `speeds and steps are in one row: ${tops.join()}`);
  await page.locator('.top .sheet-only').tap();
  await page.locator('.panel.open').waitFor();
  await isWell('steps', '.panel button');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** Different cards, one after the other. */
function* deck() {
  for (const suit of 'shdc') for (const rank of 'AKQJT98765432') yield rank + suit;
}

/** A showdown with this many players and cards each. @param {number} seats @param {number} cards */
function showdown(seats, cards) {
  const left = deck();
  const hand = () => Array.from({ length: cards }, () => left.next().value);
  const hidden = Array(cards).fill('??').join(' ');
  const others = Array.from({ length: seats - 1 }, (_, at) => at + 2);
  const scene = {
    game: game({ family: 'holdem', deal: `${'d'.repeat(cards)}-bbb-b-b-`, seats_max: 10 }),
    hands: { 1: hand().join(' '), ...Object.fromEntries(others.map((seat) => [seat, hidden])) },
    hand: { board: [0, 1, 2, 3, 4].map(() => left.next().value), turn: undefined },
  };
  const shown = others.map((seat) => {
    const own = hand();
    return { kind: 'hand_shown', seat, cards: own, high: { category: 'two_pair', ranks: ['A', 'K', 'Q'], cards: own } };
  });
  return { scene, shown };
}

for (const [seats, cards] of [
  [2, 2],
  [6, 2],
  [6, 4],
  [7, 2],
  [10, 2],
  [10, 4],
]) {
  test(`${seats} players show ${cards} cards each: every hand lies within the page, and no seat covers another`, async () => {
    const { scene, shown } = showdown(seats, cards);
    const page = await scriptedPage(browser, { scene, viewport: NARROW });
    await page.tell(...shown);
    // The room shows the hands one by one.
    await page.waitForFunction((count) => document.querySelectorAll('.seat .row.open').length === count, shown.length);
    const [top, left, right, covered] = await page.evaluate(() => {
      const header = document.querySelector('.top').getBoundingClientRect().bottom;
      const boxes = [...document.querySelectorAll('.seat .row, .seat .plate, .seat .did')].map((one) => one.getBoundingClientRect());
      return [
        Math.min(...boxes.map((box) => box.top)) - header,
        Math.min(...boxes.map((box) => box.left)),
        innerWidth - Math.max(...boxes.map((box) => box.right)),
        coverage(),
      ];

      /** Largest overlap of a seat's cards with the cards or plate of another, in pixels. */
      function coverage() {
        const parts = [...document.querySelectorAll('.seat')].flatMap((seat) =>
          ['.row', '.plate'].flatMap((part) => {
            const box = seat.querySelector(part)?.getBoundingClientRect();
            return box ? [{ seat, part, box }] : [];
          }),
        );
        const overlaps = parts.flatMap((one) =>
          parts
            .filter((other) => other.seat !== one.seat && one.part === '.row')
            .map(({ box }) =>
              Math.min(
                Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left),
                Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top),
              ),
            ),
        );
        return Math.max(0, ...overlaps);
      }
    });
    await shoot(page, `phone-showdown-${seats}-${cards}`);
    assert.ok(top >= 2, `${top} pixels below the header`);
    assert.ok(left >= 0 && right >= 0, `${left} and ${right} pixels from the edges`);
    assert.ok(covered <= 2, `${covered} pixels of a seat are covered by another's cards`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/** Controls whose centre is covered. @param {import('playwright-core').Page} page @param {string} selector */
const covered = (page, selector) =>
  page.evaluate(async (wanted) => {
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)));
    return [...document.querySelectorAll(wanted)].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width === 0) return [];
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return control.contains(seen) ? [] : [`${control.textContent || control.ariaLabel} by ${seen?.className}`];
    });
  }, selector);

for (const [width, height] of SHEETS) {
  test(`the panel over the table in my turn, ${width}x${height}`, async () => {
    const scene = { ...SCENES.communal, info: { limit: 'nl' } };
    const page = await scriptedPage(browser, { scene, viewport: { width, height } });
    await ready(page);
    await page.locator('.top .sheet-only').click();
    await page.locator('.panel.open').waitFor();
    assert.deepEqual(await covered(page, '.act button, .act input, .top .ico, .panel button'), []);
    await shoot(page, `sheet-${width}x${height}`);
    const isPhone = width < 600 || height <= 500;
    const [last, sound] = isPhone
      ? [page.locator('.panel .foot button').first(), page.locator('.panel .foot button').last()]
      : [page.locator('.top .wide.ico').first(), page.locator('.top .wide.ico').last()];
    await sound.click();
    assert.ok((await page.evaluate(() => JSON.parse(localStorage.getItem('poker.settings')).volume)) > 0);
    await last.click();
    await page.locator('p-last').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('p-last').waitFor({ state: 'detached' });
    // The answer is given with the sheet open.
    if (isPhone) await page.locator('.top .sheet-only').click();
    await page.locator('.act [data-place="1"]').click();
    await page.waitForFunction(() => document.querySelector('p-room').session.sending === null);
    assert.deepEqual(
      page.sent.filter((one) => one.type === 'act').map((one) => one.action),
      [{ kind: 'check' }],
    );
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/** Lines of text in the bar over the stage, and those extending beyond it. @param {import('playwright-core').Page} page */
const linesOfBar = (page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.top').getBoundingClientRect();
    const rects = [...document.querySelectorAll('.top .name > *')].flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return [...range.getClientRects()].map(({ top, bottom }) => ({ top, bottom, text: one.textContent }));
    });
    const out = rects.filter(({ top, bottom }) => top < bar.top - 1 || bottom > bar.bottom + 1).map(({ text }) => text);
    // The parts of a line are boxes of their own, and may lie a fraction of a pixel apart.
    const middles = rects.map(({ top, bottom }) => (top + bottom) / 2).sort((a, b) => a - b);
    return { lines: middles.filter((middle, at) => at === 0 || middle - middles[at - 1] > 3).length, out, height: bar.height };
  });

/** A hand played at the player's own table, as the replayer reads it. */
const replayed = () => ({
  ...SCENES['pick-game'],
  rest: ({ path }) => (/\/hands\/[^/]+\/\d+$/.test(path) ? { ...golden('rest/hand_record.json'), table_name: 'Bertille de la Fontaine’s table' } : undefined),
});

for (const lang of ['en', 'fr']) {
  test(`the bar of a table and of the replayer has two lines, ${lang}`, async () => {
    const info = { ...SCENES['pick-game'].info, name: 'Bertille de la Fontaine’s table', private: true };
    const cases = [
      ['a dealer who picks', { ...SCENES['pick-game'], info }],
      ['another dealer picks', { ...SCENES['others-pick'], info }],
      ['a game that was picked', { ...SCENES.roll, info }],
      ['a table that is called like its game', { ...SCENES['others-pick'], info: { ...info, name: 'Five-card draw' } }],
      ['the replayer', replayed(), '/hand/t7f3k2/42', 'p-replay .stage'],
    ];
    for (const [name, scene, path, seen] of cases) {
      const page = await scriptedPage(browser, { scene, settings: { lang }, viewport: NARROW, ...(path && { path, seen }) });
      for (const viewport of [{ width: 320, height: 640 }, NARROW, PHONE]) {
        await page.setViewportSize(viewport);
        const { lines, out, height } = await linesOfBar(page);
        assert.deepEqual({ lines, out }, { lines: 2, out: [] }, `${name} at ${viewport.width}`);
        assert.ok(height <= 56, `${name} at ${viewport.width}: ${height}`);
      }
      assert.deepEqual(page.complaints, [], name);
      await page.context().close();
    }
  });
}

test('who opens a table in the middle of a hand reads which of three draws it is, and which comes then', async () => {
  const triple = game({
    id: 'badugi',
    name: { en: 'Badugi', fr: 'Badugi' },
    family: 'lowball',
    deal: 'dddd-x-x-x-',
    decisions: ['bet', 'draw'],
    high: false,
    low: true,
  });
  const cards = ['As', '9c', '5h', '5d'];
  const scene = {
    game: triple,
    hands: { 1: cards.join(' '), 2: '?? ?? ?? ??', 3: '?? ?? ?? ??' },
    decision: 'draw',
    hand: { draw: { number: 2, of: 3 } },
    choices: [{ kind: 'discard', min: 0, max: 4, cards, replaced: true }],
  };
  const asks = (turn, decision, draw) => ({ kind: 'turn_started', turn, seats: [2], decision, ...draw });
  for (const [lang, second, bets, third] of [
    ['en', 'Draw 2 of 3', 'After draw 2 of 3', 'Draw 3 of 3'],
    ['fr', 'Échange 2 sur 3', 'Après l’échange 2 sur 3', 'Échange 3 sur 3'],
  ]) {
    const page = await scriptedPage(browser, { scene, settings: { lang }, viewport: NARROW });
    const street = page.locator('.stage .street');
    await street.filter({ hasText: second }).waitFor();
    await page.tell({ kind: 'cards_drawn', seat: 1, count: 1, auto: false }, asks(10, 'draw', { draw: { number: 2, of: 3 } }));
    await street.filter({ hasText: second }).waitFor();
    await page.tell({ kind: 'cards_drawn', seat: 2, count: 1, auto: false }, asks(11, 'bet'));
    await street.filter({ hasText: bets }).waitFor();
    await page.tell(asks(12, 'draw', { draw: { number: 3, of: 3 } }));
    await street.filter({ hasText: third }).waitFor();
    assert.ok(await street.evaluate((one) => one.scrollWidth <= one.clientWidth + 1), 'it has room');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
