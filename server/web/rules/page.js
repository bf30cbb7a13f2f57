// Rules of a game on a page of their own: its deal, the server's text, example hands from best to worst, and the rank of the viewer's own hand.
// Without a game: all games.

/** @import { GameInfo, GameRules, HandRanking } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Kid } from '../dom.js' */
/** @import { Table } from '../model.js' */
/** @import { Part } from './streets.js' */

import { cls, h, patch } from '../dom.js';
import { local, t, tn } from '../i18n.js';
import { dealStrip, familyName, limitName, matches, mixName, plain, searchField, traits } from '../lobby/common.js';
import { notThere, wayTo } from '../nowhere.js';
import { read } from '../route.js';
import { practicePath } from '../route.js';
import { pathOfGame, rulesPath, rulesView } from '../rulebook.js';
import { shapeOf, streetName } from '../table/words.js';
import { pageTop } from '../top.js';
import { mineOf, rankingView, titleOf } from './ranking.js';
import { partAt, partsOf } from './streets.js';

/** Distance between the example cards that a strip shows in sequence, so that they look dealt. */
const SHUFFLE = 11;

/** @implements {View} */
class RulesPage extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  /** Empty for all games. */
  game = '';
  search = '';
  #isAsked = false;
  /** Section in the address, scrolled to once it exists. */
  #wanted = read(location.hash.slice(1));

  update() {
    if (!this.isConnected) return;
    if (!this.#isAsked) {
      this.#isAsked = true;
      this.app.knowGames().then(
        () => this.update(),
        () => {},
      );
    }
    patch(this, this.game ? this.#view() : this.#index());
    const place = this.#wanted && document.getElementById(this.#wanted);
    if (!place || !this.contains(place)) return;
    this.#wanted = '';
    place.scrollIntoView();
  }

  // ---------- all games ----------

  #index() {
    const { app, search } = this;
    const games = app.games.filter((game) => matches(game, search));
    const mixes = app.mixes.filter((mix) => mix.id && plain(mixName(mix)).includes(plain(search.trim())));
    const families = [...new Set(games.map(({ family }) => family))];
    /** @param {string} id @param {string} name @param {Kid} what */
    const row = (id, name, what) =>
      h('li', { key: id }, h('a', { href: rulesPath(id), on: { click: (event) => app.follow(event, rulesPath(id)) } }, h('b', null, name), what));
    return h(
      'div',
      { key: 'index', class: 'tpage my-page rules-page' },
      h('a', { class: 'skip', href: '#games' }, t('rules.skip')),
      pageTop(app, t('rules.title'), { path: '/', name: t('lobby.back') }),
      h(
        'main',
        { id: 'games', tabindex: '-1' },
        searchField(tn('search.games', app.games.length), search, (text) => this.#find(text)),
        h('p', { key: 'count', class: 'none', role: 'status' }, games.length > 0 || mixes.length > 0 ? tn('games.count', games.length) : t('search.none')),
        families.map((family) =>
          h(
            'section',
            { key: family, id: family, 'aria-labelledby': `of-${family}` },
            h('h2', { id: `of-${family}` }, familyName(family)),
            h(
              'ul',
              { class: 'rules-index' },
              games.filter((game) => game.family === family).map((game) => row(game.id, local(game.name), dealStrip(game))),
            ),
          ),
        ),
        mixes.length > 0 &&
          h(
            'section',
            { key: 'mixes', id: 'mixes', 'aria-labelledby': 'of-mixes' },
            h('h2', { id: 'of-mixes' }, familyName('mixed')),
            h(
              'ul',
              { class: 'rules-index' },
              mixes.map((mix) => row(mix.id ?? '', mixName(mix), h('small', null, tn('games.count', mix.games.length)))),
            ),
          ),
      ),
    );
  }

  /** Link to a practice hand of this game. */
  #practice() {
    const path = practicePath(this.game);
    return h('a', { key: 'practice', href: path, on: { click: (event) => this.app.follow(event, path) } }, t('practice.this'));
  }

  /** @param {string} search */
  #find(search) {
    this.search = search;
    this.update();
  }

  // ---------- a game ----------

  /** The viewer's table with this game, which the page links back to. @returns {Table | null} */
  get table() {
    const shown = [...this.app.sessions.values()].map((session) => session.shown);
    return shown.find((table) => table && (table.hand?.game ?? table.info.game) === this.game && table.you) ?? null;
  }

  #view() {
    const { app, game: id, table } = this;
    const rules = app.rules.of(pathOfGame(id));
    const isThere = typeof rules === 'object';
    const name = isThere ? local(rules.mix?.name ?? rules.game.name) : local(app.games.find((one) => one.id === id)?.name);
    const back = table ? `/table/${encodeURIComponent(table.id)}` : '/rules';
    return h(
      'div',
      { key: id, class: 'tpage my-page rules-page' },
      h('a', { class: 'skip', href: '#rules' }, t('rules.skip')),
      pageTop(
        app,
        name || t('rules.title'),
        { path: back, name: table ? t('rules.to_table') : t('rules.all') },
        h('button', { key: 'print', class: 'btn-s', on: { click: () => print() } }, t('rules.print')),
      ),
      h('main', { id: 'rules', tabindex: '-1' }, isThere ? this.#body(rules, table) : rules === 'failed' ? this.#missing() : rulesView(rules)),
    );
  }

  /** The rules are missing: there is no such game, or they could not be loaded. */
  #missing() {
    const { app, game: id } = this;
    const isKnown = app.games.length === 0 || [...app.games, ...app.mixes].some((one) => one.id === id);
    return notThere(app, {
      title: isKnown ? t('rules.failed') : t('rules.none', { id }),
      ways: [wayTo(app, '/rules', t('rules.all'), 'btn-s hot'), wayTo(app, '/', t('lobby.back'))],
    });
  }

  /** @param {GameRules} rules @param {Table | null} table @returns {Kid[]} */
  #body(rules, table) {
    const { game, mix } = rules;
    const rankings = rules.rankings ?? [];
    const parts = mix ? [] : partsOf(game);
    const hand = table?.hand && !table.hand.over ? table.hand : null;
    const here = hand ? partAt(parts, hand.street) : -1;
    const links = [
      ...(parts.length > 0 ? [{ id: 'deal', title: t('rules.deal') }] : []),
      ...rules.sections.map(({ title }, at) => ({ id: `rule-${at + 1}`, title })),
      ...rankings.map((ranking) => ({ id: idOf(ranking, rankings), title: titleOf(ranking, rankings) })),
    ];
    return [
      h('p', { key: 'gist', class: 'gist' }, mix ? tn('games.count', mix.games.length) : gistOf(game)),
      h(
        'p',
        { key: 'reading', class: 'reading' },
        h('a', { href: '/learn', on: { click: (event) => this.app.follow(event, '/learn') } }, t('learn.title')),
        this.#practice(),
      ),
      h(
        'nav',
        { key: 'toc', class: 'toc', 'aria-label': t('rules.toc') },
        h(
          'ul',
          null,
          links.map(({ id, title }) => h('li', { key: id }, this.#anchor(id, title))),
        ),
      ),
      mix &&
        h(
          'ul',
          { key: 'games', class: 'rules-index' },
          mix.games.map((one) => this.#gameOf(one.game)),
        ),
      parts.length > 0 && this.#deal(game, parts, rankings, here),
      ...rules.sections.map((section, at) => {
        const id = `rule-${at + 1}`;
        return h(
          'section',
          { key: id, class: 'me-card rule', 'aria-labelledby': id, lang: rules.lang },
          h('h2', { id }, this.#anchor(id, section.title)),
          h(
            section.steps ? 'ol' : 'ul',
            null,
            section.lines.map((line, nth) => h('li', { key: nth }, line)),
          ),
        );
      }),
      ...rankings.map((ranking) => {
        const id = idOf(ranking, rankings);
        const mine = table && mineOf(table, ranking);
        return h(
          'section',
          { key: id, class: 'me-card', 'aria-labelledby': id },
          h('h2', { id }, this.#anchor(id, titleOf(ranking, rankings))),
          rankingView(ranking, { mine, id }),
        );
      }),
      rules.definition &&
        h('details', { key: 'definition', class: 'definition' }, h('summary', null, t('rules.definition')), h('pre', { tabindex: '0' }, rules.definition)),
    ];
  }

  /** @param {string} id */
  #gameOf(id) {
    const game = this.app.games.find((one) => one.id === id);
    const path = rulesPath(id);
    return h(
      'li',
      { key: id },
      h('a', { href: path, on: { click: (event) => this.app.follow(event, path) } }, h('b', null, local(game?.name) || id), game && dealStrip(game)),
    );
  }

  /** A link to a section of the page, which is also that section's address. @param {string} id @param {string} text */
  #anchor(id, text) {
    /** @param {MouseEvent} event */
    const go = (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      history.replaceState(history.state, '', `#${id}`);
      document.getElementById(id)?.scrollIntoView({ block: 'start' });
    };
    return h('a', { href: `#${id}`, on: { click: go } }, text);
  }

  /** Cards of each part of a hand. @param {GameInfo} game @param {Part[]} parts @param {HandRanking[]} rankings @param {number} here */
  #deal(game, parts, rankings, here) {
    const faces = facesOf(rankings);
    const shape = shapeOf(game);
    let shown = 0;
    /** @param {'down' | 'up' | 'either' | 'turned'} face */
    const card = (face) => {
      const isUp = face === 'up' || face === 'turned';
      if (isUp) shown += 1;
      return isUp ? faces[(shown - 1) % faces.length] : '??';
    };
    return h(
      'section',
      { key: 'deal', class: 'me-card', 'aria-labelledby': 'deal' },
      h('h2', { id: 'deal' }, this.#anchor('deal', t('rules.deal'))),
      h(
        'ol',
        { class: 'parts' },
        parts.map((part, at) => {
          const own = part.own.map(card);
          const board = part.board.map(card);
          const id = `street-${at + 1}`;
          return h(
            'li',
            { key: at, id, class: cls(at === here && 'here'), 'aria-current': at === here ? 'step' : null },
            h('h3', null, this.#anchor(id, streetName(part.street, shape)), at === here && h('b', { key: 'here' }, t('rules.you_are_here'))),
            own.length > 0 && row('own', t('rules.own'), own, part.own.includes('either') ? t('rules.either') : ''),
            board.length > 0 && row('board', t('rules.board'), board, part.board.includes('turned') ? t('rules.turned') : ''),
            own.length + board.length === 0 && h('p', { key: 'bet' }, t(part.street.phase === 'bet' ? 'rules.bet_alone' : `rules.phase.${part.street.phase}`)),
            part.street.phase === 'bet' && own.length + board.length > 0 && h('p', { key: 'bet' }, t('rules.bet')),
          );
        }),
      ),
    );
  }
}

/** @param {string} key @param {string} label @param {string[]} cards @param {string} remark */
const row = (key, label, cards, remark) =>
  h(
    'div',
    { key, class: 'dealt' },
    h('span', null, label, remark && h('small', { key: 'remark' }, remark)),
    h(
      'span',
      { class: 'cards compact' },
      cards.map((card, at) => h('p-card', { key: at, c: card })),
    ),
  );

/** Id of a ranking's section on the page. @param {HandRanking} ranking @param {HandRanking[]} all */
const idOf = ({ side }, all) => (all.length > 1 ? `ranking-${side}` : 'ranking');

/** A game in one line. @param {GameInfo} game */
const gistOf = (game) =>
  [
    familyName(game.family),
    game.seats_min === game.seats_max ? tn('deal.players', game.seats_max) : t('games.players', { min: game.seats_min, max: game.seats_max }),
    ...game.limits.map(limitName),
    ...traits(game),
  ].join(' · ');

/** Cards of the game's deck to show face up: those of the examples, reordered. @param {HandRanking[]} rankings */
function facesOf(rankings) {
  const wild = new Set(rankings.flatMap(({ assumed_wild: some = [] }) => some));
  const all = rankings.flatMap(({ hands }) => hands.flatMap(({ cards }) => cards)).filter((card) => card[0] !== 'X' && !wild.has(card));
  const cards = [...new Set(all)];
  // A step coprime to the number of cards reaches all of them.
  const step = [SHUFFLE, SHUFFLE + 2, SHUFFLE + 6].find((one) => cards.length % one !== 0) ?? 1;
  return cards.map((_, at) => cards[(at * step + 3) % cards.length]);
}

customElements.define('p-rules', RulesPage);
