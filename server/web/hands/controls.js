// The replayer's controls: the position in the hand, and buttons to move.

/** @import { Replay } from './replay.js' */
/** @import { Mark, Story } from './story.js' */

import { cls, h, icon } from '../dom.js';
import { num, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { segments } from '../lobby/common.js';

/** Playback speeds, in steps per second. */
export const SPEEDS = [1, 2, 4];

/** @param {Replay} replay @param {Story} story */
export function controls(replay, story) {
  const { at, last, marks } = replay;
  const share = (/** @type {number} */ step) => (last > 0 ? (step / last) * 100 : 0);
  return h(
    'section',
    { class: 'act replay-bar', id: 'act', tabindex: '-1', 'aria-label': t('replay.controls') },
    h(
      'div',
      { class: 'scrub' },
      h(
        'div',
        { class: 'ticks', 'aria-hidden': 'true' },
        marks.map((mark) => h('i', { key: mark.at, style: { left: `${share(mark.at)}%` } })),
      ),
      h('input', {
        type: 'range',
        min: '0',
        max: String(last),
        step: '1',
        'aria-label': t('replay.step'),
        'aria-valuetext': t('replay.of', { n: at + 1, of: last + 1 }),
        style: { '--v': `${share(at)}%` },
        prop: { value: String(at) },
        on: { input: (event) => replay.jump(Number(event.target.value)) },
      }),
    ),
    streets(replay, marks),
    h(
      'div',
      { class: 'way' },
      h('p', { class: 'way-at' }, h('b', null, num(at + 1)), ` / ${num(story.steps.length)}`),
      h(
        'div',
        { class: 'go' },
        button(t('replay.first'), ICONS.first, at === 0, () => replay.jump(0), 'edge'),
        button(t('replay.previous'), ICONS.previous, at === 0, () => replay.step(-1)),
        h(
          'button',
          {
            class: 'btn-s play',
            'aria-label': t(replay.isPlaying ? 'replay.pause' : 'replay.play'),
            title: t(replay.isPlaying ? 'replay.pause' : 'replay.play'),
            on: { click: () => (replay.isPlaying ? replay.pause() : replay.play()) },
          },
          icon(replay.isPlaying ? ICONS.pause : ICONS.play),
        ),
        button(t('replay.next'), ICONS.next, at === last, () => replay.step(1)),
        button(t('replay.last'), ICONS.last, at === last, () => replay.jump(last), 'edge'),
      ),
      segments(
        t('replay.speed'),
        SPEEDS.map((speed) => ({ id: String(speed), label: t('replay.times', { n: speed }) })),
        String(replay.speed),
        (speed) => replay.setSpeed(Number(speed)),
      ),
    ),
  );
}

/** The streets, each a button to its beginning. @param {Replay} replay @param {readonly Mark[]} marks */
function streets(replay, marks) {
  const now = marks.findLast((mark) => mark.at <= replay.at);
  return h(
    'div',
    { class: 'streets', role: 'group', 'aria-label': t('replay.streets') },
    marks.map((mark) =>
      h(
        'button',
        {
          key: mark.at,
          class: 'chipb',
          'aria-current': mark === now ? 'step' : null,
          on: { click: () => replay.jump(mark.at) },
        },
        mark.label,
      ),
    ),
  );
}

/** @param {string} label @param {string} d @param {boolean} off @param {() => void} click @param {string} [kind] */
const button = (label, d, off, click, kind = '') =>
  h('button', { key: label, class: cls('btn-s', kind), 'aria-label': label, title: label, 'aria-disabled': off, on: { click } }, icon(d));
