// Helpers shared by the lobby and the form.

/** @import { GameInfo, MixInfo, SetAside, TableInfo, TableSummary } from '../gen/protocol.d.ts' */
/** @import { App } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { cls, h } from '../dom.js';
import { has, local, num, t, tn } from '../i18n.js';

/** Letters without case and accents, for searching. @param {string} text */
export const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('’', "'")
    .toLowerCase();

/** @param {string} family */
export const familyName = (family) => t(`family.${family}`);

/** @param {string} limit */
export const limitName = (limit) => t(`limit.${limit}`);

/** The game of a table: in a mix, the current one and its remaining hands. @param {TableSummary} table */
export function playedAt({ info, hands_left: left }) {
  const game = local(info.game_name);
  if (!info.mix) return game;
  const now = t('mix.now', { mix: mixName(info.mix), game });
  return left ? `${now}, ${tn('mix.left', left)}` : now;
}

/** Name of a mix. @param {MixInfo} mix */
export const mixName = (mix) => (mix.name ? local(mix.name) : t('mix.own'));

/** Name of a table. Practice has one table, which no player named; tournament tables are named after the tournament, and house tables after their games. @param {TableInfo} info */
export function tableName({ practice, tournament, name, game_name: game, mix }) {
  if (practice) return t('practice.title');
  if (tournament) return `${local(tournament.name)} · ${t('t.table.n', { n: tournament.table_no })}`;
  return local([game, mix?.name].find((one) => one?.en === name)) || name;
}

/**
 * The name that a table had, in the viewer's language where the house named it after its game or mix.
 *
 * @param {App} app
 * @param {string} name
 */
export const namedAfter = ({ games, mixes }, name) => local([...games, ...mixes].find((one) => one.name?.en === name)?.name) || name;

/** Bare words, for comparing names: "No-limit" and "no limit" are the same. @param {string} text */
const bare = (text) =>
  ` ${plain(text)
    .replace(/[^\p{L}\p{N}/.,']+/gu, ' ')
    .trim()} `;

/**
 * Parts not said yet: nothing appears twice, not even inside a longer name.
 *
 * @param {readonly (string | false | null | undefined)[]} parts
 * @param {string} [said] Text above it.
 * @returns {string[]}
 */
export function saidOnce(parts, said = '') {
  const before = [bare(said)];
  return parts
    .flatMap((part) => part || [])
    .filter((part) => {
      const words = bare(part);
      const isNew = !before.some((one) => one.includes(words));
      before.push(words);
      return isNew;
    });
}

/** The games of a table that its name does not mention: the current game, then the name of the mix if it has one. @param {TableInfo} info */
export const besidesName = (info) => saidOnce([local(info.game_name), info.mix?.name && mixName(info.mix)], tableName(info));

