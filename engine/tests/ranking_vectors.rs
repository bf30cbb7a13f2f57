//! The ranking vectors HR-xx of the catalogue (2.9), one a line in `vectors/hands.txt`.

use poker_engine::CardSet;
use poker_engine::card::parse_cards;
use poker_engine::eval::{Ranking, Selection, strength};

/// The ranking that a vector's rule names, `None` if the rule has wild cards or special hands.
fn ranking(rule: &str) -> Option<Ranking> {
    Some(match rule {
        "high" => Ranking::High,
        "high deck=36" => Ranking::ShortDeck,
        "high=three" => Ranking::ThreeCard,
        "high=three three_order=listed" => Ranking::ThreeCardListed,
        "high=two" => Ranking::TwoCard,
        "low=A5" => Ranking::AceToFive,
        "low=A6" => Ranking::AceToSix,
        "low=27" => Ranking::DeuceToSeven,
        "low=misere" => Ranking::Misere,
        "low=badugi" => Ranking::Badugi,
        _ => return None,
    })
}

#[test]
fn every_vector_without_wild_cards_and_special_hands_holds() {
    let mut ran = 0;
    for line in include_str!("vectors/hands.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split(" | ").collect();
        let [id, rule, hands, note] = fields[..] else {
            panic!("not a vector: {line}");
        };
        let Some(ranking) = ranking(rule) else { continue };
        let sign = hands.find(['<', '=', '>']).unwrap();
        let worth = |hand: &str| {
            let cards: CardSet = parse_cards(hand).unwrap().into_iter().collect();
            strength(ranking, Selection::Best, cards, CardSet::EMPTY)
        };
        let order = worth(&hands[..sign]).cmp(&worth(&hands[sign + 1..]));
        let expected = match &hands[sign..=sign] {
            "<" => std::cmp::Ordering::Less,
            "=" => std::cmp::Ordering::Equal,
            _ => std::cmp::Ordering::Greater,
        };
        assert_eq!(order, expected, "{id}: {hands} ({note})");
        ran += 1;
    }
    assert_eq!(ran, 38);
}
