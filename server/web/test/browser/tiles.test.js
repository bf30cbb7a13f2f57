// Several tables on one page: tiles if there is room, otherwise tabs; the most urgent comes first. `TILES_HANDS=1000` plays that many hands on six
// tiles and holds the page to its limits, for which the machine must be otherwise idle.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { faults } from './faults.js';
import { openTables, playAt } from './rivals.js';
import { ground, player, ready, shoot, startWire, violations } from './support.js';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

/** Limits for six tables: a share of one core, a task in milliseconds, heap growth in bytes. */
const LIMITS = { share: 0.25, task: 50, heap: 2_000_000 };
const HANDS = Number(process.env.TILES_HANDS ?? 0);
/** A few hands show whether things pile up: leaks per hand would be far above these bytes and elements. */
const SHORT = { hands: 24, heap: 4_000_000, nodes: 2500 };

/** Hands follow sooner than people would like, which makes the page work more. */
const HURRIED = ['--hand-pause-percent', '30'];

/** Length of one recording of the threads' work, in milliseconds. */
const PIECE_MS = 20_000;

const { house, browser } = await ground(['--house-bots', '0', ...(HANDS ? HURRIED : [])], { draws: true });

/** A player whose page stays at its table, whoever asks elsewhere. */
const STAYS = { goToTurn: false };

/** @param {string} name @param {object} [options] */
const enter = (name, options = {}) => player(browser, { url: house.url, name, viewport: WIDE, settings: STAYS, ...options });

/** Switches to a table as a link does. @param {import('playwright-core').Page} page @param {string} id */
async function goTo(page, id) {
  await page.evaluate((path) => document.querySelector('p-lobby, p-room').app.navigate(path), `/table/${encodeURIComponent(id)}`);
  await page.locator('p-room .stage').first().waitFor();
}

/** Names on the tabs, in order. @param {import('playwright-core').Page} page */
const tabs = (page) => page.locator('p-strip .tab-name').allTextContents();

/** @param {import('playwright-core').Page} page @param {number} count */
const tilesAre = (page, count) => page.waitForFunction((n) => document.querySelectorAll('p-room .stage').length === n, count);

/** Waits until the page's player is to act at the tables. @param {import('playwright-core').Page} page @param {string[]} ids */
const askedAt = (page, ids) =>
  page.waitForFunction((wanted) => {
    const { app } = document.querySelector('p-lobby, p-room');
    return wanted.every((id) => app.sessions.get(id)?.shown?.you?.choices.length > 0);
  }, ids);

/** @param {import('playwright-core').Page} page @param {string} id */
const isAt = (page, id) => page.waitForFunction((path) => location.pathname === path, `/table/${encodeURIComponent(id)}`);

const idsOf = (opened) => opened.map(({ id }) => id);

