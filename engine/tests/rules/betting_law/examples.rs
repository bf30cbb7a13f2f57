//! Worked examples of whole hands: the nine players of section H, and the vectors of section X.

use super::{flop_with, ring};
use crate::support::hold_em::{Deal, Offer, Table, seats};
use poker_engine::event::PublicEvent;
use poker_engine::game::AnteFormat;
use poker_engine::{Action, Chips, RuleError};

/// The nine-player example: button on seat 1 (A), small blind on 2 (B), big blind on 3 (C), blinds 5/10.
fn example() -> Table {
    ring(9, (5, 10)).start()
}

#[test]
fn h_2_to_h_5_the_example_of_nine_players() {
    let mut table = example();
    let under_the_gun = Offer {
        fold: true,
        check: false,
        call: Some(10),
        raise: Some((20, 100_000)),
    };
    assert_eq!(table.offer(), under_the_gun);
    table.play("4 call, 5 fold, 6 call, 7 call, 8 call, 9 call, 1 call");
    assert_eq!((table.offer().call, table.offer().least()), (Some(5), Some(20)));
    table.play("2 call");
    let option = Offer {
        fold: false,
        check: true,
        call: None,
        raise: Some((20, 100_000)),
    };
    assert_eq!(table.offer(), option);
    assert_eq!(table.attempt(3, Action::Fold), Err(RuleError::FoldNotOffered));
    table.play("3 check");
    assert_eq!(table.pot(), 80);
    table.play("2 check, 3 check, 4 check, 6 bet 10, 7 call, 8 call, 9 call, 1 call, 2 fold, 3 fold, 4 fold");
    assert_eq!(table.pots(), [(130, seats(&[1, 6, 7, 8, 9]))]);
    assert_eq!(table.to_act(), Some(6));
}

#[test]
fn x_2_a_tie_for_the_main_pot() {
    // Contributions: 100, 300, 700 and 700 all-in; 250 and 50 folded. Seats 1 and 3 tie, 2 is second, 4 last.
    let stacks = [(1, 100), (2, 300), (3, 700), (4, 700), (5, 9_000), (6, 9_000)];
    let mut table = Deal::new(&stacks, (2, 6, 5), (50, 100))
        .hole(1, "AsKd")
        .hole(3, "AhKc")
        .hole(2, "QsQh")
        .hole(4, "7c2d")
        .board("AdKh9s4h3c")
        .start();
    table.play("6 fold, 1 call, 2 call, 3 call, 4 call, 5 raise 250");
    table.play("2 raise 300, 3 raise 700, 4 call, 5 fold");
    assert_eq!(
        table.pots(),
        [
            (550, seats(&[1, 2, 3, 4])),
            (750, seats(&[2, 3, 4])),
            (800, seats(&[3, 4]))
        ]
    );
    assert_eq!(
        table.awards(),
        [(2, vec![(3, 800)]), (1, vec![(3, 750)]), (0, vec![(3, 275), (1, 275)])]
    );
    assert_eq!((table.stack(1), table.stack(3)), (275, 1_825));
}

