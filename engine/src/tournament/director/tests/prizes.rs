//! Endings of tournaments, and what is paid.

use super::super::*;
use super::{Floor, of_four, played, ruling};

#[test]
fn one_hand_ends_a_sit_and_go_by_stacks_and_pays_it() {
    let mut floor = Floor::started("sit-and-go", 6);
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1, 2, 3, 4, 5]);
    assert_eq!(floor.director.phase(), Phase::Completed);
    let prizes: Vec<u64> = floor
        .out
        .events
        .iter()
        .filter_map(|event| match event {
            Event::PrizeAwarded { amount, .. } => Some(amount.get()),
            _ => None,
        })
        .collect();
    // Five equal stacks share the second prize with no odd chip: 105 of 300.
    assert_eq!(prizes, [21, 21, 21, 21, 21, 195]);
}

#[test]
fn a_cancelled_tournament_gives_everything_back_before_its_start() {
    let mut floor = Floor::new("bounty");
    for _ in 0..4 {
        floor.give(Command::Register).expect("entries are open");
    }
    floor.give(Command::Unregister(PlayerNo(2))).expect("it has not begun");
    floor
        .give(Command::cancel(ruling(Official::Director)))
        .expect("it has not begun");
    let refunds: Vec<u64> = floor
        .out
        .events
        .iter()
        .filter_map(|event| match event {
            Event::PlayerUnregistered { refund, .. } => Some(refund.get()),
            _ => None,
        })
        .collect();
    assert_eq!(refunds, [500; 3]);
    assert_eq!(floor.director.phase(), Phase::Cancelled);
}

#[test]
fn a_large_field_may_share_by_icm_too() {
    let mut floor = Floor::started("turbo", 150);
    floor.at += 3_600_000;
    floor.give(Command::Tick).expect("time passes");
    let terms = |terms| Command::make_deal(terms, Chips::ZERO, ruling(Official::Director));
    floor.give(Command::pause(ruling(Official::Director))).expect("it runs");
    let shared = |terms| -> Chips {
        let shares = floor.director.deal_shares(&terms, Chips::ZERO).expect("any number");
        shares.iter().map(|(_, share)| *share).sum()
    };
    assert_eq!(shared(DealTerms::Icm), shared(DealTerms::Chop));
    // Shares known ahead of time change nothing.
    let (keep, other) = (Chips::new(7), Chips::new(8));
    let worked_out = floor.director.deal_shares(&DealTerms::Icm, keep);
    let unknown = floor.director.unknown_icm(keep).expect("nothing is known yet");
    let without = floor.director.clone();
    floor.director.know_icm(unknown.work_out());
    assert_eq!(floor.director.deal_shares(&DealTerms::Icm, keep), worked_out);
    assert_eq!(
        floor.director.deal_shares(&DealTerms::Icm, other),
        without.deal_shares(&DealTerms::Icm, other)
    );
    assert_eq!(floor.director.unknown_icm(keep), None);
    assert!(floor.director.unknown_icm(other).is_some());
    assert_eq!(floor.director, without);
    floor.give(terms(DealTerms::Icm)).expect("any number");
}

#[test]
fn a_deal_shares_what_is_left_and_may_keep_a_part() {
    let mut floor = Floor::started("sit-and-go", 6);
    let terms = |terms, keep| Command::make_deal(terms, Chips::new(keep), ruling(Official::Director));
    floor.refused(terms(DealTerms::Chop, 0), Refusal::WrongPhase);
    floor.give(Command::pause(ruling(Official::Director))).expect("it runs");
    floor.refused(terms(DealTerms::Chop, 301), Refusal::BadDeal);
    let unfair = DealTerms::Other(vec![(PlayerNo(1), Chips::new(300))]);
    floor.refused(terms(unfair, 0), Refusal::BadDeal);
    floor.give(terms(DealTerms::Chop, 60)).expect("all is shared");
    assert_eq!(floor.director.phase(), Phase::Running);
    floor
        .give(Command::resume(ruling(Official::Director)))
        .expect("it was paused");
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1, 2, 3, 4, 5]);
    let won: Vec<u64> = (1..=6)
        .filter_map(|player| floor.director.player(PlayerNo(player)))
        .map(|player| player.won.get())
        .collect();
    assert_eq!(won.iter().sum::<u64>(), 300);
    assert_eq!(won.iter().filter(|won| **won == 40).count(), 5);
}

