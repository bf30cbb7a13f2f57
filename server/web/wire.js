// One connection for all windows of a browser, which is one device of the account. The window that holds a lock has the socket, and relays
// requests of the others and messages of the server; when it closes, another one takes over. To `Net` it looks like any socket.

import { newId } from './net.js';

/** @typedef {Pick<WebSocket, 'send' | 'close'> & { onopen: (() => void) | null, onmessage: ((event: { data: string }) => void) | null, onclose: ((event: { code: number }) => void) | null }} Line */
/**
 * Messages between windows. `to` is a window, or all of them.
 *
 * @typedef {{ to: string, from: string, kind: 'join' | 'joined' | 'send' | 'heard' | 'closed' | 'ready' | 'bye', text?: string, code?: number }} Note
 * @typedef {{ to: string, from: string, kind: 'claim', tables: string[], focused: string | null }} Claim Tables of a window, and the one
 *   in view there.
 */
/**
 * @typedef {object} WireOptions
 * @property {() => string} account Account of the connection.
 * @property {() => void} ready Called when another window has a connection again.
 * @property {(tables: string[]) => void} claimed Called when another window takes these tables over from this one.
 * @property {(tables: string[]) => void} left Called when a window with these tables has closed and no other has taken them.
 */

const ALL = 'all';

/** Longest time for the window with the socket to answer. A sleeping one loses the socket. */
const PATIENCE_MS = 2000;

/** Time within which a reloading window claims its tables again. */
const RELOAD_MS = 5000;

/** Close code of a connection that ended without a close frame. */
const LOST = 1006;

/** Requests that start watching, by the request that ends it. */
const ENDS = /** @type {Record<string, string>} */ ({
  unwatch: 'watch',
  unwatch_lobby: 'watch_lobby',
  unwatch_tournament: 'watch_tournament',
  unwatch_club: 'watch_club',
});

/** Subject of a message. @param {any} message */
const aim = ({ type, table, tournament, club }) => `${type === 'resume' ? 'watch' : type} ${table ?? tournament ?? club ?? ''}`;

export class Wire {
  #options;
  #me = newId();
  /** @type {BroadcastChannel | null} */
  #channel = null;
  #account = '';
  /** The line of this window. @type {Line | null} */
  #line = null;
  /** The socket, if this window has it. @type {WebSocket | null} */
  #socket = null;
  /** The server's greeting, kept up to date for windows that join later. @type {any} */
  #welcome = null;
  /** Watches of each window. @type {Map<string, Set<string>>} */
  #watches = new Map();
  /** Windows that are in view. @type {Map<string, boolean>} */
  #looks = new Map();
  /** Windows waiting for the greeting, by their request. @type {{ to: string, id: string }[]} */
  #waiting = [];
  /** Tables of the other windows. @type {Map<string, string[]>} */
  #held = new Map();
  /** Tables of this window, as last announced. @type {Omit<Claim, 'to' | 'from' | 'kind'>} */
  #mine = { tables: [], focused: null };
  /** Releases the lock. */
  #release = () => {};

  /** @param {WireOptions} options */
  constructor(options) {
    this.#options = options;
    addEventListener('pagehide', () => this.#say({ to: ALL, kind: 'bye' }));
  }

  /** A line to the server, by this window's socket or through another window. @param {string} url @param {string} protocol @returns {any} */
  open(url, protocol) {
    // Browsers provide locks only to pages from a secure origin.
    if (!navigator.locks || typeof BroadcastChannel === 'undefined') return new WebSocket(url, protocol);
    this.#enter(this.#options.account());
    /** @type {Line} */
    const line = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => this.#send(line, String(text)),
      close: () => this.#close(line),
    };
    this.#line = line;
    this.#join(line, url, protocol);
    return line;
  }

  /** Tells the other windows which tables this one has. @param {string[]} tables @param {string | null} focused */
  claim(tables, focused) {
    const before = this.#mine;
    if (tables.join() === before.tables.join() && focused === before.focused) return;
    this.#mine = { tables, focused };
    this.#sayClaim(ALL);
  }

