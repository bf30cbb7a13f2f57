// The catalogues from their files; the page gets them over HTTP.

import { readFileSync } from 'node:fs';

import { addCatalogue } from '../../i18n.js';

/** @param {string} name */
export const source = (name) => readFileSync(new URL(`../../i18n/${name}.json`, import.meta.url), 'utf8');

/** Texts that stand in one place for both languages, by part. @type {Record<string, Record<string, { en: string, fr: string }>>} */
const both = JSON.parse(source('both'));

/** The texts of a part, as the page is given them. @param {'en' | 'fr'} lang @param {string} part @returns {Record<string, string>} */
function read(lang, part) {
  const shared = Object.entries(both[part] ?? {}).map(([key, text]) => [key, text[lang]]);
  return { ...JSON.parse(source(part ? `${lang}-${part}` : lang)), ...Object.fromEntries(shared) };
}

/** Texts that tables do without. */
export const pages = { en: read('en', 'pages'), fr: read('fr', 'pages') };
/** Texts that only some views load. */
export const desk = { en: read('en', 'desk'), fr: read('fr', 'desk') };
export const words = { en: { ...read('en', ''), ...pages.en, ...desk.en }, fr: { ...read('fr', ''), ...pages.fr, ...desk.fr } };

addCatalogue('en', words.en);
addCatalogue('fr', words.fr);
