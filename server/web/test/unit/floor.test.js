// The floor of a tournament: decisions in words, their forms, tables' needs, and reading the trail.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { setLang, t } from '../../i18n.js';
import { words } from './catalogue.js';

// Other parts of the page draw cards, which are elements of a page.
/** @type {Record<string, any>} */
const elements = {};
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: (name, element) => (elements[name] = element) } });
const { Floor } = await import('../../tournament/floor-desk.js');
const { ACTIONS } = await import('../../gen/floor-actions.js');
const { actionOf, fieldsOf, proposed } = await import('../../tournament/floor-forms.js');
const { deniedOf, kindsOf, subjectOf } = await import('../../tournament/floor-offers.js');
const { didText, flagText, needOf, resultOf } = await import('../../tournament/floor-words.js');
const { REASONS, reasonText } = await import('../../tournament/reasons.js');
const { fromSnapshot, withAll } = await import('../../tournament/model.js');
const { playersCsv } = await import('../../tournament/names.js');
await import('../../tournament/floor.js');
await import('../../tournament/paper.js');

const GOLDEN = new URL('../../../../protocol/golden/v1/', import.meta.url);
const golden = (path) => JSON.parse(readFileSync(new URL(path, GOLDEN), 'utf8'));
const told = () => golden('rest/floor_response.json');

/** A tournament with two tables. @param {(state: any) => void} [change] */
function standing(change = () => {}) {
  const message = golden('server/tournament_snapshot.json');
  message.state.tables = [
    { no: 1, table: '30', seats: [[2, 9, 9500]] },
    { no: 2, table: '31', seats: [[4, 3, 11_250]] },
  ];
  message.state.table_count = 2;
  message.state.break_order = [2, 1];
  change(message.state);
  return fromSnapshot(message, 0);
}

const scene = (change, more = {}) => ({ live: standing(change), role: 'director', desk: told().desk, granted: ['Eve'], entries: [], ...more });

test('every decision that the protocol has is told in both languages', () => {
  const { entries } = told();
  // What the trail has no example of is made up from its fields.
  const value = ({ name, type, options = [] }) => ({ number: name === 'player' ? 9 : 1, text: 'Ada', choice: options[0], switch: true })[type];
  const plain = Object.entries(ACTIONS).filter(([, fields]) => fields.every(({ type }) => type !== 'list'));
  const made = plain.map(([kind, fields]) => ({ kind, ...Object.fromEntries(fields.map((field) => [field.name, value(field)])) }));
  const actions = [...entries.map(({ action }) => action), ...made];
  assert.deepEqual(new Set(actions.map(({ kind }) => kind)), new Set(Object.keys(ACTIONS)));
  for (const lang of ['en', 'fr']) {
    setLang(lang);
    for (const action of actions) {
      const words = didText(action, standing());
      assert.doesNotMatch(words, /[{}]|floor\.\w|undefined/, `${action.kind}: ${words}`);
    }
  }
  setLang('en');
  const say = (kind, nth = 0) => didText(entries.filter(({ action }) => action.kind === kind)[nth].action, standing());
  assert.equal(say('move'), 'Ada moves to table 2.');
  assert.equal(say('set_level', 1), 'The clock is set to level 5, with 5:00 left.');
  assert.equal(say('penalise'), 'Ada: 1 missed orbit for this fault: phone at the table');
  assert.equal(say('correct_award'), 'Stacks at table 2 after hand 42 are corrected: Ada 12,000 and hal 8,000.');
  assert.equal(say('see_hand'), 'An official sees all cards of hand 42 at table 2.');
  assert.equal(say('tell_table'), 'Announcement to table 2: Seat 4 has told seat 1: two kings.');
  assert.equal(say('revoke'), 'Blaise is no longer an official here.');
  assert.equal(resultOf({ result: 'done' }), '');
  assert.match(resultOf({ result: 'stands' }), /too late/);
});

