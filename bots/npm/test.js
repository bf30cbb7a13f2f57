// The package as users get it: packed, installed into an empty folder, run, and checked by tsc.
//
//     POKER_SERVER_BIN=target/debug/poker node --test bots/npm/test.js
//
// Needs `npm ci` in server/web, and `ws` from the registry or from npm's cache.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('./', import.meta.url));
const root = join(here, '..', '..');
const server = process.env.POKER_SERVER_BIN ?? join(root, 'target', 'debug', 'poker');

/** Opens a table and plays three hands there. */
const RIVAL = `
import { Net, newGuest, runBot } from 'poker-client';
const url = process.argv[2];
const WebSocket = globalThis.WebSocket ?? (await import('ws')).WebSocket;
const token = await newGuest(url, 'rival');
const net = new Net({ url, token: async () => token, open: (to, protocol) => new WebSocket(to, protocol) });
net.start();
await new Promise((resolve) => net.onState(() => net.state === 'ready' && resolve()));
const { table } = await net.request({ type: 'create_table', config: { name: 'Test', game: 'no-limit-holdem', seats: 6 } });
net.stop();
const events = [];
const report = await runBot({
  url, token, table: table.table, hands: 3,
  act: (ask) => (ask.state.you && ask.betOrRaiseTo(ask.pot)) || ask.checkOrCall(),
  onEvent: (event, at) => {
    if (event.kind === 'player_sat') console.error(event.player.name, event.player.kind);
    events.push([event.kind, at.seq]);
  },
});
const gaps = events.filter(([, seq], index) => index > 0 && seq !== events[index - 1][1] + 1).length;
console.log(JSON.stringify({ ...report, gaps }));
`;

const CALLER = `
import { runBot } from 'poker-client';
await runBot({ url: process.argv[2], nickname: 'caller', act: (ask) => ask.checkOrCall() });
`;

const TYPED = `
import { runBot, type Ask, type Table } from 'poker-client';
import type { Action } from 'poker-client/protocol';
const act = ({ state, choices }: Ask): Action => {
  const table: Table = state;
  const stacks: number[] = Object.values(table.seats).map((seat) => seat.stack);
  const call = choices.find((choice) => choice.kind === 'call');
  // @ts-expect-error A raise has a total.
  const wrong: Action = { kind: 'raise' };
  return call && stacks.length > 0 && wrong ? { kind: 'call', amount: call.amount } : { kind: 'fold' };
};
const report = await runBot({ act });
report.hands satisfies number;
`;

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'poker-npm-'));
  execFileSync(process.execPath, [join(here, 'build.js')], { stdio: 'inherit' });
  const npm = (/** @type {string[]} */ ...args) =>
    execFileSync('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
  const packed = npm('pack', join(here, 'dist')).trim();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  npm('install', '--prefer-offline', `./${packed}`);
});

after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Starts a separate server: with an empty data folder on a free port, if none is named.
 *
 * @param {{ port: string, data: string }} [at]
 * @returns {Promise<{ url: string, at: { port: string, data: string }, stop: () => void }>}
 */
function serve({ port, data } = { port: '0', data: mkdtempSync(join(folder, 'data-')) }) {
  const options = ['--house-bots', '0', '--demo-tables=false', '--hand-pause-percent', '0', '--admin-listen', 'none'];
  const running = spawn(server, ['serve', '--listen', `127.0.0.1:${port}`, '--data', data, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve, reject) => {
    running.once('exit', () => reject(new Error('the server did not start')));
    running.stdout.once('data', (text) => {
      const found = /http:\/\/([\d.]+):(\d+)/.exec(String(text));
      if (found) resolve({ url: `ws://${found[1]}:${found[2]}/ws`, at: { port: String(found[2]), data }, stop: () => running.kill('SIGKILL') });
    });
  });
}

/** @param {string} file @param {string} url */
function play(file, url) {
  const running = spawn(process.execPath, [file, url], { cwd: folder });
  const said = { out: '', err: '' };
  running.stdout.on('data', (text) => (said.out += text));
  running.stderr.on('data', (text) => (said.err += text));
  const ended = new Promise((resolve) => running.once('exit', resolve));
  return { running, said, ended };
}

