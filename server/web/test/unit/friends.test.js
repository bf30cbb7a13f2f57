// Handling of friend answers that arrive late, out of order or not at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Friends } from '../../friends.js';

/** Requests that the test answers one by one, in any order. */
function wire() {
  /** @type {{ method: string, answer: (value: object | null) => Promise<void>, refuse: () => Promise<void> }[]} */
  const asked = [];
  /** @type {unknown[]} */
  const told = [];
  const settled = () => new Promise((done) => setTimeout(done));
  const ask = (/** @type {string} */ method) =>
    new Promise((resolve, reject) => {
      asked.push({
        method,
        answer: (value) => (resolve(value), settled()),
        refuse: () => (reject(new Error('no')), settled()),
      });
    });
  const app = {
    account: { session: { you: { id: 'p1' } }, ask },
    net: { onMessage: () => {} },
    render: () => {},
    toastError: (/** @type {unknown} */ error) => told.push(error),
  };
  return { friends: new Friends(/** @type {any} */ (app)), asked, told };
}

const list = (/** @type {boolean} */ shown) => ({ friends: [], asked_you: [], you_asked: [], shown });

test('a choice stays as it was made while the server has not answered', async () => {
  const { friends, asked, told } = wire();
  friends.read();
  await asked[0].answer(list(true));
  assert.equal(friends.list?.shown, true);

  // One request is under way when the box is pressed, another begins before the server has confirmed the change.
  friends.read();
  const change = friends.show(false);
  assert.equal(friends.list?.shown, false);
  friends.read();
  await asked[1].answer(list(true));
  assert.equal(friends.list?.shown, false);
  await asked[3].answer(list(true));
  assert.equal(friends.list?.shown, false);

  assert.equal(asked[2].method, 'PUT');
  await asked[2].answer(null);
  await asked[4].answer(list(false));
  await change;
  assert.equal(friends.list?.shown, false);
  assert.deepEqual(told, []);
});

test('a choice that is refused is taken back', async () => {
  const { friends, asked, told } = wire();
  friends.read();
  await asked[0].answer(list(true));
  const change = friends.show(false);
  await asked[1].refuse();
  await asked[2].answer(list(true));
  await change;
  assert.equal(friends.list?.shown, true);
  assert.equal(told.length, 1);
});

test('an answer that was overtaken by a later one tells nothing', async () => {
  const { friends, asked } = wire();
  friends.read();
  friends.read();
  await asked[1].answer(list(false));
  await asked[0].answer(list(true));
  assert.equal(friends.list?.shown, false);
});
