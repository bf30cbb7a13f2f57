// The connection on a socket controlled by the test: reconnecting, resending, distinguishing kinds of ends; and a table that must neither lose nor
// repeat anything.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang, t } from '../../i18n.js';
import { Net, Refusal } from '../../net.js';
import { TableSession } from '../../session.js';
import './catalogue.js';
import { info, ME, opening, table, tell } from './story.js';

/** Globals of the page that the modules use. */
globalThis.document ??= { hidden: false };

class Socket {
  static all = [];
  sent = [];
  constructor(url) {
    this.url = url;
    Socket.all.push(this);
    queueMicrotask(() => this.onopen?.());
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.isClosed = true;
  }
  get hello() {
    return this.sent.find((one) => one.type === 'hello');
  }
  hear(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome() {
    this.hear({
      type: 'welcome',
      id: this.hello.id,
      version: 'poker.v1',
      server: 'test',
      you: { id: ME, name: 'Ana', kind: 'guest' },
      balance: 5,
      tables: [],
      capabilities: [],
      limits: {},
    });
  }
  end(code) {
    this.onclose?.({ code });
  }
  /** The last request of a type. */
  asked(type) {
    return this.sent.findLast((one) => one.type === type);
  }
}

/** Waits for a condition, long enough to be sure that it will not come. */
async function until(condition, what) {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) assert.fail(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function connect(token = async () => 'token') {
  Socket.all = [];
  const net = new Net({ url: 'ws://test/ws', token, open: (url) => new Socket(url), backoffMs: 1 });
  return net;
}

async function greeted(token) {
  const net = connect(token);
  net.start();
  await until(() => Socket.all[0]?.hello, 'hello');
  Socket.all[0].welcome();
  assert.equal(net.state, 'ready');
  return net;
}

test('a patient request is asked again while the server is too busy', async () => {
  const net = connect();
  net.start();
  await until(() => Socket.all[0]?.hello, 'hello');
  const socket = Socket.all[0];
  socket.welcome();
  const asked = net.request({ type: 'resume', table: '1', after: 3 }, { patient: true });
  const resumes = () => socket.sent.filter((one) => one.type === 'resume');
  const refuse = (code, retryable) => socket.hear({ type: 'error', id: resumes().at(-1).id, code, message: '', retryable, params: { retry_after_ms: 1 } });
  await until(() => resumes().length === 1, 'a resume');
  refuse('table.busy', true);
  await until(() => resumes().length === 2, 'another one');
  socket.hear({ type: 'ok', id: resumes()[1].id });
  await asked;
  const again = net.request({ type: 'resume', table: '1', after: 3 }, { patient: true });
  await until(() => resumes().length === 3, 'a third one');
  refuse('table.closed', false);
  await assert.rejects(again, { code: 'table.closed' });
  net.stop();
});

test('the token goes into hello, never into the address', async (context) => {
  const net = await greeted();
  context.after(() => net.stop());
  assert.equal(Socket.all[0].hello.token, 'token');
  assert.equal(Socket.all[0].url, 'ws://test/ws');
});

test('an answer finds its request, whatever the order', async (context) => {
  const net = await greeted();
  context.after(() => net.stop());
  const [a, b] = [net.request({ type: 'list_games' }), net.request({ type: 'list_tables' })];
  const [first, second] = Socket.all[0].sent.slice(-2);
  assert.notEqual(first.id, second.id);
  Socket.all[0].hear({ type: 'error', id: second.id, code: 'rate.limited', message: '', retryable: true });
  Socket.all[0].hear({ type: 'ok', id: first.id, games: [] });
  assert.deepEqual((await a).games, []);
  await assert.rejects(b, { code: 'rate.limited', retryable: true });
});

test('silence is noticed by an unanswered ping, and a greeting that never comes is tried again', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: 1_000_000 });
  const settled = async () => {
    for (let n = 0; n < 10; n++) await Promise.resolve();
  };
  const pass = async (seconds) => {
    for (let n = 0; n < seconds; n++) {
      context.mock.timers.tick(1000);
      await settled();
    }
  };
  const net = connect();
  context.after(() => net.stop());
  net.start();
  await settled();
  Socket.all[0].welcome();
  await pass(6);
  assert.ok(Socket.all[0].asked('ping'));
  assert.equal(net.isDown, false);
  await pass(3);
  assert.ok(net.isDown, 'nothing has come for nine seconds');
  Socket.all[0].hear({ type: 'pong', id: Socket.all[0].asked('ping').id, server_time_ms: 0 });
  assert.equal(net.isDown, false, 'it was slow, not lost');
  await pass(14);
  assert.ok(Socket.all[0].isClosed);
  await pass(1);
  // The way back is swallowed as well: neither a greeting nor an end.
  assert.equal(Socket.all.length, 2);
  await pass(12);
  assert.ok(Socket.all[1].isClosed);
  await pass(9);
  assert.equal(Socket.all.length, 3);
  Socket.all[2].welcome();
  assert.equal(net.isDown, false);
});

