// Requests of the form that opens a table.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { RULES } from '../../gen/session_rules.js';
import { words } from './catalogue.js';

// The form draws cards, which are elements of a page.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { usualName } = await import('../../lobby/create.js');
const { configOf, dearFor, newDraft, refusedField, unread, withRules } = await import('../../lobby/table-draft.js');
const { houseRules } = await import('../../table/rules.js');

const game = {
  id: 'no-limit-holdem',
  name: { en: "No-limit hold'em", fr: 'Hold’em sans limite' },
  limits: ['nl'],
  seats_min: 2,
  seats_max: 10,
  small_blind: 5,
  big_blind: 10,
  ante: 0,
  bets: [10],
  deal: 'ddbbbbb',
};

test('rules of the session are sent where they were chosen', () => {
  assert.equal('session' in configOf(newDraft(), game), false);
  assert.deepEqual(configOf({ ...newDraft(), rules: { run_twice: true } }, game).session, { run_twice: true });
  assert.deepEqual(configOf({ ...newDraft(), rules: { dark_bets: true } }, game).session, { dark_bets: true });
  assert.equal(configOf({ ...newDraft(), rules: { dark_bets: true } }, { ...game, deal: 'ddddd' }).session, undefined, 'where there is no board');
  assert.equal(configOf({ ...newDraft(), bots: true }, game).house_bots, true);
  assert.equal(configOf({ ...newDraft(), bots: true, isPrivate: true }, game).house_bots, undefined);
  assert.deepEqual(configOf({ ...newDraft(), rules: { show_rule: 'all' } }, game).session, { show_rule: 'all' });
  assert.deepEqual(configOf({ ...newDraft(), rules: { roodles: true } }, game).session, { roodles: true });
  assert.deepEqual(configOf({ ...newDraft(), rules: { kitty: true }, isPrivate: true }, game).session, { kitty: true });
  assert.equal(configOf({ ...newDraft(), rules: { kitty: true } }, game).session, undefined);
  assert.equal('session' in configOf({ ...newDraft(), rules: { seat_draw: true } }, game), false, 'at private tables only');
  const drawn = configOf({ ...newDraft(), rules: { seat_draw: true }, isPrivate: true }, game);
  assert.deepEqual(drawn.session, { seat_draw: true });
  assert.deepEqual(configOf({ ...newDraft(), rules: { free_stacks: 3 }, isPrivate: true }, game).session, { free_stacks: 3 });
  assert.equal(configOf({ ...newDraft(), rules: { free_stacks: 3 } }, game).session, undefined);
  assert.equal(configOf({ ...newDraft(), rules: { straddle: 'button' } }, game).session, undefined, 'where the game takes none');
  const blinds = { ...game, straddles: true };
  assert.deepEqual(configOf({ ...newDraft(), rules: { straddle: 'button' } }, blinds).session, { straddle: 'button' });
  assert.equal(configOf(newDraft(), blinds).session, undefined);
  const bomb = { ...newDraft(), rules: { bomb_pot: { every: 10, ante: 5 } } };
  assert.equal(configOf(bomb, game).session, undefined);
  assert.deepEqual(configOf(bomb, { ...game, bomb_pots: true }).session, { bomb_pot: { every: 10, ante: 5 } });
  const bounty = { ...newDraft(), rules: { seven_deuce: 3 } };
  assert.equal(configOf(bounty, game).session, undefined);
  assert.deepEqual(configOf(bounty, { ...game, seven_deuce: true }).session, { seven_deuce: 3 });
  const boards = { ...newDraft(), rules: { double_board: 'always' }, seats: 6 };
  assert.equal(configOf(boards, game).session, undefined);
  assert.deepEqual(configOf(boards, { ...game, double_board_seats: 8 }).session, { double_board: 'always' });
  assert.equal(configOf({ ...boards, rules: { double_board: 'bomb_pots' } }, { ...game, double_board_seats: 8 }).session, undefined, 'without bomb pots');
  const before = Date.now();
  const { closes_at } = configOf({ ...newDraft(), hours: 2 }, game).session ?? {};
  assert.ok(closes_at >= before + 7_200_000 && closes_at <= Date.now() + 7_200_000);
});

test('typed amounts go to the server as they are, and nothing that was not typed', () => {
  const draft = { ...newDraft(), isTyped: true, typed: { small_blind: '10', big_blind: '25', buy_in_max: '5 000', time_bank: '90', ante: '' } };
  const config = configOf(draft, game);
  const { small_blind, big_blind, ante, buy_in_min, buy_in_max, time_bank_ms } = config;
  assert.deepEqual(
    { small_blind, big_blind, ante, buy_in_min, buy_in_max, time_bank_ms },
    {
      small_blind: 10,
      big_blind: 25,
      ante: undefined,
      buy_in_min: 500,
      buy_in_max: 5000,
      time_bank_ms: 90_000,
    },
  );
  assert.equal('small_blind' in configOf({ ...draft, isTyped: false }, game), false);
  assert.equal(unread(draft, game), undefined);
  assert.equal(unread({ ...draft, typed: { big_blind: 'ten' } }, game), 'big_blind');
});

