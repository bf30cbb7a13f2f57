// A bot at a table: it connects, sits down, answers, rebuys, comes back after a lost connection, and leaves.

/** @import { Action, Choice, PublicEvent, ServerMsg, TableInfo } from './gen/protocol.d.ts' */
/** @import { Table } from './model.js' */

import { isMyTurn, mySeat } from './facts.js';
import { applyClock, applyEvent, applyPresence, applyPrivate, applyStandstill, boardsOf, order } from './model.js';
import { Net, newId, Refusal } from './net.js';
import { fromSnapshot } from './snapshot.js';

/**
 * A decision to be made: the legal choices, and the information needed to choose. Amounts are whole chips, cards strings such as `Ah`.
 *
 * @typedef {object} Ask
 * @property {string} table
 * @property {number} hand
 * @property {number} turn
 * @property {Choice[]} choices All legal choices. An answer repeats a kind and fills it in: `{ kind: 'raise', to: 120 }`.
 * @property {string[]} cards
 * @property {string[]} board
 * @property {number} pot
 * @property {number} toCall
 * @property {number} stack
 * @property {Table} state The whole table: seats, bets, pots, log.
 * @property {() => Action} checkOrFold Checks if that is free, otherwise folds; if neither is offered, takes the cheapest legal action.
 * @property {() => Action} checkOrCall Checks if that is free, otherwise calls; if neither is offered, takes the cheapest legal action.
 * @property {(total: number) => Action | null} betOrRaiseTo The legal bet or raise nearest to a total; `null` if there is none.
 */
/**
 * @typedef {object} BotOptions
 * @property {(ask: Ask) => Action | Promise<Action>} act Answers a decision. An illegal answer costs nothing: the bot then checks or folds.
 * @property {string} [url] `ws://127.0.0.1:8080/ws` if left out.
 * @property {string} [nickname] Name of a new guest, if there is no token.
 * @property {string} [token] Token of the bot's account, to come back to its seat.
 * @property {(token: string) => void} [keep] Called with the token of a new guest.
 * @property {string} [table] Table to sit at; the one where most people play if left out.
 * @property {string} [game] Game to which the choice of a table is limited.
 * @property {number} [buyIn] Chips to bring; as many as the table allows if left out.
 * @property {number} [hands] Number of hands after which to leave.
 * @property {AbortSignal} [signal] Leaves when it is aborted.
 * @property {(table: Table) => boolean} [shows] Agrees to show the cards of a hand that the host of a class has stopped; always if left out.
 * @property {(table: string, seat: number) => void} [onSeated] Called when the bot has taken a seat; its first hand may be some way off.
 * @property {(event: PublicEvent, table: Table) => void} [onEvent] Called with each event exactly once, in order, with the table after it.
 */
/**
 * @typedef {object} Report
 * @property {number} hands
 * @property {number} decisions
 * @property {number} refused Number of answers refused as illegal.
 */

const URL_OF_A_SERVER_HERE = 'ws://127.0.0.1:8080/ws';

/** Pause before retrying a seat, in milliseconds. */
const PATIENCE_MS = 1000;

/** Refusals of an answer whose decision stays open: play is paused, or another device of the account has the seat. */
const STANDING = ['table.paused', 'table.other_device'];

/** Refusals of an answer that came too late: there is nothing to repair. */
const LATE = /^(turn\.|table\.|net\.|rule\.hand_over)/;

/**
 * Returns the WebSocket of the platform: Node has one from version 22 on; before that it comes from the package `ws`.
 *
 * @returns {Promise<typeof WebSocket>}
 */
async function platformSocket() {
  if (globalThis.WebSocket) return globalThis.WebSocket;
  // In a variable, so that only Node resolves it.
  const name = 'ws';
  return (await import(name)).WebSocket;
}

/**
 * Creates a guest, and returns the token with which it can come back.
 *
 * @param {string} url
 * @param {string} nickname
 * @returns {Promise<string>}
 */
export async function newGuest(url, nickname) {
  const Socket = await platformSocket();
  return new Promise((resolve, reject) => {
    const socket = new Socket(url, 'poker.v1');
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'hello', id: newId(), versions: ['poker.v1'], nickname, bot: true, client: 'poker-client.js/1' }));
    socket.onerror = () => reject(new Refusal({ code: 'net.offline', message: `no connection to ${url}` }));
    socket.onmessage = ({ data }) => {
      /** @type {ServerMsg} */
      const message = JSON.parse(String(data));
      if (message.type === 'error') reject(new Refusal(message));
      else if (message.type === 'welcome') resolve(String(message.token));
      else return;
      socket.close();
    };
  });
}

