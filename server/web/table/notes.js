// Notes about players: the mark on a plate, what opens the note, the card that holds it.

/** @import { NoteColour, PlayerInfo } from '../gen/protocol.d.ts' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { friendsOf } from '../friends.js';
import { t } from '../i18n.js';
import { COLOURS, NOTE_MAX, SHAPES } from '../notes.js';
import { modal } from './modal.js';

/** @param {NoteColour} colour */
const shape = (colour) => h('svg', { viewBox: '0 0 12 12', class: `note-${colour}`, 'aria-hidden': 'true' }, h('path', { d: SHAPES[colour] }));

/** The mark on the plate of a player with a colour. @param {Room} room @param {PlayerInfo} player */
export function noteMark(room, player) {
  const colour = room.app.notes.about(player.id)?.colour;
  return colour && h('span', { key: 'note', class: 'note-mark', title: t(`note.${colour}`) }, shape(colour));
}

/** Whether a note can be kept about a player: somebody else, and a player of this server. @param {Room} room @param {PlayerInfo} player */
export const mayNote = (room, player) => room.mayNote && player.id !== room.app.account.session?.you.id;

/** What opens the note about a player. @param {Room} room @param {PlayerInfo} player @param {string} kind Its class. @param {...any} content */
export function noteButton(room, player, kind, ...content) {
  const note = room.app.notes.about(player.id);
  const told = note && [note.colour && t(`note.${note.colour}`), note.text].filter(Boolean).join(', ');
  const name = told ? t('note.open.told', { name: player.name, note: told }) : t('note.open', { name: player.name });
  return h('button', { key: 'note', type: 'button', class: cls(kind, note && 'noted'), 'aria-label': name, title: note?.text || name, on: { click: () => openNote(room, player) } }, ...content);
}

/** Opens the note once it is known: an empty card would take the place of what was written. @param {Room} room @param {PlayerInfo} player */
export async function openNote(room, player) {
  try {
    await room.app.notes.know();
  } catch (error) {
    room.app.toastError(error);
    return;
  }
  if (player.kind !== 'bot') friendsOf(room.app).read();
  const note = room.app.notes.about(player.id);
  room.set({ dialog: 'note', note: { player, text: note?.text ?? '', colour: note?.colour ?? null } });
}

/** How the player stands to this one, and what can be done about that. @param {Room} room @param {PlayerInfo} player */
function friendPart(room, player) {
  const friends = friendsOf(room.app);
  const standing = friends.standing(player.id);
  if (!standing) return null;
  const press = (/** @type {string} */ word, /** @type {() => void} */ click) => h('button', { key: 'do', type: 'button', class: 'btn-s', on: { click } }, t(word));
  return h(
    'p',
    { key: 'friend', class: 'note-friend', role: 'status' },
    standing === 'none' && press('friends.add', () => friends.ask(player.id)),
    standing === 'asks' && press('friends.accept.long', () => friends.accept(player.id)),
    standing === 'asked' && t('friends.asked'),
    standing === 'friends' && t('friends.are'),
  );
}

/** The card of a player with the note. @param {Room} room */
export function noteDialog(room) {
  const draft = room.ui.note;
  if (!draft) return null;
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
  return modal(
    room,
    'note',
    player.name,
    'narrow',
    h('p', { class: 'note-kind' }, t(`kind.${player.kind}`)),
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
            h('input', { type: 'radio', name: 'note-colour', 'aria-label': t(`note.${one ?? 'none'}`), prop: { checked: colour === one }, on: { change: () => set({ colour: one }) } }),
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
  );
}
