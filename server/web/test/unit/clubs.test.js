// Results of events as text, and the balance between two players.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { headToHead, readResults, turnAt, writeResults } from '../../clubs/results.js';
import { ClubWatch, byRole, changed, isChange, ofMembers, withLines } from '../../clubs/watch.js';

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

test('on a wall all lines of the standings take turns', () => {
  const lines = Array.from({ length: 26 }, (_, at) => at);
  const turns = [0, 12_000, 24_000, 36_000].map((now) => turnAt(lines, now));
  assert.deepEqual(
    turns.map(({ lines: [first], page, pages }) => [first, page, pages]),
    [
      [0, 0, 3],
      [10, 1, 3],
      [20, 2, 3],
      [0, 0, 3],
    ],
  );
  assert.deepEqual(turnAt([], 5_000), { lines: [], page: 0, pages: 1 });
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

const at = 1_780_000_000_000;
const member = (person, name, role = 'member') => ({ person, name, role, player: { id: `account-${person}`, name, kind: 'guest' }, since: at });
const line = (number, person) => ({ line: number, person, name: `${person}`, at, text: 'hello' });

test('each line of a chat is there once and in order, whichever way it came', () => {
  const numbers = (lines) => lines.map((one) => one.line);
  const some = withLines([line(3, 1), line(5, 1)], [line(5, 1), line(4, 2)]);
  assert.deepEqual(numbers(some), [3, 4, 5]);
  const many = withLines(
    [],
    Array.from({ length: 600 }, (_, n) => line(n, 1)),
  );
  assert.deepEqual([many.length, many[0].line], [500, 100]);
  const people = [member(1, 'Ann', 'owner'), { person: 2, name: 'Bob', role: 'player', since: at }];
  assert.deepEqual(numbers(ofMembers(some, people)), [3, 5], 'what a former member said goes');
  assert.deepEqual(numbers(ofMembers(some, people, 3)), [3, 4, 5], 'who speaks now may not be on the list yet');
});

test('a club follows what the connection says', () => {
  const table = { table: '7-aa', name: 'Pine', players: 2 };
  const event = { tournament: '8-bb', name: 'Cup', players: 0 };
  const club = {
    club: 3,
    name: 'Thursday',
    since: at,
    you: 1,
    role: 'owner',
    people: [member(1, 'Ann', 'owner'), member(4, 'Dee')],
    places: [table],
    seasons: [],
  };
  const after = changed(club, { club: 3, name: 'Friday', people: [member(2, 'Cy'), member(4, 'Dee', 'director')], places: [event, { ...table, players: 3 }] });
  assert.deepEqual([after.name, after.people.map(({ name }) => name), after.places], ['Friday', ['Ann', 'Dee', 'Cy'], [event, { ...table, players: 3 }]]);
  const named = ['helene', 'Ismaël', 'Hélène', 'Zoé'].map((name, at) => member(10 + at, name));
  assert.deepEqual(
    named.sort(byRole).map(({ name }) => name),
    ['helene', 'Hélène', 'Ismaël', 'Zoé'],
    'accents and capitals keep no one from a place',
  );
  const left = changed(after, { club: 3, gone: [2], closed: ['7-aa'] });
  assert.deepEqual([left.people.map(({ name }) => name), left.places], [['Ann', 'Dee'], [event]]);
  assert.deepEqual([isChange({ club: 3, lines: [line(1, 1)] }), isChange({ club: 3, gone: [2] })], [false, true]);
});

test('a club is watched again on each connection, from the last line on', async () => {
  const asked = [];
  const listeners = [];
  const states = [];
  const net = {
    state: 'lost',
    isDown: true,
    onMessage: (listener) => (listeners.push(listener), () => listeners.splice(0)),
    onState: (listener) => (states.push(listener), () => states.splice(0)),
    request: async (ask) => void asked.push(ask),
  };
  const become = async (state) => {
    Object.assign(net, { state, isDown: state !== 'ready' });
    for (const listener of states) listener();
    await new Promise((resolve) => setTimeout(resolve));
  };
  let last;
  let begun = 0;
  const heard = [];
  const watch = new ClubWatch({ net, club: 3, last: () => last, began: () => (begun += 1), heard: (message) => heard.push(message) });
  assert.deepEqual([asked, watch.isOn], [[], false]);
  await become('ready');
  await become('ready');
  assert.deepEqual([asked, begun, watch.isOn], [[{ type: 'watch_club', club: 3 }], 1, true]);
  for (const listener of listeners) {
    listener({ type: 'club', club: 4 });
    listener({ type: 'club', club: 3 });
  }
  assert.deepEqual(heard, [{ type: 'club', club: 3 }]);
  await become('lost');
  assert.equal(watch.isOn, false);
  last = 41;
  await become('ready');
  assert.deepEqual([asked.at(-1), begun], [{ type: 'watch_club', club: 3, after: 41 }, 2]);
  watch.stop();
  assert.deepEqual([asked.at(-1), listeners.length, states.length], [{ type: 'unwatch_club', club: 3 }, 0, 0]);
});
