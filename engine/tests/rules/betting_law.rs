//! The betting rules, vector by vector. Rule: tournament 3.3, 3.5, 3.6, 3.8 to 3.11; each test is named after its id.

mod examples;

use crate::support::hold_em::{Deal, Offer, Table, seat, seats};
use poker_engine::event::PublicEvent;
use poker_engine::game::{AnteFormat, catalogue};
use poker_engine::{Action, Chips, RuleError, Viewer};

/// Seats 1 to `count` with deep stacks, the button on seat 1, the small blind on 2 and the big blind on 3.
fn ring(count: u8, blinds: (u64, u64)) -> Deal {
    let stacks: Vec<(u8, u64)> = (1..=count).map(|number| (number, 100_000)).collect();
    Deal::new(&stacks, (1, 2, 3), blinds)
}

/// A flop reached by calls: button on seat 1, big blind 100.
fn flop(count: u8) -> Table {
    flop_with(&(1..=count).map(|number| (number, 100_000)).collect::<Vec<_>>())
}

fn flop_with(stacks: &[(u8, u64)]) -> Table {
    let mut table = Deal::new(stacks, (1, 2, 3), (50, 100)).start();
    while table.hand.board().is_empty() {
        let number = table.to_act().expect("the round goes on");
        let action = if table.offer().check {
            Action::Check
        } else {
            Action::Call
        };
        table.attempt(number, action).expect("it is offered");
    }
    table
}

#[test]
fn t_4_2_1_classic_antes_and_blinds() {
    assert_eq!(ring(9, (50, 100)).ante(AnteFormat::Classic, 10).start().pot(), 240);
}

#[test]
fn t_4_2_2_a_short_big_blind_pays_the_blind_before_the_ante() {
    let stacks = [(1, 1_000), (2, 1_000), (3, 250)];
    let table = Deal::new(&stacks, (1, 2, 3), (100, 200))
        .ante(AnteFormat::BigBlind, 200)
        .start();
    assert_eq!((table.stack(3), table.pot()), (0, 350));
}

