// The frame of a table's page: the bar over the stage, and the placeholder while no table can be shown.

/** @import { Kid } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { invitedTo } from '../card.js';
import { cls, h, icon } from '../dom.js';
import { num, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { setAsideText, tableName } from '../lobby/common.js';
import { isHost } from '../facts.js';
import { cutOff, gone, notThere, wayTo } from '../nowhere.js';
import { eventHead, eventPath } from '../tournament/strip.js';
import { voiceRoom } from './voice.js';
import { watchedText } from './watched.js';
import { headLine, headParts, stakes } from './words.js';

/** Element id that no other table on the page uses. @param {{ isTile?: boolean, tableId: string }} room @param {string} name */
export const idOf = ({ isTile, tableId }, name) => (isTile ? `${name}-${tableId}` : name);

/**
 * Placeholder for a table that cannot be shown.
 *
 * @param {Room} room
 * @param {'gone' | 'loading'} why
 */
export function empty(room, why) {
  const { app } = room;
  /** @type {Kid[]} */
  let content = [h('h1', { key: 'h', class: 'vh' }, t('table.loading')), h('div', { key: 's', class: 'felt-skeleton', 'aria-hidden': 'true' })];
  if (why === 'gone') {
    const aside = app.purse.setAside.find((one) => one.table === room.tableId.split('-')[0]);
    const table = room.session?.live ?? null;
    const path = table && eventPath(table);
    const standing = table && room.contest?.standing(table);
    // A player who is out reads that, rather than that the table has closed.
    if (standing && path)
      content = [
        notThere(app, {
          title: standing,
          text: tableName(table.info),
          ways: [wayTo(app, path, t('t.page_link'), 'btn-s hot'), wayTo(app, '/tournaments', t('t.list'))],
        }),
      ];
    else if (aside) content = [notThere(app, { title: t('table.aside'), text: setAsideText(aside) })];
    else content = [gone(app, 'table', room.tableId, Boolean(table))];
  } else if (app.isDown || app.isCutOff) content = [cutOff(app)];
  return h('div', { class: 'room bare' }, h('main', { class: 'notice' }, content));
}

/** Number beside a tool, and what it counts, in words. @typedef {{ n: number, text: string }} News */

/**
 * Tools in the bar over the stage on a wide page, or at the foot of the sheet on a phone.
 *
 * @param {Room} room
 * @param {Table} table
 * @returns {{ d: string, label: string, click: () => void, news?: News }[]}
 */
export function tools(room, table) {
  const { app } = room;
  const isOn = room.settings.volume > 0;
  return [
    { d: ICONS.history, label: t('last.open'), click: () => room.openLast() },
    // Players do not choose their seats in a tournament; practice has no other players.
    ...(table.info.tournament || table.info.practice
      ? practising(room, table)
      : [{ d: ICONS.invite, label: t('invite.open'), click: () => room.set({ dialog: 'invite', sheet: false }) }]),
    ...hosting(room, table),
    {
      d: isOn ? ICONS.sound : ICONS.mute,
      label: t(isOn ? 'sound.off' : 'sound.on'),
      click: () => app.settings.merge({ volume: isOn ? 0 : 0.6 }),
    },
  ];
}

/** Controls of a practice table: pause, new game. @param {Room} room @param {Table} table */
function practising(room, table) {
  if (!table.info.practice) return [];
  const { paused } = table.host;
  const pause = {
    d: paused ? ICONS.play : ICONS.pause,
    label: t(paused ? 'practice.resume' : 'practice.pause'),
    click: () => room.asks.pausePractice(!paused),
  };
  const other = { d: ICONS.plus, label: t('practice.new'), click: () => room.asks.newGame() };
  return table.closed || !isHost(table) ? [other] : [pause, other];
}

/** Way to the voice room, by the name of its host. @param {Room} room @param {Table} table @returns {ReturnType<typeof tools>} */
export function voiceTools(room, table) {
  const at = table.closed ? null : voiceRoom(table);
  return at ? [{ d: ICONS.voice, label: t('voice.open', { host: at.host }), click: () => room.set({ dialog: 'voice', sheet: false }) }] : [];
}

/**
 * The line under the name. Where it is too long, all else yields before the stakes do.
 *
 * @param {Room} room @param {Table} table
 * @param {string | null} line A line of the invitation or the tournament, which takes the place of the table's own.
 * @param {(string | false | null | undefined)[]} more What follows the table's own.
 */
function subline(room, table, line, more) {
  const watched = watchedText(room);
  if (line !== null) return h('p', { class: 'sub' }, [line, watched].filter(Boolean).join(' · '));
  const price = stakes(table.info);
  const parts = [...headParts(table, true), ...more, watched].filter(Boolean);
  return h(
    'p',
    { class: 'sub pieces' },
    parts.map((part, at) => h('span', { class: part === price ? 'stakes' : at === 0 ? 'game' : '' }, `${at > 0 ? ' · ' : ''}${part}`)),
  );
}

/** Button that opens the host panel, with the number of requests that the host has to answer. @param {Room} room @param {Table} table */
function hosting(room, table) {
  if (!isHost(table) || table.closed || table.info.practice) return [];
  const { requests = [], rebuys = [] } = table.host;
  const news = newsOf(requests.filter(({ state }) => state === 'asked').length + rebuys.length, 'host.waiting');
  return [{ d: ICONS.host, label: t('host.open'), click: () => room.set({ dialog: 'host', sheet: false }), news }];
}

