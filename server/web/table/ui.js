// UI state of a table: the player's input, as opposed to the table's state.

/** @import { Declaration, NoteColour, PlayerInfo } from '../gen/protocol.d.ts' */
/** @import { Tab } from './panel.js' */

/**
 * @typedef {object} Ui
 * @property {Tab} tab
 * @property {boolean} sheet `true` if the panel is open as a sheet.
 * @property {number | null} raiseTo
 * @property {string | null} typed Content of the number field.
 * @property {boolean} byKey `true` if the amount was typed.
 * @property {string[]} picked Cards to discard or to turn up.
 * @property {Declaration | null} side The side selected for a declaration.
 * @property {string[]} order The order of the cards being arranged; empty while unchanged.
 * @property {string | null} held The card picked up to be moved.
 * @property {string} search Search text among the games to pick from.
 * @property {string | null} game The selected game with its limit.
 * @property {string | null} strange The selected value of an unknown choice.
 * @property {'fold' | 'all_in' | 'leave' | null} confirm Action waiting for a second press.
 * @property {string} confirmText
 * @property {boolean} bankAsked `true` if the time bank was started by its button.
 * @property {'sit' | 'rebuy' | 'stack' | 'dark' | 'invite' | 'note' | 'host' | 'voice' | null} dialog
 * @property {{ player: PlayerInfo, text: string, colour: NoteColour | null } | null} note The note being edited.
 * @property {number | null} sitSeat
 * @property {string | null} buyIn
 * @property {'wait' | 'post'} entry
 * @property {boolean | null} sitOutNext What was asked for, until the table agrees; `null` as the table says.
 * @property {boolean | null} straddles What was asked for, until the table agrees; `null` as the table says.
 * @property {string} message
 * @property {number} unread
 * @property {number} shownHand Number of the hand whose cards were shown by choice.
 * @property {boolean} wasIn `true` if the player has sat at this tournament table.
 * @property {boolean} resultSeen `true` if the player has closed the dialog with the result.
 * @property {number} hiddenHand Number of the stopped hand whose cards the viewer does not want to show; 0 for none.
 * @property {number} declined Rebuy offer that the dialog was opened for, by its time of arrival.
 */

/** Input about a decision that has just begun: none. */
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

/** Input of a player who has done nothing yet. @type {Ui} */
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
  hiddenHand: 0,
  declined: 0,
};
