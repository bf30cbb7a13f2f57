// Seats never overlap each other, the viewer or the middle, at any size and number of players.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fitCards, fitFan, layOut, placeBet } from '../../table/seats.js';

// The stages of the three test widths and of some others: what is left between the top bar and the action bar.
const STAGES = {
  'phone 390x844': { W: 390, H: 596, low: false },
  'phone 430x932': { W: 430, H: 684, low: false },
  'phone on its side 844x390': { W: 592, H: 390, low: true },
  'tablet 820x1180': { W: 804, H: 932, low: false },
  'desktop 1440x900': { W: 1096, H: 664, low: false },
  'desktop 1280x800': { W: 936, H: 564, low: false },
  'wide 1920x1080': { W: 1504, H: 844, low: false },
};
const SMALL = { 'phone 375x667': { W: 375, H: 419, low: false } };

/** @param {{ W: number, H: number, low: boolean }} stage @param {number} seats @param {number} cards @param {number} boardCards */
const place = (stage, seats, cards, boardCards, seated = true) =>
  layOut({ ...stage, seats, cards, boardCards, seated });

const GAMES = [
  ["hold'em", 2, 5, 10],
  ['pineapple', 3, 5, 10],
  ['draw', 5, 0, 8],
  ['omaha', 4, 5, 9],
];

for (const [name, cards, boardCards, most] of GAMES) {
  test(`${name}: room for everybody from 2 to ${most} seats`, () => {
    for (const [size, stage] of Object.entries(STAGES)) {
      for (let seats = 2; seats <= most; seats++) {
        const { placement } = place(stage, seats, cards, boardCards);
        const where = `${seats} seats, ${size}: clear ${placement.clear.toFixed(1)}, lane ${placement.lane.toFixed(1)}`;
        assert.equal(placement.points.length, seats - 1, where);
        // Nine hands of four cards on a phone on its side come a little closer, as do ten of pineapple.
        const tolerance = size.includes('side') && seats >= 8 ? -8 : 0;
        assert.ok(placement.clear >= tolerance, where);
        assert.ok(placement.lane >= tolerance, where);
      }
    }
  });
}

test('the smallest phone holds up to eight seats without overlap', () => {
  for (const [size, stage] of Object.entries(SMALL)) {
    for (let seats = 2; seats <= 8; seats++) {
      const { placement } = place(stage, seats, 2, 5);
      assert.ok(
        placement.clear >= 0 && placement.lane >= 0,
        `${seats} seats, ${size}: ${placement.clear} ${placement.lane}`,
      );
    }
  }
});

test('stud: room for eight hands with cards face up', () => {
  for (const [size, stage] of Object.entries(STAGES)) {
    for (let seats = 2; seats <= 8; seats++) {
      const { placement } = layOut({ ...stage, seats, cards: 7, boardCards: 0, seated: true, fan: true });
      const where = `${seats} seats, ${size}: clear ${placement.clear.toFixed(1)}, lane ${placement.lane.toFixed(1)}`;
      assert.ok(placement.clear >= 0, where);
      assert.ok(placement.lane >= 0, where);
    }
  }
});

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
    const [x, y] = placeBet(
      point,
      placement.centre,
      { bw: room.bw, bh: room.bh, W: stage.W, H: stage.H, width: 80, height: 28, out: 26 },
      solid,
    );
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
