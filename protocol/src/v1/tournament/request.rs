//! Requests about a tournament.

#[cfg(feature = "schema")]
use std::borrow::Cow;

#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::TournamentId;
use super::reason::DealKind;
use crate::describe::JsonSchema;
use crate::v1::common::{Chips, Seq, TableId, is_false};

/// A request about a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OneTournament {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
}

/// A request to catch up with a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResumeTournament {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// Number of the last event received; 0 for none.
    pub after: Seq,
}

/// A request to enter a tournament, or to wait for a place in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// The version of the rules that the player accepts, as in `rules` of the tournament's state.
    pub rules: u32,
    /// `true` to be put on the waiting list if all places are taken, which costs nothing; the price is paid when a place is given.
    /// Without it the request is refused then with `tournament.full`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wait: bool,
}

/// A purchase with a fixed price in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentPurchase {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
}

/// A rebuy, or the decision to decline one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentRebuy {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// `true` to buy; `false` to decline after losing the last chip, so that the table need not wait.
    pub take: bool,
}

/// A request to leave a tournament for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdraw {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// `false` to ask for the cost, `true` to leave.
    #[serde(default)]
    pub confirm: bool,
}

/// A notice of absence or return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentPresence {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// `true` to be away from the next hand on, `false` to come back at the next deal.
    pub absent: bool,
}

/// A call for an official.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequestRuling {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// The question to the official, 1 to 500 characters.
    pub text: Statement,
}

/// A report of a player to the officials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// The account being reported, as in a player's `id`.
    pub player: String,
    /// Description of the incident, 1 to 500 characters.
    pub text: Statement,
}

/// A proposal of a deal to the players still in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposeDeal {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// The division of the prizes.
    pub kind: DealKind,
    /// Chips of the prizes that are held back for first place, to be played for; 0 if left out, which ends the tournament.
    #[serde(default)]
    pub keep: Chips,
    /// With `other`, the share of each player still in, as pairs of player number and chips: together all the remaining prizes
    /// except `keep`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<(u32, Chips)>,
}

/// The answer to a deal on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerDeal {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// The player's answer.
    pub answer: DealAnswer,
}

/// A player's answer to a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealAnswer {
    /// The player agrees. The deal is made once all players still in have agreed.
    Agree,
    /// The player refuses: play goes on.
    Refuse,
}

/// A text for an official: 1 to 500 characters, no control characters except line breaks, and not only whitespace.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Statement(String);

impl Statement {
    /// The maximum length, in characters.
    pub const MAX: usize = 500;

    /// Checks and wraps a text; `None` if it is blank, too long or contains control characters.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        let is_legal = |symbol: char| symbol == '\n' || !symbol.is_control();
        let is_short = text.chars().take(Self::MAX + 1).count() <= Self::MAX;
        (is_short && !text.trim().is_empty() && text.chars().all(is_legal)).then_some(Self(text))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Statement {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(text).ok_or("1 to 500 characters are needed, without control characters")
    }
}

impl From<Statement> for String {
    fn from(words: Statement) -> Self {
        words.0
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Statement {
    fn schema_name() -> Cow<'static, str> {
        "Statement".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A message to an official: 1 to 500 characters, no control characters except line breaks, and not only spaces.",
            "type": "string",
            "minLength": 1,
            "maxLength": Self::MAX,
        })
    }
}