test('two, four and six tables lie beside each other, and come back after a reload', async () => {
  const page = await enter('Ana');
  const first = await openTables(page, 2);
  await goTo(page, first[0].id);
  await tilesAre(page, 2);
  const box = async (at) => page.locator('p-room').nth(at).boundingBox();
  const [left, right] = [await box(0), await box(1)];
  assert.ok(left.y === right.y && right.x >= left.x + left.width && left.width >= 700, 'side by side');
  const more = await openTables(page, 2, { first: 3 });
  await tilesAre(page, 4);
  await openTables(page, 1, { first: 5, game: 'seven-card-stud' });
  await openTables(page, 1, { first: 6, game: 'five-card-draw' });
  await tilesAre(page, 6);
  assert.equal(await page.locator('.free-tile').count(), 0);
  assert.deepEqual(
    await page.locator('.tile h2').allTextContents(),
    [1, 2, 3, 4, 5, 6].map((n) => `Pine ${n}`),
  );
  assert.deepEqual(await violations(page), []);
  // A seventh table is in the strip, and gets a place when it is selected.
  const [seventh] = await openTables(page, 1, { first: 7 });
  await page.locator('p-strip .tab', { hasText: 'Pine 7' }).waitFor();
  assert.equal(await page.locator('p-room').count(), 6);
  await page.locator('p-strip .tab', { hasText: 'Pine 7' }).click();
  await isAt(page, seventh.id);
  await page.locator('.tile.here h2', { hasText: 'Pine 7' }).waitFor();
  const seen = (await page.locator('.tile h2').allTextContents()).sort();
  assert.equal(seen.length, 6);
  await page.reload();
  await tilesAre(page, 6);
  await page.locator('.tile.here h2', { hasText: 'Pine 7' }).waitFor();
  assert.equal(await page.locator('p-strip .tab').count(), 7);
  // A press selects a tile, and so does the focus.
  await page
    .locator('.tile', { hasText: 'Pine 3' })
    .locator('.stage')
    .click({ position: { x: 20, y: 20 } });
  await isAt(page, more[0].id);
  await shoot(page, 'tiles-six');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('on low tiles nothing lies over a bet or over what a hand makes', async () => {
  const page = await enter('Lea', { viewport: { width: 1920, height: 1080 } });
  const opened = await openTables(page, 5);
  const rival = await enter('Leo');
  await playAt(rival, opened);
  await goTo(page, opened[0].id);
  await tilesAre(page, 5);
  await askedAt(page, idsOf(opened));
  await page.waitForFunction(() => document.querySelectorAll('.tile .me.turn').length === 5);
  const posted = await page.locator('.tile .me .did').allTextContents();
  assert.ok(posted.length === 5 && posted.every((text) => /\d/.test(text)), `a blind on every plate: ${posted.join()}`);
  assert.deepEqual(await page.evaluate(faults), []);
  assert.deepEqual([...page.complaints, ...rival.complaints], []);
  await Promise.all([page, rival].map((one) => one.context().close()));
});

test('a narrower window has tabs: the most urgent first, with cards and seconds', async () => {
  const page = await enter('Bea', { viewport: NARROW });
  const [slow] = await openTables(page, 1, { first: 1 });
  const [quick] = await openTables(page, 1, { first: 2, config: { action_ms: 60_000 } });
  const [idle] = await openTables(page, 1, { first: 3 });
  const rival = await enter('Bo');
  await playAt(rival, [slow, quick]);
  await goTo(page, idle.id);
  await askedAt(page, idsOf([slow, quick]));
  await page.waitForFunction(() => document.querySelectorAll('p-strip .tab.turn').length === 2);
  assert.equal(await page.locator('p-room').count(), 1);
  assert.deepEqual(await tabs(page), ['Pine 2', 'Pine 1', 'Pine 3']);
  const tab = page.locator('p-strip .tab').first();
  assert.equal(await tab.locator('p-card').count(), 2);
  assert.match(await tab.locator('.tab-left').textContent(), /^\d+ s$/);
  assert.match(await page.title(), /^\(2\) Your turn: Pine 2/);
  assert.match(await page.locator('link[rel="icon"]').getAttribute('href'), /turn/);
  assert.deepEqual(await violations(page), []);
  await shoot(page, 'tiles-tabs');
  // The lobby has the same strip.
  await page.locator('.top a.ico').first().click();
  await page.locator('p-lobby').waitFor();
  assert.deepEqual(await tabs(page), ['Pine 2', 'Pine 1', 'Pine 3']);
  await shoot(page, 'tiles-lobby');
  // The footer of other pages is above it.
  for (const [path, foot] of [
    ['/learn/holdem', '.act [data-place="2"]'],
    ['/practice', '.practice-form .btn.hot'],
  ]) {
    await page.evaluate((to) => document.querySelector('p-lobby, p-learn').app.navigate(to), path);
    await page.locator(foot).waitFor();
    const [bottom, strip] = await Promise.all([foot, 'p-strip'].map((one) => page.locator(one).boundingBox())).then(([box, over]) => [
      box.y + box.height,
      over.y,
    ]);
    assert.ok(bottom <= strip, `${path}: ${bottom} and ${strip}`);
  }
  await page.locator('p-strip .tab').first().click();
  await isAt(page, quick.id);
  assert.deepEqual([...page.complaints, ...rival.complaints], []);
  await Promise.all([page, rival].map((one) => one.context().close()));
});

test('other tables are told once, and keys go to the one with the focus', async () => {
  const page = await enter('Cleo');
  const opened = await openTables(page, 2);
  const [here, there] = idsOf(opened);
  const rival = await enter('Carl');
  await page.evaluate(() => {
    globalThis.heard = [];
    for (const id of ['polite', 'assertive']) {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) globalThis.heard.push(node.textContent);
      }).observe(document.getElementById(id), { childList: true });
    }
  });
  await goTo(page, here);
  await tilesAre(page, 2);
  await playAt(rival, opened);
  await askedAt(page, [here, there]);
  const heard = () => page.evaluate(() => globalThis.heard);
  await page.waitForFunction(() => globalThis.heard.some((text) => text.startsWith('Pine 2: Your turn.')));
  assert.equal((await heard()).filter((text) => text.startsWith('Pine 2: Your turn.')).length, 1);
  assert.equal((await heard()).filter((text) => text.startsWith('Your turn.')).length, 1);
  // One table is announced in full; events at the other are not.
  assert.equal((await heard()).filter((text) => /^Hand 1\./.test(text)).length, 1);
  const turnOf = (id) => page.evaluate((table) => document.querySelector('p-room').app.sessions.get(table).shown.you.turn, id);
  const [mine, other] = [await turnOf(here), await turnOf(there)];
  await rival.evaluate((ids) => ids.forEach((id) => globalThis.waitsAt.add(id)), [here, there]);
  await ready(page.locator('.tile.here'));
  await page.keyboard.press('c');
  await page.waitForFunction(
    ([id, turn]) =>
      document.querySelector('p-room').app.sessions.get(id).shown.you.turn !== turn ||
      !document.querySelector('p-room').app.sessions.get(id).shown.you.choices.length,
    [here, mine],
  );
  assert.equal(await turnOf(there), other);
  assert.ok(await page.evaluate((id) => document.querySelector('p-room').app.sessions.get(id).shown.you.choices.length > 0, there));
  await page.keyboard.press('w');
  await isAt(page, there);
  await page.keyboard.press('PageUp');
  await isAt(page, here);
  await page.keyboard.press('PageDown');
  await isAt(page, there);
  assert.deepEqual([...page.complaints, ...rival.complaints], []);
  await Promise.all([page, rival].map((one) => one.context().close()));
});

