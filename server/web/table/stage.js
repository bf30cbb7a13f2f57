// The felt: seats, pots, board, bets, the viewer's own cards.

/** @import { Play, Seat, Table } from '../model.js' */
/** @import { Layout } from './layout.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { t } from '../i18n.js';
import { timeOf } from './clock.js';
import { hero } from './hero.js';
import { openTurn } from '../model.js';
import { seatOrder } from './layout.js';
import { sideMark, usedCards, wildsAt, wonBy } from './marks.js';
import { bets, centre } from './middle.js';
import { seatSentence } from './say.js';
import { fitCards, fitFan } from './seats.js';
import { shorterMade, tagOf } from './words.js';

/**
 * The stage of a table.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {Layout} layout
 */
export function stage(room, table, layout) {
  const { info } = table;
  const order = seatOrder(table);
  const mine = table.you && table.seats[table.you.seat];
  return h(
    'main',
    {
      class: cls('stage', info.seats <= 6 && !layout.sizes.tight && 'few', layout.sizes.tight && 'tight', layout.sizes.crowd && 'crowd', table.you && 'seated'),
      id: 'stage',
      'aria-label': t('table.named', { name: info.name }),
      style: {
        '--bw': `${layout.room.bw}px`,
        '--bh': `${layout.room.bh}px`,
        '--board-cw': `${layout.boardCard}px`,
        '--fx': `${layout.feltX}px`,
        '--fy': `${layout.feltY}px`,
      },
    },
    h('div', { class: 'felt', 'aria-hidden': 'true' }),
    mine && hero(room, table, mine, layout),
    centre(room, table, layout),
    h(
      'ol',
      { class: 'seats', 'aria-label': t('seats') },
      order.map((number) => {
        const seat = table.seats[number];
        if (seat && seat === mine) {
          return h('li', { key: `seat${number}`, class: 'vh' }, seatSentence(seat, table, room.money));
        }
        return seat ? opponent(room, table, seat, layout) : emptySeat(room, table, number, layout);
      }),
    ),
    bets(room, table, layout),
    h(
      'div',
      { class: 'toasts in-stage', 'aria-hidden': 'true' },
      room.session.notices.map((notice) => h('p', { key: notice.id, class: 'toast' }, room.noticeText(notice))),
    ),
    table.paused && h('p', { key: 'paused', class: 'veil' }, t('table.paused')),
  );
}

/** What is left free below the header, in pixels: the cards that won rise a little. */
const BELOW_HEADER = 9;

/**
 * Where a seat stands. A shown hand is larger than the box that was kept for it, and rises above it; the seat makes room
 * below the header while it is shown.
 *
 * @param {Layout} layout
 * @param {number} number
 * @param {Row | null} [row] The cards at the plate.
 */
const at = (layout, number, row = null) => {
  const [x, y] = layout.points[number] ?? [0, 0];
  const { plate, overlap } = layout.sizes;
  const rise = row?.isOpen && !row.isBeside ? row.card * 1.4 - overlap + plate - layout.room.bh / 2 : 0;
  return { left: `${x.toFixed(1)}px`, top: `${Math.max(y, BELOW_HEADER + rise).toFixed(1)}px` };
};

/** @param {Room} room @param {Table} table @param {Seat} seat @param {Layout} layout */
function opponent(room, table, seat, layout) {
  const { hand } = table;
  const { play } = seat;
  const asked = openTurn(table)?.seats ?? [];
  const isAsked = asked.includes(seat.seat);
  const isSolo = isAsked && asked.length === 1;
  const isOut = !play || play.folded || play.mucked;
  const hasCards = play !== null && !play.folded && play.cards.length > 0;
  const isUp = hasCards && play.cards.some((card) => card !== null);
  const hasRow = hasCards && (isUp || !layout.sizes.bare);
  const row = play && hasRow ? rowOf(play, layout, seat.seat) : null;
  const [x] = layout.points[seat.seat] ?? [0];
  return h(
    'li',
    {
      key: `seat${seat.seat}`,
      class: cls(
        'seat',
        isOut && 'folded',
        isSolo && 'turn',
        play && play.won > 0 && 'won',
        x > layout.middle + 4 && 'right',
        row?.isBeside && 'beside',
        seat.status !== 'active' && 'away',
      ),
      style: at(layout, seat.seat, row),
      'data-seat': seat.seat,
    },
    h('span', { class: 'vh' }, seatSentence(seat, table, room.money)),
    h(
      'div',
      { class: 'visual', 'aria-hidden': 'true' },
      play && row && theirCards(room, table, seat, play, row),
      plate(room, table, seat, { backs: layout.sizes.bare && hasCards && !isUp, bet: layout.betsInTags }, layout),
      hand && hand.button === seat.seat && h('span', { class: 'd', title: t('dealer') }, 'D'),
    ),
  );
}

