// The hands of the day to study, as pages ask for them.

/** @import { App } from '../app.js' */
/** @import { StudyResponse } from '../gen/protocol.d.ts' */

import { Refusal } from '../net.js';

/** How often they are asked for where the server is there, and the pause between if it names none. */
const TRIES = 5;
const AGAIN_MS = 2000;

/**
 * The hands of the day; `null` where they do not come. The first who asks on a day may have to wait until they are made; without a
 * network they are those that were kept.
 *
 * @param {App} app
 * @param {() => boolean} isWanted Whether it is still worth asking.
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
