// The middle of the felt: pots, the board in any shape, bets in front of the seats.

/** @import { Kid } from '../dom.js' */
/** @import { Hand, Table } from '../model.js' */
/** @import { Layout } from './layout.js' */
/** @import { Pot, Telling } from './pots.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { list, t, tn } from '../i18n.js';
import { unit } from '../facts.js';
import { boardsOf } from '../model.js';
import { widthOf } from './ink.js';
import { usedBoard, wildsOnBoard } from './marks.js';
import { potsOf, SUM } from './pots.js';
import { boardRows } from './seats.js';
import { shapeOf, streetName } from './words.js';

/** @param {Room} room @param {Table} table @param {Layout} layout */
export function centre(room, table, layout) {
  const { hand } = table;
  const [x, y] = layout.centre;
  return h(
    'div',
    { key: 'centre', class: 'centre', style: { left: `${x}px`, top: `${y}px` } },
    h(
      'div',
      { class: 'pots', style: { '--rows': layout.pots.rows, '--pots': `${Math.round(layout.pots.width)}px` } },
      hand ? pots(room, table, hand, layout.pots) : null,
      kitty(room, table),
    ),
    layout.boardCards > 0 && board(room, table, layout),
    h('p', { key: 'street', class: 'street' }, streetText(streetTexts(room, table), layout.street) || '\u00a0'),
    hand?.returned && !hand.over && h('span', { key: 'returned', class: 'vh' }, t('returned', { n: hand.returned.amount })),
  );
}

/** Width of a board's card below which it has room for the index alone, in pixels. */
const TINY = 34;

/** Font size of the street, relative to the smallest text. */
const STREET = 1.09;

/** The first text that fits. @param {string[]} texts @param {number} width */
const streetText = (texts, width) => texts.find((text) => widthOf(text) * STREET <= width) ?? '';

/** The street, and that a bomb pot is next, in long and short forms. @param {Room} room @param {Table} table @returns {string[]} */
function streetTexts(room, table) {
  const { hand } = table;
  const next = table.bombIn === 1 ? [t('bomb.next')] : [];
  if (hand?.sevenDeuce) return [t('seven_deuce.street', { n: room.money(hand.sevenDeuce.amount) })];
  if (!hand || hand.over) return next;
  const texts = handTexts(room, table, hand);
  if (hand.bombPot) return [...texts.map((text) => t('bomb.street', { street: text })), ...texts];
  return [...texts.flatMap((text) => next.map((bomb) => t('bomb.street.next', { street: text, bomb }))), ...texts];
}

/** @param {Room} room @param {Table} table @param {Hand} hand @returns {string[]} */
function handTexts(room, table, hand) {
  if (hand.held) return [t('log.hand_held')];
  if (hand.stop) return [t('log.hand_stopped')];
  const shape = shapeOf(room.game(table));
  const street = streetName(hand.street, shape);
  // Without the number of draws, if there is no room for it.
  const few = [...new Set([street, streetName({ ...hand.street, ofDraws: 1 }, shape)])];
  const plays = Object.values(table.seats).flatMap((seat) => (seat.play && !seat.play.folded ? [seat.play] : []));
  const chosen = plays.filter((play) => play.chosen).length;
  // For simultaneous decisions, show how many players have chosen.
  if (chosen > 0) return [t('street.chosen', { street, n: chosen, of: chosen + (hand.turn?.seats.length ?? 0) }), ...few];
  return plays.some((play) => play.bet > 0) ? [t('street.total', { street, n: room.money(hand.pot) }), ...few] : few;
}

/**
 * The board in the order of the server: face-up cards, face-down cards, and places for those to come. With two boards or runs, the first is above the
 * second.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {Layout} layout
 */
function board(room, table, layout) {
  const { hand } = table;
  const boards = boardsOf(hand);
  const down = hand?.boardDown ?? 0;
  const used = usedBoard(table);
  const wild = wildsOnBoard(table);
  const wide = Math.ceil(layout.boardCards / boardRows(layout.boardCards));
  const words = [t('board'), down > 0 && tn('seat.down', down), boards.length > 1 && t(hand?.secondBoard ? 'board.two' : 'board.twice')].filter(Boolean);
  const places = layout.boardCards / boards.length;
  // Cards are marked on the board awarded last, or before any award on the last board.
  const marked = (hand?.awards.at(-1)?.run ?? boards.length) - 1;
  return h(
    'div',
    {
      key: 'board',
      class: cls('board', boards.length > 1 && 'twice', layout.boardCard < TINY && 'tiny'),
      role: 'group',
      'aria-label': words.join(', '),
      style: { '--wide': wide },
    },
    boards.flatMap((up, run) => {
      const marks = run === marked;
      return Array.from({ length: places }, (_, place) => {
        const [card, index] = [up[place], run * places + place];
        const rabbit = hand?.rabbit?.[place - up.length];
        if (rabbit) return h('p-card', { key: `r${index}`, c: rabbit, state: 'rabbit' });
        if (card) {
          return h('p-card', {
            key: `b${index}`,
            c: card,
            state: marks ? cls(used && (used.includes(card) ? 'plays' : 'dim'), wild.has(card) && 'wild') : '',
            as: marks ? wild.get(card) : undefined,
            enter: room.effects.entering('turn'),
          });
        }
        return place < up.length + down
          ? h('p-card', { key: `d${index}`, c: '??', state: cls(place === up.length && 'next') })
          : h('span', { key: `s${index}`, class: 'slot', 'aria-hidden': 'true' });
      });
    }),
  );
}

