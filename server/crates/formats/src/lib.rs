//! Finished hands in the formats of other programs, written and read.
//!
//! Apart from the public record, a file has what its one viewer saw, and no more: the reader of an export learns
//! nothing that the viewer did not know.

mod encoding;
mod ending;
mod import;
mod ohh;
pub mod structure;
#[cfg(any(test, feature = "suite"))]
pub mod suite;
#[cfg(test)]
mod tests;
mod titles;
mod tracker;
mod words;

use jiff::Timestamp;
use poker_engine::event::PublicEvent;
use poker_engine::history::phh::{self, PhhHand, Record};
use poker_engine::setup::PostKind;
use poker_engine::{BySeat, Chips, LimitKind, SeatIx};
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::routes::value;
use serde_json::json;

pub use encoding::decode;
pub use ending::Ending;
pub use import::ImportError;

use poker_store::HandView;
use poker_wire::{EventRecord, HandFile, PrivateRecord, PublicRecord, RecordError, chips_in};

/// The formats a hand can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The open poker hand history format (PHH), TOML.
    Phh,
    /// Our own record, one JSON object.
    Json,
    /// Open Hand History, JSON.
    Ohh,
    /// The text format of hand trackers.
    Text,
}

impl From<value::Format> for Format {
    fn from(asked: value::Format) -> Self {
        match asked {
            value::Format::Phh => Self::Phh,
            value::Format::Json => Self::Json,
            value::Format::Ohh => Self::Ohh,
            value::Format::Text => Self::Text,
        }
    }
}

impl Format {
    /// Returns the media type of a file with one hand.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Phh => "application/toml",
            Self::Json | Self::Ohh => "application/json",
            Self::Text => "text/plain; charset=utf-8",
        }
    }
}

impl Format {
    /// Returns the media type of a file with many hands: in JSON each hand is an object of its own.
    pub const fn content_type_of_many(self) -> &'static str {
        match self {
            Self::Json => "application/x-ndjson",
            Self::Ohh => "text/plain; charset=utf-8",
            Self::Phh | Self::Text => self.content_type(),
        }
    }
}

/// Appends a written hand to a file of many. `number` is unique within the file.
pub fn append(file: &mut String, hand: &str, format: Format, number: i64) {
    match format {
        // Hands are numbered tables.
        Format::Phh => file.extend([&format!("[{number}]\n"), hand, "\n"]),
        Format::Json => file.push_str(hand),
        // An empty line ends a hand.
        Format::Ohh | Format::Text => file.extend([hand.trim_end(), "\n\n"]),
    }
}

/// Appends to a file of many which hand is missing and why, if the format has comments.
pub fn append_missing(file: &mut String, hand: &str, error: &FormatError, format: Format) {
    let what = error.lack().unwrap_or_default();
    let comment = format!("# hand {hand} is missing: {error} ({what})\n\n");
    match format {
        Format::Phh | Format::Text => file.push_str(&comment),
        Format::Json | Format::Ohh => {}
    }
}

/// The reasons a hand cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record is not JSON.
    #[error("the record is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    /// The format does not support the game.
    #[error("the format has no words for the game `{0}`")]
    Game(String),
    /// The format does not support such stakes.
    #[error("the format has no words for these stakes: a bet must be the big blind, the larger bet twice that")]
    Stakes,
    /// Something happened that the format cannot express.
    #[error("the format has no words for {}", .0.words)]
    Event(Lack),
}

/// Something that a format cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The stable name.
    pub code: &'static str,
    /// The description in words.
    pub words: &'static str,
}

impl Lack {
    const fn new(code: &'static str, words: &'static str) -> Self {
        Self { code, words }
    }

    pub(crate) const CARRIED: Self = Self::new("carried", "chips from an earlier hand");
    pub(crate) const KITTY: Self = Self::new("kitty", "chips for a kitty");
    pub(crate) const SEVEN_DEUCE: Self = Self::new("seven_deuce", "a bounty for seven-deuce");
    pub(crate) const BOMB_POT: Self = Self::new("bomb_pot", "a bomb pot");
    pub(crate) const TWO_BOARDS: Self = Self::new("two_boards", "two boards");
    pub(crate) const SPLIT: Self = Self::new("split_by_ruling", "a hand whose pots an official has shared");
    pub(crate) const EXCESS: Self = Self::new("forfeited_excess", "chips that an illegal bet has lost");
    pub(crate) const BOARD: Self = Self::new("board", "such a board");
    pub(crate) const SHARED_CARD: Self = Self::new("shared_card", "a card that all players share");
    pub(crate) const FORCED_BET: Self = Self::new("forced_bet", "such a forced bet");
    pub(crate) const OTHER: Self = Self::new("event", "what happens in this hand");

