// Content of the bar while the viewer has nothing to decide: pre-actions, cards to show, joining and returning.

/** @import { VNode } from '../dom.js' */
/** @import { Seat, Table } from '../model.js' */
/** @import { Place, Plan } from './actions.js' */
/** @import { PreAction } from './preaction.js' */
/** @import { Room } from './room.js' */

import { h } from '../dom.js';
import { list, t, tn } from '../i18n.js';
import { isHost, mustAsk, myDark, myRebuy, myRequest, mySeat, winningHand } from '../facts.js';
import { capital, cardSign, handName } from '../names.js';
import { told } from './marks.js';
import { mayPrepare, price } from './preaction.js';
import { eventOf } from '../tournament/strip.js';
import { timeText } from '../tournament/brief.js';
import { mayChooseStack, proposal } from './stack.js';
import { firstText } from './watched.js';
import { amount, chipsText } from './words.js';

/** @type {Plan} */
export const NOTHING = { title: '', sub: '', shape: null, places: [null, null, null] };

/** @param {Room} room @param {Table} table @returns {Plan} */
export function planWaiting(room, table) {
  const elsewhere = planElsewhere(room);
  if (elsewhere) return elsewhere;
  if (table.info.tournament && !room.contest && !table.you) return NOTHING;
  const event = room.contest?.plan(table);
  if (event) return table.you && !event.places[2] ? { ...event, shape: stayOrGo(room, table) } : event;
  const me = mySeat(table);
  if (!table.you || !me) return planVisitor(room, table);
  const { hand } = table;
  const play = me.play;
  const isIn = Boolean(hand && !hand.over && play && !play.folded);
  if (me.status === 'leaving') return planLeaving(room);
  // A player who sits out from the next hand on still plays this one.
  if (!isIn && (me.status === 'busted' || me.status === 'sitting_out')) return planAway(room, table);
  const dealer = table.pick?.seats.map((seat) => table.seats[seat]?.player.name).find(Boolean);
  if (dealer) return { ...NOTHING, title: t('bar.picks', { who: dealer }), shape: stayOrGo(room, table) };
  if (hand?.over && play && play.cards.length > 0) return planShow(room, table);
  if (isIn && play && hand) {
    if (play.allIn) return { ...NOTHING, title: t('bar.all_in'), sub: t('bar.all_in.sub') };
    if (mayPrepare(table)) return planAhead(room, table);
    if (hand.turn) return { ...NOTHING, title: t('bar.wait_others'), shape: stayOrGo(room, table) };
    return { ...NOTHING, shape: stayOrGo(room, table) };
  }
  if (me.status === 'waiting') return planEntry(room, table);
  const players = Object.values(table.seats).filter((seat) => seat.status === 'active').length;
  /** @type {Place} */
  const others = { label: t('invite.open'), tone: 'quiet', press: () => room.set({ dialog: 'invite' }) };
  return {
    ...NOTHING,
    places: [null, changePlace(room, table), players < 2 && !table.info.tournament ? others : null],
    title: hand?.over && players > 1 && !table.host.paused ? resultOf(room, table) : between(room, table, play, players),
    sub: table.host.paused && isHost(table) ? t('bar.held.host') : players < 2 ? t(table.info.private ? 'bar.alone.private' : 'bar.alone.sub') : '',
    shape: stayOrGo(room, table),
  };
}

/** Plan of a page that does not hold the viewer's seat: it can be taken from the device that does. @param {Room} room @returns {Plan | null} */
function planElsewhere(room) {
  const holder = room.session.elsewhere;
  if (!holder) return null;
  return {
    ...NOTHING,
    title: t(`seat.${holder}`),
    sub: t(`seat.${holder}.sub`),
    places: [null, null, { label: t('seat.here'), tone: 'hot', press: () => room.session.playHere() }],
  };
}

/** The first stack, and the way to another one, until the first hand is dealt to the viewer. @param {Room} room @param {Table} table @returns {Place | null} */
function changePlace(room, table) {
  if (!mayChooseStack(table)) return null;
  const n = amount(mySeat(table)?.stack ?? 0, room.settings, table.info);
  return { label: t('stack.change'), amount: n, tone: 'quiet', press: () => room.set({ dialog: 'stack', buyIn: null }) };
}

