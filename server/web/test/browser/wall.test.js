// The wall of a club night: no number stands over another in any phase, window and language; it is heard, and has the club's look.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { scriptedPage } from './scripted.js';
import { ownBrowser, shoot, violations } from './support.js';
import { field, golden, house, misplaced, STATES } from './walls.js';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];
const LONG = ['Maximilienne-Alexandra de la Rochefoucauld', 'Wolfeschlegelsteinhausenbergerdorff-Welche', 'Élise', 'W'.repeat(40), 'Jo'];

const browser = await ownBrowser();

/** A field of `n` players with long names, of whom `left` are left. @param {any} state @param {number} n @param {number} left @param {number} unit */
function fill(state, n, left, unit) {
  const { entrants, tables } = field(n);
  entrants.forEach((one, at) => {
    one.who.name = `${LONG[at % LONG.length].slice(0, 37)} ${at}`;
    if (at >= left) Object.assign(one, { status: 'out', out: true, stack: undefined });
  });
  const prizes = Array.from({ length: Math.max(2, Math.floor(n / 5)) }, (_, at) => Math.floor(unit / (at + 1)));
  const places = entrants.slice(left).map(({ player }, at) => ({ player, best: left + at + 1, worst: left + at + 1, prize: prizes[left + at] ?? 0 }));
  const used = tables.filter(({ seats }) => seats.some(([, player]) => player <= left));
  const payout = { fee: Math.floor(unit / 10), bonus: unit };
  Object.assign(state, { entrants, tables: used, table_count: used.length, prizes, payout, places, average_stack: Math.floor((unit / left) * 1.5) });
  Object.assign(state.summary, { entries: n, alive: left, entries_max: 1000, pool: unit * 3, stack: unit, entries_open: false });
  if (unit > 1e9)
    for (const level of [state.level, state.next_level].filter(Boolean))
      Object.assign(level, { small_blind: Math.floor(unit / 1e4), big_blind: Math.floor(unit / 5e3), ante: Math.floor(unit / 5e3) });
}

/** Phases of an evening. @type {Record<string, (state: any, n: number, unit: number) => void>} */
const PHASES = {
  before: (state, n, unit) => {
    STATES.registering(state);
    fill(state, n, n, unit);
    Object.assign(state, { tables: [], table_count: 0, places: [], average_stack: 0 });
    Object.assign(state.summary, { phase: 'registering', live: true, entries_open: true });
  },
  level: (state, n, unit) => {
    fill(state, n, n - 2, unit);
    state.summary.entries_open = true;
    state.places = [];
  },
  break: (state, n, unit) => {
    STATES.break(state);
    fill(state, n, n - 3, unit);
  },
  bubble: (state, n, unit) => {
    fill(state, n, Math.max(2, Math.floor(n / 5)) + 1, unit);
    state.hand_for_hand = { why: 'money', round: 2 };
  },
  final: (state, n, unit) => {
    fill(state, n, Math.min(n, 9), unit);
    Object.assign(state, { paused: 'The dealer of table 1 changes, and the chips are coloured up.' });
    state.summary.phase = 'paused';
    state.clock.running = false;
  },
  over: (state, n, unit) => {
    fill(state, n, 0, unit);
    Object.assign(state, { tables: [], table_count: 0, clock: undefined, level: undefined, next_level: undefined, average_stack: 0 });
    Object.assign(state.summary, { phase: 'completed', alive: 1, level: undefined });
  },
};

/** The message of a phase. @param {string} phase @param {number} n @param {number} unit @param {number} seq */
function told(phase, n, unit, seq) {
  const message = golden();
  message.state.you = { registered: false };
  message.seq = seq;
  PHASES[phase](message.state, n, unit);
  return message;
}

/** Shows a state, and waits until it is drawn. @param {import('playwright-core').Page & { hear(message: object): void }} page @param {any} message */
async function show(page, message) {
  page.hear(message);
  await page.waitForFunction((seq) => document.querySelector('p-wall').session?.live?.seq === seq, message.seq);
  await page.evaluate(() => document.querySelector('p-wall').update());
}

/** Numbers that are cut off. @param {import('playwright-core').Page} page */
const cutNumbers = (page) =>
  page.evaluate(() => {
    const numbers = document.querySelectorAll('.wall :is(.wall-time, .wall-blinds, .wall-next, dd b, .n, li > b, h2 b, .wall-link)');
    return [...numbers].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline').map((one) => one.textContent);
  });

