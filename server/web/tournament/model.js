// A tournament as one viewer sees it: a snapshot, the numbered events after it, and the viewer's standing. Pure, like the table's model. Stacks are
// those of the last snapshot unless an event updates them: hands are reported by the tables.

/** @import { Entrant, EventTable, Finished, LevelClock, LevelInfo, Offer, TournamentEvent, TournamentEvents, TournamentSnapshot, TournamentState, YourTournament } from '../gen/protocol.d.ts' */

/**
 * A table in play: its players by seat, with their stacks.
 *
 * @typedef {object} Table
 * @property {number} no
 * @property {string} table Id for watching the table, empty if not known yet.
 * @property {Record<number, { player: number, stack: number }>} seats
 * @property {'short' | 'fault' | null} halted
 */

/** The level clock as last reported, with the time of the report. @typedef {LevelClock & { at: number }} ClockAt */

/** The viewer's standing, with the time of the report. @typedef {YourTournament & { at: number }} You */

/**
 * @typedef {object} Tournament
 * @property {string} id
 * @property {number} seq Number of the last event included.
 * @property {TournamentState['summary']} summary
 * @property {TournamentState['structure']} structure
 * @property {number} rules
 * @property {ClockAt | null} clock
 * @property {LevelInfo | null} level
 * @property {LevelInfo | null} next
 * @property {number[]} prizes
 * @property {boolean} isFinal `true` once entries are closed for good, which fixes the prizes.
 * @property {TournamentState['payout'] | null} payout How officials have the pool paid out.
 * @property {number} bountyPool
 * @property {Finished[]} places Finishing places, best first.
 * @property {Record<number, Table>} tables
 * @property {number} tableCount
 * @property {number[]} breakOrder
 * @property {Record<number, Entrant>} entrants
 * @property {Record<number, string>} gone Names of those whose entry was given back while the page was open.
 * @property {number} chips All chips in play.
 * @property {TournamentState['hand_for_hand'] | null} handForHand
 * @property {string | null} paused
 * @property {TournamentState['deal'] | null} deal
 * @property {You} you
 */

/** @param {TournamentSnapshot} snapshot @param {number} now @returns {Tournament} */
export function fromSnapshot({ tournament, seq, state }, now) {
  /** @type {Tournament} */
  const told = {
    id: tournament,
    seq,
    summary: state.summary,
    structure: state.structure,
    rules: state.rules,
    clock: clockAt(state.clock, now),
    level: state.level ?? null,
    next: state.next_level ?? null,
    prizes: state.prizes,
    isFinal: state.prizes_final ?? false,
    payout: state.payout ?? null,
    bountyPool: state.bounty_pool,
    places: state.places,
    tables: Object.fromEntries(state.tables.map((table) => [table.no, tableOf(table)])),
    tableCount: state.table_count,
    breakOrder: state.break_order,
    entrants: Object.fromEntries(state.entrants.map((one) => [one.player, one])),
    gone: {},
    chips: state.average_stack * state.summary.alive,
    handForHand: state.hand_for_hand ?? null,
    paused: state.paused ?? null,
    deal: state.deal ?? null,
    you: { ...state.you, at: now },
  };
  return isOver(told) ? ended(told) : told;
}

/** `true` while entries, re-entries and rebuys may still come, even if all places are taken. @param {Pick<Tournament, 'summary' | 'isFinal'>} t */
export function isEntryPeriod({ summary, isFinal }) {
  const { phase, entries_open: isOpen, entries, entries_max: most, waiting = 0 } = summary;
  const isFull = waiting > 0 || entries >= most;
  return isOpen || (isFull && !isFinal && ['registering', 'running', 'paused'].includes(phase));
}

/** `true` if the tournament is over. @param {Pick<Tournament, 'summary'>} t */
export const isOver = ({ summary: { phase } }) => phase === 'completed' || phase === 'cancelled';

/** A finished tournament: no clock, level or table is running, nothing is awaited, and the player left has all chips. @param {Tournament} t @returns {Tournament} */
function ended(t) {
  const left = Object.values(t.entrants).filter(({ out: isOut }) => !isOut);
  const [winner] = left;
  const whole = t.summary.phase === 'completed' && left.length === 1 && t.chips > 0 ? withEntrant(t, winner.player, () => ({ stack: t.chips })) : t;
  return {
    ...withSummary(whole, { entries_open: false, level: undefined }),
    clock: null,
    level: null,
    next: null,
    tables: {},
    tableCount: 0,
    breakOrder: [],
    handForHand: null,
    paused: null,
    deal: null,
  };
}

