// An evening at several tables: four cash tables and two sit & gos on one page, played by keys alone, wherever the page turns to.
// `EVENING_MINUTES=60` plays for that long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { ground, player } from './support.js';

const MINUTES = Number(process.env.EVENING_MINUTES ?? 0);

/** Hands at each cash table that are enough for the short form. */
const HANDS = 3;

/** After the page has turned to a table by itself, keys act there once none was pressed for a moment. */
const STILL_MS = 700;

/** Tables of the house: hold'em, a rotation of eight games, Omaha and badugi. */
const TABLES = ['1', '2', '6', '13'];
const SIT_AND_GOS = 2;

const { house, browser } = await ground(['--house-bots', '24', '--bot-think-percent', '20'], { draws: true });

/** Sits down again wherever the stack is gone, and enters a sit & go wherever one is missing. @param {import('playwright-core').Page} page */
const keepSeats = (page) =>
  page.evaluate(
    async ([tables, wanted]) => {
      await globalThis.app.net.whenReady();
      globalThis.entered ??= [];
      globalThis.ended ??= new Set();
      const { tournaments } = await globalThis.app.net.request({ type: 'list_tournaments' }, { patient: true });
      for (const id of globalThis.entered) {
        const now = tournaments.find(({ tournament }) => tournament === id);
        if (!now || now.phase === 'completed') globalThis.ended.add(id);
      }
      const playing = () => globalThis.entered.filter((id) => !globalThis.ended.has(id) && [...globalThis.app.sessions.values()].some(seatedIn(id)));
      const waiting = globalThis.entered.filter((id) => tournaments.some(({ tournament, phase }) => tournament === id && phase === 'registering'));
      if (playing().length + waiting.length < wanted && waiting.length === 0) {
        const open = tournaments.find(({ format, phase, house }) => house && format === 'sit_and_go' && phase === 'registering');
        if (open) {
          const { rules } = await (await fetch(`/api/v1/tournaments/${open.tournament}`)).json();
          await globalThis.app.net.request({ type: 'register', tournament: open.tournament, rules }, { patient: true });
          globalThis.entered.push(open.tournament);
        }
      }
      for (const table of tables) {
        const { live } = globalThis.app.sessions.get(table) ?? {};
        if (live && (live.you || !live.info)) continue;
        const { tables: all } = await (await fetch('/api/v1/tables')).json();
        const { info } = all.find((one) => one.info.table === table);
        await globalThis.app.net.request({ type: 'sit', table, buy_in: info.buy_in_min, entry: 'post' }, { patient: true });
        globalThis.app.session(table);
      }
      return { entered: globalThis.entered.length, playing: playing().length, ended: globalThis.ended.size };

      function seatedIn(id) {
        return ({ live }) => live?.info.tournament?.tournament === id && live.you;
      }
    },
    [TABLES, SIT_AND_GOS],
  );

/** What the page in front asks: the kind of the key that answers it, and which decision it is. @param {import('playwright-core').Page} page */
const question = (page) =>
  page.evaluate(() => {
    const shown = globalThis.app.sessions.get(globalThis.app.open.focused)?.shown;
    if (!shown?.you?.choices.length || !document.querySelector('.act[data-ready]')) return null;
    const { choices, toCall, seat, hand, turn } = shown.you;
    const can = (kind) => choices.some((choice) => choice.kind === kind);
    const dear = toCall > shown.seats[seat].stack / 4 && can('fold');
    const keys = { check: 'c', call: dear ? 'f' : 'c', discard: 'p', declare: 'h', keep: 'k', decline: 'n', run_once: 'o', fold: 'f' };
    const kind = Object.keys(keys).find(can) ?? choices[0].kind;
    return { table: shown.id, key: keys[kind] ?? '1', decision: `${shown.id}:${hand}:${turn}`, kind };
  });

/** Waits until a question is no longer open, for a few seconds: a key may have come too soon. @param {import('playwright-core').Page} page @param {{ table: string, decision: string }} asked */
const answered = (page, { table, decision }) =>
  page
    .waitForFunction(
      ([id, open]) => {
        const you = globalThis.app.sessions.get(id)?.shown?.you;
        return !you?.choices.length || `${id}:${you.hand}:${you.turn}` !== open;
      },
      [table, decision],
      { timeout: 3000 },
    )
    .catch(() => {});

test('four tables and two sit & gos, by keys alone', { timeout: (MINUTES + 10) * 60_000 }, async (t) => {
  const page = await player(browser, { url: house.url, name: 'Petronella', settings: { lang: 'en', volume: 0, goToTurn: true } });
  await page.evaluate(() => {
    globalThis.app = document.querySelector('p-lobby').app;
  });
  await keepSeats(page);
  await page.evaluate((path) => globalThis.app.navigate(path), `/table/${TABLES[0]}`);
  await page.locator('p-room .stage').first().waitFor();
  // Tables where the clock answered instead of the player.
  await page.evaluate(() => {
    globalThis.late = [];
    setInterval(() => {
      for (const { shown } of globalThis.app.sessions.values()) {
        const me = shown?.you && shown.seats[shown.you.seat];
        if (me && me.status === 'sitting_out') globalThis.late.push(`${shown.id} in hand ${shown.hand?.number}`);
      }
    }, 1000);
  });

  const until = Date.now() + MINUTES * 60_000;
  const kinds = {};
  let [keys, looked, seats, before] = [0, 0, {}, ''];
  const hands = () => page.evaluate((ids) => ids.map((id) => globalThis.app.sessions.get(id)?.live?.hands ?? 0), TABLES);
  const first = await hands();
  let played = 0;
  const isOver = async () => {
    played = Math.min(...(await hands()).map((count, at) => count - (first[at] || 0)));
    return Date.now() > until && played >= HANDS && (MINUTES ? seats.ended >= SIT_AND_GOS : seats.playing > 0);
  };
  while (!(await isOver())) {
    if (Date.now() > looked + 3000) {
      seats = await keepSeats(page);
      looked = Date.now();
    }
    const asked = await question(page);
    if (asked && asked.table === before) {
      await page.keyboard.press(asked.key);
      keys += 1;
      kinds[asked.kind] = (kinds[asked.kind] ?? 0) + 1;
      await answered(page, asked);
    } else await pause(asked ? STILL_MS : 50);
    before = asked?.table ?? before;
  }
  t.diagnostic(`${keys} keys (${JSON.stringify(kinds)}), ${(await hands()).join(', ')} hands, ${seats.ended} sit & gos ended`);
  assert.deepEqual(await page.evaluate(() => globalThis.late), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  house.operate('audit');
});
