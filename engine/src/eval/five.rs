//! Hands of up to five cards ranked by [`Scale`]: standard high, short deck and the lows.

use super::Played;
use super::cards::{at_least, by_suit, each_subset, suit_ranks};
use super::category::Category;
use super::class::{Scale, Shape, Straights};
use crate::card::{Card, CardSet, Rank, Suit};
use crate::list::Ranks;

/// Short deck: nine to six with an ace is a straight, and a flush beats a full house.
pub(crate) const SHORT_DECK: Scale = Scale {
    straights: Straights::ShortWheel,
    flush_over_full_house: true,
    ..Scale::HIGH
};
/// Ace low; straights and flushes count.
pub(crate) const ACE_TO_SIX: Scale = Scale {
    ace_low: true,
    ..Scale::HIGH
};
/// Ace high only, so that five to ace is no straight.
pub(crate) const DEUCE_TO_SEVEN: Scale = Scale {
    straights: Straights::AceHigh,
    ..Scale::HIGH
};

/// Returns the best high hand in any number of cards.
pub(crate) fn best(cards: CardSet, scale: Scale) -> Shape {
    let suits = by_suit(cards).map(|ranks| scale.order(ranks));
    let by_ranks = Shape::of_ranks(at_least(suits), scale);
    let suited = suits.into_iter().filter_map(|ranks| Shape::of_suit(ranks, scale));
    suited.fold(by_ranks, |best, shape| {
        if shape.class(scale) > best.class(scale) {
            shape
        } else {
            best
        }
    })
}

/// Returns the weakest hand of `size` of the cards, or of all if there are fewer.
pub(crate) fn weakest(cards: CardSet, size: usize, scale: Scale) -> Shape {
    let mut weakest: Option<(u16, Shape)> = None;
    each_subset(cards, size, &mut |hand| {
        let shape = best(hand, scale);
        let class = shape.class(scale);
        if weakest.is_none_or(|(least, _)| class < least) {
            weakest = Some((class, shape));
        }
    });
    let (_, shape) = weakest.expect("there is at least one subset");
    shape
}

/// Returns the ranks that name a shape, most significant first.
pub(crate) fn naming_ranks(shape: Shape, scale: Scale) -> Ranks {
    let straight = is_straight(shape);
    shape
        .ranks()
        .iter()
        .map(|&rank| if straight { natural(rank) } else { rank_of(rank, scale) })
        .collect()
}

/// Returns the cards of a hand that make up the shape, in the order in which they are named.
pub(crate) fn playing(cards: CardSet, shape: Shape, scale: Scale) -> Played {
    let is_flush = matches!(shape.category, Category::Flush | Category::StraightFlush);
    let suit = Suit::ALL.into_iter().filter(|_| is_flush).find(|suit| {
        let ranks = scale.order(suit_ranks(cards, suit.index()));
        Shape::of_suit(ranks, scale).is_some_and(|of_suit| of_suit == shape)
    });
    let mut played = Played::EMPTY;
    let mut take = |rank: Rank, copies: usize| {
        let suits = Suit::ALL
            .into_iter()
            .rev()
            .filter(|other| suit.is_none_or(|suit| suit == *other));
        let held = suits
            .map(|suit| Card::new(rank, suit))
            .filter(|card| cards.contains(*card));
        let room = 5 - played.len();
        played.extend(held.take(copies.min(room)));
    };
    if is_straight(shape) {
        // The ace comes last, for straights in which it is below the others.
        let top = shape.ranks()[0];
        let downward = (0..=top).rev().take(5).map(natural).chain([Rank::ACE]);
        downward.for_each(|rank| take(rank, 1));
        return played;
    }
    for (at, &place) in shape.ranks().iter().enumerate() {
        let copies = match (shape.category, at) {
            (Category::FourOfAKind, 0) => 4,
            (Category::FullHouse | Category::ThreeOfAKind, 0) => 3,
            (Category::FullHouse, 1) | (Category::TwoPair, 0 | 1) | (Category::OnePair, 0) => 2,
            _ => 1,
        };
        take(rank_of(place, scale), copies);
    }
    played
}

fn is_straight(shape: Shape) -> bool {
    matches!(shape.category, Category::Straight | Category::StraightFlush)
}

/// Returns the rank at a place in the order of the scale.
fn rank_of(place: u8, scale: Scale) -> Rank {
    if scale.ace_low {
        natural((place + Rank::COUNT - 1) % Rank::COUNT)
    } else {
        natural(place)
    }
}

fn natural(index: u8) -> Rank {
    Rank::new(index).expect("shapes hold ranks")
}
