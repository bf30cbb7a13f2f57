// Why an address leads nowhere: four truths, and none of them told for another.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { goneWhy } from '../../nowhere.js';

test('what an address stands for is told by what it looks like', () => {
  const whole = '7-6f1d0c2b8a9e4f7d5c3b2a1908f7e6d5';
  assert.equal(goneWhy('7', true), 'closed', 'it was open here');
  assert.equal(goneWhy('7', false), 'number');
  assert.equal(goneWhy('18446744073709551615', false), 'number');
  for (let end = 2; end < whole.length; end++) assert.equal(goneWhy(whole.slice(0, end), false), 'cut', whole.slice(0, end));
  assert.equal(goneWhy(whole, false), 'link');
  for (const id of ['seven', '7-', '-7', '7-6f1d 0c2b', '<b>', '7-6f1d…']) assert.equal(goneWhy(id, false), id === '7-' ? 'cut' : 'address', id);
});
