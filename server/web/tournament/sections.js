// Sections of a tournament's page: clock, terms, structure, prizes, players, tables, results.

/** @import { Entrant, StructureInfo, TournamentSummary } from '../gen/protocol.d.ts' */
/** @import { Kid, VNode } from '../dom.js' */
/** @import { App } from '../app.js' */
/** @import { Place } from '../invite.js' */
/** @import { Tournament } from './model.js' */

import { cls, h, icon } from '../dom.js';
import { clockTime, list, num, t, tn } from '../i18n.js';
import { ICONS } from '../icons.js';
import { invitation } from '../inviting.js';
import { plain } from '../lobby/common.js';
import { TABLES_MAX } from '../tables.js';
import { languagesText } from './languages.js';
import { averageOf, feeOf, isEntryPeriod, isOver, levelAfterBreak, paidOut, ranked, rankOf, timeLeft, toMoney } from './model.js';
import { blindsText, timeText } from './brief.js';
import { gamesText, isStartedByHost, levelGame, noTablesText, placeText, waitsText } from './words.js';

/** Players listed on a page. */
const LISTED = 100;

/** @param {string} key @param {string} title @param {...(Kid | Kid[])} kids @returns {VNode} */
const section = (key, title, ...kids) =>
  h('section', { key, class: `t-part t-${key}`, 'aria-labelledby': `t-${key}` }, h('h2', { id: `t-${key}` }, title), ...kids);