test('the page turns to the table that asks, unless that is switched off', async () => {
  const page = await enter('Dora', { viewport: PHONE, settings: {} });
  const opened = await openTables(page, 2);
  const [first, second] = idsOf(opened);
  await goTo(page, first);
  await page.locator('.stage').waitFor();
  const rival = await enter('Dan');
  await playAt(rival, [opened[1]]);
  await isAt(page, second);
  await ready(page);
  // With the setting off it stays where it is.
  await page.evaluate(() => document.querySelector('p-room').app.settings.merge({ goToTurn: false }));
  await page.evaluate(() => {
    const stage = document.querySelector('.stage');
    const finger = (x) => new Touch({ identifier: 1, target: stage, clientX: x, clientY: 300 });
    const tell = (type, x, touches) => stage.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [finger(x)] }));
    tell('touchstart', 300, [finger(300)]);
    tell('touchend', 120, []);
  });
  await isAt(page, first);
  await shoot(page, 'tiles-phone');
  assert.deepEqual([...page.complaints, ...rival.complaints], []);
  await Promise.all([page, rival].map((one) => one.context().close()));
});

for (const [what, viewport] of Object.entries({ 'a single table': PHONE, tiles: WIDE })) {
  test(`a key on its way to one table does not act at the one that the page turns to, ${what}`, async () => {
    const name = viewport === PHONE ? 'Gil' : 'Gus';
    const page = await enter(name, { viewport });
    const opened = await openTables(page, 2);
    const [here, there] = idsOf(opened);
    const rival = await enter(`${name} Rival`);
    await goTo(page, here);
    await playAt(rival, opened);
    await askedAt(page, [here, there]);
    await rival.evaluate((ids) => ids.forEach((id) => globalThis.waitsAt.add(id)), [here, there]);
    await ready(viewport === WIDE ? page.locator('.tile.here') : page);
    await page.evaluate(() => document.querySelector('p-room').app.settings.merge({ goToTurn: true }));
    /** The decision that is open at a table, `null` if there is none. */
    const asked = (id) =>
      page.evaluate((table) => {
        const { you } = document.querySelector('p-room').app.sessions.get(table).shown;
        return you.choices.length > 0 ? `${you.hand}:${you.turn}` : null;
      }, id);
    const before = await asked(there);
    // Once a key is pressed, another one follows for as long as the first table seems to take it.
    await page.evaluate((id) => {
      const { app } = document.querySelector('p-room');
      const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true, cancelable: true }));
      globalThis.presses = 0;
      const again = setInterval(() => {
        if (app.open.focused === id) {
          if (globalThis.presses++ < 8) press();
          else clearInterval(again);
        } else press();
      }, 100);
    }, there);
    await isAt(page, there);
    await page.waitForFunction(() => globalThis.presses > 8);
    assert.equal(await asked(here), null, 'the first table took the key');
    assert.equal(await asked(there), before, 'the second one took none of those that followed');
    assert.match(await page.locator(viewport === WIDE ? '.tile.here .ask span' : '.ask span').textContent(), /^Now Pine 2: press again\.$/);
    // After a still moment it does.
    await pause(700);
    await page.keyboard.press('c');
    await page.waitForFunction(
      ([id, decision]) => {
        const { you } = document.querySelector('p-room').app.sessions.get(id).shown;
        return you.choices.length === 0 || `${you.hand}:${you.turn}` !== decision;
      },
      [there, before],
    );
    assert.deepEqual([...page.complaints, ...rival.complaints], []);
    await Promise.all([page, rival].map((one) => one.context().close()));
  });
}

