// Lessons: every one runs from its first words to its last, asks what can be answered, and takes the answer that it teaches.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stepOf, storyOf } from '../../hands/story.js';
import { compare } from '../../lessons/lesson.js';
import { LESSONS, lessonOf } from '../../lessons/shelf.js';
import { isMyTurn } from '../../model.js';

for (const lesson of LESSONS) {
  test(`${lesson.id}: what is asked can be answered, and the hand goes on from there`, () => {
    const story = storyOf(lesson.record, []);
    const steps = lesson.beats.map(({ to }) => stepOf(story, to));
    assert.deepEqual(steps, [...steps].sort((a, b) => a - b));
    assert.equal(steps.at(-1), story.steps.length - 1);
    lesson.beats.forEach(({ answer, why, right }, at) => {
      const { table } = story.steps[steps[at]];
      if (!answer) return;
      assert.ok(isMyTurn(table), `${at}: the learner is asked`);
      assert.ok(right, `${at}: the right answer is explained`);
      assert.ok(table.seats[table.you.seat].play.cards.every((card) => card !== null) && table.seats[table.you.seat].play.cards.length > 0, `${at}: own cards are seen`);
      const kinds = table.you.choices.map(({ kind }) => kind);
      assert.ok(kinds.includes(answer.kind), `${at}: ${answer.kind} is offered`);
      for (const kind of Object.keys(why)) assert.ok(kinds.includes(kind), `${at}: ${kind} is offered`);
      assert.equal(compare(answer, answer), 'right');
    });
    // The words of the last moment stand beside a hand that is over.
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
});

test('a family leads to its first lesson', () => {
  assert.equal(lessonOf('stud')?.id, 'stud');
  assert.equal(lessonOf('short')?.family, 'short');
  assert.equal(lessonOf('nothing'), null);
});

test('French sentences have their thin spaces', () => {
  const texts = LESSONS.flatMap(({ title, gist, beats }) => [title, gist, ...beats.flatMap(({ text, right, why }) => [text, right, ...Object.values(why ?? {})])]);
  for (const words of texts) if (words) assert.doesNotMatch(words.fr, / [:;!?»]/);
});
