//! Players who sit out, what they owe, and what they post to return.

use super::super::*;
use super::{BIG, BOTH, SMALL, owes};
use crate::table::{OwedBlinds, Standing};
use PostKind::{BigBlind, DeadBlind, EntryBlind, SmallBlind};

#[test]
fn who_sits_out_and_comes_back_before_a_blind_owes_nothing() {
    let mut club = Club::after_a_hand([1, 2, 3, 6, 8]);
    club.sit_out(8);
    assert_eq!(club.status(8), SeatStatus::SittingOut);
    assert_eq!(club.play().dealt, seats([1, 2, 3, 6]));
    club.sit_in(8, Entry::WaitForBigBlind);
    assert_eq!(club.status(8), SeatStatus::Active);
    let plan = club.play();
    assert_eq!(
        (blinds(&plan), posts(&plan)),
        ([3, 6, 8], vec![(6, 5, SmallBlind), (8, 10, BigBlind)])
    );
}

#[test]
fn a_seat_that_sits_out_owes_one_of_each_however_long() {
    let mut club = Club::after_a_hand([1, 2, 3, 4, 6]);
    club.sit_out(4);
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.missed_big_blind), ([2, 3, 6], seats([4])));
    assert_eq!(owes(&club, 4), BIG);
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.missed_small_blind), ([3, 6, 1], seats([4])));
    assert_eq!(owes(&club, 4), BOTH);
    for _ in 0..9 {
        club.play();
    }
    assert_eq!(owes(&club, 4), BOTH);
}

/// Seats 1, 2, 3, 4 and 6; seat 4 has missed both blinds, and the button has just passed it.
fn absent_for_an_orbit() -> Club {
    let mut club = Club::after_a_hand([1, 2, 3, 4, 6]);
    club.sit_out(4);
    club.play();
    club.play();
    assert_eq!(blinds(&club.play()), [6, 1, 2]);
    club
}

#[test]
fn who_comes_back_posts_both_once() {
    let mut club = absent_for_an_orbit();
    club.sit_in(4, Entry::Post);
    assert_eq!(club.status(4), SeatStatus::Waiting);
    let plan = club.play();
    assert_eq!(blinds(&plan), [1, 2, 3]);
    let paid = [
        (2, 5, SmallBlind),
        (3, 10, BigBlind),
        (4, 10, EntryBlind),
        (4, 5, DeadBlind),
    ];
    assert_eq!(posts(&plan), paid);
    assert_eq!(owes(&club, 4), OwedBlinds::NONE);
    assert_eq!(entry_posts(&club.play()), []);
}

#[test]
fn who_comes_back_with_the_big_blind_pays_that_alone() {
    let mut club = absent_for_an_orbit();
    club.sit_in(4, Entry::WaitForBigBlind);
    assert_eq!(club.play().waiting, seats([4]));
    let plan = club.play();
    assert_eq!((blinds(&plan), entry_posts(&plan)), ([2, 3, 4], vec![]));
    assert_eq!(owes(&club, 4), OwedBlinds::NONE);
}

#[test]
fn the_last_big_blind_who_sits_out_owes_the_small_blind_alone() {
    let mut club = Club::after_a_hand([1, 2, 3, 4, 6]);
    club.sit_out(3);
    let plan = club.play();
    assert_eq!((blinds(&plan), posts(&plan)), ([2, 3, 4], vec![(4, 10, BigBlind)]));
    assert_eq!(owes(&club, 3), SMALL);
    club.sit_in(3, Entry::Post);
    let plan = club.play();
    assert_eq!(
        (blinds(&plan), entry_posts(&plan)),
        ([3, 4, 6], vec![(3, 5, DeadBlind)])
    );
}

#[test]
fn the_last_big_blind_owes_the_small_blind_even_where_the_next_hand_has_another() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    club.sit_out(3);
    assert_eq!(blinds(&club.play()), [2, 2, 1]);
    assert_eq!(owes(&club, 3), SMALL);
}

#[test]
fn a_small_blind_that_moves_back_passes_over_no_player() {
    let mut club = Club::after_a_hand([1, 2, 4, 6, 8]);
    club.leave(2);
    club.leave(4);
    club.sit_out(8);
    assert_eq!(blinds(&club.play()), [1, 1, 6]);
    assert_eq!(owes(&club, 8), OwedBlinds::NONE);
}

#[test]
fn a_newcomer_who_sits_out_first_owes_a_big_blind_only() {
    let mut club = Club::after_a_hand([1, 2, 3, 6]);
    club.sit(7, Entry::Post);
    club.sit_out(7);
    for _ in 0..8 {
        club.play();
    }
    assert_eq!(club.0.seat(seat(7)).unwrap().standing, Standing::Newcomer);
    club.sit_in(7, Entry::Post);
    assert_eq!(entry_posts(&club.play()), [(7, 10, EntryBlind)]);
}

#[test]
fn who_sits_out_from_the_big_blind_on_plays_until_then() {
    let mut club = Club::after_a_hand([1, 2, 3, 4, 6]);
    club.0.sit_out(player(6), SitOut::NextBigBlind).unwrap();
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.dealt), ([2, 3, 4], seats([1, 2, 3, 4, 6])));
    assert_eq!(club.status(6), SeatStatus::Active);
    let (plan, events) = club.0.start_hand(|_| unreachable!("the button is drawn once")).unwrap();
    assert_eq!((blinds(&plan), plan.dealt), ([3, 4, 1], seats([1, 2, 3, 4])));
    let changed = TableEvent::StatusChanged {
        seat: seat(6),
        player: player(6),
        status: SeatStatus::SittingOut,
    };
    assert_eq!(events, [changed]);
    club.finish([]);
    assert_eq!(owes(&club, 6), BIG);
}

#[test]
fn who_sits_out_from_the_big_blind_on_stops_a_game_of_two() {
    let mut club = Club::after_a_hand([1, 5]);
    club.0.sit_out(player(5), SitOut::NextBigBlind).unwrap();
    assert_eq!(blinds(&club.deal()), [5, 5, 1]);
    assert_eq!(club.status(5), SeatStatus::Active);
    let out = TableEvent::StatusChanged {
        seat: seat(5),
        player: player(5),
        status: SeatStatus::SittingOut,
    };
    assert_eq!(club.finish([]), [out]);
    assert!(!club.0.can_start());
}

#[test]
fn before_the_first_big_blind_sitting_out_begins_at_once() {
    let mut club = Club::new(9);
    club.sit(1, Entry::Post);
    club.sit(2, Entry::Post);
    club.0.sit_out(player(2), SitOut::NextBigBlind).unwrap();
    assert_eq!(club.status(2), SeatStatus::SittingOut);
}

#[test]
fn a_wish_to_sit_out_can_be_taken_back() {
    let mut club = Club::after_a_hand([1, 2, 3, 4, 6]);
    club.deal();
    club.sit_out(6);
    assert_eq!(
        club.0.sit_out(player(6), SitOut::NextHand),
        Err(TableRuleError::NoChange)
    );
    assert_eq!(
        club.0.sit_out(player(6), SitOut::NextBigBlind),
        Err(TableRuleError::NoChange)
    );
    assert_eq!(club.status(6), SeatStatus::SittingOut);
    club.sit_in(6, Entry::WaitForBigBlind);
    assert_eq!(club.status(6), SeatStatus::Active);
    club.finish([]);
    assert_eq!(club.deal().dealt, seats([1, 2, 3, 4, 6]));
}
