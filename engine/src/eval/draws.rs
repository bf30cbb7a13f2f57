//! Hands that lack one card. Rule: catalogue 2.10 and V16.

use super::cards::{at_least, by_suit, suit_ranks, without_jokers};
use super::class::Straights;
use crate::card::{Card, CardSet, Rank, Suit};

/// Status of five to ace as a straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WheelStraight {
    /// It is the lowest straight.
    Counts,
    /// It is no straight: the ace is only high.
    IsNone,
}

impl WheelStraight {
    /// Returns the straights of a full deck.
    pub(crate) const fn straights(self) -> Straights {
        match self {
            Self::Counts => Straights::Wheel,
            Self::IsNone => Straights::AceHigh,
        }
    }
}

/// Returns the ranks that would complete a straight with one more card; none if the cards already make one. Two ranks mean an open-ended
/// draw, or two gaps; one means a single gap, or a run at the end of the ranks.
///
/// ```
/// use poker_engine::card::parse_cards;
/// use poker_engine::eval::{WheelStraight, completing_ranks};
///
/// let cards = parse_cards("9s 8d 7c 6h")?.into_iter().collect();
/// let ranks = completing_ranks(cards, WheelStraight::Counts);
/// assert_eq!(ranks.iter().map(|rank| rank.symbol()).collect::<String>(), "5T");
/// # Ok::<(), poker_engine::card::ParseCardError>(())
/// ```
pub fn completing_ranks(cards: CardSet, wheel: WheelStraight) -> Vec<Rank> {
    let straights = wheel.straights();
    let [held, ..] = at_least(by_suit(without_jokers(cards)));
    let completes = |rank: &Rank| straights.top(held).is_none() && straights.top(held | 1 << rank.index()).is_some();
    Rank::all().filter(completes).collect()
}

/// Returns four consecutive cards of a suit that a card at either end would make a straight flush, or `None` if there are none. The ace may
/// complete either end, but is not among the four. Wild cards fill in for missing cards; natural cards play first. Rule: catalogue V16.
pub fn bobtail(cards: CardSet, wild: CardSet, wheel: WheelStraight) -> Option<CardSet> {
    let standing = cards.intersection(wild);
    let natural = without_jokers(cards.difference(wild));
    // Five to two is open at both ends only if the ace is also low.
    let lowest = match wheel {
        WheelStraight::Counts => 0,
        WheelStraight::IsNone => 1,
    };
    let runs = Suit::ALL
        .into_iter()
        .flat_map(|suit| (lowest..=8).map(move |low| (suit, 0b1111u16 << low)));
    let lacking = |(suit, run): &(Suit, u16)| 4 - (suit_ranks(natural, suit.index()) & run).count_ones() as usize;
    let (suit, run) = runs.min_by_key(lacking)?;
    let missing = lacking(&(suit, run));
    let of_run =
        |card: &Card| card.suit() == Some(suit) && card.rank().is_some_and(|rank| run >> rank.index() & 1 == 1);
    let bobtail = natural
        .iter()
        .filter(of_run)
        .chain(standing.iter().take(missing))
        .collect();
    (missing <= standing.len()).then_some(bobtail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;
    use crate::eval::{Category, Ranking, Selection, describe};

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    fn completing(text: &str) -> String {
        completing_ranks(set(text), WheelStraight::Counts)
            .into_iter()
            .map(Rank::symbol)
            .collect()
    }

    #[test]
    fn ds_1_to_3_open_ended_inside_and_one_ended() {
        assert_eq!(completing("9s 8d 7c 6h"), "5T", "DS-1");
        assert_eq!(completing("9s 8d 6c 5h"), "7", "DS-2");
        assert_eq!(completing("As Kd Qc Jh"), "T", "DS-3");
        assert_eq!(completing("5s 4d 3c 2h"), "6A");
        assert_eq!(
            completing_ranks(set("5s 4d 3c 2h"), WheelStraight::IsNone),
            [Rank::new(4).unwrap()]
        );
        assert_eq!(completing("9s 8d 7c 6h 5h"), "", "complete");
    }

    #[test]
    fn ds_4_jacks_split_for_a_straight_flush() {
        let kept = set("Jh Th 9h 8h");
        let mut made = std::collections::BTreeMap::new();
        for card in (0..52).filter_map(Card::from_index) {
            let mut hand = kept;
            if card.suit() == Some(Suit::Hearts) && hand.insert(card) {
                let hand = describe(Ranking::High, Selection::Best, hand, CardSet::EMPTY).unwrap();
                *made.entry(hand.category).or_insert(0) += 1;
            }
        }
        assert_eq!(
            made.into_iter().collect::<Vec<_>>(),
            [(Category::Flush, 7), (Category::StraightFlush, 2)]
        );
        assert_eq!(
            bobtail(set("Js Jh Th 9h 8h"), CardSet::EMPTY, WheelStraight::Counts),
            Some(kept)
        );
    }

    #[test]
    fn ds_5_to_10_bobtails() {
        let is_bobtail = |text| bobtail(set(text), CardSet::EMPTY, WheelStraight::Counts).is_some();
        for (id, hand, expected) in [
            ("DS-5", "Th 9h 8h 7h 2c", true),
            ("DS-6", "Ah 2h 3h 4h 9c", false),
            ("DS-7", "9h 8h 6h 5h 2c", false),
            ("DS-8", "Kh Qh Jh Th 2c", true),
            ("DS-9", "Ah Kh Qh Jh 2c", false),
            ("DS-10", "5h 4h 3h 2h 9c", true),
        ] {
            assert_eq!(is_bobtail(hand), expected, "{id}");
        }
        assert_eq!(
            bobtail(set("5h 4h 3h 2h 9c"), CardSet::EMPTY, WheelStraight::IsNone),
            None,
            "DS-10, no wheel"
        );
    }

    #[test]
    fn a_wild_card_is_one_of_the_four() {
        let deuces = set("2s 2h 2d 2c");
        assert_eq!(
            bobtail(set("Th 9h 7h 2c Ks"), deuces, WheelStraight::Counts),
            Some(set("Th 9h 7h 2c"))
        );
        assert_eq!(
            bobtail(set("Th 9h 8h 7h 2c"), deuces, WheelStraight::Counts),
            Some(set("Th 9h 8h 7h"))
        );
        assert_eq!(bobtail(set("Th 9h 6s 2c Ks"), deuces, WheelStraight::Counts), None);
    }
}
