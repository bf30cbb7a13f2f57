// The service worker's notifications: what a press on one of them does.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const source = await readFile(new URL('../../sw.js', import.meta.url), 'utf8');

/** A worker with these windows open, and what was done to it. @param {string[]} open The paths of its windows. */
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
  runInNewContext(source, { self, URL, location: { origin: 'https://poker.example' } });
  return {
    /** Presses a notification about this path, and tells what came of it. @param {string} path */
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
