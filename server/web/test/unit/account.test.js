// Handling of HTTP answers by the page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { Account } from '../../account.js';

/** Globals of the page that the module uses. */
globalThis.navigator ??= {};

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

/** Answers every request. @param {(path: string) => Response} respond */
const answered = (respond) => {
  globalThis.fetch = async (path) => respond(String(path));
};

test('an answer that breaks off is no answer', async () => {
  const broken = () =>
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"games": ['));
        stream.error(new Error('the line is dead'));
      },
    });
  answered((path) => new Response(path.endsWith('/games') ? broken() : '{"tables": []}', { status: 200 }));
  await assert.rejects(new Account().games(), { code: 'net.http' });
});

test('a look around the lobby tells its games and tables', async () => {
  answered((path) => Response.json(path.endsWith('/games') ? { games: [{ id: 'holdem' }], mixes: [] } : { tables: [{ info: { table: '1' } }] }));
  const [{ games, mixes }, tables] = await Promise.all([new Account().games(), new Account().tables()]);
  assert.deepEqual([games.length, mixes.length, tables.length], [1, 0, 1]);
});

test('an answer without content is an answer', async () => {
  answered((path) => (path.endsWith('/guest') ? Response.json({ access_token: 'a', expires_in_s: 60 }) : new Response(null, { status: 204 })));
  const account = new Account();
  await account.guest('Ann');
  assert.equal(account.session?.access_token, 'a');
  await account.logout();
  assert.equal(account.session, null);
});

test('who is banned keeps the mark of an earlier visit', async () => {
  const account = new Account();
  answered(() => Response.json({ access_token: 'a', expires_in_s: 60, you: { id: 'ann' } }));
  await account.guest('Ann');
  answered(() => Response.json({ code: 'auth.banned' }, { status: 403 }));
  assert.equal(await account.refresh(), false);
  assert.equal(account.isBanned, true);
  answered(() => Response.json({ access_token: 'b', expires_in_s: 60, you: { id: 'ann' } }));
  assert.equal(await account.refresh(), true);
  assert.deepEqual([account.isBanned, account.session?.access_token], [false, 'b']);
});