/**
 * How a hand is laid out: above its plate, or beside it where there is no room above.
 *
 * @typedef {{ kind: string, isOpen: boolean, isBeside: boolean, card: number, style: Record<string, string> }} Row
 */

/** @param {Play} play @param {Layout} layout @param {number} number @returns {Row} */
const rowOf = (play, layout, number) =>
  layout.sizes.fan && play.shown.length === 0 ? fan(play, layout) : spread(play, layout, number);

/** @param {Room} room @param {Table} table @param {Seat} seat @param {Play} play @param {Row} row */
function theirCards(room, table, seat, play, row) {
  const used = usedCards(table, seat);
  const wild = wildsAt(table, seat);
  return h(
    'div',
    { key: 'row', class: cls('row', 'compact', row.kind), style: row.style },
    play.cards.map((card, index) =>
      h('p-card', {
        key: index,
        c: card ?? '??',
        state: cls(
          play.mucked && 'dead',
          card && play.up.includes(card) && 'up',
          card && wild.has(card) && 'wild',
          card && used && (used.includes(card) ? 'plays' : 'dim'),
        ),
        as: card && wild.get(card),
        enter: room.effects.entering('deal'),
      }),
    ),
  );
}

/** Down-cards as narrow backs, up-cards to be read. The tag of the plate covers what is right of them. */
/** @param {Play} play @param {Layout} layout */
function fan(play, { sizes, room: box }) {
  const up = play.cards.filter((card) => card !== null && play.up.includes(card)).length;
  const count = { down: play.cards.length - up, up };
  const isSmall = sizes.kind === 'phone' || sizes.kind === 'landscape';
  const width = box.bw - (isSmall ? 62 : 74);
  const fit = fitFan(width, count, { max: sizes.card, low: sizes.kind === 'landscape' });
  return {
    kind: 'updown',
    isOpen: false,
    isBeside: false,
    card: fit.card,
    style: { '--cw': `${fit.card}px`, '--down': `${fit.downStep}px`, '--up': `${fit.upStep}px` },
  };
}

/** The gap between a plate and the cards beside it, in pixels. */
const BESIDE = 4;

/** How wide something around a point may be before it leaves the stage. @param {number} x @param {number} middle */
const toEdge = (x, middle) => 2 * Math.min(x, 2 * middle - x) - 8;

/** @param {Play} play @param {Layout} layout @param {number} number */
function spread(play, { sizes, room: box, points, top, middle }, number) {
  const isUp = play.cards.some((card) => card !== null);
  const [x, y] = points[number];
  const inner = Math.abs(middle - x) - box.bw / 2 - 2 * BESIDE;
  // Where one stands above the other without room between them, a hand lies towards the middle.
  const isBeside = isUp && sizes.bare && y > top + 1 && inner > 0;
  // A shown hand may be wider than its box: reading it is the news.
  const max = isUp ? Math.min(sizes.card * 1.25, 56) : sizes.card;
  const more = sizes.fan ? 0 : sizes.kind === 'phone' ? 6 : 34;
  const width = isBeside ? inner : isUp ? Math.min(box.bw + more, toEdge(x, middle)) : box.bw - 8;
  const fit = fitCards(width, play.cards.length, { max, gap: 2, index: isUp ? 0.5 : 0.28 });
  const step = isUp ? fit.step : Math.min(fit.step, fit.card * 0.56);
  const style = { '--cw': `${fit.card}px`, '--step': `${step}px`, '--beside': `${BESIDE}px` };
  return { kind: isUp ? 'open' : '', isOpen: isUp, isBeside, card: fit.card, style };
}

const ink = document.createElement('canvas').getContext('2d');