/** Plan of a player who has yet to enter the game. @param {Room} room @param {Table} table @returns {Plan} */
function planEntry(room, table) {
  const { hand, info } = table;
  const posts = room.session.entry === 'post';
  return {
    ...NOTHING,
    title: t('bar.waiting'),
    sub: heldText(room, table) || t(!info.big_blind ? 'bar.next_hand' : posts ? 'bar.waiting.posts' : 'bar.waiting.sub'),
    places: [
      { label: t('leave'), tone: 'quiet', press: () => room.asks.leaveSeat() },
      changePlace(room, table),
      hand && info.big_blind && !posts ? { label: t('post_now'), tone: 'hot', press: () => room.asks.comeBack('post') } : null,
    ],
  };
}

/** Plan between hands: the reason for waiting. @param {Room} room @param {Table} table @param {Seat['play']} play @param {number} players */
function between(room, table, play, players) {
  const { hand } = table;
  if (table.host.paused && (!hand || hand.over)) return heldText(room, table);
  if (hand && !hand.over) return t(play?.folded ? 'bar.folded' : 'bar.next_hand');
  return t(players < 2 ? 'bar.alone' : 'bar.dealing');
}

/** Switches for coming hands, in row 1. @param {Room} room @param {Table} table @returns {VNode | null} */
function stayOrGo(room, table) {
  const me = mySeat(table);
  if (!me || me.status === 'leaving') return null;
  return h(
    'div',
    { key: 'stay', class: 'ahead' },
    mayHunt(room, table) && h('button', { key: 'rabbit', type: 'button', class: 'btn-s', on: { click: () => room.asks.huntRabbit() } }, t('rabbit.ask')),
    straddleTick(room, table),
    sitOutTick(room, table),
  );
}

/** `true` if the viewer may ask for a rabbit hunt: the hand ended before the board was complete. @param {Room} room @param {Table} table */
function mayHunt(room, table) {
  const { hand, info } = table;
  if (!info.session?.rabbit_hunt || info.tournament || !hand?.over || hand.voided || hand.secondBoard || hand.rabbit || !mySeat(table)?.play) return false;
  const still = Object.values(table.seats).filter((seat) => seat.play && !seat.play.folded).length;
  const whole = [...(room.game(table)?.deal ?? '')].filter((symbol) => symbol === 'b').length;
  return still === 1 && hand.board.length < whole;
}

/** `true` if the viewer will not be dealt in: just requested, or known to the table. @param {Room} room @param {Table} table */
export const sitsOutNext = (room, table) => room.ui.sitOutNext ?? Boolean(eventOf(room, table)?.you.absent || mySeat(table)?.status === 'sitting_out');

/** @param {Room} room @param {Table} table */
function sitOutTick(room, table) {
  const isOn = sitsOutNext(room, table);
  return tick(t('sit_out_next'), isOn, () => room.asks.sitOutNext(!isOn));
}

/** Checkbox for straddling when in position, if the table has straddles. @param {Room} room @param {Table} table */
function straddleTick(room, table) {
  if (!table.info.session?.straddle) return null;
  const isOn = straddlesNext(room, table);
  return tick(t('straddle_next'), isOn, () => room.asks.straddle(!isOn));
}

/** `true` if the viewer straddles when in position: just requested, or known to the table. @param {Room} room @param {Table} table */
export const straddlesNext = (room, table) => room.ui.straddles ?? Boolean(mySeat(table)?.straddles);

/** @param {string} label @param {boolean} isOn @param {() => void} change @returns {VNode} */
const tick = (label, isOn, change) =>
  h('label', { key: label, class: 'check' }, h('input', { type: 'checkbox', prop: { checked: isOn }, on: { change } }), h('span', null, label));

