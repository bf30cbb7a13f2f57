// Deals: the current offer with all shares and the viewer's answer, and the form to propose one.

/** @import { DealAnswer, DealKind, DealOffer } from '../gen/protocol.d.ts' */
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

/**
 * Form to propose a deal.
 *
 * @param {Tournament} t0
 * @param {(kind: DealKind, keep: number, shares?: [number, number][]) => void} propose
 */
export function proposePart({ entrants }, propose) {
  const alive = Object.values(entrants).filter(({ out }) => !out);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const chosen = new FormData(form, /** @type {SubmitEvent} */ (event).submitter);
    const keep = Number(chosen.get('keep')) || 0;
    const kind = chosen.get('kind');
    if (kind === 'other')
      propose(
        kind,
        keep,
        alive.map(({ player }) => [player, Number(chosen.get(`share-${player}`)) || 0]),
      );
    else propose(kind === 'chop' ? 'chop' : 'icm', keep);
  };
  return h(
    'section',
    { key: 'propose', class: 't-part t-deal', 'aria-labelledby': 't-propose' },
    h('h2', { id: 't-propose' }, t('t.deal.propose')),
    h('p', { class: 'note' }, t('t.deal.how')),
    h(
      'form',
      { on: { submit } },
      h(
        'label',
        null,
        t('t.deal.keep_how'),
        h('input', { class: 'num', name: 'keep', type: 'number', min: '0', step: '1', inputmode: 'numeric', placeholder: '0' }),
      ),
      h(
        'div',
        { class: 't-buttons' },
        h('button', { class: 'btn-s', name: 'kind', value: 'icm' }, t('t.deal.icm')),
        h('button', { class: 'btn-s', name: 'kind', value: 'chop' }, t('t.deal.chop')),
      ),
      h(
        'details',
        { class: 't-own-deal' },
        h('summary', null, t('t.deal.other')),
        alive.map(({ player, who }) =>
          h(
            'label',
            { key: player },
            who.name,
            h('input', { class: 'num', name: `share-${player}`, type: 'number', min: '0', step: '1', inputmode: 'numeric', placeholder: '0' }),
          ),
        ),
        h('div', { class: 't-buttons' }, h('button', { class: 'btn-s', name: 'kind', value: 'other' }, t('t.deal.other.go'))),
      ),
    ),
  );
}
