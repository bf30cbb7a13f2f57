//! The joker of the basic rules: it completes hands, but counts for nothing in a comparison. Rule: catalogue 2.3.

use super::cards::{at_least, by_suit, each_subset};
use super::category::Category;
use super::class::{ACE_SIX_TO_NINE, ACE_TO_FIVE, top};
use super::high::{High, Wild};
use super::made::{ACE, Held, Made, key, of_ranks};
use super::wild::FiveOfAKind;
use crate::card::CardSet;

/// Returns the best five-card hand and the number that orders such hands. The last four bits prefer hands with fewer jokers.
pub(crate) fn best(high: High, natural: CardSet, jokers: CardSet) -> (u32, Made, CardSet) {
    let mut best: Option<(u32, Made, CardSet)> = None;
    each_subset(natural.union(jokers), 5, &mut |hand| {
        let jokers = hand.intersection(jokers);
        let (key, made) = of_five(high, hand.difference(jokers), u8::try_from(jokers.len()).unwrap_or(2));
        if best.is_none_or(|(most, ..)| key > most) {
            best = Some((key, made, hand));
        }
    });
    best.expect("there is at least one subset")
}

/// Ranks up to five cards.
fn of_five(high: High, natural: CardSet, jokers: u8) -> (u32, Made) {
    let fewer = 15 - u32::from(jokers);
    if jokers == 0 {
        let made = high.best(natural, Wild::Free(0));
        return (made.key(high.place(made)) | fewer, made);
    }
    let suits = by_suit(natural);
    let held = at_least(suits);
    let ranks = held[0];
    let mut best = as_aces(high, natural, suits, jokers);
    let mut consider = |key: u32, made: Made| {
        if key > best.0 {
            best = (key, made);
        }
    };
    if natural.len() == 4 && held[3] != 0 {
        let rank = top(held[3]);
        if high.five == FiveOfAKind::None {
            let made = Made::new(Category::FourOfAKind).with(rank, 4).with(spare(rank), 1);
            let four = [rank + 1; 4].into_iter();
            consider(key(high.place(made), four), made);
        } else {
            let made = Made::new(Category::FiveOfAKind).with(rank, 5);
            consider(made.key(high.place(made)), made);
        }
    }
    if natural.len() + usize::from(jokers) == 5 {
        let suited = suits.iter().any(|suit| suit.count_ones() as usize == natural.len());
        let distinct = held[1] == 0;
        if let (true, Some((_, run))) = (distinct, high.run(ranks, jokers)) {
            // The ace is low in five to ace, and in nine to six with an ace.
            let ace_low = run == ACE_TO_FIVE || run == ACE_SIX_TO_NINE;
            let counting = if ace_low { ranks & !(1 << ACE) } else { ranks };
            let highest = [top(counting) + 1].into_iter();
            let made = high.consecutive_in(suits, jokers);
            consider(key(high.place(made), highest), made);
        }
        if suited {
            let made = super::high::best_flush(suits, jokers).unwrap_or(Made::new(Category::Flush));
            consider(key(high.place(made), downward(ranks)), made);
        }
    }
    (best.0 | fewer, best.1)
}

/// Returns the hand in which every joker is an ace: in a group of aces jokers count as such, outside it for nothing.
fn as_aces(high: High, natural: CardSet, suits: [u16; 4], jokers: u8) -> (u32, Made) {
    let ranks = at_least(suits)[0];
    let lone = jokers == 1 && ranks >> ACE & 1 == 0;
    let full = natural.len() == 4;
    if lone && full {
        let with_ace = ranks | 1 << ACE;
        let special = high
            .special
            .cat_or_dog(with_ace, 0)
            .or_else(|| high.special.skeet(with_ace, 0));
        if let Some(made) = special {
            return (key(high.place(made), downward(ranks)), made);
        }
    }
    let made = of_ranks(Held::new(suits, jokers), 0, 5, high.five);
    let grouped = match made.category {
        Category::HighCard => 0,
        Category::OnePair => 2,
        Category::ThreeOfAKind => 3,
        Category::TwoPair | Category::FourOfAKind => 4,
        _ => 5,
    };
    let (groups, kickers) = made.ranks().split_at(grouped.min(made.ranks().len()));
    let counting = kickers.iter().filter(|rank| ranks >> **rank & 1 == 1);
    let place = high.place(made);
    (key(place, groups.iter().chain(counting).map(|rank| rank + 1)), made)
}

fn downward(ranks: u16) -> impl Iterator<Item = u8> {
    (0..=ACE)
        .rev()
        .filter(move |rank| ranks >> rank & 1 == 1)
        .map(|rank| rank + 1)
}

const fn spare(rank: u8) -> u8 {
    if rank == ACE { super::made::KING } else { ACE }
}
