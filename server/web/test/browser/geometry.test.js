// Hold'em showdowns on tablets and desktops, in both languages: no text is cut off, no plate, index of a card or control is covered.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { game, scriptedPage } from './scripted.js';
import { shoot, startBrowser } from './support.js';

const SIZES = [
  [820, 1180],
  [1280, 720],
  [1440, 900],
  [2560, 1440],
];

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser?.close());

const made = (category, ranks, cards) => ({ category, ranks: [...ranks], cards });

/** What players hold in turn, the longest names among them. */
const HIGH = [
  (cards) => made('full_house', '9A', cards),
  (cards) => made('two_pair', 'AJK', cards),
  (cards) => made('straight_flush', 'QJT98', cards),
  (cards) => made('three_of_a_kind', 'QKJ', cards),
  (cards) => made('high_card', 'KQJ98', cards),
  (cards) => made('four_of_a_kind', '7K', cards),
];
/** Each game with its cards: `d` down, `u` up, and how many lie on the board. */
const FAMILIES = {
  holdem: { deal: 'dd-bbb-b-b-', family: 'holdem', limits: ['nl'], board: 5, most: 10, high: HIGH },
};

/** A showdown of so many players: the scene before it, and what is told then. */
function showdown({ deal, family, limits, board, most, high, low }, seats) {
  const deck = [...'AKQJT98765432'].flatMap((rank) => [...'shdc'].map((suit) => rank + suit));
  let at = 0;
  // A full table may need more cards than a deck has: what is measured is their size.
  const take = (n) => Array.from({ length: n }, () => deck[(at += 7) % 52]);
  const streets = [...deal].filter((symbol) => 'du'.includes(symbol));
  const open = streets.filter((symbol) => symbol === 'u').length;
  const numbers = Array.from({ length: seats }, (_, one) => one + 1);
  const hands = Object.fromEntries(numbers.map((seat) => [seat, [...new Set(take(streets.length * 2))].slice(0, streets.length)]));
  const text = (seat) => {
    const cards = hands[seat];
    // Down-cards that came last lie with the down-cards.
    const down = cards.slice(0, cards.length - open).map((card) => (seat === 1 ? card : '??'));
    return `${down.join(' ')} | ${cards.slice(cards.length - open).join(' ')}`;
  };
  const scene = {
    game: game({ name: { en: 'Seven-card stud high-low', fr: 'Stud à sept cartes haut-bas' }, deal, family, limits, seats_max: most }),
    hands: Object.fromEntries(numbers.map((seat) => [seat, text(seat)])),
    hand: { board: take(board), turn: undefined, pot: 12_480, pots: [{ amount: 12_480, seats: numbers }] },
  };
  const shown = numbers.map((seat) => ({
    kind: 'hand_shown',
    seat,
    cards: hands[seat],
    high: high[seat % high.length](hands[seat].slice(0, 5)),

  }));
  const pay = (side, seat) => ({ kind: 'pot_awarded', pot: 0, side, amount: 6_240, shares: [{ seat, amount: 6_240 }] });
  const awards = low ? [pay('high', 1), pay('low', seats)] : [pay('whole', 2)];
  return { scene, story: [...shown, ...awards, { kind: 'hand_completed', hand: 31, stacks: [] }] };
}

/** In the page: what is wrong with where things lie. */
function faults() {
  const found = [];
  const isSeen = (element) => {
    const style = getComputedStyle(element);
    return style.visibility !== 'hidden' && style.display !== 'none' && !element.closest('.vh, [hidden]');
  };
  const label = (element) => {
    const seat = element.closest('[data-seat]')?.dataset.seat;
    return `${element.className || element.localName}${seat ? ` of seat ${seat}` : ''} "${element.textContent.trim().slice(0, 40)}"`;
  };
  // Texts, as far as they are drawn: none ends outside of what cuts it off.
  const walker = document.createTreeWalker(document.querySelector('.room'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const texts = [];
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    if (!textContent.trim() || !isSeen(parent) || parent.closest('.panel, svg, p-card, .skip')) continue;
    range.selectNodeContents(walker.currentNode);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    if (boxes.length === 0) continue;
    texts.push({ parent, boxes });
    for (let over = parent; over && over !== document.body; over = over.parentElement) {
      const style = getComputedStyle(over);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      // Names may be of any length: they give way before anything else.
      if (over.matches('.who, .top h1')) break;
      const frame = over.getBoundingClientRect();
      const cut = Math.max(
        ...boxes.map((box) => Math.max(box.right - frame.right, frame.left - box.left, (box.bottom - frame.bottom) / 2, (frame.top - box.top) / 2)),
      );
      if (cut > 1) {
        found.push(`cut off by ${cut.toFixed(0)}: ${label(parent)}`);
        break;
      }
    }
  }
  const isOver = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (element === top || element.contains(top) || top.contains(element)) ? null : (top ?? document.body);
  };
  // Plates: their names, stacks and results lie on top.
  for (const { parent, boxes } of texts) {
    if (!parent.closest('.plate, .pot, .bet')) continue;
    for (const { left, right, top, bottom } of boxes) {
      for (const x of [left + 2, (left + right) / 2, right - 2]) {
        const cover = isOver(parent.closest('.who, .stack, .did, .won-by, .pot, .bet') ?? parent, x, (top + bottom) / 2);
        if (cover) {
          found.push(`covered by ${label(cover)}: ${label(parent)}`);
          break;
        }
      }
    }
  }
  // Cards that lie face up: their index, at the upper left.
  for (const card of document.querySelectorAll('.stage p-card:not(.back)')) {
    const { left, top, width, height } = card.getBoundingClientRect();
    for (const [u, v] of [[0.16, 0.12], [0.3, 0.2], [0.2, 0.36]]) {
      const cover = isOver(card, left + u * width, top + v * height);
      if (cover && cover.localName !== 'html') {
        found.push(`index of ${card.getAttribute('c')} (${label(card)}) covered by ${label(cover)}`);
        break;
      }
    }
    const stage = document.querySelector('.stage').getBoundingClientRect();
    if (top < stage.top || left < stage.left || left + width > stage.right + 1) found.push(`card ${card.getAttribute('c')} out of the stage, ${label(card)}`);
  }
  // Controls: each lies on top.
  for (const button of document.querySelectorAll('.act button, .top button, .act input')) {
    const { left, top, width, height } = button.getBoundingClientRect();
    if (!isSeen(button) || width === 0) continue;
    if (isOver(button, left + width / 2, top + height / 2)) found.push(`control covered: ${label(button)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the page');
  return found;
}

for (const [name, family] of Object.entries(FAMILIES)) {
  test(`showdowns of ${name}`, async () => {
    const counts = [2, 4, 6];
    const page = await scriptedPage(browser, { scene: showdown(family, 2).scene });
    const all = [];
    for (const seats of counts) {
      const { scene, story } = showdown(family, seats);
      await page.show(scene);
      await page.tell(...story);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const lang of ['en', 'fr']) {
          await page.evaluate((language) => {
            document.querySelector('p-room').app.settings.merge({ lang: language });
            return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          }, lang);
          // A drawer that a narrower page has slides away.
          await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))));
          const found = await page.evaluate(faults);
          if (found.length > 0) {
            all.push(...found.map((one) => `${seats} seats, ${width}x${height}, ${lang}: ${one}`));
            await shoot(page, `geometry-${name}-${seats}-${width}-${lang}`);
          }
        }
      }
    }
    assert.deepEqual(all, []);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
