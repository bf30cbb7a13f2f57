//! The decisions of a table's host: legal ones, repeated ones, at the wrong moment, by others than the host, and across
//! a crash.

use std::sync::Arc;

use poker_protocol::v1::client::Entry;
use poker_protocol::v1::host::{HostDeed, HostRules, HostStakes, SeatRequestState};
use poker_protocol::v1::mix::MixConfig;
use poker_protocol::v1::table::{SeatStatus, TableConfig, TableState};
use poker_protocol::v1::{Chips, ErrorCode, PublicEvent};

use super::house_rules::call_down;
use super::world::{World, config, setup};
use crate::core::End;
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::state::hosting::HostRule;

fn chips(amount: u64) -> Chips {
    Chips::new(amount).unwrap()
}

/// A table with this configuration, hosted by the first client; all clients watch.
pub(super) fn hosted_as(config: &TableConfig, players: usize) -> World {
    let host = Some(World::new("no-limit-holdem", 1).clients[0].account());
    let setup = TableSetup {
        host,
        ..TableSetup::clone(&setup(config))
    };
    let mut world = World::with(Arc::new(setup), players);
    for client in 0..players {
        world.ask(client, TableRequest::Watch);
    }
    world
}

pub(super) fn private(game: &str) -> TableConfig {
    TableConfig {
        private: true,
        ..config(game)
    }
}

pub(super) fn hosted(players: usize) -> World {
    hosted_as(&private("no-limit-holdem"), players)
}

fn code(world: &World, client: usize, id: &str) -> Option<ErrorCode> {
    world.clients[client].errors.get(id).map(|error| error.code)
}

pub(super) fn ask(world: &mut World, client: usize, request: TableRequest) -> Option<ErrorCode> {
    let id = world.ask(client, request);
    code(world, client, &id)
}

/// Makes a decision as the host.
pub(super) fn rule(world: &mut World, rule: HostRule) -> Option<ErrorCode> {
    ask(world, 0, TableRequest::Host(rule))
}

pub(super) fn state(world: &World) -> TableState {
    world.core.state_for(world.clients[0].account(), world.now())
}

pub(super) fn rules(world: &World) -> HostRules {
    state(world).host_rules
}

/// The host's deeds, in order.
pub(super) fn deeds(world: &World) -> Vec<HostDeed> {
    let told = world.told.values().filter_map(|event| serde_json::from_str(event).ok());
    told.filter_map(|event| match event {
        PublicEvent::HostRuled { deed, .. } => Some(deed),
        _ => None,
    })
    .collect()
}

/// Checks that the journal and a snapshot give the same table, and that it goes on after a crash at this instant.
pub(super) fn survives(world: &mut World) {
    world.check();
    world.check_recovery();
    let table = world.core.table();
    if table.running().is_none() && table.asked().is_none() {
        world.check_snapshot();
    }
    let before = state(world);
    world.crash();
    let after = state(world);
    assert_eq!((&after.host_rules, &after.info), (&before.host_rules, &before.info));
    for client in 0..world.clients.len() {
        world.ask(client, TableRequest::Watch);
    }
}

fn stakes(small: u64, big: u64) -> HostStakes {
    HostStakes {
        small_blind: Some(chips(small)),
        big_blind: Some(chips(big)),
        ..HostStakes::default()
    }
}

#[test]
fn the_host_alone_decides() {
    let mut world = hosted(3);
    world.seat_all(500);
    let account = world.clients[2].account();
    for wish in [
        HostRule::Pause { minutes: None },
        HostRule::Resume {},
        HostRule::Approval { on: true },
        HostRule::Answer {
            account,
            accepted: true,
        },
        HostRule::Move { account, seat: 6 },
        HostRule::Stakes { stakes: stakes(10, 20) },
        HostRule::NextGame {},
        HostRule::Bots { count: 1 },
        HostRule::Close {},
    ] {
        assert_eq!(
            ask(&mut world, 1, TableRequest::Host(wish)),
            Some(ErrorCode::TableNotHost)
        );
    }
    let give = TableRequest::GiveChips {
        player: account,
        amount: chips(10),
    };
    assert_eq!(ask(&mut world, 1, give), Some(ErrorCode::TableNotHost));
    assert_eq!(deeds(&world), []);
    world.check();
}