  /** @param {string} to */
  #sayClaim(to) {
    this.#channel?.postMessage({ to, from: this.#me, kind: 'claim', ...this.#mine });
  }

  /** `true` if another window has the table. @param {string} table */
  isElsewhere(table) {
    return [...this.#held.values()].some((tables) => tables.includes(table));
  }

  /** @param {string} account */
  #enter(account) {
    if (this.#channel && this.#account === account) return;
    this.#channel?.close();
    this.#account = account;
    this.#held.clear();
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }) => this.#heed(data);
    this.#sayClaim(ALL);
  }

  get #name() {
    return `poker.wire.${this.#account}`;
  }

  /** @param {Omit<Note, 'from'>} note */
  #say(note) {
    this.#channel?.postMessage({ ...note, from: this.#me });
  }

  // ---------- taking over ----------

  /** @param {Line} line @param {string} url @param {string} protocol */
  #join(line, url, protocol) {
    const promise = new Promise((resolve) => {
      this.#release = () => resolve(undefined);
    });
    const carry = () => {
      if (line !== this.#line) return undefined;
      this.#carry(line, url, protocol);
      return promise;
    };
    const lost = () => this.#ended(line, LOST);
    navigator.locks
      .request(this.#name, { ifAvailable: true }, (lock) => {
        if (lock) return carry();
        // Once the window with the socket is gone, the lock is free, and the line starts over.
        navigator.locks.request(this.#name, lost).catch(lost);
        this.#say({ to: ALL, kind: 'join' });
        setTimeout(() => {
          if (line !== this.#line || this.#isJoined) return;
          navigator.locks.request(this.#name, { steal: true }, carry).catch(lost);
        }, PATIENCE_MS);
        return undefined;
      })
      .catch(lost);
  }

  #isJoined = false;

  /** @param {Line} line @param {string} url @param {string} protocol */
  #carry(line, url, protocol) {
    const socket = new WebSocket(url, protocol);
    this.#socket = socket;
    this.#welcome = null;
    this.#watches.clear();
    this.#looks.clear();
    socket.onopen = () => line.onopen?.();
    socket.onmessage = ({ data }) => this.#hear(String(data));
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#say({ to: ALL, kind: 'closed', code });
      this.#ended(line, code);
    };
  }

  /** @param {Line} line */
  #close(line) {
    if (line !== this.#line) return;
    const socket = this.#socket;
    this.#end();
    if (socket) {
      socket.onclose = null;
      socket.close();
      this.#say({ to: ALL, kind: 'closed', code: LOST });
    }
  }

  #end() {
    this.#line = null;
    this.#socket = null;
    this.#isJoined = false;
    this.#waiting = [];
    this.#release();
  }

  /** @param {Line} line @param {number} code */
  #ended(line, code) {
    if (line !== this.#line) return;
    this.#end();
    line.onclose?.({ code });
  }

  // ---------- messages ----------

  /** @param {Line} line @param {string} text */
  #send(line, text) {
    if (line !== this.#line) return;
    if (this.#socket) return this.#forward(this.#me, text);
    // The window with the socket has greeted the server; no token needs to leave this one.
    const { token, ...message } = JSON.parse(text);
    this.#say({ to: ALL, kind: 'send', text: token === undefined ? text : JSON.stringify(message) });
  }

  /** Forwards a window's request; anything it stops watching goes on for the others. @param {string} from @param {string} text */
  #forward(from, text) {
    const message = JSON.parse(text);
    if (message.type === 'hello' && from !== this.#me) {
      this.#waiting.push({ to: from, id: message.id });
      this.#greet();
      return;
    }
    const watches = this.#watches.get(from) ?? new Set();
    this.#watches.set(from, watches);
    const ended = ENDS[message.type];
    if (ended) {
      const what = aim({ ...message, type: ended });
      watches.delete(what);
      if ([...this.#watches.values()].some((others) => others.has(what))) {
        this.#tell(from, JSON.stringify({ type: 'ok', id: message.id }));
        return;
      }
    } else if (/^(watch|resume)/.test(message.type)) {
      watches.add(aim(message));
    }
    if (message.type === 'visible') {
      this.#looks.set(from, message.visible);
      // The server sees one connection: it is in view as long as one window is.
      this.#socket?.send(JSON.stringify({ ...message, visible: [...this.#looks.values()].includes(true) }));
      return;
    }
    // A window that joins later opens the tables with a seat; a few too many do no harm.
    if (message.type === 'sit') this.#sits(message.table);
    this.#socket?.send(text);
  }

  /** @param {string} table */
  #sits(table) {
    if (this.#welcome) this.#welcome.tables = [...new Set([...this.#welcome.tables, table])];
  }

  /** Sends a window a message as if from the server. @param {string} to @param {string} text */
  #tell(to, text) {
    if (to === this.#me) queueMicrotask(() => this.#line?.onmessage?.({ data: text }));
    else this.#say({ to, kind: 'heard', text });
  }

  /** @param {string} text */
  #hear(text) {
    const message = JSON.parse(text);
    if (message.type === 'welcome') {
      this.#welcome = message;
      this.#line?.onmessage?.({ data: text });
      this.#greet();
      this.#say({ to: ALL, kind: 'ready' });
      return;
    }
    if (message.type === 'balance' && this.#welcome) this.#welcome.balance = message.balance;
    if (message.type === 'tournament_you' && message.you?.seat) this.#sits(message.you.seat.table);
    this.#line?.onmessage?.({ data: text });
    this.#say({ to: ALL, kind: 'heard', text });
  }

  #greet() {
    if (!this.#welcome) return;
    for (const { to, id } of this.#waiting.splice(0)) this.#tell(to, JSON.stringify({ ...this.#welcome, id }));
  }

  /** Handles a message of another window. @param {Note | Claim} note */
  #heed(note) {
    if (note.to !== ALL && note.to !== this.#me) return;
    const line = this.#line;
    switch (note.kind) {
      case 'claim':
        this.#held.set(note.from, note.tables);
        // A table belongs to the window where it is in view; of two windows that merely keep it, one yields.
        this.#options.claimed(note.tables.filter((table) => table === note.focused || note.from < this.#me));
        break;
      case 'join':
        // A new window does not know yet which window has which tables.
        this.#sayClaim(note.from);
        if (this.#socket) this.#say({ to: note.from, kind: 'joined' });
        break;
      case 'joined':
        if (!line || this.#socket || this.#isJoined) return;
        this.#isJoined = true;
        line.onopen?.();
        break;
      case 'send':
        if (this.#socket && note.text) this.#forward(note.from, note.text);
        break;
      case 'heard':
        if (line && !this.#socket && note.text) line.onmessage?.({ data: note.text });
        break;
      case 'closed':
        if (line && !this.#socket) this.#ended(line, note.code ?? LOST);
        break;
      case 'ready':
        this.#options.ready();
        break;
      case 'bye': {
        const tables = this.#held.get(note.from) ?? [];
        this.#held.delete(note.from);
        this.#watches.delete(note.from);
        this.#looks.delete(note.from);
        setTimeout(() => {
          if (this.#socket) this.#options.left(tables.filter((table) => !this.isElsewhere(table)));
        }, RELOAD_MS);
        break;
      }
    }
  }
}
