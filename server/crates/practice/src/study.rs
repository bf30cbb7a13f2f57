//! Study hands: house bots play them out, and a page replays one of the seats without the server.
//!
//! The hands are the same for everyone on a given day, so they are made once a day, at the first request.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use poker_bots::house::{HOUSE_NAMES, Style};
use poker_bots::{Ask, Bot, TableModel};
use poker_engine::SeatIx;
use poker_engine::game::{GameDef, catalogue};
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::practice::{PracticeRequest, StudyDecision, StudyHand, StudyResponse};
use poker_protocol::v1::{Action, PlayerInfo, PlayerKind, TableId as WireTableId};
use poker_store::{AccountId, HandRecord, HandView, TableId};
use poker_table::{Desk, HintQuestion, NumberedEvent, TableSetup, Timing};
use poker_wire as wire;
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Practice, config};

/// Hands per game and day. They are sent in one response of some 30 kB.
const HANDS: u64 = 2;

const PLAYERS: u8 = 4;

/// A hand is worth studying if its seat makes this many decisions.
const DECISIONS: std::ops::RangeInclusive<usize> = 3..=9;

/// Deals per game in search of a hand worth studying; after that, the one that comes nearest is used.
const DEALS: u64 = 12;

/// Time for which a request waits for hands in the making: slightly less than a request may take.
const PATIENCE: Duration = Duration::from_secs(14);

/// Upper bound on the decisions in a hand, over all seats. No hand of these games comes near it.
const DECISIONS_MAX: usize = 400;

/// The table number that appears in the records.
const TABLE: TableId = TableId(0);

/// The hands of a day, ready to be sent.
#[derive(Debug)]
pub struct Pack {
    /// The hands as JSON.
    pub text: Bytes,
    /// The same, gzipped.
    pub packed: Bytes,
}

/// The slot for the hands of a day. Requests that arrive while the hands are being made wait for the same ones.
type DaySlot = Arc<OnceCell<Arc<Pack>>>;

/// The hands of the current day.
#[derive(Debug, Default)]
pub struct Shelf(Mutex<Option<(Date, DaySlot)>>);

/// The reasons for which there are no hands.
#[derive(Debug, thiserror::Error)]
pub enum NoHands {
    /// The hands are being made.
    #[error("the hands of today are being made")]
    NotYet,
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopping,
    /// An error of the server.
    #[error("the hands could not be generated: {0}")]
    Failed(String),
}

impl Shelf {
    /// The slot for a day's hands. Those of another day are dropped.
    fn place_of(&self, day: Date) -> DaySlot {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((of, place)) if *of == day => Arc::clone(place),
            _ => {
                let place = DaySlot::default();
                *kept = Some((day, Arc::clone(&place)));
                place
            }
        }
    }
}

/// The hands of today, which the first request of the day has made.
///
/// # Errors
/// The reason for which there are none.
pub async fn hands(practice: &Practice) -> Result<Arc<Pack>, NoHands> {
    let day = TimeZone::UTC.to_datetime(Timestamp::now()).date();
    let place = practice.study.place_of(day);
    if let Some(pack) = place.get() {
        return Ok(Arc::clone(pack));
    }
    let stop = practice.stop.clone();
    // A separate task, so that the work is not lost if the requester does not wait for it.
    let made = practice.tasks.spawn(async move {
        let make = || async {
            let made = tokio::task::spawn_blocking(move || Pack::of(day, &stop)).await;
            made.map_err(|error| NoHands::Failed(error.to_string()))?.map(Arc::new)
        };
        place.get_or_try_init(make).await.map(Arc::clone)
    });
    let made = timeout(PATIENCE, made).await.map_err(|_| NoHands::NotYet)?;
    made.map_err(|error| NoHands::Failed(error.to_string()))?
}

