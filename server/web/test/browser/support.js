// A real server, a real browser and players in it.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

// Required: an import would read its seven megabytes twice, the first time for its export names.
/** @type {import('playwright-core')} */
const { chromium } = require('playwright-core');

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Folder for screenshots, with `SHOTS=1`: they take as long as some of the tests. */
const RESULTS = process.env.SHOTS && here('../../test-results');
if (RESULTS) mkdirSync(RESULTS, { recursive: true });

const BINARY = [process.env.POKER_BIN, here('../../../../target/release/poker'), here('../../../../target/debug/poker')].find(
  (path) => path && existsSync(path),
);

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Longest wait for a condition: on a busy machine, nothing may happen for a minute. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 150_000);

/** Longest wait for a press on a button before the page is checked again. */
const PRESS_MS = 5_000;

/** Polling interval for conditions that no page can wait for. */
const LOOK_MS = 50;

/** Running servers. They end with the tests, even with aborted ones: the runner ends a hanging file by a signal. */
const servers = new Set();
process.once('exit', () => servers.forEach((server) => server.kill('SIGKILL')));
process.once('SIGTERM', () => process.exit(1));

/**
 * Starts a server on a free port with its own data folder.
 *
 * @param {string[]} options Options of the command line.
 */
export async function startHouse(options = []) {
  assert.ok(BINARY, 'the server is built: cargo build, or POKER_BIN');
  const data = mkdtempSync(join(tmpdir(), 'poker-web-'));
  const args = ['serve', '--listen', '127.0.0.1:0', '--data', data, '--log-level', 'warn', ...options];
  // Its error output is relayed: a server that outlives a test and inherits the runner's pipe would block the runner.
  const server = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  server.stderr.pipe(process.stderr);
  servers.add(server);
  const lines = createInterface({ input: server.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const match = /http:\/\/[\d.]+:\d+/.exec(line);
      if (match) resolve(match[0]);
    });
    server.on('exit', (code) => {
      servers.delete(server);
      reject(new Error(`the server ended with ${code}`));
    });
  });
  return {
    url,
    /** Runs an operator's command on the data folder while the server runs. @param {string[]} words */
    operate: (...words) => execFileSync(BINARY, [...words, '--data', data], { encoding: 'utf8' }),
    /** Lets the server end as an operator does. */
    end: () => server.kill('SIGTERM'),
    async stop() {
      if (servers.has(server)) {
        const ended = new Promise((resolve) => server.once('exit', resolve));
        server.kill('SIGKILL');
        await ended;
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A browser for all tests of a file, closed after them. @param {{ draws?: boolean }} [options] */
export async function ownBrowser(options) {
  const browser = await startBrowser(options);
  after(() => browser.close());
  return browser;
}

/** A server for all tests of a file, stopped after them. @param {string[]} [options] */
async function ownHouse(options) {
  const house = await startHouse(options);
  after(() => house.stop());
  return house;
}

/** A server and a browser for all tests of a file. @param {string[]} [options] Options of the server. @param {{ draws?: boolean }} [sight] Options of the browser. */
export async function ground(options, sight) {
  const [house, browser] = await Promise.all([ownHouse(options), ownBrowser(sight)]);
  return { house, browser };
}

/** A house with bots that answer quickly: these tests are about the page. */
export const LIVELY = ['--house-bots', '12', '--bot-think-percent', '20'];

/** Runs a test with its own server. */
export async function withHouse(options, run) {
  const house = await startHouse(options);
  try {
    await run(house);
  } finally {
    await house.stop();
  }
}

/** A proxy to the server that can be cut, or go silent: then it stays open, accepts no connection and carries nothing. @param {string} url */
export async function startWire(url) {
  const { hostname, port } = new URL(url);
  const sockets = new Set();
  let isSilent = false;
  /** Data held back for now, and its destination. */
  const silenced = new Map();
  const others = new Map();
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    others.set(near, far).set(far, near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(socket);
      if (isSilent) silenced.set(socket, other);
      else socket.pipe(other);
      socket.on('close', () => {
        sockets.delete(socket);
        silenced.delete(socket);
        other.destroy();
      });
      socket.on('error', () => {});
    }
  });
  await new Promise((resolve) => wire.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${wire.address().port}`,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) {
        silenced.set(socket, others.get(socket));
        socket.unpipe();
      }
    },
    speak() {
      isSilent = false;
      for (const [socket, other] of silenced) socket.pipe(other);
      silenced.clear();
    },
    stop() {
      this.cut();
      wire.close();
    },
  };
}

/** Path of the browser, headless by preference, which is lighter. */
const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => path && existsSync(path));

/** No memory for graphics: pages are laid out and painted as usual, frame after frame, but no pixel is drawn. */
const BLIND = ['--force-gpu-mem-available-mb=0'];

/** A name for this machine that browsers do not take for a loopback address: its pages have no secure origin, as in a home network. */
export const PLAIN_HOST = 'club.test';

/** The address of a server by that name. @param {string} url */
export const plainly = (url) => url.replace('127.0.0.1', PLAIN_HOST);

/** A browser. Drawing costs a sixth of its work, and hardly any test needs it. @param {{ draws?: boolean }} [options] */
export const startBrowser = ({ draws = Boolean(RESULTS) } = {}) =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`, ...(draws ? [] : BLIND)],
  });

