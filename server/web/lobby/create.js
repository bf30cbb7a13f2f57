// The form that opens a table. Choosing a game sets its limits, seats and defaults; rarely changed options are folded.

/** @import { GameCheckResponse, GameInfo, MixInfo, TableConfig } from '../gen/protocol.d.ts' */
/** @import { Refusal } from '../net.js' */
/** @import { Entry } from './list.js' */
/** @import { Lobby } from './lobby.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Chosen, Setting } from './house.js' */

import { h, icon } from '../dom.js';
import { ICONS } from '../icons.js';
import { lang, local, num, parseNum, t } from '../i18n.js';
import { OWN_TURNS, chosenMix, mixConfig, mixGame } from './mixed.js';
import { mixPicker } from './mixes.js';
import { ownEditor, ownGame } from './own.js';
import { gameText, picker } from './picker.js';
import { check, choice, field, limitName, numbers, segments } from './common.js';
import { rulesForm, rulesOf } from './house.js';
import { isMoney, moneyText, parseMoney, typedMoney } from '../money.js';

/**
 * @typedef {object} Draft
 * @property {string} search
 * @property {string} game
 * @property {string | null} limit
 * @property {number} step Index of the multiplier.
 * @property {number | null} seats
 * @property {number} seconds
 * @property {boolean} isPrivate
 * @property {boolean} bots `true` if house bots may join a public table.
 * @property {string} name
 * @property {boolean} isOpen `true` if the options are unfolded.
 * @property {boolean} movingButton
 * @property {boolean} faceUp
 * @property {Chosen} rules Table rules beyond those of the game.
 * @property {boolean} isTyped `true` if amounts and times are typed instead of chosen.
 * @property {Partial<Record<Typed, string>>} typed Typed values; missing or empty ones are as chosen.
 * @property {number} hours Hours until the table closes, 0 for never.
 * @property {number} depth Maximum buy-in, in big bets.
 * @property {Refusal | null} error
 * @property {boolean} isOwn `true` if the game is the host's own.
 * @property {string | null} mix Id of the mix; `null` for a single game.
 * @property {number} span Hands per game of a rotation; 0 for an orbit.
 * @property {Entry[]} turns Games of the host's own rotation.
 * @property {boolean} hasMenu `true` if dealers pick only from `menu`.
 * @property {Entry[]} menu
 * @property {string | null} fallback Default game if the dealer's time runs out; `null` for the first of the menu, or that of the catalogue without one.
 * @property {number} pick Seconds for the dealer to pick, 0 for the same as to act.
 * @property {boolean} isForm `true` if the definition is also edited by a form.
 * @property {boolean} isTried `true` if hands of the definition were requested.
 * @property {number} tries Number of requests.
 * @property {string} definition
 * @property {Checked | null} checked The server's check of the definition.
 */
/** Amounts that can be typed, and the time bank in seconds. @typedef {'small_blind' | 'big_blind' | 'ante' | 'buy_in_min' | 'buy_in_max' | 'time_bank'} Typed */
/** @typedef {GameCheckResponse & { text: string }} Checked `text` is the text that was checked. */

/** @returns {Draft} */
export const newDraft = () => ({
  search: '',
  game: '',
  limit: null,
  step: 0,
  seats: null,
  seconds: 20,
  isPrivate: false,
  bots: false,
  name: '',
  isOpen: false,
  movingButton: false,
  faceUp: true,
  rules: {},
  isTyped: false,
  typed: {},
  hours: 0,
  depth: 100,
  error: null,
  isOwn: false,
  mix: null,
  span: 0,
  turns: [],
  hasMenu: false,
  menu: [],
  fallback: null,
  pick: 0,
  isForm: false,
  isTried: false,
  tries: 0,
  definition: '',
  checked: null,
});

export const MULTIPLIERS = [1, 2, 5, 10, 20, 50, 100];
const SECONDS = [10, 20, 45, 120];
const DEPTHS = [50, 100, 200];
const HOURS = [0, 1, 2, 4];
const HOUR_MS = 3_600_000;
/** @type {readonly Typed[]} */
const TYPED = ['small_blind', 'big_blind', 'ante', 'buy_in_min', 'buy_in_max', 'time_bank'];
/** Typed values that mixed tables have too: each game has its own blinds. @type {ReadonlySet<Typed>} */
const OF_ALL = new Set(['buy_in_min', 'buy_in_max', 'time_bank']);

/** What a chip of the draft stands for. @param {Draft} draft @returns {import('../money.js').Worth} */
export const worthOf = (draft) => (byLinkOnly(draft) && draft.rules.own_chips ? /** @type {import('../money.js').Worth} */ (draft.rules) : {});

