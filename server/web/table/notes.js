// Notes about players: the mark on a plate, and the button that opens the player's card.

/** @import { PlayerInfo } from '../gen/protocol.d.ts' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { friendsOf } from '../friends.js';
import { t } from '../i18n.js';
import { shape } from '../notes.js';
import { modal, part } from './modal.js';

/** Colour mark on a player's plate. @param {Room} room @param {PlayerInfo} player */
export function noteMark(room, player) {
  const colour = room.app.notes.about(player.id)?.colour;
  return colour && h('span', { key: 'note', class: 'note-mark', title: t(`note.${colour}`) }, shape(colour));
}

/** `true` if a note can be kept about a player: someone else, registered on this server. @param {Room} room @param {PlayerInfo} player */
export const mayNote = (room, player) => room.mayNote && player.id !== room.app.account.session?.you.id;

/** Button that opens the note about a player. @param {Room} room @param {PlayerInfo} player @param {string} kind CSS class. @param {...any} content */
export function noteButton(room, player, kind, ...content) {
  const note = room.app.notes.about(player.id);
  const told = note && [note.colour && t(`note.${note.colour}`), note.text].filter(Boolean).join(', ');
  const name = told ? t('note.open.told', { name: player.name, note: told }) : t('note.open', { name: player.name });
  return h(
    'button',
    {
      key: 'note',
      type: 'button',
      class: cls(kind, note && 'noted'),
      'aria-label': name,
      title: note?.text || name,
      on: { click: () => openNote(room, player) },
    },
    ...content,
  );
}

/** Opens the note once it is loaded: an empty form would replace the existing text. @param {Room} room @param {PlayerInfo} player */
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

/** The player's card with the note. @param {Room} room */
export const noteDialog = (room) => room.ui.note && modal(room, 'note', room.ui.note.player.name, 'narrow', part(room, 'p-note'));
