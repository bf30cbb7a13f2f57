// The felt: seats, pots, board, bets, the viewer's own cards.

/** @import { Play, Seat, Table } from '../model.js' */
/** @import { Layout } from './layout.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { t } from '../i18n.js';
import { tableName } from '../lobby/common.js';
import { openTurn } from '../facts.js';
import { timeOf } from './clock.js';
import { shownSign } from './emotes.js';
import { idOf } from './frame.js';
import { hero } from './hero.js';
import { widthOf } from './ink.js';
import { seatOrder } from './layout.js';
import { sideMark, sidesWon, told, usedCards, wildsAt, wonBy } from './marks.js';
import { bets, centre } from './middle.js';
import { mayNote, noteButton, noteMark, openNote } from './notes.js';
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
    // A page has only one main element, which contains all tiles.
    room.isTile ? 'div' : 'main',
    {
      key: 'stage',
      class: cls(
        'stage',
        info.seats <= 6 && !layout.sizes.tight && 'few',
        layout.sizes.tight && 'tight',
        layout.sizes.crowd && 'crowd',
        layout.sizes.small && 'small',
        layout.tagless && 'tagless',
        table.you && 'seated',
      ),
      id: idOf(room, 'stage'),
      'aria-label': room.isTile ? null : t('table.named', { name: tableName(info) }),
      style: {
        '--bw': `${layout.room.bw}px`,
        '--bh': `${layout.room.bh}px`,
        '--plate-h': `${layout.sizes.plate}px`,
        '--overlap': `${layout.sizes.overlap}px`,
        '--tag': `${layout.sizes.tag}px`,
        '--spare': `${layout.spare}px`,
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
          return h('li', { key: `seat${number}`, class: 'vh' }, seatSentence(seat, table, room.money, room.odds.shares));
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

/** Position of a seat. @param {Layout} layout @param {number} number */
const at = (layout, number) => {
  const [x, y] = layout.points[number] ?? [0, 0];
  return { left: `${x.toFixed(1)}px`, top: `${y.toFixed(1)}px` };
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
  const row = hasCards ? rowOf(play, layout) : null;
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
        seat.status !== 'active' && 'away',
      ),
      style: at(layout, seat.seat),
      'data-seat': seat.seat,
    },
    h('span', { class: 'vh' }, seatSentence(seat, table, room.money, room.odds.shares)),
    h(
      'div',
      { class: 'visual', 'aria-hidden': 'true' },
      play && row && theirCards(room, table, seat, play, row),
      plate(room, table, seat, layout, row),
      hand && hand.button === seat.seat && h('span', { class: 'd', title: t('dealer') }, 'D'),
      shownSign(room, seat.player.id),
    ),
    mayNote(room, seat.player) && noteButton(room, seat.player, 'note-open'),
  );
}

/**
 * Layout of a hand above its plate.
 *
 * @typedef {{ kind: string, style: Record<string, string>, width?: number }} Row `width` is set if there are cards that the tag must not cover.
 */

/** @param {Play} play @param {Layout} layout @returns {Row} */
const rowOf = (play, layout) => (layout.sizes.fan && play.shown.length === 0 ? fan(play, layout) : spread(play, layout));

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

/** Down-cards as narrow backs, then readable up-cards. The plate's tag covers what is to their right. */
/** @param {Play} play @param {Layout} layout */
function fan(play, { sizes, room: box }) {
  const up = play.cards.filter((card) => card !== null && play.up.includes(card)).length;
  const count = { down: play.cards.length - up, up };
  const width = box.bw - (sizes.small ? 52 : 74);
  const fit = fitFan(width, count, { max: sizes.card, low: sizes.kind === 'landscape' });
  return {
    kind: 'updown',
    width: count.down * fit.downStep + (up > 0 ? (up - 1) * fit.upStep + fit.card : 0),
    style: { '--cw': `${fit.card}px`, '--down': `${fit.downStep}px`, '--up': `${fit.upStep}px` },
  };
}

/** Maximum width of something around a point before it leaves the stage. @param {number} x @param {number} middle */
const toEdge = (x, middle) => 2 * Math.min(x, 2 * middle - x) - 8;

/** Size of a card's back relative to a shown card: the shown one is the news. */
const BACK = 0.82;

/** @param {Play} play @param {Layout} layout */
function spread(play, { sizes, room: box }) {
  const isUp = play.cards.some((card) => card !== null);
  const fit = isUp
    ? fitCards(box.bw, play.cards.length, { max: sizes.card, gap: 2, index: 0.5 })
    : fitCards(box.bw - 8, play.cards.length, { max: sizes.card * BACK, gap: 2, index: 0.28 });
  const step = isUp ? fit.step : Math.min(fit.step, fit.card * 0.56);
  return { kind: isUp ? 'open' : '', style: { '--cw': `${fit.card}px`, '--step': `${step}px` } };
}

/**
 * Name of a shown hand, as long as its plate has room for. The seat's sentence and the log have it in full.
 *
 * @param {Table} table
 * @param {Seat & { play: Play }} seat
 * @param {number} width
 */