for (const lang of ['en', 'fr']) {
  test(`nothing on a wall stands over anything else, ${lang}`, async () => {
    const page = await scriptedPage(browser, {
      scene: house('running'),
      settings: { lang, theme: lang === 'en' ? 'dark' : 'light' },
      viewport: SIZES[1],
      path: '/tournament/12/screen',
      isPlain: true,
    });
    await page.locator('.wall-facts').waitFor();
    let seq = 200;
    for (const phase of Object.keys(PHASES)) {
      for (const [n, unit] of [
        [9, 9_007_199_254],
        [90, 7_500],
        [90, 9_007_199_254_740],
      ]) {
        seq += 1;
        await show(page, told(phase, n, unit, seq));
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await page.evaluate(() => document.querySelector('p-wall').update());
          await shoot(page, `club-${phase}-${n}-${unit}-${lang}-${size.width}`);
          const where = `${phase}, ${n} players, ${unit}, ${size.width}`;
          assert.deepEqual(await misplaced(page, true), [], where);
          assert.deepEqual(await cutNumbers(page), [], where);
          const at = await page.evaluate(() => Number(getComputedStyle(document.querySelector('.wall')).getPropertyValue('--fit') || 1));
          assert.ok(at >= (unit > 1e12 ? 0.5 : 0.75), `${where} is shown at ${at}`);
        }
        if (phase === 'before') assert.equal(await page.locator('.wall-enter .qr').count(), 1);
        if (phase !== 'before' && phase !== 'over')
          assert.equal(await page.locator('.wall-out li').count(), n === 9 && phase === 'final' ? 0 : Math.min(3, await outOf(page)));
        if (phase === 'over') assert.equal(await page.locator('.wall-podium li').count(), 3);
      }
      assert.deepEqual(await violations(page), [], phase);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/** Players who are out. @param {import('playwright-core').Page} page */
const outOf = (page) => page.evaluate(() => Object.values(document.querySelector('p-wall').session.live.entrants).filter(({ out }) => out).length);

for (const [lang, words] of [
  ['en', ['Level 8', 'Break, 5 minutes.', 'The break is over.', 'The bubble', 'The final table is formed.', 'wins the tournament']],
  ['fr', ['Niveau 8', 'Pause, 5 minutes.', 'La pause est finie.', 'La bulle', 'La table finale est formée.', 'remporte le tournoi']],
]) {
  test(`a wall is heard at each moment, and silent when it is off, ${lang}`, async () => {
    const page = await scriptedPage(browser, { scene: house('running'), settings: { lang }, viewport: SIZES[0], path: '/tournament/12/screen' });
    await page.evaluate(() => {
      globalThis.heard = [];
      globalThis.speechSynthesis.speak = ({ text, lang, volume }) => globalThis.heard.push({ text, lang, volume });
    });
    await page.locator('.wall-time').waitFor();
    let seq = 300;
    const tell = (change) => {
      seq += 1;
      const message = golden();
      message.state.you = { registered: false };
      message.seq = seq;
      fill(message.state, 20, 12, 7500);
      change(message.state);
      return show(page, message);
    };
    const isHeard = (text) => page.waitForFunction((wanted) => globalThis.heard.some((one) => one.text.includes(wanted)), text);
    await page.locator('.wall-tools button').first().click();
    await tell(() => {});
    await tell((state) => (state.level.level = 8));
    await isHeard(words[0]);
    await tell((state) => {
      state.level.level = 8;
      state.clock = { level: 8, elapsed_ms: 0, left_ms: 300_000, running: true, break: true };
    });
    await isHeard(words[1]);
    await tell((state) => (state.level.level = 8));
    await isHeard(words[2]);
    await tell((state) => fill(state, 20, 6, 7500));
    await tell((state) => fill(state, 20, 5, 7500));
    await isHeard(words[3]);
    await tell((state) => fill(state, 40, 12, 7500));
    await tell((state) => fill(state, 40, 9, 7500));
    await isHeard(words[4]);
    // Off: nothing is said about the next level.
    await page.locator('.wall-tools button').first().click();
    const before = await page.evaluate(() => globalThis.heard.length);
    await tell((state) => {
      fill(state, 40, 9, 7500);
      state.level.level = 9;
    });
    await page.locator('.wall-level', { hasText: '9' }).waitFor();
    await page.locator('.wall-tools button').first().click();
    await tell((state) => PHASES.over(state, 40, 7500));
    await isHeard(words[5]);
    const heard = await page.evaluate(() => globalThis.heard);
    assert.equal(heard.length, before + 1, 'only the end was added');
    assert.ok(heard.every((one) => one.lang === lang && one.volume.toFixed(1) === '0.6'));
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a wall has the club’s look, kept on this device', async () => {
  const page = await scriptedPage(browser, {
    scene: house('running'),
    settings: { lang: 'en' },
    viewport: SIZES[0],
    path: '/tournament/12/screen',
    isStranger: true,
  });
  await page.locator('.wall-facts').waitFor();
  await page.getByRole('button', { name: 'This screen' }).click();
  const dialog = page.locator('dialog.wall-settings');
  await dialog.getByRole('radio', { name: 'Stage' }).click();
  await page.locator('.wall.look-stage.own').waitFor();
  await dialog.locator('input[type=color]').first().fill('#fff7d6');
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles({ name: 'club.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await dialog.getByRole('alert').waitFor();
  assert.equal(await page.locator('.wall-picture').count(), 0);
  await file.setInputFiles({ name: 'club.png', mimeType: 'image/png', buffer: readFileSync(new URL('../../icons/icon-512.png', import.meta.url)) });
  await page.locator('.wall-picture').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  const ground = () => page.locator('.wall').evaluate((wall) => getComputedStyle(wall).backgroundColor);
  assert.equal(await ground(), 'rgb(255, 247, 214)');
  await page.reload();
  await page.locator('.wall-picture').waitFor();
  await page.waitForFunction(() => document.querySelector('.wall-picture').height === 300);
  assert.equal(await ground(), 'rgb(255, 247, 214)');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.evaluate(() => document.querySelector('p-wall').update());
    assert.deepEqual(await misplaced(page, true), [], String(size.width));
    await shoot(page, `club-look-${size.width}`);
  }
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
