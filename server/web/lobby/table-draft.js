// A table to be opened, as far as its host has described it, and the configuration that it comes to.

/** @import { GameCheckResponse, GameInfo, MixInfo, TableConfig } from '../gen/protocol.d.ts' */
/** @import { Refusal } from '../net.js' */
/** @import { Entry } from './list.js' */
/** @import { Chosen, Setting } from './house.js' */

import { num, parseNum, t } from '../i18n.js';
import { mixConfig } from './mixed.js';
import { rulesOf } from './house.js';
import { isMoney, moneyText, parseMoney, typedMoney } from '../money.js';

/**
 * @typedef {object} Draft
 * @property {string} search
 * @property {string} game
 * @property {string | null} limit
 * @property {number} step Index of the multiplier.
 * @property {number | null} seats
 * @property {number} seconds
 * @property {boolean} isPrivate
 * @property {boolean} bots `true` if house bots may join a public table.
 * @property {string} name
 * @property {boolean} isOpen `true` if the options are unfolded.
 * @property {boolean} movingButton
 * @property {boolean} faceUp
 * @property {Chosen} rules Table rules beyond those of the game.
 * @property {boolean} isTyped `true` if amounts and times are typed instead of chosen.
 * @property {Partial<Record<Typed, string>>} typed Typed values; missing or empty ones are as chosen.
 * @property {number} hours Hours until the table closes, 0 for never.
 * @property {number} depth Maximum buy-in, in big bets.
 * @property {Refusal | null} error
 * @property {boolean} isOwn `true` if the game is the host's own.
 * @property {string | null} mix Id of the mix; `null` for a single game.
 * @property {number} span Hands per game of a rotation; 0 for an orbit.
 * @property {Entry[]} turns Games of the host's own rotation.
 * @property {boolean} hasMenu `true` if dealers pick only from `menu`.
 * @property {Entry[]} menu
 * @property {string | null} fallback Default game if the dealer's time runs out; `null` for the first of the menu, or that of the catalogue without one.
 * @property {number} pick Seconds for the dealer to pick, 0 for the same as to act.
 * @property {boolean} isForm `true` if the definition is also edited by a form.
 * @property {boolean} isTried `true` if hands of the definition were requested.
 * @property {number} tries Number of requests.
 * @property {string} definition
 * @property {Checked | null} checked The server's check of the definition.
 */
/** Amounts that can be typed, and the time bank in seconds. @typedef {'small_blind' | 'big_blind' | 'ante' | 'buy_in_min' | 'buy_in_max' | 'time_bank'} Typed */
/** @typedef {GameCheckResponse & { text: string }} Checked `text` is the text that was checked. */

/** @returns {Draft} */
export const newDraft = () => ({
  search: '',
  game: '',
  limit: null,
  step: 0,
  seats: null,
  seconds: 20,
  isPrivate: false,
  bots: false,
  name: '',
  isOpen: false,
  movingButton: false,
  faceUp: true,
  rules: {},
  isTyped: false,
  typed: {},
  hours: 0,
  depth: 100,
  error: null,
  isOwn: false,
  mix: null,
  span: 0,
  turns: [],
  hasMenu: false,
  menu: [],
  fallback: null,
  pick: 0,
  isForm: false,
  isTried: false,
  tries: 0,
  definition: '',
  checked: null,
});

export const MULTIPLIERS = [1, 2, 5, 10, 20, 50, 100];
const HOUR_MS = 3_600_000;
/** @type {readonly Typed[]} */
const TYPED = ['small_blind', 'big_blind', 'ante', 'buy_in_min', 'buy_in_max', 'time_bank'];
/** Typed values that mixed tables have too: each game has its own blinds. @type {ReadonlySet<Typed>} */
const OF_ALL = new Set(['buy_in_min', 'buy_in_max', 'time_bank']);

/** What a chip of the draft stands for. @param {Draft} draft @returns {import('../money.js').Worth} */
export const worthOf = (draft) => (byLinkOnly(draft) && draft.rules.own_chips ? /** @type {import('../money.js').Worth} */ (draft.rules) : {});

/** An amount as the table will show it. @param {number} chips @param {Draft} draft */
export const shownAmount = (chips, draft) => (isMoney(worthOf(draft)) ? moneyText(chips, worthOf(draft)) : num(chips));

/** An amount as a player would type it. @param {number} chips @param {Draft} draft */
export const amountText = (chips, draft) => (isMoney(worthOf(draft)) ? typedMoney(chips, worthOf(draft)) : num(chips));

/** The chips of a typed amount, in money if the table shows money; `null` if it is no number. @param {string} text @param {Draft} draft */
const typedChips = (text, draft) => (isMoney(worthOf(draft)) ? parseMoney(text, worthOf(draft)) : parseNum(text));

/** A typed value as a number; the time bank is no amount. @param {Typed} name @param {Draft} draft */
const numberOf = (name, draft) => (name === 'time_bank' ? parseNum(draft.typed[name] ?? '') : typedChips(draft.typed[name] ?? '', draft));

