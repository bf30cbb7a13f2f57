//! The table rules that a file states, each in a field of its own.

use super::record::Record;
use crate::Chips;
use crate::setup::TableRules;

/// The value of a rule's field.
#[derive(Clone, Copy)]
pub(super) enum Value {
    /// `true`, or the field is left out.
    Flag(fn(&mut TableRules) -> &mut bool),
    /// An amount above zero, or the field is left out.
    Amount(fn(&mut TableRules) -> &mut Chips),
}

/// The fields, in the order in which they are written.
pub(super) const FIELDS: [(&str, Value); 4] = [
    ("_kitty", Value::Amount(|rules| &mut rules.kitty)),
    ("_bomb_pot", Value::Flag(|rules| &mut rules.bomb_pot)),
    ("_double_board", Value::Flag(|rules| &mut rules.double_board)),
    ("_seven_deuce", Value::Amount(|rules| &mut rules.seven_deuce)),
];

/// Returns the lines of the rules that the hand was played by.
pub(super) fn lines(record: &Record<'_>) -> impl Iterator<Item = String> {
    let mut rules = record.setup.rules;
    // If no bounty was paid, unknown cards of a winner must not be taken for seven-deuce.
    if !record.pays_seven_deuce() {
        rules.seven_deuce = Chips::ZERO;
    }
    FIELDS.into_iter().filter_map(move |(key, value)| match value {
        Value::Flag(of) => (*of(&mut rules)).then(|| format!("{key} = true")),
        Value::Amount(of) => {
            let amount = *of(&mut rules);
            (!amount.is_zero()).then(|| format!("{key} = {amount}"))
        }
    })
}

/// Returns the keys of fields that are amounts.
pub(super) fn amounts() -> impl Iterator<Item = &'static str> {
    FIELDS
        .into_iter()
        .filter_map(|(key, value)| matches!(value, Value::Amount(_)).then_some(key))
}
