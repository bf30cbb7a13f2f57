// Positions of n seats around a table of any shape. Pure: numbers in, points out. Seat 0 is the viewer, bottom centre; the rest follow clockwise, so
// that the next to act sits on the left.

/** @typedef {[x: number, y: number]} Point */
/** @typedef {[x: number, y: number, width: number, height: number]} Box A box around its centre. */
/**
 * @typedef {object} Room
 * @property {number} W Width of the stage.
 * @property {number} H
 * @property {number} n Seats, the viewer's included.
 * @property {number} bw An opponent's box: cards and plate.
 * @property {number} bh
 * @property {number} heroW The viewer's box.
 * @property {number} heroH
 * @property {number} keepW Width to keep free in the middle, for pots and board.
 * @property {number} keepH
 */
/**
 * @typedef {object} Placement
 * @property {number} score
 * @property {number} clear Smallest gap between any two boxes.
 * @property {number} lane Gap around the middle.
 * @property {Point[]} points The opponents, clockwise from the viewer's left.
 * @property {boolean} flanked `true` if a player sits beside the viewer.
 * @property {Point} centre Centre of the middle box.
 */

const PAD = 6;
const GAP = 6;
/** Gap assumed around a middle box that has no position at all. */
const NO_LANE = -1000;

/** The gap between two boxes, negative where they overlap. @param {Box} a @param {Box} b */
export const gapOf = (a, b) => Math.max(Math.abs(a[0] - b[0]) - (a[2] + b[2]) / 2, Math.abs(a[1] - b[1]) - (a[3] + b[3]) / 2);

/**
 * Places the opponents. Tries every way to split them into the top row, the sides and the flanks of the viewer, a few hundred in all, and keeps the
 * one with the best gaps.
 *
 * @param {Room} room
 * @param {{ clear: number, lane: number }} [least] Placements without these gaps are skipped; the result has no points
 *   if none has them.
 * @returns {Placement}
 */