test('what looks odd is told with its players and its last hand', () => {
  const [stalling, soft] = told().desk.flags;
  assert.equal(flagText(stalling, standing()), 'Ada takes very long over decisions that cost nothing. Seen 5 times, last at table 2 in hand 43.');
  assert.match(flagText(soft, standing()), /^hal and Ada check down/);
  assert.match(flagText({ ...stalling, times: 1 }, standing()), /Seen once, at table 2 in hand 43\.$/);
});

test('a table needs what is most urgent', () => {
  const need = (no, change, desk = told().desk) => {
    const live = standing(change);
    return needOf(live.tables[no], live, desk);
  };
  const quiet = { ...told().desk, tickets: [], flags: [] };
  assert.equal(need(2), 'call');
  assert.equal(need(1), 'stalling', 'Ada sits there');
  assert.equal(need(1, undefined, quiet), 'calm');
  assert.equal(
    need(1, (state) => (state.tables[0].halted = 'fault')),
    'fault',
  );
  assert.equal(
    need(1, (state) => (state.tables[0].halted = 'short'), quiet),
    'short',
  );
  assert.equal(
    need(1, (state) => (state.paused = 'Dinner'), quiet),
    'paused',
  );
  assert.equal(need(1, undefined, null), 'calm', 'for those who see no desk');
});

test('that no one is there is said without a name or a hand', () => {
  const flag = { kind: 'all_absent', players: [], times: 1, last: [1, 9] };
  assert.equal(flagText(flag, scene().live), 'All remaining players have been away for ten minutes (1 ×).');
});

test('what the server would refuse is not offered, and the page says why', () => {
  const office = ['cancel', 'remove', 'disqualify', 'grant', 'revoke'];
  const open = ['rail_chat', 'mute_account', 'mute', 'answer'];
  const denied = Object.keys(ACTIONS).filter((kind) => kind !== 'take_back' && ![...office, ...open].includes(kind));
  const all = [
    ...denied.map((action) => ({ action, why: 'plays' })),
    ...office.map((action) => ({ action, why: 'office' })),
    { action: 'take_back', why: 'phase' },
  ];
  const plays = scene(undefined, { denied: all });
  assert.deepEqual(kindsOf({}, plays), ['rail_chat', 'mute_account'], 'of the tournament itself who may speak, and nothing else');
  assert.deepEqual(kindsOf({ player: 9 }, plays), ['mute']);
  const told = deniedOf(plays);
  assert.deepEqual(
    told.map(({ why }) => why),
    ['office', 'plays'],
  );
  assert.deepEqual(told[0].kinds.toSorted(), office.toSorted());
  assert.ok(told[1].kinds.includes('pause') && told[1].kinds.includes('kill_hand') && told[1].kinds.includes('void_hand'));
  assert.deepEqual(deniedOf(scene()), [], 'who may do everything is told nothing');
});

