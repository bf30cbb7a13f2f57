// The price of an entry in words.

/** @import { TournamentSummary } from '../gen/protocol.d.ts' */

import { num, t } from '../i18n.js';

/** Price of an entry. @param {Pick<TournamentSummary, 'buy_in' | 'bounty'>} summary */
export function priceText({ buy_in: n, bounty }) {
  if (n + bounty === 0) return t('t.price.free');
  return bounty > 0 ? t('t.price.bounty', { n, bounty }) : num(n);
}
