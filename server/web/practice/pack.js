// The day's study hands, as the pages request them.

/** @import { App } from '../app.js' */
/** @import { StudyResponse } from '../gen/protocol.d.ts' */

import { Refusal } from '../net.js';

/** Number of attempts while the server is reachable, and the pause between them if the server names none. */
const TRIES = 5;
const AGAIN_MS = 2000;

/**
 * The day's hands; `null` if they cannot be had. The first request of a day may have to wait until they are made; offline, the kept ones are used.
 *
 * @param {App} app
 * @param {() => boolean} isWanted `false` once the hands are no longer needed.
 * @returns {Promise<StudyResponse | null>}
 */
export async function handsOfTheDay(app, isWanted) {
  for (let tries = 1; ; tries += 1) {
    let wait = AGAIN_MS;
    try {
      return await app.account.studyHands();
    } catch (error) {
      if (tries === TRIES || app.isCutOff || !isWanted()) return null;
      if (error instanceof Refusal) wait = Number(error.params.retry_after_ms ?? wait);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
