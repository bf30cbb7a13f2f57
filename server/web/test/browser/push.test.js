// Web Push calls: off by default, sent while the page is hidden, shown by the worker while no page is in view.

import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { createTable, joinTable, player, pressUntil, shoot, startBrowser, startHouse, violations } from './support.js';

const settings = { lang: 'en', volume: 0 };

/** The browser's keys, which the test has in its place: no browser reaches a push service here. */
const keys = createECDH('prime256v1');
keys.generateKeys();
const secret = randomBytes(16);

let service;
let house;
let browser;
/** Messages received by the push service. @type {Buffer[]} */
const sent = [];

before(async () => {
  service = createServer(async (request, response) => {
    sent.push(Buffer.concat(await request.toArray()));
    response.writeHead(201).end();
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const origin = `http://127.0.0.1:${service.address().port}`;
  [house, browser] = await Promise.all([startHouse(['--house-bots', '0', '--push-services', origin]), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await house?.stop();
  service?.close();
});

/** Decrypts a message of the server, as a browser does. @param {Buffer} message */
function opened(message) {
  const [salt, server, sealed] = [message.subarray(0, 16), message.subarray(21, 86), message.subarray(86)];
  const derive = (from, by, info, length) => Buffer.from(hkdfSync('sha256', from, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), server]);
  const shared = derive(keys.computeSecret(server), secret, info, 32);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(shared, salt, 'Content-Encoding: nonce\0', 12),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return JSON.parse(text.subarray(0, -1).toString());
}

/** A player whose browser has a push service. @param {string} name */
async function subscriber(name) {
  const page = await player(browser, { url: house.url, name, settings, serviceWorkers: 'allow' });
  const context = page.context();
  await context.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      let current = null;
      const subscription = {
        endpoint,
        options: {},
        toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
        unsubscribe: async () => ((current = null), true),
      };
      PushManager.prototype.subscribe = async () => (current = subscription);
      PushManager.prototype.getSubscription = async () => current;
      // Headless browsers may have no notifications, whatever is granted.
      Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.permission ?? 'default' });
      Notification.requestPermission = async () => (sessionStorage.permission = 'granted');
    },
    { endpoint: `http://127.0.0.1:${service.address().port}/${name}`, p256dh: keys.getPublicKey('base64url'), auth: secret.toString('base64url') },
  );
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.locator('.purse').waitFor();
  return page;
}

/** Makes the page believe that it is hidden. @param {import('playwright-core').Page} page */
const hide = (page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** The worker of a page, with a way to send it messages, and the notifications it shows. @param {import('playwright-core').Page} page */
async function workerOf(page) {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  // From a separate page, which stays while the other navigates.
  const wire = await context.newCDPSession(await context.newPage());
  await page.bringToFront();
  const registered = new Promise((resolve) => {
    wire.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations.length && resolve(registrations[0].registrationId));
  });
  await wire.send('ServiceWorker.enable');
  const registrationId = await registered;
  await worker.evaluate(() => {
    // Counts how often the worker has looked for windows.
    const look = self.clients.matchAll.bind(self.clients);
    self.looks = 0;
    self.clients.matchAll = async (...how) => {
      const windows = await look(...how);
      self.looks += 1;
      return windows;
    };
    self.shown = [];
    self.registration.showNotification = async (title, { body, tag, lang }) => self.shown.push({ title, body, tag, lang });
  });
  return {
    deliver: (data) => wire.send('ServiceWorker.deliverPushMessage', { origin: house.url, registrationId, data: JSON.stringify(data) }),
    looks: () => worker.evaluate(() => self.looks),
    shown: () => worker.evaluate(() => self.shown),
  };
}

/** Opens the settings at the switch. @param {import('playwright-core').Page} page @param {string} name Name of the button. */
async function openSettings(page, name) {
  await page.getByRole('button', { name }).click();
  await page.locator('#settings-sound').click();
  await page.locator('#settings-sound[aria-selected=true]').waitFor();
}

/** Waits for a condition. @param {() => Promise<boolean> | boolean} is */
async function until(is) {
  const end = Date.now() + 60_000;
  while (!(await is())) {
    assert.ok(Date.now() < end, String(is));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('a player who asked for it is called while the page is hidden, and not while it is looked at', async () => {
  const ana = await subscriber('Ana');
  const toggle = ana.getByLabel('Notify me when it is my turn and the page is hidden');
  await openSettings(ana, 'Settings');
  await toggle.waitFor();
  assert.equal(await toggle.isChecked(), false, 'off until asked for');
  await toggle.click();
  await ana.locator('label:has(input:checked)', { hasText: 'Notify me when it is my turn' }).waitFor();
  await toggle.scrollIntoViewIfNeeded();
  await shoot(ana, 'push-on');
  assert.deepEqual(await violations(ana), []);
  await ana.keyboard.press('Escape');

  const table = await createTable(ana, { game: 'No-limit hold', name: 'Pine', seats: 2 });
  await hide(ana);
  const ben = await player(browser, { url: house.url, name: 'Ben', settings });
  await joinTable(ben, house.url + table);
  // The first to act is one of the two.
  const end = Date.now() + 60_000;
  while (sent.length === 0) {
    assert.ok(Date.now() < end, 'a call comes');
    if (await ben.locator('.me.turn').isVisible()) await pressUntil(ben, ben.locator('.me:not(.turn)'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const call = opened(sent[0]);
  assert.deepEqual(Object.keys(call).sort(), ['ms', 'name', 'table']);
  assert.deepEqual([`/table/${call.table}`, call.name], [table, 'Pine']);

  const worker = await workerOf(ana);
  await worker.deliver(call);
  await until(async () => (await worker.looks()) === 1);
  assert.deepEqual(await worker.shown(), [], 'a page is looked at');
  assert.deepEqual(ana.complaints, []);
  await ana.close();
  await worker.deliver(call);
  await until(async () => (await worker.shown()).length > 0);
  assert.deepEqual(await worker.shown(), [{ title: 'Your turn', body: 'Pine', tag: `turn-${call.table}`, lang: 'en' }]);
  assert.deepEqual(ben.complaints, []);
  await Promise.all([ana, ben].map((page) => page.context().close()));
});

test('where a browser cannot be called the switch says why', async () => {
  const page = await player(browser, { url: house.url, name: 'Cy', settings: { ...settings, lang: 'fr' } });
  await page.evaluate(() => delete globalThis.PushManager);
  await openSettings(page, 'Réglages');
  await page.locator('.push-why', { hasText: 'Ce navigateur ne peut pas être appelé' }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
