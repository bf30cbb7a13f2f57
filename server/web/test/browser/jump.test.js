// With several tables the page turns by itself to the one that asks, and keys on their way to the table before do nothing there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { openTables, playAt } from './rivals.js';
import { ground, player, ready } from './support.js';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const { house, browser } = await ground(['--house-bots', '0'], { draws: true });

/** A player whose page stays at its table for now. @param {string} name @param {object} [options] */
const enter = (name, options = {}) => player(browser, { url: house.url, name, viewport: WIDE, settings: { goToTurn: false }, ...options });

/** Switches to a table as a link does. @param {import('playwright-core').Page} page @param {string} id */
async function goTo(page, id) {
  await page.evaluate((path) => document.querySelector('p-lobby, p-room').app.navigate(path), `/table/${encodeURIComponent(id)}`);
  await page.locator('p-room .stage').first().waitFor();
}

/** Waits until the page's player is to act at the tables. @param {import('playwright-core').Page} page @param {string[]} ids */
const askedAt = (page, ids) =>
  page.waitForFunction((wanted) => {
    const { app } = document.querySelector('p-lobby, p-room');
    return wanted.every((id) => app.sessions.get(id)?.shown?.you?.choices.length > 0);
  }, ids);

/** @param {import('playwright-core').Page} page @param {string} id */
const isAt = (page, id) => page.waitForFunction((path) => location.pathname === path, `/table/${encodeURIComponent(id)}`);

for (const [what, viewport] of Object.entries({ 'a single table': PHONE, tiles: WIDE })) {
  test(`a key on its way to one table does not act at the one that the page turns to, ${what}`, async () => {
    const name = viewport === PHONE ? 'Gil' : 'Gus';
    const page = await enter(name, { viewport });
    const opened = await openTables(page, 2);
    const [here, there] = opened.map(({ id }) => id);
    const rival = await enter(`${name} Rival`);
    await goTo(page, here);
    await playAt(rival, opened);
    await askedAt(page, [here, there]);
    await rival.evaluate((ids) => ids.forEach((id) => globalThis.waitsAt.add(id)), [here, there]);
    await ready(viewport === WIDE ? page.locator('.tile.here') : page);
    await page.evaluate(() => document.querySelector('p-room').app.settings.merge({ goToTurn: true }));
    /** The decision that is open at a table, `null` if there is none. */
    const asked = (id) =>
      page.evaluate((table) => {
        const { you } = document.querySelector('p-room').app.sessions.get(table).shown;
        return you.choices.length > 0 ? `${you.hand}:${you.turn}` : null;
      }, id);
    const before = await asked(there);
    // Once a key is pressed, another one follows for as long as the first table seems to take it.
    await page.evaluate((id) => {
      const { app } = document.querySelector('p-room');
      const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true, cancelable: true }));
      globalThis.presses = 0;
      const again = setInterval(() => {
        if (app.open.focused === id) {
          if (globalThis.presses++ < 8) press();
          else clearInterval(again);
        } else press();
      }, 100);
    }, there);
    await isAt(page, there);
    await page.waitForFunction(() => globalThis.presses > 8);
    assert.equal(await asked(here), null, 'the first table took the key');
    assert.equal(await asked(there), before, 'the second one took none of those that followed');
    assert.match(await page.locator(viewport === WIDE ? '.tile.here .ask span' : '.ask span').textContent(), /^Now Pine 2: press again\.$/);
    // After a still moment it does.
    await pause(700);
    await page.keyboard.press('c');
    await page.waitForFunction(
      ([id, decision]) => {
        const { you } = document.querySelector('p-room').app.sessions.get(id).shown;
        return you.choices.length === 0 || `${you.hand}:${you.turn}` !== decision;
      },
      [there, before],
    );
    assert.deepEqual([...page.complaints, ...rival.complaints], []);
    await Promise.all([page, rival].map((one) => one.context().close()));
  });
}
