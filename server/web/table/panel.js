// The panel beside the table: the hand as a log, chat, rules, players. A drawer or a sheet if there is no room.

/** @import { Kid } from '../dom.js' */
/** @import { Phrase, PlayerInfo } from '../gen/protocol.d.ts' */
/** @import { LogEntry, Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { cls, h, icon } from '../dom.js';
import { num, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { check, tableName } from '../lobby/common.js';
import { emotePicker } from './emotes.js';
import { idOf, tools, voiceTools } from './frame.js';
import { cards } from './marks.js';
import { part } from './modal.js';
import { mayNote, noteButton } from './notes.js';
import { mySeat } from '../facts.js';
import { pauseButtons, sitsOutNext, straddlesNext } from './waiting.js';
import { amount, chatText, logLines, sameStreet, shapeOf, streetName } from './words.js';

/** `last` has no tab: it takes the place of all of them. @typedef {'event' | 'log' | 'chat' | 'rules' | 'players' | 'hint' | 'ledger' | 'last'} Tab */

/** @type {Tab[]} */
const TABS = ['log', 'chat', 'rules', 'players'];

/** Tabs of practice: bots do not chat. @type {Tab[]} */
const OF_PRACTICE = ['hint', 'log', 'rules', 'players'];

/** Tabs of a table; that of its tournament, or its ledger, comes last. @param {Table} table @returns {Tab[]} */
const tabsOf = ({ info, ledger }) => (info.practice ? OF_PRACTICE : info.tournament ? [...TABS, 'event'] : ledger ? [...TABS, 'ledger'] : TABS);

/** @param {Room} room @param {Table} table */
export function panel(room, table) {
  const { ui } = room;
  if (ui.tab === 'last') return lastHand(room, table);
  /** @type {Record<Exclude<Tab, 'last'>, (room: Room, table: Table) => Kid>} */
  const views = {
    event: () => room.contest?.tab(table),
    log,
    chat,
    rules: () => part(room, 'p-book'),
    players,
    ledger: () => part(room, 'p-ledger'),
    hint: () => room.coach?.tab(table),
  };
  const tabs = tabsOf(table);
  return h(
    'aside',
    {
      class: cls('panel', ui.sheet && 'open'),
      'aria-label': room.isTile ? `${t('panel')}, ${tableName(table.info)}` : t('panel'),
    },
    h(
      'div',
      { class: 'tabs' },
      h(
        'div',
        { class: 'tablist', role: 'tablist', 'aria-label': t('panel') },
        tabs.map((tab, at) =>
          h(
            'button',
            {
              key: tab,
              role: 'tab',
              id: idOf(room, `tab-${tab}`),
              'aria-selected': ui.tab === tab,
              'aria-controls': idOf(room, 'tab-panel'),
              tabindex: ui.tab === tab ? '0' : '-1',
              on: { click: () => room.openTab(tab), keydown: (event) => moveTab(event, room, tabs, at) },
            },
            t(tab === 'event' ? 't.tab' : `tab.${tab}`),
            tab === 'chat' && ui.unread > 0 && h('span', { class: 'count' }, num(ui.unread), h('span', { class: 'vh' }, t('chat.unread'))),
          ),
        ),
      ),
      h('button', { class: 'ico sheet-only', 'aria-label': t('close'), on: { click: () => room.closePanel() } }, icon(ICONS.close)),
    ),
    h(
      'div',
      { key: ui.tab, id: idOf(room, 'tab-panel'), class: 'tab-panel', role: 'tabpanel', 'aria-labelledby': idOf(room, `tab-${ui.tab}`) },
      views[ui.tab](room, table),
    ),
    foot(room, table),
  );
}

/** Tools that the bar over the stage of a phone has no room for. @param {Room} room @param {Table} table */
const foot = (room, table) =>
  h(
    'div',
    { class: 'foot' },
    [...voiceTools(room, table), ...tools(room, table)].map(({ d, label, click, news }) =>
      h(
        'button',
        { key: d, class: 'btn-s', on: { click } },
        icon(d),
        h('span', null, label, news && h('span', { class: 'vh' }, `, ${news.text}`)),
        news && h('span', { class: 'count', 'aria-hidden': 'true' }, num(news.n)),
      ),
    ),
  );

/** The last hand in place of the tabs: the table and its bar stay in view. @param {Room} room @param {Table} table */
function lastHand(room, table) {
  const last = room.lastHand(table);
  return h(
    'aside',
    {
      class: cls('panel', 'of-last', room.ui.sheet && 'open'),
      'aria-label': room.isTile ? `${t('last.open')}, ${tableName(table.info)}` : t('last.open'),
    },
    h(
      'div',
      { key: 'last-head', class: 'last-head' },
      h('h2', { class: 'last-title', tabindex: '-1' }, last ? t('last.title', { n: last.hand.number }) : t('last.open')),
      h('button', { class: 'ico', 'aria-label': t('last.close'), title: t('last.close'), on: { click: () => room.closePanel() } }, icon(ICONS.close)),
    ),
    h('div', { key: 'last', class: 'tab-panel' }, part(room, 'p-last')),
    foot(room, table),
  );
}

