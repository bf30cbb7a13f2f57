//! The structure of a tournament: everything that is chosen before it begins, read from a file and checked.
//!
//! A structure is data, as a game is: [`Structure::parse`] reads one and names the line, the key and the reason of any
//! fault; [`shipped`] has the ones that come with the engine. Rule: tournament L-6 to L-13.

mod check;
mod level;
mod parse;
pub mod shipped;
mod source;
#[cfg(test)]
mod tests;

pub(in crate::tournament) use level::following;
pub use level::{GameChoice, LevelRow, Row};
pub use source::StructureError;

use crate::Chips;
use crate::game::{AnteFormat, LocalName};
use crate::tournament::law::{self, Severity};

/// Largest number of entries in one tournament.
pub const MAX_ENTRIES: u32 = 100_000;

/// The announced form of a tournament. Every field is checked; see [`Structure::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Stable identifier: lower-case letters, digits and hyphens.
    pub id: String,
    /// Display name.
    pub name: LocalName,
    /// Way in which the field shrinks.
    pub kind: Kind,
    /// Event that starts the tournament.
    pub start: Start,
    /// Smallest and largest number of players.
    pub entries: (u32, u32),
    /// Number of seats at a table.
    pub seats: u8,
    /// Games played: a single one, or several that rotate from level to level.
    pub games: Vec<GameChoice>,
    /// Chips that an entry brings.
    pub stack: Chips,
    /// Levels and scheduled breaks in order. Each level after the last is half as large again as the one before. Rule: tournament 2.12.
    pub levels: Vec<Row>,
    /// Payer of the ante. Rule: tournament 4.2.
    pub ante: AnteFormat,
    /// Price of an entry, paid into the pool.
    pub price: Chips,
    /// Price of the bounty on an entry's head, and the way bounties are won; `None` without bounties.
    pub bounty: Option<Bounty>,
    /// Last level in which entries are open; 0 closes them at the start. Rule: tournament 1.8.
    pub late_levels: u16,
    /// Number of times a player may enter again after an elimination. Rule: tournament 2.17.
    pub re_entries: u16,
    /// Chips that players may buy during the first levels. Rule: tournament 2.17.
    pub rebuy: Option<Rebuy>,
    /// Chips that every player may buy once, in the first break after the rebuys. Rule: tournament 2.17.
    pub add_on: Option<AddOn>,
    /// Smallest pool; the house adds any shortfall.
    pub guarantee: Chips,
    /// Distribution of the pool.
    pub pays: Pays,
    /// Unit of all prizes except the first, which gets the remainder.
    pub pays_unit: Chips,
    /// Eliminations before which play goes hand-for-hand. Rule: tournament 2.7.
    pub hand_for_hand: Vec<HandForHand>,
    /// Number of tables at or below which the late phase begins, in which tables halt sooner. Rule: tournament 2.3.
    pub late_tables: u16,
    /// Schedule of breaks: listed or hourly.
    pub breaks: Breaks,
    /// Timing of decisions. Rule: tournament 2.13.
    pub clock: Clock,
    /// Time for a decision, in seconds.
    pub action: u32,
    /// Time bank at the start, in seconds.
    pub bank: u32,
    /// Treatment of an absent player's hand. Rule: tournament D-03.
    pub absent_hand: AbsentHand,
    /// Severity of penalties. Rule: tournament 11.
    pub severity: Severity,
    /// Permission to check and bet in the dark. Rule: tournament 9.16.
    pub dark_bets: DarkBets,
}

/// The way in which the field shrinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tables are balanced and broken until one is left.
    Field,
    /// Each table plays to its last player, and the winners play the next round. Rule: tournament L-10.
    Shootout,
    /// A shootout of heads-up matches, with byes. Rule: tournament L-10.
    Bracket,
}

/// The event that starts a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The announced time, if enough players have entered.
    Time,
    /// The last entry: a sit & go.
    Full,
}

/// The bounties of a tournament. Rules: tournament 2.17, L-12.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounty {
    /// Price paid with each entry.
    pub price: Chips,
    /// Way in which it is won.
    pub kind: BountyKind,
}

/// The way in which bounties are won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BountyKind {
    /// The player who eliminates its owner wins all of it.
    Flat,
    /// The player who eliminates its owner wins half in cash; the other half is added to the bounty on the winner's own head.
    Progressive,
    /// No player has one; a player who eliminates another in the money opens an envelope.
    Mystery {
        /// Percentages of the bounty pool in the first envelopes, largest first; the others share the rest equally.
        envelopes: Vec<u8>,
    },
}

/// The terms of rebuys. Rule: tournament 2.17.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebuy {
    /// Last level in which players may rebuy.
    pub levels: u16,
    /// Price of one, paid into the pool.
    pub price: Chips,
    /// Chips that one brings.
    pub chips: Chips,
    /// Largest number for each player.
    pub most: u16,
}

/// The terms of the add-on. Rule: tournament 2.17.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddOn {
    /// Price, paid into the pool.
    pub price: Chips,
    /// Chips that it brings.
    pub chips: Chips,
}

