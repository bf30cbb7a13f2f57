// Player names as keyboards write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { t } from '../../i18n.js';
import { faultOf, meant, refusedName } from '../../naming.js';
import './catalogue.js';

test('what keyboards make of plain signs is folded back, in any place', () => {
  for (const quote of '\u2018\u2019\u201b\u02bc\u2032\u00b4') assert.equal(meant(`Maëlle O${quote}Connor`), "Maëlle O'Connor");
  for (const dash of '\u2010\u2011\u2013\u2014\u2212') assert.equal(meant(`Jean${dash}Luc`), 'Jean-Luc');
  assert.equal(meant(' Ada\u00a0\u202f Lovelace \n'), 'Ada Lovelace');
  assert.equal(meant('“Doc”'), '"Doc"');
  assert.equal(meant('Zoe\u0308'), 'Zoë');
  assert.equal(meant('A\u200bnn'), 'Ann');
});

test('names that people have are let through', () => {
  for (const name of ['Ann', 'Zoë', '李雷', 'Jean-Luc 2', "o'Neil", 'Ирина', 'أحمد', '²²', 'नेहा', '!!', 'x'.repeat(20)])
    assert.equal(faultOf(meant(name)), null, name);
});

test('the sign at fault is named, as it is seen', () => {
  const wrong = {
    'Ann 😀': '😀',
    'A:nn': ':',
    '♠ace♠': '♠',
    'Fam 👨‍👩‍👧': '👨‍👩‍👧',
    'B\ufe13b': '\ufe13',
    'Drap 🇫🇷': '🇫🇷',
    'ok\u3164': 'U+3164',
    'a\u0007b': 'U+0007',
  };
  for (const [name, sign] of Object.entries(wrong)) {
    const fault = faultOf(meant(name));
    assert.deepEqual([fault?.key, fault?.params], ['name.sign', { sign }], name);
    assert.ok(t(fault.key, fault.params).includes(sign));
  }
});

test('a name that is too short or too long says which', () => {
  assert.deepEqual(faultOf(''), { key: 'name.short', params: { n: 2 } });
  assert.deepEqual(faultOf('é'), { key: 'name.short', params: { n: 2 } });
  assert.deepEqual(faultOf('x'.repeat(21)), { key: 'name.long', params: { n: 20, count: 21 } });
});

test('in the place of a name that is taken the next one is proposed, and it is a name', () => {
  const next = (name) => refusedName(name, { key: 'error.auth.name_taken', params: {} });
  for (const [name, then] of [
    ['Bruno', 'Bruno 2'],
    ['Bruno 2', 'Bruno 3'],
    ['Léo9', 'Léo 10'],
    ['42', '42 2'],
    ['x'.repeat(20), `${'x'.repeat(18)} 2`],
  ]) {
    const { name: proposed, error } = next(name);
    assert.equal(proposed, then);
    assert.equal(faultOf(proposed), null, proposed);
    assert.ok(t(error.key, error.params).includes(then), 'and the page says which');
  }
  const sign = { key: 'error.auth.name_invalid', params: { sign: '♠' } };
  assert.deepEqual(refusedName('A♠', sign), { name: 'A♠', error: { key: 'name.sign', params: { sign: '♠' } } });
  assert.equal(refusedName('Ann', { key: 'error.net.offline', params: {} }).name, 'Ann', 'any other refusal leaves the name');
});
