//! Engine values <-> protocol messages: the one module that knows both.
//!
//! Seats count from 1 on the wire. No conversion here can hide a card or reveal one: what a viewer may know is decided
//! by the types that come in ([`poker_engine::Event`], [`poker_engine::HandView`]).

mod choice;
mod game;
mod hand;
mod mirror;
mod own;
mod record;
mod refusal;
pub mod tournament;

pub use choice::*;
pub use game::*;
pub use hand::*;
pub use mirror::{Context, public_event};
pub(crate) use mirror::{Mirror, declaration_in};
pub use own::{MadeAt, OwnHand, OwnMade, own_parts};
pub use record::{HandFile, RecordError, told_hand};
pub use refusal::*;

use std::sync::LazyLock;

use poker_engine::hand::{CardView, PlayView};
use poker_engine::table::{BombPot, DoubleBoard, FirstDealer, SeatStatus, StraddleRule};
use poker_engine::{CardSet, setup};
use poker_protocol::v1::table;
use poker_protocol::v1::{Card, Chips};

/// A table's identifier as it is sent.
pub fn table_id(id: crate::store::TableId) -> poker_protocol::v1::TableId {
    poker_protocol::v1::TableId(id.to_string())
}

/// A tournament's identifier as it is sent.
pub fn tournament_id(id: crate::store::TableId) -> poker_protocol::v1::tournament::TournamentId {
    poker_protocol::v1::tournament::TournamentId(id.to_string())
}

/// An amount as it is sent.
pub fn chips(amount: poker_engine::Chips) -> Chips {
    Chips::new(amount.get()).expect("both count to 2^53 - 1")
}

/// An amount as it was received.
pub fn chips_in(amount: Chips) -> poker_engine::Chips {
    poker_engine::Chips::new(amount.get())
}

/// A card as it is sent.
pub fn card(card: poker_engine::Card) -> Card {
    static NAMES: LazyLock<Vec<Card>> = LazyLock::new(|| {
        let all = (0..poker_engine::Card::COUNT).filter_map(poker_engine::Card::from_index);
        all.map(|card| Card::new(&card.to_string()).expect("both know the same cards"))
            .collect()
    });
    NAMES[usize::from(card.index())]
}

/// Cards as they are sent, in the same order.
pub fn cards(cards: impl IntoIterator<Item = poker_engine::Card>) -> Vec<Card> {
    cards.into_iter().map(card).collect()
}

/// A card as it was received.
pub fn card_in(card: Card) -> poker_engine::Card {
    card.as_str().parse().expect("both know the same cards")
}

/// A set of cards as it was received; `None` if a card is named twice.
pub fn card_set_in(cards: &[Card]) -> Option<CardSet> {
    let mut set = CardSet::default();
    cards.iter().all(|named| set.insert(card_in(*named))).then_some(set)
}

/// How a seat takes part.
pub const fn status(status: SeatStatus) -> table::SeatStatus {
    match status {
        SeatStatus::Active => table::SeatStatus::Active,
        SeatStatus::Waiting => table::SeatStatus::Waiting,
        SeatStatus::SittingOut => table::SeatStatus::SittingOut,
        SeatStatus::Busted => table::SeatStatus::Busted,
        SeatStatus::Leaving => table::SeatStatus::Leaving,
    }
}

/// How the first dealer is found, as it was wished.
pub const fn first_dealer_in(rule: table::FirstDealer) -> FirstDealer {
    match rule {
        table::FirstDealer::FirstJack => FirstDealer::FirstJack,
        table::FirstDealer::HighCard => FirstDealer::HighCard,
        table::FirstDealer::Random => FirstDealer::Random,
        table::FirstDealer::FirstSeat => FirstDealer::FirstSeat,
    }
}

/// In which hands two boards are dealt, as it was wished.
pub const fn double_board_in(wished: table::DoubleBoard) -> DoubleBoard {
    match wished {
        table::DoubleBoard::Always => DoubleBoard::Always,
        table::DoubleBoard::BombPots => DoubleBoard::BombPots,
    }
}

/// Bomb pots as they were wished.
pub const fn bomb_pot_in(wished: table::BombPot) -> BombPot {
    BombPot {
        every: wished.every,
        ante: wished.ante,
    }
}

/// Which places may straddle, as it was wished.
pub const fn straddle_rule_in(rule: table::StraddleRule) -> StraddleRule {
    match rule {
        table::StraddleRule::UnderTheGun => StraddleRule::UnderTheGun,
        table::StraddleRule::Button => StraddleRule::Button,
        table::StraddleRule::AnyPlace => StraddleRule::AnyPlace,
    }
}

/// Who shows, as it was wished.
pub const fn show_rule_in(rule: table::ShowRule) -> setup::ShowRule {
    match rule {
        table::ShowRule::All => setup::ShowRule::All,
        table::ShowRule::MuckLosers => setup::ShowRule::MuckLosers,
    }
}

/// The cards of a seat as one viewer sees them.
pub fn viewed_cards(play: &PlayView) -> Vec<Option<Card>> {
    play.cards.iter().map(|view| view.known().map(card)).collect()
}

/// How many cards of a board lie face down.
pub fn hidden(board: &[CardView]) -> u8 {
    let hidden = board.iter().filter(|slot| **slot == CardView::Hidden);
    u8::try_from(hidden.count()).unwrap_or(u8::MAX)
}

/// Which cards of a seat lie face up, in the same order; empty if none does.
pub fn face_up(play: &PlayView) -> Vec<bool> {
    let up = |view: &CardView| matches!(view, CardView::Up(_));
    if play.cards.iter().any(up) {
        play.cards.iter().map(up).collect()
    } else {
        Vec::new()
    }
}

/// Which of `cards`, all of one seat, lie face up; empty if none does.
pub fn lies_up(play: &PlayView, cards: &[poker_engine::Card]) -> Vec<bool> {
    let up = |card: &poker_engine::Card| play.cards.contains(&CardView::Up(*card));
    if cards.iter().any(up) {
        cards.iter().map(up).collect()
    } else {
        Vec::new()
    }
}
