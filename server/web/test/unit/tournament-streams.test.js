// Recorded streams about tournaments of a real server: after any of them the model equals the server's own snapshot.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { applyEvents, applyYou, fromSnapshot } from '../../tournament/model.js';

const FOLDER = new URL('../../../../protocol/fixtures/tournaments/', import.meta.url);

/** @param {string} name @returns {any[]} */
const read = (name) =>
  readFileSync(new URL(name, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/**
 * The tournament without what no event carries: see the list in protocol/fixtures/README.md.
 *
 * @param {import('../../tournament/model.js').Tournament} t
 */
function comparable({ clock, chips, gone, prizes, tables, entrants, deal, you, ...rest }) {
  const told = {
    ...rest,
    deal: deal && { ...deal, left_ms: undefined },
    prizes: rest.isFinal ? prizes : null,
    tables: Object.values(tables).map(({ no, seats, halted }) => ({
      ...{ no, halted },
      seats: Object.entries(seats).map(([seat, { player }]) => [seat, player]),
    })),
    entrants: Object.values(entrants).map(({ stack, out = false, ...one }) => ({ ...one, out })),
    you: { ...you, moved: undefined, offers: you.offers?.map((offer) => ({ ...offer, left_ms: undefined })) },
  };
  // What is left out is as good as undefined.
  return JSON.parse(JSON.stringify(told));
}

for (const name of readdirSync(FOLDER)) {
  test(`the model is equal to every fresh snapshot of ${name}`, () => {
    const [, first, ...messages] = read(name);
    let tournament = fromSnapshot(first, 0);
    let fresh = 0;
    for (const message of messages) {
      switch (message.type) {
        case 'tournament_snapshot': {
          const told = fromSnapshot(message, 0);
          // Events on their way were part of the snapshot.
          if (message.seq > tournament.seq) tournament = told;
          else fresh += 1;
          assert.deepEqual(comparable(tournament), comparable(told), `at ${message.seq}`);
          break;
        }
        case 'tournament_events': {
          const next = applyEvents(tournament, message, 0);
          assert.ok(next, `a gap before ${message.first_seq}`);
          tournament = next;
          break;
        }
        case 'tournament_you':
          tournament = applyYou(tournament, message.you, 0);
          break;
      }
    }
    assert.ok(fresh >= 8, `${fresh} fresh snapshots`);
  });
}
