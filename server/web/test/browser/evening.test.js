// A club night on a real server: 27 players from a pasted list to the podium, a desk on a phone, a wall in three windows, two re-entries, and a
// mistaken *out* taken back.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ownBrowser, player, shoot, violations, visit, withHouse } from './support.js';
import { misplaced } from './walls.js';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];
const PHONE = { width: 390, height: 844 };

const CLUB = `
id = "club"
name = { en = "Club night", fr = "Soirée du club" }
games = ["no-limit-holdem"]
entries = [3, 60]
seats = 9
price = 20
stack = 3000
levels = ["30m 25/50 unit 25", "30m 50/100 unit 50", "30m 100/200 unit 100"]
late_levels = 1
re_entries = 2
pays = [50, 30, 20]
hand_for_hand = []
`;

const NAMES = Array.from(
  { length: 27 },
  (_, at) => `${['Ada', 'Blaise', 'Chloé', 'Dmitri', 'Élise'][at % 5]} ${String.fromCodePoint(65 + at - (at > 25 ? 26 : 0))}${at > 25 ? 'a' : ''}`,
);

const browser = await ownBrowser();

/** What is wrong on the wall in any of its windows. @param {import('playwright-core').Page} wall @param {string} name */
async function checkWall(wall, name) {
  for (const size of SIZES) {
    await wall.setViewportSize(size);
    await wall.evaluate(() => document.querySelector('p-wall').update());
    assert.deepEqual(await misplaced(wall, true), [], `${name} at ${size.width}`);
    await shoot(wall, `evening-${name}-${size.width}`);
  }
}

/** Announces the evening, by link. @param {import('playwright-core').Page} desk @returns {Promise<string>} Path of its page. */
const announced = (desk) =>
  desk.evaluate(async (definition) => {
    const { app } = [...document.querySelectorAll('#app *')].find((one) => one.app);
    const { tournament } = await app.account.announce({ definition, live: true, private: true });
    return `/tournament/${encodeURIComponent(tournament)}`;
  }, CLUB);