#[test]
fn t_4_2_3_a_short_button_ante() {
    let stacks = [(1, 150), (2, 1_000), (3, 1_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (100, 200))
        .ante(AnteFormat::Button, 200)
        .start();
    table.play("2 call, 3 check");
    assert_eq!(table.pots(), [(150, seats(&[1, 2, 3])), (400, seats(&[2, 3]))]);
}

#[test]
fn t_4_2_4_a_short_all_in_contends_for_the_whole_single_ante() {
    let stacks = [(1, 1_000), (2, 1_000), (3, 1_000), (4, 60)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (100, 200))
        .ante(AnteFormat::BigBlind, 200)
        .hole(4, "AsAh")
        .hole(3, "KsKh")
        .hole(1, "7c2d")
        .board("QdJd9s4h3c")
        .start();
    table.play("4 call, 1 call, 2 fold, 3 check, 3 check, 1 check, 3 check, 1 check, 3 check, 1 check");
    assert_eq!(
        table.stack(4),
        200 + 4 * 60,
        "the ante, and 60 of each player, the folded small blind's too"
    );
}

/// No event says that a short ante splits the antes before the first round closes, so no view may either.
#[test]
fn antes_lie_in_one_pot_until_the_first_round_closes() {
    let mut table = Deal::new(&[(1, 1_000), (2, 1_000), (3, 1_000), (4, 8)], (1, 2, 3), (50, 100))
        .ante(AnteFormat::Classic, 10)
        .start();
    let viewed = |table: &Table| {
        let pots = table.hand.view(Viewer::Spectator).pots.into_iter();
        pots.map(|pot| (pot.amount.get(), pot.eligible)).collect::<Vec<_>>()
    };
    assert_eq!(viewed(&table), [(38, seats(&[1, 2, 3, 4]))]);
    table.play("1 call, 2 call, 3 check");
    assert_eq!(viewed(&table), [(32, seats(&[1, 2, 3, 4])), (306, seats(&[1, 2, 3]))]);
    assert_eq!(viewed(&table), table.pots());
}

#[test]
fn t_4_3_1_first_to_act_with_a_dead_button() {
    let stacks = [(1, 1_000), (3, 1_000), (4, 1_000), (5, 1_000), (6, 1_000)];
    let mut table = Deal::new(&stacks, (2, 3, 4), (50, 100)).start();
    assert_eq!(table.to_act(), Some(5));
    table.play("5 call, 6 fold, 1 fold, 3 call, 4 check");
    assert_eq!(table.to_act(), Some(3), "the first after the empty seat of the button");
}

#[test]
fn t_4_3_2_no_small_blind_when_its_seat_is_empty() {
    let stacks = [(1, 1_000), (2, 1_000), (4, 1_000), (5, 1_000)];
    assert_eq!(Deal::new(&stacks, (2, 3, 4), (50, 100)).start().pot(), 100);
}

#[test]
fn t_4_3_4_no_ante_of_a_dead_button() {
    let stacks = [(1, 1_000), (3, 1_000), (4, 1_000), (5, 1_000), (6, 1_000)];
    let table = Deal::new(&stacks, (2, 3, 4), (100, 200))
        .ante(AnteFormat::Button, 200)
        .start();
    assert_eq!(table.pot(), 300);
}

#[test]
fn t_4_4_4_heads_up_the_button_is_the_small_blind() {
    let stacks = [(4, 1_000), (7, 1_000)];
    let mut table = Deal::new(&stacks, (4, 4, 7), (100, 200))
        .ante(AnteFormat::BigBlind, 200)
        .start();
    assert_eq!(table.pot(), 300, "no ante");
    let first = table.events.iter().find_map(|event| match &event.public {
        PublicEvent::HoleCardsDealt { hands } => Some(hands[0].0),
        _ => None,
    });
    assert_eq!(first, Some(seat(7)), "the first card goes to the big blind");
    assert_eq!(table.to_act(), Some(4));
    table.play("4 call, 7 check");
    assert_eq!(table.to_act(), Some(7));
}

#[test]
fn t_9_6_1_to_3_the_minimum_raise_follows_the_last_increment() {
    let mut table = ring(9, (25, 50)).start();
    assert_eq!(table.offer().least(), Some(100));
    table.play("4 raise 150");
    assert_eq!(table.offer().least(), Some(250));
    table.play("5 raise 250");
    assert_eq!(table.offer().least(), Some(350));
}

#[test]
fn t_9_6_4_and_5_a_new_round_forgets_the_sizes_of_the_last() {
    let mut table = ring(3, (25, 50)).start();
    table.play("1 raise 150, 2 raise 350, 3 fold, 1 call");
    assert_eq!(table.offer().least(), Some(50));
    table.play("2 bet 250");
    assert_eq!(table.offer().least(), Some(500));
    table.play("1 raise 500");
    assert_eq!(table.offer().least(), Some(750));
}

#[test]
fn t_9_6_6_to_8_an_insufficient_raise_is_refused() {
    let mut table = flop(3);
    table.play("2 bet 100");
    for short in [125, 150, 199] {
        let (to, min) = (Chips::new(short), Chips::new(200));
        assert_eq!(
            table.attempt(3, Action::Raise(to)),
            Err(RuleError::BetTooSmall { to, min })
        );
    }
    table.play("3 raise 200");
}

#[test]
fn t_9_7_0_a_short_all_in_leaves_the_price_of_the_blind() {
    let mut table = Deal::new(
        &[(1, 5_000), (2, 5_000), (3, 5_000), (4, 30), (5, 5_000)],
        (1, 2, 3),
        (50, 100),
    )
    .start();
    table.play("4 call");
    assert_eq!((table.offer().call, table.offer().least()), (Some(100), Some(200)));
}

#[test]
fn t_9_7_1_the_excess_of_the_big_blind_goes_back() {
    let mut table = Deal::new(&[(1, 90_000), (2, 3_000), (3, 90_000)], (1, 2, 3), (5_000, 10_000)).start();
    table.play("1 fold");
    assert_eq!(table.pots(), [(6_000, seats(&[2, 3]))]);
    assert_eq!(table.returned(), [(3, 7_000)]);
    assert!(table.hand.is_over(), "the big blind has nothing to decide");
}

#[test]
fn t_9_7_2_a_button_all_in_below_the_big_blind() {
    let mut table = Deal::new(&[(1, 3_000), (2, 90_000), (3, 90_000)], (1, 2, 3), (5_000, 10_000)).start();
    table.play("1 call, 2 call, 3 check");
    assert_eq!(table.pots(), [(9_000, seats(&[1, 2, 3])), (14_000, seats(&[2, 3]))]);
}

#[test]
fn t_9_7_3_a_button_all_in_on_the_ante() {
    let mut table = Deal::new(&[(1, 3_000), (2, 90_000), (3, 90_000)], (1, 2, 3), (5_000, 10_000))
        .ante(AnteFormat::Button, 10_000)
        .hole(1, "AsAh")
        .hole(2, "KsKh")
        .hole(3, "7c2d")
        .board("QdJd9s4h3c")
        .start();
    table.play("2 call, 3 check, 2 check, 3 check, 2 check, 3 check, 2 check, 3 check");
    assert_eq!(table.pots(), [(3_000, seats(&[1, 2, 3])), (20_000, seats(&[2, 3]))]);
    assert_eq!(table.stack(1), 3_000);
}

#[test]
fn t_9_7_4_an_all_in_player_contends_for_the_button_ante() {
    let stacks = [(1, 90_000), (2, 90_000), (3, 90_000), (4, 3_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (5_000, 10_000))
        .ante(AnteFormat::Button, 10_000)
        .start();
    table.play("4 call, 1 fold, 2 call, 3 check");
    assert_eq!(table.pots(), [(19_000, seats(&[2, 3, 4])), (14_000, seats(&[2, 3]))]);
}

#[test]
fn t_9_7_5_a_big_blind_all_in_on_the_blind_pays_no_ante() {
    let stacks = [(1, 90_000), (2, 90_000), (3, 3_000)];
    let mut table = Deal::new(&stacks, (1, 2, 3), (5_000, 10_000))
        .ante(AnteFormat::BigBlind, 10_000)
        .start();
    table.play("1 call, 2 call");
    assert_eq!(table.pots(), [(9_000, seats(&[1, 2, 3])), (14_000, seats(&[1, 2]))]);
}

#[test]
fn t_9_8_1_a_short_raise_is_called_or_raised_by_a_full_increment() {
    let mut table = Deal::new(
        &[(1, 5_000), (2, 5_000), (3, 5_000), (4, 180), (5, 5_000)],
        (1, 2, 3),
        (50, 100),
    )
    .start();
    table.play("4 raise 180");
    assert_eq!((table.offer().call, table.offer().least()), (Some(180), Some(280)));
}

#[test]
fn t_9_9_1_a_short_opening_all_in() {
    let mut table = flop_with(&[(1, 5_000), (2, 130), (3, 5_000)]);
    table.play("2 bet 30");
    assert_eq!((table.offer().call, table.offer().least()), (Some(30), Some(130)));
}

/// A (seat 4) raises to 225 and B (5) is all-in for 300; C (6) and D (7) are still to act.
fn blocked_raise() -> Table {
    let stacks = [
        (1, 9_000),
        (2, 9_000),
        (3, 9_000),
        (4, 9_000),
        (5, 300),
        (6, 9_000),
        (7, 9_000),
    ];
    let mut table = Deal::new(&stacks, (1, 2, 3), (50, 100)).start();
    table.play("4 raise 225, 5 raise 300");
    table
}

#[test]
fn t_9_21_1_a_short_all_in_does_not_reopen_the_betting() {
    let mut table = blocked_raise();
    assert_eq!(table.offer().least(), Some(425));
    table.play("6 call, 7 fold, 1 fold, 2 fold, 3 fold");
    let blocked = Offer {
        fold: true,
        call: Some(75),
        ..Offer::default()
    };
    assert_eq!((table.to_act(), table.offer()), (Some(4), blocked));
    assert_eq!(
        table.attempt(4, Action::Raise(Chips::new(500))),
        Err(RuleError::RaiseNotReopened)
    );
}

#[test]
fn t_9_21_2_a_full_raise_on_top_reopens_it() {
    let mut table = blocked_raise();
    table.play("6 raise 425, 7 fold, 1 fold, 2 fold, 3 fold");
    assert_eq!((table.offer().call, table.offer().least()), (Some(200), Some(550)));
}

#[test]
fn t_9_21_3_short_all_ins_add_up() {
    let stacks = [
        (1, 9_000),
        (2, 9_000),
        (3, 9_000),
        (4, 9_000),
        (5, 300),
        (6, 400),
        (7, 9_000),
    ];
    let mut table = Deal::new(&stacks, (1, 2, 3), (50, 100)).start();
    table.play("4 raise 225, 5 raise 300, 6 raise 400, 7 call, 1 fold, 2 fold, 3 fold");
    assert_eq!((table.offer().call, table.offer().least()), (Some(175), Some(525)));
}

#[test]
fn t_10_5_1_the_last_aggressor_shows_first() {
    let mut table = Deal::new(&[(1, 9_000), (2, 9_000), (5, 9_000), (7, 9_000)], (1, 2, 5), (50, 100))
        .hole(7, "7c2d")
        .hole(5, "AsAh")
        .board("QdJd9s4h3c")
        .start();
    table.play("7 call, 1 fold, 2 call, 5 check, 2 check, 5 check, 7 check, 2 check, 5 check, 7 check");
    table.play("2 check, 5 bet 200, 7 raise 600, 2 fold, 5 call");
    assert_eq!(table.showdown(), [(7, "show"), (5, "show")]);
}

#[test]
fn t_10_5_2_a_checked_river_is_shown_from_the_left_of_the_button() {
    let mut table = Deal::new(&[(2, 9_000), (5, 9_000), (7, 9_000)], (5, 7, 2), (50, 100))
        .hole(7, "AsAh")
        .hole(2, "KsKh")
        .hole(5, "7c2d")
        .board("QdJd9s4h3c")
        .start();
    table.play(
        "5 call, 7 call, 2 check, 7 check, 2 check, 5 check, 7 check, 2 check, 5 check, 7 check, 2 check, 5 check",
    );
    assert_eq!(table.showdown(), [(7, "show"), (2, "muck"), (5, "muck")]);
}

#[test]
fn t_10_7_1_side_pots_are_paid_from_the_outside() {
    let mut table = Deal::new(&[(1, 100), (2, 300), (3, 500)], (3, 1, 2), (5, 10))
        .hole(1, "AsAh")
        .hole(2, "KsKh")
        .hole(3, "7c2d")
        .board("QdJd9s4h3c")
        .start();
    table.play("3 raise 500, 1 call, 2 call");
    assert_eq!(table.returned(), [(3, 200)]);
    assert_eq!(table.awards(), [(1, vec![(2, 400)]), (0, vec![(1, 300)])]);
}

#[test]
fn t_1_9_1_an_absent_player_wins_nothing_even_all_in() {
    let mut table = Deal::new(&[(1, 1_000), (2, 1_000), (3, 80)], (1, 2, 3), (50, 100))
        .dead(&[3])
        .start();
    table.play("1 fold");
    assert_eq!(
        (table.stack(2), table.stack(3)),
        (1_080, 0),
        "130 less the small blind of 50"
    );
}

#[test]
fn d_04_with_every_hand_dead_the_big_blind_takes_the_pot() {
    let table = Deal::new(&[(1, 1_000), (2, 1_000), (3, 1_000)], (1, 2, 3), (50, 100))
        .dead(&[1, 2, 3])
        .start();
    assert_eq!(
        (table.hand.is_over(), table.stack(3), table.stack(2)),
        (true, 1_050, 950)
    );
}

#[test]
fn bt_11_three_raises_and_then_call_or_fold() {
    let game = catalogue::find("limit-holdem").unwrap();
    assert_eq!(game.raise_cap, 3);
    let mut table = ring(4, (5, 10)).game("limit-holdem").start();
    table.play("4 raise 20, 1 raise 30, 2 raise 40");
    assert_eq!((table.offer().call, table.offer().raise), (Some(30), None));
    let error = table.attempt(3, Action::Raise(Chips::new(50)));
    assert_eq!(error, Err(RuleError::RaiseCapReached { cap: 3 }));
    // Two players who begin a round heads-up are not capped.
    table.play("3 call, 4 fold, 1 fold");
    table.play("2 bet 10, 3 raise 20, 2 raise 30, 3 raise 40, 2 raise 50, 3 raise 60, 2 call");
}

/// One player is all-in, and two bet on to the end of the last round and still have chips.
fn side_pot_to_the_end(deal: Deal) -> (Vec<u8>, Vec<(u8, &'static str)>) {
    let deal = deal
        .hole(1, "Kc Kd")
        .hole(2, "Qc Qd")
        .hole(3, "As Ad")
        .board("9h 8d 5c 2s 3h");
    let mut table = deal.start();
    table.play("1 raise 200, 2 call, 3 call, 2 check, 3 bet 100, 2 call, 2 check, 3 check, 2 check, 3 check");
    let tabled = table.events.iter().find_map(|event| match &event.public {
        PublicEvent::HandsTabled { hands } => Some(hands.iter().map(|(seat, _)| seat.number()).collect()),
        _ => None,
    });
    (tabled.unwrap_or_default(), table.showdown())
}

#[test]
fn l16_after_the_last_round_all_hands_are_tabled_where_one_is_all_in() {
    let deal = |short| Deal::new(&[(1, short), (2, 9000), (3, 9000)], (1, 2, 3), (50, 100));
    let muck = [(2, "show"), (3, "show"), (1, "muck")];
    let all = [(2, "show"), (3, "show"), (1, "show")];
    // Without the rule, the beaten player need not show.
    assert_eq!(side_pot_to_the_end(deal(200).all_in_face_up()), (vec![], muck.to_vec()));
    assert_eq!(
        side_pot_to_the_end(deal(200).last_round_face_up()),
        (vec![2, 3, 1], all.to_vec())
    );
}

#[test]
fn l16_hands_stay_down_before_the_last_round_and_where_none_is_all_in() {
    let mut table = Deal::new(&[(1, 200), (2, 9000), (3, 9000)], (1, 2, 3), (50, 100))
        .last_round_face_up()
        .start();
    table.play("1 raise 200, 2 call, 3 call, 2 check, 3 check, 2 check, 3 check, 2 check");
    let tabled = |table: &Table| {
        let mut events = table.events.iter();
        events.any(|event| matches!(event.public, PublicEvent::HandsTabled { .. }))
    };
    assert!(!tabled(&table));
    table.play("3 check");
    assert!(tabled(&table));

    let mut table = Deal::new(&[(1, 9000), (2, 9000), (3, 9000)], (1, 2, 3), (50, 100))
        .last_round_face_up()
        .start();
    table.play(
        "1 call, 2 call, 3 check, 2 check, 3 check, 1 check, 2 check, 3 check, 1 check, 2 check, 3 check, 1 check",
    );
    assert!(!tabled(&table));
    // Even the all-in of a final bet is not tabled if all others fold to it.
    let mut table = Deal::new(&[(1, 9000), (2, 9000), (3, 9000)], (1, 2, 3), (50, 100))
        .last_round_face_up()
        .start();
    table.play(
        "1 call, 2 call, 3 check, 2 check, 3 check, 1 check, 2 check, 3 check, 1 check, 2 bet 8900, 3 fold, 1 fold",
    );
    assert!(!tabled(&table));
}
