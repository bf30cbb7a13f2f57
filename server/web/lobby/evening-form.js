// An evening of one's own, on one page: its games, blinds, stack, rebuys, and money. All else is as usual, and stands in the form with all settings.

/** @import { GameInfo, TableConfig } from '../gen/protocol.d.ts' */
/** @import { Kid } from '../dom.js' */
/** @import { Draft } from './table-draft.js' */
/** @import { Chosen } from './house.js' */
/** @import { Lobby } from './lobby.js' */

import { h } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { isMoney, typedMoney } from '../money.js';
import { choice, field, numbers } from './common.js';
import { MULTIPLIERS, amountText, configOf, newDraft, refusedField, unread, withRules, worthOf } from './table-draft.js';
import { added } from './list.js';
import { OWN_TURNS, chosenMix, mixGame } from './mixed.js';

/** Families of the games to choose from, all with the same blinds, and the number of games of each, in the order of the catalogue. */
const FAMILIES = /** @type {const} */ ([
  ['holdem', 1],
  ['omaha', 3],
]);

/** Games to choose from. @param {readonly GameInfo[]} all */
const offered = (all) => FAMILIES.flatMap(([family, count]) => all.filter((game) => game.family === family).slice(0, count));

/** Multiples of the blinds to choose from. */
const STEPS = [1, 2, 5, 10, 20].map((by) => MULTIPLIERS.indexOf(by));

const SEATS = 9;
const CURRENCIES = /** @type {const} */ (['euro', 'dollar', 'pound', 'franc', 'yen']);
const WORTHS = [1, 5, 10, 25, 50, 100];

/** What an evening begins with: a table by link, with chips of its own. @returns {Draft} */
export const eveningDraft = () => ({ ...newDraft(), isPrivate: true, isTyped: true, seats: SEATS, rules: { own_chips: true } });

/** Games of a draft; the first one offered before any is chosen. @param {Lobby} lobby */
const gamesOf = ({ app, draft }) => (draft.mix === OWN_TURNS ? draft.turns.map((turn) => turn.game) : [draft.game || offered(app.games)[0]?.id]);

/** The game of a draft, or what its games have in common. @param {Lobby} lobby */
function playedIn(lobby) {
  const { app, draft } = lobby;
  const mix = chosenMix(draft, app.mixes, app.games);
  const game = mix ? mixGame(mix, app.games) : app.games.find(({ id }) => id === gamesOf(lobby)[0]);
  return { mix, game };
}

/** Configuration of the evening; `null` while a number is missing. @param {Lobby} lobby @returns {TableConfig | null} */
export function eveningConfig(lobby) {
  const { mix, game } = playedIn(lobby);
  return game && !unread(lobby.draft, game, mix) ? configOf(lobby.draft, game, mix) : null;
}

/** The fields. @param {Lobby} lobby @returns {Kid[]} */
export function eveningFields(lobby) {
  const { app, draft } = lobby;
  const { game: played } = playedIn(lobby);
  const [first] = app.games.filter(({ id }) => id === gamesOf(lobby)[0]);
  if (!first || !played) return [];
  const setRules = (/** @type {Chosen} */ rules) => lobby.setDraft(withRules(draft, { ...draft.rules, ...rules }));
  return [
    gameChoice(lobby),
    numbers(
      t('ready.own.blinds'),
      STEPS,
      (step) => [first.small_blind, first.big_blind].map((chips) => amountText(chips * MULTIPLIERS[step], draft)).join('/'),
      draft.step,
      (step) => lobby.setDraft({ step, error: null }),
    ),
    stack(lobby, played),
    choice(
      t('house.rebuys_max'),
      [
        { id: 'any', label: t('house.rebuys_max.none') },
        { id: '0', label: t('house.rebuys.forbidden') },
        ...[1, 2, 3, 5].map((n) => ({ id: String(n), label: num(n) })),
      ],
      draft.rules.rebuys === 'forbidden' ? '0' : String(draft.rules.rebuys_max ?? 'any'),
      (id) => setRules({ rebuys: id === '0' ? 'forbidden' : undefined, rebuys_max: Number(id) || undefined }),
    ),
    choice(
      t('ready.own.money'),
      [{ id: 'none', label: t('ready.own.money.none') }, ...CURRENCIES.map((id) => ({ id, label: t(`house.currency.${id}`) }))],
      isMoney(worthOf(draft)) ? String(draft.rules.currency ?? '') : 'none',
      (id) => setRules(id === 'none' ? { currency: undefined, chip_value: undefined } : { currency: id, chip_value: draft.rules.chip_value ?? WORTHS[0] }),
    ),
    isMoney(worthOf(draft)) &&
      numbers(
        t('house.chip_value'),
        WORTHS,
        (n) => typedMoney(1, { chip_value: n }),
        Number(draft.rules.chip_value),
        (n) => setRules({ chip_value: n }),
      ),
  ];
}

/** The games, of which one is left at least. @param {Lobby} lobby @returns {Kid} */
function gameChoice(lobby) {
  const { app } = lobby;
  const games = offered(app.games);
  const chosen = gamesOf(lobby);
  const press = (/** @type {string} */ id) => {
    const wanted = games.map((one) => one.id).filter((one) => (one === id) !== chosen.includes(one));
    if (wanted.length === 0) return;
    const isMixed = wanted.length > 1;
    lobby.setDraft({ game: wanted[0], mix: isMixed ? OWN_TURNS : null, turns: isMixed ? wanted.reduce(added, []) : [], limit: null, error: null });
  };
  return field(
    t('ready.own.games'),
    h(
      'div',
      { class: 'picks', role: 'group', 'aria-label': t('ready.own.games') },
      games.map(({ id, name }) =>
        h('button', { key: id, type: 'button', class: 'chipb', 'aria-pressed': chosen.includes(id), on: { click: () => press(id) } }, local(name)),
      ),
    ),
  );
}

/** The stack with which each player sits down. @param {Lobby} lobby @param {GameInfo} played @returns {Kid} */
function stack(lobby, played) {
  const { draft } = lobby;
  const { mix } = playedIn(lobby);
  const usual = configOf({ ...draft, typed: {} }, played, mix).buy_in_max ?? 0;
  const isRefused = ['buy_in_max', 'buy_in_min'].includes(refusedField(draft) ?? '');
  const isUnread = unread(draft, played, mix) === 'buy_in_max';
  return h(
    'label',
    { key: 'stack', class: 'field' },
    h('span', null, draft.rules.currency ? t('ready.own.stack.in', { sign: t(`house.currency.${draft.rules.currency}`) }) : t('ready.own.stack')),
    h('input', {
      class: 'num',
      name: 'stack',
      inputmode: isMoney(worthOf(draft)) ? 'decimal' : 'numeric',
      autocomplete: 'off',
      'aria-invalid': isRefused || isUnread,
      'aria-describedby': isRefused || isUnread ? 'evening-stack' : null,
      prop: { value: draft.typed.buy_in_max ?? amountText(usual, draft) },
      on: { input: (event) => lobby.setDraft({ typed: { buy_in_max: event.target.value }, error: null }) },
    }),
    (isRefused || isUnread) &&
      h('small', { id: 'evening-stack', class: 'error', role: 'alert' }, t(isRefused ? 'create.typed.buy_in_max.wrong' : 'reason.no_number')),
  );
}
