//! The table rules as data, from which the page makes its form and its words.

use poker_protocol::v1::table::session::RULES;

const HEAD: &str = "\
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
export const RULES = ";

/// Returns the module.
pub(crate) fn module() -> String {
    let line = |rule| serde_json::to_string(rule).expect("the rules are plain data");
    let lines: Vec<String> = RULES.iter().map(|rule| format!("  {},\n", line(rule))).collect();
    format!("{HEAD}[\n{}];\n", lines.concat())
}
