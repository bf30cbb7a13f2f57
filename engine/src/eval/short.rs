//! Three-card hands and badugi with wild cards.

use super::badugi::Ace;
use super::cards::{at_least, by_suit, each_subset};
use super::category::Category;
use super::class::top;
use super::high::Wild;
use super::made::{ACE, Filling, Held, Made, key, of_ranks};
use super::three::CategoryOrder;
use super::wild::{FiveOfAKind, LowWild};
use super::{Described, Strength, badugi};
use crate::card::{CardSet, Rank};
use crate::list::Ranks;

/// Returns the best three-card high hand.
pub(crate) fn three(natural: CardSet, wild: Wild, order: CategoryOrder) -> Made {
    const ACE_TO_THREE: u16 = 1 << ACE | 0b11;
    let suits = by_suit(natural);
    let (in_groups, in_runs, aces) = wild.uses();
    let groups = of_ranks(Held::new(suits, aces), in_groups, 3, FiveOfAKind::Top);
    if groups.ranks().len() < 3 {
        return groups;
    }
    let lone_ace = if in_runs == 0 && aces > 0 { 1 << ACE } else { 0 };
    let complete = |ranks: u16| ranks.count_ones() + u32::from(in_runs) >= 3;
    let run = |ranks: u16| {
        let ranks = ranks | lone_ace;
        let high = (2..=ACE).rev().find(|top| complete(ranks & 0b111 << (top - 2)));
        high.or_else(|| complete(ranks & ACE_TO_THREE).then_some(1))
    };
    let consecutive = |made: Made, top: u8| match top {
        1 => made.with(1, 1).with(0, 1).with(ACE, 1),
        _ => (top - 2..=top).rev().fold(made, |made, rank| made.with(rank, 1)),
    };
    let straight_flush = (0..)
        .zip(suits)
        .filter_map(|(suit, ranks)| Some((run(ranks)?, (ranks & 0b111).count_ones(), suit)))
        .max()
        .map(|(top, _, suit)| consecutive(Made::of_suit(Category::StraightFlush, suit), top));
    let straight = run(at_least(suits)[0]).map(|top| consecutive(Made::new(Category::Straight), top));
    let in_flush = if lone_ace == 0 { in_runs } else { aces };
    let flush = (0..)
        .zip(suits)
        .filter(|(_, ranks)| ranks.count_ones() + u32::from(in_flush) >= 3)
        .map(|(suit, ranks)| {
            let made = Made::of_suit(Category::Flush, suit);
            made.with(ACE, in_flush.min(3)).fill(ranks, 3)
        })
        .max_by_key(|made| made.key(0));
    let kinds = [straight_flush, straight, flush, Some(groups)].into_iter().flatten();
    kinds
        .max_by_key(|made| made.key(order.of(made.category)))
        .unwrap_or(groups)
}

/// A badugi with the ranks it counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MadeBadugi {
    natural: CardSet,
    /// Places of the wild cards that play, in order, from 1; 0 for one below the ace.
    wild: [u8; 4],
    wild_len: u8,
    key: u32,
}

impl MadeBadugi {
    /// Returns a number that orders badugis: the greater the better.
    pub(crate) const fn key(self) -> u32 {
        self.key
    }

    pub(crate) const fn wild_cards(self) -> u8 {
        self.wild_len
    }

    pub(crate) fn describe(self, wild: CardSet, ace: Ace, strength: u32) -> Described {
        let mut filling = Filling::new(self.natural, wild);
        let place = |rank: Option<Rank>| rank.map_or(0, |rank| place_of(rank, ace));
        let mut standing: Vec<(u8, Option<crate::Card>)> = self
            .natural
            .iter()
            .map(|card| (place(card.rank()), Some(card)))
            .chain(
                self.wild[..usize::from(self.wild_len)]
                    .iter()
                    .map(|place| (*place, None)),
            )
            .collect();
        standing.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        let mut free_suits = (0..4).filter(|suit| by_suit(self.natural)[usize::from(*suit)] == 0);
        let mut ranks = Ranks::EMPTY;
        let size = standing.len();
        for (place, card) in standing {
            let rank = rank_of(place, ace);
            ranks.extend(rank);
            match card {
                Some(card) => filling.play(card),
                None => filling.stand_for(rank, free_suits.next()),
            }
        }
        Described {
            strength: Strength(strength),
            category: badugi::category(size),
            ranks,
            cards: filling.cards,
            stands_for: filling.stands_for,
        }
    }
}

/// Returns the best badugi.
pub(crate) fn best_badugi(natural: CardSet, wild: u8, value: LowWild, ace: Ace) -> MadeBadugi {
    let mut best: Option<MadeBadugi> = None;
    for size in 0..=natural.len().min(4) {
        each_subset(natural, size, &mut |hand| {
            let Some(ranks) = badugi::ranks_of_badugi(hand) else {
                return;
            };
            let mut mask = ace.in_order(ranks);
            let room = 4 - u8::try_from(size).unwrap_or(4);
            let mut made = MadeBadugi {
                natural: hand,
                wild: [0; 4],
                wild_len: 0,
                key: 0,
            };
            let mut add = |place: u8, mask: &mut u16| {
                made.wild[usize::from(made.wild_len)] = place;
                made.wild_len += 1;
                if let Some(rank) = place.checked_sub(1) {
                    *mask |= 1 << rank;
                }
            };
            match value {
                LowWild::Any => {
                    for _ in 0..wild.min(room) {
                        add(u8::try_from((!mask).trailing_zeros()).unwrap_or(0) + 1, &mut mask);
                    }
                }
                LowWild::Zero => (0..wild.min(room)).for_each(|_| add(0, &mut mask)),
                LowWild::ZeroPair => (0..wild.min(room).min(1)).for_each(|_| add(0, &mut mask)),
                LowWild::Ace | LowWild::CopyLow => {
                    let fixed = if value == LowWild::Ace || mask == 0 {
                        ace.in_order(1 << ACE)
                    } else {
                        mask & mask.wrapping_neg()
                    };
                    if wild > 0 && room > 0 && mask & fixed == 0 {
                        add(top(fixed) + 1, &mut mask);
                    }
                }
            }
            let cards = size + usize::from(made.wild_len);
            let downward = (0..13).rev().filter(|rank| mask >> rank & 1 == 1).map(|rank| rank + 1);
            let lowness = key(0, downward);
            // More cards come first, then the lowest top card, then the next.
            made.key = key(u8::try_from(cards).unwrap_or(4) + 1, std::iter::empty()) - lowness;
            if cards > 0 && best.is_none_or(|best| made.key > best.key) {
                best = Some(made);
            }
        });
    }
    best.unwrap_or(MadeBadugi {
        natural: CardSet::EMPTY,
        wild: [0; 4],
        wild_len: 0,
        key: 0,
    })
}

/// Returns the place of a rank in the order of the ranking, from 1.
fn place_of(rank: Rank, ace: Ace) -> u8 {
    match ace {
        Ace::Low => (rank.index() + 1) % 13 + 1,
        Ace::High => rank.index() + 1,
    }
}

/// Returns the rank at a place, or `None` below all ranks.
fn rank_of(place: u8, ace: Ace) -> Option<Rank> {
    let index = place.checked_sub(1)?;
    Rank::new(match ace {
        Ace::Low => (index + 12) % 13,
        Ace::High => index,
    })
}
