// The end of an all-in hand as a player sees and hears it: no result appears anywhere on the page before its card or award is on the felt, and every
// award stays long enough to be read.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { LIT_MS, Pacer } from '../../pace.js';
import { game, scriptedPage } from './scripted.js';
import { ownBrowser } from './support.js';

const SAMPLE_MS = 40;
const RANKS = 'AKQJT98765432';
const NAMES = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight', 7: 'seven', 6: 'six', 5: 'five', 4: 'four', 3: 'three', 2: 'two' };
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

const browser = await ownBrowser();

/** Reproducible numbers from 0 to 1 for a seed. @param {number} seed */
function dice(seed) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (n) => Math.floor(next() * n),
    oneIn: (n) => next() < 1 / n,
    shuffle: (list) =>
      list
        .map((one) => [next(), one])
        .sort((a, b) => a[0] - b[0])
        .map(([, one]) => one),
  };
}

/** A hand in the page's format, with the cards that it marks. */
const made = (category, rank, cards) => ({ category, ranks: [rank, 'A'], cards });

/**
 * One all-in hand: the events before the last answer, those that follow directly, and its pots.
 *
 * @param {ReturnType<typeof dice>} random
 * @param {{ hand: number, seats: number, family: 'holdem' | 'omaha' | 'stud' }} wanted
 */
