// Where n seats go around a table of any shape. Pure: numbers in, points out. Seat 0 is the viewer, bottom centre; the
// rest follow clockwise, so that the next to act sits on the left.

/** @typedef {[x: number, y: number]} Point */
/** @typedef {[x: number, y: number, width: number, height: number]} Box Around its centre. */
/**
 * @typedef {object} Room
 * @property {number} W The stage.
 * @property {number} H
 * @property {number} n Seats, the viewer's included.
 * @property {number} bw An opponent's box: cards and plate.
 * @property {number} bh
 * @property {number} heroW The viewer's box.
 * @property {number} heroH
 * @property {number} keepW What must stay free in the middle: pots and board.
 * @property {number} keepH
 */
/**
 * @typedef {object} Placement
 * @property {number} score
 * @property {number} clear The least gap between any two boxes.
 * @property {number} lane The gap around the middle.
 * @property {Point[]} points The opponents, clockwise from the viewer's left.
 * @property {boolean} flanked Whether somebody sits beside the viewer.
 * @property {Point} centre Where the middle box lies.
 */

const PAD = 6;
const GAP = 6;

/** The gap between two boxes, negative where they overlap. @param {Box} a @param {Box} b */
const gapOf = (a, b) => Math.max(Math.abs(a[0] - b[0]) - (a[2] + b[2]) / 2, Math.abs(a[1] - b[1]) - (a[3] + b[3]) / 2);

/**
 * Places the opponents. Every way to split them into the top row, the sides and the flanks of the viewer is tried, a
 * few hundred in all, and the one with the best gaps is kept.
 *
 * @param {Room} room
 * @returns {Placement}
 */