impl Pack {
    /// Makes the hands of a day, which takes a few seconds.
    fn of(day: Date, stop: &CancellationToken) -> Result<Self, NoHands> {
        let mut hands = Vec::new();
        let midnight = day
            .to_zoned(TimeZone::UTC)
            .map_err(|error| NoHands::Failed(error.to_string()))?;
        let at = midnight.timestamp();
        // Deals of one day have distinct seeds: there are fewer than 256 games, and fewer than 16 hands and deals of each.
        let first = u64::try_from(at.as_second() / 86_400).unwrap_or_default() << 16;
        // Spreads the hands of one game apart.
        for round in 0..HANDS {
            for (number, game) in (0_u64..).zip(games()) {
                if stop.is_cancelled() {
                    return Err(NoHands::Stopping);
                }
                hands.push(study(game, first | (number << 8) | (round << 4), at)?);
            }
        }
        let response = StudyResponse {
            day: day.to_string(),
            hands,
        };
        let text = serde_json::to_string(&response).map_err(|error| NoHands::Failed(error.to_string()))?;
        let packed = poker_page::gzip(text.as_bytes(), poker_page::Effort::Full);
        Ok(Self {
            text: text.into(),
            packed: packed.into(),
        })
    }
}

/// The games to study: those played everywhere, which have a name in other formats, and the first game of each family
/// that has none of those.
fn games() -> Vec<&'static str> {
    let everywhere = catalogue::all().iter().filter(|game| game.phh.is_some());
    let mut games: Vec<&GameDef> = everywhere.map(Arc::as_ref).collect();
    for game in catalogue::all() {
        if games.iter().all(|known| known.family != game.family) {
            games.push(game);
        }
    }
    games.into_iter().map(|game| game.id.as_str()).collect()
}

/// A hand of a game, seen from the seat that makes the most decisions.
fn study(game: &str, seed: u64, at: Timestamp) -> Result<StudyHand, NoHands> {
    let failed = |why: &dyn std::fmt::Display| NoHands::Failed(format!("{game}: {why}"));
    let mut best: Option<(usize, SeatIx, PlayedOut)> = None;
    for deal in 0..DEALS {
        let played = PlayedOut::of(game, seed | deal, at).map_err(|why| failed(&why))?;
        let (seat, count) = played.most_asked();
        let missed_by = DECISIONS.start().saturating_sub(count) + count.saturating_sub(*DECISIONS.end());
        if best.as_ref().is_none_or(|(best, ..)| missed_by < *best) {
            best = Some((missed_by, seat, played));
        }
        if missed_by == 0 {
            break;
        }
    }
    let (_, seat, played) = best.ok_or_else(|| failed(&"no hand was dealt"))?;
    played.seen_from(seat).map_err(|why| failed(&why))
}

/// A decision that a bot made.
struct Made {
    seat: SeatIx,
    part: PrivateEvent,
    question: Option<HintQuestion>,
    action: Action,
}

/// A hand that bots have played.
struct PlayedOut {
    record: HandRecord,
    /// Sequence number of the event with which the hand began.
    began: u64,
    made: Vec<Made>,
}

/// A bot at a table.
struct Player {
    account: AccountId,
    model: TableModel,
    bot: Box<dyn Bot>,
}

impl Player {
    /// Processes events from the table.
    fn hear(&mut self, told: &[NumberedEvent]) -> Result<(), serde_json::Error> {
        for event in told {
            self.model.apply(event.seq, &serde_json::from_str(&event.public)?);
            let own = event.private_parts().filter(|(account, _)| *account == self.account);
            for (_, part) in own {
                self.model.apply_private(&serde_json::from_str(part)?);
            }
        }
        Ok(())
    }
}