/**
 * A page in its own context, with settings as a visitor would have stored them. Complaints of the page are collected in `page.complaints`.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{ url: string, path?: string, settings?: object, viewport?: { width: number, height: number }, isPhone?: boolean, clock?: boolean, serviceWorkers?: 'block' | 'allow' }} options
 *   `isPhone` where fingers touch; `clock` where the test lets the page's time pass, besides what passes by itself; the service worker is for tests of it alone.
 */
export async function visit(
  browser,
  { url, path = '/', settings = {}, viewport = { width: 1440, height: 900 }, isPhone = false, clock = false, serviceWorkers = 'block' },
) {
  const context = await browser.newContext({ viewport, isMobile: isPhone, hasTouch: isPhone, reducedMotion: 'reduce', serviceWorkers });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript((stored) => {
    if (!localStorage.getItem('poker.settings')) localStorage.setItem('poker.settings', JSON.stringify(stored));
  }, settings);
  const page = await context.newPage();
  if (clock) await page.clock.install();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => {
    // A busy server says so while it is still making the study hands: no page needs them immediately.
    const isNotReady = message.location().url.endsWith('/practice/hands') && message.text().includes('503');
    if (message.type() === 'error' && !isNotReady && !/net::ERR_|WebSocket connection|origin was untrustworthy/.test(message.text()))
      page.complaints.push(message.text());
  });
  await page.goto(url + path);
  await page.locator('p-lobby, p-room, p-replay, p-history, p-rules, p-learn, p-practice, p-study, p-tournament, p-wall, p-floor').first().waitFor();
  return page;
}

/** Signs a visitor in as a guest. @param {import('playwright-core').Page} page @param {string} name */
export async function signIn(page, name) {
  const dialog = page.locator('p-identity dialog');
  if (!(await dialog.isVisible())) await page.locator('.lobby .top .btn-s').click();
  await page.locator('#identity-name').fill(name);
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}

/** A guest on a page. @param {import('playwright-core').Browser} browser @param {object} options */
export async function player(browser, { name, ...options }) {
  const page = await visit(browser, options);
  await signIn(page, name);
  return page;
}

/**
 * Opens a table with the lobby's form and sits down.
 *
 * @param {import('playwright-core').Page} page In the lobby, signed in, in English.
 * @param {{ game: string, name: string, seats: number }} table
 * @returns {Promise<string>} Path of the table.
 */
export async function createTable(page, { game, name, seats }) {
  const form = page.locator('#make');
  await form.locator('.find input').fill(game);
  await form.locator('.pickg .game', { hasText: game }).first().click();
  const count = form.locator('.step').nth(1);
  for (let now = Number(await count.locator('span').textContent()); now !== seats; now += Math.sign(seats - now)) {
    await count
      .locator('button')
      .nth(now > seats ? 0 : 1)
      .click();
  }
  await form.locator('.more').click();
  await form.locator('.options .text').fill(name);
  await form.locator('.btn.hot').click();
  await page.waitForURL('**/table/*');
  await confirmSeat(page);
  return new URL(page.url()).pathname;
}

