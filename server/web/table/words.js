// Events in words: log lines, tags on plates, announcements.

/** @import { ChatMsg, GameInfo, HandName, HandStop, PublicEvent, TableInfo } from '../gen/protocol.d.ts' */
/** @import { LogEntry, Play, Seat, Street, Table } from '../model.js' */
/** @import { Settings } from '../settings.js' */

import { clockTime, has, lang, local, num, parseDecimal, parseNum, t, tn, tOrdinal } from '../i18n.js';
import { minutesAway, unit } from '../facts.js';
import { besidesName, mixName, saidOnce, tableName } from '../lobby/common.js';
import { isMoney, moneyText, parseMoney, typedMoney } from '../money.js';
import { capital, handName, kickerKey, rankSign, ranksOf } from '../names.js';
import { told } from './marks.js';
import { blindsText } from '../tournament/brief.js';

/**
 * An amount in the player's format: in big blinds, or in chips or the money that they stand for at this table.
 *
 * @param {number} chips
 * @param {Settings} settings
 * @param {TableInfo} info
 */
export function amount(chips, settings, info) {
  if (settings.amounts !== 'bb') return chipsText(chips, info);
  return t('amount.bb', { n: inBlinds(chips, info, 1) });
}

/** An amount in chips, or in the money that they stand for. @param {number} chips @param {Pick<TableInfo, 'session'>} info */
export const chipsText = (chips, { session }) => (session && isMoney(session) ? moneyText(chips, session) : num(chips));

/** An amount for a field in which {@link parseChips} reads it. @param {number} chips @param {Pick<TableInfo, 'session'>} info */
export const typedChips = (chips, { session }) => (session && isMoney(session) ? typedMoney(chips, session) : num(chips));

/** The chips of an amount that was typed in chips or in the money that they stand for. @param {string} text @param {Pick<TableInfo, 'session'>} info */
export const parseChips = (text, { session }) => (session && isMoney(session) ? parseMoney(text, session) : parseNum(text));

/** Keypad for an amount: that of phones has a decimal point for money alone. @param {Pick<TableInfo, 'session'>} info */
export const keypad = ({ session }) => (isMoney(session) ? 'decimal' : 'numeric');

/** @param {number} chips @param {TableInfo} info @param {number} digits Most decimals. */
const inBlinds = (chips, info, digits) => new Intl.NumberFormat(lang() === 'fr' ? 'fr-FR' : 'en', { maximumFractionDigits: digits }).format(chips / unit(info));

/**
 * An amount for a number field: as the player would type it, exact to the chip.
 *
 * @param {number} chips
 * @param {Settings} settings
 * @param {TableInfo} info
 */
export function typedAmount(chips, settings, info) {
  if (settings.amounts !== 'bb') return typedChips(chips, info);
  for (let digits = 1; digits < 8; digits++) {
    const text = inBlinds(chips, info, digits);
    if (parseAmount(text, settings, info) === chips) return text;
  }
  return inBlinds(chips, info, 8);
}

/**
 * Chips of a typed amount, in chips or in big blinds as amounts are shown; `null` if it is not an amount.
 *
 * @param {string} text
 * @param {Settings} settings
 * @param {TableInfo} info
 * @returns {number | null}
 */
export function parseAmount(text, settings, info) {
  if (settings.amounts !== 'bb') return parseChips(text, info);
  const blinds = parseDecimal(text);
  const chips = blinds === null ? NaN : Math.round(blinds * unit(info));
  return Number.isSafeInteger(chips) ? chips : null;
}

/** Short form of a table's stakes. @param {Pick<TableInfo, 'small_blind' | 'big_blind' | 'limit' | 'bets' | 'ante' | 'session'>} info */
export function stakes(info) {
  const text = (/** @type {number} */ chips) => chipsText(chips, info);
  if (info.small_blind || info.big_blind) return `${text(info.small_blind)}/${text(info.big_blind)}`;
  if (info.limit === 'fixed' && info.bets.length > 1) return `${text(info.bets[0])}/${text(info.bets[1])}`;
  if (info.ante) return t('stakes.ante', { n: text(info.ante) });
  return text(info.bets[0] ?? 0);
}

