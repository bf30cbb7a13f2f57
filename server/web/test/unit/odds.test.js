// Questions about open hands, and the wording of their shares.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLang } from '../../i18n.js';
import { Odds } from '../../table/odds.js';
import { seatSentence } from '../../table/say.js';
import { questionOf, sharesOf, shareText } from '../../table/shares.js';
import { tagOf } from '../../table/words.js';
import './catalogue.js';
import { act, opening, table, tell } from './story.js';

setLang('en');

const tabled = {
  kind: 'hands_tabled',
  hands: [
    { seat: 1, cards: ['As', 'Kd'] },
    { seat: 2, cards: ['7h', '7c'] },
  ],
};
const flop = { kind: 'board_dealt', cards: ['2c', '3d', '4h'] };
const shove = [act(3, 'fold'), act(1, 'raise', 1000, 995, true), act(2, 'call', 1000, 990, true)];
const ask = (...events) => questionOf(tell(table(), ...opening, ...events), 'no-limit-holdem');

test('the odds are asked once all hands lie open and none can bet', () => {
  assert.equal(ask(...shove), null);
  const question = {
    seats: [1, 2],
    requests: [{ game: 'no-limit-holdem', hands: [{ down: ['As', 'Kd'] }, { down: ['7h', '7c'] }] }],
  };
  assert.deepEqual(ask(...shove, tabled), question);
  assert.deepEqual(ask(...shove, tabled, flop).requests[0].board, flop.cards);
  // One of them may have chips behind, two may not.
  assert.deepEqual(ask(act(3, 'fold'), act(1, 'raise', 500, 495), act(2, 'call', 500, 490, true), tabled), question);
  assert.equal(ask(act(3, 'fold'), act(1, 'raise', 500, 495), act(2, 'call', 500, 490), tabled), null);
});

test('no odds are asked once hands are shown or paid', () => {
  const shown = { kind: 'hand_shown', seat: 1, cards: ['As', 'Kd'] };
  assert.equal(ask(...shove, tabled, flop, shown), null);
  const award = { kind: 'pot_awarded', pot: 0, side: 'high', amount: 2000, shares: [{ seat: 1, amount: 2000 }] };
  assert.equal(ask(...shove, tabled, flop, award), null);
});

test('cards of folded hands that all have seen cannot come, and those of another board', () => {
  const state = tell(table(), ...opening, ...shove, tabled, flop, { kind: 'second_run_started', run: 2, kept: 0 });
  state.seats[3].play.up = ['9s'];
  const {
    requests: [request],
  } = questionOf(state, 'no-limit-holdem');
  assert.deepEqual(request.gone, ['9s', '2c', '3d', '4h']);
  assert.equal(request.board, undefined);
  // Cards known only to their owner are left out.
  state.seats[3].play.up = [];
  state.seats[3].play.cards = ['Qs', 'Qh'];
  assert.deepEqual(questionOf(state, 'no-limit-holdem').requests[0].gone, ['2c', '3d', '4h']);
});

test('two boards are one question each, and count one half each', () => {
  const second = { kind: 'second_board_dealt', cards: ['8s', '9s', 'Ts'] };
  const doubled = opening.map((event) => (event.kind === 'hand_started' ? { ...event, double_board: true } : event));
  const { requests } = questionOf(tell(table(), ...doubled, ...shove, tabled, flop, second), 'no-limit-holdem');
  assert.deepEqual(
    requests.map(({ board, gone }) => [board, gone]),
    [
      [flop.cards, second.cards],
      [second.cards, flop.cards],
    ],
  );
  const told = (shares, deals = 990, exact = true) => ({ shares, deals, exact });
  assert.deepEqual(sharesOf([told([100, 900]), told([800, 200], 1)]), { shares: [450, 550], exact: true, isOver: false });
  assert.deepEqual(sharesOf([told([1000, 0], 1), told([0, 1000], 1)]), { shares: [500, 500], exact: true, isOver: true });
  assert.equal(sharesOf([told([500, 500], 20_000, false), told([1, 999])]).exact, false);
  assert.equal(sharesOf([told([]), told([1, 999])]), null);
});

test('what is not sure is neither none nor all', () => {
  assert.equal(shareText(455, true), '46%');
  assert.equal(shareText(0, true), '0%');
  assert.equal(shareText(0, false), '< 1%');
  assert.equal(shareText(3, true), '< 1%');
  assert.equal(shareText(995, true), '> 99%');
  assert.equal(shareText(1000, false), '> 99%');
  assert.equal(shareText(1000, true), '100%');
  // Thousandths are rounded down.
  assert.equal(shareText(999, true), '100%');
});

/** Waits for requested answers. */
const come = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A page that answers questions when the test says so. */
function viewer(settings = {}) {
  const answers = [];
  const view = {
    updates: 0,
    said: [],
    settings: { odds: true, speech: 'normal', ...settings },
    update: () => view.updates++,
    app: {
      games: [{ id: 'no-limit-holdem' }],
      announcer: { polite: (text) => view.said.push(text) },
      account: { odds: (request) => new Promise((resolve, reject) => answers.push({ request, resolve, reject })) },
    },
  };
  return { view, answers };
}

test('a plate tells its share until the next card lies there', async () => {
  const { view, answers } = viewer({ speech: 'full' });
  const odds = new Odds(view);
  const before = tell(table(), ...opening, ...shove, tabled);
  const asked = odds.look(before);
  odds.look(before);
  await come();
  assert.equal(answers.length, 1);
  answers[0].resolve({ shares: [446, 553], deals: 4000 });
  await asked;
  assert.equal(view.updates, 1);
  assert.deepEqual(tagOf(before.seats[1], before, odds.shares), { text: '45%', tone: 'odds' });
  assert.match(seatSentence(before.seats[2], before, String, odds.shares), /can expect 55% of the pot/);
  assert.deepEqual(view.said, ['Odds: You 45% and Bo 55%.']);
  const after = tell(before, flop);
  const later = odds.look(after);
  assert.equal(tagOf(after.seats[1], after, odds.shares).text, 'All-in');
  answers[1].resolve({ shares: [160, 840], deals: 990, exact: true });
  await later;
  assert.equal(tagOf(after.seats[2], after, odds.shares).text, '84%');
});

test('an answer that comes too late, or tells the end, is not shown', async () => {
  const { view, answers } = viewer();
  const odds = new Odds(view);
  const before = tell(table(), ...opening, ...shove, tabled);
  const late = odds.look(before);
  await come();
  const after = tell(before, { kind: 'board_dealt', cards: ['2c', '3d', '4h', '5s', '9s'] });
  const last = odds.look(after);
  answers[0].resolve({ shares: [446, 553], deals: 4000 });
  await late;
  assert.equal(odds.shares.size, 0);
  answers[1].resolve({ shares: [1000, 0], deals: 1, exact: true });
  await last;
  assert.equal(odds.shares.size, 0);
});

test('a table goes on without its odds', async () => {
  for (const answer of [{ shares: [], deals: 0 }, {}, null]) {
    const { view, answers } = viewer();
    const odds = new Odds(view);
    const asked = odds.look(tell(table(), ...opening, ...shove, tabled));
    await come();
    if (answer) answers[0].resolve(answer);
    else answers[0].reject(new Error('the network is gone'));
    await asked;
    assert.deepEqual([odds.shares.size, view.updates, view.said], [0, 0, []]);
  }
  const { view, answers } = viewer({ odds: false });
  await new Odds(view).look(tell(table(), ...opening, ...shove, tabled));
  assert.equal(answers.length, 0);
});
