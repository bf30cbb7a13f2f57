// A host's own game: its definition as text, with the server's check by line.

/** @import { GameInfo } from '../gen/protocol.d.ts' */
/** @import { Draft } from './table-draft.js' */
/** @import { Lobby } from './lobby.js' */

import { awaited } from '../awaited.js';
import { h } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { dealStrip } from './common.js';
import { editor } from './editor.js';

/** Game of the definition, once it has passed the check. @param {Draft} draft @returns {GameInfo | undefined} */
export const ownGame = ({ definition, checked }) => (checked?.text === definition ? checked.game : undefined);

/** @param {Lobby} lobby */
export function ownEditor(lobby) {
  const { definition, checked } = lobby.draft;
  const isCurrent = checked !== null && checked.text === definition;
  const wrong = isCurrent && !checked.game ? (checked.line ?? 0) : null;
  return h(
    'div',
    { key: 'own', class: 'own' },
    h('p', { class: 'note', id: 'own-how' }, t('own.how'), ' ', h('a', { href: '/format', target: '_blank', rel: 'noopener' }, t('own.reference'))),
    editor(definition, {
      label: t('own.definition'),
      describedBy: 'own-how own-said',
      wrong,
      write: (text) => lobby.write(text),
    }),
    tools(lobby),
    h('div', { id: 'own-said', role: 'status' }, said(lobby)),
  );
}

/** A form for the same definition, and trial hands: loaded on demand. @param {Lobby} lobby */
function tools(lobby) {
  const { isForm, isTried } = lobby.draft;
  const good = Boolean(ownGame(lobby.draft));
  return h(
    'div',
    { key: 'tools', class: 'own-tools' },
    h(
      'div',
      { class: 'own-do' },
      h('button', { type: 'button', class: 'btn-s', 'aria-expanded': isForm, on: { click: () => lobby.setDraft({ isForm: !isForm }) } }, t('own.form')),
      h(
        'button',
        {
          type: 'button',
          class: 'btn-s',
          'aria-disabled': !good,
          on: { click: () => good && lobby.setDraft({ isTried: true, tries: lobby.draft.tries + 1 }) },
        },
        t('own.deal'),
      ),
    ),
    (isForm || isTried) && awaited(lobby.app, 'p-own', { lobby }),
  );
}

/** Result of the server's check. @param {Lobby} lobby */
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
    return h('p', { key: 'good', class: 'good' }, h('b', null, t('own.good', { name: local(game.name) })), ' ', dealStrip(game));
  }
  return h('p', { key: 'bad', class: 'error' }, line ? h('b', null, t('own.line', { n: num(line) })) : null, ' ', h('span', { lang: 'en' }, error ?? ''));
}
