// Positions of everything on a stage of a given size. Seats move only for a new size, a new seat of the viewer or another game; bets go where there
// is room.

/** @import { GameInfo } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Telling } from './pots.js' */
/** @import { Box, Point, Sizes } from './seats.js' */

import { boardsOf } from '../model.js';
import { potsOf, ROW, tellingOf } from './pots.js';
import { boardRows, freeAt, gapOf, layOut, placeBet } from './seats.js';

/**
 * @typedef {object} Layout
 * @property {Sizes} sizes
 * @property {{ bw: number, bh: number }} room
 * @property {number} boardCard
 * @property {number} boardCards
 * @property {boolean} tagless `true` if opponents' wild cards have no room for tags.
 * @property {Record<number, Point>} points Centre of each seat.
 * @property {Record<number, Point>} bets
 * @property {Point} centre
 * @property {number} middle
 * @property {number} spare Extra width that something may have without touching the next box.
 * @property {boolean} flanked `true` if a player sits beside the viewer.
 * @property {number} feltX
 * @property {number} feltY
 * @property {boolean} betsInTags `true` if all opponents' bets are in their plates' tags for lack of room.
 * @property {ReadonlySet<number>} inTags Seats whose bets are in the tags.
 * @property {readonly Band[]} bands Free space for one row of pots, two rows and so on.
 * @property {Telling} pots Form of the pots.
 * @property {number} street Maximum width of the street's name, below the pots and the board.
 * @property {number} streetY Its vertical position.
 * @property {number} heroW Guaranteed width of the viewer's cards and plate.
 * @property {number} heroRow Maximum width of the viewer's cards.
 */

/**
 * A part of the stage for pots: around the middle, as wide as it is free of solid boxes.
 *
 * @typedef {{ top: number, bottom: number, width: number }} Band
 */

/** Decisions in which players choose among their own cards. */
const PICKS = new Set(['draw', 'discard', 'roll', 'arrange']);

/** Maximum number of rows of pots. */
const ROWS = 3;

/** Seats clockwise from the viewer's left, after the viewer's own. @param {Table} table */
export function seatOrder(table) {
  const first = table.you?.seat ?? Math.min(...Object.keys(table.seats).map(Number), table.info.seats);
  return Array.from({ length: table.info.seats }, (_, at) => ((first - 1 + at) % table.info.seats) + 1);
}

/** Number of cards of a kind that a game deals. @param {GameInfo | undefined} game @param {string} symbols @param {number} unknown */
const dealt = (game, symbols, unknown) => (game ? [...game.deal].filter((symbol) => symbols.includes(symbol)).length : unknown);

/** `true` if the window is a phone in landscape: low, and wide enough for a column of actions beside the table. The style sheets use the same test. */
export const isOnItsSide = () => innerHeight <= 500 && innerWidth > innerHeight && innerWidth >= 540;

export class Placer {
  #key = '';
  /** @type {Layout | null} */
  #layout = null;
  /** Boxes that bets must not touch. @type {Box[]} */
  #solid = [];
  /** The same without the middle. @type {Box[]} */
  #seats = [];
  /** Position of the viewer's own bet; `null` where a text is shown there. @type {Point | null} */
  #own = null;
  #bounds = { W: 0, H: 0, out: 0 };
  /** Games whose hands are partly face up. @type {Set<string>} */
  #fans = new Set();

