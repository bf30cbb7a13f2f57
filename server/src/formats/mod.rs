//! Finished hands in the formats of the world, out and in.
//!
//! Beside the public record, a file has what its one viewer saw, and no more: the reader of an export learns
//! nothing that the viewer did not know.

pub(crate) mod fuzz;
mod import;
mod ohh;
#[cfg(test)]
mod tests;
mod titles;
mod tracker;
mod words;

use jiff::Timestamp;
use poker_engine::event::PublicEvent;
use poker_engine::history::phh::{self, PhhHand, Record};
use poker_engine::{BySeat, Chips, LimitKind, SeatIx};
use poker_protocol::v1::ErrorCode;
use serde_json::json;

pub use import::ImportError;

use crate::store::HandView;
use crate::table::{EventRecord, PrivateRecord, PublicRecord};
use crate::wire::{HandFile, RecordError, chips_in};

/// The formats in which a hand is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// The open poker hand history format, TOML.
    Phh,
    /// Our own record, one JSON object.
    Json,
    /// Open Hand History, JSON.
    Ohh,
    /// The text that hand trackers read.
    Text,
}

impl Format {
    /// What a file of it is, to a browser.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Phh => "application/toml",
            Self::Json | Self::Ohh => "application/json",
            Self::Text => "text/plain; charset=utf-8",
        }
    }
}

impl Format {
    /// What a file of many hands is, to a browser: in JSON each hand is an object of its own.
    pub const fn content_type_of_many(self) -> &'static str {
        match self {
            Self::Json => "application/x-ndjson",
            Self::Ohh => "text/plain; charset=utf-8",
            Self::Phh | Self::Text => self.content_type(),
        }
    }
}

/// Puts a written hand behind others in a file of many. `number` tells it from all others of the file.
pub fn append(file: &mut String, hand: &str, format: Format, number: i64) {
    match format {
        // Hands are numbered tables.
        Format::Phh => file.extend([&format!("[{number}]\n"), hand, "\n"]),
        Format::Json => file.push_str(hand),
        // An empty line ends a hand.
        Format::Ohh | Format::Text => file.extend([hand.trim_end(), "\n\n"]),
    }
}

/// Why a hand cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record is no JSON.
    #[error("the record is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    /// The format does not know the game.
    #[error("the format has no words for the game `{0}`")]
    Game(String),
    /// The format does not know stakes like these.
    #[error("the format has no words for these stakes: a bet is to be the big blind, the larger one twice that")]
    Stakes,
    /// Something happened that the format has no words for.
    #[error("the format has no words for {0}")]
    Event(&'static str),
}

impl FormatError {
    /// The client's error; `None` where the record is at fault, not the request.
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
/// When the format cannot express the hand, or the record is damaged.
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

/// The text that hand trackers read, of a hand that was played alone, with the players called by their seats.
///
/// # Errors
/// When the format cannot express the hand.
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

/// Reads the hands of a text in one of the formats from elsewhere; a broken one does not keep the others from being read.
pub fn read_ohh(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    ohh::read(text)
}

/// Reads the hands of a text as hand trackers know it; a broken one does not keep the others from being read.
pub fn read_text(text: &str) -> Vec<Result<PhhHand, ImportError>> {
    tracker::read(text)
}

/// Fields of PHH that tell where the hand comes from.
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

/// Fields of PHH that tell of the event; the format has words for its name and the level alone.
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

/// A text of several lines as TOML.
fn text_field(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// The names of the players, in the order of the file.
fn players(file: &HandFile, record: &PublicRecord) -> String {
    let name = |seat: u8| {
        record
            .players
            .iter()
            .find(|seated| seated.seat == seat)
            .map_or("", |s| s.player.name.as_str())
    };
    let names: Vec<&str> = file.order().map(name).collect();
    // A list of strings is written alike in JSON and in TOML.
    serde_json::to_string(&names).expect("names are text")
}

/// A hand with all that the formats tell of it.
#[derive(Debug)]
struct Telling<'a> {
    record: Record<'a>,
    names: BySeat<String>,
    table: String,
    hand: u64,
    started_at: Timestamp,
    /// Whose cards are told.
    hero: Option<SeatIx>,
    /// The event that the hand belongs to.
    event: Option<&'a EventRecord>,
}

/// The stakes of a game with two blinds.
#[derive(Clone, Copy, Debug)]
struct Blinds {
    kind: LimitKind,
    small: Chips,
    big: Chips,
    ante: Chips,
}

impl Telling<'_> {
    fn write(&self, format: Format) -> Result<String, FormatError> {
        match format {
            Format::Text => tracker::write(self),
            _ => ohh::write(self),
        }
    }