    /// Returns what a format without a line for an event cannot express.
    const fn of(event: &PublicEvent) -> Self {
        match event {
            PublicEvent::ExcessForfeited { .. } => Self::EXCESS,
            PublicEvent::KittyTaken { .. } => Self::KITTY,
            PublicEvent::SevenDeucePaid { .. } => Self::SEVEN_DEUCE,
            PublicEvent::SecondBoardDealt { .. } => Self::TWO_BOARDS,
            PublicEvent::PotCarried { .. } => Self::CARRIED,
            PublicEvent::BoardDealtDown { .. } | PublicEvent::BoardTurned { .. } => Self::BOARD,
            PublicEvent::CommunalDealt { .. } => Self::SHARED_CARD,
            _ => Self::OTHER,
        }
    }
}

impl FormatError {
    /// Returns the stable name of what the format cannot express; `None` if the record is at fault.
    pub const fn lack(&self) -> Option<&'static str> {
        match self {
            Self::Record(_) | Self::Damaged(_) => None,
            Self::Game(_) => Some("game"),
            Self::Stakes => Some("stakes"),
            Self::Event(lack) => Some(lack.code),
        }
    }

    /// Returns the error code for clients; `None` if the record is at fault, not the request.
    pub const fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Record(_) | Self::Damaged(_) => None,
            Self::Game(_) | Self::Stakes | Self::Event(_) => Some(ErrorCode::HandNotExpressible),
        }
    }
}

/// Writes a hand as its viewer saw it: with the viewer's own cards, if the record has them.
///
/// # Errors
/// If the format cannot express the hand, or the record is damaged.
pub fn write(hand: &HandView, format: Format) -> Result<String, FormatError> {
    let public: PublicRecord = serde_json::from_str(&hand.public)?;
    let private: Option<PrivateRecord> = hand.private.as_deref().map(serde_json::from_str).transpose()?;
    if format == Format::Json {
        let object = json!({
            "table": hand.table.to_string(),
            "hand": hand.hand_no,
            "game": hand.game,
            "definition": public.definition,
            "started_at": hand.started_at.to_string(),
            "ended_at": hand.ended_at.to_string(),
            "limits": public.limits,
            "event": public.event,
            "players": public.players,
            "events": public.events,
        });
        return Ok(format!("{object}\n"));
    }
    let file = HandFile::read(&hand.game, &public, private.as_ref())?;
    let mut record = file.record();
    if format == Format::Phh {
        record.fields = fields(hand, &file, &public);
        return Ok(phh::write(&record));
    }
    let mut names: BySeat<String> = BySeat::default();
    for player in &public.players {
        if let Some(seat) = SeatIx::from_number(player.seat) {
            names[seat].clone_from(&player.player.name);
        }
    }
    let telling = Telling {
        names,
        table: hand.table.to_string(),
        hand: hand.hand_no,
        started_at: hand.started_at,
        hero: private.and_then(|private| SeatIx::from_number(private.seat)),
        event: public.event.as_ref(),
        record,
    };
    telling.write(format)
}

/// Writes a single hand in the text format of hand trackers, with the players named after their seats.
///
/// # Errors
/// If the format cannot express the hand.
pub fn text_of(record: Record<'_>, hand: u64) -> Result<String, FormatError> {
    let telling = Telling {
        names: BySeat::from_fn(|seat| format!("Player {}", seat.number())),
        table: "1".to_owned(),
        hand,
        started_at: Timestamp::UNIX_EPOCH,
        hero: None,
        event: None,
        record,
    };
    telling.write(Format::Text)
}

/// Reads the hands of an Open Hand History file; a broken one does not keep the others from being read.
pub fn read_ohh(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    ohh::read(text)
}

