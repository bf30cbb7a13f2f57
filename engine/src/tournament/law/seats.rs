//! Seats: where a newcomer sits, who moves first, who has the first button.

use super::LawError;
use crate::table::{FirstDealer, Positions};
use crate::{Card, SeatIx, SeatSet};

/// The empty seat that will owe the big blind soonest, `None` at a full table. A table that has dealt no hand gives its
/// lowest empty seat. Rules: tournament 2.3, 2.8 (`pick_seat`), D-30, L-3.
pub fn pick_seat(last: Option<Positions>, occupied: SeatSet, seat_count: u8) -> Option<SeatIx> {
    let mut empty = (0..seat_count)
        .filter_map(SeatIx::try_new)
        .filter(|seat| !occupied.contains(*seat));
    let Some(Positions { big_blind, .. }) = last else {
        return empty.next();
    };
    empty.min_by_key(|seat| {
        let players_before = occupied.between(big_blind, *seat).len();
        (players_before, big_blind.clockwise_to(*seat, seat_count))
    })
}

/// Who leaves a table first, to balance it or to break it: the next big blind. Where no hand has been dealt yet the seats
/// go in order. `None` at an empty table. Rules: tournament 2.3, 2.4, 2.8.
pub fn next_to_move(last: Option<Positions>, occupied: SeatSet) -> Option<SeatIx> {
    match last {
        Some(positions) => occupied.next_after(positions.big_blind),
        None => occupied.iter().next(),
    }
}

/// A table between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetweenHands {
    /// Players who sit there.
    pub seated: usize,
    /// Whether the next hand is its first.
    pub is_first: bool,
    /// Whether the tournament is played by two at a time.
    pub heads_up_format: bool,
    /// Whether the tournament is in its final phase.
    pub is_final: bool,
}

/// Whether a table may deal: it takes 3 players for its first hand, 2 from then on, in the final phase and in heads-up
/// formats. Rule: tournament 2.2.
pub const fn may_deal(table: &BetweenHands) -> bool {
    let needed = if table.is_first && !table.heads_up_format && !table.is_final {
        3
    } else {
        2
    };
    table.seated >= needed
}

/// The first dealer by the highest card, one dealt face up to each seat in order; of equal ones the first to get it.
/// Rules: tournament D-38, H-13.
///
/// # Errors
/// If there is no seat, or there are fewer cards than seats.
pub fn high_card(occupied: SeatSet, cards: &[Card]) -> Result<SeatIx, LawError> {
    if cards.len() < occupied.len() {
        return Err(LawError::TooFewCards);
    }
    let draw = FirstDealer::HighCard.draw(occupied, cards.iter().copied(), 0);
    draw.map(|draw| draw.dealer).ok_or(LawError::OutOfRange("seats"))
}
