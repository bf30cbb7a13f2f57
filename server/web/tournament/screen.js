// A wall screen: the state of a tournament, readable and heard from across the room.

/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Tournament } from './model.js' */
/** @import { TournamentSession } from './session.js' */
/** @import { Drawn } from './wall.js' */
/** @import { Look } from './wall-look.js' */

import { cls, h, icon, patch } from '../dom.js';
import { local, num, t, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { cutOff, gone } from '../nowhere.js';
import { iconLink, settingsButton } from '../top.js';
import { averageOf, isEntryPeriod, isOver, levelAfterBreak, paidOut, timeLeft, toMoney } from './model.js';
import { podium } from './podium.js';
import { breakIn, drawPage, nextPrize, seatsByName, seatsOf } from './wall.js';
import { enterPart, waiting } from './wall-before.js';
import { WallDialog } from './wall-dialog.js';
import { fit } from './wall-fit.js';
import { coloursOf, drawPicture, PLAIN, storedLook, storeLook } from './wall-look.js';
import { nextLevel, outPart, prizesPart, time } from './wall-parts.js';
import { reasonText } from './reasons.js';
import { WallVoice } from './wall-voice.js';
import { blindsText, timeText } from './brief.js';
import { startText } from './words.js';

/** Maximum number of seats that fit. */
const SEATS = 24;

/** Time without news after which a visitor's screen says so, in milliseconds: three failed polls. */
const STALE_MS = 17_000;

/** @implements {View} */
class WallScreen extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  tournamentId = '';
  /** All initial seats, if the tournament has more players than a state. @type {Drawn[] | null} */
  #seats = null;
  #isAsking = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticker;
  /** @type {{ release(): Promise<void> } | null} */
  #light = null;
  #lit = () => this.#keepLit();
  #voice = new WallVoice();
  #wake = () => this.#voice.wake();
  /** @type {Look} */
  look = storedLook();
  dialog = new WallDialog(
    () => this.look,
    (change) => this.merge(change),
    () => this.#test(),
  );

  connectedCallback() {
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, this.#wake);
    this.#ticker = setInterval(() => !document.hidden && this.update(), 500);
    document.addEventListener('visibilitychange', this.#lit);
    this.#keepLit();
  }

  disconnectedCallback() {
    clearInterval(this.#ticker);
    document.removeEventListener('visibilitychange', this.#lit);
    this.#light?.release().catch(() => {});
    for (const type of ['pointerdown', 'keydown']) removeEventListener(type, this.#wake);
    this.#voice.stop();
  }

  /** @param {Partial<Look>} change */
  merge(change) {
    this.look = { ...this.look, ...change };
    storeLook(this.look);
    this.update();
  }

  /** Calls out the present level, or the start. */
  #test() {
    const live = this.session?.live;
    if (live) this.#voice.call(live.level ? 'level' : 'start', live, this.look, this.app.reach.now);
  }

  /** Keeps the display from dimming. The browser ends this when the page is hidden. */
  async #keepLit() {
    if (document.hidden) return;
    try {
      this.#light = (await navigator.wakeLock?.request('screen')) ?? null;
    } catch {
      // The page works all the same, as long as the device stays awake.
    }
  }

  /** @returns {TournamentSession | null} */
  get session() {
    return this.app.hall.events.get(this.tournamentId) ?? null;
  }

  update() {
    if (!this.isConnected) return;
    const { now } = this.app.reach;
    const live = this.session?.live;
    if (live) this.#voice.look(live, this.look, now);
    patch(this, this.view(now));
    fit(this);
  }

  /** `true` if the display may be out of date. @param {number} now */
  isStale(now) {
    const { app, session } = this;
    if (!session?.live) return false;
    if (app.account.session && !app.isFollowing) return app.net.state !== 'ready' || app.net.isDown;
    return now - session.toldAt > STALE_MS;
  }

  /** @param {number} now */
  view(now) {
    const { app, session } = this;
    const live = session?.live ?? null;
    const page = `/tournament/${encodeURIComponent(this.tournamentId)}`;
    const drawn = live && this.drawn(live, now);
    const { picture, look } = this.look;
    const colours = coloursOf(this.look);
    return [
      h(
        'div',
        {
          class: cls('wall', drawn && 'draws', `look-${look}`, colours && 'own'),
          style: colours ? { '--ground': colours.ground, '--ink': colours.ink, '--accent': colours.accent } : {},
        },
        h(
          'header',
          { class: 'wall-head' },
          picture &&
            h('canvas', {
              key: picture,
              class: 'wall-picture',
              'aria-hidden': 'true',
              enter: (element) => drawPicture(/** @type {HTMLCanvasElement} */ (element), picture),
            }),
          h('h1', null, live ? local(live.summary.name) : t('t.list')),
          live && h('p', { key: 'phase', class: 'wall-phase' }, phaseLine(live)),
          h('div', { class: 'wall-tools' }, this.soundButton(), iconLink(app, page, t('t.page_link'), ICONS.back), this.lookButton(), settingsButton(app)),
        ),
        h(
          'main',
          { id: 'tournament', class: 'wall-main' },
          this.isStale(now) && h('p', { key: 'stale', class: 'wall-state', role: 'status' }, t('wall.stale')),
          live ? (drawn ? drawnPart(live, drawn, now) : this.content(live, now)) : this.nothing(session),
        ),
      ),
      this.dialog.view(),
    ];
  }

  /** Sound on or off. Browsers allow none before a press, which this button may be. */
  soundButton() {
    const { volume } = this.look;
    const isHeard = volume > 0 && this.#voice.isAwake;
    const name = t(isHeard ? 'wall.sound.off' : 'wall.sound.on');
    return h(
      'button',
      {
        key: 'sound',
        class: 'ico',
        'aria-label': name,
        title: name,
        on: {
          // The press itself has woken the voice.
          click: () => this.merge({ volume: isHeard ? 0 : volume || PLAIN.volume }),
        },
      },
      icon(isHeard ? ICONS.sound : ICONS.mute),
    );
  }

  lookButton() {
    const name = t('wall.settings');
    return h('button', { key: 'look', class: 'ico', 'aria-label': name, title: name, on: { click: () => this.dialog.open() } }, icon(ICONS.host));
  }

  /** @param {TournamentSession | null} session */
  nothing(session) {
    if (session?.status === 'gone') return gone(this.app, 'event', this.tournamentId, false);
    if (this.app.isDown || this.app.isCutOff) return cutOff(this.app);
    return h('p', { key: 'nothing', class: 'wall-level' }, t('t.loading'));
  }

  /** The seats to show now, if it is time for them. @param {Tournament} live @param {number} now */
  drawn(live, now) {
    const seats = this.#seats ?? seatsOf(live);
    const pages = Math.ceil(seats.length / SEATS);
    const page = drawPage(live, pages, now);
    if (page === null) {
      this.#seats = null;
      return null;
    }
    if (!this.#seats && seats.length < live.summary.alive) this.#askSeats();
    return { page, pages, seats: seats.slice(page * SEATS, (page + 1) * SEATS) };
  }

  /** A state has only the first players of a large field. */
  async #askSeats() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const { account } = this.app;
      const [entrants, tables] = await Promise.all([account.entrants(this.tournamentId), account.eventTables(this.tournamentId)]);
      this.#seats = seatsByName(entrants, tables);
    } catch {
      // The known ones are shown, and the rest is requested again.
    }
    this.#isAsking = false;
  }

  /** @param {Tournament} live @param {number} now @returns {Kid[]} */
  content(live, now) {
    return [h('div', { key: 'left', class: 'wall-left' }, centre(live, now), banner(live)), this.side(live), facts(live, now)];
  }

  /** The column beside the clock; `null` once it is over. @param {Tournament} live */
  side(live) {
    if (isOver(live)) return null;
    if (live.summary.phase === 'registering') return enterPart(live, `${location.origin}/tournament/${encodeURIComponent(live.summary.tournament)}`);
    const out = outPart(live);
    return h('div', { key: 'side', class: 'wall-side' }, prizesPart(live, out !== null), out);
  }
}

/** Banner for a special moment. @param {Tournament} live */
function banner(live) {
  const { paused, handForHand, deal } = live;
  const text = deal
    ? t('t.deal')
    : paused !== null
      ? t('t.paused.why', { reason: reasonText(paused) })
      : handForHand
        ? t('t.hand_for_hand.because', { why: t(`t.hand_for_hand.why.${handForHand.why}`) })
        : toMoney(live) === 1 && tn('t.to_money', 1);
  return text && h('p', { key: 'banner', class: 'wall-state' }, text);
}

/** Status line beside the numbers. @param {Tournament} live */
function phaseLine(live) {
  const { summary, structure, paused, handForHand } = live;
  const { phase, entries_open: isOpen } = summary;
  // Waiting for players or officials is shown in large type elsewhere.
  if (phase === 'registering') return summary.starts_at === undefined ? t('t.phase.registering') : startText(summary);
  if (paused !== null) return t('wall.paused');
  if (phase === 'running' && isOpen) return t('wall.late', { n: structure.late_levels });
  if (phase === 'running' && isEntryPeriod(live)) return t('wall.full');
  if (phase === 'running') return handForHand ? t('t.hand_for_hand') : t('wall.closed');
  return t(`t.phase.${phase}`);
}

/** The largest element of the screen. @param {Tournament} live @param {number} now */
function centre(live, now) {
  const { summary, clock, level, next } = live;
  if (summary.phase === 'cancelled') return h('p', { key: 'cancelled', class: 'wall-level' }, t('t.phase.cancelled'));
  if (summary.phase === 'completed') return podium(live);
  if (summary.phase === 'registering') return waiting(live, now);
  const left = timeLeft(live, now);
  const coming = clock?.break ? levelAfterBreak(live) : next;
  return h(
    'section',
    { key: 'clock', class: cls('wall-clock', clock && !clock.running && 'still'), 'aria-label': t('t.clock') },
    h('p', { class: 'wall-level' }, clock?.break ? t('t.phase.break') : t('t.level', { n: level?.level ?? 1 })),
    left !== null && time(left),
    clock && !clock.running && live.paused === null && h('p', { key: 'still', class: 'wall-still' }, t('t.clock.stopped')),
    level && !clock?.break && blindsLine(blindsText(level)),
    coming && nextLevel(coming),
  );
}

/** @param {string} text */
const blindsLine = (text) => h('p', { key: 'blinds', class: 'wall-blinds', style: { '--signs': text.length } }, text);

/** @param {Tournament} live @param {number} now */
function facts(live, now) {
  const { summary, structure, level } = live;
  const { phase, entries, entries_max: most, alive } = summary;
  /** @type {[string, string, string?][]} */
  const some = [];
  if (phase === 'completed') {
    some.push([t('t.term.entries'), num(entries)]);
  } else if (phase === 'registering') {
    some.push([t('t.term.entries'), t('t.rank.of', { n: entries, of: most })], [t('t.term.stack'), num(summary.stack)]);
    // If prizes are listed, the pool is shown with them.
    if (live.prizes.length === 0) some.push([t('t.prizes.pool'), num(paidOut(live))]);
  } else if (phase !== 'cancelled') {
    some.push([t('t.players_left'), num(alive), t('wall.of_entries', { n: entries })]);
    const average = averageOf(live);
    const big = level?.big_blind ?? 0;
    some.push([t('t.average'), num(average), big > 0 ? t('wall.big_blinds', { n: Math.floor(average / big) }) : '']);
  }
  const prize = nextPrize(live);
  if (prize) some.push([t(prize.isNext ? 'wall.next_prize' : 'wall.least_prize'), num(prize.prize), t('wall.place', { n: prize.place })]);
  const until = breakIn(live, now);
  if (until !== null) some.push([t('wall.break_in'), timeText(until)]);
  else if (structure.breaks === 'hourly' && phase === 'running') some.push([t('wall.break'), t('wall.break.hourly')]);
  return h(
    'dl',
    { key: 'facts', class: 'wall-facts' },
    some.map(([name, value, more]) =>
      h('div', { key: name }, h('dt', null, name), h('dd', null, h('b', null, value), more && h('small', { key: 'more' }, more))),
    ),
  );
}

/**
 * Seats of all players, with a small clock.
 *
 * @param {Tournament} live
 * @param {{ page: number, pages: number, seats: Drawn[] }} drawn
 * @param {number} now
 */
function drawnPart(live, { page, pages, seats }, now) {
  const left = timeLeft(live, now);
  const { level } = live;
  return h(
    'section',
    { key: 'draw', class: 'wall-draw', 'aria-labelledby': 'wall-draw' },
    h(
      'div',
      { class: 'wall-draw-head' },
      h('h2', { id: 'wall-draw' }, t('wall.draw')),
      pages > 1 && h('p', { key: 'page' }, t('t.rank.of', { n: page + 1, of: pages })),
      level &&
        left !== null &&
        h('p', { key: 'time', class: 'wall-draw-time' }, t('t.line', { n: level.level, blinds: blindsText(level), time: timeText(left) })),
    ),
    h(
      'ul',
      null,
      seats.map(({ player, name, table, seat }) => h('li', { key: player }, h('b', null, name), h('span', null, t('wall.seat', { table, seat })))),
    ),
  );
}

customElements.define('p-wall', WallScreen);
