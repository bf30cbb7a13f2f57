// The middle of the felt: pots, the board in whatever shape, bets in front of the seats.

/** @import { Kid } from '../dom.js' */
/** @import { Hand, Table } from '../model.js' */
/** @import { Layout } from './layout.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { list, t, tn } from '../i18n.js';
import { middle } from '../model.js';
import { usedBoard, wildsOnBoard } from './marks.js';
import { boardRows } from './seats.js';
import { shapeOf, streetName, unit } from './words.js';

/** @param {Room} room @param {Table} table @param {Layout} layout */
export function centre(room, table, layout) {
  const { hand } = table;
  const [x, y] = layout.centre;
  return h(
    'div',
    { key: 'centre', class: 'centre', style: { left: `${x}px`, top: `${y}px` } },
    h('div', { class: 'pots' }, hand ? pots(room, table, hand) : null, kitty(room, table)),
    layout.boardCards > 0 && board(room, table, layout),
    h('p', { key: 'street', class: 'street' }, (hand && !hand.over && streetText(room, table, hand)) || '\u00a0'),
    hand?.returned &&
      !hand.over &&
      h('span', { key: 'returned', class: 'vh' }, t('returned', { n: hand.returned.amount })),
  );
}

/** Where the hand stands, in words. @param {Room} room @param {Table} table @param {Hand} hand */
function streetText(room, table, hand) {
  const street = streetName(hand.street, shapeOf(room.game(table)));
  const plays = Object.values(table.seats).flatMap((seat) => (seat.play && !seat.play.folded ? [seat.play] : []));
  const chosen = plays.filter((play) => play.chosen).length;
  // Of those who choose at the same time it is told how many have.
  if (chosen > 0) return t('street.chosen', { street, n: chosen, of: chosen + (hand.turn?.seats.length ?? 0) });
  return plays.some((play) => play.bet > 0) ? t('street.total', { street, n: room.money(hand.pot) }) : street;
}

/**
 * The board in the order of the server: cards that lie face up, those that still lie face down, and places for those to
 * come. Where it is run twice the first board lies above the second.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {Layout} layout
 */
function board(room, table, layout) {
  const { hand } = table;
  const boards = [...(hand?.firstBoard ? [hand.firstBoard] : []), hand?.board ?? []];
  const down = hand?.boardDown ?? 0;
  const used = usedBoard(table);
  const wild = wildsOnBoard(table);
  const wide = Math.ceil(layout.boardCards / boardRows(layout.boardCards));
  const words = [t('board'), down > 0 && tn('seat.down', down), boards.length > 1 && t('board.twice')].filter(Boolean);
  const places = layout.boardCards / boards.length;
  return h(
    'div',
    { key: 'board', class: 'board', role: 'group', 'aria-label': words.join(', '), style: { '--wide': wide } },
    boards.flatMap((up, run) => {
      // Cards are marked on the board that is looked at.
      const marks = run === boards.length - 1;
      return Array.from({ length: places }, (_, place) => {
        const [card, index] = [up[place], run * places + place];
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

/** @param {Room} room @param {Table} table @param {Hand} hand @returns {Kid[]} */
function pots(room, table, hand) {
  const all = middle(table);
  // A pot that nobody won lies there until the next hand.
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
  return all.map((pot, index) => {
    if (pot.amount === 0) return null;
    const absent = absentFrom(table, hand, all[0]?.seats ?? [], pot.seats);
    const label = index === 0 ? t('pot') : all.length > 2 ? t('side_pot.n', { n: index }) : t('side_pot');
    return h(
      'span',
      {
        key: `pot${index}`,
        class: cls('pot', index > 0 && 'side'),
        'data-pot': index,
        title: tn('pot.contenders', pot.seats.length, {
          who: list(pot.seats.map((seat) => hand.names[seat] ?? String(seat))),
        }),
      },
      discs(pot.amount, table, true),
      h('span', null, `${label} `),
      h('b', null, room.money(pot.amount)),
      index > 0 && absent && h('small', null, absent),
      index === 0 && hand.carried > 0 && h('small', { key: 'carried' }, t('pot.carried', { n: room.money(hand.carried) })),
    );
  });
}

/** What the kitty has got, small beside the pots. @param {Room} room @param {Table} table */
const kitty = (room, table) =>
  table.kitty > 0 &&
  h(
    'span',
    { key: 'kitty', class: 'pot kitty' },
    h('small', null, `${t('kitty')} `),
    h('b', null, room.money(table.kitty)),
  );

/** Who of the main pot is not in a side pot, or who is, whichever is shorter. */
/** @param {Table} table @param {Hand} hand @param {number[]} main @param {number[]} side */
function absentFrom(table, hand, main, side) {
  const name = (/** @type {number} */ seat) =>
    seat === table.you?.seat ? t('you.in') : (hand.names[seat] ?? String(seat));
  const out = main.filter((seat) => !side.includes(seat));
  if (out.length === 0) return '';
  return out.length <= side.length
    ? t('pot.without', { who: list(out.map(name)) })
    : t('pot.with', { who: list(side.map(name)) });
}

/** One to three discs by the size of an amount. @param {number} chips @param {Table} table @param {boolean} single */
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
    if (chips === 0 || (layout.betsInTags && seat.seat !== table.you?.seat)) return null;
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

