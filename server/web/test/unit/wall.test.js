// Values that a wall screen computes by itself, and a certificate.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { fromSnapshot, toMoney } from '../../tournament/model.js';
import { breakIn, drawPage, nextPrize, prizesInSight, seatsByName, seatsOf } from '../../tournament/wall.js';
import './catalogue.js';

// The certificate is an element of a page.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { certifiedText, playedOn } = await import('../../tournament/certificate.js');
const { routeOf } = await import('../../route.js');

const NOW = 1_000_000;
const golden = () => JSON.parse(readFileSync(new URL('../../../../protocol/golden/v1/server/tournament_snapshot.json', import.meta.url), 'utf8'));

/** @param {(state: any) => void} [change] */
function standing(change = () => {}) {
  const message = golden();
  change(message.state);
  return fromSnapshot(message, NOW);
}

/** At a level of the structure, with this much time left. */
const atLevel =
  (level, left, more = {}) =>
  (state) => {
    state.level.level = level;
    state.clock = { level, elapsed_ms: 0, left_ms: left, running: true, ...more };
  };

test('the next break counts the levels before it, and stands still with the clock', () => {
  assert.equal(breakIn(standing(atLevel(2, 60_000)), NOW), 60_000);
  assert.equal(breakIn(standing(atLevel(2, 60_000)), NOW + 1000), 59_000);
  assert.equal(breakIn(standing(atLevel(1, 60_000)), NOW), 60_000 + 720_000);
  assert.equal(breakIn(standing(atLevel(1, 60_000, { running: false })), NOW + 5000), 780_000);
  assert.equal(breakIn(standing(atLevel(3, 60_000)), NOW), null, 'no break follows');
  assert.equal(breakIn(standing(atLevel(2, 60_000, { break: true })), NOW), null, 'it is on');
  assert.equal(breakIn(standing(), NOW), null, 'a level after the last of the list');
});

test('equal prizes stand together, and those at stake are in sight', () => {
  const some = prizesInSight(
    standing((state) => (state.summary.alive = 2)),
    8,
  );
  assert.deepEqual(some, [
    { best: 1, worst: 1, prize: 8000, isNext: false, isPaid: false },
    { best: 2, worst: 2, prize: 6500, isNext: true, isPaid: false },
    { best: 3, worst: 3, prize: 6000, isNext: false, isPaid: true },
  ]);
  const long = (alive) =>
    standing((state) => {
      state.prizes = [100, 90, 80, 70, 60, 50, 40, 40, 30, 20, 10, 10];
      Object.assign(state.summary, { alive, entries_open: false });
    });
  const best = (alive, most) => prizesInSight(long(alive), most).map((one) => one && `${one.best}-${one.worst}`);
  assert.deepEqual(best(30, 6), ['1-1', '2-2', '3-3', null, '10-10', '11-12'], 'before the money, down to the least');
  assert.deepEqual(best(8, 6), ['1-1', '2-2', '3-3', null, '6-6', '7-8']);
  assert.deepEqual(best(5, 6), ['1-1', '2-2', '3-3', '4-4', '5-5', '6-6']);
  const open = standing((state) => (state.summary.entries_open = true));
  assert.ok(
    prizesInSight(open, 8).every((one) => !one.isNext && !one.isPaid),
    'nothing is settled while entries are open',
  );
});

test('the next player out gets the prize of the last place that is left', () => {
  const with_ = (change) => nextPrize(standing((state) => Object.assign(state.summary, change)));
  assert.deepEqual(with_({ alive: 3 }), { place: 3, prize: 6000, isNext: true });
  assert.deepEqual(with_({ alive: 9 }), { place: 3, prize: 6000, isNext: false });
  assert.equal(with_({ alive: 1 }), null);
  assert.equal(with_({ alive: 9, entries_open: true }), null);
  const full = standing((state) => (state.summary.entries_max = state.summary.entries));
  assert.equal(nextPrize(full), null, 'all places are taken, and entries are not closed');
  assert.equal(toMoney(full), null);
  assert.equal(with_({ alive: 9, phase: 'completed' }), null);
});

test('a list of prizes that may be cut says nothing of its end', () => {
  const cut = standing((state) => {
    state.prizes = Array.from({ length: 100 }, (_, at) => 1000 - at);
    state.summary.alive = 140;
  });
  assert.equal(nextPrize(cut), null);
  assert.equal(toMoney(cut), null);
});

