// The connection: hello, requests and answers, heartbeat, and reconnecting. It has no notion of tables.

/** @import { ClientMsg, ErrorMsg, OkMsg, ServerMsg, Welcome } from './gen/protocol.d.ts' */

/**
 * `idle`: no one is signed in. `connecting`: the first attempt. `ready`: greeted. `lost`: reconnecting. `replaced`: another page of this device took over, or the account has too many devices.
 * `signed_out`: the session is no longer valid.
 *
 * @typedef {'idle' | 'connecting' | 'ready' | 'lost' | 'replaced' | 'signed_out'} NetState
 */
/**
 * A message without its `id`, which the connection assigns.
 *
 * @template T
 * @typedef {T extends { id: string } ? Omit<T, 'id'> : never} WithoutId
 */
/** @typedef {WithoutId<ClientMsg>} Ask */
/**
 * @typedef {object} Pending
 * @property {string} text
 * @property {boolean} keep
 * @property {(ok: OkMsg) => void} resolve
 * @property {(error: Refusal) => void} reject
 */
/**
 * @typedef {object} NetOptions
 * @property {string} url
 * @property {(fresh: boolean) => Promise<string | null>} token An access token; `fresh` asks for a new one.
 * @property {(url: string, protocol: string) => WebSocket} [open]
 * @property {string} [device] Name of this device among those of the account.
 * @property {number} [backoffMs] First delay before reconnecting.
 */

/** A request that was refused or got no answer. */
export class Refusal extends Error {
  /** @param {Omit<Partial<ErrorMsg>, 'code'> & { code: string }} error */
  constructor(error) {
    super(error.message ?? error.code);
    /** @type {string} */
    this.code = error.code;
    this.params = error.params ?? {};
    this.legal = error.legal ?? null;
    this.turn = error.turn ?? null;
    this.retryable = error.retryable ?? false;
  }

  /** Text key of the reason. A limit shared by a whole network is not the caller's fault, so it has its own text. */
  get key() {
    return this.params.share === 'network' ? 'error.network' : `error.${this.code}`;
  }
}

const PULSE_MS = 5000;
const SLOW_MS = 2000;
const DEAD_MS = 6000;
/** A handshake crosses the network several times before the greeting arrives. */
const GREETING_MS = 10_000;
/** Time after which an abandoned hello can no longer reach the server. */
const LATE_MS = 60_000;
const BACKOFF_MAX_MS = 8000;
/** First delay before retrying a busy server. */
const BUSY_MS = 250;