test('directors alone are offered what directors alone decide', () => {
  // Actions without a place in the list follow those that have one.
  const first = (n, about, seen) => kindsOf(about, seen).slice(0, n);
  const directors = [
    'edit',
    'announce',
    'start',
    'cancel',
    'grant',
    'revoke',
    'remove',
    'disqualify',
    'make_deal',
    'close_entries',
    'set_prizes',
    'set_places',
    'hand_for_hand',
  ];
  const floor = scene(undefined, { role: 'floor', denied: directors.map((action) => ({ action, why: 'office' })) });
  assert.deepEqual(first(5, {}, floor), ['pause', 'set_level', 'rail_chat', 'mute_account', 'rule']);
  assert.deepEqual(first(4, { player: 9 }, floor), ['penalise', 'kill_hand', 'move', 'mute']);
  assert.ok(!kindsOf({ player: 9 }, floor).some((kind) => directors.includes(kind)));
  assert.ok(kindsOf({}, scene()).includes('cancel'));
  assert.ok(kindsOf({ player: 9 }, scene()).includes('disqualify'));
  assert.equal(kindsOf({ player: 4 }, scene())[0], 'mute', 'who is out can only chat');
  assert.ok(!kindsOf({ player: 4 }, scene()).includes('penalise'));
  assert.ok(!kindsOf({ table: 1 }, scene()).includes('break_table'), 'table 1 stays');
  assert.ok(kindsOf({ table: 2 }, scene()).includes('break_table'));
  const [ruling] = told().desk.tickets;
  assert.deepEqual(first(2, { ticket: ruling }, scene()), ['answer', 'see_hand']);
  const before = (state) => Object.assign(state.summary, { phase: 'registering', private: true });
  assert.deepEqual(first(7, {}, scene(before)), ['edit', 'announce', 'start', 'cancel', 'set_places', 'rule', 'grant']);
  const listed = (state) => Object.assign(state.summary, { phase: 'registering', private: false, starts_at: undefined });
  assert.ok(!kindsOf({}, scene(listed)).includes('start'), 'a listed sit & go begins when it is full');
  const acts = (...kinds) => kinds.map((kind, at) => ({ no: at + 1, action: { kind } }));
  const live = (...kinds) =>
    kindsOf(
      {},
      scene((state) => (state.summary.live = true), { entries: acts(...kinds) }),
    ).filter((kind) => /do$/.test(kind));
  assert.deepEqual([live(), live('hand_over'), live('hand_over', 'undo')], [[], ['undo'], ['redo']], 'nothing is offered without an act');
  assert.ok(
    kindsOf(
      {},
      scene((state) => (state.paused = 'Dinner')),
    ).includes('make_deal'),
    'a deal is made while play is paused',
  );
});

test('every action has a form, a name and a sentence', () => {
  // Sentences of which no action is the key.
  const others = { break_order: ['t.break_order'], mute_account: ['floor.did.mute'], grant: ['floor.did.grant.floor'] };
  const abouts = { event: {}, player: { player: 9 }, table: { table: 1 }, ticket: { ticket: told().desk.tickets[0] }, waiting: { waiting: 1 } };
  for (const kind of Object.keys(ACTIONS)) {
    assert.ok(`floor.do.${kind}` in words.en, `floor.do.${kind}`);
    for (const key of others[kind] ?? [`floor.did.${kind}`]) assert.ok(key in words.en, key);
    for (const { label } of fieldsOf(kind, abouts[subjectOf(kind)], {}, scene())) assert.doesNotMatch(label, /^floor\./, `${kind}: ${label}`);
    // A switch or a list has no control by itself: its action needs a special form, which returns a whole action or none.
    const action = actionOf(kind, abouts[subjectOf(kind)], {}, scene());
    if (action) for (const { name, needed } of ACTIONS[kind]) assert.ok(!needed || action[name] !== undefined, `${kind}: ${name}`);
  }
});

test('an action is about what its first field names', () => {
  assert.deepEqual(['kill_hand', 'void_hand', 'answer', 'pause', 'rule', 'see_hand', 'move_up'].map(subjectOf), [
    'player',
    'table',
    'ticket',
    'event',
    'event',
    'event',
    'waiting',
  ]);
});

test('an action that the page does not know is offered where the server allows it, with the controls of its fields', () => {
  const number = (name) => ({ name, type: 'number', needed: true });
  ACTIONS.seat_out = [number('player'), number('table'), { name: 'rung', type: 'choice', needed: true, options: ['warning', 'hands'] }];
  ACTIONS.seat_out.push({ name: 'fault', type: 'text', needed: true, most: 7 }, { name: 'count', type: 'number', needed: false });
  const ann = { player: 9 };
  assert.equal(kindsOf(ann, scene()).at(-1), 'seat_out');
  assert.ok(!kindsOf({ table: 1 }, scene()).includes('seat_out'));
  assert.ok(!kindsOf(ann, scene(undefined, { denied: [{ action: 'seat_out', why: 'phase' }] })).includes('seat_out'));
  const fields = fieldsOf('seat_out', ann, {}, scene());
  assert.deepEqual(
    fields.map(({ name, type, value, most }) => [name, type, value, most]),
    [
      ['table', 'select', '2', undefined],
      ['rung', 'select', 'warning', undefined],
      ['fault', 'text', '', 7],
      ['count', 'number', '', undefined],
    ],
  );
  assert.equal(fields[1].options[1].label, t('floor.rung.hands'));
  const action = (values) => actionOf('seat_out', ann, values, scene());
  assert.equal(action({}), null, 'a fault is needed');
  assert.deepEqual(action({ fault: ' late ' }), { kind: 'seat_out', player: 9, table: 2, rung: 'warning', fault: 'late' });
  assert.equal(action({ fault: 'late', count: 'two' }), null);
  assert.equal(action({ fault: 'late', count: '2' }).count, 2);
  delete ACTIONS.seat_out;
});

