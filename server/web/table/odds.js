// What hands that lie open can expect from the cards to come, told at their plates while nobody can bet any more.

/** @import { OddsRequest, OpenHand } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */
/** @import { Play, Table } from '../model.js' */
/** @import { Settings } from '../settings.js' */

import { parted } from '../hand.js';
import { list, t } from '../i18n.js';
import { percent } from '../me/figures.js';

/** Each seat's share of the pot, in words. @typedef {ReadonlyMap<number, string>} Shares */

/** @typedef {{ app: App, settings: Settings, isFocused?: boolean, update: () => void }} Viewer Who looks at a table. */

/** A question, with the seats that its hands belong to. @typedef {{ seats: number[], request: OddsRequest }} Question */

/** @type {Shares} */
const NONE = new Map();

/**
 * What there is to ask about a table as it stands: all cards of those who contend lie open for everybody, and no more than
 * one of them has chips behind. Cards that only the viewer sees are left out, so that everybody gets the same answer.
 *
 * @param {Table} table
 * @param {string} game Its identifier.
 * @returns {Question | null}
 */
export function questionOf(table, game) {
  const { hand } = table;
  if (!hand || hand.over || hand.turn || hand.awards.length > 0 || hand.street.phase === 'showdown') return null;
  const plays = Object.values(table.seats).flatMap(({ seat, play }) => (play ? [{ seat, play }] : []));
  const contend = plays.filter(({ play }) => !play.folded && !play.mucked && play.cards.length > 0);
  const contenders = contend.map(({ play }) => play);
  if (contend.length < 2 || !contenders.every(isOpen) || contenders.filter((play) => !play.allIn).length > 1) return null;
  const folded = plays.filter(({ play }) => play.folded).flatMap(({ play }) => play.up);
  const gone = [...folded, ...(hand.firstBoard ?? []).filter((card) => !hand.board.includes(card))];
  return {
    seats: contend.map(({ seat }) => seat),
    request: {
      game,
      hands: contenders.map(handOf),
      ...(hand.board.length > 0 && { board: hand.board }),
      ...(hand.boardDown > 0 && { board_down: hand.boardDown }),
      ...(gone.length > 0 && { gone }),
    },
  };
}

/** Whether everybody sees all cards of a hand. @param {Play} play */
const isOpen = ({ cards, shown, up }) => cards.every((card) => card !== null && (shown.includes(card) || up.includes(card)));

/** @param {Play} play @returns {OpenHand} */
function handOf(play) {
  const [down, up] = parted(play);
  return { down: down.map(String), ...(up.length > 0 && { up }), ...(play.declared && { declared: play.declared }) };
}

/** A share in whole percent. What is not sure is neither none nor all. @param {number} share In thousandths. @param {boolean} exact */
export function shareText(share, exact) {
  const whole = (/** @type {number} */ times) => percent({ times, of: 1000 }) ?? '';
  if (share < 10 && (share > 0 || !exact)) return `< ${whole(10)}`;
  if (share > 990 && (share < 999 || !exact)) return `> ${whole(990)}`;
  return whole(share);
}

/** The odds of one table, asked for as its cards come. */
export class Odds {
  /** What the plates tell. */
  shares = NONE;
  #viewer;
  /** The question that was asked last. */
  #asked = '';

  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.#viewer = viewer;
  }

  /** Looks at the table that is shown. @param {Table} table */
  async look(table) {
    const { app, settings } = this.#viewer;
    const game = table.hand?.game ?? table.info.game;
    const question = settings.odds ? questionOf(table, game) : null;
    const key = question ? JSON.stringify(question) : '';
    if (key === this.#asked) return;
    this.#asked = key;
    this.shares = NONE;
    if (!question) return;
    const isKnown = app.games.some(({ id }) => id === game);
    const { request, seats } = question;
    // A table without its odds is a table all the same.
    const odds = await app.account.odds({ ...request, ...(!isKnown && { table: table.info.table }) }).catch(() => null);
    const isOver = odds?.exact && odds.deals === 1;
    if (!odds || isOver || odds.shares?.length !== seats.length || this.#asked !== key) return;
    this.shares = new Map(seats.map((seat, at) => [seat, shareText(odds.shares[at], odds.exact ?? false)]));
    this.#viewer.update();
    if (settings.speech === 'full' && this.#viewer.isFocused !== false) this.#viewer.app.announcer.polite(this.#say(table));
  }

  /** @param {Table} table */
  #say(table) {
    const name = (/** @type {number} */ seat) => (seat === table.you?.seat ? t('you') : (table.seats[seat]?.player.name ?? String(seat)));
    return t('say.odds', { who: list([...this.shares].map(([seat, share]) => `${name(seat)} ${share}`)) });
  }
}