/** @param {Room} room @param {Table} table @returns {Plan} */
function planAhead(room, table) {
  const { session, settings } = room;
  const now = price(table);
  const { pre } = session;
  const money = (/** @type {number} */ n) => amount(n, settings, table.info);
  const isOn = (/** @type {PreAction['kind']} */ kind) => pre?.kind === kind;
  /** @param {PreAction} wanted */
  const toggle = (wanted) => () => session.prepare(isOn(wanted.kind) ? null : wanted);
  const asked = table.hand?.turn?.seats.map((seat) => table.hand?.names[seat]).filter(Boolean)[0];
  return {
    title: asked ? t('bar.acts', { who: asked }) : t('bar.wait_others'),
    sub: session.droppedPrice === null ? '' : t('pre.changed', { n: money(session.droppedPrice) }),
    shape: h(
      'div',
      { key: 'ahead', class: 'ahead' },
      darkButton(room, table),
      tick(t('pre.call_any'), isOn('call_any'), toggle({ kind: 'call_any' })),
      tick(t('pre.fold_any'), isOn('fold_any'), toggle({ kind: 'fold_any' })),
      room.isWide && straddleTick(room, table),
      room.isWide && sitOutTick(room, table),
    ),
    places: [
      { label: t('pre.check_fold'), tone: 'quiet', ticked: isOn('check_fold'), press: toggle({ kind: 'check_fold' }) },
      now === 0
        ? { label: t('act.check'), tone: 'quiet', ticked: isOn('check'), press: toggle({ kind: 'check' }) }
        : {
            label: t('act.call'),
            amount: money(now),
            tone: 'quiet',
            ticked: isOn('call') && pre?.price === now,
            press: toggle({ kind: 'call', price: now }),
          },
      null,
    ],
  };
}

/** Result of the finished hand. @param {Room} room @param {Table} table */
function resultOf(room, table) {
  const { hand } = table;
  if (!hand || hand.voided) return t('log.voided');
  const winners = winnersOf(table);
  const money = (/** @type {number} */ n) => amount(n, room.settings, table.info);
  const name = (/** @type {Seat} */ seat) => (seat.seat === table.you?.seat ? t('you') : seat.player.name);
  if (winners.length === 0) return t('bar.over');
  if (winners.length > 1) {
    const shares = sharesText(table, winners, money);
    return fits(room, shares) ? shares : tn('bar.shared', winners.length);
  }
  const [winner] = winners;
  const n = money(winner.play?.won ?? 0);
  const made = room.isWide && winningMade(table, winner);
  const key = winner.seat === table.you?.seat ? 'bar.won' : 'bar.wins';
  return made ? t(`${key}.with`, { who: name(winner), n, hand: handName(made, 'with') }) : t(key, { who: name(winner), n });
}

/** Letters that fit into the bar. */
const LINE = { wide: 90, narrow: 44, below: 60 };

/** @param {Room} room @param {string} text */
const fits = (room, text) => text.length <= (room.isWide ? LINE.wide : LINE.narrow);

/** @param {Table} table */
const winnersOf = (table) => Object.values(table.seats).filter((seat) => (seat.play?.won ?? 0) > 0);

/** The only winner's hand. @param {Table} table @param {Seat} winner */
function winningMade(table, { play }) {
  const side = table.hand?.awards.every((award) => award.side === 'low') ? 'low' : 'whole';
  return play && winningHand(told(table, play), side);
}

/** The only winner's hand, or who shares the pot, if the line above has no room for it. @param {Room} room @param {Table} table */
function reasonOf(room, table) {
  const winners = winnersOf(table);
  const [winner, other] = winners;
  if (!winner || table.hand?.voided) return '';
  if (other) {
    const shares = sharesText(table, winners, (n) => amount(n, room.settings, table.info));
    return !fits(room, shares) && !room.isWide && shares.length <= LINE.below ? shares : '';
  }
  const made = !room.isWide && winningMade(table, winner);
  return made ? capital(handName(made)) : '';
}

/** Winners and amounts, by side if the sides went to different players. @param {Table} table @param {Seat[]} winners @param {(n: number) => string} money */
function sharesText(table, winners, money) {
  const awards = table.hand?.awards ?? [];
  /** @param {(award: import('../model.js').Award) => boolean} counts */
  const sharers = (counts) => {
    const won = (/** @type {Seat} */ { seat }) =>
      awards
        .filter(counts)
        .flatMap(({ shares }) => shares)
        .reduce((sum, share) => sum + (share.seat === seat ? share.amount : 0), 0);
    return list(
      winners.flatMap((seat) => {
        const n = won(seat);
        return n > 0 ? [t('bar.share', { who: seat.seat === table.you?.seat ? t('you.in') : seat.player.name, n: money(n) })] : [];
      }),
    );
  };
  const sides = /** @type {const} */ (['high', 'low']).flatMap((side) => {
    const who = sharers((award) => award.side === side);
    return who ? [t('bar.side', { side: t(`side.${side}`), who })] : [];
  });
  if (sides.length < 2) return t('bar.won_by', { who: sharers(() => true) });
  const whole = sharers(({ side }) => side !== 'high' && side !== 'low');
  return [...sides, ...(whole ? [t('bar.side', { side: t('side.whole'), who: whole })] : [])].join(' · ');
}

