// A club by its page: founded, joined by the link, a season with two evenings, a correction, the wall, and the end.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ground, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--house-bots', '0']);

test('a club is founded, joined, and plays a season', async () => {
  const settings = { lang: 'en', volume: 0 };
  const ann = await player(browser, { url: house.url, name: 'Ann', settings });
  await ann.evaluate(() => document.querySelector('p-lobby').app.account.register('Ann', 'correct horse battery'));
  await ann.goto(`${house.url}/clubs`);
  await ann.getByLabel('Name of the club').fill('Thursday Club');
  await ann.getByRole('button', { name: 'Found', exact: true }).click();
  await ann.getByRole('heading', { name: 'Thursday Club' }).waitFor();
  const link = await ann.getByLabel('Link', { exact: true }).inputValue();
  assert.match(link, /\/club\/join\/[0-9a-f]{32}$/);
  assert.deepEqual(await violations(ann), []);
  await shoot(ann, 'club');

  const bob = await player(browser, { url: house.url, name: 'Bob', settings });
  await bob.goto(link);
  await bob.getByRole('button', { name: 'Join the club' }).click();
  await bob.getByRole('heading', { name: 'Thursday Club', level: 1 }).waitFor();
  assert.equal(await bob.getByRole('heading', { name: 'Invitation' }).count(), 0, 'a member invites no one');
  await bob.getByLabel('Your remark').fill('Thursday at eight');
  await bob.getByRole('button', { name: 'Say' }).click();
  await bob.locator('.club-chat', { hasText: 'Thursday at eight' }).waitFor();

  await ann.getByLabel('Name of the season').fill('Summer');
  await ann.getByRole('button', { name: 'Begin a season' }).click();
  await ann.getByRole('button', { name: 'Add an event' }).waitFor();
  for (const results of ['Ann, 2\nBob\nCy', 'Cy\n= Bob\nAnn']) {
    await ann.getByRole('button', { name: 'Add an event' }).click();
    await ann.getByLabel('Results, the winner first').fill(results);
    await ann.getByRole('button', { name: 'Save', exact: true }).click();
    await ann.getByText('3 players moved.').first().waitFor();
  }
  const first = ann.locator('.ranks tbody tr').first();
  assert.match(await first.textContent(), /^1(Ann|Bob|Cy)/);
  await ann.getByLabel('Points formula', { exact: true }).fill('place +');
  await ann.getByText('Character 8: a value is missing.').waitFor();
  await ann.getByLabel('Points formula', { exact: true }).fill('10 * place');
  await ann.getByText('Points of places 1 to 5 among 20: 10 · 20 · 30 · 40 · 50').waitFor();
  await ann.getByRole('button', { name: 'Save the rules' }).click();
  await ann.getByText('Rules changed').waitFor();
  await ann.getByRole('button', { name: 'Ann', exact: true }).click();
  await ann.getByRole('heading', { name: 'Evenings of Ann' }).waitFor();
  assert.deepEqual(await violations(ann), []);
  await shoot(ann, 'season');
  for (const [width, height] of [
    [360, 640],
    [1920, 1080],
  ]) {
    await ann.setViewportSize({ width, height });
    const wide = await ann.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${width}: nothing sticks out`);
  }
  await ann.getByRole('link', { name: 'Standings for a wall' }).click();
  await ann.locator('.season-wall tbody tr').first().waitFor();
  assert.deepEqual(await violations(ann), []);
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
  ]) {
    await ann.setViewportSize({ width, height });
    const over = await ann.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
    assert.ok(Math.max(...over) <= 0, `${width}: the wall fits`);
  }
  await shoot(ann, 'season-wall');

  // Bob leaves; his results stay.
  const leave = bob.getByRole('button', { name: 'Leave' });
  await leave.click();
  await bob.getByRole('button', { name: 'Press again: Leave' }).click();
  await bob.getByText('You are in no club yet.').waitFor();
  assert.deepEqual(await violations(bob), []);
});
