// The rules of games in words, as the server makes them from the definitions. Asked for once and kept.

/** @import { GameRules } from './gen/protocol.d.ts' */
/** @import { Kid } from './dom.js' */

import { h } from './dom.js';
import { lang, t } from './i18n.js';

/** The page with the rules of a game. @param {string} game */
export const rulesPath = (game) => `/rules/${encodeURIComponent(game)}`;

/** Where the rules of a game of the catalogue are. @param {string} game */
export const pathOfGame = (game) => `/api/v1/games/${encodeURIComponent(game)}/rules`;

/** Where the rules of a host's own game are. @param {string} table */
export const pathOfTable = (table) => `/api/v1/tables/${encodeURIComponent(table)}/rules`;

export class RuleBook {
  /** @type {Map<string, GameRules | 'loading' | 'failed'>} */
  #known = new Map();
  #changed;

  /** @param {() => void} changed Called when rules have come. */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * The rules in the language of the page, if they are there yet.
   *
   * @param {string} path
   * @returns {GameRules | 'loading' | 'failed'}
   */
  of(path) {
    const url = `${path}?lang=${lang()}`;
    const known = this.#known.get(url);
    if (known) return known;
    this.#known.set(url, 'loading');
    this.#load(url);
    return 'loading';
  }

  /** @param {string} url */
  async #load(url) {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(String(response.status));
      this.#known.set(url, await response.json());
    } catch {
      this.#known.set(url, 'failed');
      // The next look may succeed.
      setTimeout(() => this.#known.delete(url), 5000);
    }
    this.#changed();
  }
}

/**
 * Rules as they are read: sections, then the definition for who wants to know exactly.
 *
 * @param {GameRules | 'loading' | 'failed'} rules
 * @returns {Kid[]}
 */
export function rulesView(rules) {
  if (rules === 'loading') return [h('p', { key: 'loading', class: 'none' }, t('rules.loading'))];
  if (rules === 'failed') return [h('p', { key: 'failed', class: 'none' }, t('rules.failed'))];
  return [
    ...rules.sections.map((section) =>
      h(
        'section',
        { key: section.title, class: 'rule', lang: rules.lang },
        h('h3', null, section.title),
        section.steps
          ? h(
              'ol',
              null,
              section.lines.map((line, at) => h('li', { key: at }, line)),
            )
          : section.lines.map((line, at) => h('p', { key: at }, line)),
      ),
    ),
    rules.definition &&
      h('details', { key: 'definition', class: 'definition' }, h('summary', null, t('rules.definition')), h('pre', { tabindex: '0' }, rules.definition)),
  ];
}
