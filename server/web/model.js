// A table as one viewer sees it, rebuilt from a snapshot, the numbered events after it and the private parts. Pure: every function takes a table and
// returns the next one, so that a test can replay any story.

/** @import { Action, BetAction, Choice, Clock, DarkAction, DarkOffer, DecisionKind, Declaration, EventStatus, GameInfo, HandName, HandStop, HostRules, Ledger, LedgerLine, Payment, PlayerInfo, PotState, PrivateEvent, PublicEvent, SeatMove, SeatStatus, SeqEvent, Side, TableInfo } from './gen/protocol.d.ts' */

import { goOn, happenInHand, newPlay, ownAnswer, START, withHand, withPlay, withSeat, withYou } from './hand.js';
import { written } from './log.js';
import { clockOf, namesOf, newYou } from './snapshot.js';

export { ownAnswer };

/**
 * An action of a seat other than betting and drawing.
 *
 * @typedef {object} Deed
 * @property {'rolled' | 'kept' | 'swapped' | 'arranged' | 'bought' | 'passed' | 'declined' | 'straddle' | 'bring_in'} kind
 * @property {number} n Cards or chips.
 */

/**
 * A seat in the current hand, or in the last one while it is still on the table.
 *
 * @typedef {object} Play
 * @property {(string | null)[]} cards As visible to the viewer, `null` if face down: the down-cards as they
 *   lie, then the up-cards in the order in which they came.
 * @property {string[]} up Face-up cards.
 * @property {string[]} shown Cards that were shown to all.
 * @property {boolean} folded
 * @property {boolean} allIn
 * @property {boolean} mucked
 * @property {number} bet Chips put in during this betting round.
 * @property {BetAction | null} last
 * @property {number | null} drew
 * @property {number | null} discarded
 * @property {Deed | null} did Last action other than betting and drawing.
 * @property {boolean} chosen `true` if its answer to a simultaneous decision is still secret.
 * @property {Declaration | null} announced Announcement with the last cards turned up.
 * @property {Declaration | null} declared
 * @property {number} dealt Cards received street by street.
 * @property {HandName | null} high
 * @property {HandName | null} low
 * @property {number} won
 * @property {number | null} run Run of the board that `high` and `low` use, `null` if it was dealt once.
 */

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {PlayerInfo} player
 * @property {number} stack
 * @property {SeatStatus} status
 * @property {boolean} connected
 * @property {EventStatus | null} event Participation in hands of a tournament.
 * @property {number} bounty Bounty on the player, in a bounty tournament.
 * @property {number | null} backAt End of the player's own pause, in milliseconds since 1970.
 * @property {boolean} straddles `true` if the player straddles when in position.
 * @property {Play | null} play
 */

/**
 * Progress of a hand: cards dealt, drawn and turned up so far.
 *
 * @typedef {object} Street
 * @property {number} cards Cards dealt to every seat.
 * @property {number} board Face-up board cards.
 * @property {number} draws Completed draws.
 * @property {number} [ofDraws] Number of draws in total, if known.
 * @property {number} rolls Number of times that players turned up cards.
 * @property {Phase} phase
 */
/** @typedef {'bet' | 'draw' | 'discard' | 'roll' | 'arrange' | 'declare' | 'showdown'} Phase */

/**
 * @typedef {object} Award
 * @property {number} pot
 * @property {Side} side
 * @property {number} amount
 * @property {{ seat: number, amount: number }[]} shares
 * @property {number | null} run Run of the board, `null` if it was dealt once.
 */

