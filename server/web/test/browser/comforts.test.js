// Table preferences kept in the browser: keys, bet sizes, left-handed layout, decks, automatic purchases.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { game, scriptedPage } from './scripted.js';
import { checkOrCall, createTable, ground, isAsked, joinTable, play, player, ready, violations, watchFor } from './support.js';

const { house, browser } = await ground();

const GAME = 'No-limit hold';

/** Opens a tab of the settings. @param {import('playwright-core').Page} page @param {string} tab */
async function open(page, tab) {
  await page.evaluate(() => document.querySelector('p-lobby, p-room').app.show('settings'));
  await page.locator(`#settings-${tab}`).click();
  await page.locator(`#settings-${tab}[aria-selected=true]`).waitFor();
}

/** @param {import('playwright-core').Page} page */
async function close(page) {
  await page.locator('.settings header .ico').click();
  await page.locator('.settings').waitFor({ state: 'detached' });
}

/** Waits until a setting is stored. @param {import('playwright-core').Page} page @param {string} name @param {unknown} value */
const kept = (page, name, value) =>
  page.waitForFunction(
    ([key, wanted]) => JSON.stringify(JSON.parse(localStorage.getItem('poker.settings') ?? '{}')[key]) === wanted,
    [name, JSON.stringify(value)],
  );

/** A table for two. Slow preparation happens in the lobby, where no clock runs. */
async function twoAt(name, settings, prepare = async () => {}) {
  const ana = await player(browser, { url: house.url, name: `Ana${name}`, settings });
  await prepare(ana);
  const path = await createTable(ana, { game: GAME, name, seats: 2 });
  const bo = await player(browser, { url: house.url, name: `Bo${name}`, settings: { lang: 'en', volume: 0 } });
  await joinTable(bo, house.url + path);
  return [ana, bo];
}

/** Plays until a page's player is to act and its bar accepts presses. @param {import('playwright-core').Page} page @param {import('playwright-core').Page[]} pages */
async function asked(page, pages) {
  await play(
    pages.filter((one) => one !== page),
    checkOrCall,
    () => isAsked(page),
  );
  await ready(page);
}

test('a key can be replaced, a taken one is refused with a word, and the new one plays', async () => {
  const keysOf = (page) => page.locator('[data-action=fold]');
  const [ana, bo] = await twoAt('keys', { lang: 'en', volume: 0 }, async (page) => {
    await open(page, 'keys');
    const fold = keysOf(page);
    await fold.click();
    await page.keyboard.press('c');
    await page.locator('.settings .told', { hasText: 'C is already used for: Check or call.' }).waitFor();
    await page.keyboard.press('x');
    await kept(page, 'keys', { fold: 'x' });
    assert.equal((await fold.textContent()).trim(), 'X');
    await fold.click();
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('.settings').isVisible(), 'Escape leaves the key, and not the dialog');
    assert.deepEqual(await violations(page), []);
    await close(page);
  });

  // If a check is free there is no button for it.
  const offer = ana.locator('.act [data-place="0"] kbd');
  let hasFolded = false;
  const answer = async (page) => {
    if (page === bo || !(await offer.isVisible())) return checkOrCall(page);
    assert.equal(await offer.textContent(), 'X');
    await ana.keyboard.press('x');
    hasFolded = true;
  };
  await play([ana, bo], answer, async () => hasFolded);

  await ana.reload();
  await ana.locator('.me').waitFor();
  await open(ana, 'keys');
  const fold = keysOf(ana);
  assert.equal((await fold.textContent()).trim(), 'X');
  await ana.locator('.settings .btn-s', { hasText: 'Reset all keys' }).click();
  await kept(ana, 'keys', {});
  assert.equal((await fold.textContent()).trim(), 'F');
  assert.deepEqual([...ana.complaints, ...bo.complaints], []);
  await Promise.all([ana, bo].map((page) => page.context().close()));
});

