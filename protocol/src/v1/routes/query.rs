//! Queries, each a type whose fields are the parameters: what is described is what is read and checked.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::value::{Format, Language, Outcome, Place, Spacing, Time, UpTo, Value, Values, WeekName, Words};
use crate::v1::common::{Chips, TableId, UnixMs};
use crate::v1::error::ErrorMsg;

/// The query of an operation. Parameters that it does not name are refused.
pub trait Query: DeserializeOwned {
    /// Its parameters.
    const PARAMETERS: &'static [Parameter];

    /// Checks the values of those that were given.
    ///
    /// # Errors
    /// The first one that is out of bounds.
    fn check(&self) -> Result<(), ErrorMsg>;
}

/// A parameter of a query.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// What it asks for.
    pub about: &'static str,
    /// The values that it takes.
    pub values: Values,
}

/// Declares queries: the docs of a field describe its parameter, the type has its values.
macro_rules! queries {
    ($(
        $(#[doc = $doc:literal])+
        $query:ident { $($(#[doc = $about:literal])+ $name:ident: $value:ty,)* }
    )+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $query {
            $($(#[doc = $about])+ pub $name: Option<$value>,)*
        }

        impl Query for $query {
            const PARAMETERS: &'static [Parameter] = &[$(Parameter {
                name: stringify!($name),
                about: concat!($($about),+).trim_ascii(),
                values: <$value as Value>::VALUES,
            }),*];

            fn check(&self) -> Result<(), ErrorMsg> {
                $(if let Some(value) = &self.$name {
                    value.check(stringify!($name))?;
                })*
                Ok(())
            }
        }
    )+};
}

/// Declares the two searches for hands, with the parameters that they share.
macro_rules! searches {
    ($($(#[doc = $about:literal])+ $name:ident: $value:ty,)+) => {
        queries! {
            /// A search for hands.
            HandSearch {
                /// Hands older than this place, as given by the previous answer.
                before: Place,
                /// The maximum number; as many as allowed if omitted.
                limit: UpTo<50>,
                $($(#[doc = $about])+ $name: $value,)+
            }

            /// A search for hands that writes a file, which is built in memory at about 3 KB a hand.
            HandFileSearch {
                /// Hands older than this place, as given by the previous answer.
                before: Place,
                /// The maximum number; as many as allowed if omitted.
                limit: UpTo<200>,
                $($(#[doc = $about])+ $name: $value,)+
                /// A file format; `json` if omitted.
                format: Format,
            }
        }

        impl From<HandFileSearch> for HandSearch {
            /// The search without what is about its file.
            fn from(search: HandFileSearch) -> Self {
                Self { before: search.before, limit: None, $($name: search.$name),+ }
            }
        }
    };
}

searches! {
    /// Hands of this game.
    game: Words,
    /// Hands of this table.
    table: String,
    /// Hands that ended at this time or later.
    from: Time,
    /// Hands that ended before this time.
    to: Time,
    /// Hands with a player whose name contains this.
    opponent: Words,
    /// Hands that won chips, or lost chips.
    result: Outcome,
    /// Hands in which you were all-in, or were not.
    all_in: bool,
    /// Hands that you took to the showdown, or did not.
    showdown: bool,
    /// Hands with at least this many chips in the pots.
    pot_min: Chips,
    /// Hands with at most this many chips in the pots.
    pot_max: Chips,
    /// Hands whose pots show at least this, in hundredths: of the money at a table that shows money, of a chip elsewhere.
    shown_min: u64,
    /// Hands whose pots show at most this, in hundredths.
    shown_max: u64,
    /// Hands with all these words in the names of game, table and players, or among the cards.
    text: Words,
}

queries! {
    /// No parameters.
    NoQuery {}

    /// The language of rules.
    RulesLanguage {
        /// The language; `en` if omitted.
        lang: Language,
    }

    /// The language of a card.
    CardLanguage {
        /// The language; as in `Accept-Language` if omitted.
        lang: Language,
    }

    /// A page of a list.
    Page {
        /// Entries after this number, as given by the previous answer.
        after: u32,
    }

    /// A page of notes.
    NotesPage {
        /// Notes after this player, as given by an answer.
        after: String,
    }

    /// The form of a hand.
    HandForm {
        /// A file format; the record if omitted.
        format: Format,
    }

    /// A leaderboard.
    Leaderboard {
        /// The week; the current one if omitted.
        week: WeekName,
        /// Only hands of this game.
        game: Words,
    }

    /// Results of cash games.
    Results {
        /// Only hands of this game.
        game: Words,
        /// Hands that ended at this time or later.
        from: Time,
        /// Hands that ended before this time.
        to: Time,
        /// Spacing of the points: even in `hands` or in `time`; `hands` if omitted.
        by: Spacing,
    }

    /// Sessions at cash tables.
    Sessions {
        /// Only hands of this game.
        game: Words,
        /// Hands that ended at this time or later.
        from: Time,
        /// Hands that ended before this time.
        to: Time,
        /// Sessions that began earlier, as given by an answer.
        before: UnixMs,
    }

    /// Tournaments of an account.
    Tournaments {
        /// Tournaments with lower numbers, as given by an answer.
        before: u64,
    }

    /// Evenings of an account.
    Evenings {
        /// Only evenings at tables with lower numbers than this.
        before: TableId,
    }
}
