// Both catalogues have the same content, and every text that the code uses exists.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { bestLang, list, num, parseDecimal, parseNum, setLang, t, tn, tOrdinal } from '../../i18n.js';
import { cardName, handName, rankPlural } from '../../names.js';
import { desk, pages, source, words } from './catalogue.js';

const root = new URL('../../', import.meta.url);

/** Text of every script of the client. */
function sources() {
  const files = ['', 'clubs/', 'hands/', 'lessons/', 'lobby/', 'me/', 'practice/', 'rules/', 'settings/', 'table/', 'tournament/'].flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith('.js'))
      .map((name) => folder + name),
  );
  return files.map((file) => readFileSync(new URL(file, root), 'utf8'));
}

/** Names in braces of a sentence. */
const slots = (text) => [...text.matchAll(/\{(\w+)(?:\|[^}]*)?\}/g)].map((match) => match[1]);

test('both languages have the same keys', () => {
  assert.deepEqual(Object.keys(words.fr).sort(), Object.keys(words.en).sort());
});

test('no key stands twice', () => {
  for (const lang of ['en', 'fr']) {
    const text = [lang, `${lang}-pages`, `${lang}-desk`].map(source).join('');
    const own = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map((match) => match[1]);
    const keys = [...own, ...[...source('both').matchAll(/^ {4}"([^"]+)":/gm)].map((match) => match[1])];
    assert.equal(keys.length, Object.keys(words[lang]).length, `${lang}: every line was read`);
    assert.deepEqual(
      keys.filter((key, at) => keys.indexOf(key) !== at),
      [],
      lang,
    );
  }
});

/** A check of which keys scripts name. @param {string} code @param {string} [types] Types with names of keys in them. */
function naming(code, types = '') {
  const literals = new Set([...code.matchAll(/['"`]([\w.]+)['"`]/g), ...types.matchAll(/"([\w.]+)"/g)].map((match) => match[1]));
  // Keys that the code assembles: at least one fixed part with a meaning, and values. Patterns that match all sentences would let any key pass.
  const built = [...code.matchAll(/`((?:[\w.]|\$\{[^}]+\})+)`/g)]
    .map(([, text]) => text.split(/\$\{[^}]+\}/))
    .filter((parts) => parts.length > 1 && parts.some((part) => /[a-z]/.test(part) && part.includes('.')) && !/^(say|log)\.(you\.)?$/.test(parts.join('')))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`));
  const isNamed = (/** @type {string} */ key) => literals.has(key) || built.some((pattern) => pattern.test(key));
  return (/** @type {string} */ key) => {
    const plain = key.replace(/\.(one|two|few|other)$/, '');
    if (isNamed(key) || isNamed(plain)) return true;
    // Sentences about events, of the viewer and of others, under the names used in the code.
    const [, deed] = /^(?:say|log)\.(?:you\.)?(.+)$/.exec(plain) ?? [];
    if (deed) return isNamed(deed);
    // Names of hands come from the server, alone and after "with".
    return /^hand\.(with\.)?\w+$/.test(key);
  };
}

test('every key is used', () => {
  const isUsed = naming(sources().join('\n'), readFileSync(new URL('gen/protocol.d.ts', root), 'utf8'));
  assert.deepEqual(
    Object.keys(words.en).filter((key) => !isUsed(key)),
    [],
  );
});

test('what others do is told of the viewer in the second person', () => {
  // Never said about the viewer: there is the question itself, or nothing.
  const never = ['say.picker', 'say.chosen'];
  const third = Object.entries(words.en).filter(([key, text]) => /^(say|log)\.(?!you\.)/.test(key) && /\{who\} (\w+s|is|has|does)\b|to \{who\}/.test(text));
  assert.ok(third.length > 50);
  const missing = third.map(([key]) => key).filter((key) => !never.includes(key) && !(key.replace('.', '.you.') in words.en));
  assert.deepEqual(missing, []);
});

test('a sentence has the same slots in both languages', () => {
  for (const key of Object.keys(words.en)) {
    // Names of hands decline: each language uses the forms it needs of the same ranks.
    if (key.startsWith('hand.')) continue;
    const [en, fr] = [new Set(slots(words.en[key])), new Set(slots(words.fr[key]))];
    assert.deepEqual([...fr].sort(), [...en].sort(), key);
  }
});

/** Counted nouns that differ between singular and plural. */
const COUNTED = {
  en: 'bot byte card character chip deal event friend game hand level minute note place player pot question seat second step table time tournament',
  fr: 'acompte ami botte carte caractère donne garanti inscrit jeton joueur main minute niveau note octet place premier prime question rendu seconde table tournoi étape',
};
const MANY = { niveau: 'niveaux' };

/** Slots that never contain numbers. */
const WORDS = /^(who|name|game|cards?|hand|side|street|what|other|text|reason|stacks|games|date|time|left_s|languages)$/;

test('a number and what it counts agree, in every sentence, for 0, 1 and 2', () => {
  const wrong = [];
  for (const lang of ['en', 'fr']) {
    setLang(lang);
    const one = new Set(COUNTED[lang].split(' '));
    const many = new Set([...one].map((word) => MANY[word] ?? `${word}s`));
    for (const [key, text] of Object.entries(words[lang])) {
      // If a sentence has two forms, each is used with its own numbers.
      const form = /\.(one|other)$/.exec(key)?.[1];
      for (const n of [0, 1, 2]) {
        const isOne = n === 1 || (n === 0 && lang === 'fr');
        if (form && isOne !== (form === 'one')) continue;
        const said = t(key, Object.fromEntries(slots(text).map((name) => [name, WORDS.test(name) ? 'Ada' : name === 'of' ? 6 : n])));
        for (const [, word] of said.matchAll(new RegExp(`(?<![\\d.,])${n} (\\p{L}+)`, 'gu')))
          if ((isOne ? many : one).has(word)) wrong.push(`${lang} ${key}: ${said}`);
      }
    }
  }
  setLang('en');
  assert.deepEqual(wrong, []);
  assert.equal(t('t.ask.chips', { n: 1, chips: '2' }), '1 is taken from your balance for 2 chips.', 'numbers that were written out count, too');
});

test('no sentence is empty, and French has its thin spaces', () => {
  for (const [key, text] of Object.entries(words.fr)) {
    assert.notEqual(text.trim(), '', key);
    assert.doesNotMatch(text, / [:;!?]/, `${key}: an ordinary space before a French sign`);
    assert.doesNotMatch(text, /'/, `${key}: a typewriter apostrophe`);
  }
});

test('every key that the code names is in the catalogue', () => {
  const missing = new Set();
  for (const text of sources()) {
    for (const [, call, key] of text.matchAll(/\b(tn|t)\(\s*'([^']+)'/g)) {
      const keys = call === 'tn' ? [`${key}.one`, `${key}.other`] : [key];
      for (const one of keys) if (!(one in words.en)) missing.add(one);
    }
  }
  assert.deepEqual([...missing], []);
});

const views = readFileSync(new URL('views.js', root), 'utf8');

/** Names in a set of views. @param {string} set */
const named = (set) => [...(new RegExp(`const ${set} = new Set\\(\\[([^\\]]+)\\]`).exec(views)?.[1] ?? '').matchAll(/'(p-[\w-]+)'/g)].map(([, name]) => name);

/** Scripts that the page and some of its views import, with their text. @param {string[]} names @param {string[]} more Scripts loaded by these. */
function loadedBy(names, more = []) {
  const entries = names.map((name) => new RegExp(`'${name}': \\(\\) => import\\('\\./([^']+)'\\)`).exec(views)?.[1] ?? name);
  const open = [...new Set(['app.js', ...entries, ...more])];
  const texts = new Map();
  for (const file of open) {
    const text = readFileSync(new URL(file, root), 'utf8');
    texts.set(file, text);
    for (const [, path] of text.matchAll(/^(?:import|export) [^;]*?'(\.[^']+)';/gm)) {
      const next = new URL(path, new URL(file, root)).href.slice(root.href.length);
      if (!open.includes(next)) open.push(next);
    }
  }
  return texts;
}

test('views that load no texts of their own name none of the others', () => {
  const all = [...(/const LATER = \{([^}]+)\}/.exec(views)?.[1] ?? '').matchAll(/'(p-[\w-]+)'/g)].map(([, name]) => name);
  const texts = loadedBy(all.filter((name) => !named('DESK_VIEWS').includes(name)));
  const starts = [...new Set(Object.keys(desk.en).map((key) => key.split('.')[0]))].join('|');
  const wrong = [];
  for (const [file, text] of texts)
    for (const [, key] of text.matchAll(new RegExp(`['"\`]((?:${starts})\\.[\\w.]*)`, 'g')))
      if (!(key in words.en) || key in desk.en) wrong.push(`${file}: ${key}`);
  assert.ok(texts.size > 100, `${texts.size} modules`);
  assert.deepEqual(wrong, []);
});

test('a table names no text that it does not load', () => {
  const texts = loadedBy(named('TABLE_VIEWS'), ['table/shares.js', 'table/strokes.js']);
  assert.ok(texts.size > 80, `${texts.size} modules`);
  const isNamed = naming([...texts.values()].join('\n'));
  // Tables name refusals by their codes, and get none of these.
  const elsewhere = /^error\.(club|game|hand|people|practice|push|recurring|season|template|tournament)\./;
  assert.deepEqual(
    Object.keys(pages.en).filter((key) => isNamed(key) && !elsewhere.test(key)),
    [],
  );
  const lazy = [...texts].flatMap(([file, text]) => [...text.matchAll(/[^\n]*\bimport\('([^']+)'\)[^\n]*/g)].map(([line, path]) => ({ file, line, path })));
  const others = lazy.filter(({ file, line, path }) => file !== 'views.js' && line.includes('await') && !/(shares|strokes)\.js$/.test(path));
  assert.equal(others.length, 4);
  for (const { line } of others) assert.match(line, /await this(\.#?app)?\.extra\(/);
});

test('every error code of the protocol has words', () => {
  const types = readFileSync(new URL('gen/protocol.d.ts', root), 'utf8');
  const block = /export type ErrorCode =([^;]+);/.exec(types)?.[1] ?? '';
  const codes = [...block.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  assert.ok(codes.length > 50, 'the list of codes was found');
  for (const code of codes) assert.ok(`error.${code}` in words.en, code);
});

test('every value of the protocol that is shown has words', () => {
  const types = readFileSync(new URL('gen/protocol.d.ts', root), 'utf8');
  const values = (name) => {
    const block = new RegExp(`export type ${name} =([^;]+);`).exec(types)?.[1] ?? '';
    const found = [...block.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
    assert.ok(found.length > 0, name);
    return found;
  };
  const wanted = [
    ...values('BetAction').flatMap((one) => [`tag.${one}`, `log.${one}`, `say.${one}`]),
    ...values('PostKind').map((one) => `log.post.${one}`),
    ...values('SeatStatus').map((one) => `status.${one}`),
    ...values('PlayerKind').map((one) => `kind.${one}`),
    ...values('TournamentPhase').map((one) => `t.phase.${one}`),
    ...values('TournamentFormat').map((one) => `t.format.${one}`),
    ...values('HandForHandReason').map((one) => `t.hand_for_hand.why.${one}`),
    ...values('Phrase').map((one) => `phrase.${one}`),
    ...values('FlagKind').map((one) => `floor.flag.${one}`),
    ...values('TicketKind').map((one) => `floor.ticket.${one}`),
    ...values('FloorRole').map((one) => `floor.role.${one}`),
    ...values('Rung').map((one) => `floor.rung.${one}`),
    ...values('DealKind').map((one) => `floor.deal.${one}`),
    ...values('HaltReason').map((one) => `t.table.halted.${one}`),
    ...values('BountyKind').map((one) => `t.term.bounty.${one}`),
    // Ordinary participation needs no text.
    ...values('EventStatus')
      .filter((one) => one !== 'active')
      .map((one) => `event_status.${one}`),
    ...values('PlayerPresence')
      .filter((one) => one !== 'active')
      .map((one) => `t.player.${one}`),
    ...values('Declaration').flatMap((one) => [`side.${one}`, `side.${one}.short`, `log.declares.${one}`]),
  ];
  for (const key of wanted) assert.ok(key in words.en, key);
});

test('numbers, plurals and lists follow the language', () => {
  setLang('fr');
  assert.equal(num(12345), '12\u202f345');
  assert.equal(tn('tables', 0), '0 table');
  assert.equal(t('act.press_again'), 'Pressez encore pour faire tapis.');
  assert.equal(list(['Ana', 'Bo', 'Cy']), 'Ana, Bo et Cy');
  setLang('en');
  assert.equal(num(12345), '12,345');
  assert.equal(tn('tables', 0), '0 tables');
  assert.equal(tn('tables', 1), '1 table');
  assert.equal(t('bar.won', { n: 1200 }), 'You win 1,200');
  assert.equal(t('no.such.key'), 'no.such.key');
});

test('a place on a list has the ordinal of its language', () => {
  const waiting = (n) => tOrdinal('t.you.waiting', n);
  setLang('fr');
  assert.deepEqual(
    [1, 2, 21, 101].map(waiting),
    ['1er', '2e', '21e', '101e'].map((nth) => `Vous êtes ${nth} sur la liste d’attente.`),
  );
  setLang('en');
  assert.deepEqual(
    [1, 2, 11, 21, 103].map(waiting),
    ['1st', '2nd', '11th', '21st', '103rd'].map((nth) => `You are ${nth} on the waiting list.`),
  );
});

test('typed numbers are read in either notation, and nothing else is', () => {
  for (const text of ['2130', '2,130', '2 130', '2\u202f130', '2.130', ' 2130 ']) assert.equal(parseNum(text), 2130, text);
  for (const text of ['', '-5', '1e3', 'all', '0x10', '99999999999999999', '12.5', '12,5', '1,25', '2 13']) assert.equal(parseNum(text), null, text);
});

test('typed decimals are read with either sign, groups as the language writes them', () => {
  const cases = [
    ['12.5', 12.5, 12.5],
    ['12,5', 12.5, 12.5],
    ['1,250', 1250, 1.25],
    ['1.250', 1.25, 1.25],
    ['1,250.5', 1250.5, 1250.5],
    ['1.250,5', 1250.5, 1250.5],
    ['1\u202f250,5', 1250.5, 1250.5],
    ['7', 7, 7],
    ['', null, null],
    ['12.5.1', null, null],
    ['-3', null, null],
    ['bb', null, null],
  ];
  for (const [text, en, fr] of cases) {
    setLang('en');
    assert.equal(parseDecimal(text), en, `${text}, English`);
    setLang('fr');
    assert.equal(parseDecimal(text), fr, `${text}, French`);
  }
  setLang('en');
});

test('the first language of the browser that we speak is taken', () => {
  assert.equal(bestLang(['de-DE', 'fr-CA', 'en']), 'fr');
  assert.equal(bestLang(['de-DE']), 'en');
});

test('hands have names in both languages', () => {
  const hand = (category, ...ranks) => ({ category, ranks, cards: [] });
  const cases = [
    [hand('high_card', 'A', 'K', '9', '5', '3'), 'ace high', 'hauteur as'],
    [hand('one_pair', 'A', 'K', '9', '5'), 'Pair of aces', 'Paire d’as'],
    [hand('one_pair', '6', 'K', '9', '5'), 'Pair of sixes', 'Paire de six'],
    [hand('two_pair', 'A', '9', 'T'), 'Two pair, aces and nines', 'Double paire, as et neuf'],
    [hand('three_of_a_kind', 'K', '9', '2'), 'Three kings', 'Brelan de rois'],
    [hand('straight', 'Q'), 'Straight, queen high', 'Quinte à la dame'],
    [hand('straight', 'A'), 'Straight, ace high', 'Quinte à l’as'],
    [hand('flush', 'K', '9', '7', '4', '2'), 'Flush, king high', 'Couleur au roi'],
    [hand('full_house', '9', 'A'), 'Full house, nines over aces', 'Main pleine, neuf par as'],
    [hand('four_of_a_kind', 'J', '2'), 'Four jacks', 'Carré de valets'],
    [hand('straight_flush', '9'), 'Straight flush, nine high', 'Quinte flush au neuf'],
    [hand('straight_flush', 'A'), 'Royal flush', 'Quinte flush royale'],
    [hand('low', '8', '6', '4', '3', 'A'), 'Low 8-6-4-3-A', 'Bas 8-6-4-3-A'],
    [hand('low', 'T', '6', '4', '3', 'A'), 'Low 10-6-4-3-A', 'Bas 10-6-4-3-A'],
    [hand('five_of_a_kind', 'K'), 'Five kings', 'Cinq rois'],
    [hand('big_cat', 'K', 'J', 'T', '9', '8'), 'Big cat K-J-10-9-8', 'Gros chat R-V-10-9-8'],
    [hand('dutch_straight', 'A', 'Q', 'T', '8', '6'), 'Dutch straight A-Q-10-8-6', 'Quinte hollandaise A-D-10-8-6'],
    [hand('four_card', '4', '3', '2', 'A'), 'Badugi 4-3-2-A', 'Badugi 4-3-2-A'],
    [hand('mystery_hand', 'A', 'K'), 'mystery hand A-K', 'mystery hand A-R'],
  ];
  for (const [data, en, fr] of cases) {
    setLang('en');
    assert.equal(handName(data), en);
    setLang('fr');
    assert.equal(handName(data), fr);
  }
  setLang('en');
  assert.equal(handName(hand('full_house', '9', 'A'), 'with'), 'with a full house, nines over aces');
  assert.equal(handName(hand('mystery_hand', 'A'), 'with'), 'with mystery hand A');
  setLang('fr');
  assert.equal(handName(hand('full_house', '9', 'A'), 'with'), 'avec une main pleine, neuf par as');
  assert.deepEqual(['K', 'A', '9', '3'].map(rankPlural), ['rois', 'as', 'neuf', 'trois']);
  setLang('en');
});

test('cards have names in both languages', () => {
  setLang('en');
  assert.equal(cardName('As'), 'ace of spades');
  assert.equal(cardName(null), 'face-down card');
  assert.equal(cardName('X1'), 'joker');
  setLang('fr');
  assert.equal(cardName('Th'), 'dix de cœur');
  setLang('en');
});
