// Every dialog of a table, and its way of opening.

/** Dialogs at a table hosted by the page's player; those of the settings by tab. */
export const DIALOGS = [...['look', 'cards', 'play', 'bets', 'sound', 'keys'].map((part) => `settings, ${part}`), 'invite', 'host', 'rebuy'];

/**
 * Opens a dialog and waits until it is complete.
 *
 * @param {import('playwright-core').Page} page At a table.
 * @param {string} dialog One of `DIALOGS`.
 */
export async function openDialog(page, dialog) {
  await page.waitForFunction(() => [...document.querySelectorAll('p-room')].some(({ isFocused }) => isFocused));
  await page.evaluate((wanted) => {
    const room = [...document.querySelectorAll('p-room')].find(({ isFocused }) => isFocused);
    const [name, part] = wanted.split(', ');
    if (name === 'settings') room.app.show('settings', part);
    else room.set({ dialog: name });
  }, dialog);
  await page.locator('dialog[open] :is(button, input)').nth(1).waitFor();
}

/**
 * Smallest distance between rows of the form in the open dialog, in pixels.
 *
 * @param {import('playwright-core').Page} page
 */
export const formGap = (page) =>
  page.locator('dialog[open] form').evaluate((form) => {
    const rows = [...form.children].map((row) => row.getBoundingClientRect());
    return Math.min(...rows.slice(1).map((row, at) => row.top - rows[at].bottom));
  });

/** Closes the open dialog with Escape. @param {import('playwright-core').Page} page */
export async function leaveDialog(page) {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}
