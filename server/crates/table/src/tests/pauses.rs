//! The host's pause of a private table, and the link to its voice room.

use poker_protocol::v1::mix::MixConfig;
use poker_protocol::v1::table::TableConfig;
use poker_protocol::v1::{ErrorCode, UnixMs};

use super::hosting::{ask, deeds, hosted, hosted_as, private, rule, rules, state, survives};
use super::house_rules::call_down;
use super::world::{World, config};
use crate::core::mail::{Mail, TableRequest};
use crate::state::hosting::HostRule;
use poker_protocol::v1::host::HostDeed;

const MINUTE_MS: u64 = 60_000;

const fn pause(minutes: u8) -> HostRule {
    HostRule::Pause { minutes: Some(minutes) }
}

fn until(world: &World, minutes: u64) -> Option<UnixMs> {
    let now = u64::try_from(world.now().wall).unwrap();
    UnixMs::new(now + minutes * MINUTE_MS)
}

fn sits(world: &World, client: usize) -> bool {
    world.core.table().seat_of(world.clients[client].account()).is_some()
}

#[test]
fn a_pause_ends_when_the_host_has_said() {
    let mut world = hosted(3);
    world.seat_all(500);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    let end = until(&world, 10);
    assert_eq!(rule(&mut world, pause(10)), None);
    assert_eq!((rules(&world).paused, rules(&world).paused_until), (true, end));
    assert!(!world.core.status().is_on_break, "the hand goes on");
    survives(&mut world);
    call_down(&mut world);
    assert!(world.core.status().is_on_break);
    world.wait(5 * MINUTE_MS);
    survives(&mut world);
    // Another end, and then none.
    let end = until(&world, 20);
    assert_eq!(rule(&mut world, pause(20)), None);
    assert_eq!(rules(&world).paused_until, end);
    world.wait(20 * MINUTE_MS - 1);
    assert_eq!(world.core.table().hand_no(), 1);
    world.wait(1);
    assert_eq!((rules(&world).paused, rules(&world).paused_until), (false, None));
    assert!(!world.core.status().is_on_break);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 2);
    let paused = HostDeed::Paused;
    assert_eq!(deeds(&world), [paused, paused, HostDeed::Resumed]);
    assert_eq!(rule(&mut world, pause(1)), None);
    assert_eq!(rule(&mut world, HostRule::Pause { minutes: None }), None);
    assert_eq!(
        rule(&mut world, HostRule::Pause { minutes: None }),
        Some(ErrorCode::TableNoChange)
    );
    call_down(&mut world);
    world.wait(120 * MINUTE_MS);
    assert_eq!(world.core.table().hand_no(), 2);
    survives(&mut world);
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 3);
}

/// A pause that ends while the server is down is over when it comes back.
#[test]
fn a_pause_is_wall_time() {
    let mut world = hosted(2);
    world.seat_all(500);
    assert_eq!(rule(&mut world, pause(3)), None);
    world.time += 4 * MINUTE_MS;
    world.crash();
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
    }
    assert!(!rules(&world).paused);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    world.check_recovery();
}

#[test]
fn nobody_is_missed_in_a_pause() {
    let mut world = hosted(3);
    world.seat_all(500);
    assert_eq!(rule(&mut world, pause(30)), None);
    for client in 0..3 {
        world.drop_connection(client);
    }
    world.wait(30 * MINUTE_MS - 1);
    assert!((0..3).all(|client| sits(&world, client)));
    // From then on seats are kept as usual.
    world.wait(1);
    world.ask(0, TableRequest::Watch);
    world.wait(5 * MINUTE_MS);
    assert_eq!((sits(&world, 0), sits(&world, 1)), (true, false));
    world.check_recovery();
}

