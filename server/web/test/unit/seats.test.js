// Seats never overlap each other, the viewer or the middle, at any size and number of players.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fitCards, fitFan, layOut, placeBet } from '../../table/seats.js';

// Space between the top bar and the action bar at its highest.
const STAGES = {
  'phone 360x640': { W: 360, H: 387, low: false },
  'phone 375x667': { W: 375, H: 414, low: false },
  'phone 390x844': { W: 390, H: 591, low: false },
  'phone 430x932': { W: 430, H: 679, low: false },
  'phone on its side 640x360': { W: 388, H: 360, low: true },
  'phone on its side 844x390': { W: 592, H: 390, low: true },
  'tablet 768x1024': { W: 752, H: 791, low: false },
  'tablet 820x1180': { W: 804, H: 932, low: false },
  'tablet on its side 1024x768': { W: 1008, H: 535, low: false },
  'desktop 1280x720': { W: 936, H: 487, low: false },
  'desktop 1440x900': { W: 1096, H: 664, low: false },
  'wide 1920x1080': { W: 1504, H: 844, low: false },
  'wide 2560x1440': { W: 2160, H: 1207, low: false },
};

/** @param {{ W: number, H: number, low: boolean }} stage @param {number} seats @param {number} cards @param {number} boardCards */
const place = (stage, seats, cards, boardCards, seated = true) => layOut({ ...stage, seats, cards, boardCards, seated });

const GAMES = [
  ["hold'em", 2, 5, 10],
  ['pineapple', 3, 5, 10],
  ['omaha', 4, 5, 10],
  ['five-card omaha', 5, 5, 9],
  ['six-card omaha', 6, 5, 7],
  ['draw', 5, 0, 8],
  ['straight poker', 5, 0, 10],
  ['badugi', 4, 0, 8],
  ['short hands', 2, 0, 10],
  ['three-card monte', 3, 0, 10, true],
  ['five-card stud', 5, 0, 10, true],
  ['stud', 7, 0, 8, true],
  ['eight-card stud', 8, 0, 8, true],
  ['draw with wild cards', 5, 0, 8, false, true],
  ['Cincinnati with wild cards', 5, 5, 9, false, true],
  ['short hands with wild cards', 2, 0, 10, false, true],
  ['five-card stud with wild cards', 5, 0, 10, true, true],
  ['stud with wild cards', 7, 0, 8, true, true],
];

for (const [name, cards, boardCards, most, fan = false, wild = false] of GAMES) {
  test(`${name}: room for everybody from 2 to ${most} seats`, () => {
    for (const [size, stage] of Object.entries(STAGES)) {
      for (let seats = 2; seats <= most; seats++) {
        const { placement, sizes } = layOut({ ...stage, seats, cards, boardCards, seated: true, fan, wild });
        const where = `${seats} seats, ${size}: clear ${placement.clear.toFixed(1)}, lane ${placement.lane.toFixed(1)}`;
        assert.equal(placement.points.length, seats - 1, where);
        assert.ok(placement.clear >= 2, where);
        assert.ok(placement.lane >= 2, where);
        // The smallest readable face.
        assert.ok(sizes.card >= 22, where);
      }
    }
  });
}

test('eight cards of a hand fit beside the tag of its plate, and can be read', () => {
  for (const [width, max, low] of [
    [124, 32, false],
    [120, 25, false],
    [78, 27, true],
    [132, 42, false],
  ]) {
    for (const [down, up] of [
      [2, 1],
      [3, 4],
      [3, 5],
    ]) {
      const { card, downStep, upStep } = fitFan(width, { down, up }, { max, low });
      assert.ok(down * downStep + (up - 1) * upStep + card <= width + 0.5, `${down}+${up} in ${width}`);
      assert.ok(up < 2 || upStep >= 9, `${upStep} of an up-card shows`);
    }
  }
});

test('a board of more than six cards takes two rows', () => {
  const { placement } = layOut({ ...STAGES['phone 390x844'], seats: 6, cards: 4, boardCards: 9, seated: true });
  assert.ok(placement.clear >= 0 && placement.lane >= 0);
});

test('a spectator sees every seat', () => {
  for (const stage of Object.values(STAGES)) {
    const { placement } = place(stage, 6, 2, 5, false);
    assert.equal(placement.points.length, 5);
    assert.ok(placement.clear >= 0);
  }
});

test('seats lie inside the stage, clockwise from the left, mirrored', () => {
  for (const stage of Object.values(STAGES)) {
    const { placement, room } = place(stage, 6, 2, 5);
    for (const [x, y] of placement.points) {
      assert.ok(x - room.bw / 2 >= 0 && x + room.bw / 2 <= stage.W);
      assert.ok(y - room.bh / 2 >= 0 && y + room.bh / 2 <= stage.H);
    }
    assert.ok(placement.points[0][0] < stage.W / 2, 'the next to act sits on the left');
    placement.points.forEach(([x, y], at) => {
      const [u, v] = placement.points[placement.points.length - 1 - at];
      assert.ok(Math.abs(x + u - stage.W) < 1 && Math.abs(y - v) < 1);
    });
  }
});

test('bets touch nothing solid where there is room', () => {
  const stage = STAGES['desktop 1440x900'];
  const { placement, room } = place(stage, 6, 2, 5);
  const solid = [
    ...placement.points.map(([x, y]) => [x, y, room.bw, room.bh]),
    [...placement.centre, room.keepW, room.keepH - 44],
    [stage.W / 2, stage.H - room.heroH / 2, room.heroW, room.heroH],
  ];
  for (const point of placement.points) {
    const [x, y] = placeBet(point, placement.centre, { bw: room.bw, bh: room.bh, W: stage.W, H: stage.H, width: 80, height: 28, out: 26 }, solid);
    for (const [u, v, w, h] of solid) {
      assert.ok(Math.abs(u - x) >= (w + 80) / 2 - 1 || Math.abs(v - y) >= (h + 28) / 2 - 1, `${x} ${y} in ${u} ${v}`);
    }
  }
});

test('cards shrink and overlap to fit, and never below the smallest face', () => {
  assert.deepEqual(fitCards(200, 2, { max: 90, gap: 6, index: 0.6 }), { card: 90, step: 96 });
  const many = fitCards(120, 5, { max: 60, gap: 2, index: 0.28 });
  assert.ok(many.card + 4 * many.step <= 120.5);
  assert.equal(fitCards(10, 8, { max: 60, index: 0.5 }).card, 22);
});