function allIn(random, { hand, seats, family }) {
  const numbers = Array.from({ length: seats }, (_, at) => at + 1);
  const deck = random.shuffle([...RANKS].flatMap((rank) => [...'shdc'].map((suit) => rank + suit)));
  const deal = (n) => deck.splice(0, n);
  const count = { holdem: 2, omaha: 4, stud: 7 }[family];
  const hands = Object.fromEntries(numbers.map((seat) => [seat, deal(count)]));
  const stacks = Object.fromEntries(numbers.map((seat) => [seat, 20_000 + hand * 100 + seat]));
  const early = family === 'stud' ? 3 : count;
  const dealt = (from, to, those = numbers) => ({
    kind: 'hole_cards_dealt',
    hands: those.map((seat) => ({
      seat,
      cards: hands[seat].slice(from, to).map((card, at) => (family === 'stud' && from + at >= 2 && from + at < 6 ? card : null)),
    })),
  });
  const start = [
    {
      kind: 'hand_started',
      hand,
      game: 'scripted',
      button: numbers.at(-1),
      seats: numbers.map((seat) => ({ seat, stack: stacks[seat] })),
      carried: 0,
    },
    dealt(0, early),
    { kind: 'cards', cards: hands[1].slice(0, early), hand: hands[1].slice(0, early) },
  ];

  // The streets: some have betting, the others are the run-out.
  const board = family === 'stud' ? [] : deal(5);
  const streets =
    family === 'stud'
      ? [3, 4, 5, 6].map((at) => dealt(at, at + 1))
      : [board.slice(0, 3), [board[3]], [board[4]]].map((cards) => ({ kind: 'board_dealt', cards }));
  const bet = random.below(streets.length + 1);
  const open = streets.slice(0, bet).flatMap((street, at) => [street, { kind: 'turn_started', turn: at + 1, seats: [2], decision: 'bet' }]);
  start.push(...(open.length > 0 ? open : [{ kind: 'turn_started', turn: 1, seats: [2], decision: 'bet' }]));

  // Some are all-in for different amounts; folds come before them.
  const players = random.shuffle(numbers).slice(0, 2 + random.below(seats - 1));
  const folds = numbers.filter((seat) => !players.includes(seat));
  const puts = players.map((seat, at) => ({ seat, put: at < 2 ? 1_000 + hand * 7 : 1_000 + hand * 7 + (at - 1) * (500 + hand) }));
  const levels = [...new Set(puts.map(({ put }) => put))].sort((a, b) => a - b);
  const pots = levels.map((level, at) => {
    const inPot = puts.filter(({ put }) => put >= level).map(({ seat }) => seat);
    return { amount: (level - (levels[at - 1] ?? 0)) * inPot.length, seats: inPot };
  });
  const returned = pots.at(-1).seats.length === 1 ? pots.pop() : null;
  const actions = [
    ...folds.map((seat) => ({ kind: 'action_taken', seat, action: 'fold', added: 0, to: 0, all_in: false, auto: false })),
    ...puts.map(({ seat, put }) => ({ kind: 'action_taken', seat, action: 'raise', added: put, to: put, all_in: true, auto: false })),
  ];
  const showdown = players.map((seat) => ({
    kind: 'hand_shown',
    seat,
    cards: hands[seat],
    high: made('full_house', RANKS[random.below(13)], [...hands[seat].slice(0, 2), ...board.slice(0, 3)]),
    ...(family === 'omaha' && { low: made('low', '8', hands[seat].slice(2)) }),
  }));
  const awards = pots
    .flatMap(({ amount, seats: contenders }, pot) => {
      const pay = (side, chips) => ({
        kind: 'pot_awarded',
        pot,
        side,
        amount: chips,
        shares: [{ seat: contenders[random.below(contenders.length)], amount: chips }],
      });
      // The halves differ, so that each amount identifies its winner.
      const half = Math.floor(amount / 2) - 3;
      return family === 'omaha' ? [pay('high', amount - half), pay('low', half)] : [pay('whole', amount)];
    })
    .reverse();
  const won = {};
  for (const { shares } of awards) for (const { seat, amount } of shares) won[seat] = (won[seat] ?? 0) + amount;
  const put = Object.fromEntries(puts.map((one) => [one.seat, one.put]));
  if (returned) put[returned.seats[0]] -= returned.amount;
  const last = Object.fromEntries(numbers.map((seat) => [seat, stacks[seat] - (put[seat] ?? 0) + (won[seat] ?? 0)]));

  const runOut = streets.slice(bet).map((street, at) => (family === 'stud' ? dealt(3 + bet + at, 4 + bet + at, players) : street));
  const isTabled = random.oneIn(2);
  const tail = isTabled ? [{ kind: 'hands_tabled', hands: players.map((seat) => ({ seat, cards: hands[seat] })) }] : [];
  // Run twice: the second board from the point of agreement.
  const isTwice = family === 'holdem' && bet < 3 && random.oneIn(3);
  const second = isTwice
    ? [{ kind: 'second_run_started', kept: [0, 3, 4][bet] }, ...runOut.map(({ cards }) => ({ kind: 'board_dealt', cards: deal(cards.length) }))]
    : [];
  // The viewer's made hand arrives as a private part under the number of the last card's event.
  const mine = players.includes(1) ? [{ kind: 'made', high: made('flush', RANKS[random.below(13)], hands[1]) }] : [];
  const isLeaving = random.oneIn(4) && (won[1] ?? 0) > 0;
  const end = [
    ...actions,
    ...(returned ? [{ kind: 'uncalled_returned', seat: returned.seats[0], amount: returned.amount }] : []),
    { kind: 'pots_formed', pots },
    ...tail,
    ...runOut.flatMap((street, at) => (at === runOut.length - 1 ? [street, ...mine] : [street])),
    ...second,
    ...showdown,
    ...awards,
    { kind: 'hand_completed', hand, stacks: numbers.map((seat) => ({ seat, amount: last[seat] })) },
  ];
  return { hand, start, end, awards, won, last, stacks, pots, runOut, players, hands, second, isLeaving, streets };
}

