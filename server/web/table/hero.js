// The viewer's own seat: cards at their largest, their hand, the plate.

/** @import { VNode } from '../dom.js' */
/** @import { Play, Seat, Table } from '../model.js' */
/** @import { Layout } from './layout.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { t } from '../i18n.js';
import { shownSign } from './emotes.js';
import { widthOf } from './ink.js';
import { sideMark, sidesWon, told as beside, usedCards, wildsAt, wonBy } from './marks.js';
import { cardControl, orderOf } from './picking.js';
import { fitCards } from './seats.js';
import { madeOf, shorterBoth, shorterMade, shorterMine, tagOf } from './words.js';

/** @param {Room} room @param {Table} table @param {Seat} seat @param {Layout} layout */
export function hero(room, table, seat, layout) {
  const { hand, you } = table;
  const { play } = seat;
  const isAsked = Boolean(you && you.choices.length > 0);
  const isPicking = Boolean(you?.choices.some(({ kind }) => kind === 'discard' || kind === 'roll' || kind === 'arrange'));
  const { sizes } = layout;
  const cards = play && play.cards.length > 0 ? play.cards : [];
  const fit = fitCards(layout.heroRow, Math.max(1, cards.length), { max: sizes.mine, gap: 6, index: 0.6 });
  const isShowdown = hand?.over || hand?.street.phase === 'showdown';
  const made = !play || play.folded || hand?.over ? '' : inRow(layout, madeOf(you));
  const shown = isShowdown && play ? inRow(layout, [beside(table, play)]) : '';
  // Without a line above the cards it stands in the plate, as for the others.
  const told = sizes.tight && shown && play ? inPlate(table, seat.seat, play) : '';
  const used = usedCards(table, seat);
  const order = handOrder(cards, orderOf(room, table), room.settings.sortHand && !isPicking && !play?.up.length);
  const tag = myTag(room, seat, table);
  const bet = layout.inTags.has(seat.seat) && play?.bet ? room.money(play.bet) : '';
  return h(
    'div',
    {
      key: 'me',
      class: cls('me', isAsked && 'turn', isPicking && 'pick', play?.folded && 'folded', play && play.won > 0 && 'won'),
      'data-seat': seat.seat,
    },
    h(
      'div',
      {
        class: cls('row', fit.step < fit.card * 0.9 && 'compact'),
        role: 'group',
        'aria-label': t('my_cards'),
        style: { '--cw': `${fit.card}px`, '--step': `${fit.step}px` },
      },
      order.map((index) => myCard(room, table, seat, cards[index] ?? null, index, used)),
    ),
    (made || shown) && h('p', { key: 'made', class: 'made' }, shown || made),
    h(
      'div',
      { class: cls('plate', told && 'told named'), 'data-plate': seat.seat },
      told && h('span', { key: 'result', class: 'result' }, told),
      h('span', { class: 'who' }, t('you')),
      h('span', { class: 'stack' }, room.money(seat.stack)),
      sideMark(play),
      (tag || bet) && h('span', { key: 'tag', class: cls('did', tag?.tone) }, [tag?.text, bet].filter(Boolean).join(' ')),
      hand?.button === seat.seat &&
        h('span', { class: 'd', title: t('dealer') }, h('span', { 'aria-hidden': 'true' }, 'D'), h('span', { class: 'vh' }, t('dealer'))),
      wonBy(room, table, seat),
      shownSign(room, seat.player.id),
    ),
  );
}

/** Margins, paddings and font size of the line above the viewer's cards. */
const LINE = { beside: 44, inside: 24, size: 1.09 };

/** Names of the hand, as long as the line above the cards has room for. @param {Layout} layout @param {Parameters<typeof shorterMine>[0][]} made One per board. */
function inRow({ middle, heroW }, made) {
  const isTwo = made.length > 1;
  const texts = isTwo ? shorterBoth(made) : made.flatMap(shorterMine);
  // The text about two boards is long, and stays between the seats on either side.
  const room = isTwo ? heroW - LINE.inside : 2 * middle - LINE.beside;
  return texts.find((text) => widthOf(text) * LINE.size <= room) ?? texts.at(-1) ?? '';
}

