//! The draw for seats: cards dealt face up before a table's first hand. Rule: variants 4.6.
//!
//! The taken seats are reassigned: the highest card gets the last of them, the seat to the right of the banker, the
//! next-highest the seat to the right of that, and so on; of equal cards the one received first is higher. Free and
//! reserved seats stay as they are.

use std::cmp::Reverse;

use super::{CashTable, TableEvent, TableRuleError};
use crate::{Card, SeatIx, SeatSet};

/// The cards dealt for the seats, and the moves that follow from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatDraw {
    /// Taken seats in the order of the deal, each with its card.
    pub cards: Vec<(SeatIx, Card)>,
    /// Moves of all players as (from, to), the highest card first; some stay where they are.
    pub moves: Vec<(SeatIx, SeatIx)>,
}

impl SeatDraw {
    /// Deals one card to each of these seats, starting with the first. `None` if the deck is too short.
    pub fn deal(seats: SeatSet, deck: impl IntoIterator<Item = Card>) -> Option<Self> {
        let cards: Vec<(SeatIx, Card)> = seats.iter().zip(deck).collect();
        if cards.len() < seats.len() {
            return None;
        }
        let mut ranked = cards.clone();
        ranked.sort_by_key(|(_, card)| Reverse(card.rank()));
        let from = ranked.iter().map(|(seat, _)| *seat);
        let moves = from.zip(seats.iter().rev()).collect();
        Some(Self { cards, moves })
    }
}

impl CashTable {
    /// Returns `true` if seats have to be drawn before the first hand.
    pub fn must_draw_seats(&self) -> bool {
        let state = &self.state;
        state.config.seat_draw && !state.seats_drawn && state.last_button.is_none() && state.hand.is_none()
    }

    /// Returns `true` if seats have to be drawn and enough players are ready for the first hand.
    pub fn can_draw_seats(&self) -> bool {
        self.must_draw_seats() && self.ready().len() >= self.state.game.players_min()
    }

    /// Draws the seats of all seated players, once, dealing from `deck` clockwise from the first seat.
    ///
    /// # Errors
    /// If seats may not be drawn now ([`CashTable::can_draw_seats`]), or the deck is too short.
    pub fn draw_seats(&mut self, deck: impl IntoIterator<Item = Card>) -> Result<Vec<TableEvent>, TableRuleError> {
        let draw = self.can_draw_seats().then(|| SeatDraw::deal(self.occupied(), deck));
        let draw = draw.flatten().ok_or(TableRuleError::NoSeatDraw)?;
        Ok(self.change(|state, events| {
            let before = std::mem::take(&mut state.seats);
            for (from, to) in &draw.moves {
                state.seats[*to] = before[*from];
            }
            state.seats_drawn = true;
            events.push(TableEvent::SeatsDrawn(draw));
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    fn seat(number: u8) -> SeatIx {
        SeatIx::from_number(number).unwrap()
    }

    fn moves(seats: &[u8], deck: &str) -> Vec<(u8, u8)> {
        let seats = seats.iter().map(|number| seat(*number)).collect();
        let draw = SeatDraw::deal(seats, parse_cards(deck).unwrap()).unwrap();
        let numbers = |(from, to): &(SeatIx, SeatIx)| (from.number(), to.number());
        draw.moves.iter().map(numbers).collect()
    }

    #[test]
    fn the_highest_card_sits_last_and_the_others_at_its_right() {
        assert_eq!(moves(&[1, 2, 3], "9s Ad Kc"), [(2, 3), (3, 2), (1, 1)]);
        assert_eq!(moves(&[2, 5, 9], "Ks 2d Ac"), [(9, 9), (2, 5), (5, 2)]);
    }

    #[test]
    fn of_equal_cards_the_first_is_higher() {
        assert_eq!(moves(&[1, 2, 3, 4], "Ks Ad Kc Ah"), [(2, 4), (4, 3), (1, 2), (3, 1)]);
    }

    #[test]
    fn a_deck_that_is_too_short_decides_nothing() {
        let seats = [seat(1), seat(2)].into_iter().collect();
        assert_eq!(SeatDraw::deal(seats, parse_cards("As").unwrap()), None);
    }
}