/**
 * @typedef {object} Hand
 * @property {number} number
 * @property {string} game
 * @property {number} button
 * @property {number | null} smallBlind
 * @property {number | null} bigBlind
 * @property {boolean} bombPot `true` if all posted antes and the betting began on the flop.
 * @property {{ seat: number, amount: number } | null} sevenDeuce Winner of the seven-deuce bounty, and its total.
 * @property {string[]} board Face-up cards.
 * @property {number} boardDown Number of face-down cards.
 * @property {string[] | null} rabbit Board cards that would have come, after a rabbit hunt.
 * @property {string[] | null} secondBoard Second board of a double board, `null` without one.
 * @property {string[] | null} firstBoard The board of the first run, once the second one is dealt; `board` is the second then.
 * @property {number} carried Chips carried over from an earlier hand.
 * @property {number} carriedOn Chips carried over to the next hand.
 * @property {PotState[]} pots Pots of earlier rounds.
 * @property {number} pot All chips in the middle.
 * @property {number} bet The bet to match.
 * @property {{ turn: number, seats: number[], decision: DecisionKind } | null} turn
 * @property {DarkAction[]} dark Actions declared in the dark for the coming round.
 * @property {DarkOffer | null} darkOffer Player who may declare now.
 * @property {Street} street
 * @property {Award[]} awards
 * @property {{ seat: number, amount: number } | null} returned
 * @property {Record<number, string>} names Names by seat at its start.
 * @property {number} raises Bets and raises of this betting round.
 * @property {boolean} over
 * @property {boolean} held `true` while it waits for other tables of its tournament.
 * @property {HandStop | null} stop State of the stop, while the host has stopped the hand.
 * @property {number} askedAt Number of the event that asked whether its cards may be shown.
 * @property {boolean} voided
 * @property {boolean} cleared `true` once its cards are cleared while the next game is picked.
 * @property {boolean} whole `true` if the viewer saw it from its first event.
 */

/**
 * Private state of the viewer.
 *
 * @typedef {object} You
 * @property {number} seat
 * @property {Choice[]} choices Legal choices; empty if the viewer is not to act.
 * @property {number} hand Hand of the choices.
 * @property {number} turn Decision number of the choices.
 * @property {number} toCall
 * @property {Action | null} answer Answer given that is still secret.
 * @property {HandName | null} made
 * @property {HandName | null} madeLow
 * @property {import('./gen/protocol.d.ts').Made | null} madeSecond With the second of two boards.
 * @property {number} rebuyPending
 * @property {boolean} agreed `true` if the viewer has agreed to show the cards of the stopped hand.
 */

/**
 * @typedef {object} LogEntry
 * @property {number} seq
 * @property {number} hand 0 between hands.
 * @property {Street | null} street
 * @property {number} pot Chips in the middle before it.
 * @property {PublicEvent} event
 * @property {Record<number, string>} names
 */

/**
 * @typedef {object} Finished
 * @property {Hand} hand
 * @property {{ seat: number, name: string, mine: boolean, play: Play }[]} players
 * @property {LogEntry[]} log
 */

/**
 * @typedef {object} Table
 * @property {string} id
 * @property {string} me The viewer's account.
 * @property {number} seq Number of the last event included.
 * @property {TableInfo} info
 * @property {GameInfo | null} game The game, if it is the host's own.
 * @property {Record<number, Seat>} seats
 * @property {PlayerInfo[]} waitList
 * @property {{ seat: number, player: PlayerInfo, until: number | null } | null} offered Seat held for a player, and its expiry if known.
 * @property {Hand | null} hand
 * @property {{ hand: number, turn: number, seats: number[] } | null} pick Open pick of the next game.
 * @property {number} hands
 * @property {number | null} bombIn Hands until the next bomb pot, `null` if there are none.
 * @property {boolean} roodles `true` during an orbit at doubled stakes; `info` has the doubled ones.
 * @property {number} kitty Chips in the kitty.
 * @property {string[]} muted Accounts muted by the host.
 * @property {Ledger | null} ledger The ledger, at a table with chips of its own.
 * @property {Payment[] | null} payments Who pays whom, once such a table closes.
 * @property {number} closedAt Time at which the table closed, 0 before.
 * @property {HostRules} host Decisions of the host.
 * @property {boolean} paused
 * @property {boolean} closed
 * @property {You | null} you
 * @property {{ turn: number, at: number, left: number, banks: Record<number, number> } | null} clock
 * @property {LogEntry[]} log
 * @property {Finished | null} last
 */

/** Order of an event's number: `old` was seen, `next` follows, `gap` means that some are missing. */
/** @param {Table} table @param {number} seq @returns {'old' | 'next' | 'gap'} */
export const order = (table, seq) => (seq <= table.seq ? 'old' : seq === table.seq + 1 ? 'next' : 'gap');

/**
 * Applies a numbered event. Unknown kinds change nothing but the number.
 *
 * @param {Table} before
 * @param {SeqEvent} numbered
 * @param {number} [now] Arrival time, in milliseconds.
 * @returns {Table}
 */
export function applyEvent(before, { seq, event }, now = 0) {
  const table = happen(before, event, now);
  return { ...table, seq, log: written(table, before, seq, event) };
}

