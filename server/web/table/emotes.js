// What players show and say at their seats for a moment: emotes, drawn in our own strokes, and the words of the chat.

/** @import { Emote } from '../gen/protocol.d.ts' */
/** A sign at a seat: an emote, or words. @typedef {{ emote: Emote } | { words: string }} Sign */
/** @import { Kid } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { h, icon } from '../dom.js';
import { t } from '../i18n.js';

/** Strokes of each emote, in a 24-box. @type {Record<Emote, string>} */
const DRAWN = {
  thumbs_up: 'M7 11v9H4v-9zM7 11l4-8c2 0 2.500 1.500 2 3l-1 4h6c1.500 0 2.300 1 2 2.500l-1.300 5.500c-.3 1.300-1.200 2-2.500 2H7',
  applause: 'M6 13l5 6c2 2 5 2 7 0s2-5 0-7l-5-5M13 7l-2 2 5 5M11 9l-2 2 5 5M9 11l-2 2M4 8L2 6M8 5V2M12 4l2-2',
  smile: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M8.500 9.500v.01M15.500 9.500v.01M8 14c2 3 6 3 8 0',
  surprise: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M8.500 9v.01M15.500 9v.01M12 13a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5',
  relief: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M7 10c1 1 2 1 3 0M14 10c1 1 2 1 3 0M9 15h6M18 3c1 2 2 3 0 4c-2-1-1-2 0-4',
  wave: 'M8 13V6.500a1.500 1.500 0 0 1 3 0V11V4.500a1.500 1.500 0 0 1 3 0V11V6a1.500 1.500 0 0 1 3 0v8c0 4-2 7-6 7c-3 0-4-1-6-4l-2.500-4c1.500-1.500 3-1 3.500 0zM19.500 3c1 .7 1.500 1.500 2 2.500',
  laugh: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M7 10l1.500-1.500L10 10M14 10l1.500-1.500L17 10M7.500 13h9c0 3-2 4.500-4.500 4.500S7.500 16 7.500 13z',
  think: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M8.500 10v.01M15.500 10v.01M14 8l3-1M9 16l5-1.500M9 16c-1 1.500-1.500 3-1 4.500',
  cry: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M7.500 9.500h2M14.500 9.500h2M9 17c2-2 4-2 6 0M8 12c-1.200 1.700-1.200 3 0 3s1.200-1.300 0-3',
  cheers: 'M7 3h10l-1 7c-.5 2.500-2 4-4 4s-3.500-1.500-4-4zM12 14v6M8.500 20.500h7M7.500 7h9M20 3l1.500-1M20.500 6H22M4 3L2.500 2M3.500 6H2',
};

/** All emotes, in the order of the picker. */
export const EMOTES = /** @type {Emote[]} */ (Object.keys(DRAWN));

/** Time for which an emote is shown, in milliseconds. */
const SHOWN_MS = 3000;

/** Time for each letter of what is said, and the longest time. */
const LETTER_MS = 60;
const SAID_MS = 8000;

/** Time for which a sign is shown: words stay until they are read. @param {Sign} sign */
export const shownFor = (sign) => ('emote' in sign ? SHOWN_MS : Math.min(SAID_MS, SHOWN_MS + LETTER_MS * sign.words.length));

/** `true` if this client knows an emote of the protocol. @param {string | undefined} emote @returns {emote is Emote} */
export const isEmote = (emote) => emote !== undefined && emote in DRAWN;

/** A player's current sign: an emote at the corner of the plate, or words over it, so that all cards stay in sight. @param {Room} room @param {string} account @returns {Kid} */
export function shownSign(room, account) {
  const sign = room.signs.get(account);
  if (!sign) return null;
  return 'emote' in sign
    ? h('span', { key: 'emote', class: 'emote', 'aria-hidden': 'true' }, icon(DRAWN[sign.emote]))
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
        icon(DRAWN[emote]),
      );
    }),
  );
}