export function placeSeats({ W, H, n, bw, bh, heroW, heroH, keepW, keepH }) {
  const others = n - 1;
  const middleX = W / 2;
  const beside = (W - heroW) / 2 >= bw + PAD;
  // An oval where there is room, else straight columns.
  const power = beside ? 2.2 : W >= 600 ? 3.4 : 9;
  const top = PAD + bh / 2;
  const bottom = beside ? H - PAD - bh / 2 : H - heroH - GAP - bh / 2;
  const a = middleX - PAD - bw / 2;
  const b = Math.max(1, (bottom - top) / 2);
  const middleY = (top + bottom) / 2;
  const curve = (/** @type {number} */ value, /** @type {number} */ radius) =>
    Math.max(0, 1 - Math.min(1, Math.abs(value / radius)) ** power) ** (1 / power);
  /** @type {Box} */
  const hero = [middleX, H - heroH / 2, heroW, heroH];
  const laneWish = (H - heroH) / 2 + (beside ? 6 : 0);

  /** @type {Placement} */
  let best = { score: -Infinity, clear: 0, lane: 0, points: [], flanked: false, centre: [middleX, laneWish] };
  for (let flank = 0; flank <= (beside ? 1 : 0); flank++) {
    for (let side = 0; 2 * (flank + side) <= others; side++) {
      const above = others - 2 * (flank + side);
      const lows = side ? (beside ? [-0.9, -0.6, -0.4, -0.2, 0] : [-0.9, -0.6, -0.4, -0.2, 0, 0.25, 0.45]) : [0];
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
            const points = [...left, ...row, ...right].map(
              ([x, y]) => /** @type {Point} */ ([middleX + x, middleY + y]),
            );
            const boxes = points.map(([x, y]) => /** @type {Box} */ ([x, y, bw, bh]));

            let clear = 30;
            const all = [...boxes, hero];
            all.forEach((box, i) => {
              for (let j = i + 1; j < all.length; j++) clear = Math.min(clear, gapOf(box, all[j]));
            });

            // The free lane for pots and board: nearest to the middle among the clear ones.
            let lane = { value: -Infinity, y: laneWish, free: -Infinity };
            for (let y = keepH / 2; y < H - heroH - keepH / 2; y += 4) {
              let free = Math.min(H - heroH - keepH / 2 - y, 12);
              for (const box of boxes) free = Math.min(free, gapOf(box, [middleX, y, keepW, keepH]));
              const value = free * 3 - Math.abs(y - laneWish) / 12;
              if (value > lane.value) lane = { value, y, free };
            }

            // How evenly the turn goes around the table.
            const angles = [Math.PI / 2, ...points.map(([x, y]) => Math.atan2((y - H / 2) / H, (x - middleX) / W))];
            let uneven = 0;
            angles.forEach((angle, i) => {
              const turn = (((angles[(i + 1) % n] - angle) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
              uneven += (turn - (2 * Math.PI) / n) ** 2;
            });

            const score = Math.min(clear, 12) * 4 + Math.min(lane.free, 10) * 4 - uneven * 12;
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
 * Where the bet of a seat lies: the first place near its box that touches nothing solid.
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
  const free = (/** @type {Point} */ [u, v]) =>
    Math.min(
      u - width / 2 - 4,
      W - 4 - u - width / 2,
      v - height / 2,
      H - v - height / 2,
      ...solid.map((box) => gapOf(box, [u, v, width, height])),
    );
  return places.find((place) => free(place) >= 0) ?? places.sort((u, v) => free(v) - free(u))[0];
}

/**
 * The largest card width, and the step between cards, so that a row fits. `index` is the share of a card that must stay
 * visible: .60 for the viewer's own, .28 for backs.
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
 * A hand with cards face down and face up: narrow backs, then readable up-cards that overlap.
 *
 * @typedef {object} Fan
 * @property {number} card
 * @property {number} downStep
 * @property {number} upStep
 */

/**
 * @param {number} width
 * @param {{ down: number, up: number }} count
 * @param {{ max: number, min?: number, low: boolean }} options `low` where even the backs have little room.
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
 * The sizes that a stage gives its pieces. `cards` is the number of cards in each hand, `board` that of the board.
 *
 * @typedef {object} Sizes
 * @property {'phone' | 'landscape' | 'tablet' | 'desktop'} kind
 * @property {boolean} tight A phone with little height.
 * @property {boolean} crowd Many seats on a phone.
 * @property {number} bw
 * @property {number} card The opponents' cards.
 * @property {number} plate The height of an opponent's plate.
 * @property {number} overlap How far a plate covers its cards.
 * @property {number} mine The viewer's own cards.
 * @property {number} mineStep
 * @property {number} board The greatest board card.
 * @property {boolean} fan Whether hands have cards face up beside those face down.
 * @property {boolean} bare Whether there is no room for the backs of the others; their plates then tell of them.
 */

/**
 * @param {{ W: number, H: number, low: boolean, seats: number, cards: number, fan?: boolean }} stage
 * @returns {Sizes}
 */
export function sizesOf({ W, H, low, seats, cards, fan = false }) {
  /** @type {Sizes['kind']} */
  const kind = low ? 'landscape' : W < 600 ? 'phone' : W <= 900 ? 'tablet' : 'desktop';
  const tight = kind === 'phone' && H < 500;
  const crowd = kind === 'phone' && seats > 7 && !fan;
  const many = cards > 3;
  const max = tight || low ? 54 : kind === 'phone' ? (cards > 2 ? 70 : 72) : fan ? 76 : cards > 2 ? 88 : 92;
  const own = fitCards(Math.min(W - 20, low ? W * 0.46 : 640), cards, { max, gap: 6, index: 0.6 });
  const board = low || tight ? 46 : { phone: 62, landscape: 46, tablet: 84, desktop: 80 }[kind];
  const common = { kind, tight, crowd, fan, mine: own.card, mineStep: own.step, board, bare: false };
  if (fan) {
    return {
      ...common,
      bw: { phone: Math.min(186, (W - 12) / 2), landscape: 140, tablet: 240, desktop: 206 }[kind],
      card: tight ? 25 : { phone: 32, landscape: 27, tablet: 50, desktop: 42 }[kind],
      plate: tight ? 26 : { phone: 30, landscape: 26, tablet: 34, desktop: 34 }[kind],
      // Up-cards are pushed forward: the row is that much higher.
      overlap: { phone: tight ? -2 : -1, landscape: -2, tablet: 1, desktop: 1 }[kind],
    };
  }
  return {
    ...common,
    bw: {
      phone: crowd ? 92 : many ? 116 : 112,
      landscape: 116,
      tablet: many ? 168 : 152,
      desktop: many ? 168 : 152,
    }[kind],
    card: crowd || tight ? 28 : { phone: 36, landscape: 34, tablet: 46, desktop: 46 }[kind],
    plate: crowd || tight ? 38 : { phone: 44, landscape: 40, tablet: 46, desktop: 46 }[kind],
    overlap: kind === 'phone' && !crowd && !tight ? 12 : kind === 'landscape' ? 16 : 14,
  };
}

/** How many rows a board takes. @param {number} cards */
export const boardRows = (cards) => (cards > 6 ? 2 : 1);

/**
 * The boxes of a stage from its sizes: what `placeSeats` takes.
 *
 * @param {{ W: number, H: number, seats: number, cards: number, boardCards: number, sizes: Sizes, seated: boolean, boardCard: number }} stage
 * @returns {Room}
 */
export function roomOf({ W, H, seats, cards, boardCards, sizes, seated, boardCard }) {
  const { kind, tight, fan, bw, card, plate, overlap, mine, mineStep, bare } = sizes;
  const backs = fan ? { card } : fitCards(bw - 8, cards, { max: card, gap: 2, index: 0.28 });
  // A bare plate still has its tag on its upper edge.
  const bh = (bare ? 12 : backs.card * 1.4 - overlap) + plate + 4;
  const width = mineStep * (cards - 1) + mine;
  const minePlate = tight ? 32 : kind === 'landscape' ? 34 : kind === 'phone' ? 38 : 44;
  const isSmall = kind === 'phone' || kind === 'landscape';
  // What the cards make stands above them where there is no room beside them.
  const made = tight || kind === 'landscape' ? 0 : kind === 'phone' ? 34 : fan ? 36 : 0;
  const pushed = fan ? 14 : 0;
  const heroW = seated ? Math.max(width, kind === 'landscape' ? 150 : kind === 'phone' ? 156 : 190) + 12 : bw;
  const heroH = seated ? mine * 1.4 - 10 + minePlate + 8 + made + pushed : bh;
  const rows = boardRows(boardCards);
  const wide = Math.ceil(boardCards / rows);
  const keepW = boardCards ? wide * boardCard + (wide - 1) * 6 + 8 : fan && isSmall ? 150 : 220;
  const keepH = (boardCards ? rows * (boardCard * 1.4 + 6) + 6 : fan && isSmall ? 4 : 24) + 30 + (isSmall ? 4 : 60);
  const box = isSmall ? 0 : 10;
  return { W, H: H - box, n: seats, bw, bh, heroW, heroH, keepW, keepH };
}

/**
 * The whole placement of a stage. The board shrinks until it has a lane of its own; where plates would still overlap,
 * the backs of the others are folded away.
 *
 * @param {{ W: number, H: number, low: boolean, seats: number, cards: number, boardCards: number, seated: boolean, fan?: boolean }} stage
 */
export function layOut(stage) {
  const sizes = sizesOf(stage);
  const first = withBoard(stage, sizes);
  // Cards that lie face up cannot be folded away.
  if (first.placement.clear >= 0 || sizes.fan) return first;
  const bare = withBoard(stage, { ...sizes, bare: true });
  return bare.placement.score > first.placement.score ? bare : first;
}

/**
 * @param {{ W: number, H: number, low: boolean, seats: number, cards: number, boardCards: number, seated: boolean, fan?: boolean }} stage
 * @param {Sizes} sizes
 */
function withBoard(stage, sizes) {
  let boardCard = sizes.board;
  let room = roomOf({ ...stage, sizes, boardCard });
  let placement = placeSeats(room);
  while (stage.boardCards > 0 && placement.lane < 2 && boardCard > 34) {
    boardCard -= 2;
    room = roomOf({ ...stage, sizes, boardCard });
    placement = placeSeats(room);
  }
  return { sizes, room, placement, boardCard };
}
