// Decisions other than betting in the action bar: the question and its explanation in row 1, the answers in row 2.

/** @import { Action, Choice, Declaration, HandName } from '../gen/protocol.d.ts' */
/** @import { Kid, VNode } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Place, Plan } from './actions.js' */
/** @import { Room } from './room.js' */

import { cls, h } from '../dom.js';
import { local, t, tn } from '../i18n.js';
import { parted } from '../hand.js';
import { limitName, nicknames, plain } from '../lobby/common.js';
import { mySeat } from '../facts.js';
import { capital, cardSign, handName, ranksOf } from '../names.js';
import { hasKeys } from '../settings.js';
import { timeText } from './clock.js';
import { groupsOf, missing, orderOf, pickedAction } from './picking.js';
import { amount } from './words.js';

/** @typedef {{ [K in Choice['kind']]: Extract<Choice, { kind: K }> }} Kinds */

/**
 * Plan of the bar for a decision other than betting, `null` for betting.
 *
 * @param {Room} room
 * @param {Table} table
 * @returns {Plan | null}
 */
export function planOther(room, table) {
  const choices = table.you?.choices ?? [];
  /** @template {Choice['kind']} K @param {K} kind @returns {Kinds[K] | undefined} */
  const find = (kind) => /** @type {Kinds[K] | undefined} */ (choices.find((choice) => choice.kind === kind));
  const discard = find('discard');
  if (discard) return planDiscard(room, table, discard);
  const roll = find('roll');
  if (roll) return planRoll(room, table, roll);
  const declare = find('declare');
  if (declare) return planDeclare(room, table, declare);
  const arrange = find('arrange');
  if (arrange) return planArrange(room, table);
  const buy = find('buy');
  if (buy) return planBuy(room, table, buy);
  const straddle = find('straddle');
  if (straddle) return planStraddle(room, table, straddle);
  if (find('flip')) return planFlip(room, table);
  const swap = find('swap');
  if (swap) return planSwap(room, table, swap);
  if (find('run_twice')) return planRuns(room, table);
  const pick = find('pick_game');
  if (pick) return planPick(room, table, pick);
  return null;
}

/** @param {...Kid} words */
const note = (...words) => h('p', { key: 'note', class: 'note' }, words);

/**
 * Consequence of running out of time, if there is a clock: lessons have none.
 *
 * @param {Table} table
 * @param {string} key
 */
const late = (table, key) => (table.clock ? t(key) : '');

/**
 * A plan with the remaining time beside its question.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {Omit<Plan, 'sub'>} plan
 * @returns {Plan}
 */
const timed = (room, table, plan) => ({ ...plan, sub: timeText(room, table) });

/**
 * A button for an action without parameters.
 *
 * @param {Room} room
 * @param {Extract<Action['kind'], 'flip' | 'keep' | 'swap' | 'buy' | 'pass' | 'straddle' | 'decline' | 'run_twice' | 'run_once'>} kind
 * @param {Pick<Place, 'label' | 'tone' | 'key' | 'amount'>} look
 * @returns {Place}
 */
const simple = (room, kind, look) => ({
  ...look,
  press: () => room.act({ kind }),
  pressed: room.isSending(kind),
});

/** Instruction for picking cards: mentions keys if the player has some. @param {Room} room @param {number} n */
const howToPick = ({ settings }, n) => (hasKeys(settings) ? t('discard.how', { n }) : t('discard.tap'));