/**
 * The line under a table's name, in parts: its game, its stakes, its mix and, if there is room, the limit. Before a dealer's pick the game is open. A
 * phone cuts the end of the line, so what is played now comes first.
 *
 * @param {Pick<Table, 'info' | 'hand' | 'pick'>} table @param {boolean} isWide
 */
export function headParts({ info, hand, pick }, isWide) {
  // Before the first hand a table has the game that is played if its dealer does not answer.
  const isOpen = info.mix?.kind === 'dealers_choice' && (pick || (!hand && info.game === info.mix.default));
  const [first, ...others] = besidesName(info);
  const parts = isOpen && info.mix ? [mixName(info.mix), stakes(info)] : [first, stakes(info), ...others, isWide && t(`limit.${info.limit}`)];
  return saidOnce(parts, tableName(info));
}

/** The same as one text. @param {Pick<Table, 'info' | 'hand' | 'pick'>} table @param {boolean} isWide */
export const headLine = (table, isWide) => headParts(table, isWide).join(' · ');

/**
 * The properties of a deal that names of streets depend on.
 *
 * @typedef {object} Shape
 * @property {boolean} hasFlop `true` if the board is a flop, a turn and a river.
 * @property {boolean} hasBoard
 * @property {boolean} isStud `true` if players are dealt cards on several streets.
 * @property {number} draws Number of draws, 0 if the deal does not say.
 */

/** @param {GameInfo | undefined} game @returns {Shape} */
export function shapeOf(game) {
  const streets = (game?.deal ?? 'dd-bbb-b-b-').split('-').map((street) => [...street]);
  const boards = streets.map((street) => street.filter((symbol) => symbol === 'b' || symbol === 'h').length).filter(Boolean);
  const hands = streets.filter((street) => street.some((symbol) => 'duo'.includes(symbol)));
  return { hasFlop: boards.join() === '3,1,1', hasBoard: boards.length > 0, isStud: hands.length > 1, draws: drawsOf(streets) };
}

/** Number of draws in a deal, 0 if it does not say; of two courses, as in jacks back, no hand has the draws of both. @param {string[][]} streets */
const drawsOf = (streets) => (streets.slice(1, -1).some((street) => street.length === 0) ? 0 : streets.flat().filter((symbol) => symbol === 'x').length);

/**
 * Name of a street.
 *
 * @param {Street} street
 * @param {Shape} shape
 */
export function streetName({ cards, board, draws, ofDraws, rolls, phase }, { hasFlop, hasBoard, isStud, draws: dealt }) {
  const of = ofDraws ?? dealt;
  if (phase === 'draw' && of > 1) return t('street.draw.of', { n: draws + 1, of });
  if (phase === 'draw') return draws > 0 ? t('street.draw.n', { n: draws + 1 }) : t('street.draw');
  if (phase === 'roll') return rolls > 0 ? t('street.roll.n', { n: rolls + 1 }) : t('street.roll');
  if (phase !== 'bet') return t(`street.${phase}`);
  if (cards === 0) return t('street.posts');
  if (board > 0 && hasFlop) return t(board >= 5 ? 'street.river' : board === 4 ? 'street.turn' : 'street.flop');
  if (board > 0 && hasBoard) return tn('street.board', board);
  if (rolls > 0) return t('street.rolled', { n: rolls });
  if (draws > 0) return of > 1 ? t('street.after_draw.of', { n: draws, of }) : t('street.after_draw');
  if (isStud) return tOrdinal('street.nth', cards);
  return t(hasFlop ? 'street.preflop' : 'street.first');
}

/** `true` if two phases of a hand belong under the same heading. @param {Street} a @param {Street} b */
export const sameStreet = (a, b) => a.phase === b.phase && a.board === b.board && a.draws === b.draws && a.cards === b.cards && a.rolls === b.rolls;

/**
 * @typedef {object} Tag
 * @property {string} text
 * @property {'' | 'up' | 'all' | 'done' | 'wait' | 'hand' | 'side' | 'odds'} tone
 */

/** The level at which a tournament table continues. @param {Extract<import('../gen/protocol.d.ts').PublicEvent, { kind: 'level_changed' }>} event */
export const levelText = ({ level: n, game: { small_blind, big_blind, ante, bets } }) =>
  t('log.level', { n, blinds: blindsText({ small_blind, big_blind: big_blind || (bets[0] ?? 0), ante }) });

