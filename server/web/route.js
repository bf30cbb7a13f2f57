// Addresses of the page.

/** Part of a tournament on the screen. @typedef {'page' | 'screen' | 'floor' | 'certificate'} Part */
/**
 * @typedef {{ view: 'lobby', tab: 'tables' | 'tournaments' } | { view: 'nowhere' } | { view: 'table', id: string }
 *   | { view: 'hand', table: string, hand: number } | { view: 'shared', token: string } | { view: 'hands' }
 *   | { view: 'me' } | { view: 'evenings' } | { view: 'templates' } | { view: 'leaderboard' } | { view: 'practice', game: string } | { view: 'study' } | { view: 'format' } | { view: 'rules', game: string } | { view: 'learn', lesson: string }
 *   | { view: 'clubs' } | { view: 'door', invitation: string } | { view: 'club', club: string } | { view: 'season', club: string, season: string, wall: boolean }
 *   | { view: 'tournament', id: string, part: Part, player: number }} Route
 */

/** Decodes a part of an address; one that is badly encoded stands for itself. @param {string} part */
export function read(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} address Including the query, if there is one. @returns {Route} */
export function routeOf(address) {
  const [path, query = ''] = address.split('?');
  const table = /^\/table\/([^/]+)\/?$/.exec(path);
  if (table) return { view: 'table', id: read(table[1]) };
  const hand = /^\/hand\/([^/]+)\/(\d{1,15})\/?$/.exec(path);
  if (hand) return { view: 'hand', table: read(hand[1]), hand: Number(hand[2]) };
  const shared = /^\/hand\/share\/([^/]+)\/?$/.exec(path);
  if (shared) return { view: 'shared', token: read(shared[1]) };
  if (/^\/hands\/?$/.test(path)) return { view: 'hands' };
  if (/^\/practice\/?$/.test(path)) return { view: 'practice', game: new URLSearchParams(query).get('game') ?? '' };
  if (/^\/practice\/hands\/?$/.test(path)) return { view: 'study' };
  if (/^\/me\/?$/.test(path)) return { view: 'me' };
  if (/^\/evenings\/?$/.test(path)) return { view: 'evenings' };
  if (/^\/templates\/?$/.test(path)) return { view: 'templates' };
  if (/^\/format\/?$/.test(path)) return { view: 'format' };
  if (/^\/leaderboard\/?$/.test(path)) return { view: 'leaderboard' };
  const rules = /^\/rules(?:\/([^/]+))?\/?$/.exec(path);
  const learn = /^\/learn(?:\/([^/]+))?\/?$/.exec(path);
  if (learn) return { view: 'learn', lesson: read(learn[1] ?? '') };
  if (rules) return { view: 'rules', game: read(rules[1] ?? '') };
  if (/^\/clubs\/?$/.test(path)) return { view: 'clubs' };
  const door = /^\/club\/join\/([^/]+)\/?$/.exec(path);
  if (door) return { view: 'door', invitation: read(door[1]) };
  const club = /^\/club\/(\d{1,15})\/?$/.exec(path);
  if (club) return { view: 'club', club: club[1] };
  const season = /^\/club\/(\d{1,15})\/season\/(\d{1,15})(\/screen)?\/?$/.exec(path);
  if (season) return { view: 'season', club: season[1], season: season[2], wall: Boolean(season[3]) };
  const match = /^\/tournaments?\/([^/]+)(?:\/(screen|floor)|\/(certificate)\/(\d{1,9}))?\/?$/.exec(path);
  if (match) {
    const [, id, plain, certificate, player = '0'] = match;
    const part = /** @type {Part} */ (plain ?? certificate ?? 'page');
    return { view: 'tournament', id: read(id), part, player: Number(player) };
  }
  if (/^\/tournaments\/?$/.test(path)) return { view: 'lobby', tab: 'tournaments' };
  return /^\/(index\.html)?$/.test(path) ? { view: 'lobby', tab: 'tables' } : { view: 'nowhere' };
}

/** Address of study hands. */
export const STUDY = '/practice/hands';

/** Address of practice, or of a game or mix to practise, which is dealt immediately. @param {string} [game] */
export const practicePath = (game) => (game ? `/practice?game=${encodeURIComponent(game)}` : '/practice');
