// <p-card c="As">  one playing card.
//   c       rank and suit ("Th", "As"), "X1" or "X2" for jokers, "??" or nothing for a face-down card
//   state   space-separated: peek (mine, hidden from the others), up, next, plays, dim, dead, wild, rabbit (it would have come)
//   as      what a wild card stands for
// Ranks and suits are our own paths, so that a card looks the same on every system.

import { t } from './i18n.js';
import { cardName, cardSign } from './names.js';

/** Strokes in a box of 20 x 28. @type {Record<string, string>} */
const RANKS = {
  A: 'M1.5 27.5 10 1.5l8.500 26M4.600 18.500h10.800',
  2: 'M2.200 8.600a7.800 7.300 0 0 1 15.600-.2c0 4-2.300 6.300-5 9L2.400 27h16',
  3: 'M2.600 2.200h14.600L9.400 11.400c5 0 8.600 3.200 8.600 7.700 0 4.700-3.600 7.900-8.200 7.900-3.700 0-6.700-1.900-7.900-5',
  4: 'M14.200 28V2L1.800 20h17',
  5: 'M17 2.200H5.200L3.800 13c1.600-1.300 3.600-2 5.800-2 4.900 0 8.400 3.200 8.400 7.900 0 4.800-3.600 8.100-8.400 8.100-3.600 0-6.400-1.700-7.800-4.600',
  6: 'M14.200 1.600 4 14.800M2.200 19a7.800 7.800 0 1 0 15.600 0a7.800 7.800 0 1 0-15.600 0',
  7: 'M1.800 2.200h16L7.200 28',
  8: 'M4 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0M2.400 20.400a7.600 6.600 0 1 0 15.200 0a7.600 6.600 0 1 0-15.200 0',
  9: 'M5.800 27.400 16 14.200M2.200 10a7.800 7.800 0 1 0 15.600 0a7.800 7.800 0 1 0-15.600 0',
  T: 'M-1.200 6.600 3.600 2.200V28M9.200 10v9a5.600 8 0 0 0 11.200 0v-9a5.600 8 0 0 0-11.200 0',
  J: 'M14.600 1v18.400c0 4.700-2.600 7.600-6.400 7.600-3.300 0-5.600-2-6.200-5.300',
  Q: 'M1.800 14.500a8.200 12.500 0 1 0 16.400 0a8.200 12.500 0 1 0-16.400 0M11.400 20.200 19 28.500',
  K: 'M3.400 1v27M18 1 3.900 17.200M9 11.600 18.800 28',
  R: 'M3.400 28V2.200h7.200c4.200 0 6.800 2.500 6.800 6.400s-2.600 6.500-6.800 6.500H3.400M10.400 15.200 18.400 28',
  D: 'M3.200 2.200v24.600h5c6 0 9.800-4.700 9.800-12.300S14.200 2.200 8.200 2.200z',
  V: 'M1.400 1.200 10 27l8.600-25.800',
};
/** Filled shapes in a box of 32 x 32; they differ in silhouette, not only in colour. @type {Record<string, string>} */
const SUITS = {
  s: 'M16 1C13 7.200 3.200 11.500 3.200 19c0 4.200 3 6.900 6.600 6.900 2 0 3.800-.9 4.900-2.400-.2 3.300-1.500 5.600-4 7.500h10.600c-2.500-1.900-3.800-4.200-4-7.500 1.100 1.500 2.900 2.400 4.900 2.400 3.600 0 6.600-2.700 6.600-6.900C28.800 11.500 19 7.200 16 1z',
  h: 'M16 30C13.400 24.600 2 18.600 2 10.200 2 5.600 5.200 2.400 9.200 2.400c3 0 5.500 1.700 6.800 4.600 1.300-2.900 3.800-4.600 6.800-4.600 4 0 7.200 3.200 7.200 7.800C30 18.600 18.600 24.600 16 30z',
  d: 'M16 1c2.500 5.800 6 10.800 10.400 15C22 20.200 18.500 25.200 16 31 13.500 25.200 10 20.200 5.600 16 10 11.800 13.500 6.800 16 1z',
  c: 'M16 1.200a6.700 6.700 0 0 0-4.600 11.600A6.800 6.800 0 1 0 14.600 22.600c-.2 3.700-1.400 6.300-3.900 8.400h10.600c-2.500-2.100-3.700-4.700-3.900-8.400A6.800 6.800 0 1 0 20.600 12.800 6.700 6.700 0 0 0 16 1.200z',
};
/** Ornaments of the court cards. @type {Record<string, string>} */
const MARKS = {
  K: 'M14.400 0h3.200v3h3v3.200h-3V10l5.900 5.500L30.500 11l-2.300 13H3.800L1.500 11l7 4.500L14.400 10V6.200h-3V3h3zM4 26.500h24V31H4z',
  Q: 'M4 24.500 1.500 12.500l7 4.500L11.500 8l4.500 8 4.500-8 3 9 7-4.500-2.500 12zM4 27h24v4H4zM11.500 1.500a2.600 2.600 0 1 0 .01 0M20.500 1.500a2.600 2.600 0 1 0 .01 0',
  J: 'M5.500 24.500 16 6l10.500 18.500zM4 27h24v4H4z',
  star: 'M16 1.500l4.100 9.600 10.400.9-7.900 6.800 2.400 10.200L16 23.600 7 29l2.400-10.200L1.500 12l10.400-.9z',
};

