// A table that those without a seat see late: the note in the bar, and what is told before its time.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { TableSession } from '../../session.js';
import { firstText, watchedText } from '../../table/watched.js';
import './catalogue.js';
import { info, ME } from './story.js';

/** A session that has begun to watch an empty felt. */
function watching() {
  const session = new TableSession({ id: 't1', me: () => ME, ask: () => new Promise(() => {}), mayPace: () => false, changed: () => {} });
  const state = { info: info(), seats: [], wait_list: [], hands: 0, paused: false };
  session.receive({ type: 'snapshot', table: 't1', seq: 0, state });
  return session;
}

test('the bar says how many watch, and how late', () => {
  const session = watching();
  const room = { session, now: () => Date.now() };
  assert.equal(watchedText(room), '');
  session.receive({ type: 'watchers', table: 't1', watchers: 3, behind_minutes: 5, first_ms: 240_000 });
  for (const [lang, text, first] of [
    ['en', '5 minutes behind · 3 watching', 'The first hand is shown in 4 minutes'],
    ['fr', '5 minutes de retard · 3 spectateurs', 'La première main sera montrée dans 4 minutes'],
  ]) {
    setLang(lang);
    assert.equal(watchedText(room), text);
    assert.equal(firstText(room, session.live), first);
  }
  setLang('en');
  session.receive({ type: 'watchers', table: 't1', watchers: 1, behind_minutes: 5 });
  assert.equal(watchedText(room), '5 minutes behind · 1 watching');
  assert.equal(firstText(room, session.live), 'The first hand is shown in 4 minutes', 'the wait is said once');
  assert.equal(firstText(room, { ...session.live, seq: 7 }), '', 'there is something to see');
  // At a table that is shown at once the number stands alone, and none is not worth a word.
  session.receive({ type: 'watchers', table: 't1', watchers: 2 });
  assert.equal(watchedText(room), '2 watching');
  session.receive({ type: 'watchers', table: 't1', watchers: 0 });
  assert.equal(watchedText(room), '');
});

test('what is told ahead is shown at once, and its number comes later', () => {
  const session = watching();
  const offered = { kind: 'seat_offered', seat: 2, player: { id: ME, name: 'Ana', kind: 'guest' }, keep_ms: 30_000 };
  session.receive({ type: 'ahead', table: 't1', events: [offered] });
  assert.equal(session.live.offered.seat, 2);
  assert.equal(session.live.seq, 0, 'no number is used up');
  session.receive({ type: 'events', table: 't1', events: [{ seq: 1, event: offered }] });
  assert.equal(session.live.seq, 1);
  session.receive({ type: 'ahead', table: 't1', events: [{ kind: 'table_closed' }] });
  assert.ok(session.live.closed);
});