/** @param {EventTable} table @returns {Table} */
const tableOf = ({ no, table, seats, halted }) => ({
  no,
  table: table ?? '',
  seats: Object.fromEntries(seats.map(([seat, player, stack]) => [seat, { player, stack }])),
  halted: halted ?? null,
});

/**
 * Adds tables, players and places that were requested separately; the state's own are newer.
 *
 * @param {Tournament} t
 * @param {{ tables?: EventTable[], entrants: Entrant[], places?: Finished[] }} more
 * @returns {Tournament}
 */
export function withAll(t, { tables = [], entrants, places = [] }) {
  const all = new Map([...places, ...t.places].map((place) => [place.player, place]));
  return {
    ...t,
    tables: { ...Object.fromEntries(tables.map((table) => [table.no, tableOf(table)])), ...t.tables },
    entrants: { ...Object.fromEntries(entrants.map((one) => [one.player, one])), ...t.entrants },
    places: [...all.values()].sort((one, other) => one.best - other.best || one.player - other.player),
  };
}

/** @param {LevelClock | undefined} clock @param {number} now @returns {ClockAt | null} */
const clockAt = (clock, now) => (clock ? { ...clock, at: now } : null);

/** @param {Tournament} before @param {YourTournament} you @param {number} now @returns {Tournament} */
export const applyYou = (before, you, now) => ({ ...before, you: { ...you, at: now } });

/**
 * Applies events; `null` if some in between are missing.
 *
 * @param {Tournament} before
 * @param {TournamentEvents} message
 * @param {number} now
 * @returns {Tournament | null}
 */
export function applyEvents(before, { first_seq: first, events, clock }, now) {
  if (first > before.seq + 1) return null;
  const fresh = events.slice(before.seq + 1 - first);
  if (fresh.length === 0) return before;
  const after = fresh.reduce(happen, before);
  const told = { ...after, seq: before.seq + fresh.length };
  // A finished tournament stays finished, whatever follows.
  return isOver(told) ? ended(told) : { ...told, clock: clockAt(clock, now) ?? told.clock };
}

/** Events of a message that are new. @param {Tournament} before @param {TournamentEvents} message */
export const freshOf = (before, { first_seq: first, events }) => events.slice(Math.max(0, before.seq + 1 - first));

/** @param {Tournament} t @param {Partial<Tournament['summary']>} change @returns {Tournament} */
const withSummary = (t, change) => ({ ...t, summary: { ...t.summary, ...change } });

/** @param {Tournament} t @param {number} player @param {(one: Entrant) => Partial<Entrant>} change @returns {Tournament} */
function withEntrant(t, player, change) {
  const one = t.entrants[player];
  return one ? { ...t, entrants: { ...t.entrants, [player]: { ...one, ...change(one) } } } : t;
}

/** @param {Tournament} t @param {number} no @param {(table: Table) => Partial<Table>} change @returns {Tournament} */
function withTable(t, no, change) {
  const table = t.tables[no] ?? { no, table: '', seats: {}, halted: null };
  return { ...t, tables: { ...t.tables, [no]: { ...table, ...change(table) } } };
}

/** Removes a player from all tables. @param {Tournament} t @param {number} player @returns {Tournament} */
function unseated(t, player) {
  const tables = Object.values(t.tables).map((table) => {
    const seats = Object.entries(table.seats).filter(([, one]) => one.player !== player);
    return [table.no, { ...table, seats: Object.fromEntries(seats) }];
  });
  return { ...t, tables: Object.fromEntries(tables) };
}

/** @param {Tournament} t @param {number} player @param {number} no @param {number} seat @param {number} stack @returns {Tournament} */
function seated(t, player, no, seat, stack) {
  const there = withTable(unseated(t, player), no, ({ seats }) => ({ seats: { ...seats, [seat]: { player, stack } } }));
  return withEntrant(there, player, () => ({ stack }));
}

/** @param {Tournament} t @param {number} player */
const stackOf = (t, player) =>
  t.entrants[player]?.stack ??
  Object.values(t.tables)
    .flatMap(({ seats }) => Object.values(seats))
    .find((one) => one.player === player)?.stack ??
  0;

/** Sets the stacks that an event reports for a table. @param {Tournament} t @param {number} no @param {readonly [number, number][]} stacks @returns {Tournament} */
const withStacks = (t, no, stacks) =>
  stacks.reduce((next, [seat, stack]) => {
    const player = next.tables[no]?.seats[seat]?.player;
    return player === undefined ? next : seated(next, player, no, seat, stack);
  }, t);

