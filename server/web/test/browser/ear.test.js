// Hands played by ear alone: a script listens to the live regions and presses keys. Its idea of cards, pots and stacks is compared with the table at
// every decision. `EAR=20` plays that many hands of each game.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openTables, playAt } from './rivals.js';
import { ground, player, pressUntil, ready } from './support.js';

const HANDS = Number(process.env.EAR ?? 2);
const GAMES = ['no-limit-holdem', 'five-card-draw', 'seven-card-stud', 'three-card-monte-high-low', 'show-your-cards-high-low'];
const RIVAL = 'Rival';

const RANKS = { ace: 'A', king: 'K', queen: 'Q', jack: 'J', ten: 'T', nine: '9', eight: '8', seven: '7', six: '6', five: '5', four: '4', three: '3', two: '2' };
const SUITS = { spades: 's', hearts: 'h', diamonds: 'd', clubs: 'c' };
const cardsIn = (text) => [...text.matchAll(/(\w+) of (spades|hearts|diamonds|clubs)/g)].map(([, rank, suit]) => RANKS[rank] + SUITS[suit]);
const chips = (text) => Number(text.replaceAll(',', ''));

const { house, browser } = await ground(['--house-bots', '0']);

/** Knowledge of a hand between two players gained by listening alone. */
class Listener {
  cards = [];
  seen = [];
  board = [];
  pot = 0;
  carried = 0;
  stacks = { You: 0, [RIVAL]: 0 };
  bets = { You: 0, [RIVAL]: 0 };
  hand = 0;
  folded = '';
  /** The current question: the sentences after the last "Your turn.". */
  asked = '';

  /** @param {string} line */
  hear(line) {
    if (line.startsWith('Your turn.')) this.asked = line;
    else for (const sentence of line.split(/(?<=\.) /)) this.#take(sentence);
  }

  /** @param {string} sentence */
  #take(sentence) {
    const match = (pattern) => pattern.exec(sentence);
    const [, who, rest = ''] = match(/^(You|Rival) (.*)$/) ?? [];
    let found;
    if ((found = match(/^Hand ([\d,]+)\.$/))) this.#begin(chips(found[1]));
    else if ((found = match(/^(You|Rival): ([\d,]+)\.$/))) this.stacks[found[1]] = chips(found[2]);
    else if ((found = match(/^Your cards: (.*)$/))) this.cards.push(...cardsIn(found[1]));
    else if ((found = match(/^You discard (.*)$/))) this.cards = this.cards.filter((card) => !cardsIn(found[1]).includes(card));
    else if ((found = match(/^(?:Flop|Turn|River|Board): (.*)$/))) this.board.push(...cardsIn(found[1]));
    else if ((found = match(/^([\d,]+) returned to (you|Rival)\.$/))) this.#pay(found[2] === 'you' ? 'You' : RIVAL, -chips(found[1]), true);
    else if ((found = match(/^(?:High|Low): (You|Rival), ([\d,]+)/))) this.#win(found[1], chips(found[2]));
    else if ((found = match(/^The pot of ([\d,]+) waits/))) this.carried = chips(found[1]);
    else if ((found = match(/^Pot ([\d,]+)\.$/))) this.#street(chips(found[1]));
    else if (who) this.#deed(who, rest);
  }

  /** @param {number} hand */
  #begin(hand) {
    Object.assign(this, { hand, cards: [], seen: [], board: [], pot: this.carried, carried: 0, bets: { You: 0, [RIVAL]: 0 }, folded: '' });
  }

  /** @param {number} pot */
  #street(pot) {
    assert.equal(pot, this.pot, 'the pot that is told');
    this.bets = { You: 0, [RIVAL]: 0 };
  }

  /** @param {string} who @param {string} what */
  #deed(who, what) {
    const match = (pattern) => pattern.exec(what);
    let found;
    if ((found = match(/^antes? ([\d,]+)\.$/))) this.#pay(who, chips(found[1]), false);
    else if ((found = match(/^posts? a dead blind, ([\d,]+)\.$/))) this.#pay(who, chips(found[1]), false);
    else if ((found = match(/^(?:posts? .*,|brings? in for|calls?) ([\d,]+)\.$/))) this.#pay(who, chips(found[1]), true);
    else if ((found = match(/^(?:bets?|raises? to|(?:are|is) all-in for) ([\d,]+)\.$/))) this.#pay(who, chips(found[1]) - this.bets[who], true);
    else if ((found = match(/^wins? ([\d,]+)/))) this.#win(who, chips(found[1]));
    else if (/^folds?\.$/.test(what)) this.folded = who;
    else if (/^receives? /.test(what)) (who === 'You' ? this.cards : this.seen).push(...cardsIn(what));
    else if (who === RIVAL && /turns up /.test(what)) this.seen.push(...cardsIn(what));
  }

  /** @param {string} who @param {number} n @param {boolean} isBet */
  #pay(who, n, isBet) {
    this.stacks[who] -= n;
    this.pot += n;
    if (isBet) this.bets[who] += n;
  }

  /** @param {string} who @param {number} n */
  #win(who, n) {
    this.stacks[who] += n;
    this.pot -= n;
  }

  /** In the format of the server's state. */
  get believed() {
    const { hand, cards, seen, board, pot, stacks } = this;
    return { hand, cards: [...cards].sort(), seen: [...seen].sort(), board, pot, stacks };
  }
}

