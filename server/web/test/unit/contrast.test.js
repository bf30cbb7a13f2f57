// Text colours keep their contrast in both themes, whatever changes in tokens.css.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../css/tokens.css', import.meta.url), 'utf8');

/** Values of a token: [light, dark]. */
function token(name, scope = ':root {') {
  const block = css.slice(css.indexOf(scope));
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(block)?.[1].trim();
  assert.ok(value, `--${name} is there`);
  const pair = /^light-dark\(\s*(#\w+|rgb\([^)]*\))\s*,\s*(#\w+|rgb\([^)]*\))\s*\)$/.exec(value);
  return (pair ? [pair[1], pair[2]] : [value, value]).map(colour);
}

/** @param {string} text @returns {[number, number, number, number]} */
function colour(text) {
  const short = /^#(\w)(\w)(\w)$/.exec(text);
  if (short) return [...short.slice(1).map((digit) => parseInt(digit + digit, 16)), 1];
  const long = /^#(\w\w)(\w\w)(\w\w)$/.exec(text);
  if (long) return [...long.slice(1).map((byte) => parseInt(byte, 16)), 1];
  const [, r, g, b, , a] = /^rgb\((\d+) (\d+) (\d+)( \/ ([\d.]+))?\)$/.exec(text) ?? assert.fail(text);
  return [Number(r), Number(g), Number(b), a === undefined ? 1 : Number(a)];
}

const over = (top, under) =>
  top
    .slice(0, 3)
    .map((value, at) => value * top[3] + under[at] * (1 - top[3]))
    .concat(1);

function luminance([r, g, b]) {
  const [x, y, z] = [r, g, b].map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

function contrast(text, ground) {
  const [a, b] = [luminance(over(text, ground)), luminance(ground)].sort((p, q) => q - p);
  return (a + 0.05) / (b + 0.05);
}

/** Text, background, minimum contrast. */
const PAIRS = [
  ['text', ['bg', 'surface', 'surface-2', 'surface-3'], 7],
  ['text-2', ['bg', 'surface', 'surface-2', 'surface-3'], 4.5],
  ['text-3', ['bg', 'surface', 'surface-2'], 4.5],
  ['on-turn', ['turn'], 7],
  ['turn-edge', ['surface', 'bg', 'plate'], 4.5],
  ['on-solid', ['solid'], 7],
  ['danger', ['surface', 'bg'], 4.5],
  ['line-strong', ['surface', 'bg'], 3],
  ['focus', ['surface', 'bg'], 3],
  ['suit-s', ['card'], 4.5],
  ['suit-h', ['card'], 4.5],
  ['suit-d', ['card'], 4.5],
  ['suit-c', ['card'], 4.5],
  ['suit-h', ['card-dim'], 3],
  ['suit-d', ['card-dim'], 3],
  ['suit-c', ['card-dim'], 3],
];

for (const [text, grounds, least] of PAIRS) {
  test(`${text} on ${grounds.join(', ')}: ${least}`, () => {
    for (const ground of grounds) {
      token(text).forEach((ink, theme) => {
        const found = contrast(ink, token(ground)[theme]);
        assert.ok(found >= least, `${text} on ${ground}, ${['light', 'dark'][theme]}: ${found.toFixed(2)}`);
      });
    }
  });
}

test('the suits of the colour-blind deck on paper, also where it is dimmed, and under white', () => {
  for (const suit of ['suit-h', 'suit-d', 'suit-c']) {
    const [ink] = token(suit, ":root[data-deck='safe']");
    for (const [ground, least] of [
      ['card', 4.5],
      ['card-dim', 3],
    ]) {
      for (const paper of token(ground)) assert.ok(contrast(ink, paper) >= least, `${suit} on ${ground}`);
    }
    assert.ok(contrast(colour('#fff'), ink) >= 4.5, `white on ${suit}`);
  }
});

for (const felt of ['green', 'slate', 'ink', 'plum']) {
  test(`words on the ${felt} felt, bare and on a pill`, () => {
    const scope = felt === 'green' ? ':root {' : `:root[data-felt='${felt}']`;
    for (const ground of ['felt-hi', 'felt', 'felt-lo']) {
      for (const theme of [0, 1]) {
        const cloth = token(ground, scope)[theme];
        assert.ok(contrast(token('on-felt')[theme], cloth) >= 4.5, `${ground} ${theme}`);
        assert.ok(contrast(token('on-felt-2', scope)[theme], cloth) >= 4.5, `second line, ${ground} ${theme}`);
        assert.ok(contrast(token('on-felt')[theme], over(token('pill')[theme], cloth)) >= 7, `pill, ${ground} ${theme}`);
      }
    }
  });
}
