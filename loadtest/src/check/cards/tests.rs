//! Cards that a reader may know, and cards that it may not.

use poker_protocol::v1::Card;

use super::*;

fn set(cards: &str) -> CardSet {
    let cards: Vec<Card> = cards.split_whitespace().map(|card| Card::new(card).unwrap()).collect();
    cards.iter().collect()
}

/// Returns a dealt hand with two seats.
fn dealt() -> (Oracle, Vec<Finding>) {
    let (mut oracle, mut found) = (Oracle::new("t1"), Vec::new());
    oracle.begin(1, 1, true, &mut found);
    oracle.given(1, 1, set("Ah Kh"), "", &mut found);
    oracle.given(1, 2, set("2c 2d"), "", &mut found);
    (oracle, found)
}

fn laws(found: &[Finding]) -> Vec<Law> {
    found.iter().map(|finding| finding.law).collect()
}

#[test]
fn cards_are_found_in_any_field_and_nothing_else_is() {
    let text = r#"{"x":["Ah","X2"],"y":{"z":"Td"},"ranks":["A","K"],"no":"Ahh","name":"Bh","q":"\"2c\""}"#;
    assert_eq!(scan(text), set("Ah X2 Td"));
    assert_eq!(scan(text).to_string(), "Td Ah X2");
    assert_eq!(scan(""), CardSet::EMPTY);
    let wild = r#"{"cards":["2c"],"stands_for":["As","Ks"]},{"cards":["9d"],"stands_for":["Kh"]},"7c""#;
    assert_eq!(
        scan(wild),
        set("2c 9d 7c"),
        "what a wild card stands for is not a dealt card"
    );
    assert_eq!(scan(r#"["As"],"stands_for":["Ks""#), set("As"));
}

#[test]
fn own_cards_the_board_and_shown_cards_may_be_told() {
    let (mut oracle, mut found) = dealt();
    oracle.board(1, set("3c 4c 5c"));
    oracle.told(1, 1, set("Ah Kh 3c 4c 5c"), "");
    oracle.shown(1, 2, set("2c 2d"), &mut found);
    oracle.told_all((5, 6), CardSet::EMPTY, r#"["2c","2d","3c"]"#, &mut found);
    oracle.told(1, 1, set("2c"), "");
    oracle.finish(&mut found);
    assert_eq!(found, []);
}

#[test]
fn another_players_card_is_a_leak() {
    let (mut oracle, mut found) = dealt();
    oracle.told(1, 1, set("Ah 2c"), "the message");
    assert_eq!(found, [], "it may still be shown");
    oracle.finish(&mut found);
    assert_eq!(laws(&found), [Law::OwnCardsOnly]);
    assert!(
        found[0].evidence.contains("2c") && found[0].evidence.contains("the message"),
        "{found:?}"
    );
    assert_eq!(found[0].seat, 1);
}

#[test]
fn a_spectator_owns_nothing() {
    let (mut oracle, mut found) = dealt();
    oracle.told(1, 0, set("Ah"), "");
    oracle.finish(&mut found);
    assert_eq!(laws(&found), [Law::OwnCardsOnly]);
}

#[test]
fn a_hidden_card_in_a_message_to_all_is_a_leak_at_once() {
    let (mut oracle, mut found) = dealt();
    oracle.told_all((5, 6), CardSet::EMPTY, r#"{"x":"Kh"}"#, &mut found);
    assert_eq!(laws(&found), [Law::OwnCardsOnly]);
}

#[test]
fn the_order_in_which_sockets_are_read_does_not_matter() {
    let (mut oracle, mut found) = dealt();
    oracle.told(1, 1, set("2c 2d"), "");
    oracle.shown(1, 2, set("2c 2d"), &mut found);
    oracle.finish(&mut found);
    assert_eq!(found, []);
}

#[test]
fn folded_cards_stay_hidden() {
    let (mut oracle, mut found) = dealt();
    oracle.folded(1, 2);
    oracle.shown(1, 2, set("2c 2d"), &mut found);
    assert_eq!(laws(&found), [Law::OwnCardsOnly]);
}

#[test]
fn one_card_given_twice_or_to_the_board_too_is_found() {
    let (mut oracle, mut found) = dealt();
    oracle.given(1, 3, set("2c 9s"), "", &mut found);
    assert_eq!(laws(&found), [Law::CardsDistinct]);
    found.clear();
    oracle.board(1, set("Ah"));
    oracle.finish(&mut found);
    assert_eq!(laws(&found), [Law::CardsDistinct]);
}

#[test]
fn a_seat_cannot_show_what_it_was_not_dealt() {
    let (mut oracle, mut found) = dealt();
    oracle.shown(1, 2, set("2c 7s"), &mut found);
    oracle.finish(&mut found);
    assert_eq!(laws(&found), [Law::CardsDistinct]);
}

#[test]
fn after_a_refill_a_card_may_come_again() {
    let (mut oracle, mut found) = dealt();
    oracle.refilled(1);
    oracle.given(1, 1, set("2c"), "", &mut found);
    oracle.finish(&mut found);
    assert_eq!(found, []);
}

#[test]
fn a_hand_that_was_not_followed_proves_nothing() {
    let (mut oracle, mut found) = (Oracle::new("t1"), Vec::new());
    oracle.begin(7, 1, false, &mut found);
    oracle.told(5, 1, set("Ah"), "");
    oracle.told_all((5, 6), CardSet::EMPTY, r#"{"x":"Kh"}"#, &mut found);
    oracle.finish(&mut found);
    assert_eq!(found, []);
}

#[test]
fn a_message_may_make_up_for_several_hands() {
    let (mut oracle, mut found) = dealt();
    oracle.board(1, set("3c"));
    oracle.begin(2, 20, true, &mut found);
    oracle.given(2, 1, set("9h 9d"), "", &mut found);
    assert_eq!((oracle.hand_at(19), oracle.hand_at(20)), (Some(1), Some(2)));
    oracle.told(5, 1, set("Ah Kh 9h 9d"), "");
    oracle.told_all((5, 25), CardSet::EMPTY, r#"["3c"]"#, &mut found);
    oracle.finish(&mut found);
    assert_eq!(found, []);
    let (mut oracle, mut found) = dealt();
    oracle.board(1, set("3c"));
    oracle.begin(2, 20, true, &mut found);
    oracle.told_all((21, 25), CardSet::EMPTY, r#"["3c"]"#, &mut found);
    oracle.told(21, 1, set("Ah"), "");
    oracle.finish(&mut found);
    assert_eq!(
        laws(&found),
        [Law::OwnCardsOnly, Law::OwnCardsOnly],
        "cards of a hand that is over"
    );
}

#[test]
fn old_hands_are_judged_when_new_ones_begin() {
    let (mut oracle, mut found) = dealt();
    oracle.told(1, 1, set("2d"), "");
    for hand in 2..10 {
        oracle.begin(hand, 10 * hand, true, &mut found);
    }
    assert_eq!(laws(&found), [Law::OwnCardsOnly]);
}
