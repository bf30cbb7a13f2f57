// The page as an installed app: manifest and icons, the service worker, an offline visit, a newer server, and the signals that call a player back.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ground, player, shoot, startWire, untilKept, violations, visit } from './support.js';
import { SCENES } from './scenes.js';
import { scriptedPage } from './scripted.js';

const settings = { lang: 'en', volume: 0 };

const { house, browser } = await ground(['--house-bots', '0']);

/** Waits until the service worker controls the page. @param {import('playwright-core').Page} page */
const controlled = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const { controller } = navigator.serviceWorker;
    if (!controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });

test('the page can be installed', async () => {
  const page = await visit(browser, { url: house.url, settings, serviceWorkers: 'allow' });
  const wire = await page.context().newCDPSession(page);
  const { errors, url } = await wire.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const manifest = await (await fetch(url)).json();
  for (const field of ['name', 'short_name', 'id', 'start_url', 'scope', 'background_color', 'theme_color']) {
    assert.ok(manifest[field], field);
  }
  assert.equal(manifest.display, 'standalone');
  assert.deepEqual([...new Set(manifest.icons.map(({ purpose }) => purpose))].sort(), ['any', 'maskable']);
  const sizes = await page.evaluate(async (icons) => {
    const load = async ({ src }) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    };
    return Promise.all(icons.filter(({ type }) => type === 'image/png').map(load));
  }, manifest.icons);
  assert.deepEqual(sizes, ['192x192', '512x512', '512x512']);
  await controlled(page);
  const { installabilityErrors } = await wire.send('Page.getInstallabilityErrors');
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  );
  // The worker asks the server for the page each time, though it has one.
  const [first, second] = [await page.reload(), await page.reload()];
  assert.ok(first.fromServiceWorker() && second.fromServiceWorker());
  assert.notEqual(first.headers()['x-request-id'], second.headers()['x-request-id']);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('without a network the page opens, says so, and reads the hands that were looked at', async () => {
  const wire = await startWire(house.url);
  const page = await player(browser, { url: wire.url, name: 'Offline', settings, serviceWorkers: 'allow' });
  await page.reload();
  await controlled(page);
  await page.locator('.purse').waitFor();
  const ask = () =>
    page.evaluate(async () => {
      const { account } = document.querySelector('p-lobby').app;
      const headers = account.session ? { authorization: `Bearer ${account.session.access_token}` } : {};
      return (await fetch('/api/v1/hands', { headers })).json();
    });
  const hands = await ask();
  // Its texts are kept too, though they were loaded before the worker was active.
  await untilKept(page, async () => {
    const [name] = (await caches.keys()).filter((key) => key.startsWith('page-'));
    const kept = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    const texts = ['en', 'en-pages', 'en-desk'].every((name) => kept.some((path) => path.startsWith(`/assets/${name}.`)));
    return texts && kept.includes('/');
  });
  wire.stop();
  await page.goto(`${wire.url}/tournaments`);
  await page.goto(wire.url);
  await page.locator('.cut-off', { hasText: 'You are offline' }).waitFor();
  assert.deepEqual(await ask(), hands);
  // A view that was never opened before has its script, its sheets and its texts.
  await page.goto(`${wire.url}/format`);
  await page.getByRole('heading', { level: 1, name: 'How games are written' }).waitFor();
  await page.goto(wire.url);
  await page.locator('.cut-off', { hasText: 'You are offline' }).waitFor();
  await shoot(page, 'offline');
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 360, height: 640 });
  await shoot(page, 'offline-phone');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a newer server has its own page loaded, and a page that cannot be renewed says so once', async () => {
  const wire = await startWire(house.url);
  const page = await player(browser, { url: wire.url, name: 'Older', settings });
  await page.locator('.purse').waitFor();
  await page.route('**/sw.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'self.PAGE={version:"newer"};' }));
  await page.evaluate(() => (globalThis.isOld = true));
  const connected = () => page.waitForFunction(() => document.querySelector('p-lobby')?.app.net.state === 'ready');
  await connected();
  wire.cut();
  await page.waitForFunction(() => globalThis.isOld === undefined);
  await connected();
  wire.cut();
  const bar = page.locator('.old', { hasText: 'newer version' });
  await bar.waitFor();
  await shoot(page, 'newer');
  await page.unroute('**/sw.js');
  await bar.getByRole('button').click();
  await bar.waitFor({ state: 'detached' });
  wire.stop();
  await page.context().close();
});

test('a turn puts a dot on the icon, a count on the app and shakes the phone', async () => {
  const scene = { ...SCENES.communal, choices: [{ kind: 'fold' }, { kind: 'call', amount: 20 }] };
  const page = await scriptedPage(browser, { scene, settings });
  const icon = () => page.locator('link[rel=icon]').getAttribute('href');
  await page.waitForFunction(() => document.title.startsWith('Your turn'));
  assert.match(await icon(), /favicon-turn/);
  const count = await page.evaluate(() => {
    const { app } = document.querySelector('p-room');
    const told = [];
    navigator.setAppBadge = async (n) => told.push(n);
    navigator.clearAppBadge = async () => told.push(0);
    navigator.vibrate = () => told.push('shaken');
    return (globalThis.told = told) && app.sessions.size;
  });
  assert.equal(count, 1);
  await page.tell({ kind: 'action_taken', seat: 1, action: 'fold', added: 0, to: 0, all_in: false, auto: false });
  await page.waitForFunction(() => !document.title.startsWith('Your turn'));
  assert.match(await icon(), /favicon\.\w+\.svg$/);
  assert.deepEqual(await page.evaluate(() => globalThis.told), [0]);
  // Only a page that was touched may vibrate.
  await page.mouse.click(2, 2);
  await page.show(scene);
  await page.waitForFunction(() => globalThis.told.length === 3);
  assert.deepEqual(await page.evaluate(() => globalThis.told), [0, 1, 'shaken']);
  await page.context().close();
});
