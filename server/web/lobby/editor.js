// An editor with numbered lines for a host's own text: a game, or the structure of a tournament.

/** @import { VNode } from '../dom.js' */

import { cls, h } from '../dom.js';

/** Longest text that the server accepts. */
export const LONGEST = 8192;

/**
 * @param {string} text
 * @param {{ label: string, describedBy: string, wrong: number | null, write: (text: string) => void }} options `wrong` is the line that
 *   is wrong, 0 if it is not known which.
 * @returns {VNode}
 */
export function editor(text, { label, describedBy, wrong, write }) {
  const lines = text.split('\n');
  return h(
    'div',
    { class: 'editor' },
    h(
      'ol',
      { class: 'lines', 'aria-hidden': 'true' },
      lines.map((_, at) => h('li', { key: at, class: cls(at + 1 === wrong && 'wrong') }, String(at + 1))),
    ),
    h('textarea', {
      spellcheck: 'false',
      autocapitalize: 'off',
      wrap: 'off',
      maxlength: String(LONGEST),
      rows: String(Math.min(24, Math.max(10, lines.length))),
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': wrong !== null,
      prop: { value: text },
      on: {
        input: (event) => write(event.target.value),
        scroll: (event) => {
          const numbers = /** @type {HTMLElement} */ (event.target.previousElementSibling);
          numbers.scrollTop = event.target.scrollTop;
        },
      },
    }),
  );
}
