// The catalogues from their files; the page gets them over HTTP.

import { readFileSync } from 'node:fs';

import { addCatalogue } from '../../i18n.js';

/** @param {string} name @returns {Record<string, string>} */
const read = (name) => JSON.parse(readFileSync(new URL(`../../i18n/${name}.json`, import.meta.url), 'utf8'));

/** Texts that tables do without. */
export const pages = { en: read('en-pages'), fr: read('fr-pages') };
/** Texts that only some views load. */
export const desk = { en: read('en-desk'), fr: read('fr-desk') };
export const words = { en: { ...read('en'), ...pages.en, ...desk.en }, fr: { ...read('fr'), ...pages.fr, ...desk.fr } };

addCatalogue('en', words.en);
addCatalogue('fr', words.fr);
