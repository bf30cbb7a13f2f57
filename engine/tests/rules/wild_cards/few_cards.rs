//! Hands of fewer than five cards, with wild cards.

use poker_engine::CardSet;
use poker_engine::eval::{Held, Ranking, Selection};

use super::plain::{Abstract, HIGH, Key, Plain, plain};
use super::{
    Dice, JOKERS, abstracted, all_cards, best_high, check, each_choice, each_replacement, pools, same_order, set, with,
};

#[test]
fn short_hands_are_the_best_of_all_replacements() {
    let three_places = |listed: bool, key: &Key| match key.0 {
        16 => 5,
        4 => {
            if listed {
                2
            } else {
                4
            }
        }
        8 => {
            if listed {
                4
            } else {
                3
            }
        }
        13 => {
            if listed {
                3
            } else {
                2
            }
        }
        place => place,
    };
    for (ranking, listed) in [(Ranking::ThreeCard, false), (Ranking::ThreeCardListed, true)] {
        for pool in &pools() {
            let value = |natural: &[u8], wild: usize| {
                let mut best = (0, [-1; 5]);
                each_choice(natural, wild, 3, |cards, wild| {
                    each_replacement(&mut cards.to_vec(), wild, &all_cards(), &mut |hand| {
                        let key = three(hand);
                        best = best.max((three_places(listed, &key), key.1));
                    });
                });
                best
            };
            check(ranking, &with(&[]), pool, value, ranking.code());
        }
    }
    let two = Plain { size: 2, ..HIGH };
    let value = |natural: &[u8], wild| best_high(natural, wild, two, false);
    check(Ranking::TwoCard, &with(&[]), &pools()[0], value, "two cards");
}

fn three(hand: &[Abstract]) -> Key {
    let mut ranks: Vec<u8> = hand.iter().map(|card| card.0).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let top = match ranks[..] {
        [12, 1, 0] => Some(1),
        [a, b, c] if a == b + 1 && b == c + 1 => Some(i8::try_from(a).unwrap_or(0)),
        _ => None,
    };
    let flush = hand.iter().all(|card| card.1 == hand[0].1);
    let (place, list) = plain(hand, HIGH);
    match (flush, top) {
        (true, Some(top)) => (16, [top, -1, -1, -1, -1]),
        (_, _) if place == 4 => (4, list),
        (_, Some(top)) => (8, [top, -1, -1, -1, -1]),
        (true, None) => {
            let ranks: Vec<i8> = ranks.into_iter().map(|rank| i8::try_from(rank).unwrap_or(0)).collect();
            (13, [ranks[0], ranks[1], ranks[2], -1, -1])
        }
        _ => (place, list),
    }
}

#[test]
fn badugis_are_the_best_of_all_replacements() {
    for pool in &pools() {
        let value = |natural: &[u8], wild: usize| {
            let mut best: Option<(usize, std::cmp::Reverse<Vec<u8>>)> = None;
            each_replacement(
                &mut natural.iter().map(|card| abstracted(*card)).collect(),
                wild,
                &all_cards(),
                &mut |hand| {
                    for bits in 0u32..1 << hand.len() {
                        let cards: Vec<Abstract> = (0..hand.len())
                            .filter(|at| bits >> at & 1 == 1)
                            .map(|at| hand[at])
                            .collect();
                        let mut ranks: Vec<u8> = cards.iter().map(|card| (card.0 + 1) % 13).collect();
                        ranks.sort_unstable_by(|a, b| b.cmp(a));
                        let mut suits: Vec<u8> = cards.iter().map(|card| card.1).collect();
                        suits.sort_unstable();
                        let mut distinct = ranks.clone();
                        distinct.dedup();
                        suits.dedup();
                        if cards.len() <= 4 && distinct.len() == cards.len() && suits.len() == cards.len() {
                            best = best.take().max(Some((cards.len(), std::cmp::Reverse(ranks))));
                        }
                    }
                },
            );
            best
        };
        let mut rules = with(&[]);
        rules.low_wild = poker_engine::eval::LowWild::Any;
        let mut dice = Dice(3);
        let mut hands = Vec::new();
        for (natural, wild, count) in [(4, 0, 60), (3, 1, 60), (2, 2, 3), (4, 1, 20)] {
            for _ in 0..count {
                let (natural, jokers) = dice.hand(pool, natural, &JOKERS, wild);
                let own = set(&natural).union(set(&jokers));
                let mask = rules.wild.of(&Held { own, ..Held::default() });
                let worth = rules.strength(Ranking::Badugi, Selection::Best, own, CardSet::EMPTY, mask);
                hands.push((value(&natural, wild), worth, own));
            }
        }
        same_order(hands, "badugi");
    }
}
