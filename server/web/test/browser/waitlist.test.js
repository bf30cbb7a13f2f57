// The waiting list of a full tournament, from scripted messages: a player waits, reads the place, leaves, and is given a place; the desk sees
// the list and moves a player up at one press.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { golden } from './desk.js';
import { game, scriptedPage } from './scripted.js';
import { ownBrowser, shoot, violations } from './support.js';

const browser = await ownBrowser();

const holdem = game({
  id: 'no-limit-holdem',
  name: { en: 'No-limit hold’em', fr: 'Hold’em sans limite' },
  family: 'holdem',
  deal: 'dd-bbb-b-b-',
  limits: ['nl'],
  seats_max: 10,
});

/** A tournament of nine that is full before its start, or has begun with real chips. */
function snapshot(you, change = {}) {
  const message = golden('server/tournament_snapshot.json');
  const { state } = message;
  Object.assign(state, { clock: undefined, level: undefined, tables: [], table_count: 0, break_order: [], places: [], prizes_final: undefined });
  Object.assign(state.summary, {
    format: 'freezeout',
    phase: 'registering',
    level: undefined,
    entries: 9,
    alive: 9,
    entries_max: 9,
    entries_open: false,
    buy_in: 200,
    bounty: 0,
  });
  Object.assign(state.summary, { starts_at: Date.now() + 3_600_000 }, change);
  // All nine, so that the desk has nobody to ask for.
  state.entrants = Array.from({ length: 9 }, (_, at) => ({
    player: at + 1,
    who: { id: `account-${at + 10}`, name: `Player ${at + 1}`, kind: 'account' },
    entry: at + 1,
    status: 'active',
    stack: 10_000,
  }));
  delete state.paused;
  delete state.deal;
  state.you = you;
  return message;
}

/** A house with the one tournament; the viewer waits behind two others. */
function house(change = {}) {
  let you = { registered: false, waitlist: { open: true } };
  /** @type {(message: object) => void} */
  let tell = () => {};
  const stands = (next) => {
    you = next;
    tell({ type: 'tournament_you', tournament: '12', you });
  };
  return {
    stands,
    game: holdem,
    hands: { 1: 'As Kd' },
    states: { 12: () => snapshot(you, change) },
    welcome: { capabilities: ['tournaments'], tables: [], tournaments: [] },
    answer(request, say) {
      tell = say;
      if (request.type === 'list_tournaments') return { tournaments: [snapshot(you, change).state.summary] };
      if (request.type === 'watch_tournament') say(snapshot(you, change));
      if (request.type === 'register') stands({ registered: false, waitlist: { place: 3 } });
      if (request.type === 'unregister') stands({ registered: false, waitlist: { open: true } });
      return undefined;
    },
  };
}

const sentOf = (page, type) => page.sent.filter((request) => request.type === type);
const fits = async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no wider than the page');

