//! Hands that are killed or void.

use super::super::*;
use super::{Floor, ruling};
use crate::hand::Kill;
use crate::{SeatIx, SeatSetup};

// Rules: tournament 11.4, D-36.
#[test]
fn what_a_killed_hand_wins_leaves_play() {
    let mut floor = Floor::started("sit-and-go", 6);
    let kill = |player| Command::kill_hand(player, ruling(Official::Floor));
    floor.refused(kill(PlayerNo(1)), Refusal::NoHand);
    let deal = floor.deal(1);
    let one = deal.seats[0];
    floor.refused(kill(PlayerNo(9)), Refusal::NoSuchPlayer);
    let silent = Ruling {
        by: Official::Floor,
        reason: String::new(),
    };
    floor.refused(Command::kill_hand(one.player, silent), Refusal::NoReason);
    floor.give(kill(one.player)).expect("a hand that runs");
    assert_eq!(floor.out.kills, [(TableNo(1), one.seat, Kill::Ruling)]);
    assert!(floor.director.kills(TableNo(1)).eq([(one.seat, Kill::Ruling)]));
    assert_eq!(floor.out.events, [], "who heard of it could bet into a dead hand");
    floor.refused(kill(one.player), Refusal::NoChange);

    // It was all-in against one opponent, and won.
    let stacks = |first: u64| {
        let of = |(index, player): (usize, &SeatSetup)| match index {
            0 => (player.seat, Chips::new(first)),
            1 => (player.seat, Chips::new(3_000 - first)),
            _ => (player.seat, player.stack),
        };
        deal.plan.setup.players.iter().enumerate().map(of).collect::<Vec<_>>()
    };
    let done = |forfeits: &[(SeatIx, u64)]| Command::HandDone {
        table: deal.table,
        stacks: stacks(3_000),
        pots: Vec::new(),
        forfeits: forfeits.iter().map(|(seat, won)| (*seat, Chips::new(*won))).collect(),
    };
    floor.refused(done(&[(one.seat, 3_001)]), Refusal::BadResult);
    floor.refused(done(&[(one.seat, 1), (one.seat, 1)]), Refusal::BadResult);
    floor.refused(done(&[(deal.seats[2].seat, 100)]), Refusal::BadResult);
    floor.give(done(&[(one.seat, 3_000)])).expect("what it has won");
    let removed = Event::ChipsRemoved {
        player: one.player,
        amount: Chips::new(3_000),
    };
    assert!(floor.out.events.contains(&removed), "{:?}", floor.out.events);
    let assigned = floor.out.events.iter().filter_map(|event| match event {
        Event::PlaceAssigned { player, best, worst } => Some((*player, *best, *worst)),
        _ => None,
    });
    let places: Vec<_> = assigned.collect();
    let both = [one.player, deal.seats[1].player];
    assert!(
        places.len() == 2 && places.iter().all(|(player, ..)| both.contains(player)),
        "{places:?}"
    );
    assert_eq!(floor.director.in_play(), Chips::new(4 * 1_500));
    floor.refused(kill(one.player), Refusal::NoSuchPlayer);
}

#[test]
fn a_killed_hand_that_wins_all_chips_of_a_table_keeps_them_and_a_void_hand_frees_it() {
    let mut floor = Floor::started("freezeout", 3);
    let deal = floor.deal(1);
    let one = deal.seats[0];
    floor
        .give(Command::kill_hand(one.player, ruling(Official::Floor)))
        .expect("a hand that runs");
    floor
        .give(Command::VoidHand(TableNo(1), ruling(Official::Server)))
        .expect("it runs");
    assert_eq!(floor.director.kills(TableNo(1)).count(), 0, "it is dealt again");
    let deal = floor.out.deals[0].clone();
    floor
        .give(Command::kill_hand(one.player, ruling(Official::Floor)))
        .expect("a hand that runs");
    floor.win_condemned(&deal, &[1, 2], vec![(one.seat, floor.director.in_play())]);
    assert!(
        !floor
            .out
            .events
            .iter()
            .any(|event| matches!(event, Event::ChipsRemoved { .. }))
    );
    assert_eq!(floor.director.in_play(), Chips::new(3 * deal.seats[0].stack.get()));
}

#[test]
fn a_void_hand_is_dealt_again_and_two_in_a_row_stop_the_table() {
    let mut floor = Floor::started("sit-and-go", 6);
    let first = floor.deal(1);
    floor
        .give(Command::VoidHand(TableNo(1), ruling(Official::Server)))
        .expect("a hand is running");
    let again = floor.out.deals.remove(0);
    assert_eq!((again.hand, again.level), (2, first.level));
    assert_eq!(again.plan.positions, first.plan.positions);
    floor
        .give(Command::VoidHand(TableNo(1), ruling(Official::Server)))
        .expect("a hand is running");
    assert!(floor.out.deals.is_empty() && floor.out.ready.is_empty());
    floor.refused(Command::Deal(TableNo(1)), Refusal::NotReady);
    floor
        .give(Command::resume_table(TableNo(1), ruling(Official::Floor)))
        .expect("it was stopped");
    assert_eq!(floor.out.ready, [TableNo(1)]);
}
