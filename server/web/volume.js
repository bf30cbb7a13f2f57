// A slider for a volume.

import { h } from './dom.js';

/** A field for a volume from 0 to 1. @param {string} label @param {number} volume @param {(volume: number) => void} changed */
export const volumeField = (label, volume, changed) =>
  h(
    'label',
    { key: 'volume', class: 'field' },
    h('span', null, label),
    h('input', {
      type: 'range',
      min: '0',
      max: '1',
      step: '0.1',
      prop: { value: String(volume) },
      style: { '--v': `${volume * 100}%` },
      'aria-valuetext': `${Math.round(volume * 100)} %`,
      on: { input: (event) => changed(Number(event.target.value)) },
    }),
  );
