//! Shortcuts to the class of a hand, each tested against the direct way.

use super::Ranking;
use super::cards::{at_least, by_suit, each_subset};
use super::class::{
    ACE_SIX_TO_NINE, CATEGORY_SHIFT, FLUSH, FULL_HOUSE, STRAIGHT, STRAIGHT_FLUSH, Scale, better_low, place,
};
use super::key::HandKey;
use crate::card::CardSet;

/// Place of a nine-high straight.
const NINE_HIGH: u16 = 4;
/// Returns the class in standard high, or `None` if there is no table for this number of cards.
pub(crate) fn high(cards: CardSet) -> Option<u16> {
    match cards.len() {
        5 => Some(HandKey::from(cards).five_class()),
        6 => Some(HandKey::from(cards).six_class()),
        7 => Some(HandKey::from(cards).seven_class()),
        _ => None,
    }
}

/// Returns the class of the best hand in these cards in a ranking of five-card hands, or `None` if there is no shortcut.
pub(crate) fn class(ranking: Ranking, cards: CardSet) -> Option<u16> {
    match ranking {
        Ranking::High => high(cards),
        Ranking::ShortDeck => short_deck(cards),
        Ranking::AceToFive => ace_to_five(cards).map(better_low),
        Ranking::AceToSix => weakest(cards, ace_to_six).map(better_low),
        Ranking::DeuceToSeven => weakest(cards, |hand| HandKey::from(hand).deuce_to_seven_class()).map(better_low),
        Ranking::Misere => weakest(cards, |hand| HandKey::from(hand).five_class()).map(better_low),
        _ => None,
    }
}

/// Returns the class of an 8-or-better low, or `None` if there is no low.
pub(crate) fn eight_or_better(cards: CardSet) -> Option<u16> {
    let low = lowest_five(ace_low_ranks(cards) & 0xff)?;
    Some(better_low(place(low, 5)))
}

/// Returns the ranks that occur, with the ace as bit 0.
pub(crate) fn ace_low_ranks(cards: CardSet) -> u16 {
    let [ranks, ..] = at_least(by_suit(cards));
    Scale::ACE_TO_FIVE.order(ranks)
}

/// Returns the five lowest ranks, or `None` if there are fewer.
pub(crate) const fn lowest_five(mut ranks: u16) -> Option<u16> {
    while ranks.count_ones() > 5 {
        ranks &= !(1 << ranks.ilog2());
    }
    if ranks.count_ones() == 5 { Some(ranks) } else { None }
}

fn short_deck(cards: CardSet) -> Option<u16> {
    const BELOW_SIX: u64 = 0xffff;
    if cards.bits() & BELOW_SIX != 0 {
        return None;
    }
    // The table ignores nine to six with an ace; no hand of seven cards contains both a flush and a full house.
    let class = high(cards)?;
    if class >= STRAIGHT_FLUSH {
        return Some(class);
    }
    let suits = by_suit(cards);
    let within = class & !(u16::MAX << CATEGORY_SHIFT);
    Some(match class - within {
        FLUSH
            if suits
                .into_iter()
                .any(|ranks| ranks & ACE_SIX_TO_NINE == ACE_SIX_TO_NINE) =>
        {
            STRAIGHT_FLUSH + NINE_HIGH
        }
        FLUSH => FULL_HOUSE + within,
        FULL_HOUSE => FLUSH + within,
        low if low < STRAIGHT && at_least(suits)[0] & ACE_SIX_TO_NINE == ACE_SIX_TO_NINE => STRAIGHT + NINE_HIGH,
        _ => class,
    })
}

/// Returns the class of the weakest five cards with the ace low, straights and flushes ignored.
fn ace_to_five(cards: CardSet) -> Option<u16> {
    match lowest_five(ace_low_ranks(cards)) {
        Some(low) => Some(place(low, 5)),
        None => weakest(cards, |hand| HandKey::from(hand).ace_to_five_class()),
    }
}

/// Ranks exactly five cards: five different ranks make a straight or flush whenever they do in standard high.
fn ace_to_six(hand: CardSet) -> u16 {
    let key = HandKey::from(hand);
    let high = key.five_class();
    let within = high & !(u16::MAX << CATEGORY_SHIFT);
    match high - within {
        STRAIGHT | STRAIGHT_FLUSH => high,
        FLUSH => FLUSH + key.ace_to_five_class(),
        _ => key.ace_to_five_class(),
    }
}

/// Returns the lowest class of any five of the cards, or `None` if there are fewer.
fn weakest(cards: CardSet, class: impl Fn(CardSet) -> u16) -> Option<u16> {
    match cards.len() {
        0..5 => None,
        5 => Some(class(cards)),
        _ => {
            let mut weakest = u16::MAX;
            each_subset(cards, 5, &mut |hand| weakest = weakest.min(class(hand)));
            Some(weakest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use proptest::prelude::*;

    /// Distinct cards that share ranks or suits more often than chance would have it.
    fn cards() -> impl Strategy<Value = CardSet> {
        let all = proptest::sample::subsequence((0..52u8).collect::<Vec<_>>(), 0..=9);
        let short = proptest::sample::subsequence((16..52u8).collect::<Vec<_>>(), 5..=9);
        let narrow = proptest::sample::subsequence((20..52u8).filter(|i| i % 4 < 2).collect::<Vec<_>>(), 5..=8);
        let low = proptest::sample::subsequence((0..20u8).chain(48..52).collect::<Vec<_>>(), 5..=8);
        prop_oneof![all, short, narrow, low].prop_map(|cards| cards.into_iter().filter_map(Card::from_index).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn short_ways_lead_where_the_direct_one_does(cards in cards()) {
            for ranking in Ranking::ALL {
                let direct = ranking.rule().class(cards);
                if let Some(fast) = class(ranking, cards) {
                    prop_assert_eq!(Some(fast.into()), direct, "{:?} {:?}", ranking, cards);
                }
            }
            prop_assert_eq!(
                eight_or_better(cards).map(u32::from),
                Ranking::EightOrBetter.rule().class(cards)
            );
        }
    }
}
