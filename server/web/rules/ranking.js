// How hands rank, by examples from the best to the worst, and the place of the viewer's own hand among them.

/** @import { HandName, HandRanking } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */

import { cls, h } from '../dom.js';
import { has, t } from '../i18n.js';
import { capital, handName, rankPlural, wildsOf } from '../names.js';

/**
 * The example that a hand ranks with, -1 if none does.
 *
 * @param {HandRanking} ranking
 * @param {HandName | null | undefined} made
 */
export function placeOf({ hands }, made) {
  if (!made) return -1;
  const alike = hands.flatMap((hand, at) => (hand.category === made.category ? [at] : []));
  // Of several of a kind each has its highest card: a royal flush, an eight low.
  const same = alike.find((at) => hands[at].ranks[0] === made.ranks[0]);
  return same ?? alike.at(-1) ?? -1;
}

/**
 * The name of an example: that of its kind, and of lows that of their cards.
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
 * What the viewer's cards make by a ranking, while a hand is played.
 *
 * @param {Table} table
 * @param {HandRanking} ranking
 */
export function mineOf({ hand, you }, { side }) {
  if (!hand || hand.over || !you) return null;
  return side === 'low' ? you.madeLow : you.made;
}

/** The headline of a ranking. @param {HandRanking} ranking @param {readonly HandRanking[]} all */
export function titleOf({ side }, all) {
  return all.length > 1 ? t(`rules.order.${side}`) : t('rules.showdown');
}

/**
 * A ranking as a list.
 *
 * @param {HandRanking} ranking
 * @param {{ mine?: HandName | null, id?: string }} [how] `mine` is the viewer's own hand, `id` what names of places begin with.
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
