// The announcement of a tournament as its host writes it, and the request that it becomes.

/** @import { StructureCheckResponse, StructureInfo, TournamentConfig, TournamentSummary } from '../gen/protocol.d.ts' */
/** @import { Refusal } from '../net.js' */

import { languagesIn } from './languages.js';
import { isStartedByHost } from './words.js';

/** The server's check of a text. @typedef {StructureCheckResponse & { text: string }} Checked */

/**
 * @typedef {object} Draft
 * @property {string} structure Id of a house structure.
 * @property {boolean} isOwn `true` if `definition` is used instead.
 * @property {string} definition
 * @property {Checked | null} checked
 * @property {string} name
 * @property {string} start As in its field, in local time.
 * @property {boolean} isPrivate
 * @property {boolean} isLive `true` for a live event with real cards and chips, whose results are entered.
 * @property {string} target Tournament in which a satellite awards seats.
 * @property {string} bots As typed: the field size that house bots fill up to.
 * @property {boolean} isForAdults `true` to admit only accounts whose age the operator has verified.
 * @property {string} languages As typed: tags of the chat's languages.
 * @property {Refusal | null} error
 */

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

/** Longest lead time of an announcement. */
const AHEAD_MS = 31 * DAY_MS;

/** A time in the format of a local time field, to the minute. @param {number} at In milliseconds since 1970. */
export function localField(at) {
  const zone = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - zone).toISOString().slice(0, 16);
}

/** The first quarter of an hour that leaves players time to join. @param {number} now */
export const soon = (now) => localField(Math.ceil((now + QUARTER_MS) / QUARTER_MS) * QUARTER_MS);

/** @param {number} now @returns {Draft} */
export const newDraft = (now) => ({
  structure: '',
  isOwn: false,
  definition: '',
  checked: null,
  name: '',
  start: soon(now),
  isPrivate: false,
  isLive: false,
  target: '',
  bots: '',
  isForAdults: false,
  languages: '',
  error: null,
});

/** `true` if hosts may announce it: only the house may promise chips that no player pays for. @param {StructureInfo} structure */
export const isForHosts = ({ house_only }) => !house_only;

/** Tournaments in which a structure may award seats: announced ones of the structure that it names. @param {StructureInfo} structure @param {readonly TournamentSummary[]} all */
export const targetsOf = ({ pays }, all) =>
  pays.kind === 'seats' ? all.filter(({ structure, phase, live }) => structure === pays.of && phase === 'registering' && !live) : [];

/** Structure of the draft, once it has passed the check. @param {Draft} draft @param {readonly StructureInfo[]} all */
export function structureOf({ isOwn, definition, checked, structure }, all) {
  if (isOwn) return checked?.text === definition ? checked.structure : undefined;
  return all.find(({ id }) => id === structure) ?? all[0];
}

/**
 * Faults of the draft other than its structure, by field; `null` if there are none.
 *
 * @param {Draft} draft
 * @param {StructureInfo} structure
 * @param {number} now
 * @returns {'start' | 'bots' | 'target' | 'live' | 'languages' | null}
 */
export function faultOf({ start, bots, isPrivate, isLive, isForAdults, target, languages }, structure, now) {
  const at = new Date(start).getTime();
  if (structure.pays.kind === 'seats' && isLive) return 'live';
  if (structure.pays.kind === 'seats' && !target) return 'target';
  if (!languagesIn(languages)) return 'languages';
  if (isLive) return null;
  if (structure.start === 'time' && !(at >= now && at <= now + AHEAD_MS)) return 'start';
  // House bots have no links, and no age.
  return isPrivate || isForAdults || /^\d{0,6}$/.test(bots.trim()) ? null : 'bots';
}

/** Text of the start of a tournament that has no time for it. @param {Pick<Draft, 'isLive' | 'isPrivate'>} draft @param {StructureInfo} structure */
export function startKey({ isLive, isPrivate }, structure) {
  if (isLive && structure.start === 'time') return 'announce.live.start';
  return isStartedByHost({ ...structure, private: isPrivate }) ? 't.when.host' : 't.when.full';
}

/** Configuration to announce. @param {Draft} draft @param {StructureInfo} structure @returns {TournamentConfig} */
export function configOf({ isOwn, definition, name, start, isPrivate, isLive, isForAdults, target, bots, languages }, structure) {
  const called = name.trim();
  const fill = Number(bots.trim());
  const spoken = languagesIn(languages) ?? [];
  return {
    ...(isOwn ? { definition } : { structure: structure.id }),
    ...(called && { name: called }),
    ...(structure.start === 'time' && !isLive && { starts_at: new Date(start).getTime() }),
    ...(isPrivate && { private: true }),
    ...(isLive && { live: true }),
    ...(isForAdults && { adults_only: true }),
    ...(structure.pays.kind === 'seats' && { target }),
    ...(fill > 0 && !isPrivate && !isLive && !isForAdults && { bots: fill }),
    ...(spoken.length > 0 && { languages: spoken }),
  };
}

/** The draft of an announcement, but for its start. @param {TournamentConfig} config @returns {Draft} */
export const draftOf = ({
  structure = '',
  definition = '',
  name = '',
  private: isPrivate = false,
  live = false,
  adults_only: isForAdults = false,
  bots,
  languages = [],
}) => ({
  ...newDraft(0),
  structure,
  isOwn: definition !== '',
  definition,
  name,
  isPrivate,
  isLive: live,
  isForAdults,
  bots: bots ? String(bots) : '',
  languages: languages.join(', '),
});

/** Starting text for a host's own structure: with a new id, and without parts reserved for the house. @param {string} text */
export const ownText = (text) => text.replace(/^id = "(.{0,37}).*"$/m, 'id = "my-$1"').replace(/^guarantee = .*\n/m, '');