  /**
   * @param {Table} table
   * @param {GameInfo | undefined} game
   * @param {{ W: number, H: number, low: boolean, line?: 'kept' | 'over' }} size `line`: whether room is kept for what the viewer's hand makes, or it
   *   lies over the felt of a low stage.
   * @param {(chips: number) => string} money
   * @returns {Layout}
   */
  place(table, game, { W, H, low, line = 'kept' }, money) {
    const { hand } = table;
    const cards = Math.max(2, dealt(game, 'duo', 2));
    // A communal card in place of one each lies where a board would.
    const oneBoard = Math.max(dealt(game, 'bh', 5), hand ? hand.board.length + hand.boardDown : 0);
    const boardCards = boardsOf(hand).length * oneBoard;
    const fan = this.#hasFan(table, game);
    const first = seatOrder(table)[0];
    const picks = Boolean(game?.decisions?.some((decision) => PICKS.has(decision)));
    const wild = Boolean(game?.wild);
    const key = [W, H, low, line, table.info.seats, cards, boardCards, fan, picks, wild, first, Boolean(table.you)].join();
    if (!this.#layout || key !== this.#key) {
      this.#layout = this.#settle(table, { W, H, low, line, cards, boardCards, fan, picks, wild });
      this.#key = key;
    }
    const layout = this.#layout;
    const pots = tellingOf(potsOf(table, money), table.kitty, layout.bands, money);
    const placed = this.#bets(table, layout, pots, money);
    return { ...layout, pots, ...placed, street: this.#street(layout, placed.solid) };
  }

  /**
   * `true` if hands are partly face up. In games where players turn up their own cards, this becomes known when they first do, and stays.
   *
   * @param {Table} table
   * @param {GameInfo | undefined} game
   */
  #hasFan(table, game) {
    const id = game?.id ?? table.info.game;
    const isUp = Object.values(table.seats).some((seat) => (seat.play?.up.length ?? 0) > 0);
    if (isUp || /[uor]/.test(game?.deal ?? '')) this.#fans.add(id);
    return this.#fans.has(id);
  }

  /**
   * @param {Table} table
   * @param {{ W: number, H: number, low: boolean, line: 'kept' | 'over', cards: number, boardCards: number, fan: boolean, picks: boolean, wild: boolean }} stage
   * @returns {Layout}
   */
  #settle(table, { W, H, low, line, cards, boardCards, fan, picks, wild }) {
    const seated = Boolean(table.you);
    const { sizes, room, placement, boardCard, tagless } = layOut({
      W,
      H,
      low,
      seats: table.info.seats,
      cards,
      boardCards,
      seated,
      fan,
      picks,
      wild,
    });
    const isSmall = sizes.small;
    /** @type {Record<number, Point>} */
    const points = {};
    seatOrder(table).forEach((seat, at) => {
      points[seat] = at === 0 ? [W / 2, room.H - room.bh / 2 - 4] : placement.points[at - 1];
    });
    this.#solid = Object.entries(points)
      .filter(([seat]) => Number(seat) !== table.you?.seat)
      .map(([, [x, y]]) => [x, y, room.bw, room.bh]);
    if (seated) this.#solid.push([W / 2, H - room.heroH / 2, room.heroW, room.heroH]);
    const under = underPots(sizes, boardCards);
    const bands = bandsOf(this.#solid, { W, centre: placement.centre, under });
    this.#seats = [...this.#solid];
    this.#solid.push([...placement.centre, room.keepW, room.keepH - (isSmall ? 0 : 44)]);
    this.#own = line === 'over' ? null : [W / 2, H - room.heroH - (isSmall ? 6 : placement.flanked ? 46 : 24)];
    this.#bounds = { W, H, out: isSmall ? 18 : 26 };
    return {
      sizes,
      room,
      boardCard,
      boardCards,
      tagless: Boolean(tagless),
      points,
      bets: {},
      inTags: new Set(),
      bands,
      pots: { level: 0, rows: 1, width: 0 },
      street: 0,
      streetY: bands[0].bottom + under - STREET_H / 2,
      centre: placement.centre,
      middle: W / 2,
      spare: Math.min(40, Math.max(0, placement.clear - 4)),
      flanked: placement.flanked,
      feltX: isSmall ? 0 : Math.min(room.bw * 0.42, W * 0.09),
      feltY: isSmall ? 0 : room.bh * 0.5,
      betsInTags: sizes.tight || sizes.crowd || (fan && isSmall),
      heroW: room.heroW,
      heroRow: Math.min(W - 20, low ? W * 0.46 : 640),
    };
  }

