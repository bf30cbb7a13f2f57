// What stands in the place of something that is not there, or not yet: what is true of it, and ways that lead on.

/** @import { App } from './app.js' */
/** @import { Kid, VNode } from './dom.js' */

import { h } from './dom.js';
import { t } from './i18n.js';

/** How many signs the invitation in a private link has. */
const INVITATION = 32;

/**
 * Why an address leads to no table, or to no tournament: it was there and is closed; its number stands for nothing that is public;
 * the end of a private link is missing; all of the link is there, and is good no more; it is no address at all.
 *
 * @param {string} id
 * @param {boolean} wasHere Whether it was open in this page.
 * @returns {'closed' | 'number' | 'cut' | 'link' | 'address'}
 */
export function goneWhy(id, wasHere) {
  if (wasHere) return 'closed';
  if (/^\d{1,20}$/.test(id)) return 'number';
  const [, invitation] = /^\d{1,20}-([0-9a-z]*)$/i.exec(id) ?? [];
  if (invitation === undefined) return 'address';
  return invitation.length < INVITATION ? 'cut' : 'link';
}

/** A way that leads on. @param {App} app @param {string} path @param {string} label @param {string} [kind] @returns {VNode} */
export const wayTo = (app, path, label, kind = 'btn-s') =>
  h('a', { key: path, class: kind, href: path, on: { click: (event) => app.follow(event, path) } }, label);

/** The ways that are open to everybody, and the own hands to those who have some. @param {App} app @returns {VNode[]} */
const waysOn = (app) => [
  wayTo(app, '/', t('lobby.back'), 'btn-s hot'),
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

/** A table or a tournament that is not there. @param {App} app @param {'table' | 'event'} kind @param {string} id @param {boolean} wasHere */
export function gone(app, kind, id, wasHere) {
  const why = goneWhy(id, wasHere);
  return notThere(app, { title: t(why === 'closed' ? 'gone.table.closed' : `gone.${kind}`), text: t(`gone.why.${why}`, { id }) });
}

/** An address that leads nowhere. @param {App} app */
export const noPage = (app) => notThere(app, { title: t('gone.page'), text: t('gone.why.page') });

/** What needs the server while it is out of reach. @param {App} app */
export const cutOff = (app) =>
  notThere(app, {
    title: t('offline.title'),
    text: t('offline.text'),
    ways: [wayTo(app, '/', t('lobby.back'), 'btn-s hot'), wayTo(app, '/learn', t('learn.title')), wayTo(app, '/hands', t('hands.title'))],
  });
