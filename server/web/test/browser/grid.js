// Rules for every page in every state. `lying` and `wordsOf` run in the page and use nothing of this module.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

import { drawn } from './support.js';

/** Time after which a layout stays, in milliseconds. */
const SETTLED_MS = 500;

/** Windows that the page is made for. */
export const WINDOWS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/**
 * Overlapping text, text outside the window, and covered controls, on the screen or reachable by scrolling.
 *
 * @returns {string[]}
 */
export function lying() {
  const found = [];
  const label = (element) => `${element.localName}.${element.className || '-'} "${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 30)}"`;
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.vh, .skip, svg, [hidden], .toasts, p-card');
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const root = dialog ?? document.querySelector('#app');
  // Phones shrink pages that are too wide.
  if (document.documentElement.scrollWidth > innerWidth || (visualViewport?.scale ?? 1) < 0.99)
    found.push(`wider than the window: ${document.documentElement.scrollWidth}`);
  /** Visible part of a box within its clipping containers. */
  const clipped = (box, element) => {
    let { left, top, right, bottom } = box;
    for (let over = element; over && over !== document.body; over = over.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(over);
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const frame = over.getBoundingClientRect();
        [left, top, right, bottom] = [Math.max(left, frame.left), Math.max(top, frame.top), Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
      }
      if (position === 'fixed') break;
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  /** Layer that stays in place while the page scrolls under it: a bar, a sheet. */
  const layerOf = (element) => {
    for (let over = element; over && over !== document.body; over = over.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(over).position) && over !== dialog) return over;
    return null;
  };
  const pieces = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { parentElement: one, textContent } = walker.currentNode;
    if (!textContent.trim() || !isSeen(one)) continue;
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      // A line of text is higher than its letters.
      const spare = 0.17 * box.height;
      const left = clipped({ left: box.left, top: box.top + spare, right: box.right, bottom: box.bottom - spare }, one);
      if (left.width > 2 && left.height > 3) pieces.push({ one, box: left, layer: layerOf(one), isText: true });
    }
  }
  // Decorative cards; those of a table overlap on purpose.
  for (const one of root.querySelectorAll('.fan p-card:first-child'))
    if (one.checkVisibility()) pieces.push({ one, box: one.getBoundingClientRect(), layer: layerOf(one), isText: false });
  for (const one of root.querySelectorAll('a, button, input, select, textarea, summary')) {
    if (!isSeen(one)) continue;
    const box = clipped(one.getBoundingClientRect(), one);
    if (box.width < 2 || box.height < 2) continue;
    // A link within a sentence is text, and one without a frame responds around its visible part.
    const { display, backgroundColor, borderTopWidth } = getComputedStyle(one);
    const isFramed = backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px';
    if (display !== 'inline' && isFramed) pieces.push({ one, box, layer: layerOf(one), isText: false });
  }
  for (const { one, box } of pieces) if (box.left < -1 || box.right > innerWidth + 1) found.push(`out of the window: ${label(one)}`);
  pieces.sort((a, b) => a.box.top - b.box.top);
  pieces.forEach((a, at) => {
    for (let n = at + 1; n < pieces.length && pieces[n].box.top < a.box.bottom; n++) {
      const b = pieces[n];
      if (a.one === b.one || a.one.contains(b.one) || b.one.contains(a.one) || a.layer !== b.layer) continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide > 2 && high > 2) found.push(`${label(a.one)} on ${label(b.one)}`);
    }
  });
  return [...new Set(found)];
}

/**
 * Text of the page line by line, and the cards on its felt, with running clocks masked or, as the bar that counts a player's last ten seconds, left
 * out. The log depends on what the viewer has seen, and the number of watchers follows within a second, so both are left out too.
 *
 * @returns {string}
 */
export function wordsOf() {
  const root = document.querySelector('#app').cloneNode(true);
  for (const gone of root.querySelectorAll('.toasts, p-strip, svg, style, .log, .bar')) gone.remove();
  const lines = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.replace(/\s+/g, ' ').trim();
    if (text) lines.push(text);
  }
  for (const card of root.querySelectorAll('.stage p-card'))
    lines.push(
      ['card', card.closest('[data-seat]')?.dataset.seat ?? 'of the board', ...['c', 'state', 'as'].map((name) => card.getAttribute(name) ?? '')].join(' '),
    );
  return lines
    .join('\n')
    .replace(/\b(\d+:)?\d+:\d\d\b(?! [AP]M)/g, '0:00')
    .replace(/\b\d+ s\b/g, '0 s')
    .replace(/ · \d+ watching\b/g, '');
}

