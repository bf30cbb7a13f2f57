//! The grammar of questions: fields, seats, positions, rows, cards.

use std::fmt;

use poker_engine::card::{ParseCardError, parse_cards};
use poker_engine::game::StakesError;
use poker_engine::seat::MAX_SEATS;
use poker_engine::table::{Positions, TableRuleError};
use poker_engine::tournament::TableNo;
use poker_engine::tournament::law::LawError;
use poker_engine::{BySeat, Card, CardSet, Chips, RuleError, SeatIx, SeatSet, SetupError};
use serde::de::{self, DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// The reasons a line has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum QuestionError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("no `{0}`")]
    Missing(&'static str),
    #[error("`{name}`: {error}")]
    Field {
        name: &'static str,
        error: serde_json::Error,
    },
    #[error("there is no field `{0}` here")]
    Unknown(String),
    #[error("there is no such algorithm")]
    Algorithm,
    #[error("a table must have 2 to {MAX_SEATS} seats")]
    Seats,
    #[error("there is no seat {0} at this table")]
    NoSeat(u64),
    #[error("seat {0} appears twice")]
    SeatTwice(u64),
    #[error("{0} is more than there can be")]
    Amount(u64),
    #[error("{0}")]
    Contradiction(&'static str),
    #[error("{card} is not a single card")]
    NotACard { card: String },
    #[error("{0} appears twice")]
    CardTwice(Card),
    #[error(transparent)]
    Card(#[from] ParseCardError),
    #[error(transparent)]
    Law(#[from] LawError),
    #[error(transparent)]
    Stakes(#[from] StakesError),
    #[error(transparent)]
    Table(#[from] TableRuleError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("action {number}: {error}")]
    Action { number: usize, error: RuleError },
    #[error("action {0}: it is not the turn of this seat")]
    Turn(usize),
}

/// The fields of a question that have not been taken yet.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Parses a line.
    ///
    /// # Errors
    /// If the line is no JSON object, or names a field twice.
    pub(super) fn read(line: &[u8]) -> Result<Self, QuestionError> {
        Ok(serde_json::from_slice(line)?)
    }

    /// Takes a field as JSON; `None` if it is missing.
    pub(super) fn take_value(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name)
    }

    /// Takes an optional field.
    pub(super) fn take_if_any<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, QuestionError> {
        let read = |value| serde_json::from_value(value).map_err(|error| QuestionError::Field { name, error });
        self.take_value(name).map(read).transpose()
    }

    /// Takes a required field.
    pub(super) fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, QuestionError> {
        self.take_if_any(name)?.ok_or(QuestionError::Missing(name))
    }

    /// Takes an amount of chips.
    pub(super) fn chips(&mut self, name: &'static str) -> Result<Chips, QuestionError> {
        chips(self.take(name)?)
    }

    /// Takes a list of amounts.
    pub(super) fn amounts(&mut self, name: &'static str) -> Result<Vec<Chips>, QuestionError> {
        let amounts: Vec<u64> = self.take(name)?;
        amounts.into_iter().map(chips).collect()
    }

    /// Takes the seats of a table.
    pub(super) fn ring(&mut self) -> Result<Ring, QuestionError> {
        let seats: u64 = self.take("seats")?;
        let count = u8::try_from(seats).ok().filter(|count| (2..=MAX_SEATS).contains(count));
        count.map(Ring).ok_or(QuestionError::Seats)
    }

    /// Ends the question.
    ///
    /// # Errors
    /// If a field is left over.
    pub(super) fn end(self) -> Result<(), QuestionError> {
        self.0
            .into_iter()
            .next()
            .map_or(Ok(()), |(name, _)| Err(QuestionError::Unknown(name)))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// A visitor that collects the fields of an object, each once.
struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a question as a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Fields, A::Error> {
        let mut fields = Map::new();
        while let Some((name, value)) = access.next_entry::<String, Value>()? {
            if fields.contains_key(&name) {
                return Err(de::Error::custom(format_args!("`{name}` appears twice")));
            }
            fields.insert(name, value);
        }
        Ok(Fields(fields))
    }
}

/// Checks that an amount can be counted.
pub(super) fn chips(amount: u64) -> Result<Chips, QuestionError> {
    Chips::try_new(amount).ok_or(QuestionError::Amount(amount))
}

/// Rows of seat and number.
pub(super) type Rows = Vec<(u64, u64)>;

/// The seats of a table, numbered from 1.
#[derive(Clone, Copy)]
pub(super) struct Ring(pub(super) u8);

impl Ring {
    /// The largest table, for questions without a number of seats.
    pub(super) const LARGEST: Self = Self(MAX_SEATS);

    pub(super) fn seat(self, number: u64) -> Result<SeatIx, QuestionError> {
        let seat = u8::try_from(number).ok().filter(|number| *number <= self.0);
        seat.and_then(SeatIx::from_number).ok_or(QuestionError::NoSeat(number))
    }

    /// Returns a set of seats, each named once.
    pub(super) fn set(self, numbers: &[u64]) -> Result<SeatSet, QuestionError> {
        let mut named = SeatSet::EMPTY;
        for &number in numbers {
            let seat = self.seat(number)?;
            if named.contains(seat) {
                return Err(QuestionError::SeatTwice(number));
            }
            named.insert(seat);
        }
        Ok(named)
    }

    /// Returns a number for some seats, each named once.
    pub(super) fn rows(self, rows: &Rows) -> Result<BySeat<Option<u64>>, QuestionError> {
        let mut values = BySeat::default();
        for &(number, value) in rows {
            let slot: &mut Option<u64> = &mut values[self.seat(number)?];
            if slot.replace(value).is_some() {
                return Err(QuestionError::SeatTwice(number));
            }
        }
        Ok(values)
    }

    /// Returns an amount for some seats, each named once.
    pub(super) fn stacks(self, rows: &Rows) -> Result<BySeat<Option<Chips>>, QuestionError> {
        let values = self.rows(rows)?;
        let mut stacks = BySeat::default();
        for (seat, value) in values.iter() {
            stacks[seat] = value.map(chips).transpose()?;
        }
        Ok(stacks)
    }

    /// Returns the positions of a hand.
    pub(super) fn positions(self, written: &Written) -> Result<Positions, QuestionError> {
        Ok(Positions {
            button: self.seat(written.button)?,
            small_blind: self.seat(written.small_blind)?,
            big_blind: self.seat(written.big_blind)?,
            waiting: self.set(&written.waiting)?,
            heads_up: written.heads_up,
        })
    }

    /// Returns the positions of the last hand of a table, if it had one.
    pub(super) fn last(self, written: Option<&Written>) -> Result<Option<Positions>, QuestionError> {
        written.map(|written| self.positions(written)).transpose()
    }
}

/// Positions as written in a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    button: u64,
    small_blind: u64,
    big_blind: u64,
    waiting: Vec<u64>,
    heads_up: bool,
}

/// Returns the seats of a set, by number.
pub(super) fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(SeatIx::number).collect()
}

/// Returns rows of seats and amounts, by seat.
pub(super) fn by_seat(amounts: impl IntoIterator<Item = (SeatIx, Chips)>) -> Vec<(u8, u64)> {
    let rows = amounts.into_iter().map(|(seat, amount)| (seat.number(), amount.get()));
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable();
    rows
}

/// Returns the seats that have an amount, in order.
pub(super) fn held(amounts: &BySeat<Option<Chips>>) -> impl Iterator<Item = (SeatIx, Chips)> {
    amounts.iter().filter_map(|(seat, amount)| Some((seat, (*amount)?)))
}

/// Parses the number of a table in the field.
pub(super) fn table_no(number: u64) -> Result<TableNo, QuestionError> {
    let number = u32::try_from(number).ok().filter(|number| *number > 0);
    number
        .map(TableNo)
        .ok_or(QuestionError::Contradiction("tables are numbered from 1"))
}

/// Parses cards that are written one by one, each once.
pub(super) fn single_cards(texts: Vec<String>) -> Result<Vec<Card>, QuestionError> {
    let mut cards = Vec::with_capacity(texts.len());
    for card in texts {
        match parse_cards(&card)?[..] {
            [one] if !one.is_joker() => cards.push(one),
            _ => return Err(QuestionError::NotACard { card }),
        }
    }
    distinct(&cards)?;
    Ok(cards)
}

/// Returns the set of some cards.
///
/// # Errors
/// If a card occurs twice.
pub(super) fn distinct(cards: &[Card]) -> Result<CardSet, QuestionError> {
    let mut set = CardSet::EMPTY;
    for &card in cards {
        if !set.insert(card) {
            return Err(QuestionError::CardTwice(card));
        }
    }
    Ok(set)
}
