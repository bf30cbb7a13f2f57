// A player's own pause, from scripted messages: three lengths to choose from, others read when the player is back, and one press ends it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { game, scriptedPage } from './scripted.js';
import { ownBrowser, ready, shoot, violations } from './support.js';

const browser = await ownBrowser();

const holdem = game({ family: 'holdem', deal: 'dd-bbb-b-b-', limits: ['nl'], small_blind: 5, big_blind: 10, bets: [10, 10] });

/** The viewer has folded, and waits for the next hand. */
const scene = () => ({
  game: holdem,
  hands: { 1: '?? ??', 2: '?? ??', 3: '?? ??' },
  folded: [1],
  hand: { pot: 60, bet: 20, board: [] },
  asked: [2],
  bets: { 2: 20 },
  choices: [],
});

const status = (seat, now) => ({ kind: 'seat_status_changed', seat, status: now });
const set = (seat, minutes) => ({ kind: 'own_pause_set', seat, ...(minutes && { until: Date.now() + minutes * 60_000 - 5_000 }) });
const sits = (page) => page.sent.filter(({ type }) => type === 'sit_out').map(({ out, minutes }) => [out, minutes]);

for (const { lang, width, height, away, lengths, others, own, back } of [
  {
    lang: 'en',
    width: 1440,
    height: 900,
    away: 'You are sitting out',
    lengths: ['Pause 5 min', 'Pause 10 min', 'Pause 15 min'],
    others: 'Back in 7 min',
    own: /You are dealt in again in 9:5\d/,
    back: 'I’m back',
  },
  {
    lang: 'fr',
    width: 390,
    height: 844,
    away: '',
    lengths: ['Pause 5 min', 'Pause 10 min', 'Pause 15 min'],
    others: /Pause\s: 7 min/,
    own: /Vous reprenez de vous-même dans 9:5\d/,
    back: 'Je reviens',
  },
]) {
  test(`a pause has an end that all read, ${lang}`, async () => {
    const page = await scriptedPage(browser, { scene: scene(), settings: { lang }, viewport: { width, height } });
    await ready(page);
    await page.tell(status(3, 'sitting_out'), set(3, 7));
    await page.getByText(others).first().waitFor();
    // Its end moves, and goes.
    await page.tell(set(3, 2));
    await page.getByText(others).first().waitFor({ state: 'detached' });
    await page.tell(set(3), set(3, 7));

    await page.tell(status(1, 'sitting_out'));
    if (away) await page.locator('.ask', { hasText: away }).waitFor();
    const buttons = page.locator('.act [role=group] .btn-s');
    await buttons.nth(2).waitFor();
    assert.deepEqual(await buttons.allTextContents(), lengths);
    await buttons.nth(1).click();
    assert.deepEqual(sits(page), [[true, 10]]);
    await page.tell(set(1, 10));
    await page.getByText(own).first().waitFor();
    assert.deepEqual(await violations(page), []);
    await shoot(page, `own-pause-${lang}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no wider than the page');

    await page.locator('.act [data-place="2"]', { hasText: back }).click();
    assert.deepEqual(sits(page), [
      [true, 10],
      [false, undefined],
    ]);
    await page.tell(status(1, 'active'), set(1));
    await page.getByText(own).first().waitFor({ state: 'detached' });
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
