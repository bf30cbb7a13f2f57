//! Short ways to the class of a hand, each checked against the direct one.

use super::Ranking;
use super::cards::{FIFTY_TWO, at_least, by_suit, each_subset};
use super::category::Category;
use super::class::{ACE_SIX_TO_NINE, ACE_TO_FIVE, CATEGORY_SHIFT, place};
use super::key::HandKey;
use crate::card::CardSet;

const STRAIGHT: u16 = head(Category::Straight);
const FLUSH: u16 = head(Category::Flush);
const FULL_HOUSE: u16 = head(Category::FullHouse);
const STRAIGHT_FLUSH: u16 = head(Category::StraightFlush);
/// The place of the nine-high straight of a short deck, and of the highest of all.
const NINE_HIGH: u16 = 4;
const ACE_HIGH: u16 = 9;
/// Ten to king and ace, the ace as bit 0.
const TEN_TO_LOW_ACE: u16 = 0b1_1110_0000_0001;
/// Two to four, the low ace and the king: consecutive only for one who takes the king for an ace.
const KING_TO_FOUR: u16 = 0b1_0000_0000_1111;

/// Standard high. `None` if there is no table for so many cards.
pub(crate) fn high(cards: CardSet) -> Option<u16> {
    match cards.len() {
        5 => Some(HandKey::from(cards).five_class()),
        6 => Some(HandKey::from(cards).six_class()),
        7 => Some(HandKey::from(cards).seven_class()),
        _ => None,
    }
}

/// The class of the best hand in these cards in a ranking of five-card hands, `None` where there is no short way.
pub(crate) fn class(ranking: Ranking, cards: CardSet) -> Option<u16> {
    match ranking {
        Ranking::High => high(cards),
        Ranking::ShortDeck => short_deck(cards),
        Ranking::AceToFive => ace_to_five(cards).map(better_low),
        Ranking::AceToSix => weakest(cards, ace_to_six).map(better_low),
        Ranking::DeuceToSeven => weakest(cards, deuce_to_seven).map(better_low),
        Ranking::Misere => weakest(cards, |hand| HandKey::from(hand).five_class()).map(better_low),
        _ => None,
    }
}

/// The class of an 8-or-better low, `None` if there is no low.
pub(crate) fn eight_or_better(cards: CardSet) -> Option<u16> {
    let low = lowest_five(ace_low_ranks(cards) & 0xff)?;
    Some(better_low(place(low, 5)))
}

/// Turns the class of a hand into that of a low: the weaker the better.
pub(crate) const fn better_low(class: u16) -> u16 {
    u16::MAX - class
}

/// The ranks that occur, the ace as bit 0.
pub(crate) fn ace_low_ranks(cards: CardSet) -> u16 {
    let [ranks, ..] = at_least(by_suit(ace_low(cards)));
    ranks
}

/// The five lowest ranks, `None` if there are fewer.
pub(crate) const fn lowest_five(mut ranks: u16) -> Option<u16> {
    while ranks.count_ones() > 5 {
        ranks &= !(1 << ranks.ilog2());
    }
    if ranks.count_ones() == 5 { Some(ranks) } else { None }
}

const fn head(category: Category) -> u16 {
    (category as u16) << CATEGORY_SHIFT
}

/// The same cards with every rank one up and the ace at the bottom.
fn ace_low(cards: CardSet) -> CardSet {
    let bits = cards.bits() & FIFTY_TWO;
    CardSet::from_bits((bits << 4 | bits >> 48) & FIFTY_TWO)
}

fn short_deck(cards: CardSet) -> Option<u16> {
    const BELOW_SIX: u64 = 0xffff;
    if cards.bits() & BELOW_SIX != 0 {
        return None;
    }
    // The table knows nothing of nine to six and ace, and no hand of seven cards holds both a flush and a full house.
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

/// The weakest hand of five, ace low, straights and flushes ignored.
fn ace_to_five(cards: CardSet) -> Option<u16> {
    if let Some(low) = lowest_five(ace_low_ranks(cards)) {
        return Some(place(low, 5));
    }
    // A pair at least, so neither straight nor flush.
    weakest(cards, |hand| HandKey::from(ace_low(hand)).five_class())
}

/// Of exactly five cards: standard high, but for five to ace.
fn deuce_to_seven(hand: CardSet) -> u16 {
    let class = HandKey::from(hand).five_class();
    match class {
        STRAIGHT => place(ACE_TO_FIVE, 5),
        STRAIGHT_FLUSH => FLUSH + place(ACE_TO_FIVE, 5),
        _ => class,
    }
}

/// Of exactly five cards: the table takes the king, now on top, for an ace.
fn ace_to_six(hand: CardSet) -> u16 {
    let class = HandKey::from(ace_low(hand)).five_class();
    let within = class & !(u16::MAX << CATEGORY_SHIFT);
    let broadway = within == place(TEN_TO_LOW_ACE, 5);
    match class - within {
        STRAIGHT if within == 0 => place(KING_TO_FOUR, 5),
        STRAIGHT_FLUSH if within == 0 => FLUSH + place(KING_TO_FOUR, 5),
        STRAIGHT | STRAIGHT_FLUSH => class - 1,
        0 if broadway => STRAIGHT + ACE_HIGH,
        FLUSH if broadway => STRAIGHT_FLUSH + ACE_HIGH,
        _ => class,
    }
}

/// The least class of any five of the cards, `None` if they are fewer.
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

    /// Different cards, of few ranks or suits more often than chance would have it.
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
