// A home game on two phones: chips of the table's own shown as money, a rebuy that the host grants, a correction, and the screen at the close with who
// pays whom, as text and as a file; then the next table for the same people.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { checkOrCall, confirmSeat, ground, joinTable, play, player, shoot, violations } from './support.js';

const { house, browser } = await ground(['--hand-pause-percent', '5']);

const PHONE = { width: 390, height: 844 };

/** Numbers of a result such as −€20. @param {string} text */
const chipsOf = (text) => Math.round(Number(text.replace('−', '-').replace(/[€+,]/g, '')) * 20);

/** Opens a dialog of the table. @param {import('playwright-core').Page} page @param {string} dialog */
const open = (page, dialog) => page.evaluate((name) => document.querySelector('p-room').set({ dialog: name, sheet: false }), dialog);

/** Opens a private table with chips of its own by the lobby's form. @param {import('playwright-core').Page} page */
async function openHomeGame(page) {
  await page.locator('.dock .btn.quiet').click();
  const form = page.locator('#make');
  await form.locator('[role=radio]', { hasText: 'By link' }).click();
  await form.locator('.more').click();
  await form.locator('.check', { hasText: 'The table’s own chips' }).locator('input').check();
  await form.getByRole('radiogroup', { name: 'Rebuys', exact: true }).getByRole('radio', { name: 'On the host’s approval' }).click();
  await form.getByRole('radiogroup', { name: 'A chip stands for' }).getByRole('radio', { name: '0.05' }).click();
  await form.getByRole('radiogroup', { name: 'Currency' }).getByRole('radio', { name: '€' }).click();
  await shoot(page, 'home-game-form');
  await form.locator('.btn.hot').click();
  await page.waitForURL('**/table/*');
}