/**
 * Plays until told to stop. If it cannot continue, it throws a `Refusal` with a stable `code`. What the bot itself throws ends the run too; it leaves its
 * seat first.
 *
 * @param {BotOptions} options
 * @returns {Promise<Report>}
 */
export async function runBot(options) {
  const url = options.url ?? URL_OF_A_SERVER_HERE;
  let { token } = options;
  if (!token) {
    token = await newGuest(url, options.nickname ?? `bot-${newId().slice(0, 6)}`);
    options.keep?.(token);
  }
  const Socket = await platformSocket();
  const net = new Net({
    url,
    token: async () => token,
    open: (to, protocol) => {
      const socket = new Socket(to, protocol);
      // The end that follows says all; but an error that nobody hears ends a program with `ws`.
      socket.addEventListener('error', () => {});
      return socket;
    },
  });
  const run = new Run(net, options);
  try {
    return await run.over;
  } catch (error) {
    await run.giveUpSeat();
    throw error;
  } finally {
    net.stop();
  }
}

class Run {
  /** @type {Net} */ #net;
  /** @type {BotOptions} */ #options;
  /** @type {Report} */ #report = { hands: 0, decisions: 0, refused: 0 };
  /** @type {string | null} */ #id;
  /** @type {Table | null} */ #table = null;
  /** The last decision answered. */
  #answered = '';
  /** An answer to it that was refused although the decision stays open. @type {{ ask: Ask, action: Action, code: string } | null} */
  #held = null;
  /** The last question of a host answered. */
  #toldHost = '';
  #isBusy = false;
  #isLeaving = false;
  #isSyncing = false;
  #isOver = false;
  #tryAt = 0;
  /** @type {ReturnType<typeof setInterval>} */ #pulse;
  /** @type {(report: Report) => void} */ #resolve = () => {};
  /** @type {(error: unknown) => void} */ #reject = () => {};
  /** @type {Promise<Report>} */ over;

  /** @param {Net} net @param {BotOptions} options */
  constructor(net, options) {
    this.#net = net;
    this.#options = options;
    this.#id = options.table ?? null;
    this.over = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    net.onMessage((message) => {
      if (this.#isOver) return;
      try {
        this.#hear(message);
      } catch (error) {
        this.#end(error);
      }
    });
    net.onState(() => this.#changed());
    options.signal?.addEventListener('abort', () => this.#lookRound());
    this.#pulse = setInterval(() => {
      // Events that came together with a refusal may have been applied before it.
      this.#answer(false);
      this.#lookRound();
    }, PATIENCE_MS);
    net.start();
  }

  /** @param {unknown} [error] */
  #end(error) {
    clearInterval(this.#pulse);
    this.#isOver = true;
    if (error === undefined) this.#resolve(this.#report);
    else this.#reject(error);
  }

  /** Leaves the seat, if there is one, after a fault: the table should not have to wait for it. */
  async giveUpSeat() {
    if (!this.#table || !mySeat(this.#table) || this.#isLeaving || this.#net.state !== 'ready') return;
    // Whatever the answer is, the run has ended.
    await this.#net.request({ type: 'leave', table: this.#table.id }).catch(() => {});
  }

  #changed() {
    const { state } = this.#net;
    if (state === 'ready') this.#sync();
    else if (state === 'signed_out') this.#end(new Refusal({ code: 'auth.invalid_token' }));
    else if (state === 'replaced') this.#end(new Refusal({ code: 'net.replaced', message: 'another connection took over' }));
  }

  /** Watches the table, or catches up with it. */
  async #sync() {
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    try {
      this.#id ??= this.#net.welcome?.tables[0] ?? (await this.#choose());
      const table = this.#id;
      const after = this.#table?.seq;
      await this.#net.request(after === undefined ? { type: 'watch', table } : { type: 'resume', table, after }, { patient: true });
    } catch (error) {
      // A request lost with the connection is retried on the next one.
      if (!(error instanceof Refusal) || !error.code.startsWith('net.')) this.#end(error);
    }
    this.#isSyncing = false;
  }