#[test]
fn a_pause_lets_the_hand_end_and_deals_no_other() {
    let mut world = hosted(3);
    world.seat_all(500);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    assert_eq!(rule(&mut world, HostRule::Resume {}), Some(ErrorCode::TableNoChange));
    assert_eq!(rule(&mut world, HostRule::Pause { minutes: None }), None);
    assert_eq!(
        rule(&mut world, HostRule::Pause { minutes: None }),
        Some(ErrorCode::TableNoChange)
    );
    assert!(!world.asked().is_empty(), "the hand goes on");
    survives(&mut world);
    call_down(&mut world);
    world.wait(600_000);
    assert_eq!(world.core.table().hand_no(), 1);
    assert!(rules(&world).paused);
    survives(&mut world);
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 2);
    assert_eq!(deeds(&world), [HostDeed::Paused, HostDeed::Resumed]);
}

#[test]
fn players_ask_and_the_host_lets_them_in() {
    let mut world = hosted(4);
    assert_eq!(
        ask(&mut world, 1, TableRequest::AskSeat { ask: true }),
        Some(ErrorCode::TableNoChange)
    );
    assert_eq!(rule(&mut world, HostRule::Approval { on: true }), None);
    let sat = world.sit(1, 500);
    assert_eq!(code(&world, 1, &sat), Some(ErrorCode::TableNotAccepted));
    let waits = ask(&mut world, 1, TableRequest::WaitList { join: true });
    assert_eq!(waits, Some(ErrorCode::TableNotAccepted));
    let own = world.sit(0, 500);
    assert_eq!(code(&world, 0, &own), None, "the host asks no player");
    for client in [1, 2, 3] {
        assert_eq!(ask(&mut world, client, TableRequest::AskSeat { ask: true }), None);
        let again = ask(&mut world, client, TableRequest::AskSeat { ask: true });
        assert_eq!(again, Some(ErrorCode::TableNoChange));
    }
    let [accepted, refused] = [1, 2].map(|client: usize| world.clients[client].account());
    let answer = |account, accepted| HostRule::Answer { account, accepted };
    assert_eq!(rule(&mut world, answer(accepted, true)), None);
    assert_eq!(rule(&mut world, answer(accepted, true)), Some(ErrorCode::TableNoChange));
    assert_eq!(rule(&mut world, answer(refused, false)), None);
    assert_eq!(ask(&mut world, 3, TableRequest::AskSeat { ask: false }), None);
    assert_eq!(
        ask(&mut world, 3, TableRequest::AskSeat { ask: false }),
        Some(ErrorCode::TableNoChange)
    );
    survives(&mut world);
    let states: Vec<SeatRequestState> = rules(&world).requests.iter().map(|asked| asked.state).collect();
    assert_eq!(states, [SeatRequestState::Accepted, SeatRequestState::Refused]);
    // A refusal stands until the host reconsiders.
    assert_eq!(
        ask(&mut world, 2, TableRequest::AskSeat { ask: true }),
        Some(ErrorCode::TableNotAccepted)
    );
    let sat = world.sit(2, 500);
    assert_eq!(code(&world, 2, &sat), Some(ErrorCode::TableNotAccepted));
    let sat = world.sit(1, 500);
    assert_eq!(code(&world, 1, &sat), None);
    assert_eq!(rules(&world).requests.len(), 1, "a request ends with the seat");
    // A player who leaves and comes back has to ask again.
    assert_eq!(ask(&mut world, 1, TableRequest::Leave), None);
    let sat = world.sit(1, 500);
    assert_eq!(code(&world, 1, &sat), Some(ErrorCode::TableNotAccepted));
    assert_eq!(rule(&mut world, HostRule::Approval { on: false }), None);
    assert_eq!(rules(&world), HostRules::default());
    let sat = world.sit(2, 500);
    assert_eq!(code(&world, 2, &sat), None);
    survives(&mut world);
}

