//! Values of parameters.

use serde::Deserialize;

use crate::v1::common::{Chips, NUMBER_MAX, TableId, UnixMs};
use crate::v1::error::ErrorMsg;

/// Values of a parameter, as they are described.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Any text.
    Text,
    /// A text of 1 to 60 characters.
    Words,
    /// A text of this regular expression.
    Pattern(&'static str),
    /// One of these.
    OneOf(&'static [&'static str]),
    /// A time.
    Time,
    /// `true` or `false`.
    Flag,
    /// A whole number within these bounds.
    Number(Option<u64>, Option<u64>),
}

/// The value of a parameter.
pub trait Value {
    /// The values that there are.
    const VALUES: Values;

    /// Checks bounds that its type does not have.
    ///
    /// # Errors
    /// The value is not within them.
    fn check(&self, _name: &str) -> Result<(), ErrorMsg> {
        Ok(())
    }
}

/// Describes values that their types check alone.
macro_rules! values {
    ($($value:ty: $values:expr;)+) => {
        $(impl Value for $value {
            const VALUES: Values = $values;
        })+
    };
}

values! {
    String: Values::Text;
    TableId: Values::Text;
    Time: Values::Time;
    WeekName: Values::Pattern("^[0-9]{4}-W[0-9]{2}$");
    bool: Values::Flag;
    u32: Values::Number(Some(0), None);
    u64: Values::Number(Some(0), None);
    UnixMs: Values::Number(Some(0), None);
    Chips: Values::Number(Some(0), Some(NUMBER_MAX));
    Place: Values::Number(None, None);
}

/// Declares values that are one of some words.
macro_rules! words {
    ($($(#[doc = $doc:literal])+ $value:ident { $($(#[doc = $about:literal])+ $name:ident = $word:literal,)+ })+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        pub enum $value {
            $($(#[doc = $about])+ #[serde(rename = $word)] $name,)+
        }

        impl Value for $value {
            const VALUES: Values = Values::OneOf(&[$($word),+]);
        }
    )+};
}

words! {
    /// A language.
    Language {
        /// English.
        English = "en",
        /// French.
        French = "fr",
    }

    /// The format of a file of hands.
    Format {
        /// The open poker hand history format (PHH), TOML.
        Phh = "phh",
        /// Our own record, one JSON object.
        Json = "json",
        /// Open Hand History, JSON.
        Ohh = "ohh",
        /// The text format of hand trackers.
        Text = "text",
    }

    /// The result of a hand for the caller.
    Outcome {
        /// It won chips.
        Won = "won",
        /// It lost chips.
        Lost = "lost",
    }

    /// The unit of a chart's horizontal axis.
    Spacing {
        /// One step per hand.
        Hands = "hands",
        /// Time at which hands ended.
        Time = "time",
    }
}

/// A place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Place(pub i64);

/// A time in the form of RFC 3339.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Time(pub String);

/// A week, such as `2026-W48`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct WeekName(pub String);

/// A text of 1 to 60 characters, not counting space around it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Words(pub String);

impl Words {
    /// The most characters.
    pub const MAX: u32 = 60;
}

impl Value for Words {
    const VALUES: Values = Values::Words;

    fn check(&self, name: &str) -> Result<(), ErrorMsg> {
        let length = self.0.trim().chars().count();
        if (1..=Self::MAX as usize).contains(&length) {
            return Ok(());
        }
        let message = format!("`{name}` must have 1 to {} characters", Self::MAX);
        let error = ErrorMsg::invalid_field(None, name, message);
        Err(error.with("min", 1).with("max", Self::MAX))
    }
}

/// A number from 1 to this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct UpTo<const MOST: u32>(pub u32);

impl<const MOST: u32> UpTo<MOST> {
    /// The number; the greatest one if it was omitted.
    pub fn or_most(number: Option<Self>) -> u32 {
        number.map_or(MOST, |Self(number)| number)
    }
}

impl<const MOST: u32> Value for UpTo<MOST> {
    const VALUES: Values = Values::Number(Some(1), Some(MOST as u64));

    fn check(&self, name: &str) -> Result<(), ErrorMsg> {
        if (1..=MOST).contains(&self.0) {
            return Ok(());
        }
        let error = ErrorMsg::invalid_field(None, name, format!("`{name}` must be from 1 to {MOST}"));
        Err(error.with("min", 1).with("max", MOST))
    }
}