/** An amount as the table will show it. @param {number} chips @param {Draft} draft */
const shownAmount = (chips, draft) => (isMoney(worthOf(draft)) ? moneyText(chips, worthOf(draft)) : num(chips));

/** An amount as a player would type it. @param {number} chips @param {Draft} draft */
export const amountText = (chips, draft) => (isMoney(worthOf(draft)) ? typedMoney(chips, worthOf(draft)) : num(chips));

/** The chips of a typed amount, in money if the table shows money; `null` if it is no number. @param {string} text @param {Draft} draft */
const typedChips = (text, draft) => (isMoney(worthOf(draft)) ? parseMoney(text, worthOf(draft)) : parseNum(text));

/** A typed value as a number; the time bank is no amount. @param {Typed} name @param {Draft} draft */
const numberOf = (name, draft) => (name === 'time_bank' ? parseNum(draft.typed[name] ?? '') : typedChips(draft.typed[name] ?? '', draft));

/** The draft with other rules. Typed amounts stay the same chips if they are money from now on, or no longer. @param {Draft} draft @param {Chosen} rules @returns {Pick<Draft, 'rules' | 'typed'>} */
export function withRules(draft, rules) {
  const then = { ...draft, rules };
  const before = worthOf(draft).chip_value;
  if (before === worthOf(then).chip_value) return { rules, typed: draft.typed };
  const typed = Object.entries(draft.typed).map(([name, text]) => {
    const chips = name === 'time_bank' ? null : typedChips(text, draft);
    return [name, chips === null ? text : amountText(chips, then)];
  });
  return { rules, typed: Object.fromEntries(typed) };
}

/** Default stakes of a game, multiplied. @param {GameInfo} game @param {number} by @param {Draft} draft */
function stakesOf(game, by, draft) {
  const shown = (/** @type {number} */ chips) => shownAmount(chips * by, draft);
  if (game.small_blind || game.big_blind) return `${shown(game.small_blind)}/${shown(game.big_blind)}`;
  if (game.ante) return t('stakes.ante', { n: shown(game.ante) });
  return shown(game.bets[0] ?? 1);
}

/** `true` if only players with the link may enter: always for a host's own game. @param {Draft} draft */
const byLinkOnly = (draft) => draft.isPrivate || draft.isOwn;

/** Default name of a table: its host's, since the game is shown beside it. @param {Lobby['app']} app */
export function usualName({ account, settings }) {
  const who = account.session?.you.name ?? settings.value.nickname;
  return who ? t('create.name.of', { who }).slice(0, 40) : '';
}

/** The bet that buy-ins are counted in. @param {GameInfo} game */
const unitOf = (game) => Math.max(1, game.big_blind || game.bets[0] || game.ante);

/**
 * Configuration of a draft, without a name if none was typed.
 *
 * @param {Draft} draft
 * @param {GameInfo} game
 * @param {MixInfo} [mix]
 * @returns {TableConfig}
 */
export function configOf(draft, game, mix) {
  const by = MULTIPLIERS[draft.step];
  const own = typedOf(draft, mix);
  const unit = own.big_blind ?? unitOf(game) * by;
  return {
    name: draft.name.trim(),
    ...(mix ? { game: '', mix: mixConfig(draft, mix) } : { game: game.id, limit: draft.limit ?? game.limits[0] }),
    seats: seatsOf(draft, game),
    multiplier: by,
    buy_in_min: Math.min(unit * Math.min(20, draft.depth), own.buy_in_max ?? unit * draft.depth),
    buy_in_max: unit * draft.depth,
    action_ms: draft.seconds * 1000,
    moving_button: draft.movingButton,
    all_in_face_up: draft.faceUp,
    private: byLinkOnly(draft),
    ...own,
    ...(draft.bots && !draft.isPrivate && !draft.isOwn && { house_bots: true }),
    ...sessionOf(draft, game, mix),
    ...(draft.isOwn && { definition: draft.definition }),
  };
}

/** Smallest stack of a table that plays for chips of accounts, if that is more than `balance`; otherwise 0. @param {TableConfig} config @param {number} balance */
export const dearFor = ({ buy_in_min: least = 0, session }, balance) => (!session?.own_chips && least > balance ? least : 0);

/** The word that a table is too dear for its own host. @param {Lobby} lobby @param {GameInfo} game @param {MixInfo} [mix] @returns {Kid} */
function dearNote({ app, draft }, game, mix) {
  const { balance: have } = app.purse;
  const n = app.account.session ? dearFor(configOf(draft, game, mix), have) : 0;
  return n > 0 && h('p', { key: 'dear', class: 'note', role: 'status' }, t(byLinkOnly(draft) ? 'create.dear.link' : 'create.dear', { n, have }));
}

