//! Counts of five-card hands of each category with wild cards (catalogue 9).
//!
//! Hands without a wild card are counted by the table of five cards; those with wild cards are built. Wild cards are interchangeable, so
//! each choice of natural cards is ranked once.

use std::collections::BTreeMap;

use poker_engine::card::parse_cards;
use poker_engine::eval::{Category, HandKey, Held, Ranking, Rules, Selection};
use poker_engine::{Card, CardSet};

/// Five of a kind, straight flush, four, full house, flush, straight, three, two pair, pair, high card.
const KINDS: [Category; 10] = [
    Category::FiveOfAKind,
    Category::StraightFlush,
    Category::FourOfAKind,
    Category::FullHouse,
    Category::Flush,
    Category::Straight,
    Category::ThreeOfAKind,
    Category::TwoPair,
    Category::OnePair,
    Category::HighCard,
];

fn each(from: u8, left: usize, wild: CardSet, hand: CardSet, f: &mut impl FnMut(CardSet)) {
    if left == 0 {
        return f(hand);
    }
    for index in from..52 {
        let card = CardSet::from_bits(1 << index);
        if wild.intersection(card).is_empty() {
            each(index + 1, left - 1, wild, hand.union(card), f);
        }
    }
}

fn choose(things: u64, count: u64) -> u64 {
    (0..count).fold(1, |ways, at| ways * (things - at) / (at + 1))
}

/// Counts the hands of `size` cards in each category; `Rules::describe` names the category once for each strength.
fn count(settings: &[(&str, &str)], ranking: Ranking, size: usize) -> BTreeMap<Category, u64> {
    let mut rules = Rules::PLAIN;
    for (name, value) in settings {
        rules.set(name, value).expect("a setting");
    }
    let jokers: CardSet = [Card::JOKER_1, Card::JOKER_2]
        .into_iter()
        .take(rules.wild.jokers.into())
        .collect();
    let standing = rules.wild.listed.union(jokers);
    let mut counts = BTreeMap::new();
    let mut kinds = BTreeMap::new();
    for wild in 0..=size.min(standing.len()) {
        let ways = choose(standing.len() as u64, wild as u64);
        let held: CardSet = standing.iter().take(wild).collect();
        each(0, size - wild, standing, CardSet::EMPTY, &mut |natural| {
            if wild == 0 && ranking == Ranking::High && size == 5 {
                // The four bits above the lower twelve are the category.
                let class = HandKey::from(natural).five().get() >> 12;
                let kind = KINDS.iter().rev().filter(|kind| **kind != Category::FiveOfAKind);
                let kind = [0, 1, 2, 3, 4, 5, 6, 7, 8]
                    .iter()
                    .zip(kind)
                    .find(|(place, _)| **place == class);
                *counts.entry(*kind.expect("a category").1).or_default() += 1;
                return;
            }
            let own = natural.union(held);
            let mask = rules.wild.of(&Held { own, ..Held::default() });
            let worth = rules.strength(ranking, Selection::Best, own, CardSet::EMPTY, mask);
            let kind = *kinds.entry(worth).or_insert_with(|| {
                let described = rules.describe(ranking, Selection::Best, own, CardSet::EMPTY, mask);
                described.expect("every hand has a name").category
            });
            *counts.entry(kind).or_default() += ways;
        });
    }
    counts
}

fn row(settings: &[(&str, &str)], expected: [u64; 10]) {
    let counts = count(settings, Ranking::High, 5);
    let counts = KINDS.map(|kind| counts.get(&kind).copied().unwrap_or(0));
    assert_eq!(counts, expected, "{settings:?}");
}

#[test]
fn jokers() {
    let (one, two) = (("jokers", "1"), ("jokers", "2"));
    let wild = [
        13, 204, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540,
    ];
    row(&[one], wild);
    let wild = [
        78, 624, 9_360, 9_360, 11_388, 34_704, 232_968, 123_552, 1_437_936, 1_302_540,
    ];
    row(&[two], wild);
}

#[test]
fn bugs() {
    let bug = ("joker", "bug");
    let one = [1, 204, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964];
    row(&[("jokers", "1"), bug], one);
    let two = [
        6, 624, 1_320, 5_328, 11_388, 34_704, 75_048, 156_816, 1_341_888, 1_535_388,
    ];
    row(&[("jokers", "2"), bug], two);
}

#[test]
fn basic_jokers() {
    let basic = ("joker", "basic");
    let one = [
        13, 204, 816, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964,
    ];
    row(&[("jokers", "1"), basic], one);
    let two = [
        30, 624, 1_296, 5_328, 11_388, 34_704, 75_048, 156_816, 1_341_888, 1_535_388,
    ];
    row(&[("jokers", "2"), basic], two);
}

