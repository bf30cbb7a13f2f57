//! Conversion between engine values and protocol messages, and the records of finished hands.
//!
//! Seats count from 1 on the wire. No conversion here can hide or reveal a card: the input types
//! ([`poker_engine::Event`], [`poker_engine::HandView`]) decide what a viewer may see.

mod choice;
mod game;
mod hand;
mod mirror;
mod own;
mod record;
mod refusal;
mod session;
mod stored;
pub mod tournament;

pub use choice::*;
pub use game::*;
pub use hand::*;
pub use mirror::{Context, Damaged, Mirror, declaration_in, public_event};
pub use own::{MadeAt, OwnHand, OwnMade, own_parts};
pub use record::{HandFile, RecordError, told_hand};
pub use refusal::*;
pub use session::{chip_money, first_dealer_in, money_told, set_rules};
pub use stored::{
    Cause, CauseRecord, ClockRecord, EventKind, EventRecord, PostRecord, PrivateRecord, PublicRecord, StartRecord,
};

use std::sync::LazyLock;

use poker_engine::CardSet;
use poker_engine::hand::{CardView, PlayView};
use poker_engine::table::SeatStatus;
use poker_protocol::v1::table;
use poker_protocol::v1::{Card, Chips};

/// Converts a table's identifier to the wire.
pub fn table_id(id: poker_store::TableId) -> poker_protocol::v1::TableId {
    poker_protocol::v1::TableId(id.to_string())
}

/// Converts a tournament's identifier to the wire.
pub fn tournament_id(id: poker_store::TableId) -> poker_protocol::v1::tournament::TournamentId {
    poker_protocol::v1::tournament::TournamentId(id.to_string())
}

/// Converts an amount to the wire.
pub fn chips(amount: poker_engine::Chips) -> Chips {
    Chips::new(amount.get()).expect("both count to 2^53 - 1")
}

/// Converts an amount from the wire.
pub fn chips_in(amount: Chips) -> poker_engine::Chips {
    poker_engine::Chips::new(amount.get())
}

/// Converts a card to the wire.
pub fn card(card: poker_engine::Card) -> Card {
    static NAMES: LazyLock<Vec<Card>> = LazyLock::new(|| {
        let all = (0..poker_engine::Card::COUNT).filter_map(poker_engine::Card::from_index);
        all.map(|card| Card::new(&card.to_string()).expect("both know the same cards"))
            .collect()
    });
    NAMES[usize::from(card.index())]
}

/// Converts cards to the wire, in the same order.
pub fn cards(cards: impl IntoIterator<Item = poker_engine::Card>) -> Vec<Card> {
    cards.into_iter().map(card).collect()
}

/// Converts a card from the wire.
pub fn card_in(card: Card) -> poker_engine::Card {
    card.as_str().parse().expect("both know the same cards")
}

/// Converts a set of cards from the wire; `None` if a card is named twice.
pub fn card_set_in(cards: &[Card]) -> Option<CardSet> {
    let mut set = CardSet::default();
    cards.iter().all(|named| set.insert(card_in(*named))).then_some(set)
}

/// Converts a seat's status to the wire.
pub const fn status(status: SeatStatus) -> table::SeatStatus {
    match status {
        SeatStatus::Active => table::SeatStatus::Active,
        SeatStatus::Waiting => table::SeatStatus::Waiting,
        SeatStatus::SittingOut => table::SeatStatus::SittingOut,
        SeatStatus::Busted => table::SeatStatus::Busted,
        SeatStatus::Leaving => table::SeatStatus::Leaving,
    }
}

/// Cards of a seat as one viewer sees them; `None` for a hidden card.
pub fn viewed_cards(play: &PlayView) -> Vec<Option<Card>> {
    play.cards.iter().map(|view| view.known().map(card)).collect()
}

/// Number of face-down cards on a board.
pub fn hidden(board: &[CardView]) -> u8 {
    let hidden = board.iter().filter(|slot| **slot == CardView::Hidden);
    u8::try_from(hidden.count()).unwrap_or(u8::MAX)
}

/// `true` for each face-up card of a seat, in the order of the cards; empty if there is none.
pub fn face_up(play: &PlayView) -> Vec<bool> {
    let up = |view: &CardView| matches!(view, CardView::Up(_));
    if play.cards.iter().any(up) {
        play.cards.iter().map(up).collect()
    } else {
        Vec::new()
    }
}

/// `true` for each face-up card among `cards`, all of one seat; empty if there is none.
pub fn lies_up(play: &PlayView, cards: &[poker_engine::Card]) -> Vec<bool> {
    let up = |card: &poker_engine::Card| play.cards.contains(&CardView::Up(*card));
    if cards.iter().any(up) {
        cards.iter().map(up).collect()
    } else {
        Vec::new()
    }
}