#[test]
fn no_more_than_twenty_wait_for_an_answer() {
    let mut world = hosted(23);
    rule(&mut world, HostRule::Approval { on: true });
    for client in 1..21 {
        assert_eq!(ask(&mut world, client, TableRequest::AskSeat { ask: true }), None);
    }
    let full = ask(&mut world, 21, TableRequest::AskSeat { ask: true });
    assert_eq!(full, Some(ErrorCode::TableRequestsFull));
    let account = world.clients[5].account();
    let refusal = HostRule::Answer {
        account,
        accepted: false,
    };
    rule(&mut world, refusal);
    assert_eq!(ask(&mut world, 21, TableRequest::AskSeat { ask: true }), None);
    let asked = rules(&world).requests;
    assert_eq!(asked.len(), 20);
    assert!(
        asked.iter().all(|asked| asked.player.id != account.to_string()),
        "who was refused makes room"
    );
    survives(&mut world);
}

#[test]
fn chips_come_from_the_host_and_go_no_higher_than_a_buy_in() {
    let mut world = hosted(3);
    world.seat_all(500);
    let [host, player] = [0, 1].map(|client: usize| world.clients[client].account());
    let give = |amount: u64| TableRequest::GiveChips {
        player,
        amount: chips(amount),
    };
    let before = world.disk.wallets[&host];
    world.wait_until_due();
    assert_eq!(ask(&mut world, 0, give(100)), Some(ErrorCode::TableHandRunning));
    rule(&mut world, HostRule::Pause { minutes: None });
    call_down(&mut world);
    let stack = |world: &World| {
        state(world)
            .seats
            .iter()
            .find(|seat| seat.player.id == player.to_string())
            .unwrap()
            .stack
            .get()
    };
    let had = stack(&world);
    let most = state(&world).info.buy_in_max.get();
    for amount in [0, most - had + 1, Chips::MAX] {
        assert_eq!(
            ask(&mut world, 0, give(amount)),
            Some(ErrorCode::TableBuyIn),
            "{amount}"
        );
    }
    let id = world.ask(0, give(100));
    assert_eq!(code(&world, 0, &id), None);
    // The same request again does not give twice.
    world.ask_as(0, &id, give(100));
    assert_eq!((stack(&world), world.disk.wallets[&host]), (had + 100, before - 100));
    world.ask_as(0, &id, give(200));
    assert_eq!(code(&world, 0, &id), Some(ErrorCode::ProtocolIdReused));
    let gone = TableRequest::GiveChips {
        player: poker_store::AccountId::generate(),
        amount: chips(10),
    };
    assert_eq!(ask(&mut world, 0, gone), Some(ErrorCode::TableNotSeated));
    survives(&mut world);
    world.set_wallet(0, 10);
    assert_eq!(ask(&mut world, 0, give(100)), Some(ErrorCode::LedgerInsufficientFunds));
    assert_eq!(stack(&world), had + 100);
    survives(&mut world);
    // The chips given belong to the player.
    let wallet = world.disk.wallets[&player];
    assert_eq!(ask(&mut world, 1, TableRequest::Leave), None);
    assert_eq!(world.disk.wallets[&player], wallet + had + 100);
}

#[test]
fn a_player_is_moved_between_hands() {
    let mut world = hosted(3);
    world.seat_all(500);
    let account = world.clients[2].account();
    let to = |seat| HostRule::Move { account, seat };
    world.wait_until_due();
    assert_eq!(rule(&mut world, to(6)), Some(ErrorCode::TableHandRunning));
    rule(&mut world, HostRule::Pause { minutes: None });
    call_down(&mut world);
    assert_eq!(rule(&mut world, to(1)), Some(ErrorCode::TableSeatTaken));
    assert_eq!(rule(&mut world, to(3)), Some(ErrorCode::TableNoChange));
    for seat in [0, 7, 200, 255] {
        assert_eq!(rule(&mut world, to(seat)), Some(ErrorCode::TableNoSuchSeat), "{seat}");
    }
    assert_eq!(rule(&mut world, to(6)), None);
    let seats: Vec<(u8, SeatStatus)> = state(&world)
        .seats
        .iter()
        .map(|seat| (seat.seat, seat.status))
        .collect();
    assert_eq!(seats.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(), [1, 2, 6]);
    survives(&mut world);
    rule(&mut world, HostRule::Resume {});
    world.wait_until_due();
    call_down(&mut world);
    world.check();
}

