// Game definitions, parsed and rebuilt; the form and the reference must support everything the server does.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { KEYS, newStep, parametersOf, stepsOf, STEPS, stepText, stepWith, valueOf, withSteps, withValue } from '../../lobby/definition.js';

const engine = new URL('../../../../engine/src/', import.meta.url);
const source = (path) => readFileSync(new URL(path, engine), 'utf8');

/** Definitions of the catalogue, except rotations, which have no script. */
const games = readdirSync(new URL('games/', engine), { recursive: true })
  .filter((name) => name.endsWith('.game'))
  .map((name) => ({ name, text: source(`games/${name}`) }))
  .filter(({ text }) => /^script\s*=/m.test(text));

test('every game of the catalogue comes apart and goes together again', () => {
  assert.ok(games.length > 60, `${games.length} games`);
  for (const { name, text } of games) {
    const steps = stepsOf(text);
    assert.ok(steps && steps.length > 1, name);
    const again = withSteps(text, steps);
    assert.deepEqual(stepsOf(again), steps, name);
    assert.equal(valueOf(again, 'seats'), valueOf(text, 'seats'), name);
    for (const step of steps) {
      assert.ok(STEPS[step.name], `${name}: ${step.name}`);
      const parameters = parametersOf(step);
      assert.equal(parameters.length, STEPS[step.name].length, `${name}: ${stepText(step)} has nothing that the form does not know`);
      for (const { words, value } of parameters) assert.ok(!words || value === '' || words.includes(value), `${name}: ${stepText(step)}, ${value}`);
      assert.equal(stepText(stepWith(step.name, parameters)).split(/[(,)]/).sort().join(), stepText(step).split(/[(,)]/).sort().join(), name);
    }
  }
});

test('the reference has the steps and the keys that the checker has, and no others', () => {
  const script = source('game/script/steps.rs');
  const arms = script.slice(script.indexOf('fn step('), script.indexOf('there is no step'));
  const steps = [...arms.matchAll(/^\s*"(\w+)" => /gm)].map(([, name]) => name);
  assert.deepEqual([...Object.keys(STEPS)].sort(), [...steps, 'label'].sort());
  const list = (text, from) =>
    [
      ...text
        .slice(text.indexOf(from))
        .split('];')[0]
        .matchAll(/"(\w+)"/g),
    ].map(([, name]) => name);
  const keys = [...list(source('game/parse.rs'), 'const KEYS'), ...list(source('eval/options.rs'), 'const OPTIONS')];
  assert.deepEqual(Object.keys(KEYS).sort(), keys.sort());
});

test('a value is put where it was, before the script if it is new, and taken out if it is empty', () => {
  const text = 'id = "x"\nseats = [2, 6]\nscript = """\n  deal(dd); show(high=std)\n"""\n';
  assert.equal(valueOf(withValue(text, 'seats', '[2, 8]'), 'seats'), '[2, 8]');
  const wild = withValue(text, 'wild', '"rank:2"');
  assert.match(wild, /wild = "rank:2"\nscript/);
  assert.equal(withValue(wild, 'wild', ''), text);
  assert.equal(valueOf(text, 'deal'), '', 'the script is no header');
});

test('what cannot be taken apart is left alone, and a new step is one that may stand', () => {
  assert.equal(stepsOf('id = "x"'), null);
  assert.equal(stepsOf('script = """\n  deal(dd; show\n"""'), null);
  assert.equal(stepText(newStep('bet')), 'bet(first=left,check=yes,tier=1)');
  assert.equal(stepText(newStep('communal')), 'communal');
  assert.equal(stepText(newStep('board')), 'board(3)');
});
