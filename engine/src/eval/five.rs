//! Hands of up to five cards ranked by [`Scale`]: standard high, short deck and the lows.

use super::cards::{at_least, by_suit, each_subset};
use super::category::Category;
use super::class::{Scale, Shape, Straights};
use crate::card::{Card, CardSet, Rank, Suit};

/// The short-deck order: nine to six and ace is a straight, a flush beats a full house.
pub(crate) const SHORT_DECK: Scale = Scale {
    straights: Straights::ShortWheel,
    flush_over_full_house: true,
    ..Scale::HIGH
};
/// Ace low, straights and flushes count.
pub(crate) const ACE_TO_SIX: Scale = Scale {
    ace_low: true,
    ..Scale::HIGH
};
/// Ace high alone, so that five to ace is no straight.
pub(crate) const DEUCE_TO_SEVEN: Scale = Scale {
    straights: Straights::AceHigh,
    ..Scale::HIGH
};

/// The best high hand in any number of cards.
pub(crate) fn best(cards: CardSet, scale: Scale) -> Shape {
    let suits = by_suit(cards).map(|ranks| scale.order(ranks));
    suits
        .into_iter()
        .filter_map(|ranks| Shape::of_suit(ranks, scale))
        .chain([Shape::of_ranks(at_least(suits), scale)])
        .max_by_key(|shape| shape.class(scale))
        .expect("the chain is not empty")
}

/// The weakest hand of `size` of the cards (of all if they are fewer), and the cards.
pub(crate) fn weakest(cards: CardSet, size: usize, scale: Scale) -> (Shape, CardSet) {
    let mut weakest: Option<(u16, Shape, CardSet)> = None;
    each_subset(cards, size, &mut |hand| {
        let shape = best(hand, scale);
        let class = shape.class(scale);
        if weakest.as_ref().is_none_or(|(least, ..)| class < *least) {
            weakest = Some((class, shape, hand));
        }
    });
    let (_, shape, hand) = weakest.expect("there is at least one subset");
    (shape, hand)
}

/// The ranks that name a shape, most significant first.
pub(crate) fn naming_ranks(shape: Shape, scale: Scale) -> Vec<Rank> {
    let straight = is_straight(shape);
    shape
        .ranks()
        .iter()
        .map(|&rank| if straight { natural(rank) } else { rank_of(rank, scale) })
        .collect()
}

/// The cards of a hand that make up the shape, in the order in which they are named.
pub(crate) fn playing(cards: CardSet, shape: Shape, scale: Scale) -> Vec<Card> {
    let named = naming_ranks(shape, scale);
    let copies: &[usize] = match shape.category {
        Category::FourOfAKind => &[4],
        Category::FullHouse => &[3, 2],
        Category::ThreeOfAKind => &[3],
        Category::TwoPair => &[2, 2],
        Category::OnePair => &[2],
        _ => &[],
    };
    let straight = is_straight(shape);
    let ranks: Vec<Rank> = if straight {
        run_down_from(named[0])
    } else {
        let copies = copies.iter().copied().chain(std::iter::repeat(1));
        let ranks = named.into_iter().zip(copies);
        ranks
            .flat_map(|(rank, copies)| std::iter::repeat_n(rank, copies))
            .collect()
    };
    let suit = Suit::ALL.into_iter().find(|suit| {
        let ranks = scale.order(by_suit(cards)[usize::from(suit.index())]);
        Shape::of_suit(ranks, scale).is_some_and(|of_suit| of_suit == shape)
    });
    let mut pool = cards;
    let mut take = |rank: Rank| {
        let card = Suit::ALL
            .into_iter()
            .rev()
            .filter(|other| suit.is_none_or(|suit| suit == *other))
            .map(|suit| Card::new(rank, suit))
            .find(|card| pool.contains(*card))?;
        pool.remove(card);
        Some(card)
    };
    let mut played: Vec<Card> = ranks.into_iter().filter_map(&mut take).collect();
    if straight && played.len() < 5 {
        // The ace stands below the lowest card.
        played.extend(take(Rank::ACE));
    }
    played
}

fn is_straight(shape: Shape) -> bool {
    matches!(shape.category, Category::Straight | Category::StraightFlush)
}

/// The ranks of the straight with this top card, downward, as far as there are ranks.
fn run_down_from(top: Rank) -> Vec<Rank> {
    (0..5)
        .filter_map(|step| top.index().checked_sub(step).and_then(Rank::new))
        .collect()
}

/// The rank at a place in the order of the scale.
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