/** Collects announcements from the live regions. @param {import('playwright-core').Page} page */
const listen = (page) =>
  page.evaluate(() => {
    globalThis.heard = [];
    for (const id of ['polite', 'assertive']) {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) globalThis.heard.push(node.textContent);
      }).observe(document.getElementById(id), { childList: true });
    }
  });

/** Announcements since the last time, once the page is drawn. @param {import('playwright-core').Page} page */
const heardOf = (page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return globalThis.heard.splice(0);
  });

/** The same state as the server reports it to both players. @param {import('playwright-core').Page} page @param {import('playwright-core').Page} rival */
async function truth(page, rival) {
  const [mine, theirs] = await Promise.all([
    page.evaluate(() => {
      const { live } = document.querySelector('p-room').session;
      return { seq: live.seq, seat: live.you.seat, cards: live.seats[live.you.seat].play.cards, made: live.you.made };
    }),
    rival.evaluate(() => {
      const [session] = document.querySelector('p-lobby').app.sessions.values();
      const { seats, hand, you } = session.live;
      return { hand, up: seats[you.seat].play.up, stacks: Object.values(seats).map(({ seat, stack }) => [seat, stack]) };
    }),
  ]);
  return {
    hand: theirs.hand.number,
    cards: [...mine.cards].sort(),
    seen: [...theirs.up].sort(),
    board: theirs.hand.board,
    pot: theirs.hand.pot,
    stacks: Object.fromEntries(theirs.stacks.map(([seat, stack]) => [seat === mine.seat ? 'You' : RIVAL, stack])),
  };
}

/** Keys that answer the question. @param {string} asked @param {number} turn */
function keysFor(asked, turn) {
  if (/Discard up to/.test(asked)) return turn % 3 === 0 ? ['p'] : ['1', '2', 'Enter'];
  if (/Turn up/.test(asked)) return /Say high or low/.test(asked) ? ['1', 'h', 'Enter'] : ['1', 'Enter'];
  if (/Declare/.test(asked)) return ['h', 'Enter'];
  return /Bet|Raise/.test(asked) && turn % 5 === 0 ? ['r'] : ['c'];
}

