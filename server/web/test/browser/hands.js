// Hands of every game, played in a page by guests over sockets of their own, and replayed from their records by the page's own modules. Everything in
// here runs in the page.

/**
 * Plays hands with players who answer at random, and compares what was seen live with the replay of the record.
 *
 * @param {{ games: { id: string, seats_min: number, seats_max: number }[], hands: number, nth: number }} what
 * @returns {Promise<{ hands: number, steps: number, faults: string[] }>}
 */
export async function playAndReplay({ games, hands, nth }) {
  const [{ applyEvent, applyPrivate }, { fromSnapshot }, { storyOf }] = await Promise.all([
    import('/model.js'),
    import('/snapshot.js'),
    import('/hands/story.js'),
  ]);
  const faults = [];
  /** Longest duration of a hand. */
  const HAND_MS = 60_000;
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
  /** Record of a hand. @param {string} path @param {string} token */
  const recordAt = async (path, token) => {
    const text = await get(path, token);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Error(`${path}: ${error.message} behind ${text.length} characters: ${text.slice(-80)}`);
    }
  };

  /** An answer to one of the choices; folding ends hands, so it is rare. */
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

  /** Guests with all their chips. @param {string} name @param {number} count */
  const invite = (name, count) =>
    Promise.all(
      Array.from({ length: count }, (_, at) => at + 1).map(async (number) => {
        const session = await post('/api/v1/guest', { nickname: `${name} ${number}` });
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const guest = {
          id: session.you.id,
          name: session.you.name,
          token: session.access_token,
          tables: new Map(),
          /** The latest requests, for reporting a refusal. */
          sent: [],
          close: () => socket.close(),
          send: (message) => {
            const request = { id: String(Math.random()), ...message };
            guest.sent = [...guest.sent.slice(-20), request];
            socket.send(JSON.stringify(request));
          },
        };
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
      if (known) Object.assign(known, { events: [], parts: new Map(), at: 0, told: fromSnapshot(message, guest.id, 0) });
      return;
    }
    if (message.type === 'error' && !['turn.stale'].includes(message.code)) {
      const request = guest.sent.find(({ id }) => id === message.id);
      // A game without decisions deals ten hands while a rebuy is in flight, and keeps no seat for longer.
      if (message.code === 'table.not_seated' && request?.type === 'rebuy') return void (guest.tables.has(request.table) && sit(guest, request.table));
      const last = guest.tables.get(request?.table)?.events.slice(-8);
      faults.push(`${message.code}: ${message.message}: ${guest.name} asked ${JSON.stringify(request)} behind ${JSON.stringify(last)}`);
    }
    if (!known) return;
    if (message.type === 'events') {
      known.events.push(...message.events);
      buyAgain(guest, message.table, known, message.events);
      // The host stops the table: a game without decisions goes on by itself.
      const isLast = ({ event }) => event.kind === 'hand_completed' && event.hand === hands;
      if (known.isHost && message.events.some(isLast)) guest.send({ type: 'host', table: message.table, action: { kind: 'pause' } });
    }
    if (message.type !== 'private') return;
    for (const part of message.events) known.parts.set(part.seq, [...(known.parts.get(part.seq) ?? []), part]);
    const asked = message.events.findLast(({ kind }) => kind === 'choices');
    // Unwatched hands need no answers.
    if (asked && asked.hand <= hands) guest.send({ type: 'act', table: message.table, hand: asked.hand, turn: asked.turn, action: answer(asked.choices) });
  };

  /** Takes any free seat. @param {string} table */
  const sit = (guest, table) => guest.send({ type: 'sit', table, buy_in: guest.tables.get(table).buyIn, entry: 'wait' });

  /** A player who has lost everything buys another stack, while watched hands are being played. */
  const buyAgain = (guest, table, known, events) => {
    for (const { event } of events) {
      if (event.kind === 'player_sat' && event.player.id === guest.id) known.seat = event.seat;
      if (event.kind !== 'hand_completed' || event.hand >= hands) continue;
      if (event.stacks.some(({ seat, amount }) => seat === known.seat && amount === 0)) guest.send({ type: 'rebuy', table, amount: known.buyIn });
    }
  };

  /** The table as a guest saw it at the end of a hand, with every private part after its event. */
  const seen = (known, hand) => {
    while (known.at < known.events.length) {
      const numbered = known.events[known.at++];
      known.told = applyEvent(known.told, numbered);
      for (const part of known.parts.get(numbered.seq) ?? []) if (part.kind !== 'choices') known.told = applyPrivate(known.told, part);
      if (numbered.event.kind === 'hand_completed' && numbered.event.hand === hand) break;
    }
    return known.told;
  };
  const looked = (table) => ({
    stacks: Object.values(table.seats).map(({ seat, stack }) => [seat, stack]),
    plays: Object.values(table.seats).map(({ seat, play }) => [seat, play]),
    hand: { ...table.hand, names: null },
    made: [table.you?.made, table.you?.madeLow],
  });

  for (const [at, game] of games.entries()) {
    const seats = Math.max(game.seats_min, Math.min(3, game.seats_max));
    const players = await invite(`Guest ${nth} ${at}`, seats);
    const info = await post('/api/v1/tables', { name: game.id.slice(0, 20), game: game.id, seats, private: true }, players[0].token);
    const { table } = info;
    for (const guest of players) {
      guest.tables.set(table, { events: [], parts: new Map(), at: 0, told: null, buyIn: info.buy_in_min, isHost: guest === players[0] });
      guest.send({ type: 'watch', table });
    }
    for (const guest of players) sit(guest, table);
    for (let hand = 1; hand <= hands; hand++) {
      // After a snapshot the events start over.
      const events = () => players[0].tables.get(table).events;
      const isOver = () => events().some(({ event }) => event.kind === 'hand_completed' && event.hand >= hand);
      const end = Date.now() + HAND_MS;
      while (!isOver() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
      if (!isOver()) {
        faults.push(`${game.id}: hand ${hand} does not end behind ${JSON.stringify(events().slice(-8))}`);
        break;
      }
      // Private parts follow the events of their burst.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await check(game, table, players, hand);
    }
    for (const guest of players) {
      guest.tables.delete(table);
      guest.close();
    }
  }
  return { hands: finished, steps, faults };

  async function check(game, table, players, hand) {
    // Cards that one player saw and no other.
    const hidden = new Set();
    const dealt = [];
    for (const guest of players) {
      const known = guest.tables.get(table);
      const began = known.events.find(({ event }) => event.kind === 'hand_started' && event.hand === hand);
      // A player who joined during the hand has not seen all of it.
      if (!began) continue;
      const live = seen(known, hand);
      // A player who sat down after the deal has no part in the hand.
      if (!Object.values(live.seats).some(({ player, play }) => player?.id === guest.id && play)) continue;
      dealt.push(guest);
      const record = await recordAt(`/api/v1/hands/${table}/${hand}`, guest.token);
      const story = storyOf(record, []);
      const told = looked(story.steps.at(-1).table);
      const was = looked({
        ...live,
        seats: Object.fromEntries(Object.entries(live.seats).filter(([seat]) => record.players.some((one) => one.seat === Number(seat)))),
      });
      if (JSON.stringify(told) !== JSON.stringify(was))
        faults.push(`${game.id}, hand ${hand}: ${guest.name} saw\n${JSON.stringify(was)}\nand is told\n${JSON.stringify(told)}`);
      const start = began.seq;
      const end = known.events.find(({ event }) => event.kind === 'hand_completed' && event.hand === hand).seq;
      for (const [seq, parts] of known.parts) {
        if (seq < start || seq > end) continue;
        for (const part of parts) if (part.kind === 'cards') for (const card of part.hand) hidden.add(card);
      }
      steps += story.steps.length;
    }
    if (dealt.length < 2) faults.push(`${game.id}, hand ${hand}: ${dealt.length} of the guests were dealt in`);
    finished += 1;
    // Shown cards may appear; a refilled deck can deal a card twice, so shown cards count wherever they were.
    const [first] = dealt;
    const record = await recordAt(`/api/v1/hands/${table}/${hand}`, first.token);
    const shown = JSON.stringify(record.events);
    const unseen = [...hidden].filter((card) => !shown.includes(`"${card}"`));
    const { token } = await post(`/api/v1/hands/${table}/${hand}/share`, { own_cards: false, hide_names: true }, first.token);
    const shared = await get(`/api/v1/shared/${token}`);
    for (const card of unseen) if (shared.includes(`"${card}"`)) faults.push(`${game.id}: ${card} is in a shared hand`);
    for (const { id, name } of players) if (shared.includes(id) || shared.includes(name)) faults.push(`${game.id}: ${name} is in a shared hand`);
  }
}
