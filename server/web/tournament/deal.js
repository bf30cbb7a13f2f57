// A deal that is offered: what everybody would get, and the viewer's answer.

/** @import { DealAnswer, DealOffer } from '../gen/protocol.d.ts' */
/** @import { Tournament } from './model.js' */

import { cls, h } from '../dom.js';
import { num, t } from '../i18n.js';

/**
 * @param {Tournament} t0
 * @param {DealOffer} deal
 * @param {(answer: DealAnswer) => void} answer
 */
export function dealPart({ entrants, you }, { keep, shares, agreed }, answer) {
  const mine = shares.find(([player]) => player === you.player);
  const isOpen = mine && !agreed.includes(mine[0]);
  return h(
    'section',
    { key: 'deal', class: 't-part t-deal', 'aria-labelledby': 't-deal' },
    h('h2', { id: 't-deal' }, t('t.deal')),
    mine && h('p', { key: 'mine' }, t('t.deal.mine', { n: mine[1] })),
    keep > 0 && h('p', { key: 'keep' }, t('t.deal.keep', { n: keep })),
    h(
      'ul',
      { class: 't-shares' },
      shares.map(([player, chips]) =>
        h(
          'li',
          { key: player, class: cls(player === you.player && 'mine') },
          h('span', null, entrants[player]?.who.name ?? num(player), agreed.includes(player) && ` · ${t('t.deal.agree')}`),
          h('b', null, num(chips)),
        ),
      ),
    ),
    h('p', { class: 'note' }, t('t.deal.agreed', { n: agreed.length, of: shares.length })),
    isOpen &&
      h(
        'div',
        { key: 'answer', class: 't-buttons' },
        h('button', { class: 'btn-s', on: { click: () => answer('refuse') } }, t('t.deal.refuse')),
        h('button', { class: 'btn-s hot', on: { click: () => answer('agree') } }, t('t.deal.agree')),
      ),
  );
}
