// The player's account: sessions over HTTP. The access token lives in memory alone; the refresh token is a cookie that no script can read.

/** @import { Entrant, ErrorMsg, Evening, EveningsResponse, EventTable, Finished, FloorEntry, FloorHand, FloorRequest, FloorResponse, GameCheckResponse, GameDealResponse, GameInfo, MixInfo, HandRecord, HandsResponse, LimitsRequest, LimitsResponse, MeResponse, OddsRequest, OddsResponse, ShareRequest, ShareResponse, ServerMsg, SessionResponse, StructureCheckResponse, StructureFile, StructureInfo, StudyResponse, TableInfo, TablesResponse, TournamentConfig, TournamentState, TournamentSummary } from './gen/protocol.d.ts' */

import { newId, Refusal } from './net.js';
import { forgetHands } from './shell.js';

/** Search criteria for hands. @typedef {Record<string, string | number | boolean | undefined>} HandsQuery */

const KNOWN = 'poker.known';

/** Longest wait for an answer; a network may swallow a request without a trace. */
const PATIENCE_MS = 15_000;
const patient = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

export class Account {
  /** @type {SessionResponse | null} */
  session = null;
  /** `true` if an earlier session could not be resumed because the server was out of reach. */
  isAway = false;
  #expires = 0;
  /** @type {Promise<boolean> | null} */
  #refreshing = null;

  /** `true` if the operator has banned the account. */
  isBanned = false;

  /** Resumes the session of an earlier visit, if there is one. @returns {Promise<boolean>} */
  async restore() {
    this.isAway = false;
    // Without this mark there was no earlier visit, so the error can be avoided.
    if (!this.isKnown) return false;
    try {
      return await this.refresh();
    } catch {
      this.isAway = true;
      return false;
    }
  }

  /** `true` if there was an earlier visit. */
  get isKnown() {
    return known();
  }

  /** @param {string} nickname */
  guest(nickname) {
    return this.#open('/api/v1/guest', { nickname });
  }

  /** Creates an account. A guest becomes that account and keeps chips and seats. @param {string} name @param {string} password */
  async register(name, password) {
    const guest = this.session?.you.kind === 'guest' ? await this.token(false) : null;
    return this.#open('/api/v1/register', { name, password }, guest);
  }

  /** @param {string} name @param {string} password */
  login(name, password) {
    return this.#open('/api/v1/login', { name, password });
  }

  async logout() {
    try {
      await this.#send('POST', '/api/v1/logout', {});
    } finally {
      this.#forget();
    }
  }