/// The distribution of the pool. Rules: tournament 2.10, L-9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pays {
    /// About 15 % of the entries are paid, each place somewhat less than the one above.
    Ladder,
    /// One to three places are paid, depending on the number of entries.
    Table,
    /// These percentages of the pool, first place first.
    Percents(Vec<u8>),
    /// Entries in another tournament: a satellite.
    Seats {
        /// Number of entries won.
        seats: u32,
        /// Identifier of the structure or tournament to which they give entry.
        of: String,
    },
}

/// The elimination before which play goes hand-for-hand. Rule: tournament 2.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandForHand {
    /// The last elimination before the money.
    Money,
    /// The last elimination before the final table.
    Final,
    /// The elimination that leaves this many players, at a jump in prizes.
    Jump(u32),
}

/// The schedule of breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaks {
    /// At the points where the levels list them.
    Listed,
    /// In the last five minutes of each hour of the wall clock, for all tournaments at the same time.
    Hourly,
}

/// The timing of decisions. Rule: tournament 2.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// A fixed time, then the time bank.
    Online,
    /// At least a minute, until another player calls Time.
    Live,
}

/// The treatment of a hand whose player is absent when it is dealt. Rule: tournament D-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsentHand {
    /// It is dead: it posts and cannot win.
    Dead,
    /// The timers play it, and it may win all-in.
    Live,
}

/// The permission to check and bet in the dark. Rule: tournament 9.16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DarkBets {
    /// Neither is allowed.
    Off,
    /// Both are allowed in games with a board.
    On,
}

/// A choice with a word in the file for each of its values, the default first.
pub trait Word: Copy + PartialEq + 'static {
    /// The words with their values.
    const WORDS: &'static [(&'static str, Self)];

    /// Returns the word for this value.
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, value)| *value == self);
        found.map_or("", |(word, _)| word)
    }
}

impl Word for Kind {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("field", Self::Field),
        ("shootout", Self::Shootout),
        ("bracket", Self::Bracket),
    ];
}

impl Word for Start {
    const WORDS: &'static [(&'static str, Self)] = &[("time", Self::Time), ("full", Self::Full)];
}

impl Word for AnteFormat {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("bb", Self::BigBlind),
        ("classic", Self::Classic),
        ("button", Self::Button),
    ];
}

impl Word for Clock {
    const WORDS: &'static [(&'static str, Self)] = &[("online", Self::Online), ("live", Self::Live)];
}

impl Word for AbsentHand {
    const WORDS: &'static [(&'static str, Self)] = &[("dead", Self::Dead), ("live", Self::Live)];
}

impl Word for DarkBets {
    const WORDS: &'static [(&'static str, Self)] = &[("off", Self::Off), ("on", Self::On)];
}

impl Word for Severity {
    const WORDS: &'static [(&'static str, Self)] =
        &[("normal", Self::Normal), ("light", Self::Light), ("heavy", Self::Heavy)];
}

impl Word for Breaks {
    const WORDS: &'static [(&'static str, Self)] = &[("levels", Self::Listed), ("hourly", Self::Hourly)];
}

impl BountyKind {
    /// Returns the word in the file: `flat`, `progressive` or `mystery`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Progressive => "progressive",
            Self::Mystery { .. } => "mystery",
        }
    }
}

impl Structure {
    /// Returns the value of a seat in this satellite: the price of the shipped structure that it names, and zero for any other structure.
    pub fn seat_value(&self) -> Chips {
        match &self.pays {
            Pays::Seats { of, .. } => shipped::find(of).map_or(Chips::ZERO, |target| target.entry_price()),
            _ => Chips::ZERO,
        }
    }

    /// Returns the last level in which players may enter or buy chips; 0 if entries close at the start.
    pub fn last_entry_level(&self) -> u16 {
        self.late_levels.max(self.rebuy.map_or(0, |rebuy| rebuy.levels))
    }

    /// Returns the number of published levels.
    pub fn published_levels(&self) -> u16 {
        let levels = self.levels.iter().filter(|row| matches!(row, Row::Level(_)));
        u16::try_from(levels.count()).unwrap_or(u16::MAX)
    }

    /// Returns the full price of an entry: for the pool and for the bounty.
    pub fn entry_price(&self) -> Chips {
        self.price + self.bounty.as_ref().map_or(Chips::ZERO, |bounty| bounty.price)
    }

    /// Returns the structure with another number of places; `None` if it allows no such number.
    pub fn with_places(&self, places: u32) -> Option<Self> {
        if !(self.entries.0..=MAX_ENTRIES).contains(&places) {
            return None;
        }
        let entries = (self.entries.0, places);
        let structure = Self {
            entries,
            ..self.clone()
        };
        structure.check().is_ok().then_some(structure)
    }

    /// Returns `true` if every table of the format is heads-up, so that two players are enough to start one. Rule: tournament 2.2.
    pub const fn is_heads_up(&self) -> bool {
        self.seats == 2
    }

    /// Returns `true` if only the house may announce it: its prizes are guaranteed, and no player decides what the house pays.
    pub fn is_house_only(&self) -> bool {
        !self.guarantee.is_zero()
    }

    /// Returns the number of seats at the final table, which no game of the tournament may exceed. Rules: tournament 2.6, L-5.
    pub fn final_seats(&self) -> u8 {
        let wanted = law::final_size(self.seats);
        let most = self.games.iter().map(|choice| choice.game.seats.1).min();
        wanted.min(most.unwrap_or(wanted))
    }
}
