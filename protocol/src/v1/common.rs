//! Small types that many messages share.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

/// The greatest whole number of the protocol, 2^53 - 1: every reader of JSON holds it exactly, and 64 bits have room to count
/// on from it.
pub const NUMBER_MAX: u64 = (1 << 53) - 1;

/// Whole numbers up to [`NUMBER_MAX`], which is checked where they are read.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident, $too_great:literal;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
        #[serde(try_from = "u64", into = "u64")]
        #[ts(type = "number")]
        pub struct $name(u64);

        impl $name {
            /// The greatest one.
            pub const MAX: u64 = NUMBER_MAX;

            /// The number, `None` above [`NUMBER_MAX`].
            pub const fn new(number: u64) -> Option<Self> {
                if number <= Self::MAX { Some(Self(number)) } else { None }
            }

            /// As a plain number.
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl TryFrom<u64> for $name {
            type Error = &'static str;

            fn try_from(number: u64) -> Result<Self, Self::Error> {
                Self::new(number).ok_or($too_great)
            }
        }

        impl From<$name> for u64 {
            fn from(number: $name) -> Self {
                number.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "description": concat!($($doc),+).trim(),
                    "type": "integer",
                    "minimum": 0,
                    "maximum": Self::MAX,
                })
            }
        }
    )+};
}

numbers! {
    /// Whole chips, from 0 to 2^53 - 1. Never a fraction, never a text.
    Chips, "more chips than 2^53 - 1";
    /// The number of an event at its table, from 1 to 2^53 - 1; 0 stands before the first.
    Seq, "a greater number than 2^53 - 1";
    /// The number of a hand at its table, from 1 to 2^53 - 1.
    HandNo, "a greater number than 2^53 - 1";
    /// An instant in milliseconds since 1970, up to 2^53 - 1.
    UnixMs, "a greater number than 2^53 - 1";
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

/// Names a table for ever; never reused. A text to be kept as it is: that of a private table has the table's invitation in
/// it and opens the table.
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(super) const fn is_zero(count: &u8) -> bool {
    *count == 0
}
