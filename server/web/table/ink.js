// Text widths, measured before drawing.

/** @type {CanvasRenderingContext2D | null | undefined} */
let ink;

/** Measured widths, for about as many texts as a few tables show. @type {Map<string, number>} */
const known = new Map();
const KNOWN_MAX = 2000;

/** Width of a text at the smallest size, in pixels. @param {string} text */
export function widthOf(text) {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (ink === undefined) {
    ink = document.createElement('canvas').getContext('2d');
    // Reading a style makes the browser compute all of them, so it is done once.
    if (ink) ink.font = `650 12px ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`;
  }
  if (!ink) return text.length * 7;
  const { width } = ink.measureText(text);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(text, width);
  return width;
}
