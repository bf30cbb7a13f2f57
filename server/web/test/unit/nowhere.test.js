// Reasons why an address leads nowhere: four of them, none confused with another.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { goneWhy } from '../../nowhere.js';
import { routeOf } from '../../route.js';

const addresses = JSON.parse(readFileSync(new URL('./addresses.json', import.meta.url), 'utf8'));

test('what an address stands for is told by what it looks like', () => {
  const whole = '7-6f1d0c2b8a9e4f7d5c3b2a1908f7e6d5';
  assert.equal(goneWhy('7', true), 'closed', 'it was open here');
  assert.equal(goneWhy('7', false), 'number');
  assert.equal(goneWhy('18446744073709551615', false), 'number');
  for (let end = 2; end < whole.length; end++) assert.equal(goneWhy(whole.slice(0, end), false), 'cut', whole.slice(0, end));
  assert.equal(goneWhy(whole, false), 'link');
  for (const id of ['seven', '7-', '-7', '7-6f1d 0c2b', '<b>', '7-6f1d…']) assert.equal(goneWhy(id, false), id === '7-' ? 'cut' : 'address', id);
});

test('the page has a view for the addresses that the server finds, and for no other', () => {
  for (const address of addresses.views) assert.notEqual(routeOf(address).view, 'nowhere', address);
  for (const address of addresses.nowhere) assert.equal(routeOf(address).view, 'nowhere', address);
});