/** Samples the page every 40 ms of its own time; unchanged samples are not kept. */
function watchPage() {
  const cardsIn = (root) => [...(root?.querySelectorAll('p-card') ?? [])].map((card) => card.getAttribute('c')).filter((card) => card !== '??');
  const textOf = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent).join(' | ');
  globalThis.samples = [];
  let before = '';
  let hasChanged = true;
  const changes = new MutationObserver(() => {
    hasChanged = true;
  });
  changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  setInterval(() => {
    const seen = globalThis.samples.at(-1);
    if (!hasChanged && changes.takeRecords().length === 0 && seen) {
      seen.n += 1;
      return;
    }
    hasChanged = false;
    const stage = document.querySelector('.stage');
    const sample = {
      felt: cardsIn(stage),
      won: Object.fromEntries([...stage.querySelectorAll('.won-by')].map((one) => [one.closest('[data-seat]').dataset.seat, one.textContent])),
      cards: cardsIn(document.querySelector('.panel:not(.of-last)')),
      bar: textOf('.act'),
      // The last hand has cards of its own; which hand it is counts.
      log: textOf('.panel:not(.of-last)'),
      dialog: textOf('dialog h2, dialog .note, .last-title'),
      heard: `${textOf('#polite p')} ${textOf('#assertive p')}`,
      title: document.title,
      whole: document.getElementById('app').textContent.replace(document.querySelector('p-last')?.textContent ?? '', ''),
      labels: [...document.querySelectorAll(':is(.room > :not(dialog), .room > :not(dialog) *):is([aria-label], [title])')]
        .filter((one) => !one.closest('.of-last'))
        .map((one) => `${one.ariaLabel} ${one.title}`)
        .join(' | '),
    };
    const text = JSON.stringify(sample);
    if (text === before && seen) seen.n += 1;
    else globalThis.samples.push({ ...sample, n: 1 });
    before = text;
  }, 40);
}

const grouped = (n) => new Intl.NumberFormat('en').format(n);
const words = (card) => `${NAMES[card[0]]} of ${SUITS[card[1]]}`;

/**
 * Advances the page's time in steps that leave room for the server's answers.
 *
 * @param {import('playwright-core').Page} page
 * @param {number} ms
 */
async function pass(page, ms) {
  for (let left = ms; left > 0; left -= 1000) {
    await page.clock.runFor(Math.min(1000, left));
    await page.evaluate(() => null);
  }
}

/** Things that the samples of a hand reveal too early. */
function leaks(story, samples, purse) {
  const found = [];
  const { won, last, stacks, hand } = story;
  const before = new Set(story.start.flatMap((event) => [...(event.cards ?? []), ...(event.hands ?? []).flatMap((one) => one.cards)]));
  const secret = [
    ...[...story.runOut, ...story.second].flatMap((event) => event.cards ?? event.hands?.flatMap((one) => one.cards.filter(Boolean)) ?? []),
    ...story.players.filter((seat) => seat !== 1).flatMap((seat) => story.hands[seat]),
  ].filter((card) => !before.has(card));
  const lastCards = story.runOut.at(-1);
  for (const sample of samples) {
    const see = (fact, where, text, at = 0) => found.push(`hand ${hand}: ${fact} in ${where}: ${text.slice(Math.max(0, at - 80), at + 80)}`);
    const spoken = { heard: sample.heard, labels: sample.labels, bar: sample.bar, title: sample.title };
    for (const card of secret) {
      if (sample.felt.includes(card)) continue;
      if (sample.cards.includes(card)) see(card, 'the log', sample.log);
      for (const [where, text] of Object.entries(spoken)) if (text.includes(words(card))) see(card, where, text, text.indexOf(words(card)));
    }
    const isPaid = Object.keys(sample.won).length > 0;
    if (!isPaid && /\bwins?\b|gone|share the pot|is over/i.test(sample.bar)) see('the result', 'the bar', sample.bar);
    if (!isPaid && /\bwins?\b/.test(sample.log)) see('the winner', 'the log', sample.log);
    for (const [seat, chips] of Object.entries(won)) {
      const isOn = sample.won[seat] !== undefined;
      const plain = new RegExp(`wins? (the )?${grouped(chips)}|\\+${grouped(chips)}`);
      for (const [where, text] of Object.entries({ ...spoken, whole: sample.whole })) {
        if (!isOn && plain.test(text)) see(`the award of seat ${seat}`, where, text, text.search(plain));
        if (!isOn && last[seat] !== stacks[seat] && text.includes(grouped(last[seat])))
          see(`the new stack of seat ${seat}`, where, text, text.indexOf(grouped(last[seat])));
      }
    }
    const isTold = Object.entries(won).every(([seat, chips]) => sample.won[seat]?.includes(grouped(chips)));
    if (!isTold && sample.dialog.includes(`Hand ${grouped(hand)}`)) see('the last hand', 'a dialog or drawer', sample.dialog);
    if (!isTold && purse && sample.whole.includes(grouped(purse))) see('the new balance', 'the page', sample.dialog);
    if (/Flush/.test(sample.whole) && lastCards?.cards && !lastCards.cards.every((card) => sample.felt.includes(card)))
      see('what the last card makes', 'the page', sample.whole);
  }
  return found;
}