/// Reads the hands of a text for hand trackers; a broken one does not keep the others from being read.
pub fn read_text(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    tracker::read(text)
}

/// Returns the PHH fields for the origin of a hand.
fn fields(hand: &HandView, file: &HandFile, record: &PublicRecord) -> Vec<String> {
    let utc = hand.ended_at.to_zoned(jiff::tz::TimeZone::UTC);
    let table = hand.table.0;
    let definition = record.definition.as_deref().map(text_field);
    let definition = definition.map(|definition| format!("_definition = {definition}"));
    let known = [
        format!("hand = {}", hand.hand_no),
        format!("table = {table}"),
        format!("year = {}", utc.year()),
        format!("month = {}", utc.month()),
        format!("day = {}", utc.day()),
        format!("time = {}", utc.strftime("%H:%M:%S")),
        "time_zone = \"UTC\"".to_owned(),
        format!("players = {}", players(file, record)),
    ];
    let event = record.event.iter().flat_map(|event| event_fields(event, file));
    known.into_iter().chain(definition).chain(event).collect()
}

/// Returns the PHH fields for the event; the format can express only its name and the level.
fn event_fields(event: &EventRecord, file: &HandFile) -> Vec<String> {
    let head = |seat: u8| {
        let head = event.heads.iter().find(|(other, _)| *other == seat);
        head.map_or(0, |(_, chips)| chips.get()).to_string()
    };
    let heads: Vec<String> = file.order().map(head).collect();
    let bounties = [
        format!("_bounty = {}", event.bounty.get()),
        format!("_bounties = [{}]", heads.join(", ")),
    ];
    let fields = [
        format!("event = {}", text_field(&event.name.en)),
        format!("level = {}", event.level),
        format!("_tournament = {}", event.tournament),
        format!("_table_no = {}", event.table_no),
        format!("_buy_in = {}", event.price.get()),
    ];
    let bounties = bounties.into_iter().filter(|_| event.bounty.get() > 0);
    fields.into_iter().chain(bounties).collect()
}

/// Formats a multi-line text as TOML.
fn text_field(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Returns the names of the players, in the order of the file.
fn players(file: &HandFile, record: &PublicRecord) -> String {
    let name = |seat: u8| {
        record
            .players
            .iter()
            .find(|seated| seated.seat == seat)
            .map_or("", |s| s.player.name.as_str())
    };
    let names: Vec<&str> = file.order().map(name).collect();
    // A list of strings is the same in JSON and in TOML.
    serde_json::to_string(&names).expect("names are text")
}

/// A hand with everything the formats say about it.
#[derive(Debug)]
pub struct Telling<'a> {
    /// The course of the hand.
    pub record: Record<'a>,
    /// The names of the players.
    pub names: BySeat<String>,
    /// The name of the table.
    pub table: String,
    /// The number of the hand at its table.
    pub hand: u64,
    /// The time of the deal.
    pub started_at: Timestamp,
    /// The seat whose hole cards are included.
    pub hero: Option<SeatIx>,
    /// The event the hand belongs to.
    pub event: Option<&'a EventRecord>,
}

/// The stakes of a hand.
#[derive(Clone, Copy, Debug)]
struct Stakes {
    kind: LimitKind,
    small: Chips,
    /// The big blind, the button's blind if there is no other, or the lower bet in games without blinds.
    big: Chips,
    ante: Chips,
    /// Set if only the button posts a blind.
    button: bool,
}

