// A game of the host's own: its definition as text, with what the server says of it by line.

/** @import { GameInfo } from '../gen/protocol.d.ts' */
/** @import { Draft } from './create.js' */
/** @import { Lobby } from './lobby.js' */

import { cls, h } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { dealStrip } from './common.js';

/** The longest definition that the server reads. */
const LONGEST = 8192;

/** The game that the definition stands for, once it was found to be good. @param {Draft} draft @returns {GameInfo | undefined} */
export const ownGame = ({ definition, checked }) => (checked?.text === definition ? checked.game : undefined);

/** @param {Lobby} lobby */
export function ownEditor(lobby) {
  const { definition, checked } = lobby.draft;
  const isCurrent = checked !== null && checked.text === definition;
  const wrong = isCurrent && !checked.game ? (checked.line ?? 0) : -1;
  const lines = definition.split('\n');
  return h(
    'div',
    { key: 'own', class: 'own' },
    h('p', { class: 'note', id: 'own-how' }, t('own.how')),
    h(
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
        'aria-label': t('own.definition'),
        'aria-describedby': 'own-how own-said',
        'aria-invalid': wrong >= 0,
        prop: { value: definition },
        on: {
          input: (event) => lobby.write(event.target.value),
          scroll: (event) => {
            const numbers = /** @type {HTMLElement} */ (event.target.previousElementSibling);
            numbers.scrollTop = event.target.scrollTop;
          },
        },
      }),
    ),
    h('div', { id: 'own-said', role: 'status' }, said(lobby)),
  );
}

/** What the server says of the definition. @param {Lobby} lobby */
function said(lobby) {
  const { definition, checked } = lobby.draft;
  if (!lobby.app.account.session) {
    return h(
      'p',
      { key: 'who', class: 'note' },
      t('own.sign_in'),
      ' ',
      h(
        'button',
        {
          class: 'btn-s',
          on: { click: async () => (await lobby.app.identify()) && lobby.write(lobby.draft.definition) },
        },
        t('sign_in'),
      ),
    );
  }
  if (definition.trim() === '') return null;
  if (checked?.text !== definition) return h('p', { key: 'wait', class: 'note' }, t('own.checking'));
  const { game, line, error } = checked;
  if (game) {
    return h(
      'p',
      { key: 'good', class: 'good' },
      h('b', null, t('own.good', { name: local(game.name) })),
      ' ',
      dealStrip(game),
    );
  }
  return h(
    'p',
    { key: 'bad', class: 'error' },
    line ? h('b', null, t('own.line', { n: num(line) })) : null,
    ' ',
    h('span', { lang: 'en' }, error ?? ''),
  );
}