/** @param {KeyboardEvent} event @param {Room} room @param {Tab[]} tabs @param {number} at */
function moveTab(event, room, tabs, at) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const next = tabs[(at + by + tabs.length) % tabs.length];
  room.openTab(next);
  room.focusOn('.tablist [aria-selected="true"]');
}

// ---------- the hand ----------

/** @param {Room} room @param {Table} table */
function log(room, table) {
  const hasLines = table.log.length > 0;
  return h(
    'div',
    { class: 'log', tabindex: '0', 'data-stick': 'end' },
    hasLines ? logGroups(room, table, table.log) : h('p', { class: 'none' }, t(table.hand ? 'log.joined' : 'log.empty')),
  );
}

/**
 * Lines of a log, grouped by street.
 *
 * @param {Room} room
 * @param {Table} table
 * @param {LogEntry[]} entries
 * @param {{ pick: (entry: LogEntry) => void, is: (entry: LogEntry) => string } | null} [way] What a press on a line does,
 *   and the class of a line, where lines can be pressed; the line with the class `now` is the current one.
 * @returns {Kid[]}
 */
export function logGroups(room, table, entries, way = null) {
  const shape = shapeOf(room.game(table));
  /** @type {{ title: string, pot: number, entries: LogEntry[] }[]} */
  const groups = [];
  /** @type {import('../model.js').Street | null} */
  let last = null;
  for (const entry of entries) {
    const { street } = entry;
    const starts = groups.length === 0 || (street && last && !sameStreet(street, last)) || (!street && last);
    if (starts) {
      groups.push({
        title: street ? streetName(street, shape) : t('log.between'),
        pot: street ? entry.pot : 0,
        entries: [],
      });
    }
    last = street;
    groups[groups.length - 1].entries.push(entry);
  }
  const seat = table.you?.seat ?? null;
  return groups.map((group, at) => {
    const lines = group.entries.flatMap((entry) => logLines(entry, seat).map((line, n) => ({ line, entry, key: `${entry.seq}-${n}` })));
    if (lines.length === 0) return null;
    return h(
      'section',
      { key: at },
      h('h2', null, group.pot > 0 && at > 0 ? t('log.street', { street: group.title, n: room.money(group.pot) }) : group.title),
      h(
        'ul',
        null,
        lines.map(({ line, entry, key }) => {
          const words = [
            h('span', null, withName(line.text, line.who), line.cards.length > 0 && cards(line.cards)),
            line.amount !== null && h('span', { class: 'n' }, amount(line.amount, room.settings, table.info)),
          ];
          if (!way) return h('li', { key, class: line.mine ? 'mine' : '' }, words);
          const state = way.is(entry);
          return h(
            'li',
            { key, class: cls(line.mine && 'mine', state) },
            h('button', { type: 'button', 'aria-current': state === 'now' ? 'step' : null, on: { click: () => way.pick(entry) } }, words),
          );
        }),
      ),
    );
  });
}

/** Text with the name in bold. @param {string} text @param {string} who @returns {Kid[]} */
function withName(text, who) {
  const [before, after] = text.split('{who}');
  if (after === undefined) return [text];
  return [before, h('b', null, who), after];
}

// ---------- chat ----------

/** Quick phrases, which each reader sees in their own language. @type {Phrase[]} */
const PHRASES = ['good_luck', 'well_played', 'thank_you', 'good_game', 'hello', 'sorry', 'one_moment', 'good_bye'];

