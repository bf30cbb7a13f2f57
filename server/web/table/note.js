// A player's card: the note about the player, and the friendship.

/** @import { NoteColour, PlayerInfo } from '../gen/protocol.d.ts' */
/** @import { Room } from './room.js' */

import { h, patch } from '../dom.js';
import { friendsOf } from '../friends.js';
import { t } from '../i18n.js';
import { COLOURS, NOTE_MAX, shape } from '../notes.js';

class Note extends HTMLElement {
  /** @type {Room} */
  // @ts-ignore: set by the parent before the first update.
  room;

  connectedCallback() {
    this.update();
  }

  update() {
    const draft = this.room?.ui.note;
    if (this.isConnected && draft) patch(this, card(this.room, draft));
  }
}

/** Relation of the player to the viewer, and the actions on it. @param {Room} room @param {PlayerInfo} player */
function friendPart(room, player) {
  const friends = friendsOf(room.app);
  const standing = friends.standing(player.id);
  if (!standing) return null;
  const press = (/** @type {string} */ word, /** @type {() => void} */ click) =>
    h('button', { key: 'do', type: 'button', class: 'btn-s', on: { click } }, t(word));
  return h(
    'p',
    { key: 'friend', class: 'note-friend', role: 'status' },
    standing === 'none' && press('friends.add', () => friends.ask(player.id)),
    standing === 'asks' && press('friends.accept.long', () => friends.accept(player.id)),
    standing === 'asked' && t('friends.asked'),
    standing === 'friends' && t('friends.are'),
  );
}

/** @param {Room} room @param {NonNullable<Room['ui']['note']>} draft */
function card(room, draft) {
  const { player, text, colour } = draft;
  const set = (/** @type {Partial<typeof draft>} */ change) => room.set({ note: { ...draft, ...change } });
  const keep = async (/** @type {string} */ kept, /** @type {NoteColour | null} */ marked) => {
    try {
      await room.app.notes.keep(player.id, kept, marked);
      room.closeDialog();
    } catch (error) {
      room.app.toastError(error);
    }
  };
  const had = room.app.notes.about(player.id);
  return [
    h('p', { key: 'kind', class: 'note-kind' }, t(`kind.${player.kind}`)),
    player.kind !== 'bot' && friendPart(room, player),
    h(
      'form',
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            keep(text, colour);
          },
        },
      },
      h(
        'div',
        { class: 'note-colours', role: 'radiogroup', 'aria-label': t('note.colour') },
        [null, ...COLOURS].map((one) =>
          h(
            'label',
            { key: one ?? 'none', class: 'note-colour', title: t(`note.${one ?? 'none'}`) },
            h('input', {
              type: 'radio',
              name: 'note-colour',
              'aria-label': t(`note.${one ?? 'none'}`),
              prop: { checked: colour === one },
              on: { change: () => set({ colour: one }) },
            }),
            one ? shape(one) : h('span', { 'aria-hidden': 'true' }, '–'),
          ),
        ),
      ),
      h(
        'label',
        { class: 'note-text' },
        h('span', null, t('note.text')),
        h('textarea', { rows: '4', maxlength: String(NOTE_MAX), prop: { value: text }, on: { input: (event) => set({ text: event.target.value }) } }),
      ),
      h('p', { class: 'note-kind' }, t('note.private')),
      h(
        'div',
        { class: 'note-do' },
        had && h('button', { key: 'forget', type: 'button', class: 'btn-s', on: { click: () => keep('', null) } }, t('note.forget')),
        h('button', { key: 'keep', class: 'btn-s hot', type: 'submit' }, t('note.keep')),
      ),
    ),
  ];
}

customElements.define('p-note', Note);
