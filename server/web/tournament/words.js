// A tournament in words: its state, its levels, and announcements of its events.

/** @import { GameInfo, Place, TournamentEvent, TournamentGame, TournamentSummary, YourTournament } from '../gen/protocol.d.ts' */
/** @import { Tournament } from './model.js' */

import { clockTime, list, local, num, t, tn, tOrdinal } from '../i18n.js';
import { saidOnce } from '../lobby/common.js';
import { blindsText, timeText } from './brief.js';
import { feeOf, isOver, levelAfterBreak, timeLeft } from './model.js';
import { reasonText } from './reasons.js';

/** Names of the games played. @param {readonly TournamentGame[]} some @param {readonly GameInfo[]} games */
export const gamesText = (some, games) => list(some.map(({ game, limit }) => saidOnce([nameOf(game, games), t(`limit.${limit}`)]).join(', ')));

/** A game of a level, `omaha:pot` or without a limit. @param {string} text @param {readonly GameInfo[]} games */
export const levelGame = (text, games) => nameOf(text.split(':')[0], games);

/** @param {string} id @param {readonly GameInfo[]} games */
const nameOf = (id, games) => local(games.find((game) => game.id === id)?.name) || id;

/** Time of the start. @param {TournamentSummary} summary */
export function startText(summary) {
  if (summary.starts_at !== undefined) return t('t.when.time', { time: clockTime(summary.starts_at) });
  if (summary.live) return t('t.when.live');
  return t(isStartedByHost(summary) ? 't.when.host' : 't.when.full');
}

/** `true` if the host of a sit & go may start it before it is full. @param {Pick<TournamentSummary, 'private' | 'entries_min' | 'entries_max'>} summary */
export const isStartedByHost = (summary) => Boolean(summary.private) && summary.entries_min < summary.entries_max;

/** Reason why there is no table: not yet, or not any more. @param {TournamentSummary} summary */
export const noTablesText = (summary) => t(isOver({ summary }) ? 't.tables.closed' : 't.tables.none');

/** Phase of the tournament. @param {TournamentSummary} summary @param {boolean} [isBreak] */
export function phaseText({ phase, level, entries_open: isOpen, bagged: isBagged }, isBreak = false) {
  if (isBagged) return t('t.phase.bagged');
  if (phase !== 'running') return t(`t.phase.${phase}`);
  const words = [isBreak ? t('t.phase.break') : level ? t('t.level', { n: level }) : t('t.phase.running')];
  if (isOpen) words.push(t('t.phase.late'));
  return words.join(', ');
}

/**
 * Reason for waiting if no remaining player has an opponent, since late entries may still come; otherwise empty.
 *
 * @param {Pick<Tournament, 'summary' | 'structure'>} t0
 */
export function waitsText({ summary: { phase, alive, entries_open: isOpen }, structure: { pays, late_levels: n } }) {
  const winners = pays.kind === 'seats' ? pays.seats : 1;
  return phase === 'running' && isOpen && alive <= winners ? t('t.waits', { n }) : '';
}

/** Number of players entered, or left. @param {TournamentSummary} summary */
export function fieldText({ phase, entries, entries_max: of, alive, waiting = 0 }) {
  const isUnderWay = phase === 'running' || phase === 'paused';
  const field = phase === 'registering' ? t('t.entries', { n: entries, of }) : isUnderWay ? t('t.alive', { n: alive, of: entries }) : tn('t.field', entries);
  return waiting > 0 ? `${field} · ${tn('t.waiting', waiting)}` : field;
}

/** The line over a tournament table: the level with its clock, and the next one. @param {Tournament} tournament @param {number} now */
export function levelLine(tournament, now) {
  const { clock, level, next } = tournament;
  const left = timeLeft(tournament, now);
  if (!level) return phaseText(tournament.summary);
  if (clock?.break && left !== null) return t('t.line.break', { time: timeText(left), blinds: blindsText(levelAfterBreak(tournament) ?? level) });
  const { level: n } = level;
  const blinds = blindsText(level);
  const line = left === null ? t('t.line.still', { n, blinds }) : t('t.line', { n, blinds, time: timeText(left) });
  return next ? `${line} · ${t('t.line.next', { blinds: blindsText(next) })}` : line;
}

