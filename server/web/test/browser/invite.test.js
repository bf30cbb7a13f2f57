// Invitations: the link as text and as a QR code, the page it opens for a visitor without a name, and the way from there to a seat.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';

import jsQR from 'jsqr';

import { confirmSeat, ground, plainly, player, shoot, tabTo, violations, visit } from './support.js';

const settings = { lang: 'en', volume: 0 };

/** Number of addresses tried by a visitor without an invitation, in total and at a time. */
const GUESSES = 10_000;
const LANES = 16;

const { house, browser } = await ground(['--house-bots', '0'], { draws: true });
/** The address that friends can open. */
const club = plainly(house.url);

/** Text of the code on the page, as read by a camera. @param {import('playwright-core').Page} page */
async function scanned(page) {
  const image = (await page.locator('svg.qr').screenshot()).toString('base64');
  const { data, width, height } = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return { data: [...context.getImageData(0, 0, bitmap.width, bitmap.height).data], width: bitmap.width, height: bitmap.height };
  }, image);
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

for (const [lang, byLink, invite, said] of [
  ['en', 'By link', 'Invite', /^No one else can open this link: 127\.0\.0\.1:\d+ is .* --listen 0\.0\.0\.0:8080 --insecure/],
  ['fr', 'Par lien', 'Inviter', /^Personne d’autre ne peut ouvrir ce lien.*127\.0\.0\.1:\d+ n’est .* --listen 0\.0\.0\.0:8080 --insecure/],
]) {
  test(`an address of this machine alone is no invitation, and the dialog says what to do, ${lang}`, async () => {
    const page = await player(browser, { url: house.url, name: `Alone ${lang}`, settings: { ...settings, lang } });
    await page.locator('#make [role=radio]', { hasText: byLink }).click();
    await page.locator('#make .btn.hot').click();
    await page.waitForURL('**/table/*');
    await confirmSeat(page);
    await tabTo(page, `.top [aria-label="${invite}"]`);
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog.invite[open]');
    await dialog.locator('input').waitFor();
    assert.match(await dialog.locator('.note').textContent(), said);
    assert.equal(await dialog.locator('svg.qr').count(), 0, 'no phone could open it');
    assert.equal(await dialog.locator('input').inputValue(), page.url());
    await shoot(page, `invite-alone-${lang}`);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a link leads to a seat in two presses, and before that to the table itself', async () => {
  const ana = await player(browser, { url: club, name: 'Ana', settings });
  await ana.context().addInitScript(() => {
    globalThis.shared = [];
    navigator.share = async (what) => globalThis.shared.push(what);
    navigator.canShare = () => true;
  });
  await ana.reload();
  const form = ana.locator('#make');
  await form.locator('[role=radio]', { hasText: 'By link' }).click();
  await form.locator('.btn.hot').click();
  await ana.waitForURL('**/table/*');
  await confirmSeat(ana);

  await tabTo(ana, '.top [aria-label="Invite"]');
  await ana.keyboard.press('Enter');
  const dialog = ana.locator('dialog.invite[open]');
  await dialog.waitFor();
  const link = await dialog.locator('input').inputValue();
  assert.equal(link, ana.url());
  assert.match(link, /\/table\/.*-.{20,}/, 'the invitation is a part of it');
  assert.equal(await scanned(ana), link);
  await shoot(ana, 'invite');
  assert.deepEqual(await violations(ana), []);
  await dialog.getByRole('button', { name: 'Share' }).click();
  assert.deepEqual(await ana.evaluate(() => globalThis.shared.map(({ url }) => url)), [link]);
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await ana.getByText('Copied.').first().waitFor();
  await ana.keyboard.press('Escape');
  await ana.setViewportSize({ width: 360, height: 640 });
  await ana.locator('.top [aria-label="Log, chat, rules and players"], .top .sheet-only').first().click();
  await ana.locator('.foot button', { hasText: 'Invite' }).click();
  await dialog.waitFor();
  await shoot(ana, 'invite-phone');
  await ana.keyboard.press('Escape');

  const bo = await visit(browser, { url: club, path: new URL(link).pathname, settings, viewport: { width: 390, height: 844 } });
  await bo.locator('.plate, .seat', { hasText: 'Ana' }).first().waitFor();
  assert.equal(await bo.locator('dialog[open]').count(), 0, 'watching needs no name');
  await bo.locator('.top h1', { hasText: 'Ana invites you' }).waitFor();
  assert.match(await bo.locator('.top .sub').first().textContent(), /No-limit hold.em 5\/10, 1 of 6 seated/);
  await shoot(bo, 'invited-phone');
  assert.deepEqual(await violations(bo), []);
  await bo.locator('.act[data-ready]').waitFor();
  await bo.locator('.act [data-place="2"]', { hasText: 'Sit down' }).click();
  await bo.locator('#identity-name').fill('Bo');
  await bo.locator('p-identity button[type=submit]').click();
  await bo.locator('.me').waitFor();
  await ana.locator('.plate, .seat', { hasText: 'Bo' }).first().waitFor();
  for (const page of [ana, bo]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('guessed numbers and invitations reach nothing', async () => {
  const host = await player(browser, { url: house.url, name: 'Cleo', settings });
  const form = host.locator('#make');
  await form.locator('[role=radio]', { hasText: 'By link' }).click();
  await form.locator('.btn.hot').click();
  await host.waitForURL('**/table/*');
  const [number, invitation] = decodeURIComponent(new URL(host.url()).pathname.split('/').at(-1)).split('-');
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const look = (name) =>
    new Promise((resolve, reject) => {
      const asked = request(`${house.url}/api/v1/tables/${name}/state`, { agent }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      asked.on('error', reject).end();
    });
  assert.equal(await look(`${number}-${invitation}`), 200);
  let seed = 7;
  const guess = () => [...invitation].map((char) => ((seed = (seed * 48271) % 2147483647) % 2 ? 'a' : char === '0' ? '1' : '0')).join('');
  const names = Array.from({ length: GUESSES }, (_, at) => (at % 2 ? `${number}-${guess()}` : at < 2 ? number : `${number}-${at}`));
  assert.ok(!names.includes(`${number}-${invitation}`));
  const found = new Set();
  const lane = async (from) => {
    for (let at = from; at < names.length; at += LANES) found.add(await look(names[at]));
  };
  await Promise.all(Array.from({ length: LANES }, (_, from) => lane(from)));
  agent.destroy();
  assert.deepEqual([...found], [404]);
  await host.context().close();
});

for (const [lang, byLink, words] of [
  ['en', 'By link', ['Invite to this tournament', 'Share…', 'No tournament at this link']],
  ['fr', 'Par lien', ['Inviter à ce tournoi', 'Partager…', 'Aucun tournoi ici']],
]) {
  test(`a tournament by link has its link on its page, as text, as a picture and to be shared, ${lang}`, async () => {
    const host = await player(browser, { url: club, name: `Host ${lang}`, settings: { ...settings, lang }, viewport: { width: 390, height: 844 } });
    await host.context().addInitScript(() => {
      globalThis.shared = [];
      navigator.share = async (what) => globalThis.shared.push(what);
      navigator.canShare = () => true;
    });
    await host.reload();
    await host.locator('.top nav a').nth(1).click();
    await host.locator('.t-announce button').click();
    await host.locator('.announce select option').first().waitFor({ state: 'attached' });
    await host.locator('.announce select').selectOption('sit-and-go');
    await host.getByRole('radio', { name: byLink }).click();
    await host.locator('.announce > .dialog-in > .btn.hot').click();
    await host.waitForURL('**/tournament/*');
    const [title, share, gone] = words;
    const part = host.locator('.t-invite');
    await part.locator('h2', { hasText: title }).waitFor();
    const link = await part.locator('input').inputValue();
    assert.equal(link, host.url());
    assert.match(link, /\/tournament\/\d+-[0-9a-f]{32}$/, 'the invitation is a part of it');
    assert.equal(await scanned(host), link);
    await shoot(host, `invite-tournament-${lang}`);
    assert.deepEqual(await violations(host), []);
    assert.ok(await host.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no wider than the page');
    await part.getByRole('button', { name: share }).click();
    assert.deepEqual(await host.evaluate(() => globalThis.shared.map(({ url }) => url)), [link]);

    const number = new URL(link).pathname.split('-')[0];
    const stranger = await visit(browser, { url: club, settings: { ...settings, lang } });
    await stranger.goto(link);
    await stranger.locator('.t-invite').waitFor();
    await stranger.goto(`${club}${number}`);
    await stranger.getByText(gone).waitFor();
    // The host's bare number leads to the full name.
    await host.goto(`${club}${number}`);
    await host.waitForURL(link);
    await part.locator('input').waitFor();
    for (const page of [host, stranger]) await page.context().close();
  });
}
