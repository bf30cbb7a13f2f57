// A live tournament from scripted messages: officials enter players, busts and counts, and the big screen shows them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { game, scriptedPage } from './scripted.js';
import { ownBrowser, player, shoot, violations, visit, withHouse } from './support.js';

const golden = (path) => JSON.parse(readFileSync(new URL(`../../../../protocol/golden/v1/${path}`, import.meta.url), 'utf8'));

const holdem = game({
  id: 'no-limit-holdem',
  name: { en: 'No-limit hold’em', fr: 'Hold’em sans limite' },
  family: 'holdem',
  deal: 'dd-bbb-b-b-',
  limits: ['nl'],
  seats_max: 10,
});

const browser = await ownBrowser();

const NAMES = ['Marguerite', 'Ada', 'Blaise', 'Yuki', 'Bertille de la Fontaine', 'Tom', 'Nadia', 'Oskar'];

/** Two tables of four, with nothing to watch. */
function snapshot() {
  const message = golden('server/tournament_snapshot.json');
  const { state } = message;
  state.entrants = NAMES.map((name, at) => ({
    player: at + 1,
    who: { id: `by-hand-${at + 1}`, name, kind: 'guest' },
    entry: at + 1,
    status: 'active',
    stack: 10_000,
  }));
  state.tables = [0, 1].map((no) => ({ no: no + 1, seats: state.entrants.slice(no * 4, no * 4 + 4).map(({ player }, seat) => [seat + 1, player, 10_000]) }));
  Object.assign(state, { table_count: 2, break_order: [2, 1], places: [], you: { registered: false } });
  delete state.paused;
  delete state.deal;
  Object.assign(state.summary, { alive: 8, entries: 8, live: true, entries_open: true, phase: 'running' });
  return message;
}

/** A house where the viewer directs the tournament. */
function house() {
  const floor = { ...golden('rest/floor_response.json'), entries: [], role: 'director', desk: { tickets: [], flags: [], proposals: [], muted: [] } };
  delete floor.after;
  const decided = [];
  return {
    decided,
    game: holdem,
    hands: { 1: 'As Kd' },
    states: { 12: snapshot },
    welcome: { capabilities: ['tournaments'], tables: [], tournaments: [] },
    rest({ method, path, query, body }) {
      if (!path.endsWith('/floor')) return undefined;
      if (method === 'GET') return { ...floor, entries: floor.entries.filter(({ no }) => no > Number(query.get('after'))) };
      decided.push(body);
      const { reason, action } = body;
      if (action.name === 'ada') return { status: 400, type: 'error', code: 'protocol.invalid_field', message: '', retryable: false };
      const entry = {
        no: floor.entries.length + 1,
        at: Date.now(),
        by: { id: 'account-1', name: 'Camille', kind: 'guest' },
        role: 'director',
        action,
        reason,
        result: 'done',
      };
      floor.entries.push(entry);
      return entry;
    },
    answer(request, say) {
      if (request.type === 'list_tournaments') return { tournaments: [snapshot().state.summary] };
      if (request.type === 'watch_tournament') say(snapshot());
      return undefined;
    },
  };
}

const fits = async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no wider than the page');