#[test]
fn x_4_classic_antes_are_layered() {
    let stacks = [(1, 5_000), (2, 30), (3, 60), (4, 5_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (50, 100))
        .ante(AnteFormat::Classic, 25)
        .start();
    assert_eq!(table.pot(), 25 * 4 + 5 + 35);
    assert_eq!(table.offer().call, Some(100));
    table.play("4 call, 1 fold");
    assert_eq!(table.returned(), [(4, 65)]);
    assert_eq!(table.pots(), [(115, seats(&[2, 3, 4])), (60, seats(&[3, 4]))]);
}

#[test]
fn x_5_a_short_classic_ante_wins_what_it_matched() {
    let stacks = [(1, 20), (2, 5_000), (3, 5_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (50, 100))
        .ante(AnteFormat::Classic, 25)
        .start();
    table.play("2 call, 3 check");
    assert_eq!(table.pots(), [(60, seats(&[1, 2, 3])), (210, seats(&[2, 3]))]);
}

#[test]
fn x_6_a_short_big_blind_and_no_ante() {
    let stacks = [(1, 5_000), (2, 5_000), (3, 150), (4, 5_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (100, 200))
        .ante(AnteFormat::BigBlind, 200)
        .start();
    table.play("4 call, 1 fold, 2 fold");
    assert_eq!(table.returned(), [(4, 50)]);
    assert_eq!(table.pots(), [(400, seats(&[3, 4]))]);
}

#[test]
fn x_7_a_walk_with_an_ante() {
    let stacks = [(1, 9_000), (2, 9_000), (3, 9_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (100, 200))
        .ante(AnteFormat::BigBlind, 200)
        .start();
    table.play("1 fold, 2 fold");
    assert_eq!(table.returned(), [(3, 100)]);
    assert_eq!(table.awards(), [(0, vec![(3, 400)])]);
    assert_eq!(table.stack(3), 9_100);
}

#[test]
fn x_8_a_blind_all_in_leaves_nothing_to_decide() {
    let table = Deal::new(&[(1, 9_000), (5, 30)], (1, 1, 5), (50, 100))
        .all_in_face_up()
        .start();
    assert_eq!(table.returned(), [(1, 20)]);
    assert_eq!(table.pots(), [(60, seats(&[1, 5]))]);
    let kinds: Vec<&PublicEvent> = table.events.iter().map(|event| &event.public).collect();
    let tabled = kinds
        .iter()
        .position(|kind| matches!(kind, PublicEvent::HandsTabled { .. }))
        .unwrap();
    let board = kinds
        .iter()
        .position(|kind| matches!(kind, PublicEvent::BoardDealt { .. }))
        .unwrap();
    assert!(tabled < board, "hands are tabled before the board is run out");
    assert!(table.hand.is_over());
}

#[test]
fn x_9_no_player_matches_what_no_rival_can_contest() {
    let mut table = Deal::new(&[(1, 9_000), (5, 70)], (1, 1, 5), (50, 100)).start();
    let offer = Offer {
        fold: true,
        call: Some(20),
        ..Offer::default()
    };
    assert_eq!(table.offer(), offer);
    table.play("1 call");
    assert_eq!(table.pots(), [(140, seats(&[1, 5]))]);
}

#[test]
fn x_10_a_side_pot_without_a_contest() {
    let stacks = [(1, 5_000), (2, 5_000), (3, 70), (4, 5_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (50, 100)).start();
    table.play("4 call, 1 call, 2 raise 300, 4 fold, 1 fold");
    assert_eq!(table.returned(), [(2, 200)]);
    assert_eq!(table.pots(), [(280, seats(&[2, 3])), (90, seats(&[2]))]);
}

#[test]
fn x_11_odd_units_of_a_hand() {
    // A board that plays: 1,000 chips split three ways, unit 25.
    let stacks = [(3, 5_000), (6, 5_000), (9, 5_000), (1, 5_000)];
    let mut table = Deal::new(&stacks, (6, 9, 1), (50, 100))
        .unit(25)
        .board("AsKsQsJsTs")
        .start();
    table.play("3 raise 300, 6 call, 9 call, 1 fold");
    while let Some(number) = table.to_act() {
        table.attempt(number, Action::Check).unwrap();
    }
    assert_eq!(table.awards(), [(0, vec![(9, 350), (3, 325), (6, 325)])]);
}

#[test]
fn x_14_the_block_applies_to_callers() {
    let stacks = [
        (1, 9_000),
        (2, 9_000),
        (3, 9_000),
        (4, 9_000),
        (5, 9_000),
        (6, 180),
        (7, 9_000),
    ];
    let mut table = Deal::new(&stacks, (1, 2, 3), (50, 100)).start();
    table.play("4 call, 5 call, 6 raise 180");
    assert_eq!(table.offer().least(), Some(280));
    table.play("7 fold, 1 fold, 2 fold, 3 fold");
    assert_eq!((table.offer().call, table.offer().raise), (Some(80), None));
}

#[test]
fn x_15_short_all_ins_that_add_up_to_a_bet_reopen_it() {
    let stacks = [(1, 9_000), (2, 9_000), (3, 130), (4, 180), (5, 210), (6, 9_000)];
    let mut table = flop_with(&stacks);
    table.play("2 check, 3 bet 30, 4 raise 80, 5 raise 110, 6 call, 1 fold");
    assert_eq!(
        (table.to_act(), table.offer().call, table.offer().least()),
        (Some(2), Some(110), Some(210))
    );
}

#[test]
fn x_16_a_checker_is_blocked_by_a_short_all_in() {
    let mut table = flop_with(&[(1, 9_000), (2, 9_000), (3, 130)]);
    table.play("2 check, 3 bet 30, 1 call");
    assert_eq!((table.offer().call, table.offer().raise), (Some(30), None));
}

#[test]
fn x_17_reopened_for_one_and_blocked_for_another() {
    let mut table = flop_with(&[(1, 550), (2, 9_000), (3, 9_000)]);
    table.play("2 bet 200, 3 raise 400, 1 raise 450");
    assert_eq!(table.offer().least(), Some(650));
    table.play("2 call");
    assert_eq!(
        (table.to_act(), table.offer().call, table.offer().raise),
        (Some(3), Some(50), None)
    );
}

#[test]
fn x_18_no_raise_without_a_rival_who_has_chips() {
    let mut table = flop_with(&[(1, 800), (2, 9_000), (3, 600)]);
    table.play("2 bet 500, 3 call, 1 raise 700");
    assert_eq!((table.offer().call, table.offer().raise), (Some(200), None));
    let error = table.attempt(2, Action::Raise(Chips::new(1_400)));
    assert_eq!(error, Err(RuleError::NobodyToBetAgainst));
}

#[test]
fn x_19_the_big_blind_keeps_its_option() {
    let mut table = Deal::new(&[(1, 9_000), (5, 9_000)], (1, 1, 5), (50, 100)).start();
    table.play("1 call");
    assert_eq!((table.offer().check, table.offer().least()), (true, Some(200)));
}

#[test]
fn x_20_only_the_whole_stack_below_a_full_raise() {
    let mut table = Deal::new(&[(1, 350), (2, 9_000), (3, 9_000), (4, 9_000)], (1, 2, 3), (50, 100)).start();
    table.play("4 raise 300");
    assert_eq!(table.offer().raise, Some((350, 350)));
    table.play("1 raise 350, 2 fold, 3 fold");
    assert_eq!((table.offer().call, table.offer().raise), (Some(50), None));
}

#[test]
fn x_21_absent_blinds_are_won_without_a_chip() {
    let stacks = [(1, 9_000), (2, 9_000), (3, 9_000), (4, 9_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (50, 100)).dead(&[2, 3]).start();
    table.play("4 fold");
    assert_eq!((table.hand.is_over(), table.stack(1)), (true, 9_150));
}
