// The felt: seats, pots, board, bets, the viewer's own cards.

/** @import { Kid, VNode } from '../dom.js' */
/** @import { Hand, Play, Seat, Table } from '../model.js' */
/** @import { Layout } from './layout.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { list, t, tn } from '../i18n.js';
import { middle } from '../model.js';
import { cardToggle } from './actions.js';
import { timeOf } from './clock.js';
import { seatOrder } from './layout.js';
import { fitCards } from './seats.js';
import { madeText, seatSentence, streetName, tagOf, unit } from './words.js';

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
      class: cls('stage', layout.sizes.tight && 'tight', layout.sizes.crowd && 'crowd', table.you && 'seated'),
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
          return h('li', { key: `seat${number}`, class: 'vh' }, seatSentence(seat, table));
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

/** Where a seat stands. @param {Layout} layout @param {number} number */
const at = (layout, number) => {
  const [x, y] = layout.points[number] ?? [0, 0];
  return { left: `${x.toFixed(1)}px`, top: `${y.toFixed(1)}px` };
};

/** @param {Room} room @param {Table} table @param {Seat} seat @param {Layout} layout */
function opponent(room, table, seat, layout) {
  const { hand } = table;
  const { play } = seat;
  const isAsked = Boolean(hand?.turn?.seats.includes(seat.seat));
  const isSolo = isAsked && hand?.turn?.seats.length === 1;
  const isOut = !play || play.folded || play.mucked;
  const hasCards = play !== null && !play.folded && play.cards.length > 0;
  const isUp = hasCards && play.cards.some((card) => card !== null);
  const hasRow = hasCards && (isUp || !layout.sizes.bare);
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
    h('span', { class: 'vh' }, seatSentence(seat, table)),
    h(
      'div',
      { class: 'visual', 'aria-hidden': 'true' },
      hasRow && theirCards(room, table, seat, play, layout),
      plate(room, table, seat, { backs: layout.sizes.bare && hasCards && !isUp, bet: layout.betsInTags }),
      hand && hand.button === seat.seat && h('span', { class: 'd', title: t('dealer') }, 'D'),
    ),
  );
}

/** @param {Room} room @param {Table} table @param {Seat} seat @param {Play} play @param {Layout} layout */
function theirCards(room, table, seat, play, layout) {
  const { sizes, room: box } = layout;
  const isUp = play.cards.some((card) => card !== null);
  // A shown hand may be wider than its box: reading it is the news.
  const max = isUp ? Math.min(sizes.card * 1.25, 56) : sizes.card;
  const fit = fitCards(isUp ? box.bw + (sizes.kind === 'phone' ? 6 : 34) : box.bw - 8, play.cards.length, {
    max,
    gap: 2,
    index: isUp ? 0.5 : 0.28,
  });
  const step = isUp ? fit.step : Math.min(fit.step, fit.card * 0.56);
  const used = usedCards(table, seat);
  return h(
    'div',
    {
      key: 'row',
      class: cls('row', isUp && 'up', 'compact'),
      style: { '--cw': `${fit.card}px`, '--step': `${step}px` },
    },
    play.cards.map((card, index) =>
      h('p-card', {
        key: index,
        c: card ?? '??',
        state: cls(play.mucked && 'dead', card && used && (used.includes(card) ? 'plays' : 'dim')),
        enter: room.effects.entering('deal'),
      }),
    ),
  );
}

/** The cards that won, once pots were paid; `null` while nothing is to be marked. */
/** @param {Table} table @param {Seat} seat @returns {string[] | null} */
function usedCards(table, seat) {
  const { hand } = table;
  if (!hand || hand.awards.length === 0) return null;
  const play = seat.play;
  if (!play || (!play.high && !play.low) || play.won === 0) return null;
  const sides = hand.awards
    .filter((award) => award.shares.some((share) => share.seat === seat.seat))
    .map((award) => award.side);
  const isLowOnly = sides.every((side) => side === 'low');
  return (isLowOnly ? play.low?.cards : play.high?.cards) ?? play.low?.cards ?? null;
}

