// A table that those without a seat see late: chosen in the form, said in the bar of who watches, and gone with a seat.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { confirmSeat, ground, joinTable, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--house-bots', '0']);

test('a guest who watches reads how far behind the picture is, and a seat shows the table as it is', async () => {
  const settings = { volume: 0, hotkeys: true, lang: 'en' };
  const mia = await player(browser, { url: house.url, name: 'Miahost', settings });
  const form = mia.locator('#make');
  await form.locator('[role=radio]', { hasText: 'By link' }).click();
  await form.locator('.more').click();
  await form.getByRole('radiogroup', { name: 'Those who watch see the table late, in minutes' }).getByRole('radio', { name: '5', exact: true }).click();
  await form.locator('.btn.hot').click();
  await mia.waitForURL('**/table/*');
  await confirmSeat(mia);

  const tom = await player(browser, { url: house.url, name: 'Tomguest', settings });
  await tom.goto(mia.url());
  await tom.locator('.top .sub', { hasText: '5 minutes behind · 1 watching' }).waitFor();
  await tom.getByText('The first hand is shown in 5 minutes').first().waitFor();
  assert.equal(await tom.locator('.seat', { hasText: 'Miahost' }).count(), 0, 'nobody is seen to sit yet');
  await mia.locator('.top .sub', { hasText: '1 watching' }).waitFor();
  await shoot(tom, 'watching-late');
  for (const page of [mia, tom]) assert.deepEqual(await violations(page), []);

  await joinTable(tom, mia.url());
  await tom.locator('.seat', { hasText: 'Miahost' }).first().waitFor();
  await mia.waitForFunction(() => !document.querySelector('.top p.sub')?.textContent?.includes('watching'));
  assert.doesNotMatch((await tom.locator('.top p.sub').textContent()) ?? '', /behind/);
  for (const page of [mia, tom]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