/** A unique request id. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Net {
  /** @type {NetState} */
  state = 'idle';
  /** `true` if the server has been silent for too long although the socket is open. */
  slow = false;
  /** `true` if the operator has banned the account. */
  isBanned = false;
  /** `true` if the browser reports that it is offline. */
  offline = false;
  /** @type {Welcome | null} */
  welcome = null;

  /** @type {NetOptions} */
  #options;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  #attempts = 0;
  #heard = 0;
  #pinged = 0;
  #retryAfter = 0;
  #freshToken = false;
  /** `true` while a hello is unanswered. */
  #isGreeting = false;
  /** Times at which unanswered hellos were abandoned. @type {number[]} */
  #unheard = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pulse;
  /** @type {Set<(message: ServerMsg) => void>} */
  #onMessage = new Set();
  /** @type {Set<() => void>} */
  #onState = new Set();

  /** @param {NetOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** @param {(message: ServerMsg) => void} listener @returns {() => void} Stops the listening. */
  onMessage(listener) {
    this.#onMessage.add(listener);
    return () => this.#onMessage.delete(listener);
  }

  /** @param {() => void} listener @returns {() => void} Stops the listening. */
  onState(listener) {
    this.#onState.add(listener);
    return () => this.#onState.delete(listener);
  }

  /** Waits until requests can be sent. */
  whenReady() {
    if (this.state === 'ready') return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.onState(() => {
        if (this.state !== 'ready') return;
        stop();
        resolve(undefined);
      });
    });
  }

  /** Connects, or reconnects immediately. */
  start() {
    if (this.state === 'ready' || this.state === 'connecting') return;
    this.#attempts = 0;
    this.#become(this.welcome ? 'lost' : 'connecting');
    this.#connect();
  }

  /** Closes the connection for good; pending requests stay unanswered. */
  stop() {
    clearTimeout(this.#timer);
    this.#drop();
    this.#fail(() => true, 'net.closed');
    this.welcome = null;
    this.#become('idle');
  }

  /** `true` while nothing gets through: requests may be made, but will be answered late. */
  get isDown() {
    return this.state !== 'ready' || this.slow || this.offline;
  }

  /** The browser went offline or came back online. @param {boolean} is */
  setOffline(is) {
    this.offline = is;
    this.#tell();
    if (is) this.#ping();
    else this.hurry();
  }

  /** Reconnects now instead of after the delay, for example when the network or the tab has just returned. */
  hurry() {
    if (this.state === 'lost' && !this.#socket) {
      clearTimeout(this.#timer);
      this.#connect();
    } else if (this.state === 'ready') {
      this.#ping();
    }
  }

  /**
   * Sends a request. With `keep`, it is sent again under the same `id` if the connection breaks before the answer; the server carries it out once.
   * With `patient`, it is retried as long as the server is merely too busy, unless it says so with a code in `except`.
   *
   * @param {Ask} ask
   * @param {{ keep?: boolean, patient?: boolean, except?: string[] }} [options]
   * @returns {Promise<OkMsg>}
   */
  async request(ask, { keep = false, patient = false, except = [] } = {}) {
    for (let wait = BUSY_MS; ; wait = Math.min(2 * wait, BACKOFF_MAX_MS)) {
      try {
        return await this.#ask(ask, keep);
      } catch (error) {
        if (!patient || !(error instanceof Refusal) || !error.retryable || except.includes(error.code)) throw error;
        const told = Number(error.params['retry_after_ms'] ?? wait);
        await new Promise((resolve) => setTimeout(resolve, Math.min(told, BACKOFF_MAX_MS)));
      }
    }
  }

  /** @param {Ask} ask @param {boolean} keep @returns {Promise<OkMsg>} */
  #ask(ask, keep) {
    const id = newId();
    const text = JSON.stringify({ ...ask, id });
    return new Promise((resolve, reject) => {
      if (this.state !== 'ready' && !keep) {
        reject(new Refusal({ code: 'net.offline' }));
        return;
      }
      this.#pending.set(id, { text, keep, resolve, reject });
      if (this.state !== 'ready') return;
      this.#socket?.send(text);
      // Its answer is as good as a pong.
      this.#pinged ||= Date.now();
    });
  }

  async #connect() {
    const { url, token, device, open = (to, protocol) => new WebSocket(to, protocol) } = this.#options;
    /** @type {string | null} */
    let access;
    try {
      access = await token(this.#freshToken);
    } catch {
      this.#later();
      return;
    }
    this.#freshToken = false;
    if (access === null) {
      this.#become('signed_out');
      return;
    }
    if (this.#socket || (this.state !== 'connecting' && this.state !== 'lost')) return;
    const socket = open(url, 'poker.v1');
    this.#socket = socket;
    const hello = newId();
    socket.onopen = () => {
      if (socket === this.#socket) this.#isGreeting = true;
      socket.send(JSON.stringify({ type: 'hello', id: hello, versions: ['poker.v1'], token: access, client: 'web/1', ...(device && { device }) }));
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(String(event.data), hello);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
    this.#heard = Date.now();
    // The greeting is awaited like a pong: a network may swallow the hello without closing anything.
    this.#pinged = Date.now();
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#beat(), 1000);
  }

  /** @param {string} text @param {string} hello */
  #hear(text, hello) {
    this.#heard = Date.now();
    this.#pinged = 0;
    if (this.slow) {
      this.slow = false;
      this.#tell();
    }
    /** @type {ServerMsg} */
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      // The server never sends this, but something in between may.
      this.#socket?.close();
      return;
    }
    if (message.type === 'welcome') {
      this.#attempts = 0;
      this.#retryAfter = 0;
      this.#isGreeting = false;
      this.isBanned = false;
      this.welcome = message;
      this.#become('ready');
      // Listeners have requested their tables by now; pending requests are sent again after those.
      for (const pending of this.#pending.values()) {
        if (pending.keep) this.#socket?.send(pending.text);
      }
    } else if (message.type === 'error' && message.id === hello) {
      this.#refusedHello(message);
      return;
    } else if (message.type === 'ok' && this.#pending.has(message.id)) {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      pending?.resolve(message);
    } else if (message.type === 'error' && message.id && this.#pending.has(message.id)) {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      pending?.reject(new Refusal(message));
    } else if (message.type === 'closing') {
      this.#retryAfter = message.retry_after_ms ?? 0;
    }
    for (const listener of this.#onMessage) listener(message);
  }

  /** @param {ErrorMsg} error */
  #refusedHello(error) {
    this.#isGreeting = false;
    this.#drop();
    if (error.code === 'auth.expired_token' || error.code === 'auth.invalid_token') {
      // Retry once with a fresh token; refreshing finds out if the session is over.
      this.#freshToken = true;
      this.#later();
    } else if (error.code === 'auth.revoked' || error.code === 'auth.banned') {
      this.isBanned = error.code === 'auth.banned';
      this.#become('signed_out');
    } else {
      this.#later();
    }
  }

  /** @param {number} code */
  #closed(code) {
    this.#drop();
    if (code === 4001 && !this.#isOurs()) {
      this.#fail(() => true, 'net.closed');
      this.#become('replaced');
      return;
    }
    if (code === 4007) {
      this.isBanned = true;
      this.#fail(() => true, 'net.closed');
      this.#become('signed_out');
      return;
    }
    if (code === 4002 || code === 4003) this.#freshToken = true;
    // Codes for a fault of this client: reconnecting would not help.
    if (code === 1008 || code === 1009 || code === 4006) this.#attempts = Math.max(this.#attempts, 5);
    this.#later();
  }

  /** `true` if the takeover was by a hello of our own that was abandoned and arrived late. Each counts once, so that two tabs do not fight for long. */
  #isOurs() {
    this.#unheard = this.#unheard.filter((at) => Date.now() - at < LATE_MS);
    return this.#unheard.pop() !== undefined;
  }

  /** Drops the socket and ignores anything it still delivers. */
  #drop() {
    clearInterval(this.#pulse);
    if (this.#isGreeting) this.#unheard.push(Date.now());
    this.#isGreeting = false;
    const socket = this.#socket;
    this.#socket = null;
    this.slow = false;
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  #later() {
    this.#fail((pending) => !pending.keep, 'net.offline');
    this.#become(this.welcome ? 'lost' : 'connecting');
    const backoff = Math.min(BACKOFF_MAX_MS, (this.#options.backoffMs ?? 300) * 2 ** this.#attempts);
    this.#attempts += 1;
    // Spread out, so that not all clients return together after a restart.
    const wait = Math.max(this.#retryAfter, backoff * (0.75 + Math.random() / 2));
    this.#retryAfter = 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #beat() {
    const now = Date.now();
    if (this.#pinged && now - this.#pinged > (this.state === 'ready' ? DEAD_MS : GREETING_MS)) {
      this.#closed(1006);
    } else if (this.#pinged && now - this.#pinged > SLOW_MS && !this.slow) {
      this.slow = true;
      this.#tell();
    } else if (!this.#pinged && now - this.#heard > PULSE_MS) {
      this.#ping();
    }
  }

  #ping() {
    if (this.#pinged || this.state !== 'ready') return;
    this.#pinged = Date.now();
    this.#socket?.send(JSON.stringify({ type: 'ping', id: newId() }));
  }

  /** @param {(pending: Pending) => boolean} which @param {string} code */
  #fail(which, code) {
    for (const [id, pending] of this.#pending) {
      if (!which(pending)) continue;
      this.#pending.delete(id);
      pending.reject(new Refusal({ code }));
    }
  }

  /** @param {NetState} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#onState) listener();
  }
}