#[test]
fn deuces() {
    let all = [
        672, 2_552, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680,
    ];
    row(&[("wild", "rank:2")], all);
    let one = [
        12, 195, 2_868, 5_976, 7_098, 19_581, 125_664, 111_672, 1_149_069, 1_176_825,
    ];
    row(&[("wild", "cards:2h")], one);
    let black = [
        72, 574, 8_328, 8_112, 9_436, 31_650, 199_578, 102_960, 1_187_140, 1_051_110,
    ];
    row(&[("wild", "cards:2s 2c")], black);
    let with_jokers = [
        2_958, 7_428, 78_560, 17_424, 24_100, 109_068, 570_900, 95_040, 1_457_352, 799_680,
    ];
    row(&[("wild", "rank:2"), ("jokers", "2")], with_jokers);
}

#[test]
fn courts_sevens_threes_and_nines() {
    let one_eyed = [
        238, 1_239, 16_979, 9_624, 12_027, 43_006, 269_781, 92_466, 1_206_321, 947_279,
    ];
    row(&[("wild", "one_eyed")], one_eyed);
    let moustache = [
        252, 1_199, 17_681, 10_296, 12_065, 40_260, 277_011, 97_416, 1_215_855, 926_925,
    ];
    row(&[("wild", "moustache")], moustache);
    let black_sevens = [
        72, 514, 8_328, 8_112, 9_496, 27_582, 199_848, 102_960, 1_189_408, 1_052_640,
    ];
    row(&[("wild", "cards:7s 7c")], black_sevens);
    let threes_and_nines = [
        8_152, 11_464, 130_552, 18_480, 26_592, 89_400, 631_920, 71_280, 1_141_920, 469_200,
    ];
    row(&[("wild", "rank:3 rank:9")], threes_and_nines);
}

#[test]
fn hands_of_fewer_cards() {
    let deuces = [("wild", "rank:2")];
    let three = count(&deuces, Ranking::ThreeCard, 3);
    let expected = [
        (Category::StraightFlush, 684),
        (Category::ThreeOfAKind, 336),
        (Category::Straight, 1_656),
        (Category::Flush, 1_544),
        (Category::OnePair, 5_280),
        (Category::HighCard, 12_600),
    ];
    assert_eq!(three, BTreeMap::from(expected));
    let two = count(&deuces, Ranking::TwoCard, 2);
    assert_eq!(two.get(&Category::OnePair), Some(&270));
}

/// Special hands depend on ranks alone: each choice of five ranks is examined once, in a combination of suits that is no flush.
#[test]
fn special_hands() {
    let deals = 4u64.pow(5) - 4;
    let counted = |special: &str, ace_low: &str| {
        let mut rules = Rules::PLAIN;
        rules.set("special", special).expect("a setting");
        rules.set("dutch_ace_low", ace_low).expect("a setting");
        let mut counts: BTreeMap<Category, u64> = BTreeMap::new();
        for ranks in (0u32..1 << 13).filter(|ranks| ranks.count_ones() == 5) {
            let cards = (0..13).filter(|rank| ranks >> rank & 1 == 1).enumerate();
            let own: CardSet = cards
                .filter_map(|(at, rank)| Card::from_index(4 * rank + u8::from(at == 0)))
                .collect();
            let hand = rules.describe(Ranking::High, Selection::Best, own, CardSet::EMPTY, CardSet::EMPTY);
            *counts
                .entry(hand.expect("a high hand has a name").category)
                .or_default() += deals;
        }
        counts
    };
    let both = counted("dogs+skeet", "on");
    for kind in [
        Category::BigCat,
        Category::LittleCat,
        Category::BigDog,
        Category::LittleDog,
    ] {
        assert_eq!(both.get(&kind), Some(&4_080), "{kind:?}");
    }
    assert_eq!(both.get(&Category::Skeet), Some(&10_200));
    assert_eq!(both.get(&Category::DutchStraight), Some(&6_120));
    assert_eq!(both.get(&Category::RoundTheCorner), Some(&3_060));
    assert_eq!(both.get(&Category::Straight), Some(&10_200));
    let strict = counted("skeet_strict", "off");
    assert_eq!(strict.get(&Category::Skeet), Some(&6_120));
    assert_eq!(strict.get(&Category::DutchStraight), Some(&5_100));
    assert_eq!(strict.get(&Category::BigCat), None);

    let mut rules = Rules::PLAIN;
    rules.set("special", "skeet").expect("a setting");
    let courts: Vec<Card> = parse_cards("JsJhJdJcQsQhQdQcKsKhKdKc").expect("cards");
    let mut blazes = 0;
    for chosen in (0u32..1 << courts.len()).filter(|chosen| chosen.count_ones() == 5) {
        let own = (0..courts.len())
            .filter(|at| chosen >> at & 1 == 1)
            .map(|at| courts[at])
            .collect();
        let hand = rules.describe(Ranking::High, Selection::Best, own, CardSet::EMPTY, CardSet::EMPTY);
        blazes += u32::from(hand.is_some_and(|hand| hand.category == Category::Blaze));
    }
    assert_eq!(blazes, 432);
}
