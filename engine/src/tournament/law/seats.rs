//! Seats: the seat for a newcomer, the next player to move, the first button.

use super::LawError;
use crate::table::{FirstDealer, Positions};
use crate::{Card, SeatIx, SeatSet};

/// Returns the empty seat that will owe the big blind soonest, `None` at a full table. At a table that has dealt no
/// hand it is the lowest empty seat. Rules: tournament 2.3, 2.8 (`pick_seat`), D-30, L-3.
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

/// Returns the seat that leaves a table first, to balance it or to break it: the next big blind. Before the first hand
/// the seats leave in order. `None` at an empty table. Rules: tournament 2.3, 2.4, 2.8.
pub fn next_to_move(last: Option<Positions>, occupied: SeatSet) -> Option<SeatIx> {
    match last {
        Some(positions) => occupied.next_after(positions.big_blind),
        None => occupied.iter().next(),
    }
}

/// A table between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetweenHands {
    /// Number of players seated there.
    pub seated: usize,
    /// `true` if the next hand is the table's first.
    pub is_first: bool,
    /// `true` if the tournament is played heads-up.
    pub heads_up_format: bool,
    /// `true` if the tournament is in its final phase.
    pub is_final: bool,
}

/// Returns `true` if a table may deal: it needs 3 players for its first hand, 2 from then on, in the final phase and in
/// heads-up formats. Rule: tournament 2.2.
pub const fn may_deal(table: &BetweenHands) -> bool {
    let needed = if table.is_first && !table.heads_up_format && !table.is_final {
        3
    } else {
        2
    };
    table.seated >= needed
}

/// Returns the first dealer by the highest card, one dealt face up to each seat in order; of equal cards the first one
/// dealt. Rules: tournament D-38, H-13.
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
