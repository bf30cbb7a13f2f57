// Short notation for a table and its events, for tests.

import { applyEvent, applyPrivate } from '../../model.js';
import { fromSnapshot } from '../../snapshot.js';

export const ME = 'account-1';

export const info = (change = {}) => ({
  table: 't1',
  name: 'Pine 4',
  game: 'no-limit-holdem',
  game_name: { en: "No-limit hold'em", fr: 'Hold’em sans limite' },
  limit: 'nl',
  small_blind: 5,
  big_blind: 10,
  ante: 0,
  bets: [10, 10],
  seats: 6,
  buy_in_min: 200,
  buy_in_max: 1000,
  action_ms: 20000,
  time_bank_ms: 60000,
  private: false,
  ...change,
});

const player = (seat) => ({ id: `account-${seat}`, name: ['', 'Ana', 'Bo', 'Cy', 'Di'][seat], kind: 'guest' });

/** A table of three with 1,000 each, nothing dealt yet. The viewer is in seat 1. */
export const table = (change = {}) =>
  fromSnapshot(
    {
      table: 't1',
      seq: 10,
      state: {
        info: info(change.info),
        seats: [1, 2, 3].map((seat) => ({
          seat,
          player: player(seat),
          stack: 1000,
          status: 'active',
          connected: true,
        })),
        wait_list: [],
        hands: 0,
        paused: false,
        you: { seat: 1, cards: [], choices: [], to_call: 0, rebuy_pending: 0, time_bank_ms: 60000 },
        ...change.state,
      },
    },
    change.me ?? ME,
    1000,
  );

/** Applies public events in order; private parts may stand between them. */
export function tell(start, ...story) {
  let now = start;
  for (const item of story) {
    if (['cards', 'made', 'choices', 'consent'].includes(item.kind)) now = applyPrivate(now, { seq: now.seq, ...item });
    else now = applyEvent(now, { seq: now.seq + 1, event: item });
  }
  return now;
}

export const started = {
  kind: 'hand_started',
  hand: 7,
  game: 'no-limit-holdem',
  button: 3,
  small_blind: 1,
  big_blind: 2,
  seats: [1, 2, 3].map((seat) => ({ seat, stack: 1000 })),
  carried: 0,
};
export const post = (seat, amount, kind) => ({ kind: 'posted', seat, amount, post: kind, all_in: false });
export const dealt = (count) => ({
  kind: 'hole_cards_dealt',
  hands: [1, 2, 3].map((seat) => ({ seat, cards: Array(count).fill(null) })),
});
export const turn = (number, seats, decision = 'bet') => ({
  kind: 'turn_started',
  turn: number,
  seats: [seats].flat(),
  decision,
});
export const act = (seat, action, to = 0, added = to, all_in = false) => ({
  kind: 'action_taken',
  seat,
  action,
  added,
  to,
  all_in,
  auto: false,
});

/** Blinds posted, two cards each, the viewer's known; seat 3 is first to act. */
export const opening = [
  started,
  post(1, 5, 'small_blind'),
  post(2, 10, 'big_blind'),
  dealt(2),
  { kind: 'cards', cards: ['As', 'Kd'], hand: ['As', 'Kd'] },
  turn(1, 3),
];
