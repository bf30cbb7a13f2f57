//! The dealer of a table's first hand, chosen by cards dealt face up or by chance. Rules: variants 4.6, A27.

use crate::{Card, Rank, SeatIx, SeatSet};

crate::coded! {
    /// The way to find the first dealer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum FirstDealer: ALL, code {
        /// Cards are dealt round by round; the player with the first jack deals.
        FirstJack = "first_jack",
        /// Each player gets one card; the highest deals, and among equal ones the first dealt.
        HighCard = "high_card",
        /// Chance alone, equal for all players; no cards are dealt.
        Random = "random",
        /// The first seat in play deals.
        FirstSeat = "first_seat",
    }
}

impl FirstDealer {
    /// Returns `true` if cards decide.
    pub const fn deals_cards(self) -> bool {
        matches!(self, Self::FirstJack | Self::HighCard)
    }

    /// Finds the first dealer among `seats`, dealing from `deck` clockwise from the first seat. `number`, modulo the
    /// number of seats, decides if chance alone does, or if the deck ends before a card decides. `None` without seats.
    pub fn draw(self, seats: SeatSet, deck: impl IntoIterator<Item = Card>, number: usize) -> Option<DealerDraw> {
        let count = seats.len();
        let by_chance = seats.iter().nth(number.checked_rem(count)?)?;
        let round = seats.iter().cycle().zip(deck);
        let (cards, dealer) = match self {
            Self::FirstJack => {
                let mut cards = Vec::new();
                let mut dealer = None;
                for (seat, card) in round {
                    cards.push((seat, card));
                    if card.rank() == Some(Rank::JACK) {
                        dealer = Some(seat);
                        break;
                    }
                }
                (cards, dealer)
            }
            Self::HighCard => {
                let cards: Vec<(SeatIx, Card)> = round.take(count).collect();
                let best = cards.iter().rev().max_by_key(|(_, card)| card.rank());
                let dealer = best.filter(|_| cards.len() == count).map(|(seat, _)| *seat);
                (cards, dealer)
            }
            Self::Random => (Vec::new(), Some(by_chance)),
            Self::FirstSeat => (Vec::new(), seats.iter().next()),
        };
        Some(DealerDraw {
            cards,
            dealer: dealer.unwrap_or(by_chance),
        })
    }
}

/// The cards dealt for the first deal, and the dealer they chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealerDraw {
    /// Cards in the order dealt, each with its seat; empty if no cards were dealt.
    pub cards: Vec<(SeatIx, Card)>,
    /// Seat that deals the first hand.
    pub dealer: SeatIx,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    fn draw(rule: FirstDealer, seats: &[u8], deck: &str, number: usize) -> (u8, Vec<u8>) {
        let seats = seats.iter().filter_map(|number| SeatIx::from_number(*number)).collect();
        let draw = rule.draw(seats, parse_cards(deck).unwrap(), number).unwrap();
        let dealt = draw.cards.iter().map(|(seat, _)| seat.number());
        (draw.dealer.number(), dealt.collect())
    }

    #[test]
    fn a27_the_first_jack_deals() {
        let deck = "As Kd 2c 9h Jc Jd";
        assert_eq!(
            draw(FirstDealer::FirstJack, &[2, 5, 7], deck, 0),
            (5, vec![2, 5, 7, 2, 5])
        );
        assert_eq!(draw(FirstDealer::FirstJack, &[2, 5, 7], "Jd", 0), (2, vec![2]));
    }

    #[test]
    fn a27_the_highest_card_deals_and_of_equal_ones_the_first() {
        assert_eq!(
            draw(FirstDealer::HighCard, &[1, 3, 4], "Qs Ad Kc", 0),
            (3, vec![1, 3, 4])
        );
        assert_eq!(
            draw(FirstDealer::HighCard, &[1, 3, 4], "Qs Ad Ac", 0),
            (3, vec![1, 3, 4])
        );
        assert_eq!(
            draw(FirstDealer::HighCard, &[1, 3, 4], "2s 2d 2c", 0),
            (1, vec![1, 3, 4])
        );
    }

    #[test]
    fn without_cards_chance_or_the_first_seat_decides() {
        assert_eq!(draw(FirstDealer::Random, &[1, 3, 4], "", 5), (4, vec![]));
        assert_eq!(draw(FirstDealer::FirstSeat, &[3, 4], "", 5), (3, vec![]));
        assert_eq!(FirstDealer::Random.draw(SeatSet::EMPTY, [], 0), None);
        // A deck without jacks decides nothing.
        assert_eq!(draw(FirstDealer::FirstJack, &[1, 3], "2s 3s", 1), (3, vec![1, 3]));
    }
}
