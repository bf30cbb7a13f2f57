// What players show and say at their seats for a moment: emotes, drawn in our own strokes, and the words of the chat.

/** @import { Emote } from '../gen/protocol.d.ts' */
/** A sign at a seat: an emote, or words. @typedef {{ emote: Emote } | { words: string }} Sign */
/** @import { Kid } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { h, icon } from '../dom.js';
import { t } from '../i18n.js';

/** All emotes, in the order of the picker. */
export const EMOTES = /** @type {Emote[]} */ ('thumbs_up applause smile surprise relief wave laugh think cry cheers'.split(' '));

/** Strokes of each emote, once loaded. @type {Record<Emote, string> | null} */
let strokes = null;
let isComing = false;

/** An emote as a drawing; nothing until the strokes are loaded. @param {Room} room @param {Emote} emote @returns {Kid} */
function drawing(room, emote) {
  if (!strokes) load(room);
  return strokes && icon(strokes[emote]);
}

/** Loads the strokes; after a failure, the next emote tries again. @param {Room} room */
async function load({ app }) {
  if (isComing) return;
  isComing = true;
  try {
    strokes = (await import('./strokes.js')).STROKES;
    app.render();
  } catch {
    isComing = false;
  }
}

/** Time for which an emote is shown, in milliseconds. */
const SHOWN_MS = 3000;

/** Time for each letter of what is said, and the longest time. */
const LETTER_MS = 60;
const SAID_MS = 8000;

/** Time for which a sign is shown: words stay until they are read. @param {Sign} sign */
export const shownFor = (sign) => ('emote' in sign ? SHOWN_MS : Math.min(SAID_MS, SHOWN_MS + LETTER_MS * sign.words.length));

/** `true` if this client knows an emote of the protocol. @param {string | undefined} emote @returns {emote is Emote} */
export const isEmote = (emote) => EMOTES.some((known) => known === emote);

/** A player's current sign: an emote at the corner of the plate, or words over it, so that all cards stay in sight. @param {Room} room @param {string} account @returns {Kid} */
export function shownSign(room, account) {
  const sign = room.signs.get(account);
  if (!sign) return null;
  return 'emote' in sign
    ? h('span', { key: 'emote', class: 'emote', 'aria-hidden': 'true' }, drawing(room, sign.emote))
    : h('span', { key: 'words', class: 'spoken', 'aria-hidden': 'true' }, sign.words);
}

/** The picker, for seated players. @param {Room} room @param {Table} table @returns {Kid} */
export function emotePicker(room, table) {
  if (!table.you || !room.settings.emotes) return null;
  const canSend = room.app.net.state === 'ready';
  return h(
    'div',
    { key: 'emotes', class: 'quick emotes', role: 'group', 'aria-label': t('emotes') },
    EMOTES.map((emote) => {
      const label = t(`emote.${emote}`);
      return h(
        'button',
        { key: emote, type: 'button', disabled: !canSend, 'aria-label': label, title: label, on: { click: () => room.asks.emote(emote) } },
        drawing(room, emote),
      );
    }),
  );
}