test('a seat that is left closes its table, and a watched one stays where that is wished', async () => {
  const page = await enter('Eva');
  const opened = await openTables(page, 2);
  const other = await enter('Emil');
  const [watched] = await openTables(other, 1, { first: 9 });
  await goTo(page, watched.id);
  await tilesAre(page, 3);
  await goTo(page, opened[0].id);
  await tilesAre(page, 2);
  await goTo(page, watched.id);
  await page.locator('.tile.here').getByRole('button', { name: 'Keep this table open' }).click();
  await goTo(page, opened[0].id);
  await tilesAre(page, 3);
  await page.reload();
  await tilesAre(page, 3);
  await page.locator('.tile.here .go-away').click();
  await tilesAre(page, 2);
  assert.deepEqual((await tabs(page)).sort(), ['Pine 2', 'Pine 9']);
  await page.locator('p-strip').getByRole('button', { name: 'Close Pine 9' }).click();
  await isAt(page, opened[1].id);
  await page.waitForFunction(() => document.querySelectorAll('p-room').length === 1 && !document.querySelector('p-strip'));
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await Promise.all([page, other].map((one) => one.context().close()));
});

/**
 * Longest task of the page's thread while something was done, in milliseconds of work rather than of elapsed time on a busy machine.
 *
 * @param {Promise<unknown>} done
 */
async function hardestTask(done) {
  const wire = await browser.newBrowserCDPSession();
  const threads = new Set();
  let works = [];
  wire.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, args, tdur } of value) {
      if (name === 'thread_name' && args.name === 'CrRendererMain') threads.add(`${pid}:${tid}`);
      else if (name === 'ThreadControllerImpl::RunTask' && tdur) works.push({ thread: `${pid}:${tid}`, ms: tdur / 1000 });
    }
  });
  let isDone = false;
  const end = done.then(() => (isDone = true));
  let most = 0;
  while (!isDone) {
    await wire.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } });
    await Promise.race([end, pause(PIECE_MS)]);
    const collected = new Promise((resolve) => wire.once('Tracing.tracingComplete', resolve));
    await wire.send('Tracing.end');
    await collected;
    const ours = works.filter(({ thread }) => threads.has(thread));
    assert.ok(ours.length > 0, 'the work of the threads is recorded');
    for (const { ms } of ours) most = Math.max(most, ms);
    works = [];
  }
  await wire.detach();
  return most;
}