/** @param {Room} room @param {Table} table @param {Kinds['discard']} choice @returns {Plan} */
function planDiscard(room, table, choice) {
  const { picked } = room.ui;
  const { min, max, up } = choice;
  const groups = groupsOf(table.you?.choices ?? []);
  const most = groups.reduce((sum, { pick }) => sum + pick.max, 0);
  const mayStand = groups.every(({ pick }) => pick.min === 0);
  let title = min === max ? tn('ask.discard_exact', max) : t('ask.discard', { min, max });
  if (up) title = t('ask.discard_both', { down: max, up: up.max });
  const reason = missing(groups, picked) ?? (picked.length === 0 ? tn('reason.pick', 1) : null);
  const cards = groups.reduce((sum, { pick }) => sum + pick.cards.length, 0);
  const how = picked.length >= most && most > 1 ? tn('discard.most', most) : howToPick(room, cards);
  const chosen = picked.length > 0 && ` ${t('discard.chosen', { cards: picked.map(cardSign).join(' ') })}`;
  return timed(room, table, {
    title,
    shape: note(how, chosen, ' ', late(table, mayStand ? 'late.pat' : 'late.first')),
    places: [
      mayStand
        ? {
            label: t('act.pat'),
            tone: 'quiet',
            key: 'pat',
            press: () => room.act({ kind: 'discard', cards: [] }),
            pressed: room.isSending('discard') && picked.length === 0,
          }
        : null,
      null,
      {
        label: picked.length > 0 ? tn('act.discard', picked.length) : t('act.discard.none'),
        tone: 'hot',
        key: 'commit',
        reason,
        press: () => answerPicked(room, choice),
        pressed: room.isSending('discard') && picked.length > 0,
      },
    ],
  });
}

/** @param {Room} room @param {Choice} choice */
function answerPicked(room, choice) {
  const action = pickedAction(choice, room.ui);
  if (action) room.act(action);
}

/** @param {Room} room @param {Table} table @param {Kinds['roll']} choice @returns {Plan} */
function planRoll(room, table, choice) {
  const { picked, side } = room.ui;
  const { min, max, cards, announce } = choice;
  const asksSide = announce.length > 0;
  const unsaid = asksSide && !side ? t('reason.announce') : null;
  const others = (table.hand?.turn?.seats.length ?? 0) > 1 || playing(table) > 1;
  const how = [howToPick(room, cards.length), others && t('roll.together'), late(table, 'late.first')];
  return timed(room, table, {
    title: min === max ? tn('ask.roll', max) : t('ask.roll.some', { min, max }),
    shape: asksSide ? sides(room, table, announce, t('ask.announce')) : note(how.filter(Boolean).join(' ')),
    places: [
      min === 0 ? { ...keepDown(room), press: () => room.act({ kind: 'roll', cards: [] }) } : null,
      null,
      {
        label: picked.length === 1 ? t('act.roll', { card: cardSign(picked[0]) }) : picked.length > 1 ? tn('act.roll.n', picked.length) : t('act.roll.none'),
        tone: 'hot',
        key: 'commit',
        reason: missing(groupsOf([choice]), picked) ?? (picked.length === 0 ? tn('reason.pick', 1) : unsaid),
        press: () => answerPicked(room, choice),
        pressed: room.isSending('roll'),
      },
    ],
  });
}

/** Number of players still in the hand. @param {Table} table */
const playing = (table) => Object.values(table.seats).filter((seat) => seat.play && !seat.play.folded).length;

/** @param {Room} room @returns {Place} */
const keepDown = (room) => simple(room, 'keep', { label: t('act.keep_down'), tone: 'quiet', key: 'keep' });

/** @param {Room} room @param {Table} table @param {Kinds['declare']} choice @returns {Plan} */
function planDeclare(room, table, choice) {
  const { side } = room.ui;
  const chosen = side && choice.options.includes(side) ? side : null;
  return timed(room, table, {
    title: t('ask.declare'),
    shape: sides(room, table, choice.options, t('ask.declare')),
    places: [
      null,
      null,
      {
        label: chosen ? t(`act.declare.${chosen}`) : t('act.declare'),
        tone: 'hot',
        key: 'commit',
        reason: chosen ? null : t('reason.choose'),
        press: () => chosen && room.act({ kind: 'declare', sides: chosen }),
        pressed: room.isSending('declare'),
      },
    ],
    hint: t('declare.together'),
  });
}

/** Chips that stand for the sides, as held in a closed hand: white, red and blue. */
const CHIPS = { high: 'w', low: '', both: 'b' };

/** A low hand next to a label that already says "low". @param {HandName} low */
const bareLow = (low) => (low.category === 'low' ? ranksOf(low.ranks) : capital(handName(low)));

