// The frame of a table's page: the bar over the stage, and what stands there while no table can be shown.

/** @import { App } from '../app.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { cls, h, icon } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { mixName, setAsideText } from '../lobby/common.js';
import { isMyTurn } from '../model.js';
import { eventHead, eventOf, eventPath } from '../tournament/strip.js';
import { standText } from '../tournament/words.js';
import { stakes } from './words.js';

/**
 * What stands in the place of a table that cannot be shown.
 *
 * @param {Room} room
 * @param {'gone' | 'loading'} why
 */
export function empty(room, why) {
  const lobby = h(
    'a',
    { key: 'a', class: 'btn-s', href: '/', on: { click: (event) => room.app.follow(event, '/') } },
    t('lobby.back'),
  );
  /** @type {Kid[]} */
  let content = [
    h('h1', { key: 'h', class: 'vh' }, t('table.loading')),
    h('div', { key: 's', class: 'felt-skeleton', 'aria-hidden': 'true' }),
  ];
  if (why === 'gone') {
    const aside = room.app.setAside.find((one) => one.table === room.tableId.split('-')[0]);
    const table = room.session?.live ?? null;
    const path = table && eventPath(table);
    const event = table && eventOf(room, table);
    content = [
      h('h1', { key: 'h' }, t(aside ? 'table.aside' : 'table.gone')),
      aside && h('p', { key: 'p' }, setAsideText(aside)),
      event && h('p', { key: 'event' }, standText(event)),
      path
        ? h('a', { key: 'page', class: 'btn-s', href: path, on: { click: (pressed) => room.app.follow(pressed, path) } }, t('t.page_link'))
        : lobby,
    ];
  }
  return h('div', { class: 'room bare' }, h('main', { class: 'notice' }, content));
}

/**
 * What a wide page has in the bar over the stage, and a phone at the foot of its sheet.
 *
 * @param {Room} room
 * @param {Table} table
 * @returns {{ d: string, label: string, click: () => void }[]}
 */
export function tools(room, table) {
  const { app } = room;
  const isOn = room.settings.volume > 0;
  return [
    { d: ICONS.history, label: t('last.open'), click: () => room.openLast() },
    // Seats of a tournament are not given by players.
    ...(table.info.tournament
      ? []
      : [{ d: ICONS.invite, label: t('invite.open'), click: () => room.set({ dialog: 'invite', sheet: false }) }]),
    {
      d: isOn ? ICONS.sound : ICONS.mute,
      label: t(isOn ? 'sound.off' : 'sound.on'),
      click: () => app.settings.merge({ volume: isOn ? 0 : 0.6 }),
    },
  ];
}

/**
 * The tables where the player sits, each as a way to it.
 *
 * @param {App} app
 * @param {string} [here] The one that is on the screen.
 * @returns {Kid[]}
 */
export const otherTables = (app, here = '') =>
  [...app.sessions.values()]
    .filter((session) => session.id !== here && session.live?.you)
    .map((session) => {
      const isTurn = session.shown && isMyTurn(session.shown);
      const path = `/table/${encodeURIComponent(session.id)}`;
      return h(
        'a',
        { key: session.id, class: cls('other', isTurn && 'turn'), href: path, on: { click: (event) => app.follow(event, path) } },
        session.live?.info.name ?? session.id,
        isTurn && h('span', { class: 'vh' }, t('ask.turn')),
      );
    });

/** The bar over the stage. @param {Room} room @param {Table} table */
export function topBar(room, table) {
  const { info } = table;
  // Where games change: the list, then the game at hand. The next one is announced while the last hand still lies there.
  const mix = info.mix ? `${mixName(info.mix)} · ` : '';
  const roodles = table.roodles ? ` · ${t('roodles.now')}` : '';
  const { app } = room;
  const before = tools(room, table);
  const sound = before.pop();
  const event = eventHead(room, table);
  const path = eventPath(table) ?? '/';
  const state = app.isDown ? 'lost' : 'ready';
  /** @param {string} d @param {string} label @param {() => void} click @param {string} [kind] @param {boolean} [dot] */
  const button = (d, label, click, kind = '', dot = false) =>
    h(
      'button',
      { key: label, class: cls('ico', kind), 'aria-label': label, title: label, on: { click } },
      icon(d),
      dot && h('i', { class: 'dot' }),
    );
  return h(
    'header',
    { class: 'top' },
    h(
      'a',
      {
        class: 'ico',
        href: path,
        'aria-label': t(event ? 't.page_link' : 'lobby.back'),
        title: t(event ? 't.page_link' : 'lobby.back'),
        on: { click: (pressed) => app.follow(pressed, path) },
      },
      icon(ICONS.back),
    ),
    h(
      'div',
      { class: 'name' },
      h('h1', null, event?.name ?? info.name),
      h('p', { class: 'sub' }, event?.line ?? `${mix}${local(info.game_name)} · ${stakes(info)} · ${t(`limit.${info.limit}`)}${roodles}`),
    ),
    otherTables(app, table.id),
    h(
      'p',
      { class: cls('net', state !== 'ready' && 'lost'), role: 'status' },
      h('span', null, t(state === 'ready' ? 'net.ready' : 'net.lost')),
    ),
    table.hand && h('span', { key: 'hand', class: 'sub wide number' }, `#${num(table.hand.number)}`),
    before.map(({ d, label, click }) => button(d, label, click, 'wide')),
    button(ICONS.log, t('panel.open'), () => room.set({ sheet: !room.ui.sheet }), 'sheet-only', room.ui.unread > 0),
    sound && button(sound.d, sound.label, sound.click, 'wide'),
    button(ICONS.settings, t('settings'), () => app.show('settings')),
    table.you && !event && button(ICONS.leave, t('leave'), () => room.leaveSeat(), room.ui.confirm === 'leave' ? 'go-away sure' : 'go-away'),
  );
}
