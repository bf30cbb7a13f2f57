// The deal of a game, part by part, read from its deal symbols. Pure.

/** @import { GameInfo } from '../gen/protocol.d.ts' */
/** @import { Street } from '../model.js' */

/**
 * A part of a hand: cards dealt, and the decisions after them.
 *
 * @typedef {object} Part
 * @property {Street} street Street after the cards are dealt.
 * @property {('down' | 'up' | 'either')[]} own Cards dealt to each player.
 * @property {('down' | 'up' | 'turned')[]} board Cards dealt to the board, or turned up there.
 */

/** Contribution of a symbol to a part: a card of a player, or one of the board. @type {Record<string, Partial<Part>>} */
const DEALT = {
  d: { own: ['down'] },
  u: { own: ['up'] },
  o: { own: ['either'] },
  b: { board: ['up'] },
  h: { board: ['down'] },
  v: { board: ['turned'] },
};

/** Decisions by symbol. @type {Record<string, Street['phase']>} */
const DECISIONS = { '-': 'bet', x: 'draw', t: 'discard', r: 'roll', '?': 'declare' };

/**
 * The parts of a hand, in order.
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
 * Part of a hand that a street belongs to, -1 if none.
 *
 * @param {readonly Part[]} parts
 * @param {Street} street
 */
export function partAt(parts, street) {
  /** @param {(keyof Street)[]} keys */
  const last = (...keys) => parts.findLastIndex((part) => part.street.cards <= street.cards && keys.every((key) => part.street[key] === street[key]));
  // Cards beyond the deal, such as bought ones, and optional rolls do not move the street.
  const near = last('phase', 'board', 'draws', 'rolls');
  return near >= 0 ? near : last('phase', 'board');
}