test('a form becomes the request, and nothing while something is missing', () => {
  const action = (kind, about, values, change) => actionOf(kind, about, values, scene(change));
  assert.deepEqual(action('pause', {}, {}), { kind: 'pause' });
  assert.deepEqual(action('set_level', {}, { level: '8' }), { kind: 'set_level', level: 8 });
  assert.deepEqual(action('set_level', {}, { level: '8', minutes: '5' }), { kind: 'set_level', level: 8, left_s: 300 });
  assert.equal(action('set_level', {}, { level: '8', minutes: 'five' }), null);
  assert.deepEqual(action('move', { player: 9 }, {}), { kind: 'move', player: 9, table: 2 }, 'to another table than her own');
  assert.deepEqual(action('kill_hand', { player: 9 }, {}), { kind: 'kill_hand', player: 9 });
  assert.deepEqual(action('tell_table', { table: 2 }, { text: 'Two kings' }), { kind: 'tell_table', table: 2, text: 'Two kings' });
  assert.equal(action('tell_table', { table: 2 }, { text: ' ' }), null);
  assert.deepEqual(action('hand_for_hand', {}, {}), { kind: 'hand_for_hand', on: true });
  assert.deepEqual(
    action('hand_for_hand', {}, {}, (state) => (state.hand_for_hand = { why: 'money', round: 1 })),
    { kind: 'hand_for_hand', on: false },
  );
  assert.equal(action('penalise', { player: 3 }, {}), null, 'a fault is needed');
  assert.deepEqual(action('penalise', { player: 3 }, { fault: ' late ' }), { kind: 'penalise', player: 3, fault: 'late', rung: 'warning', count: 1 });
  const again = { fault: 'Phone at the table' };
  assert.deepEqual(
    action('penalise', { player: 9 }, again),
    { kind: 'penalise', player: 9, fault: 'Phone at the table', rung: 'hands', count: 2 },
    'as the ladder proposes',
  );
  assert.deepEqual(action('break_order', {}, { order: '1 2' }), { kind: 'break_order', order: [1, 2] });
  for (const order of ['2', '2 2', '2, 3', 'x']) assert.equal(action('break_order', {}, { order }), null, order);
  assert.deepEqual(action('mute', { player: 9 }, {}), { kind: 'mute', player: 9, muted: false }, 'she is muted now');
  assert.deepEqual(action('mute', { player: 3 }, {}), { kind: 'mute', player: 3, muted: true });
  assert.deepEqual(action('rail_chat', {}, {}), { kind: 'rail_chat', open: true }, 'it is closed now');
  assert.deepEqual(action('mute_account', {}, { account: ' eve ' }), { kind: 'mute_account', account: 'eve', muted: false }, 'she is muted now');
  assert.deepEqual(action('mute_account', {}, { account: 'Bea' }), { kind: 'mute_account', account: 'Bea', muted: true });
  assert.equal(action('mute_account', {}, {}), null);
  const [ruling] = told().desk.tickets;
  assert.deepEqual(action('answer', { ticket: ruling }, {}), { kind: 'answer', ticket: 5 });
  assert.deepEqual(action('see_hand', { ticket: ruling }, {}), { kind: 'see_hand', table: '31', hand: 43 });
  assert.equal(action('see_hand', { table: 1 }, {}), null);
  assert.deepEqual(action('see_hand', { table: 1 }, { hand: '7' }), { kind: 'see_hand', table: '30', hand: 7 });
  assert.equal(action('rule', {}, { rule: ' ' }), null);
  assert.equal(action('edit', {}, {}), null, 'nothing would change');
  assert.deepEqual(action('edit', {}, { name: 'Friday' }), { kind: 'edit', name: 'Friday' });
  assert.deepEqual(action('edit', {}, { languages: 'fr, en' }), { kind: 'edit', languages: ['fr', 'en'] });
  assert.equal(action('edit', {}, { name: 'Friday', languages: 'french' }), null, 'no tag of a language');
  const french = (state) => (state.summary.languages = ['fr']);
  assert.equal(action('edit', {}, { languages: ' fr ' }, french), null);
  assert.deepEqual(action('edit', {}, { languages: '' }, french), { kind: 'edit', languages: [] }, 'they are taken back');
  assert.deepEqual(action('grant', {}, { account: 'Eve' }), { kind: 'grant', account: 'Eve', role: 'floor' });
  assert.deepEqual(action('revoke', {}, {}), { kind: 'revoke', account: 'Eve' });
});

