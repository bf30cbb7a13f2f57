//! Live straddles from the wish to the journal.

use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::event::PostKind;
use poker_protocol::v1::table::StraddleRule;
use poker_protocol::v1::table::session::{Need, RuleFault};
use poker_protocol::v1::{ErrorCode, PublicEvent};
use serde_json::json;

use super::house_rules::call_down;
use super::session::{fold_all, table, told, told_behind};
use super::world::{World, config};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;

fn wish(world: &mut World, client: usize, on: bool) -> Option<ErrorCode> {
    let id = world.ask(client, TableRequest::Straddle { on });
    world.clients[client].errors.get(&id).map(|error| error.code)
}

/// Plays the next hand to its end and returns its straddles.
fn next_straddle(world: &mut World) -> Vec<(u8, u64)> {
    let before = world.told.len();
    world.wait_until_due();
    call_down(world);
    let told = told_behind(world, before);
    let straddles = told.iter().filter_map(|event| match event {
        PublicEvent::Posted {
            seat,
            amount,
            post: PostKind::Straddle,
            ..
        } => Some((*seat, amount.get())),
        _ => None,
    });
    straddles.collect()
}

#[test]
fn a_wish_stands_until_it_is_taken_back_and_outlasts_a_restart() {
    let mut world = table("no-limit-holdem", 3, &json!({"straddle": "any_place"}));
    assert_eq!(wish(&mut world, 0, true), None);
    assert_eq!(wish(&mut world, 0, true), Some(ErrorCode::TableNoChange));
    let mut found: Vec<_> = (0..3).map(|_| next_straddle(&mut world)).collect();
    found.sort();
    // With three players, the only position besides the blinds is the button.
    assert_eq!(found, [vec![], vec![], vec![(1, 20)]]);
    world.check();
    world.check_recovery();
    world.check_snapshot();
    world.crash();
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
        let account = world.clients[client].account();
        let state = world.core.state_for(account, world.now());
        let wishes: Vec<bool> = state.seats.iter().map(|seat| seat.straddles).collect();
        assert_eq!(wishes, [true, false, false]);
    }
    let again: Vec<_> = (0..3).flat_map(|_| next_straddle(&mut world)).collect();
    assert_eq!(again, [(1, 20)]);
    assert_eq!(wish(&mut world, 0, false), None);
    let none: Vec<_> = (0..3).flat_map(|_| next_straddle(&mut world)).collect();
    assert_eq!(none, []);
    world.check();
    world.check_recovery();
}

#[test]
fn nothing_waits_for_an_answer_and_who_sits_out_does_not_straddle() {
    let mut world = table("no-limit-holdem", 4, &json!({"straddle": "under_the_gun"}));
    for client in 0..4 {
        assert_eq!(wish(&mut world, client, true), None);
    }
    world.wait_until_due();
    let of_first = world.told.len();
    fold_all(&mut world);
    assert!(of_first > 0);
    let straddled = |world: &World| {
        let posts = told(world).into_iter();
        posts
            .filter(|event| {
                matches!(
                    event,
                    PublicEvent::Posted {
                        post: PostKind::Straddle,
                        ..
                    }
                )
            })
            .count()
    };
    assert_eq!(straddled(&world), 1);
    let asked = told(&world).into_iter().any(|event| {
        serde_json::to_string(&event)
            .unwrap()
            .contains(r#""decision":"straddle""#)
    });
    assert!(!asked);
    for client in 0..2 {
        let (out, when, entry) = (true, SitOutWhen::NextHand, Entry::Wait);
        world.ask(
            client,
            TableRequest::SitOut {
                out,
                when,
                minutes: None,
                entry,
            },
        );
    }
    assert_eq!(next_straddle(&mut world), [], "between two players");
    world.check();
    world.check_recovery();
}

#[test]
fn a_table_without_straddles_refuses_the_wish() {
    let mut world = table("no-limit-holdem", 3, &json!({}));
    assert_eq!(wish(&mut world, 0, true), Some(ErrorCode::TableNoStraddles));
}

#[test]
fn a_table_of_a_game_without_two_blinds_is_refused_by_its_field() {
    let rotation = json!({"name": "Test", "game": "", "seats": 6, "session": {"straddle": "button"}, "mix": {
        "kind": "rotation", "hands": 2, "games": [{"game": "limit-holdem"}, {"game": "razz"}],
    }});
    let mut stud = config("seven-card-stud");
    stud.session.straddle = Some(StraddleRule::Button);
    for wishes in [stud, serde_json::from_value(rotation).unwrap()] {
        let refused = TableSetup::new(&wishes, Timing::default()).unwrap_err();
        assert_eq!(
            refused,
            ConfigError::Session(RuleFault::Needs {
                field: "session.straddle",
                need: Need::Straddles
            })
        );
        let answer = refused.answer(None);
        assert_eq!(answer.code, ErrorCode::TableConfigInvalid);
        assert_eq!(answer.params.unwrap()["field"], "session.straddle");
    }
}

/// The record of a hand shows the straddle, and can be read again.
#[test]
fn a_record_has_the_straddle() {
    let mut world = table("no-limit-holdem", 3, &json!({"straddle": "button"}));
    for client in 0..3 {
        wish(&mut world, client, true);
    }
    assert_eq!(next_straddle(&mut world).len(), 1);
    let record: serde_json::Value = serde_json::from_str(&world.disk.hands[0].public).unwrap();
    let posts = record["start"]["posts"].as_array().unwrap();
    assert_eq!(posts[2]["post"], "straddle");
    assert_eq!(posts[2]["amount"], 20);
}
