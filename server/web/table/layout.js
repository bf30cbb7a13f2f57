// Where everything lies on a stage of a given size. Only a new size, a new seat of the viewer or another game moves the
// seats; bets go where there is room.

/** @import { GameInfo } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Box, Point, Sizes } from './seats.js' */

import { layOut, placeBet } from './seats.js';

/**
 * @typedef {object} Layout
 * @property {Sizes} sizes
 * @property {{ bw: number, bh: number }} room
 * @property {number} boardCard
 * @property {number} boardCards
 * @property {Record<number, Point>} points The middle of each seat.
 * @property {Record<number, Point>} bets
 * @property {Point} centre
 * @property {number} middle
 * @property {number} spare How much wider than its box something may be without touching the next one.
 * @property {boolean} flanked Whether somebody sits beside the viewer.
 * @property {number} feltX
 * @property {number} feltY
 * @property {boolean} betsInTags Whether the others' bets stand in the tags of their plates, for want of room.
 * @property {number} heroRow The width that the viewer's cards may take.
 */

/** The seats clockwise from the viewer's left, the viewer's own first. @param {Table} table */
export function seatOrder(table) {
  const first = table.you?.seat ?? Math.min(...Object.keys(table.seats).map(Number), table.info.seats);
  return Array.from({ length: table.info.seats }, (_, at) => ((first - 1 + at) % table.info.seats) + 1);
}

/** How many cards of a kind a game deals. @param {GameInfo | undefined} game @param {string} symbols @param {number} unknown */
const dealt = (game, symbols, unknown) =>
  game ? [...game.deal].filter((symbol) => symbols.includes(symbol)).length : unknown;

export class Placer {
  #key = '';
  /** @type {Layout | null} */
  #layout = null;
  /** What bets must not touch. @type {Box[]} */
  #solid = [];
  /** Where the viewer's own bet lies. @type {Point} */
  #own = [0, 0];
  #bounds = { W: 0, H: 0, out: 0 };
  /** The games in which cards lie face up before a hand. @type {Set<string>} */
  #fans = new Set();

  /**
   * @param {Table} table
   * @param {GameInfo | undefined} game
   * @param {{ W: number, H: number, low: boolean }} size
   * @param {(chips: number) => string} money
   * @returns {Layout}
   */
  place(table, game, { W, H, low }, money) {
    const { hand } = table;
    const cards = Math.max(2, dealt(game, 'duo', 2));
    // A card for all in place of one each lies where a board would.
    const oneBoard = Math.max(dealt(game, 'bh', 5), hand ? hand.board.length + hand.boardDown : 0);
    const boardCards = hand?.firstBoard ? 2 * oneBoard : oneBoard;
    const fan = this.#hasFan(table, game);
    const first = seatOrder(table)[0];
    const key = [W, H, low, table.info.seats, cards, boardCards, fan, first, Boolean(table.you)].join();
    if (!this.#layout || key !== this.#key) {
      this.#layout = this.#settle(table, { W, H, low, cards, boardCards, fan });
      this.#key = key;
    }
    return { ...this.#layout, bets: this.#bets(table, this.#layout, money) };
  }

  /**
   * Whether hands lie partly face up. Where players turn up cards of their own it shows when they first do, and stays.
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
   * @param {{ W: number, H: number, low: boolean, cards: number, boardCards: number, fan: boolean }} stage
   * @returns {Layout}
   */
  #settle(table, { W, H, low, cards, boardCards, fan }) {
    const seated = Boolean(table.you);
    const { sizes, room, placement, boardCard } = layOut({
      W,
      H,
      low,
      seats: table.info.seats,
      cards,
      boardCards,
      seated,
      fan,
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
    this.#solid.push([...placement.centre, room.keepW, room.keepH - (isSmall ? 0 : 44)]);
    if (seated) this.#solid.push([W / 2, H - room.heroH / 2, room.heroW, room.heroH]);
    this.#own = [W / 2, H - room.heroH - (isSmall ? 6 : placement.flanked ? 46 : 24)];
    this.#bounds = { W, H, out: isSmall ? 18 : 26 };
    return {
      sizes,
      room,
      boardCard,
      boardCards,
      points,
      bets: {},
      centre: placement.centre,
      middle: W / 2,
      spare: Math.min(40, Math.max(0, placement.clear - 4)),
      flanked: placement.flanked,
      feltX: isSmall ? 0 : Math.min(room.bw * 0.42, W * 0.09),
      feltY: isSmall ? 0 : room.bh * 0.5,
      betsInTags: sizes.tight || sizes.crowd || (fan && isSmall),
      heroRow: Math.min(W - 20, low ? W * 0.46 : 640),
    };
  }

  /** @param {Table} table @param {Layout} layout @param {(chips: number) => string} money */
  #bets(table, layout, money) {
    /** @type {Record<number, Point>} */
    const bets = {};
    const { bw, bh } = layout.room;
    const solid = [...this.#solid];
    if (table.you && table.seats[table.you.seat]?.play?.bet) solid.push([...this.#own, 90, 28]);
    for (const { seat, play } of Object.values(table.seats)) {
      if (!play?.bet) continue;
      // Discs and paddings, and the digits at their width.
      const width = 48 + money(play.bet).length * 8;
      const isMine = seat === table.you?.seat;
      const spot = isMine
        ? this.#own
        : placeBet(layout.points[seat], layout.centre, { bw, bh, ...this.#bounds, width, height: 28 }, solid);
      bets[seat] = spot;
      solid.push([...spot, width, 28]);
    }
    return bets;
  }
}