test('stacks are put right without a chip more or less, and none is empty', () => {
  const two = (state) =>
    (state.tables[0].seats = [
      [2, 9, 9500],
      [3, 3, 500],
    ]);
  const action = (values) => actionOf('correct_award', { table: 1 }, values, scene(two));
  assert.equal(action({ hand: '42' }), null, 'nothing has changed');
  assert.equal(action({ hand: '42', 'stack-9': '9600' }), null, 'a chip too many');
  assert.equal(action({ 'stack-9': '9000', 'stack-3': '1000' }), null, 'of which hand?');
  assert.equal(action({ hand: '42', 'stack-9': '10000', 'stack-3': '0' }), null);
  assert.deepEqual(action({ hand: '42', 'stack-9': '9,000', 'stack-3': '1000' }), {
    kind: 'correct_award',
    table: 1,
    hand: 42,
    stacks: [
      [9, 9000],
      [3, 1000],
    ],
  });
});

test('shares of a deal are asked for where the players have their own', () => {
  const about = {};
  const names = (values) => fieldsOf('make_deal', about, values, scene()).map(({ name }) => name);
  assert.deepEqual(names({}), ['terms', 'keep']);
  assert.deepEqual(names({ terms: 'other' }), ['terms', 'keep', 'share-3', 'share-9']);
  assert.deepEqual(actionOf('make_deal', about, { keep: '500' }, scene()), { kind: 'make_deal', terms: 'icm', keep: 500 });
  assert.equal(actionOf('make_deal', about, { terms: 'other', 'share-3': '6000' }, scene()), null);
  assert.deepEqual(actionOf('make_deal', about, { terms: 'other', 'share-3': '6000', 'share-9': '4000' }, scene()), {
    kind: 'make_deal',
    terms: 'other',
    keep: 0,
    shares: [
      [3, 6000],
      [9, 4000],
    ],
  });
});

test('the ladder knows a fault however it is written', () => {
  const { desk } = told();
  assert.equal(proposed(9, ' PHONE at the table', desk), 'hands');
  assert.equal(proposed(3, 'phone at the table', desk), 'warning', 'for another player it is the first time');
});

test('tables and players beyond a state are added to it, and what it tells is newer', () => {
  const whole = withAll(standing(), {
    tables: [
      { no: 1, table: '30', seats: [] },
      { no: 7, table: '37', seats: [[1, 50, 400]] },
    ],
    entrants: [{ player: 50, who: { id: 'e', name: 'Ed', kind: 'guest' }, entry: 50, status: 'active', stack: 400 }],
    places: [
      { player: 8, best: 33, worst: 33, prize: 0 },
      { player: 4, best: 3, worst: 3, prize: 0 },
      { player: 7, best: 20, worst: 20, prize: 0 },
    ],
  });
  assert.deepEqual(
    whole.places.map(({ player, prize }) => [player, prize]),
    [
      [4, 6000],
      [7, 0],
      [8, 0],
    ],
  );
  assert.deepEqual(Object.keys(whole.tables), ['1', '2', '7']);
  assert.equal(whole.tables[1].seats[2].player, 9);
  assert.equal(whole.entrants[50].who.name, 'Ed');
});

