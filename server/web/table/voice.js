// The voice room of a private table: a link of its host's, which leads away from the page.

/** @import { Table } from '../model.js' */

/** Longest link, in bytes. */
const LINK_BYTES = 200;

/** @param {string} text */
function plainLink(text) {
  if (!URL.canParse(text)) return null;
  const link = new URL(text);
  const isPlain = link.protocol === 'https:' && !link.username && !link.password && /^[a-z0-9-.]+\.[a-z][a-z0-9-]*$/.test(link.hostname);
  return isPlain && link.href.length <= LINK_BYTES ? link : null;
}

/** A typed link in the form that the table takes; `null` if it is none. @param {string} text */
export const typedLink = (text) => plainLink(text.trim())?.href ?? null;

/** The host name of the voice room and the link to it; `null` if there is none. @param {Pick<Table, 'host'>} table */
export function voiceRoom({ host: { voice } }) {
  const link = voice ? plainLink(voice) : null;
  return link && { host: link.host, link: link.href };
}
