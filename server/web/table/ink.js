// How wide words are drawn, before they are.

/** @type {CanvasRenderingContext2D | null | undefined} */
let ink;

/** How wide a text is drawn in the smallest size, in pixels. @param {string} text */
export function widthOf(text) {
  ink ??= document.createElement('canvas').getContext('2d');
  if (!ink) return text.length * 7;
  ink.font = `650 12px ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`;
  return ink.measureText(text).width;
}
