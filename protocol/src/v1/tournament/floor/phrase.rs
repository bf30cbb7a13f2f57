//! The preset phrases that players say at tables of a tournament.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;

/// A preset phrase. It says nothing about cards, so it may be said at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thank you!
    ThankYou,
    /// Sorry!
    Sorry,
    /// One moment, please.
    OneMoment,
    /// Good game!
    GoodGame,
    /// Good-bye!
    GoodBye,
}

impl Phrase {
    /// Returns the English words, for readers who do not recognise the phrase.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Hello => "Hello!",
            Self::GoodLuck => "Good luck!",
            Self::WellPlayed => "Well played!",
            Self::ThankYou => "Thank you!",
            Self::Sorry => "Sorry!",
            Self::OneMoment => "One moment, please.",
            Self::GoodGame => "Good game!",
            Self::GoodBye => "Good-bye!",
        }
    }
}
