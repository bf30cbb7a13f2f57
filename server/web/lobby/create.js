// The form that opens a table. Choosing a game sets its limits, seats and defaults; rarely changed options are folded.

/** @import { GameInfo, MixInfo, TableConfig } from '../gen/protocol.d.ts' */
/** @import { Refusal } from '../net.js' */
/** @import { Lobby } from './lobby.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Typed } from './table-draft.js' */

import { h, icon } from '../dom.js';
import { ICONS } from '../icons.js';
import { lang, local, num, t } from '../i18n.js';
import { OWN_TURNS, chosenMix, mixGame } from './mixed.js';
import { mixPicker } from './mixes.js';
import { ownEditor, ownGame } from './own.js';
import { gameText, picker } from './picker.js';
import { check, choice, field, limitName, numbers, segments } from './common.js';
import { hasSpecials, rulesForm } from './house.js';
import { isMoney } from '../money.js';
import {
  MULTIPLIERS,
  amountText,
  byLinkOnly,
  configOf,
  dearFor,
  lasting,
  refusedField,
  seatsOf,
  settingOf,
  shownAmount,
  stakesOf,
  typable,
  unitOf,
  unread,
  withRules,
  worthOf,
} from './table-draft.js';

const SECONDS = [10, 20, 45, 120];
const DEPTHS = [50, 100, 200];
const HOURS = [0, 1, 2, 4];

/** Default name of a table: its host's, since the game is shown beside it. @param {Lobby['app']} app */
export function usualName({ account, settings }) {
  const who = account.session?.you.name ?? settings.value.nickname;
  return who ? t('create.name.of', { who }).slice(0, 40) : '';
}

/** The word that a table is too dear for its own host. @param {Lobby} lobby @param {GameInfo} game @param {MixInfo} [mix] @returns {Kid} */
function dearNote({ app, draft }, game, mix) {
  const { balance: have } = app.purse;
  const n = app.account.session ? dearFor(configOf(draft, game, mix), have) : 0;
  return n > 0 && h('p', { key: 'dear', class: 'note', role: 'status' }, t(byLinkOnly(draft) ? 'create.dear.link' : 'create.dear', { n, have }));
}

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

/** A refusal in words; for a field, its allowed values. @param {Refusal} error @param {Typed} [field] */
const refusalText = (error, field) => (field ? t(`create.typed.${field}.wrong`) : t(`error.${error.code}`, error.params));

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
        rulesForm(draft.rules, settingOf(draft, game), (rules) => lobby.setDraft(withRules(draft, rules))),
        mix && !hasSpecials(game) && h('p', { key: 'specials', class: 'note' }, t(`create.specials.${mix.kind}`)),
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
