// An evening at a table with chips of its own: results, who pays whom, and both as a text, a file and a picture.

/** @import { Evening, Ledger, LedgerLine } from './gen/protocol.d.ts' */
/** @import { Kid } from './dom.js' */
/** @import { Worth } from './money.js' */

import { cls, h } from './dom.js';
import { dateText, list, num, t, tn } from './i18n.js';
import { isMoney, moneyText } from './money.js';

/** A line with what it comes to: `stack` are the chips at the table. @typedef {LedgerLine & { stack: number, net: number, isHere: boolean }} Standing */

/** An amount as this evening shows it. @param {number} chips @param {Worth} worth */
export const shown = (chips, worth) => (isMoney(worth) ? moneyText(chips, worth) : num(chips));

/** A result, with its sign. @param {number} chips @param {Worth} worth */
export const result = (chips, worth) => (chips > 0 ? `+${shown(chips, worth)}` : chips < 0 ? `−${shown(-chips, worth)}` : shown(0, worth));

/**
 * Where each player stands, the best first. `stacks` has the chips of those at the table, by account.
 *
 * @param {Ledger} ledger
 * @param {Map<string, number>} [stacks]
 * @returns {Standing[]}
 */
export function standings({ players }, stacks = new Map()) {
  const standing = players.map((line) => {
    const stack = stacks.get(line.player.id) ?? 0;
    return { ...line, stack, net: line.taken + stack - line.bought, isHere: stacks.has(line.player.id) };
  });
  return standing.sort((one, other) => other.net - one.net);
}

/** Results as a table. @param {Standing[]} standing @param {Worth} worth @param {string} me @returns {Kid} */
export const resultsTable = (standing, worth, me) =>
  h(
    'table',
    { key: 'results', class: 'ledger' },
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        [t('ledger.player'), t('ledger.bought'), t('ledger.has'), t('ledger.net')].map((name) => h('th', { key: name, scope: 'col' }, name)),
      ),
    ),
    h(
      'tbody',
      null,
      standing.map(({ player, bought, taken, stack, net, rebuys }) =>
        h(
          'tr',
          { key: player.id, class: cls(player.id === me && 'mine') },
          h('th', { scope: 'row' }, player.name, rebuys > 0 && h('small', null, tn('ledger.rebuys', rebuys))),
          h('td', null, shown(bought, worth)),
          h('td', null, shown(taken + stack, worth)),
          h('td', { class: 'outcome' }, result(net, worth)),
        ),
      ),
    ),
  );

/** Corrections by the host, a line each. @param {Ledger} ledger @param {Worth} worth @param {'h2' | 'h3'} heading @returns {Kid[]} */
export const correctionsList = ({ corrections = [] }, worth, heading) =>
  corrections.length === 0
    ? []
    : [
        h(heading, { key: 'corrections-title' }, t('ledger.corrections')),
        h(
          'ul',
          { key: 'corrections', class: 'corrections' },
          corrections.map((one, at) => h('li', { key: at }, correctionText(one, worth))),
        ),
      ];

/** @param {NonNullable<Ledger['corrections']>[number]} one @param {Worth} worth */
export const correctionText = ({ author, player, paid_by, amount, reason }, worth) =>
  t(paid_by ? 'ledger.correction.paid' : 'ledger.correction.late', {
    author: author.name,
    player: player.name,
    payer: paid_by?.name ?? '',
    n: shown(amount, worth),
    reason,
  });

/** Payments, a line each. @param {Evening} evening @returns {string[]} */
const paymentLines = ({ payments, ...worth }) =>
  payments.map(({ from, to, amount }) => t('evening.pays', { from: from.name, to: to.name, n: shown(amount, worth) }));

/** Who pays whom. @param {Evening} evening @param {'h2' | 'h3'} heading @returns {Kid[]} */
export const paymentsList = (evening, heading) => [
  h(heading, { key: 'payments-title' }, t('evening.payments')),
  evening.payments.length === 0
    ? h('p', { key: 'even', class: 'note' }, t('evening.even'))
    : h(
        'ul',
        { key: 'payments', class: 'payments' },
        paymentLines(evening).map((line) => h('li', { key: line }, line)),
      ),
];

/** Name, day and hands. @param {Evening} evening */
export const headline = ({ name, ended_at, hands }) => [name, dateText(ended_at), tn('evening.hands', hands)].join(' · ');

/** The evening as a message. @param {Evening} evening */
export function eveningText(evening) {
  const results = standings(evening.ledger).map(({ player, net }) => `${player.name}: ${result(net, evening)}`);
  const paid = evening.payments.length > 0 ? paymentLines(evening) : [t('evening.even')];
  const corrections = (evening.ledger.corrections ?? []).map((one) => correctionText(one, evening));
  return [headline(evening), '', ...results, '', t('evening.payments'), ...paid, ...(corrections.length > 0 ? ['', ...corrections] : [])].join('\n');
}

/** A value in a file of comma-separated values. A name that a spreadsheet would take for a formula is none. @param {string | number} value */
const cell = (value) => (typeof value === 'number' ? String(value) : `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`);

/** The evening as a file for spreadsheets: results in chips, and in money if there is any; then the payments. @param {Evening} evening */
export function eveningCsv(evening) {
  const hundredths = evening.chip_value;
  const money = (/** @type {number} */ chips) => (hundredths ? [((chips * hundredths) / 100).toFixed(2)].map(Number) : []);
  /** @type {(string | number)[][]} */
  const rows = [['player', 'bought', 'taken', 'net', 'rebuys', ...(hundredths ? ['net_money'] : [])]];
  for (const { player, bought, taken, net, rebuys } of standings(evening.ledger)) rows.push([player.name, bought, taken, net, rebuys, ...money(net)]);
  rows.push([], ['from', 'to', 'amount', ...(hundredths ? ['money'] : [])]);
  for (const { from, to, amount } of evening.payments) rows.push([from.name, to.name, amount, ...money(amount)]);
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Width of the picture, and the height of its lines. */
const WIDTH = 720;
const LINE = 44;

/** The evening as a picture. @param {Evening} evening @returns {Promise<Blob | null>} */
export function eveningPicture(evening) {
  const standing = standings(evening.ledger);
  const paid = evening.payments.length > 0 ? paymentLines(evening) : [t('evening.even')];
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = LINE * (standing.length + paid.length + 4);
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  const text = getComputedStyle(document.body).fontFamily;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  let y = LINE;
  /** @param {string} left @param {string} [right] @param {boolean} [isBold] */
  const write = (left, right = '', isBold = false) => {
    pen.font = `${isBold ? 'bold ' : ''}22px ${text}`;
    pen.fillStyle = '#111';
    pen.textAlign = 'left';
    pen.fillText(left, 32, y, WIDTH - (right ? 264 : 64));
    pen.textAlign = 'right';
    pen.fillText(right, WIDTH - 32, y, 200);
    y += LINE;
  };
  write(headline(evening), '', true);
  for (const { player, net } of standing) write(player.name, result(net, evening));
  y += LINE / 2;
  write(t('evening.payments'), '', true);
  for (const line of paid) write(line);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Sentence with the names of all players. @param {Evening} evening */
export const company = ({ ledger }) => list(ledger.players.map(({ player }) => player.name));
