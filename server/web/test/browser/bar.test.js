// The action bar in use: every answer can be pressed, and nothing large is bet by a slip.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SCENES } from './scenes.js';
import { game, scriptedPage } from './scripted.js';
import { ownBrowser, ready, shoot } from './support.js';

const PHONE = { width: 390, height: 844 };

const browser = await ownBrowser();

const holdem = game({ family: 'holdem', deal: 'dd-bbb-b-b-', limits: ['nl'], small_blind: 5, big_blind: 10, bets: [10, 10] });

/** The viewer's turn with these choices. @param {object[]} choices @param {object} [change] */
const asked = (choices, change = {}) => ({
  game: holdem,
  hands: { 1: 'As Kd', 2: '?? ??', 3: '?? ??' },
  hand: { pot: 60, bet: 20, board: [] },
  bets: { 2: 20 },
  choices,
  ...change,
});

/** A scripted page whose bar accepts presses. @param {object} scene @param {object} [options] */
async function atTurn(scene, options = {}) {
  const page = await scriptedPage(browser, { scene, ...options });
  await ready(page);
  page.answers = () => page.sent.filter((one) => one.type === 'act').map((one) => one.action);
  return page;
}

/** Waits for an answer and returns it. */
async function answer(page) {
  for (let n = 0; n < 200 && page.answers().length === 0; n++) await page.evaluate(() => new Promise(requestAnimationFrame));
  return page.answers();
}

/** The answers after the confirming press. A late one only asks for another confirmation. @param {import('playwright-core').Page} page */
async function confirmed(page) {
  for (let n = 0; n < 10 && page.answers().length === 0; n++) {
    await page.keyboard.press('Enter');
    await answer(page);
  }
  return page.answers();
}

const close = async (page) => {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
};

for (const [how, hasTouch] of [
  ['mouse', false],
  ['touch', true],
]) {
  test(`run it twice can be declined by ${how}`, async () => {
    const page = await atTurn(SCENES['run-twice'], { viewport: PHONE, hasTouch });
    const button = page.locator('.act [data-place="0"]');
    if (hasTouch) await button.tap();
    else await button.click();
    assert.deepEqual(await answer(page), [{ kind: 'run_once' }]);
    await close(page);
  });
}

test('both bets of a fixed limit with an open pair can be made', async () => {
  const choices = [{ kind: 'check' }, { kind: 'bet', min: 20, max: 20 }, { kind: 'bet', min: 40, max: 40 }];
  for (const [keys, to] of [
    [['r'], 20],
    [['2', 'r'], 40],
  ]) {
    const page = await atTurn({ ...SCENES.communal, choices });
    for (const key of keys) await page.keyboard.press(key);
    assert.deepEqual(await answer(page), [{ kind: 'bet', to }]);
    await close(page);
  }
  const page = await atTurn({ ...SCENES.communal, choices }, { viewport: PHONE });
  await page.locator('.presets button', { hasText: '40' }).click();
  await page.locator('.act [data-place="2"]', { hasText: '40' }).click();
  assert.deepEqual(await answer(page), [{ kind: 'bet', to: 40 }]);
  await close(page);
});

const RAISE = [{ kind: 'fold' }, { kind: 'call', amount: 20 }, { kind: 'raise', min: 40, max: 1131 }];

test('most of the slider is for bets up to the pot, in small steps, and the rest leads to all-in', async () => {
  const page = await atTurn(asked(RAISE), { viewport: PHONE });
  const slider = page.locator('.act input[type=range]');
  const amount = async () => Number((await page.locator('.act .num').inputValue()).replace(/\D/g, ''));
  const text = () => slider.getAttribute('aria-valuetext');
  const spot = await page.evaluate(() => {
    const { shown } = document.querySelector('p-room').session;
    return { pot: shown.hand.pot, toCall: shown.you.toCall, bet: shown.seats[shown.you.seat].play.bet };
  });
  const pot = spot.bet + spot.toCall + spot.pot + spot.toCall;
  assert.ok(pot > 40 && pot < 1131, `${pot}`);
  const box = await slider.boundingBox();
  const at = async (share) => {
    // The middle of the thumb, which is 28 pixels wide, stays within the track.
    await page.mouse.click(box.x + 14 + share * (box.width - 28), box.y + box.height / 2);
    return amount();
  };
  // The same way along the track is worth little below the pot and much above it.
  const [low, middle, high, end] = [await at(0.2), await at(0.5), await at(0.85), await at(1)];
  assert.ok(low > 40 && middle > low && middle < pot && high > pot && end === 1131, `${[low, middle, pot, high, end]}`);
  assert.ok(end - high > 10 * (middle - low), `${[low, middle, high, end]}`);
  assert.match(await text(), /1,131/);
  // By key, too: the same key is a small step below the pot and a large one above.
  const step = async (key) => {
    const before = await amount();
    await slider.press(key);
    return (await amount()) - before;
  };
  await at(0.3);
  const small = await step('ArrowRight');
  await at(0.85);
  const large = await step('ArrowRight');
  assert.ok(small > 0 && large > small, `${small} and ${large}`);
  await slider.press('Home');
  await slider.press('End');
  await shoot(page, 'slider');
  await page.locator('.act [data-place="2"]', { hasText: 'All-in' }).waitFor();
  assert.deepEqual(page.answers(), []);
  await close(page);
});

