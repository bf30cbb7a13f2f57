//! The seven-deuce bounty.

use poker_engine::card::parse_cards;
use poker_engine::event::PublicEvent;
use poker_engine::game::catalogue;
use poker_engine::{Action, Chips, TableRules, Viewer};

use super::{RUN_TWICE, Table, deal};

/// Returns the seat that won the bounty, and the payments of the others.
fn bounty(table: &Table) -> Option<(u8, Vec<(u8, u64)>)> {
    table.events.iter().find_map(|event| match &event.public {
        PublicEvent::SevenDeucePaid { seat, payments, .. } => {
            let payments = payments.iter().map(|(seat, chips)| (seat.number(), chips.get()));
            Some((seat.number(), payments.collect()))
        }
        _ => None,
    })
}

const SEVEN_DEUCE: TableRules = TableRules {
    run_twice: false,
    seven_deuce: Chips::new(10),
    ..RUN_TWICE
};

/// Seat 1 has seven-deuce and makes a full house; seat 2 has aces, seat 3 kings.
const FULL_OF_SEVENS: &str = "7s As Kd 2h Ah Kh 7c 7d 2c 3s 4h";

#[test]
fn all_others_pay_the_winner_with_seven_deuce_at_the_showdown() {
    let mut table = deal("no-limit-holdem", &[100, 100, 100], FULL_OF_SEVENS, SEVEN_DEUCE);
    table.act(3, Action::Fold).unwrap();
    table.act(1, Action::Raise(Chips::new(40))).unwrap();
    table.act(2, Action::Call).unwrap();
    for _ in 0..3 {
        table.answer(&[(1, Action::Check), (2, Action::Check)]);
    }
    assert_eq!(bounty(&table), Some((1, vec![(2, 10), (3, 10)])));
    assert_eq!(table.stacks(), [160, 50, 90]);
}

#[test]
fn where_all_others_fold_the_winner_shows_seven_deuce_and_is_paid() {
    let mut table = deal("no-limit-holdem", &[100, 100, 100], FULL_OF_SEVENS, SEVEN_DEUCE);
    table.act(3, Action::Fold).unwrap();
    table.act(1, Action::Raise(Chips::new(40))).unwrap();
    assert_eq!(bounty(&table), None, "the hand runs");
    table.act(2, Action::Fold).unwrap();
    assert_eq!(bounty(&table), Some((1, vec![(2, 10), (3, 10)])));
    assert_eq!(table.stacks(), [130, 80, 90]);
    let seen = table.hand.view(Viewer::Spectator).seats.swap_remove(0);
    let known: Vec<_> = seen.cards.iter().filter_map(|card| card.known()).collect();
    assert_eq!(known, parse_cards("7s 2h").unwrap());
}

#[test]
fn a_player_pays_no_more_for_seven_deuce_than_is_left() {
    let mut table = deal("no-limit-holdem", &[100, 100, 4], FULL_OF_SEVENS, SEVEN_DEUCE);
    table.act(3, Action::Fold).unwrap();
    table.act(1, Action::Raise(Chips::new(100))).unwrap();
    table.act(2, Action::Call).unwrap();
    assert_eq!(bounty(&table), Some((1, vec![(3, 4)])));
    assert_eq!(table.stacks(), [204, 0, 0]);
}

#[test]
fn seven_deuce_is_paid_to_the_only_winner_of_the_main_pot() {
    // Two players with seven-deuce split a pot.
    let shared = "7s 7d 2h 2c As Kd Qh Jc Ts";
    let mut table = deal("no-limit-holdem", &[60, 100], shared, SEVEN_DEUCE);
    table.all_in(2, 60, &[1]);
    assert_eq!(bounty(&table), None);
    // Of two runs, one is won and one is lost.
    let twice = TableRules {
        run_twice: true,
        ..SEVEN_DEUCE
    };
    let deck = "7s As 2h Ad 7c 7d 2c 3d 4h 8c Jd 9s 5h Qc";
    let mut table = deal("no-limit-holdem", &[60, 100], deck, twice);
    table.all_in(2, 60, &[1]);
    table.answer(&[(2, Action::RunTwice), (1, Action::RunTwice)]);
    assert_eq!(table.stacks(), [60, 100]);
    assert_eq!(bounty(&table), None);
    // The same cards win a side pot, but not the main pot.
    let side = "Ks 7s Qd Kd 2h Qh Kc 7c 7d 3d 4h";
    let mut table = deal("no-limit-holdem", &[20, 100, 100], side, SEVEN_DEUCE);
    table.all_in(3, 100, &[1, 2]);
    let winners: Vec<u8> = table.awards().iter().map(|(_, _, shares)| shares[0].0).collect();
    assert_eq!((winners, bounty(&table)), (vec![2, 1], None));
}

#[test]
fn other_cards_and_tables_without_it_pay_nothing_for_seven_deuce() {
    for (deck, rules) in [
        (FULL_OF_SEVENS, TableRules::default()),
        ("7s As Kd 3h Ah Kh 7c 7d 3c 2s 4h", SEVEN_DEUCE),
    ] {
        let mut table = deal("no-limit-holdem", &[100, 100, 100], deck, rules);
        table.all_in(3, 100, &[1, 2]);
        assert_eq!((table.stacks(), bounty(&table)), (vec![300, 0, 0], None));
    }
}

#[test]
fn games_with_two_cards_in_each_hand_take_a_bounty_for_seven_deuce() {
    let games = catalogue::all().iter().filter(|game| game.takes_seven_deuce());
    let names: Vec<&str> = games.map(|game| game.id.as_str()).collect();
    assert_eq!(names, ["no-limit-holdem", "limit-holdem", "pot-limit-holdem"]);
}
