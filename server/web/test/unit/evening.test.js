// Chips as money, and an evening as text and as a file.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { eveningCsv, eveningText, standings } from '../../evening.js';
import { setLang } from '../../i18n.js';
import { moneyText, parseMoney, typedMoney } from '../../money.js';
import { applyEvent } from '../../model.js';
import { fromSnapshot } from '../../snapshot.js';
import './catalogue.js';

const player = (id, name) => ({ id, name, kind: 'guest' });
const MIA = player('1', 'Mia');
const TOM = player('2', '=Tom "T"');

const EVENING = {
  table: '7',
  name: 'Friday',
  host: '1',
  ended_at: 1_796_000_000_000,
  hands: 12,
  chip_value: 5,
  currency: 'euro',
  ledger: {
    players: [
      { player: MIA, bought: 500, taken: 100, rebuys: 1 },
      { player: TOM, bought: 200, taken: 600, rebuys: 0 },
    ],
    corrections: [{ author: MIA, player: TOM, paid_by: MIA, amount: 100, reason: 'paid for Tom', at: 1_796_000_000_000 }],
  },
  payments: [{ from: MIA, to: TOM, amount: 400 }],
};

test('an amount that was written is read as the same chips', () => {
  for (const lang of ['en', 'fr']) {
    setLang(lang);
    for (const chip_value of [1, 5, 10, 25, 100, 250]) {
      for (const chips of [0, 1, 2, 19, 20, 21, 999, 1000, 12_345, 1_000_000]) {
        const worth = { chip_value, currency: 'euro' };
        assert.equal(parseMoney(typedMoney(chips, worth), worth), chips, `${lang} ${chip_value} ${typedMoney(chips, worth)}`);
        assert.equal(parseMoney(moneyText(chips, worth), worth), chips, `${lang} ${chip_value} ${moneyText(chips, worth)}`);
      }
    }
  }
  setLang('en');
  const worth = { chip_value: 5, currency: 'euro' };
  assert.equal(moneyText(2, worth), '€0.10');
  assert.equal(moneyText(20, worth), '€1');
  assert.equal(parseMoney('0,10', worth), 2);
  for (const text of ['0.07', '0.001', 'ten', '', '-1', '1e3']) assert.equal(parseMoney(text, worth), null, text);
});

test('results are what was taken and is still there, less what was bought', () => {
  const stacks = new Map([['1', 250]]);
  const [first, second] = standings(EVENING.ledger, stacks);
  assert.deepEqual([first.player.name, first.net, first.isHere], [TOM.name, 400, false]);
  assert.deepEqual([second.player.name, second.net, second.isHere], ['Mia', -150, true]);
});

test('an evening is a message and a file', () => {
  setLang('en');
  const text = eveningText(EVENING);
  for (const line of ['Mia: −€20', 'Mia pays =Tom "T" €20', 'Mia: Mia pays €5 of =Tom "T"’s buy-ins. paid for Tom']) assert.ok(text.includes(line), text);
  const rows = eveningCsv(EVENING).split('\r\n');
  assert.equal(rows[0], '"player","bought","taken","net","rebuys","net_money"');
  assert.equal(rows[1], '"\'=Tom ""T""",200,600,400,0,20', 'no formula, and quotes are doubled');
  assert.equal(rows[2], '"Mia",500,100,-400,1,-20');
  assert.equal(rows[5], '"Mia","\'=Tom ""T""",400,20');
  const { chip_value: _, ...plain } = EVENING;
  assert.ok(eveningCsv(plain).startsWith('"player","bought","taken","net","rebuys"\r\n'));
});

test('the ledger of a table follows its events', () => {
  const info = { name: 'Friday', session: { own_chips: true } };
  const state = { info, seats: [], wait_list: [], hands: 0, paused: false, ledger: { players: [] } };
  let table = fromSnapshot({ table: '7', seq: 0, state }, '1', 0);
  let seq = 0;
  const tell = (event, now) => (table = applyEvent(table, { seq: ++seq, event }, now));
  const [mia, tom] = EVENING.ledger.players;
  tell({ kind: 'ledger_changed', lines: [{ ...mia, bought: 100, taken: 0 }] });
  tell({ kind: 'ledger_changed', lines: [tom] });
  tell({ kind: 'ledger_changed', lines: [mia], correction: EVENING.ledger.corrections[0] });
  assert.deepEqual(table.ledger, EVENING.ledger);
  // A deleted account's name goes, and so do its words.
  const gone = { ...mia, player: { ...mia.player, name: 'deleted-1' } };
  const corrections = EVENING.ledger.corrections.map((line) => ({ ...line, author: gone.player, reason: '' }));
  tell({ kind: 'ledger_changed', lines: [gone], corrections });
  assert.deepEqual(table.ledger, { players: [gone, tom], corrections });
  tell({ kind: 'ledger_settled', payments: EVENING.payments });
  tell({ kind: 'table_closed' }, 77);
  assert.deepEqual([table.payments, table.closed, table.closedAt], [EVENING.payments, true, 77]);
});