const FAMILIES = [
  { family: 'holdem', hands: 26, game: game({ family: 'holdem', deal: 'dd-bbb-b-b-', limits: ['nl'], small_blind: 5, big_blind: 10 }) },
  { family: 'omaha', hands: 12, game: game({ family: 'omaha', deal: 'dddd-bbb-b-b-', limits: ['pot'], low: true, small_blind: 5, big_blind: 10 }) },
  { family: 'stud', hands: 12, game: game({}) },
];

describe('all-in hands', { concurrency: 2 }, () => {
  for (const [at, { family, hands, game: played }] of FAMILIES.entries()) {
    test(`${hands} all-in hands of ${family}: the page is never ahead of the felt`, async () => {
      const random = dice(27 + at);
      const seats = 5;
      const scene = {
        game: played,
        hands: Object.fromEntries(Array.from({ length: seats }, (_, seat) => [seat + 1, ''])),
        hand: { hand: 1, pot: 0, turn: undefined },
        info: { buy_in_max: 900_000 },
      };
      const page = await scriptedPage(browser, { scene, clock: true });
      await page.evaluate(watchPage);
      const found = [];
      const unread = [];
      for (let hand = 32; hand < 32 + hands; hand++) {
        const story = allIn(random, { hand, seats, family });
        const dialog = [null, 'rebuy', 'last'][hand % 3];
        await page.tell(...story.start);
        await pass(page, 400);
        await page.evaluate((which) => {
          const room = document.querySelector('p-room');
          room.closeDialog();
          room.closePanel();
          if (which === 'last') room.openLast();
          else if (which) room.set({ dialog: which });
          globalThis.samples.length = 0;
        }, dialog);
        await page.tellAtOnce(...story.end);
        const purse = hand % 3 ? 400_000 + hand : null;
        if (purse) page.hear({ type: 'balance', balance: purse });
        // As the server waits for the pacing; one hand in five comes much too early all the same.
        const telling = new Pacer().waits(story.end).reduce((sum, wait) => sum + wait, 0);
        const isEarly = hand % 5 === 0;
        await pass(page, isEarly ? 1000 : telling + 2500 + 1000 * story.pots.length);
        const seen = await page.evaluate(() => globalThis.samples.splice(0));
        found.push(...leaks(story, seen, purse));
        await page.tell({ ...story.start[0], hand: hand + 1000 });
        await pass(page, isEarly ? LIT_MS : SAMPLE_MS);
        seen.push(...(await page.evaluate(() => globalThis.samples.splice(0))));
        // Announcements are cleared before the next hand, which may have the same cards.
        await page.evaluate(() => document.querySelectorAll('#polite p, #assertive p').forEach((line) => line.remove()));
        for (const [seat, chips] of Object.entries(story.won)) {
          const lit = seen.filter((one) => one.won[seat]?.includes(grouped(chips))).reduce((sum, one) => sum + one.n * SAMPLE_MS, 0);
          const least = (isEarly ? LIT_MS : 3500) - 2 * SAMPLE_MS;
          if (lit < least) unread.push(`hand ${hand}: seat ${seat} wins ${chips} for ${lit} ms only`);
        }
      }
      assert.deepEqual(found, []);
      assert.deepEqual(unread, []);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    });
  }
});