test('six tables cost little, and leave nothing behind', { timeout: HANDS ? 3_600_000 : 240_000 }, async (t) => {
  const page = await enter('Fay');
  const opened = await openTables(page, 6);
  const rival = await enter('Finn', { viewport: { width: 600, height: 400 } });
  await goTo(page, opened[0].id);
  await tilesAre(page, 6);
  await playAt(rival, opened);
  await page.evaluate(
    (thinks) => {
      const { app } = document.querySelector('p-room');
      Object.assign(globalThis, { longest: 0, since: 0 });
      new PerformanceObserver((list) => {
        for (const { duration, startTime } of list.getEntries()) if (startTime >= globalThis.since) globalThis.longest = Math.max(globalThis.longest, duration);
      }).observe({ type: 'longtask' });
      setInterval(() => {
        for (const { shown, sending, act } of app.sessions.values()) {
          if (sending || !shown?.you?.choices.length) continue;
          const session = app.sessions.get(shown.id);
          act.call(session, { kind: shown.you.choices.some(({ kind }) => kind === 'check') ? 'check' : 'call' });
        }
      }, thinks);
    },
    HANDS ? 400 : 40,
  );
  const wire = await page.context().newCDPSession(page);
  // Thread time, not elapsed time on a busy machine.
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' });
  const hands = () => page.evaluate(() => [...document.querySelector('p-room').app.sessions.values()].reduce((sum, { live }) => sum + live.hands, 0));
  const until = (count) =>
    page.waitForFunction((n) => [...document.querySelector('p-room').app.sessions.values()].reduce((sum, { live }) => sum + live.hands, 0) >= n, count, {
      timeout: 3_500_000,
      polling: 500,
    });
  const measure = async () => {
    await wire.send('HeapProfiler.collectGarbage');
    const { metrics } = await wire.send('Performance.getMetrics');
    return { ...Object.fromEntries(metrics.map(({ name, value }) => [name, value])), at: performance.now() / 1000 };
  };
  // The first hands fill per-hand caches: logs, layouts, compiled code.
  await until(12);
  const start = await measure();
  // Tasks are reported late: those of the measurement are not the tables'.
  await page.evaluate(() => Object.assign(globalThis, { longest: 0, since: performance.now() }));
  const played = until((await hands()) + (HANDS || SHORT.hands));
  // A recording makes long tasks of its own when it ends. An idle machine needs none: there, work and time agree.
  const hardest = HANDS ? null : await hardestTask(played);
  await played;
  const longest = await page.evaluate(() => globalThis.longest);
  const end = await measure();
  const share = (end.TaskDuration - start.TaskDuration) / (end.at - start.at);
  const heap = end.JSHeapUsedSize - start.JSHeapUsedSize;
  const nodes = end.Nodes - start.Nodes;
  const task = HANDS ? `longest task ${longest} ms` : `hardest task ${hardest.toFixed(1)} ms of work`;
  t.diagnostic(`${(share * 100).toFixed(1)} % of a core, ${task}, heap ${(heap / 1e6).toFixed(2)} MB, ${nodes} nodes`);
  assert.ok(nodes < SHORT.nodes, `${nodes} more nodes`);
  if (HANDS) {
    assert.ok(share < LIMITS.share, `${share} of a core`);
    assert.ok(Math.abs(heap) <= LIMITS.heap, `${heap} bytes`);
    assert.ok(longest <= LIMITS.task, `a task of ${longest} ms`);
  } else {
    assert.ok(hardest <= LIMITS.task, `a task that worked for ${hardest} ms`);
    assert.ok(heap < SHORT.heap, `${heap} bytes`);
  }
  assert.deepEqual([...page.complaints, ...rival.complaints], []);
  await Promise.all([page, rival].map((one) => one.context().close()));
});

test('all tables come back with a lost connection', async () => {
  const wire = await startWire(house.url);
  const page = await enter('Hal', { url: wire.url });
  const opened = await openTables(page, 2);
  await goTo(page, opened[0].id);
  await tilesAre(page, 2);
  wire.cut();
  const rival = await enter('Hub');
  await playAt(rival, opened);
  await askedAt(page, idsOf(opened));
  assert.equal(await page.locator('.tile').count(), 2);
  assert.match(await page.title(), /^\(2\) /);
  assert.deepEqual([...page.complaints, ...rival.complaints], []);
  await Promise.all([page, rival].map((one) => one.context().close()));
  wire.stop();
});

test('two windows share a connection, and each table is in one of them', async () => {
  const page = await enter('Gil');
  const opened = await openTables(page, 3);
  const [one, two, three] = idsOf(opened);
  await goTo(page, one);
  await tilesAre(page, 3);
  const second = await page.context().newPage();
  await second.goto(`${house.url}/table/${two}`);
  await second.locator('p-room .me').waitFor();
  await tilesAre(page, 2);
  assert.deepEqual(await page.locator('.tile h2').allTextContents(), ['Pine 1', 'Pine 3']);
  assert.equal(await second.locator('p-strip').count(), 0);
  // Both hear the server, and both may act.
  const rival = await enter('Gus');
  await playAt(rival, opened);
  await askedAt(page, [one, three]);
  await askedAt(second, [two]);
  const handsAt = (window, id) => window.evaluate((table) => document.querySelector('p-room').app.sessions.get(table).live.hand.turn.turn, id);
  const before = await handsAt(second, two);
  await ready(second);
  await second.keyboard.press('c');
  await second.waitForFunction(([id, turn]) => document.querySelector('p-room').app.sessions.get(id).live.hand.turn?.turn !== turn, [two, before]);
  // The window with the socket closes: the other takes over, with all tables.
  assert.equal(await page.evaluate(() => document.querySelector('p-room').app.net.state), 'ready');
  await page.close();
  await second.waitForFunction(() => {
    const { app } = document.querySelector('p-room');
    return app.net.state === 'ready' && app.sessions.size === 3;
  });
  assert.deepEqual([...rival.complaints], []);
  await Promise.all([second, rival].map((window) => window.context().close()));
});
