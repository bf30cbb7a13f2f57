// A player's requests at a table, apart from answers to decisions: a seat, chips, a break, chat.

/** @import { Action, Emote, HostAction, Phrase, PlayerInfo } from '../gen/protocol.d.ts' */
/** @import { Room } from './room.js' */

import { t } from '../i18n.js';
import { mustAskForChips, mySeat } from '../facts.js';
import { TABLES_MAX } from '../tables.js';

/** Requests of the player at a table's page. */
export class Asks {
  #room;
  /** Player whom a second press removes. */
  #sendingAway = '';

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
  }

  /** @param {number | null} seat */
  sitDown(seat) {
    if (this.#room.app.open.isFull(this.#room.tableId)) this.#room.app.toast(t('tables.full', { n: TABLES_MAX }));
    else if (this.#room.app.account.session) this.#room.set({ dialog: 'sit', sitSeat: seat, entry: 'wait' });
    else this.#introduce('now', seat);
  }

  /** A visitor without a name enters one first, and then chooses how many chips to bring. */
  chooseStack() {
    this.#introduce('sit');
  }

  /** A visitor without a name enters one first, and then gets what the press was for. @param {'now' | 'sit' | 'wait'} wish @param {number | null} [seat] */
  async #introduce(wish, seat = null) {
    if (!(await this.#room.app.identify())) return;
    this.#room.ui = { ...this.#room.ui, sitSeat: seat };
    this.#room.app.session(this.#room.tableId).wish = wish;
    this.#room.app.render();
  }

  /** @param {number} buyIn */
  async takeSeat(buyIn) {
    const { sitSeat, entry } = this.#room.ui;
    this.#room.closeDialog();
    if (this.#room.app.open.isFull(this.#room.tableId)) return this.#room.app.toast(t('tables.full', { n: TABLES_MAX }));
    const { session } = this.#room;
    this.#room.sitsDown = await session.enter({ type: 'sit', ...(sitSeat !== null && { seat: sitSeat }), buy_in: buyIn, entry }, { keep: true });
    this.#room.update();
  }

  /** @param {number} chips */
  async rebuy(chips) {
    this.#room.closeDialog();
    const { session } = this.#room;
    if (await session.askTable({ type: 'rebuy', amount: chips }, { keep: true })) {
      // The chips, and the next hand with them, come with the host's word.
      const isAsked = session.live !== null && mustAskForChips(session.live);
      if (session.live?.ledger) session.notice(isAsked ? 'rebuy.asked' : 'rebuy.added', { n: this.#room.money(chips) });
      else session.notice('rebuy.done', { n: chips });
      const me = session.live && mySeat(session.live);
      if (!isAsked && me && (me.status === 'busted' || me.status === 'sitting_out')) this.comeBack('wait');
    }
  }

  /** Chooses another first stack. @param {number} chips */
  changeStack(chips) {
    this.#room.closeDialog();
    this.#room.session.askTable({ type: 'rebuy', amount: chips, whole: true }, { keep: true });
  }

  /** @param {'wait' | 'post'} entry */
  comeBack(entry) {
    if (this.#setAbsent(false)) return;
    this.#room.session.enter({ type: 'sit_out', out: false, when: 'next_hand', entry });
  }

  /** Turns straddling when in position on or off. @param {boolean} on */
  async straddle(on) {
    this.#room.set({ straddles: on });
    await this.#room.session.askTable({ type: 'straddle', on });
    this.#room.set({ straddles: null });
  }

  /** @param {boolean} out */
  async sitOutNext(out) {
    if (this.#setAbsent(out)) return;
    this.#room.set({ sitOutNext: out });
    const { session } = this.#room;
    /** @type {{ type: 'sit_out', out: boolean, when: 'next_hand', entry: 'wait' }} */
    const ask = { type: 'sit_out', out, when: 'next_hand', entry: 'wait' };
    const done = await (out ? session.askTable(ask) : session.enter(ask));
    if (!done) this.#room.set({ sitOutNext: null });
  }

  /** Sits out for this many minutes. @param {number} minutes */
  pause(minutes) {
    return this.#room.session.askTable({ type: 'sit_out', out: true, when: 'next_hand', minutes, entry: 'wait' });
  }

  /** Reports to the tournament that its player is away or back; `false` at other tables. @param {boolean} absent */
  #setAbsent(absent) {
    const event = this.#room.session.shown?.info.tournament;
    if (!event) return false;
    this.#room.session.ask({ type: 'tournament_presence', tournament: event.tournament, absent });
    return true;
  }

  /** Cancels leaving, as long as the hand lasts. */
  stay() {
    this.#room.session.isLeaving = false;
    this.#room.session.prepare(null);
    this.comeBack('wait');
  }

  /** @param {boolean} join */
  waitList(join) {
    if (!this.#room.app.account.session) {
      this.#introduce('wait');
      return;
    }
    this.#room.session.askTable({ type: 'wait_list', join });
  }

  /** Asks the host for a seat, or withdraws the request. @param {boolean} ask */
  askSeat(ask) {
    if (!this.#room.app.account.session) {
      this.#introduce('now');
      return;
    }
    this.#room.session.askTable({ type: 'ask_seat', ask });
  }

  async leaveSeat() {
    const { session } = this.#room;
    const isAtStake = () => {
      const table = session.live;
      const play = table && mySeat(table)?.play;
      return Boolean(play && !play.folded && table?.hand && !table.hand.over);
    };
    if (isAtStake() && this.#room.ui.confirm !== 'leave') {
      this.#room.confirm('leave', t('leave.confirm'));
      session.notice('leave.confirm');
      return;
    }
    this.#room.set({ confirm: null });
    const hasLeft = await session.askTable({ type: 'leave' });
    session.isLeaving = hasLeft;
    this.#room.app.open.tidy();
    // The seat becomes free when the hand is over, which may have happened meanwhile; after giving up the hand, the player makes no one wait.
    if (hasLeft && isAtStake()) session.prepare({ kind: 'fold_any' });
  }

  /** Mutes or unmutes a player at this table. @param {PlayerInfo} player @param {boolean} muted */
  muteForAll(player, muted) {
    this.#room.session.askTable({ type: 'mute', player: player.id, muted });
  }

  /** Removes a player for good, at the second press. @param {PlayerInfo} player */
  sendAway(player) {
    const isSure = this.#sendingAway === player.id;
    this.#sendingAway = isSure ? '' : player.id;
    if (isSure) this.#room.session.askTable({ type: 'remove', player: player.id });
    else this.#room.session.notice('host.remove.sure', { name: player.name });
  }

  /** @param {string[]} some */
  async show(some) {
    const hand = this.#room.session.shown?.hand?.number;
    if (!hand) return;
    this.#room.set({ shownHand: hand });
    await this.#room.session.askTable({ type: 'show', hand, cards: some });
  }

  /** Answers whether the cards of a stopped hand may be shown; a consent can be taken back. @param {number} hand @param {boolean} agree @param {boolean} agreed */
  async consent(hand, agree, agreed) {
    if (agree === agreed || (await this.#room.session.consent(hand, agree))) this.#room.set({ hiddenHand: agree ? 0 : hand });
  }

  /** A decision of the host. @param {HostAction} action */
  rule(action) {
    this.#room.session.askTable({ type: 'host', action });
  }

  /** @param {string} text */
  async talk(text) {
    const words = text.trim();
    if (!words) return;
    if (await this.#room.session.askTable({ type: 'chat', text: words }))
      this.#room.set({ message: text === this.#room.ui.message ? '' : this.#room.ui.message });
  }

  /** Sends a quick phrase. @param {Phrase} phrase */
  async remark(phrase) {
    await this.#room.session.askTable({ type: 'chat', phrase });
  }

  /** Shows an emote at the player's own seat. @param {Emote} emote */
  async emote(emote) {
    await this.#room.session.askTable({ type: 'chat', emote });
  }

  /** Asks for a rabbit hunt. */
  huntRabbit() {
    this.#room.session.askTable({ type: 'rabbit_hunt' });
  }

  /** Checks or bets in the dark. @param {Action} action */
  declareDark(action) {
    const { hand } = this.#room.session.live ?? {};
    this.#room.closeDialog();
    if (hand?.turn) this.#room.session.askTable({ type: 'act', hand: hand.number, turn: hand.turn.turn, action });
  }

  /** Pauses or resumes a practice table. @param {boolean} paused */
  pausePractice(paused) {
    this.#room.session.askTable({ type: 'host', action: { kind: paused ? 'pause' : 'resume' } });
  }

  /** Leaves a practice table for another game. The table closes after its player. */
  async newGame() {
    const { session } = this.#room;
    if (session.live?.you && !session.live.closed) session.isLeaving = await session.askTable({ type: 'leave' });
    this.#room.app.navigate('/practice');
  }
}
