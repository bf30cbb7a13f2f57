// A host's own list of games: a rotation in order, or the menu of dealers.

/** @import { GameInfo, MixGame } from '../gen/protocol.d.ts' */
/** @import { Lobby } from './lobby.js' */

import { h, icon } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { ICONS } from '../icons.js';
import { gameText, picker } from './picker.js';
import { limitName } from './common.js';

/** A game of a list. A rotation may contain the same game twice. @typedef {MixGame & { key: number }} Entry */

/** A list with a game added at the end. @param {readonly Entry[]} list @param {string} game @returns {Entry[]} */
export const added = (list, game) => [...list, { key: 1 + Math.max(-1, ...list.map((one) => one.key)), game }];

/** A list with an entry moved to another position. @param {readonly Entry[]} list @param {Entry} entry @param {number} to */
export function moved(list, entry, to) {
  const next = list.filter((one) => one !== entry);
  next.splice(Math.max(0, Math.min(next.length, to)), 0, entry);
  return next;
}

/**
 * @param {Lobby} lobby
 * @param {'turns' | 'menu'} which
 */
export function listEditor(lobby, which) {
  const { app, draft } = lobby;
  const list = draft[which];
  const byId = new Map(app.games.map((game) => [game.id, game]));
  /** @param {readonly Entry[]} next @param {string} said */
  const change = (next, said) => {
    lobby.setDraft({ [which]: next, error: null });
    app.announcer.polite(said);
  };
  /** @param {GameInfo} game */
  const add = (game) => change(added(list, game.id), t('list.added', { game: local(game.name), n: num(list.length + 1) }));
  /** @param {GameInfo} game */
  const put = (game) => {
    const known = which === 'menu' ? list.find((one) => one.game === game.id) : undefined;
    if (known)
      change(
        list.filter((one) => one !== known),
        t('list.removed', { game: local(game.name) }),
      );
    else add(game);
  };
  return h(
    'div',
    { key: `list-${which}`, class: 'mylist' },
    h('p', { key: 'how', class: 'note' }, t(`list.how.${which}`)),
    list.length > 0 &&
      h(
        'ol',
        { key: 'order', class: 'order', 'aria-label': t(`list.${which}`) },
        list.map((entry, at) => row(lobby, which, entry, at, byId.get(entry.game), change)),
      ),
    picker(lobby, {
      label: t('list.games'),
      enter: (game) => (which === 'menu' && list.some((one) => one.game === game.id) ? undefined : add(game)),
      row: (game) => {
        const times = list.filter((one) => one.game === game.id).length;
        return h(
          'li',
          { key: game.id, class: times > 0 ? 'on' : '' },
          h(
            'button',
            {
              type: 'button',
              class: 'game add',
              'aria-pressed': which === 'menu' ? times > 0 : null,
              'aria-description': which === 'turns' ? t('list.add') : null,
              on: { click: () => put(game) },
            },
            ...gameText(lobby, game),
            h('span', { class: 'sign', 'aria-hidden': 'true' }, which === 'menu' && times > 0 ? '✓' : times > 1 ? `${times} +` : '+'),
          ),
        );
      },
    }),
  );
}

/**
 * @param {Lobby} lobby
 * @param {'turns' | 'menu'} which
 * @param {Entry} entry
 * @param {number} at
 * @param {GameInfo | undefined} game
 * @param {(next: readonly Entry[], said: string) => void} change
 */
function row(lobby, which, entry, at, game, change) {
  const list = lobby.draft[which];
  const name = game ? local(game.name) : entry.game;
  const place = { game: name, n: num(at + 1), of: num(list.length) };
  /** @param {string} does @param {number} key */
  const buttonOf = (does, key) => `.order [data-entry="${key}"] [data-does="${does}"]`;
  /** @param {string} does @param {number} to */
  const move = (does, to) => {
    if (to < 0 || to >= list.length) return;
    change(moved(list, entry, to), t('list.moved', { game: name, n: num(to + 1) }));
    // A row loses the focus when it moves.
    lobby.focusOn(buttonOf(does, entry.key));
  };
  const remove = () => {
    const next = list[at + 1] ?? list[at - 1];
    change(
      list.filter((one) => one !== entry),
      t('list.removed', { game: name }),
    );
    lobby.focusOn(next ? buttonOf('remove', next.key) : '.mylist .find input');
  };
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !(event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    move(event.target.dataset.does ?? '', at + by);
  };
  /** @param {string} does @param {string} d @param {boolean} can @param {() => void} click */
  const button = (does, d, can, click) =>
    h(
      'button',
      {
        key: does,
        type: 'button',
        class: 'ico',
        'data-does': does,
        'aria-label': t(`list.${does}`, place),
        'aria-disabled': !can,
        on: { click },
      },
      icon(d),
    );
  return h(
    'li',
    { key: entry.key, 'data-entry': String(entry.key), on: { keydown } },
    h('span', { key: 'n', class: 'n', 'aria-hidden': 'true' }, num(at + 1)),
    h('span', { key: 'what', class: 'what' }, h('b', null, name), game && game.limits.length > 1 && limitOf(lobby, which, entry, game)),
    button('up', ICONS.up, at > 0, () => move('up', at - 1)),
    button('down', ICONS.down, at < list.length - 1, () => move('down', at + 1)),
    button('remove', ICONS.close, true, remove),
  );
}

/** Betting limit of a game in the list. @param {Lobby} lobby @param {'turns' | 'menu'} which @param {Entry} entry @param {GameInfo} game */
function limitOf(lobby, which, entry, game) {
  const first = which === 'menu' ? [h('option', { key: '', value: '' }, t('list.any_limit'))] : [];
  return h(
    'select',
    {
      'aria-label': t('list.limit', { game: local(game.name) }),
      prop: { value: entry.limit ?? (which === 'menu' ? '' : game.limits[0]) },
      on: {
        change: (event) => {
          const limit = event.target.value || undefined;
          lobby.setDraft({
            [which]: lobby.draft[which].map((one) => (one.key === entry.key ? { ...one, limit } : one)),
            error: null,
          });
        },
      },
    },
    ...first,
    game.limits.map((limit) => h('option', { key: limit, value: limit }, limitName(limit))),
  );
}
