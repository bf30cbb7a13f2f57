// Nothing moves under the finger: on a slow network no page shifts what it has shown, for any visitor and entry point.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openTables } from './rivals.js';
import { ground, player } from './support.js';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** Largest layout shift, as browsers measure it. */
const MOST = 0.05;

/** A phone network: late content arrives in pieces. */
const NETWORK = { offline: false, latency: 80, downloadThroughput: 400_000, uploadThroughput: 200_000 };

// Undrawn content does not shift.
const { house, browser } = await ground(['--house-bots', '6'], { draws: true });

const { tournaments } = await (await fetch(`${house.url}/api/v1/tournaments`)).json();
/** The page of a house tournament. */
const EVENT = `/tournament/${tournaments[0].tournament}`;

const host = await player(browser, { url: house.url, name: 'Host' });
const [opened] = await openTables(host, 1, { config: { private: true } });
const open = await host.evaluate(() => [...document.querySelector('p-lobby').app.sessions.keys()]);
/** A private table, by its invitation. */
const INVITATION = `/table/${open.find((id) => id.startsWith(opened.id))}`;
assert.match(INVITATION, /-\w{20,}$/);
await host.context().close();

/** Entry points for new and for returning visitors. */
const STRANGERS = [
  '/',
  '/tournaments',
  '/table/1',
  INVITATION,
  '/practice',
  '/practice/hands',
  '/learn',
  '/learn/holdem',
  '/rules',
  '/rules/omaha',
  '/leaderboard',
  '/format',
  '/clubs',
  `/club/join/${'0'.repeat(32)}`,
  EVENT,
  `${EVENT}/screen`,
  `${EVENT}/floor`,
  '/no/such/page',
  '/table/9-none',
];
const KNOWN = ['/', '/tournaments', '/table/1', '/hands', '/me', '/evenings', '/clubs', EVENT];

/** A browser of a new or a returning player. @param {typeof PHONE} viewport @param {string} [name] */
async function visitor(viewport, name) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript(() => {
    globalThis.moved = [];
    new PerformanceObserver((list) => {
      for (const { value, sources, hadRecentInput } of list.getEntries()) {
        const what = sources.map(
          ({ node, previousRect, currentRect }) => `${node?.className || node?.nodeName} ${Math.round(previousRect.top)} to ${Math.round(currentRect.top)}`,
        );
        if (!hadRecentInput) globalThis.moved.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  if (name) {
    const page = await context.newPage();
    await page.goto(`${house.url}/manifest.webmanifest`);
    await page.evaluate(async (nickname) => {
      await fetch('/api/v1/guest', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ nickname }) });
      localStorage.setItem('poker.known', '1');
    }, name);
    await page.close();
  }
  return context;
}

for (const [look, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`no page moves what it has shown, ${look}`, async () => {
    const [stranger, known] = [await visitor(viewport), await visitor(viewport, `Steady ${look}`)];
    const found = [];
    for (const [context, who, paths] of [
      [stranger, 'stranger', STRANGERS],
      [known, 'known', KNOWN],
    ]) {
      for (const path of look === 'phone' ? paths : paths.slice(0, 3)) {
        const page = await context.newPage();
        const wire = await context.newCDPSession(page);
        await wire.send('Network.enable');
        await wire.send('Network.emulateNetworkConditions', NETWORK);
        await page.goto(house.url + path);
        await page.locator('main').first().waitFor();
        await page.waitForLoadState('networkidle');
        const moved = await page.evaluate(() => globalThis.moved);
        const sum = moved.reduce((all, { value }) => all + value, 0);
        if (sum >= MOST) found.push(`${who} ${path}: ${sum.toFixed(3)} ${JSON.stringify(moved.flatMap(({ what }) => what).slice(0, 6))}`);
        await page.close();
      }
    }
    assert.deepEqual(found, []);
    await Promise.all([stranger.close(), known.close()]);
  });
}