test('own amounts are checked, offered at the table, and reset', async () => {
  const [ana, bo] = await twoAt('sizes', { lang: 'en', volume: 0 }, async (page) => {
    await open(page, 'bets');
    const raises = page.locator('.settings .sizes').nth(1).locator('input');
    await raises.nth(0).fill('50');
    await raises.nth(0).press('Enter');
    await raises.nth(0).blur();
    await page.locator('.settings .sizes').nth(1).locator('.error').waitFor();
    await raises.nth(0).fill('4');
    await raises.nth(0).blur();
    await kept(page, 'sizes', { nl: { open: [2.5, 3, 4] } });
    assert.deepEqual(await violations(page), []);
    await close(page);
  });
  await asked(ana, [ana, bo]);
  const isOpening = () =>
    ana.evaluate(
      () => document.querySelector('p-room').session.shown.hand.raises === 0 && document.querySelector('p-room').session.shown.hand.board.length === 0,
    );
  await play([ana, bo], checkOrCall, async () => (await isAsked(ana)) && (await isOpening()));
  const offered = await ana.locator('.act .presets button').allTextContents();
  assert.deepEqual(offered.slice(0, 3), ['2.5×', '3×', '4×']);
  await open(ana, 'bets');
  await ana.locator('.settings .btn-s', { hasText: 'Default amounts' }).click();
  await kept(ana, 'sizes', {});
  assert.deepEqual([...ana.complaints, ...bo.complaints], []);
  await Promise.all([ana, bo].map((page) => page.context().close()));
});

test('for the left hand the bar is mirrored, on a phone in either position and on a desk', async () => {
  const [ana, bo] = await twoAt('left', { lang: 'en', volume: 0, hand: 'left' });
  await asked(ana, [ana, bo]);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 640 },
    { width: 800, height: 400 },
    { width: 800, height: 1000 },
  ]) {
    await ana.setViewportSize(viewport);
    const boxes = await ana.locator('.act-in').evaluate((bar) => {
      const box = (selector) => bar.querySelector(selector)?.getBoundingClientRect().toJSON();
      const stage = document.querySelector('.stage').getBoundingClientRect();
      return {
        fold: box('[data-place="0"]') ?? box('[data-place="1"]'),
        raise: box('[data-place="2"]'),
        bar: bar.getBoundingClientRect().toJSON(),
        stage: stage.toJSON(),
      };
    });
    const isLow = viewport.height <= 500;
    if (isLow) assert.ok(boxes.bar.right <= boxes.stage.left, 'the column is on the left');
    else assert.ok(boxes.raise.right <= boxes.fold.left, `the committing button is on the left at ${viewport.width}`);
    assert.equal(await ana.evaluate(() => document.scrollingElement.scrollWidth > innerWidth), false);
  }
  await Promise.all([ana, bo].map((page) => page.context().close()));
});

