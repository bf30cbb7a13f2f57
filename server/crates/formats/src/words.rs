//! Made hands in the English words of hand trackers.

use poker_engine::card::Rank;
use poker_engine::eval::{Category, Described};

/// Describes what a hand makes: `a pair of Aces`; both sides if there are two: `HI: a flush, King high; LO: 8,6,4,2,A`.
pub(super) fn made(high: Option<&Described>, low: Option<&Described>) -> String {
    match (high, low) {
        (Some(high), Some(low)) => format!("HI: {}; LO: {}", in_words(high), listed(low)),
        (Some(high), None) => in_words(high),
        (None, Some(low)) => format!("Lo: {}", in_low_words(low)),
        (None, None) => String::new(),
    }
}

/// Returns what a hand makes if a text names it differently. Words of other languages and games are not understood, and not compared;
/// details that only one of the two gives, such as a kicker, make no difference.
pub(super) fn contradicted(told: &str, high: Option<&Described>, low: Option<&Described>) -> Option<String> {
    let told = told.trim();
    let (told_high, told_low) = match (told.strip_prefix("HI: "), told.strip_prefix("Lo: ")) {
        (Some(both), _) => match both.split_once("; LO: ") {
            Some((high, low)) => (Some(high), Some(low)),
            None => (Some(both), None),
        },
        (None, Some(low)) => (None, Some(low)),
        (None, None) if high.is_some() => (Some(told), None),
        (None, None) => (None, Some(told)),
    };
    let high_differs = told_high.is_some_and(|told| {
        let ours = high.map(in_words).unwrap_or_default();
        is_named(told) && !are_alike(told, &ours)
    });
    let low_differs = told_low.is_some_and(|told| {
        let ours = low.map(|low| if high.is_some() { listed(low) } else { in_low_words(low) });
        let ours = ours.unwrap_or_default();
        if is_list(told) {
            told.replace("10", "T") != ours
        } else {
            is_named(told) && !are_alike(told, &ours)
        }
    });
    (high_differs || low_differs).then(|| match made(high, low) {
        none if none.is_empty() => "nothing".to_owned(),
        made => format!("`{made}`"),
    })
}

/// Beginnings of the names of hands.
const BEGINNINGS: [&str; 10] = [
    "high card",
    "a pair of",
    "two pair",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
    "a royal flush",
];

/// Splits the name of a hand into words, with uniform words for ranks.
fn words_of(told: &str) -> Vec<String> {
    let lower = told.to_lowercase();
    let words: Vec<&str> = lower
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let alike = |(at, word): (usize, &&str)| match *word {
        "two" if words.get(at + 1) != Some(&"pair") => "deuce".to_owned(),
        "twos" => "deuces".to_owned(),
        "sixs" => "sixes".to_owned(),
        word => word.to_owned(),
    };
    words.iter().enumerate().map(alike).collect()
}

/// `true` if these are words for a hand that we know.
fn is_named(told: &str) -> bool {
    let told = words_of(told);
    BEGINNINGS
        .iter()
        .any(|beginning| told.starts_with(&words_of(beginning)))
}

/// `true` if a text names a hand as we do, as far as it goes.
fn are_alike(told: &str, ours: &str) -> bool {
    let (told, mut ours) = (words_of(told), words_of(ours));
    if ours == words_of("a Royal Flush") && told.starts_with(&words_of("a straight flush")) {
        ours = words_of("a straight flush, Ten to Ace");
    }
    !ours.is_empty() && (told.starts_with(&ours) || ours.starts_with(&told))
}

/// `true` if a text is a list of ranks, such as `8,6,4,2,A`.
fn is_list(told: &str) -> bool {
    told.contains(',') && told.split(',').all(|rank| rank == "10" || is_rank(rank))
}

fn is_rank(text: &str) -> bool {
    let mut symbols = text.chars();
    symbols.next().is_some_and(|symbol| Rank::from_symbol(symbol).is_some()) && symbols.next().is_none()
}

/// Describes what a hand makes in a lowball game: its ranks, unless it has a pair or more.
fn in_low_words(low: &Described) -> String {
    match low.category {
        Category::OnePair
        | Category::TwoPair
        | Category::ThreeOfAKind
        | Category::Straight
        | Category::Flush
        | Category::FullHouse
        | Category::FourOfAKind
        | Category::StraightFlush => in_words(low),
        _ => listed(low),
    }
}

