// Languages that a tournament declares for its chat. Pure.

import { lang, list } from '../i18n.js';

/** Maximum number of languages that a tournament may declare. */
const MOST = 8;

/** A BCP 47 tag in the form that the server accepts. */
const TAG = /^(?=.{2,35}$)[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;

/** Tags in a text; `null` if one is invalid or repeated, or if there are too many. @param {string} text @returns {string[] | null} */
export function languagesIn(text) {
  const tags = text.split(/[\s,;]+/).filter(Boolean);
  const isGood = tags.length <= MOST && tags.every((tag) => TAG.test(tag)) && new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length;
  return isGood ? tags : null;
}

/** Names of languages. @param {readonly string[]} tags */
export function languagesText(tags) {
  const names = new Intl.DisplayNames(lang(), { type: 'language' });
  return list(
    tags.map((tag) => {
      try {
        return names.of(tag) ?? tag;
      } catch {
        // The browser may accept fewer tags.
        return tag;
      }
    }),
  );
}
