// Shared tops of pages: links to other pages and to the settings.

/** @import { App } from './app.js' */
/** @import { Kid } from './dom.js' */

import { h, icon } from './dom.js';
import { t } from './i18n.js';
import { ICONS } from './icons.js';

/** An icon link to another page. @param {App} app @param {string} path @param {string} name @param {string} strokes */
export const iconLink = (app, path, name, strokes) =>
  h('a', { key: path, class: 'ico', href: path, 'aria-label': name, title: name, on: { click: (event) => app.follow(event, path) } }, icon(strokes));

/** @param {App} app */
export const settingsButton = (app) =>
  h(
    'button',
    { key: 'settings', class: 'ico', 'aria-label': t('settings'), title: t('settings'), on: { click: () => app.show('settings') } },
    icon(ICONS.settings),
  );

/**
 * Top of a page: the link back, the title, extra content, the settings.
 *
 * @param {App} app
 * @param {string} title
 * @param {{ path: string, name: string }} back Target and name of the link back.
 * @param {...Kid} more
 */
export const pageTop = (app, title, back, ...more) =>
  h(
    'header',
    { class: 'top' },
    iconLink(app, back.path, back.name, ICONS.back),
    h('h1', null, title),
    h('span', { class: 'grow' }),
    ...more,
    settingsButton(app),
  );
