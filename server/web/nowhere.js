// Replacement for something missing or not there yet: what is known about it, and links that lead on.

/** @import { App } from './app.js' */
/** @import { Kid, VNode } from './dom.js' */

import { cardOf } from './card.js';
import { h } from './dom.js';
import { t } from './i18n.js';

/** Length of the invitation in a private link. */
const INVITATION = 32;

/**
 * Reason why an address opens no table or tournament: it was open and has closed; nothing public has its number; a private link is cut off; the link
 * is complete but no longer valid; it is no address at all.
 *
 * @param {string} id
 * @param {boolean} wasHere `true` if it is known to have been open.
 * @returns {'closed' | 'number' | 'cut' | 'link' | 'address'}
 */
export function goneWhy(id, wasHere) {
  if (wasHere) return 'closed';
  if (/^\d{1,20}$/.test(id)) return 'number';
  const [, invitation] = /^\d{1,20}-([0-9a-z]*)$/i.exec(id) ?? [];
  if (invitation === undefined) return 'address';
  return invitation.length < INVITATION ? 'cut' : 'link';
}

/** A link that leads on. @param {App} app @param {string} path @param {string} label @param {string} [kind] @returns {VNode} */
export const wayTo = (app, path, label, kind = 'btn-s') =>
  h('a', { key: path, class: kind, href: path, on: { click: (event) => app.follow(event, path) } }, label);

/** Links open to all visitors, and to the player's own hands if there may be any. @param {App} app @param {string} [first] Kind of the first. @returns {VNode[]} */
const waysOn = (app, first = 'btn-s hot') => [
  wayTo(app, '/', t('lobby.back'), first),
  wayTo(app, '/practice', t('practice.title')),
  ...(app.account.session ? [wayTo(app, '/hands', t('hands.title'))] : []),
];

/**
 * @param {App} app
 * @param {{ title: string, text?: Kid, ways?: VNode[] }} told
 * @returns {VNode}
 */
export const notThere = (app, { title, text, ways = waysOn(app) }) =>
  h('div', { key: 'nowhere', class: 'nowhere' }, h('h1', null, title), text && h('p', { key: 'text' }, text), h('div', { class: 't-buttons' }, ways));

/** A missing table or tournament. @param {App} app @param {'table' | 'event'} kind @param {string} id @param {boolean} wasHere */
export function gone(app, kind, id, wasHere) {
  // Only the server knows that a whole link was good once.
  const why = goneWhy(id, wasHere || (kind === 'table' && cardOf(app, kind, id, 'gone')?.state === 'closed'));
  // A member who is not signed in sees what everybody sees.
  const mayBeMember = why === 'link' && !app.account.session;
  const signIn = h('button', { key: 'sign-in', class: 'btn-s hot', on: { click: () => app.identify('login') } }, t('identity.login.go'));
  // The settlement is kept for those who were there.
  const ways = [
    ...(mayBeMember ? [signIn, ...waysOn(app, 'btn-s')] : waysOn(app)),
    ...(why === 'closed' && app.account.session ? [wayTo(app, '/evenings', t('evenings.title'))] : []),
  ];
  return notThere(app, { title: t(why === 'closed' ? 'gone.table.closed' : `gone.${kind}`), text: t(`gone.why.${why}`, { id }), ways });
}

/** An unknown address. @param {App} app */
export const noPage = (app) => notThere(app, { title: t('gone.page'), text: t('gone.why.page') });

/** Content that needs the server while it is out of reach. @param {App} app */
export const cutOff = (app) =>
  notThere(app, {
    title: t('offline.title'),
    text: t('offline.text'),
    ways: [wayTo(app, '/', t('lobby.back'), 'btn-s hot'), wayTo(app, '/learn', t('learn.title')), wayTo(app, '/hands', t('hands.title'))],
  });