#[test]
fn stakes_change_from_the_next_hand_on() {
    let mut world = hosted(3);
    world.seat_all(500);
    let change = |small, big| HostRule::Stakes {
        stakes: stakes(small, big),
    };
    // Takes effect immediately between hands.
    assert_eq!(rule(&mut world, change(10, 20)), None);
    assert_eq!(rule(&mut world, change(10, 20)), Some(ErrorCode::TableNoChange));
    let info = state(&world).info;
    assert_eq!(
        (info.small_blind, info.big_blind, info.buy_in_min),
        (chips(10), chips(20), chips(400))
    );
    survives(&mut world);
    world.wait_until_due();
    assert_eq!(rule(&mut world, change(25, 50)), None);
    assert!(rules(&world).stakes);
    assert_eq!(
        state(&world).info.big_blind,
        chips(20),
        "the hand is played for what it began with"
    );
    survives(&mut world);
    call_down(&mut world);
    assert_eq!(state(&world).info.big_blind, chips(50));
    assert!(!rules(&world).stakes);
    survives(&mut world);
    world.wait_until_due();
    assert_eq!(state(&world).hand.unwrap().bet, chips(50));
    for wrong in [
        stakes(0, 0),
        stakes(Chips::MAX, Chips::MAX),
        HostStakes {
            multiplier: Some(u32::MAX),
            ..stakes(u64::from(u32::MAX), Chips::MAX)
        },
        HostStakes {
            buy_in_min: Some(chips(500)),
            buy_in_max: Some(chips(100)),
            ..HostStakes::default()
        },
    ] {
        let refused = rule(&mut world, HostRule::Stakes { stakes: wrong });
        assert_eq!(refused, Some(ErrorCode::TableConfigInvalid), "{wrong:?}");
    }
    call_down(&mut world);
    assert_eq!(state(&world).info.big_blind, chips(50));
    world.check();
}

#[test]
fn the_next_game_of_a_rotation_comes_when_the_host_says_so() {
    let mix: MixConfig = serde_json::from_value(serde_json::json!({
        "kind": "rotation",
        "games": [{"game": "limit-holdem"}, {"game": "omaha"}],
        "hands": 20
    }))
    .unwrap();
    let mut world = hosted_as(
        &TableConfig {
            game: String::new(),
            mix: Some(mix),
            ..private("no-limit-holdem")
        },
        3,
    );
    let game = |world: &World| state(world).info.game;
    let first = game(&world);
    assert_eq!(rule(&mut world, HostRule::NextGame {}), None);
    let second = game(&world);
    assert_ne!(first, second);
    for client in 0..3 {
        let most = state(&world).info.buy_in_min.get();
        world.sit(client, most);
    }
    world.wait_until_due();
    assert_eq!(rule(&mut world, HostRule::NextGame {}), None);
    assert_eq!(rule(&mut world, HostRule::NextGame {}), Some(ErrorCode::TableNoChange));
    assert_eq!((game(&world), rules(&world).next_game), (second, true));
    survives(&mut world);
    call_down(&mut world);
    assert_eq!((game(&world), rules(&world).next_game), (first, false));
    survives(&mut world);
    let mut alone = hosted(2);
    assert_eq!(
        rule(&mut alone, HostRule::NextGame {}),
        Some(ErrorCode::TableNoOtherGame)
    );
}

