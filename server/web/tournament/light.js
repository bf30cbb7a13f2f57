// The light hand of a host: at private and live events one press acts, a reason may be left out, and each act can be taken back.

/** @import { FloorAction } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */
/** @import { Floor } from './floor-desk.js' */
/** @import { About, Kind, Scene } from './floor-forms.js' */
/** @import { Tournament } from './model.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { modal } from '../modal.js';
import { newId } from '../net.js';
import { reasonOf } from './by-hand.js';
import { actionOf } from './floor-forms.js';
import { kindsOf } from './floor-offers.js';
import { didText, isLight, nameOf, seatOf } from './floor-words.js';
import { REASONS } from './reasons.js';
import { lastAct } from './turning.js';

/** Time for which the last act can be taken back from its notice, in milliseconds. */
const UNDO_MS = 10_000;

/** Acts without anything to fill in, which can be undone or do the opposite when pressed again. @type {ReadonlySet<Kind>} */
const ONE_PRESS = new Set([
  'pause',
  'resume',
  'hand_for_hand',
  're_enter',
  'rebuy',
  'no_rebuy',
  'add_on',
  'take_back',
  'mute',
  'rail_chat',
  'close_entries',
  'no_show',
  'move_up',
  'stop_waiting',
  'undo',
  'redo',
]);

/** Acts with a button of their own beside a player. @type {readonly Kind[]} */
const BESIDE = ['re_enter', 'rebuy', 'no_rebuy', 'add_on'];

/** Reason on record if none was given. @param {Kind} kind @param {Tournament} live */
export const reasonGiven = (kind, live) => reasonOf(kind, live) || REASONS[kind === 'pause' ? 'pause' : 'none'];

export class Light {
  /** Notice of the last act, with the line of the trail to take back. @type {{ no: number, text: string } | null} */
  notice = null;
  /** Player who is out, while the page asks by whom. @type {number | null} */
  out = null;
  #isSending = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #app;
  #floor;
  #changed;

  /** @param {() => App} app @param {() => Floor} floor @param {() => void} changed */
  constructor(app, floor, changed) {
    this.#app = app;
    this.#floor = floor;
    this.#changed = changed;
  }

  stop() {
    clearTimeout(this.#timer);
  }

  /**
   * Acts at one press, if the event and the act allow that.
   *
   * @param {About} about
   * @param {Scene} scene
   * @param {Kind} [kind]
   * @returns {boolean} `false` if a form has to be filled in.
   */
  press(about, scene, kind) {
    if (!kind || !isLight(scene.live) || !ONE_PRESS.has(kind)) return false;
    // Where cards are dealt, the next hand makes it final.
    if (kind === 'close_entries' && !scene.live.summary.live) return false;
    const action = actionOf(kind, about, {}, scene);
    if (!action) return false;
    this.act(action, scene);
    return true;
  }

  /** @param {FloorAction} action @param {Scene} scene */
  async act(action, { live }) {
    if (this.#isSending) return;
    this.#isSending = true;
    const refusal = await this.#floor().decide(newId(), action, reasonGiven(action.kind, live));
    this.#isSending = false;
    this.out = null;
    if (refusal) this.#app().toastError(refusal);
    else this.done(live);
    this.#changed();
  }

  /** Shows the notice of the act that was done last. @param {Tournament} live */
  done(live) {
    const entry = this.#floor().entries.at(-1);
    if (!entry) return;
    const text = didText(entry.action, live);
    this.notice = { no: entry.no, text };
    this.#app().announcer.polite(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.notice = null;
      this.#changed();
    }, UNDO_MS);
    this.#changed();
  }

  /** `true` if an act may be taken back now, and is still the last one. @param {number} no @param {Scene} scene */
  mayUndo(no, scene) {
    return isLight(scene.live) && lastAct(this.#floor().entries)?.no === no && kindsOf({}, scene).includes('undo');
  }

  /** Takes back an act, if it is still the last one. @param {number} no @param {Scene} scene */
  undo(no, scene) {
    if (this.mayUndo(no, scene)) this.act({ kind: 'undo' }, scene);
    else this.#app().toast(t('floor.undo.late'));
  }

  /** @param {Scene} scene */
  noticeView(scene) {
    const { notice } = this;
    if (!notice) return null;
    return h(
      'section',
      { key: 'notice', class: 'floor-notice', 'aria-label': t('floor.notice') },
      h('span', null, notice.text),
      this.mayUndo(notice.no, scene) && h('button', { key: 'undo', class: 'btn-s hot', on: { click: () => this.undo(notice.no, scene) } }, t('floor.undo')),
    );
  }

  /** The button beside the line of the trail that can be taken back. @param {Scene | null} scene */
  undoButton(scene) {
    const last = lastAct(this.#floor().entries);
    if (!scene || !last || !this.mayUndo(last.no, scene)) return null;
    const name = t('floor.undo.of', { what: didText(last.action, scene.live) });
    return {
      no: last.no,
      button: h('button', { key: 'undo', class: 'btn-s', 'aria-label': name, on: { click: () => this.undo(last.no, scene) } }, t('floor.undo')),
    };
  }

  /** Buttons beside a player. @param {number} player @param {Scene} scene */
  buttons(player, scene) {
    const { live } = scene;
    if (!isLight(live)) return [];
    const seat = seatOf(live, player);
    const table = seat?.table;
    const isPlayed = live.summary.phase === 'running' || live.summary.phase === 'paused';
    const mayBust = isPlayed && table !== undefined && kindsOf({ table }, scene).includes('hand_over') && live.entrants[player]?.stack !== 0;
    const kinds = kindsOf({ player }, scene).filter((kind) => BESIDE.includes(kind));
    return [
      ...kinds.map((kind) =>
        h(
          'button',
          {
            key: kind,
            class: 'btn-s',
            'aria-label': `${t(`floor.do.${kind}`)}, ${nameOf(live, player)}`,
            on: { click: () => this.press({ player }, scene, kind) },
          },
          t(`floor.do.${kind}`),
        ),
      ),
      mayBust &&
        h(
          'button',
          { key: 'out', class: 'btn-s', 'aria-label': t('floor.out.of', { who: nameOf(live, player) }), on: { click: () => this.ask(player) } },
          t('floor.out'),
        ),
    ];
  }

  /** Asks who won the chips of a player. @param {number} player */
  ask(player) {
    this.out = player;
    this.#changed();
  }

  /** The players who may have won the chips, one press each. @param {Scene} scene */
  outView(scene) {
    const { out: player } = this;
    const seat = player === null ? null : seatOf(scene.live, player);
    if (player === null || !seat) return null;
    const { live } = scene;
    const others = Object.values(live.tables[seat.table]?.seats ?? {}).filter((one) => one.player !== player && one.stack > 0);
    /** @param {number[]} by */
    const bust = (by) => this.act({ kind: 'hand_over', table: seat.table, busts: [{ player, by }] }, scene);
    return modal(
      'out',
      t('floor.out.by', { who: nameOf(live, player) }),
      'narrow floor-out',
      () => {
        this.out = null;
        this.#changed();
      },
      h(
        'div',
        { class: 'floor-by' },
        others.map((one) =>
          h('button', { key: one.player, type: 'button', class: 'btn quiet', on: { click: () => bust([one.player]) } }, nameOf(live, one.player)),
        ),
        h('button', { key: 'unknown', type: 'button', class: 'btn quiet', on: { click: () => bust([]) } }, t('floor.out.unknown')),
      ),
      h('p', { class: 'note' }, t('floor.out.more')),
    );
  }
}
