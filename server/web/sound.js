// Short synthesised sounds. Browsers allow none before the first gesture.

/** @typedef {'deal' | 'chips' | 'check' | 'fold' | 'turn' | 'hurry' | 'win' | 'chat'} Sound */

/**
 * A tone: start and length in seconds, pitch in hertz, volume.
 *
 * @typedef {{ at: number, for: number, hz: number, to?: number, gain: number, type?: OscillatorType }} Tone
 */
/** @typedef {{ at: number, for: number, hz: number, gain: number }} Noise */

/** @typedef {{ tones?: Tone[], noises?: Noise[] }} Score */

/** @type {Record<Sound, Score>} */
const SOUNDS = {
  deal: { noises: [{ at: 0, for: 0.05, hz: 3200, gain: 0.25 }] },
  chips: {
    tones: [
      { at: 0, for: 0.04, hz: 2900, gain: 0.12 },
      { at: 0.05, for: 0.05, hz: 3500, gain: 0.1 },
    ],
    noises: [{ at: 0, for: 0.03, hz: 5200, gain: 0.12 }],
  },
  check: {
    tones: [
      { at: 0, for: 0.06, hz: 190, to: 90, gain: 0.5 },
      { at: 0.1, for: 0.06, hz: 180, to: 85, gain: 0.4 },
    ],
  },
  fold: { noises: [{ at: 0, for: 0.12, hz: 1100, gain: 0.14 }] },
  turn: {
    tones: [
      { at: 0, for: 0.12, hz: 660, gain: 0.16 },
      { at: 0.09, for: 0.11, hz: 880, gain: 0.16 },
    ],
  },
  hurry: { tones: [{ at: 0, for: 0.18, hz: 523, gain: 0.2 }] },
  win: {
    tones: [
      { at: 0, for: 0.1, hz: 523, gain: 0.12 },
      { at: 0.05, for: 0.1, hz: 659, gain: 0.12 },
      { at: 0.1, for: 0.1, hz: 784, gain: 0.14 },
    ],
  },
  chat: { tones: [{ at: 0, for: 0.08, hz: 1200, gain: 0.08 }] },
};

/** Silence after which the sound device is released, in milliseconds: sounds of a hand come close together. */
const REST_MS = 2_000;

export class Sounds {
  /** Runs only while something is heard: a running context wakes its threads a hundred times a second. @type {AudioContext | null} */
  #context = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** @type {AudioBuffer | null} */
  #noise = null;
  #volume = 0;

  /** @param {number} volume */
  setVolume(volume) {
    this.#volume = Math.min(1, Math.max(0, volume));
  }

  /** Call it on the first gesture. */
  wake() {
    if (this.#context || typeof AudioContext === 'undefined') return;
    this.#context = new AudioContext();
    const length = Math.floor(this.#context.sampleRate * 0.2);
    this.#noise = this.#context.createBuffer(1, length, this.#context.sampleRate);
    const samples = this.#noise.getChannelData(0);
    for (let i = 0; i < length; i++) samples[i] = Math.random() * 2 - 1;
    this.#restLater();
  }

  #restLater() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#context?.suspend().catch(() => {}), REST_MS);
  }

  /** @param {Sound} name */
  play(name) {
    this.perform(SOUNDS[name]);
  }

  /** Plays what a view has composed itself. @param {Score} score */
  perform({ tones = [], noises = [] }) {
    const context = this.#context;
    if (!context || this.#volume === 0 || document.hidden) return;
    // Its clock stands still until it runs, so sounds planned now are heard then. It may be about to suspend and still report that it runs.
    context.resume().catch(() => {});
    this.#restLater();
    const start = context.currentTime + 0.01;
    for (const tone of tones) {
      const source = context.createOscillator();
      source.type = tone.type ?? 'sine';
      source.frequency.setValueAtTime(tone.hz, start + tone.at);
      if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, start + tone.at + tone.for);
      this.#shape(context, source, start + tone.at, tone.for, tone.gain);
    }
    for (const noise of noises) {
      const source = context.createBufferSource();
      source.buffer = this.#noise;
      const filter = context.createBiquadFilter();
      filter.type = 'bandpass';
      filter.frequency.value = noise.hz;
      source.connect(filter);
      this.#shape(context, source, start + noise.at, noise.for, noise.gain, filter);
    }
  }

  /**
   * @param {AudioContext} context
   * @param {AudioScheduledSourceNode} source
   * @param {number} at
   * @param {number} length
   * @param {number} gain
   * @param {AudioNode} [through]
   */
  #shape(context, source, at, length, gain, through = source) {
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(0, at);
    envelope.gain.linearRampToValueAtTime(gain * this.#volume, at + 0.006);
    envelope.gain.exponentialRampToValueAtTime(0.0001, at + length);
    through.connect(envelope).connect(context.destination);
    source.start(at);
    source.stop(at + length + 0.02);
  }
}