function resultIn(table, seat, width) {
  const texts = shorterMade(told(table, seat.play), sidesWon(table, seat.seat));
  return texts.find((text) => widthOf(text) <= width) ?? texts.at(-1) ?? '';
}

/** Action and bet, or only the bet if cards are in the way. @param {string} did @param {string} bet @param {number} room */
function tagText(did, bet, room) {
  const both = [did, bet].filter(Boolean).join(' ');
  return bet && widthOf(both) + TAG_PADDING > room ? bet : both;
}

/** Paddings of a tag and of a small plate, and the width that the button takes of a small plate, in pixels. */
const TAG_PADDING = 18;
const PLATE_PADDING = 17;
const BUTTON = 18;

/**
 * @param {Room} room
 * @param {Table} table
 * @param {Seat} seat
 * @param {Layout} layout
 * @param {Row | null} row Layout of the hand above it.
 */
function plate(room, table, seat, { sizes, room: box, points, middle, spare, inTags }, row) {
  const full = tagOf(seat, table, room.odds.shares, room.now());
  const [x] = points[seat.seat] ?? [middle];
  const isShown = full?.tone === 'hand' && Boolean(seat.play);
  const free = row?.kind === 'open' ? 0 : box.bw - (row?.width ?? 0);
  const isChoice = row !== null && (full?.tone === 'wait' || full?.tone === 'done') && widthOf(full.text) + TAG_PADDING > free;
  const buttonRoom = sizes.small && table.hand?.button === seat.seat ? BUTTON : 0;
  // A small plate has no tag for a hand's name, nor for a decision next to readable cards: it would cover them.
  const isInside = sizes.crowd && (isShown || isChoice);
  const space = isInside ? box.bw - PLATE_PADDING - buttonRoom : Math.min(box.bw + spare, toEdge(x, middle)) - TAG_PADDING;
  const result = isShown && seat.play ? resultIn(table, { ...seat, play: seat.play }, space) : isInside ? (full?.text ?? '') : '';
  const tag = isInside ? null : full && isShown ? { ...full, text: result } : full;
  const bet = inTags.has(seat.seat) && seat.play?.bet ? room.money(seat.play.bet) : '';
  const { player } = seat;
  // On a phone the name takes precedence over the mark, and both leave the button its room.
  const isMarked = player.kind === 'bot' && (!sizes.small || widthOf(`${player.name} ${t('bot')}`) < box.bw - 42 - buttonRoom);
  const isAsked = openTurn(table)?.seats.includes(seat.seat);
  const isAway = !seat.connected && player.kind !== 'bot';
  const isMine = seat.seat === table.you?.seat;
  const isTold = isInside && result !== '';
  // At showdown a small plate has two lines: the name with the winnings or the stack, and the hand.
  const isNamed = !isTold || isShown;
  return h(
    'div',
    {
      class: cls('plate', isTold && 'told', isTold && isNamed && 'named'),
      'data-plate': seat.seat,
      on: { click: mayNote(room, player) ? () => openNote(room, player) : null },
    },
    room.mayNote && noteMark(room, player),
    isTold && h('span', { key: 'result', class: 'result' }, result),
    isNamed &&
      h(
        'span',
        { key: 'who', class: 'who' },
        isMine ? t('you') : player.name,
        isMarked && h('i', { class: 'bot-mark', title: t('bot') }, t('bot')),
        sideMark(seat.play),
        isAway && h('i', { class: 'away-mark', title: t('status.away') }, t('status.away')),
      ),
    h('span', { class: 'stack' }, room.money(seat.stack)),
    (tag || bet) && h('span', { key: 'tag', class: cls('did', tag?.tone) }, tagText(tag?.text ?? '', bet, box.bw - (row?.width ?? 0))),
    wonBy(room, table, seat),
    isAsked && !isMine && h('span', { key: 'bar', class: 'bar', 'data-clock': seat.seat }, h('i', { style: barStyle(room, table, seat) }), h('em')),
  );
}

/** @param {Room} room @param {Table} table @param {Seat} seat */
const barStyle = (room, table, seat) => ({ transform: `scaleX(${timeOf(table, seat.seat, room.now())?.share ?? 0})` });

/** @param {Room} room @param {Table} table @param {number} number @param {Layout} layout */
function emptySeat(room, table, number, layout) {
  const maySit = !table.you && !table.info.tournament && !table.closed && (!table.offered || table.offered.player.id === table.me);
  return h(
    'li',
    { key: `seat${number}`, class: 'seat free', style: at(layout, number), 'data-seat': number },
    maySit
      ? h(
          'button',
          { class: 'empty-seat', on: { click: () => room.asks.sitDown(number) } },
          t('sit_here'),
          h('span', { class: 'vh' }, `, ${t('seat.n', { n: number })}`),
        )
      : h('span', { class: 'empty-seat idle' }, h('span', { class: 'vh' }, `${t('seat.n', { n: number })}, ${t('seat.empty')}.`)),
    table.hand?.button === number && h('span', { class: 'd dead', title: t('dead_button') }, 'D'),
  );
}