/** Typed numbers by their names in the configuration. Text that is not a number is left to its field to report. @param {Draft} draft @param {MixInfo} [mix] */
function typedOf(draft, mix) {
  if (!draft.isTyped) return {};
  /** @type {Partial<TableConfig>} */
  const config = {};
  for (const name of TYPED) {
    const n = numberOf(name, draft);
    if (n === null || (mix && !OF_ALL.has(name))) continue;
    if (name === 'time_bank') config.time_bank_ms = n * 1000;
    else config[name] = n;
  }
  return config;
}

/** Values of a game that can be typed: no blinds if it has none; for a mix, those common to all games. @param {GameInfo} game @param {MixInfo} [mix] */
const typable = (game, mix) => TYPED.filter((name) => (mix ? OF_ALL.has(name) : (name !== 'small_blind' && name !== 'big_blind') || game[name] > 0));

/** First field without a number, if any. @param {Draft} draft @param {GameInfo} game @param {MixInfo} [mix] */
export const unread = (draft, game, mix) =>
  draft.isTyped ? typable(game, mix).find((name) => (draft.typed[name] ?? '').trim() !== '' && numberOf(name, draft) === null) : undefined;

/** Fields for typed amounts. The server's refusal appears at the field it names. @param {Lobby} lobby @param {GameInfo} game @param {MixInfo} [mix] @returns {Kid[]} */
function typedFields(lobby, game, mix) {
  const { draft } = lobby;
  const { big_blind, buy_in_max } = draft.typed;
  const usual = {
    ...configOf({ ...draft, typed: { big_blind, buy_in_max } }, game, mix),
    buy_in_max: configOf({ ...draft, typed: { big_blind } }, game, mix).buy_in_max,
  };
  const by = MULTIPLIERS[draft.step];
  /** @type {Record<Typed, number | undefined>} */
  const shown = {
    small_blind: game.small_blind * by,
    big_blind: game.big_blind * by,
    ante: game.ante * by,
    buy_in_min: usual.buy_in_min,
    buy_in_max: usual.buy_in_max,
    time_bank: 60,
  };
  const wrong = refusedField(draft) ?? unread(draft, game, mix);
  return typable(game, mix).map((name) =>
    h(
      'label',
      { key: name, class: 'field' },
      h('span', null, t(`create.typed.${name}`)),
      h('input', {
        class: 'num',
        inputmode: isMoney(worthOf(draft)) && name !== 'time_bank' ? 'decimal' : 'numeric',
        autocomplete: 'off',
        name,
        placeholder: name === 'time_bank' ? num(shown[name] ?? 0) : amountText(shown[name] ?? 0, draft),
        'aria-invalid': wrong === name,
        'aria-describedby': wrong === name ? `typed-${name}` : null,
        prop: { value: draft.typed[name] ?? '' },
        on: { input: (event) => lobby.setDraft({ typed: { ...draft.typed, [name]: event.target.value }, error: null }) },
      }),
      wrong === name &&
        h('small', { id: `typed-${name}`, class: 'error', role: 'alert' }, draft.error ? refusalText(draft.error, name) : t('reason.no_number')),
    ),
  );
}

/** The typed field that a refusal is about. @param {Draft} draft @returns {Typed | undefined} */
export function refusedField({ isTyped, error }) {
  if (!isTyped || !error) return undefined;
  const field = error.params.field === 'time_bank_ms' ? 'time_bank' : error.params.field;
  return TYPED.find((name) => name === field);
}

/** A refusal in words; for a field, its allowed values. @param {Refusal} error @param {Typed} [field] */
const refusalText = (error, field) => (field ? t(`create.typed.${field}.wrong`) : t(`error.${error.code}`, error.params));

/** The facts that the table rules depend on. @param {Draft} draft @param {GameInfo} game @param {MixInfo} [mix] @returns {Setting} */
const settingOf = (draft, game, mix) => ({ game, seats: seatsOf(draft, game), isMixed: Boolean(mix), isPrivate: byLinkOnly(draft) });

/** The choices beyond the game, nothing if all is as usual. @param {Draft} draft @param {GameInfo} game @param {MixInfo} [mix] */
function sessionOf(draft, game, mix) {
  const session = {
    ...rulesOf(draft.rules, settingOf(draft, game, mix)),
    ...(draft.hours > 0 && { closes_at: Date.now() + draft.hours * HOUR_MS }),
  };
  return Object.keys(session).length > 0 ? { session } : {};
}