test('numbers in names count as numbers', () => {
  const players = [1, 10, 11, 2];
  const entrants = players.map((player) => ({ player, who: { name: `Player ${player}` } }));
  const tables = [{ no: 1, seats: /** @type {[number, number, number][]} */ (players.map((player, index) => [index + 1, player, 500])) }];
  assert.deepEqual(
    seatsByName(entrants, tables).map(({ player }) => player),
    [1, 2, 10, 11],
  );
});

test('seats are listed by name, and players without one are not', () => {
  const entrants = [
    { player: 1, who: { name: 'Zoé' } },
    { player: 2, who: { name: 'Élise' } },
    { player: 3, who: { name: 'Out' } },
  ];
  const tables = [
    { no: 1, seats: [[4, 1, 500]] },
    {
      no: 2,
      seats: [
        [1, 2, 500],
        [2, 99, 500],
      ],
    },
  ];
  assert.deepEqual(seatsByName(entrants, tables), [
    { player: 2, name: 'Élise', table: 2, seat: 1 },
    { player: 1, name: 'Zoé', table: 1, seat: 4 },
  ]);
  assert.deepEqual(seatsOf(standing()), [
    { player: 9, name: 'Ada', table: 1, seat: 2 },
    { player: 3, name: 'hal', table: 1, seat: 4 },
  ]);
});

test('the seats are shown for the first minutes, page by page, each at least once', () => {
  const begun = (ms, more = {}) => standing((state) => (state.clock = { level: 1, elapsed_ms: ms, left_ms: 600_000, running: true, ...more }));
  assert.equal(drawPage(begun(0), 3, NOW), 0);
  assert.equal(drawPage(begun(0), 3, NOW + 12_000), 1);
  assert.equal(drawPage(begun(36_000), 3, NOW), 0, 'and anew');
  assert.equal(drawPage(begun(179_000), 1, NOW), 0);
  assert.equal(drawPage(begun(180_000), 1, NOW), null);
  assert.equal(drawPage(begun(12_000 * 19), 20, NOW), 19, 'a large field takes longer');
  assert.equal(drawPage(begun(0), 0, NOW), null);
  assert.equal(drawPage(standing(), 1, NOW), null, 'well under way');
});

test('a certificate names place and day', () => {
  setLang('en');
  assert.equal(certifiedText({ best: 1, worst: 1 }, 41), 'Winner: 1st place of 41');
  assert.equal(certifiedText({ best: 22, worst: 22 }, 41), '22nd place of 41');
  assert.equal(certifiedText({ best: 3, worst: 4 }, 41), 'Shared places 3 to 4 of 41');
  setLang('fr');
  assert.equal(certifiedText({ best: 1, worst: 1 }, 41), 'Victoire\u202f: 1re place sur 41');
  assert.equal(certifiedText({ best: 21, worst: 21 }, 41), '21e place sur 41');
  setLang('en');
  assert.equal(playedOn({ ended_at: 5, starts_at: 3, phase: 'completed' }, 9), 5);
  assert.equal(playedOn({ starts_at: 3, phase: 'running' }, 9), 9);
  assert.equal(playedOn({ starts_at: 3, phase: 'completed' }, 9), 3);
});

test('every page of a tournament has an address', () => {
  assert.deepEqual(routeOf('/tournament/12'), { view: 'tournament', id: '12', part: 'page', player: 0 });
  assert.deepEqual(routeOf('/tournament/12/screen'), { view: 'tournament', id: '12', part: 'screen', player: 0 });
  assert.deepEqual(routeOf('/tournaments/12/screen/'), routeOf('/tournament/12/screen'));
  assert.deepEqual(routeOf('/tournament/12/certificate/7'), { view: 'tournament', id: '12', part: 'certificate', player: 7 });
  assert.deepEqual(routeOf('/tournament/12/certificate'), { view: 'nowhere' });
  for (const path of ['/tabel/7', '/table', '/table/7/8', '/.env', '/x']) assert.deepEqual(routeOf(path), { view: 'nowhere' }, path);
  for (const path of ['/', '/index.html', '/?utm=1']) assert.deepEqual(routeOf(path), { view: 'lobby', tab: 'tables' }, path);
  assert.deepEqual(routeOf('/tournaments'), { view: 'lobby', tab: 'tournaments' });
  assert.deepEqual(routeOf('/table/4-abc'), { view: 'table', id: '4-abc' });
});

test('an address that is not encoded right is read as it stands', () => {
  assert.deepEqual(routeOf('/rules/%E0%A4%A'), { view: 'rules', game: '%E0%A4%A' });
  assert.deepEqual(routeOf('/learn/%'), { view: 'learn', lesson: '%' });
  assert.deepEqual(routeOf('/table/%41'), { view: 'table', id: 'A' });
});
