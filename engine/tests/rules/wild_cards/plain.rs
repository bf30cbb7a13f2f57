//! A naive ranking of hands without wild cards.

/// A rank from the deuce, 0, and a suit; two of them may be the same.
pub(super) type Abstract = (u8, u8);
/// Place of the category, then ranks: the greater, the better as a high hand.
pub(super) type Key = (u8, [i8; 5]);

pub(super) const ACE: u8 = 12;

/// Properties that distinguish the rankings in the naive form.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Clone, Copy)]
pub(super) struct Plain {
    pub(super) size: usize,
    pub(super) ace_low: bool,
    pub(super) wheel: bool,
    pub(super) straights: bool,
    pub(super) flushes: bool,
    pub(super) short_deck: bool,
    pub(super) five: Five,
    pub(super) dogs: bool,
    pub(super) skeet: bool,
    pub(super) strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Five {
    Top,
    BelowRoyal,
    None,
}

pub(super) const HIGH: Plain = Plain {
    size: 5,
    ace_low: false,
    wheel: true,
    straights: true,
    flushes: true,
    short_deck: false,
    five: Five::Top,
    dogs: false,
    skeet: false,
    strict: false,
};

/// Ranks five cards or fewer.
pub(super) fn plain(hand: &[Abstract], how: Plain) -> Key {
    if hand.is_empty() {
        return (0, [-1; 5]);
    }
    let height = |rank: u8| {
        if how.ace_low {
            i8::try_from((rank + 1) % 13).unwrap_or(0)
        } else {
            i8::try_from(rank).unwrap_or(0)
        }
    };
    let mut ranks: Vec<i8> = hand.iter().map(|card| height(card.0)).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let count = |rank: i8| ranks.iter().filter(|other| **other == rank).count();
    let mut grouped = ranks.clone();
    grouped.sort_by_key(|rank| std::cmp::Reverse((count(*rank), *rank)));
    let full = hand.len() == 5;
    let flush = how.flushes && full && hand.iter().all(|card| card.1 == hand[0].1);
    let mut natural: Vec<u8> = hand.iter().map(|card| card.0).collect();
    natural.sort_unstable_by(|a, b| b.cmp(a));
    let top = match &natural[..] {
        _ if !how.straights || !full => None,
        [12, 7, 6, 5, 4] if how.short_deck => Some(7),
        [12, 3, 2, 1, 0] if how.wheel && !how.short_deck => Some(3),
        run if run.windows(2).all(|pair| pair[0] == pair[1] + 1) => Some(run[0]),
        _ => None,
    };
    let pattern = (
        count(grouped[0]),
        grouped.get(count(grouped[0])).map_or(0, |rank| count(*rank)),
    );
    let list = |ranks: &[i8]| -> [i8; 5] { std::array::from_fn(|at| ranks.get(at).copied().unwrap_or(-1)) };
    let straight = |top: u8| [i8::try_from(top).unwrap_or(0), -1, -1, -1, -1];
    let (over, under) = if how.short_deck { (14, 13) } else { (13, 14) };
    match (flush, top, pattern) {
        (_, _, (5, _)) => (17, list(&grouped)),
        (true, Some(12), _) if how.five == Five::BelowRoyal => (18, straight(12)),
        (true, Some(top), _) => (16, straight(top)),
        (_, _, (4, _)) => (15, list(&grouped)),
        (_, _, (3, 2)) => (under, list(&grouped)),
        (true, None, _) => (over, list(&ranks)),
        (_, Some(top), _) => (8, straight(top)),
        _ => match special(&natural, how) {
            Some(key) => key,
            None => match pattern {
                (3, _) => (4, list(&grouped)),
                (2, 2) => (2, list(&grouped)),
                (2, _) => (1, list(&grouped)),
                _ => (0, list(&ranks)),
            },
        },
    }
}

/// Returns the special hand that these ranks make, highest first.
#[expect(clippy::many_single_char_names, reason = "five ranks in order")]
pub(super) fn special(ranks: &[u8], how: Plain) -> Option<Key> {
    let &[a, b, c, d, e] = ranks else { return None };
    let list = |ranks: [u8; 5]| ranks.map(|rank| i8::try_from(rank).unwrap_or(0));
    let distinct = ranks.windows(2).all(|pair| pair[0] != pair[1]);
    if how.dogs && distinct {
        let place = match (a, e) {
            (11, 6) => Some(12),
            (6, 1) => Some(11),
            (12, 7) => Some(10),
            (5, 0) => Some(9),
            _ => None,
        };
        if let Some(place) = place {
            return Some((place, list([a, b, c, d, e])));
        }
    }
    if !how.skeet {
        return None;
    }
    if distinct && a == 7 && e == 0 && [b, c, d].contains(&3) {
        let others: Vec<u8> = [b, c, d].into_iter().filter(|rank| *rank != 3).collect();
        if !how.strict || (others[0] > 3 && others[1] < 3) {
            return Some((7, list([a, b, c, d, e])));
        }
    }
    if distinct
        && [(a, b), (b, c), (c, d), (d, e)]
            .iter()
            .all(|(high, low)| high - low == 2)
    {
        return Some((6, list([a, b, c, d, e])));
    }
    match [a, b, c, d, e] {
        [12, 7, 5, 3, 1] => Some((6, list([7, 5, 3, 1, 12]))),
        [12, 11, 2, 1, 0] => Some((5, list([2, 1, 0, 12, 11]))),
        [12, 11, 10, 1, 0] => Some((5, list([1, 0, 12, 11, 10]))),
        [12, 11, 10, 9, 0] => Some((5, list([0, 12, 11, 10, 9]))),
        _ => {
            let courts = e >= 9 && a <= 11;
            let held = |rank: u8| ranks.iter().filter(move |other| **other == rank);
            let twice_at_most = [9, 10, 11].into_iter().all(|rank| held(rank).nth(2).is_none());
            (courts && twice_at_most).then_some((3, list([a, b, c, d, e])))
        }
    }
}