  /**
   * Returns a valid access token, `null` if the session is over.
   *
   * @param {boolean} fresh `true` if the current one was refused.
   * @returns {Promise<string | null>}
   */
  async token(fresh) {
    if (!fresh && this.session && Date.now() < this.#expires) return this.session.access_token;
    return (await this.refresh()) ? (this.session?.access_token ?? null) : null;
  }

  /**
   * Renews the session; resolves to `false` if there is none any more.
   *
   * @returns {Promise<boolean>}
   */
  refresh() {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** @returns {Promise<boolean>} */
  async #refresh() {
    const renew = async () => {
      const response = await post('/api/v1/refresh', {});
      if (response.status === 401 || response.status === 403) {
        const { code } = await response.json().catch(() => ({}));
        // After a temporary ban, the visitor comes back to the same account.
        this.isBanned = code === 'auth.banned';
        if (!this.isBanned) this.#forget();
        return false;
      }
      this.isBanned = false;
      this.#take(await answer(response));
      return true;
    };
    // A refresh token can be used once, so two tabs must not use the same one.
    return navigator.locks ? navigator.locks.request('poker.refresh', renew) : renew();
  }

  /** Takes the daily play money. @returns {Promise<MeResponse>} */
  topUp() {
    return this.#send('POST', '/api/v1/top-up', { id: newId() });
  }

  /** The player's own limits. @returns {Promise<LimitsResponse>} */
  limits() {
    return this.#send('GET', '/api/v1/me/limits');
  }

  /** Sets limits of the player's own. @param {LimitsRequest} change @returns {Promise<LimitsResponse>} */
  setLimits(change) {
    return this.#send('PUT', '/api/v1/me/limits', change);
  }

  /** A page of the player's hands, newest first. @param {HandsQuery} query @returns {Promise<HandsResponse>} */
  hands(query) {
    return this.#send('GET', `/api/v1/hands${queryOf(query)}`);
  }

  /** A page of the player's evenings, newest first: those before this table. @param {string} [before] @returns {Promise<EveningsResponse>} */
  evenings(before) {
    return this.#send('GET', `/api/v1/evenings${queryOf({ before })}`);
  }

  /** One of the player's evenings. @param {string} table @returns {Promise<Evening>} */
  evening(table) {
    return this.#send('GET', `/api/v1/evenings/${table}`);
  }

  /** Opens a table with the settings of a closed one, for the same people. @param {string} table @returns {Promise<TableInfo>} */
  again(table) {
    return this.#send('POST', `/api/v1/evenings/${table}/again`);
  }

  /** A page of the player's hands as a file. @param {HandsQuery} query @param {string} format @returns {Promise<{ text: string, hands: number, skipped: number, before: number | undefined }>} */
  async handsFile(query, format) {
    const response = await this.#fetch('GET', `/api/v1/hands/file${queryOf({ ...query, format })}`);
    if (!response.ok) return answer(response);
    const before = response.headers.get('x-before');
    const [hands, skipped] = ['x-hands', 'x-skipped'].map((name) => Number(response.headers.get(name)));
    return { text: await response.text(), hands, skipped, before: before === null ? undefined : Number(before) };
  }

  /** A file of the server, as text. @param {string} path @returns {Promise<string>} */
  async file(path) {
    const response = await this.#fetch('GET', path);
    return response.ok ? response.text() : answer(response);
  }

  /** One of the player's hands as a file. @param {string} table @param {number} hand @param {string} format @returns {Promise<string>} */
  handFile(table, hand, format) {
    return this.file(`${handApi(table, hand)}${queryOf({ format })}`);
  }

  /** Creates a public link to a hand. @param {string} table @param {number} hand @param {ShareRequest} what @returns {Promise<ShareResponse>} */
  share(table, hand, what) {
    return this.#send('POST', `${handApi(table, hand)}/share`, what);
  }

  /** Revokes all of the player's links to a hand. @param {string} table @param {number} hand */
  unshare(table, hand) {
    return this.#send('DELETE', `${handApi(table, hand)}/share`);
  }

  /** Odds of open hands. Needs no session. @param {OddsRequest} request @returns {Promise<OddsResponse>} */
  async odds(request) {
    return answer(await post('/api/v1/odds', request));
  }

  /** The player's identity and balance, and the state of the age check. @returns {Promise<MeResponse>} */
  me() {
    return this.#send('GET', '/api/v1/me');
  }

  /** A hand shared by link. @param {string} token @returns {Promise<HandRecord>} */
  async sharedHand(token) {
    return answer(await fetch(`/api/v1/shared/${encodeURIComponent(token)}`, patient()));
  }

  /** @param {string} table @param {number} hand @returns {Promise<HandRecord>} */
  hand(table, hand) {
    return this.#send('GET', handApi(table, hand));
  }

  /** Checks if a custom game can be played. @param {string} definition @returns {Promise<GameCheckResponse>} */
  check(definition) {
    return this.#send('POST', '/api/v1/games/check', { definition });
  }

  /** Deals ten hands of a custom game. @param {string} definition @returns {Promise<GameDealResponse>} */
  deal(definition) {
    return this.#send('POST', '/api/v1/games/deal', { definition });
  }

  /** Checks if a custom structure can be played. @param {string} definition @returns {Promise<StructureCheckResponse>} */
  checkStructure(definition) {
    return this.#send('POST', '/api/v1/structures/check', { definition });
  }

  /** Announces a tournament. @param {TournamentConfig} config @returns {Promise<TournamentSummary>} */
  announce(config) {
    return this.#send('POST', '/api/v1/tournaments', config);
  }

  /** The structures that come with the server. @returns {Promise<StructureInfo[]>} */
  async structures() {
    return (await answer(await fetch('/api/v1/structures', patient()))).structures;
  }

  /** One of the server's structures, with its file. @param {string} id @returns {Promise<StructureFile>} */
  async structure(id) {
    return answer(await fetch(`/api/v1/structures/${encodeURIComponent(id)}`, patient()));
  }

  /** Tables of the lobby for a visitor who has not signed in. @returns {Promise<TablesResponse['tables']>} */
  async tables() {
    return (await answer(await fetch('/api/v1/tables', patient()))).tables;
  }

  /** A spectator's view of a table; `null` if there is no such table. @param {string} id @returns {Promise<Extract<ServerMsg, { type: 'snapshot' }> | null>} */
  async tableState(id) {
    const response = await fetch(`/api/v1/tables/${encodeURIComponent(id)}/state`, patient());
    return response.status === 404 ? null : answer(response);
  }

  /** Today's hands for study; they are public. @returns {Promise<StudyResponse>} */
  async studyHands() {
    return answer(await fetch('/api/v1/practice/hands', patient()));
  }

  /** All games that can be played. Browsers keep this list and only check if it has changed. @returns {Promise<{ games: GameInfo[], mixes: MixInfo[] }>} */
  async games() {
    const { games, mixes = [] } = await answer(await fetch('/api/v1/games', patient()));
    return { games, mixes };
  }

  /** A tournament for a visitor who has not signed in; `null` if there is none. @param {string} id @returns {Promise<TournamentState | null>} */
  async tournament(id) {
    return this.#look(`/api/v1/tournaments/${encodeURIComponent(id)}`);
  }

  /** Officials' decisions after a line of the trail and, for officials, the open calls; `null` if there is no such tournament. @param {string} id @param {number} after @returns {Promise<FloorResponse | null>} */
  async floor(id, after) {
    return this.#look(`/api/v1/tournaments/${encodeURIComponent(id)}/floor?after=${after}`);
  }

  /** Reads the public data of a tournament, or a private one's for those who belong to it; `null` if there is no such tournament. @param {string} path @returns {Promise<any>} */
  async #look(path) {
    if (!this.session) {
      const response = await fetch(path, patient());
      return response.status === 404 ? null : answer(response);
    }
    try {
      return await this.#send('GET', path);
    } catch (error) {
      if (error instanceof Refusal && ['tournament.unknown', 'http.not_found'].includes(error.code)) return null;
      throw error;
    }
  }

