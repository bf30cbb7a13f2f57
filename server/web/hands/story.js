// A finished hand as a story: the table before it, and the table after each step, made by the same reducer as a table that is
// live. Pure.

/** @import { GameInfo, HandRecord, PrivateEvent, PublicEvent, TableInfo } from '../gen/protocol.d.ts' */
/** @import { LogEntry, Table } from '../model.js' */

import { t } from '../i18n.js';
import { UNLOGGED } from '../log.js';
import { applyEvent, applyPrivate } from '../model.js';
import { fromSnapshot } from '../snapshot.js';
import { sameStreet, shapeOf, streetName } from '../table/words.js';

/**
 * A step of a story: an event worth showing, and everything that follows from it.
 *
 * @typedef {object} Step
 * @property {number} from The first event, from 1.
 * @property {number} to The last one.
 * @property {Table} table The table after it.
 */

/**
 * @typedef {object} Mark
 * @property {number} at The first step of the street.
 * @property {string} label
 */

/**
 * @typedef {object} Story
 * @property {Table} before The table before the hand.
 * @property {Step[]} steps At least one.
 * @property {LogEntry[]} log Every line of the hand.
 * @property {GameInfo | undefined} game
 */

/** An account that no viewer has. */
const NOBODY = '';

/**
 * The story of a record.
 *
 * @param {HandRecord} record
 * @param {readonly GameInfo[]} games Games known to the page.
 * @returns {Story}
 */
export function storyOf(record, games) {
  const game = record.game_info ?? games.find(({ id }) => id === record.game);
  const before = tableBefore(record, game);
  let table = before;
  /** @type {Step[]} */
  const steps = [];
  const parts = [...(record.parts ?? [])];
  record.events.forEach((event, index) => {
    const seq = index + 1;
    table = applyEvent(table, { seq, event });
    // They come in the order of their events.
    while (parts[0]?.seq === seq) table = applyPrivate(table, /** @type {PrivateEvent} */ (parts.shift()));
    const last = steps.at(-1);
    if (last && (UNLOGGED.has(event.kind) || isOneMore(record.events[index - 1], event))) {
      last.to = seq;
      last.table = table;
    } else {
      steps.push({ from: seq, to: seq, table });
    }
  });
  return { before, steps, log: table.log, game };
}

/** Payments before the deal form one step, however many there are, and so do the cards of two boards. @param {PublicEvent | undefined} before @param {PublicEvent} event */
const isOneMore = (before, event) =>
  (event.kind === 'second_board_dealt' && before?.kind === 'board_dealt') ||
  (event.kind === 'posted' && before?.kind === 'posted' && event.post !== 'bring_in' && event.post !== 'straddle');

/** @param {HandRecord} record @param {GameInfo | undefined} game @returns {Table} */
function tableBefore(record, game) {
  const { players, own, events } = record;
  const start = events.find((event) => event.kind === 'hand_started');
  const stacks = new Map(start?.seats.map(({ seat, stack }) => [seat, stack]));
  const me = players.find(({ seat }) => seat === own?.seat)?.player.id ?? NOBODY;
  const table = fromSnapshot(
    {
      table: record.table,
      seq: 0,
      state: {
        info: infoOf(record, game),
        ...(game && { game }),
        seats: players.map(({ seat, player }) => ({
          seat,
          player,
          stack: stacks.get(seat) ?? 0,
          status: 'active',
          connected: true,
        })),
        wait_list: [],
        hands: 0,
        paused: false,
        ...(own && {
          you: { seat: own.seat, cards: [], choices: [], to_call: 0, rebuy_pending: 0, time_bank_ms: 0 },
        }),
      },
    },
    me,
    0,
  );
  // None of its seats can be taken.
  return { ...table, closed: true };
}

/** Table info for the hand, as far as it is known. @param {HandRecord} record @param {GameInfo | undefined} game @returns {TableInfo} */
function infoOf(record, game) {
  const { stakes, players, chip_value, currency } = record;
  return {
    table: record.table,
    name: record.table_name ?? '',
    game: record.game,
    game_name: game?.name ?? { en: record.game, fr: record.game },
    limit: record.limit ?? game?.limits[0] ?? '',
    small_blind: stakes?.small_blind ?? 0,
    big_blind: stakes?.big_blind ?? 0,
    ante: stakes?.ante ?? 0,
    bets: stakes?.bets ?? [],
    seats: record.seats ?? Math.max(2, ...players.map(({ seat }) => seat)),
    buy_in_min: 0,
    buy_in_max: 0,
    action_ms: 0,
    time_bank_ms: 0,
    private: false,
    ...(chip_value && { session: { chip_value, currency } }),
  };
}

/**
 * Beginnings of a story's streets, with their names.
 *
 * @param {Story} story
 * @returns {Mark[]}
 */
export function marksOf({ steps, game }) {
  const shape = shapeOf(game);
  /** @type {Mark[]} */
  const marks = [];
  steps.forEach(({ table }, at) => {
    const street = table.hand?.street;
    const before = at > 0 ? steps[at - 1].table.hand?.street : null;
    if (!street || (before && sameStreet(street, before))) return;
    const name = streetName(street, shape);
    // A second run deals the same streets again.
    const label = table.hand?.firstBoard ? t('replay.second', { street: name }) : name;
    if (marks.at(-1)?.label !== label) marks.push({ at, label });
  });
  return marks;
}

/** Step of an event. @param {Story} story @param {number} seq */
export const stepOf = ({ steps }, seq) =>
  Math.max(
    0,
    steps.findIndex(({ to }) => seq <= to),
  );

/**
 * Beginning of the next or previous street. As in music players, back first goes to the beginning of the current street.
 *
 * @param {readonly Mark[]} marks
 * @param {number} at
 * @param {1 | -1} by
 * @param {number} last
 */
export function streetFrom(marks, at, by, last) {
  if (by > 0) return marks.find((mark) => mark.at > at)?.at ?? last;
  return marks.findLast((mark) => mark.at < at)?.at ?? 0;
}