test('stakes that the host could not sit down at are told before the table is opened', () => {
  const NEWCOMER = 10_000;
  const at = (change, balance = NEWCOMER) => dearFor(configOf({ ...newDraft(), ...change }, game), balance);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((step) => at({ step })),
    [0, 0, 0, 0, 0, 0, 20_000],
    'the highest step of the stepper',
  );
  assert.equal(at({ step: 6 }, 20_000), 0);
  assert.equal(at({ isTyped: true, typed: { buy_in_min: '10 001' } }), 10_001);
  assert.equal(at({ step: 6, isPrivate: true }), 20_000);
  assert.equal(at({ step: 6, isPrivate: true, rules: { own_chips: true } }), 0, 'chips of the table cost no account anything');
});

test('a table is called like its host, as the line below says what is played', () => {
  const app = (session, nickname) => ({ account: { session }, settings: { value: { nickname } } });
  assert.equal(usualName(app({ you: { name: 'Ines' } }, 'Other')), 'Ines’s table');
  assert.equal(usualName(app(null, 'Ada')), 'Ada’s table', 'who has not signed in yet will be called so');
  assert.equal(usualName(app(null, '')), '');
});

test('a refusal stands at the field that the server names', () => {
  const error = (field) => ({ code: 'table.config_invalid', params: { field } });
  assert.equal(refusedField({ ...newDraft(), isTyped: true, error: error('time_bank_ms') }), 'time_bank');
  assert.equal(refusedField({ ...newDraft(), isTyped: true, error: error('buy_in_max') }), 'buy_in_max');
  assert.equal(refusedField({ ...newDraft(), isTyped: true, error: error('seats') }), undefined);
  assert.equal(refusedField({ ...newDraft(), isTyped: false, error: error('ante') }), undefined);
});

/** The keys of the words of a rule: those that must be there, and those that may. */
function keysOf({ name, takes }) {
  const key = `house.${name}`;
  const offered = (takes.offered ?? []).map((one) => `${key}.${one.value}`);
  switch (takes.kind) {
    case 'flag':
      return { needed: takes.in_form ? [key] : [], free: [`${key}.words`] };
    case 'one_of':
      if (offered.length === 0) return { needed: [], free: [] };
      return { needed: offered.length > 1 ? [key, `${key}.none`, ...offered] : [key], free: offered.map((one) => `${one}.words`) };
    case 'number':
      return { needed: [key, `${key}.none`], free: [`${key}.words`] };
    case 'parts':
      return { needed: [key, `${key}.none`, ...takes.parts.map((part) => `${key}.${part.name}`)], free: [`${key}.words`] };
    default:
      return { needed: [], free: [] };
  }
}

test('every rule of a table has its words, and no words are of no rule', () => {
  const keys = RULES.map(keysOf);
  const there = Object.keys(words.en).filter((key) => key.startsWith('house.'));
  const needed = keys.flatMap((one) => one.needed);
  assert.deepEqual(
    needed.filter((key) => !there.includes(key)),
    [],
  );
  const known = new Set([...needed, ...keys.flatMap((one) => one.free)]);
  assert.deepEqual(
    there.filter((key) => !known.has(key)),
    [],
  );
});

test('the rules of a table are told with its amounts', () => {
  const session = { run_twice: true, kitty: true, straddle: 'button', bomb_pot: { every: 10, ante: 5 }, seven_deuce: 3, free_stacks: 2 };
  const told = houseRules({ session, big_blind: 20 }).map((line) => line.kids.join(''));
  assert.equal(told.length, 5, 'all but one, which has no words');
  assert.match(told[2], /one hand out of 10, every player posts 100/);
  assert.match(told[3], /gets 60 from the stack of every other player/);
  assert.match(told[4], /up to 2 times/);
  assert.deepEqual(houseRules({ big_blind: 20 }), []);
});

test('a table that shows money takes its amounts in money', () => {
  const rules = { own_chips: true, chip_value: 5, currency: 'euro' };
  const typed = { small_blind: '0.05', big_blind: '0.10', buy_in_min: '2.50', buy_in_max: '€20', time_bank: '30' };
  const draft = { ...newDraft(), isPrivate: true, isTyped: true, rules, typed };
  assert.equal(unread(draft, game), undefined);
  const { small_blind, big_blind, buy_in_min, buy_in_max, time_bank_ms } = configOf(draft, game);
  assert.deepEqual([small_blind, big_blind, buy_in_min, buy_in_max, time_bank_ms], [1, 2, 50, 400, 30_000]);
  assert.equal(unread({ ...draft, typed: { small_blind: '0.07' } }, game), 'small_blind', 'between two chips');
  assert.equal(unread({ ...draft, isPrivate: false }, game), 'small_blind', 'a table of the house has chips alone');
});

test('typed amounts stay the same chips when the table begins to show money', () => {
  const draft = { ...newDraft(), isPrivate: true, isTyped: true, typed: { buy_in_max: '5,000', time_bank: '30', ante: 'none' }, rules: { own_chips: true } };
  const money = withRules(draft, { ...draft.rules, chip_value: 1, currency: 'euro' });
  assert.deepEqual(money.typed, { buy_in_max: '50', time_bank: '30', ante: 'none' });
  assert.equal(configOf({ ...draft, ...money }, game).buy_in_max, 5000);
  const back = withRules({ ...draft, ...money }, { own_chips: true });
  assert.equal(back.typed.buy_in_max, '5,000');
  assert.deepEqual(withRules(draft, { own_chips: true, run_twice: true }).typed, draft.typed);
});

test('a small stack that was typed is the smallest one, too', () => {
  const draft = { ...newDraft(), isTyped: true, typed: { buy_in_max: '150' } };
  const { buy_in_min, buy_in_max } = configOf(draft, game);
  assert.deepEqual([buy_in_min, buy_in_max], [150, 150]);
});