/** @param {Table} table @param {Clock} clock @param {number} now @returns {Table} */
export const applyClock = (table, clock, now) => ({ ...table, clock: clockOf(clock, now) });

/** An event of a table watched with a delay, told before its time. @param {Table} table @param {PublicEvent} event @param {number} now @returns {Table} */
export const applyAhead = (table, event, now) => happen(table, event, now);

/** @param {Table} table @param {number} seat @param {boolean} connected @returns {Table} */
export const applyPresence = (table, seat, connected) => withSeat(table, seat, () => ({ connected }));

/** The server cannot write to disk: all clocks stop until a snapshot comes. @param {Table} table @returns {Table} */
export const applyStandstill = (table) => ({ ...table, paused: true });

/** @param {Table} table @param {PublicEvent} event @param {number} now @returns {Table} */
function happen(table, event, now) {
  switch (event.kind) {
    case 'player_sat': {
      const { seat, player, stack, status, event_status: inEvent = null, bounty = 0 } = event;
      const taken = { seat, player, stack, status, connected: true, event: inEvent, bounty, backAt: null, straddles: false, play: null };
      const seats = { ...table.seats, [seat]: taken };
      const offered = table.offered?.seat === seat ? null : table.offered;
      const you = player.id === table.me ? newYou(seat) : table.you;
      return { ...table, seats, offered, you };
    }
    case 'player_left': {
      const seats = { ...table.seats };
      delete seats[event.seat];
      return { ...table, seats, you: table.you?.seat === event.seat ? null : table.you };
    }
    case 'carried_paid':
      return withSeat(table, event.seat, (one) => ({ stack: one.stack + event.amount }));
    case 'kitty_shared':
      return event.shares.reduce((next, { seat, amount }) => withSeat(next, seat, (one) => ({ stack: one.stack + amount })), { ...table, kitty: 0 });
    case 'seat_status_changed':
      return withSeat(table, event.seat, (one) => ({ status: event.status, event: event.event_status ?? one.event }));
    case 'own_pause_set':
      return withSeat(table, event.seat, () => ({ backAt: event.until ?? null }));
    case 'straddling_set':
      return withSeat(table, event.seat, () => ({ straddles: event.on }));
    case 'stack_set':
      return withSeat(table, event.seat, () => ({ stack: event.stack }));
    case 'bounty_set':
      return withSeat(table, event.seat, () => ({ bounty: event.bounty }));
    case 'level_changed': {
      const { tournament } = table.info;
      const level = tournament && { ...tournament, level: event.level };
      return { ...table, info: { ...table.info, ...event.game, ...(level && { tournament: level }) } };
    }
    case 'hand_held':
    case 'hand_released': {
      const held = event.kind === 'hand_held';
      return withHand(table, { held, ...(held && table.hand && { street: goOn(table.hand.street, 'bet') }) });
    }
    case 'hand_stopped':
      return stopHand(table, event.stop);
    case 'hand_went_on':
      return stopHand(table, null);
    case 'chips_added': {
      const next = withSeat(table, event.seat, () => ({ stack: event.stack }));
      return event.seat === table.you?.seat ? withYou(next, { rebuyPending: 0 }) : next;
    }
    case 'wait_list_changed':
      return { ...table, waitList: event.players };
    case 'seat_offered':
      return {
        ...table,
        offered: { seat: event.seat, player: event.player, until: event.keep_ms === undefined ? null : now + event.keep_ms },
      };
    case 'turn_started':
      return event.decision === 'pick_game' ? askDealer(table, event) : inHand(table, event);
    case 'pick_withdrawn':
      return endPick(table);
    case 'game_changed':
      return { ...endPick(table), info: { ...table.info, ...event.game } };
    case 'seats_drawn':
      return moveSeats(table, event.moves);
    case 'roodles_started':
    case 'roodles_ended':
      return { ...table, info: { ...table.info, ...event.stakes }, roodles: event.kind === 'roodles_started' };
    case 'hand_started':
      return startHand(table, event);
    case 'hand_completed':
    case 'hand_voided':
      return endHand(table, event);
    case 'player_muted': {
      const others = table.muted.filter((id) => id !== event.player);
      return { ...table, muted: event.muted ? [...others, event.player] : others };
    }
    case 'player_removed':
    case 'chips_given':
      return table;
    case 'ledger_changed':
      return { ...table, ledger: changedLedger(table.ledger ?? { players: [] }, event) };
    case 'ledger_settled':
      return { ...table, payments: event.payments };
    case 'host_changed':
      return { ...table, info: { ...table.info, host: event.host.id } };
    case 'host_ruled':
      return { ...table, host: event.rules };
    case 'player_moved':
      return withSeat(moveSeats(table, [event]), event.to, () => ({ status: event.status }));
    case 'stakes_changed': {
      const { game, buy_in_min, buy_in_max } = event;
      return { ...table, info: { ...table.info, ...game, buy_in_min, buy_in_max } };
    }
    case 'table_paused':
      return { ...table, paused: true };
    case 'table_resumed':
      return { ...table, paused: false };
    case 'table_closed':
      return { ...table, closed: true, closedAt: now, hand: null, clock: null };
    default:
      return inHand(table, event);
  }
}

