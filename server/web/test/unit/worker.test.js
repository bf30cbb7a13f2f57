// The service worker's calls: a press on a notification, and a change of the push subscription.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const source = await readFile(new URL('../../sw.js', import.meta.url), 'utf8');

/** A worker with these windows open, and a record of the effects on it. @param {string[]} open The paths of its windows. */
function worker(open) {
  /** @type {Map<string, (event: any) => void>} */
  const heard = new Map();
  /** @type {string[]} */
  const done = [];
  const windows = open.map((path) => ({
    url: `https://poker.example${path}`,
    focus: async () => done.push(`focus ${path}`),
    postMessage: ({ open: to }) => done.push(`tell ${path} to open ${to}`),
  }));
  const self = {
    PAGE: { version: '1', files: [] },
    addEventListener: (name, listener) => heard.set(name, listener),
    clients: { matchAll: async () => windows, openWindow: async (path) => done.push(`open ${path}`) },
  };
  const caches = { match: async () => new Response(JSON.stringify({ lang: 'fr', turn: 'À vous', event: 'Un nouvel événement' })) };
  self.registration = {
    showNotification: async (title, { body, tag, data }) => done.push(`${title}: ${body} (${tag}) ${data.path}`),
  };
  runInNewContext(source, { self, URL, caches, location: { origin: 'https://poker.example' } });
  return {
    /** Receives a call, and returns the effects. @param {unknown} told */
    async call(told) {
      const waits = [];
      heard.get('push')({ data: { json: () => told }, waitUntil: (promise) => waits.push(promise) });
      await Promise.all(waits);
      return done;
    },
    /** Presses a notification about this path, and returns the effects. @param {string} path */
    async press(path) {
      const waits = [];
      heard.get('notificationclick')({
        notification: { data: { path }, close: () => done.push('close') },
        waitUntil: (promise) => waits.push(promise),
      });
      await Promise.all(waits);
      return done;
    },
  };
}

/**
 * A worker whose push subscription changed, and the report to the server.
 *
 * @param {{ old?: string, fresh?: string, hasSession?: boolean, isBusy?: boolean }} of
 */
async function renewed({ old, fresh, hasSession = true, isBusy = false }) {
  const heard = new Map();
  const asked = [];
  const subscription = (endpoint) => endpoint && { endpoint, toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }) };
  const self = {
    PAGE: { version: '1', files: [] },
    addEventListener: (name, listener) => heard.set(name, listener),
    registration: {
      pushManager: {
        subscribe: async (options) => {
          asked.push(['subscribe', options]);
          return subscription('https://push.example/made');
        },
      },
    },
  };
  const fetch = async (path, { method, headers, body }) => {
    asked.push([`${method} ${path}`, headers.authorization ?? '', body && JSON.parse(body)]);
    if (path === '/api/v1/refresh') return hasSession ? new Response('{"access_token":"T"}') : new Response('{}', { status: 401 });
    if (isBusy) return new Response('{}', { status: 503 });
    return method === 'GET' ? new Response('{"key":"K"}') : new Response(null, { status: 204 });
  };
  const locked = [];
  const navigator = { locks: { request: (name, run) => (locked.push(name), run()) } };
  runInNewContext(source, { self, URL, fetch, navigator, location: { origin: 'https://poker.example' } });
  const waits = [];
  heard.get('pushsubscriptionchange')({
    oldSubscription: subscription(old),
    newSubscription: subscription(fresh),
    waitUntil: (promise) => waits.push(promise),
  });
  const [ended] = await Promise.allSettled(waits);
  return { asked: JSON.parse(JSON.stringify(asked)), locked, ended: ended.status };
}

const keys = { p256dh: 'p', auth: 'a' };
const REFRESH = ['POST /api/v1/refresh', '', {}];
const KEY = ['GET /api/v1/push', 'Bearer T', null];

test('the server is told of another address of the push service, and forgets the old one', async () => {
  const { asked, locked } = await renewed({ old: 'https://push.example/1', fresh: 'https://push.example/2' });
  assert.deepEqual(locked, ['poker.refresh'], 'no page renews the session at the same time');
  assert.deepEqual(asked, [
    REFRESH,
    KEY,
    ['PUT /api/v1/push', 'Bearer T', { endpoint: 'https://push.example/2', keys }],
    ['DELETE /api/v1/push', 'Bearer T', { endpoint: 'https://push.example/1' }],
  ]);
});

test('where the push service names no new address, it is asked for one', async () => {
  const made = ['PUT /api/v1/push', 'Bearer T', { endpoint: 'https://push.example/made', keys }];
  const subscribe = ['subscribe', { userVisibleOnly: true, applicationServerKey: 'K' }];
  assert.deepEqual((await renewed({})).asked, [REFRESH, KEY, subscribe, made]);
  assert.deepEqual((await renewed({ old: 'https://push.example/made' })).asked, [REFRESH, KEY, subscribe, made], 'the same one is kept');
});

test('without a session nothing is told, and a busy server is no success', async () => {
  assert.deepEqual((await renewed({ hasSession: false })).asked, [REFRESH]);
  assert.equal((await renewed({ fresh: 'https://push.example/2', isBusy: true })).ended, 'rejected');
});

test('a press brings the window of the table to the front', async () => {
  assert.deepEqual(await worker(['/', '/table/t7']).press('/table/t7'), ['close', 'focus /table/t7']);
});

test('another window of the page goes to the table', async () => {
  const done = await worker(['/hands', '/table/t1']).press('/table/t7');
  assert.deepEqual(done, ['close', 'tell /hands to open /table/t7', 'focus /hands']);
});

test('without a window one is opened', async () => {
  assert.deepEqual(await worker([]).press('/table/t7'), ['close', 'open /table/t7']);
});

test('a call names its table, or the event that was announced', async () => {
  assert.deepEqual(await worker([]).call({ table: '7', name: 'Pine' }), ['À vous: Pine (turn-7) /table/7']);
  const event = { tournament: '12-ab', name: 'Thursday: <b>Night</b>' };
  assert.deepEqual(await worker([]).call(event), ['Un nouvel événement: Thursday: <b>Night</b> (event-12-ab) /tournament/12-ab']);
});