/** Width of the name of a hand in the viewer's own plate. */
const PLATE = 172;

/** Name of the viewer's shown hand, as long as the plate has room for. @param {Table} table @param {number} seat @param {Play} play */
function inPlate(table, seat, play) {
  const texts = shorterMade(beside(table, play), sidesWon(table, seat));
  return texts.find((text) => widthOf(text) <= PLATE) ?? texts.at(-1) ?? '';
}

/**
 * Tag on the viewer's own plate. The hand and the bet are shown elsewhere: beside the cards and in front of them.
 *
 * @param {Room} room
 * @param {Seat} seat
 * @param {Table} table
 */
function myTag(room, seat, table) {
  const { play } = seat;
  const tag = tagOf(seat, table, room.odds.shares, room.now());
  if (!tag || tag.tone === 'hand') return null;
  if (seat.status !== 'active') return tag;
  const isTold = tag.tone === 'odds' || play?.folded || play?.chosen || tag.tone === 'side' || (play?.allIn && !table.hand?.over);
  return isTold ? tag : null;
}

/**
 * Order of the viewer's cards: as dealt, as being arranged, or by rank.
 *
 * @param {(string | null)[]} cards
 * @param {readonly string[] | null} laid
 * @param {boolean} sorted
 */
function handOrder(cards, laid, sorted) {
  const order = cards.map((_, index) => index);
  if (laid) {
    const place = (/** @type {number} */ index) => {
      const at = laid.indexOf(cards[index] ?? '');
      return at < 0 ? laid.length + index : at;
    };
    return order.sort((a, b) => place(a) - place(b));
  }
  if (!sorted || cards.some((card) => card === null)) return order;
  const rank = (/** @type {string | null} */ card) => 'AKQJT98765432'.indexOf(card?.[0] ?? '');
  return order.sort((a, b) => rank(cards[a]) - rank(cards[b]));
}

/**
 * @param {Room} room
 * @param {Table} table
 * @param {Seat} seat
 * @param {string | null} card
 * @param {number} index
 * @param {string[] | null} used
 * @returns {VNode}
 */
function myCard(room, table, seat, card, index, used) {
  const { play } = seat;
  const wild = wildsAt(table, seat);
  const key = card ?? `x${index}`;
  const isUp = Boolean(card && play?.up.includes(card));
  const { answer } = table.you ?? {};
  const isChosen = answer?.kind === 'roll' && card !== null && answer.cards.includes(card);
  const state = cls(
    card && !isUp && !play?.shown.includes(card) && !play?.folded && 'peek',
    isUp && 'up',
    play?.folded && 'dead',
    card && wild.has(card) && 'wild',
    card && used && (used.includes(card) ? 'plays' : 'dim'),
  );
  const face = h('p-card', { c: card ?? '??', state, as: card && wild.get(card), enter: room.effects.entering('deal') });
  const control = card ? cardControl(room, table, card) : null;
  if (!control) {
    const tag = isChosen && h('span', { key: 'tag', class: 'tag' }, t('card.roll'));
    return h('span', { key, class: cls('slot-mine', isChosen && 'chosen') }, face, tag);
  }
  const { isPicked, label, tag, press, move } = control;
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !move) return;
    event.preventDefault();
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    move(by);
    button.focus();
  };
  return h(
    'button',
    {
      key,
      type: 'button',
      class: cls(move && 'laying'),
      'aria-pressed': isPicked,
      'aria-label': label,
      on: { click: press, keydown: keys },
    },
    face,
    h('span', { class: 'tag', 'aria-hidden': 'true' }, tag),
  );
}
