// What the player is doing at a table, as opposed to what the table is.

/** @import { Declaration, NoteColour, PlayerInfo } from '../gen/protocol.d.ts' */
/** @import { Tab } from './panel.js' */

/**
 * @typedef {object} Ui
 * @property {Tab} tab
 * @property {boolean} sheet Whether the panel is open where it is a sheet.
 * @property {number | null} raiseTo
 * @property {string | null} typed What stands in the number field.
 * @property {boolean} byKey Whether the amount was typed.
 * @property {string[]} picked Cards to discard or to turn up.
 * @property {Declaration | null} side The side that is about to be said.
 * @property {string[]} order The order that cards are being laid in; empty while they lie as they did.
 * @property {string | null} held The card that was taken up to be laid elsewhere.
 * @property {string} search What is looked for among the games to pick from.
 * @property {string | null} game The game that is about to be picked, with its limit.
 * @property {string | null} strange The value chosen of an unknown choice.
 * @property {'fold' | 'all_in' | 'leave' | null} confirm What has to be pressed again.
 * @property {string} confirmText
 * @property {boolean} bankAsked Whether the time bank was begun by its button.
 * @property {'sit' | 'rebuy' | 'dark' | 'last' | 'invite' | 'note' | 'host' | null} dialog
 * @property {{ player: PlayerInfo, text: string, colour: NoteColour | null } | null} note The note that is being written.
 * @property {number | null} sitSeat
 * @property {string | null} buyIn
 * @property {'wait' | 'post'} entry
 * @property {boolean | null} sitOutNext What was asked for, until the table agrees; `null` as the table says.
 * @property {boolean | null} straddles What was asked for, until the table agrees; `null` as the table says.
 * @property {string} message
 * @property {number} unread
 * @property {number} shownHand The hand whose cards were shown by choice.
 * @property {boolean} wasIn Whether the player has sat here, at a table of a tournament.
 * @property {boolean} resultSeen Whether the player has closed the dialog that tells the place.
 * @property {number} declined Which offer of a rebuy the dialog was opened for, by the time when it was told.
 */

/** What the player has in mind about a decision that has just begun: nothing. */
export const UNDECIDED = {
  raiseTo: null,
  typed: null,
  byKey: false,
  picked: [],
  side: null,
  order: [],
  held: null,
  search: '',
  game: null,
  strange: null,
  confirm: null,
  confirmText: '',
  bankAsked: false,
};

/** A player who has done nothing yet. @type {Ui} */
export const IDLE = {
  tab: 'log',
  sheet: false,
  ...UNDECIDED,
  dialog: null,
  note: null,
  sitSeat: null,
  buyIn: null,
  entry: 'wait',
  sitOutNext: null,
  straddles: null,
  message: '',
  unread: 0,
  shownHand: 0,
  wasIn: false,
  resultSeen: false,
  declined: 0,
};