  /** @param {string} id @param {FloorRequest} request @returns {Promise<FloorEntry>} */
  decide(id, request) {
    return this.#send('POST', `/api/v1/tournaments/${encodeURIComponent(id)}/floor`, request);
  }

  /** A finished hand with all cards, for an official who has given a reason. @param {string} id @param {string} table @param {number} hand @returns {Promise<FloorHand>} */
  floorHand(id, table, hand) {
    return this.#send('GET', `/api/v1/tournaments/${encodeURIComponent(id)}/floor/hands/${encodeURIComponent(table)}/${hand}`);
  }

  /** All players of a tournament. @param {string} id @returns {Promise<Entrant[]>} */
  entrants(id) {
    return this.#pages(`/api/v1/tournaments/${encodeURIComponent(id)}/entrants`, 'entrants');
  }

  /** All tables in play of a tournament. @param {string} id @returns {Promise<EventTable[]>} */
  eventTables(id) {
    return this.#pages(`/api/v1/tournaments/${encodeURIComponent(id)}/tables`, 'tables');
  }

  /** All finishing places of a tournament so far, best first. @param {string} id @returns {Promise<Finished[]>} */
  places(id) {
    return this.#pages(`/api/v1/tournaments/${encodeURIComponent(id)}/results`, 'places');
  }