/** @param {Draft} draft @param {GameInfo} game */
const seatsOf = (draft, game) => Math.max(game.seats_min, Math.min(game.seats_max, draft.seats ?? 6));

/** Settings of a table without the hour at which it closes, which will be past. @param {TableConfig} config @returns {Partial<TableConfig>} */
export function lasting({ session, ...config }) {
  const { closes_at: _, ...rules } = session ?? {};
  return { ...config, ...(Object.keys(rules).length > 0 && { session: rules }) };
}

/** @param {Lobby} lobby */
export function createForm(lobby) {
  const { app, draft } = lobby;
  const listed = app.games.find((one) => one.id === draft.game) ?? app.games[0];
  const mix = chosenMix(draft, app.mixes, app.games);
  const game = draft.isOwn ? ownGame(draft) : mix ? mixGame(mix, app.games, draft.hasMenu) : listed;
  const which = draft.isOwn ? 'own' : mix ? 'mixed' : 'listed';
  const close = () => lobby.set({ isMaking: false });
  return h(
    'section',
    { class: lobby.isMaking ? 'make open' : 'make', id: 'make', 'aria-label': t('create.title') },
    h(
      'div',
      { class: 'make-head' },
      h('h2', null, t('create.title')),
      h('button', { class: 'ico sheet-only', 'aria-label': t('close'), on: { click: close } }, icon(ICONS.close)),
    ),
    segments(
      t('create.which'),
      [
        { id: 'listed', label: t('create.listed') },
        { id: 'mixed', label: t('create.mixed') },
        { id: 'own', label: t('create.own') },
      ],
      which,
      (id) => {
        lobby.setDraft({ mix: id === 'mixed' ? (app.mixes[0]?.id ?? OWN_TURNS) : null, search: '' });
        lobby.setOwn(id === 'own', listed?.id);
      },
    ),
    draft.isOwn
      ? ownEditor(lobby)
      : mix
        ? mixPicker(lobby, mix)
        : picker(lobby, { label: t('create.game'), row: (one) => gameRow(lobby, one, one.id === listed?.id) }),
    game && settingsOf(lobby, game, mix),
    draft.error && !refusedField(draft) && h('p', { class: 'error', role: 'alert' }, refusalText(draft.error)),
    h(
      'button',
      {
        class: 'btn hot',
        disabled: !game,
        on: {
          click: () => {
            const wrong = game && unread(lobby.draft, game, mix);
            if (wrong) lobby.focusOn(`#make [name="${wrong}"]`);
            else if (game) lobby.create(configOf(lobby.draft, game, mix));
          },
        },
      },
      t('create.go'),
    ),
    game && shelfOf(lobby, game, mix),
  );
}

/** Templates of tables: one is opened, and the form is kept as one. @param {Lobby} lobby @param {GameInfo} game @param {MixInfo} [mix] @returns {Kid} */
function shelfOf(lobby, game, mix) {
  const { app } = lobby;
  // Loaded with the options: a visit to the lobby does not pay for it.
  if (!app.account.session || !lobby.draft.isOpen || app.later('p-shelf') !== 'there') return null;
  return h('p-shelf', {
    key: 'shelf',
    prop: {
      app,
      kind: 'table',
      save: (/** @type {string} */ name) => {
        const { draft } = lobby;
        if (!game || unread(draft, game, mix)) return null;
        const config = lasting(configOf(draft, game, mix));
        return { kind: 'table', config: { ...config, name: config.name || name } };
      },
      use: (/** @type {{ config: TableConfig }} */ { config }) => lobby.create(config),
    },
  });
}

/** @param {Lobby} lobby @param {GameInfo} game @param {boolean} isChosen */
function gameRow(lobby, game, isChosen) {
  const { settings } = lobby.app;
  const favourites = settings.value.favourites;
  const isFavourite = favourites.includes(game.id);
  const choose = () => lobby.setDraft({ game: game.id, limit: null, error: null });
  const star = () =>
    settings.merge({
      favourites: isFavourite ? favourites.filter((id) => id !== game.id) : [...favourites, game.id],
    });
  return h(
    'li',
    { key: game.id, class: isChosen ? 'on' : '' },
    h('button', { class: 'game', 'aria-pressed': isChosen, on: { click: choose } }, ...gameText(lobby, game)),
    h(
      'button',
      {
        class: isFavourite ? 'star' : 'star off',
        'aria-pressed': isFavourite,
        'aria-label': t('favourite', { name: local(game.name) }),
        on: { click: star },
      },
      isFavourite ? '★' : '☆',
    ),
  );
}

