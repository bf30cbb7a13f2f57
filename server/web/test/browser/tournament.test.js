// Tournaments from scripted messages: the lobby's list and its one-press button, the page, a tournament table. axe finds nothing wrong, in both
// languages, on a phone and a desktop.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { faults } from './faults.js';
import { game, scriptedPage } from './scripted.js';
import { ownBrowser, shoot, violations } from './support.js';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

const browser = await ownBrowser();

const snapshot = () => JSON.parse(readFileSync(new URL('../../../../protocol/golden/v1/server/tournament_snapshot.json', import.meta.url), 'utf8'));

const holdem = game({
  id: 'no-limit-holdem',
  name: { en: 'No-limit hold’em', fr: 'Hold’em sans limite' },
  family: 'holdem',
  deal: 'dd-bbb-b-b-',
  limits: ['nl'],
  seats_max: 10,
});
const evening = { tournament: '12', name: { en: 'Evening freezeout', fr: 'Freezeout du soir' }, table_no: 1, level: 7 };
const seatAt = (table, no) => ({ registered: true, player: 3, entry: 3, level: 7, seat: { table, table_no: no, seat: 1 } });

/** A turbo waiting for players. */
const turbo = (change = {}) => ({
  ...snapshot().state.summary,
  tournament: '20',
  name: { en: 'Turbo sit & go', fr: 'Sit & go turbo' },
  structure: 'turbo',
  format: 'sit_and_go',
  starts_at: undefined,
  phase: 'registering',
  entries_open: true,
  entries: 2,
  alive: 2,
  entries_max: 6,
  buy_in: 200,
  bounty: 0,
  guarantee: 0,
  pool: 400,
  level: undefined,
  ...change,
});

/** A house with tournaments: 12 is running, 20 is waiting for players. `you` is the viewer's standing in each. */
function house({ you = {}, table = {} } = {}) {
  const stands = { 12: { registered: false }, 20: { registered: false, offers: [{ kind: 'register', price: 200 }] }, ...you };
  const watched = new Set();
  const tell = {
    12: () => {
      const message = snapshot();
      message.state.you = stands[12];
      return message;
    },
    20: () => {
      const { state, ...rest } = snapshot();
      const { structure } = state;
      const empty = {
        clock: undefined,
        level: undefined,
        next_level: structure.levels[0],
        places: [],
        tables: [],
        table_count: 0,
        break_order: [],
        average_stack: 0,
        bounty_pool: 0,
        prizes: [],
      };
      return { ...rest, tournament: '20', state: { ...state, ...empty, summary: turbo(), entrants: state.entrants.slice(0, 1), you: stands[20] } };
    },
  };
  return {
    game: holdem,
    hands: { 1: 'As Kd', 2: '?? ??', 3: '?? ??' },
    hand: { turn: undefined, pot: 300, pots: [] },
    info: { tournament: evening },
    tournaments: [turbo(), snapshot().state.summary],
    states: tell,
    welcome: { capabilities: ['tournaments'], tables: table.seated ? ['t1'] : [], tournaments: Object.keys(you) },
    answer(request, say) {
      if (request.type === 'list_tournaments') return { tournaments: [turbo(), snapshot().state.summary] };
      // Its state is the initial one: a client that requests it again has heard more by then.
      if (request.type === 'watch_tournament' && !watched.has(request.tournament)) say(tell[request.tournament]());
      if (request.type === 'watch_tournament') watched.add(request.tournament);
      if (request.type === 'unwatch_tournament') watched.delete(request.tournament);
      if (request.type === 'withdraw' && !request.confirm) return { code: 'tournament.unconfirmed', params: { stack: 11_250, place: 2 } };
      if (request.type === 'register') {
        stands[20] = { registered: true, player: 3, entry: 3, offers: [{ kind: 'unregister', refund: 200 }] };
        say({ type: 'tournament_you', tournament: '20', you: stands[20] });
        return { tournament: turbo({ entries: 3 }) };
      }
      return undefined;
    },
    ...table,
  };
}
const sentOf = (page, type) => page.sent.filter((request) => request.type === type);
const fits = async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no wider than the page');