/** Gives chips to a player still in. @param {Tournament} t @param {number} player @param {number} chips @returns {Tournament} */
function given(t, player, chips) {
  const stack = stackOf(t, player) + chips;
  const at = Object.values(t.tables).find(({ seats }) => Object.values(seats).some((one) => one.player === player));
  const seat = at && Object.entries(at.seats).find(([, one]) => one.player === player)?.[0];
  const next = at && seat ? seated(t, player, at.no, Number(seat), stack) : withEntrant(t, player, () => ({ stack }));
  return { ...next, chips: next.chips + chips };
}

/**
 * Notes if new players may enter: not while all places are taken, or players wait for one.
 *
 * @param {Tournament} t
 * @returns {Tournament}
 */
function withEntries(t) {
  const { phase, entries, entries_max: most, waiting = 0 } = t.summary;
  if (entries >= most || waiting > 0) return withSummary(t, { entries_open: false });
  return phase === 'registering' ? withSummary(t, { entries_open: true }) : t;
}

/** The bounty on the head of an entry that paid this much for bounties. @param {Tournament} t @param {number} paid */
const headOf = ({ structure }, paid) => (paid > 0 && structure.bounty?.kind !== 'mystery' ? paid : undefined);

/** Applies a paid entry, with its stack. @param {Tournament} t @param {{ paid: number, bounty: number, stack: number }} entry @returns {Tournament} */
function entered(t, { paid, bounty, stack }) {
  const { entries, alive, pool } = t.summary;
  const next = withEntries(withSummary(t, { entries: entries + 1, alive: alive + 1, pool: pool + paid }));
  return { ...next, bountyPool: t.bountyPool + bounty, chips: t.chips + stack };
}

/** Applies a player's exit. @param {Tournament} t @param {number} player @param {boolean} takesChips `true` if the stack leaves play. @returns {Tournament} */
function out(t, player, takesChips) {
  if (t.entrants[player]?.out) return t;
  const left = takesChips ? stackOf(t, player) : 0;
  const next = withEntrant(unseated(t, player), player, () => ({ out: true, stack: undefined }));
  return { ...withSummary(next, { alive: Math.max(0, t.summary.alive - 1) }), chips: t.chips - left };
}

/** The level after another one, as far as the structure goes. @param {Tournament} t @param {number} level @returns {LevelInfo | null} */
function levelAfter({ structure }, level) {
  for (const row of structure.levels) {
    if (row.kind !== 'level' || row.level !== level + 1) continue;
    const { kind: _, ...info } = row;
    return info;
  }
  return null;
}

/** `true` if the viewer may propose a deal now. @param {Tournament} t0 */
export function mayPropose(t0) {
  const { summary, tableCount, deal, you } = t0;
  const isOpen = ['running', 'paused'].includes(summary.phase) && !isEntryPeriod(t0) && !deal;
  const isField = ['freezeout', 'sit_and_go'].includes(summary.format);
  return isOpen && isField && tableCount === 1 && summary.alive > 1 && Boolean(you.seat) && !you.out;
}

