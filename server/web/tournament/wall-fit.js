// A wall screen must show everything without scrolling, however long its names and numbers are: what does not fit is made smaller.

const STEP = 0.04;
const LEAST = 0.4;

/** The last content, its digits alike, and the size of the window that it was fitted to. @type {WeakMap<HTMLElement, string>} */
const fitted = new WeakMap();

/** Upright windows scroll. */
const isUpright = () => innerWidth <= innerHeight;

const isTooLarge = () => document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth;

/**
 * Finds the largest size at which a screen fits its window. It is looked for anew when the content changes its shape, so a running clock does not
 * make the screen jump.
 *
 * @param {HTMLElement} screen
 */
export function fit(screen) {
  const wall = /** @type {HTMLElement | null} */ (screen.querySelector('.wall'));
  if (!wall) return;
  const shape = `${innerWidth}x${innerHeight} ${wall.className} ${wall.textContent?.replaceAll(/\d/g, '0')}`;
  if (fitted.get(screen) === shape && !isTooLarge()) return;
  fitted.set(screen, shape);
  wall.style.setProperty('--fit', '1');
  if (isUpright()) return;
  for (let size = 1 - STEP; size >= LEAST && isTooLarge(); size -= STEP) wall.style.setProperty('--fit', size.toFixed(2));
}
