// Stroke icons in a 24-box, and the brand.

import { SUIT_PATHS } from './cards.js';
import { h } from './dom.js';

export const ICONS = {
  back: 'M15 5l-7 7 7 7',
  history: 'M4 12a8 8 0 1 0 3-6.2M4 4v4h4M12 8v4l3 2',
  log: 'M5 6h14M5 12h14M5 18h9',
  chat: 'M5 5h14v10H11l-4 4v-4H5z',
  rules: 'M5 4h10l4 4v12H5zM9 12h6M9 16h6',
  sound: 'M4 10v4h3l5 4V6L7 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  voice: 'M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM6 11a6 6 0 0 0 12 0M12 17v4',
  mute: 'M4 10v4h3l5 4V6L7 10zM16 9.5l5 5M21 9.500l-5 5',
  settings: 'M4 7h7M19 7h1M4 17h1M13 17h7M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  close: 'M6 6l12 12M18 6L6 18',
  host: 'M4 18h16M5 15l-1-8 5 4 3-6 3 6 5-4-1 8z',
  invite: 'M4 20c0-4 2.500-6 6-6s6 2 6 6M6.500 7.500a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0M19 8v6M16 11h6',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  help: 'M9 9a3 3 0 1 1 4 2.800c-.7.3-1 .9-1 1.700M12 17.500v.01',
  plus: 'M12 5v14M5 12h14',
  up: 'M12 19V5M6 11l6-6 6 6',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  save: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  first: 'M6 5v14M18 6l-8 6 8 6z',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  last: 'M18 5v14M6 6l8 6-8 6z',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  search: 'M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16.5 16.5L21 21',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  down: 'M12 5v14M6 13l6 6 6-6',
  chart: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  cup: 'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 3 1.500 5 4 5M16 6h4c0 3-1.500 5-4 5M12 14v4M8 20h8',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.5 1 1.200 1 2.100h5c0-.9.4-1.600 1-2.100A6 6 0 0 0 12 3z',
  note: 'M5 4h14v11l-5 5H5zM14 20v-5h5M8 8h8M8 12h5',
};

export const brand = () => h('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, h('path', { fill: 'currentColor', d: SUIT_PATHS.s }));
