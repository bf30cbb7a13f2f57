// Names of cards and hands in both languages, from the server's data.

import { has, lang, t } from './i18n.js';

/** @import { HandName } from './gen/protocol.d.ts' */

const RANKS = {
  en: {
    A: 'ace',
    K: 'king',
    Q: 'queen',
    J: 'jack',
    T: 'ten',
    9: 'nine',
    8: 'eight',
    7: 'seven',
    6: 'six',
    5: 'five',
    4: 'four',
    3: 'three',
    2: 'two',
  },
  fr: {
    A: 'as',
    K: 'roi',
    Q: 'dame',
    J: 'valet',
    T: 'dix',
    9: 'neuf',
    8: 'huit',
    7: 'sept',
    6: 'six',
    5: 'cinq',
    4: 'quatre',
    3: 'trois',
    2: 'deux',
  },
};
const SUITS = {
  en: { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' },
  fr: { s: 'pique', h: 'cœur', d: 'carreau', c: 'trèfle' },
};
/** @type {Record<string, string>} */
const MARKS = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** Name of a rank. @param {string} rank */
export function rankName(rank) {
  const names = /** @type {Record<string, string>} */ (RANKS[lang()]);
  return names[rank] ?? rank;
}

/** Plural name of a rank. @param {string} rank */
export function rankPlural(rank) {
  const name = rankName(rank);
  if (lang() === 'fr') return /[sx]$/.test(name) || name in FR_INVARIABLE ? name : `${name}s`;
  return name === 'six' ? 'sixes' : `${name}s`;
}

/** French numerals have no plural. */
const FR_INVARIABLE = { neuf: 1, huit: 1, sept: 1, cinq: 1, quatre: 1 };

/** Name of a card: "ace of spades". @param {string | null | undefined} card */
export function cardName(card) {
  if (!card) return t('card.back');
  if (card[0] === 'X') return t('card.joker');
  const suits = /** @type {Record<string, string>} */ (SUITS[lang()]);
  return t('card.name', { rank: rankName(card[0]), suit: suits[card[1]] ?? '' });
}

/** A rank as printed on a card. @param {string} rank @param {boolean} french */
export function rankSign(rank, french) {
  if (rank === 'T') return '10';
  if (french && (rank === 'J' || rank === 'Q' || rank === 'K')) return { J: 'V', Q: 'D', K: 'R' }[rank];
  return rank;
}

/** Ranks in a row as the language prints them: "8-6-4-3-A". @param {readonly string[]} ranks */
export const ranksOf = (ranks) => ranks.map((rank) => rankSign(rank, lang() === 'fr')).join('-');

/** A card as two characters: "A♠". @param {string} card */
export function cardSign(card) {
  if (card[0] === 'X') return '★';
  return rankSign(card[0], lang() === 'fr') + (MARKS[card[1]] ?? '');
}

/** "to the ace" with the French article for the rank. @param {string} rank */
function toRank(rank) {
  const name = rankName(rank);
  if (lang() !== 'fr') return name;
  if (rank === 'A') return `à l’${name}`;
  return rank === 'Q' ? `à la ${name}` : `au ${name}`;
}

/** "of kings" with the French elision. @param {string} rank */
function ofRanks(rank) {
  const name = rankPlural(rank);
  if (lang() !== 'fr') return name;
  return /^[aeiou]/.test(name) ? `d’${name}` : `de ${name}`;
}

/** Number of ranks that a hand's name mentions; the ranks after them are its kickers. @type {Record<string, number>} */
const NAMED = { high_card: 1, one_pair: 1, two_pair: 2, three_of_a_kind: 1, four_of_a_kind: 1, flush: 1 };

/** A hand and, if another has the same name, the rank that distinguishes it. @typedef {HandName & { kicker?: string }} ToldHand */

/**
 * A hand next to others: if its name is not unique, with the first kicker that distinguishes it.
 *
 * @param {HandName} hand
 * @param {readonly HandName[]} others
 * @returns {ToldHand}
 */
export function apart(hand, others) {
  const told = NAMED[hand.category] ?? Infinity;
  const differs = others.flatMap((other) => {
    const at = other.category === hand.category ? hand.ranks.findIndex((rank, place) => other.ranks[place] !== rank) : -1;
    return at < 0 ? [] : [at];
  });
  const at = Math.max(-1, ...differs);
  return at >= told ? { ...hand, kicker: hand.ranks[at] } : hand;
}

/**
 * Name of a hand, with the deciding kicker. `form` is `''` for a label ("Two pair, aces and nines") and `with` for the end of a sentence ("with two
 * pair, aces and nines").
 *
 * @param {ToldHand} hand
 * @param {'' | 'with'} [form]
 */
export function handName(hand, form = '') {
  const name = plainName(hand, form);
  if (hand.kicker === undefined) return name;
  return t(kickerKey(hand.category), { hand: name, rank: rankName(hand.kicker) });
}

/** Words for a hand with a deciding rank. @param {string | undefined} category */
export const kickerKey = (category) => (category === 'flush' ? 'hand.then' : 'hand.kicker');

/** @param {HandName} hand @param {'' | 'with'} form */
function plainName(hand, form) {
  const ranks = hand.ranks;
  const key = `hand${form && `.${form}`}.${hand.category}`;
  const [a = '', b = ''] = ranks;
  if (!has(key)) {
    // An unknown category appears as its name and ranks.
    const plain = `${hand.category.replaceAll('_', ' ')} ${ranksOf(ranks)}`.trim();
    return form === 'with' ? t('hand.with.other', { hand: plain }) : plain;
  }
  // The best straight flush has its own name.
  if (hand.category === 'straight_flush' && a === 'A') return t(`hand${form && `.${form}`}.royal_flush`);
  return t(key, {
    a: rankName(a),
    b: rankName(b),
    as: rankPlural(a),
    bs: rankPlural(b),
    ofA: ofRanks(a),
    toA: toRank(a),
    ranks: ranksOf(ranks),
  });
}

/**
 * Wild cards of hands, each with the card it counts as, `null` if that is less than any card.
 *
 * @param {...(HandName | null | undefined)} hands
 * @returns {Map<string, string | null>}
 */
export function wildsOf(...hands) {
  /** @type {Map<string, string | null>} */
  const wilds = new Map();
  for (const hand of hands) {
    hand?.cards.forEach((card, at) => {
      const stands = hand.stands_for?.[at] ?? card;
      if (stands !== card && !wilds.has(card)) wilds.set(card, stands[0] === 'X' ? null : stands);
    });
  }
  return wilds;
}

/** Capitalises the first letter. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(lang()) + text.slice(1);
