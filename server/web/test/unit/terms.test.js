// Terms of a structure's text, as edited in fields.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { firstRebuy, prizesOf, rebuyOf, termOf, withPrizes, withRebuy, withTerm } from '../../tournament/terms.js';

const FILES = new URL('../../../../engine/src/tournament/structures/', import.meta.url);
const TEXT = 'id = "x"\nname = { en = "X", fr = "X" }\nprice = 5 # cheap\npays = [\n  50, 30,\n  20,\n]\nlevels = ["5m 1/2"]\n';

test('the terms of every structure that comes with the server are the same after they were written anew', () => {
  for (const name of readdirSync(FILES)) {
    const text = readFileSync(new URL(name, FILES), 'utf8');
    for (const key of ['price', 'stack', 'seats', 're_entries', 'late_levels']) {
      const value = termOf(text, key);
      assert.match(value, /^\d*$/, `${name}: ${key}`);
      assert.equal(withTerm(text, key, value), text, `${name}: ${key}`);
    }
    const rebuy = rebuyOf(text);
    assert.deepEqual(rebuyOf(withRebuy(text, rebuy)), rebuy, name);
  }
});

test('a rebuy buys what an entry does, also where the text leaves that to the server', () => {
  const rebuy = firstRebuy(TEXT, { price: 5, stack: 10_000 });
  assert.deepEqual(rebuy, { levels: '1', price: '5', chips: '10000', most: '' });
  assert.equal(firstRebuy(withTerm(TEXT, 'stack', '300'), { price: 5, stack: 10_000 }).chips, '300');
});

test('a value is replaced, added or removed, and the rest stays as it is', () => {
  assert.equal(withTerm(TEXT, 'price', '10'), TEXT.replace('5 # cheap', '10 # cheap'));
  assert.equal(termOf(withTerm(TEXT, 'stack', '3000'), 'stack'), '3000');
  assert.equal(withTerm(withTerm(TEXT, 'stack', '3000'), 'stack', ''), TEXT);
  assert.equal(withTerm(TEXT, 'seats', ''), TEXT);
  assert.equal(termOf(withTerm('', 'price', '7'), 'price'), '7');
  assert.equal(termOf('rebuy_price = 3', 'price'), '', 'another key');
});

test('prizes are a list of numbers, or left to the text', () => {
  assert.equal(prizesOf(TEXT), '50, 30, 20');
  assert.equal(termOf(withPrizes(TEXT, '60 25.5; 14.5'), 'pays'), '[60, 25.5, 14.5]');
  assert.equal(prizesOf(withPrizes(TEXT, ']\nid = "y"')), '', 'typed text does not leave its line');
  assert.equal(prizesOf('pays = { seats = 3 }'), null);
});

test('a rebuy is written as a whole', () => {
  const whole = withRebuy(TEXT, { levels: '2', price: '20', chips: '3000', most: '' });
  assert.equal(termOf(whole, 'rebuy'), '{ levels = 2, price = 20, chips = 3000 }');
  assert.deepEqual(rebuyOf(whole), { levels: '2', price: '20', chips: '3000', most: '' });
  assert.equal(withRebuy(whole, null), TEXT);
});