/** @param {Room} room @param {Table} table @param {Hand} hand @param {Telling} telling @returns {Kid[]} */
function pots(room, table, hand, { level }) {
  // A pot that no player won stays until the next hand.
  if (hand.over && hand.carriedOn > 0) {
    return [
      h(
        'span',
        { key: 'pot0', class: 'pot', 'data-pot': 0 },
        discs(hand.carriedOn, table, true),
        h('b', null, room.money(hand.carriedOn)),
        h('small', null, t('pot.carries_on')),
      ),
    ];
  }
  const all = potsOf(table, room.money);
  if (level === SUM) {
    const words = all.map(({ label, amount }) => `${label} ${room.money(amount)}`);
    const sum = all.reduce((chips, { amount }) => chips + amount, 0);
    return [potView(room, table, { index: 0, amount: sum, label: t('pots.n', { n: all.length }), brief: '', note: '', title: list(words) }, 1, words)];
  }
  return all.map((pot) => potView(room, table, pot, level));
}

/**
 * @param {Room} room
 * @param {Table} table
 * @param {Pot} pot
 * @param {number} level
 * @param {string[]} [words] Text to read out instead.
 */
function potView(room, table, { index, amount, label, brief, note, title, paid }, level, words) {
  const isBare = level === 3;
  // A sum has no colour of its own, and often little room.
  const isSum = Boolean(words);
  const full = words ?? (level > 1 || (level === 1 && note) ? [`${label} ${room.money(amount)}`, note].filter(Boolean) : null);
  const visual = [
    !isBare && !isSum && !paid && discs(amount, table, true),
    !isBare && h('span', null, `${level < 2 ? label : brief} `),
    h('b', null, room.money(amount)),
    level === 0 && note && h('small', null, note),
  ];
  return h(
    'span',
    {
      key: `pot${index}`,
      class: cls('pot', index > 0 && 'side', paid && 'paid', (isBare || isSum || paid) && 'bare'),
      'data-pot': index,
      title: isBare ? `${label}. ${title}` : title,
    },
    full && h('span', { key: 'full', class: 'vh' }, full.join(', ')),
    full ? h('span', { key: 'seen', class: 'seen', 'aria-hidden': 'true' }, visual) : visual,
  );
}

/** The kitty, small beside the pots. @param {Room} room @param {Table} table */
const kitty = (room, table) =>
  table.kitty > 0 && h('span', { key: 'kitty', class: 'pot kitty' }, h('small', null, `${t('kitty')} `), h('b', null, room.money(table.kitty)));

/** One to three discs, by the size of an amount. @param {number} chips @param {Table} table @param {boolean} single */
function discs(chips, table, single) {
  const bets = chips / unit(table.info);
  const colours = bets >= 60 ? ['k', 'b', ''] : bets >= 12 ? ['b', ''] : bets >= 3 ? ['', 'w'] : ['w'];
  const shown = single ? colours.slice(0, 1) : colours;
  return h(
    'span',
    { class: 'chips', 'aria-hidden': 'true' },
    shown.map((colour, at) => h('i', { key: at, class: cls('chip', colour) })),
  );
}

/** @param {Room} room @param {Table} table @param {Layout} layout @returns {Kid[]} */
export function bets(room, table, layout) {
  return Object.values(table.seats).map((seat) => {
    const chips = seat.play?.bet ?? 0;
    if (chips === 0 || layout.inTags.has(seat.seat)) return null;
    const [x, y] = layout.bets[seat.seat] ?? layout.points[seat.seat] ?? [0, 0];
    return h(
      'span',
      {
        key: `bet${seat.seat}`,
        class: 'bet',
        'data-bet': seat.seat,
        'aria-hidden': 'true',
        style: { left: `${x.toFixed(1)}px`, top: `${y.toFixed(1)}px` },
        enter: room.effects.entering('bet'),
      },
      discs(chips, table, false),
      room.money(chips),
    );
  });
}
