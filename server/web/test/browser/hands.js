// Hands of every game, played in a page by guests over sockets of their own, and told again from their records by the page's own
// modules. Everything in here runs in the page.

/**
 * Plays hands of games with players who answer by chance, and compares what was seen live with what the record tells.
 *
 * @param {{ games: { id: string, seats_min: number, seats_max: number }[], hands: number, nth: number }} what
 * @returns {Promise<{ hands: number, steps: number, faults: string[] }>}
 */
export async function playAndReplay({ games, hands, nth }) {
  const [{ applyEvent, applyPrivate, fromSnapshot }, { storyOf }] = await Promise.all([import('/model.js'), import('/hands/story.js')]);
  const faults = [];
  let steps = 0;
  let finished = 0;
  let seed = 7 + nth;
  const chance = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const pick = (all) => all[chance(all.length)];
  const some = ({ min, max, cards }) => [...cards].sort(() => chance(3) - 1).slice(0, min + chance(max - min + 1));
  const post = async (path, body, token) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const get = async (path, token) => {
    const response = await fetch(path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };

  /** An answer to one of the choices; folding ends hands, so it is seldom. */
  const answer = (choices) => {
    const keen = choices.filter(({ kind }) => kind !== 'fold' && kind !== 'pass');
    const choice = pick(keen.length > 0 && chance(8) > 0 ? keen : choices);
    const { kind } = choice;
    switch (kind) {
      case 'bet':
      case 'raise':
        return { kind, to: chance(4) > 0 ? choice.min : choice.max };
      case 'discard':
        return { kind, cards: [...some(choice), ...(choice.up ? some(choice.up) : [])] };
      case 'roll':
        return { kind, cards: some(choice), ...(choice.announce.length > 0 && { announce: pick(choice.announce) }) };
      case 'arrange':
        return { kind, cards: [...choice.cards].reverse() };
      case 'declare':
        return { kind, sides: pick(choice.options) };
      default:
        return { kind };
    }
  };

  const guests = await Promise.all(
    Array.from({ length: Math.max(3, ...games.map((game) => game.seats_min)) }, (_, at) => at + 1).map(async (number) => {
      const session = await post('/api/v1/guest', { nickname: `Guest ${nth} ${number}` });
      const socket = new WebSocket(`ws://${location.host}/ws`);
      const guest = { id: session.you.id, name: session.you.name, token: session.access_token, tables: new Map(), send: (message) => socket.send(JSON.stringify({ id: String(Math.random()), ...message })) };
      await new Promise((resolve, reject) => {
        socket.onopen = () => guest.send({ type: 'hello', versions: ['poker.v1'], token: session.access_token, client: 'test/1' });
        socket.onerror = reject;
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'welcome') resolve(undefined);
          else hear(guest, message);
        };
      });
      return guest;
    }),
  );

  const hear = (guest, message) => {
    const known = guest.tables.get(message.table);
    if (message.type === 'snapshot') {
      if (known) Object.assign(known, { snapshot: message, events: [], parts: [] });
      return;
    }
    if (message.type === 'error' && !['turn.stale'].includes(message.code)) faults.push(`${message.code}: ${message.message}`);
    if (!known) return;
    if (message.type === 'events') known.events.push(...message.events);
    if (message.type !== 'private') {
      if (known.events.some(({ event }) => event.kind === 'hand_completed')) known.done?.();
      return;
    }
    known.parts.push(...message.events);
    const asked = message.events.findLast(({ kind }) => kind === 'choices');
    if (asked) guest.send({ type: 'act', table: message.table, hand: asked.hand, turn: asked.turn, action: answer(asked.choices) });
  };

  /** The table as a guest saw it at the end of a hand: every private part behind its event, as it was meant. */
  const seen = ({ snapshot, events, parts }, me, hand) => {
    let table = fromSnapshot(snapshot, me, 0);
    for (const numbered of events) {
      table = applyEvent(table, numbered);
      for (const part of parts) if (part.seq === numbered.seq && part.kind !== 'choices') table = applyPrivate(table, part);
      if (numbered.event.kind === 'hand_completed' && numbered.event.hand === hand) return table;
    }
    return table;
  };
  const looked = (table) => ({
    stacks: Object.values(table.seats).map(({ seat, stack }) => [seat, stack]),
    plays: Object.values(table.seats).map(({ seat, play }) => [seat, play]),
    hand: { ...table.hand, names: null },
    made: [table.you?.made, table.you?.madeLow],
  });

  for (const game of games) {
    const seats = Math.max(game.seats_min, Math.min(3, game.seats_max));
    const players = guests.slice(0, seats);
    const info = await post('/api/v1/tables', { name: game.id.slice(0, 20), game: game.id, seats, private: true }, guests[0].token);
    const { table } = info;
    let done;
    const over = new Promise((resolve) => (done = resolve));
    for (const guest of players) {
      guest.tables.set(table, { snapshot: null, events: [], parts: [], done: guest === players[0] ? done : null });
      guest.send({ type: 'watch', table });
    }
    for (const guest of players) guest.send({ type: 'sit', table, buy_in: info.buy_in_min, entry: 'wait' });
    const late = setTimeout(() => {
      faults.push(`${game.id}: no hand ends`);
      done();
    }, 60_000);
    await over;
    clearTimeout(late);
    for (let hand = 1; hand <= hands; hand++) {
      const [first] = players;
      while (!first.tables.get(table).events.some(({ event }) => event.kind === 'hand_completed' && event.hand === hand)) await new Promise((resolve) => setTimeout(resolve, 50));
      // Private parts come behind the events of their burst.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await check(game, table, players, hand);
    }
    for (const guest of players) {
      guest.tables.get(table).done = null;
      guest.send({ type: 'leave', table });
      guest.tables.delete(table);
    }
  }
  return { hands: finished, steps, faults };

  async function check(game, table, players, hand) {
    // What every player saw, and no other player.
    const hidden = new Set();
    const dealt = [];
    for (const guest of players) {
      const known = guest.tables.get(table);
      const live = seen(known, guest.id, hand);
      // Who sat down behind the first deal has no part in its hand.
      if (!Object.values(live.seats).some(({ player, play }) => player?.id === guest.id && play)) continue;
      dealt.push(guest);
      const record = JSON.parse(await get(`/api/v1/hands/${table}/${hand}`, guest.token));
      const story = storyOf(record, []);
      const told = looked(story.steps.at(-1).table);
      const was = looked({ ...live, seats: Object.fromEntries(Object.entries(live.seats).filter(([seat]) => record.players.some((one) => one.seat === Number(seat)))) });
      if (JSON.stringify(told) !== JSON.stringify(was)) faults.push(`${game.id}, hand ${hand}: ${guest.name} saw\n${JSON.stringify(was)}\nand is told\n${JSON.stringify(told)}`);
      const start = known.events.find(({ event }) => event.kind === 'hand_started' && event.hand === hand).seq;
      const end = known.events.find(({ event }) => event.kind === 'hand_completed' && event.hand === hand).seq;
      for (const part of known.parts) {
        if (part.kind === 'cards' && part.seq >= start && part.seq <= end) for (const card of part.hand) hidden.add(card);
      }
      steps += story.steps.length;
    }
    if (dealt.length < 2) faults.push(`${game.id}, hand ${hand}: ${dealt.length} of the guests were dealt in`);
    finished += 1;
    // What was shown may be told; a refilled deck can deal a card twice, so shown cards count wherever they were.
    const [first] = dealt;
    const record = JSON.parse(await get(`/api/v1/hands/${table}/${hand}`, first.token));
    const shown = JSON.stringify(record.events);
    const unseen = [...hidden].filter((card) => !shown.includes(`"${card}"`));
    const { token } = await post(`/api/v1/hands/${table}/${hand}/share`, { own_cards: false, hide_names: true }, first.token);
    const shared = await get(`/api/v1/shared/${token}`);
    for (const card of unseen) if (shared.includes(`"${card}"`)) faults.push(`${game.id}: ${card} is in a shared hand`);
    for (const { id, name } of players) if (shared.includes(id) || shared.includes(name)) faults.push(`${game.id}: ${name} is in a shared hand`);
  }
}
