// A tournament from first entry to last prize on a real server: in each phase, the text of pages kept up to date by messages equals that of reloaded
// pages, and nothing on them overlaps, in any window and language. The same for a cancelled tournament, for its tables and for others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { looked, none, sameWords, waysOn, WINDOWS, wordsOf } from './grid.js';
import { openTables, playAt } from './rivals.js';
import { ground, PATIENCE_MS, play, player, shoot, visit } from './support.js';

const { house, browser } = await ground(['--house-bots', '0', '--hand-pause-percent', '5']);

const settings = { lang: 'en', volume: 0 };

/** A small tournament that takes a break immediately, and then lasts as long as the test wants. */
const DEFINITION = `
id = "grid"
name = { en = "Grid", fr = "Grille" }
games = ["no-limit-holdem"]
start = "full"
entries = [3, 3]
seats = 3
price = 100
stack = 3000
levels = ["60m 10/20", "break 10m", "60m 20/40"]
`;

/**
 * Scripted players, all in one page that shows nothing: they enter, and answer with the minimum until told to end it.
 *
 * @param {string} tournament
 * @param {string[]} names
 */
async function pilots(tournament) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${house.url}/manifest.webmanifest`);
  await page.evaluate((id) => {
    globalThis.pilots = new Map();
    globalThis.isEnding = false;
    /** Decisions held back while no one is to answer; null while all do. */
    globalThis.held = null;
    const answer = (choices) => {
      const of = (kind) => choices.find((choice) => choice.kind === kind);
      const raise = of('raise') ?? of('bet');
      if (globalThis.isEnding && raise) return { kind: raise.kind, to: raise.max };
      return of('check') ? { kind: 'check' } : { kind: 'call' };
    };
    globalThis.enter = async (name) => {
      const response = await fetch('/api/v1/guest', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ nickname: name }),
      });
      const { access_token: token } = await response.json();
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`, 'poker.v1');
      let last = 0;
      const asked = new Map();
      const ask = (message) =>
        new Promise((resolve, reject) => {
          const id = `q${(last += 1)}`;
          asked.set(id, { resolve, reject });
          socket.send(JSON.stringify({ ...message, id }));
        });
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (asked.has(message.id)) {
          const { resolve, reject } = asked.get(message.id);
          asked.delete(message.id);
          if (message.type === 'error') reject(new Error(`${message.code}`));
          else resolve(message);
        }
        const seat = message.type === 'tournament_you' ? message.you.seat : null;
        if (seat) ask({ type: 'watch', table: seat.table }).catch(() => {});
        const act = (table, hand, turn, choices) => {
          const go = () => ask({ type: 'act', table, hand, turn, action: answer(choices) }).catch(() => {});
          if (globalThis.held) globalThis.held.push(go);
          else go();
        };
        const you = message.type === 'snapshot' ? message.state.you : null;
        if (you?.choices.length) act(message.table, message.state.hand.hand, message.state.hand.turn.turn, you.choices);
        if (message.type === 'private')
          for (const part of message.events) if (part.kind === 'choices' && part.choices.length) act(message.table, part.hand, part.turn, part.choices);
      };
      await new Promise((resolve) => (socket.onopen = resolve));
      await ask({ type: 'hello', versions: ['poker.v1'], token });
      await ask({ type: 'watch_tournament', tournament: id });
      await ask({ type: 'register', tournament: id, rules: 1 });
      globalThis.pilots.set(name, ask);
    };
  }, tournament);
  return {
    enter: (name) => page.evaluate((one) => globalThis.enter(one), name),
    hold: () => page.evaluate(() => void (globalThis.held = [])),
    goOn: () =>
      page.evaluate(() => {
        const all = globalThis.held;
        globalThis.held = null;
        for (const go of all) go();
      }),
    end: () => page.evaluate(() => (globalThis.isEnding = true)),
    close: () => context.close(),
  };
}

/** A scripted answer from the choices on offer. @param {import('playwright-core').Page} page */
const answerWithLeast = (page) =>
  page.evaluate(() => {
    const { session } = document.querySelector('p-room');
    const of = (kind) => session.live.you.choices.find((choice) => choice.kind === kind);
    const least = of('bet') ?? of('raise');
    session.act(
      of('check') ? { kind: 'check' } : of('call') ? { kind: 'call' } : of('discard') ? { kind: 'discard', cards: [] } : { kind: least.kind, to: least.min },
      session.live,
    );
  });

/** Sends a host's HTTP request, as the page would. @param {import('playwright-core').Page} host @param {string} path @param {object} body */
const send = (host, path, body) =>
  host.evaluate(
    async ([to, what]) => {
      const { account } = [...document.querySelectorAll('#app *')].find(({ app }) => app).app;
      return to === 'tournaments' ? account.announce(what) : account.decide(to, what);
    },
    [path, body],
  );

const decide = (host, id, action) => send(host, id, { id: `d${Math.random()}`, action, reason: 'As the test wants it.' });

