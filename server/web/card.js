// Cards of links: what a link leads to, in the server's words, which messengers show as well.

/** @import { CardResponse } from './gen/protocol.d.ts' */
/** @import { App } from './app.js' */

import { lang } from './i18n.js';

/** @typedef {{ stamp: string, card: CardResponse | null }} Kept `card` is `null` until the server has answered. */

/** @type {Map<string, Kept>} */
const kept = new Map();

/**
 * The card of a link; `null` until it is known, and for a link that cannot be asked about now.
 *
 * @param {App} app
 * @param {'table' | 'event'} kind
 * @param {string} id
 * @param {string | number} stamp What the card depends on. When it changes, the card is read again, and the last one is shown until then.
 * @returns {CardResponse | null}
 */
export function cardOf(app, kind, id, stamp) {
  const at = `${kind} ${id} ${lang()}`;
  const known = kept.get(at);
  if (known?.stamp === String(stamp)) return known.card;
  const asked = { stamp: String(stamp), card: known?.card ?? null };
  kept.set(at, asked);
  read(kind, id).then((card) => {
    asked.card = card ?? asked.card;
    if (kept.get(at) === asked) app.render();
  });
  return asked.card;
}

/** @param {'table' | 'event'} kind @param {string} id @returns {Promise<CardResponse | null>} */
async function read(kind, id) {
  const path = `/api/v1/${kind === 'table' ? 'tables' : 'tournaments'}/${encodeURIComponent(id)}/card?lang=${lang()}`;
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * The invitation that a visitor without a name reads over a table or tournament.
 *
 * @param {App} app
 * @param {'table' | 'event'} kind
 * @param {string} id
 * @param {string | number} stamp
 * @returns {CardResponse | null}
 */
export function invitedTo(app, kind, id, stamp) {
  if (app.account.session || app.isExpected) return null;
  const card = cardOf(app, kind, id, stamp);
  return card?.state === 'open' ? card : null;
}