for (const [lang, viewport, look] of [
  ['en', DESKTOP, 'desktop'],
  ['fr', PHONE, 'phone'],
]) {
  test(`the list is searched and filtered, ${lang}, ${look}`, async () => {
    const page = await scriptedPage(browser, { scene: house(), settings: { lang }, viewport, path: '/tournaments' });
    await page.locator('.t-rows li').nth(1).waitFor();
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `tournaments-${look}`);
    await page.locator('.t-filters button').nth(2).click();
    assert.equal(await page.locator('.t-rows li').count(), 1);
    assert.match(await page.locator('.t-rows .name').textContent(), lang === 'en' ? /Evening/ : /soir/);
    await page.locator('.t-filters button').first().click();
    await page.locator('.t-bar input').fill('turbo');
    assert.equal(await page.locator('.t-rows li').count(), 1);
    await page.locator('.t-rows .name').click();
    await page.waitForURL('**/tournament/20');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

  test(`the page tells everything that was published, ${lang}, ${look}`, async () => {
    const page = await scriptedPage(browser, { scene: house(), settings: { lang }, viewport, path: '/tournament/12' });
    await page.locator('.t-clock').waitFor();
    for (const part of ['clock', 'money', 'tables', 'results', 'players', 'structure', 'terms']) await page.locator(`.t-part.t-${part}`).waitFor();
    assert.equal(await page.locator('.t-tables a').getAttribute('href'), '/table/30');
    assert.match(await page.locator('.t-time').textContent(), /4:4\d/);
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `tournament-${look}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

  test(`a table of an event shows its level, ${lang}, ${look}`, async () => {
    const scene = house({ you: { 12: seatAt('t1', 1) }, table: { seated: true } });
    const page = await scriptedPage(browser, { scene, settings: { lang }, viewport });
    await page.locator('.top .sub', { hasText: '4:4' }).waitFor();
    assert.deepEqual(await page.evaluate(faults), []);
    if (look === 'phone') await page.locator('.top .sheet-only').click();
    await page.locator('#tab-event').click();
    await page.locator('.t-tab .t-clock').waitFor();
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `event-table-${look}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('the one button of the first screen enters the next turbo for the price that it names', async () => {
  const page = await scriptedPage(browser, { scene: house(), path: '/', viewport: PHONE });
  const button = page.locator('.t-now button');
  await button.waitFor();
  assert.match(await button.textContent(), /Play a tournament now.*200/);
  assert.equal(await page.locator('.t-now').count(), 1);
  assert.deepEqual(await violations(page), []);
  await fits(page);
  await shoot(page, 'tournament-now-phone');
  await button.click();
  await page.waitForURL('**/tournament/20');
  await page.locator('.t-mine', { hasText: 'You are in' }).waitFor();
  assert.deepEqual(
    sentOf(page, 'register').map(({ tournament, rules }) => [tournament, rules]),
    [['20', 1]],
  );
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('entering and taking an entry back name the price, and are asked first', async () => {
  const page = await scriptedPage(browser, { scene: house(), path: '/tournament/20' });
  await page.locator('.t-buttons button', { hasText: 'Register for 200' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  assert.match(await dialog.textContent(), /200 are taken from your balance/);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(sentOf(page, 'register').length, 0);
  await page.locator('.t-buttons button', { hasText: 'Register' }).click();
  await dialog.locator('.btn.hot').click();
  await page.locator('.t-buttons button', { hasText: 'Unregister' }).click();
  assert.match(await dialog.textContent(), /200 go back to your balance/);
  await dialog.locator('.btn.hot').click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(sentOf(page, 'unregister').length, 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a stranger sees a tournament, and enters it by giving a name first', async () => {
  const page = await scriptedPage(browser, { scene: house(), path: '/tournament/20', isStranger: true });
  await page.locator('.t-terms').waitFor();
  assert.match(await page.locator('.t-terms').textContent(), /StartWhen full/);
  assert.equal(page.sent.length, 0);
  assert.deepEqual(await violations(page), []);
  await page.locator('.t-buttons button', { hasText: 'Register for 200' }).click();
  await page.locator('#identity-name').fill('Stranger');
  await page.keyboard.press('Enter');
  await page.locator('dialog[open] .btn.hot', { hasText: 'Register for 200' }).click();
  await page.locator('.t-mine', { hasText: 'You are in' }).waitFor();
  assert.equal(sentOf(page, 'register').length, 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('leaving for good tells what it would cost before it is done', async () => {
  const page = await scriptedPage(browser, { scene: house({ you: { 12: seatAt('t1', 1) } }), path: '/tournament/12' });
  await page.locator('.t-buttons button', { hasText: 'Leave for good' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  assert.match(await dialog.textContent(), /11,250 chips leave play.*place 2/);
  await dialog.locator('.btn.hot').click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(
    sentOf(page, 'withdraw').map(({ confirm }) => confirm),
    [false, true],
  );
  await page.context().close();
});

test('the rails of several tables are opened beside each other, and closed again', async () => {
  const scene = house({ table: { seated: false, watching: true } });
  const tell = scene.states[12];
  scene.states[12] = () => {
    const message = tell();
    const [first] = message.state.tables;
    message.state.tables = [first, { no: 2, table: '31', seats: [[1, 4, 5000]] }];
    return message;
  };
  const page = await scriptedPage(browser, { scene, viewport: DESKTOP, path: '/tournament/12' });
  const rail = (n) => page.getByRole('button', { name: `Keep table ${n} open alongside the others` });
  for (const n of [1, 2]) {
    await rail(n).click();
    await page
      .locator('p-strip .tab')
      .nth(n - 1)
      .waitFor();
  }
  assert.deepEqual(
    sentOf(page, 'watch').map(({ table }) => table),
    ['30', '31'],
  );
  // The player is still on the page of the tournament.
  assert.equal(new URL(page.url()).pathname, '/tournament/12');
  assert.equal(await rail(1).getAttribute('aria-pressed'), 'true');
  assert.deepEqual(await violations(page), []);
  await shoot(page, 'tournament-rails');
  await page.locator('.t-tables a', { hasText: 'Table 1' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tile .stage').length === 2);
  await page.goBack();
  await rail(1).click();
  await page.waitForFunction(() => document.querySelectorAll('p-strip .tab').length === 1);
  assert.deepEqual(
    sentOf(page, 'unwatch').map(({ table }) => table),
    ['30'],
  );
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a player who waits is taken to the table when the tournament starts', async () => {
  const waits = { registered: true, player: 3, entry: 3, offers: [{ kind: 'unregister', refund: 200 }] };
  const page = await scriptedPage(browser, { scene: house({ you: { 20: waits } }), path: '/tournament/20' });
  await page.locator('.t-mine', { hasText: 'You are in' }).waitFor();
  page.hear({ type: 'tournament_you', tournament: '20', you: { ...waits, offers: [], seat: { table: 't9', table_no: 1, seat: 1 } } });
  await page.waitForURL('**/table/t9');
  await page.locator('.stage').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a player who is moved is followed to the new table, and hears of it', async () => {
  const page = await scriptedPage(browser, { scene: house({ you: { 12: seatAt('t1', 1) }, table: { seated: true } }) });
  await page.locator('.top .sub', { hasText: '100/200' }).waitFor();
  page.hear({ type: 'tournament_you', tournament: '12', you: { ...seatAt('t2', 2), moved: true } });
  await page.locator('#polite', { hasText: 'You move to table 2, seat 1.' }).waitFor();
  await page.waitForURL('**/table/t2');
  assert.ok(sentOf(page, 'watch').some(({ table }) => table === 't2'));
  await page.context().close();
});

test('the tile of a player who is moved goes to the new table, in its place among the others', async () => {
  const scene = house({ you: { 12: seatAt('t1', 1) }, table: { seated: true } });
  const page = await scriptedPage(browser, { scene, viewport: { width: 1920, height: 1080 }, path: '/table/t9' });
  const tiles = () => page.evaluate(() => document.querySelector('p-room').app.open.tiles);
  const shown = (wanted) => page.waitForFunction((ids) => document.querySelector('p-room').app.open.tiles.join() === ids, wanted);
  await page.evaluate(() => {
    const { app } = document.querySelector('p-room');
    for (const id of ['t1', 't9', 't7']) app.session(id);
    app.render();
  });
  await page.waitForFunction(() => document.querySelectorAll('p-room .stage').length === 3);
  const before = await tiles();
  assert.deepEqual([...before].sort(), ['t1', 't7', 't9']);
  await page.tell({ kind: 'player_left', seat: 1, stack: 11_250 });
  page.hear({ type: 'tournament_you', tournament: '12', you: { ...seatAt('t2', 2), moved: true } });
  await page.locator('#polite', { hasText: 'You move to table 2, seat 1.' }).waitFor();
  await shown(before.map((id) => (id === 't1' ? 't2' : id)).join());
  await page.waitForFunction(() => document.querySelectorAll('p-room .stage').length === 3);
  // The player was looking at another table, and still is.
  assert.equal(new URL(page.url()).pathname, '/table/t9');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('at a table: news is read out, a break counts down, hand-for-hand is told', async () => {
  const page = await scriptedPage(browser, { scene: { ...house({ you: { 12: seatAt('t1', 1) } }), hand: undefined, hands: { 1: '', 2: '', 3: '' } } });
  await page.locator('.top .sub', { hasText: '100/200' }).waitFor();
  const tell = (first, clock, ...events) => page.hear({ type: 'tournament_events', tournament: '12', first_seq: first, events, ...(clock && { clock }) });
  await page.tell({ kind: 'hand_completed', hand: 31, stacks: [] });
  tell(119, { level: 8, elapsed_ms: 0, left_ms: 300_000, running: true, break: true }, { event: 'break_started', duration: 300 });
  await page.locator('.ask', { hasText: 'Break' }).waitFor();
  await page.locator('.ask', { hasText: /4:5\d left, then level 8/ }).waitFor();
  await page.locator('#polite', { hasText: 'Break, 5 minutes.' }).waitFor();
  tell(
    120,
    { level: 8, elapsed_ms: 0, left_ms: 720_000, running: true },
    { event: 'break_ended' },
    { event: 'hand_for_hand_announced', why: 'money', alive: 2 },
  );
  await page.locator('.ask', { hasText: 'Hand-for-hand' }).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('what officials tell a table is heard there, and stands in its chat', async () => {
  const page = await scriptedPage(browser, { scene: house({ you: { 12: seatAt('t1', 1) } }) });
  await page.locator('.top .sub', { hasText: '100/200' }).waitFor();
  const told = (table, text) => ({ event: 'table_told', table, text, by: 'floor', reason: 'Heard at the table.', rule: '11.4' });
  const tell = (first, event) => page.hear({ type: 'tournament_events', tournament: '12', first_seq: first, events: [event] });
  tell(119, told(2, 'Of another table.'));
  tell(120, told(1, 'Seat 2 told seat 1 of two kings.'));
  const words = 'Seat 2 told seat 1 of two kings.';
  await page.locator('#polite, #assertive', { hasText: words }).first().waitFor({ state: 'attached' });
  await page.getByText(`The officials announce: ${words}`).first().waitFor();
  await page.locator('[role=tab]', { hasText: 'Chat' }).click();
  await page.locator('.chat', { hasText: `Officials ${words}` }).waitFor();
  assert.equal(await page.locator('.chat', { hasText: 'Of another table.' }).count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('who has lost the last chip is asked for a rebuy, and hears the place', async () => {
  const page = await scriptedPage(browser, { scene: house({ you: { 12: seatAt('t1', 1) } }) });
  await page.locator('.top .sub', { hasText: '100/200' }).waitFor();
  const hear = (you) => page.hear({ type: 'tournament_you', tournament: '12', you });
  hear({ ...seatAt('t1', 1), offers: [{ kind: 'tournament_rebuy', price: 500, chips: 10_000, left_ms: 15_000 }] });
  const dialog = page.locator('dialog[open]');
  await dialog.locator('.btn', { hasText: 'Rebuy for 500' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.locator('.btn', { hasText: 'No, thanks' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(
    sentOf(page, 'tournament_rebuy').map(({ take }) => take),
    [false],
  );
  hear({ registered: true, player: 3, entry: 3, level: 7, out: true, place: { best: 4, worst: 4 }, prize: 2000 });
  await dialog.locator('.t-result', { hasText: 'You finished 4th of 41. Prize: 2,000.' }).waitFor();
  await page.locator('#assertive', { hasText: 'You finished 4th' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.locator('a').click();
  await page.waitForURL('**/tournament/12');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a table that is closed stays in the strip until its player has read how it ended, and no longer', async () => {
  for (const hasRead of [false, true]) {
    const page = await scriptedPage(browser, { scene: house({ you: { 12: seatAt('t1', 1) }, table: { seated: true } }) });
    await page.locator('.top .sub', { hasText: '100/200' }).waitFor();
    page.hear({ type: 'tournament_you', tournament: '12', you: { registered: true, player: 3, entry: 3, out: true, place: { best: 4, worst: 4 } } });
    // The seat disappears with the table.
    await page.tell({ kind: 'player_left', seat: 1, player: { id: 'account-1', name: 'Camille', kind: 'guest' }, stack: 0 }, { kind: 'table_closed' });
    const dialog = page.locator('dialog[open]');
    await dialog.locator('.t-result', { hasText: 'You finished 4th' }).waitFor();
    if (hasRead) {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.evaluate(() => document.querySelector('p-room').app.navigate('/'));
    await page.locator('p-lobby').waitFor({ state: 'attached' });
    if (hasRead) assert.equal(await page.evaluate(() => document.querySelector('p-lobby').app.sessions.size), 0);
    else await page.locator('p-strip .tab', { hasText: 'Evening freezeout · Table 1' }).waitFor();
    assert.equal(await page.locator('p-strip .tab').count(), hasRead ? 0 : 1);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('a player at the last table proposes a deal, sees the shares and agrees', async () => {
  const page = await scriptedPage(browser, { scene: house({ you: { 12: seatAt('t1', 1) } }), path: '/tournament/12' });
  const tell = (first, ...events) => page.hear({ type: 'tournament_events', tournament: '12', first_seq: first, events });
  await page.locator('.t-mine').waitFor();
  const propose = page.locator('.t-deal', { hasText: 'Propose a deal' });
  await propose.locator('input[name=keep]').fill('100');
  assert.deepEqual(await violations(page), []);
  await propose.locator('.btn-s', { hasText: 'By chips' }).click();
  tell(
    119,
    { event: 'deal_proposed', player: 3, kind: 'chop', keep: 100 },
    {
      event: 'deal_offered',
      kind: 'chop',
      keep: 100,
      shares: [
        [3, 420],
        [9, 380],
      ],
      left_ms: 60_000,
    },
  );
  const offered = page.locator('.t-deal', { hasText: 'A deal is offered' });
  await offered.locator('b', { hasText: '420' }).waitFor();
  assert.deepEqual(
    sentOf(page, 'propose_deal').map(({ kind, keep }) => [kind, keep]),
    [['chop', 100]],
  );
  assert.equal(await propose.count(), 0, 'a deal is offered already');
  await offered.locator('.btn-s', { hasText: 'Agree' }).click();
  tell(
    121,
    { event: 'deal_answered', player: 3, agrees: true },
    {
      event: 'deal_made',
      kind: 'chop',
      shares: [
        [3, 420],
        [9, 380],
      ],
    },
  );
  await page.locator('#polite', { hasText: 'The deal is made.' }).waitFor();
  assert.deepEqual(
    sentOf(page, 'deal').map(({ answer }) => answer),
    ['agree'],
  );
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('players share out by amounts of their own', async () => {
  const page = await scriptedPage(browser, { scene: house({ you: { 12: seatAt('t1', 1) } }), path: '/tournament/12' });
  const tell = (first, ...events) => page.hear({ type: 'tournament_events', tournament: '12', first_seq: first, events });
  await page.locator('.t-mine').waitFor();
  const propose = page.locator('.t-deal', { hasText: 'Propose a deal' });
  const own = propose.locator('.t-own-deal');
  await own.locator('summary').click();
  assert.deepEqual(await violations(page), []);
  const fields = own.locator('input');
  const named = await fields.evaluateAll((all) => all.map(({ name }) => Number(name.replace('share-', ''))));
  assert.ok(named.includes(3) && named.length >= 2, `${named}`);
  for (let at = 0; at < named.length; at++) await fields.nth(at).fill(String(100 + at));
  await own.locator('button').press('Enter');
  const shares = named.map((player, at) => [player, 100 + at]);
  tell(119, { event: 'deal_proposed', player: 3, kind: 'other', keep: 0 }, { event: 'deal_offered', kind: 'other', keep: 0, shares, left_ms: 60_000 });
  const offered = page.locator('.t-deal', { hasText: 'A deal is offered' });
  await offered.locator('.mine b', { hasText: String(100 + named.indexOf(3)) }).waitFor();
  assert.deepEqual(
    sentOf(page, 'propose_deal').map(({ kind, keep, shares: typed }) => [kind, keep, typed]),
    [['other', 0, shares]],
  );
  await offered.locator('.btn-s', { hasText: 'Refuse' }).click();
  tell(121, { event: 'deal_answered', player: 3, agrees: false }, { event: 'deal_ended', why: 'refused' });
  await propose.waitFor();
  assert.deepEqual(
    sentOf(page, 'deal').map(({ answer }) => answer),
    ['refuse'],
  );
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const [lang, viewport, look] of [
  ['en', DESKTOP, 'desktop'],
  ['fr', PHONE, 'phone'],
]) {
  test(`an official is called from the table, and remarks are ready-made, ${lang}, ${look}`, async () => {
    const scene = house({ you: { 12: seatAt('t1', 1) }, table: { seated: true } });
    const page = await scriptedPage(browser, { scene, settings: { lang }, viewport });
    await page.locator('.top .sub', { hasText: '4:4' }).waitFor();
    if (look === 'phone') await page.locator('.top .sheet-only').click();
    await page.locator('#tab-event').click();
    await page.locator('.t-tab .t-buttons button').last().click();
    const dialog = page.locator('dialog[open]');
    await dialog.locator('textarea').fill('Seat 2 has bet out of turn.');
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `call-${look}`);
    await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(
      sentOf(page, 'request_ruling').map(({ table, text }) => [table, text]),
      [['t1', 'Seat 2 has bet out of turn.']],
    );
    await page.locator('.t-tab .t-buttons button').last().click();
    await dialog.locator('[role=radio]').nth(1).click();
    await dialog.locator('select').selectOption({ index: 1 });
    await dialog.locator('textarea').fill('They never raise each other.');
    assert.deepEqual(await violations(page), []);
    await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(
      sentOf(page, 'report').map(({ player }) => player),
      ['account-3'],
    );

    await page.locator('#tab-chat').click();
    await page.locator('.quick:not(.emotes) button').first().click();
    assert.deepEqual(
      sentOf(page, 'chat').map(({ phrase, text }) => [phrase, text]),
      [['good_luck', undefined]],
    );
    page.hear({ type: 'chat', table: 't1', from: { id: 'account-2', name: 'Nadia', kind: 'account' }, text: 'Well played!', phrase: 'well_played' });
    await page.locator('.chat .said', { hasText: lang === 'en' ? 'Well played' : 'Bien joué' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await fits(page);
    await shoot(page, `remarks-${look}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