const NS = 'http://www.w3.org/2000/svg';

/** The spade of the brand and the other suits, for use in drawings. */
export const SUIT_PATHS = SUITS;

/** @param {string} rank As printed on cards. */
function printed(rank) {
  if (document.documentElement.dataset.ranks !== 'fr') return rank;
  return rank === 'J' ? 'V' : rank === 'Q' ? 'D' : rank === 'K' ? 'R' : rank;
}

/** @param {string} d @param {Record<string, string | number>} attributes */
function path(d, attributes) {
  const element = document.createElementNS(NS, 'path');
  element.setAttribute('d', d);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** @param {string} card */
function face(card) {
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', '0 0 60 84');
  svg.setAttribute('aria-hidden', 'true');
  const ink = { fill: 'currentColor' };
  const [rank, suit] = card;
  if (rank === 'X') {
    svg.append(path(MARKS.star, { ...ink, transform: 'translate(4 5) scale(.9)' }), path(MARKS.star, { ...ink, transform: 'translate(20 42) scale(1.16)' }));
    return svg;
  }
  const index = document.createElementNS(NS, 'g');
  index.setAttribute('class', 'index');
  index.setAttribute('transform', 'translate(6.5 6.5) scale(1.02)');
  index.append(
    path(RANKS[printed(rank)] ?? '', {
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': rank === 'T' ? 4.1 : 4.5,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'butt',
    }),
  );
  svg.append(
    index,
    path(SUITS[suit] ?? '', { ...ink, transform: 'translate(6.5 40) scale(.62)', class: 'pip-s' }),
    path(SUITS[suit] ?? '', { ...ink, transform: 'translate(24.5 46.5)', class: 'pip-l' }),
  );
  if (MARKS[rank]) svg.append(path(MARKS[rank], { ...ink, transform: 'translate(36.5 8) scale(.53)', class: 'mark', opacity: '.9' }));
  return svg;
}

/** The star of a wild card, with the card it stands for. @param {string | null} stands */
function wildTag(stands) {
  const tag = document.createElement('i');
  tag.className = 'wild';
  tag.setAttribute('aria-hidden', 'true');
  const star = document.createElementNS(NS, 'svg');
  star.setAttribute('viewBox', '0 0 32 32');
  star.append(path(MARKS.star, { fill: 'currentColor' }));
  tag.append(star);
  // Drawn by the style sheet: the card's name already says it, and text here would end up in names of buttons.
  if (stands) tag.dataset.as = cardSign(stands);
  return tag;
}

export class CardElement extends HTMLElement {
  static observedAttributes = ['c', 'state', 'as'];

  connectedCallback() {
    this.render();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.render();
  }

  /** Redraws the card, for example after a change of language or indices. */
  render() {
    const card = this.getAttribute('c') || '??';
    const state = this.getAttribute('state') ?? '';
    const isBack = card === '??';
    const stands = this.getAttribute('as');
    let label = cardName(isBack ? null : card);
    if (state.includes('peek')) label += t('card.peek');
    if (state.includes('up')) label += t('card.up');
    if (state.includes('wild')) label += stands ? t('card.wild_as', { card: cardName(stands) }) : t('card.wild');
    if (state.includes('rabbit')) label += t('card.rabbit');
    if (state.includes('dead')) label += t('card.dead');
    this.setAttribute('role', 'img');
    this.setAttribute('aria-label', label);
    this.dataset.suit = isBack ? '' : card[0] === 'X' ? 'x' : card[1];
    this.classList.toggle('back', isBack);
    this.replaceChildren();
    if (isBack) return;
    this.append(face(card));
    if (document.documentElement.dataset.letters === 'on' && card[0] !== 'X') {
      const letter = document.createElement('i');
      letter.className = 'letter';
      letter.setAttribute('aria-hidden', 'true');
      letter.textContent = t(`suit.${card[1]}`);
      this.append(letter);
    }
    if (state.includes('wild')) this.append(wildTag(stands));
  }
}

customElements.define('p-card', CardElement);
