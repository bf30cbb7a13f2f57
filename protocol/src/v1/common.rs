//! Small types shared by many messages.

use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::describe::JsonSchema;

/// The largest whole number of the protocol, 2^53 - 1: every JSON reader represents it exactly, and it leaves room to count on
/// in 64 bits.
pub const NUMBER_MAX: u64 = (1 << 53) - 1;

/// Whole numbers up to [`NUMBER_MAX`], checked on reading.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident, $too_great:literal;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "u64", into = "u64")]
        pub struct $name(u64);

        impl $name {
            /// The largest value, [`NUMBER_MAX`].
            pub const MAX: u64 = NUMBER_MAX;

            /// Wraps a number; `None` above [`NUMBER_MAX`].
            pub const fn new(number: u64) -> Option<Self> {
                if number <= Self::MAX { Some(Self(number)) } else { None }
            }

            /// Returns the plain number.
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

        #[cfg(feature = "schema")]
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
    /// A whole number of chips, from 0 to 2^53 - 1. Never a fraction, never a string.
    Chips, "more chips than 2^53 - 1";
    /// The sequence number of an event at its table, from 1 to 2^53 - 1; 0 stands for the point before the first event.
    Seq, "a greater number than 2^53 - 1";
    /// The number of a hand at its table, from 1 to 2^53 - 1.
    HandNo, "a greater number than 2^53 - 1";
    /// A point in time, in milliseconds since 1970, up to 2^53 - 1.
    UnixMs, "a greater number than 2^53 - 1";
}

/// A card: a rank of `23456789TJQKA` followed by a suit of `cdhs`, as in `Ah`; `X1` and `X2` are jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card([u8; 2]);

impl Card {
    /// Parses a card; `None` if the text is not one.
    pub fn new(text: &str) -> Option<Self> {
        let symbols: [u8; 2] = text.as_bytes().try_into().ok()?;
        let plain = b"23456789TJQKA".contains(&symbols[0]) && b"cdhs".contains(&symbols[1]);
        let joker = symbols == *b"X1" || symbols == *b"X2";
        (plain || joker).then_some(Self(symbols))
    }

    /// Returns the card as text, such as `Ah`.
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

#[cfg(feature = "schema")]
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

/// The permanent identifier of a table; never reused. Treat it as opaque: the identifier of a private table contains its
/// invitation, so anyone who has it can open the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TableId(pub String);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name in both languages of the product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LocalName {
    /// The name in English.
    pub en: String,
    /// The name in French.
    pub fr: String,
}

/// A player as shown to everyone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerInfo {
    /// The permanent identifier of the account.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The kind of account.
    pub kind: PlayerKind,
}

/// The kind of account a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A guest: a nickname without a password.
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