  /** Results of a tournament as a file for hand trackers. @param {string} id @returns {Promise<string>} */
  async resultsFile(id) {
    const path = `/api/v1/tournaments/${encodeURIComponent(id)}/results/file`;
    const response = this.session ? await this.#fetch('GET', path) : await fetch(path, patient());
    return response.ok ? response.text() : answer(response);
  }

  /**
   * Reads a paged list of a tournament completely.
   *
   * @param {string} path
   * @param {string} key
   * @returns {Promise<any[]>}
   */
  async #pages(path, key) {
    const all = [];
    let after = 0;
    for (let page = 0; page < PAGES; page++) {
      const part = await this.#look(`${path}?after=${after}`);
      if (!part) throw new Refusal({ code: 'tournament.unknown' });
      all.push(...part[key]);
      if (part.after === undefined) break;
      ({ after } = part);
    }
    return all;
  }

  /** Tournaments of the lobby for a visitor who has not signed in; `null` if the server has none. @returns {Promise<TournamentSummary[] | null>} */
  async tournaments() {
    const response = await fetch('/api/v1/tournaments', patient());
    if (response.status === 404) return null;
    return (await answer(response)).tournaments ?? null;
  }

  /** @param {string} path @param {object} body @param {string | null} [token] @returns {Promise<SessionResponse>} */
  async #open(path, body, token = null) {
    // Hands of another account may be left over from a session that ended abruptly.
    if (!this.session) await forgetHands();
    return this.#take(await answer(await post(path, body, token)));
  }

  /** @param {SessionResponse} session */
  #take(session) {
    // Hands kept in the browser belong to the other account.
    if (this.session && this.session.you.id !== session.you.id) forgetHands();
    this.session = session;
    // A little early, so that no token expires in transit.
    this.#expires = Date.now() + Math.max(0, session.expires_in_s - 30) * 1000;
    remember(true);
    return session;
  }

  #forget() {
    this.session = null;
    this.#expires = 0;
    forgetHands();
    remember(false);
  }

  /** Sends a request about the player's own account. @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  ask(method, path, body) {
    return this.#send(method, path, body);
  }

  /** Reads public data, identifying the caller if signed in. @param {string} path @returns {Promise<any>} */
  async askAnyhow(path) {
    return this.session ? this.#send('GET', path) : answer(await fetch(path, patient()));
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  async #send(method, path, body) {
    return answer(await this.#fetch(method, path, body));
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<Response>} */
  async #fetch(method, path, body) {
    for (const fresh of [false, true]) {
      const token = await this.token(fresh);
      if (token === null) break;
      const response = await fetch(path, {
        ...patient(),
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
      if (response.status !== 401) return response;
    }
    throw new Refusal({ code: 'auth.revoked' });
  }
}

/** @param {string} table @param {number} hand */
const handApi = (table, hand) => `/api/v1/hands/${encodeURIComponent(table)}/${hand}`;

/** Query string of the parameters that are set, for appending to a path. @param {Record<string, string | number | boolean | undefined>} query */
export function queryOf(query) {
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]));
  return asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
}

/** @param {string} path @param {object} body @param {string | null} [token] */
const post = (path, body, token = null) =>
  fetch(path, {
    ...patient(),
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** Maximum number of answers from which one list is assembled, at 200 lines each. */
const PAGES = 50;

/** @param {Response} response @returns {Promise<any>} */
async function answer(response) {
  /** @type {any} */
  const body = response.status === 204 ? {} : await response.json().catch(() => null);
  if (response.ok && body) return body;
  /** @type {ErrorMsg | null} */
  const error = body?.error ?? body;
  throw error?.code ? new Refusal(error) : new Refusal({ code: 'net.http', params: { status: response.status } });
}

function known() {
  try {
    return localStorage.getItem(KNOWN) === '1';
  } catch {
    return true;
  }
}

/** @param {boolean} is */
function remember(is) {
  try {
    if (is) localStorage.setItem(KNOWN, '1');
    else localStorage.removeItem(KNOWN);
  } catch {
    // Without storage, the next visit asks the server.
  }
}