/** A table where house bots play no-limit hold'em. @param {import('playwright-core').Page} page */
export const withBots = (page) =>
  page
    .locator('.tables li', { hasText: /No-limit hold|Hold’em sans limite/ })
    .filter({ has: page.locator('i.bot') })
    .first();

/** Takes the seat offered by the dialog. @param {import('playwright-core').Page} page */
export async function confirmSeat(page) {
  await page.locator('dialog .btn.hot').click();
  await page.locator('.me').waitFor();
}

/** Opens a table by its address and sits down. @param {import('playwright-core').Page} page @param {string} url */
export async function joinTable(page, url) {
  await page.goto(url);
  await sitDown(page);
}

/** Takes a seat at the open table. @param {import('playwright-core').Page} page */
export async function sitDown(page) {
  await pressUntil(page, page.locator('dialog[open]'));
  await confirmSeat(page);
}

/**
 * Presses the third place until something is visible. A press does not count when a hand begins or ends under it; people press again then.
 *
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} seen
 */
export async function pressUntil(page, seen) {
  const end = Date.now() + PATIENCE_MS;
  do {
    assert.ok(Date.now() < end, 'the press counts in the end');
    await ready(page);
    // The button may disappear before the press: check the page and press again.
    await page
      .locator('.act [data-place="2"]')
      .click({ timeout: PRESS_MS })
      .catch(() => {});
    await drawn(page);
  } while (!(await seen.isVisible()));
}

/**
 * Leaves the seat. With chips at stake the button needs a second press, and the hand has to end: the others call. A late press asks for another;
 * people press again then.
 *
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Page[]} others Pages of players who may be in the hand.
 */
export async function leaveTable(page, others) {
  const end = Date.now() + 3 * PATIENCE_MS;
  for (let status = await seatStatus(page); status; status = await seatStatus(page)) {
    assert.ok(Date.now() < end, 'the seat is free in the end');
    if (status !== 'leaving')
      await page
        .locator('.go-away')
        .click({ timeout: 1000 })
        .catch(() => {});
    for (const other of others) if (await isAsked(other)) await checkOrCall(other);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/**
 * Presses a button that needs a second press until it has worked. A late press asks for another; people press again then.
 *
 * @param {import('playwright-core').Locator} button
 * @param {() => Promise<boolean>} isDone
 */
export async function pressTwice(button, isDone) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isDone())) {
    assert.ok(Date.now() < end, 'the presses count in the end');
    await button.click({ timeout: 1000 }).catch(() => {});
  }
}

/** Status of the page's player's seat; null without one. @param {import('playwright-core').Page} page */
export const seatStatus = (page) =>
  page.evaluate(() => {
    const room = document.querySelector('p-room');
    const { seats, you } = room.app.sessions.get(room.tableId).live;
    return you ? seats[you.seat].status : null;
  });

/**
 * A player who sits down with bots and plays until there is enough to check.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {(page: import('playwright-core').Page) => Promise<boolean>} isEnough
 */
export async function playedWithBots(browser, url, isEnough) {
  const page = await player(browser, { url, name: 'Nora', settings: { lang: 'en', volume: 0 } });
  await withBots(page).locator('.name').click();
  await page.locator('.seat p-card').first().waitFor();
  await sitDown(page);
  await play([page], checkOrCall, () => isEnough(page));
  return page;
}

/**
 * Watches from now on for something visible for only a few seconds, which a later check might miss.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 * @param {string} [words] Text that it contains.
 * @returns {Promise<() => Promise<unknown>>} Waits until it has been seen.
 */