/** @param {Lobby} lobby @param {GameInfo} game @param {MixInfo} [mix] @returns {Kid[]} */
function settingsOf(lobby, game, mix) {
  const { draft } = lobby;
  const seats = seatsOf(draft, game);
  const limit = draft.limit ?? game.limits[0];
  return [
    limit &&
      choice(
        t('create.betting'),
        game.limits.map((one) => ({ id: one, label: limitName(one) })),
        limit,
        (id) => lobby.setDraft({ limit: id }),
      ),
    h(
      'div',
      { key: 'two', class: 'two' },
      field(
        t('create.stakes'),
        stepper(stakesOf(game, MULTIPLIERS[draft.step], draft), {
          less: t('create.lower'),
          more: t('create.higher'),
          canLess: draft.step > 0,
          canMore: draft.step < MULTIPLIERS.length - 1,
          change: (by) => lobby.setDraft({ step: draft.step + by }),
        }),
      ),
      field(
        t('create.seats', { min: game.seats_min, max: game.seats_max }),
        stepper(num(seats), {
          less: t('create.fewer'),
          more: t('create.more'),
          canLess: seats > game.seats_min,
          canMore: seats < game.seats_max,
          change: (by) => lobby.setDraft({ seats: seats + by }),
        }),
      ),
    ),
    dearNote(lobby, game, mix),
    numbers(
      t('create.time'),
      SECONDS,
      (n) => (n < 120 ? t('seconds.short', { n }) : t('minutes.short', { n: n / 60 })),
      draft.seconds,
      (seconds) => lobby.setDraft({ seconds }),
    ),
    !draft.isOwn &&
      choice(
        t('create.who'),
        [
          { id: 'all', label: t('create.who.all') },
          { id: 'link', label: t('create.who.link') },
        ],
        draft.isPrivate ? 'link' : 'all',
        (id) => lobby.setDraft({ isPrivate: id === 'link' }),
      ),
    !draft.isOwn && draft.isPrivate && h('p', { key: 'by-link', class: 'note' }, t('create.who.link.how')),
    !draft.isOwn && !draft.isPrivate && check(t('create.bots'), draft.bots, (bots) => lobby.setDraft({ bots })),
    h(
      'button',
      {
        key: 'more',
        class: 'more',
        'aria-expanded': draft.isOpen,
        on: { click: () => lobby.setDraft({ isOpen: !draft.isOpen }) },
      },
      h('span', { 'aria-hidden': 'true' }, draft.isOpen ? '▾ ' : '▸ '),
      t('create.options'),
    ),
    draft.isOpen &&
      h(
        'div',
        { key: 'options', class: 'options' },
        h(
          'label',
          { class: 'field' },
          h('span', null, t('create.name')),
          h('input', {
            class: 'text',
            maxlength: '40',
            lang: lang(),
            placeholder: usualName(lobby.app),
            prop: { value: draft.name },
            on: { input: (event) => lobby.setDraft({ name: event.target.value }) },
          }),
        ),
        numbers(
          t('create.depth'),
          DEPTHS,
          (n) => shownAmount(n * unitOf(game) * MULTIPLIERS[draft.step], draft),
          draft.depth,
          (depth) => lobby.setDraft({ depth }),
        ),
        check(t('create.typed'), draft.isTyped, (isTyped) => lobby.setDraft({ isTyped, error: null })),
        draft.isTyped && h('div', { key: 'typed', class: 'two' }, typedFields(lobby, game, mix)),
        numbers(
          t('create.closes'),
          HOURS,
          (n) => (n ? t('hours.short', { n }) : t('create.closes.never')),
          draft.hours,
          (hours) => lobby.setDraft({ hours }),
        ),
        check(t('create.face_up'), draft.faceUp, (faceUp) => lobby.setDraft({ faceUp })),
        rulesForm(draft.rules, settingOf(draft, game, mix), (rules) => lobby.setDraft(withRules(draft, rules))),
        check(t('create.moving_button'), draft.movingButton, (movingButton) => lobby.setDraft({ movingButton })),
      ),
  ];
}

/**
 * @param {string} value
 * @param {{ less: string, more: string, canLess: boolean, canMore: boolean, change: (by: number) => void }} options
 */
function stepper(value, { less, more, canLess, canMore, change }) {
  return h(
    'div',
    { class: 'step' },
    h('button', { type: 'button', 'aria-label': less, disabled: !canLess, on: { click: () => change(-1) } }, '−'),
    h('span', { 'aria-live': 'polite' }, value),
    h('button', { type: 'button', 'aria-label': more, disabled: !canMore, on: { click: () => change(1) } }, '+'),
  );
}