impl Telling<'_> {
    /// Writes the hand.
    ///
    /// # Errors
    /// If the format has no words for it.
    pub fn write(&self, format: Format) -> Result<String, FormatError> {
        match format {
            Format::Text => tracker::write(self),
            _ => ohh::write(self),
        }
    }

    /// Returns the stakes, if both formats can express them and the hand.
    fn stakes(&self) -> Result<Stakes, FormatError> {
        use PostKind as P;
        let setup = self.record.setup;
        let post = |wanted: fn(P) -> bool| {
            let posts = setup.posts.iter().filter(|post| wanted(post.kind));
            posts.map(|post| post.amount).max().unwrap_or(Chips::ZERO)
        };
        if !setup.carried.is_zero() {
            return Err(FormatError::Event(Lack::CARRIED));
        }
        let is_told_elsewhere = |event: &&&PublicEvent| {
            matches!(
                event,
                PublicEvent::KittyTaken { .. }
                    | PublicEvent::SevenDeucePaid { .. }
                    | PublicEvent::ExcessForfeited { .. }
            )
        };
        if let Some(event) = self.record.events.iter().find(is_told_elsewhere) {
            return Err(FormatError::Event(Lack::of(event)));
        }
        if setup.rules.double_board {
            return Err(FormatError::Event(Lack::TWO_BOARDS));
        }
        if self.record.is_split() {
            return Err(FormatError::Event(Lack::SPLIT));
        }
        let first = setup.tiers.first().ok_or(FormatError::Stakes)?;
        let (kind, least) = (first.kind(), first.min_bet());
        let button = post(|kind| kind == P::ButtonBlind);
        let posted = post(|kind| matches!(kind, P::BigBlind | P::ButtonBlind));
        // In a bomb pot, and in games with a bring-in, no blind gives the stakes.
        let has_no_blind = setup.rules.bomb_pot || setup.bring_in.is_some();
        let big = if has_no_blind { least } else { posted };
        let doubled = big.checked_mul(2).unwrap_or(Chips::MAX);
        let dearest = setup.tiers.last().map_or(Chips::ZERO, |limit| limit.min_bet());
        let expected = if kind == LimitKind::Fixed { doubled } else { big };
        if big.is_zero() || least != big || dearest != expected {
            return Err(FormatError::Stakes);
        }
        Ok(Stakes {
            kind,
            // The seat of the small blind may be empty in an event.
            small: match self.event {
                Some(event) if !has_no_blind => chips_in(event.small_blind),
                _ => post(|kind| kind == P::SmallBlind),
            },
            big,
            ante: post(|kind| matches!(kind, P::Ante | P::DeadAnte)),
            button: !button.is_zero(),
        })
    }

    /// Returns the cards dealt to the hero.
    fn hero_cards(&self) -> Option<(SeatIx, Vec<String>)> {
        let seat = self.hero?;
        let cards = self.record.received[seat].as_ref()?;
        Some((seat, cards.iter().map(ToString::to_string).collect()))
    }

    /// Returns the bounty on the head of a seat's player, 0 if there is none.
    fn head(&self, seat: SeatIx) -> u64 {
        let heads = self.event.map(|event| event.heads.as_slice()).unwrap_or_default();
        let head = heads.iter().find(|(other, _)| *other == seat.number());
        head.map_or(0, |(_, chips)| chips.get())
    }

    /// Returns the seats dealt in, with their stacks, in seat order.
    fn stacks(&self) -> Vec<(SeatIx, Chips)> {
        let players = self.record.setup.players.iter();
        let mut stacks: Vec<_> = players.map(|player| (player.seat, player.stack)).collect();
        stacks.sort_by_key(|(seat, _)| seat.index());
        stacks
    }

    /// Returns the awards of each pot, main pot first; high and low halves together, and both runs of the board unless `run` is one of
    /// them.
    fn awards(&self, run: Option<u8>) -> Vec<(Chips, Vec<(SeatIx, Chips)>)> {
        let mut pots: Vec<(Chips, Vec<(SeatIx, Chips)>)> = Vec::new();
        for event in &self.record.events {
            let PublicEvent::PotAwarded {
                pot,
                amount,
                shares,
                run: paid_by,
                ..
            } = event
            else {
                continue;
            };
            if run.is_some() && run != *paid_by {
                continue;
            }
            let index = usize::from(*pot);
            if pots.len() <= index {
                pots.resize(index + 1, (Chips::ZERO, Vec::new()));
            }
            let (total, winners) = &mut pots[index];
            *total += *amount;
            for (seat, share) in shares {
                match winners.iter_mut().find(|(winner, _)| winner == seat) {
                    Some((_, won)) => *won += *share,
                    None => winners.push((*seat, *share)),
                }
            }
        }
        pots
    }
}

/// `true` if a forced bet sets the price for the others, even if it was posted short.
const fn is_price(kind: PostKind) -> bool {
    matches!(kind, PostKind::BigBlind | PostKind::ButtonBlind | PostKind::Straddle)
}
