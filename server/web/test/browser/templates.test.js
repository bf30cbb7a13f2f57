// Templates in the forms and in a club, and an event that a club repeats by one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ground, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--house-bots', '0']);

/** Opens the shelf within an element, and returns it. */
async function opened(within) {
  const shelf = within.locator('p-shelf').last();
  await shelf.locator('summary').click();
  await shelf.locator('.shelf-in').waitFor();
  return shelf;
}

/** Keeps what the form has under a name. */
async function kept(shelf, name, keeper) {
  await shelf.locator('form input').fill(name);
  if (keeper) await shelf.locator('form select').selectOption({ label: keeper });
  await shelf.locator('form button').click();
  await shelf.locator('option', { hasText: name }).first().waitFor({ state: 'attached' });
}

for (const lang of ['en', 'fr']) {
  test(`a club keeps an event as a template and repeats it, ${lang}`, async () => {
    const settings = { lang, volume: 0 };
    const name = `Ann${lang}`;
    const page = await player(browser, { url: house.url, name, settings });
    await page.evaluate((who) => document.querySelector('p-lobby').app.account.register(who, 'correct horse battery'), name);
    await page.goto(`${house.url}/clubs`);
    await page.locator('main form input').fill('Thursday Club');
    await page.locator('main form button').click();
    await page.locator('.club-page h1', { hasText: 'Thursday Club' }).waitFor();
    const club = page.url();
    await page.locator('#club-recurring').waitFor();
    assert.equal(await page.locator('.club-days').count(), 0, 'there is nothing to repeat');

    await page.goto(`${house.url}/tournaments`);
    await page.locator('.t-announce button').click();
    await page.locator('.announce select option').first().waitFor({ state: 'attached' });
    await page.locator('.announce select').first().selectOption('home');
    await page.locator('.announce input[maxlength="40"]').first().fill('Thursday night');
    const shelf = await opened(page.locator('.announce'));
    assert.deepEqual(await violations(page), []);
    await kept(shelf, 'Our night', 'Thursday Club');
    await kept(shelf, '<b>Mine</b>');
    await shoot(page, `templates-announce-${lang}`);
    await page.locator('.announce select').first().selectOption('turbo');
    await page.locator('.announce input[maxlength="40"]').first().fill('');
    await shelf.locator('.shelf-row').first().locator('select').selectOption({ label: 'Our night' });
    await shelf.locator('.shelf-row').first().locator('button').click();
    await page.waitForFunction(() => document.querySelector('.announce select').value === 'home');
    assert.equal(await page.locator('.announce input[maxlength="40"]').first().inputValue(), 'Thursday night');

    await page.goto(club);
    await page.locator('.club-days').waitFor();
    assert.deepEqual(await violations(page), []);
    for (const day of await page.locator('.club-days input').all()) await day.check();
    await page.locator('input[name="zone"]').fill('Europe/Paris');
    await page.locator('input[name="ahead"]').fill('28');
    await page
      .locator('.club-form', { has: page.locator('.club-days') })
      .locator('button')
      .click();
    await page.locator('.club-list li', { hasText: 'Europe/Paris' }).waitFor();
    await page.locator('#club-recurring').scrollIntoViewIfNeeded();
    await shoot(page, `templates-club-${lang}`);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${width}: nothing sticks out`);
    }
    await page.reload();
    await page.locator('.club-list a', { hasText: 'Thursday night' }).waitFor();
    const line = page.locator('.club-list li', { hasText: 'Europe/Paris' });
    await line.locator('a').waitFor();
    await line.locator('button').first().click();
    await line.locator('span', { hasText: lang === 'en' ? 'paused' : 'en pause' }).waitFor();
    await line.locator('button').last().click();
    await line.locator('button').last().click();
    await line.waitFor({ state: 'detached' });
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a table is kept and opened again from the form', async () => {
  const page = await player(browser, { url: house.url, name: 'Tess', settings: { lang: 'en', volume: 0 } });
  await page.evaluate(() => document.querySelector('p-lobby').app.account.register('Tess', 'correct horse battery'));
  const make = page.locator('#make');
  await make.locator('.more').click();
  const shelf = await opened(make);
  await kept(shelf, 'Six at the kitchen table');
  await shelf.locator('.shelf-row').first().locator('button').click();
  await page.waitForURL('**/table/*');
  assert.deepEqual(page.complaints, []);
});

for (const [lang, name, all, paused, sure] of [
  ['en', 'Uma', 'My templates and repeated events', 'paused', 'Press again'],
  ['fr', 'Ugo', 'Modèles et répétitions', 'en pause', 'Confirmer'],
]) {
  test(`a player finds their templates, repeats one, edits it and stops it, ${lang}`, async () => {
    const page = await player(browser, { url: house.url, name, settings: { lang, volume: 0 } });
    await page.goto(`${house.url}/templates`);
    await page.locator('#templates .none').first().waitFor();
    assert.equal(await page.locator('.club-days').count(), 0, 'a guest keeps nothing');
    await page.evaluate((who) => document.querySelector('p-templates').app.account.register(who, 'correct horse battery'), name);
    await page.goto(`${house.url}/tournaments`);
    await page.locator('.t-announce button').click();
    await page.locator('.announce select option').first().waitFor({ state: 'attached' });
    await page.locator('.announce select').first().selectOption('home');
    await page.locator('.announce input[maxlength="40"]').first().fill('Sunday night');
    const shelf = await opened(page.locator('.announce'));
    await kept(shelf, 'Sundays');
    await shelf.getByRole('link', { name: all }).click();
    await page.locator('h1', { hasText: all }).waitFor();
    await page.waitForFunction((title) => document.title.includes(title), all);

    const template = page.locator('section', { has: page.locator('#club-templates') }).locator('li');
    await template.locator('button').first().click();
    await template.locator('input[name=name]').fill('Lazy Sundays');
    await template.locator('form button').click();
    await template.locator('b', { hasText: 'Lazy Sundays' }).waitFor();
    await page.locator('.club-days input').last().check();
    await page.locator('input[name=zone]').fill('Europe/Paris');
    await page.locator('.club-form button').click();
    const line = page.locator('section', { has: page.locator('#club-recurring') }).locator('li');
    await line.locator('span', { hasText: 'Europe/Paris' }).waitFor();
    await line.locator('span', { hasText: lang === 'en' ? 'next: ' : 'prochain' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await shoot(page, `templates-own-${lang}`);

    await line.locator('button[aria-expanded=false]').click();
    const form = line.locator('form');
    assert.deepEqual(
      [
        await form.locator('input[name=zone]').inputValue(),
        await form.locator('input[name=days]:checked').count(),
        await form.locator('input[name=time]').inputValue(),
      ],
      ['Europe/Paris', 1, '20:00'],
    );
    await form.locator('input[name=time]').fill('19:30');
    await form.locator('input[name=days]').first().check();
    assert.deepEqual(await violations(page), []);
    await shoot(page, `templates-own-edit-${lang}`);
    await form.locator('button').click();
    await line.locator('span', { hasText: '19:30' }).waitFor();
    await line.locator('form').waitFor({ state: 'detached' });
    await line.locator('button').first().click();
    await line.locator('span', { hasText: paused }).waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${width}: nothing sticks out`);
    }
    await page.reload();
    await line.locator('button').last().click();
    await line.locator('button.sure', { hasText: sure }).click();
    await line.waitFor({ state: 'detached' });
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
