// The light hand of a host: names from a list, moves to carry out, the act that can be taken back.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import './catalogue.js';

// Dialogs draw cards, which are elements of a page.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { isLight } = await import('../../tournament/floor-words.js');
const { Light } = await import('../../tournament/light.js');
const { movesAfter, readMoves } = await import('../../tournament/moves.js');
const { lastAct, mayRedo } = await import('../../tournament/turning.js');
const { NAMES, namesIn, playersCsv } = await import('../../tournament/names.js');
const { bagsCsv, bagsOf } = await import('../../tournament/bags.js');

setLang('en');

test('names are one per line, or the first column of a table', () => {
  assert.deepEqual(namesIn('Ada\n\n  Blaise  \r\nada\n').names, ['Ada', 'Blaise']);
  assert.deepEqual(namesIn('Name;Phone\nAda;1\n"Doe, Jo";2\n"a ""b""",3').names, ['Ada', 'Doe, Jo', 'a "b"']);
  assert.deepEqual(namesIn('Nom\tTable\nÉlise\t3').names, ['Élise']);
  assert.deepEqual(namesIn('\tAda\n;3\n').names, ['Ada'], 'indented, and a row without a name');
  assert.deepEqual(namesIn('Ada\nBlaise\nADA').twice, ['ADA']);
  assert.deepEqual(namesIn('').names, []);
  assert.deepEqual(namesIn('Ann;player\nBob;player').names, ['Ann', 'Bob'], 'no heading');
  assert.deepEqual(namesIn('<b>Ada</b>').names, ['<b>Ada</b>'], 'markup is text');
});

test('the players of one event are entered in the next from the file that was saved', () => {
  const names = ['Ada', 'Doe, Jo', '=Cy', "O'Hara", 'a "b"'];
  const entrants = Object.fromEntries(names.map((name, at) => [at + 1, { player: at + 1, who: { id: `by-hand-${at + 1}`, name }, stack: 1000 }]));
  const live = /** @type {any} */ ({ entrants, tables: {}, places: [] });
  assert.deepEqual(namesIn(playersCsv(live)).names, names);
  assert.deepEqual(namesIn('person,name,role,since\r\n7,"Ann",owner,2026').names, ['Ann'], 'the people of a club');
});

test('a list that is too long, and names no one could read, are not entered', () => {
  const many = (n) => namesIn(Array.from({ length: n }, (_, at) => `Player ${at}`).join('\n'));
  assert.equal(many(NAMES).names.length, NAMES);
  assert.deepEqual(many(NAMES + 1), { names: [], wrong: [], twice: [], isLong: true });
  assert.deepEqual(many(10_000), { names: [], wrong: [], twice: [], isLong: true });
  assert.deepEqual(namesIn('x'.repeat(1_000_000)), { names: [], wrong: [], twice: [], isLong: true });
  const { names, wrong } = namesIn(['Ada', 'right\u202eleft', 'zero\u200bwidth', 'x'.repeat(41), 'bell\u0007'].join('\n'));
  assert.deepEqual(names, ['Ada']);
  assert.equal(wrong.length, 4);
});

test('players as a table run no formula', () => {
  const live = {
    entrants: {
      1: { player: 1, who: { name: '=1+1' }, stack: 500 },
      2: { player: 2, who: { name: 'Doe, "Jo"' }, out: true },
    },
    tables: { 1: { no: 1, seats: { 4: { player: 1, stack: 500 } } } },
    places: [{ player: 2, best: 2, worst: 2, prize: 30 }],
  };
  assert.equal(playersCsv(live), 'number,name,table,seat,stack,place,prize\r\n1,\'=1+1,1,4,500,,\r\n2,"Doe, ""Jo""",,,,2,30\r\n');
});

test('the sheet of the bags has the best stack first, and no player who is out', () => {
  const who = (name) => ({ id: name, name, kind: 'guest' });
  const live = {
    entrants: {
      1: { player: 1, who: who('Doe, Jo'), stack: 500, bag: [1, 4] },
      2: { player: 2, who: who('Out'), out: true },
      3: { player: 3, who: who('=1+1'), stack: 1500, bag: [2, 1] },
    },
  };
  assert.deepEqual(
    bagsOf(live).map(({ player }) => player),
    [3, 1],
  );
  assert.equal(bagsCsv(live), 'number,name,table,seat,stack\r\n3,\'=1+1,2,1,1500\r\n1,"Doe, Jo",1,4,500\r\n');
});

const tables = (...all) => ({
  tables: Object.fromEntries(
    all.map((players, at) => [at + 1, { no: at + 1, seats: Object.fromEntries(players.map((player, seat) => [seat + 1, { player }])) }]),
  ),
});