test('decks, faces and backs are previewed where they are chosen', async () => {
  const page = await player(browser, {
    url: house.url,
    name: 'Decks',
    settings: { lang: 'fr', volume: 0, theme: 'dark' },
    viewport: { width: 360, height: 640 },
  });
  await open(page, 'cards');
  const looks = () =>
    page.locator('.deck-preview').evaluate((element) => {
      const [, heart, , , back] = element.children;
      return [
        getComputedStyle(heart).color,
        getComputedStyle(heart).backgroundColor,
        getComputedStyle(back).backgroundImage,
        heart.querySelector('.letter')?.textContent ?? '',
      ].join('|');
    });
  const seen = new Set([await looks()]);
  for (const words of ['Daltonien', 'Couleurs pleines', 'Rayures', 'Anneaux', 'Points', 'Uni']) {
    await page.locator('.settings [role=radio]', { hasText: words }).click();
    await page.locator('.settings [role=radio][aria-checked=true]', { hasText: words }).waitFor();
    seen.add(await looks());
  }
  assert.equal(seen.size, 7, 'each choice looks different');
  assert.match(await looks(), /\|C$/i, 'the colour-blind deck has letters');
  await page.locator('.settings [role=radio]', { hasText: 'Grand index' }).click();
  await kept(page, 'face', 'large');
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a large index leaves the suit of my cards whole on a phone', async () => {
  for (const cards of ['Ah Ts', 'Ah Ts Qd Kc']) {
    const of = game({ family: 'omaha', deal: `${cards.replace(/\S+ ?/g, 'd')}-bbb-b-b-` });
    const scene = { game: of, hands: { 1: cards, 2: cards.replace(/\S+/g, '??') }, names: ['', 'Ana', 'Bo'], hand: { pot: 30, bet: 20 }, bets: { 2: 20 } };
    const page = await scriptedPage(browser, { scene, settings: { lang: 'en', face: 'large' }, viewport: { width: 360, height: 640 } });
    await ready(page);
    const parts = await page.locator('.me p-card').evaluateAll((all) =>
      all.map((card) => {
        const { top, height } = card.getBoundingClientRect();
        const band = top + height - parseFloat(getComputedStyle(card, '::after').height);
        const index = card.querySelector('.index').getBoundingClientRect();
        const suit = card.querySelector('.pip-s').getBoundingClientRect();
        return { index: index.bottom - suit.top, band: suit.bottom - band };
      }),
    );
    assert.equal(parts.length, cards.split(' ').length);
    for (const { index, band } of parts) assert.ok(index <= 1 && band <= 1, `${cards}: ${JSON.stringify(parts)}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('a short stack is filled up by itself, once it was asked for', async () => {
  const page = await player(browser, { url: house.url, name: 'Topping', settings: { lang: 'en', volume: 0, topUpBelow: 1000, topUpTo: 90 } });
  const form = page.locator('#make');
  await form.locator('.find input').fill(GAME);
  await form.locator('.pickg .game', { hasText: GAME }).first().click();
  await form.locator('.btn.hot').click();
  await page.waitForURL('**/table/*');
  await page.locator('dialog .buy .num').fill('400');
  await page.locator('dialog .btn.hot').click();
  await page.locator('.me').waitFor();
  const stack = () => page.locator('.me .stack').textContent();
  assert.equal(await stack(), '400');
  await open(page, 'play');
  await page.locator('.settings label', { hasText: 'Top up when my stack is short' }).locator('input').check();
  assert.deepEqual(await violations(page), []);
  await close(page);
  await page.locator('.me .stack', { hasText: /^900$/ }).waitFor();
  await page.locator('#polite', { hasText: '500 chips were bought, as set in your settings.' }).waitFor({ state: 'attached' });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a stack that is lost is bought again, once it was asked for', async () => {
  const [ana, bo] = await twoAt('lost', { lang: 'en', volume: 0 });
  // The one who loses it.
  for (const page of [ana, bo]) {
    await open(page, 'play');
    await page.locator('.settings label', { hasText: 'Buy in again when I have lost my stack' }).locator('input').check();
    await kept(page, 'autoRebuy', true);
    await close(page);
  }
  const allIn = (page) =>
    page.evaluate(() => {
      const room = document.querySelector('p-room');
      const { choices } = room.session.shown.you;
      const most = choices.find(({ kind }) => kind === 'raise' || kind === 'bet');
      room.act(most ? { kind: most.kind, to: most.max } : { kind: choices.some(({ kind }) => kind === 'call') ? 'call' : 'check' });
    });
  for (const page of [ana, bo]) await watchFor(page, '.toast', 'chips were bought, as set in your settings');
  const bought = (page) => page.evaluate(() => globalThis.seen[0]);
  await play([ana, bo], allIn, async () => (await bought(ana)) || (await bought(bo)));
  const loser = (await bought(ana)) ? ana : bo;
  const at = () => loser.evaluate(() => document.querySelector('p-room').session.live.hands);
  const before = await at();
  // The next hand is dealt to both.
  await play([ana, bo], checkOrCall, async () => (await at()) > before);
  assert.deepEqual([...ana.complaints, ...bo.complaints], []);
  await Promise.all([ana, bo].map((page) => page.context().close()));
});

test('cards that no player has seen may be shown, unless that is never wished', async () => {
  const [ana, bo] = await twoAt('muck', { lang: 'en', volume: 0 }, async (page) => {
    await open(page, 'play');
    await page.getByRole('radio', { name: 'Never show' }).click();
    await kept(page, 'afterHand', 'muck');
    await close(page);
  });
  const choose = (page, kinds) =>
    page.evaluate((wanted) => {
      const room = document.querySelector('p-room');
      const { choices } = room.session.shown.you;
      const kind = wanted.find((one) => choices.some((choice) => choice.kind === one));
      room.act({ kind, ...('min' in choices.find((one) => one.kind === kind) && { to: choices.find((one) => one.kind === kind).min }) });
    }, kinds);
  /** A hand in which Bo folds to Ana's raise; returns the text of her bar afterwards. */
  const given = async () => {
    let labels;
    const answer = (page) => choose(page, page === ana ? ['raise', 'bet', 'call', 'check'] : ['fold']);
    await play([ana, bo], answer, async () => {
      labels = await ana.evaluate(
        () =>
          /win/i.test(document.querySelector('.act .ask').textContent) && [...document.querySelectorAll('.act [data-place]')].map((place) => place.textContent),
      );
      return Boolean(labels);
    });
    return labels;
  };
  assert.deepEqual(
    (await given()).filter((label) => /Show/.test(label)),
    [],
  );
  await ana.evaluate(() => document.querySelector('p-room').app.settings.merge({ afterHand: 'ask' }));
  await play([bo, ana], checkOrCall, () => isAsked(ana));
  assert.equal((await given()).filter((label) => /Show/.test(label)).length, 3);
  assert.deepEqual([...ana.complaints, ...bo.complaints], []);
  await Promise.all([ana, bo].map((page) => page.context().close()));
});

test('amounts and the time bank can be typed, and a refusal stands at its field', async () => {
  const page = await player(browser, { url: house.url, name: 'Typing', settings: { lang: 'en', volume: 0 } });
  const form = page.locator('#make');
  await form.locator('.find input').fill(GAME);
  await form.locator('.pickg .game', { hasText: GAME }).first().click();
  await form.locator('.more').click();
  await form.locator('label', { hasText: 'Type amounts' }).locator('input').check();
  await form.locator('[name=small_blind]').fill('50');
  await form.locator('[name=big_blind]').fill('20');
  await form.locator('.btn.hot').click();
  await form.locator('[name=big_blind][aria-invalid=true]').waitFor();
  assert.deepEqual(await violations(page), []);
  await form.locator('[name=small_blind]').fill('10');
  await form.locator('[name=time_bank]').fill('90');
  await form.locator('.btn.hot').click();
  await page.waitForURL('**/table/*');
  const info = await page.evaluate(async () => {
    const live = () => document.querySelector('p-room')?.session?.live;
    while (!live()) await new Promise((resolve) => setTimeout(resolve, 20));
    return live().info;
  });
  assert.deepEqual([info.small_blind, info.big_blind, info.time_bank_ms, info.buy_in_max], [10, 20, 90_000, 2000]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the time bank waits for its button, and the button is a key', async () => {
  const [ana, bo] = await twoAt('bank', { lang: 'en', volume: 0, bankStart: 'button' });
  await asked(ana, [ana, bo]);
  await ana.locator('.bank-go').waitFor();
  assert.equal(await bo.locator('.bank-go').count(), 0);
  assert.deepEqual(await violations(ana), []);
  await ana.evaluate(() => document.activeElement?.blur());
  await ana.keyboard.press('m');
  await ana.locator('.bank-go').waitFor({ state: 'detached' });
  await ana.locator('.ask', { hasText: 'bank' }).waitFor();
  assert.deepEqual([...ana.complaints, ...bo.complaints], []);
  await Promise.all([ana, bo].map((page) => page.context().close()));
});

test('who was dealt in sees what would have come, and so do all', async () => {
  const ana = await player(browser, { url: house.url, name: 'Anarabbit', settings: { lang: 'en', volume: 0 } });
  const form = ana.locator('#make');
  await form.locator('.find input').fill(GAME);
  await form.locator('.pickg .game', { hasText: GAME }).first().click();
  await form.locator('.more').click();
  await form.locator('label', { hasText: 'Rabbit hunt' }).locator('input').check();
  await form.locator('.btn.hot').click();
  await ana.waitForURL('**/table/*');
  await ana.locator('dialog .btn.hot').click();
  await ana.locator('.me').waitFor();
  const bo = await player(browser, { url: house.url, name: 'Borabbit', settings: { lang: 'en', volume: 0 } });
  await joinTable(bo, ana.url());
  const pages = [ana, bo];
  // A press that is too late for this hand is in time for another.
  const hunted = () =>
    ana.evaluate(() => document.querySelector('p-room').session.live.log.some(({ event }) => event?.kind === 'rabbit_shown') || Boolean(globalThis.hunted));
  await ana.evaluate(() => {
    const { session } = document.querySelector('p-room');
    const receive = session.receive.bind(session);
    session.receive = (message) => {
      for (const { event } of message.events ?? []) if (event?.kind === 'rabbit_shown') globalThis.hunted = event.cards;
      receive(message);
    };
  });
  const end = Date.now() + 120_000;
  while (!(await hunted())) {
    assert.ok(Date.now() < end, 'the rabbit is shown');
    for (const page of pages) {
      await page
        .locator('.ahead .btn-s', { hasText: 'Show what would have come' })
        .click({ timeout: 200 })
        .catch(() => {});
      if (!(await isAsked(page))) continue;
      await page.keyboard.press('f');
      await page.keyboard.press('f');
    }
  }
  const cards = await ana.evaluate(() => globalThis.hunted);
  assert.equal(cards.length, 5);
  assert.deepEqual([...ana.complaints, ...bo.complaints], []);
  await Promise.all(pages.map((page) => page.context().close()));
});

test('a custom game is made by a form, tried out, and explained', async () => {
  const page = await player(browser, { url: house.url, name: 'Maker', settings: { lang: 'en', volume: 0 } });
  const form = page.locator('#make');
  await form.locator('[role=radio]', { hasText: 'Your own' }).click();
  const text = form.locator('textarea');
  await page.waitForFunction(() => document.querySelector('#make textarea')?.value.includes('script'));
  await form.locator('.good').waitFor();
  await form.locator('.own-do .btn-s', { hasText: 'Edit by form' }).click();
  const wild = form.locator('.workshop label', { hasText: 'Wild cards' }).locator('input');
  await wild.fill('rank:2');
  await wild.blur();
  await page.waitForFunction(() => /^wild = "rank:2"$/m.test(document.querySelector('#make textarea').value));
  const steps = await form.locator('.own-steps li').count();
  await form.locator('.workshop select').last().selectOption('communal');
  await form.locator('.own-steps li').nth(steps).waitFor();
  assert.match(await text.inputValue(), /communal;\n {2}show/);
  await form
    .locator('.own-steps li')
    .nth(steps - 1)
    .locator('[aria-label^="Remove"]')
    .click();
  await form.locator('.own-steps li').nth(steps).waitFor({ state: 'detached' });
  await form.locator('.good').waitFor();
  await form.locator('.own-do .btn-s', { hasText: 'Deal me ten hands' }).click();
  await form.locator('.trial details').nth(9).waitFor();
  await form.locator('.trial summary').first().click();
  assert.match(await form.locator('.trial pre').first().textContent(), /actions = \[/);
  assert.deepEqual(await violations(page), []);
  await page.goto(`${house.url}/format`);
  await page.locator('#step-bet').waitFor();
  // A game of the catalogue serves as the example.
  await page.locator('.format pre', { hasText: 'script' }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
