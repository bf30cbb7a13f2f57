//! What a player shows at the own seat without a word.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A sign from a fixed set. It says nothing about cards, so it may be shown whenever a ready-made phrase may be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    /// A thumb up.
    ThumbsUp,
    /// Clapping hands.
    Applause,
    /// A smiling face.
    Smile,
    /// An astonished face.
    Surprise,
    /// A face that breathes again.
    Relief,
    /// A waving hand.
    Wave,
}

impl Emote {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::ThumbsUp,
        Self::Applause,
        Self::Smile,
        Self::Surprise,
        Self::Relief,
        Self::Wave,
    ];

    /// The sign in English, for readers who do not know it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::ThumbsUp => "(thumbs up)",
            Self::Applause => "(applause)",
            Self::Smile => "(smiles)",
            Self::Surprise => "(is surprised)",
            Self::Relief => "(breathes again)",
            Self::Wave => "(waves)",
        }
    }
}