test('what moves chips is sent again under the same id, anything else fails at once', async (context) => {
  const net = await greeted();
  context.after(() => net.stop());
  const bet = net.request({ type: 'act', table: 't1', hand: 1, turn: 1, action: { kind: 'fold' } }, { keep: true });
  const chat = net.request({ type: 'chat', table: 't1', text: 'hi' });
  const { id } = Socket.all[0].asked('act');
  Socket.all[0].end(1006);
  await assert.rejects(chat, { code: 'net.offline' });
  assert.equal(net.state, 'lost');
  await until(() => Socket.all[1]?.hello, 'a second hello');
  assert.equal(Socket.all[1].asked('act'), undefined, 'nothing before the welcome');
  Socket.all[1].welcome();
  assert.equal(Socket.all[1].asked('act').id, id);
  Socket.all[1].hear({ type: 'ok', id, seq: 4 });
  assert.equal((await bet).seq, 4);
});

test('another tab takes over for good, until the player wants this one again', async (context) => {
  const net = await greeted();
  context.after(() => net.stop());
  Socket.all[0].end(4001);
  assert.equal(net.state, 'replaced');
  assert.equal(Socket.all.length, 1);
  net.start();
  await until(() => Socket.all[1]?.hello, 'a second hello');
});

test('a hello of our own that comes too late is not another tab', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: 1_000_000 });
  const pass = async (seconds) => {
    for (let n = 0; n < seconds; n++) {
      context.mock.timers.tick(1000);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
  };
  const net = connect();
  context.after(() => net.stop());
  net.start();
  await pass(13);
  assert.ok(Socket.all[0].hello && Socket.all[0].isClosed, 'given up without an answer');
  Socket.all[1].welcome();
  // The first hello has finally crossed the network, and to the server it is the newer one.
  Socket.all[1].end(4001);
  assert.equal(net.state, 'lost');
  await pass(2);
  Socket.all[2].welcome();
  assert.equal(net.state, 'ready');
  Socket.all[2].end(4001);
  assert.equal(net.state, 'replaced', 'that was another tab');
});

test('an expired token is renewed once before the next hello', async (context) => {
  const asked = [];
  const net = connect(async (fresh) => {
    asked.push(fresh);
    return fresh ? 'new' : 'old';
  });
  context.after(() => net.stop());
  net.start();
  await until(() => Socket.all[0]?.hello, 'hello');
  Socket.all[0].hear({ type: 'error', id: Socket.all[0].hello.id, code: 'auth.expired_token', message: '' });
  await until(() => Socket.all[1]?.hello, 'a second hello');
  assert.equal(Socket.all[1].hello.token, 'new');
  assert.deepEqual(asked, [false, true]);
});

test('a session that is over ends in a sign-in, not in a loop', async (context) => {
  const net = await greeted(async (fresh) => (fresh ? null : 'token'));
  context.after(() => net.stop());
  Socket.all[0].end(4003);
  await until(() => net.state === 'signed_out', 'signed out');
  assert.equal(Socket.all.length, 1);
});

// ---------- a table on such a connection ----------

function session(net) {
  const told = [];
  const one = new TableSession({
    id: 't1',
    me: () => ME,
    plays: () => true,
    ask: (ask, options) => net.request(ask, options),
    mayPace: () => false,
    changed: () => {},
    happened: (event) => told.push(event.kind),
  });
  one.told = told;
  net.onMessage((message) => one.receive(message));
  net.onState(() => net.state === 'ready' && one.connected());
  return one;
}

const snapshot = {
  type: 'snapshot',
  table: 't1',
  seq: 10,
  state: {
    info: info(),
    seats: [1, 2, 3].map((seat) => ({
      seat,
      player: { id: `account-${seat}`, name: `P${seat}`, kind: 'guest' },
      stack: 1000,
      status: 'active',
      connected: true,
    })),
    wait_list: [],
    hands: 0,
    paused: false,
    you: { seat: 1, cards: [], choices: [], to_call: 0, rebuy_pending: 0, time_bank_ms: 60000 },
  },
};
const publics = opening.filter((item) => item.kind !== 'cards');
const numbered = publics.map((event, at) => ({ seq: 11 + at, event }));
const frame = (events) => ({ type: 'events', table: 't1', events });

