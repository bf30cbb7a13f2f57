// Rankings of hands by examples from best to worst, with the rank of the viewer's own hand.

/** @import { HandName, HandRanking } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */

import { cls, h } from '../dom.js';
import { has, t } from '../i18n.js';
import { capital, handName, rankPlural, wildsOf } from '../names.js';

/**
 * Index of the example that a hand ranks with, -1 if none does.
 *
 * @param {HandRanking} ranking
 * @param {HandName | null | undefined} made
 */
export function placeOf({ hands }, made) {
  if (!made) return -1;
  const alike = hands.flatMap((hand, at) => (hand.category === made.category ? [at] : []));
  // Among several of a category, each is identified by its highest card: a royal flush, an eight low.
  const same = alike.find((at) => hands[at].ranks[0] === made.ranks[0]);
  return same ?? alike.at(-1) ?? -1;
}

/**
 * Name of an example: its category, or for lows its cards.
 *
 * @param {HandRanking} ranking
 * @param {HandName} hand
 */
function nameOf({ hands, side }, hand) {
  const { category, ranks } = hand;
  const isAlone = hands.filter((one) => one.category === category).length === 1;
  if (category === 'straight_flush' && side === 'high' && ranks[0] === 'A' && hand.cards.length === 5) return t('category.royal_flush');
  if ((isAlone || category === 'straight_flush') && has(`category.${category}`)) return t(`category.${category}`);
  return capital(handName(hand));
}

/**
 * The viewer's current hand in a ranking.
 *
 * @param {Table} table
 * @param {HandRanking} ranking
 */
export function mineOf({ hand, you }, { side }) {
  if (!hand || hand.over || !you) return null;
  return side === 'low' ? you.madeLow : you.made;
}

/** Title of a ranking. @param {HandRanking} ranking @param {readonly HandRanking[]} all */
export function titleOf({ side }, all) {
  return all.length > 1 ? t(`rules.order.${side}`) : t('rules.showdown');
}

/**
 * A ranking as a list.
 *
 * @param {HandRanking} ranking
 * @param {{ mine?: HandName | null, id?: string }} [how] `mine` is the viewer's own hand, `id` the prefix of element ids.
 */
export function rankingView(ranking, { mine, id } = {}) {
  const place = placeOf(ranking, mine);
  const assumed = ranking.assumed_wild?.[0];
  return [
    assumed && h('p', { key: 'assumed', class: 'assumed' }, t('rules.assumed', { ranks: rankPlural(assumed[0]) })),
    h(
      'ol',
      { key: 'ranking', class: 'ranking' },
      ranking.hands.map((hand, at) => {
        const wilds = wildsOf(hand);
        return h(
          'li',
          { key: at, id: id ? `${id}-${at + 1}` : null, class: cls(at === place && 'mine'), 'aria-current': at === place ? 'true' : null },
          h('span', null, nameOf(ranking, hand), at === place && mine && h('b', { key: 'you' }, t('rules.you', { hand: handName(mine) }))),
          h(
            'span',
            { class: 'cards compact' },
            hand.cards.map((card) => h('p-card', { key: card, c: card, state: wilds.has(card) ? 'wild' : '', as: wilds.get(card) ?? null })),
          ),
        );
      }),
    ),
  ];
}
