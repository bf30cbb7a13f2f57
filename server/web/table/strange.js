// Decisions of a newer server that this client has no controls for.

/** @import { Action, Choice } from '../gen/protocol.d.ts' */
/** @import { Place, Plan } from './actions.js' */
/** @import { Room } from './room.js' */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { radios } from './choosing.js';

/** Kinds of choices with their own controls. */
const KNOWN = new Set([
  'fold',
  'check',
  'call',
  'bet',
  'raise',
  'discard',
  'straddle',
  'decline',
  'roll',
  'flip',
  'keep',
  'swap',
  'arrange',
  'buy',
  'pass',
  'declare',
  'run_twice',
  'run_once',
  'pick_game',
]);

/**
 * Choices without a control in this client get a plain one, so that the table never gets stuck.
 *
 * @param {Room} room
 * @param {Plan} plan
 * @param {readonly Choice[]} choices
 * @returns {Plan}
 */
export function planStrange(room, plan, choices) {
  const strange = choices.filter((choice) => !KNOWN.has(choice.kind));
  if (strange.length === 0) return plan;
  const options = strange.flatMap((choice) => {
    const { kind, ...rest } = /** @type {Record<string, unknown> & { kind: string }} */ (choice);
    const words = kind.replaceAll('_', ' ');
    const lists = Object.entries(rest).filter(([, value]) => Array.isArray(value));
    if (lists.length === 0) return [{ id: kind, label: words, action: { kind } }];
    return lists.flatMap(([name, values]) =>
      /** @type {unknown[]} */ (values).map((value) => ({
        id: `${kind} ${name} ${value}`,
        label: `${words} ${value}`,
        action: { kind, [name]: value },
      })),
    );
  });
  const chosen = options.find((option) => option.id === room.ui.strange);
  const shape = radios(
    t('ask.choose'),
    options.map(({ id, label }) => ({
      id,
      isOn: id === room.ui.strange,
      choose: () => room.set({ strange: id }),
      view: [h('b', null, label)],
    })),
  );
  /** @type {Place} */
  const confirm = {
    label: t('act.confirm'),
    tone: 'hot',
    key: 'commit',
    reason: chosen ? null : t('reason.choose'),
    press: () => chosen && room.act(/** @type {Action} */ (/** @type {unknown} */ (chosen.action))),
  };
  return {
    title: plan.title || t('ask.choose'),
    sub: plan.sub,
    shape: plan.shape ?? shape,
    places: [plan.places[0], plan.places[1], plan.places[2] ?? confirm],
  };
}
