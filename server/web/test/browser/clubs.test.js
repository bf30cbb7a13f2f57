// A club by its page: started, joined by the link, a season with two evenings, a correction, the wall, and the end.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ground, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--house-bots', '0']);

test('a club is started, joined, and plays a season', async () => {
  const settings = { lang: 'en', volume: 0 };
  const ann = await player(browser, { url: house.url, name: 'Ann', settings });
  await ann.evaluate(() => document.querySelector('p-lobby').app.account.register('Ann', 'correct horse battery'));
  await ann.goto(`${house.url}/clubs`);
  await ann.getByLabel('Club name').fill('Thursday Club');
  await ann.getByRole('button', { name: 'Start', exact: true }).click();
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
  for (let no = 1; no <= 12; no++) {
    await bob.getByLabel('Your message').fill(`Thursday at eight, ${no}`);
    await bob.getByRole('button', { name: 'Send' }).click();
    await bob
      .locator('.club-chat li')
      .nth(no - 1)
      .waitFor();
  }
  const left = (page) => page.locator('.club-chat').evaluate((list) => [list.scrollTop > 0, list.scrollHeight - list.scrollTop - list.clientHeight]);
  const [isLong, rest] = await left(bob);
  assert.ok(isLong && rest < 2, 'the newest message is in view');
  await bob.reload();
  await bob.locator('.club-chat li').last().waitFor();
  assert.ok((await left(bob))[1] < 2, 'and so it is when the page opens');
  // Ann's page was open before Bob came.
  await ann.locator('#club-people', { hasText: 'People (2)' }).waitFor({ timeout: 45_000 });
  await ann.locator('.club-list', { hasText: 'Bob' }).waitFor();

  await ann.getByLabel('Season name').fill('Summer');
  await ann.getByRole('button', { name: 'Start a season' }).click();
  await ann.getByRole('button', { name: 'Add an event' }).waitFor();
  for (const results of ['Ann, 2\nBob\nCy', 'Cy\n= Bob\nAnn']) {
    await ann.getByRole('button', { name: 'Add an event' }).click();
    await ann.getByLabel('Results, winner first').fill(results);
    await ann.getByRole('button', { name: 'Save', exact: true }).click();
    await ann.getByText('3 players moved in the standings.').first().waitFor();
  }
  const first = ann.locator('.ranks tbody tr').first();
  assert.match(await first.textContent(), /^1(Ann|Bob|Cy)/);
  await ann.getByLabel('Points formula', { exact: true }).fill('place +');
  await ann.getByText('Character 8: a value is missing.').waitFor();
  await ann.getByLabel('Points formula', { exact: true }).fill('10 * place');
  await ann.getByText('Points for places 1 to 5 of 20: 10 · 20 · 30 · 40 · 50').waitFor();
  await ann.getByRole('button', { name: 'Save rules' }).click();
  await ann.getByText('Rules edited').waitFor();
  await ann.getByRole('button', { name: 'Ann', exact: true }).click();
  await ann.getByRole('heading', { name: 'Ann’s events' }).waitFor();
  assert.deepEqual(await violations(ann), []);
  await shoot(ann, 'season');
  await bob.goto(ann.url());
  const rules = bob.locator('.season-rules');
  for (const words of ['10 * place', 'all of them', 'more wins, better finishes']) await rules.getByText(words).waitFor();
  assert.equal(await bob.getByLabel('Points formula').count(), 0, 'a member reads the rules');
  assert.deepEqual(await violations(bob), []);
  await shoot(bob, 'season-member');
  for (const [width, height] of [
    [360, 640],
    [1920, 1080],
  ]) {
    await ann.setViewportSize({ width, height });
    const wide = await ann.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${width}: nothing sticks out`);
  }
  await ann.getByRole('link', { name: 'Standings on a big screen' }).click();
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
  await ann.route('**/api/v1/clubs/**', (route) => route.abort());
  await ann.evaluate(() => document.querySelector('p-season-wall').refresh());
  await ann.getByText('These standings could not be refreshed.').waitFor();
  assert.ok((await ann.locator('.season-wall tbody tr').count()) > 0, 'the last ones stay');

  // Bob leaves; his results stay.
  await bob.getByRole('link', { name: 'Back to the club' }).click();
  const leave = bob.getByRole('button', { name: 'Leave' });
  await leave.click();
  await bob.getByRole('button', { name: 'Press again: Leave' }).click();
  await bob.getByText('You are not in a club yet.').waitFor();
  assert.deepEqual(await violations(bob), []);
});