#[test]
fn an_award_is_corrected_before_the_next_hand_and_never_after() {
    let mut floor = Floor::started("sit-and-go", 6);
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1]);
    let player = |index: usize| deal.seats[index].player;
    let correct = |hand, stacks: &[(PlayerNo, u64)]| {
        Command::correct_award(
            TableNo(1),
            hand,
            stacks
                .iter()
                .map(|(player, stack)| (*player, Chips::new(*stack)))
                .collect(),
            ruling(Official::Floor),
        )
    };
    let stack = |floor: &Floor, index: usize| {
        let seat = deal.seats[index].seat;
        floor
            .director
            .table(TableNo(1))
            .and_then(|law| law.seat(seat))
            .map(|taken| taken.stack.get())
    };
    assert_eq!(stack(&floor, 0), Some(3_000));
    let right = correct(1, &[(player(0), 1_400), (player(2), 3_100)]);
    floor.refused(
        correct(1, &[(player(0), 1_400), (player(2), 3_000)]),
        Refusal::BadResult,
    );
    floor.refused(correct(1, &[(player(0), 0), (player(2), 4_500)]), Refusal::BadResult);
    floor.refused(
        correct(1, &[(player(0), 2_000), (player(0), 1_000)]),
        Refusal::BadResult,
    );
    floor.refused(correct(1, &[(player(0), 3_000)]), Refusal::NoChange);
    floor.refused(
        correct(1, &[(player(1), 1_500), (player(0), 1_500)]),
        Refusal::NoSuchPlayer,
    );
    floor.refused(correct(2, &[(player(0), 1_400), (player(2), 3_100)]), Refusal::TooLate);
    floor.give(right.clone()).expect("the next hand has not begun");
    assert_eq!((stack(&floor, 0), stack(&floor, 2)), (Some(1_400), Some(3_100)));
    assert_eq!(floor.director.in_play(), Chips::new(6 * 1_500));
    let next = floor.deal(1);
    floor.refused(right.clone(), Refusal::TooLate);
    floor.win_from(&next, &[]);
    floor.refused(right, Refusal::TooLate);
}

#[test]
fn a_place_that_pays_nothing_is_not_paid() {
    let prizes = |more: &str, players: u32| {
        let floor = played(of_four(&format!("entries = [3, 200]\n{more}")), players);
        floor
            .director
            .prizes()
            .iter()
            .map(|prize| prize.get())
            .collect::<Vec<_>>()
    };
    assert_eq!(prizes("price = 0\nguarantee = 10\n", 100), [8, 1, 1]);
    assert_eq!(prizes("price = 0\n", 100), [0]);
    assert_eq!(prizes("price = 7\npays = [50, 30, 20]\npays_unit = 5\n", 3), [16, 5]);
    assert_eq!(prizes("price = 20\npays = [50, 30, 20]\npays_unit = 1000\n", 3), [60]);
    for price in 0..40 {
        let list = prizes(&format!("price = {price}\npays_unit = 25\n"), 90);
        assert_eq!(list.iter().sum::<u64>(), price * 90);
        assert!(list.len() == 1 || list.iter().all(|prize| *prize > 0), "{list:?}");
        assert!(list[1..].iter().all(|prize| prize % 25 == 0), "{list:?}");
    }
}

#[test]
fn a_tournament_ends_once_nothing_can_change() {
    // It is full, and no player may enter again: the last one does not wait for the end of late entries.
    let mut full = played(of_four("entries = [3, 3]\nlate_levels = 2\n"), 3);
    let deal = full.deal(1);
    full.win_from(&deal, &[1, 2]);
    assert_eq!(full.director.phase(), Phase::Completed);
    // One more player may enter.
    let mut open = played(of_four("entries = [3, 4]\nlate_levels = 2\n"), 3);
    let deal = open.deal(1);
    open.win_from(&deal, &[1, 2]);
    assert_eq!(
        (open.director.phase(), open.director.waits_for_entries()),
        (Phase::Running, true)
    );
    open.refused(Command::Deal(TableNo(1)), Refusal::NotReady);
    open.give(Command::Register).expect("entries are open");
    assert!(!open.director.waits_for_entries() && open.out.ready == [TableNo(1)]);
    let deal = open.deal(1);
    open.win_from(&deal, &[1]);
    assert_eq!(open.director.phase(), Phase::Completed, "now it is full");
}

#[test]
fn no_seat_of_a_satellite_is_played_for_twice() {
    let source = "entries = [3, 8]\nprice = 100\nlate_levels = 1\npays = { seats = 2, of = \"deep\" }\n";
    let mut floor = played(of_four(source), 3);
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1]);
    assert!(
        floor.director.waits_for_entries(),
        "both who are left have a seat as things stand"
    );
    floor.refused(Command::Deal(TableNo(1)), Refusal::NotReady);
    while floor.director.phase() == Phase::Running {
        floor.at = floor.director.due().expect("the clock runs");
        floor.give(Command::Tick).expect("time goes on");
    }
    assert_eq!(floor.director.alive(), 2);
}