/** The cards of the board that play in a winning hand. @param {Table} table */
function usedBoard(table) {
  const winners = Object.values(table.seats).filter(
    (seat) => (seat.play?.won ?? 0) > 0 && (seat.play?.high || seat.play?.low),
  );
  if (!table.hand || table.hand.awards.length === 0 || winners.length === 0) return null;
  return winners.flatMap((seat) => usedCards(table, seat) ?? []);
}

/**
 * @param {Room} room
 * @param {Table} table
 * @param {Seat} seat
 * @param {{ backs: boolean, bet: boolean }} tells What there is no other room for.
 */
function plate(room, table, seat, tells) {
  const tag = tagOf(seat, table);
  const bet = tells.bet && seat.play?.bet ? room.money(seat.play.bet) : '';
  const { player } = seat;
  const isAsked = table.hand?.turn?.seats.includes(seat.seat);
  const isAway = !seat.connected && player.kind !== 'bot';
  const isMine = seat.seat === table.you?.seat;
  return h(
    'div',
    { class: 'plate', 'data-plate': seat.seat },
    h(
      'span',
      { class: 'who' },
      isMine ? t('you') : player.name,
      player.kind === 'bot' && h('i', { class: 'bot-mark', title: t('bot') }, t('bot')),
      isAway && h('i', { class: 'away-mark', title: t('status.away') }, t('status.away')),
    ),
    h('span', { class: 'stack' }, room.money(seat.stack)),
    tells.backs && h('span', { key: 'backs', class: 'backs' }, h('i', null), h('i', null)),
    (tag || bet) && h('span', { key: 'tag', class: cls('did', tag?.tone) }, [tag?.text, bet].filter(Boolean).join(' ')),
    seat.play && seat.play.won > 0 && wonBy(room, seat.play),
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

/** @param {Room} room @param {Play} play */
const wonBy = (room, play) =>
  h('span', { key: 'won', class: 'won-by', enter: room.effects.entering('pop') }, `+${room.money(play.won)}`);

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

// ---------- the middle ----------

/** @param {Room} room @param {Table} table @param {Layout} layout */
function centre(room, table, layout) {
  const { hand } = table;
  const [x, y] = layout.centre;
  const game = room.game(table);
  const hasBoard = layout.boardCards > 0;
  /** @type {Kid} */
  let text = null;
  if (hand && !hand.over) {
    const total = Object.values(table.seats).some((seat) => (seat.play?.bet ?? 0) > 0) ? room.money(hand.pot) : null;
    const name = streetName(hand.street, hasBoard);
    text = total ? t('street.total', { street: name, n: total }) : name;
  } else if (!hand || hand.over) {
    text = game ? '' : null;
  }
  const used = usedBoard(table);
  return h(
    'div',
    { key: 'centre', class: 'centre', style: { left: `${x}px`, top: `${y}px` } },
    h('div', { class: 'pots' }, hand ? pots(room, table, hand) : null),
    hasBoard &&
      h(
        'div',
        { key: 'board', class: 'board', role: 'group', 'aria-label': t('board') },
        Array.from({ length: layout.boardCards }, (_, index) => {
          const card = hand?.board[index];
          return card
            ? h('p-card', {
                key: `b${index}`,
                c: card,
                state: used ? (used.includes(card) ? 'plays' : 'dim') : '',
                enter: room.effects.entering('turn'),
              })
            : h('span', { key: `s${index}`, class: 'slot', 'aria-hidden': 'true' });
        }),
      ),
    h('p', { key: 'street', class: 'street' }, text || '\u00a0'),
    hand?.returned &&
      !hand.over &&
      h('span', { key: 'returned', class: 'vh' }, t('returned', { n: hand.returned.amount })),
  );
}

/** @param {Room} room @param {Table} table @param {Hand} hand @returns {Kid[]} */
function pots(room, table, hand) {
  const all = middle(table);
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
    );
  });
}

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
function bets(room, table, layout) {
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

// ---------- me ----------

/** @param {Room} room @param {Table} table @param {Seat} seat @param {Layout} layout */
function hero(room, table, seat, layout) {
  const { hand, you } = table;
  const { play } = seat;
  const isAsked = Boolean(you && you.choices.length > 0);
  const isPicking = Boolean(you?.choices.some((choice) => choice.kind === 'discard'));
  const { sizes } = layout;
  const cards = play && play.cards.length > 0 ? play.cards : [];
  const fit = fitCards(layout.heroRow, Math.max(1, cards.length), { max: sizes.mine, gap: 6, index: 0.6 });
  const made =
    !play || play.folded || hand?.over ? '' : madeText({ high: you?.made ?? null, low: you?.madeLow ?? null });
  const shown =
    hand?.over || hand?.street.phase === 'showdown'
      ? madeText({ high: play?.high ?? null, low: play?.low ?? null })
      : '';
  const used = usedCards(table, seat);
  const order = handOrder(cards, room.settings.sortHand && !isPicking);
  const status = seat.status === 'active' ? null : t(`status.${seat.status}`);
  return h(
    'div',
    {
      key: 'me',
      class: cls(
        'me',
        isAsked && 'turn',
        isPicking && 'pick',
        play?.folded && 'folded',
        play && play.won > 0 && 'won',
        layout.flanked && 'above',
      ),
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
      order.map((index) => myCard(room, table, cards[index] ?? null, index, play, used)),
    ),
    (made || shown) && h('p', { key: 'made', class: 'made' }, shown || made),
    h(
      'div',
      { class: 'plate', 'data-plate': seat.seat },
      h('span', { class: 'who' }, t('you')),
      h('span', { class: 'stack' }, room.money(seat.stack)),
      status && h('span', { key: 'status', class: 'did wait' }, status),
      !status && play?.allIn && !hand?.over && h('span', { key: 'tag', class: 'did all' }, t('tag.all_in')),
      !status && play?.folded && h('span', { key: 'tag', class: 'did' }, t('tag.fold')),
      hand?.button === seat.seat &&
        h(
          'span',
          { class: 'd', title: t('dealer') },
          h('span', { 'aria-hidden': 'true' }, 'D'),
          h('span', { class: 'vh' }, t('dealer')),
        ),
      play && play.won > 0 && wonBy(room, play),
    ),
  );
}

/** The order in which the viewer's cards lie: as dealt, or by rank. @param {(string | null)[]} cards @param {boolean} sorted */
function handOrder(cards, sorted) {
  const order = cards.map((_, index) => index);
  if (!sorted || cards.some((card) => card === null)) return order;
  const rank = (/** @type {string | null} */ card) => 'AKQJT98765432'.indexOf(card?.[0] ?? '');
  return order.sort((a, b) => rank(cards[a]) - rank(cards[b]));
}

/**
 * @param {Room} room
 * @param {Table} table
 * @param {string | null} card
 * @param {number} index
 * @param {Play | null} play
 * @param {string[] | null} used
 * @returns {VNode}
 */
function myCard(room, table, card, index, play, used) {
  const key = card ?? `x${index}`;
  const state = cls(
    card && !play?.shown.includes(card) && !play?.folded && 'peek',
    play?.folded && 'dead',
    card && used && (used.includes(card) ? 'plays' : 'dim'),
  );
  const face = h('p-card', { c: card ?? '??', state, enter: room.effects.entering('deal') });
  const toggle = card && !room.session.sending ? cardToggle(room, table, card) : null;
  if (!toggle) return h('span', { key, class: 'slot-mine' }, face);
  return h(
    'button',
    {
      key,
      type: 'button',
      'aria-pressed': toggle.isPicked,
      'aria-label': toggle.label,
      on: { click: toggle.toggle },
    },
    face,
    h('span', { class: 'tag', 'aria-hidden': 'true' }, t(toggle.isPicked ? 'card.throw' : 'card.keep')),
  );
}
