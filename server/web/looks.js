// The view of visitors without a name: the server sends them no changes, so the page polls.

/** @import { App } from './app.js' */

import { Refusal } from './net.js';

/** Polling intervals of the lobby and of a table. */
const LOBBY_MS = 5000;
const TABLE_MS = 1500;

export class Looks {
  #app;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #lobby;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #table;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Loads what the view needs: the lobby its tables, others the games. It also finds out when the server is out of reach, and when it is back. */
  async lobby() {
    const app = this.#app;
    const look = async () => {
      if (app.account.session) return;
      try {
        if (app.account.isAway && (await app.account.restore())) {
          app.reach.reached();
          return app.signedIn();
        }
        const { view } = app.route;
        const [{ games, mixes }, tables] = await Promise.all([
          app.account.games(),
          view === 'lobby' ? app.account.tables() : null,
          view === 'lobby' || view === 'tournament' ? app.hall.look() : null,
        ]);
        if (app.account.session) return;
        app.games = games;
        app.mixes = mixes;
        if (tables) {
          app.tables = new Map(tables.map((table) => [table.info.table, table]));
          app.isLoaded = true;
        }
        app.reach.reached();
        app.render();
      } catch (error) {
        // The next poll may succeed.
        if (error instanceof Refusal) return;
        app.reach.failed();
        app.render();
      }
    };
    clearInterval(this.#lobby);
    this.#lobby = setInterval(look, LOBBY_MS);
    await look();
  }

  /** Loads the table of the route. */
  table() {
    clearTimeout(this.#table);
    const app = this.#app;
    const look = async () => {
      const { route } = app;
      if (app.account.session || route.view !== 'table') return;
      try {
        const state = document.hidden ? undefined : await app.account.tableState(route.id);
        if (app.account.session || app.route !== route) return;
        if (state !== undefined) app.session(route.id).glance(state);
        if (state === null) return;
      } catch {
        // The lobby's poll finds out if the server is out of reach.
      }
      this.#table = setTimeout(look, TABLE_MS);
    };
    look();
  }

  /** Stops polling: with a name, the server sends changes. */
  stop() {
    clearInterval(this.#lobby);
    clearTimeout(this.#table);
  }
}
