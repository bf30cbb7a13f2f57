//! The order of up cards. Rule: catalogue 2.8.

use super::Strength;
use super::cards::by_suit;
use super::class::{ALL_RANKS, Scale};
use super::made::{Held, of_ranks};
use super::wild::FiveOfAKind;
use crate::card::{Card, CardSet};

/// Returns the strength of a player's up cards where the highest is first to act. Straights and flushes do not count; compare only hands of
/// as many cards.
///
/// `wild` are the cards that all viewers know to be wild; they join the largest group, and alone they are aces. Jokers not among them count
/// as aces. Rule: catalogue 2.8.
///
/// ```
/// use poker_engine::card::parse_cards;
/// use poker_engine::eval::visible_high;
/// use poker_engine::CardSet;
///
/// let up = |text| parse_cards(text).map(|cards| cards.into_iter().collect::<CardSet>());
/// let deuces = up("2s 2h 2d 2c")?;
/// assert!(visible_high(up("9s 9h 4c")?, CardSet::EMPTY) > visible_high(up("As Kh Qd")?, CardSet::EMPTY));
/// assert!(visible_high(up("9s 2h 4c")?, deuces) > visible_high(up("As Kh Qd")?, deuces));
/// # Ok::<(), poker_engine::card::ParseCardError>(())
/// ```
pub fn visible_high(up: CardSet, wild: CardSet) -> Strength {
    let (natural, wild, aces) = parts(up, wild);
    let made = of_ranks(Held::new(by_suit(natural), aces), wild, 5, FiveOfAKind::Top);
    Strength(made.key(made.category.place()))
}

/// Returns the strength of a player's up cards where the lowest, with aces low, is first to act and has the greatest strength. Straights
/// and flushes do not count. Cards that all viewers know to be wild take the lowest ranks missing from the others.
pub fn visible_low(up: CardSet, wild: CardSet) -> Strength {
    let (natural, wild, aces) = parts(up, wild);
    let mut suits = by_suit(natural).map(|ranks| Scale::ACE_TO_FIVE.order(ranks));
    let mut missing = ALL_RANKS & !suits.iter().fold(0, |all, suit| all | suit);
    for _ in 0..wild {
        let lowest = missing & missing.wrapping_neg();
        suits[0] |= lowest;
        missing &= !lowest;
    }
    for _ in 0..aces {
        if let Some(suit) = suits.iter_mut().find(|suit| **suit & 1 == 0) {
            *suit |= 1;
        }
    }
    // The ace is shifted to the bottom, so that ranks alone decide; the jokers' aces are already in the masks.
    let made = of_ranks(Held::new(suits, 0), 0, 5, FiveOfAKind::Top);
    Strength(u32::MAX - made.key(made.category.place()))
}

/// Returns the natural cards, the number of wild cards, and the number of jokers that are aces.
fn parts(up: CardSet, wild: CardSet) -> (CardSet, u8, u8) {
    let jokers: CardSet = [Card::JOKER_1, Card::JOKER_2].into_iter().collect();
    let count = |cards: CardSet| u8::try_from(cards.len()).unwrap_or(u8::MAX);
    let natural = up.difference(wild);
    (
        natural.difference(jokers),
        count(up.intersection(wild)),
        count(natural.intersection(jokers)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    #[test]
    fn groups_come_before_ranks() {
        let order = [
            "Kh Qd Js", "As 3h 2c", "2s 2h 3c", "2s 2h Ac", "As Ah 2c", "2s 2h 2c", "As Ah Ac",
        ];
        for pair in order.windows(2) {
            let [first, second] = [pair[0], pair[1]].map(|up| visible_high(set(up), CardSet::EMPTY));
            assert!(first < second, "{pair:?}");
        }
        let high = |up| visible_high(set(up), CardSet::EMPTY);
        assert!(
            high("2s 2h 2c 3d 3h") > high("As Ah Ac Kd Qh"),
            "a full house shows in five cards"
        );
        assert!(high("2s 2h 2c 2d 3h") > high("As Ah Ac Kd Kh"));
        assert!(high("As Ks Qs Js 9s") < high("2s 2d 3h 4h 5h"), "no flush is seen");
        assert!(high("As Kd Qs Js Ts") < high("2s 2d 3h 4h 5h"), "and no straight");
        assert_eq!(high("As Kd"), high("Ac Kh"), "suits do not matter");
        assert!(high("9s 5h") > high("9c 4h"));
    }

    #[test]
    fn wild_cards_that_all_know_join_the_largest_group() {
        let wild = set("2s 2h 2d 2c X1 X2");
        let high = |up| visible_high(set(up), wild);
        assert_eq!(high("2s"), high("As"));
        assert_eq!(high("Ks 2h"), high("Ks Kh"));
        assert_eq!(high("Ks Kd 5h X1"), high("Ks Kd Kh 5h"));
        assert_eq!(high("5s 5d Ks Kh 2c"), high("Ks Kd Kh 5s 5d"));
        assert_eq!(high("2s X1"), high("As Ad"));
        assert_eq!(visible_high(set("Ks Kd X1"), CardSet::EMPTY), high("Ks Kd As"));
    }

    #[test]
    fn the_lowest_up_cards_are_those_without_a_pair() {
        let order = ["Ks Kd Qc", "As Ad 2c", "Ks Qd Jc", "8s 4d 3c", "7s 6d 5c", "3s 2d Ac"];
        for pair in order.windows(2) {
            let [first, second] = [pair[0], pair[1]].map(|up| visible_low(set(up), CardSet::EMPTY));
            assert!(first < second, "{pair:?}");
        }
        let wild = set("Ks Kh Kd Kc");
        let low = |up| visible_low(set(up), wild);
        assert_eq!(low("Ks 3d 2c"), low("3s 2d Ac"));
        assert_eq!(visible_low(set("X1 Ad"), CardSet::EMPTY), low("As Ad"));
    }
}