/** @param {Ledger} ledger @param {Extract<PublicEvent, { kind: 'ledger_changed' }>} event @returns {Ledger} */
function changedLedger({ players, corrections: before = [] }, { lines, correction, corrections = before }) {
  const changed = new Map(lines.map((line) => [line.player.id, line]));
  const known = players.map((/** @type {LedgerLine} */ line) => changed.get(line.player.id) ?? line);
  const added = lines.filter((line) => !players.some(({ player }) => player.id === line.player.id));
  return { players: [...known, ...added], corrections: correction ? [...corrections, correction] : corrections };
}

/**
 * Moves all players at the same time.
 *
 * @param {Table} table
 * @param {SeatMove[]} moves
 * @returns {Table}
 */
function moveSeats(table, moves) {
  const to = (/** @type {number} */ seat) => moves.find((way) => way.from === seat)?.to ?? seat;
  const moved = Object.values(table.seats).map((taken) => ({ ...taken, seat: to(taken.seat) }));
  return {
    ...table,
    seats: Object.fromEntries(moved.map((taken) => [taken.seat, taken])),
    you: table.you && { ...table.you, seat: to(table.you.seat) },
  };
}

/** Made hands before there are any cards. */
const NOTHING_MADE = { made: null, madeLow: null, madeSecond: null };

/** Boards of a hand in order: of two runs, or of a double board. @param {Hand | null} hand @returns {string[][]} */
export const boardsOf = (hand) => [...(hand?.firstBoard ? [hand.firstBoard] : []), hand?.board ?? [], ...(hand?.secondBoard ? [hand.secondBoard] : [])];

/** @param {Table} table @param {PublicEvent} event @returns {Table} */
const inHand = (table, event) => (table.hand ? happenInHand(table, table.hand, event) : table);

/** @param {Table} table @param {Extract<PublicEvent, { kind: 'turn_started' }>} event @returns {Table} */
function askDealer(table, { hand, turn, seats }) {
  // The cards of the last hand are cleared; a pot carried over stays.
  const cleared = withHand(table, { board: [], rabbit: null, firstBoard: null, secondBoard: null, boardDown: 0, awards: [], cleared: true });
  const asked = withYou(cleared, { choices: [], answer: null, ...NOTHING_MADE });
  return {
    ...asked,
    seats: Object.fromEntries(Object.values(asked.seats).map((seat) => [seat.seat, { ...seat, play: null }])),
    pick: { hand: hand ?? 0, turn, seats },
    clock: null,
    last: finished(table) ?? table.last,
  };
}

/** @param {Table} table @returns {Table} */
const endPick = (table) => (table.pick ? { ...withYou(table, { choices: [] }), pick: null, clock: null } : table);

