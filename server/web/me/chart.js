// The chart of a result: drawn, stepped through with keys or a finger, and as a table.

/** @import { ResultPoint } from '../gen/protocol.d.ts' */

import { h } from '../dom.js';
import { num, t, timeText, tn } from '../i18n.js';
import { edge, scale, signed } from './figures.js';

/** Size of the drawing, in pixels, so that its text is as large as elsewhere. */
const HIGH = 220;
const EDGE = { left: 64, right: 12, top: 12, bottom: 26 };

/**
 * @param {ResultPoint[]} points
 * @param {'hands' | 'time'} by
 * @param {number | null} at The point that is looked at, the last one if none was chosen.
 * @param {(at: number) => void} look
 * @param {number} wide
 */
export function chart(points, by, at, look, wide) {
  const chosen = Math.min(at ?? points.length - 1, points.length - 1);
  const point = points[chosen];
  const value = (/** @type {ResultPoint} */ one) => (by === 'time' ? one.at : one.hands);
  const nets = points.map(({ net }) => net);
  const marks = scale(Math.min(0, ...nets), Math.max(0, ...nets));
  const [low, high] = [marks[0], marks[marks.length - 1]];
  const first = by === 'time' ? points[0].at : 0;
  const span = Math.max(1, value(points[points.length - 1]) - first);
  const x = (/** @type {ResultPoint} */ one) => EDGE.left + ((value(one) - first) / span) * (wide - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ net) => EDGE.top + ((high - net) / (high - low)) * (HIGH - EDGE.top - EDGE.bottom);
  const path = points.map((one, index) => `${index ? 'L' : 'M'}${x(one).toFixed(1)} ${y(one.net).toFixed(1)}`).join('');
  const start = by === 'hands' ? `M${EDGE.left} ${y(0).toFixed(1)}L${path.slice(1)}` : path;
  return [
    h(
      'svg',
      { key: 'svg', class: 'me-chart', viewBox: `0 0 ${wide} ${HIGH}`, 'aria-hidden': 'true' },
      marks.map((mark) =>
        h(
          'g',
          { key: mark, class: mark === 0 ? 'zero' : '' },
          h('path', { class: 'rule', d: `M${EDGE.left} ${y(mark).toFixed(1)}H${wide - EDGE.right}` }),
          h('text', { x: String(EDGE.left - 8), y: (y(mark) + 4).toFixed(1), 'text-anchor': 'end' }, signed(mark)),
        ),
      ),
      h('text', { key: 'from', x: String(EDGE.left), y: String(HIGH - 6) }, by === 'time' ? edge(points[0].at, span) : num(0)),
      h(
        'text',
        { key: 'to', x: String(wide - EDGE.right), y: String(HIGH - 6), 'text-anchor': 'end' },
        by === 'time' ? edge(points[points.length - 1].at, span) : tn('me.hands', points[points.length - 1].hands),
      ),
      h('path', { key: 'line', class: 'line', d: start }),
      h('path', { key: 'at', class: 'at', d: `M${x(point).toFixed(1)} ${EDGE.top}V${HIGH - EDGE.bottom}` }),
      h('circle', { key: 'dot', class: 'dot', r: '5', cx: x(point).toFixed(1), cy: y(point.net).toFixed(1) }),
    ),
    h(
      'div',
      { key: 'step', class: 'me-step' },
      h('input', {
        type: 'range',
        class: 'me-range',
        min: '0',
        max: String(points.length - 1),
        step: '1',
        'aria-label': t('me.step'),
        'aria-valuetext': told(point),
        style: { '--v': `${points.length > 1 ? (100 * chosen) / (points.length - 1) : 100}%` },
        prop: { value: String(chosen) },
        on: { input: (event) => look(Number(event.target.value)) },
      }),
      h('output', { class: 'me-told' }, h('b', null, signed(point.net)), h('span', null, `${tn('me.after', point.hands)} · ${timeText(point.at)}`)),
    ),
    h(
      'details',
      { key: 'table', class: 'me-why' },
      h('summary', null, t('me.table_of')),
      h(
        'div',
        { class: 'me-scroll tall', tabindex: '0', role: 'region', 'aria-label': t('me.table_of') },
        h(
          'table',
          null,
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              ['hands', 'time', 'net'].map((name) => h('th', { key: name, scope: 'col' }, t(`me.col.${name}`))),
            ),
          ),
          h(
            'tbody',
            null,
            points.map((one) => h('tr', { key: one.hands }, h('td', null, num(one.hands)), h('td', null, timeText(one.at)), h('td', null, signed(one.net)))),
          ),
        ),
      ),
    ),
  ];
}

/** A point in words. @param {ResultPoint} point */
const told = (point) => t('me.point', { net: signed(point.net), hands: tn('me.after', point.hands), time: timeText(point.at) });
