// Hands of every catalogue game with 2 to 10 players, in windows from 360x640 to 2560x1440, in both languages: no text is cut off, no plate, card
// index or control is covered. The ordinary run takes a part of the matrix in which every family meets every window and every number of seats;
// GEOMETRY=all takes all of it, half an hour, and GEOMETRY=640x360,844x390 all of these windows.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { handOf } from './deals.js';
import { faults } from './faults.js';
import { WINDOWS as MADE_FOR } from './grid.js';
import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';
import { shoot, startBrowser, startHouse } from './support.js';

const SIZES = [
  [360, 640],
  [375, 667],
  [390, 844],
  [430, 932],
  [640, 360],
  [844, 390],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
];
const LANGUAGES = ['en', 'fr'];
const wanted = process.env.GEOMETRY;
const isWhole = Boolean(wanted);
const WINDOWS = SIZES.filter(([width, height]) => !wanted || wanted === 'all' || wanted.split(',').includes(`${width}x${height}`));
/** A prime number larger than the matrix of any catalogue. */
const JUMP = 1_000_003;

let browser;
/** One game of each deal: the one with the longest name. */
let games;

before(async () => {
  browser = await startBrowser();
  const house = await startHouse();
  const list = await (await fetch(`${house.url}/api/v1/games`)).json();
  await house.stop();
  const alike = new Map();
  for (const game of list.games) {
    const { family, deal, seats_max: most, high_ranking: high, low_ranking: low, limits, decisions, wild } = game;
    const key = [family, deal, most, high, low, limits[0], decisions, wild].join();
    if ((alike.get(key)?.name.fr.length ?? 0) < game.name.fr.length) alike.set(key, game);
  }
  games = [...alike.values()];
});

after(() => browser?.close());

/**
 * The part of the matrix to test, window by window: in a scattered order, every case with a new pair of family, number of seats, language and window,
 * or a new game.
 */
function cases() {
  const all = games.flatMap((game) =>
    Array.from({ length: game.seats_max - 1 }, (_, at) => at + 2).flatMap((seats) =>
      LANGUAGES.flatMap((lang) => WINDOWS.map((size) => ({ game, seats, lang, size }))),
    ),
  );
  const met = new Set();
  const isNews = ({ game, seats, lang, size }) => {
    const pairs = [`${game.family}, ${size}`, `${seats}, ${size}`, `${lang}, ${size}`, `${game.family}, ${seats}`, `${game.family}, ${lang}`];
    const fresh = [game.id, ...pairs].filter((pair) => !met.has(pair));
    fresh.forEach((pair) => met.add(pair));
    return fresh.length > 0;
  };
  const taken = isWhole ? all : all.map((_, at) => all[(at * JUMP) % all.length]).filter(isNews);
  const place = ({ size, lang }) => SIZES.indexOf(size) * LANGUAGES.length + LANGUAGES.indexOf(lang);
  return taken.sort((a, b) => place(a) - place(b));
}

