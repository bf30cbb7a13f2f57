//! The ranking vectors HR-xx of the catalogue (2.9), one per line of `vectors/hands.txt`.

use poker_engine::CardSet;
use poker_engine::card::parse_cards;
use poker_engine::eval::{Described, Held, Ranking, Rules, Selection, Strength};

/// Returns the ranking and the rules named by a vector.
fn rules(rule: &str) -> (Ranking, Rules) {
    let mut words = rule.split(' ').peekable();
    let first = words.next().expect("a rule has words");
    let mut ranking = match first {
        "high" => Ranking::High,
        "high=three" => Ranking::ThreeCard,
        "high=two" => Ranking::TwoCard,
        "low=A5" => Ranking::AceToFive,
        "low=A6" => Ranking::AceToSix,
        "low=27" => Ranking::DeuceToSeven,
        "low=misere" => Ranking::Misere,
        "low=badugi" => Ranking::Badugi,
        "low=two" => Ranking::TwoCardLow,
        _ => panic!("{rule}: no such ranking"),
    };
    let mut rules = Rules::PLAIN;
    rules.wild.jokers = 2;
    for word in words {
        match word.split_once('=').expect("a setting has a value") {
            ("deck", "36") => ranking = Ranking::ShortDeck,
            ("three_order", "listed") => ranking = Ranking::ThreeCardListed,
            (name, value) => rules.set(name, value).unwrap_or_else(|error| panic!("{rule}: {error}")),
        }
    }
    (ranking, rules)
}

fn worth(rule: &str, hand: &str) -> (Option<Strength>, Option<Described>) {
    let (ranking, rules) = rules(rule);
    let own: CardSet = parse_cards(hand).expect("a hand is cards").into_iter().collect();
    let wild = rules.wild.of(&Held { own, ..Held::default() });
    (
        rules.strength(ranking, Selection::Best, own, CardSet::EMPTY, wild),
        rules.describe(ranking, Selection::Best, own, CardSet::EMPTY, wild),
    )
}

#[test]
fn every_vector_holds() {
    let mut ran = 0;
    for line in include_str!("../vectors/hands.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split(" | ").collect();
        let [id, rule, hands, note] = fields[..] else {
            panic!("not a vector: {line}");
        };
        let sign = hands.find(['<', '=', '>']).expect("a sign");
        let [first, second] = [&hands[..sign], &hands[sign + 1..]].map(|hand| worth(rule, hand));
        let expected = match &hands[sign..=sign] {
            "<" => std::cmp::Ordering::Less,
            "=" => std::cmp::Ordering::Equal,
            _ => std::cmp::Ordering::Greater,
        };
        assert_eq!(first.0.cmp(&second.0), expected, "{id}: {hands} ({note})");
        for (strength, described) in [first, second] {
            let described = described.expect("a hand without a qualifier has a name");
            assert_eq!(Some(described.strength), strength, "{id}");
            assert_eq!(described.cards.len(), described.stands_for.len(), "{id}: {described:?}");
        }
        ran += 1;
    }
    assert_eq!(ran, 85);
}
