// A table from a snapshot.

/** @import { Clock, Snapshot, YourState } from './gen/protocol.d.ts' */
/** @import { Finished, Hand, LogEntry, Play, Seat, Table, You } from './model.js' */

import { newPlay, phaseOf, postDeed } from './hand.js';

/** @param {number} seat @returns {You} */
export const newYou = (seat) => ({
  seat,
  choices: [],
  hand: 0,
  turn: 0,
  toCall: 0,
  answer: null,
  made: null,
  madeLow: null,
  madeSecond: null,
  rebuyPending: 0,
  agreed: false,
});

/**
 * Builds the table from a snapshot. Finished hands known from an earlier table are kept.
 *
 * @param {Snapshot} snapshot
 * @param {string} me
 * @param {number} now
 * @param {{ hand: { number: number } | null, log: LogEntry[], last: Finished | null } | null} [before]
 * @returns {Table}
 */
export function fromSnapshot(snapshot, me, now, before = null) {
  const { state } = snapshot;
  /** @type {Record<number, Seat>} */
  const seats = {};
  for (const { seat, player, stack, status, connected, event_status, bounty = 0, back_at: backAt = null, straddles = false, play } of state.seats) {
    /** @type {Play | null} */
    const mine = play
      ? {
          ...newPlay(),
          cards: play.cards,
          up: play.cards.filter((card, at) => card !== null && play.face_up?.[at]).map(String),
          dealt: play.cards.length,
          folded: play.folded,
          allIn: play.all_in,
          bet: play.bet,
          last: play.last_action ?? null,
          did: postDeed(play.posted, play.bet),
          drew: play.drew ?? null,
          declared: play.declared ?? null,
          announced: play.announced ?? null,
        }
      : null;
    seats[seat] = { seat, player, stack, status, connected, event: event_status ?? null, bounty, backAt, straddles, play: mine };
  }
  const running = state.hand;
  /** @type {Hand | null} */
  let hand = null;
  if (running) {
    const decision = running.turn?.decision;
    const phase = phaseOf(decision);
    // A server that does not number draws only reports whether there was one.
    const drew = Object.values(seats).some((seat) => (seat.play?.drew ?? null) !== null);
    const { number: drawn, of: ofDraws } = running.draw ?? { number: drew && phase !== 'draw' ? 1 : 0, of: undefined };
    hand = {
      number: running.hand,
      game: running.game,
      button: running.button,
      smallBlind: running.small_blind ?? null,
      bigBlind: running.big_blind ?? null,
      bombPot: running.bomb_pot ?? false,
      sevenDeuce: null,
      board: running.board,
      boardDown: running.board_down ?? 0,
      secondBoard: running.double_board ? (running.second_board ?? []) : null,
      rabbit: null,
      firstBoard: null,
      carried: 0,
      carriedOn: 0,
      pots: running.pots,
      pot: running.pot,
      bet: running.bet,
      turn: running.turn ? { turn: running.turn.turn, seats: running.turn.seats, decision: running.turn.decision } : null,
      dark: running.dark ?? [],
      darkOffer: running.dark_offer ?? null,
      street: {
        cards: fewest(seats),
        board: running.board.length,
        draws: phase === 'draw' ? Math.max(0, drawn - 1) : drawn,
        ...(ofDraws !== undefined && { ofDraws }),
        rolls: 0,
        phase,
      },
      awards: [],
      returned: null,
      names: namesOf(seats),
      // The number is not sent; what matters is whether there was one.
      raises: Object.values(seats).some((seat) => seat.play?.last === 'bet' || seat.play?.last === 'raise') ? 1 : 0,
      over: false,
      held: running.held ?? false,
      stop: running.stop ?? null,
      askedAt: 0,
      voided: false,
      cleared: false,
      whole: false,
    };
  }
  const pick = state.pick ? { hand: state.pick.hand, turn: state.pick.turn.turn, seats: state.pick.turn.seats } : null;
  const clock = running?.turn?.clock ?? state.pick?.turn.clock;
  const sameHand = before?.hand && hand && before.hand.number === hand.number;
  return {
    id: snapshot.table,
    me,
    seq: snapshot.seq,
    info: state.info,
    game: state.game ?? null,
    seats,
    waitList: state.wait_list,
    offered: null,
    hand,
    pick,
    hands: state.hands,
    roodles: state.roodles ?? false,
    bombIn: state.bomb_pot_in ?? null,
    kitty: state.kitty ?? 0,
    muted: state.muted ?? [],
    ledger: state.ledger ?? null,
    payments: null,
    closedAt: 0,
    host: state.host_rules ?? {},
    paused: state.paused,
    closed: false,
    you: state.you ? youOf(state.you, hand, pick) : null,
    clock: clock ? clockOf(clock, now) : null,
    log: sameHand ? before.log : [],
    last: before?.last ?? null,
  };
}

/** Fewest cards held by any player still in the hand. @param {Record<number, Seat>} seats */
function fewest(seats) {
  const counts = Object.values(seats).flatMap(({ play }) => (play && !play.folded ? [play.dealt] : []));
  return counts.length > 0 ? Math.min(...counts) : 0;
}

/** @param {YourState} you @param {Hand | null} hand @param {Table['pick']} pick @returns {You} */
function youOf(you, hand, pick) {
  return {
    ...newYou(you.seat),
    choices: you.choices,
    hand: pick?.hand ?? hand?.number ?? 0,
    turn: pick?.turn ?? hand?.turn?.turn ?? 0,
    toCall: you.to_call,
    made: you.made ?? null,
    madeLow: you.made_low ?? null,
    madeSecond: you.made_second ?? null,
    rebuyPending: you.rebuy_pending,
    agreed: you.agreed ?? false,
  };
}

/** @param {Clock} clock @param {number} now */
export const clockOf = (clock, now) => ({
  turn: clock.turn,
  at: now,
  left: clock.left_ms,
  banks: Object.fromEntries(clock.banks.map((bank) => [bank.seat, bank.left_ms])),
});

/** @param {Record<number, Seat>} seats @returns {Record<number, string>} */
export const namesOf = (seats) => Object.fromEntries(Object.values(seats).map((seat) => [seat.seat, seat.player.name]));
