//! Small types that many messages share.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

/// Whole chips, from 0 to 2^53 - 1. Never a fraction, never a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(try_from = "u64", into = "u64")]
#[ts(type = "number")]
pub struct Chips(u64);

impl Chips {
    /// The greatest amount, which JSON readers hold exactly.
    pub const MAX: u64 = (1 << 53) - 1;

    /// An amount, `None` above [`Chips::MAX`].
    pub const fn new(amount: u64) -> Option<Self> {
        if amount <= Self::MAX { Some(Self(amount)) } else { None }
    }

    /// The amount as a number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl TryFrom<u64> for Chips {
    type Error = &'static str;

    fn try_from(amount: u64) -> Result<Self, Self::Error> {
        Self::new(amount).ok_or("more chips than 2^53 - 1")
    }
}

impl From<Chips> for u64 {
    fn from(chips: Chips) -> Self {
        chips.0
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl JsonSchema for Chips {
    fn schema_name() -> Cow<'static, str> {
        "Chips".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Whole chips, from 0 to 2^53 - 1. Never a fraction, never a text.",
            "type": "integer",
            "minimum": 0,
            "maximum": Self::MAX,
        })
    }
}

/// A card: rank `23456789TJQKA` and suit `cdhs`, as in `Ah`; `X1` and `X2` are jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, TS)]
#[ts(type = "string")]
pub struct Card([u8; 2]);

impl Card {
    /// The card of a text, `None` if it is none.
    pub fn new(text: &str) -> Option<Self> {
        let symbols: [u8; 2] = text.as_bytes().try_into().ok()?;
        let plain = b"23456789TJQKA".contains(&symbols[0]) && b"cdhs".contains(&symbols[1]);
        let joker = symbols == *b"X1" || symbols == *b"X2";
        (plain || joker).then_some(Self(symbols))
    }

    /// The text, such as `Ah`.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("a card is two ASCII symbols")
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::new(&text).ok_or_else(|| D::Error::custom("not a card"))
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A card: rank and suit, such as `Ah`; `X1` and `X2` are jokers.",
            "type": "string",
            "pattern": "^([23456789TJQKA][cdhs]|X[12])$",
        })
    }
}

/// Names a table for ever; never reused.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(transparent)]
pub struct TableId(pub String);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name in both languages of the product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LocalName {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

/// Who somebody is, as everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerInfo {
    /// The account, for ever.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// What kind of account it is.
    pub kind: PlayerKind,
}

/// What kind of account a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A nickname without a password.
    Guest,
    /// An account with a password.
    Account,
    /// A program.
    Bot,
}
