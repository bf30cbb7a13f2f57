// Every kind of decision besides betting, made by hand at real tables and checked by axe.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { checkOrCall, createTable, ground, joinTable, play, player, ready, shoot, stateOf, violations } from './support.js';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** A hand of six rounds takes a while. */
const PATIENCE_MS = 240_000;

const { house, browser } = await ground(['--house-bots', '0', '--hand-pause-percent', '100']);

/** Kinds of choices open to a page's player. */
const kindsOf = async (page) => ((await stateOf(page)).you?.choices ?? []).map((choice) => choice.kind);

/** Presses the third place, once nothing is missing. */
const commit = (page) => page.locator('.act [data-place="2"]:not([aria-disabled])').click();

/** Picks cards until the answer is complete, last ones first. */
async function pickCards(page) {
  const cards = page.locator('.me .row button');
  const complete = page.locator('.act [data-place="2"]:not([aria-disabled])');
  for (let at = (await cards.count()) - 1; at >= 0 && !(await complete.isVisible()); at--) await cards.nth(at).click();
}

/** Ways to answer each kind by hand. */
const ANSWERS = {
  discard: async (page) => {
    await pickCards(page);
    await commit(page);
  },
  roll: async (page) => {
    const sides = page.locator('.act .opt');
    if (await sides.count()) await sides.first().click();
    await pickCards(page);
    await commit(page);
  },
  declare: async (page) => {
    await page.keyboard.press('l');
    await commit(page);
  },
  arrange: async (page) => {
    const cards = page.locator('.me .row button');
    const name = (at) => cards.nth(at).locator('p-card').getAttribute('c');
    const [first, second] = [await name(0), await name(1)];
    await cards.nth(0).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((wanted) => document.querySelector('.me .row button p-card')?.getAttribute('c') === wanted, second);
    assert.equal(await name(1), first);
    await commit(page);
    await page.waitForFunction((wanted) => document.querySelector('.me .row p-card')?.getAttribute('c') === wanted, second);
  },
  flip: commit,
  buy: commit,
  swap: commit,
  straddle: commit,
};

/**
 * Plays hands of a game with two players, the second in French, until the first has answered each of some kinds, the consequences have been
 * announced, and a hand is over.
 *
 * @param {{ game: string, kinds: string[], lines: RegExp[], viewport?: object }} wanted
 */
async function playGame({ game, kinds, lines, viewport = DESKTOP }) {
  const file = game.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const page = await player(browser, { url: house.url, name: `Ana ${file}`.slice(0, 20), settings: { volume: 0 } });
  const path = await createTable(page, { game, name: game, seats: 2 });
  const other = await player(browser, {
    url: house.url,
    name: `Bo ${file}`.slice(0, 20),
    settings: { volume: 0, lang: 'fr' },
  });
  await joinTable(other, house.url + path);
  await page.setViewportSize(viewport);
  const left = new Set(kinds);
  const unseen = [...lines];
  const answer = async (one) => {
    const offered = await kindsOf(one);
    const asked = offered.find((kind) => ANSWERS[kind]);
    // If no player may check, the first to act bets.
    if (!asked) return offered.includes('check') || offered.includes('call') ? checkOrCall(one) : commit(one);
    if (one === page && left.delete(asked)) {
      assert.deepEqual(await violations(page), [], `${game}: ${asked}`);
      await shoot(page, `${asked}-${file}`);
      await ready(page);
    }
    return ANSWERS[asked](one);
  };
  const isDone = async () => {
    const told = await page.evaluate(() => [...document.querySelectorAll('.log li')].map((line) => line.textContent));
    for (const line of [...unseen]) {
      if (told.some((one) => line.test(one))) unseen.splice(unseen.indexOf(line), 1);
    }
    return left.size === 0 && unseen.length === 0 && page.locator('.seat.won, .me.won').first().isVisible();
  };
  try {
    await play([page, other], answer, isDone, PATIENCE_MS);
  } catch (error) {
    error.message += ` (${game}: still to answer ${[...left]}, still to see ${unseen})`;
    throw error;
  }
  await shoot(page, `result-${file}`);
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await page.context().close();
  await other.context().close();
}

const GAMES = [
  {
    game: 'Show your cards, high-low',
    kinds: ['roll', 'declare'],
    lines: [/says? .+ turns? up/, /declares? low/],
    viewport: PHONE,
  },
  { game: 'Bull', kinds: ['arrange', 'declare'], lines: [/arranged/, /declares?/] },
  { game: 'Five-card stud, turn the hole card', kinds: ['flip'], lines: [/turns? up/], viewport: PHONE },
];

describe('played by hand', { concurrency: 2 }, () => {
  for (const wanted of GAMES) test(wanted.game, () => playGame(wanted));
});