test('an all-in by preset and Enter is asked about', async () => {
  const page = await atTurn(asked(RAISE));
  const presets = await page.locator('.presets button').count();
  await page.keyboard.press(String(presets));
  await page.locator('[data-place="2"]', { hasText: 'All-in' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.ask', { hasText: 'Press again to go all-in.' }).waitFor();
  assert.deepEqual(page.answers(), []);
  assert.deepEqual(await confirmed(page), [{ kind: 'raise', to: 1131 }]);
  await close(page);
});

for (const [what, typed, words, to] of [
  ['an all-in', '1131', 'all-in', 1131],
  ['more than twice the pot', '900', 'More than twice the pot', 900],
]) {
  test(`${what}, typed, is asked about`, async () => {
    const page = await atTurn(asked(RAISE));
    await page.locator('.act .num').fill(typed);
    await page.keyboard.press('Enter');
    await page.locator('.ask', { hasText: words }).waitFor();
    assert.deepEqual(page.answers(), []);
    assert.deepEqual(await confirmed(page), [{ kind: 'raise', to }]);
    await close(page);
  });
}

test('an ordinary raise is not asked about, and who wants no questions gets none', async () => {
  const one = await atTurn(asked(RAISE));
  await one.locator('.act .num').fill('120');
  await one.keyboard.press('Enter');
  assert.deepEqual(await answer(one), [{ kind: 'raise', to: 120 }]);
  await close(one);
  const two = await atTurn(asked(RAISE), { settings: { askAllIn: false } });
  await two.locator('.act .num').fill('1131');
  await two.keyboard.press('Enter');
  assert.deepEqual(await answer(two), [{ kind: 'raise', to: 1131 }]);
  await close(two);
});

// With a blind of ten, 12.5 without its point is the right number of chips: a whole number shows if the field is in blinds.
for (const [lang, typed, to] of [
  ['en', '12.5', 125],
  ['fr', '12,5', 125],
  ['en', '9', 90],
  ['fr', '9', 90],
]) {
  test(`with amounts in big blinds the field takes big blinds: ${typed}, ${lang}`, async () => {
    const page = await atTurn(asked(RAISE), { settings: { lang, amounts: 'bb' } });
    const field = page.locator('.act .num');
    assert.equal(await field.inputValue(), '4');
    await field.fill(typed);
    await page.locator('[data-place="2"]', { hasText: typed }).waitFor();
    await page.keyboard.press('Enter');
    assert.deepEqual(await answer(page), [{ kind: 'raise', to }]);
    await close(page);
  });
}

test('in chips, 12.5 is no amount', async () => {
  const page = await atTurn(asked(RAISE));
  await page.locator('.act .num').fill('12.5');
  await page.locator('[data-place="2"][aria-disabled]', { hasText: 'Not an amount' }).waitFor();
  await close(page);
});

const waiting = asked([], { asked: [2], hand: { pot: 60, bet: 20, board: [] } });
const status = (now) => ({ kind: 'seat_status_changed', seat: 1, status: now });

test('who sits out from the next hand on still plays this one', async () => {
  const page = await scriptedPage(browser, { scene: waiting });
  const tick = page.locator('.act label', { hasText: 'Sit out next hand' }).locator('input');
  await tick.check();
  assert.deepEqual(page.sent.at(-1).out, true);
  await page.tell(status('sitting_out'));
  assert.equal(await page.getByText('I’m back').count(), 0);
  await page.locator('.act [data-place="0"]', { hasText: 'Check / fold' }).waitFor();
  assert.ok(await tick.isChecked());
  await tick.uncheck();
  assert.deepEqual(page.sent.at(-1).out, false);
  // Once the cards are gone, only the button back matters.
  await page.tell({ kind: 'action_taken', seat: 1, action: 'fold', added: 0, to: 0, all_in: false, auto: false });
  await page.locator('.act [data-place="2"]', { hasText: 'I’m back' }).waitFor();
  await close(page);
});

test('who leaves in mid-hand is told what becomes of the seat, and may stay', async () => {
  const page = await scriptedPage(browser, { scene: waiting });
  await page.locator('.go-away').click();
  await page.locator('.go-away.sure').click();
  await page.tell(status('leaving'));
  await page.locator('.ask', { hasText: 'You are leaving' }).waitFor();
  await page.tell({ kind: 'action_taken', seat: 1, action: 'fold', added: 0, to: 0, all_in: false, auto: false });
  await page.locator('.ask', { hasText: 'when this hand is over' }).waitFor();
  await ready(page);
  await page.locator('.act [data-place="2"]', { hasText: 'Stay' }).click();
  await page.tell(status('active'));
  await page.locator('.ask', { hasText: 'You folded' }).waitFor();
  assert.deepEqual(
    page.sent.slice(-2).map((one) => [one.type, one.out]),
    [
      ['leave', undefined],
      ['sit_out', false],
    ],
  );
  await close(page);
});

test('one’s own cards are heard at the deal', async () => {
  const page = await scriptedPage(browser, { scene: waiting });
  await page.tell(
    { kind: 'hand_started', hand: 32, game: 'scripted', button: 2, seats: [1, 2].map((seat) => ({ seat, stack: 900 })), carried: 0 },
    { kind: 'hole_cards_dealt', hands: [1, 2].map((seat) => ({ seat, cards: [null, null] })) },
    { kind: 'cards', cards: ['As', 'Th'], hand: ['As', 'Th'] },
  );
  await page.locator('#polite p', { hasText: 'Your cards: ace of spades, ten of hearts.' }).waitFor({ state: 'attached' });
  await close(page);
});

for (const [who, seat, line] of [
  ['the viewer', 1, '.act .time i'],
  ['another player', 3, '[data-seat="3"] .bar i'],
]) {
  test(`the clock of the pick runs, over a felt without old cards: ${who}`, async () => {
    const { scene, over } = afterHand();
    const page = await scriptedPage(browser, { scene, clock: true });
    await page.tell(...over);
    await page.clock.runFor(6000);
    assert.ok((await page.locator('.stage p-card').count()) > 0);
    await page.tell({ kind: 'turn_started', turn: 0, seats: [seat], decision: 'pick_game', hand: 32 });
    page.hear({ type: 'events', table: 't1', events: [], clock: { turn: 0, left_ms: 15_000, banks: [{ seat, left_ms: 0 }] } });
    if (seat === 1) await page.tell({ kind: 'choices', hand: 32, turn: 0, choices: SCENES['pick-game'].choices });
    await page.clock.runFor(1000);
    const width = () => page.locator(line).evaluate((one) => Number(/scaleX\(([\d.]+)\)/.exec(one.style.transform)[1]));
    const before = await width();
    await page.clock.runFor(5000);
    assert.ok((await width()) < before - 0.2, `${before} to ${await width()}`);
    assert.equal(await page.locator('.stage p-card').count(), 0);
    await close(page);
  });
}

/** A hand with a board that is about to end. */
function afterHand() {
  const scene = { ...waiting, info: { mix: SCENES['pick-game'].info.mix }, hand: { pot: 60, bet: 20, board: ['2c', '3c', '4c'] } };
  const fold = { kind: 'action_taken', seat: 3, action: 'fold', added: 0, to: 0, all_in: false, auto: false };
  return { scene, over: [fold, { kind: 'hand_completed', hand: 31, stacks: [] }] };
}

test('a lost network is noticed at once: a word, and buttons that cannot be pressed', async () => {
  const page = await atTurn(asked(RAISE), { viewport: PHONE });
  await page.context().setOffline(true);
  await page.locator('.ask', { hasText: 'Reconnecting' }).waitFor();
  assert.equal(await page.locator('.act [data-place]:not([aria-disabled])').count(), 0);
  await page.locator('#assertive p', { hasText: 'Connection lost' }).waitFor({ state: 'attached' });
  await page.locator('.act [data-place="1"]').click({ force: true });
  await page.keyboard.press('c');
  assert.deepEqual(page.answers(), []);
  await page.context().setOffline(false);
  await page.locator('.act[data-ready] [data-place="1"]:not([aria-disabled])').click();
  assert.deepEqual(await answer(page), [{ kind: 'call', amount: 20 }]);
  await page.context().close();
});

test('the log of the running hand is still there when the page is loaded anew', async () => {
  const scene = { ...waiting };
  const page = await scriptedPage(browser, { scene });
  await page.tell({ kind: 'action_taken', seat: 2, action: 'raise', added: 40, to: 60, all_in: false, auto: false });
  const line = page.locator('.log li', { hasText: 'Nadia raises to' });
  await line.waitFor();
  scene.seq = 101;
  await page.reload();
  await line.waitFor();
  // Nothing is left for another hand.
  scene.hand = { ...scene.hand, hand: 40 };
  await page.reload();
  await page.locator('.stage').waitFor();
  assert.equal(await line.count(), 0);
  await close(page);
});

test('a clock that is set back does not hold the bar up', async () => {
  const page = await atTurn(asked([{ kind: 'check' }]), { viewport: PHONE });
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() - 3_600_000;
  });
  await page.tell({ kind: 'choices', hand: 32, turn: 9, choices: [{ kind: 'check' }] });
  await page.locator('.act[data-turn$="9"]').waitFor();
  await ready(page);
  await page.keyboard.press('c');
  assert.deepEqual(await answer(page), [{ kind: 'check' }]);
  await close(page);
});