/**
 * Sides of the pot to choose from, each with the viewer's hand for it.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {readonly Declaration[]} options
 * @param {string} label
 * @returns {VNode}
 */
function sides(room, table, options, label) {
  const { you } = table;
  const made = {
    high: you?.made ? capital(handName(you.made)) : '',
    low: you?.madeLow ? bareLow(you.madeLow) : '',
    both: t('side.both.how'),
  };
  const { side } = room.ui;
  return radios(
    label,
    options.map((one) => ({
      id: one,
      isOn: side === one,
      choose: () => room.set({ side: one }),
      view: [h('i', { class: cls('chip', CHIPS[one]), 'aria-hidden': 'true' }), h('b', null, t(`side.${one}`)), h('span', null, made[one])],
    })),
  );
}

/** Maximum number of games of a menu that is read at a glance and needs no search. */
const SHORT_MENU = 6;

/**
 * Games that the dealer may pick, each with its limits.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {Kinds['pick_game']} choice
 * @returns {Plan}
 */
function planPick(room, table, choice) {
  const { search, game } = room.ui;
  const offered = choice.games.flatMap((one) => {
    const limits = one.limits.length > 0 ? one.limits : [''];
    return limits.map((limit) => ({ id: `${one.game} ${limit}`, game: one.game, limit, name: local(one.name), names: one.name }));
  });
  const wanted = plain(search.trim());
  const found = offered.filter(({ names, limit }) => {
    const words = plain(`${names.en} ${names.fr} ${limit && limitName(limit)} ${nicknames(names.en)}`);
    return wanted.split(/\s+/).every((word) => words.includes(word));
  });
  const chosen = offered.find((one) => one.id === game);
  const field =
    choice.games.length > SHORT_MENU &&
    h('input', {
      key: 'find',
      type: 'search',
      class: 'text',
      'aria-label': tn('search.games', choice.games.length),
      placeholder: tn('search.games', choice.games.length),
      prop: { value: search },
      on: { input: (event) => room.set({ search: event.target.value }) },
    });
  const list = radios(
    t('ask.pick_game'),
    found.map((one) => ({
      id: one.id,
      isOn: one.id === game,
      choose: () => room.set({ game: one.id }),
      view: [h('b', null, one.name), one.limit && h('span', null, limitName(one.limit))],
    })),
  );
  return timed(room, table, {
    title: t('ask.pick_game'),
    shape: h('div', { key: 'pickgame', class: 'pickgame' }, field, found.length > 0 ? list : h('p', { key: 'none', class: 'note' }, t('search.none'))),
    places: [
      null,
      null,
      {
        label: chosen ? t('act.pick_game', { game: chosen.name }) : t('act.pick_game.none'),
        tone: 'hot',
        key: 'commit',
        reason: chosen ? null : t('reason.choose'),
        press: () => chosen && room.act({ kind: 'pick_game', game: chosen.game, ...(chosen.limit && { limit: chosen.limit }) }),
        pressed: room.isSending('pick_game'),
      },
    ],
    hint: late(table, 'late.game'),
  });
}

/**
 * A group of answers, chosen by pointing or with the arrow keys.
 *
 * @param {string} label
 * @param {{ id: string, isOn: boolean, choose: () => void, view: Kid[] }[]} options
 * @returns {VNode}
 */
export function radios(label, options) {
  const hasOne = options.some((option) => option.isOn);
  /** @param {number} at @returns {(event: KeyboardEvent) => void} */
  const move = (at) => (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (at + by + options.length) % options.length;
    const group = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
    options[next].choose();
    /** @type {HTMLElement | undefined} */ (group?.children[next])?.focus();
  };
  return h(
    'div',
    { key: 'opts', class: 'opts', role: 'radiogroup', 'aria-label': label },
    options.map((option, at) =>
      h(
        'button',
        {
          key: option.id,
          type: 'button',
          class: 'opt',
          role: 'radio',
          'aria-checked': option.isOn,
          tabindex: option.isOn || (!hasOne && at === 0) ? '0' : '-1',
          on: { click: option.choose, keydown: move(at) },
        },
        option.view,
      ),
    ),
  );
}

