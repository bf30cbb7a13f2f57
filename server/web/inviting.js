// Opens an invitation, loaded on first use.

/** @import { App } from './app.js' */
/** @import { Place } from './invite.js' */

import { h } from './dom.js';
import { t } from './i18n.js';

/** @param {App} app @param {Place} place */
export const invitation = (app, place) =>
  app.later('p-invite') === 'there' ? h('p-invite', { key: 'there', prop: { place } }) : h('p', { key: 'coming', class: 'note' }, t('table.loading'));