async function seated(context) {
  const net = await greeted();
  context.after(() => net.stop());
  const one = session(net);
  const asking = one.connected();
  Socket.all[0].hear({ type: 'ok', id: Socket.all[0].asked('watch').id });
  Socket.all[0].hear(snapshot);
  await asking;
  return { net, one };
}

test('events are applied once and in order, whatever comes twice', async (context) => {
  const { one } = await seated(context);
  Socket.all[0].hear(frame(numbered.slice(0, 3)));
  Socket.all[0].hear(frame(numbered.slice(1, 4)));
  Socket.all[0].hear(frame(numbered.slice(3)));
  assert.equal(one.live.seq, 10 + numbered.length);
  assert.equal(one.live.hand.pot, 15);
  assert.deepEqual(
    one.told,
    publics.map((event) => event.kind),
  );
});

test('a gap is noticed, and what is missing is asked for once', async (context) => {
  const { one } = await seated(context);
  Socket.all[0].hear(frame(numbered.slice(0, 2)));
  Socket.all[0].hear(frame(numbered.slice(3, 4)));
  Socket.all[0].hear(frame(numbered.slice(4, 5)));
  const resumes = Socket.all[0].sent.filter((ask) => ask.type === 'resume');
  assert.deepEqual(
    resumes.map((ask) => ask.after),
    [12],
  );
  assert.equal(one.live.seq, 12, 'nothing was skipped');
  Socket.all[0].hear({ type: 'ok', id: resumes[0].id });
  Socket.all[0].hear(frame(numbered.slice(2)));
  assert.equal(one.live.seq, 10 + numbered.length);
});

test('a lost connection resumes after the last event, and ends in the state of one that was never lost', async (context) => {
  const { one } = await seated(context);
  Socket.all[0].hear(frame(numbered.slice(0, 3)));
  Socket.all[0].end(1006);
  await until(() => Socket.all[1]?.hello, 'a second hello');
  Socket.all[1].welcome();
  await until(() => Socket.all[1].asked('resume'), 'resume');
  assert.equal(Socket.all[1].asked('resume').after, 13);
  Socket.all[1].hear({ type: 'ok', id: Socket.all[1].asked('resume').id });
  Socket.all[1].hear(frame(numbered.slice(3)));
  Socket.all[1].hear({
    type: 'private',
    table: 't1',
    events: [{ kind: 'cards', seq: 14, cards: ['As', 'Kd'], hand: ['As', 'Kd'] }],
  });
  const whole = tell(table(), ...opening);
  assert.deepEqual(one.live.hand.pot, whole.hand.pot);
  assert.deepEqual(
    Object.values(one.live.seats).map((seat) => seat.play),
    Object.values(whole.seats).map((seat) => seat.play),
  );
});

test('a seat that another device takes leaves this page with its cards, and comes back on demand alone', async (context) => {
  const { one } = await seated(context);
  const [socket] = Socket.all;
  assert.equal(socket.asked('watch').seat, 'if_free', 'it takes no seat from another device');
  assert.equal(one.elsewhere, null);
  one.prepare({ kind: 'fold_any' });
  socket.hear({ type: 'seat_held', table: 't1', by: 'other_device' });
  assert.equal(one.pre, null, 'nothing is decided here any more');
  // The page asks for what a spectator sees.
  const { you, ...state } = snapshot.state;
  const again = socket.asked('watch');
  assert.equal(again.seat, 'if_free');
  socket.hear({ type: 'ok', id: again.id });
  socket.hear({ ...snapshot, state });
  socket.hear({ type: 'seat_held', table: 't1', by: 'other_device' });
  assert.equal(you.seat, 1);
  assert.equal(one.live.you, null);
  assert.equal(one.elsewhere, 'other_device');
  assert.equal(socket.sent.filter(({ type }) => type === 'watch').length, 2, 'it asks once');
  // The other device is gone: the seat is not taken by a page that happens to be open.
  socket.hear({ type: 'seat_held', table: 't1', by: 'nobody' });
  assert.equal(one.elsewhere, 'nobody');
  assert.equal(socket.sent.filter(({ type }) => type === 'watch').length, 2);
  // A lost connection begins anew: what was missed has no cards in it.
  socket.end(1006);
  await until(() => Socket.all[1]?.hello, 'a second hello');
  Socket.all[1].welcome();
  one.connected();
  assert.equal(Socket.all[1].asked('resume'), undefined);
  Socket.all[1].hear({ type: 'ok', id: Socket.all[1].asked('watch').id });
  Socket.all[1].hear({ ...snapshot, state });
  Socket.all[1].hear({ type: 'seat_held', table: 't1', by: 'other_device' });
  const played = one.playHere();
  assert.equal(Socket.all[1].asked('watch').seat, undefined, 'the player wants it here');
  Socket.all[1].hear({ type: 'ok', id: Socket.all[1].asked('watch').id });
  Socket.all[1].hear(snapshot);
  assert.equal(await played, true);
  assert.equal(one.elsewhere, null);
  assert.equal(one.live.you.seat, 1);
});