/** The pages of a tournament, kept open all the time: viewer and path. */
const VIEWS = [
  ['page', 'host', ''],
  ['wall', 'stranger', '/screen'],
  ['floor', 'host', '/floor'],
  ['page', 'stranger', ''],
];

/** Waits until a page reports the expected state, or stops changing. @param {import('playwright-core').Page} page */
async function settled(page) {
  for (let before = '', n = 0; n < 20; n++) {
    const now = await page.evaluate(wordsOf);
    if (now === before) return now;
    before = now;
    await pause(150);
  }
  return page.evaluate(wordsOf);
}

/** Windows for phases with no text of their own. */
const FEW = [WINDOWS[0], WINDOWS[3]];

/**
 * Text of a page after a while at a table, and after reloading it.
 *
 * @param {import('playwright-core').Page} page @param {string} name
 */
async function reloaded(page, name) {
  const live = await settled(page);
  await page.reload();
  await page.locator('.stage .plate').first().waitFor();
  return sameWords(live, await settled(page), name);
}

/** Polling interval of visitors without a name, with some slack. */
const GLANCE_MS = 2000;

/** A signed-in spectator and a visitor, both watching a table. @param {string} path @param {import('playwright-core').Page} host */
async function watchers(path, host) {
  const known = await host.context().newPage();
  await known.goto(house.url + path);
  const stranger = await visit(browser, { url: house.url, path, settings });
  for (const page of [known, stranger]) await page.locator('.stage .plate').first().waitFor();
  /** A visitor's text, once it is as recent as another visitor's: each polls at its own times. @param {string} name */
  const asAnother = async (name) => {
    const another = await visit(browser, { url: house.url, path, settings });
    await another.locator('.stage .plate').first().waitFor();
    let wrong = sameWords(await settled(stranger), await settled(another), name);
    for (let n = 0; wrong.length > 0 && n < 10; n++) {
      await pause(GLANCE_MS / 2);
      wrong = sameWords(await settled(stranger), await settled(another), name);
    }
    await another.context().close();
    return wrong;
  };
  return {
    untilHand: (least) => known.waitForFunction((n) => document.querySelector('p-room').session.live.hands >= n, least),
    compared: async (phase) => [...(await reloaded(known, `${phase}, table for a watcher`)), ...(await asAnother(`${phase}, table for a stranger`))],
    close: async () => {
      await known.close();
      await stranger.context().close();
    },
  };
}

test('in every phase of an event its pages are what a fresh load shows, and nothing lies over anything', async () => {
  const host = await player(browser, { url: house.url, name: 'Host', settings });
  const { tournament: id } = await send(host, 'tournaments', { definition: DEFINITION, private: true });
  const base = `/tournament/${encodeURIComponent(id)}`;
  const all = await pilots(id);
  /** A page of the tournament for its viewer. */
  const open = async ([, who, part]) => {
    if (who === 'stranger') return visit(browser, { url: house.url, path: base + part, settings });
    const page = await host.context().newPage();
    await page.goto(house.url + base + part);
    return page;
  };
  const pages = [];
  for (const view of VIEWS) pages.push([view, await open(view)]);
  const wrong = [];
  /** Compares all pages with fresh ones, in this phase. */
  const look = async (phase, windows = WINDOWS) => {
    for (const [view, page] of pages) {
      const name = `${phase}, ${view[0]} of the ${view[1]}`;
      const fresh = await open(view);
      await fresh.locator('.t-content, .wall-main section, .wall-main > *, .floor-content').first().waitFor();
      // A page that has to poll may do so every few seconds.
      let words = [];
      for (const end = Date.now() + 12_000; ; await pause(400)) {
        words = sameWords(await settled(page), await settled(fresh), name);
        if (words.length === 0 || Date.now() > end) break;
      }
      wrong.push(...words);
      if ((await fresh.evaluate(waysOn)).length === 0 && view[0] !== 'wall') wrong.push(`${name}: no way on`);
      wrong.push(...(await looked(fresh, name, { see: (file) => shoot(fresh, `phases-${file}`), windows })));
      await fresh.close();
    }
  };
  const until = async (wanted) => {
    for (const end = Date.now() + PATIENCE_MS; ; await pause(200)) {
      const { state } = await host.evaluate(async (one) => {
        const { account } = [...document.querySelectorAll('#app *')].find(({ app }) => app).app;
        return { state: await account.tournament(one) };
      }, id);
      if (wanted(state)) return state;
      assert.ok(Date.now() < end, `${wanted}`);
    }
  };
  await all.enter('Ada');
  await all.enter('Maëlle');
  await look('before the start');
  await all.enter('Cy');
  const { tables } = await until(({ summary, tables }) => summary.phase === 'running' && tables.length === 1);
  // A player keeps the table open beside the page of the tournament.
  const beside = await player(browser, { url: house.url, name: 'Beside', settings });
  await beside.goto(house.url + base);
  await beside.locator('.t-tables button[aria-pressed=false]').first().click();
  const tabs = beside.locator('p-strip .tab');
  const named = { en: 'Grid', fr: 'Grille' };
  for (const [lang, name] of [...Object.entries(named), ['en', named.en]]) {
    await beside.evaluate((to) => [...document.querySelectorAll('#app *')].find(({ app }) => app).app.settings.merge({ lang: to }), lang);
    await tabs.filter({ hasText: `${name} · Table 1` }).waitFor();
  }
  // Some hands are watched, and one is stopped in the middle.
  const watching = await watchers(`/table/${tables[0].table}`, host);
  await watching.untilHand(2);
  await all.hold();
  await look('running', FEW);
  wrong.push(...(await watching.compared('running')));
  await watching.close();
  await all.goOn();
  await decide(host, id, { kind: 'pause' });
  await until(({ paused, summary }) => summary.phase === 'paused' && paused);
  await pause(1500);
  await look('paused');
  await decide(host, id, { kind: 'resume' });
  await decide(host, id, { kind: 'set_level', level: 1, left_s: 1 });
  await until(({ clock }) => clock?.break);
  await pause(1500);
  await look('in a break');
  await all.end();
  await decide(host, id, { kind: 'set_level', level: 2 });
  await until(({ summary }) => summary.phase === 'completed');
  await look('over');
  // A closed table is in no strip.
  await tabs.waitFor({ state: 'detached' });
  await beside.context().close();
  for (const [view, page] of pages) {
    const words = await page.evaluate(wordsOf);
    if (view[0] === 'page') assert.match(words, /^Over\n3 entries\n/m);
    assert.equal(await page.locator('.t-clock, .t-tables li, .floor-tables li, [role=timer]').count(), 0, `over, ${view}: nothing is played`);
  }
  await all.close();
  none(wrong);
  for (const [, page] of pages) assert.deepEqual(page.complaints ?? [], []);
});

