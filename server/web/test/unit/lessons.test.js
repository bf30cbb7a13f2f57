// Lessons: every one runs from its first text to its last, asks questions that can be answered, and accepts the answer that it teaches.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stepOf, storyOf } from '../../hands/story.js';
import { compare } from '../../lessons/lesson.js';
import { LESSONS, lessonOf } from '../../lessons/shelf.js';
import { isMyTurn } from '../../facts.js';

for (const lesson of LESSONS) {
  test(`${lesson.id}: what is asked can be answered, and the hand goes on from there`, () => {
    const story = storyOf(lesson.record, []);
    const steps = lesson.beats.map(({ to }) => stepOf(story, to));
    assert.deepEqual(
      steps,
      [...steps].sort((a, b) => a - b),
    );
    assert.equal(steps.at(-1), story.steps.length - 1);
    lesson.beats.forEach(({ answer, why, right }, at) => {
      const { table } = story.steps[steps[at]];
      if (!answer) return;
      assert.ok(isMyTurn(table), `${at}: the learner is asked`);
      assert.ok(right, `${at}: the right answer is explained`);
      const cards = table.seats[table.you.seat].play?.cards;
      // The dealer picks a game before cards are dealt.
      if (answer.kind === 'pick_game') assert.equal(cards, undefined);
      else assert.ok(cards.length > 0 && cards.every((card) => card !== null), `${at}: own cards are seen`);
      const kinds = table.you.choices.map(({ kind }) => kind);
      assert.ok(kinds.includes(answer.kind), `${at}: ${answer.kind} is offered`);
      for (const kind of Object.keys(why)) assert.ok(kinds.includes(kind), `${at}: ${kind} is offered`);
      assert.equal(compare(answer, answer), 'right');
    });
    // The last text is beside a finished hand.
    assert.ok(story.steps.at(-1).table.hand.over);
  });
}

test('an amount near the one that is taught is as good, others are not', () => {
  const answer = { kind: 'raise', to: 100 };
  assert.equal(compare({ kind: 'raise', to: 120 }, answer), 'near');
  assert.equal(compare({ kind: 'raise', to: 1000 }, answer), 'wrong');
  assert.equal(compare({ kind: 'call', amount: 10 }, answer), 'wrong');
  assert.equal(compare({ kind: 'discard', cards: ['2c', '3d'] }, { kind: 'discard', cards: ['3d', '2c'] }), 'right');
  assert.equal(compare({ kind: 'discard', cards: ['2c'] }, { kind: 'discard', cards: ['3d', '2c'] }), 'wrong');
  assert.equal(compare({ kind: 'declare', sides: 'high' }, { kind: 'declare', sides: 'low' }), 'wrong');
  assert.equal(compare({ kind: 'pick_game', game: 'razz' }, { kind: 'pick_game', game: 'badugi' }), 'wrong');
  assert.equal(compare({ kind: 'pick_game', game: 'badugi', limit: 'fixed' }, { kind: 'pick_game', game: 'badugi' }), 'right');
});

test('where several games are played, each hand is told by the rules of its own', () => {
  for (const { record, mix } of LESSONS.filter((lesson) => lesson.mix)) {
    const { steps } = storyOf(record, []);
    const hands = new Set(steps.flatMap(({ table }) => (table.hand ? [table.hand.game] : [])));
    for (const id of hands)
      assert.ok(
        mix.games.some((game) => game.id === id),
        id,
      );
    assert.notEqual(steps[0].table.info.game, steps.at(-1).table.info.game);
  }
});

test('a family leads to its first lesson', () => {
  assert.equal(lessonOf('stud')?.id, 'stud');
  assert.equal(lessonOf('short')?.family, 'short');
  assert.equal(lessonOf('mixed')?.id, 'mixed');
  assert.equal(lessonOf('nothing'), null);
});

test('French sentences have their thin spaces', () => {
  const texts = LESSONS.flatMap(({ title, gist, beats }) => [
    title,
    gist,
    ...beats.flatMap(({ text, right, why }) => [text, right, ...Object.values(why ?? {})]),
  ]);
  for (const words of texts) if (words) assert.doesNotMatch(words.fr, / [:;!?»]/);
});
