// The languages that a tournament declares for its chat. Pure.

import { lang, list } from '../i18n.js';

/** As many as a tournament may declare. */
const MOST = 8;

/** A tag of BCP 47, as the server takes it. */
const TAG = /^(?=.{2,35}$)[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;

/** The tags that a text lists, `null` if one of them is none or comes twice, or if they are too many. @param {string} text @returns {string[] | null} */
export function languagesIn(text) {
  const tags = text.split(/[\s,;]+/).filter(Boolean);
  const isGood = tags.length <= MOST && tags.every((tag) => TAG.test(tag)) && new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length;
  return isGood ? tags : null;
}

/** Languages by name. @param {readonly string[]} tags */
export function languagesText(tags) {
  const names = new Intl.DisplayNames(lang(), { type: 'language' });
  return list(
    tags.map((tag) => {
      try {
        return names.of(tag) ?? tag;
      } catch {
        // The browser's own idea of a tag may be narrower.
        return tag;
      }
    }),
  );
}
