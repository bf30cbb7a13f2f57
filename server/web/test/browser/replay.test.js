// The replayer: hands of every game replay as they were seen live, and a hand is stepped through by mouse, key and ear.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { playAndReplay } from './hands.js';
import { LIVELY, checkOrCall, play, player, shoot, sitDown, startBrowser, startHouse, violations, visit, withBots } from './support.js';

/** Hands of each game. */
const HANDS = Number(process.env.REPLAYS ?? 1);

/** Many hands follow without pauses, as fast as scripts answer. */
const HURRIED = ['--hand-pause-percent', '0', '--messages-per-second', '1000', '--message-burst', '1000'];

/** Groups of players who play at the same time. */
const GROUPS = 8;

let house;
let browser;
let page;
/** Hands of all games, played in parallel with the other tests. @type {Promise<{ count: number, results: Awaited<ReturnType<typeof playAndReplay>>[] }>} */
let played;

before(async () => {
  [house, browser] = await Promise.all([startHouse([...LIVELY, '--guests-per-minute', '1000', ...(HANDS > 1 ? HURRIED : [])]), startBrowser()]);
  // Many hands would leave the other tests no time.
  if (HANDS > 1) return;
  played = playAll();
  // A fault is reported where it is awaited.
  played.catch(() => {});
});

async function playAll() {
  const stranger = await visit(browser, { url: house.url });
  // The page has its modules bundled; the test loads them one by one.
  await stranger.route(/\.js$/, async (route) => {
    const path = fileURLToPath(new URL(`../..${new URL(route.request().url()).pathname}`, import.meta.url));
    await (existsSync(path) ? route.fulfill({ path, contentType: 'text/javascript' }) : route.continue());
  });
  const { games } = await (await fetch(`${house.url}/api/v1/games`)).json();
  const all = games.map(({ id, seats_min, seats_max }) => ({ id, seats_min, seats_max }));
  const groups = Array.from({ length: GROUPS }, (_, nth) => all.filter((_game, at) => at % GROUPS === nth));
  const results = await Promise.all(groups.map((group, nth) => stranger.evaluate(playAndReplay, { games: group, hands: HANDS, nth })));
  await stranger.context().close();
  return { count: all.length, results };
}

after(async () => {
  await browser?.close();
  await house?.stop();
});

/** Content and announcements of the replayer. */
const look = () =>
  page.evaluate(() => {
    const replay = document.querySelector('p-replay');
    return { at: replay.at, last: replay.last, marks: replay.marks.map(({ at }) => at), path: location.pathname, playing: replay.isPlaying };
  });

/** Content of the felt. */
const felt = () => page.evaluate(() => document.querySelector('.stage').textContent);

/** The next announcement. @param {() => Promise<void>} act */
async function heard(act) {
  await page.evaluate(() => document.querySelector('#polite').replaceChildren());
  await act();
  await page.locator('#polite p').first().waitFor({ state: 'attached' });
  return page.locator('#polite').textContent();
}

test('the last hand of a table opens on its stage', async () => {
  page = await player(browser, { url: house.url, name: 'Mona', settings: { lang: 'en', volume: 0 } });
  await withBots(page).locator('.name').click();
  await page.locator('.seat p-card').first().waitFor();
  await sitDown(page);
  const isPlayed = () =>
    page.evaluate(() => {
      const room = document.querySelector('p-room');
      const last = room.lastHand(room.session.shown);
      return Boolean(last?.players.some(({ mine }) => mine) && last.hand.number !== room.session.shown.hand?.number);
    });
  await play([page], checkOrCall, async () => (await isPlayed()) && (await twice()));
  await page.locator('.top .ico[aria-label="Last hand"]').click();
  await page.locator('p-last a', { hasText: 'Replay' }).click();
  await page.locator('p-replay .stage').waitFor();
  assert.match(page.url(), /\/hand\/\d+\/\d+$/);
  await shoot(page, 'replay');
});

/** `true` if two hands of the player are in the list. */
const twice = () =>
  page.evaluate(async () => {
    const room = document.querySelector('p-room');
    return (await room.app.account.hands({})).hands.length > 1;
  });

test('it is walked through by key and told step by step, forth and back alike', async () => {
  const seen = [];
  const { last, marks } = await look();
  assert.ok(last > 4 && marks.length > 1);
  for (let at = 0; at < last; at++) {
    seen.push(await felt());
    await page.keyboard.press('ArrowRight');
    assert.equal((await look()).at, at + 1);
  }
  for (let at = last - 1; at >= 0; at--) {
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((wanted) => document.querySelector('.stage').textContent === wanted, seen[at]);
  }
  assert.match(await heard(() => page.keyboard.press('End')), /Step \d+ of \d+\./);
  await page.keyboard.press('Home');
  assert.notEqual(await heard(() => page.keyboard.press('Shift+ArrowRight')), '');
  assert.equal((await look()).at, marks[1]);
  await page.keyboard.press('Shift+ArrowLeft');
  assert.equal((await look()).at, 0);
});