test('a move stays on the list until it is carried out or taken back', () => {
  const drawn = movesAfter({ seats: {}, open: [], left: {} }, tables([1, 2], [3, 4]));
  assert.deepEqual(drawn.open, [], 'the draw is no move');
  const moved = movesAfter(drawn, tables([1, 2, 4], [3]));
  assert.deepEqual(moved.open, [{ player: 4, from: [2, 2], to: [1, 3] }]);
  assert.deepEqual(movesAfter(moved, tables([1, 2, 4], [3])).open, moved.open, 'it waits');
  assert.deepEqual(movesAfter(moved, tables([1, 2], [3, 4])).open, [], 'it was taken back');
  assert.deepEqual(movesAfter(moved, tables([1, 2], [3])).open, [], 'the player is out');
  const again = movesAfter(moved, tables([1, 4], [3]));
  assert.deepEqual(again.open, [{ player: 4, from: [2, 2], to: [1, 2] }], 'from where the player still sits');
  assert.deepEqual(movesAfter(drawn, tables([1, 2, 5], [3, 4])).open, [{ player: 5, from: null, to: [1, 3] }]);
});

test('an elimination that is undone moves no one', () => {
  const drawn = movesAfter({ seats: {}, open: [], left: {} }, tables([1, 2], [3, 4]));
  const out = movesAfter(drawn, tables([1, 2], [3]));
  const later = movesAfter(readMoves(JSON.stringify(out)), tables([1, 2], [3]));
  assert.deepEqual(movesAfter(later, tables([1, 2], [3, 4])).open, []);
  assert.deepEqual(movesAfter(later, tables([1, 2, 4], [3])).open, [{ player: 4, from: null, to: [1, 3] }], 'who re-enters is seated anew');
  const back = movesAfter(later, tables([1, 2], [3, 4]));
  assert.deepEqual(movesAfter(back, tables([1, 2, 4], [3])).open, [{ player: 4, from: [2, 2], to: [1, 3] }], 'and is moved from there');
});

test('a broken list of moves counts as none', () => {
  const nothing = { seats: {}, open: [], left: {} };
  for (const text of [
    null,
    '{',
    '7',
    '{"seats":{"1":"x"},"open":[]}',
    '{"seats":{},"open":[{"player":"x"}]}',
    '{"seats":{},"open":7}',
    '{"seats":{},"open":[],"left":{"1":[1]}}',
  ])
    assert.deepEqual(readMoves(text), nothing, String(text));
  const known = { seats: { 4: [1, 3] }, open: [{ player: 4, from: null, to: [1, 3] }], left: { 2: [1, 1] } };
  assert.deepEqual(readMoves(JSON.stringify(known)), known);
});

test('what cannot be taken back where cards are dealt is asked for first', () => {
  const sent = [];
  const floor = { entries: [], decide: async (_id, action) => void sent.push(action.kind) };
  const light = new Light(
    () => null,
    () => floor,
    () => {},
  );
  const scene = (summary) => ({ live: { summary, entrants: {}, tables: {} } });
  for (const summary of [{ private: true }, {}]) assert.equal(light.press({}, scene(summary), 'close_entries'), false);
  assert.deepEqual(sent, []);
  assert.equal(light.press({}, scene({ live: true }), 'close_entries'), true);
  assert.deepEqual(sent, ['close_entries']);
  assert.equal(light.press({}, scene({ live: true }), 'set_prizes'), false, 'there is something to fill in');
});

test('the last act in force can be taken back, unless it is final', () => {
  const trail = (...kinds) => kinds.map((kind, at) => ({ no: at + 1, action: { kind } }));
  const last = (...kinds) => lastAct(trail(...kinds))?.no ?? null;
  assert.equal(last(), null);
  assert.equal(last('enter', 'hand_over'), 2);
  assert.equal(last('enter', 'hand_over', 'undo'), 1);
  assert.equal(last('enter', 'hand_over', 'undo', 'redo'), 2);
  assert.equal(last('enter', 'hand_over', 'undo', 'undo'), null);
  assert.equal(last('enter', 'hand_over', 'undo', 'pause', 'redo'), 4, 'nothing to redo');
  assert.equal(last('enter', 'start'), null);
  const again = (...kinds) => mayRedo(trail(...kinds));
  assert.deepEqual([again(), again('enter'), again('undo')], [false, false, false]);
  assert.deepEqual([again('enter', 'undo'), again('enter', 'undo', 'redo'), again('enter', 'undo', 'pause')], [true, false, false]);
});

test('officials of public events give a reason', () => {
  assert.equal(isLight({ summary: {} }), false);
  assert.equal(isLight({ summary: { live: true } }), true);
  assert.equal(isLight({ summary: { private: true } }), true);
});