/** How wide a text is drawn in the smallest size, in pixels. @param {string} text */
function widthOf(text) {
  if (!ink) return text.length * 7;
  ink.font = `650 12px ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`;
  return ink.measureText(text).width;
}

/**
 * What a shown hand makes, in as many words as its plate has room for. All of it is in the sentence of the seat and in the
 * log.
 *
 * @param {Table} table
 * @param {Seat & { play: Play }} seat
 * @param {number} width
 */
function resultIn(table, seat, width) {
  const sides = (table.hand?.awards ?? [])
    .filter((award) => award.shares.some((share) => share.seat === seat.seat))
    .map((award) => award.side);
  const texts = shorterMade(seat.play, sides);
  return texts.find((text) => widthOf(text) <= width) ?? texts.at(-1) ?? '';
}

/** The paddings of a tag, in pixels. */
const TAG_PADDING = 20;

/**
 * @param {Room} room
 * @param {Table} table
 * @param {Seat} seat
 * @param {{ backs: boolean, bet: boolean }} tells What there is no other room for.
 * @param {Layout} layout
 */
function plate(room, table, seat, tells, { sizes, room: box, points, middle }) {
  const full = tagOf(seat, table);
  const isSmall = sizes.kind === 'phone' || sizes.kind === 'landscape';
  const [x] = points[seat.seat] ?? [middle];
  const space = Math.min(box.bw + (isSmall ? 8 : 48), toEdge(x, middle)) - TAG_PADDING;
  const tag = full?.tone === 'hand' && seat.play ? { ...full, text: resultIn(table, { ...seat, play: seat.play }, space) } : full;
  const bet = tells.bet && seat.play?.bet ? room.money(seat.play.bet) : '';
  const { player } = seat;
  // On a phone a name goes before the mark.
  const isMarked = player.kind === 'bot' && (!isSmall || widthOf(`${player.name} ${t('bot')}`) < box.bw - 42);
  const isAsked = openTurn(table)?.seats.includes(seat.seat);
  const isAway = !seat.connected && player.kind !== 'bot';
  const isMine = seat.seat === table.you?.seat;
  return h(
    'div',
    { class: 'plate', 'data-plate': seat.seat },
    h(
      'span',
      { class: 'who' },
      isMine ? t('you') : player.name,
      isMarked && h('i', { class: 'bot-mark', title: t('bot') }, t('bot')),
      sideMark(seat.play),
      isAway && h('i', { class: 'away-mark', title: t('status.away') }, t('status.away')),
    ),
    h('span', { class: 'stack' }, room.money(seat.stack)),
    tells.backs && h('span', { key: 'backs', class: 'backs' }, h('i', null), h('i', null)),
    (tag || bet) && h('span', { key: 'tag', class: cls('did', tag?.tone) }, [tag?.text, bet].filter(Boolean).join(' ')),
    wonBy(room, table, seat),
    isAsked &&
      !isMine &&
      h(
        'span',
        { key: 'bar', class: 'bar', 'data-clock': seat.seat },
        h('i', { style: barStyle(room, table, seat) }),
        h('em'),
      ),
  );
}

/** @param {Room} room @param {Table} table @param {Seat} seat */
const barStyle = (room, table, seat) => ({ transform: `scaleX(${timeOf(table, seat.seat, room.now())?.share ?? 0})` });

/** @param {Room} room @param {Table} table @param {number} number @param {Layout} layout */
function emptySeat(room, table, number, layout) {
  const maySit = !table.you && !table.closed && (!table.offered || table.offered.player.id === table.me);
  return h(
    'li',
    { key: `seat${number}`, class: 'seat free', style: at(layout, number), 'data-seat': number },
    maySit
      ? h(
          'button',
          { class: 'empty-seat', on: { click: () => room.sitDown(number) } },
          t('sit_here'),
          h('span', { class: 'vh' }, `, ${t('seat.n', { n: number })}`),
        )
      : h(
          'span',
          { class: 'empty-seat idle' },
          h('span', { class: 'vh' }, `${t('seat.n', { n: number })}, ${t('seat.empty')}.`),
        ),
    table.hand?.button === number && h('span', { class: 'd dead', title: t('dead_button') }, 'D'),
  );
}

