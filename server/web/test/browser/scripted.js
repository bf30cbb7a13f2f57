// A page with a scripted server: the files are those of a real server, every message is written by the test. For states that a real table rarely
// reaches, such as eight hands of eight cards.

import { createServer } from 'node:http';
import { after } from 'node:test';

import { PATIENCE_MS, PLAIN_HOST, startHouse } from './support.js';

/** Private events of the viewer. */
const PRIVATE = ['cards', 'made', 'choices'];

const ME = { id: 'account-1', name: 'Camille', kind: 'guest' };
const NAMES = ['', 'Camille', 'Nadia', 'Tom', 'Yuki', 'Marguerite', 'Bastien', 'Ines', 'Oskar', 'Bertille', 'Jo'];

/** A server for its files alone. @type {ReturnType<typeof startHouse> | undefined} */
let house;
after(async () => (await house)?.stop());

/**
 * The files of the page as served, by path: bundled, they load in half the time of their sources.
 *
 * @type {Map<string, Promise<{ status: number, headers: Record<string, string>, body: Buffer }>>}
 */
const files = new Map();

/** @param {string} path */
function fileAt(path) {
  const ask = async () => {
    house ??= startHouse(['--house-bots', '0']);
    const answer = await fetch((await house).url + path);
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: { 'content-type': answer.headers.get('content-type') ?? '' }, body };
  };
  if (!files.has(path)) files.set(path, ask());
  return files.get(path);
}

/** Scene of each host name. @type {Map<string, Scene>} */
const told = new Map();
/** @type {Promise<number> | undefined} */
let listening;

/**
 * Serves the files to a page and answers its requests from a scene. A separate server is several times as fast as the browser's interception of
 * requests, and every page has its own host name.
 *
 * @param {Scene} scene
 * @param {boolean} isPlain
 * @returns {Promise<string>} Host with port.
 */
async function serve(scene, isPlain) {
  listening ??= new Promise((resolve) => {
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname.startsWith('/api/')) {
        const scene = told.get(request.headers.host);
        const body = (await request.toArray()).join('');
        const asked = { method: request.method, path: pathname, query: searchParams, body: body && JSON.parse(body) };
        const { status, ...answer } = scene.rest?.(asked) ?? answerTo(pathname, scene);
        return response.writeHead(status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      }
      const { status, headers, body } = await fileAt(pathname);
      return response.writeHead(status, headers).end(body);
    });
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
    server.unref();
  });
  const host = `${isPlain ? PLAIN_HOST : `p${told.size}.localhost`}:${await listening}`;
  told.set(host, scene);
  return host;
}

/** @param {string} pathname @param {Scene} scene */
function answerTo(pathname, scene) {
  if (pathname.endsWith('/refresh') || pathname.endsWith('/guest')) return { you: ME, access_token: 'x', expires_in_s: 900, balance: 5000 };
  if (pathname.endsWith('/rules')) return scene.rules ?? {};
  if (pathname === '/api/v1/friends') return { friends: [], asked_you: [], you_asked: [], shown: true };
  if (pathname.endsWith('/floor')) return { entries: [], officials: [] };
  if (pathname.endsWith('/card')) return { state: 'open', head: '', line: '', text: '' };
  const [, tournament] = /\/tournaments\/(.+)$/.exec(pathname) ?? [];
  if (tournament) return scene.states[tournament]().state;
  return { games: [scene.game], tables: [], tournaments: scene.tournaments ?? [] };
}

/**
 * A page at a table, told what `scene` says. With `clock` its time is the test's: `page.clock.runFor` lets it pass, and the
 * picture takes as long as for players.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{ scene: Scene, settings?: object, viewport?: { width: number, height: number }, clock?: boolean, hasTouch?: boolean, path?: string, seen?: string, isStranger?: boolean, isPlain?: boolean }} options
 * `path` where the page is not to begin at its table, `seen` what is waited for there; `isPlain` for a host that other devices reach, one page at a time.
 */