test('a pre-action is sent with its price when the turn comes', async (context) => {
  const { one } = await seated(context);
  Socket.all[0].hear(frame(numbered));
  one.prepare({ kind: 'call', price: 5 });
  const at = 10 + numbered.length;
  Socket.all[0].hear(
    frame([
      {
        seq: at + 1,
        event: { kind: 'action_taken', seat: 3, action: 'fold', added: 0, to: 0, all_in: false, auto: false },
      },
      { seq: at + 2, event: { kind: 'turn_started', turn: 2, seats: [1], decision: 'bet' } },
    ]),
  );
  assert.equal(Socket.all[0].asked('act'), undefined);
  Socket.all[0].hear({
    type: 'private',
    table: 't1',
    events: [
      {
        kind: 'choices',
        seq: at + 2,
        hand: 7,
        turn: 2,
        choices: [{ kind: 'fold' }, { kind: 'call', amount: 5 }],
        cards: ['As', 'Kd'],
        board: [],
        pot: 15,
        to_call: 5,
        stack: 995,
      },
    ],
  });
  const sent = Socket.all[0].asked('act');
  assert.deepEqual([sent.hand, sent.turn, sent.action], [7, 2, { kind: 'call', amount: 5 }]);
});

test('a refusal is kept for the bar until the decision is over', async (context) => {
  const { one } = await seated(context);
  Socket.all[0].hear(frame(numbered));
  const at = 10 + numbered.length;
  Socket.all[0].hear(frame([{ seq: at + 1, event: { kind: 'turn_started', turn: 2, seats: [1], decision: 'bet' } }]));
  Socket.all[0].hear({
    type: 'private',
    table: 't1',
    events: [
      {
        kind: 'choices',
        seq: at + 1,
        hand: 7,
        turn: 2,
        choices: [{ kind: 'fold' }, { kind: 'raise', min: 20, max: 995 }],
        cards: ['As', 'Kd'],
        board: [],
        pot: 15,
        to_call: 5,
        stack: 995,
      },
    ],
  });
  const acting = one.act({ kind: 'raise', to: 15 });
  assert.ok(one.sending);
  Socket.all[0].hear({
    type: 'error',
    id: Socket.all[0].asked('act').id,
    code: 'rule.bet_too_small',
    message: '',
    params: { min: 20 },
  });
  await acting;
  assert.equal(one.sending, null);
  assert.equal(one.refusal.code, 'rule.bet_too_small');
  Socket.all[0].hear(
    frame([
      {
        seq: at + 2,
        event: { kind: 'action_taken', seat: 1, action: 'fold', added: 0, to: 0, all_in: false, auto: true },
      },
    ]),
  );
  assert.equal(one.refusal, null);
});

test('a banned account is signed out and does not knock again', async () => {
  const net = await greeted();
  Socket.all[0].end(4007);
  assert.deepEqual([net.state, net.isBanned], ['signed_out', true]);
  const refused = connect();
  refused.start();
  await until(() => Socket.all[0]?.hello, 'hello');
  Socket.all[0].hear({ type: 'error', id: Socket.all[0].hello.id, code: 'auth.banned', message: '' });
  assert.deepEqual([refused.state, refused.isBanned], ['signed_out', true]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(Socket.all.length, 1);
});

test('a limit that all of a network share is told as that, whatever it limits', () => {
  const said = (code, params) => {
    const refusal = new Refusal({ code, params });
    return t(refusal.key, refusal.params);
  };
  const network = {
    en: /share one connection.*Try again in a minute.*operator can raise the limit/,
    fr: /partage ici la même connexion.*Réessayez dans une minute.*opérateur du serveur peut relever la limite/,
  };
  const own = {
    en: ['Too fast. Wait a moment.', 'The server is full. Try again later.'],
    fr: ['Trop vite. Attendez un instant.', 'Le serveur est plein. Réessayez plus tard.'],
  };
  for (const lang of ['en', 'fr']) {
    setLang(lang);
    for (const code of ['rate.limited', 'server.full'])
      assert.match(said(code, { share: 'network', retry_after_ms: 12_000 }), network[lang], `${code}, ${lang}`);
    assert.deepEqual(
      ['rate.limited', 'server.full'].map((code) => said(code, { retry_after_ms: 12_000 })),
      own[lang],
    );
  }
  setLang('en');
});
