// Levels of a structure's text, as edited in a table.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { levelsOf, listsLevels, nextRow, rowAtLine, rowsOf, withLevels } from '../../tournament/levels.js';

const FILES = new URL('../../../../engine/src/tournament/structures/', import.meta.url);
const TEXT = 'id = "x"\nlevels = [\n  "12m 25/50", "12m 50/100 ante 100",\n  "break 5m", "90s 100/200 ante 200 unit 25",\n]\nprice = 5\n';

test('every structure that comes with the server is understood, and is the same after it was written anew', () => {
  for (const name of readdirSync(FILES)) {
    const text = readFileSync(new URL(name, FILES), 'utf8');
    const rows = levelsOf(text);
    assert.equal(rows !== null, listsLevels(text), name);
    if (rows) assert.deepEqual(levelsOf(withLevels(text, rows)), rows, name);
  }
});

test('rows are read and written as the text has them', () => {
  const rows = levelsOf(TEXT);
  assert.deepEqual(
    rows?.map(({ time, big, ante, unit, isBreak }) => [time, big, ante, unit, isBreak]),
    [
      ['12m', '50', '', '', false],
      ['12m', '100', '100', '', false],
      ['5m', '', '', '', true],
      ['90s', '200', '200', '25', false],
    ],
  );
  assert.equal(
    withLevels(TEXT, rows),
    'id = "x"\nlevels = [\n  "12m 25/50",\n  "12m 50/100 ante 100",\n  "break 5m",\n  "90s 100/200 ante 200 unit 25",\n]\nprice = 5\n',
  );
});

test('what a table cannot show is left to the text', () => {
  assert.equal(levelsOf('levels = [\n  "12m 25/50", # the first\n]'), null);
  assert.equal(levelsOf('levels = ["twelve minutes"]'), null);
  assert.equal(levelsOf('levels = []'), null);
  assert.equal(levelsOf('price = 5'), null);
  assert.ok(!listsLevels('price = 5\nlate_levels = 2'));
});

test('what is typed can neither end the string nor the list', () => {
  const [first] = levelsOf(TEXT) ?? [];
  const text = withLevels(TEXT, [{ ...first, time: '5m"]\nprice = 9' }]);
  assert.equal(text.match(/^price/gm)?.length, 1);
});

test('a cell that is empty for a moment keeps the table', () => {
  const rows = levelsOf(TEXT) ?? [];
  for (const cell of ['time', 'small', 'big', 'ante']) {
    const typed = rows.map((row, at) => (at === 1 || (cell === 'time' && at === 2) ? { ...row, [cell]: '' } : row));
    assert.deepEqual(levelsOf(withLevels(TEXT, typed)), typed, cell);
  }
});

test('a structure that lists none has its levels written out at the end', () => {
  const level = (small, ante, unit) => ({ kind: 'level', level: 1, game: 'x', small_blind: small, big_blind: 2 * small, ante, unit, duration: 720 });
  const rows = rowsOf({ levels: [level(25, 0, 1), { kind: 'break', duration: 90 }, level(50, 100, 25), level(75, 150, 25)] });
  assert.equal(
    withLevels('price = 5\n', rows),
    'price = 5\nlevels = [\n  "12m 25/50",\n  "break 90s",\n  "12m 50/100 ante 100 unit 25",\n  "12m 75/150 ante 150",\n]\n',
  );
});

test('a fault is found at its row where the row has a line of its own', () => {
  assert.equal(rowAtLine(TEXT, 3), null, 'two rows stand there');
  const apart = withLevels(TEXT, levelsOf(TEXT) ?? []);
  assert.equal(rowAtLine(apart, 3), 0);
  assert.equal(rowAtLine(apart, 6), 3);
  assert.equal(rowAtLine(apart, 1), null);
});

test('a further level is twice as large as the last', () => {
  const next = nextRow([...(levelsOf(TEXT) ?? []), { isBreak: true, time: '5m', small: '', big: '', ante: '', unit: '' }]);
  assert.deepEqual(next, { isBreak: false, time: '90s', small: '200', big: '400', ante: '400', unit: '' });
  assert.equal(nextRow([]).big, '50');
});
