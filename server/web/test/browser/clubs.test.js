// A club by its page: started, joined by the link, a season with two evenings, a correction, the wall, and the end.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ground, player, shoot, violations, visit } from './support.js';

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
  for (let no = 1; no <= 8; no++) {
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
  // Ann's page was open before Bob came, and reads nothing by itself for ten seconds.
  await ann.locator('#club-people', { hasText: 'People (2)' }).waitFor();
  await ann.locator('.club-list', { hasText: 'Bob' }).waitFor();
  assert.equal(await ann.locator('.club-chat li').count(), 8);

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

/** Numbers of requests that a page has made of a club's chat. @param {import('playwright-core').Page} page */
function readings(page) {
  const made = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/chat')) made.count += 1;
  });
  return made;
}

test('two pages of a club hear each other at once, through lost connections, until one is removed', async () => {
  const settings = { lang: 'en', volume: 0 };
  const eve = await player(browser, { url: house.url, name: 'Eve', settings });
  await eve.evaluate(() => document.querySelector('p-lobby').app.account.register('Eve', 'correct horse battery'));
  const found = await eve.evaluate(() => document.querySelector('p-lobby').app.account.ask('POST', '/api/v1/clubs', { name: 'Night owls' }));
  await eve.goto(`${house.url}/club/${found.club}`);
  const link = await eve.getByLabel('Link', { exact: true }).inputValue();
  const fay = await player(browser, { url: house.url, name: 'Fay', settings });
  await fay.goto(link);
  await fay.getByRole('button', { name: 'Join the club' }).click();
  await fay.getByRole('heading', { name: 'Night owls', level: 1 }).waitFor();
  await fay.waitForFunction(() => document.querySelector('p-club').isWatched);
  await eve.waitForFunction(() => document.querySelector('p-club').isWatched);
  const read = readings(fay);
  const say = async (text) => {
    await eve.getByLabel('Your message').fill(text);
    const [answer] = await Promise.all([eve.waitForResponse(/\/chat$/), eve.getByRole('button', { name: 'Send' }).click()]);
    assert.equal(answer.status(), 200);
    return Date.now();
  };
  const line = (text) => fay.locator('.club-chat li', { hasText: text });
  const said = await say('owls at nine');
  await line('owls at nine').waitFor();
  assert.ok(Date.now() - said < 3_000, 'it came by itself');
  assert.equal(read.count, 0);

  // A lost connection comes back with what was missed, once.
  await fay.context().setOffline(true);
  await say('while Fay is away');
  await fay.context().setOffline(false);
  await line('while Fay is away').waitFor();
  await say('and back');
  await line('and back').waitFor();
  assert.deepEqual(await fay.locator('.club-chat li span').allTextContents(), ['owls at nine', 'while Fay is away', 'and back']);

  // A removed member no longer has a page of the club.
  const remove = eve.getByRole('button', { name: 'Remove Fay' });
  await remove.click();
  await eve.locator('.club-list .sure').click();
  await fay.getByText('There is no such club, or you are not a member.').waitFor();
  assert.equal(await fay.locator('.club-chat').count(), 0);
  await eve.locator('#club-people', { hasText: 'People (1)' }).waitFor();
  for (const page of [eve, fay]) await page.context().close();
});

test('an event is announced for the members of a club, and a member who is not signed in is asked to sign in', async () => {
  const settings = { lang: 'en', volume: 0 };
  const gil = await player(browser, { url: house.url, name: 'Gil', settings });
  await gil.evaluate(() => document.querySelector('p-lobby').app.account.register('Gil', 'correct horse battery'));
  const { club } = await gil.evaluate(() => document.querySelector('p-lobby').app.account.ask('POST', '/api/v1/clubs', { name: 'Early birds' }));
  await gil.goto(`${house.url}/club/${club}`);
  await gil.getByRole('link', { name: 'Announce a tournament' }).click();
  await gil.getByRole('button', { name: 'Announce a tournament' }).click();
  const form = gil.getByRole('dialog');
  await form.getByRole('radio', { name: 'By link' }).click();
  await form.getByLabel('For the members of a club').selectOption({ label: 'Members of Early birds only' });
  await form.getByLabel('Name', { exact: true }).fill('Breakfast');
  await form.getByRole('button', { name: 'Announce', exact: true }).click();
  await gil.getByRole('heading', { name: 'Breakfast' }).waitFor();
  const path = new URL(gil.url()).pathname;
  await gil.goto(`${house.url}/club/${club}`);
  await gil.locator('.club-list').getByRole('link', { name: 'Breakfast' }).waitFor();

  const other = await visit(browser, { url: house.url, path, settings });
  await other.getByRole('heading', { name: 'No tournament at this link' }).waitFor();
  assert.equal(await other.getByText('Breakfast').count(), 0, 'a stranger learns nothing');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  const door = other.getByRole('dialog');
  await door.getByRole('radio', { name: 'Sign in' }).click();
  await door.getByLabel('Name').fill('Gil');
  await door.getByLabel('Password').fill('correct horse battery');
  await door.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('heading', { name: 'Breakfast' }).waitFor();
});

test('on the wall all lines of a long season take turns, and none is cut off', async () => {
  const settings = { lang: 'en', volume: 0 };
  const hal = await player(browser, { url: house.url, name: 'Hal', settings });
  await hal.evaluate(() => document.querySelector('p-lobby').app.account.register('Hal', 'correct horse battery'));
  const { club } = await hal.evaluate(() => document.querySelector('p-lobby').app.account.ask('POST', '/api/v1/clubs', { name: 'Long table' }));
  await hal.goto(`${house.url}/club/${club}`);
  await hal.getByLabel('Season name').fill('Winter');
  await hal.getByRole('button', { name: 'Start a season' }).click();
  await hal.getByRole('button', { name: 'Add an event' }).click();
  const results = hal.getByLabel('Results, winner first');
  assert.ok((await results.boundingBox()).height > 120, 'a list is seen as one');
  await results.fill(Array.from({ length: 26 }, (_, at) => `Player ${at + 1}`).join('\n'));
  await hal.getByRole('button', { name: 'Save', exact: true }).click();
  await hal.getByText('26 players moved in the standings.').first().waitFor();
  await hal.getByRole('link', { name: 'Standings on a big screen' }).click();
  const lines = hal.locator('.season-wall tbody tr');
  await lines.first().waitFor();
  await hal.setViewportSize({ width: 1280, height: 720 });
  const first = await lines.first().textContent();
  // The last turn has fewer lines, and fits at any size.
  await hal.getByText(/^[12] of 3$/).waitFor();
  const over = await hal.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(over <= 0, 'the wall fits');
  await hal.waitForFunction((before) => document.querySelector('.season-wall tbody tr')?.textContent !== before, first);
});
