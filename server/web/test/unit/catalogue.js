// The catalogues from their files; the page gets them over HTTP.

import { readFileSync } from 'node:fs';

import { addCatalogue } from '../../i18n.js';

export const words = Object.fromEntries(
  ['en', 'fr'].map((lang) => [lang, JSON.parse(readFileSync(new URL(`../../i18n/${lang}.json`, import.meta.url), 'utf8'))]),
);

addCatalogue('en', words.en);
addCatalogue('fr', words.fr);