/** @param {Room} room @param {Table} table */
function chat(room, table) {
  const { session, ui, settings } = room;
  const lines = session.chat.filter((line) => !settings.muted.includes(line.from.id));
  const canTalk = room.app.net.state === 'ready';
  return h(
    'div',
    { class: 'chat' },
    h(
      'div',
      { class: 'log', tabindex: '0', 'data-stick': 'end' },
      lines.length === 0 && h('p', { class: 'none' }, t('chat.empty')),
      h(
        'ul',
        null,
        lines.map((line) =>
          h(
            'li',
            { key: line.key, class: cls('said', line.from.id === table.me && 'mine') },
            h('span', null, h('b', null, line.from.id === table.me ? t('you') : line.from.name), ' ', chatText(line)),
          ),
        ),
      ),
    ),
    emotePicker(room, table),
    h(
      'div',
      { key: 'quick', class: 'quick', role: 'group', 'aria-label': t('chat.quick') },
      PHRASES.map((phrase) =>
        h('button', { key: phrase, type: 'button', disabled: !canTalk, on: { click: () => room.asks.remark(phrase) } }, t(`phrase.${phrase}`)),
      ),
    ),
    h(
      'form',
      {
        class: 'say',
        on: {
          submit: (event) => {
            event.preventDefault();
            room.asks.talk(ui.message);
          },
        },
      },
      h('input', {
        'aria-label': t('chat.message'),
        placeholder: t('chat.message'),
        maxlength: '200',
        autocomplete: 'off',
        prop: { value: ui.message },
        on: { input: (event) => room.set({ message: event.target.value }) },
      }),
      h('button', { type: 'submit', 'aria-disabled': !canTalk || ui.message.trim() === '' }, t('chat.send')),
    ),
  );
}

// ---------- players ----------

/** @param {Room} room @param {Table} table */
function players(room, table) {
  const { settings } = room;
  const seats = Object.values(table.seats).sort((a, b) => a.seat - b.seat);
  const isHost = table.info.host === table.me;
  const mute = (/** @type {string} */ id) => () =>
    room.app.settings.merge({
      muted: settings.muted.includes(id) ? settings.muted.filter((one) => one !== id) : [...settings.muted, id],
    });
  return h(
    'div',
    { class: 'log', tabindex: '0' },
    h(
      'ul',
      { class: 'people' },
      seats.map((seat) =>
        h(
          'li',
          { key: seat.seat },
          h('span', { class: 'n' }, num(seat.seat)),
          h(
            'span',
            null,
            h('b', null, seat.seat === table.you?.seat ? t('you') : seat.player.name),
            h(
              'small',
              null,
              [
                t(`kind.${seat.player.kind}`),
                seat.status === 'active' ? '' : t(`status.${seat.status}`),
                seat.bounty > 0 ? t('seat.bounty', { n: seat.bounty }) : '',
              ]
                .filter(Boolean)
                .join(' · '),
            ),
          ),
          h('span', { class: 'n' }, room.money(seat.stack)),
          mayNote(room, seat.player) && noteButton(room, seat.player, 'ico', icon(ICONS.note)),
          seat.seat !== table.you?.seat &&
            h(
              'button',
              {
                class: 'ico',
                'aria-pressed': settings.muted.includes(seat.player.id),
                'aria-label': t('mute', { name: seat.player.name }),
                title: t('mute', { name: seat.player.name }),
                on: { click: mute(seat.player.id) },
              },
              icon(settings.muted.includes(seat.player.id) ? ICONS.mute : ICONS.sound),
            ),
          seat.seat !== table.you?.seat && isHost && hostControls(room, table, seat.player),
        ),
      ),
    ),
    table.waitList.length > 0 && [
      h('h2', { key: 'wait' }, t('wait_list')),
      h(
        'ol',
        { key: 'queue', class: 'queue' },
        table.waitList.map((player) => h('li', { key: player.id }, player.name)),
      ),
    ],
    table.you &&
      h(
        'div',
        { key: 'mine', class: 'my-seat' },
        h('h2', null, t('my_seat')),
        table.info.session?.straddle && check(t('straddle_next'), straddlesNext(room, table), (is) => room.asks.straddle(is)),
        check(t('sit_out_next'), sitsOutNext(room, table), (is) => room.asks.sitOutNext(is)),
        !table.info.tournament && mySeat(table)?.status !== 'busted' && pauseButtons(room),
        !table.info.session?.free_stacks &&
          !table.info.tournament &&
          h('button', { class: 'btn-s', on: { click: () => room.set({ dialog: 'rebuy', sheet: false }) } }, t('rebuy')),
        !table.info.tournament && h('button', { key: 'leave', class: 'btn-s', on: { click: () => room.asks.leaveSeat() } }, t('leave')),
      ),
  );
}

/** The host's controls for a player. @param {Room} room @param {Table} table @param {PlayerInfo} player @returns {Kid[]} */
function hostControls(room, table, player) {
  const isMuted = table.muted.includes(player.id);
  const { name } = player;
  /** @param {string} key @param {string} label @param {string} d @param {() => void} click */
  const control = (key, label, d, click) => h('button', { key, class: 'ico', 'aria-label': label, title: label, on: { click } }, icon(d));
  return [
    control('mute-all', t(isMuted ? 'host.unmute' : 'host.mute', { name }), isMuted ? ICONS.mute : ICONS.chat, () => room.asks.muteForAll(player, !isMuted)),
    control('remove', t('host.remove', { name }), ICONS.close, () => room.asks.sendAway(player)),
  ];
}
