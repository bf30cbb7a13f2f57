// Copying, also on pages without a secure origin, such as those of a server in a home network.

/** Copies a text; `false` if the browser does not allow it. @param {string} text */
export async function copyText(text) {
  try {
    if (!navigator.clipboard) return copyPlainly(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies by a selection, the only way on a page without a secure origin. @param {string} text */
function copyPlainly(text) {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'vh';
  // Outside an open dialog nothing can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