test('the first ten lines of its README play a hand, beside another bot of the package', { timeout: 60_000 }, async () => {
  const lines = readFileSync(join(here, 'README.md'), 'utf8').split('\n').slice(0, 10);
  assert.deepEqual([lines[1], lines[9]], ['```js', '```']);
  writeFileSync(join(folder, 'caller.mjs'), lines.slice(2, 9).join('\n'));
  writeFileSync(join(folder, 'rival.mjs'), RIVAL);
  const { url, stop } = await serve();
  try {
    const rival = play('rival.mjs', url);
    // The bot goes where others play.
    while (!rival.said.err.includes('rival bot') && rival.running.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const caller = play('caller.mjs', url);
    await Promise.race([rival.ended, caller.ended]);
    caller.running.kill();
    await rival.ended;
    assert.match(rival.said.err, /^caller bot$/m, `${rival.said.err}\n${caller.said.err}`);
    assert.match(caller.said.out, /^seated at table .*\n.*\|/, caller.said.out);
    const report = JSON.parse(rival.said.out);
    assert.ok(report.hands >= 3 && report.decisions > 0, rival.said.out);
    assert.deepEqual([report.refused, report.gaps], [0, 0]);
  } finally {
    stop();
  }
});

test('a bot comes back after a restart of the server, with the package `ws` too', { timeout: 120_000 }, async () => {
  writeFileSync(join(folder, 'stays.mjs'), `delete globalThis.WebSocket;\n${RIVAL}`);
  writeFileSync(join(folder, 'calls.mjs'), CALLER);
  const first = await serve();
  const stays = play('stays.mjs', first.url);
  while (!stays.said.err.includes('rival bot') && stays.running.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
  first.stop();
  // Long enough for an attempt that is refused.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const second = await serve(first.at);
  try {
    const calls = play('calls.mjs', second.url);
    await Promise.race([stays.ended, calls.ended]);
    calls.running.kill();
    await stays.ended;
    assert.ok(JSON.parse(stays.said.out || '{}').hands >= 3, `${stays.said.err}\n${calls.said.err}`);
  } finally {
    second.stop();
  }
});

test('a bot for one game keeps away from mixes that play it now', { timeout: 60_000 }, async () => {
  const { runBot } = await import(join(folder, 'node_modules', 'poker-client', 'index.js'));
  /** @param {string} table @param {object} [mix] */
  const listed = (table, mix) => ({ info: { table, game: 'razz', seats: 6, buy_in_min: 1, buy_in_max: 1, ...(mix && { mix }) }, taken: [] });
  const tables = [listed('1', { id: 'horse', games: [] }), listed('2', { games: [] }), listed('3')];
  /** @type {string[]} */
  const watched = [];
  class Socket {
    constructor() {
      queueMicrotask(() => this.onopen());
    }

    addEventListener() {}

    /** @param {string} text */
    send(text) {
      const { id, type, table } = JSON.parse(text);
      const answer = () => {
        if (type === 'hello') return { ...golden('welcome'), tables: [], id };
        if (type === 'list_tables') return { type: 'ok', id, tables };
        watched.push(table);
        return { type: 'error', id, code: 'table.not_found', message: 'no', retryable: false };
      };
      const data = JSON.stringify(answer());
      setTimeout(() => this.onmessage?.({ data }), 0);
    }

    close() {}
  }
  const { WebSocket: before } = globalThis;
  globalThis.WebSocket = Socket;
  try {
    for (const game of ['razz', 'horse']) await runBot({ token: 't', game, act: () => {} }).catch(() => {});
  } finally {
    globalThis.WebSocket = before;
  }
  assert.deepEqual(watched, ['3', '1']);
});

test('a game that does not exist is told as that', { timeout: 60_000 }, async () => {
  const { url, stop } = await serve();
  try {
    writeFileSync(
      join(folder, 'lost.mjs'),
      `import { newGuest, runBot } from 'poker-client';
      const [, , url] = process.argv;
      const token = await newGuest(url, 'lost');
      for (const game of ['holdem', 'razz'])
        await runBot({ url, token, game, act: (ask) => ask.checkOrCall() }).catch(({ code, message }) => console.log(code, message));`,
    );
    const lost = play('lost.mjs', url);
    await lost.ended;
    assert.match(lost.said.out, /^game\.unknown .*there is no game holdem, but .*no-limit-holdem.*\ntable\.full /, lost.said.err);
  } finally {
    stop();
  }
});

/** @param {string} name */
const golden = (name) => JSON.parse(readFileSync(join(root, 'protocol', 'golden', 'v1', 'server', `${name}.json`), 'utf8'));

/**
 * Runs a bot that raises to 200 at the table of the golden snapshot, where it is to act, until the table is closed.
 *
 * @param {Record<string, any>[][]} answers The messages that follow each answer to the decision: an event by its kind, a refusal of the answer by its code.
 * @param {object} [bot] Options of another bot.
 */
async function atScriptedTable(answers, bot = { act: (ask) => ask.betOrRaiseTo(200) }) {
  const { runBot } = await import(join(folder, 'node_modules', 'poker-client', 'index.js'));
  const [snapshot, welcome] = [golden('snapshot'), golden('welcome')];
  welcome.you.id = snapshot.state.seats.find(({ seat }) => seat === snapshot.state.you.seat).player.id;
  let { seq } = snapshot;
  /** @type {object[]} */
  const acts = [];
  /** @type {string[]} */
  const sent = [];
  class Socket {
    constructor() {
      queueMicrotask(() => this.onopen());
    }

    addEventListener() {}

    /** @param {object} message */
    say(message) {
      // Events are numbered here.
      const full = message.kind ? { type: 'events', table: snapshot.table, events: [{ seq: (seq += 1), event: message }] } : message;
      setTimeout(() => this.onmessage?.({ data: JSON.stringify(full) }), 0);
    }

    /** @param {string} text */
    send(text) {
      const request = JSON.parse(text);
      const { id, type } = request;
      sent.push(type);
      if (type === 'hello') return this.say({ ...welcome, id });
      if (type !== 'act') {
        this.say({ type: 'ok', id });
        if (type === 'watch') this.say(snapshot);
        return;
      }
      acts.push({ turn: request.turn, ...request.action });
      for (const message of answers.shift() ?? []) this.say(message.code ? { type: 'error', id, message: 'no', ...message } : { id, ...message });
    }

    close() {}
  }
  const { WebSocket: before } = globalThis;
  globalThis.WebSocket = Socket;
  try {
    const ended = await runBot({ token: 't', table: snapshot.table, ...bot }).then(
      (report) => ({ report }),
      (error) => ({ error }),
    );
    return { acts, sent, ...ended };
  } finally {
    globalThis.WebSocket = before;
  }
}

const PAUSED = { code: 'table.paused', retryable: true };
const CLOSED = { kind: 'table_closed', reason: 'idle' };
const RAISE = { turn: 7, kind: 'raise', to: 200 };
const DONE = [{ type: 'ok' }, CLOSED];

test('an answer that meets a pause is given again once play goes on', { timeout: 60_000 }, async () => {
  const stopped = { kind: 'hand_stopped', stop: { asked: false, holders: 2, agreed: 0, open: false } };
  const presence = { type: 'presence', table: golden('snapshot').table, seat: 3, connected: true };
  const pauses = [
    [stopped, PAUSED, presence, { kind: 'hand_went_on' }],
    [{ kind: 'table_paused' }, PAUSED, presence, { kind: 'table_resumed' }],
    [{ type: 'paused', table: golden('snapshot').table, reason: 'storage' }, PAUSED, golden('snapshot')],
  ];
  for (const pause of pauses) {
    const { acts, report } = await atScriptedTable([pause, DONE]);
    assert.deepEqual([acts, report.decisions, report.refused], [[RAISE, RAISE], 1, 0], JSON.stringify(pause[0]));
  }
});

test('an answer that the server cannot take at the moment is given again, and an illegal one is not', { timeout: 60_000 }, async () => {
  for (const code of ['rate.limited', 'table.busy', 'server.internal', 'server.storage']) {
    const { acts, report } = await atScriptedTable([[{ code, retryable: true }], DONE]);
    assert.deepEqual([acts, report.decisions, report.refused], [[RAISE, RAISE], 1, 0], code);
  }
  const elsewhere = await atScriptedTable([[{ code: 'table.other_device', retryable: false }, golden('snapshot')], DONE]);
  assert.deepEqual([elsewhere.acts, elsewhere.report.refused], [[RAISE, RAISE], 0]);
  const illegal = [{ code: 'rule.bet_too_large', retryable: false }];
  const { acts, report } = await atScriptedTable([illegal, [{ kind: 'table_paused' }, PAUSED, { kind: 'table_resumed' }], DONE]);
  const fold = { turn: 7, kind: 'fold' };
  assert.deepEqual([acts, report.decisions, report.refused], [[RAISE, fold, fold], 1, 1]);
});

test('what a bot throws ends its run, and it leaves its seat', { timeout: 60_000 }, async () => {
  const fault = new TypeError('oops');
  const fail = () => {
    throw fault;
  };
  const inAct = await atScriptedTable([], { act: fail });
  assert.deepEqual([inAct.error, inAct.sent], [fault, ['hello', 'watch', 'leave']]);
  const inEvent = await atScriptedTable([[{ type: 'ok' }, { kind: 'table_paused' }]], { act: (ask) => ask.betOrRaiseTo(200), onEvent: fail });
  assert.deepEqual([inEvent.error, inEvent.sent], [fault, ['hello', 'watch', 'act', 'leave']]);
});

test('its version is that of the workspace, and it holds no page', () => {
  const version = /^version = "(.+)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))?.[1];
  const installed = join(folder, 'node_modules', 'poker-client');
  const about = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.equal(about.version, version);
  assert.ok(!about.private);
  for (const file of ['index.js', 'bot.js', 'model.js', 'hand.js', 'log.js', 'snapshot.js', 'facts.js', 'net.js']) {
    const code = readFileSync(join(installed, file), 'utf8').replace(/\/\/.*|\/\*[^]*?\*\//g, '');
    assert.doesNotMatch(code, /\b(document|window|navigator|localStorage|sessionStorage)\b/, file);
  }
});

test('tsc reads its types', () => {
  writeFileSync(join(folder, 'typed.ts'), TYPED);
  const tsc = join(root, 'server', 'web', 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', '--strict', '--target', 'ES2023', '--module', 'NodeNext', '--types', '', '--lib', 'ES2023,DOM,DOM.Iterable'];
  const run = () => execFileSync(process.execPath, [tsc, ...options, 'typed.ts'], { cwd: folder, encoding: 'utf8' });
  assert.equal(run(), '');
});
