//! Emotes: wordless signs shown at a player's seat.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;

/// An emote from a fixed set. It says nothing about cards, so it is allowed wherever a preset phrase is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    /// Thumbs up.
    ThumbsUp,
    /// Clapping hands.
    Applause,
    /// A smiling face.
    Smile,
    /// An astonished face.
    Surprise,
    /// A relieved face.
    Relief,
    /// Waving hand.
    Wave,
    /// A laughing face.
    Laugh,
    /// A thoughtful face.
    Think,
    /// A face in tears.
    Cry,
    /// A raised glass.
    Cheers,
}

impl Emote {
    /// All emotes.
    pub const ALL: [Self; 10] = [
        Self::ThumbsUp,
        Self::Applause,
        Self::Smile,
        Self::Surprise,
        Self::Relief,
        Self::Wave,
        Self::Laugh,
        Self::Think,
        Self::Cry,
        Self::Cheers,
    ];

    /// Returns the emote in English words, for readers who do not recognise it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::ThumbsUp => "(thumbs up)",
            Self::Applause => "(applause)",
            Self::Smile => "(smiles)",
            Self::Surprise => "(is surprised)",
            Self::Relief => "(breathes again)",
            Self::Wave => "(waves)",
            Self::Laugh => "(laughs)",
            Self::Think => "(thinks)",
            Self::Cry => "(is in tears)",
            Self::Cheers => "(raises a glass)",
        }
    }
}
