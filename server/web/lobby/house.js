// The rules that a table may have besides those of its game: their controls in the form, and what is sent of them. Both come from
// the declaration; the words of each stand under `house.` and its name.

/** @import { GameInfo, SessionRules } from '../gen/protocol.d.ts' */
/** @import { Need, Rule } from '../gen/session_rules.js' */
/** @import { Kid } from '../dom.js' */

import { RULES } from '../gen/session_rules.js';
import { num, t } from '../i18n.js';
import { typedMoney } from '../money.js';
import { check, choice, numbers } from './common.js';

/** What was chosen, by the names of the rules. @typedef {Partial<Record<keyof SessionRules, true | string | number | Record<string, number>>>} Chosen */
/** What the rules depend on. The game of a mix stands for all its games. @typedef {{ game: GameInfo, seats: number, isPrivate: boolean }} Setting */
/** @typedef {Setting & { hasOwnChips: boolean }} WithChoices */

/** @type {Record<Need, (setting: WithChoices) => boolean>} */
const MEETS = {
  private: ({ isPrivate }) => isPrivate,
  board: ({ game }) => game.deal.includes('b'),
  straddles: ({ game }) => Boolean(game.straddles),
  bomb_pots: ({ game }) => Boolean(game.bomb_pots),
  // The deck must have cards for all seats.
  double_board: ({ game, seats }) => seats <= (game.double_board_seats ?? 0),
  own_chips: ({ hasOwnChips }) => hasOwnChips,
  account_chips: ({ hasOwnChips }) => !hasOwnChips,
  seven_deuce: ({ game }) => Boolean(game.seven_deuce),
};

/** The rules that a table can have, with what was chosen. @param {Chosen} chosen @param {Setting} setting */
function possible(chosen, setting) {
  const all = { ...setting, hasOwnChips: setting.isPrivate && chosen.own_chips === true };
  return RULES.filter(({ needs }) => needs.every((need) => MEETS[need](all)));
}

/** `true` if the game allows any of the rules that few games have: straddles, bomb pots, two boards, seven-deuce. @param {GameInfo} game */
export const hasSpecials = (game) => Boolean(game.straddles || game.bomb_pots || game.seven_deuce || game.double_board_seats);

/** The values that go with what else was chosen. @param {Chosen} chosen @param {Rule['takes'] & { kind: 'one_of' }} takes */
const valuesOf = (chosen, { offered }) => offered.filter((one) => !one.with || chosen[one.with]).map(({ value }) => value);

/** What is sent of the choices, nothing of those that this table cannot have. @param {Chosen} chosen @param {Setting} setting @returns {SessionRules} */
export function rulesOf(chosen, setting) {
  const sent = possible(chosen, setting).filter(({ name, takes }) => {
    const value = chosen[name];
    return value && (takes.kind !== 'one_of' || valuesOf(chosen, takes).some((one) => one === value));
  });
  return Object.fromEntries(sent.map(({ name }) => [name, chosen[name]]));
}

/**
 * The controls of all rules that this table can have, those of private tables last.
 *
 * @param {Chosen} chosen
 * @param {Setting} setting
 * @param {(chosen: Chosen) => void} change
 * @returns {Kid[]}
 */
export function rulesForm(chosen, setting, change) {
  const rules = possible(chosen, setting);
  const isPrivate = (/** @type {Rule} */ { needs }) => needs.includes('private') || needs.includes('own_chips');
  return [...rules.filter((rule) => !isPrivate(rule)), ...rules.filter(isPrivate)].flatMap((rule) =>
    control(rule, chosen, (value) => change({ ...chosen, [rule.name]: value })),
  );
}

/** A number of a rule; what a chip stands for is money. @param {string} name @param {number} n */
const numberText = (name, n) => (name === 'chip_value' ? typedMoney(1, { chip_value: n }) : num(n));

/** @param {Rule} rule @param {Chosen} chosen @param {(value: Chosen[keyof Chosen]) => void} set @returns {Kid | Kid[]} */
function control({ name, takes }, chosen, set) {
  const label = t(`house.${name}`);
  const value = chosen[name];
  const none = () => t(`house.${name}.none`);
  switch (takes.kind) {
    case 'flag':
      return takes.in_form && check(label, value === true, (is) => set(is || undefined));
    case 'one_of': {
      const values = valuesOf(chosen, takes);
      // A value beside the usual one is on or off.
      if (takes.offered.length === 1) return check(label, value === values[0], (is) => set(is ? values[0] : undefined));
      if (values.length === 0) return null;
      const options = [{ id: 'none', label: none() }, ...values.map((id) => ({ id, label: t(`house.${name}.${id}`) }))];
      const shown = values.find((one) => one === value) ?? 'none';
      return choice(label, options, shown, (id) => set(id === 'none' ? undefined : id));
    }
    case 'number':
      return numbers(
        label,
        [0, ...takes.offered],
        (n) => (n ? numberText(name, n) : none()),
        typeof value === 'number' ? value : 0,
        (n) => set(n || undefined),
      );
    case 'parts': {
      const [first, ...others] = takes.parts;
      const parts = typeof value === 'object' ? value : null;
      const usual = Object.fromEntries(takes.parts.map((part) => [part.name, part.number.usual]));
      return [
        numbers(
          label,
          [0, ...first.number.offered],
          (n) => (n ? t(`house.${name}.${first.name}`, { n }) : none()),
          parts?.[first.name] ?? 0,
          (n) => set(n ? { ...usual, ...parts, [first.name]: n } : undefined),
        ),
        ...(parts ? others : []).map((part) =>
          numbers(t(`house.${name}.${part.name}`), part.number.offered, num, parts?.[part.name] ?? 0, (n) => set({ ...parts, [part.name]: n })),
        ),
      ];
    }
    default:
      return null;
  }
}