export function placeSeats({ W, H, n, bw, bh, heroW, heroH, keepW, keepH }, least = { clear: -Infinity, lane: -Infinity }) {
  const others = n - 1;
  const middleX = W / 2;
  const beside = (W - heroW) / 2 >= bw + PAD;
  // An oval if there is room, otherwise straight columns.
  const power = beside ? 2.2 : W >= 600 ? 3.4 : 9;
  const top = PAD + bh / 2;
  const bottom = beside ? H - PAD - bh / 2 : H - heroH - GAP - bh / 2;
  const a = middleX - PAD - bw / 2;
  const b = Math.max(1, (bottom - top) / 2);
  const middleY = (top + bottom) / 2;
  const curve = (/** @type {number} */ value, /** @type {number} */ radius) => Math.max(0, 1 - Math.min(1, Math.abs(value / radius)) ** power) ** (1 / power);
  /** @type {Box} */
  const hero = [middleX, H - heroH / 2, heroW, heroH];
  const laneWish = (H - heroH) / 2 + (beside ? 6 : 0);

  /** @type {Placement} */
  let best = { score: -Infinity, clear: 0, lane: 0, points: [], flanked: false, centre: [middleX, laneWish] };
  for (let flank = 0; flank <= (beside ? 1 : 0); flank++) {
    for (let side = 0; 2 * (flank + side) <= others; side++) {
      const above = others - 2 * (flank + side);
      const lows = side ? (beside ? [-0.9, -0.6, -0.4, -0.2, 0] : [-0.9, -0.6, -0.5, -1 / 3, -0.2, 0, 0.25, 0.45]) : [0];
      const highs = side ? (beside ? [0, 0.35, 0.6] : [0.5, 0.75, 1]) : [0];
      for (const low of lows) {
        for (const high of highs) {
          for (const spread of beside ? [false] : [false, true]) {
            if (side > 1 && high <= low) continue;
            /** @type {Point[]} */
            const left = [];
            /** @type {Point[]} */
            const row = [];
            if (flank) {
              const x = Math.min(a, Math.max(heroW / 2 + bw / 2 + GAP, a * 0.6));
              left.push([-x, b * Math.max(curve(x, a), 0.74)]);
            }
            for (let j = side - 1; j >= 0; j--) {
              const y = b * (side > 1 ? low + ((high - low) * j) / (side - 1) : (low + high) / 2);
              left.push([-a * Math.max(curve(y, b), beside ? 0.6 : W >= 600 ? 0.8 : 0.97), y]);
            }
            for (let i = 0; i < above; i++) {
              const share = above > 1 ? (spread ? 1 : (above - 1) / (above + 0.35)) * ((2 * i) / (above - 1) - 1) : 0;
              const x = a * share;
              row.push([x, -b * (W >= 600 ? curve(x, a) : 1)]);
            }
            const right = left.map(([x, y]) => /** @type {Point} */ ([-x, y])).reverse();
            const points = [...left, ...row, ...right].map(([x, y]) => /** @type {Point} */ ([middleX + x, middleY + y]));
            const boxes = points.map(([x, y]) => /** @type {Box} */ ([x, y, bw, bh]));

            let clear = 30;
            const all = [...boxes, hero];
            all.forEach((box, i) => {
              for (let j = i + 1; j < all.length; j++) clear = Math.min(clear, gapOf(box, all[j]));
            });

            if (clear < least.clear) continue;

            // Evenness of the angles around the table.
            const angles = [Math.PI / 2, ...points.map(([x, y]) => Math.atan2((y - H / 2) / H, (x - middleX) / W))];
            let uneven = 0;
            angles.forEach((angle, i) => {
              const turn = (((angles[(i + 1) % n] - angle) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
              uneven += (turn - (2 * Math.PI) / n) ** 2;
            });

            // The lane is expensive to find, and adds at most 40.
            if (Math.min(clear, 12) * 4 + 40 - uneven * 12 <= best.score) continue;

            // The lane for pots and board: of the clear positions, the one closest to the middle.
            let lane = { value: -Infinity, y: laneWish, free: -Infinity };
            for (let y = keepH / 2; y < H - heroH - keepH / 2; y += 4) {
              const far = Math.abs(y - laneWish) / 12;
              let free = Math.min(H - heroH - keepH / 2 - y, 12);
              for (const box of boxes) {
                free = Math.min(free, gapOf(box, [middleX, y, keepW, keepH]));
                if (free * 3 - far <= lane.value) break;
              }
              const value = free * 3 - far;
              if (value > lane.value) lane = { value, y, free };
            }
            if (lane.free < least.lane) continue;

            // Even a stage too low for its middle gets positions.
            const score = Math.min(clear, 12) * 4 + Math.max(NO_LANE, Math.min(lane.free, 10)) * 4 - uneven * 12;
            if (score > best.score) {
              best = { score, clear, lane: lane.free, points, flanked: flank > 0, centre: [middleX, lane.y] };
            }
          }
        }
      }
    }
  }
  return best;
}

/**
 * Position of a seat's bet: the first place near its box that touches nothing solid.
 *
 * @param {Point} seat
 * @param {Point} centre
 * @param {{ bw: number, bh: number, W: number, H: number, width: number, height: number, out: number }} size
 * @param {Box[]} solid
 * @returns {Point}
 */
export function placeBet([x, y], centre, { bw, bh, W, H, width, height, out }, solid) {
  const dx = centre[0] - x;
  const dy = centre[1] - y;
  const distance = Math.hypot(dx, dy) || 1;
  const reach =
    Math.min(dx ? bw / 2 / Math.abs(dx / distance) : Infinity, dy ? bh / 2 / Math.abs(dy / distance) : Infinity) +
    out +
    (Math.abs(x - W / 2) > bw ? width / 4 : 0);
  /** @type {Point[]} */
  const places = [
    [x + (dx / distance) * reach, y + (dy / distance) * reach],
    [x + Math.sign(dx) * (bw / 2 + width / 2 + 4), y],
    [x, y + Math.sign(dy || 1) * (bh / 2 + height / 2 + 2)],
    [x, y - bh / 2 - height / 2 - 2],
    [x, y + bh / 2 + height / 2 + 1],
  ];
  const size = { W, H, width, height };
  const free = (/** @type {Point} */ place) => freeAt(place, size, solid);
  return places.find((place) => free(place) >= 0) ?? places.sort((u, v) => free(v) - free(u))[0];
}

/**
 * Gap between a bet and its nearest neighbour or the edge of the stage; negative if they overlap.
 *
 * @param {Point} place
 * @param {{ W: number, H: number, width: number, height: number }} size
 * @param {readonly Box[]} solid
 */
export const freeAt = ([u, v], { W, H, width, height }, solid) =>
  Math.min(u - width / 2 - 4, W - 4 - u - width / 2, v - height / 2, H - v - height / 2, ...solid.map((box) => gapOf(box, [u, v, width, height])));

/**
 * Largest card width that fits a row, and the step between cards. `index` is the share of a card that must stay visible: .60 for the viewer's own,
 * .28 for backs.
 *
 * @param {number} width
 * @param {number} count
 * @param {{ max: number, min?: number, gap?: number, index: number }} options
 */
export function fitCards(width, count, { max, min = 22, gap = 3, index }) {
  for (let card = max; card >= min; card--) {
    const step = count > 1 ? Math.min(card + gap, (width - card) / (count - 1)) : card;
    if (step >= card * index) return { card, step };
  }
  return { card: min, step: Math.max(8, (width - min) / Math.max(1, count - 1)) };
}

/**
 * A hand with face-down and face-up cards: narrow backs, then readable up-cards that overlap.
 *
 * @typedef {object} Fan
 * @property {number} card
 * @property {number} downStep
 * @property {number} upStep
 */

/**
 * @param {number} width
 * @param {{ down: number, up: number }} count
 * @param {{ max: number, min?: number, low: boolean }} options `low` if even the backs have little room.
 * @returns {Fan}
 */
export function fitFan(width, { down, up }, { max, min = 20, low }) {
  const back = low ? 0.16 : 0.28;
  for (let card = max; ; card--) {
    const downStep = card * back;
    const room = width - card - down * downStep;
    const upStep = up > 1 ? Math.min(card * (low ? 0.62 : 0.72), room / (up - 1)) : card;
    if (upStep >= card * 0.56 || card <= min) return { card, downStep, upStep: Math.max(9, upStep) };
  }
}

/**
 * Sizes of a stage's pieces. `cards` is the number of cards in each hand, `board` that of the board.
 *
 * @typedef {object} Sizes
 * @property {'phone' | 'landscape' | 'tablet' | 'desktop'} kind
 * @property {boolean} small `true` for a phone in either orientation.
 * @property {boolean} crowd `true` if plates are small: a shown hand's name then replaces the player's.
 * @property {boolean} tight `true` if there is only room for cards: no street, no line above the viewer's cards.
 * @property {number} bw
 * @property {number} card Width of opponents' shown cards.
 * @property {number} plate The height of an opponent's plate.
 * @property {number} overlap Overlap of a plate over its cards.
 * @property {number} tag Height of a plate's tag above it.
 * @property {number} mine Width of the viewer's own cards.
 * @property {number} mineStep
 * @property {number} board Width of the board's cards.
 * @property {boolean} fan `true` if hands have both face-up and face-down cards.
 */

/**
 * @typedef {{ W: number, H: number, low: boolean, seats: number, cards: number, boardCards: number, seated: boolean, fan?: boolean, picks?: boolean, wild?: boolean }} Stage
 * `picks` if players choose among their own cards, which are lifted then. `wild` if a card may stand for another, shown in a tag above it.
 */

/**
 * Largest and smallest width of a box; heights of its cards, its plate and a board card; width of the viewer's own cards.
 *
 * @typedef {[bw: number, card: number, plate: number, board: number, mine: number]} Measures
 */
/** @type {Record<Sizes['kind'], { most: Measures, least: Measures, fan: { most: Measures, least: Measures } }>} */
const MEASURES = {
  phone: {
    most: [116, 44, 44, 62, 72],
    least: [82, 22, 30, 24, 38],
    fan: { most: [186, 38, 30, 62, 70], least: [112, 22, 24, 28, 42] },
  },
  landscape: {
    most: [116, 40, 40, 46, 54],
    least: [80, 22, 32, 26, 38],
    fan: { most: [150, 34, 28, 46, 54], least: [88, 22, 24, 26, 38] },
  },
  tablet: {
    most: [160, 56, 46, 84, 92],
    least: [112, 32, 40, 44, 64],
    fan: { most: [240, 54, 34, 84, 76], least: [150, 30, 30, 44, 60] },
  },
  desktop: {
    most: [160, 56, 46, 80, 92],
    least: [112, 32, 40, 40, 60],
    fan: { most: [206, 50, 34, 80, 76], least: [140, 30, 30, 40, 56] },
  },
};

/** Height of a card raised because it plays, relative to its width. */
const RAISED = 1.5;

/** Height of the tag above an opponent's wild card. @param {number} card Width of the card. */
const wildTag = (card) => Math.max(10, 0.22 * card) + 2;

/**
 * @param {Stage} stage
 * @param {number} ease From 1, the design's sizes, to 0, the smallest readable ones.
 * @param {number} boardEase The same for the board.
 * @returns {Sizes}
 */
export function sizesOf({ W, H, low, cards, fan = false }, ease = 1, boardEase = ease) {
  /** @type {Sizes['kind']} */
  const kind = low ? 'landscape' : W < 600 ? 'phone' : W <= 900 && H > W ? 'tablet' : 'desktop';
  const small = kind === 'phone' || kind === 'landscape';
  const { most, least } = fan ? MEASURES[kind].fan : MEASURES[kind];
  const between = (/** @type {number} */ at, share = ease) => Math.round(least[at] + (most[at] - least[at]) * share);
  const bw = Math.min(between(0), Math.floor((W - 12) / 2));
  const plate = between(2);
  const crowd = fan ? small : plate < 42;
  const tag = crowd ? 14 : 18;
  // As large as a whole hand fits into its box.
  const { card } = fitCards(bw, cards, { max: between(1), gap: 2, index: 0.5 });
  // The part of a card not covered by the plate and its tag must show the index.
  const overlap = Math.min(14, Math.floor(card * 1.4 * (crowd ? 0.32 : 0.4) - (crowd ? 0 : tag)));
  const tight = small && (ease < 0.7 || H < 300);
  const own = fitCards(Math.min(W - 20, low ? W * 0.46 : 640), cards, { max: between(4), gap: 6, index: 0.6 });
  return { kind, small, crowd, tight, bw, card, plate, overlap, tag, mine: own.card, mineStep: own.step, board: between(3, boardEase), fan };
}

/** Number of rows that a board needs. @param {number} cards */
export const boardRows = (cards) => (cards > 6 ? 2 : 1);

/**
 * Boxes of a stage from its sizes, as input for `placeSeats`. A box has room for a shown hand, with its cards raised, and for the tag, so that
 * nothing has to move at showdown.
 *
 * @param {Stage} stage
 * @param {Sizes} sizes
 * @returns {Room}
 */
export function roomOf({ W, H, seats, cards, boardCards, seated, picks = false, wild = false }, sizes) {
  const { kind, small, tight, fan, bw, card, plate, overlap, mine, mineStep, board } = sizes;
  const bh = card * RAISED - overlap + plate + (wild ? wildTag(card) : 0);
  const width = mineStep * (cards - 1) + mine;
  const minePlate = tight ? 32 : kind === 'landscape' ? 34 : kind === 'phone' ? 38 : 44;
  // The made hand is named above them.
  const made = tight || kind === 'landscape' ? 0 : 42;
  const pushed = fan ? 14 : 0;
  const lifted = picks && !tight ? 20 : 0;
  const heroW = seated ? Math.max(width, small ? 200 : 290) + 12 : bw;
  const heroH = seated ? mine * 1.4 - 10 + minePlate + 8 + made + pushed + lifted : bh;
  const rows = boardRows(boardCards);
  const wide = Math.ceil(boardCards / rows);
  const pot = small ? 130 : boardCards ? 0 : 220;
  const keepW = Math.max(pot, boardCards ? wide * board + (wide - 1) * 6 + 8 : 0);
  const street = tight || kind === 'landscape' || (fan && small) ? 0 : small ? 24 : 50;
  const keepH = (boardCards ? rows * (board * 1.4 + 6) + 6 : 0) + 34 + street;
  const box = small ? 0 : 10;
  return { W, H: H - box, n: seats, bw, bh, heroW, heroH, keepW, keepH };
}

/** Smallest gaps between boxes, and around the middle, that look like gaps. */
const GAPS = { clear: 2, lane: 2 };

/**
 * The complete placement of a stage. Everything is as large as possible without overlaps: first the board shrinks, then all the rest.
 *
 * @param {Stage} stage
 * @returns {{ sizes: Sizes, room: Room, placement: Placement, boardCard: number, tagless?: boolean }}
 */
export function layOut(stage) {
  for (let ease = 10; ease >= 0; ease--) {
    for (const less of stage.boardCards > 0 ? [0, 3, 6] : [0]) {
      if (less > ease) continue;
      const found = atEase(stage, ease / 10, (ease - less) / 10, GAPS);
      if (found.placement.points.length === stage.seats - 1) return found;
    }
  }
  // Nine players on the smallest phones leave no room for tags: wild cards are then explained in text only.
  if (stage.wild) return { ...layOut({ ...stage, wild: false }), tagless: true };
  // No stage of a known screen gets here.
  return atEase(stage, 0, 0);
}

/** @param {Stage} stage @param {number} ease @param {number} boardEase @param {typeof GAPS} [least] */
function atEase(stage, ease, boardEase, least) {
  const sizes = sizesOf(stage, ease, boardEase);
  const room = roomOf(stage, sizes);
  return { sizes, room, placement: placeSeats(room, least), boardCard: sizes.board };
}
