//! Two boards, from the wish to the journal.

use poker_protocol::v1::table::session::{Need, RuleFault};
use poker_protocol::v1::table::{BombPot, DoubleBoard};
use poker_protocol::v1::{Card, ErrorCode, PublicEvent};
use serde_json::json;

use super::house_rules::{call_down, call_once};
use super::session::{next_hand, replayed, table};
use super::world::config;
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;

/// `true` if a hand is announced with two boards, and the cards of each.
fn boards(told: &[PublicEvent]) -> (bool, Vec<Card>, Vec<Card>) {
    let (mut says, mut first, mut second) = (false, Vec::new(), Vec::new());
    for event in told {
        match event {
            PublicEvent::HandStarted { double_board, .. } => says = *double_board,
            PublicEvent::BoardDealt { cards } => first.extend(cards),
            PublicEvent::SecondBoardDealt { cards } => second.extend(cards),
            _ => {}
        }
    }
    (says, first, second)
}

#[test]
fn every_hand_has_two_boards_which_lie_open_while_it_runs() {
    let mut world = table("omaha", 3, &json!({"double_board": "always"}));
    for _ in 0..3 {
        let told = next_hand(&mut world);
        let (says, first, second) = boards(&told);
        assert_eq!((says, first.len(), second.len()), (true, 5, 5));
        assert!(second.iter().all(|card| !first.contains(card)));
        let runs = told.iter().filter_map(|event| match event {
            PublicEvent::PotAwarded { run, .. } => *run,
            _ => None,
        });
        let runs: Vec<u8> = runs.collect();
        assert!(runs.contains(&1) && runs.contains(&2), "{runs:?}");
        world.check();
        world.check_recovery();
        world.check_snapshot();
    }
    // The process dies after the flop: clients that come back see both boards, and the hand that their cards make with
    // each.
    world.wait_until_due();
    for _ in 0..3 {
        let client = world.asked()[0];
        call_once(&mut world, client);
    }
    world.crash();
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
        let account = world.clients[client].account();
        let state = world.core.state_for(account, world.now());
        let you = state.you.expect("a player");
        assert!(you.made.is_some() && you.made_second.is_some());
        let hand = state.hand.expect("the hand runs");
        assert!(hand.double_board);
        assert_eq!((hand.board.len(), hand.second_board.len()), (3, 3));
    }
    call_down(&mut world);
    world.check();
    world.check_recovery();
}

#[test]
fn bomb_pots_alone_may_have_two_boards() {
    let session = json!({"bomb_pot": {"every": 2, "ante": 2}, "double_board": "bomb_pots"});
    let mut world = table("no-limit-holdem", 3, &session);
    for is_bomb in [false, true, false, true] {
        let (says, first, second) = boards(&next_hand(&mut world));
        assert_eq!(
            (says, first.len(), second.len()),
            (is_bomb, 5, if is_bomb { 5 } else { 0 })
        );
    }
    world.check();
    world.check_recovery();
}

/// The record shows that there were two boards, and its file can be replayed.
#[test]
fn a_hand_with_two_boards_is_replayed_from_its_file() {
    let mut world = table("omaha", 3, &json!({"double_board": "always"}));
    let (_, first, _) = boards(&next_hand(&mut world));
    let hand = &world.disk.hands[0];
    let (text, replay) = replayed(hand);
    assert!(text.contains("_double_board = true"), "{text}");
    let board: Vec<String> = replay.board.iter().map(ToString::to_string).collect();
    assert_eq!(board, first.iter().map(ToString::to_string).collect::<Vec<_>>());
}

#[test]
fn a_game_without_a_board_and_a_table_with_too_many_seats_are_refused() {
    let bombs = Some(BombPot { every: 5, ante: 2 });
    let field = "session.double_board";
    let needs = RuleFault::Needs {
        field,
        need: Need::DoubleBoard,
    };
    for (game, seats, bomb_pot, hands, error) in [
        ("five-card-draw", 6, None, DoubleBoard::Always, needs),
        ("seven-card-stud", 6, None, DoubleBoard::Always, needs),
        ("five-card-omaha", 9, None, DoubleBoard::Always, needs),
        ("five-card-omaha", 9, bombs, DoubleBoard::BombPots, needs),
        (
            "omaha",
            6,
            None,
            DoubleBoard::BombPots,
            RuleFault::NeedsRule {
                field,
                other: "bomb_pot",
            },
        ),
    ] {
        let mut wishes = config(game);
        wishes.seats = seats;
        wishes.session.bomb_pot = bomb_pot;
        wishes.session.double_board = Some(hands);
        let found = TableSetup::new(&wishes, Timing::default()).unwrap_err();
        assert_eq!(found, ConfigError::Session(error), "{game}");
        let answer = found.answer(None);
        assert_eq!(answer.code, ErrorCode::TableConfigInvalid);
        assert_eq!(answer.params.unwrap()["field"], "session.double_board");
    }
}
