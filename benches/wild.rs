//! Showdowns with wild cards against plain ones, as ratios within the same run.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench wild`

use poker_benches::{Contender, race, random_hands};
use poker_engine::eval::{Held, Ranking, Rules, Selection};
use poker_engine::{Card, CardSet};

const HANDS: usize = 1 << 16;

fn main() {
    let seven: Vec<CardSet> = random_hands::<7>(HANDS, 1).iter().map(|hand| set(hand)).collect();
    let eight: Vec<CardSet> = random_hands::<8>(HANDS, 2).iter().map(|hand| set(hand)).collect();
    let ten: Vec<CardSet> = random_hands::<10>(HANDS, 3).iter().map(|hand| set(hand)).collect();
    let plain = Rules::PLAIN;
    let deuces = rules(&[("wild", "rank:2")]);
    let many = rules(&[("wild", "rank:3 rank:9")]);
    let own_low = rules(&[("wild", "own_low")]);
    let special = rules(&[("wild", "rank:3 rank:9"), ("special", "dogs+skeet")]);
    // The deck of the other hands has no jokers, so two deuces take their place.
    let bugs = rules(&[("joker", "bug"), ("jokers", "2")]);
    let with_bugs: Vec<CardSet> = seven.iter().map(|hand| deuces_as_jokers(*hand)).collect();
    high(
        "Seven cards, high",
        &seven,
        &[
            ("no wild cards", plain),
            ("deuces wild", deuces),
            ("threes and nines wild", many),
            ("the lowest own card wild", own_low),
            ("special hands as well", special),
        ],
    );
    high("Seven cards, high, two bugs", &with_bugs, &[("bugs", bugs)]);
    high(
        "Eight cards, high",
        &eight,
        &[("no wild cards", plain), ("threes and nines wild", many)],
    );
    high(
        "Ten cards, high",
        &ten,
        &[("no wild cards", plain), ("threes and nines wild", many)],
    );
    for ranking in [Ranking::AceToFive, Ranking::DeuceToSeven] {
        compete(
            ranking,
            "Seven cards, low",
            &seven,
            &[("no wild cards", plain), ("threes and nines wild", many)],
        );
    }
}

fn high(title: &str, hands: &[CardSet], rules: &[(&'static str, Rules)]) {
    compete(Ranking::High, title, hands, rules);
}

fn compete(ranking: Ranking, title: &str, hands: &[CardSet], rules: &[(&'static str, Rules)]) {
    let contenders = rules.iter().map(|(name, rules)| {
        Contender::new(name, move || {
            let worth = |own: &CardSet| {
                let wild = rules.wild.of(&Held {
                    own: *own,
                    ..Held::default()
                });
                let strength = rules.strength(ranking, Selection::Best, *own, CardSet::EMPTY, wild);
                strength.map_or(0, |strength| u64::from(strength.get()))
            };
            hands.iter().map(worth).fold(0, u64::wrapping_add)
        })
    });
    let title = format!("{title} ({})", ranking.code());
    race(&title, hands.len() as u64, "hands", contenders.collect());
}

fn rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::PLAIN;
    for (name, value) in settings {
        rules.set(name, value).expect("a setting");
    }
    rules
}

fn set(hand: &[u8]) -> CardSet {
    hand.iter().filter_map(|card| Card::from_index(*card)).collect()
}

fn deuces_as_jokers(hand: CardSet) -> CardSet {
    let joker = |card: Card| match card.index() {
        0 => Card::JOKER_1,
        1 => Card::JOKER_2,
        _ => card,
    };
    hand.iter().map(joker).collect()
}
