//! Bomb pots from the wish to the journal.

use poker_protocol::v1::event::PostKind;
use poker_protocol::v1::table::BombPot;
use poker_protocol::v1::table::session::{Need, RuleFault};
use poker_protocol::v1::{ErrorCode, PublicEvent};
use serde_json::json;

use super::house_rules::call_down;
use super::session::{next_hand, replayed, table};
use super::world::config;
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;

/// `true` for a bomb pot, and the number of hands until the next one.
fn announced(told: &[PublicEvent]) -> (bool, Option<u16>) {
    let started = told.iter().find_map(|event| match event {
        PublicEvent::HandStarted {
            bomb_pot, bomb_pot_in, ..
        } => Some((*bomb_pot, *bomb_pot_in)),
        _ => None,
    });
    started.expect("a hand begins")
}

/// The posts, and the number of board cards at the first decision.
fn opening(told: &[PublicEvent]) -> (Vec<(PostKind, u64)>, usize) {
    let asked = told
        .iter()
        .position(|event| matches!(event, PublicEvent::TurnStarted { .. }));
    let (mut posts, mut board) = (Vec::new(), 0);
    for event in &told[..asked.expect("someone is asked")] {
        match event {
            PublicEvent::Posted { post, amount, .. } => posts.push((*post, amount.get())),
            PublicEvent::BoardDealt { cards } => board += cards.len(),
            _ => {}
        }
    }
    (posts, board)
}

#[test]
fn every_third_hand_all_pay_and_play_from_the_flop_on() {
    let mut world = table("omaha", 3, &json!({"bomb_pot": {"every": 3, "ante": 4}}));
    for expected in [(false, 2), (false, 1), (true, 3), (false, 2), (false, 1), (true, 3)] {
        let (is_bomb, next) = expected;
        let told = next_hand(&mut world);
        assert_eq!(announced(&told), (is_bomb, Some(next)));
        let (posts, board) = opening(&told);
        if is_bomb {
            assert_eq!((posts, board), (vec![(PostKind::Ante, 40); 3], 3));
        } else {
            assert_eq!((posts.len(), board), (2, 0));
        }
        let account = world.clients[1].account();
        let state = world.core.state_for(account, world.now());
        assert_eq!(state.bomb_pot_in, Some(next));
        world.check();
        world.check_recovery();
        world.check_snapshot();
    }
    // The process dies in the middle of a bomb pot and comes back.
    next_hand(&mut world);
    next_hand(&mut world);
    world.wait_until_due();
    world.crash();
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
        let account = world.clients[client].account();
        let state = world.core.state_for(account, world.now());
        assert!(state.hand.expect("the hand runs").bomb_pot);
    }
    call_down(&mut world);
    assert_eq!(announced(&next_hand(&mut world)), (false, Some(2)));
    world.check();
    world.check_recovery();
}

#[test]
fn a_hand_of_a_usual_table_says_nothing_of_bomb_pots() {
    let mut world = table("omaha", 3, &json!({}));
    let told = next_hand(&mut world);
    assert_eq!(announced(&told), (false, None));
    let text = serde_json::to_string(&told).unwrap();
    assert!(!text.contains("bomb_pot"), "{text}");
}

#[test]
fn a_game_that_has_no_bomb_pots_and_odd_numbers_are_refused() {
    let refused = |game: &str, every, ante| {
        let mut wishes = config(game);
        wishes.session.bomb_pot = Some(BombPot { every, ante });
        TableSetup::new(&wishes, Timing::default()).unwrap_err()
    };
    let field = "session.bomb_pot";
    let needs = RuleFault::Needs {
        field,
        need: Need::BombPots,
    };
    let range = |most| RuleFault::Range { field, least: 1, most };
    for (game, every, ante, error) in [
        ("five-card-draw", 10, 5, needs),
        ("seven-card-stud", 10, 5, needs),
        ("omaha", 0, 5, range(100)),
        ("omaha", 10, 21, range(20)),
    ] {
        let found = refused(game, every, ante);
        assert_eq!(found, ConfigError::Session(error));
        let answer = found.answer(None);
        assert_eq!(answer.code, ErrorCode::TableConfigInvalid);
        assert_eq!(answer.params.unwrap()["field"], "session.bomb_pot");
    }
}

/// The record shows that a hand was a bomb pot, and its file can be replayed.
#[test]
fn a_bomb_pot_is_replayed_from_its_file() {
    let mut world = table("no-limit-holdem", 3, &json!({"bomb_pot": {"every": 1, "ante": 2}}));
    next_hand(&mut world);
    let hand = &world.disk.hands[0];
    let (text, _) = replayed(hand);
    assert!(text.contains("_bomb_pot = true"), "{text}");
}