test('it plays by itself, at the speed that is chosen', async () => {
  await page.getByRole('radio', { name: '4×' }).click();
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press(' ');
  await page.waitForFunction(() => document.querySelector('p-replay').at > 2);
  await page.keyboard.press(' ');
  assert.equal((await look()).playing, false);
});

test('a line of the log, a street and the slider lead to their steps', async () => {
  await page.locator('.log.steps button').last().click();
  const { at, last } = await look();
  assert.ok(at >= last - 1);
  assert.ok((await page.locator('.log.steps [aria-current="step"]').count()) > 0);
  await page.locator('.streets button').first().click();
  assert.equal((await look()).at, 0);
  await page.locator('.scrub input').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal((await look()).at, 1);
});

test('the commitment to the deck stands below the log, and is selected by a click', async () => {
  const told = await page.evaluate(() => {
    const { events } = document.querySelector('p-replay').record;
    return events.find(({ kind }) => kind === 'hand_started').commitment;
  });
  assert.match(told, /^[0-9a-f]{64}$/);
  const line = page.locator('.panel .commitment');
  assert.equal(await line.textContent(), `Deck commitment${told}`);
  await line.locator('code').click();
  assert.equal(await page.evaluate(() => String(getSelection()).trim()), told);
  await page.evaluate(() => getSelection().empty());
});

test('Up and Down walk through the hands of the session', async () => {
  // The address changes a frame before the page.
  const isRead = ([path, other]) => {
    const { tableId, hand, walk, table } = document.querySelector('p-replay') ?? {};
    const is = `/hand/${tableId}/${hand}`;
    return table && walk.length > 1 && location.pathname === is && (is === path) !== other;
  };
  const { path } = await look();
  await page.waitForFunction(isRead, [path, false]);
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(isRead, [path, true]);
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(isRead, [path, false]);
});

test('a hand is a file of its own, in every format', async () => {
  const { path } = await look();
  const [table, hand] = path.split('/').slice(2);
  const held = { Text: /Hand #/, PHH: /^variant = /m, OHH: /"ohh"/, JSON: /"events"/ };
  for (const [format, ends] of Object.entries({ Text: 'txt', PHH: 'phhs', OHH: 'ohh', JSON: 'jsonl' })) {
    await page.locator('.top').getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: format, exact: true }).click()]);
    assert.equal(file.suggestedFilename(), `${table}-${hand}.${ends}`);
    assert.match(await readFile(await file.path(), 'utf8'), held[format]);
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
});

test('axe finds nothing, on a desk and on a phone, in French as well', async () => {
  await page.locator('p-replay .stage').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.evaluate(() => document.querySelector('p-replay').app.settings.merge({ lang: 'fr', theme: 'dark' }));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Partager' }).click();
  await page.locator('dialog[open]').waitFor();
  assert.deepEqual(await violations(page), []);
  await shoot(page, 'replay-share');
  await page.keyboard.press('Escape');
  await page.locator('.top .sheet-only').click();
  await page.locator('.panel.open').waitFor();
  await page.getByText('Engagement sur le paquet').waitFor();
  assert.deepEqual(await violations(page), []);
  await shoot(page, 'replay-phone');
  await page.keyboard.press('Escape');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(wide, 360);
  await page.evaluate(() => document.querySelector('p-replay').app.settings.merge({ lang: 'en', theme: 'light' }));
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a shared hand opens for everybody, without names or cards unless they were ticked', async () => {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Leave the names out').check();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.locator('.share-link input').inputValue();
  assert.match(link, /\/hand\/share\/[0-9a-f]{32}$/);
  const stranger = await visit(browser, { url: link, path: '', settings: { lang: 'en', volume: 0 } });
  await stranger.locator('p-replay .stage').waitFor();
  await stranger.keyboard.press('End');
  assert.equal(await stranger.locator('.me').count(), 0);
  assert.match(await stranger.locator('.stage').textContent(), /Player 1/);
  assert.doesNotMatch(await stranger.content(), /Mona/);
  await shoot(stranger, 'replay-shared');

  await page.getByLabel('Show my cards').check();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await stranger.goto(await page.locator('.share-link input').inputValue());
  await stranger.locator('.me').waitFor();

  await page.getByRole('button', { name: 'Revoke my links to this hand' }).click();
  await page.locator('.share-link').waitFor({ state: 'detached' });
  await stranger.goto(link);
  await stranger.getByText('There is no such hand').waitFor();
  assert.deepEqual([page.complaints, stranger.complaints.filter((one) => !/404/.test(one))], [[], []]);
  await stranger.context().close();
});

test('in every game the record tells what was seen live, and a shared one no hidden card', async () => {
  const { count, results } = await (played ?? playAll());
  assert.deepEqual(
    results.flatMap(({ faults }) => faults),
    [],
  );
  assert.equal(
    results.reduce((sum, { hands }) => sum + hands, 0),
    HANDS * count,
  );
});