test('a club night, from the list of names to the podium', async () => {
  await withHouse(['--house-bots', '0'], async ({ url }) => {
    const desk = await player(browser, { url, name: 'Camille', settings: { lang: 'en', volume: 0 }, viewport: PHONE, isPhone: true });
    const path = await announced(desk);
    await desk.goto(`${url}${path}/floor`);
    await desk.locator('.floor-content').waitFor();
    const seen = (text) => desk.locator('.floor-notice', { hasText: text }).waitFor();
    /** The tournament as the desk knows it. */
    const state = () =>
      desk.evaluate(() => {
        const { live } = document.querySelector('p-floor');
        const names = Object.fromEntries(Object.values(live.entrants).map(({ player, who, out }) => [player, { name: who.name, out: Boolean(out) }]));
        const tables = Object.values(live.tables).map(({ no, seats }) => ({ no, players: Object.values(seats).map((one) => one.player) }));
        return { names, tables, alive: live.summary.alive, entries: live.summary.entries, phase: live.summary.phase };
      });
    /** @param {(state: any) => boolean} isSo */
    const until = async (isSo) => {
      const end = Date.now() + 60_000;
      for (;;) {
        const now = await state();
        if (isSo(now)) return now;
        assert.ok(Date.now() < end, JSON.stringify(now));
        await desk.waitForTimeout(100);
      }
    };
    let acts = 0;
    const act = (action) =>
      desk.evaluate(
        ([id, request, what]) => document.querySelector('p-floor').app.account.decide(id, { id: request, action: what, reason: 'As it was.' }),
        [decodeURIComponent(path.split('/')[2]), `act-${(acts += 1)}`, action],
      );

    // The list, with a name twice, one too long and a heading.
    await desk.locator('.floor-names summary').click();
    const list = desk.locator('.floor-names textarea');
    /** Pastes at once: typing ten thousand lines takes a browser minutes. */
    const paste = (text) =>
      list.evaluate((area, value) => {
        area.value = value;
        area.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
    await paste('x\n'.repeat(10_000));
    await desk.locator('.floor-names .btn-s.hot', { hasText: 'Enter 1 player' }).waitFor();
    await paste(Array.from({ length: 10_000 }, (_, at) => `Player ${at}`).join('\n'));
    await desk.locator('.floor-names .error', { hasText: 'At most 200 names' }).waitFor();
    await paste(['Name;Phone', ...NAMES.map((name) => `${name};+33 6`), NAMES[0].toUpperCase(), 'x'.repeat(41), 'right\u202eleft'].join('\r\n'));
    await desk.locator('.floor-names .error', { hasText: 'right' }).waitFor();
    await desk.locator('.floor-names .btn-s.hot', { hasText: 'Enter 27 players' }).click();
    await until(({ names }) => Object.keys(names).length === 27);
    assert.deepEqual(await violations(desk), []);
    assert.ok(await desk.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await shoot(desk, 'evening-desk');

    const wall = await visit(browser, { url, path: `${path}/screen`, settings: { lang: 'en', volume: 0 }, viewport: SIZES[0] });
    await wall.locator('.wall-names li').nth(11).waitFor();
    await checkWall(wall, 'before');

    // The start is final, so it asks; a reason may be left out.
    await desk.getByRole('button', { name: 'Start now' }).click();
    await desk.locator('.deciding button[type=submit]').click();
    await desk.locator('.deciding').waitFor({ state: 'detached' });
    const begun = await until(({ tables }) => tables.length === 3);
    assert.deepEqual(
      begun.tables.map(({ players }) => players.length),
      [9, 9, 9],
    );
    await wall.locator('.wall-draw, .wall-level').first().waitFor();
    await checkWall(wall, 'start');

    /** One press for who is out, one for who won the chips. */
    const out = async (who, by) => {
      const { names } = await state();
      await desk.getByRole('button', { name: `${names[who].name} is out`, exact: true }).click();
      await desk.locator('.floor-by button', { hasText: by ? names[by].name : 'No one saw it' }).click();
      await seen(names[who].name);
      await until((now) => now.names[who].out);
    };
    const [first, second, third] = begun.tables[0].players;
    await out(first, second);
    await out(third, null);
    // The second one was a mistake.
    await desk.locator('.floor-notice').getByRole('button', { name: 'Undo' }).click();
    await until(({ names, alive }) => !names[third].out && alive === 26);
    // And the line of undo reaches the first one, too; redo brings it back.
    await desk.getByRole('button', { name: /^Undo: / }).click();
    await until(({ alive }) => alive === 27);
    await desk.getByRole('button', { name: 'Redo', exact: true }).click();
    await until(({ alive, names }) => alive === 26 && names[first].out);

    // Two come back, one press each.
    const other = begun.tables[1].players[0];
    await out(other, begun.tables[1].players[1]);
    for (const again of [first, other]) {
      const { names } = await state();
      await desk.getByRole('button', { name: `Re-entry, ${names[again].name}`, exact: true }).click();
      await until((now) => !now.names[again].out);
    }
    const full = await until(({ alive }) => alive === 27);
    assert.equal(full.entries, 29);
    await out(begun.tables[2].players[3], begun.tables[2].players[4]);

    // Entries close with the first level.
    await act({ kind: 'set_level', level: 2 });
    await wall.locator('.wall-out li').first().waitFor();
    await checkWall(wall, 'out');

    let isMoved = false;
    for (let now = await until(({ alive }) => alive === 26); now.alive > 1; ) {
      const table = now.tables.reduce((most, one) => (one.players.length > most.players.length ? one : most));
      const [winner, loser] = table.players;
      try {
        await act({ kind: 'hand_over', table: table.no, busts: [{ player: loser, by: [winner] }] });
      } catch (error) {
        // The table was broken, or its players moved, and the desk has yet to hear of it.
        assert.match(String(error), /no such table|no such player|not at/, 'the only refusals');
        now = await until((next) => JSON.stringify(next.tables) !== JSON.stringify(now.tables));
        continue;
      }
      const alive = now.alive - 1;
      now = await until((next) => next.alive === alive || next.phase === 'completed');
      if (!isMoved && (await desk.locator('.floor-moves li').count()) > 0) {
        isMoved = true;
        const before = await desk.locator('.floor-moves li').count();
        assert.deepEqual(await violations(desk), []);
        await shoot(desk, 'evening-moves');
        await desk.locator('.floor-moves input').first().click();
        await desk.waitForFunction((n) => document.querySelectorAll('.floor-moves li').length < n, before);
      }
      if (alive === 9 || alive === 4) {
        await wall.locator('.wall-facts', { hasText: `Players left${alive}` }).waitFor();
        await checkWall(wall, `left-${alive}`);
      }
      if (now.phase === 'completed') break;
    }
    assert.ok(isMoved, 'players were moved between tables');

    await wall.locator('.wall-podium').waitFor();
    await checkWall(wall, 'podium');
    // 29 entries of 20: half, three tenths, and the rest.
    assert.deepEqual(await wall.locator('.wall-podium .n').allTextContents(), ['290', '174', '116']);
    assert.equal(await wall.locator('.wall-podium li, .wall-rest li').count(), 10);
    // The browser itself complains about a refusal.
    assert.deepEqual(
      desk.complaints.filter((text) => !text.includes('400')),
      [],
    );
    assert.deepEqual(wall.complaints, []);
    await wall.context().close();
    await desk.context().close();
  });
});

test('sheets are printed alone, and a chip set says how far it goes', async () => {
  await withHouse(['--house-bots', '0'], async ({ url }) => {
    const desk = await player(browser, { url, name: 'Camille', settings: { lang: 'en', volume: 0 }, viewport: PHONE, isPhone: true });
    const path = await announced(desk);
    await desk.goto(`${url}${path}/floor`);
    await desk.locator('.floor-names summary').click();
    await desk.locator('.floor-names textarea').fill('Ada\nBlaise\n<b>Chloé</b>');
    await desk.locator('.floor-names .btn-s.hot').click();
    await desk.locator('.floor-players li').nth(2).waitFor();
    await desk.getByRole('button', { name: 'Sheets to print' }).click();
    await desk.locator('.paper-signin tbody tr').first().waitFor();
    assert.deepEqual(await desk.locator('.paper-signin td:nth-child(2)').allTextContents(), ['<b>Chloé</b>', 'Ada', 'Blaise', ...Array(8).fill('')]);
    const check = async (name) => {
      assert.deepEqual(await violations(desk), [], name);
      assert.ok(await desk.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
      await desk.emulateMedia({ media: 'print' });
      for (const part of await desk.locator('.top, .paper-tools').all()) assert.equal(await part.isVisible(), false, name);
      assert.equal(await desk.locator('.paper-sheet').isVisible(), true, name);
      await desk.emulateMedia({ media: 'screen' });
    };
    await check('sign-in sheet');
    const sheet = (name) => desk.getByRole('radio', { name }).click();
    await sheet('Seat cards');
    await desk.locator('.paper-seats', { hasText: 'drawn at the start' }).waitFor();
    await sheet('Receipts');
    assert.equal(await desk.locator('.paper-receipts li').count(), 3);
    await check('receipts');
    await sheet('Chips');
    await desk.locator('.paper-chips tbody tr').first().waitFor();
    await check('chips');
    const set = desk.locator('.paper-fields input').first();
    for (const wrong of ['25', '0x3', '25x1 25x2', '9999999999x1']) {
      await set.fill(wrong);
      await desk.locator('.paper-chips .error', { hasText: 'Write each value once' }).waitFor();
    }
    await set.fill('25x12');
    await desk.locator('.paper-chips .error', { hasText: 'does not make 3 stacks of 3,000' }).waitFor();
    await set.fill('25x200, 100x200, 500x60');
    await desk.locator('.paper-chips li', { hasText: 'Before level 2' }).waitFor();
    await desk.getByRole('button', { name: 'Back to the floor' }).click();
    await desk.locator('.floor-players').waitFor();
    assert.deepEqual(desk.complaints, []);
    await desk.context().close();
  });
});

test('desk, wall and seat of one account on three devices at once', async () => {
  await withHouse([], async ({ url }) => {
    /** A device with the account. @param {'register' | 'login'} way @param {string} at @param {{ width: number, height: number }} viewport */
    const device = async (way, at, viewport) => {
      const page = await visit(browser, { url, settings: { lang: 'en', volume: 0 }, viewport });
      const refusal = await page.evaluate(async (how) => {
        const { app } = [...document.querySelectorAll('#app *')].find((one) => one.app);
        return (await app.enter(how, 'Camille', 'a long enough password'))?.code ?? null;
      }, way);
      assert.equal(refusal, null);
      await page.goto(url + at);
      await page.waitForFunction(() => [...document.querySelectorAll('#app *')].find((one) => one.app)?.app.net.state === 'ready');
      return page;
    };
    const desk = await device('register', '/tournaments', PHONE);
    const path = await announced(desk);
    await desk.goto(`${url}${path}/floor`);
    await desk.locator('.floor-enter').waitFor();
    const wall = await device('login', `${path}/screen`, SIZES[0]);
    await wall.locator('.wall-time').waitFor();
    const seat = await device('login', '/', { width: 1024, height: 768 });
    await seat.locator('.tables li').first().waitFor();
    // Three devices, and none puts another one out.
    for (const page of [desk, wall, seat]) {
      assert.equal(await page.evaluate(() => [...document.querySelectorAll('#app *')].find((one) => one.app).app.net.state), 'ready');
      assert.equal(await page.locator('.cover').count(), 0, 'it goes on');
    }
    // The desk acts, and the wall shows it.
    await desk.locator('.floor-enter input').fill('Blaise');
    await desk.locator('.floor-enter input').press('Enter');
    await desk.locator('.floor-players li', { hasText: 'Blaise' }).waitFor();
    await wall.locator('.wall-names li', { hasText: 'Blaise' }).waitFor();
    assert.equal(await wall.locator('.wall-state').count(), 0, 'nothing is out of date');
    for (const page of [desk, wall, seat]) {
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  });
});
