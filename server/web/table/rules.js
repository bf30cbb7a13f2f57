// The rules of the game at hand: where the hand stands, what this table adds, and the words that the server makes from
// the definition. They come when their tab is opened first.

/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { h, patch } from '../dom.js';
import { local, t } from '../i18n.js';
import { dealStrip } from '../lobby/common.js';
import { pathOfGame, pathOfTable, rulesPath, rulesView } from '../rulebook.js';
import { mineOf, rankingView, titleOf } from '../rules/ranking.js';
import { shapeOf, stakes, streetName } from './words.js';

/** @param {Room} room @param {Table} table */
function rules(room, table) {
  const game = room.game(table);
  const { info, hand } = table;
  const id = hand?.game ?? info.game;
  const isOwn = info.own_game && id === info.game;
  const book = room.app.rules.of(isOwn ? pathOfTable(table.id) : pathOfGame(id));
  const rankings = (typeof book === 'object' && book.rankings) || [];
  const page = rulesPath(id);
  const now = hand && !hand.over && t('rules.here', { street: streetName(hand.street, shapeOf(game)) });
  return h(
    'div',
    { class: 'log rules', tabindex: '0' },
    h('h2', null, local(game?.name ?? info.game_name)),
    game && h('p', { key: 'deal' }, dealStrip(game)),
    now && h('p', { key: 'here', class: 'here' }, now),
    !isOwn && h('a', { key: 'page', class: 'page-link', href: page, on: { click: (event) => room.app.follow(event, page) } }, t('rules.page')),
    rulesView(book),
    h('h2', null, t('rules.table')),
    h('p', null, `${t(`limit.${info.limit}`)} · ${stakes(info)}. ${t(`rules.limit.${info.limit}`)}`),
    info.session?.seat_draw && h('p', { key: 'draw' }, t('rules.seat_draw')),
    info.session?.roodles && h('p', { key: 'roodles' }, t('rules.roodles')),
    info.session?.bomb_pot && h('p', { key: 'bomb' }, t('rules.bomb', { n: info.session.bomb_pot.every, ante: info.session.bomb_pot.ante * info.big_blind })),
    info.session?.double_board && h('p', { key: 'double' }, t(`rules.double_board.${info.session.double_board}`)),
    info.session?.seven_deuce && h('p', { key: 'seven_deuce' }, t('rules.seven_deuce', { n: info.session.seven_deuce * info.big_blind })),
    info.session?.straddle && h('p', { key: 'straddle' }, t(`rules.straddle.${info.session.straddle}`)),
    info.session?.rabbit_hunt && h('p', { key: 'rabbit' }, t('rules.rabbit')),
    info.session?.dark_bets && h('p', { key: 'dark' }, t('rules.dark')),
    info.session?.kitty && h('p', { key: 'kitty' }, t('rules.kitty')),
    info.session?.free_stacks && h('p', { key: 'free_stacks' }, t('rules.free_stacks', { n: info.session.free_stacks })),
    h('p', null, t('rules.buy_in', { min: info.buy_in_min, max: info.buy_in_max })),
    h('p', null, t('rules.time', { n: Math.round(info.action_ms / 1000), bank: Math.round(info.time_bank_ms / 1000) })),
    rankings.flatMap((ranking) => [
      h('h2', { key: `h-${ranking.side}` }, titleOf(ranking, rankings)),
      h('div', { key: `of-${ranking.side}` }, rankingView(ranking, { mine: mineOf(table, ranking) })),
    ]),
  );
}

class RulesTab extends HTMLElement {
  /** @type {Room} */
  // @ts-ignore: set by the parent before the first update.
  room;

  connectedCallback() {
    this.update();
  }

  update() {
    const table = this.room?.session?.shown;
    if (this.isConnected && table) patch(this, rules(this.room, table));
  }
}

customElements.define('p-book', RulesTab);