const searchIcon = () =>
  h('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, h('circle', { cx: '8.5', cy: '8.5', r: '5.5' }), h('path', { d: 'M13 13l5 5' }));

/**
 * A field to search in a list.
 *
 * @param {string} label
 * @param {string} value
 * @param {(text: string) => void} change
 * @param {{ placeholder?: string, keydown?: (event: any) => void }} [more]
 */
export const searchField = (label, value, change, { placeholder = label, keydown } = {}) =>
  h(
    'label',
    { class: 'find' },
    h('span', { class: 'vh' }, label),
    searchIcon(),
    h('input', { type: 'search', placeholder, prop: { value }, on: { input: (event) => change(event.target.value), ...(keydown && { keydown }) } }),
  );

/**
 * A list of options with a label, of which one is chosen.
 *
 * @param {string} label
 * @param {readonly (readonly [string, string])[]} options Ids and names.
 * @param {string} value
 * @param {(id: string) => void} choose
 */
export const selection = (label, options, value, choose) =>
  h(
    'label',
    { key: `of ${label}`, class: 'field' },
    h('span', null, label),
    h(
      'select',
      { class: 'text', prop: { value }, on: { change: (event) => choose(event.target.value) } },
      options.map(([id, name]) => h('option', { key: id, value: id }, name)),
    ),
  );

/** Traits of a game in words: its decisions besides betting, and other particulars. @param {GameInfo} game */
export function traits(game) {
  const words = (game.decisions ?? []).map((kind) => `deal.${kind}`).filter((key) => has(key));
  if (game.wild) words.push('deal.wild');
  if (game.high && game.low) words.push('deal.hilo');
  else if (game.low) words.push('deal.low');
  return words.map((key) => t(key));
}

/** Common nicknames of games, by words of the name. @type {[RegExp, string][]} */
const NICKNAMES = [
  [/hold.?em/, 'texas nlhe lhe'],
  [/omaha/, 'plo'],
  [/(?=.*omaha)(?=.*(hi.?lo|8))/, 'o8 plo8'],
  [/(?=.*omaha)(?=.*five)/, 'plo5'],
  [/(?=.*omaha)(?=.*six)/, 'plo6'],
  [/deuce.to.seven|2.to.7|2-7/, '27 2-7 kansas city'],
  [/ace.to.five/, 'a5 a-5 california'],
  [/triple.draw/, 'td'],
  [/seven.card.stud/, '7cs'],
  [/(?=.*stud)(?=.*(8|high.low))/, 'stud8'],
  [/five.card.draw/, '5cd'],
  [/short.deck/, '6+ six plus'],
];

/** Nicknames that go with a name. @param {string} name */
export function nicknames(name) {
  const words = plain(name);
  return NICKNAMES.flatMap(([pattern, alias]) => (pattern.test(words) ? [alias] : [])).join(' ');
}

/**
 * `true` if a game matches a search: by its names in either language, family, catalogue number, decisions, or number of cards and players.
 *
 * @param {GameInfo} game
 * @param {string} search
 */
export function matches(game, search) {
  const wanted = plain(search.trim());
  if (!wanted) return true;
  const cards = [...game.deal].filter((symbol) => 'duo'.includes(symbol)).length;
  const text = plain(
    [
      game.name.en,
      game.name.fr,
      familyName(game.family),
      game.id,
      ...game.numbers,
      ...traits(game),
      tn('deal.cards', cards),
      tn('deal.players', game.seats_max),
      ...game.limits.map(limitName),
      nicknames(`${game.name.en} ${game.id}`),
    ].join(' '),
  );
  return wanted.split(/\s+/).every((word) => text.includes(word));
}

/**
 * Games that match a search: matches by name first, then in the order of the list.
 *
 * @param {readonly GameInfo[]} games
 * @param {string} search
 */
export function found(games, search) {
  const wanted = plain(search.trim());
  /** @param {GameInfo} game */
  const distance = ({ name }) => {
    const at = Math.min(...[name.en, name.fr].map((one) => plain(one).indexOf(wanted)).filter((one) => one >= 0));
    return at === 0 ? 0 : at < Infinity ? 1 : 2;
  };
  return games.filter((game) => matches(game, search)).sort((a, b) => distance(a) - distance(b));
}

/** A name with the search term underlined. @param {string} name @param {string} search @returns {Kid[]} */
export function marked(name, search) {
  const wanted = plain(search.trim());
  const at = wanted ? plain(name).indexOf(wanted) : -1;
  // Only if the letters without accents are in the same positions.
  if (at < 0 || plain(name).length !== name.length) return [name];
  return [name.slice(0, at), h('mark', null, name.slice(at, at + wanted.length)), name.slice(at + wanted.length)];
}

/** Deal symbols that are cards, with their look. @type {Record<string, string>} */
const CARDS = { d: '', u: 'u', o: 'o', b: 'u', h: '' };

/** The deal of a game, one small card per symbol, and its particulars. @param {GameInfo} game */
export function dealStrip(game) {
  /** @type {Kid[]} */
  const cards = [];
  let hasDot = false;
  [...game.deal].forEach((symbol, at) => {
    const look = CARDS[symbol];
    if (look === undefined) return;
    if ((symbol === 'b' || symbol === 'h') && !hasDot) {
      cards.push(h('i', { key: `dot${at}`, class: 'b' }));
      hasDot = true;
    }
    cards.push(h('i', { key: at, class: cls(look) }));
  });
  return h('span', { class: 'deal' }, h('span', { class: 'minis', 'aria-hidden': 'true' }, cards), h('span', null, traits(game).join(', ')));
}

/** A control with its label. @param {string} label @param {Kid} control */
export const field = (label, control) => h('div', { key: label, class: 'field' }, h('span', { 'aria-hidden': 'true' }, label), control);

/**
 * A group of options, chosen with the arrow keys or by pointing.
 *
 * @param {string} label
 * @param {{ id: string, label: string }[]} options
 * @param {string} value
 * @param {(id: string) => void} choose
 */
export function segments(label, options, value, choose) {
  return h(
    'div',
    { class: 'seg', role: 'radiogroup', 'aria-label': label },
    options.map((option, at) =>
      h(
        'button',
        {
          key: option.id,
          type: 'button',
          role: 'radio',
          'aria-checked': option.id === value,
          tabindex: option.id === value || (at === 0 && !options.some((one) => one.id === value)) ? '0' : '-1',
          on: {
            click: () => choose(option.id),
            keydown: (event) => moveRadio(event, options, at, choose),
          },
        },
        option.label,
      ),
    ),
  );
}

/** A group of options with a label. @type {typeof segments} */
export const choice = (label, options, value, choose) => field(label, segments(label, options, value, choose));

/**
 * A group of numbers with a label.
 *
 * @param {string} label
 * @param {readonly number[]} all
 * @param {(n: number) => string} name
 * @param {number} value
 * @param {(n: number) => void} choose
 */
export const numbers = (label, all, name, value, choose) =>
  choice(
    label,
    all.map((n) => ({ id: String(n), label: name(n) })),
    String(value),
    (id) => choose(Number(id)),
  );

/**
 * Arrow keys move choice and focus, as in any radio group.
 *
 * @param {KeyboardEvent} event
 * @param {{ id: string }[]} options
 * @param {number} at
 * @param {(id: string) => void} choose
 */
function moveRadio(event, options, at, choose) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const next = (at + by + options.length) % options.length;
  const group = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
  choose(options[next].id);
  /** @type {HTMLElement | undefined} */ (group?.children[next])?.focus();
}

/** @param {string} label @param {boolean} isOn @param {(is: boolean) => void} change */
export const check = (label, isOn, change) =>
  h(
    'label',
    { key: label, class: 'check' },
    h('input', { type: 'checkbox', prop: { checked: isOn }, on: { change: (event) => change(event.target.checked) } }),
    h('span', null, label),
  );

/**
 * Notice to a player whose table is out of play.
 *
 * @param {SetAside} aside
 */
export const setAsideText = ({ table, name, chips }) => t('table.aside.text', { name: name ?? table, n: num(chips) });
