//! What clients ask of a tournament.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::TournamentId;
use super::reason::DealKind;
use crate::v1::common::{Chips, Seq, TableId};

/// A request about a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OneTournament {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
}

/// Catching up with a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ResumeTournament {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
    /// The last number that was seen.
    pub after: Seq,
}

/// Entering a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
    /// The version of the rules that the player accepts: `rules` of the tournament's state.
    pub rules: u32,
}

/// Buying something of a tournament that has one price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentPurchase {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
}

/// A rebuy, or doing without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentRebuy {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
    /// `true` to buy; `false` to do without it after losing the last chip, so that the table need not wait.
    pub take: bool,
}

/// Leaving a tournament for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Withdraw {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
    /// `false` to ask what it would cost, `true` to do it.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub confirm: bool,
}

/// Being away, or back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentPresence {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
    /// `true` from the next hand on, `false` to come back at the next deal.
    pub absent: bool,
}

/// Calling an official.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RequestRuling {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// What it is about.
    pub text: Statement,
}

/// A report of a player to the officials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Report {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// The account, as in a player's `id`.
    pub player: String,
    /// What happened.
    pub text: Statement,
}

/// Proposing a deal to the players still in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProposeDeal {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
    /// How the prizes are shared out.
    pub kind: DealKind,
    /// Chips of the prizes that stay for the first place, to be played for; 0 if left out, which ends the tournament.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub keep: Chips,
    /// With `other`, each player still in with what is due: together all that is left of the prizes, but for `keep`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub shares: Vec<(u32, Chips)>,
}

/// The answer to a deal that is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnswerDeal {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The tournament.
    pub tournament: TournamentId,
    /// What you say to it.
    pub answer: DealAnswer,
}

/// What a player says to a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DealAnswer {
    /// Yes. The deal is made once all players still in agree.
    Agree,
    /// No: play goes on.
    Refuse,
}

/// Words to an official: 1 to 500 characters, no control characters but line breaks, and not only spaces.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct Statement(String);

impl Statement {
    /// The most characters.
    pub const MAX: usize = 500;

    /// The words, `None` if there are none or too many.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        let is_legal = |symbol: char| symbol == '\n' || !symbol.is_control();
        let is_short = text.chars().take(Self::MAX + 1).count() <= Self::MAX;
        (is_short && !text.trim().is_empty() && text.chars().all(is_legal)).then_some(Self(text))
    }

    /// As a text.
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

impl JsonSchema for Statement {
    fn schema_name() -> Cow<'static, str> {
        "Statement".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Words to an official: 1 to 500 characters, no control characters but line breaks, and not only spaces.",
            "type": "string",
            "minLength": 1,
            "maxLength": Self::MAX,
        })
    }
}