/**
 * Tag on a player's plate, `null` if none.
 *
 * @param {Seat} seat
 * @param {Table} table
 * @param {ReadonlyMap<number, string>} [odds] Odds of open hands, by seat.
 * @param {number} [now] The server's time.
 * @returns {Tag | null}
 */
export function tagOf(seat, table, odds, now = Date.now()) {
  const { play } = seat;
  const { hand } = table;
  if (play && hand) {
    if (hand.over || hand.street.phase === 'showdown') {
      if (play.high || play.low) return { text: madeText(told(table, play)), tone: 'hand' };
      if (play.mucked) return { text: t('tag.muck'), tone: '' };
    }
    if (play.folded) return { text: t('tag.fold'), tone: '' };
    const isAsked = hand.turn?.seats.includes(seat.seat);
    if (isAsked && hand.turn && hand.turn.seats.length > 1) return { text: t('tag.choosing'), tone: 'wait' };
    if (play.chosen) return { text: t('tag.chosen'), tone: 'done' };
    const share = odds?.get(seat.seat);
    if (share) return { text: share, tone: 'odds' };
    if (play.declared) return { text: t(`side.${play.declared}`), tone: 'side' };
    if (play.allIn) return { text: t('tag.all_in'), tone: 'all' };
    const dark = hand.dark.find((declared) => declared.seat === seat.seat);
    if (dark) return { text: t(`tag.dark.${dark.action}`, { n: dark.to }), tone: 'side' };
    if (play.drew !== null) return { text: play.drew === 0 ? t('tag.pat') : tn('tag.drew', play.drew), tone: 'done' };
    if (play.discarded !== null && hand.street.phase === 'discard') return { text: t('tag.chosen'), tone: 'done' };
    if (play.last === 'bet' || play.last === 'raise') return { text: t(`tag.${play.last}`), tone: 'up' };
    if (play.last) return { text: t(`tag.${play.last}`), tone: '' };
    if (play.did) return { text: tn(`tag.${play.did.kind}`, play.did.n), tone: play.did.kind === 'rolled' ? 'done' : '' };
  }
  if (seat.event && !['active', 'disconnected'].includes(seat.event)) return { text: t(`event_status.${seat.event}`), tone: 'wait' };
  const away = minutesAway(seat, now);
  if (seat.status === 'sitting_out' && away !== null) return { text: t('status.back_in', { n: away }), tone: 'wait' };
  if (seat.status === 'sitting_out' || seat.status === 'busted') return { text: t(`status.${seat.status}`), tone: 'wait' };
  if (seat.status === 'waiting' || seat.status === 'leaving') return { text: t(`status.${seat.status}`), tone: 'wait' };
  return null;
}

/** Names of a hand on both sides. @typedef {Pick<Play, 'high' | 'low'> & { declared?: Play['declared'] }} Made */

/** Name of a hand on both sides, or on those that its player declared. @param {Made} play */
export function madeText({ high, low, declared }) {
  const names = [];
  if (high && declared !== 'low') names.push(capital(handName(high)));
  if (low && declared !== 'high') names.push(capital(lowName(low, Boolean(high))));
  return names.join(' · ');
}

/**
 * Shorter and shorter forms, for a plate with little room: both sides in full, the side that won or otherwise the high one, then only the names of
 * the categories, and their short forms.
 *
 * @param {Play} play
 * @param {import('../gen/protocol.d.ts').Side[]} sides Sides that the player won.
 * @returns {string[]}
 */
export function shorterMade({ high, low, declared }, sides) {
  const isLow = (sides.length > 0 && sides.every((side) => side === 'low')) || declared === 'low' || !high;
  const one = isLow && low ? { high: null, low } : { high, low: null };
  const bare = one.high ?? one.low;
  const category = bare ? categoryName(bare) : '';
  const brief = bare ? briefName(bare) : '';
  // Hands that are named only by their ranks.
  const ranks = bare && !category ? ranksOf(bare.ranks) : '';
  // The kicker is kept as long as possible: the brief name with it comes before the category alone.
  const kicker = /** @type {import('../names.js').ToldHand | null} */ (one.high)?.kicker;
  const least = brief || category;
  const apart = kicker && least ? t(kickerKey(bare?.category), { hand: least, rank: rankSign(kicker, lang() === 'fr') }) : '';
  return [madeText({ high, low, declared }), madeText(one), apart, category, brief, ranks].filter(Boolean);
}