export async function scriptedPage(
  browser,
  {
    scene,
    settings = {},
    viewport = { width: 1440, height: 900 },
    clock = false,
    hasTouch = false,
    path = '/table/t1',
    seen = path.startsWith('/table/') ? '.stage' : 'main',
    isStranger = false,
    isPlain = false,
  },
) {
  const context = await browser.newContext({ viewport, hasTouch, reducedMotion: clock ? 'no-preference' : 'reduce', serviceWorkers: 'block' });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(
    (stored) => {
      localStorage.setItem('poker.settings', JSON.stringify(stored));
    },
    { volume: 0, ...settings },
  );
  if (!isStranger) await context.addInitScript(() => localStorage.setItem('poker.known', '1'));
  const page = await context.newPage();
  page.complaints = [];
  page.sent = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  const host = await serve(scene, isPlain);
  let say;
  await page.routeWebSocket(`ws://${host}/ws`, (socket) => {
    say = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const request = JSON.parse(String(text));
      if (request.type === 'hello') return say({ ...welcome(request.id), ...scene.welcome });
      if (request.type === 'ping') return say({ type: 'pong', id: request.id, server_time_ms: 0 });
      // Sent by the page itself, whatever the test is about.
      if (request.type === 'visible') return say({ type: 'ok', id: request.id });
      page.sent.push(request);
      const answer = scene.answer?.(request, say);
      if (answer?.code) return say({ type: 'error', id: request.id, retryable: false, message: '', ...answer });
      const games = request.type === 'list_games' ? { games: [scene.game] } : {};
      if (request.type === 'watch') say({ ...snapshotOf(scene), table: request.table });
      return say({ type: 'ok', id: request.id, ...games, ...answer });
    });
  });
  if (clock) await page.clock.install();
  await page.goto(`http://${host}${path}`);
  await page.locator(seen).first().waitFor();
  if (clock) await page.clock.pauseAt(Date.now() + 60_000);
  /** Sends any message. @param {object} message */
  page.hear = (message) => say(message);
  let seq = 100;
  let tables = ['t1'];
  /** Shows another scene on the same page: at its table, or at each of several. @param {Scene} next @param {string[]} [at] */
  page.show = async (next, at = ['t1']) => {
    seq = 100;
    tables = at;
    await page.evaluate((shown) => (document.querySelector('p-room').app.games = [shown]), next.game);
    for (const table of tables) say({ ...snapshotOf(next), table });
  };
  const isHeard = () =>
    page.waitForFunction(
      ([all, wanted]) => {
        const { sessions } = document.querySelector('p-room').app;
        return all.every((table) => sessions.get(table).live.seq === wanted);
      },
      [tables, seq],
    );
  /** Sends public events in one message, as the server does with simultaneous ones, and the private parts after them. */
  page.tellAtOnce = async (...events) => {
    const numbered = [];
    const own = [];
    for (const event of events) {
      if (PRIVATE.includes(event.kind)) own.push({ seq, ...event });
      else numbered.push({ seq: (seq += 1), event });
    }
    say({ type: 'events', table: 't1', events: numbered });
    if (own.length > 0) say({ type: 'private', table: 't1', events: own });
    await isHeard();
  };
  /** Sends public events with their private parts, each in its own message. */
  page.tell = async (...events) => {
    for (const event of events) {
      const isPrivate = PRIVATE.includes(event.kind);
      if (!isPrivate) seq += 1;
      for (const table of tables) {
        if (isPrivate) say({ type: 'private', table, events: [{ seq, ...event }] });
        else say({ type: 'events', table, events: [{ seq, event }] });
      }
    }
    await isHeard();
  };
  return page;
}

const welcome = (id) => ({
  type: 'welcome',
  id,
  version: 'poker.v1',
  server: 'scripted',
  you: ME,
  balance: 5000,
  tables: ['t1'],
  capabilities: [],
  limits: { max_message_bytes: 16384, ping_ms: 20000, idle_ms: 60000, rate: 20 },
});

/** A game as listed by the server. @param {object} change */
export const game = (change) => ({
  id: 'scripted',
  numbers: [],
  name: { en: 'Seven-card stud', fr: 'Stud à sept cartes' },
  family: 'stud',
  seats_min: 2,
  seats_max: 8,
  limits: ['fixed'],
  deal: 'ddu-u-u-u-d-',
  high: true,
  low: false,
  high_ranking: 'high',
  small_blind: 0,
  big_blind: 0,
  ante: 1,
  bets: [20, 40],
  ...change,
});

