//! Days of an event: stacks are bagged, flights are joined, and neither a chip nor a prize is lost.

use super::by_hand::{HOME, bust, over};
use super::{Floor, ruling};
use crate::Chips;
use crate::tournament::director::*;

/// A home game without bounties and rebuys: 20 for each entry, two paid places.
fn plain() -> String {
    let kept =
        |line: &&str| !line.starts_with("bounty") && !line.starts_with("rebuy") && !line.starts_with("re_entries");
    HOME.lines().filter(kept).collect::<Vec<&str>>().join("\n")
}

fn bag() -> Command {
    Command::bag_stacks(ruling(Official::Director))
}

fn close() -> Command {
    Command::close_entries(ruling(Official::Director))
}

fn unbag(flight: Flight) -> Command {
    Command::unbag(flight, ruling(Official::Director))
}

fn flight(stacks: &[(Option<u32>, u64)], level: u16) -> Flight {
    let stack = |(player, stack): &(Option<u32>, u64)| (player.map(PlayerNo), Chips::new(*stack));
    Flight {
        stacks: stacks.iter().map(stack).collect(),
        pool: Chips::new(120),
        entries: 6,
        level,
    }
}

#[test]
fn a_day_ends_with_every_stack_on_the_sheet() {
    let mut floor = Floor::by_hand(&plain(), 6);
    let table = floor.at_table(1);
    floor.refused(bag(), Refusal::NotYet);
    floor.give(over(1, vec![bust(table[0], &[table[1]])])).expect("a bust");
    floor.give(close()).expect("entries are open");
    floor.refused(Command::bag_stacks(ruling(Official::Floor)), Refusal::NotAllowed);
    floor.give(bag()).expect("no hand is running");
    let bags = floor.director.bags().to_vec();
    assert_eq!(bags.len(), 5);
    assert_eq!(
        (bags[0].player, bags[0].stack),
        (table[1], Chips::new(2_000)),
        "best first"
    );
    let sum: Chips = bags.iter().map(|bag| bag.stack).sum();
    assert_eq!(sum, floor.director.in_play());
    assert_eq!(floor.director.phase(), Phase::Completed);
    assert_eq!(floor.director.player(table[0]).unwrap().finished, Some((6, 6)));
    assert_eq!(floor.director.player(table[1]).unwrap().finished, None);
    let won = |floor: &Floor| (1..=6).any(|no| !floor.director.player(PlayerNo(no)).unwrap().won.is_zero());
    assert!(!won(&floor), "the pool goes on with the stacks");
    floor.refused(bag(), Refusal::WrongPhase);
    floor.refused(over(1, vec![bust(table[1], &[table[2]])]), Refusal::WrongPhase);
}

#[test]
fn a_day_does_not_end_once_prizes_are_paid_nor_where_bounties_are_on_heads() {
    let mut floor = Floor::by_hand(HOME, 6);
    floor.give(close()).expect("entries are open");
    floor.refused(bag(), Refusal::NotOffered);
    let mut floor = Floor::by_hand(&plain(), 3);
    let table = floor.at_table(1);
    floor.give(close()).expect("entries are open");
    floor.give(over(1, vec![bust(table[0], &[table[1]])])).expect("a bust");
    floor.give(over(1, vec![bust(table[2], &[table[1]])])).expect("a bust");
    floor.refused(bag(), Refusal::WrongPhase);
}

#[test]
fn flights_are_joined_with_their_pools_and_the_best_stack_goes_forward() {
    let mut floor = Floor::registering(&plain());
    floor.refused(unbag(flight(&[], 2)), Refusal::BadResult);
    floor.refused(unbag(flight(&[(None, 0)], 2)), Refusal::BadResult);
    floor.refused(unbag(flight(&[(None, 500)], 0)), Refusal::BadLevel);
    floor.refused(unbag(flight(&[(None, 500)], u16::MAX)), Refusal::BadLevel);
    floor.refused(unbag(flight(&[(Some(1), 500)], 2)), Refusal::NoSuchPlayer);
    floor.refused(unbag(flight(&[(None, 1); 21], 2)), Refusal::Full);
    let most = Chips::MAX.get();
    floor.refused(unbag(flight(&[(None, most), (None, 1)], 2)), Refusal::TooManyChips);
    let by_floor = Command::unbag(flight(&[(None, 500)], 2), ruling(Official::Floor));
    floor.refused(by_floor, Refusal::NotAllowed);
    floor
        .give(unbag(flight(&[(None, 2_500), (None, 1_500), (None, 2_000)], 2)))
        .expect("the first flight");
    floor
        .give(unbag(flight(&[(None, 4_000), (Some(2), 1_800), (Some(3), 200)], 2)))
        .expect("the second flight");
    floor.refused(Command::Register, Refusal::EntriesClosed);
    floor.refused(Command::Unregister(PlayerNo(1)), Refusal::TooLate);
    floor.give(Command::Start).expect("four players");
    assert_eq!((floor.director.pool(), floor.director.entries()), (Chips::new(240), 12));
    assert!(floor.director.is_closed(), "nobody enters the second day");
    let prizes: Chips = floor.director.prizes().iter().copied().sum();
    assert_eq!(prizes, Chips::new(240), "all flights are paid out");
    let stacks: Vec<u64> = (1..=4).map(|no| floor.stack(PlayerNo(no))).collect();
    assert_eq!(stacks, [2_500, 1_800, 2_000, 4_000]);
    assert_eq!(floor.director.in_play(), Chips::new(10_300));
    assert_eq!(floor.director.shown_clock(floor.at).map(|clock| clock.level), Some(2));
    floor.refused(unbag(flight(&[(None, 500)], 2)), Refusal::WrongPhase);
}

#[test]
fn players_who_paid_here_and_players_of_flights_do_not_mix() {
    let mut floor = Floor::registering(&plain());
    floor.give(Command::Register).expect("entries are open");
    floor.refused(unbag(flight(&[(None, 500)], 2)), Refusal::StillIn);
    floor.give(Command::Unregister(PlayerNo(1))).expect("before the start");
    floor.give(unbag(flight(&[(None, 500)], 2))).expect("nobody else is in");
}