/** Name of a category alone; empty for hands named by their ranks. @param {HandName} hand */
const categoryName = ({ category }) => (has(`category.${category}`) ? t(`category.${category}`).replace(/ \(.*\)/, '') : '');

/** A category in one word; empty if there is none. @param {HandName} hand */
const briefName = ({ category }) => (has(`brief.${category}`) ? t(`brief.${category}`) : '');

/**
 * The viewer's own hand in shorter and shorter forms, keeping both sides as long as possible.
 *
 * @param {Pick<Play, 'high' | 'low'> & { declared?: Play['declared'] }} play
 * @returns {string[]}
 */
export function shorterMine({ high, low, declared }) {
  const all = madeText({ high, low, declared });
  if (!high || !low || declared) return [all];
  /** @param {HandName} hand */
  const brief = (hand) => categoryName(hand) || ranksOf(hand.ranks);
  return [all, `${categoryName(high) || capital(handName(high))} · ${capital(lowName(low, true))}`, `${brief(high)} · ${t('made.low', { hand: brief(low) })}`];
}

/** The viewer's hand, once per board. @param {import('../model.js').You | null} you @returns {Made[]} */
export function madeOf(you) {
  if (!you) return [];
  const first = { high: you.made, low: you.madeLow };
  const second = you.madeSecond && { high: you.madeSecond.high ?? null, low: you.madeSecond.low ?? null };
  return second ? [first, second] : [first];
}

/** Hands on two boards, in shorter and shorter forms. @param {Made[]} both @returns {string[]} */
export function shorterBoth(both) {
  /** @param {(hand: HandName) => string} name @returns {(made: Made) => string} */
  const named =
    (name) =>
    ({ high, low }) =>
      [high, low].flatMap((hand) => (hand ? [name(hand) || ranksOf(hand.ranks)] : [])).join(' · ');
  return [madeText, named(categoryName), named(briefName)].map((text) => both.map(text).filter(Boolean).join(' / '));
}

/** Name of a hand on the low side; next to a high hand, the side is named too. @param {HandName} low @param {boolean} beside */
function lowName(low, beside) {
  const name = handName(low);
  return beside && low.category !== 'low' ? t('made.low', { hand: name }) : name;
}

/** A text about one of two boards, after the board's name. @param {number | undefined} run Number of the board, from 1. @param {string} text */
export const ofBoard = (run, text) => (run === 1 || run === 2 ? t('log.of_board', { board: t(run === 1 ? 'log.first_run' : 'log.second_run'), text }) : text);

/**
 * A log line: text with `{who}` still in it, the player, and an amount for the right edge.
 *
 * @typedef {object} Line
 * @property {string} text
 * @property {string} who
 * @property {number | null} amount
 * @property {string[]} cards
 * @property {boolean} mine
 */

/**
 * @param {LogEntry} entry
 * @param {number | null} mySeat
 * @returns {Line[]}
 */
