// The player's friends, and the questions for friendship: what the server told last, and what changes it.

/** @import { Friend, FriendsResponse } from './gen/protocol.d.ts' */
/** @import { App } from './app.js' */

/**
 * How another player stands to this one: a friend, asked by this one, or the one who asks.
 *
 * @typedef {'friends' | 'asked' | 'asks' | 'none'} Standing
 */

const PATH = '/api/v1/friends';

/** @param {string} id */
const pathOf = (id) => `${PATH}/${encodeURIComponent(id)}`;

export class Friends {
  /** What the server told last; `null` as long as it has told nothing. @type {FriendsResponse | null} */
  list = null;
  /** When it was asked last. */
  askedAt = 0;
  /** Whose friends they are. @type {string | null} */
  #of = null;
  /** Counts the questions: only the answer to the last one tells how things stand. */
  #question = 0;
  /** What the player has chosen to show, until the server has answered. @type {boolean | null} */
  #wish = null;
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.net.onMessage((message) => {
      if (message.type === 'friends') this.read();
    });
  }

  /** Asks the server anew. What it told before stays where it cannot be reached. */
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
      // The next look may succeed.
    }
    this.#app.render();
  }

  /** How a player stands; `null` as long as that is not known. @param {string} id @returns {Standing | null} */
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

  /** Asks a player for friendship; one who asks becomes a friend. @param {string} id */
  ask(id) {
    return this.#change('PUT', pathOf(id));
  }

  /** @param {string} id */
  accept(id) {
    return this.#change('POST', `${pathOf(id)}/accept`);
  }

  /** Ends a friendship, declines a question or takes the own one back. @param {string} id */
  part(id) {
    return this.#change('DELETE', pathOf(id));
  }

  /** Whether friends see when the player is here and where. @param {boolean} shown */
  async show(shown) {
    // The box stays as it was pressed, whatever else is drawn or answered before the server has taken it.
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

  /** Why it fails is told to the player. @param {string} method @param {string} path @param {object} [body] */
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

/** The friends of the player of a page. @param {App} app @returns {Friends} */
export function friendsOf(app) {
  const friends = known.get(app) ?? new Friends(app);
  known.set(app, friends);
  return friends;
}
