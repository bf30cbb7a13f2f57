// Operators' acts as seen on pages: a notice to all, a retracted remark, a ban.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTable, ground, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--house-bots', '0']);
const because = ['--reason', 'because', '--author', 'olga'];

test('a line for everybody is shown in the language of the page, also on one that opens later, until it is put away', async () => {
  const ana = await player(browser, { url: house.url, name: 'Ana', settings: { lang: 'en', volume: 0 } });
  house.operate('say', '--en', 'We close at ten.', '--fr', 'On ferme à dix heures.', ...because);
  await ana.locator('.notice', { hasText: 'We close at ten.' }).waitFor();
  const ben = await player(browser, { url: house.url, name: 'Ben', settings: { lang: 'fr', volume: 0 } });
  await ben.locator('.notice', { hasText: 'On ferme à dix heures.' }).waitFor();
  assert.deepEqual(await violations(ben), []);
  await shoot(ben, 'notice');
  for (const [width, height] of [
    [360, 640],
    [1920, 1080],
  ]) {
    await ana.setViewportSize({ width, height });
    const wide = await ana.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${width}: nothing sticks out`);
    await shoot(ana, `notice-${width}`);
  }
  await ana.locator('.notice').getByRole('button', { name: 'Close' }).click();
  await ana.locator('.notice').waitFor({ state: 'detached' });
  assert.equal(await ben.locator('.notice').count(), 1, 'each page puts it away for itself');
});

test('who is banned is told so, and a remark that is taken back is gone', async () => {
  const settings = { lang: 'en', volume: 0 };
  const [cleo, dan] = await Promise.all(['Cleo', 'Dan'].map((name) => player(browser, { url: house.url, name, settings })));
  const table = await createTable(cleo, { game: 'Omaha', name: 'Pine', seats: 4 });
  await dan.goto(house.url + table);
  const say = (text) =>
    cleo.evaluate((words) => {
      const { app, tableId } = document.querySelector('p-room');
      return app.session(tableId).askTable({ type: 'chat', text: words });
    }, text);
  const heard = () =>
    dan.evaluate(() => {
      const { app, tableId } = document.querySelector('p-room');
      return app
        .session(tableId)
        .chat.map(({ text }) => text)
        .join();
    });
  const until = async (words) => {
    for (let tries = 0; (await heard()) !== words; tries += 1) {
      assert.ok(tries < 200, `${await heard()} is not ${words}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await dan.waitForFunction(() => document.querySelector('p-room')?.app.net.state === 'ready');
  await say('rude words');
  await say('fine words');
  await until('rude words,fine words');
  let line = '';
  while (!line) line = /(\d+) .*rude words/.exec(house.operate('chat', 'show'))?.[1] ?? '';
  house.operate('chat', 'remove', line, ...because);
  await until('fine words');

  house.operate('accounts', 'ban', 'Cleo', '--for', '1h', ...because);
  await cleo.locator('.toast', { hasText: 'This account is banned' }).waitFor();
  await shoot(cleo, 'banned');
  house.operate('accounts', 'unban', 'Cleo', ...because);
  await cleo.goto(house.url);
  await cleo.waitForFunction(() => document.querySelector('p-lobby')?.app.account.session?.you.name === 'Cleo');
});
