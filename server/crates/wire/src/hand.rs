//! Public events around a hand, and the names of hands.

use poker_engine::SeatIx;
use poker_engine::eval::Described;
use poker_engine::game::Ladder;
use poker_engine::table::{DealerDraw, FirstDealer, SeatDraw};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::{HandName, Made, SeatCard, SeatMove, Side};
use poker_protocol::v1::rest::HandRanking;
use poker_protocol::v1::table;

use super::{card, cards};

/// Converts cards dealt face up to seats before a table's first hand.
fn seat_cards(cards: &[(SeatIx, poker_engine::Card)]) -> Vec<SeatCard> {
    let dealt = |(seat, dealt): &(SeatIx, poker_engine::Card)| SeatCard {
        seat: seat.number(),
        card: card(*dealt),
    };
    cards.iter().map(dealt).collect()
}

/// The event for the cards that decided the seats at a table.
pub fn seats_drawn(drawn: &SeatDraw) -> PublicEvent {
    let moves = drawn.moves.iter().map(|(from, to)| SeatMove {
        from: from.number(),
        to: to.number(),
    });
    PublicEvent::SeatsDrawn {
        cards: seat_cards(&drawn.cards),
        moves: moves.collect(),
    }
}

/// The event for the cards that decided a table's first dealer.
pub fn dealer_drawn(rule: FirstDealer, drawn: &DealerDraw) -> PublicEvent {
    PublicEvent::DealerDrawn {
        rule: match rule {
            FirstDealer::FirstJack => table::FirstDealer::FirstJack,
            FirstDealer::HighCard => table::FirstDealer::HighCard,
            FirstDealer::Random => table::FirstDealer::Random,
            FirstDealer::FirstSeat => table::FirstDealer::FirstSeat,
        },
        cards: seat_cards(&drawn.cards),
        dealer: drawn.dealer.number(),
    }
}

/// Names of both sides of a hand; `None` if there is nothing to say.
pub fn made((high, low): (Option<Described>, Option<Described>)) -> Option<Made> {
    let made = Made {
        high: high.as_ref().map(hand_name),
        low: low.as_ref().map(hand_name),
    };
    (made != Made::default()).then_some(made)
}

/// Converts the name of a hand.
pub fn hand_name(described: &Described) -> HandName {
    HandName {
        category: described.category.code().into(),
        ranks: described.ranks.iter().map(|rank| rank.symbol()).collect(),
        cards: cards(described.cards.iter().copied()),
        stands_for: if described.cards == described.stands_for {
            Vec::new()
        } else {
            cards(described.stands_for.iter().copied())
        },
    }
}

/// Converts an example ranking of hands.
pub fn hand_ranking(ladder: &Ladder) -> HandRanking {
    HandRanking {
        ranking: ladder.ranking.code().to_owned(),
        side: match ladder.side {
            poker_engine::event::Side::Whole => Side::Whole,
            poker_engine::event::Side::High => Side::High,
            poker_engine::event::Side::Low => Side::Low,
        },
        hands: ladder.hands.iter().map(hand_name).collect(),
        assumed_wild: cards(ladder.assumed_wild.iter()),
    }
}