/** The draft with other rules. Typed amounts stay the same chips if they are money from now on, or no longer. @param {Draft} draft @param {Chosen} rules @returns {Pick<Draft, 'rules' | 'typed'>} */
export function withRules(draft, rules) {
  const then = { ...draft, rules };
  const before = worthOf(draft).chip_value;
  if (before === worthOf(then).chip_value) return { rules, typed: draft.typed };
  const typed = Object.entries(draft.typed).map(([name, text]) => {
    const chips = name === 'time_bank' ? null : typedChips(text, draft);
    return [name, chips === null ? text : amountText(chips, then)];
  });
  return { rules, typed: Object.fromEntries(typed) };
}

/** Default stakes of a game, multiplied. @param {GameInfo} game @param {number} by @param {Draft} draft */
export function stakesOf(game, by, draft) {
  const shown = (/** @type {number} */ chips) => shownAmount(chips * by, draft);
  if (game.small_blind || game.big_blind) return `${shown(game.small_blind)}/${shown(game.big_blind)}`;
  if (game.ante) return t('stakes.ante', { n: shown(game.ante) });
  return shown(game.bets[0] ?? 1);
}

/** `true` if only players with the link may enter: always for a host's own game. @param {Draft} draft */
export const byLinkOnly = (draft) => draft.isPrivate || draft.isOwn;

/** The bet that buy-ins are counted in. @param {GameInfo} game */
export const unitOf = (game) => Math.max(1, game.big_blind || game.bets[0] || game.ante);

/**
 * Configuration of a draft, without a name if none was typed.
 *
 * @param {Draft} draft
 * @param {GameInfo} game
 * @param {MixInfo} [mix]
 * @returns {TableConfig}
 */
export function configOf(draft, game, mix) {
  const by = MULTIPLIERS[draft.step];
  const own = typedOf(draft, mix);
  const unit = own.big_blind ?? unitOf(game) * by;
  return {
    name: draft.name.trim(),
    ...(mix ? { game: '', mix: mixConfig(draft, mix) } : { game: game.id, limit: draft.limit ?? game.limits[0] }),
    seats: seatsOf(draft, game),
    multiplier: by,
    buy_in_min: Math.min(unit * Math.min(20, draft.depth), own.buy_in_max ?? unit * draft.depth),
    buy_in_max: unit * draft.depth,
    action_ms: draft.seconds * 1000,
    moving_button: draft.movingButton,
    all_in_face_up: draft.faceUp,
    private: byLinkOnly(draft),
    ...own,
    ...(draft.bots && !draft.isPrivate && !draft.isOwn && { house_bots: true }),
    ...sessionOf(draft, game),
    ...(draft.isOwn && { definition: draft.definition }),
  };
}

/** Smallest stack of a table that plays for chips of accounts, if that is more than `balance`; otherwise 0. @param {TableConfig} config @param {number} balance */
export const dearFor = ({ buy_in_min: least = 0, session }, balance) => (!session?.own_chips && least > balance ? least : 0);

/** Typed numbers by their names in the configuration. Text that is not a number is left to its field to report. @param {Draft} draft @param {MixInfo} [mix] */
function typedOf(draft, mix) {
  if (!draft.isTyped) return {};
  /** @type {Partial<TableConfig>} */
  const config = {};
  for (const name of TYPED) {
    const n = numberOf(name, draft);
    if (n === null || (mix && !OF_ALL.has(name))) continue;
    if (name === 'time_bank') config.time_bank_ms = n * 1000;
    else config[name] = n;
  }
  return config;
}

/** Values of a game that can be typed: no blinds if it has none; for a mix, those common to all games. @param {GameInfo} game @param {MixInfo} [mix] */
export const typable = (game, mix) => TYPED.filter((name) => (mix ? OF_ALL.has(name) : (name !== 'small_blind' && name !== 'big_blind') || game[name] > 0));

/** First field without a number, if any. @param {Draft} draft @param {GameInfo} game @param {MixInfo} [mix] */
export const unread = (draft, game, mix) =>
  draft.isTyped ? typable(game, mix).find((name) => (draft.typed[name] ?? '').trim() !== '' && numberOf(name, draft) === null) : undefined;

/** The typed field that a refusal is about. @param {Draft} draft @returns {Typed | undefined} */
export function refusedField({ isTyped, error }) {
  if (!isTyped || !error) return undefined;
  const field = error.params.field === 'time_bank_ms' ? 'time_bank' : error.params.field;
  return TYPED.find((name) => name === field);
}

/** The facts that the table rules depend on. @param {Draft} draft @param {GameInfo} game @returns {Setting} */
export const settingOf = (draft, game) => ({ game, seats: seatsOf(draft, game), isPrivate: byLinkOnly(draft) });

/** The choices beyond the game, nothing if all is as usual. @param {Draft} draft @param {GameInfo} game */
function sessionOf(draft, game) {
  const session = {
    ...rulesOf(draft.rules, settingOf(draft, game)),
    ...(draft.hours > 0 && { closes_at: Date.now() + draft.hours * HOUR_MS }),
  };
  return Object.keys(session).length > 0 ? { session } : {};
}

/** @param {Draft} draft @param {GameInfo} game */
export const seatsOf = (draft, game) => Math.max(game.seats_min, Math.min(game.seats_max, draft.seats ?? 6));

/** Settings of a table without the hour at which it closes, which will be past. @param {TableConfig} config @returns {Partial<TableConfig>} */
export function lasting({ session, ...config }) {
  const { closes_at: _, ...rules } = session ?? {};
  return { ...config, ...(Object.keys(rules).length > 0 && { session: rules }) };
}
