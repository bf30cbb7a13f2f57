// A wall screen on a club night: what it calls out, who is out, the names before the start, the club's look.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { fromSnapshot } from '../../tournament/model.js';
import { namesShown } from '../../tournament/wall-before.js';
import { contrastOf, coloursOf, PLAIN, readLook } from '../../tournament/wall-look.js';
import { momentOf, momentText } from '../../tournament/wall-moments.js';
import { outOf } from '../../tournament/wall-parts.js';
import './catalogue.js';

const NOW = 1_000_000;

/** @param {(state: any) => void} [change] */
function standing(change = () => {}) {
  const message = JSON.parse(readFileSync(new URL('../../../../protocol/golden/v1/server/tournament_snapshot.json', import.meta.url), 'utf8'));
  change(message.state);
  return fromSnapshot(message, NOW);
}

const moment = (before, after) => momentOf(standing(before), standing(after));
const alive = (n) => (state) => (state.summary.alive = n);

test('a moment is called out once, and the greatest of several', () => {
  assert.equal(
    moment(
      () => {},
      () => {},
    ),
    null,
  );
  assert.equal(
    moment(
      () => {},
      (state) => (state.level.level = 8),
    ),
    'level',
  );
  const onBreak = (state) => (state.clock.break = true);
  assert.equal(
    moment(() => {}, onBreak),
    'break',
  );
  assert.equal(moment(onBreak, onBreak), null, 'and it goes on');
  assert.equal(
    moment(onBreak, () => {}),
    'back',
  );
  assert.equal(moment(alive(5), alive(4)), 'bubble');
  assert.equal(moment(alive(4), alive(4)), null);
  assert.equal(moment(alive(4), alive(3)), 'money');
  assert.equal(moment(alive(5), alive(3)), 'money', 'two went out together');
  assert.equal(moment(alive(3), alive(2)), null);
  const tables = (n, left) => (state) => Object.assign(state, { table_count: n, summary: { ...state.summary, alive: left } });
  assert.equal(moment(tables(2, 5), tables(1, 4)), 'final', 'greater than the bubble');
  assert.equal(moment(tables(1, 5), tables(1, 4)), 'bubble', 'a field of one table has no final one');
  const phase = (one) => (state) => (state.summary.phase = one);
  assert.equal(moment(phase('registering'), phase('running')), 'start');
  assert.equal(moment(phase('running'), phase('completed')), 'over');
  assert.equal(moment(phase('completed'), phase('completed')), null);
  assert.equal(moment(phase('running'), phase('cancelled')), null);
});

test('moments are said in both languages', () => {
  const completed = standing((state) => {
    state.summary.phase = 'completed';
    state.places = [{ player: 9, best: 1, worst: 1, prize: 10 }];
  });
  const onBreak = standing((state) => (state.clock = { ...state.clock, break: true, left_ms: 600_000 }));
  setLang('en');
  assert.equal(momentText('level', standing(), NOW), 'Level 7: 100/200, ante 200.');
  assert.equal(momentText('break', onBreak, NOW), 'Break, 10 minutes.');
  assert.equal(momentText('back', standing(), NOW), 'The break is over. Level 7: 100/200, ante 200.');
  assert.equal(momentText('over', completed, NOW), 'Ada wins the tournament.');
  setLang('fr');
  assert.equal(momentText('over', completed, NOW), 'Ada remporte le tournoi.');
  assert.match(momentText('bubble', standing(), NOW), /^La bulle/);
  setLang('en');
});

test('players are out from the first one on, and have a place once there is one', () => {
  assert.deepEqual(outOf(standing()), [{ player: 4, name: 'Blaise', place: '3', prize: 6000 }]);
  const early = standing((state) => {
    state.places = [];
    state.summary.entries_open = true;
    state.entrants.find(({ player }) => player === 9).out = true;
  });
  assert.deepEqual(
    outOf(early).map(({ name, place }) => [name, place]),
    [
      ['Ada', ''],
      ['Blaise', ''],
    ],
  );
});

test('names take turns before the start', () => {
  const entrants = Array.from({ length: 27 }, (_, at) => ({ player: at + 1, who: { id: String(at), name: `Player ${at + 1}`, kind: 'guest' } }));
  const live = standing((state) => (state.entrants = entrants));
  const seen = [0, 12_000, 24_000, 36_000].map((now) => namesShown(live, now));
  assert.deepEqual(
    seen.map(({ page, pages, names }) => [page, pages, names.length]),
    [
      [0, 3, 12],
      [1, 3, 12],
      [2, 3, 3],
      [0, 3, 12],
    ],
  );
  assert.equal(seen[0].names[1].name, 'Player 2', 'numbers count as numbers');
});

test('a broken look counts as none', () => {
  for (const text of [null, '', '{', '7', '[]', '"x"']) assert.deepEqual(readLook(text), PLAIN, String(text));
  const wrong = { look: 'huge', volume: 7, isSpoken: 'yes', ground: 'red;}', accent: 5, picture: '<svg onload=alert(1)>' };
  assert.deepEqual(readLook(JSON.stringify(wrong)), PLAIN);
  assert.equal(readLook(JSON.stringify({ picture: 'A'.repeat(400_001) })).picture, '');
  const own = { look: 'stage', volume: 0, isSpoken: false, ground: '#102030', accent: '#ffcc00', picture: 'iVBORw0KGgo=' };
  assert.deepEqual(readLook(JSON.stringify(own)), own);
});

test('text and clock can be read on any colour of the club', () => {
  assert.equal(coloursOf({ ...PLAIN }), null);
  for (let n = 0; n < 0x1000000; n += 0x0a1b2d) {
    const ground = `#${n.toString(16).padStart(6, '0')}`;
    for (const accent of ['#f4bd48', '#000000', ground]) {
      const { ink, accent: used } = coloursOf({ ...PLAIN, ground, accent }) ?? assert.fail();
      assert.ok(contrastOf(ink, ground) >= 4.5, `${ink} on ${ground}`);
      assert.ok(contrastOf(used, ground) >= 4.5, `${used} on ${ground}`);
    }
  }
});
