// The parts of the page that a bot needs: the connection and the table model; and a run from sitting down to the end.

export { newGuest, runBot } from './bot.js';
export { isMyTurn, middle, mySeat, openTurn } from './facts.js';
export { applyClock, applyEvent, applyPresence, applyPrivate, applyStandstill, order } from './model.js';
export { Net, Refusal } from './net.js';
export { fromSnapshot } from './snapshot.js';

/** @typedef {import('./bot.js').Ask} Ask */
/** @typedef {import('./bot.js').BotOptions} BotOptions */
/** @typedef {import('./bot.js').Report} Report */
/** @typedef {import('./model.js').Table} Table */