export function logLines({ event, names }, mySeat) {
  /**
   * @param {string} key
   * @param {number} seat
   * @param {number | null} [chips]
   * @param {Record<string, string | number>} [params]
   * @param {string[]} [cards]
   * @returns {Line}
   */
  const line = (key, seat, chips = null, params = {}, cards = []) => {
    const mine = seat === mySeat;
    const form = mine && has(`log.you.${key}`) ? `log.you.${key}` : `log.${key}`;
    const who = mine ? t('you') : (names[seat] ?? t('seat.n', { n: seat }));
    return { text: t(form, { ...params, who: '{who}' }), who, amount: chips, cards, mine };
  };
  /** @param {string} text @param {string[]} [cards] @returns {Line} */
  const plain = (text, cards = []) => ({ text, who: '', amount: null, cards, mine: false });
  /** @param {number | undefined} run @param {Line} one @returns {Line} */
  const onBoard = (run, one) => ({ ...one, text: ofBoard(run, one.text) });
  switch (event.kind) {
    case 'hand_started': {
      const dealer = line('deals', event.button);
      if (event.bomb_pot) return [dealer, plain(t('log.bomb'))];
      if (event.bomb_pot_in === 1) return [dealer, plain(t('log.bomb_next'))];
      return event.carried ? [dealer, { ...plain(t('log.carried_in')), amount: event.carried }] : [dealer];
    }
    case 'posted':
      return event.amount > 0 ? [line(`post.${event.post}`, event.seat, event.amount)] : [];
    case 'hole_cards_dealt':
      // Face-down cards need no line.
      return event.hands.flatMap(({ seat, cards }) => {
        const up = cards.filter((card) => card !== null);
        return up.length > 0 ? [line('gets', seat, null, {}, up)] : [];
      });
    case 'board_dealt':
    case 'board_turned':
      return [plain('', event.cards)];
    case 'second_board_dealt':
      return [plain(t('log.second_run'), event.cards)];
    case 'board_dealt_down':
      return [plain(tn('log.board_down', event.count))];
    case 'communal_dealt':
      return [plain(t('log.communal'), [event.card])];
    case 'extra_card_dealt':
      return [line('extra', event.seat)];
    case 'cards_rolled':
      return event.rolls.map(({ seat, cards, announced }) =>
        line(announced ? 'rolls.said' : 'rolls', seat, null, announced ? { side: t(`side.${announced}`) } : {}, cards),
      );
    case 'card_swapped':
      return [line('swapped', event.seat, null, {}, [event.card])];
    case 'excess_forfeited':
      return [line('forfeits', event.seat, event.amount)];
    case 'card_bought':
      return [line('bought', event.seat, event.amount)];
    case 'card_kept':
    case 'cards_arranged':
    case 'buy_passed':
    case 'straddle_declined':
    case 'choice_made':
      return [line(`${event.auto ? 'auto.' : ''}${event.kind}`, event.seat)];
    case 'declared':
      return event.declarations.map(({ seat, sides }) => line(`declares.${sides}`, seat));
    case 'passed_out':
      return [plain(t('log.passed_out'))];
    case 'runs_decided':
      return [plain(t(event.twice ? 'log.runs.twice' : 'log.runs.once'))];
    case 'second_run_started':
      return [plain(t('log.second_run'))];
    case 'openers_shown':
      return [line('openers', event.seat, null, {}, event.cards)];
    case 'killed_shown':
      return [line('killed', event.seat, null, {}, event.cards)];
    case 'pot_carried':
      return [{ ...plain(t('log.carried')), amount: event.amount }];
    case 'free_stack_given':
      return [line('free_stack', event.seat, null, { n: event.left })];
    case 'kitty_taken':
      return [{ ...plain(t('log.kitty')), amount: event.amount }];
    case 'carried_paid':
      return [line('carried_paid', event.seat, event.amount)];
    case 'kitty_shared':
      return event.shares.map((share) => line('kitty_share', share.seat, share.amount));
    case 'deck_refilled':
      return [plain(tn('log.refilled', event.count))];
    case 'action_taken': {
      if (event.all_in && event.action !== 'fold') return [line('all_in', event.seat, event.to)];
      const isFree = event.action === 'fold' || event.action === 'check';
      if (event.dark) return [line(`dark_done.${event.action}`, event.seat, isFree ? null : event.to)];
      const key = event.auto && isFree ? `auto.${event.action}` : event.action;
      return [line(key, event.seat, isFree ? null : event.to)];
    }
    case 'dark_declared':
      return [line(`dark.${event.action}`, event.seat, event.to || null)];
    case 'cards_drawn':
      return [line(event.count ? 'draw' : 'pat', event.seat, null, { n: event.count }, event.up ?? [])];
    case 'cards_discarded':
      return [line('discard', event.seat, null, { n: event.count }, event.up ?? [])];
    case 'uncalled_returned':
      return [line('returned', event.seat, event.amount)];
    case 'hands_tabled':
    case 'hands_opened':
      return event.hands.map(({ seat, cards }) => line('tabled', seat, null, {}, cards));
    case 'hand_shown': {
      const made = madeText({ high: event.high ?? null, low: event.low ?? null });
      return [onBoard(event.run, line(made ? 'shows' : 'shows.bare', event.seat, null, { hand: made }, event.cards))];
    }
    case 'rabbit_shown':
      return [line('rabbit', event.seat, null, {}, event.cards)];
    case 'hand_mucked':
      return [line('muck', event.seat)];
    case 'pot_awarded':
      return event.shares.map((share) =>
        onBoard(
          event.run,
          line(event.side === 'whole' ? (event.pot ? 'wins.side' : 'wins') : `wins.${event.side}`, share.seat, share.amount, { n: event.pot }),
        ),
      );
    case 'seven_deuce_paid':
      return [
        line(
          'seven_deuce',
          event.seat,
          event.payments.reduce((sum, { amount }) => sum + amount, 0),
          {},
          event.cards,
        ),
        ...event.payments.map(({ seat, amount }) => line('seven_deuce.pays', seat, amount)),
      ];
    case 'hand_voided':
      return [plain(t('log.voided'))];
    case 'game_changed': {
      const game = `${local(event.game.game_name)}, ${t(`limit.${event.game.limit}`)}`;
      return [event.seat ? line('picks', event.seat, null, { game }) : plain(t('log.game', { game }))];
    }
    case 'player_sat':
      return [line(event.moved ? 'moved_in' : 'sat', event.seat, event.stack)];
    case 'player_left':
      return [line(event.moved ? 'moved_away' : 'left', event.seat)];
    case 'chips_added':
      return [line('added', event.seat, event.amount)];
    case 'own_pause_set':
      return event.until ? [line('pauses', event.seat, null, { time: clockTime(event.until) })] : [];
    case 'straddling_set':
      return [line(event.on ? 'straddles' : 'straddles_no_more', event.seat)];
    case 'seat_status_changed':
      return event.status === 'sitting_out' || event.status === 'active' ? [line(`status.${event.status}`, event.seat)] : [];
    case 'seats_drawn':
      return event.moves.map(({ from, to }) => {
        const drawn = event.cards.filter(({ seat }) => seat === from);
        return line(
          'draws_seat',
          to,
          null,
          { n: to },
          drawn.map(({ card }) => card),
        );
      });
    case 'dealer_drawn':
      return [...event.cards.map(({ seat, card }) => line('drawn', seat, null, {}, [card])), line('drawn.deals', event.dealer)];
    case 'roodles_started':
    case 'roodles_ended':
      return [plain(t(`log.${event.kind}`))];
    case 'closing_announced':
      return [plain(t('log.closing', { time: clockTime(event.at) }))];
    case 'chips_given':
      return [line('given', event.seat, event.amount)];
    case 'player_moved':
      return [line('player_moved', event.to, null, { n: event.to })];
    case 'stakes_changed':
      return [plain(t('log.stakes_changed', { stakes: stakes(event.game) }))];
    case 'ledger_changed':
      return event.correction ? [plain(t('ledger.corrected', { who: event.correction.author.name, reason: event.correction.reason }))] : [];
    case 'host_changed':
      return [plain(t('log.host_changed', { name: event.host.name }))];
    case 'host_ruled':
      return ruledText(event) ? [plain(ruledText(event))] : [];
    case 'table_paused':
    case 'table_resumed':
    case 'table_closed':
      return [plain(t(`log.${event.kind}`))];
    case 'level_changed':
      return [plain(levelText(event))];
    case 'hand_stopped':
      return event.stop.open ? [] : [plain(stopText(event.stop))];
    case 'hand_went_on':
    case 'hand_held':
    case 'hand_released':
      return [plain(t(`log.${event.kind}`))];
    case 'stack_set':
      return [line('stack_set', event.seat, event.stack)];
    case 'time_called':
    case 'time_extended':
      return [line(event.kind, event.seat)];
    default:
      return [];
  }
}

/** The state of a stopped hand in words. @param {HandStop} stop */
export const stopText = ({ asked, agreed = 0, holders }) => (asked ? t('log.hand_asked', { n: agreed, of: holders }) : t('log.hand_stopped'));

/** A host's decision in words; empty for what only a few have to know. @param {Extract<PublicEvent, { kind: 'host_ruled' }>} event */
export function ruledText({ deed, rules }) {
  if (deed === 'paused' && rules.paused_until) return t('log.host.paused_until', { time: clockTime(rules.paused_until) });
  return has(`log.host.${deed}`) ? t(`log.host.${deed}`, { n: rules.bots ?? 0 }) : '';
}

/** Text of a chat message; a known quick phrase appears in the reader's own language. @param {Pick<ChatMsg, 'text' | 'phrase'>} line */
export const chatText = ({ text, phrase }) => (phrase && has(`phrase.${phrase}`) ? t(`phrase.${phrase}`) : text);
