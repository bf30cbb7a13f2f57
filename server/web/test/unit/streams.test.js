// Recorded streams of a real server: after any of them the model equals the server's own snapshot.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { middle } from '../../facts.js';
import { applyClock, applyEvent, applyPresence, applyPrivate, order } from '../../model.js';
import { fromSnapshot } from '../../snapshot.js';

// scripts/soak_models.py writes others.
const FOLDER = process.env.POKER_STREAMS ? pathToFileURL(`${process.env.POKER_STREAMS}/`) : new URL('../../../../protocol/fixtures/streams/', import.meta.url);

/** @param {string} name @returns {any[]} */
const read = (name) =>
  readFileSync(new URL(name, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/**
 * State of the current hand, without what no snapshot contains and what the page keeps in addition: see the list in protocol/fixtures/README.md.
 *
 * @param {import('../../model.js').Table} table
 */
function comparable(table) {
  const { id, seq, info, game, seats, waitList, pick, hands, roodles, bombIn, kitty, muted, host, paused } = table;
  // A finished hand stays on the page until the next one; the server has cleared it.
  const hand = table.hand && !table.hand.over ? table.hand : null;
  const you = table.you && {
    seat: table.you.seat,
    choices: table.you.choices,
    toCall: table.you.choices.length > 0 ? table.you.toCall : 0,
    made: hand && !seats[table.you.seat]?.play?.folded ? table.you.made : null,
    madeLow: hand && !seats[table.you.seat]?.play?.folded ? table.you.madeLow : null,
    madeSecond: hand && !seats[table.you.seat]?.play?.folded ? table.you.madeSecond : null,
    rebuyPending: table.you.rebuyPending,
    agreed: table.you.agreed,
  };
  return {
    ...{ id, seq, info, game, waitList, pick, hands, roodles, bombIn, kitty, muted, host, paused, you },
    seats: Object.values(seats).map(({ seat, player, stack, status, event, bounty, backAt, straddles, play }) => ({
      ...{ seat, player, stack, status, bounty, backAt, straddles },
      event: event === 'active' ? null : event,
      play: hand &&
        play && {
          ...{ folded: play.folded, allIn: play.allIn, bet: play.bet, last: play.last, drew: play.drew },
          ...{ declared: play.declared, announced: play.announced },
          ...(play.folded ? {} : { cards: play.cards, up: play.up }),
        },
    })),
    hand: hand && {
      ...{ number: hand.number, game: hand.game, button: hand.button, smallBlind: hand.smallBlind, bigBlind: hand.bigBlind },
      ...{ bombPot: hand.bombPot, board: hand.board, boardDown: hand.boardDown, secondBoard: hand.secondBoard },
      ...{ pot: hand.pot, bet: hand.bet, turn: hand.turn, dark: hand.dark, darkOffer: hand.darkOffer, held: hand.held, stop: hand.stop },
      draws: [hand.street.draws, hand.street.ofDraws],
      pots: middle(table).map(({ amount }) => amount),
    },
  };
}

for (const name of readdirSync(FOLDER)) {
  test(`the model is equal to every fresh snapshot of ${name}`, () => {
    const [{ account }, first, ...messages] = read(name);
    let table = fromSnapshot(first, account, 0);
    let fresh = 0;
    for (const message of messages) {
      switch (message.type) {
        case 'snapshot':
          fresh += 1;
          assert.deepEqual(comparable(table), comparable(fromSnapshot(message, account, 0)), `at ${message.seq}`);
          break;
        case 'events':
          for (const numbered of message.events) {
            assert.equal(order(table, numbered.seq), 'next');
            const { event } = numbered;
            for (const { seat, amount } of event.kind === 'hand_completed' ? event.stacks : []) {
              assert.equal(table.seats[seat]?.stack, amount, `seat ${seat} at ${numbered.seq}`);
            }
            table = applyEvent(table, numbered);
          }
          if (message.clock) table = applyClock(table, message.clock, 0);
          break;
        case 'private':
          for (const part of message.events) table = applyPrivate(table, part);
          break;
        case 'presence':
          table = applyPresence(table, message.seat, message.connected);
          break;
      }
    }
    assert.ok(fresh >= (process.env.POKER_STREAMS ? 0 : 8), `${fresh} fresh snapshots`);
  });
}