    /// The stakes, where both formats can tell them.
    fn blinds(&self) -> Result<Blinds, FormatError> {
        use poker_engine::setup::PostKind as P;
        let setup = self.record.setup;
        let post = |wanted: fn(P) -> bool| {
            let posts = setup.posts.iter().filter(|post| wanted(post.kind));
            posts.map(|post| post.amount).max().unwrap_or(Chips::ZERO)
        };
        if !setup.carried.is_zero() {
            return Err(FormatError::Event("chips from an earlier hand"));
        }
        let fed = |event: &&PublicEvent| matches!(event, PublicEvent::KittyTaken { .. });
        if self.record.events.iter().any(fed) {
            return Err(FormatError::Event("chips for a kitty"));
        }
        let paid = |event: &&PublicEvent| matches!(event, PublicEvent::SevenDeucePaid { .. });
        if self.record.events.iter().any(paid) {
            return Err(FormatError::Event("a bounty for seven-deuce"));
        }
        let big = post(|kind| kind == P::BigBlind);
        if setup.rules.bomb_pot {
            return Err(FormatError::Event("a bomb pot"));
        }
        if setup.rules.double_board {
            return Err(FormatError::Event("two boards"));
        }
        let first = setup.tiers.first().ok_or(FormatError::Stakes)?;
        let doubled = big.checked_mul(2).unwrap_or(Chips::MAX);
        let last = setup.tiers.last().map_or(Chips::ZERO, |limit| limit.min_bet());
        let kind = first.kind();
        let expected = if kind == LimitKind::Fixed { doubled } else { big };
        if big.is_zero() || first.min_bet() != big || last != expected {
            return Err(FormatError::Stakes);
        }
        Ok(Blinds {
            kind,
            // The seat of the small blind may be empty in an event.
            small: match self.event {
                Some(event) => chips_in(event.small_blind),
                None => post(|kind| kind == P::SmallBlind),
            },
            big,
            ante: post(|kind| matches!(kind, P::Ante | P::DeadAnte)),
        })
    }

    /// The cards that the hero was dealt.
    fn hero_cards(&self) -> Option<(SeatIx, Vec<String>)> {
        let seat = self.hero?;
        let cards = self.record.received[seat].as_ref()?;
        Some((seat, cards.iter().map(ToString::to_string).collect()))
    }

    /// The bounty on the head of a seat's player, 0 without one.
    fn head(&self, seat: SeatIx) -> u64 {
        let heads = self.event.map(|event| event.heads.as_slice()).unwrap_or_default();
        let head = heads.iter().find(|(other, _)| *other == seat.number());
        head.map_or(0, |(_, chips)| chips.get())
    }

    /// The seats that were dealt in, with their stacks, by seat.
    fn stacks(&self) -> Vec<(SeatIx, Chips)> {
        let players = self.record.setup.players.iter();
        let mut stacks: Vec<_> = players.map(|player| (player.seat, player.stack)).collect();
        stacks.sort_by_key(|(seat, _)| seat.index());
        stacks
    }

    /// What each pot paid to whom, main pot first; both sides of a pot together.
    fn awards(&self) -> Vec<(Chips, Vec<(SeatIx, Chips)>)> {
        let mut pots: Vec<(Chips, Vec<(SeatIx, Chips)>)> = Vec::new();
        for event in &self.record.events {
            let PublicEvent::PotAwarded {
                pot, amount, shares, ..
            } = event
            else {
                continue;
            };
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

/// Whether it is a step of the board that both formats have a name for: three cards, one, one.
fn is_street(board: usize, dealt: usize) -> bool {
    matches!((board, dealt), (0, 3) | (3 | 4, 1))
}