/** @param {Tournament} t @param {TournamentEvent} event @returns {Tournament} */
function happen(t, event) {
  switch (event.event) {
    case 'player_registered': {
      const { player, entry, stack, who, bounty } = event;
      const entrant = who && { player, who, entry, status: /** @type {const} */ ('active'), stack, bounty: headOf(t, bounty) };
      const next = entered(t, event);
      return entrant ? { ...next, entrants: { ...t.entrants, [player]: entrant } } : next;
    }
    case 'waitlist_changed':
      return withEntries(withSummary(t, { waiting: event.waiting || undefined }));
    case 'start_postponed':
      return withSummary(t, { starts_at: event.starts_at });
    case 're_entered': {
      const { player, entry, stack } = event;
      return withEntrant(entered(t, event), player, () => ({ entry, stack, out: false, bounty: headOf(t, event.bounty) }));
    }
    case 'player_unregistered': {
      const entrants = { ...t.entrants };
      const name = entrants[event.player]?.who.name;
      delete entrants[event.player];
      const { entries, alive, pool, buy_in: price, bounty, stack, phase } = t.summary;
      const next = withEntries(withSummary(unseated(t, event.player), { entries: entries - 1, alive: alive - 1, pool: pool - price }));
      // In play the chips leave with an event of their own.
      const left = phase === 'registering' ? stack : 0;
      const gone = name === undefined ? t.gone : { ...t.gone, [event.player]: name };
      return { ...next, entrants, gone, bountyPool: t.bountyPool - bounty, chips: t.chips - left };
    }
    case 'rebuy_taken':
    case 'add_on_taken':
      return given(withSummary(t, { pool: t.summary.pool + event.paid }), event.player, event.chips);
    case 'registration_closed': {
      const { entries, alive, pool, bounty_pool: bountyPool, prizes } = event;
      return { ...withSummary(t, { entries, alive, pool, entries_open: false }), bountyPool, prizes, isFinal: true };
    }
    case 'prizes_set':
      return { ...t, payout: event.payout, prizes: event.prizes };
    case 'level_started': {
      const { level, game, small_blind, big_blind, ante, unit, duration, next } = event;
      const phase = t.paused === null ? /** @type {const} */ ('running') : /** @type {const} */ ('paused');
      return {
        ...withSummary(t, { level, phase }),
        level: { level, game, small_blind, big_blind, ante, unit, duration },
        next: next ?? levelAfter(t, level),
      };
    }
    case 'tournament_paused':
      return { ...withSummary(t, { phase: 'paused' }), paused: event.reason };
    case 'tournament_resumed':
      return { ...withSummary(t, { phase: 'running' }), paused: null, deal: null };
    case 'hand_for_hand_announced':
      return { ...t, handForHand: { why: event.why, round: 0 } };
    case 'hand_for_hand_round_started':
      return t.handForHand ? { ...t, handForHand: { ...t.handForHand, round: event.round } } : t;
    case 'hand_for_hand_ended':
      return { ...t, handForHand: null };
    case 'deal_offered':
      return { ...t, deal: { kind: event.kind, keep: event.keep, shares: event.shares, agreed: [] } };
    case 'deal_answered':
      if (!t.deal || !event.agrees) return { ...t, deal: null };
      return { ...t, deal: { ...t.deal, agreed: [...t.deal.agreed, event.player] } };
    case 'deal_ended':
    case 'deal_made':
      return { ...t, deal: null };
    case 'tournament_cancelled':
      return withSummary(t, { phase: 'cancelled' });
    case 'tournament_completed':
      return { ...withSummary(t, { phase: 'completed' }), prizes: paidIn(t) };
    default:
      return happenToTable(t, event);
  }
}

/** Prizes paid, largest first. @param {Tournament} t */
const paidIn = ({ places }) =>
  places
    .map(({ prize }) => prize)
    .filter((prize) => prize > 0)
    .sort((a, b) => b - a);

/** @param {Tournament} t @param {TournamentEvent} event @returns {Tournament} */
function happenToTable(t, event) {
  switch (event.event) {
    case 'table_opened': {
      const count = t.tableCount + (t.tables[event.table] ? 0 : 1);
      return { ...withTable(t, event.table, () => ({})), tableCount: count };
    }
    case 'table_broken':
      return withoutTables(t, [event.table]);
    case 'break_order_published':
      return { ...t, breakOrder: event.order };
    case 'table_halted':
      return withTable(t, event.table, () => ({ halted: event.why }));
    case 'table_resumed':
      return withTable(t, event.table, () => ({ halted: null }));
    case 'final_table_formed': {
      const cleared = withTable(t, event.table, () => ({ seats: {}, halted: null }));
      return withoutTables(
        cleared,
        event.from.filter((no) => no !== event.table),
      );
    }
    case 'seat_assigned':
      return seated(t, event.player, event.table, event.seat, event.stack);
    case 'player_moved':
      return seated(t, event.player, event.to[0], event.to[1], stackOf(t, event.player));
    case 'chip_race_completed':
      return { ...withStacks(t, event.table, event.after), chips: t.chips + event.delta };
    case 'hand_voided':
      return withStacks(t, event.table, event.stacks);
    default:
      return happenToPlayer(t, event);
  }
}

/** @param {Tournament} t @param {number[]} gone @returns {Tournament} */
function withoutTables(t, gone) {
  const known = gone.filter((no) => t.tables[no]).length;
  const tables = Object.values(t.tables).filter(({ no }) => !gone.includes(no));
  return {
    ...t,
    tables: Object.fromEntries(tables.map((table) => [table.no, table])),
    tableCount: t.tableCount - known,
    breakOrder: t.breakOrder.filter((no) => !gone.includes(no)),
  };
}

