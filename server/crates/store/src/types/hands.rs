//! Hands as they are recorded, listed and shared.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::gist::HandGist;
use super::ids::{AccountId, BadId, TableId};

/// The retention of finished hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepHands {
    /// All hands are kept permanently.
    #[default]
    Forever,
    /// The hands of this many past days.
    Days(u32),
    /// This many of the latest hands, over all tables.
    Last(NonZeroU32),
}

impl fmt::Display for KeepHands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forever => f.write_str("forever"),
            Self::Days(days) => write!(f, "{days}d"),
            Self::Last(count) => count.fmt(f),
        }
    }
}

impl FromStr for KeepHands {
    type Err = BadKeepHands;

    fn from_str(text: &str) -> Result<Self, BadKeepHands> {
        match text.strip_suffix('d') {
            _ if text == "forever" => Ok(Self::Forever),
            Some(days) => days.parse().map(Self::Days).map_err(|_| BadKeepHands),
            None => text.parse().map(Self::Last).map_err(|_| BadKeepHands),
        }
    }
}

impl Serialize for KeepHands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for KeepHands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// The text does not describe a retention of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `forever`, days such as 90d, or a number of hands")]
pub struct BadKeepHands;

/// A finished hand with everything that was hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedHand {
    /// The hand as the whole table saw it.
    pub view: HandView,
    /// The private view of each player, in the order of the record's participants.
    pub privates: Vec<String>,
}

/// A finished hand to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRecord {
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// Identifier of the game.
    pub game: String,
    /// Time of the deal.
    pub started_at: Timestamp,
    /// End of the hand.
    pub ended_at: Timestamp,
    /// The participants of the hand.
    pub participants: Vec<ParticipantRecord>,
    /// The public record, as JSON.
    pub public: String,
    /// The summary for lists.
    pub gist: HandGist,
}

/// A participant of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParticipantRecord {
    /// Account of the participant.
    pub account: AccountId,
    /// The private view of this account, as JSON. Sealed before it is written.
    pub private: Option<String>,
}

/// A finished hand as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandView {
    /// Table of the hand.
    pub table: TableId,
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// Identifier of the game.
    pub game: String,
    /// Time of the deal.
    pub started_at: Timestamp,
    /// End of the hand.
    pub ended_at: Timestamp,
    /// The public record, as JSON.
    pub public: String,
    /// The private view of the viewer, as JSON.
    pub private: Option<String>,
}

/// A line of an account's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandLine {
    /// Cursor of this line, from which the next page continues.
    pub cursor: HandCursor,
    /// Table of the hand.
    pub table: TableId,
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// Identifier of the game.
    pub game: String,
    /// End of the hand.
    pub ended_at: Timestamp,
    /// Index of the account among the participants.
    pub place: usize,
    /// The private view of the account, as JSON.
    pub private: Option<String>,
    /// The summary for lists; `None` if it cannot be read.
    pub gist: Option<HandGist>,
}

/// A link to a hand, made by one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedHand {
    /// The account that made the link.
    pub account: AccountId,
    /// Table of the hand.
    pub table: TableId,
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// `true` if the link shows the cards of `account`.
    pub own_cards: bool,
    /// `true` if the link hides the names.
    pub hide_names: bool,
}

/// The secret part of a link to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShareToken(pub [u8; 16]);

impl fmt::Display for ShareToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for ShareToken {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let digits = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if text.len() != 32 || !digits {
            return Err(BadId);
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| BadId)?;
        Ok(Self(number.to_be_bytes()))
    }
}

/// A position in an account's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandCursor(pub i64);
