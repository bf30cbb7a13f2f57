//! Actions that a table's host or an operator may take against others.

use std::sync::Arc;

use poker_protocol::v1::{Emote, ErrorCode, PublicEvent};
use poker_store::Rulings;

use super::hosting;
use super::house_rules::call_down;
use super::world::{World, config, setup};
use crate::core::mail::{Mail, OperatorWish, TableRequest};
use crate::core::speech::Standing;
use crate::setup::config::TableSetup;
use crate::state::hosting::HostRule;
use crate::state::players::account_of;

/// A table hosted by the first client.
fn hosted(players: usize) -> World {
    let plain = setup(&config("no-limit-holdem"));
    let host = Some(World::new("no-limit-holdem", 1).clients[0].account());
    World::with(
        Arc::new(TableSetup {
            host,
            ..TableSetup::clone(&plain)
        }),
        players,
    )
}

fn code(world: &World, client: usize, id: &str) -> Option<ErrorCode> {
    world.clients[client].errors.get(id).map(|error| error.code)
}

fn say(world: &mut World, client: usize) -> Option<ErrorCode> {
    let text = format!("said by {client}");
    let id = world.ask(
        client,
        TableRequest::Chat {
            text,
            phrase: None,
            standing: Standing::Guest,
            family: Vec::new(),
        },
    );
    code(world, client, &id)
}

fn mute(world: &mut World, by: usize, whom: usize, muted: bool) -> Option<ErrorCode> {
    let player = world.clients[whom].account();
    let id = world.ask(by, TableRequest::Mute { player, muted });
    code(world, by, &id)
}

fn remove(world: &mut World, by: usize, whom: usize) -> Option<ErrorCode> {
    let player = world.clients[whom].account();
    let id = world.ask(by, TableRequest::Remove { player });
    code(world, by, &id)
}

#[test]
fn the_host_alone_mutes_and_lets_speak_again() {
    let mut world = hosted(3);
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!(mute(&mut world, 1, 2, true), Some(ErrorCode::TableNotHost));
    assert_eq!(mute(&mut world, 0, 0, true), Some(ErrorCode::TableNoChange));
    assert_eq!(
        (mute(&mut world, 0, 1, true), say(&mut world, 1)),
        (None, Some(ErrorCode::ChatMuted))
    );
    assert_eq!(mute(&mut world, 0, 1, true), Some(ErrorCode::TableNoChange));
    assert_eq!(say(&mut world, 2), None);
    world.check();
    world.check_recovery();
    world.check_snapshot();
    world.crash();
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
    }
    let muted = world.core.state_for(world.clients[2].account(), world.now()).muted;
    assert_eq!(muted, [world.clients[1].account().to_string()]);
    assert_eq!(say(&mut world, 1), Some(ErrorCode::ChatMuted));
    assert_eq!((mute(&mut world, 0, 1, false), say(&mut world, 1)), (None, None));
    assert_eq!(world.clients[2].chats.last().map(String::as_str), Some("said by 1"));
}

#[test]
fn whom_the_host_sends_away_plays_the_hand_to_its_end_and_never_comes_back() {
    let mut world = hosted(3);
    world.seat_all(500);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    assert_eq!(remove(&mut world, 1, 2), Some(ErrorCode::TableNotHost));
    assert_eq!(remove(&mut world, 0, 2), None);
    assert_eq!(remove(&mut world, 0, 2), Some(ErrorCode::TableNoChange));
    let account = world.clients[2].account();
    assert!(
        world.core.table().seat_of(account).is_some(),
        "the hand is played to its end"
    );
    call_down(&mut world);
    assert_eq!(world.core.table().seat_of(account), None);
    world.check();
    world.check_snapshot();
    let seen = world.clients[2].seq;
    let sat = world.sit(2, 500);
    assert_eq!(code(&world, 2, &sat), Some(ErrorCode::TableRemoved));
    for request in [
        TableRequest::Watch,
        TableRequest::Resume { after: 0 },
        TableRequest::WaitList { join: true },
    ] {
        let id = world.ask(2, request);
        assert_eq!(code(&world, 2, &id), Some(ErrorCode::TableRemoved));
    }
    assert_eq!(say(&mut world, 2), Some(ErrorCode::TableRemoved));
    assert!(world.wait_until_due());
    assert_eq!(world.clients[2].seq, seen, "nothing more of the table is seen");
    let removed = world.told.values().filter_map(|event| serde_json::from_str(event).ok());
    let removed: Vec<PublicEvent> = removed
        .filter(|event| matches!(event, PublicEvent::PlayerRemoved { .. }))
        .collect();
    let player = account_of(crate::state::players::player_id(account)).to_string();
    assert_eq!(removed, [PublicEvent::PlayerRemoved { player }]);
    world.check_recovery();
}

fn sign(world: &mut World, client: usize) -> Option<ErrorCode> {
    let id = world.ask(
        client,
        TableRequest::Emote {
            emote: Emote::Applause,
            family: Vec::new(),
        },
    );
    code(world, client, &id)
}

#[test]
fn signs_come_from_seats_one_in_three_seconds_and_never_from_the_muted() {
    let mut world = hosted(3);
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
    }
    world.sit(0, 500);
    world.sit(1, 500);
    assert_eq!(sign(&mut world, 2), Some(ErrorCode::ChatNotHere));
    assert_eq!(sign(&mut world, 1), None);
    assert_eq!(world.clients[2].chats.last().map(String::as_str), Some("(applause)"));
    let id = world.ask(
        1,
        TableRequest::Emote {
            emote: Emote::Wave,
            family: Vec::new(),
        },
    );
    let refused = &world.clients[1].errors[&id];
    let left = refused.params.as_ref().map(|params| params["retry_after_ms"].clone());
    assert_eq!((refused.code, left), (ErrorCode::RateLimited, Some(3_000.into())));
    // Each player has an allowance of their own for signs, and remarks do not count against it.
    assert_eq!((sign(&mut world, 0), say(&mut world, 1)), (None, None));
    world.wait(2_999);
    assert_eq!(sign(&mut world, 1), Some(ErrorCode::RateLimited));
    world.wait(1);
    assert_eq!(sign(&mut world, 1), None);
    world.wait(3_000);
    assert_eq!(mute(&mut world, 0, 1, true), None);
    assert_eq!(sign(&mut world, 1), Some(ErrorCode::ChatMuted));
    world.check();
    world.check_recovery();
}

#[test]
fn an_account_that_has_to_go_leaves_every_line() {
    let mut world = hosting::hosted(4);
    assert_eq!(hosting::rule(&mut world, HostRule::Approval { on: true }), None);
    for client in 1..4 {
        assert_eq!(
            hosting::ask(&mut world, client, TableRequest::AskSeat { ask: true }),
            None
        );
    }
    let account = world.clients[2].account();
    let rulings = Arc::new(Rulings {
        banned: [account].into(),
        ..Rulings::default()
    });
    world.post(Mail::Operator(OperatorWish::CatchUp(Arc::clone(&rulings))));
    let asked: Vec<String> = hosting::rules(&world)
        .requests
        .into_iter()
        .map(|asked| asked.player.id)
        .collect();
    let others = [1, 3].map(|client| world.clients[client].account().to_string());
    assert_eq!(asked, others);
    world.post(Mail::Operator(OperatorWish::CatchUp(rulings)));
    assert_eq!(
        hosting::rules(&world).requests.len(),
        2,
        "there is nothing left to give up"
    );
    world.check_recovery();
}
