// The floor of a tournament in scripted messages: calls, tables in need, players.

import { readFileSync } from 'node:fs';

import { game } from './scripted.js';

/** A golden message of the protocol. @param {string} path */
export const golden = (path) => JSON.parse(readFileSync(new URL(`../../../../protocol/golden/v1/${path}`, import.meta.url), 'utf8'));

const holdem = game({
  id: 'no-limit-holdem',
  name: { en: 'No-limit hold’em', fr: 'Hold’em sans limite' },
  family: 'holdem',
  deal: 'dd-bbb-b-b-',
  limits: ['nl'],
  seats_max: 10,
});

const NAMES = ['Marguerite', 'Ada', 'Blaise', 'Yuki', 'Bertille de la Fontaine', 'Tom', 'Nadia', 'Oskar'];

/** Five tables of eight, two of them halted; none once it is over. */
function snapshot(isOver = false) {
  const message = golden('server/tournament_snapshot.json');
  const { state } = message;
  state.entrants = Array.from({ length: 40 }, (_, at) => ({
    player: at + 1,
    who: { id: `account-${at + 1}`, name: `${NAMES[at % 8]} ${Math.floor(at / 8) || ''}`.trim(), kind: 'account' },
    entry: at + 1,
    status: 'active',
    stack: 10_000,
  }));
  state.tables = [0, 1, 2, 3, 4].map((no) => ({
    no: no + 1,
    table: String(30 + no),
    seats: state.entrants.slice(no * 8, no * 8 + 8).map(({ player }, seat) => [seat + 1, player, 10_000]),
    ...(no === 3 && { halted: 'fault' }),
    ...(no === 4 && { halted: 'short' }),
  }));
  Object.assign(state, { table_count: 5, break_order: [5, 4, 3, 2, 1], places: [], you: { registered: false } });
  Object.assign(state.summary, { alive: 40, entries: 40 });
  if (isOver) {
    for (const one of state.entrants) Object.assign(one, { status: 'out', stack: undefined });
    Object.assign(state, { tables: [], table_count: 0, break_order: [] });
    Object.assign(state.summary, { alive: 0, phase: 'completed' });
  }
  return message;
}

/** What directors alone decide: the server denies it to other officials. */
const OF_DIRECTORS = [
  'edit',
  'announce',
  'start',
  'cancel',
  'grant',
  'revoke',
  'remove',
  'disqualify',
  'make_deal',
  'close_entries',
  'set_prizes',
  'set_places',
  'hand_for_hand',
];

/** A house where the viewer has the given role; `change` modifies the tournament. */
export function house({ role, refuse, isOver, change = () => {} } = {}) {
  const tell = () => {
    const message = snapshot(isOver);
    change(message.state);
    return message;
  };
  const floor = golden('rest/floor_response.json');
  delete floor.after;
  floor.role = role;
  if (role === 'floor') floor.denied = OF_DIRECTORS.map((action) => ({ action, why: 'office' }));
  // A player at table 1.
  floor.desk.flags[0].players = [3];
  if (!role) delete floor.desk;
  const decided = [];
  const scene = {
    decided,
    floor,
    game: holdem,
    hands: { 1: 'As Kd' },
    states: { 12: tell },
    welcome: { capabilities: ['tournaments'], tables: [], tournaments: [] },
    rest({ method, path, query, body }) {
      if (path.endsWith('/floor/hands/31/43')) return golden('rest/floor_hand.json');
      if (!path.endsWith('/floor')) return undefined;
      if (method === 'GET') return { ...floor, entries: floor.entries.filter(({ no }) => no > Number(query.get('after'))) };
      decided.push(body);
      if (refuse) return { status: 409, type: 'error', code: refuse, message: '', retryable: false };
      const { id, reason, action } = body;
      const entry = {
        no: floor.entries.length + 1,
        at: Date.now(),
        by: { id: 'account-1', name: 'Camille', kind: 'guest' },
        role,
        action,
        reason,
        result: 'done',
        request: id,
      };
      floor.entries.push(entry);
      if (action.kind === 'answer') floor.desk.tickets = floor.desk.tickets.filter(({ ticket }) => ticket !== action.ticket);
      return entry;
    },
    answer(request, say) {
      if (request.type === 'list_tournaments') return { tournaments: [tell().state.summary] };
      if (request.type === 'watch_tournament') say(tell());
      return undefined;
    },
  };
  return scene;
}