#[test]
fn a_dealer_who_thinks_too_long_gets_the_game_of_the_table() {
    let mix: MixConfig = serde_json::from_value(serde_json::json!({
        "kind": "dealers_choice",
        "games": [{"game": "omaha"}, {"game": "limit-holdem"}],
        "default": "limit-holdem"
    }))
    .unwrap();
    let mut world = hosted_as(
        &TableConfig {
            game: String::new(),
            mix: Some(mix),
            ..private("no-limit-holdem")
        },
        3,
    );
    assert_eq!(
        rule(&mut world, HostRule::NextGame {}),
        Some(ErrorCode::TableNoOtherGame)
    );
    let most = state(&world).info.buy_in_min.get();
    for client in 0..3 {
        world.sit(client, most);
    }
    while state(&world).pick.is_none() {
        assert!(world.wait_until_due(), "a dealer is asked");
    }
    survives(&mut world);
    assert_eq!(rule(&mut world, HostRule::NextGame {}), None);
    assert!(state(&world).pick.is_none());
    assert_eq!(state(&world).info.game, "limit-holdem");
    survives(&mut world);
    while state(&world).hand.is_none() {
        assert!(world.wait_until_due(), "the hand is dealt");
    }
    call_down(&mut world);
    world.check();
}

#[test]
fn a_table_closes_behind_the_hand_and_pays_everybody() {
    let mut world = hosted(3);
    world.seat_all(500);
    world.wait_until_due();
    assert_eq!(rule(&mut world, HostRule::Close {}), None);
    assert_eq!(rule(&mut world, HostRule::Close {}), Some(ErrorCode::TableNoChange));
    let amount = chips(10);
    let rebuy = ask(&mut world, 1, TableRequest::Rebuy { amount });
    assert_eq!(rebuy, Some(ErrorCode::TableClosed));
    let player = world.clients[1].account();
    assert_eq!(
        ask(&mut world, 0, TableRequest::GiveChips { player, amount }),
        Some(ErrorCode::TableClosed)
    );
    survives(&mut world);
    call_down(&mut world);
    while world.ended.is_none() && world.wait_until_due() {}
    assert_eq!(world.ended, Some(End::Closed));
    assert_eq!((world.disk.escrow, world.core.table().hand_no()), (0, 1));
    let wallets: u64 = world.disk.wallets.values().sum();
    assert_eq!(wallets, 3 * 1_000_000);
}

#[test]
fn bots_are_asked_to_private_tables_alone() {
    let mut world = hosted(2);
    assert_eq!(
        rule(&mut world, HostRule::Bots { count: 0 }),
        Some(ErrorCode::TableNoChange)
    );
    for count in [6, 255] {
        assert_eq!(
            rule(&mut world, HostRule::Bots { count }),
            Some(ErrorCode::TableConfigInvalid)
        );
    }
    assert_eq!(rule(&mut world, HostRule::Bots { count: 3 }), None);
    assert_eq!((rules(&world).bots, world.core.status().bots_asked), (3, 3));
    survives(&mut world);
    assert_eq!(rule(&mut world, HostRule::Bots { count: 0 }), None);
    assert_eq!(rules(&world), HostRules::default());
    let mut public = hosted_as(&config("no-limit-holdem"), 2);
    assert_eq!(
        rule(&mut public, HostRule::Bots { count: 1 }),
        Some(ErrorCode::TableConfigInvalid)
    );
}

#[test]
fn who_waits_for_a_seat_is_let_in_as_well() {
    let mut world = hosted(3);
    rule(&mut world, HostRule::Approval { on: true });
    ask(&mut world, 1, TableRequest::AskSeat { ask: true });
    let account = world.clients[1].account();
    let accept = HostRule::Answer {
        account,
        accepted: true,
    };
    rule(&mut world, accept);
    let sit = TableRequest::Sit {
        seat: Some(4),
        buy_in: chips(500),
        entry: Entry::Wait,
    };
    assert_eq!(ask(&mut world, 1, sit), None);
    assert_eq!(
        ask(&mut world, 1, TableRequest::AskSeat { ask: true }),
        Some(ErrorCode::TableAlreadySeated)
    );
    let removed = TableRequest::Remove { player: account };
    assert_eq!(ask(&mut world, 0, removed), None);
    assert_eq!(
        ask(&mut world, 1, TableRequest::AskSeat { ask: true }),
        Some(ErrorCode::TableRemoved)
    );
    survives(&mut world);
}
