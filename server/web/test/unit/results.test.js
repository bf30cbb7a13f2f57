// Statistics in words, marks of a scale, weeks.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { bigBlindsPer100, percent, scale, signed } from '../../me/figures.js';
import { mondayOf, weekAfter } from '../../me/weeks.js';
import './catalogue.js';

test('figures are told as players tell them', () => {
  setLang('en');
  assert.deepEqual([1200, 0, -7].map(signed), ['+1,200', '0', '−7']);
  assert.equal(percent({ times: 24, of: 96 }), '25%');
  assert.equal(percent({ times: 0, of: 0 }), undefined);
  assert.equal(percent(undefined), undefined);
  // Half a big blind won in each of 40 hands; a tenth lost in one.
  assert.equal(bigBlindsPer100({ hands: 40, thousandths: 20_000 }), '+50.0');
  assert.equal(bigBlindsPer100({ hands: 1, thousandths: -100 }), '−10.0');
  assert.equal(bigBlindsPer100({ hands: 100, thousandths: 0 }), '0.0');
  setLang('fr');
  assert.equal(bigBlindsPer100({ hands: 3, thousandths: 100 }), '+3,3');
  setLang('en');
});

test('a scale has few round marks around all that is drawn', () => {
  for (const [least, most] of [
    [0, 0],
    [0, 1],
    [-1, 0],
    [-35, 70],
    [-1_250, 20],
    [0, 9_007_199_254_740_991],
    [-3, 4],
  ]) {
    const marks = scale(least, most);
    assert.ok(marks.length >= 2 && marks.length <= 7, `${least} to ${most}: ${marks}`);
    assert.ok(marks[0] <= least && marks[marks.length - 1] >= most, `${least} to ${most}: ${marks}`);
    assert.ok(marks.every(Number.isInteger));
  }
});

test('weeks follow each other over the ends of years', () => {
  assert.equal(new Date(mondayOf('2026-W48')).toISOString(), '2026-11-23T12:00:00.000Z');
  assert.equal(new Date(mondayOf('2027-W01')).toISOString(), '2027-01-04T12:00:00.000Z');
  assert.equal(weekAfter('2026-W53', 1), '2027-W01');
  assert.equal(weekAfter('2027-W01', -1), '2026-W53');
  assert.equal(weekAfter('2025-W52', 1), '2026-W01');
  assert.equal(weekAfter('2026-W48', 0), '2026-W48');
});