/** Facts as label and value. @param {[string, string][]} pairs */
export const facts = (pairs) =>
  h(
    'dl',
    { class: 't-facts' },
    pairs.map(([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', null, value))),
  );

/** Invitation to a private tournament. @param {App} app @param {Place} page */
export const invitePart = (app, page) => section('invite', t('t.invite'), invitation(app, page));

/** The level with its clock, the next one, and the state of the field. @param {Tournament} t0 @param {number} now */
export function clockPart(t0, now) {
  const { clock, level, next, summary } = t0;
  const left = timeLeft(t0, now);
  if (!level) return null;
  const coming = clock?.break ? levelAfterBreak(t0) : next;
  /** @type {[string, string][]} */
  const pairs = [];
  if (coming) pairs.push([t('t.next'), t('t.next.level', { n: coming.level, blinds: blindsText(coming) })]);
  pairs.push([t('t.average'), num(averageOf(t0))], [t('t.players_left'), t('t.rank.of', { n: summary.alive, of: summary.entries })]);
  const rank = rankOf(t0);
  if (rank !== null) pairs.push([t('t.rank'), t('t.rank.of', { n: rank, of: summary.alive })]);
  return section(
    'clock',
    t('t.clock'),
    h(
      'p',
      { class: 't-time' },
      h('b', null, clock?.break ? t('t.phase.break') : t('t.level', { n: level.level })),
      left !== null && h('span', { key: 'left', role: 'timer' }, timeText(left)),
      !clock?.break && h('span', { key: 'blinds', class: 't-blinds' }, blindsText(level)),
    ),
    clock && !clock.running && !clock.break && h('p', { key: 'still', class: 'note' }, t('t.clock.stopped')),
    facts(pairs),
    standing(t0).map((text) => h('p', { key: text, class: 't-state' }, text)),
  );
}

/** Notices beyond numbers: the bubble, hand-for-hand, a pause. @param {Tournament} t0 */
export function standing(t0) {
  const words = [];
  const far = toMoney(t0);
  if (far !== null && t0.summary.phase !== 'completed') words.push(far === 0 ? t('t.in_money') : tn('t.to_money', far));
  if (t0.handForHand) words.push(t('t.hand_for_hand.because', { why: t(`t.hand_for_hand.why.${t0.handForHand.why}`) }));
  if (t0.paused !== null) words.push(t('t.paused.why', { reason: t0.paused }));
  const waits = waitsText(t0);
  if (waits) words.push(waits);
  return words;
}

/** Link to the viewer's seat. @param {App} app @param {{ table: string }} seat @param {string} text */
export function seatLink(app, { table }, text) {
  const path = `/table/${encodeURIComponent(table)}`;
  return h('a', { key: 'go', class: 'btn-s hot', href: path, on: { click: (event) => app.follow(event, path) } }, text);
}

/** Time of the start, for its row. @param {TournamentSummary} summary */
function startOf(summary) {
  if (summary.starts_at !== undefined) return clockTime(summary.starts_at);
  if (summary.live) return t('t.term.start.live');
  return t(isStartedByHost(summary) ? 't.term.start.host' : 't.term.start.full');
}

/** Published terms of entry. @param {App} app @param {Tournament} t0 */
export function termsPart(app, { summary, structure, rules }) {
  /** @type {[string, string][]} */
  const pairs = [
    [t('t.term.games'), gamesText(structure.games, app.games)],
    [t('t.term.format'), t(`t.format.${summary.format}`)],
    [t('t.term.start'), startOf(summary)],
    ...termsOf(structure),
    [t('t.term.age'), t(summary.adults_only ? 't.term.age.adults' : 't.term.age.any')],
    ...(summary.watch_delay ? [/** @type {[string, string]} */ ([t('t.term.watching'), t('watch.behind', { n: summary.watch_delay })])] : []),
    [t('t.term.languages'), summary.languages ? languagesText(summary.languages) : t('t.term.languages.any')],
    [t('t.term.rules'), t('t.term.rules.version', { n: rules })],
  ];
  return section('terms', t('t.terms'), facts(pairs));
}

/** Terms of a structure about entries, chips and time. @param {StructureInfo} structure */
export function termsOf(structure) {
  const { bounty, rebuy, add_on: addOn, pays } = structure;
  /** @type {[string, string][]} */
  const pairs = [[t('t.term.price'), structure.price > 0 ? num(structure.price) : t('t.price.free')]];
  if (bounty) pairs.push([t('t.term.bounty'), t(`t.term.bounty.${bounty.kind}`, { n: bounty.price })]);
  if (structure.guarantee > 0) pairs.push([t('t.term.guarantee'), num(structure.guarantee)]);
  if (pays.kind === 'seats') pairs.push([t('t.money'), tn('t.term.pays.seats', pays.seats, { of: pays.of })]);
  pairs.push(
    [t('t.term.stack'), num(structure.stack)],
    [t('t.term.seats'), num(structure.seats)],
    [t('t.term.entries'), t('t.term.entries.range', { min: structure.entries_min, max: structure.entries_max })],
  );
  if (structure.late_levels > 0) pairs.push([t('t.term.late'), t('t.term.late.until', { n: structure.late_levels })]);
  if (structure.re_entries > 0) pairs.push([t('t.term.re_entries'), num(structure.re_entries)]);
  if (rebuy) {
    const { price, chips, most: n, levels: level } = rebuy;
    pairs.push([t('t.term.rebuy'), t('t.term.rebuy.how', { price, chips, n, level })]);
  }
  if (addOn) pairs.push([t('t.term.add_on'), t('t.term.add_on.how', { price: addOn.price, chips: addOn.chips })]);
  const isLive = structure.clock === 'live';
  const time = { n: structure.action_ms / 1000, bank: structure.bank_ms / 1000 };
  pairs.push([t('t.term.time'), isLive ? t('t.term.time.live') : t('t.term.time.how', time)]);
  if (structure.levels.some((row) => row.kind === 'level' && row.ante > 0)) {
    pairs.push([t('t.col.ante'), t(`t.term.ante.${structure.ante}`)]);
  }
  const rounds = structure.hand_for_hand.map(handForHandText);
  if (rounds.length > 0) pairs.push([t('t.hand_for_hand'), list(rounds)]);
  pairs.push([t('t.term.absent'), t(`t.term.absent.${structure.absent_hand}`)], [t('t.term.severity'), t(`t.term.severity.${structure.severity}`)]);
  if (structure.dark_bets) pairs.push([t('t.term.dark'), t('t.term.dark.how')]);
  return pairs;
}

/** @param {StructureInfo['hand_for_hand'][number]} trigger */
const handForHandText = (trigger) => (trigger.kind === 'jump' ? tn('t.term.h4h.jump', trigger.left) : t(`t.term.h4h.${trigger.kind}`));

/** @param {App} app @param {Tournament} t0 */
export const structurePart = (app, { structure, level: played, clock }) =>
  section('structure', t('t.structure'), ...levelTable(app, structure, clock?.break ? undefined : played?.level));

/** Levels of a structure. @param {App} app @param {StructureInfo} structure @param {number} [played] The current level. @returns {VNode[]} */
function levelTable(app, structure, played) {
  const isMixed = new Set(structure.levels.flatMap((row) => (row.kind === 'level' ? [row.game] : []))).size > 1;
  return [
    h(
      'div',
      { class: 't-scroll', tabindex: '0', role: 'group', 'aria-label': t('t.structure') },
      h(
        'table',
        null,
        head([t('t.col.level'), t('t.col.blinds'), t('t.col.ante'), t('t.col.time'), isMixed && t('t.col.game')]),
        h('tbody', null, levelRows(app, structure, played, isMixed)),
      ),
    ),
    h('p', { class: 'note' }, t('t.levels.after'), structure.breaks === 'hourly' ? ` ${t('t.breaks.hourly')}` : ''),
  ];
}

/** Preview of what players will read. @param {App} app @param {StructureInfo} structure */
export const published = (app, structure) =>
  h(
    'details',
    { key: 'published', class: 't-part announce-terms' },
    h(
      'summary',
      null,
      `${gamesText(structure.games, app.games)} · ${t('announce.levels', { n: structure.levels.filter(({ kind }) => kind === 'level').length })}`,
    ),
    facts(termsOf(structure)),
    ...levelTable(app, structure),
  );

/** @param {App} app @param {StructureInfo} structure @param {number | undefined} played @param {boolean} isMixed @returns {Kid[]} */
const levelRows = (app, { levels }, played, isMixed) =>
  levels.map((row, at) => {
    const time = t('t.minutes', { n: Math.round(row.duration / 60) });
    if (row.kind === 'break') {
      return h('tr', { key: at, class: 't-break' }, h('th', { scope: 'row', colspan: '3' }, t('t.break.row')), h('td', null, time), isMixed && h('td', null));
    }
    const isNow = row.level === played;
    return h(
      'tr',
      { key: at, class: cls(isNow && 'now'), 'aria-current': isNow ? 'step' : null },
      h('th', { scope: 'row' }, num(row.level), isNow && h('span', { class: 'vh' }, `, ${t('t.now_played')}`)),
      h('td', null, blindsText({ ...row, ante: 0 })),
      h('td', null, row.ante > 0 ? num(row.ante) : '–'),
      h('td', null, time),
      isMixed && h('td', null, levelGame(row.game, app.games)),
    );
  });

/** @param {(string | false)[]} names */
const head = (names) =>
  h(
    'thead',
    null,
    h(
      'tr',
      null,
      names.filter((name) => name !== false).map((name) => h('th', { key: name, scope: 'col' }, name)),
    ),
  );

/** @param {Tournament} t0 */
export function prizesPart(t0) {
  const { prizes, summary, bountyPool, payout } = t0;
  /** @type {[string, string][]} */
  const pairs = [[t('t.prizes.pool'), num(Math.max(summary.pool, summary.guarantee))]];
  if (feeOf(t0) > 0) pairs.push([t('t.prizes.fee'), num(feeOf(t0))]);
  if (payout && payout.bonus > 0) pairs.push([t('t.prizes.bonus'), num(payout.bonus)]);
  if (pairs.length > 1) pairs.push([t('t.prizes.together'), num(paidOut(t0))]);
  if (bountyPool > 0) pairs.push([t('t.bounties'), num(bountyPool)]);
  return section(
    'money',
    t('t.money'),
    facts(pairs),
    isEntryPeriod(t0) && h('p', { key: 'later', class: 'note' }, t('t.prizes.later')),
    prizes.length > 0 &&
      h(
        'div',
        { key: 'prizes', class: 't-scroll', tabindex: '0', role: 'group', 'aria-labelledby': 't-money' },
        h(
          'table',
          null,
          head([t('t.col.place'), t('t.col.prize')]),
          h(
            'tbody',
            null,
            prizes.map((prize, at) => h('tr', { key: at }, h('th', { scope: 'row' }, num(at + 1)), h('td', null, num(prize)))),
          ),
        ),
      ),
  );
}

/** `true` if no player is missing. A re-entry is an entry without a new player. @param {Entrant[]} all @param {Tournament} t0 */
const isWhole = (all, { summary }) =>
  all.every(({ player }) => player <= all.length) && (summary.entries === 0 || all.some(({ entry }) => entry === summary.entries));

/** A field that searches among the players. @param {string} value @param {(text: string) => void} look */
export const playerSearch = (value, look) =>
  h('input', {
    key: 'find',
    class: 'text',
    type: 'search',
    'aria-label': t('t.players.search'),
    placeholder: t('t.players.search'),
    prop: { value },
    on: { input: (event) => look(event.target.value) },
  });

/**
 * Players by stack, as far as known.
 *
 * @param {Tournament} t0
 * @param {string} search
 * @param {(search: string) => void} look
 */
export function playersPart(t0, search, look) {
  const wanted = plain(search.trim());
  const all = ranked(t0);
  const some = all.filter(({ who }) => plain(who.name).includes(wanted)).slice(0, LISTED);
  const hasBounty = all.some((one) => (one.bounty ?? 0) > 0);
  const isUnder = t0.summary.phase !== 'registering';
  const isPlayed = isUnder && !isOver(t0) && !t0.summary.live;
  return section(
    'players',
    t('t.players'),
    all.length > 12 && playerSearch(search, look),
    all.length === 0
      ? h('p', { key: 'none', class: 'none' }, t('t.none_yet'))
      : h(
          'div',
          { key: 'list', class: 't-scroll', tabindex: '0', role: 'group', 'aria-labelledby': 't-players' },
          h(
            'table',
            null,
            head([t('t.col.player'), isUnder && t('t.col.stack'), hasBounty && t('t.col.bounty')]),
            h(
              'tbody',
              null,
              some.map((one) =>
                h(
                  'tr',
                  { key: one.player, class: cls(one.player === t0.you.player && 'mine', one.out && 'out') },
                  h('th', { scope: 'row' }, one.who.name, h('small', null, stateOf(one, isPlayed))),
                  isUnder && h('td', null, one.out ? '–' : num(one.stack ?? 0)),
                  hasBounty && h('td', null, num(one.bounty ?? 0)),
                ),
              ),
            ),
          ),
        ),
    wanted === '' &&
      (some.length < all.length || !isWhole(all, t0)) &&
      h('p', { key: 'more', class: 'note' }, t('t.players.more', { n: some.length, of: t0.summary.entries })),
  );
}

/** Status of a player besides the stack. @param {Tournament['entrants'][number]} one @param {boolean} maybeAway `true` if players can be away: not before the start, nor at real tables. */
function stateOf({ who, out, status, penalty = 0 }, maybeAway) {
  const words = [];
  if (who.kind === 'bot') words.push(t('bot'));
  if (out) words.push(t('t.player.out'));
  else if (maybeAway && status !== 'active') words.push(t(`t.player.${status}`));
  if (!out && penalty > 0) words.push(tn('t.player.penalty', penalty));
  return words.join(' · ');
}

/** Button that opens a table for watching beside the others. @param {App} app @param {number} no @param {string} table */
function besideButton(app, no, table) {
  const isKept = app.open.isKept(table);
  const label = t('t.table.beside', { n: no });
  const press = () => {
    if (!isKept && app.open.isFull(table)) app.toast(t('tables.full', { n: TABLES_MAX }));
    else app.open.keep(table, !isKept);
  };
  return h('button', { key: 'beside', class: 'ico', 'aria-pressed': String(isKept), 'aria-label': label, title: label, on: { click: press } }, icon(ICONS.pin));
}

/** @param {App} app @param {Tournament} t0 */
export function tablesPart(app, t0) {
  const tables = Object.values(t0.tables).sort((a, b) => a.no - b.no);
  const mine = t0.you.seat?.table_no;
  return section(
    'tables',
    t('t.tables'),
    tables.length === 0 && h('p', { key: 'none', class: 'none' }, noTablesText(t0.summary)),
    h(
      'ul',
      { class: 't-tables' },
      tables.map(({ no, table, seats, halted }) => {
        const path = `/table/${encodeURIComponent(table)}`;
        const words = [tn('t.table.players', Object.keys(seats).length)];
        if (no === mine) words.push(t('t.table.mine'));
        if (halted) words.push(t(`t.table.halted.${halted}`));
        return h(
          'li',
          { key: no, class: cls(no === mine && 'mine') },
          table
            ? h(
                'a',
                { key: 'a', href: path, 'aria-label': t('t.table.watch', { n: no }), on: { click: (event) => app.follow(event, path) } },
                t('t.table.n', { n: no }),
              )
            : h('b', { key: 'b' }, t('t.table.n', { n: no })),
          h('small', null, words.join(' · ')),
          table && no !== mine && app.account.session && besideButton(app, no, table),
        );
      }),
    ),
    t0.breakOrder.length > 1 && h('p', { key: 'order', class: 'note' }, t('t.break_order', { tables: list(t0.breakOrder.map((no) => num(no))) })),
  );
}

/** Address of a player's certificate. @param {string} id @param {number} player */
export const certificatePath = (id, player) => `/tournament/${encodeURIComponent(id)}/certificate/${player}`;

/** Maximum number of places in a state. */
export const PLACES_TOLD = 100;

/**
 * The places, best first.
 *
 * @param {App} app
 * @param {Tournament} t0
 * @param {(() => void) | null} askAll Requests those that the state leaves out; `null` once done.
 * @param {() => void} save Saves all of them as a file.
 */
export function resultsPart(app, t0, askAll, save) {
  const { places, entrants } = t0;
  if (t0.summary.phase === 'registering') return null;
  return section(
    'results',
    t('t.results'),
    places.length === 0
      ? h('p', { key: 'none', class: 'none' }, t('t.results.none'))
      : h(
          'div',
          { key: 'list', class: 't-scroll', tabindex: '0', role: 'group', 'aria-labelledby': 't-results' },
          h(
            'table',
            null,
            head([t('t.col.place'), t('t.col.player'), t('t.col.prize'), t('cert.title')]),
            h(
              'tbody',
              null,
              places.map((place) =>
                h(
                  'tr',
                  { key: place.player, class: cls(place.player === t0.you.player && 'mine') },
                  h('th', { scope: 'row' }, placeText(place)),
                  h('td', null, entrants[place.player]?.who.name ?? num(place.player)),
                  h('td', null, place.prize > 0 ? num(place.prize) : '–'),
                  h('td', null, certificateLink(app, t0, place.player)),
                ),
              ),
            ),
          ),
        ),
    askAll && places.length >= PLACES_TOLD && h('button', { key: 'all', class: 'btn-s', on: { click: askAll } }, t('t.results.all')),
    t0.summary.phase === 'completed' && h('button', { key: 'save', class: 'btn-s', on: { click: save } }, t('t.results.save')),
  );
}

/** @param {App} app @param {Tournament} t0 @param {number} player */
function certificateLink(app, { id, entrants }, player) {
  const path = certificatePath(id, player);
  const label = t('cert.open.of', { name: entrants[player]?.who.name ?? num(player) });
  return h('a', { class: 't-cert', href: path, 'aria-label': label, title: label, on: { click: (event) => app.follow(event, path) } }, icon(ICONS.rules));
}