test('an event that is called off says the same to those who were there and to those who come', async () => {
  const host = await player(browser, { url: house.url, name: 'Caller', settings });
  const { tournament: id } = await send(host, 'tournaments', { definition: DEFINITION.replace('"grid"', '"off"'), private: true });
  const all = await pilots(id);
  const path = `/tournament/${encodeURIComponent(id)}`;
  const pages = [];
  for (const part of ['', '/floor', '/screen']) {
    const page = await host.context().newPage();
    await page.goto(house.url + path + part);
    await page.locator('.t-content, .wall-main > *, .floor-content').first().waitFor();
    pages.push([part, page]);
  }
  await all.enter('Dora');
  await decide(host, id, { kind: 'cancel' });
  const wrong = [];
  for (const [part, page] of pages) {
    await page.waitForFunction(() => /cancelled/i.test(document.querySelector('#app').innerText));
    const name = `called off, ${part}`;
    const fresh = await host.context().newPage();
    await fresh.goto(house.url + path + part);
    await fresh.locator('.t-content, .wall-main > *, .floor-content').first().waitFor();
    let words = [];
    for (const end = Date.now() + 12_000; ; await pause(400)) {
      words = sameWords(await settled(page), await settled(fresh), name);
      if (words.length === 0 || Date.now() > end) break;
    }
    wrong.push(...words, ...(await looked(fresh, name, { see: (file) => shoot(fresh, `phases-${file.replaceAll('/', '-')}`), windows: FEW })));
    if (part !== '/screen' && (await fresh.evaluate(waysOn)).length === 0) wrong.push(`${name}: no way on`);
    await fresh.close();
  }
  await all.close();
  none(wrong);
});

test('in the middle of a hand a table is as a fresh load shows it, to players, spectators and visitors without a name', async () => {
  // A window that shows one table.
  const viewport = { width: 1280, height: 800 };
  const [host, rival] = [
    await player(browser, { url: house.url, name: 'Host of cash', settings, viewport }),
    await player(browser, { url: house.url, name: 'Rival', settings }),
  ];
  const wrong = [];
  for (const game of ['razz', 'five-card-draw']) {
    await host.goto(house.url);
    await host.locator('p-lobby .tables').first().waitFor({ state: 'attached' });
    const [own] = await openTables(host, 1, { game, seats: 3, stacks: 10 });
    await host.goto(`${house.url}/table/${own.id}`);
    await host.locator('.stage').waitFor();
    const watching = await watchers(`/table/${own.id}`, rival);
    await playAt(rival, [own]);
    await play([host], answerWithLeast, () =>
      host.evaluate(() => document.querySelector('p-room').session.live.hands >= 2 && document.querySelector('p-room').session.live.you?.choices.length > 0),
    );
    wrong.push(...(await watching.compared(game)), ...(await reloaded(host, `${game}, table of a player`)));
    await watching.close();
  }
  none(wrong);
  for (const page of [host, rival]) await page.context().close();
});