/** Presses the keys of an answer when the bar accepts them, and again if the first were too early. @param {import('playwright-core').Page} page @param {string[]} keys */
async function answer(page, keys) {
  const turn = await page.locator('.act').getAttribute('data-turn');
  for (let tries = 0; tries < 20; tries++) {
    await ready(page);
    for (const key of keys) await page.keyboard.press(key);
    const isOver = await page
      .waitForFunction((now) => document.querySelector('.act').dataset.turn !== now, turn, { timeout: 1500 })
      .then(
        () => true,
        () => false,
      );
    if (isOver) return;
    // Picked cards stay picked; only the last key is pressed again.
    keys = keys.slice(-1);
  }
  assert.fail(`${keys} is no answer`);
}

for (const [at, game] of GAMES.entries()) {
  test(`${game}: who listens knows the table`, { timeout: 60_000 + HANDS * 60_000 }, async (t) => {
    const page = await player(browser, { url: house.url, name: `Ear${at}`, settings: { speech: 'full' }, viewport: { width: 1280, height: 800 } });
    const opened = await openTables(page, 1, { game, stacks: 20 });
    const rival = await player(browser, { url: house.url, name: `${RIVAL}${at}`, viewport: { width: 600, height: 400 } });
    await page.evaluate((id) => document.querySelector('p-lobby').app.navigate(`/table/${id}`), opened[0].id);
    await page.locator('.stage').waitFor();
    await listen(page);
    await playAt(rival, opened);
    const listener = new Listener();
    let decisions = 0;
    while (listener.hand <= HANDS) {
      await page.waitForFunction(() => document.querySelector('.act[data-ready]') && globalThis.heard.some((line) => line.startsWith('Your turn.')));
      for (const line of await heardOf(page)) listener.hear(line.replaceAll(`${RIVAL}${at}`, RIVAL));
      if (listener.hand > HANDS) break;
      assert.deepEqual(listener.believed, await truth(page, rival), listener.asked);
      decisions += 1;
      await answer(page, keysFor(listener.asked, decisions));
    }
    t.diagnostic(`${decisions} decisions`);
    assert.ok(decisions >= HANDS, 'every hand asks');
    assert.deepEqual([...page.complaints, ...rival.complaints], []);
    await Promise.all([page, rival].map((one) => one.context().close()));
  });
}

test('keys tell the board, the stacks and the last action, and a new seat is asked at once', async () => {
  const page = await player(browser, { url: house.url, name: 'Ear', settings: { speech: 'brief' } });
  const other = await player(browser, { url: house.url, name: RIVAL, viewport: { width: 600, height: 400 } });
  const opened = await openTables(other, 1, { stacks: 2 });
  await other.evaluate(() => {
    globalThis.waitsAt = new Set();
  });
  await page.evaluate((id) => document.querySelector('p-lobby').app.navigate(`/table/${id}`), opened[0].id);
  await page.locator('.stage').waitFor();
  await listen(page);
  await pressUntil(page, page.locator('dialog[open]'));
  await page.locator('dialog .btn.hot').click();
  await page.locator('.me').waitFor();
  await page.waitForFunction(() => document.activeElement.matches('.ask'));
  await playAt(other, []);
  await page.waitForFunction(() => document.querySelector('.act[data-ready]') && document.querySelector('.me.turn'));
  const first = (await heardOf(page)).join(' ');
  assert.match(first, /Your cards: \w+ of \w+, \w+ of \w+\./);
  assert.match(first, /Your turn\./);
  assert.doesNotMatch(first, /blind|You have:/, 'brief');
  const told = async (key) => {
    await page.keyboard.press(key);
    return (await heardOf(page)).join(' ');
  };
  assert.match(await told('t'), /^First round\. Pot \d+\.|^Pre-flop\. Pot \d+\./i);
  assert.match(await told('s'), /You: [\d,]+.*Rival: [\d,]+|Rival: [\d,]+.*You: [\d,]+/);
  assert.match(await told('a'), /(blind|calls|raises|check)/);
  assert.match(await told('g'), /Pot \d+\. Your cards: /);
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await Promise.all([page, other].map((one) => one.context().close()));
});