for (const { lang, width, height, wait, free, third, second, leave, given, poor } of [
  {
    lang: 'en',
    width: 1440,
    height: 900,
    wait: 'Join the waiting list',
    free: /Waiting is free.*200 are taken/,
    third: 'You are 3rd on the waiting list.',
    second: 'You are 2nd on the waiting list.',
    leave: 'Leave the waiting list',
    given: 'A place is yours',
    poor: 'your balance was too low',
  },
  {
    lang: 'fr',
    width: 360,
    height: 740,
    wait: 'Attendre une place',
    free: /Attendre ne coûte rien.*200 quittent/,
    third: 'Vous êtes 3e sur la liste d’attente.',
    second: 'Vous êtes 2e sur la liste d’attente.',
    leave: 'Quitter la liste d’attente',
    given: 'Une place vous revient',
    poor: 'votre bourse ne suffisait pas',
  },
]) {
  test(`a full tournament offers its waiting list, and tells the place, ${lang}`, async () => {
    const scene = house({ waiting: 2 });
    const page = await scriptedPage(browser, { scene, settings: { lang }, viewport: { width, height }, path: '/tournament/12' });
    const mine = page.locator('.t-mine');
    await page.locator('.t-buttons button', { hasText: wait }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    assert.match(await dialog.textContent(), free);
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `waitlist-ask-${lang}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(sentOf(page, 'register').length, 0);

    await page.locator('.t-buttons button', { hasText: wait }).click();
    await dialog.locator('.btn.hot').click();
    await mine.filter({ hasText: third }).waitFor();
    assert.deepEqual(
      sentOf(page, 'register').map(({ tournament, wait: waits }) => [tournament, waits]),
      [['12', true]],
    );
    scene.stands({ registered: false, waitlist: { place: 2 } });
    await mine.filter({ hasText: second }).waitFor();
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `waitlist-${lang}`);

    await page.locator('.t-buttons button', { hasText: leave }).click();
    await dialog.locator('.btn.hot').click();
    await page.locator('.t-buttons button', { hasText: wait }).waitFor();
    assert.equal(sentOf(page, 'unregister').length, 1);

    // Passed over, and then, after another wait, in.
    scene.stands({ registered: false, waitlist: { place: 1 } });
    scene.stands({ registered: false, waitlist: { open: true, ended: 'funds' } });
    await mine.filter({ hasText: poor }).waitFor();
    scene.stands({ registered: false, waitlist: { place: 1 } });
    scene.stands({ registered: true, player: 10, entry: 10, offers: [{ kind: 'unregister', refund: 200 }] });
    await page.locator('.toast', { hasText: given }).waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/** A house where the viewer directs a full live tournament in which two wait. */
function liveHouse() {
  const scene = house({ live: true, phase: 'running', waiting: 2, entries_max: 9 });
  const floor = { ...golden('rest/floor_response.json'), entries: [], role: 'director', denied: [] };
  delete floor.after;
  const line = (waiting, name) => ({ waiting, who: { id: `waiting-${waiting}`, name, kind: 'guest' }, since: Date.now() - 60_000 * (9 - waiting) });
  let waitlist = [line(1, 'Ada'), line(2, 'Blaise')];
  const passed = [{ who: { id: 'account-7', name: 'Tom', kind: 'guest' }, why: 'name' }];
  const decided = [];
  return {
    ...scene,
    decided,
    rest({ method, path, query, body }) {
      if (!path.endsWith('/floor')) return undefined;
      const desk = { tickets: [], flags: [], proposals: [], muted: [], waitlist, passed_over: passed };
      if (method === 'GET') return { ...floor, desk, entries: floor.entries.filter(({ no }) => no > Number(query.get('after'))) };
      decided.push(body);
      const { reason, action } = body;
      if (action.kind === 'move_up') waitlist = waitlist.toSorted((a, b) => Number(b.waiting === action.waiting) - Number(a.waiting === action.waiting));
      if (action.kind === 'stop_waiting') waitlist = waitlist.filter(({ waiting }) => waiting !== action.waiting);
      if (action.kind === 'wait') waitlist = [...waitlist, line(3, action.name)];
      const by = { id: 'account-1', name: 'Camille', kind: 'guest' };
      const entry = { no: floor.entries.length + 1, at: Date.now(), by, role: 'director', action, reason, result: 'done' };
      floor.entries.push(entry);
      return entry;
    },
  };
}

for (const { lang, width, height, up, off, moved } of [
  { lang: 'en', width: 1440, height: 900, up: 'Next place', off: 'Off the list', moved: 'Number 2 of the waiting list gets the next place.' },
  {
    lang: 'fr',
    width: 360,
    height: 740,
    up: 'Prochaine place',
    off: 'Retirer de la liste',
    moved: 'Le numéro 2 de la liste d’attente aura la prochaine place.',
  },
]) {
  test(`the desk of a live tournament has the list in hand, ${lang}`, async () => {
    const scene = liveHouse();
    const page = await scriptedPage(browser, { scene, settings: { lang }, viewport: { width, height }, path: '/tournament/12/floor' });
    const names = page.locator('.floor-waitlist b');
    await names.nth(1).waitFor();
    assert.deepEqual(await names.allTextContents(), ['Ada', 'Blaise']);
    assert.match(await page.locator('.floor-waitlist').textContent(), /Tom/);
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `waitlist-desk-${lang}`);

    // The first has nobody to pass.
    assert.equal(await page.locator('.floor-waitlist button', { hasText: up }).count(), 1);
    await page.locator('.floor-waitlist button', { hasText: up }).click();
    await page.locator('.floor-notice', { hasText: moved }).waitFor();
    assert.deepEqual(scene.decided.at(-1).action, { kind: 'move_up', waiting: 2 });
    await page.waitForFunction(() => document.querySelector('.floor-waitlist b').textContent === 'Blaise');

    const name = page.locator('.floor-enter input');
    await name.fill('Zoé');
    await name.press('Enter');
    await page.waitForFunction(() => document.querySelector('.floor-enter input').value === '');
    assert.deepEqual(scene.decided.at(-1).action, { kind: 'wait', name: 'Zoé' });
    await page.locator('.floor-waitlist li', { hasText: 'Ada' }).locator('button', { hasText: off }).click();
    await names.filter({ hasText: 'Ada' }).waitFor({ state: 'detached' });
    assert.deepEqual(scene.decided.at(-1).action, { kind: 'stop_waiting', waiting: 1 });
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