/** @param {number} n @param {string} key @returns {News | undefined} */
const newsOf = (n, key) => (n > 0 ? { n, text: t(key, { n }) } : undefined);

/** Button that opens the panel, with the number of unread messages. @param {Room} room */
const panelTool = (room) => ({
  d: ICONS.log,
  label: t('panel.open'),
  click: () => room.set({ sheet: !room.ui.sheet }),
  news: newsOf(room.ui.unread, 'chat.news'),
});

/**
 * Buttons about the table itself: keep it open when watching, leave a seat, close a table without one.
 *
 * @param {Room} room
 * @param {Table} table
 * @returns {{ d: string, label: string, kind: string, pressed?: boolean, click: () => void }[]}
 */
export function ways(room, table) {
  const { app } = room;
  const { id, info } = table;
  if (table.you) {
    if (info.tournament) return [];
    return [{ d: ICONS.leave, label: t('leave'), kind: cls('go-away', room.ui.confirm === 'leave' && 'sure'), click: () => room.asks.leaveSeat() }];
  }
  if (!app.account.session) return [];
  const isKept = app.open.isKept(id);
  const stay = { d: ICONS.pin, label: t('tables.keep'), kind: 'wide', pressed: isKept, click: () => app.open.keep(id, !isKept) };
  const close = { d: ICONS.close, label: t('tables.close', { name: tableName(info) }), kind: '', click: () => app.open.close(id) };
  return app.sessions.size > 1 ? [stay, close] : [stay];
}

/** The bar over a tile; the page's own controls are in the strip. @param {Room} room @param {Table} table */
export function tileBar(room, table) {
  const { info } = table;
  const event = eventHead(room, table);
  const path = eventPath(table);
  const more = [
    { d: ICONS.history, label: t('last.open'), kind: '', click: () => room.openLast() },
    panelTool(room),
    ...hosting(room, table),
    ...voiceTools(room, table).map((tool) => ({ ...tool, kind: '' })),
    ...ways(room, table),
  ];
  return h(
    'div',
    { key: 'bar', class: 'top' },
    h(
      'div',
      { class: 'name' },
      h(
        'h2',
        null,
        path ? h('a', { href: path, on: { click: (pressed) => room.app.follow(pressed, path) } }, event?.name ?? tableName(info)) : tableName(info),
      ),
      h('p', { class: 'sub' }, [event?.line ?? headLine(table, false), watchedText(room)].filter(Boolean).join(' · ')),
    ),
    more.map((one) => toolButton(one)),
  );
}

/** @param {{ d: string, label: string, kind?: string, pressed?: boolean, news?: News, click: () => void }} tool */
function toolButton({ d, label, kind = '', pressed, news, click }) {
  const name = news ? `${label}, ${news.text}` : label;
  return h(
    'button',
    { key: label, class: cls('ico', kind), 'aria-label': name, 'aria-pressed': pressed ?? null, title: name, on: { click } },
    icon(d),
    news && h('span', { class: 'count', 'aria-hidden': 'true' }, num(news.n)),
  );
}

/** The bar over the stage. @param {Room} room @param {Table} table */
export function topBar(room, table) {
  const { info } = table;
  // The next game is announced while the last hand is still on the table.
  const soon = [table.roodles && t('roodles.now'), table.bombIn === 1 && t('bomb.next')];
  const { app } = room;
  const before = tools(room, table);
  const sound = before.pop();
  const event = eventHead(room, table);
  const path = eventPath(table) ?? '/';
  const state = app.isDown ? 'lost' : 'ready';
  const invited = info.tournament || table.closed ? null : invitedTo(app, 'table', table.id, Object.keys(table.seats).length);
  return h(
    'header',
    { key: 'top', class: 'top' },
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
      h('h1', null, invited?.head ?? event?.name ?? tableName(info)),
      subline(room, table, invited?.line ?? event?.line ?? null, soon),
    ),
    h('p', { class: cls('net', state !== 'ready' && 'lost'), role: 'status' }, h('span', null, t(state === 'ready' ? 'net.ready' : 'net.lost'))),
    table.hand && h('span', { key: 'hand', class: 'sub wide number' }, `#${num(table.hand.number)}`),
    table.info.practice &&
      table.you &&
      h(
        'button',
        { key: 'hint', class: 'btn-s hint-button', 'aria-keyshortcuts': room.settings.hotkeys ? 'I' : null, on: { click: () => room.hint() } },
        icon(ICONS.hint),
        h('span', null, t('hint.button')),
      ),
    voiceTools(room, table).map(({ d, label, click }) =>
      h('button', { key: 'voice', class: 'btn-s voice-button', title: label, 'aria-haspopup': 'dialog', on: { click } }, icon(d), h('span', null, label)),
    ),
    // A phone has the host's button at the foot of the sheet; while a player waits for an answer, the button is in sight.
    before.map((tool) => toolButton({ ...tool, kind: tool.news ? '' : 'wide' })),
    toolButton({ ...panelTool(room), kind: 'sheet-only' }),
    sound && toolButton({ ...sound, kind: 'wide' }),
    toolButton({ d: ICONS.settings, label: t('settings'), click: () => app.show('settings') }),
    ways(room, table).map((tool) => toolButton(tool)),
  );
}
