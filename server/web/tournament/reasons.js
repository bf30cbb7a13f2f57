// Reasons of officials' acts where none was typed: one wording on record, read in each reader's language.

import { t } from '../i18n.js';

export const REASONS = { entered: 'As it was at the table', pause: 'A short pause', none: 'No reason given' };

/** @param {string} reason As it is on record. */
export function reasonText(reason) {
  const [known] = Object.entries(REASONS).find(([, text]) => text === reason) ?? [];
  return known ? t(`t.reason.${known}`) : reason;
}