  /** @returns {Promise<string>} The table with a free seat where most people play. */
  async #choose() {
    const { tables = [] } = await this.#net.request({ type: 'list_tables' });
    const balance = this.#net.welcome?.balance ?? 0;
    const open = tables.filter(
      ({ info, taken }) =>
        taken.length < info.seats && this.#buyIn(info) <= balance && (this.#options.game === undefined || plays(info, this.#options.game)),
    );
    const [best] = open.sort((one, two) => two.taken.length - one.taken.length);
    if (best) return best.info.table;
    const { game } = this.#options;
    if (game !== undefined) await this.#refuseUnknown(game);
    throw new Refusal({ code: 'table.full', message: `no table${game === undefined ? '' : ` of ${game}`} has a free seat for such a buy-in` });
  }

  /** Refuses a game that the server does not have. @param {string} game */
  async #refuseUnknown(game) {
    const { games = [] } = await this.#net.request({ type: 'list_games' });
    if (games.some(({ id }) => id === game)) return;
    const alike = games.flatMap(({ id }) => (id.includes(game.toLowerCase()) ? [id] : [])).slice(0, 3);
    throw new Refusal({ code: 'game.unknown', message: `there is no game ${game}${alike.length > 0 ? `, but ${alike.join(', ')}` : ''}` });
  }

  /** @param {{ buy_in_min: number, buy_in_max: number }} info */
  #buyIn({ buy_in_min: least, buy_in_max: most }) {
    return Math.max(least, Math.min(most, this.#options.buyIn ?? most));
  }

  /** @param {ServerMsg} message */
  #hear(message) {
    if (!('table' in message) || message.table !== this.#id) return;
    if (message.type === 'snapshot') {
      this.#table = fromSnapshot(message, this.#net.welcome?.you.id ?? '', Date.now(), this.#table);
    } else if (this.#table) {
      this.#table = this.#after(this.#table, message);
    }
    const isPut = message.type === 'snapshot' || (message.type === 'private' && message.events.some(({ kind }) => kind === 'choices'));
    this.#answer(isPut);
    this.#answerHost();
    this.#lookRound();
  }

  /** Agrees to show the cards of a stopped hand if the host asks and the bot wants to. */
  #answerHost() {
    const table = this.#table;
    const play = table && mySeat(table)?.play;
    if (!table?.hand?.stop?.asked || !play || play.folded || table.you?.agreed) {
      // After a snapshot the next question in this hand may have the same number.
      this.#toldHost = '';
      return;
    }
    const { number: hand, askedAt } = table.hand;
    if (this.#toldHost === `${hand} ${askedAt}`) return;
    this.#toldHost = `${hand} ${askedAt}`;
    if (this.#options.shows?.(table) === false) return;
    // A refusal says that the hand went on meanwhile.
    this.#net.request({ type: 'consent', table: table.id, hand, agree: true }).catch(() => {});
  }

  /** @param {Table} table @param {ServerMsg} message @returns {Table} */
  #after(table, message) {
    switch (message.type) {
      case 'events': {
        let next = table;
        for (const numbered of message.events) {
          const place = order(next, numbered.seq);
          if (place === 'gap') {
            this.#sync();
            return next;
          }
          if (place === 'old') continue;
          next = applyEvent(next, numbered, Date.now());
          this.#count(numbered.event, next);
        }
        return message.clock ? applyClock(next, message.clock, Date.now()) : next;
      }
      case 'private':
        return message.events.reduce(applyPrivate, table);
      case 'presence':
        return applyPresence(table, message.seat, message.connected);
      case 'paused':
        return applyStandstill(table);
      default:
        return table;
    }
  }

  /** @param {PublicEvent} event @param {Table} table */
  #count(event, table) {
    if (event.kind === 'hand_completed' && mySeat(table)?.play) this.#report.hands += 1;
    this.#options.onEvent?.(event, table);
    if (event.kind === 'table_closed') this.#end();
  }

  /**
   * Answers the decision that is open. An answer that was refused for the moment is given again once play goes on, or the decision is put again.
   *
   * @param {boolean} isPut `true` if the decision has just been put to the player.
   */
  async #answer(isPut) {
    const table = this.#table;
    if (!table?.you || !isMyTurn(table)) return;
    const { hand, turn } = table.you;
    if (this.#answered !== `${hand} ${turn}`) {
      this.#answered = `${hand} ${turn}`;
      this.#held = null;
      const ask = askOf(table);
      try {
        await this.#give(ask, await this.#options.act(ask));
      } catch (error) {
        this.#end(error);
      }
    } else if (this.#held && (isPut || (this.#held.code === 'table.paused' && !table.paused))) {
      const { ask, action } = this.#held;
      this.#held = null;
      await this.#give(ask, action);
    }
  }

  /**
   * Gives an answer. After an illegal one the bot checks or folds.
   *
   * @param {Ask} ask
   * @param {Action} action
   */
  async #give(ask, action, isLast = false) {
    const { table, hand, turn } = ask;
    try {
      await this.#net.request({ type: 'act', table, hand, turn, action }, { keep: true, patient: true, except: STANDING });
      this.#report.decisions += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code } = error;
      if (STANDING.includes(code)) {
        if (this.#answered === `${hand} ${turn}`) this.#held = { ask, action, code };
      } else if (!LATE.test(code) && !isLast) {
        this.#report.refused += 1;
        await this.#give(ask, ask.checkOrFold(), true);
      }
    }
  }

  /** Sits down, rebuys, comes back or leaves, whichever is due. */
  async #lookRound() {
    const table = this.#table;
    if (!table || this.#isBusy || this.#net.state !== 'ready' || Date.now() < this.#tryAt) return;
    const { options, report } = { options: this.#options, report: this.#report };
    const seat = mySeat(table);
    const isDone = options.signal?.aborted || (options.hands !== undefined && report.hands >= options.hands);
    if (isDone && !seat) return this.#end();
    if (isDone && this.#isLeaving) return;
    const amount = this.#buyIn(table.info);
    this.#isBusy = true;
    try {
      if (isDone) {
        this.#isLeaving = true;
        await this.#net.request({ type: 'leave', table: table.id }, { keep: true });
      } else if (!seat) {
        const { seat: taken = 0 } = await this.#net.request({ type: 'sit', table: table.id, buy_in: amount, entry: 'post' }, { keep: true });
        options.onSeated?.(table.id, taken);
      } else if (seat.status === 'busted') {
        await this.#net.request({ type: 'rebuy', table: table.id, amount }, { keep: true });
      } else if (seat.status === 'sitting_out') {
        await this.#net.request({ type: 'sit_out', table: table.id, out: false, entry: 'post' }, { keep: true });
      }
    } catch (error) {
      const mayPass = error instanceof Refusal && (error.retryable || /^(table|net)\./.test(error.code));
      if (!mayPass) this.#end(error);
    }
    // The answer may arrive before the events it refers to.
    this.#tryAt = Date.now() + PATIENCE_MS / 4;
    this.#isBusy = false;
  }
}

/** Returns `true` if a table plays only this game, or is a mix of this name. @param {TableInfo} info @param {string} game */
function plays({ game: own, mix }, game) {
  return mix ? mix.id === game : own === game;
}

/** @param {Table} table @returns {Ask} */
function askOf(table) {
  const { you, hand } = table;
  const seat = mySeat(table);
  const choices = you?.choices ?? [];
  /** @param {Choice['kind'][]} kinds @returns {Action | null} */
  const first = (...kinds) => {
    const found = kinds.flatMap((kind) => choices.filter((choice) => choice.kind === kind))[0];
    return found ? fillIn(found) : null;
  };
  const least = () => fillIn(/** @type {Choice} */ (choices[0]));
  const checkOrFold = () => first('check', 'fold', 'decline', 'keep', 'pass', 'run_once') ?? least();
  return {
    table: table.id,
    hand: you?.hand ?? 0,
    turn: you?.turn ?? 0,
    choices,
    cards: (seat?.play?.cards ?? []).map(String),
    board: boardsOf(hand)[0] ?? [],
    pot: hand?.pot ?? 0,
    toCall: you?.toCall ?? 0,
    stack: seat?.stack ?? 0,
    state: table,
    checkOrFold,
    checkOrCall: () => first('check', 'call') ?? checkOrFold(),
    betOrRaiseTo: (total) => {
      const bets = choices.flatMap((choice) => {
        if (choice.kind !== 'bet' && choice.kind !== 'raise') return [];
        return [{ kind: choice.kind, to: Math.max(choice.min, Math.min(choice.max, Math.round(total))) }];
      });
      bets.sort((one, two) => Math.abs(one.to - total) - Math.abs(two.to - total));
      return bets[0] ?? null;
    },
  };
}

/** Returns the cheapest answer to a choice. @param {Choice} choice @returns {Action} */
function fillIn(choice) {
  switch (choice.kind) {
    case 'call':
      return { kind: 'call', amount: choice.amount };
    case 'bet':
    case 'raise':
      return { kind: choice.kind, to: choice.min };
    case 'discard': {
      const { up } = choice;
      return { kind: 'discard', cards: [...choice.cards.slice(0, choice.min), ...(up ? up.cards.slice(0, up.min) : [])] };
    }
    case 'roll': {
      const [announce] = choice.announce;
      return { kind: 'roll', cards: choice.cards.slice(0, choice.min), ...(announce && { announce }) };
    }
    case 'arrange':
      return { kind: 'arrange', cards: choice.cards };
    case 'declare':
      return { kind: 'declare', sides: /** @type {'high' | 'low' | 'both'} */ (choice.options[0]) };
    case 'pick_game':
      return { kind: 'pick_game', game: String(choice.games[0]?.game) };
    default:
      return { kind: choice.kind };
  }
}
