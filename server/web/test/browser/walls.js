// Wall screens in scripted messages, and the check that everything on them can be read.

import { readFileSync } from 'node:fs';

import { game } from './scripted.js';

/** The snapshot of a tournament under way. */
export const golden = () => JSON.parse(readFileSync(new URL('../../../../protocol/golden/v1/server/tournament_snapshot.json', import.meta.url), 'utf8'));

const holdem = game({
  id: 'no-limit-holdem',
  name: { en: 'No-limit hold’em', fr: 'Hold’em sans limite' },
  family: 'holdem',
  deal: 'dd-bbb-b-b-',
  limits: ['nl'],
  seats_max: 10,
});

const NAMES = ['Marguerite', 'Ada', 'Blaise', 'Yuki', 'Bertille de la Fontaine', 'Tom', 'Nadia', 'Oskar', 'Ines', 'Camille'];

/** Players at tables of nine. */
export const field = (n) => {
  const entrants = Array.from({ length: n }, (_, at) => ({
    player: at + 1,
    who: { id: `account-${at + 1}`, name: `${NAMES[at % NAMES.length]} ${Math.floor(at / NAMES.length) || ''}`.trim(), kind: 'account' },
    entry: at + 1,
    status: 'active',
    stack: 10_000,
  }));
  const tables = Array.from({ length: Math.ceil(n / 9) }, (_, no) => ({
    no: no + 1,
    table: `t${no + 1}`,
    seats: entrants.slice(no * 9, no * 9 + 9).map(({ player }, seat) => [seat + 1, player, 10_000]),
  }));
  return { entrants, tables };
};

/** Changes of each state to the golden snapshot. */
export const STATES = {
  running: () => ({}),
  bubble: (state) => {
    Object.assign(state.summary, { alive: 4 });
    state.clock.left_ms = 3_723_000;
    state.level.level = 2;
    state.clock.level = 2;
    state.hand_for_hand = { why: 'money', round: 2 };
    state.prizes = [900_000, 600_000, 400_000, 300_000, 250_000, 200_000, 150_000, 100_000, 100_000, 80_000, 80_000, 60_000].map((n) => n * 10);
    state.summary.alive = 13;
    state.payout = { fee: 0, fee_percent: 10, bonus: 1_234_567 };
  },
  break: (state) => {
    state.clock = { level: 7, elapsed_ms: 20_000, left_ms: 280_000, running: true, break: true };
  },
  paused: (state) => {
    state.summary.phase = 'paused';
    state.clock.running = false;
    state.paused = 'Lost power at table 12, we are looking for a fuse.';
  },
  registering: (state) => {
    Object.assign(state.summary, { phase: 'registering', level: undefined, entries_open: true, starts_at: Date.now() + 754_000 });
    Object.assign(state, { clock: undefined, level: undefined, next_level: { ...state.structure.levels[0] }, places: [], tables: [], average_stack: 0 });
  },
  'before officials start it': (state) => {
    STATES.registering(state);
    Object.assign(state.summary, { live: true, starts_at: undefined, entries: 20, entries_max: 100, alive: 20 });
    Object.assign(state, field(20), { tables: [], table_count: 0 });
  },
  draw: (state) => {
    Object.assign(state, field(48));
    Object.assign(state.summary, { alive: 48, entries: 48, level: 1, entries_open: true });
    Object.assign(state, { clock: { level: 1, elapsed_ms: 1000, left_ms: 719_000, running: true }, level: state.structure.levels[0], places: [] });
  },
  completed: (state) => {
    Object.assign(state.summary, { phase: 'completed', alive: 1, level: undefined, ended_at: Date.UTC(2026, 2, 14, 21) });
    Object.assign(state, { clock: undefined, level: undefined, next_level: undefined, tables: [] });
    state.places = [
      { player: 3, best: 1, worst: 1, prize: 8000 },
      { player: 9, best: 2, worst: 2, prize: 6500 },
      { player: 4, best: 3, worst: 3, prize: 6000 },
    ];
  },
};

/** A house with a tournament in the given state. */
export function house(name, more = {}) {
  const tell = () => {
    const message = golden();
    message.state.you = { registered: false };
    STATES[name](message.state);
    return message;
  };
  return {
    game: holdem,
    hands: { 1: 'As Kd' },
    states: { 12: tell },
    welcome: { capabilities: ['tournaments'], tables: [], tournaments: [] },
    answer(request, say) {
      if (request.type === 'list_tournaments') return { tournaments: [tell().state.summary] };
      if (request.type === 'watch_tournament') say(tell());
      return undefined;
    },
    ...more,
  };
}

/** Text that is cut off or overlaps, and parts beyond the screen. */
export const misplaced = (page, wholeScreen) =>
  page.evaluate((isWhole) => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the screen');
    if (isWhole && document.documentElement.scrollHeight > innerHeight) found.push(`higher than the screen: ${document.documentElement.scrollHeight}`);
    const texts = [...document.querySelectorAll('.wall :is(h1, h2, p, b, span, small, dt)')].filter((one) => one.textContent.trim() && !one.querySelector('*'));
    const boxes = texts.map((one) => ({ one, box: one.getBoundingClientRect() }));
    for (const { one, box } of boxes) if (box.right > innerWidth + 1 || box.left < -1) found.push(`out of the screen: ${one.textContent}`);
    boxes.forEach(({ one, box }, at) => {
      for (const { one: other, box: its } of boxes.slice(at + 1)) {
        const isOver = Math.min(box.right, its.right) - Math.max(box.left, its.left) > 2 && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 4;
        if (isOver) found.push(`${one.textContent} on ${other.textContent}`);
      }
    });
    return found;
  }, wholeScreen);