/// A pause without an end keeps the seats only while one of those who sit is there: no table is kept for ever.
#[test]
fn a_pause_without_an_end_needs_a_player_who_is_there() {
    let mut world = hosted(3);
    world.seat_all(500);
    assert_eq!(rule(&mut world, HostRule::Pause { minutes: None }), None);
    assert!(!world.core.status().is_on_break);
    world.drop_connection(1);
    world.wait(60 * MINUTE_MS);
    assert!(sits(&world, 1));
    // Client 1 is a bot: it keeps no seat for others.
    world.ask(1, TableRequest::Watch);
    world.drop_connection(0);
    world.drop_connection(2);
    world.wait(5 * MINUTE_MS);
    assert_eq!([0, 1, 2].map(|client| sits(&world, client)), [false, true, false]);
    world.check_recovery();
}

#[test]
fn the_clock_of_a_pick_stands_still() {
    let mix: MixConfig = serde_json::from_value(serde_json::json!({
        "kind": "dealers_choice",
        "games": [{"game": "omaha"}, {"game": "limit-holdem"}],
        "default": "limit-holdem"
    }))
    .unwrap();
    let config = TableConfig {
        game: String::new(),
        mix: Some(mix),
        ..private("no-limit-holdem")
    };
    let mut world = hosted_as(&config, 3);
    let most = state(&world).info.buy_in_min.get();
    for client in 0..3 {
        world.sit(client, most);
    }
    while state(&world).pick.is_none() {
        assert!(world.wait_until_due(), "a dealer is asked");
    }
    let left = |world: &World| state(world).pick.map(|pick| pick.turn.clock.left_ms);
    world.wait(1_000);
    let before = left(&world);
    assert_eq!(rule(&mut world, pause(60)), None);
    world.wait(30 * MINUTE_MS);
    assert_eq!(left(&world), before);
    // An operator's pause ends, and the host's does not.
    world.post(Mail::Pause(true));
    world.post(Mail::Pause(false));
    world.wait(10 * MINUTE_MS);
    assert_eq!(left(&world), before);
    survives(&mut world);
    world.wait(10 * MINUTE_MS);
    assert!(state(&world).pick.is_some());
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    let full = left(&world).unwrap();
    world.wait(1_000);
    assert_eq!(left(&world), Some(full - 1_000));
}

#[test]
fn public_tables_have_no_end_of_a_pause_and_no_voice_room() {
    let mut world = hosted_as(&config("no-limit-holdem"), 2);
    let before = state(&world);
    for wish in [
        pause(5),
        voice("https://meet.example.org/a"),
        HostRule::Voice { link: None },
    ] {
        assert_eq!(rule(&mut world, wish), Some(ErrorCode::TablePrivateOnly));
    }
    assert_eq!(state(&world), before);
    // Nor do seats wait in a pause without an end.
    world.seat_all(500);
    assert_eq!(rule(&mut world, HostRule::Pause { minutes: None }), None);
    world.drop_connection(1);
    world.wait(5 * MINUTE_MS);
    assert!(!sits(&world, 1));
}

fn voice(link: &str) -> HostRule {
    HostRule::Voice {
        link: Some(link.to_owned()),
    }
}

#[test]
fn the_voice_room_is_set_changed_and_taken_away() {
    let mut world = hosted(2);
    let none = HostRule::Voice { link: None };
    assert_eq!(rule(&mut world, none.clone()), Some(ErrorCode::TableNoChange));
    let first = voice("https://meet.example.org/a");
    let guest = ask(&mut world, 1, TableRequest::Host(first.clone()));
    assert_eq!(guest, Some(ErrorCode::TableNotHost));
    assert_eq!(rule(&mut world, first.clone()), None);
    assert_eq!(rule(&mut world, first), Some(ErrorCode::TableNoChange));
    survives(&mut world);
    assert_eq!(rule(&mut world, voice("https://meet.example.org/b")), None);
    assert_eq!(rules(&world).voice.as_deref(), Some("https://meet.example.org/b"));
    let listed = serde_json::to_string(&world.core.status().summary).unwrap();
    assert!(!listed.contains("meet.example.org"), "{listed}");
    assert_eq!(rule(&mut world, none), None);
    assert_eq!(rules(&world).voice, None);
    survives(&mut world);
    assert_eq!(deeds(&world), [HostDeed::Voice; 3]);
}
