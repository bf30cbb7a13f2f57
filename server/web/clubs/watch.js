// A club followed on the connection: what its changes mean for the page.

/** @import { ClubChatLine, ClubMsg, ClubPerson, ClubPlace, ClubResponse, ClubRole } from '../gen/protocol.d.ts' */
/** @import { Net } from '../net.js' */

import { byName } from '../i18n.js';

/** Roles in the order of the list of people. @type {readonly ClubRole[]} */
const ROLES = ['owner', 'director', 'member', 'player'];

/** Lines of the chat that a page keeps. */
const LINES_MAX = 500;

/**
 * @typedef {object} WatchOptions
 * @property {Net} net
 * @property {number} club
 * @property {() => number | undefined} last Number of the last line that the page has.
 * @property {() => void} began Called when the club is followed, again after each lost connection: what changed before is to be read.
 * @property {(message: ClubMsg) => void} heard
 */

/** Follows a club for as long as there is a connection. */
export class ClubWatch {
  #options;
  /** `true` once the connection has been asked. */
  #isAsked = false;
  #isOn = false;
  /** @type {(() => void)[]} */
  #stops;

  /** @param {WatchOptions} options */
  constructor(options) {
    this.#options = options;
    const { net, club, heard } = options;
    this.#stops = [net.onMessage((message) => message.type === 'club' && message.club === club && heard(message)), net.onState(() => this.#look())];
    this.#look();
  }

  /** `true` while changes arrive by themselves. */
  get isOn() {
    return this.#isOn && !this.#options.net.isDown;
  }

  async #look() {
    const { net, club, last, began } = this.#options;
    if (net.state !== 'ready') {
      this.#isAsked = false;
      this.#isOn = false;
      return;
    }
    if (this.#isAsked) return;
    this.#isAsked = true;
    const after = last();
    try {
      await net.request({ type: 'watch_club', club, ...(after !== undefined && { after }) }, { patient: true });
    } catch {
      // The page reads the club by itself, and says what is wrong.
      return;
    }
    if (!this.#isAsked) return;
    this.#isOn = true;
    began();
  }

  stop() {
    for (const stop of this.#stops.splice(0)) stop();
    const { net, club } = this.#options;
    if (this.#isAsked && net.state === 'ready') net.request({ type: 'unwatch_club', club }).catch(() => {});
    this.#isOn = false;
  }
}

/** Lines with more of them, each once. @param {readonly ClubChatLine[]} lines @param {readonly ClubChatLine[]} more */
export function withLines(lines, more) {
  const byNumber = new Map([...lines, ...more].map((line) => [line.line, line]));
  return [...byNumber.values()].sort((one, other) => one.line - other.line).slice(-LINES_MAX);
}

/** The lines of those who are members, and the lines after a number. @param {readonly ClubChatLine[]} lines @param {readonly ClubPerson[]} people */
export function ofMembers(lines, people, after = Number.POSITIVE_INFINITY) {
  const members = new Set(people.filter(({ player }) => player).map(({ person }) => person));
  return lines.filter(({ line, person }) => line > after || members.has(person));
}

/** `true` if a message changes more than the chat. @param {ClubMsg} message */
export const isChange = ({ name, people = [], gone = [], places = [], closed = [] }) =>
  name !== undefined || people.length + gone.length + places.length + closed.length > 0;

/** A club after a change. @param {ClubResponse} club @param {ClubMsg} message @returns {ClubResponse} */
export function changed(club, { name = club.name, people = [], gone = [], places = [], closed = [] }) {
  const out = new Set([...gone, ...people.map(({ person }) => person)]);
  const kept = club.people.filter(({ person }) => !out.has(person));
  const new_ = new Map(places.map((place) => [idOf(place), place]));
  const known = new Set(club.places.map(idOf));
  const open = club.places.filter((place) => !closed.includes(idOf(place)));
  return {
    ...club,
    name,
    people: [...kept, ...people].sort(byRole),
    places: [...places.filter((place) => !known.has(idOf(place))), ...open.map((place) => new_.get(idOf(place)) ?? place)],
  };
}

/** @param {ClubPlace} place */
const idOf = ({ table, tournament }) => String(table ?? tournament);

/** Order of people: by role, then by name. @param {ClubPerson} one @param {ClubPerson} other */
export function byRole(one, other) {
  const order = ROLES.indexOf(one.role) - ROLES.indexOf(other.role);
  return order || byName(one.name, other.name);
}
