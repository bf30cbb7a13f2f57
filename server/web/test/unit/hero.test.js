// The viewer's own seat as nodes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { hero } from '../../table/hero.js';
import { headParts } from '../../table/words.js';
import './catalogue.js';
import { act, info, opening, table, tell } from './story.js';

setLang('en');

// Nothing measures texts here: their letters are counted.
globalThis.document = /** @type {any} */ ({ createElement: () => ({ getContext: () => null }) });

const room = /** @type {any} */ ({
  odds: { shares: new Map() },
  now: () => 1000,
  money: String,
  settings: {},
  picture: {},
  ui: {},
  signs: new Map(),
  effects: { entering: () => undefined },
});
const layout = /** @type {any} */ ({ sizes: { mine: 60, tight: false }, heroRow: 200, heroW: 300, middle: 195, inTags: new Set() });

/** All texts of a node. @param {any} node @returns {string[]} */
const texts = (node) => (typeof node === 'string' ? [node] : (node?.kids ?? []).flat(9).filter(Boolean).flatMap(texts));

test('the viewer’s hand is named once at a showdown that cost the last chip', () => {
  const made = { category: 'three_of_a_kind', ranks: ['A', 'Q', '10'], cards: [] };
  const over = tell(
    table(),
    ...opening,
    act(3, 'fold'),
    { kind: 'hand_shown', seat: 1, cards: ['As', 'Kd'], high: made },
    { kind: 'hand_completed', hand: 7, stacks: [{ seat: 1, amount: 0 }] },
  );
  for (const status of /** @type {const} */ (['active', 'busted', 'leaving', 'sitting_out'])) {
    const shown = texts(hero(room, over, { ...over.seats[1], status }, layout)).filter((text) => text.includes('Three aces'));
    assert.equal(shown.length, 1, `${status}: ${shown.join(' | ')}`);
  }
});

test('the stakes of a table are a part of their own in the line under its name', () => {
  const money = /** @type {any} */ ({ ...info(), session: { chip_value: 5, currency: 'euro' } });
  assert.deepEqual(headParts(/** @type {any} */ ({ ...table(), info: money }), false), ["No-limit hold'em", '€0.25/€0.50']);
});