for (const { lang, width, height } of [
  { lang: 'en', width: 1920, height: 1080 },
  { lang: 'fr', width: 360, height: 740 },
]) {
  test(`a live tournament is entered and shown, ${lang}`, async () => {
    const scene = house();
    const page = await scriptedPage(browser, { scene, settings: { lang, theme: 'dark' }, viewport: { width, height }, path: '/tournament/12/floor' });
    await page.locator('.floor-stacks').first().waitFor();
    await fits(page);
    assert.deepEqual(await violations(page), []);
    await shoot(page, `live-floor-${lang}-${width}`);

    const name = page.locator('.floor-enter input');
    await name.fill('ada');
    await name.press('Enter');
    await page.locator('.floor-enter .error').waitFor();
    await name.fill('Zoé');
    await name.press('Enter');
    await page.waitForFunction(() => document.querySelector('.floor-enter input').value === '');
    assert.deepEqual(scene.decided.at(-1).action, { kind: 'enter', name: 'Zoé' });

    // Two go out in one hand: a bust is one choice, and asks for the stacks that rank them.
    await page.locator('.floor-tables .btn-s.hot').first().click();
    await page.locator('.deciding').waitFor();
    await page.locator('.deciding select').nth(0).selectOption('2');
    await page.locator('.deciding select').nth(3).selectOption('2');
    await page.locator('.deciding input').first().fill('9000');
    assert.notEqual(await page.locator('.deciding textarea').inputValue(), '', 'a reason is asked for');
    await fits(page);
    assert.deepEqual(await violations(page), []);
    await shoot(page, `live-hand-${lang}-${width}`);
    await page.locator('.deciding button[type=submit]').click();
    await page.locator('.deciding').waitFor({ state: 'detached' });
    assert.deepEqual(scene.decided.at(-1).action, {
      kind: 'hand_over',
      table: 1,
      busts: [
        { player: 1, by: [2], stack: 9000 },
        { player: 3, by: [2] },
      ],
    });

    await page.goto(new URL('/tournament/12/screen', page.url()).href);
    await page.locator('.wall, p-screen').first().waitFor();
    await page.waitForTimeout(300);
    await shoot(page, `live-screen-${lang}-${width}`);
    // The browser itself complains about the intended refusal.
    assert.deepEqual(
      page.complaints.filter((text) => !text.includes('400')),
      [],
    );
    await page.context().close();
  });
}

for (const { lang, close, prizes, undo, never, sum } of [
  { lang: 'en', close: 'Close entries', prizes: 'Prizes', undo: 'Undo', never: 'no_show', sum: /\D158\D/ },
  { lang: 'fr', close: 'Clore les inscriptions', prizes: 'Prix', undo: 'Annuler', never: 'no_show', sum: /\D158\D/ },
]) {
  test(`entries are closed at one press, and the prizes set, ${lang}`, async () => {
    const scene = house();
    let isFinal = false;
    const shown = scene.states[12];
    scene.states[12] = () => {
      const message = shown();
      Object.assign(message.state, { prizes_final: isFinal, prizes: [84, 36] });
      message.state.structure.pays_unit = undefined;
      Object.assign(message.state.summary, { pool: 120, guarantee: 0, entries_open: !isFinal });
      return message;
    };
    const answer = scene.answer;
    scene.answer = (request, say) => (request.type === 'watch_tournament' ? void say(scene.states[12]()) : answer(request, say));
    const open = () => scriptedPage(browser, { scene, settings: { lang, theme: 'dark' }, viewport: { width: 360, height: 740 }, path: '/tournament/12/floor' });
    let page = await open();
    await page.getByRole('button', { name: close, exact: true }).click();
    await page.locator('.floor-notice').waitFor();
    assert.deepEqual(scene.decided.at(-1).action, { kind: 'close_entries' });
    await page.locator('.floor-notice').getByRole('button', { name: undo, exact: true }).click();
    await page.waitForTimeout(200);
    assert.deepEqual(scene.decided.at(-1).action, { kind: 'undo' });

    await page.locator('.floor-players li').first().getByRole('button').last().click();
    await page.locator('.deciding select').first().selectOption(never);
    await page.locator('.deciding button[type=submit]').click();
    await page.locator('.deciding').waitFor({ state: 'detached' });
    assert.deepEqual(scene.decided.at(-1).action.kind, 'no_show');
    await page.context().close();

    isFinal = true;
    page = await open();
    await page.getByRole('button', { name: prizes, exact: true }).click();
    assert.equal(await page.getByRole('button', { name: close, exact: true }).count(), 0, 'they are closed');
    const field = (at) => page.locator('.deciding input').nth(at);
    await field(1).fill('10 %');
    await field(2).fill('50');
    await page.locator('.deciding label', { hasText: sum }).waitFor();
    await field(3).fill('100, 58');
    await fits(page);
    assert.deepEqual(await violations(page), []);
    await shoot(page, `live-prizes-${lang}`);
    await page.locator('.deciding button[type=submit]').click();
    await page.locator('.deciding').waitFor({ state: 'detached' });
    assert.deepEqual(scene.decided.at(-1).action, { kind: 'set_prizes', fee_percent: 10, bonus: 50, prizes: [100, 58] });
    await page.context().close();
  });
}

