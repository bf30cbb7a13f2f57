//! Low hands, with wild cards.

use poker_engine::eval::Ranking;

use super::plain::{ACE, Abstract, HIGH, Key, Plain, plain};
use super::{all_cards, check, each_choice, each_replacement, pools, with};

#[test]
fn low_hands_are_the_lowest_of_all_replacements() {
    let low = Plain {
        ace_low: true,
        straights: false,
        flushes: false,
        ..HIGH
    };
    let rankings = [
        (Ranking::AceToFive, low),
        (Ranking::EightOrBetter, low),
        (Ranking::AceToSix, Plain { ace_low: true, ..HIGH }),
        (Ranking::DeuceToSeven, Plain { wheel: false, ..HIGH }),
        (Ranking::Misere, HIGH),
        (Ranking::ThreeCardLow, Plain { size: 3, ..low }),
        (Ranking::TwoCardLow, Plain { size: 2, ..low }),
    ];
    for (at, (ranking, how)) in rankings.into_iter().enumerate() {
        for (value, pool) in ["any", "ace", "copylow", "zero", "zeropair"]
            .into_iter()
            .zip(pools().iter().cycle().skip(at))
        {
            let rules = with(&[("low_wild", value)]);
            let lowest = |natural: &[u8], wild: usize| {
                let key = lowest(natural, wild, how, value);
                let eight = key.0 == 0 && key.1[0] <= 7 && key.1[0] >= 0 && natural.len() + wild >= 5;
                let qualifies = ranking != Ranking::EightOrBetter || eight;
                qualifies.then_some(std::cmp::Reverse(key))
            };
            check(ranking, &rules, pool, lowest, &format!("{ranking:?} {value}"));
        }
    }
}

fn lowest(natural: &[u8], wild: usize, how: Plain, value: &str) -> Key {
    let height = |rank: u8| if how.ace_low { (rank + 1) % 13 } else { rank };
    let mut best: Option<Key> = None;
    each_choice(natural, wild, how.size, |cards, wild| {
        let lowest_held = cards.iter().map(|card| card.0).min_by_key(|rank| height(*rank));
        let values: Vec<Abstract> = match (value, lowest_held) {
            ("ace", _) => (0..4).map(|suit| (ACE, suit)).collect(),
            ("copylow", Some(rank)) => (0..4).map(|suit| (rank, suit)).collect(),
            _ => all_cards(),
        };
        let mut consider = |key: Key| {
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        };
        if value == "copylow" && cards.is_empty() {
            // Two wild cards without a group pair each other.
            consider((1, [-1; 5]));
        } else if value.starts_with("zero") && wild > 0 {
            // Wild cards rank below all others: the natural cards decide the category.
            let (place, ranks) = plain(cards, how);
            let paired = value == "zeropair" && wild > 1;
            let zeros = [-1; 5];
            let all: Vec<i8> = ranks.into_iter().take(cards.len()).chain(zeros).take(5).collect();
            let all: [i8; 5] = std::array::from_fn(|at| all[at]);
            if paired {
                consider(zero_pair(cards, wild, how));
            } else {
                consider((place, all));
            }
        } else {
            each_replacement(&mut cards.to_vec(), wild, &values, &mut |hand| {
                consider(plain(hand, how));
            });
        }
    });
    best.unwrap_or((0, [-1; 5]))
}

/// Ranks two or more wild cards below all other ranks; they pair.
fn zero_pair(cards: &[Abstract], wild: usize, how: Plain) -> Key {
    let (place, ranks) = plain(cards, how);
    let natural: Vec<i8> = ranks.into_iter().take(cards.len()).collect();
    let mut all: Vec<(usize, i8)> = Vec::new();
    for rank in natural {
        match all.iter_mut().find(|(_, other)| *other == rank) {
            Some((count, _)) => *count += 1,
            None => all.push((1, rank)),
        }
    }
    all.push((wild, -1));
    all.sort_by(|a, b| b.cmp(a));
    let pattern = (all[0].0, all.get(1).map_or(0, |group| group.0));
    let place = match pattern {
        (4, _) => 15,
        (3, 2) => 14,
        (3, _) => 4,
        (2, 2) => 2,
        (2, _) => 1,
        _ => place,
    };
    let list: Vec<i8> = all.into_iter().flat_map(|(count, rank)| vec![rank; count]).collect();
    (place, std::array::from_fn(|at| list.get(at).copied().unwrap_or(-1)))
}