test('two phones play for the table’s own chips, and read who pays whom', async () => {
  const settings = { volume: 0, hotkeys: true, lang: 'en' };
  const mia = await player(browser, { url: house.url, name: 'Mia', settings, viewport: PHONE });
  await openHomeGame(mia);
  await mia.locator('dialog', { hasText: 'written into its ledger' }).waitFor();
  await confirmSeat(mia);
  assert.ok(
    await mia.locator('.top .sub .stakes').evaluate((stakes) => {
      const line = stakes.parentElement.getBoundingClientRect();
      return stakes.scrollWidth <= stakes.clientWidth && stakes.getBoundingClientRect().right <= line.right + 1;
    }),
    'the stakes are read whole',
  );
  await open(mia, 'rebuy');
  await mia.locator('dialog[open]', { hasText: 'You have as many chips as this table allows.' }).waitFor();
  assert.equal(await mia.locator('dialog[open] [type=submit]').count(), 0, 'there is nothing to add');
  await mia.keyboard.press('Escape');
  const tom = await player(browser, { url: house.url, name: 'Tom', settings, viewport: PHONE });
  await joinTable(tom, mia.url());
  assert.match(await tom.locator('.me .stack').innerText(), /^€\d/, 'chips are shown as money');
  let hands = 0;
  const isOver = async () => (hands = await mia.evaluate(() => document.querySelector('p-room').session.live.hands)) >= 2;
  await play([mia, tom], checkOrCall, isOver);

  // A typed amount is money, and the host grants it.
  await open(tom, 'rebuy');
  const amount = tom.locator('dialog[open] input.num');
  const isFull = (await amount.count()) === 0;
  if (!isFull) {
    await amount.fill('0.07');
    assert.equal(await amount.getAttribute('aria-invalid'), 'true', 'no such number of chips');
    await amount.fill('0.10');
    await tom.getByRole('button', { name: 'Ask the host for €0.10' }).click();
    // Where the host answers is one press away, on a phone as well.
    const host = mia.getByRole('button', { name: 'Host the table, 1 request waiting', exact: true });
    assert.equal(await host.locator('.count').innerText(), '1', 'a number, not a colour alone');
    await shoot(mia, 'home-game-asked');
    await host.click();
    await mia.locator('p-host', { hasText: '€0.10' }).waitFor();
    await shoot(mia, 'home-game-rebuy');
    await mia.getByRole('button', { name: 'Grant Tom’s rebuy' }).click();
    await mia.waitForFunction(() => (document.querySelector('p-room').session.live.host.rebuys ?? []).length === 0);
  } else await tom.keyboard.press('Escape');

  // A correction that all can read.
  await open(mia, 'host');
  const form = mia.locator('p-host form', { hasText: 'Reason' });
  await mia.locator('p-host .host-part', { hasText: 'A player' }).locator('select').first().selectOption({ label: 'Tom' });
  await form.locator('select').selectOption({ label: 'Mia pays' });
  await form.getByLabel('Amount').fill('1000');
  await form.getByLabel('Amount').press('Enter');
  await mia.locator('p-host [role=status]', { hasText: 'The amount is €' }).waitFor();
  await form.getByLabel('Amount').fill('1');
  await form.getByLabel('Reason').fill('a lift home');
  await form.getByRole('button', { name: 'Correct the ledger' }).click();
  await shoot(mia, 'home-game-correction');
  await tom.evaluate(() => document.querySelector('p-room').openTab('ledger'));
  await tom.evaluate(() => document.querySelector('p-room').set({ sheet: true }));
  await tom.locator('p-ledger', { hasText: 'a lift home' }).waitFor();
  await shoot(tom, 'home-game-ledger');
  assert.deepEqual(await violations(tom), []);
  await tom.evaluate(() => document.querySelector('p-room').set({ sheet: false }));

  await mia.evaluate(() => document.querySelector('p-room').session.askTable({ type: 'host', action: { kind: 'close' } }));
  await mia.keyboard.press('Escape');
  const isClosed = async () => (await mia.locator('dialog.closing[open]').count()) > 0;
  await play([mia, tom], checkOrCall, isClosed);
  for (const page of [mia, tom]) {
    const screen = page.locator('dialog.closing[open] p-evening');
    await screen.locator('.ledger tbody tr').nth(1).waitFor();
    const net = (await screen.locator('.ledger .outcome').allInnerTexts()).map(chipsOf);
    assert.equal(net.length, 2);
    assert.equal(net[0] + net[1], 0, net.join());
    const payments = await screen.locator('.payments li').allInnerTexts();
    assert.equal(payments.length, net[0] === 0 ? 0 : 1, payments.join());
    if (net[0] !== 0) assert.equal(chipsOf(payments[0].split(' ').at(-1)), net[0], 'the loser pays what the winner has won');
    await screen.getByText('a lift home').waitFor();
    await shoot(page, 'home-game-closing');
    assert.deepEqual(await violations(page), []);
  }

  const [file] = await Promise.all([tom.waitForEvent('download'), tom.getByRole('button', { name: 'CSV' }).click()]);
  assert.match(file.suggestedFilename(), /^evening-\d+\.csv$/);
  const rows = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.equal(rows[0], '"player","bought","taken","net","rebuys","net_money"');
  const nets = rows.slice(1, 3).map((row) => Number(row.split(',')[3]));
  assert.equal(nets[0] + nets[1], 0, rows.join('\n'));
  const [picture] = await Promise.all([tom.waitForEvent('download'), tom.getByRole('button', { name: 'Picture' }).click()]);
  assert.deepEqual([...readFileSync(await picture.path()).subarray(1, 4)], [...Buffer.from('PNG')]);

  // The same people again: the host's press, and the guest's way there.
  const before = mia.url();
  await mia.getByRole('button', { name: 'The same people again' }).click();
  await mia.waitForFunction((url) => location.href !== url, before);
  await tom.getByRole('link', { name: 'To the next table' }).click();
  await tom.waitForURL(mia.url());
  await tom.locator('.room').first().waitFor();

  // The evening is kept.
  await tom.goto(`${house.url}/evenings`);
  await tom.locator('.evening-head').first().click();
  await tom.locator('.evening p-evening .ledger').waitFor();
  await shoot(tom, 'home-game-evenings');
  assert.deepEqual(await violations(tom), []);
  // Pots are searched by the money that the rows show.
  await tom.goto(`${house.url}/hands`);
  const pots = () => tom.locator('.hand-rows .h-pot:not(.head *)').allInnerTexts();
  await tom.locator('.hand-rows li').nth(1).waitFor();
  const shown = (await pots()).map((text) => chipsOf(text.replaceAll(/[^\d.]/g, '')));
  assert.ok(shown.length > 1 && shown.every((pot) => pot > 0), shown.join());
  const [most] = [...shown].sort((a, b) => b - a);
  await tom.getByRole('button', { name: 'Filters' }).click();
  await tom.getByLabel('Pot at least').fill(`€${(most / 20).toFixed(2)}`);
  const count = shown.filter((pot) => pot >= most).length;
  await tom.waitForFunction((n) => document.querySelectorAll('.hand-rows li').length === n, count);
  await tom.getByLabel('Pot at least').fill((most / 20 + 0.05).toFixed(2));
  await tom.getByText('No hands match.').first().waitFor();
  await tom.getByLabel('Pot at least').fill('much');
  await tom.locator('input[aria-invalid=true]').waitFor();

  for (const page of [mia, tom]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