/** @param {Tournament} t @param {TournamentEvent} event @returns {Tournament} */
function happenToPlayer(t, event) {
  switch (event.event) {
    case 'status_changed':
      return withEntrant(t, event.player, () => ({ status: event.status }));
    case 'penalty_issued':
      return withEntrant(t, event.player, ({ penalty = 0 }) => ({ penalty: penalty + event.hands || undefined }));
    case 'penalty_progress':
      return withEntrant(t, event.player, () => ({ penalty: event.left || undefined }));
    case 'player_eliminated':
      return out(t, event.player, false);
    case 'player_withdrew':
    case 'player_disqualified':
      return out(t, event.player, true);
    case 'chips_removed':
      return given(t, event.player, -event.amount);
    case 'bounty_awarded': {
      const next = withEntrant(t, event.player, ({ bounty = 0 }) => ({ bounty: bounty + event.head }));
      return withEntrant(next, event.victim, () => ({ bounty: undefined }));
    }
    case 'place_assigned': {
      const { player, best, worst, paid = 0 } = event;
      const others = t.places.filter((place) => place.player !== player);
      const places = [...others, { player, best, worst, prize: paid }].sort((a, b) => a.best - b.best || a.player - b.player);
      return { ...t, places };
    }
    case 'prize_awarded': {
      const places = t.places.map((place) => (place.player === event.player ? { ...place, prize: place.prize + event.amount } : place));
      return { ...t, places };
    }
    default:
      return t;
  }
}

// ---------- derived values ----------

/** Maximum number of prizes in a state. */
export const PRIZES_TOLD = 100;

/** Chips kept back from the pool as it stands. @param {Pick<Tournament, 'summary' | 'payout'>} t */
export function feeOf({ summary, payout }) {
  const pool = Math.max(summary.pool, summary.guarantee);
  const { fee_percent: percent, fee = 0 } = payout ?? {};
  return percent === undefined ? Math.min(fee, pool) : Math.floor((pool * percent) / 100);
}

/** Chips that the prizes add up to: the pool, or the guaranteed one, less the fee, plus the bonus. @param {Pick<Tournament, 'summary' | 'payout'>} t */
export const paidOut = (t) => Math.max(t.summary.pool, t.summary.guarantee) - feeOf(t) + (t.payout?.bonus ?? 0);

/** Average stack of the remaining players. @param {Tournament} t */
export const averageOf = ({ chips, summary }) => (summary.alive > 0 ? Math.floor(chips / summary.alive) : 0);

/** Milliseconds left of the level or the break; `null` if no clock is known. @param {Tournament} t @param {number} now */
export function timeLeft({ clock, paused }, now) {
  if (!clock) return null;
  return Math.max(0, clock.left_ms - (clock.running && paused === null ? now - clock.at : 0));
}

/** The level after a break. @param {Tournament} t */
export const levelAfterBreak = ({ clock, level, next }) => (level && clock && level.level === clock.level ? level : next);

/**
 * Players who must go out before all the rest are in the money; `null` while entries may change that, or if it is unknown.
 *
 * @param {Tournament} t0
 */
export function toMoney(t0) {
  const { summary, prizes } = t0;
  if (isEntryPeriod(t0) || prizes.length === 0) return null;
  // If the list is longer, a state has only the first prizes.
  if (prizes.length >= PRIZES_TOLD && summary.alive > prizes.length) return null;
  return Math.max(0, summary.alive - prizes.length);
}

/**
 * Rank of the viewer's stack among the remaining players, 1 for the largest; `null` if not all stacks are known.
 *
 * @param {Tournament} t
 * @param {number} [mine] The viewer's stack, if known more exactly.
 */
export function rankOf({ entrants, you, summary }, mine) {
  const alive = Object.values(entrants).filter((one) => !one.out);
  const stack = mine ?? entrants[you.player ?? 0]?.stack;
  if (stack === undefined || you.out || alive.length < summary.alive) return null;
  return 1 + alive.filter((one) => one.player !== you.player && (one.stack ?? 0) > stack).length;
}

/** The viewer's open offer of a kind. @template {Offer['kind']} K @param {Tournament} t @param {K} kind @returns {Extract<Offer, { kind: K }> | null} */
export const offerOf = ({ you }, kind) => /** @type {any} */ (you.offers?.find((offer) => offer.kind === kind) ?? null);

/** Milliseconds left to answer an offer; `null` without a limit. @param {Tournament} t @param {Offer} offer @param {number} now */
export const offerLeft = ({ you }, offer, now) => ('left_ms' in offer && offer.left_ms !== undefined ? Math.max(0, offer.left_ms - (now - you.at)) : null);

/** Players by stack, those still in first. @param {Tournament} t */
export const ranked = ({ entrants }) =>
  Object.values(entrants).sort((a, b) => Number(a.out ?? false) - Number(b.out ?? false) || (b.stack ?? 0) - (a.stack ?? 0) || a.player - b.player);
