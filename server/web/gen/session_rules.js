// The rules that a table may have besides those of its game, as the protocol declares them. Generated: do not edit.

/** @import { SessionRules } from './protocol.d.ts' */

/** @typedef {'private' | 'board' | 'straddles' | 'bomb_pots' | 'double_board' | 'seven_deuce' | 'own_chips' | 'account_chips'} Need */
/** @typedef {{ offered: number[], usual: number, in_big_blinds: boolean }} RuleNumber */
/**
 * @typedef {{ kind: 'flag', in_form: boolean }
 *   | { kind: 'one_of', offered: { value: string, with: keyof SessionRules | null }[] }
 *   | { kind: 'number' } & RuleNumber
 *   | { kind: 'parts', parts: { name: string, number: RuleNumber }[] }
 *   | { kind: 'time' }} Takes
 */
/** @typedef {{ name: keyof SessionRules, takes: Takes, needs: Need[] }} Rule */

/** @type {readonly Rule[]} */
export const RULES = [
  {"name":"run_twice","takes":{"kind":"flag","in_form":true},"needs":[]},
  {"name":"rabbit_hunt","takes":{"kind":"flag","in_form":true},"needs":["board"]},
  {"name":"dark_bets","takes":{"kind":"flag","in_form":true},"needs":["board"]},
  {"name":"first_dealer","takes":{"kind":"one_of","offered":[]},"needs":[]},
  {"name":"seat_draw","takes":{"kind":"flag","in_form":true},"needs":["private"]},
  {"name":"show_rule","takes":{"kind":"one_of","offered":[{"value":"all","with":null}]},"needs":[]},
  {"name":"forfeit_excess","takes":{"kind":"flag","in_form":false},"needs":[]},
  {"name":"roodles","takes":{"kind":"flag","in_form":true},"needs":[]},
  {"name":"kitty","takes":{"kind":"flag","in_form":true},"needs":["private"]},
  {"name":"straddle","takes":{"kind":"one_of","offered":[{"value":"under_the_gun","with":null},{"value":"button","with":null},{"value":"any_place","with":null}]},"needs":["straddles"]},
  {"name":"bomb_pot","takes":{"kind":"parts","parts":[{"name":"every","number":{"offered":[5,10,20],"usual":5,"in_big_blinds":false}},{"name":"ante","number":{"offered":[2,5,10],"usual":5,"in_big_blinds":true}}]},"needs":["bomb_pots"]},
  {"name":"double_board","takes":{"kind":"one_of","offered":[{"value":"bomb_pots","with":"bomb_pot"},{"value":"always","with":null}]},"needs":["double_board"]},
  {"name":"seven_deuce","takes":{"kind":"number","offered":[1,2,3,5,10],"usual":1,"in_big_blinds":true},"needs":["seven_deuce"]},
  {"name":"free_stacks","takes":{"kind":"number","offered":[1,2,3,4,5],"usual":1,"in_big_blinds":false},"needs":["private","account_chips"]},
  {"name":"own_chips","takes":{"kind":"flag","in_form":true},"needs":["private"]},
  {"name":"rebuys","takes":{"kind":"one_of","offered":[{"value":"approval","with":null},{"value":"forbidden","with":null}]},"needs":["own_chips"]},
  {"name":"rebuys_max","takes":{"kind":"number","offered":[1,2,3,5,10],"usual":1,"in_big_blinds":false},"needs":["own_chips"]},
  {"name":"chip_value","takes":{"kind":"number","offered":[1,5,10,25,50,100],"usual":1,"in_big_blinds":false},"needs":["own_chips"]},
  {"name":"currency","takes":{"kind":"one_of","offered":[{"value":"euro","with":"chip_value"},{"value":"dollar","with":"chip_value"},{"value":"pound","with":"chip_value"},{"value":"franc","with":"chip_value"},{"value":"yen","with":"chip_value"}]},"needs":["own_chips"]},
  {"name":"class","takes":{"kind":"flag","in_form":true},"needs":["own_chips"]},
  {"name":"watch_delay","takes":{"kind":"number","offered":[1,2,3,5,10,15],"usual":1,"in_big_blinds":false},"needs":[]},
  {"name":"closes_at","takes":{"kind":"time"},"needs":[]},
];
