// The player's friends and friend requests: the latest state from the server, and the requests that change it.

/** @import { Friend, FriendsResponse } from './gen/protocol.d.ts' */
/** @import { App } from './app.js' */

/**
 * Relation of another player to this one: a friend, asked by this one, or asking.
 *
 * @typedef {'friends' | 'asked' | 'asks' | 'none'} Standing
 */

const PATH = '/api/v1/friends';

/** @param {string} id */
const pathOf = (id) => `${PATH}/${encodeURIComponent(id)}`;

export class Friends {
  /** Latest list from the server; `null` until it has arrived. @type {FriendsResponse | null} */
  list = null;
  /** Time of the last request. */
  askedAt = 0;
  /** Account that the list belongs to. @type {string | null} */
  #of = null;
  /** Counts requests: only the answer to the last one is current. */
  #question = 0;
  /** The player's choice to be shown, until the server has answered. @type {boolean | null} */
  #wish = null;
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.net.onMessage((message) => {
      if (message.type === 'friends') this.read();
    });
  }

  /** Reloads the list. If the server is out of reach, the old one stays. */
  async read() {
    const { account } = this.#app;
    const who = account.session?.you.id ?? null;
    if (this.#of !== who) this.list = null;
    this.#of = who;
    if (!who) return;
    this.askedAt = Date.now();
    const question = ++this.#question;
    try {
      const list = await account.ask('GET', PATH);
      if (this.#of !== who || this.#question !== question) return;
      this.list = this.#wish === null ? list : { ...list, shown: this.#wish };
    } catch {
      // The next attempt may succeed.
    }
    this.#app.render();
  }

  /** Relation of a player; `null` until it is known. @param {string} id @returns {Standing | null} */
  standing(id) {
    if (!this.list || this.#of !== this.#app.account.session?.you.id) return null;
    const has = (/** @type {{ player: { id: string } }[]} */ some) => some.some(({ player }) => player.id === id);
    if (has(this.list.friends)) return 'friends';
    if (has(this.list.asked_you)) return 'asks';
    return has(this.list.you_asked) ? 'asked' : 'none';
  }

  /** Friends who are here, then the others. @returns {[Friend[], Friend[]]} */
  byPresence() {
    const friends = this.list?.friends ?? [];
    return [friends.filter((friend) => friend.online), friends.filter((friend) => !friend.online)];
  }

  /** Sends a friend request; a player who has already sent one becomes a friend. @param {string} id */
  ask(id) {
    return this.#change('PUT', pathOf(id));
  }

  /** @param {string} id */
  accept(id) {
    return this.#change('POST', `${pathOf(id)}/accept`);
  }

  /** Ends a friendship, declines a request, or withdraws one. @param {string} id */
  part(id) {
    return this.#change('DELETE', pathOf(id));
  }

  /** Shows or hides the player's presence and tables to friends. @param {boolean} shown */
  async show(shown) {
    // The box stays as pressed until the server has confirmed it, whatever else is drawn or answered meanwhile.
    this.#wish = shown;
    if (this.list) this.list = { ...this.list, shown };
    this.#app.render();
    await this.#send('PUT', '/api/v1/me/presence', { shown });
    if (this.#wish === shown) this.#wish = null;
    await this.read();
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async #change(method, path, body) {
    await this.#send(method, path, body);
    await this.read();
  }

  /** Sends a change; failures are shown to the player. @param {string} method @param {string} path @param {object} [body] */
  async #send(method, path, body) {
    try {
      await this.#app.account.ask(method, path, body);
    } catch (error) {
      this.#app.toastError(error);
    }
  }
}

/** @type {WeakMap<App, Friends>} */
const known = new WeakMap();

/** Friends of the player of a page. @param {App} app @returns {Friends} */
export function friendsOf(app) {
  const friends = known.get(app) ?? new Friends(app);
  known.set(app, friends);
  return friends;
}
