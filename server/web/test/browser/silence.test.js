// A silent network failure: nothing is closed, nothing arrives, and the browser reports nothing. The page notices, says so, accepts no presses, and
// continues when the network does.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { WINNER, createTable, ground, joinTable, player, ready, startWire, stateOf, watchFor, withHouse } from './support.js';

const { house, browser } = await ground(['--house-bots', '0', '--timeout-ms', '600000', '--heartbeat-ms', '300000']);

/** Longest time for the page to notice: its heartbeat of five seconds, two more for the answer, and two ticks. */
const NOTICED_MS = 9000;

test('a silent network is noticed by the page’s own pulse, and the hand goes on after it', async (t) => {
  const wire = await startWire(house.url);
  t.after(() => wire.stop());
  const settings = { hotkeys: true, volume: 0, lang: 'en' };
  const ana = await player(browser, { url: wire.url, name: 'Anasilent', settings, clock: true });
  const path = await createTable(ana, { game: "No-limit hold'em", name: 'Silence', seats: 2 });
  const bo = await player(browser, { url: house.url, name: 'Bosilent', settings });
  await joinTable(bo, house.url + path);
  for (const one of [ana, bo]) await one.locator('.me .row p-card').nth(1).waitFor();
  const usable = () => ana.locator('.act [data-place]:not([aria-disabled])').count();
  await ready(ana);
  assert.ok((await usable()) > 0);

  for (const [what, ms] of [
    ['for a moment: the connection outlives it', NOTICED_MS],
    ['for long: the connection is given up, and the way back swallowed', 60_000],
  ]) {
    wire.fallSilent();
    await ana.clock.runFor(NOTICED_MS);
    assert.ok(await ana.locator('.net.lost').isVisible(), what);
    await ana.locator('.ask', { hasText: 'Reconnecting' }).waitFor();
    assert.equal(await usable(), 0, what);
    await ana.keyboard.press('c');
    await ana.keyboard.press('f');
    await ana.clock.runFor(ms - NOTICED_MS);
    assert.ok(await ana.locator('.net.lost').isVisible(), what);
    wire.speak();
    await ana.locator('.net:not(.lost)').waitFor();
    await ana.locator('.act[data-ready] [data-place]:not([aria-disabled])').first().waitFor();
  }

  // The other player's new action is seen, and nothing was pressed meanwhile.
  const hand = (await stateOf(bo)).hand.number;
  const { hand: seen } = await stateOf(ana);
  assert.equal(seen.number, hand);
  const asked = (await ana.locator('.me.turn').isVisible()) ? ana : bo;
  await ready(asked);
  const winners = [await watchFor(ana, WINNER), await watchFor(bo, WINNER)];
  await asked.keyboard.press('f');
  for (const seen of winners) await seen();
  assert.deepEqual(ana.complaints, []);
  for (const one of [ana, bo]) await one.context().close();
});

test('clocks stand still from the announcement of a restart, and the bar says so on a phone', () =>
  withHouse(['--house-bots', '0'], async (house) => {
    const settings = { volume: 0, lang: 'en' };
    const ana = await player(browser, { url: house.url, name: 'Anarestart', settings });
    const path = await createTable(ana, { game: "No-limit hold'em", name: 'Restart', seats: 2 });
    const bo = await player(browser, { url: house.url, name: 'Borestart', settings });
    await joinTable(bo, house.url + path);
    for (const one of [ana, bo]) await one.locator('.me .row p-card').nth(1).waitFor();
    for (const one of [ana, bo]) await one.setViewportSize({ width: 390, height: 844 });
    await Promise.race([ready(ana), ready(bo)]);
    const asked = (await ana.locator('.me.turn').isVisible()) ? ana : bo;
    house.end();
    await asked.locator('.toast', { hasText: 'Clocks are stopped' }).waitFor();
    const clock = () => asked.locator('.act .time i').getAttribute('style');
    const before = await clock();
    await asked.waitForTimeout(1500);
    assert.equal(await clock(), before, 'the clock stands still');
    await asked.locator('.ask', { hasText: 'Reconnecting' }).waitFor();
    await asked.locator('.no-shape', { hasText: 'clocks are stopped' }).waitFor();
    for (const part of ['.ask', '.act .no-shape']) {
      const { inside, lines } = await asked.locator(part).evaluate((node) => {
        const [own, bar] = [node.getBoundingClientRect(), node.closest('.act').getBoundingClientRect()];
        return { inside: own.top >= bar.top && own.bottom <= bar.bottom, lines: node.scrollHeight - node.clientHeight };
      });
      assert.ok(inside && lines <= 1, `${part} is cut off`);
    }
    for (const one of [ana, bo]) await one.context().close();
  }));
