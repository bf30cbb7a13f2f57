//! The text format of hand trackers. Times are UTC, and say so.

mod header;
mod read;
mod shown;
mod summary;
mod write;

use poker_engine::game::{Face, GameDef, Step};
use poker_engine::setup::PostKind;
use poker_engine::{Card, LimitKind};

pub(super) use read::read;
pub(super) use write::{plain_name, write};

/// Beginning of each hand we write; hands from elsewhere may have `Game`, `Zoom Hand` or the like in place of `Hand`.
const MAKER: &str = "PokerStars Hand #";

const LIMITS: [(LimitKind, &str); 3] = [
    (LimitKind::NoLimit, "No Limit"),
    (LimitKind::Pot, "Pot Limit"),
    (LimitKind::Fixed, "Limit"),
];

/// The streets of games with a board, by the number of cards on it.
const BOARDS: [(usize, &str); 3] = [(3, "FLOP"), (4, "TURN"), (5, "RIVER")];

/// The streets of stud, by the number of cards each player has.
const STUD: [(usize, &str); 5] = [
    (3, "3rd STREET"),
    (4, "4th STREET"),
    (5, "5th STREET"),
    (6, "6th STREET"),
    (7, "RIVER"),
];

/// The draws of games with several.
const DRAWS: [&str; 3] = ["FIRST DRAW", "SECOND DRAW", "THIRD DRAW"];

/// The words for forced payments. Players who enter or come back post blinds too, after the blinds of the hand.
const POSTS: [(PostKind, &str); 8] = [
    (PostKind::SmallBlind, "small blind"),
    (PostKind::BigBlind, "big blind"),
    (PostKind::ButtonBlind, "button blind"),
    (PostKind::Ante, "the ante"),
    (PostKind::DeadAnte, "the ante"),
    (PostKind::Straddle, "straddle"),
    (PostKind::EntryBlind, "big blind"),
    (PostKind::DeadBlind, "small blind"),
];

/// The words for both blinds, posted together by a player who comes back.
const BOTH_BLINDS: &str = "small & big blinds";

fn code(game: &GameDef) -> Option<&str> {
    game.tracker.as_deref()
}

/// `true` if players are dealt up cards.
fn is_stud(game: &GameDef) -> bool {
    let has_up = |step: &Step| matches!(step, Step::Deal(faces) if faces.contains(&Face::Up));
    game.steps.iter().any(has_up)
}

/// Returns the number of draws.
fn draws(game: &GameDef) -> usize {
    let draws = game.steps.iter().filter(|step| matches!(step, Step::Draw { .. }));
    draws.count()
}

fn bracketed(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    format!("[{}]", cards.join(" "))
}
