//! Audit of the commitment that all players got before the first card: is it to the deck that the hand was dealt from?

use poker_owner::rows::from_json;
use poker_store::{JournalRow, StepKind, TableId};
use serde_json::Value;

use super::command::{Command, TableOrder};

/// A faulty commitment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitmentFault {
    /// The sealed part of the deal cannot be read, so the commitment cannot be checked.
    #[error("the sealed deal cannot be read: {0}")]
    Unreadable(String),
    /// The commitment is to another deck, or to none.
    #[error("the commitment is not to the deck that was dealt from")]
    Another,
    /// The deal has a nonce, but the players got no commitment.
    #[error("the hand began without its commitment")]
    Missing,
}

/// Checks the commitment in a step with its secret; `None` for a step that has none to check.
pub fn check(table: TableId, row: &JournalRow) -> Option<Result<(), CommitmentFault>> {
    if row.kind != StepKind::Hand {
        return None;
    }
    let events: Vec<Value> = from_json(&row.events).unwrap_or_default();
    let started = events.iter().find(|event| event["kind"] == "hand_started")?;
    let told = started["commitment"].as_str();
    let order = TableOrder::decode(&row.command, row.secret.as_deref());
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
