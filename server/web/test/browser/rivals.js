// Tables of one player against scripted opponents: the test decides whose turn it is.

/** @typedef {{ id: string, buyIn: number }} Opened A table and its minimum buy-in. */

/**
 * Opens tables and takes a seat at each for the page's player.
 *
 * @param {import('playwright-core').Page} page
 * @param {number} count
 * @param {{ game?: string, seats?: number, config?: object, first?: number }} [options] `first` is the number in the first name; `stacks`
 *   is how often the least buy-in is taken to the table, as far as that is allowed.
 * @returns {Promise<Opened[]>}
 */
export const openTables = (page, count, { game = 'no-limit-holdem', seats = 2, config = {}, first = 1, stacks = 1 } = {}) =>
  page.evaluate(
    async ([n, wanted, from, times]) => {
      const { app } = document.querySelector('p-lobby, p-room');
      await app.net.whenReady();
      const ids = [];
      for (let at = 0; at < n; at++) {
        const { table } = await app.net.request({ type: 'create_table', config: { ...wanted, name: `Pine ${from + at}` } }, { patient: true });
        const buyIn = Math.min(table.buy_in_max, times * table.buy_in_min);
        await app.net.request({ type: 'sit', table: table.table, buy_in: buyIn, entry: 'post' }, { patient: true });
        app.session(table.table);
        ids.push({ id: table.table, buyIn });
      }
      return ids;
    },
    [count, { game, seats, moving_button: false, all_in_face_up: false, private: false, action_ms: 120_000, ...config }, first, stacks],
  );

/**
 * Makes the page's player sit down at tables and answer everything with the minimum, except at the tables where it waits.
 *
 * @param {import('playwright-core').Page} page A page in the lobby, which draws nothing.
 * @param {Opened[]} tables
 */
export const playAt = (page, tables) =>
  page.evaluate(async (opened) => {
    const { app } = document.querySelector('p-lobby');
    await app.net.whenReady();
    app.settings.merge({ goToTurn: false });
    /** Tables where the script does not answer. */
    globalThis.waitsAt ??= new Set();
    const least = (choices) => {
      const kind = (name) => choices.find((choice) => choice.kind === name);
      if (kind('check')) return { kind: 'check' };
      if (kind('call')) return { kind: 'call' };
      if (kind('discard')) return { kind: 'discard', cards: kind('discard').cards.slice(0, kind('discard').min) };
      if (kind('roll'))
        return {
          kind: 'roll',
          cards: kind('roll').cards.slice(0, kind('roll').min),
          ...(kind('roll').announce.length && { announce: kind('roll').announce[0] }),
        };
      if (kind('declare')) return { kind: 'declare', sides: kind('declare').options[0] };
      return { kind: ['keep', 'pass', 'decline', 'run_once', 'fold'].find(kind) ?? choices[0].kind };
    };
    globalThis.playing ??= setInterval(() => {
      for (const session of app.sessions.values()) {
        const { live } = session;
        if (globalThis.waitsAt.has(session.id) || !live?.you?.choices.length || session.sending) continue;
        session.act(least(live.you.choices), live);
      }
    }, 10);
    for (const { id, buyIn } of opened) {
      await app.net.request({ type: 'sit', table: id, buy_in: buyIn, entry: 'post' }, { patient: true });
      app.session(id);
    }
  }, tables);
