//! A finished hand as the history keeps it.

use poker_protocol::v1::Card;
use poker_protocol::v1::rest::HandPlayer;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What everybody saw of a hand.
#[derive(Debug, Serialize, Deserialize)]
pub struct PublicRecord {
    /// The definition of the game, if it was the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The betting limit of each tier, as in `nl:10`.
    pub limits: Vec<String>,
    /// How many seats the table has.
    pub seats: u8,
    /// Who sat where.
    pub players: Vec<HandPlayer>,
    /// Everything that everybody saw, in order: each a `PublicEvent`.
    pub events: Vec<Box<RawValue>>,
}

/// What one participant saw beyond that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrivateRecord {
    /// The seat.
    pub seat: u8,
    /// All cards that the seat received, as dealt, drawn ones behind.
    pub cards: Vec<Card>,
    /// What it threw, throw by throw.
    pub thrown: Vec<Vec<Card>>,
}
