//! Whether the commitment that everybody got before the first card is one to the deck that was dealt from.

use serde_json::Value;

use super::command::{Command, Order, from_json};
use crate::store::{JournalRow, StepKind, TableId};

/// What is wrong with a commitment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommitmentFault {
    /// There is no saying what it is to.
    #[error("what is sealed of the deal cannot be read: {0}")]
    Unreadable(String),
    /// It is to another deck, or to none.
    #[error("the commitment is not to the deck that was dealt from")]
    Another,
    /// The deal has a nonce, and no player got its commitment.
    #[error("the hand began without its commitment")]
    Missing,
}

/// Checks the commitment in a step with its secret; `None` of a step that begins no hand.
pub(crate) fn check(table: TableId, row: &JournalRow) -> Option<Result<(), CommitmentFault>> {
    if row.kind != StepKind::Hand {
        return None;
    }
    let events: Vec<Value> = from_json(&row.events).unwrap_or_default();
    let started = events.iter().find(|event| event["kind"] == "hand_started")?;
    let told = started["commitment"].as_str();
    let order = Order::decode(&row.command, row.secret.as_deref());
    let kept = match order.map(|order| order.command) {
        Ok(Command::Deal { shuffle, .. } | Command::DealEvent { shuffle, .. }) => {
            started["hand"].as_u64().map(|hand| shuffle.commitment(table, hand))
        }
        Ok(_) => None,
        Err(fault) => return Some(Err(CommitmentFault::Unreadable(fault.to_string()))),
    };
    match (told, kept) {
        (None, None) => None,
        (Some(told), Some(kept)) if told == kept => Some(Ok(())),
        (Some(_), _) => Some(Err(CommitmentFault::Another)),
        (None, Some(_)) => Some(Err(CommitmentFault::Missing)),
    }
}