  /**
   * Positions of bets. A bet without room in front of its box goes into the plate's tag.
   *
   * @param {Table} table
   * @param {Layout} layout
   * @param {Telling} pots
   * @param {(chips: number) => string} money
   */
  #bets(table, layout, pots, money) {
    /** @type {Record<number, Point>} */
    const bets = {};
    /** @type {Set<number>} */
    const inTags = new Set();
    const { bw, bh } = layout.room;
    const solid = [...this.#solid];
    const band = layout.bands[pots.rows - 1];
    /** @type {Box[]} */
    const told = table.hand && band ? [[layout.centre[0], (band.top + band.bottom) / 2, pots.width, band.bottom - band.top]] : [];
    solid.push(...told);
    const mine = table.you && table.seats[table.you.seat]?.play?.bet;
    // Pots may extend down to it.
    const own = this.#own;
    const isFree = own !== null && !(mine && told.some((box) => gapOf(box, [...own, widthOfBet(money(mine)), 28]) < -1));
    if (mine && isFree) solid.push([...own, 90, 28]);
    for (const { seat, play } of Object.values(table.seats)) {
      if (!play?.bet) continue;
      const isMine = seat === table.you?.seat;
      if (isMine ? !isFree : layout.betsInTags) {
        inTags.add(seat);
        continue;
      }
      const width = widthOfBet(money(play.bet));
      const size = { bw, bh, ...this.#bounds, width, height: 28 };
      const spot = isMine && own ? own : placeBet(layout.points[seat], layout.centre, size, solid);
      if (!isMine && freeAt(spot, size, solid) < -1) {
        inTags.add(seat);
        continue;
      }
      bets[seat] = spot;
      solid.push([...spot, width, 28]);
    }
    return { bets, inTags, solid };
  }

  /** Maximum width of the street's name. @param {Layout} layout @param {readonly Box[]} bets */
  #street({ streetY, centre }, bets) {
    const near = [...this.#seats, ...bets.slice(this.#solid.length)];
    return freeWidth(near, centre[0], streetY - STREET_H / 2, streetY + STREET_H / 2, this.#bounds.W);
  }
}

/** Width of a bet: discs, paddings and digits. @param {string} text */
const widthOfBet = (text) => 48 + text.length * 8;

/** Height of the line with the street. */
const STREET_H = 18;

/**
 * Width of the free part around `x` of a horizontal band of the stage.
 *
 * @param {readonly Box[]} solid
 * @param {number} x
 * @param {number} top
 * @param {number} bottom
 * @param {number} W
 */
function freeWidth(solid, x, top, bottom, W) {
  const inside = solid.filter(([, v, , height]) => Math.abs(v - (top + bottom) / 2) < (height + bottom - top) / 2);
  const half = Math.min(W / 2, ...inside.map(([u, , width]) => Math.abs(u - x) - width / 2)) - 4;
  return Math.max(0, 2 * half);
}

/**
 * Height of the board and the street's line under the pots, in pixels.
 *
 * @param {Sizes} sizes
 * @param {number} boardCards
 */
function underPots({ kind, small, tight, fan, board }, boardCards) {
  const gap = small ? 6 : 12;
  const rows = boardRows(boardCards);
  const boardH = boardCards > 0 ? gap + rows * board * 1.4 + (rows - 1) * 6 : 0;
  const hasStreet = !tight && kind !== 'landscape' && !(fan && kind === 'phone');
  return boardH + (hasStreet ? gap + STREET_H : 0);
}

/**
 * Free space for one, two and three rows of pots. Further rows go above the first, which stays in place.
 *
 * @param {readonly Box[]} solid
 * @param {{ W: number, centre: Point, under: number }} middle
 * @returns {Band[]}
 */
function bandsOf(solid, { W, centre: [x, y], under }) {
  const bottom = y - (ROW - 6 + under) / 2 + ROW - 6;
  return Array.from({ length: ROWS }, (_, more) => {
    const top = bottom - ROW * (more + 1) + 6;
    return { top, bottom, width: top < 2 ? 0 : freeWidth(solid, x, top, bottom, W) };
  });
}