test('nothing is cut off or covered, in any game, with any number of players, on any window', async (t) => {
  assert.ok(WINDOWS.length > 0, `no such window: ${wanted}`);
  let page;
  let last;
  const all = [];
  const looks = cases();
  t.diagnostic(`${looks.length} hands on ${WINDOWS.length} windows`);
  for (const [nth, { game, seats, lang, size }] of looks.entries()) {
    const [width, height] = size;
    const isFirst = last !== `${size} ${lang}`;
    last = `${size} ${lang}`;
    const decisions = game.decisions ?? ['bet'];
    const decision = decisions[seats % decisions.length];
    const hand = handOf(game, seats, decision, 2 * nth + 1);
    if (!page) {
      page = await scriptedPage(browser, { scene: hand.decision });
      // Nothing has to be painted: only positions count.
      await page.evaluate(() => (document.body.style.opacity = '0'));
    }
    if (isFirst) await page.setViewportSize({ width, height });
    /** @param {string} moment */
    const look = async (moment) => {
      await page.evaluate(settle, lang);
      const found = await page.evaluate(faults);
      if (found.length === 0) return;
      const where = `${game.family} ${game.id}, ${seats} seats, ${moment}, ${width}x${height}, ${lang}`;
      all.push(...found.map((one) => `${where}: ${one}`));
      // The full run is long, so faults are printed immediately.
      if (isWhole) return console.log(all.slice(-found.length).join('\n'));
      await page.evaluate(() => (document.body.style.opacity = ''));
      await shoot(page, `geometry-${where.replaceAll(/[ ,]+/g, '-')}`);
      await page.evaluate(() => (document.body.style.opacity = '0'));
    };
    await page.show(hand.decision);
    await look(decision);
    // A sheet is the same in every game.
    if (isFirst && (await page.evaluate(openSheet))) {
      await look(`${decision} under the sheet`);
      await page.evaluate(closeSheet);
    }
    await page.show(hand.showdown);
    await page.tell(...hand.story);
    await look('showdown');
  }
  assert.deepEqual(all, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('what wild cards stand for can be read, one’s own and those that others show', async () => {
  const all = [];
  const page = await scriptedPage(browser, { scene: SCENES['wild-cards'] });
  const families = new Map(games.filter(({ wild }) => wild).map((game) => [game.family, game]));
  for (const [nth, viewport] of MADE_FOR.entries()) {
    await page.setViewportSize(viewport);
    /** The scene says how many tags there are: each is checked. @param {string} name @param {number} least */
    const look = async (name, least) => {
      await page.evaluate(settle, name.length % 2 ? 'fr' : 'en');
      const where = `${name}, ${viewport.width}x${viewport.height}`;
      const tags = await page.locator('.stage .wild[data-as]:visible').count();
      if (tags < least) all.push(`${where}: ${tags} tags`);
      all.push(...(await page.evaluate(faults)).map((one) => `${where}: ${one}`));
      await shoot(page, `wild-${where.replaceAll(/[ ,]+/g, '-')}`);
    };
    await page.show(SCENES['wild-cards']);
    await look('own', 2);
    for (const [family, game] of families) {
      const seats = nth % 2 ? 4 : game.seats_max;
      const { decision, showdown, story } = handOf(game, seats, 'bet', 1);
      await page.show(decision);
      await look(`${family} ${seats} asked`, 1);
      await page.show(showdown);
      await page.tell(...story);
      await look(`${family} ${seats} shown`, seats);
    }
  }
  assert.deepEqual(all, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('nor on one of four tiles, at the showdown of every family', async () => {
  const all = [];
  const tables = ['t1', 't2', 't3', 't4'];
  const families = new Map(games.map((game) => [`${game.family} ${game.high && game.low}`, game]));
  const [{ showdown: scene }] = [...families.values()].map((game) => handOf(game, 4, 'bet', 1));
  const page = await scriptedPage(browser, { scene: { ...scene, welcome: { tables } }, viewport: { width: 1440, height: 900 } });
  await page.locator('.tile').nth(3).waitFor();
  for (const [nth, [name, game]] of [...families].entries()) {
    const { showdown, story } = handOf(game, game.seats_max, 'bet', 1);
    await page.setViewportSize(nth % 2 ? { width: 1440, height: 900 } : { width: 1920, height: 1080 });
    await page.show(showdown, tables);
    await page.tell(...story);
    await page.evaluate(settle, nth % 4 < 2 ? 'en' : 'fr');
    all.push(...[...(await page.evaluate(faults)), ...(await page.evaluate(missing))].map((one) => `${name} ${game.id}: ${one}`));
    await shoot(page, `tiles-${game.id}`);
  }
  assert.deepEqual(all, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** In the page: what a tile should show at the showdown and does not: the pot, names, and what hands make. */
function missing() {
  const found = [];
  const isSeen = (element) => element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.textContent.trim() !== '';
  for (const tile of document.querySelectorAll('.tile')) {
    if (![...tile.querySelectorAll('.pot.paid')].some((pot) => isSeen(pot) && /\d/.test(pot.textContent))) found.push('no pot');
    if (!isSeen(tile.querySelector('.me .made:not(.tight *), .tight .me .result'))) found.push('not what the viewer’s hand makes');
    for (const seat of tile.querySelectorAll('.seat[data-seat]:not(.free)')) {
      const plate = seat.querySelector('.plate');
      if (!isSeen(plate.querySelector('.who'))) found.push(`no name at ${seat.dataset.seat}`);
      if (!isSeen(plate.querySelector('.result, .did'))) found.push(`not what seat ${seat.dataset.seat} makes`);
      if (![...plate.querySelectorAll('.stack, .won-by')].some(isSeen)) found.push(`no chips at ${seat.dataset.seat}`);
    }
  }
  return [...new Set(found)];
}

/** In the page: opens the panel if it is a sheet over the stage. */
function openSheet() {
  const button = document.querySelector('.top .sheet-only');
  const isSheet = getComputedStyle(button).display !== 'none';
  if (isSheet) button.click();
  return isSheet;
}

/** In the page. */
function closeSheet() {
  document.querySelector('.panel .sheet-only').click();
}

/** In the page: switches the language and waits until all is drawn and still. @param {string} lang */
async function settle(lang) {
  const { settings } = document.querySelector('p-room').app;
  if (settings.value.lang !== lang) settings.merge({ lang });
  // After the frame in which the stage is measured again.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (const one of document.getAnimations()) if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish();
}
