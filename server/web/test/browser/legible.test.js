// Cards that all players share or show can be read on a phone: the index of each is 14 pixels high, in any game, with seven seats and more.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { handOf } from './deals.js';
import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';
import { ground, shoot } from './support.js';

const PHONE = { width: 390, height: 844 };
/** Smallest height of an index, in pixels. */
const LEAST = 14;
/** Seats from which the felt is crowded. */
const CROWD = 7;

const { house, browser } = await ground(['--house-bots', '0']);
const { games } = await (await fetch(`${house.url}/api/v1/games`)).json();

/**
 * In the page: the cards that lie face up in front of the others and on the board, with an index that is too low, or covered by another card.
 *
 * @param {number} least
 */
function illegible(least) {
  const found = [];
  const isCard = (hit, card) => card === hit || card.contains(hit);
  for (const card of document.querySelectorAll('.board p-card:not(.back), .seat p-card:not(.back)')) {
    const index = card.querySelector('.index');
    if (!index) continue;
    const { top, bottom, left, right, height } = index.getBoundingClientRect();
    const what = `${card.getAttribute('c')} ${card.closest('.board') ? 'of the board' : `at ${card.closest('[data-seat]').dataset.seat}`}`;
    if (height < least) found.push(`${what}: ${height.toFixed(1)} pixels`);
    // Cards let the pointer through, so others over them are compared by place.
    const hits = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).filter((one) => one.closest('p-card, .plate, .did'));
    if (hits.length > 0 && !isCard(hits[0], card)) found.push(`${what}: under ${hits[0].className || hits[0].localName}`);
  }
  return found;
}

test('boards and up-cards can be read from seven seats on, and in stud, on a phone', async (t) => {
  const page = await scriptedPage(browser, { scene: SCENES.communal, viewport: PHONE, hasTouch: true });
  const wrong = [];
  let count = 0;
  for (const [nth, game] of games.entries()) {
    const isStud = /u/.test(game.deal);
    const counts = [...new Set([CROWD, game.seats_max])].filter((seats) => seats <= game.seats_max && (isStud || seats >= CROWD));
    for (const seats of counts.length > 0 ? counts : isStud ? [game.seats_max] : []) {
      // Some hands have two boards.
      for (const number of game.double_board_seats >= seats ? [4 * nth + 2, 4 * nth + 3] : [4 * nth + 2]) {
        const { decision, showdown, story } = handOf(game, seats, 'bet', number);
        const look = async (moment) => {
          count += 1;
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
          const found = await page.evaluate(illegible, LEAST);
          if (found.length > 0) await shoot(page, `legible-${game.id}-${seats}-${number % 4}-${moment}`);
          wrong.push(...found.slice(0, 2).map((one) => `${game.id}, ${seats} seats, ${moment}${number % 4 === 3 ? ', two boards' : ''}: ${one}`));
        };
        await page.show(decision);
        await look('asked');
        await page.show(showdown);
        await page.tell(...story);
        await look('showdown');
      }
    }
  }
  t.diagnostic(`${count} looks`);
  assert.ok(count > 100, 'most games have as many seats');
  assert.deepEqual(wrong, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
