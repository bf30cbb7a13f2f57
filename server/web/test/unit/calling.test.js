// Calling officials from a table, and the result of its event.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import './catalogue.js';
import { dealt, started, table, tell, turn } from './story.js';

// The dialog draws cards, which are elements of a page.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { callOf, othersAt } = await import('../../tournament/calling.js');
const { Contest, mayCallTime } = await import('../../tournament/at-table.js');
const { fromSnapshot } = await import('../../tournament/model.js');

const golden = (path) => JSON.parse(readFileSync(new URL(`../../../../protocol/golden/v1/${path}`, import.meta.url), 'utf8'));

test('a call is sent once it says something, a report once it names a player', () => {
  assert.equal(callOf('ruling', '31', '', ' \n '), null);
  assert.deepEqual(callOf('ruling', '31', 'x', ' String bet. '), { type: 'request_ruling', table: '31', text: 'String bet.' });
  assert.equal(callOf('report', '31', '', 'They chat.'), null);
  assert.deepEqual(callOf('report', '31', 'x', 'They chat.'), { type: 'report', table: '31', player: 'x', text: 'They chat.' });
});

test('only others can be reported', () => {
  const here = table();
  const others = othersAt(here).map(({ id }) => id);
  assert.ok(others.length > 0 && !others.includes(here.me));
});

test('time is called on others, where the clock is one that players call', () => {
  const event = (clock, you = { registered: true }) => ({ structure: { clock }, you });
  const waiting = tell(table(), started, dealt(2), turn(1, 2));
  assert.equal(mayCallTime(event('live'), waiting), true);
  assert.equal(mayCallTime(event('online'), waiting), false);
  assert.equal(mayCallTime(event('live', { registered: true, out: true }), waiting), false);
  assert.equal(mayCallTime(event('live', { registered: false }), waiting), false);
  assert.equal(mayCallTime(event('live'), tell(table(), started, dealt(2), turn(1, 1))), false, 'not on oneself');
  assert.equal(mayCallTime(event('live'), table()), false, 'no player decides');
});

test('the result of an event does not lie over the other tables where one plays', () => {
  const live = fromSnapshot(golden('server/tournament_snapshot.json'), 0);
  live.you = { ...live.you, out: true, place: { best: 6, worst: 6 } };
  const session = { live: { you: null } };
  const room = {
    session,
    ui: { wasIn: true, resultSeen: false },
    now: () => 0,
    app: { sessions: new Map([['1', session]]), hall: { events: new Map([['5', { live }]]) } },
  };
  const table = { info: { tournament: { tournament: '5', level: 1, table_no: 1 } }, seats: {} };
  const dialog = () => new Contest(room).dialogs(table);
  assert.equal(dialog()?.key, 'result');
  room.app.sessions.set('2', { live: { you: { seat: 3 } } });
  assert.equal(dialog(), null);
  room.app.sessions.set('2', { live: { you: null } });
  assert.equal(dialog()?.key, 'result', 'tables that are watched can wait');
});
