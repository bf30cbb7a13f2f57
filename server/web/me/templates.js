// The player's own templates, and the events that recur by them.

/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { h, patch } from '../dom.js';
import { t } from '../i18n.js';
import { pageTop } from '../top.js';
import '../clubs/nights.js';

/** @implements {View} */
class MyTemplates extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;

  update() {
    if (!this.isConnected || !this.app) return;
    const { app } = this;
    patch(
      this,
      h(
        'div',
        { class: 'tpage my-page club-page' },
        h('a', { class: 'skip', href: '#templates' }, t('templates.skip')),
        pageTop(app, t('templates.title'), { path: '/tournaments', name: t('templates.back') }),
        h('main', { id: 'templates', tabindex: '-1' }, this.#content()),
      ),
    );
    /** @type {import('../clubs/nights.js').Nights | null} */ (this.querySelector('p-nights'))?.update();
  }

  /** @returns {Kid} */
  #content() {
    const { app } = this;
    const you = app.account.session?.you;
    if (!you) return h('p', { key: 'nameless', class: 'none' }, t('shelf.nameless'));
    // What was kept before a name lost its password stays in reach.
    return h('p-nights', { key: you.id, class: 'club-nights', prop: { app, club: null, manages: you.kind === 'account' } });
  }
}

customElements.define('p-templates', MyTemplates);