/** @param {Room} room @param {Table} table @returns {Plan} */
function planArrange(room, table) {
  const order = orderOf(room, table) ?? [];
  return timed(room, table, {
    title: t('ask.arrange'),
    shape: note(t('arrange.how'), ' ', t('arrange.why'), ' ', late(table, 'late.order')),
    places: [
      null,
      null,
      {
        label: t('act.arrange'),
        tone: 'hot',
        key: 'commit',
        press: () => room.act({ kind: 'arrange', cards: order }),
        pressed: room.isSending('arrange'),
      },
    ],
  });
}

/** @param {Room} room @param {Table} table @param {Kinds['buy']} choice @returns {Plan} */
function planBuy(room, table, choice) {
  const me = mySeat(table);
  const price = amount(choice.price, room.settings, table.info);
  const card = choice.card ?? lastUp(table);
  const isAll = choice.price === me?.stack;
  return timed(room, table, {
    title: card ? t('ask.buy', { card: cardSign(card), n: price }) : t('ask.buy.plain', { n: price }),
    shape: note(t('buy.why'), ' ', late(table, 'late.pass')),
    places: [
      simple(room, 'pass', { label: t('act.fold'), tone: 'quiet', key: 'fold' }),
      null,
      simple(room, 'buy', { label: t(isAll ? 'act.buy_all_in' : 'act.buy'), amount: price, tone: 'hot', key: 'commit' }),
    ],
  });
}

/** The last up-card dealt to the viewer. @param {Table} table */
function lastUp(table) {
  const play = mySeat(table)?.play;
  return play ? parted(play)[1].at(-1) : undefined;
}

/** @param {Room} room @param {Table} table @param {Kinds['straddle']} choice @returns {Plan} */
function planStraddle(room, table, choice) {
  const price = amount(choice.amount, room.settings, table.info);
  return timed(room, table, {
    title: t('ask.straddle', { n: price }),
    shape: note(t('straddle.why'), ' ', late(table, 'late.decline')),
    places: [
      simple(room, 'decline', { label: t('act.decline'), tone: 'quiet', key: 'decline' }),
      null,
      simple(room, 'straddle', { label: t('act.straddle'), amount: price, tone: 'hot', key: 'commit' }),
    ],
  });
}

/** @param {Room} room @param {Table} table @returns {Plan} */
function planFlip(room, table) {
  const play = mySeat(table)?.play;
  const down = play ? parted(play)[0] : [];
  const card = down.length === 1 ? down[0] : null;
  return timed(room, table, {
    title: t('ask.flip'),
    shape: note(t('flip.why'), ' ', late(table, 'late.keep')),
    places: [
      keepDown(room),
      null,
      simple(room, 'flip', {
        label: card ? t('act.roll', { card: cardSign(card) }) : t('act.roll.none'),
        tone: 'hot',
        key: 'commit',
      }),
    ],
  });
}

/** @param {Room} room @param {Table} table @param {Kinds['swap']} choice @returns {Plan} */
function planSwap(room, table, choice) {
  const card = choice.card ?? lastUp(table);
  return timed(room, table, {
    title: card ? t('ask.swap', { card: cardSign(card) }) : t('ask.swap.plain'),
    shape: note(t('swap.why'), ' ', late(table, 'late.keep')),
    places: [
      simple(room, 'keep', { label: t('act.keep'), tone: 'quiet', key: 'keep' }),
      null,
      simple(room, 'swap', {
        label: card ? t('act.swap', { card: cardSign(card) }) : t('act.swap.plain'),
        tone: 'hot',
        key: 'commit',
      }),
    ],
  });
}

/** @param {Room} room @param {Table} table @returns {Plan} */
const planRuns = (room, table) =>
  timed(room, table, {
    title: t('ask.runs'),
    shape: note(t('runs.why'), ' ', t('runs.together'), ' ', late(table, 'late.once')),
    places: [
      simple(room, 'run_once', { label: t('act.run_once'), tone: 'quiet', key: 'once' }),
      null,
      simple(room, 'run_twice', { label: t('act.run_twice'), tone: 'hot', key: 'commit' }),
    ],
  });