test('the answer depends on the reader: a player who has signed in reads anew', async () => {
  const asked = [];
  const account = {
    session: null,
    floor: async () => {
      asked.push(account.session?.you.id);
      return { entries: [], officials: [], ...(account.session && { role: 'floor' }) };
    },
  };
  const floor = new Floor(
    '12',
    () => account,
    () => {},
  );
  floor.start(60_000);
  floor.look();
  account.session = { you: { id: 'eve' } };
  floor.look();
  await new Promise((resolve) => setTimeout(resolve));
  floor.stop();
  assert.deepEqual(asked, [undefined, 'eve'], 'also while the first answer is on its way');
  assert.equal(floor.role, 'floor');
});

test('the trail names those whose entry was given back before the page was opened', async () => {
  globalThis.document = /** @type {any} */ ({ hidden: false });
  const account = {
    session: { you: { id: 'eve' } },
    isKnown: true,
    floor: async () => ({ ...told(), gone: [{ player: 19, who: { id: 'zoe', name: 'Zoe', kind: 'guest' } }] }),
  };
  const floor = new Floor(
    '12',
    () => /** @type {any} */ (account),
    () => {},
  );
  await floor.read();
  delete globalThis.document;
  const removed = { kind: 'remove', player: 19 };
  assert.match(didText(removed, standing()), /Player 19/);
  assert.match(didText(removed, floor.named(standing())), /Zoe/);
});

test('a session that is about to be restored is waited for, and who was shown nothing is followed after signing in', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  globalThis.document = /** @type {any} */ ({ hidden: false });
  t.after(() => delete globalThis.document);
  const passed = async () => {
    for (let n = 0; n < 10; n++) await null;
  };
  const asked = [];
  const account = {
    session: null,
    isKnown: true,
    floor: async () => {
      asked.push(account.session?.you.id);
      return account.session && { entries: [], officials: [] };
    },
  };
  const floor = new Floor(
    '12-00',
    () => account,
    () => {},
  );
  floor.start(60_000);
  await passed();
  assert.deepEqual(asked, [], 'a stranger would be told that there is nothing');
  t.mock.timers.tick(60_000);
  await passed();
  assert.deepEqual([asked, floor.status], [[undefined], 'none']);
  t.mock.timers.tick(60_000);
  account.session = { you: { id: 'eve' } };
  floor.look();
  await passed();
  assert.equal(floor.status, 'live');
  t.mock.timers.tick(60_000);
  await passed();
  assert.deepEqual(asked.slice(0, 3), [undefined, 'eve', 'eve'], 'again and again');
  floor.stop();
});

test('what is told while the floor is read, or while reading fails, is read all the same', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const passed = async () => {
    for (let n = 0; n < 10; n++) await null;
  };
  let reads = 0;
  let isAway = false;
  const account = {
    session: null,
    floor: async () => {
      reads += 1;
      if (isAway) throw new Error('away');
      return { entries: [], officials: [] };
    },
  };
  const floor = new Floor(
    '12',
    () => account,
    () => {},
  );
  floor.start(60_000);
  floor.read();
  await passed();
  assert.equal(reads, 2, 'again, for what came meanwhile');
  isAway = true;
  floor.read();
  await passed();
  assert.equal(reads, 3);
  isAway = false;
  t.mock.timers.tick(5000);
  await passed();
  assert.equal(reads, 4, 'long before the next time');
  floor.stop();
});