/** @param {Table} table @param {Extract<PublicEvent, { kind: 'hand_started' }>} event @returns {Table} */
function startHand(table, event) {
  const stacks = new Map(event.seats.map((one) => [one.seat, one.stack]));
  const seats = Object.values(table.seats).map((seat) => ({
    ...seat,
    stack: stacks.get(seat.seat) ?? seat.stack,
    // A hand that is dead from the start is dealt cards that no player sees.
    play: stacks.has(seat.seat) ? { ...newPlay(), folded: event.dead?.includes(seat.seat) ?? false } : null,
  }));
  const dealt = new Set(seats.map((seat) => seat.play && seat.player.id));
  const next = {
    ...table,
    seats: Object.fromEntries(seats.map((seat) => [seat.seat, seat])),
    ledger: table.ledger && { ...table.ledger, players: table.ledger.players.map((line) => (dealt.has(line.player.id) ? { ...line, played: true } : line)) },
    hand: {
      number: event.hand,
      game: event.game,
      button: event.button,
      smallBlind: event.small_blind ?? null,
      bigBlind: event.big_blind ?? null,
      bombPot: event.bomb_pot ?? false,
      sevenDeuce: null,
      board: [],
      boardDown: 0,
      secondBoard: event.double_board ? [] : null,
      rabbit: null,
      firstBoard: null,
      carried: event.carried,
      carriedOn: 0,
      pots: [],
      pot: event.carried,
      bet: 0,
      turn: null,
      dark: [],
      darkOffer: null,
      street: START,
      awards: [],
      returned: null,
      names: namesOf(table.seats),
      raises: 0,
      over: false,
      held: false,
      stop: null,
      askedAt: 0,
      voided: false,
      cleared: false,
      whole: true,
    },
    bombIn: event.bomb_pot_in ?? null,
    pick: null,
    clock: null,
    last: finished(table) ?? table.last,
  };
  return withYou(next, { choices: [], toCall: 0, answer: null, ...NOTHING_MADE });
}

/** @param {Table} table @param {Extract<PublicEvent, { kind: 'hand_completed' | 'hand_voided' }>} event @returns {Table} */
function endHand(table, event) {
  let next = withHand(stopHand(table, null), { turn: null, over: true, voided: event.kind === 'hand_voided' });
  for (const { seat, amount } of event.stacks) next = withSeat(next, seat, () => ({ stack: amount }));
  next = withYou(next, { choices: [] });
  return { ...next, clock: null, hands: table.hands + (event.kind === 'hand_completed' ? 1 : 0) };
}

/** Sets the state of a stop. A consent is the answer to one question, and ends with it. @param {Table} table @param {HandStop | null} stop @returns {Table} */
function stopHand(table, stop) {
  const isNew = stop?.asked && !table.hand?.stop?.asked;
  const next = withHand(table, { stop, ...(isNew && { askedAt: table.seq + 1 }) });
  return stop?.asked ? next : withYou(next, { agreed: false });
}

/**
 * Applies a private part. Parts of a decision or hand that is over are ignored.
 *
 * @param {Table} table
 * @param {PrivateEvent} part
 * @returns {Table}
 */
export function applyPrivate(table, part) {
  const { you, hand } = table;
  if (!you || part.seq > table.seq) return table;
  switch (part.kind) {
    case 'cards':
      // Cards turned up since then lie after the down-cards.
      return withPlay(table, you.seat, ({ up }) => ({
        cards: [...part.hand.filter((card) => !up.includes(card)), ...up.filter((card) => part.hand.includes(card))],
      }));
    case 'made':
      return withYou(table, {
        made: part.high ?? null,
        madeLow: part.low ?? null,
        madeSecond: part.second ?? null,
      });
    case 'consent':
      return hand?.stop?.asked && part.seq >= hand.askedAt ? withYou(table, { agreed: part.agreed }) : table;
    case 'choices': {
      const { pick } = table;
      if (pick?.hand === part.hand && pick.turn === part.turn && pick.seats.includes(you.seat)) {
        return withYou(table, { choices: part.choices, hand: part.hand, turn: part.turn, toCall: 0 });
      }
      if (hand?.number !== part.hand || hand.turn?.turn !== part.turn || !hand.turn.seats.includes(you.seat)) return table;
      const next = withYou(table, { choices: part.choices, hand: part.hand, turn: part.turn, toCall: part.to_call });
      return withPlay(next, you.seat, () => ({ cards: part.cards }));
    }
    default:
      return table;
  }
}

/**
 * The finished hand on the table, for later viewing; `null` if none is over.
 *
 * @param {Table} table
 * @returns {Finished | null}
 */
export function finished(table) {
  const { hand, seats } = table;
  if (!hand?.over || hand.cleared) return null;
  const players = [];
  for (const seat of Object.values(seats)) {
    if (!seat.play) continue;
    players.push({
      seat: seat.seat,
      name: seat.player.name,
      mine: seat.seat === table.you?.seat,
      play: seat.play,
    });
  }
  return { hand, players, log: table.log.filter((entry) => entry.hand === hand.number || entry.hand === 0) };
}
