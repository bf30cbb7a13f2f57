//! The host of a table changes: by the host's own hand, or because the host is gone.

use poker_protocol::v1::{ErrorCode, PlayerInfo, PlayerKind, PublicEvent};
use poker_store::AccountId;

use super::client::Client;
use super::hosting::{ask, hosted, rule, state};
use super::session::told;
use super::world::{World, caller};
use crate::core::mail::TableRequest;
use crate::state::hosting::HostRule;

/// Longer than a host may be gone.
const LONG: u64 = 11 * 60_000;

const PAUSE: HostRule = HostRule::Pause { minutes: None };

fn hand_over(world: &World, client: usize) -> HostRule {
    let account = world.clients[client].account();
    HostRule::HandOver { account }
}

fn host(world: &World) -> AccountId {
    state(world).info.host.unwrap().parse().unwrap()
}

fn sit(world: &mut World, clients: &[usize]) {
    for client in clients {
        world.sit(*client, 1000);
    }
}

#[test]
fn a_table_is_handed_over_to_a_seated_person() {
    let mut world = hosted(5);
    sit(&mut world, &[0, 1, 2]);
    let seq = world.core.table().seq();
    for (client, code) in [
        (0, ErrorCode::TableNoChange),
        (1, ErrorCode::TableBotHost),
        (4, ErrorCode::TableNotSeated),
    ] {
        let wish = hand_over(&world, client);
        assert_eq!(rule(&mut world, wish), Some(code), "{client}");
    }
    let wish = hand_over(&world, 2);
    assert_eq!(
        ask(&mut world, 2, TableRequest::Host(wish.clone())),
        Some(ErrorCode::TableNotHost)
    );
    assert_eq!(world.core.table().seq(), seq, "bad ones change nothing");

    assert_eq!(rule(&mut world, wish), None);
    assert_eq!(host(&world), world.clients[2].account());
    let new = (*world.clients[2].caller().info).clone();
    assert_eq!(told(&world).last(), Some(&PublicEvent::HostChanged { host: new }));
    assert_eq!(rule(&mut world, PAUSE), Some(ErrorCode::TableNotHost));
    assert_eq!(ask(&mut world, 2, TableRequest::Host(PAUSE)), None);
    world.check();
    world.check_recovery();
    world.check_snapshot();
    world.crash();
    assert_eq!(host(&world), world.clients[2].account(), "after a crash too");
    for client in 0..5 {
        world.ask(client, TableRequest::Watch);
    }
    // In the middle of a hand, and back.
    assert_eq!(ask(&mut world, 2, TableRequest::Host(HostRule::Resume {})), None);
    while world.core.table().running().is_none() {
        assert!(world.wait_until_due());
    }
    let back = hand_over(&world, 0);
    assert_eq!(ask(&mut world, 2, TableRequest::Host(back)), None);
    world.check();
    world.check_recovery();
    world.crash();
    assert_eq!(host(&world), world.clients[0].account());
}

#[test]
fn a_host_who_is_gone_is_followed_by_who_has_sat_longest() {
    let mut world = hosted(5);
    // The last client has a password.
    let (account, conn) = (world.clients[4].account(), world.clients[4].conn().0 + 100);
    let info = PlayerInfo {
        kind: PlayerKind::Account,
        ..(*world.clients[4].caller().info).clone()
    };
    world.drop_connection(4);
    world.clients[4] = Client::new(caller(account, info, conn));
    world.ask(4, TableRequest::Watch);
    sit(&mut world, &[0, 1, 2, 4]);
    assert_eq!(rule(&mut world, PAUSE), None);
    let [first, guest, heir] = [0, 2, 4].map(|client| world.clients[client].account());

    // Away with a seat, or there without one: the host hosts.
    assert_eq!(ask(&mut world, 0, TableRequest::Leave), None);
    world.wait(LONG);
    assert_eq!(host(&world), first);
    world.drop_connection(0);
    world.wait(LONG / 2);
    world.ask(0, TableRequest::Watch);
    world.wait(LONG);
    assert_eq!(host(&world), first, "back in time");
    world.drop_connection(0);
    world.wait(LONG);
    assert_eq!(host(&world), heir, "before a guest who has sat longer, and a bot");
    world.check();
    world.check_recovery();
    world.check_snapshot();
    assert_eq!(ask(&mut world, 4, TableRequest::Leave), None);
    world.drop_connection(4);
    world.wait(LONG);
    assert_eq!(host(&world), guest);
    // A bot hosts nothing, and an empty table waits for its host.
    assert_eq!(ask(&mut world, 2, TableRequest::Leave), None);
    world.drop_connection(2);
    world.wait(LONG);
    assert_eq!(host(&world), guest);
    world.check_recovery();
}
