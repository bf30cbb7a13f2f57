//! The example hands of each game are in the order of its own evaluators and include every kind of hand that can be dealt.

use std::collections::HashSet;

use crate::support::source;
use poker_engine::eval::{Category, Described, Ranking, Selection};
use poker_engine::game::{GameDef, Ladder, catalogue};
use poker_engine::simulate::Dice;
use poker_engine::{Card, CardSet};

/// Random hands per ladder.
const DEALS: usize = 4_000;

/// Returns the cards that the examples of a ladder treat as wild.
fn wild(game: &GameDef, ladder: &Ladder, cards: CardSet) -> CardSet {
    let known = game.rules.wild.known(&[]).union(ladder.assumed_wild);
    if cards.intersection(known).is_empty() {
        known
    } else {
        known.union(CardSet::JOKERS)
    }
}

#[test]
fn examples_stand_in_order_and_are_hands_of_the_deck() {
    for game in catalogue::all() {
        let ladders = game.ladders();
        assert!(!ladders.is_empty(), "{}", game.id);
        for ladder in &ladders {
            assert!(ladder.hands.len() >= 2, "{}: {:?}", game.id, ladder.ranking);
            let mut before = None;
            for hand in &ladder.hands {
                let cards: CardSet = hand.cards.iter().copied().collect();
                assert_eq!(cards.len(), hand.cards.len(), "{}: a card twice", game.id);
                assert!(game.cards().is_superset(cards), "{}: {hand:?}", game.id);
                let wild = wild(game, ladder, cards);
                let told = game
                    .rules
                    .describe(ladder.ranking, Selection::Best, cards, CardSet::EMPTY, wild);
                assert_eq!(told.map(|told| told.category), Some(hand.category), "{}", game.id);
                assert!(
                    before.is_none_or(|before| before > hand.strength),
                    "{}: {hand:?}",
                    game.id
                );
                before = Some(hand.strength);
            }
        }
    }
}

#[test]
fn no_kind_of_hand_is_left_out_and_none_is_better_than_the_first() {
    let mut dice = Dice::new(source(7));
    for game in catalogue::all() {
        let deck: Vec<Card> = game.cards().iter().collect();
        for ladder in game.ladders() {
            let kinds: HashSet<Category> = ladder.hands.iter().map(|hand| hand.category).collect();
            // Where every hand has a wild card, five cards without one are not a hand of the game.
            let has_wild = |hand: &Described| hand.cards.iter().any(|card| ladder.assumed_wild.contains(*card));
            let needs_wild = ladder.hands.iter().all(has_wild);
            for _ in 0..DEALS {
                let cards = hand(&deck, ladder.ranking, &mut dice);
                let wild = wild(game, &ladder, cards);
                if needs_wild && cards.intersection(wild).is_empty() {
                    continue;
                }
                let Some(made) = game
                    .rules
                    .describe(ladder.ranking, Selection::Best, cards, CardSet::EMPTY, wild)
                else {
                    continue;
                };
                assert!(kinds.contains(&made.category), "{}: {made:?}", game.id);
                assert!(made.strength <= ladder.hands[0].strength, "{}: {made:?}", game.id);
            }
        }
    }
}

fn hand(deck: &[Card], ranking: Ranking, dice: &mut Dice<impl FnMut() -> u64>) -> CardSet {
    let mut cards = CardSet::EMPTY;
    while cards.len() < ranking.hand_size() {
        let at = usize::try_from(dice.below(deck.len() as u64)).expect("an index");
        cards.insert(deck[at]);
    }
    cards
}
