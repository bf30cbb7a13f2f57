// The rules of the game at hand: where the hand stands, what this table adds, and the words that the server makes from
// the definition.

/** @import { Table } from '../model.js' */
/** @import { Room } from './room.js' */

import { h } from '../dom.js';
import { local, t } from '../i18n.js';
import { dealStrip } from '../lobby/common.js';
import { pathOfGame, pathOfTable, rulesView } from '../rulebook.js';
import { cards } from './marks.js';
import { shapeOf, stakes, streetName } from './words.js';

/** Categories of the rankings, best first, each with an example. */
/** @type {Record<string, [category: string, cards: string][]>} */
const HIGH = {
  high: [
    ['royal_flush', 'As Ks Qs Js Ts'],
    ['straight_flush', '9h 8h 7h 6h 5h'],
    ['four_of_a_kind', 'Qc Qd Qh Qs 4d'],
    ['full_house', '9c 9h 9d Ac Ad'],
    ['flush', 'Kd Jd 8d 5d 3d'],
    ['straight', '8s 7d 6c 5h 4s'],
    ['three_of_a_kind', '7c 7h 7s Kd 2c'],
    ['two_pair', 'Ac Ad 9h 9c 5s'],
    ['one_pair', 'Jh Js Ac 8d 4c'],
    ['high_card', 'Ah Qc 9s 6d 3h'],
  ],
};
HIGH['short-deck'] = HIGH.high
  .map(
    ([category, example]) =>
      /** @type {[string, string]} */ ([
        category,
        {
          straight: '9s 8d 7c 6h As',
          three_of_a_kind: '7c 7h 7s Kd 9c',
          straight_flush: '9h 8h 7h 6h Ah',
          flush: 'Kd Jd 9d 8d 6d',
          two_pair: 'Ac Ad 9h 9c 7s',
          one_pair: 'Jh Js Ac 8d 7c',
          high_card: 'Ah Qc 9s 8d 6h',
          four_of_a_kind: 'Qc Qd Qh Qs 7d',
        }[category] ?? example,
      ]),
  )
  // With so few cards of a suit, a flush is rarer than a full house.
  .sort(([a], [b]) => Number(a === 'full_house' && b === 'flush') - Number(a === 'flush' && b === 'full_house'));

/** @param {Room} room @param {Table} table */
export function rules(room, table) {
  const game = room.game(table);
  const { info, hand } = table;
  const id = hand?.game ?? info.game;
  const isOwn = info.own_game && id === info.game;
  const ranking = HIGH[game?.high_ranking ?? ''] ?? [];
  const now = hand && !hand.over && t('rules.here', { street: streetName(hand.street, shapeOf(game)) });
  return h(
    'div',
    { class: 'log rules', tabindex: '0' },
    h('h2', null, local(game?.name ?? info.game_name)),
    game && h('p', { key: 'deal' }, dealStrip(game)),
    now && h('p', { key: 'here', class: 'here' }, now),
    rulesView(room.app.rules.of(isOwn ? pathOfTable(table.id) : pathOfGame(id))),
    h('h2', null, t('rules.table')),
    h('p', null, `${t(`limit.${info.limit}`)} · ${stakes(info)}. ${t(`rules.limit.${info.limit}`)}`),
    info.session?.seat_draw && h('p', { key: 'draw' }, t('rules.seat_draw')),
    info.session?.roodles && h('p', { key: 'roodles' }, t('rules.roodles')),
    info.session?.kitty && h('p', { key: 'kitty' }, t('rules.kitty')),
    info.session?.free_stacks &&
      h('p', { key: 'free_stacks' }, t('rules.free_stacks', { n: info.session.free_stacks })),
    h('p', null, t('rules.buy_in', { min: info.buy_in_min, max: info.buy_in_max })),
    h('p', null, t('rules.time', { n: Math.round(info.action_ms / 1000), bank: Math.round(info.time_bank_ms / 1000) })),
    ranking.length > 0 && [h('h2', { key: 'order' }, t('rules.showdown')), examples(ranking)],
  );
}

/** @param {[string, string][]} order */
const examples = (order) =>
  h(
    'ol',
    { key: 'ranking', class: 'ranking' },
    order.map(([category, example]) =>
      h('li', { key: category }, h('span', null, t(`category.${category}`)), cards(example.split(' '))),
    ),
  );
