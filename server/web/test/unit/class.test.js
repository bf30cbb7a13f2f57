// A hand that the host of a class has stopped: the model, whose turn it is, the clock, the bar and the words.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isMyTurn } from '../../facts.js';
import { setLang } from '../../i18n.js';
import { applyPrivate } from '../../model.js';
import { isHeld } from '../../table/clock.js';
import { sayEvent } from '../../table/say.js';
import { planStopped } from '../../table/stopped.js';
import { logLines } from '../../table/words.js';
import './catalogue.js';
import { act, info, opening, table, tell, turn } from './story.js';

setLang('en');

const class_ = { info: info({ private: true, host: 'account-3', session: { own_chips: true, class: true } }) };
const mine = { kind: 'choices', hand: 7, turn: 1, choices: [{ kind: 'check' }], cards: ['As', 'Kd'], board: [], pot: 15, to_call: 0, stack: 995 };
const paused = { kind: 'host_ruled', deed: 'paused', rules: { paused: true, paused_until: 600_000 } };
const stopped = (stop) => ({ kind: 'hand_stopped', stop: { holders: 3, ...stop } });
/** The viewer's own answer, as the server tells it. */
const answered = (agreed) => ({ kind: 'consent', agreed });
const opened = {
  kind: 'hands_opened',
  hands: [
    { seat: 2, cards: ['7c', '7d'] },
    { seat: 3, cards: ['2h', '9s'] },
    { seat: 1, cards: ['As', 'Kd'] },
  ],
};
const running = () => tell(table({ info: class_.info }), ...opening, turn(1, 1), mine);
const room = (hiddenHand = 0) => ({ ui: { hiddenHand }, session: {}, now: () => 0 });
const labels = (state, as = room()) => planStopped(as, state).places.map((place) => place?.label ?? '');

test('while the hand stands still nobody is to act, and no clock runs', () => {
  let state = running();
  assert.equal(isMyTurn(state), true);
  assert.equal(planStopped(room(), state), null);
  state = tell(state, paused);
  assert.equal(isHeld(state), false, 'a pause without a stop waits for the end of the hand');
  state = tell(state, stopped());
  assert.deepEqual([isMyTurn(state), isHeld(state)], [false, true]);
  assert.deepEqual(labels(state), ['', '', ''], 'a player has nothing to press');
  assert.deepEqual(labels({ ...state, me: 'account-3' }), ['Play on', '', 'Ask for the cards']);
  state = tell(state, { kind: 'host_ruled', deed: 'resumed', rules: {} }, { kind: 'hand_went_on' });
  assert.deepEqual([isMyTurn(state), isHeld(state)], [true, false]);
});

test('a player who holds cards is asked, says no or yes, and can take a yes back', () => {
  const asked = tell(running(), paused, stopped({ asked: true }));
  assert.deepEqual(labels(asked), ['', 'Not now', 'Show my cards']);
  assert.deepEqual(labels(asked, room(7)), ['', '', 'Show my cards']);
  assert.deepEqual(labels(asked, room(6)), ['', 'Not now', 'Show my cards'], 'that was another hand');
  const agreed = tell(asked, stopped({ asked: true, agreed: 2 }));
  assert.match(planStopped(room(), agreed).sub, /2 of 3/);
  assert.deepEqual(labels(agreed), ['', 'Not now', 'Show my cards'], 'others have agreed');
  const yes = tell(agreed, answered(true));
  assert.deepEqual(labels(yes), ['', 'Take back', '']);
  assert.deepEqual(labels(yes, room(7)), ['', 'Take back', ''], 'the consent is the last answer');
  assert.deepEqual(labels(tell(yes, answered(false))), ['', 'Not now', 'Show my cards']);
  // A consent is the answer to one question.
  const again = tell(yes, { kind: 'hand_went_on' }, stopped(), stopped({ asked: true }));
  assert.deepEqual(labels(again), ['', 'Not now', 'Show my cards']);
  assert.equal(applyPrivate(again, { kind: 'consent', seq: yes.seq, agreed: true }).you.agreed, false, 'it comes too late');
  const folded = tell(running(), act(1, 'fold'), paused, stopped({ asked: true, holders: 2 }));
  assert.deepEqual(labels(folded), ['', '', ''], 'who has folded is not asked');
  assert.deepEqual(labels({ ...agreed, me: 'account-3' }), ['Play on', 'Not now', 'Show my cards']);
});

test('open cards are known to all and stay so, and the hand is played on', () => {
  let state = tell(running(), paused, stopped({ asked: true, agreed: 2 }));
  assert.deepEqual(state.seats[2].play.cards, [null, null]);
  state = tell(state, opened, stopped({ open: true }));
  assert.deepEqual(
    [1, 2, 3].map((seat) => state.seats[seat].play.cards),
    [
      ['As', 'Kd'],
      ['7c', '7d'],
      ['2h', '9s'],
    ],
  );
  assert.deepEqual(state.seats[2].play.up, [], 'they are no up cards');
  assert.deepEqual(labels({ ...state, me: 'account-3' }), ['Play on', '', 'End the hand']);
  state = tell(state, { kind: 'hand_went_on' }, act(1, 'call', 10, 5), { kind: 'board_dealt', cards: ['2c', '3c', '4c'] });
  assert.deepEqual(state.seats[3].play.cards, ['2h', '9s']);
  const voided = tell(running(), stopped({ open: true }), { kind: 'hand_voided', hand: 7, stacks: [{ seat: 1, amount: 1000 }] });
  assert.deepEqual([voided.hand.stop, voided.seats[1].stack], [null, 1000]);
});

test('the stop is told in words', () => {
  const state = running();
  const lines = (event) => logLines({ event, names: state.hand.names }, 1).map((line) => line.text ?? line);
  assert.equal(sayEvent(stopped(), state), 'The hand stands still.');
  assert.equal(sayEvent(stopped({ asked: true, agreed: 1 }), state), 'The host asks to see the cards: 1 of 3 agree.');
  assert.equal(sayEvent(stopped({ open: true }), state), '');
  assert.match(sayEvent(opened, state), /Bo shows/);
  assert.equal(lines(stopped({ open: true })).length, 0);
  assert.equal(lines(opened).length, 3);
});
