// The parts of the page that a bot needs: the connection and the table model; and a run from sitting down to the end.

export { newGuest, runBot } from './bot.js';
export { applyClock, applyEvent, applyPresence, applyPrivate, applyStandstill, fromSnapshot, isMyTurn, middle, mySeat, openTurn, order } from './model.js';
export { Net, Refusal } from './net.js';

/** @typedef {import('./bot.js').Ask} Ask */
/** @typedef {import('./bot.js').BotOptions} BotOptions */
/** @typedef {import('./bot.js').Report} Report */
/** @typedef {import('./model.js').Table} Table */