test('the trail is read on from its end, and from an open line while it is open', async () => {
  const all = told().entries.map((entry) => ({ ...entry, result: 'done' }));
  const asked = [];
  let size = 10;
  const account = {
    session: null,
    floor: async (_, after) => {
      asked.push(after);
      const rest = all.slice(0, size).filter(({ no }) => no > after);
      const entries = rest.slice(0, 8);
      return { entries, ...(rest.length > 8 && { after: entries.at(-1).no }), officials: [], role: 'floor' };
    },
    decide: async () => ({ ...all[10], result: 'pending' }),
  };
  const floor = new Floor(
    '12',
    () => account,
    () => {},
  );
  await floor.read();
  assert.deepEqual(asked, [0, 8], 'page by page');
  assert.deepEqual(
    floor.entries.map(({ no }) => no),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.equal(floor.role, 'floor');
  assert.equal(await floor.decide('a', { kind: 'pause' }, 'x'), null);
  assert.equal(floor.entries.at(-1).result, 'pending');
  size = 12;
  await new Promise((resolve) => setTimeout(resolve));
  await floor.read();
  assert.equal(asked.at(-1), 10, 'the open line is read again');
  assert.deepEqual(
    floor.entries.slice(-2).map(({ no, result }) => `${no} ${result}`),
    ['11 done', '12 done'],
  );
  await floor.read();
  assert.equal(asked.at(-1), 12);
});

test('a player out by no one is out, and no more is said', () => {
  for (const [lang, text] of [
    ['en', 'Maëlle is out.'],
    ['fr', 'Maëlle sort.'],
  ]) {
    setLang(lang);
    const live = standing();
    const [player] = Object.keys(live.entrants).map(Number);
    live.entrants[player].who = { ...live.entrants[player].who, name: 'Maëlle' };
    assert.equal(didText({ kind: 'hand_over', table: 1, busts: [{ player, by: [] }] }, live), text);
  }
  setLang('en');
});

test('a reason that no one typed is read in the language of the reader', () => {
  setLang('fr');
  assert.deepEqual(Object.values(REASONS).map(reasonText), ['Comme à la table', 'Courte interruption', 'Sans motif']);
  assert.equal(reasonText('Carte vue'), 'Carte vue');
  setLang('en');
  assert.deepEqual(Object.values(REASONS).map(reasonText), Object.values(REASONS));
});

test('the players of a large event are saved with all their places, and without one that was undone', async () => {
  const places = Array.from({ length: 150 }, (_, at) => ({ player: at + 1, best: at + 2, worst: at + 2, prize: 0 }));
  const entrants = places.map(({ player }) => ({
    player,
    who: { id: `by-hand-${player}`, name: `P ${player}`, kind: 'guest' },
    entry: player,
    status: 'active',
    out: player !== 100,
  }));
  const live = standing((state) => {
    state.summary.entries = 150;
    state.places = places.slice(0, 100).filter(({ player }) => player !== 100);
    state.places.push({ player: 149, best: 150, worst: 150, prize: 0 });
    state.entrants = entrants.slice(0, 100);
  });
  const page = new elements['p-floor']();
  page.tournamentId = live.id;
  page.floor = { named: (one) => one };
  page.app = {
    hall: { events: new Map([[live.id, { live }]]) },
    account: { entrants: async () => entrants, eventTables: async () => [], places: async () => places },
  };
  assert.equal(page.live.places.length, 100, 'those of the state, until the others have come');
  await new Promise((resolve) => setImmediate(resolve));
  const rows = playersCsv(page.live).trim().split('\r\n');
  assert.equal(rows.length, 151);
  const unplaced = rows.slice(1).filter((row) => row.endsWith(',,'));
  assert.deepEqual(
    unplaced.map((row) => row.split(',')[0]),
    ['100'],
  );
});

test('what a chip set is good for is worked out once, and not each second', () => {
  const sheet = new elements['p-paper']();
  Object.assign(sheet, { app: { later: () => '' }, sheet: 'chips', players: '10' });
  sheet.chips = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000].map((value) => `${value}x50000`).join(', ');
  const live = standing((state) => (state.summary.stack = 20_000));
  const timed = () => {
    const began = performance.now();
    return { told: JSON.stringify(sheet.view(live)), ms: performance.now() - began };
  };
  const [first, again] = [timed(), timed()];
  assert.ok(again.ms < first.ms / 5, `${first.ms} and ${again.ms} ms`);
  assert.equal(again.told, first.told);
  sheet.players = '12';
  assert.notEqual(timed().told, first.told);
});
