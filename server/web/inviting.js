// Opens an invitation, loaded on first use.

/** @import { App } from './app.js' */
/** @import { Place } from './invite.js' */

import { awaited } from './awaited.js';

/** @param {App} app @param {Place} place */
export const invitation = (app, place) => awaited(app, 'p-invite', { place });
