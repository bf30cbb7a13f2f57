// A walk through a page with Tab alone. `look` and `missed` run in the page and use nothing of this module.

import assert from 'node:assert/strict';

/** More presses of Tab than any page has controls. */
const PRESSES = 500;

/** In the page: the focused element within `root`, and if the focus is visible. @param {string} root */
function look(root) {
  const scope = document.querySelector(root);
  const at = document.activeElement;
  const state = (globalThis.walked ??= { reached: new Set(), round: new Set(), faults: new Set() });
  if (!at || at === document.body || !scope.contains(at)) return null;
  const isAgain = state.round.has(at);
  state.round.add(at);
  state.reached.add(at);
  const name = `${at.localName}.${at.className} “${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40)}”`;
  const box = at.getBoundingClientRect();
  if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) state.faults.add(`${name} is out of sight`);
  const lit = [at, at.parentElement, at.nextElementSibling, at.closest('label')].some((one) => {
    const { outlineStyle, outlineWidth } = one ? getComputedStyle(one) : { outlineStyle: 'none', outlineWidth: '0' };
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  });
  if (!lit) state.faults.add(`${name} does not look focused`);
  return isAgain;
}

/** In the page: controls that were not reached. Groups with a single stop use arrow keys inside. @param {string} root */
function missed(root) {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';
  const groups = '[role=radiogroup], [role=tablist], [role=listbox], [role=menu], [role=toolbar], [role=grid]';
  const { reached } = globalThis.walked;
  const inGroup = (one) => {
    if (one.type === 'radio') return [...reached].some((other) => other.name === one.name);
    const group = one.closest(groups);
    return group && [...reached].some((other) => group.contains(other));
  };
  return [...document.querySelector(root).querySelectorAll(controls)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.closest('[inert], [aria-hidden=true]'))
    .filter((one) => one.tabIndex >= 0 || one.matches('a, button, input, select, textarea'))
    .filter((one) => !reached.has(one) && !inGroup(one))
    .map((one) => `${one.localName}.${one.className} “${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}”`);
}

/**
 * Goes through a page by Tab alone.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} what Name of the page, for the report.
 * @param {string} [root]
 * @returns {Promise<{ reached: number, faults: string[] }>}
 */
export async function walk(page, what, root = 'body') {
  await page.evaluate(() => {
    globalThis.walked = undefined;
    document.activeElement?.blur();
  });
  let left;
  // A redraw may add something where the focus has already been, so each round covers everything.
  for (let round = 0; round < 3; round++) {
    await page.evaluate(() => globalThis.walked?.round.clear());
    let again = 0;
    let press = 0;
    // Once the focus is back where it was in this round, it has been everywhere.
    for (; press < PRESSES && again < 3; press++) {
      await page.keyboard.press('Tab');
      const isAgain = await page.evaluate(look, root);
      if (isAgain !== null) again = isAgain ? again + 1 : 0;
    }
    assert.ok(press < PRESSES, `${what}: the focus comes back to where it began`);
    left = await page.evaluate(missed, root);
    if (left.length === 0) break;
  }
  const { reached, faults } = await page.evaluate(() => ({ reached: globalThis.walked.reached.size, faults: [...globalThis.walked.faults] }));
  assert.ok(reached > 0, `${what}: no control`);
  return { reached, faults: [...left.map((one) => `${one} is not reached`), ...faults].map((fault) => `${what}: ${fault}`) };
}
