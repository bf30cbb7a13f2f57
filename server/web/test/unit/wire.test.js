// The connection shared by windows: one has the socket, the others go through it, and no window's watch ends because of another.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Locks as a browser has them, for one name: requests wait, unless they must not. */
class Locks {
  #held = null;
  #queue = [];
  request(_name, options, run) {
    const [{ ifAvailable = false }, act] = run ? [options, run] : [{}, options];
    if (this.#held && ifAvailable) return Promise.resolve(act(null));
    if (this.#held) return new Promise((resolve) => this.#queue.push(() => resolve(this.#take(act))));
    return this.#take(act);
  }
  async #take(act) {
    const held = Promise.resolve(act({}));
    this.#held = held;
    await held;
    this.#held = null;
    this.#queue.shift()?.();
  }
}

class Socket {
  static all = [];
  sent = [];
  constructor() {
    Socket.all.push(this);
    queueMicrotask(() => this.onopen?.());
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.isClosed = true;
  }
  hear(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** Lets the test end although windows still listen. */
const Channel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends Channel {
  constructor(name) {
    super(name);
    this.unref();
  }
};
globalThis.addEventListener ??= () => {};
Object.defineProperty(globalThis, 'navigator', { value: { locks: new Locks() }, configurable: true });
globalThis.WebSocket = Socket;
const { Wire } = await import('../../wire.js');

const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

/** A window of one account, greeted. */
async function open() {
  const claimed = [];
  const heard = [];
  const wire = new Wire({ account: () => 'ana', ready: () => {}, claimed: (tables) => claimed.push(...tables), left: () => {} });
  const line = wire.open('ws://x', 'poker.v1');
  line.onopen = () => line.send(JSON.stringify({ type: 'hello', id: `hello-${Socket.all.length}-${Math.random()}`, token: 'secret' }));
  line.onmessage = ({ data }) => heard.push(JSON.parse(data));
  line.onclose = ({ code }) => heard.push({ type: 'end', code });
  await settled();
  return { wire, line, heard, claimed, send: (message) => line.send(JSON.stringify(message)) };
}

test('windows share one socket, and another one takes over', async (context) => {
  const one = await open();
  const [socket] = Socket.all;
  socket.hear({ type: 'welcome', id: socket.sent[0].id, balance: 5, tables: ['t1'] });
  socket.hear({ type: 'balance', balance: 7 });
  one.wire.claim(['t1', 't2'], 't1');
  const two = await open();
  assert.equal(Socket.all.length, 1);
  assert.equal(socket.sent.length, 1, 'the server is greeted once');
  const [welcome] = two.heard;
  assert.deepEqual([welcome.type, welcome.balance, welcome.tables], ['welcome', 7, ['t1']]);
  assert.ok(two.wire.isElsewhere('t2'));

  one.send({ type: 'watch', id: 'a', table: 't2' });
  two.send({ type: 'watch', id: 'b', table: 't2' });
  await settled();
  assert.deepEqual(
    socket.sent.slice(1).map(({ id }) => id),
    ['a', 'b'],
  );
  two.send({ type: 'unwatch', id: 'c', table: 't2' });
  await settled();
  assert.deepEqual(two.heard.at(-1), { type: 'ok', id: 'c' }, 'the other window still watches');
  assert.equal(socket.sent.length, 3);
  one.send({ type: 'unwatch', id: 'd', table: 't2' });
  assert.equal(socket.sent.at(-1).id, 'd');
  socket.hear({ type: 'chat', table: 't1' });
  await settled();
  assert.deepEqual(
    [one, two].map(({ heard }) => heard.at(-1).type),
    ['chat', 'chat'],
  );

  two.wire.claim(['t2'], 't2');
  await settled();
  assert.deepEqual(one.claimed, ['t2'], 'a table is where it is looked at');

  one.line.onclose = null;
  one.line.close();
  await settled();
  assert.ok(socket.isClosed);
  assert.equal(two.heard.at(-1).type, 'end');
  const again = two.wire.open('ws://x', 'poker.v1');
  again.onopen = () => again.send(JSON.stringify({ type: 'hello', id: 'again', token: 'secret' }));
  await settled();
  assert.equal(Socket.all.length, 2);
  assert.equal(Socket.all[1].sent[0].token, 'secret');
  context.after(() => again.close());
});