const KITCHEN = `
id = "kitchen"
name = { en = "Kitchen", fr = "Cuisine" }
games = ["no-limit-holdem"]
entries = [3, 20]
seats = 4
price = 20
stack = 1000
levels = ["30m 5/10", "30m 10/20"]
late_levels = 0
pays = [70, 30]
hand_for_hand = []
`;

test('the floor of an event by hand that is over asks for nothing more, to those who were there and to those who come', async () => {
  const looks = { en: ['Hand over', 'Decide', /All tables are closed/], fr: ['Coup terminé', 'Décider', /Toutes les tables sont fermées/] };
  await withHouse(['--house-bots', '0'], async ({ url }) => {
    for (const [lang, [over, decide, closed]] of Object.entries(looks)) {
      const host = await player(browser, { url, name: `Host ${lang}`, settings: { volume: 0 } });
      const path = await host.evaluate(async (definition) => {
        const { app } = [...document.querySelectorAll('#app *')].find((one) => one.app);
        const { tournament } = await app.account.announce({ definition, live: true });
        return `/tournament/${encodeURIComponent(tournament)}`;
      }, KITCHEN);
      const acts = [];
      const act = (action) =>
        acts.push(action) &&
        host.evaluate(
          ([id, request, what]) => document.querySelector('p-floor').app.account.decide(id, { id: request, action: what, reason: 'As it was.' }),
          [decodeURIComponent(path.split('/')[2]), `act-${acts.length}`, action],
        );
      await host.goto(`${url}${path}/floor`);
      await host.locator('.floor-content').waitFor();
      await host.evaluate((to) => document.querySelector('p-floor').app.settings.merge({ lang: to }), lang);
      for (const name of ['Ann', 'Bob', 'Cid']) await act({ kind: 'enter', name });
      await act({ kind: 'start' });
      const tables = host.locator('.floor-tables > li');
      const asks = (page) => page.getByRole('button', { name: new RegExp(`${over}|${decide}`) });
      await tables.filter({ hasText: 'Cid' }).waitFor();
      // They are requested while it runs, so they must exist.
      await tables.getByText(over, { exact: true }).waitFor();
      assert.ok((await asks(host).count()) >= 5, 'a table and three players');
      await act({
        kind: 'hand_over',
        table: 1,
        busts: [
          { player: 2, by: [1], stack: 900 },
          { player: 3, by: [1], stack: 1000 },
        ],
      });
      await host.locator('.t-part', { hasText: closed }).waitFor();
      const fresh = await host.context().newPage();
      await fresh.goto(`${url}${path}/floor`);
      await fresh.locator('.t-part', { hasText: closed }).waitFor();
      const stranger = await visit(browser, { url, path: `${path}/floor`, settings: { lang, volume: 0 } });
      await stranger.locator('.floor-content').waitFor();
      for (const page of [host, fresh, stranger]) {
        assert.equal(await page.locator('.floor-tables > li').count(), 0, lang);
        assert.deepEqual(await asks(page).allTextContents(), [], lang);
        assert.equal(await page.locator('p-strip .tab').count(), 0, lang);
        assert.deepEqual(page.complaints ?? [], []);
      }
      await stranger.context().close();
      await host.context().close();
    }
  });
});