/** Notice that the host has paused the table, if so, with the time left. @param {Room} room @param {Table} table */
export function heldText(room, { host }) {
  if (!host.paused) return '';
  return host.paused_until ? t('bar.held.left', { time: timeText(Math.max(0, host.paused_until - room.now())) }) : t('bar.held');
}

/** After the hand: the player may show cards that no one has seen. @param {Room} room @param {Table} table @returns {Plan} */
function planShow(room, table) {
  const me = mySeat(table);
  const { hand } = table;
  const play = me?.play;
  if (!play || !hand) return NOTHING;
  const hidden = play.cards.filter((card) => card !== null && !play.shown.includes(card)).map(String);
  const title = resultOf(room, table);
  if (hidden.length === 0 || room.ui.shownHand === hand.number || hand.voided || room.settings.afterHand === 'muck') {
    return { ...NOTHING, title, sub: heldText(room, table) || reasonOf(room, table), shape: stayOrGo(room, table) };
  }
  const show = (/** @type {string[]} */ cards) => () => room.asks.show(cards);
  /** @param {string[]} cards @returns {Place} */
  const place = (cards) => ({
    label: t('show.some', { cards: cards.map(cardSign).join(' ') }),
    tone: 'quiet',
    press: show(cards),
  });
  const two = hidden.length === 2;
  return {
    title,
    sub: heldText(room, table) || reasonOf(room, table) || t('show.ask'),
    shape: stayOrGo(room, table),
    places: two ? [place([hidden[0]]), place(hidden), place([hidden[1]])] : [null, place(hidden), null],
  };
}

/** The seat is given up when the hand is over; until then the player may stay. @param {Room} room @returns {Plan} */
const planLeaving = (room) => ({
  ...NOTHING,
  title: t('bar.leaving'),
  sub: t('bar.leaving.sub'),
  // A departure for a limit of the player's own is not taken back.
  places: [null, null, room.app.messages.isLimited ? null : { label: t('stay'), tone: 'quiet', press: () => room.asks.stay() }],
});

/** @param {Room} room @param {Table} table @returns {Plan} */
function planAway(room, table) {
  const me = mySeat(table);
  const busted = me?.status === 'busted' || (me?.stack ?? 0) === 0;
  const pending = table.you?.rebuyPending ?? 0;
  const asked = myRebuy(table);
  const coming = asked ? t('rebuy.asked', { n: chipsText(asked, table.info) }) : pending ? t('bar.rebuy_pending', { n: pending }) : '';
  return {
    title: t(busted ? 'bar.busted' : 'bar.away'),
    sub: busted ? coming : awayText(room, me),
    shape: busted || table.info.tournament ? null : pauseButtons(room),
    places: [
      // A tournament gives no seat back.
      table.info.tournament ? null : { label: t('leave'), tone: 'quiet', press: () => room.asks.leaveSeat() },
      null,
      busted
        ? { label: t('rebuy'), tone: asked ? 'quiet' : 'hot', press: () => room.set({ dialog: 'rebuy' }) }
        : { label: t('im_back'), tone: 'hot', press: () => room.asks.comeBack('wait') },
    ],
  };
}

/** The seat is kept: for how long, if the player has said so. @param {Room} room @param {Seat | null} me */
function awayText(room, me) {
  return me?.backAt ? t('bar.away.back', { time: timeText(Math.max(0, me.backAt - room.now())) }) : t('bar.away.sub');
}

/** Pauses on offer, in minutes. */
const PAUSES = [5, 10, 15];

