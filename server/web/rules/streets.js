// How a hand is dealt, part by part, read from the symbols of a game's deal. Pure.

/** @import { GameInfo } from '../gen/protocol.d.ts' */
/** @import { Street } from '../model.js' */

/**
 * A part of a hand: cards that are dealt, and what players decide then.
 *
 * @typedef {object} Part
 * @property {Street} street Where the hand stands once the cards are dealt.
 * @property {('down' | 'up' | 'either')[]} own Cards that each player is dealt.
 * @property {('down' | 'up' | 'turned')[]} board Cards that come on the board, or are turned up there.
 */

/** What a symbol adds to a part: a card of a player, or one of the board. @type {Record<string, Partial<Part>>} */
const DEALT = {
  d: { own: ['down'] },
  u: { own: ['up'] },
  o: { own: ['either'] },
  b: { board: ['up'] },
  h: { board: ['down'] },
  v: { board: ['turned'] },
};

/** The decisions that symbols stand for. @type {Record<string, Street['phase']>} */
const DECISIONS = { '-': 'bet', x: 'draw', t: 'discard', r: 'roll', '?': 'declare' };

/**
 * The parts of a hand, in their order.
 *
 * @param {Pick<GameInfo, 'deal'>} game
 * @returns {Part[]}
 */
export function partsOf({ deal }) {
  /** @type {Part[]} */
  const parts = [];
  let now = { cards: 0, board: 0, draws: 0, rolls: 0 };
  /** @type {Pick<Part, 'own' | 'board'>} */
  let dealt = { own: [], board: [] };
  /** @param {Street['phase']} phase */
  const end = (phase) => {
    parts.push({ street: { ...now, phase }, ...dealt });
    dealt = { own: [], board: [] };
  };
  for (const symbol of deal) {
    const { own = [], board = [] } = DEALT[symbol] ?? {};
    now = { ...now, cards: now.cards + own.length, board: now.board + board.filter((face) => face !== 'down').length };
    dealt = { own: [...dealt.own, ...own], board: [...dealt.board, ...board] };
    const phase = DECISIONS[symbol];
    if (!phase) continue;
    end(phase);
    if (phase === 'draw') now = { ...now, draws: now.draws + 1 };
    if (phase === 'roll') now = { ...now, rolls: now.rolls + 1 };
  }
  if (dealt.own.length + dealt.board.length > 0) end('showdown');
  return parts;
}

/**
 * The part of a hand that a street of it belongs to, -1 if none.
 *
 * @param {readonly Part[]} parts
 * @param {Street} street
 */
export function partAt(parts, street) {
  /** @param {(keyof Street)[]} keys */
  const last = (...keys) => parts.findLastIndex((part) => part.street.cards <= street.cards && keys.every((key) => part.street[key] === street[key]));
  // Cards beyond those of the deal, such as bought ones, and rolls that a player may leave out, move no street.
  const near = last('phase', 'board', 'draws', 'rolls');
  return near >= 0 ? near : last('phase', 'board');
}