/** Fee and bonus of a payout in words; empty without them. @param {Tournament} live */
export function payoutText(live) {
  const fee = feeOf(live);
  const bonus = live.payout?.bonus ?? 0;
  return list([fee > 0 && t('t.payout.fee', { n: fee }), bonus > 0 && t('t.payout.bonus', { n: bonus })].filter((part) => part !== false));
}

/** A finishing place in a row of a list. @param {Place} place */
export const placeText = ({ best, worst }) => (best === worst ? num(best) : t('t.place.range', { best, worst }));

/**
 * The viewer's result in sentences; empty while unknown. Where nothing could be won, nothing is said of prizes.
 *
 * @param {YourTournament} you
 * @param {Pick<TournamentSummary, 'entries' | 'pool'>} summary
 */
export function resultText({ place, prize }, { entries: players, pool }) {
  if (!place) return '';
  const { best, worst } = place;
  const words = best !== worst ? t('t.you.tied', { best, worst, of: players }) : best === 1 ? t('t.you.won') : tOrdinal('t.you.place', best, { of: players });
  if (prize) return `${words} ${t('t.you.prize', { n: prize })}`;
  return pool > 0 ? `${words} ${t('t.you.no_prize')}` : words;
}

/** The viewer on the waiting list, in a sentence; empty if the list does not concern the viewer. @param {YourTournament} you */
export function waitText({ waitlist }) {
  if (waitlist?.place) return tOrdinal('t.you.waiting', waitlist.place);
  if (waitlist?.ended) return t(`t.you.wait.${waitlist.ended}`);
  return waitlist?.open ? t('t.you.full') : '';
}

/** The viewer's standing in a sentence. @param {Tournament} live */
export function standText({ you, summary }) {
  if (you.place) return resultText(you, summary);
  const waits = waitText(you);
  if (waits) return waits;
  if (!you.registered) return t(isOver({ summary }) ? 't.you.none.over' : 't.you.none');
  if (you.out) return t('t.you.out');
  if (you.seat) return t('t.you.seat', { no: you.seat.table_no, seat: you.seat.seat });
  return t('t.you.in');
}

/**
 * Announcement of an event, `''` if none. Hands, moves of others and payments are only shown on the page.
 *
 * @param {TournamentEvent} event
 * @param {Tournament} after
 */
export function sayOf(event, after) {
  switch (event.event) {
    case 'level_started':
      return t('say.t.level', { n: event.level, blinds: blindsText(event) });
    case 'break_started':
      return t('say.t.break', { n: Math.round(event.duration / 60) });
    case 'break_ended':
      return t('say.t.break_over');
    case 'tournament_paused':
      return t('say.t.paused', { reason: reasonText(event.reason) });
    case 'tournament_resumed':
      return t('say.t.resumed');
    case 'registration_closed':
      return t('say.t.closed', { n: event.prizes.length, first: event.prizes[0] ?? 0 });
    case 'prizes_set':
      return event.prizes.length > 0 ? t('say.t.prizes', { n: event.prizes.length, first: event.prizes[0] }) : '';
    case 'hand_for_hand_announced':
      return t('say.t.hand_for_hand');
    case 'hand_for_hand_ended':
      return t('say.t.hand_for_hand_over');
    case 'final_table_formed':
      return t('say.t.final');
    case 'player_eliminated': {
      const who = after.entrants[event.player]?.who.name;
      return who && event.player !== after.you.player ? tn('say.t.out', after.summary.alive, { who }) : '';
    }
    case 'deal_proposed':
      return t('say.t.deal.proposed', { name: after.entrants[event.player]?.who.name ?? event.player });
    case 'deal_offered':
      return t('say.t.deal');
    case 'deal_ended':
      return t(`say.t.deal.${event.why}`);
    case 'deal_made':
      return t('say.t.deal.made');
    case 'tournament_cancelled':
      return t('say.t.cancelled', { reason: event.reason });
    case 'tournament_completed':
      return t('say.t.completed');
    default:
      return '';
  }
}
