import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';

import { Sounds } from '../../sound.js';

/** A silent replacement for the browser's audio: every part accepts everything. */
class SilentContext {
  state = 'running';
  sampleRate = 8_000;
  currentTime = 0;
  destination = {};
  started = 0;

  constructor() {
    SilentContext.last = this;
  }

  createBuffer(_channels, length) {
    return { getChannelData: () => new Float32Array(length) };
  }

  #node() {
    const ramp = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { frequency: { ...ramp }, gain: ramp, connect: (next) => next, start: () => this.started++, stop() {} };
  }

  createOscillator = () => this.#node();
  createBufferSource = () => this.#node();
  createBiquadFilter = () => this.#node();
  createGain = () => this.#node();

  async suspend() {
    this.state = 'suspended';
  }

  async resume() {
    this.state = 'running';
  }
}

before(() => {
  Object.assign(globalThis, { AudioContext: SilentContext, document: { hidden: false } });
  mock.timers.enable({ apis: ['setTimeout'] });
});
after(() => {
  mock.timers.reset();
  Reflect.deleteProperty(globalThis, 'AudioContext');
  Reflect.deleteProperty(globalThis, 'document');
});

test('the sound device is held while something is heard, and released afterwards', () => {
  const sounds = new Sounds();
  sounds.setVolume(0.6);
  sounds.play('deal');
  assert.equal(SilentContext.last, undefined, 'browsers want a gesture first');
  sounds.wake();
  const context = SilentContext.last;
  assert.equal(context.state, 'running');
  mock.timers.tick(2_000);
  assert.equal(context.state, 'suspended');

  sounds.play('win');
  assert.deepEqual([context.state, context.started], ['running', 3]);
  mock.timers.tick(1_500);
  sounds.play('deal');
  mock.timers.tick(1_500);
  assert.equal(context.state, 'running', 'the silence begins after the last sound');
  mock.timers.tick(500);
  assert.equal(context.state, 'suspended');

  sounds.setVolume(0);
  sounds.play('win');
  assert.deepEqual([context.state, context.started], ['suspended', 4]);
});