/** Buttons for a pause with an end, one press each. @param {Room} room @returns {VNode} */
export const pauseButtons = (room) =>
  h(
    'div',
    { key: 'pauses', class: 'ahead', role: 'group', 'aria-label': t('pause.own') },
    PAUSES.map((n) => h('button', { key: n, type: 'button', class: 'btn-s', on: { click: () => room.asks.pause(n) } }, t('pause.minutes', { n }))),
  );

/** The table's host admits players one by one. @param {Room} room @param {Table} table @returns {Plan} */
function planAsking(room, table) {
  const state = myRequest(table);
  /** @type {Place} */
  const ask = { label: t('ask.seat'), tone: 'hot', press: () => room.asks.askSeat(true) };
  /** @type {Place} */
  const back = { label: t('ask.back'), tone: 'quiet', press: () => room.asks.askSeat(false) };
  return {
    ...NOTHING,
    title: t(state ? `ask.${state}` : 'bar.watching'),
    sub: state ? '' : t('ask.why'),
    places: state === 'refused' ? [null, null, null] : [state ? back : null, null, state ? null : ask],
  };
}

/** Time left for an offered seat, in words. @param {Table} table @param {number} now */
function keptText({ offered }, now) {
  const left = offered?.until ? Math.max(0, Math.ceil((offered.until - now) / 1000)) : null;
  return left === null ? '' : t('bar.offered.left', { n: left });
}

/** @param {Room} room @param {Table} table @returns {Plan} */
function planVisitor(room, table) {
  const taken = Object.keys(table.seats).length;
  const isFull = taken >= table.info.seats;
  const at = table.waitList.findIndex((player) => player.id === table.me);
  const isOffered = table.offered?.player.id === table.me;
  if (table.closed) return { ...NOTHING, title: t('bar.closed') };
  const mine = table.ledger?.players.find(({ player }) => player.id === table.me);
  const took =
    mine && mine.bought > 0
      ? t('ledger.took', {
          n: chipsText(mine.taken, table.info),
          net: chipsText(Math.abs(mine.taken - mine.bought), table.info),
          // No line ends between a sign and its amount.
          sign: `${mine.taken < mine.bought ? '−' : '+'}\u2060`,
        })
      : '';
  if (mustAsk(table)) return planAsking(room, table);
  /** @type {Place} */
  const sit = {
    label: t('sit'),
    tone: 'hot',
    press: () => room.asks.sitDown(isOffered ? (table.offered?.seat ?? null) : null),
  };
  if (isOffered) {
    return {
      ...NOTHING,
      title: t('bar.offered', { n: table.offered?.seat ?? 0 }),
      sub: keptText(table, room.now()),
      places: [{ label: t('decline'), tone: 'quiet', press: () => room.asks.waitList(false) }, null, sit],
    };
  }
  if (!isFull && table.waitList.length === 0) {
    // A visitor takes a seat with the usual stack at once, or says which.
    const isVisitor = !room.app.account.session;
    /** @type {Place} */
    const change = { label: t('sit.change'), tone: 'quiet', press: () => room.asks.chooseStack() };
    return {
      ...NOTHING,
      title: took || t('bar.watching'),
      sub: firstText(room, table) || heldText(room, table) || tn('seats.free', table.info.seats - taken),
      places: isVisitor ? [change, null, { ...sit, amount: amount(proposal(room, table, 'sit'), room.settings, table.info) }] : [null, null, sit],
    };
  }
  return {
    ...NOTHING,
    title: at >= 0 ? t('bar.queued', { n: at + 1 }) : t('bar.full'),
    sub: heldText(room, table) || tn('seats.waiting', table.waitList.length),
    places: [
      null,
      null,
      at >= 0
        ? { label: t('wait.leave'), tone: 'quiet', press: () => room.asks.waitList(false) }
        : { label: t('wait.join'), tone: 'hot', press: () => room.asks.waitList(true) },
    ],
  };
}

/** Button for checks and bets in the dark, while the viewer may declare. @param {Room} room @param {Table} table */
function darkButton(room, table) {
  if (!myDark(table)) return null;
  const press = () => room.set({ dialog: 'dark' });
  return h('button', { key: 'dark', type: 'button', class: 'btn-s', 'aria-haspopup': 'dialog', on: { click: press } }, t('dark.ask'));
}