export async function watchFor(page, selector, words = '') {
  const at = await page.evaluate(
    ([wanted, text]) => {
      const seen = (globalThis.seen ??= []);
      const at = seen.push(false) - 1;
      const look = () => [...document.querySelectorAll(wanted)].some((one) => one.textContent.includes(text));
      new MutationObserver((_, observer) => {
        if (!look()) return;
        seen[at] = true;
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      return at;
    },
    [selector, words],
  );
  return () => page.waitForFunction((which) => globalThis.seen[which], at);
}

/** Highlighted winner. */
export const WINNER = '.seat.won, .me.won';

/** `true` if the page's player is to act. @param {import('playwright-core').Page} page */
export const isAsked = (page) => page.locator('.me.turn').isVisible();

/**
 * Answers all decisions of the pages until a condition holds. `answer` presses something and returns; it is called when the bar of the player to act
 * accepts presses.
 *
 * @param {import('playwright-core').Page[]} pages
 * @param {(page: import('playwright-core').Page) => Promise<void>} answer
 * @param {() => Promise<boolean>} isDone
 * @param {number} [patience] In milliseconds.
 */
export async function play(pages, answer, isDone, patience = 3 * PATIENCE_MS) {
  const end = Date.now() + patience;
  while (!(await isDone())) {
    assert.ok(Date.now() < end, 'the game goes on');
    let acted = false;
    for (const page of pages) {
      if (!(await isAsked(page))) continue;
      const turn = await page.locator('.act').getAttribute('data-turn');
      await ready(page);
      await answer(page);
      await page.waitForFunction((before) => document.querySelector('.act')?.dataset.turn !== before, turn);
      acted = true;
    }
    if (!acted) await pause(LOOK_MS);
  }
}

/** Waits until the content of the page's caches satisfies a condition. `waitForFunction` would take the promise itself for an answer. @param {import('playwright-core').Page} page @param {() => Promise<boolean>} isEnough */
export async function untilKept(page, isEnough) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await page.evaluate(isEnough))) {
    assert.ok(Date.now() < end, `${page.url()} is kept`);
    await pause(LOOK_MS);
  }
}

/** Waits until the bar accepts presses: a new decision is inert for a moment. @param {import('playwright-core').Page} page */
export const ready = (page) =>
  page
    .locator('.act[data-ready]')
    .waitFor()
    .catch(async (error) => {
      const words = await page.evaluate(() => document.body.innerText);
      throw new Error(`${error.message}\n${page.url()} complains of ${page.complaints?.join() || 'nothing'} and says:\n${words}`);
    });

/** Checks or calls. A key pressed in a text field would be text. @param {import('playwright-core').Page} page */
export async function checkOrCall(page) {
  await page.evaluate(() => document.activeElement?.matches('input[type="text"], .say input') && document.activeElement.blur());
  await page.keyboard.press('c');
}

/**
 * Moves the focus with Tab, or another key, until it is on something.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 * @param {string} [key]
 */
export async function tabTo(page, selector, key = 'Tab') {
  for (let n = 0; n < 120; n++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${selector} cannot be reached by ${key}`);
}

/** The page's state of its table, without what the clock changes. @param {import('playwright-core').Page} page */
export const stateOf = (page) =>
  page.evaluate(() => {
    const room = document.querySelector('p-room');
    const { id, seq, seats, hand, you, hands, paused } = room.app.sessions.get(room.tableId).live;
    const plain = Object.values(seats).map(({ seat, player, stack, status, play }) => ({
      seat,
      player,
      stack,
      status,
      play: play && { cards: play.cards, folded: play.folded, allIn: play.allIn, bet: play.bet, last: play.last },
    }));
    return {
      id,
      seq,
      hands,
      paused,
      seats: plain,
      hand: hand && {
        number: hand.number,
        button: hand.button,
        board: hand.board,
        pots: hand.pots,
        pot: hand.pot,
        bet: hand.bet,
        turn: hand.turn,
      },
      you: you && { seat: you.seat, choices: you.choices, toCall: you.toCall, made: you.made },
    };
  });

/** Violations found by axe, in short form. @param {import('playwright-core').Page} page */
export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary})`));
}

/** Waits until a page has drawn its changes. @param {import('playwright-core').Page} page */
export const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Takes a screenshot if requested, once the page has drawn its changes.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @param {import('playwright-core').PageScreenshotOptions} [options]
 */
export async function shoot(page, name, options) {
  await drawn(page);
  if (RESULTS) await page.screenshot({ ...options, path: join(RESULTS, `${name}.png`) });
}
