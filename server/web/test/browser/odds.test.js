// An all-in with open hands: odds are shown at the plates while the cards come, and again in the replay.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openTables, playAt } from './rivals.js';
import { ground, player, shoot, violations } from './support.js';

const { house, browser } = await ground();

/** Records the plates' odds for each board, and the announcements. @param {import('playwright-core').Page} page */
const watch = (page) =>
  page.evaluate(() => {
    globalThis.told = {};
    globalThis.said = [];
    const look = () => {
      // From the drawn page: the session may already know the next card.
      const board = document.querySelectorAll('.board p-card[c]').length;
      const shares = [...document.querySelectorAll('.did.odds')].map((tag) => tag.textContent);
      if (shares.length > 0) (globalThis.told[board] ??= []).push(shares);
      const line = document.querySelector('#polite')?.textContent ?? '';
      if (line.includes('Odds:')) globalThis.said.push(line);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

/** The number in a text such as `< 1%`. @param {string} text */
const percents = (text) => Number(text.replace(/\D/g, ''));

test('the shares of an all-in are told until the last card, and the same ones in its replay', async () => {
  const settings = { lang: 'en', volume: 0, speech: 'full' };
  const ana = await player(browser, { url: house.url, name: 'Anaodds', settings });
  // The picture is paced, as it is for players.
  await ana.emulateMedia({ reducedMotion: 'no-preference' });
  const bo = await player(browser, { url: house.url, name: 'Bo', settings: { lang: 'en', volume: 0 } });
  const [opened] = await openTables(ana, 1, { config: { all_in_face_up: true } });
  await ana.goto(`${house.url}/table/${opened.id}`);
  await ana.locator('.stage').waitFor();
  await watch(ana);
  const asked = new Set();
  ana.on('request', (request) => {
    if (request.url().endsWith('/odds')) asked.add(request.postDataJSON().board?.length ?? 0);
  });
  await playAt(bo, [opened]);
  // She goes all-in every hand until he has called once.
  await ana.evaluate(() => {
    const { session } = document.querySelector('p-room');
    setInterval(() => {
      const { live } = session;
      const raise = live?.you?.choices.find(({ kind }) => kind === 'raise' || kind === 'bet');
      if (!raise || session.sending || live.hand?.number > 1) return;
      session.act({ kind: raise.kind, to: raise.max }, live);
    }, 20);
  });
  await ana.locator('.did.odds').first().waitFor();
  await ana.locator('.did.odds').nth(1).waitFor();
  assert.deepEqual(await violations(ana), []);
  await shoot(ana, 'odds');
  await ana.locator('.seat.won, .me.won').first().waitFor();
  const { told, said } = await ana.evaluate(() => ({ told: globalThis.told, said: globalThis.said }));
  // An answer that arrives after the next card is not shown: on a busy machine a street may lack odds, but nothing else does.
  assert.ok(
    [0, 3, 4].every((board) => asked.has(board)),
    [...asked].join(),
  );
  const streets = Object.keys(told);
  assert.ok(streets.length > 0 && streets.every((board) => ['0', '3', '4'].includes(board)), JSON.stringify(told));
  for (const samples of Object.values(told)) {
    const shares = samples.at(-1);
    assert.equal(shares.length, 2, JSON.stringify(samples));
    const sum = percents(shares[0]) + percents(shares[1]);
    assert.ok(sum >= 99 && sum <= 101, `${shares}`);
  }
  assert.ok(
    said.some((line) => /Odds: (You|Bo) [<> ]*\d+% and (You|Bo) [<> ]*\d+%\./.test(line)),
    `${said}`,
  );
  assert.deepEqual(ana.complaints, []);

  const hand = await ana.evaluate(() => document.querySelector('p-room').session.shown.hand.number);
  await ana.goto(`${house.url}/hand/${opened.id.split('-')[0]}/${hand}`);
  await ana.locator('p-replay .stage').waitFor();
  await watch(ana);
  const last = await ana.evaluate(() => document.querySelector('p-replay').last);
  for (let at = 0; at < last; at++) {
    await ana.keyboard.press('ArrowRight');
    // Any answer for a step has arrived before the next one.
    const isOpen = await ana.evaluate(() => {
      const { table } = document.querySelector('p-replay');
      const contend = Object.values(table.seats).filter(({ play }) => play && !play.folded);
      return !table.hand.over && table.hand.street.phase !== 'showdown' && table.hand.board.length < 5 && contend.every(({ play }) => play.shown.length === 2);
    });
    if (isOpen) await ana.locator('.did.odds').nth(1).waitFor();
  }
  const again = await ana.evaluate(() => globalThis.told);
  for (const [board, samples] of Object.entries(told)) assert.deepEqual(again[board]?.at(-1), samples.at(-1), board);
  assert.equal(Object.keys(again).length, 3);
  assert.deepEqual(ana.complaints, []);
});
