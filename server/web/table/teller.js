// Presents a table's events as the picture reaches them: announcements, sounds, motion, and signs at the seats.

/** @import { ChatMsg, PrivateEvent, PublicEvent } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Sign } from './emotes.js' */
/** @import { Room } from './room.js' */

import { t } from '../i18n.js';
import { isHost, isMyTurn, myRebuy } from '../facts.js';
import { mayMove } from '../settings.js';
import { sound } from './effects.js';
import { isEmote, shownFor } from './emotes.js';
import { sayEvent, sayPrivate } from './say.js';
import { chatText, chipsText } from './words.js';

/** Time within which chips that the host grants are in the ledger. */
const ENTERED_MS = 500;

export class Teller {
  #room;
  /** Times at which signs disappear, by account. @type {Map<string, ReturnType<typeof setTimeout>>} */
  #showing = new Map();

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
  }

  /**
   * Presents an event as the picture reaches it.
   *
   * @param {PublicEvent} event
   * @param {Table} before
   * @param {Table} after
   * @param {boolean} quiet `true` if it was missed and is only being caught up with.
   */
  happened(event, before, after, quiet) {
    const room = this.#room;
    if (event.kind === 'time_called') room.ticker.called(event.seat, after);
    if (quiet) return;
    this.#tellHost(event, before, after);
    if (event.kind === 'host_ruled' && event.deed === 'rebuys' && myRebuy(before) && !myRebuy(after)) this.#answered(before);
    if (room.isFocused)
      this.#hear(() => {
        room.app.announcer.polite(sayEvent(event, after, room.game(after), room.money, room.settings.speech));
        sound(room.app.sounds, event, after);
      });
    if (mayMove(room.settings)) room.effects.move(event, before, (chips) => room.money(chips));
  }

  /** Announces requests for seats and chips to the host. @param {PublicEvent} event @param {Table} before @param {Table} after */
  #tellHost(event, before, after) {
    if (event.kind !== 'host_ruled' || !isHost(after)) return;
    if (event.deed === 'rebuys') {
      const were = new Map(before.host.rebuys?.map(({ player, amount }) => [player.id, amount]));
      for (const { player, amount } of after.host.rebuys ?? [])
        if (were.get(player.id) !== amount) this.#room.session.notice('host.asks_rebuy', { name: player.name, n: chipsText(amount, after.info) });
    }
    if (event.deed !== 'requests') return;
    const known = new Set(before.host.requests?.map(({ player }) => player.id));
    for (const { player, state } of after.host.requests ?? []) {
      if (state === 'asked' && !known.has(player.id)) this.#room.session.notice('host.asks', { name: player.name });
    }
  }

  /** The host has answered the viewer's request for chips: what was bought is in the ledger a moment later. @param {Table} before */
  #answered(before) {
    const bought = (/** @type {Table | null} */ table) => table?.ledger?.players.find(({ player }) => player.id === before.me)?.bought ?? 0;
    const { session } = this.#room;
    setTimeout(() => {
      if (session.live?.you) session.notice(bought(session.live) > bought(before) ? 'rebuy.granted' : 'rebuy.refused');
    }, ENTERED_MS);
  }

  /**
   * Presents the viewer's private part, as the picture reaches it.
   *
   * @param {PrivateEvent} part
   * @param {Table} before
   * @param {Table} after
   * @param {boolean} quiet
   */
  learnt(part, before, after, quiet) {
    const room = this.#room;
    if (!quiet && room.isFocused) this.#hear(() => room.app.announcer.polite(sayPrivate(part, before, after, room.settings.speech)));
  }

  /** A sound is played when its picture appears, not a frame earlier. A hidden page is not drawn. @param {() => void} step */
  #hear(step) {
    if (document.hidden) step();
    else this.#room.effects.then(step);
  }

  /** @param {ChatMsg} line */
  said(line) {
    const room = this.#room;
    if (room.settings.muted.includes(line.from.id)) return;
    if (line.emote) return this.#emotes(line);
    const { shown } = room.session;
    const isMine = line.from.id === shown?.me;
    // The player's own words need no sign: the player knows them, and the clock is on that plate.
    if (!isMine) this.#shows(line.from.id, { words: chatText(line) });
    const isSeen = room.ui.tab === 'chat' && (room.ui.sheet || (!room.isTile && innerWidth >= 1100));
    if (!isMine && !isSeen) room.mind({ unread: room.ui.unread + 1 });
    if (!room.isFocused) return;
    if (!isMine && room.settings.chatSound) room.app.sounds.play('chat');
    if (!isMine && shown && !isMyTurn(shown)) room.app.announcer.polite(`${line.from.name}: ${chatText(line)}`);
  }

  /** Shows an emote at its sender's seat. @param {ChatMsg} line */
  #emotes({ from, emote }) {
    const room = this.#room;
    if (!isEmote(emote)) return;
    const { shown } = room.session;
    this.#shows(from.id, { emote });
    if (room.settings.emotes && from.id !== shown?.me && shown && !isMyTurn(shown)) room.app.announcer.polite(`${from.name}: ${t(`emote.${emote}`)}`);
  }

  /** Shows a sign at a player's seat for a moment. @param {string} account @param {Sign} sign */
  #shows(account, sign) {
    const room = this.#room;
    if (!room.settings.emotes) return;
    room.signs.set(account, sign);
    clearTimeout(this.#showing.get(account));
    const gone = () => {
      room.signs.delete(account);
      room.update();
    };
    this.#showing.set(account, setTimeout(gone, shownFor(sign)));
    room.update();
  }

  /** The table has left the page. */
  stop() {
    for (const timer of this.#showing.values()) clearTimeout(timer);
    this.#room.signs.clear();
  }
}