/**
 * @typedef {object} Scene
 * @property {object} game
 * @property {Record<number, string>} hands Each seat's cards, `??` where they lie face down, `|` before those that lie face up.
 * @property {string} [decision]
 * @property {object[]} [choices]
 * @property {number[]} [folded]
 * @property {Record<number, number>} [bets]
 * @property {object} [hand]
 * @property {number} [dealer] Who is asked for the game of the next hand; no hand runs then.
 * @property {object} [you]
 * @property {boolean} [watching] Whether the viewer has no seat.
 * @property {object} [info]
 * @property {object} [welcome] What the greeting says besides.
 * @property {object[]} [tournaments]
 * @property {Record<string, () => object>} [states] The snapshot of each tournament, for those who have not signed in.
 * @property {(request: object, say: (message: object) => void) => object | undefined} [answer] What answers a request besides `ok`; with a
 *   `code`, a refusal.
 * @property {(asked: { method: string, path: string, query: URLSearchParams, body: any }) => object | undefined} [rest] What answers a request over HTTP,
 *   with a `status` if that is not 200.
 * @property {string[]} [names] Of the players, by seat.
 * @property {object} [rules]
 * @property {number} [seq] The last event that the snapshot includes.
 */

/** @param {number} seat */
const pickOf = (seat) => ({
  hand: 32,
  turn: {
    turn: 0,
    seats: [seat],
    decision: 'pick_game',
    clock: { turn: 0, left_ms: 16000, banks: [{ seat, left_ms: 60000 }] },
  },
});

/** @param {Scene} scene */
function snapshotOf(scene) {
  const { game: played, hands, decision = 'bet', choices = [], folded = [], bets = {}, asked = [1] } = scene;
  const seats = Object.entries(hands).map(([number, text]) => {
    const seat = Number(number);
    const [down, up = ''] = text.split('|').map((half) => half.trim().split(/\s+/).filter(Boolean));
    const cards = [...down, ...up].map((card) => (card === '??' ? null : card));
    return {
      seat,
      player: seat === 1 ? ME : { id: `account-${seat}`, name: (scene.names ?? NAMES)[seat], kind: seat % 3 ? 'account' : 'bot' },
      stack: 400 + ((seat * 731) % 1900),
      status: 'active',
      connected: true,
      play: scene.dealer
        ? undefined
        : {
            cards: folded.includes(seat) && seat !== 1 ? [] : cards,
            ...(up.length > 0 && { face_up: cards.map((_, at) => at >= down.length) }),
            folded: folded.includes(seat),
            all_in: false,
            bet: bets[seat] ?? 0,
            ...(bets[seat] && { last_action: 'call' }),
          },
    };
  });
  const [mine] = seats;
  return {
    type: 'snapshot',
    table: 't1',
    seq: scene.seq ?? 100,
    state: {
      info: {
        table: 't1',
        name: 'Old Mill',
        game: played.id,
        game_name: played.name,
        limit: played.limits[0],
        small_blind: played.small_blind,
        big_blind: played.big_blind,
        ante: played.ante,
        bets: played.bets,
        seats: seats.length,
        buy_in_min: 200,
        buy_in_max: 2000,
        action_ms: 20000,
        time_bank_ms: 60000,
        private: false,
        ...scene.info,
      },
      seats,
      wait_list: [],
      ...(scene.dealer && { pick: pickOf(scene.dealer) }),
      hand: scene.dealer
        ? undefined
        : {
            hand: 31,
            game: played.id,
            button: Math.min(3, seats.length),
            board: [],
            pots: [],
            pot: 684,
            bet: Math.max(0, ...Object.values(bets)),
            turn: {
              turn: 9,
              seats: asked,
              decision,
              clock: { turn: 9, left_ms: 16000, banks: asked.map((seat) => ({ seat, left_ms: 60000 })) },
            },
            ...scene.hand,
          },
      hands: 30,
      paused: false,
      you: scene.watching
        ? undefined
        : {
            seat: 1,
            cards: mine.play?.cards ?? [],
            choices,
            to_call: choices.find((choice) => choice.kind === 'call')?.amount ?? 0,
            rebuy_pending: 0,
            time_bank_ms: 60000,
            ...scene.you,
          },
    },
  };
}
