// Results of events as text, and the balance between two players.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { headToHead, readResults, writeResults } from '../../clubs/results.js';

test('results are read a line a player', () => {
  assert.deepEqual(readResults('Ann, 2, 1\n\n Bob Jr.;1\n= Cy\nDee\t0\t3\n'), [
    { name: 'Ann', place: 1, knock_outs: 2, rebuys: 1 },
    { name: 'Bob Jr.', place: 2, knock_outs: 1, rebuys: 0 },
    { name: 'Cy', place: 2, knock_outs: 0, rebuys: 0 },
    { name: 'Dee', place: 4, knock_outs: 0, rebuys: 3 },
  ]);
  assert.deepEqual(readResults(''), []);
});

test('a line that cannot be read is named', () => {
  assert.equal(readResults('Ann\nBob, many'), 2);
  assert.equal(readResults('= Ann'), 1);
  assert.equal(readResults('Ann\n\nBob, 1, 2, 3'), 3);
});

test('results that are written are read as they were', () => {
  const names = new Map([
    [1, 'Ann'],
    [2, 'Bob'],
    [3, 'Cy'],
  ]);
  const kept = [
    { person: 1, place: 1, knock_outs: 2, rebuys: 0 },
    { person: 2, place: 2, knock_outs: 0, rebuys: 1 },
    { person: 3, place: 2, knock_outs: 0, rebuys: 0 },
  ];
  const text = writeResults(kept, names);
  assert.equal(text, 'Ann, 2, 0\nBob, 0, 1\n= Cy, 0, 0');
  assert.deepEqual(
    readResults(text),
    kept.map(({ person, ...rest }) => ({ name: names.get(person), ...rest })),
  );
});

test('two players are compared where both played', () => {
  const night = (/** @type {number[]} */ ...people) => ({ results: people.map((person, at) => ({ person, place: at + 1 })) });
  const events = /** @type {any} */ ([night(1, 2, 3), night(2, 1), night(2, 3)]);
  assert.deepEqual(headToHead(events, 1), [
    { person: 2, ahead: 1, behind: 1 },
    { person: 3, ahead: 1, behind: 0 },
  ]);
  assert.deepEqual(headToHead(events, 9), []);
});
