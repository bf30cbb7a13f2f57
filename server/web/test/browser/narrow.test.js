// A narrow phone at the showdown: every shown hand lies below the header and within the page, and no seat covers another.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { game, scriptedPage } from './scripted.js';
import { ownBrowser, shoot } from './support.js';

const NARROW = { width: 360, height: 740 };

const browser = await ownBrowser();

/** Different cards, one after the other. */
function* deck() {
  for (const suit of 'shdc') for (const rank of 'AKQJT98765432') yield rank + suit;
}

/** A showdown of so many players with so many cards each. @param {number} seats @param {number} cards */
function showdown(seats, cards) {
  const left = deck();
  const hand = () => Array.from({ length: cards }, () => left.next().value);
  const hidden = Array(cards).fill('??').join(' ');
  const others = Array.from({ length: seats - 1 }, (_, at) => at + 2);
  const scene = {
    game: game({ family: 'holdem', deal: `${'d'.repeat(cards)}-bbb-b-b-`, seats_max: 10 }),
    hands: { 1: hand().join(' '), ...Object.fromEntries(others.map((seat) => [seat, hidden])) },
    hand: { board: [0, 1, 2, 3, 4].map(() => left.next().value), turn: undefined },
  };
  const shown = others.map((seat) => {
    const own = hand();
    return { kind: 'hand_shown', seat, cards: own, high: { category: 'two_pair', ranks: ['A', 'K', 'Q'], cards: own } };
  });
  return { scene, shown };
}

for (const [seats, cards] of [[2, 2], [6, 2], [6, 4], [7, 2], [10, 2], [10, 4]]) {
  test(`${seats} players show ${cards} cards each`, async () => {
    const { scene, shown } = showdown(seats, cards);
    const page = await scriptedPage(browser, { scene, viewport: NARROW });
    await page.tell(...shown);
    // The room tells the hands one by one.
    await page.waitForFunction(
      (count) => document.querySelectorAll('.seat .row.open').length === count,
      shown.length,
    );
    const [top, left, right, covered] = await page.evaluate(() => {
      const header = document.querySelector('.top').getBoundingClientRect().bottom;
      const boxes = [...document.querySelectorAll('.seat .row, .seat .plate, .seat .did')].map((one) =>
        one.getBoundingClientRect(),
      );
      return [
        Math.min(...boxes.map((box) => box.top)) - header,
        Math.min(...boxes.map((box) => box.left)),
        innerWidth - Math.max(...boxes.map((box) => box.right)),
        coverage(),
      ];

      /** How far the cards of a seat reach into the cards or the plate of another, in pixels, at the worst. */
      function coverage() {
        const parts = [...document.querySelectorAll('.seat')].flatMap((seat) =>
          ['.row', '.plate'].flatMap((part) => {
            const box = seat.querySelector(part)?.getBoundingClientRect();
            return box ? [{ seat, part, box }] : [];
          }),
        );
        const overlaps = parts.flatMap((one) =>
          parts
            .filter((other) => other.seat !== one.seat && one.part === '.row')
            .map(({ box }) =>
              Math.min(
                Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left),
                Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top),
              ),
            ),
        );
        return Math.max(0, ...overlaps);
      }
    });
    await shoot(page, `narrow-${seats}-${cards}`);
    assert.ok(top >= 2, `${top} pixels below the header`);
    assert.ok(left >= 0 && right >= 0, `${left} and ${right} pixels from the edges`);
    assert.ok(covered <= 2, `${covered} pixels of a seat are covered by another's cards`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