/** Links that lead on, besides the settings and the link back. @returns {string[]} */
export function waysOn() {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('#app');
  return [...root.querySelectorAll('main a, main button, .act button, .act a, dialog button, header a + a')]
    .filter((one) => one.checkVisibility() && one.getAttribute('aria-disabled') !== 'true')
    .map((one) => one.textContent.trim() || (one.getAttribute('aria-label') ?? ''))
    .filter(Boolean);
}

/**
 * Checks a page in all windows and both languages.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name Name of the state, for the report.
 * @param {{ windows?: typeof WINDOWS, langs?: string[], see?: (name: string) => Promise<void> }} [options]
 * @returns {Promise<string[]>} Faults found.
 */
export async function looked(page, name, { windows = WINDOWS, langs = ['en', 'fr'], see } = {}) {
  const wrong = [];
  for (const lang of langs) {
    await speak(page, lang);
    for (const size of windows) {
      await page.setViewportSize(size);
      await drawn(page);
      const where = `${name}, ${lang}, ${size.width}x${size.height}`;
      let found = await page.evaluate(lying);
      // On a busy machine the stage follows its window some frames late: what counts is what stays.
      if (found.length > 0) {
        await pause(SETTLED_MS);
        found = await page.evaluate(lying);
      }
      wrong.push(...found.map((fault) => `${where}: ${fault}`));
      await see?.(where.replaceAll(/[ ,]+/g, '-'));
    }
  }
  if (langs.includes('en')) await speak(page, 'en');
  return wrong;
}

/** Switches the page to a language. @param {import('playwright-core').Page} page @param {string} lang */
async function speak(page, lang) {
  if (await page.evaluate((wanted) => document.documentElement.lang === wanted, lang)) return;
  await page.evaluate((wanted) => [...document.querySelectorAll('#app *')].find(({ app }) => app).app.settings.merge({ lang: wanted }), lang);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, lang);
}

/** Compares texts, and reports the lines that differ. @param {string} live @param {string} fresh @param {string} name */
export function sameWords(live, fresh, name) {
  if (live === fresh) return [];
  const [ours, theirs] = [live.split('\n'), fresh.split('\n')];
  const only = (some, others) => some.filter((line) => !others.includes(line));
  return [`${name}: live says ${JSON.stringify(only(ours, theirs))} where a fresh load says ${JSON.stringify(only(theirs, ours))}`];
}

/** Fails with all faults found. @param {string[]} wrong */
export const none = (wrong) => assert.deepEqual(wrong, []);

/**
 * Controls smaller than a finger, 44 pixels each way; the area that responds may extend beyond the visible part.
 *
 * @returns {string[]}
 */
export function small() {
  const LEAST = 44;
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('#app');
  const found = [];
  for (const one of root.querySelectorAll('a, button, input, select, textarea, summary, label.check')) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || one.closest('.vh, .skip, [hidden], [aria-hidden=true]')) continue;
    // A checkbox is pressed by its label, and a link within a sentence is text.
    if (one.matches('input') && one.closest('label')) continue;
    if (getComputedStyle(one).display === 'inline') continue;
    const { width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    // Borders may cost half a pixel.
    if (width > LEAST - 0.6 && height > LEAST - 0.6) continue;
    one.scrollIntoView({ block: 'center', inline: 'center' });
    const box = one.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const reaches = (dx, dy) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return Boolean(hit && (one === hit || one.contains(hit)));
    };
    const far = LEAST / 2 - 1;
    const isWide = width > LEAST - 0.6 || (reaches(far, 0) && reaches(-far, 0));
    const isHigh = height > LEAST - 0.6 || (reaches(0, far) && reaches(0, -far));
    if (!isWide || !isHigh) found.push(`${one.localName}.${one.className} "${one.textContent.trim().slice(0, 24)}" ${Math.round(width)}x${Math.round(height)}`);
  }
  return [...new Set(found)];
}
