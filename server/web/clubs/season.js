// A season: standings, results of a player, events and rules; and the standings on a wall.

/** @import { ClubResponse, FormulasResponse, SeasonChanged, SeasonEvent, SeasonLine, SeasonRequest, SeasonResponse, TieRule } from '../gen/protocol.d.ts' */
/** @import { View } from '../app.js' */
/** @import { Kid } from '../dom.js' */

import { cls, h } from '../dom.js';
import { dateText, num, t, timeText, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { Refusal } from '../net.js';
import { saveFile } from '../save.js';
import { iconLink } from '../top.js';
import { card, input, Loaded, pointsText, ranks } from './loaded.js';
import { headToHead, readResults, writeResults } from './results.js';

/** Rules for the same points, in the order of the form. @type {TieRule[]} */
const TIES = ['wins', 'places', 'head_to_head', 'knock_outs', 'fewer_events', 'latest'];

/** Time after the last key at which a formula is checked. */
const TYPED_MS = 300;

/** @extends {Loaded<SeasonResponse>} @implements {View} */
class Season extends Loaded {
  clubId = '';
  seasonId = '';
  /** Player whose evenings are shown. @type {number | null} */
  #person = null;
  /** Event that is edited; 0 for a new one. @type {number | null} */
  #event = null;
  /** The last change, until the next one. @type {SeasonChanged | null} */
  #changed = null;
  /** Formulas that leagues use. @type {FormulasResponse['formulas']} */
  #ready = [];
  /** Formula as it is typed. @type {string | null} */
  #formula = null;
  /** What is wrong with it, or the points of the first places. */
  #told = '';
  #isFaulty = false;
  #tried = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typed;
  /** The caller's role. */
  #manages = false;

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#typed);
  }

  get #club() {
    return `/api/v1/clubs/${encodeURIComponent(this.clubId)}`;
  }

  /** @override */
  get path() {
    return `${this.#club}/seasons/${encodeURIComponent(this.seasonId)}`;
  }

  /** @override */
  async load() {
    await super.load();
    if (!this.data) return;
    const club = /** @type {ClubResponse | undefined} */ (await this.change('GET', this.#club));
    this.#manages = club?.role === 'owner' || club?.role === 'director';
    if (this.#ready.length === 0) {
      this.#ready = /** @type {FormulasResponse | undefined} */ (await this.change('GET', '/api/v1/formulas'))?.formulas ?? [];
    }
    this.update();
  }

  /** @override */
  view() {
    const path = `/club/${this.clubId}`;
    const wall = iconLink(this.app, `${path}/season/${this.seasonId}/screen`, t('season.wall'), ICONS.cup);
    return this.frame(
      this.data?.name ?? t('season.title'),
      { path, name: t('season.back') },
      (season) => [
        this.#news(),
        this.#standings(season),
        this.#evenings(season),
        this.#events(season),
        this.#manages ? this.#rules(season) : this.#published(season),
        this.#changes(season),
      ],
      wall,
    );
  }

  /** Who moved by the last change. @returns {Kid} */
  #news() {
    if (!this.#changed) return null;
    const { moved } = this.#changed;
    const rank = (/** @type {{ rank: number, points: number } | undefined} */ at) =>
      at ? t('season.at', { rank: num(at.rank), points: pointsText(at.points) }) : t('season.absent');
    return h(
      'section',
      { key: 'news', class: 'me-card', role: 'status' },
      h('p', null, moved.length === 0 ? t('season.moved.none') : tn('season.moved', moved.length)),
      moved.length > 0 &&
        h(
          'ul',
          { class: 'club-list' },
          moved
            .slice(0, 10)
            .map(({ person, name, before, after }) => h('li', { key: person }, h('b', null, name), h('span', null, `${rank(before)} → ${rank(after)}`))),
        ),
    );
  }

  /** @param {SeasonResponse} season */
  #standings(season) {
    const { standings, events, best } = season;
    return card(
      'standings',
      t('season.standings'),
      h('p', { class: 'none' }, [tn('season.events', events.length), best !== undefined && tn('season.best', best)].filter(Boolean).join(' · ')),
      standings.length === 0
        ? h('p', { class: 'none' }, t('season.none'))
        : ranks(
            t('season.standings'),
            [
              t('season.rank'),
              t('season.player'),
              t('season.points'),
              t('season.played'),
              t('season.wins'),
              t('season.knock_outs'),
              ...events.map(({ name }) => name),
            ],
            standings.map((line) => this.#line(line)),
          ),
      standings.length > 0 && h('button', { key: 'file', class: 'btn-s', on: { click: () => this.#file() } }, t('season.file')),
    );
  }

  async #file() {
    try {
      saveFile(`season-${this.seasonId}.csv`, [await this.app.account.file(`${this.path}/file`)]);
    } catch (error) {
      this.app.toastError(error);
    }
  }

  /** @param {SeasonLine} line */
  #line({ person, name, rank, points, played, wins, knock_outs: kos, tie, results }) {
    const isOpen = this.#person === person;
    const open = () => {
      this.#person = isOpen ? null : person;
      this.update();
      // On a phone they are below the whole table.
      this.querySelector('#club-evenings')?.closest('section')?.scrollIntoView({ block: 'nearest' });
    };
    return h(
      'tr',
      { key: person },
      h('td', null, num(rank)),
      h('th', { scope: 'row' }, h('button', { class: 'link', 'aria-expanded': String(isOpen), on: { click: open } }, name)),
      h('td', null, pointsText(points), tie && h('small', null, ` ${t(`season.tie.${tie}`)}`)),
      [played, wins, kos].map((count, at) => h('td', { key: at }, num(count))),
      results.map(({ points: own, dropped = false }, at) =>
        h(
          'td',
          { key: `e${at}`, class: cls(dropped && 'dropped') },
          own === undefined ? '' : dropped ? t('season.dropped', { points: pointsText(own) }) : pointsText(own),
        ),
      ),
    );
  }

  /** The evenings of a player, and the balance with the others. @param {SeasonResponse} season @returns {Kid} */
  #evenings({ events, standings }) {
    const line = standings.find(({ person }) => person === this.#person);
    if (!line) return null;
    const rows = events.flatMap(({ event, name, at, results }, place) => {
      const own = results.find(({ person }) => person === line.person);
      return own ? [{ event, name, at, ...own, ...line.results[place] }] : [];
    });
    const others = headToHead(events, line.person).map((other) => ({ ...other, name: standings.find(({ person }) => person === other.person)?.name ?? '' }));
    return card(
      'evenings',
      t('season.evenings', { name: line.name }),
      ranks(
        t('season.evenings', { name: line.name }),
        [t('season.event'), t('season.day'), t('season.place'), t('season.knock_outs'), t('season.rebuys'), t('season.points')],
        rows.map(({ event, name, at, place, knock_outs: kos, rebuys, points = 0 }) =>
          h(
            'tr',
            { key: event },
            h('th', { scope: 'row' }, name),
            h('td', null, dateText(at)),
            [place, kos, rebuys].map((n, col) => h('td', { key: col }, num(n))),
            h('td', null, pointsText(points)),
          ),
        ),
      ),
      others.length > 0 &&
        ranks(
          t('season.heads', { name: line.name }),
          [t('season.against'), t('season.ahead'), t('season.behind')],
          others.map(({ person, name, ahead, behind }) =>
            h('tr', { key: person }, h('th', { scope: 'row' }, name), h('td', null, num(ahead)), h('td', null, num(behind))),
          ),
        ),
    );
  }

  /** @param {SeasonResponse} season */
  #events(season) {
    const edit = (/** @type {number | null} */ event) => {
      this.#event = event;
      this.update();
    };
    const edited = season.events.find(({ event }) => event === this.#event);
    return card(
      'events',
      t('season.events.title'),
      h(
        'ul',
        { class: 'club-list' },
        season.events.map(({ event, name, at, entrants }) =>
          h(
            'li',
            { key: event },
            h('b', null, name),
            h('span', null, [dateText(at), tn('season.entrants', entrants)].join(' · ')),
            this.#manages &&
              h(
                'div',
                { class: 'club-do' },
                h(
                  'button',
                  { key: 'edit', class: 'btn-s', 'aria-label': t('season.correct.of', { name }), on: { click: () => edit(event) } },
                  t('season.correct'),
                ),
                this.twice(`delete-${event}`, 'season.delete', { name }, () => this.#send('DELETE', `/events/${event}`)),
              ),
          ),
        ),
      ),
      this.#manages && this.#event === null && h('button', { key: 'add', class: 'btn-s', on: { click: () => edit(0) } }, t('season.add')),
      this.#manages && (this.#event === 0 || edited) && this.#form(season, edited),
    );
  }

  /** @param {SeasonResponse} season @param {SeasonEvent | undefined} event */
  #form(season, event) {
    const names = new Map(season.standings.map(({ person, name }) => [person, name]));
    const day = new Date(event?.at ?? Date.now()).toISOString().slice(0, 10);
    const value = (/** @type {unknown} */ of) => ({ prop: { value: of } });
    return h(
      'form',
      {
        key: `form-${event?.event ?? 0}`,
        class: 'club-form',
        on: {
          submit: (/** @type {any} */ sent) => {
            sent.preventDefault();
            this.#save(new FormData(sent.currentTarget));
          },
        },
      },
      input(t('season.event'), 'name', { maxlength: 40, required: true, ...value(event?.name ?? t('season.night', { n: num(season.events.length + 1) })) }),
      input(t('season.day'), 'day', { type: 'date', required: true, ...value(day) }),
      input(t('season.price'), 'price', { type: 'number', min: 0, ...value(event?.price ?? 0) }),
      h(
        'label',
        { key: 'results', class: 'field' },
        h('span', null, t('season.results')),
        h('textarea', { class: 'text', name: 'results', rows: 8, ...value(event ? writeResults(event.results, names) : '') }),
      ),
      h('p', { key: 'how', class: 'none' }, t('season.results.how')),
      !event && input(t('season.tournament'), 'tournament', { placeholder: `${location.origin}/tournament/…` }),
      h(
        'div',
        { key: 'buttons', class: 'club-buttons' },
        h('button', { class: 'btn-s hot' }, t('season.save')),
        h(
          'button',
          {
            type: 'button',
            class: 'btn-s',
            on: {
              click: () => {
                this.#event = null;
                this.update();
              },
            },
          },
          t('season.cancel'),
        ),
      ),
    );
  }

  /** @param {FormData} fields */
  async #save(fields) {
    const text = (/** @type {string} */ name) => String(fields.get(name) ?? '').trim();
    const results = readResults(text('results'));
    if (typeof results === 'number') return this.app.toast(t('season.results.bad', { line: num(results) }));
    const link = text('tournament');
    const tournament = /([^/?#]+)\/?$/.exec(link)?.[1];
    const event = this.#event;
    await this.#send(event ? 'PUT' : 'POST', event ? `/events/${event}` : '/events', {
      name: text('name'),
      at: Date.parse(text('day')),
      price: Number(text('price')) || 0,
      results: link ? [] : results,
      ...(link && tournament ? { tournament: decodeURIComponent(tournament) } : {}),
    });
  }

  /** Sends a change, and shows who moved. @param {string} method @param {string} at @param {object} [body] */
  async #send(method, at, body) {
    const changed = /** @type {SeasonChanged | undefined} */ (await this.change(method, `${this.path}${at}`, body));
    if (!changed) return;
    this.#changed = changed;
    this.#event = null;
    this.show(changed.season);
  }

  /** @param {SeasonResponse} season */
  #rules(season) {
    const formula = this.#formula ?? season.formula;
    const ready = this.#ready.find((one) => one.formula === formula)?.name ?? '';
    return card(
      'rules',
      t('season.rules'),
      h(
        'form',
        {
          class: 'club-form',
          on: {
            submit: (/** @type {any} */ sent) => {
              sent.preventDefault();
              this.#keepRules(new FormData(sent.currentTarget));
            },
          },
        },
        input(t('season.name'), 'name', { maxlength: 40, required: true, prop: { value: season.name } }),
        h(
          'label',
          { key: 'ready', class: 'field' },
          h('span', null, t('season.formula.ready')),
          h(
            'select',
            { class: 'text', prop: { value: ready }, on: { change: (/** @type {any} */ event) => this.#choose(event.target.value) } },
            h('option', { value: '' }, t('season.formula.own')),
            this.#ready.map(({ name }) => h('option', { key: name, value: name }, t(`season.formula.${name}`))),
          ),
        ),
        input(t('season.formula'), 'formula', {
          maxlength: 500,
          required: true,
          spellcheck: 'false',
          'aria-describedby': 'formula-told',
          'aria-invalid': String(this.#isFaulty),
          prop: { value: formula },
          on: { input: (/** @type {any} */ event) => this.#type(event.target.value) },
        }),
        h('p', { key: 'told', id: 'formula-told', class: cls('none', this.#isFaulty && 'faulty'), role: 'status' }, this.#told || t('season.formula.how')),
        input(t('season.best.field'), 'best', { type: 'number', min: 1, max: 60, prop: { value: season.best ?? '' } }),
        h(
          'fieldset',
          { key: 'ties', class: 'club-ties' },
          h('legend', null, t('season.ties')),
          TIES.map((rule) =>
            h(
              'label',
              { key: rule },
              h('input', { type: 'checkbox', name: 'tie', value: rule, prop: { checked: season.ties.includes(rule) } }),
              h('span', null, t(`season.tie.${rule}`)),
            ),
          ),
        ),
        h('button', { key: 'save', class: 'btn-s hot' }, t('season.rules.save')),
      ),
    );
  }

  /** The rules as members read them. @param {SeasonResponse} season */
  #published({ formula, best, ties }) {
    const ready = this.#ready.find((one) => one.formula === formula);
    /** @type {[string, Kid | Kid[]][]} */
    const pairs = [
      [t('season.formula'), [ready && h('span', { key: 'ready' }, t(`season.formula.${ready.name}`)), h('code', { key: 'text' }, formula)]],
      [t('season.best.title'), best === undefined ? t('season.best.all') : tn('season.best', best)],
      [t('season.ties'), ties.length === 0 ? t('season.ties.none') : ties.map((rule) => t(`season.tie.${rule}`)).join(', ')],
    ];
    return card(
      'rules',
      t('season.rules'),
      h(
        'dl',
        { class: 'season-rules' },
        pairs.map(([name, text]) => h('div', { key: name }, h('dt', null, name), h('dd', null, text))),
      ),
    );
  }

  /** @param {string} name */
  #choose(name) {
    const ready = this.#ready.find((one) => one.name === name);
    if (ready) this.#type(ready.formula);
  }

  /** Checks a formula once the typing rests. @param {string} formula */
  #type(formula) {
    this.#formula = formula;
    clearTimeout(this.#typed);
    this.#typed = setTimeout(() => this.#check(formula), TYPED_MS);
    this.update();
  }

  /** @param {string} formula */
  async #check(formula) {
    this.#tried += 1;
    const tried = this.#tried;
    let told;
    let isFaulty = false;
    try {
      const { points } = await this.app.account.ask('POST', '/api/v1/formulas/check', { formula });
      told = t('season.formula.points', { points: points.slice(0, 5).map(pointsText).join(' · ') });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal({ code: 'net.offline' });
      const { fault, at } = refusal.params;
      told = fault === undefined ? t(refusal.key, refusal.params) : t('season.formula.fault', { fault: t(`season.fault.${fault}`), at: num(Number(at) + 1) });
      isFaulty = true;
    }
    if (tried !== this.#tried) return;
    this.#told = told;
    this.#isFaulty = isFaulty;
    this.update();
  }

  /** @param {FormData} fields */
  async #keepRules(fields) {
    const best = Number(fields.get('best'));
    /** @type {SeasonRequest} */
    const rules = {
      name: String(fields.get('name')),
      formula: String(fields.get('formula')),
      ties: /** @type {TieRule[]} */ (fields.getAll('tie')),
      ...(best > 0 ? { best } : {}),
    };
    await this.#send('PUT', '', rules);
  }

  /** @param {SeasonResponse} season @returns {Kid} */
  #changes({ changes }) {
    if (changes.length === 0) return null;
    return card(
      'changes',
      t('season.changes'),
      h(
        'ul',
        { class: 'club-list' },
        changes.map(({ at, by, kind, name = '', moved }, place) =>
          h(
            'li',
            { key: place },
            h('b', null, t(`season.change.${kind}`, { name })),
            h('span', null, [by, timeText(at), moved !== undefined && tn('season.moved', moved)].filter(Boolean).join(' · ')),
          ),
        ),
      ),
    );
  }
}

customElements.define('p-season', Season);
