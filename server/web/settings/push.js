// The switch of Web Push.

/** @import { App } from '../app.js' */

import { noPush } from '../calls.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { check } from '../lobby/common.js';

/** The switch; if it cannot be turned on, it says why. @param {App} app */
export function pushSwitch(app) {
  const why = noPush(app.account.session !== null);
  if (why) return h('p', { key: 'push', class: 'push-why' }, t('settings.push'), h('small', null, t(`settings.push.${why}`)));
  return check(t('settings.push'), app.settings.value.push, async (is) => {
    // Some browsers ask the player only directly on the press.
    const push = app.push ?? (await app.knowPush());
    await (is ? push.turnOn() : push.turnOff());
  });
}