fn listed(low: &Described) -> String {
    let ranks: Vec<String> = low.ranks.iter().map(|rank| rank.symbol().to_string()).collect();
    ranks.join(",")
}

fn in_words(hand: &Described) -> String {
    let rank = |index: usize| hand.ranks.get(index).copied().unwrap_or(Rank::ACE);
    let (one, many) = (|index| singular(rank(index)), |index| plural(rank(index)));
    match hand.category {
        Category::HighCard => format!("high card {}", one(0)),
        Category::OnePair => format!("a pair of {}", many(0)),
        Category::TwoPair => format!("two pair, {} and {}", many(0), many(1)),
        Category::ThreeOfAKind => format!("three of a kind, {}", many(0)),
        Category::Straight => format!("a straight, {}", run(hand)),
        Category::Flush => format!("a flush, {} high", one(0)),
        Category::FullHouse => format!("a full house, {} full of {}", many(0), many(1)),
        Category::FourOfAKind => format!("four of a kind, {}", many(0)),
        Category::StraightFlush if rank(0) == Rank::ACE => "a Royal Flush".to_owned(),
        Category::StraightFlush => format!("a straight flush, {}", run(hand)),
        other => other.english().to_owned(),
    }
}

/// Returns the lowest and the highest card of a straight, whose cards are in descending order.
fn run(hand: &Described) -> String {
    let end = |card: Option<&poker_engine::Card>| card.and_then(|card| card.rank()).map_or("", singular);
    format!("{} to {}", end(hand.stands_for.last()), end(hand.stands_for.first()))
}

/// The singular and plural of each rank, by its symbol.
const NAMES: [(char, &str, &str); 13] = [
    ('2', "Deuce", "Deuces"),
    ('3', "Three", "Threes"),
    ('4', "Four", "Fours"),
    ('5', "Five", "Fives"),
    ('6', "Six", "Sixes"),
    ('7', "Seven", "Sevens"),
    ('8', "Eight", "Eights"),
    ('9', "Nine", "Nines"),
    ('T', "Ten", "Tens"),
    ('J', "Jack", "Jacks"),
    ('Q', "Queen", "Queens"),
    ('K', "King", "Kings"),
    ('A', "Ace", "Aces"),
];

fn name(rank: Rank) -> (&'static str, &'static str) {
    let named = NAMES.iter().find(|(symbol, ..)| *symbol == rank.symbol());
    named.map_or(("", ""), |(_, one, many)| (one, many))
}

fn singular(rank: Rank) -> &'static str {
    name(rank).0
}

fn plural(rank: Rank) -> &'static str {
    name(rank).1
}

#[cfg(test)]
mod tests {
    use poker_engine::CardSet;
    use poker_engine::card::parse_cards;
    use poker_engine::eval::{Ranking, Selection, describe};

    use super::made;

    #[test]
    fn hands_are_called_as_trackers_know_them() {
        let cards = |text: &str| -> CardSet { parse_cards(text).expect("cards").into_iter().collect::<CardSet>() };
        let called = |text: &str| {
            let hand = describe(Ranking::High, Selection::Best, cards(text), CardSet::EMPTY);
            made(hand.as_ref(), None)
        };
        for (hand, words) in [
            ("As Kd 9c 5h 2s", "high card Ace"),
            ("6s 6d 9c 5h 2s", "a pair of Sixes"),
            ("As Ad 9c 9h 2s", "two pair, Aces and Nines"),
            ("2s 2d 2c 9h Ks", "three of a kind, Deuces"),
            ("As 2d 3c 4h 5s", "a straight, Ace to Five"),
            ("Ts Jd Qc Kh As", "a straight, Ten to Ace"),
            ("2s 7s 9s Js Ks", "a flush, King high"),
            ("As Ad Ac 9h 9s", "a full house, Aces full of Nines"),
            ("As Ad Ac Ah 9s", "four of a kind, Aces"),
            ("6s 7s 8s 9s Ts", "a straight flush, Six to Ten"),
            ("Ts Js Qs Ks As", "a Royal Flush"),
        ] {
            assert_eq!(called(hand), words, "{hand}");
        }
        let both = cards("As 2d 3c 4h 8s");
        let side = |ranking| describe(ranking, Selection::Best, both, CardSet::EMPTY);
        let (high, low) = (side(Ranking::High), side(Ranking::EightOrBetter));
        assert_eq!(made(high.as_ref(), low.as_ref()), "HI: high card Ace; LO: 8,4,3,2,A");
    }
}