/// The reasons for which a hand was not played out.
#[derive(Debug, thiserror::Error)]
enum Stuck {
    #[error("the game cannot be set up")]
    Setup,
    #[error("refused: {0}")]
    Refused(#[from] poker_table::Refusal),
    #[error("not understood: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("the hand does not end")]
    Endless,
}

impl PlayedOut {
    fn of(game: &str, seed: u64, at: Timestamp) -> Result<Self, Stuck> {
        let most = catalogue::find(game).map_or(2, |game| game.seats.1);
        let count = PLAYERS.min(most);
        let wanted = PracticeRequest {
            game: game.to_owned(),
            bots: count - 1,
            limit: None,
        };
        let config = config(&wanted).map_err(|_| Stuck::Setup)?;
        let setup = TableSetup::new(&config, Timing::default()).map_err(|_| Stuck::Setup)?;
        let mut desk = Desk::new(TABLE, setup, seed, at.as_millisecond());
        let accounts: Vec<AccountId> = (1..=count)
            .map(|seat| AccountId(Uuid::from_u128(seat.into())))
            .collect();
        let names = HOUSE_NAMES
            .iter()
            .cycle()
            .skip(usize::try_from(seed % 29).unwrap_or_default());
        for ((seat, account), name) in (0..).map(SeatIx::new).zip(&accounts).zip(names) {
            let player = PlayerInfo {
                id: account.to_string(),
                name: (*name).to_owned(),
                kind: PlayerKind::Bot,
            };
            desk.sit(player, seat)?;
        }
        let mut players = Vec::new();
        for (number, account) in accounts.into_iter().enumerate() {
            players.push(Player {
                account,
                model: TableModel::new(account.to_string(), desk.snapshot(account)),
                bot: Style::of_number(number).bot(seed.wrapping_add(number as u64)),
            });
        }
        play(&mut desk, &mut players)
    }

    /// The seat with the most decisions, the first in case of a tie, and their number.
    fn most_asked(&self) -> (SeatIx, usize) {
        let count = |seat: SeatIx| self.made.iter().filter(|made| made.seat == seat).count();
        let seats = (0..PLAYERS).rev().map(SeatIx::new).map(|seat| (seat, count(seat)));
        seats.max_by_key(|(_, count)| *count).unwrap_or((SeatIx::new(0), 0))
    }

    /// The hand as a seat saw it, with hints for its decisions.
    fn seen_from(self, seat: SeatIx) -> Result<StudyHand, Stuck> {
        let Self { record, began, made } = self;
        let account = AccountId(Uuid::from_u128(seat.number().into()));
        let own = record.participants.iter().find(|who| who.account == account);
        let view = HandView {
            table: TABLE,
            hand_no: record.hand_no,
            game: record.game.clone(),
            started_at: record.started_at,
            ended_at: record.ended_at,
            public: record.public,
            private: own.and_then(|own| own.private.clone()),
        };
        let mut told = wire::told_hand(view)?;
        let mut decisions = Vec::new();
        for mut made in made.into_iter().filter(|made| made.seat == seat) {
            let (PrivateEvent::Choices { seq, .. }, Some(question)) = (&mut made.part, made.question) else {
                continue;
            };
            *seq = (*seq + 1).saturating_sub(began);
            decisions.push(StudyDecision {
                seq: *seq,
                action: made.action,
                hint: question.hint(),
            });
            told.parts.push(made.part);
        }
        // A question comes after the cards with the same number: the sort is stable.
        told.parts.sort_by_key(PrivateEvent::seq);
        let game = catalogue::find(&told.game).ok_or(Stuck::Setup)?;
        Ok(StudyHand {
            family: game.family.code().to_owned(),
            record: told,
            decisions,
        })
    }
}

fn play(desk: &mut Desk, players: &mut [Player]) -> Result<PlayedOut, Stuck> {
    let mut made = Vec::new();
    let mut began = 0;
    let mut told = desk.deal()?;
    for _ in 0..DECISIONS_MAX {
        began = told
            .iter()
            .find(|event| event.begins_hand)
            .map_or(began, |event| event.seq);
        for player in &mut *players {
            player.hear(&told)?;
        }
        if let Some(record) = desk.take_ended() {
            return Ok(PlayedOut { record, began, made });
        }
        let asked = desk.asked().ok_or(Stuck::Endless)?;
        let player = players.get_mut(usize::from(asked.seat.index())).ok_or(Stuck::Endless)?;
        player.model.apply_private(&asked.part);
        let ask = Ask::from_private(&WireTableId(TABLE.to_string()), &asked.part).ok_or(Stuck::Endless)?;
        let mut action = player.bot.act(&ask, &player.model);
        let answered = desk.act(asked.seat, action.clone()).or_else(|_| {
            action = ask.check_or_fold();
            desk.act(asked.seat, action.clone())
        });
        told = answered?;
        made.push(Made {
            seat: asked.seat,
            part: asked.part,
            question: asked.what,
            action,
        });
    }
    Err(Stuck::Endless)
}

#[cfg(test)]
mod tests;
