//! The structure of a tournament: everything that is chosen before it begins, read from a file and checked.
//!
//! A structure is data, like a game: [`Structure::parse`] reads one and names line, key and reason of a fault, and those
//! that come with the engine are in [`shipped`]. Rule: tournament L-6 to L-13.

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

/// The most entries of one tournament.
pub const MAX_ENTRIES: u32 = 100_000;

/// A tournament as it is announced. Every field is checked; see [`Structure::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The stable identifier: lower-case letters, digits and hyphens.
    pub id: String,
    /// What people call it.
    pub name: LocalName,
    /// How the field becomes smaller.
    pub kind: Kind,
    /// What starts it.
    pub start: Start,
    /// The least and the most players.
    pub entries: (u32, u32),
    /// How many seats a table has.
    pub seats: u8,
    /// What is played: one game, or one a level in turn.
    pub games: Vec<GameChoice>,
    /// The chips of an entry.
    pub stack: Chips,
    /// Levels and scheduled breaks in order. After the last level each one grows by a half. Rule: tournament 2.12.
    pub levels: Vec<Row>,
    /// Who pays the ante. Rule: tournament 4.2.
    pub ante: AnteFormat,
    /// What an entry pays to the pool.
    pub price: Chips,
    /// What an entry pays for the bounty on its head, and how bounties are won.
    pub bounty: Option<Bounty>,
    /// Entries are open until the clock leaves this level; 0 closes them at the start. Rule: tournament 1.8.
    pub late_levels: u16,
    /// How often a player may enter again after an elimination. Rule: tournament 2.17.
    pub re_entries: u16,
    /// Chips that players may buy while the first levels last. Rule: tournament 2.17.
    pub rebuy: Option<Rebuy>,
    /// Chips that every player may buy once, in the first break after the rebuys. Rule: tournament 2.17.
    pub add_on: Option<AddOn>,
    /// What the pool holds at the least: the house pays the rest.
    pub guarantee: Chips,
    /// How the pool is shared out.
    pub pays: Pays,
    /// Prizes are multiples of it, but for the first, which takes the rest.
    pub pays_unit: Chips,
    /// When hand-for-hand begins. Rule: tournament 2.7.
    pub hand_for_hand: Vec<HandForHand>,
    /// With so many tables or fewer it is the late phase, in which tables halt earlier. Rule: tournament 2.3.
    pub late_tables: u16,
    /// When breaks are.
    pub breaks: Breaks,
    /// How decisions are timed. Rule: tournament 2.13.
    pub clock: Clock,
    /// The time of a decision, in seconds.
    pub action: u32,
    /// The time bank at the start, in seconds.
    pub bank: u32,
    /// What becomes of the hand of an absent player. Rule: tournament D-03.
    pub absent_hand: AbsentHand,
    /// How hard penalties are. Rule: tournament 11.
    pub severity: Severity,
    /// Whether players may check and bet in the dark. Rule: tournament 9.16.
    pub dark_bets: DarkBets,
}

/// How the field becomes smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tables are balanced and broken until one is left.
    Field,
    /// Each table plays to its last player, and these play the next round. Rule: tournament L-10.
    Shootout,
    /// A shootout of pairs, with byes. Rule: tournament L-10.
    Bracket,
}

/// What starts a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Its time, if the least number of players is there.
    Time,
    /// The last entry: a sit & go.
    Full,
}

/// Bounties. Rules: tournament 2.17, L-12.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounty {
    /// What an entry pays for it.
    pub price: Chips,
    /// How it is won.
    pub kind: BountyKind,
}

/// How bounties are won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BountyKind {
    /// The whole of it goes to who eliminates its owner.
    Flat,
    /// Half of it does, the rest onto the winner's own head.
    Progressive,
    /// No player has one; who eliminates a player in the money opens an envelope.
    Mystery {
        /// The percents of the bounty pool in the first envelopes, the largest first; the others share the rest equally.
        envelopes: Vec<u8>,
    },
}

/// Rebuys. Rule: tournament 2.17.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebuy {
    /// They end when the clock leaves this level.
    pub levels: u16,
    /// What one costs, to the pool.
    pub price: Chips,
    /// The chips it brings.
    pub chips: Chips,
    /// How many a player may take.
    pub most: u16,
}

/// The add-on. Rule: tournament 2.17.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddOn {
    /// What it costs, to the pool.
    pub price: Chips,
    /// The chips it brings.
    pub chips: Chips,
}

/// How the pool is shared out. Rules: tournament 2.10, L-9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pays {
    /// About 15 % of the entries, each place some less than the one above.
    Ladder,
    /// One to three places, by the number of entries.
    Table,
    /// These percents of the pool, the first place first.
    Percents(Vec<u8>),
    /// Entries of another tournament: a satellite.
    Seats {
        /// How many.
        seats: u32,
        /// The identifier of the structure or tournament that they are entries of.
        of: String,
    },
}

/// What hand-for-hand waits for. Rule: tournament 2.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandForHand {
    /// The elimination before the money.
    Money,
    /// The elimination before the final table.
    Final,
    /// The elimination that leaves so many players, where a prize jumps.
    Jump(u32),
}

/// When breaks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaks {
    /// Where the levels list them.
    Listed,
    /// The last five minutes of each hour of the wall clock, the same for all tournaments.
    Hourly,
}

/// How decisions are timed. Rule: tournament 2.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// A fixed time, then the time bank.
    Online,
    /// A minute at least, then whenever somebody calls Time.
    Live,
}

/// What becomes of the hand of a player who is absent when it is dealt. Rule: tournament D-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsentHand {
    /// It is dead: it posts and cannot win.
    Dead,
    /// It is played by the timers, and may win all-in.
    Live,
}

/// Whether players may check and bet in the dark. Rule: tournament 9.16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DarkBets {
    /// They may not.
    Off,
    /// They may, in games with a board.
    On,
}

/// A word of the file for each value of a choice, the default first.
pub trait Word: Copy + PartialEq + 'static {
    /// Each word with its value.
    const WORDS: &'static [(&'static str, Self)];

    /// The word of this value.
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
    /// The word of the file: `flat`, `progressive` or `mystery`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Progressive => "progressive",
            Self::Mystery { .. } => "mystery",
        }
    }
}

impl Structure {
    /// The level after which no player may enter or buy chips any more; 0 where entries close at the start.
    pub fn last_entry_level(&self) -> u16 {
        self.late_levels.max(self.rebuy.map_or(0, |rebuy| rebuy.levels))
    }

    /// How many levels are published.
    pub fn published_levels(&self) -> u16 {
        let levels = self.levels.iter().filter(|row| matches!(row, Row::Level(_)));
        u16::try_from(levels.count()).unwrap_or(u16::MAX)
    }

    /// All that an entry pays: to the pool and for the bounty.
    pub fn entry_price(&self) -> Chips {
        self.price + self.bounty.as_ref().map_or(Chips::ZERO, |bounty| bounty.price)
    }

    /// Whether every table of the format is heads-up, so that two start. Rule: tournament 2.2.
    pub const fn is_heads_up(&self) -> bool {
        self.seats == 2
    }

    /// `true` if the house alone may announce it: its prizes are guaranteed, and no player decides what the house pays.
    pub fn is_house_only(&self) -> bool {
        !self.guarantee.is_zero()
    }

    /// How many seats the final table has: no more than every game of the tournament allows. Rules: tournament 2.6, L-5.
    pub fn final_seats(&self) -> u8 {
        let wanted = law::final_size(self.seats);
        let most = self.games.iter().map(|choice| choice.game.seats.1).min();
        wanted.min(most.unwrap_or(wanted))
    }
}
