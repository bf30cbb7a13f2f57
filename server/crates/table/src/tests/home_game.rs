//! Tables with chips of their own: no account changes, the ledger is that of the tabs, and it survives everything.

use std::sync::Arc;

use poker_protocol::v1::client::Entry;
use poker_protocol::v1::ledger::{Evening, LedgerLine};
use poker_protocol::v1::table::session::Currency;
use poker_protocol::v1::table::{TableConfig, TableState};
use poker_protocol::v1::{Chips, ErrorCode, PublicEvent, UnixMs};
use poker_store::{HandView, TableId};
use serde_json::{Value, json};

use super::house_rules::call_down;
use super::session::told;
use super::world::{World, config, setup};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;
use crate::state::hosting::HostRule;

pub(super) fn chips(amount: u64) -> Chips {
    Chips::new(amount).unwrap()
}

/// A table with these rules and chips of its own, hosted by the first client: buy-ins of 200 to 1,000.
pub(super) fn home(players: usize, rules: &Value) -> World {
    let mut rules = rules.clone();
    rules["own_chips"] = json!(true);
    let config = TableConfig {
        private: true,
        buy_in_min: Some(chips(200)),
        buy_in_max: Some(chips(1000)),
        session: serde_json::from_value(rules).unwrap(),
        ..config("no-limit-holdem")
    };
    let host = Some(World::new("no-limit-holdem", 1).clients[0].account());
    let setup = TableSetup {
        host,
        ..TableSetup::clone(&setup(&config))
    };
    let mut world = World::with(Arc::new(setup), players);
    for client in 0..players {
        world.set_wallet(client, 0);
        world.ask(client, TableRequest::Watch);
    }
    world
}

pub(super) fn ask(world: &mut World, client: usize, request: TableRequest) -> Option<ErrorCode> {
    let id = world.ask(client, request);
    world.clients[client].errors.get(&id).map(|error| error.code)
}

pub(super) fn sit(world: &mut World, client: usize, buy_in: u64) -> Option<ErrorCode> {
    let buy_in = chips(buy_in);
    let (seat, entry) = (None, Entry::Post);
    ask(world, client, TableRequest::Sit { seat, buy_in, entry })
}

pub(super) fn rebuy(world: &mut World, client: usize, amount: u64) -> Option<ErrorCode> {
    let amount = chips(amount);
    ask(world, client, TableRequest::Rebuy { amount })
}

fn answer(world: &mut World, client: usize, accepted: bool) -> Option<ErrorCode> {
    let player = world.clients[client].account();
    let rebuys = state(world).host_rules.rebuys;
    let asked = rebuys.iter().find(|asked| asked.player.id == player.to_string());
    let amount = asked.map_or(chips(1), |asked| asked.amount);
    let accepted = accepted.then_some(amount);
    ask(world, 0, TableRequest::AnswerRebuy { player, accepted })
}

fn correction(world: &World, client: usize, paid_by: Option<usize>, amount: u64) -> TableRequest {
    TableRequest::Correct {
        player: world.clients[client].account(),
        paid_by: paid_by.map(|client| world.clients[client].account()),
        amount: chips(amount),
        reason: "it was so".to_owned(),
    }
}

pub(super) fn correct(world: &mut World, client: usize, paid_by: Option<usize>, amount: u64) -> Option<ErrorCode> {
    let request = correction(world, client, paid_by, amount);
    ask(world, 0, request)
}

pub(super) fn state(world: &World) -> TableState {
    world.core.state_for(world.clients[0].account(), world.now())
}

/// Chips bought and taken by a client, and its rebuys.
pub(super) fn line(world: &World, client: usize) -> (u64, u64, u16) {
    let account = world.clients[client].account().to_string();
    let ledger = state(world).ledger.unwrap();
    let line = ledger.players.iter().find(|line| line.player.id == account).unwrap();
    (line.bought.get(), line.taken.get(), line.rebuys)
}

/// Checks that the ledger is that of the tabs, that no account has changed, and that all of it survives a crash.
pub(super) fn survives(world: &mut World) {
    world.check();
    world.check_recovery();
    if world.core.table().running().is_none() {
        world.check_snapshot();
    }
    check_tabs(world);
    let before = state(world).ledger;
    world.crash();
    assert_eq!(state(world).ledger, before);
    for client in 0..world.clients.len() {
        world.ask(client, TableRequest::Watch);
    }
}

fn check_tabs(world: &World) {
    let ledger = state(world).ledger.unwrap();
    for LedgerLine {
        player, bought, taken, ..
    } in &ledger.players
    {
        let tab = world.disk.tabs[&player.id.parse().unwrap()];
        assert_eq!(
            tab,
            taken.get().cast_signed() - bought.get().cast_signed(),
            "{}",
            player.name
        );
    }
    let tabs: i64 = world.disk.tabs.values().sum();
    assert_eq!(tabs + world.disk.escrow.cast_signed(), 0, "the law of the ledger");
    assert!(
        world.disk.wallets.values().all(|chips| *chips == 0),
        "no account changes"
    );
}

fn evening(world: &World) -> Evening {
    let ended_at = UnixMs::new(5).unwrap();
    world.core.table().evening(ended_at).unwrap().1
}

#[test]
fn a_host_without_a_seat_was_there_too() {
    let mut world = home(3, &json!({"class": true}));
    for client in 1..3 {
        assert_eq!(sit(&mut world, client, 500), None);
    }
    assert_eq!(ask(&mut world, 0, TableRequest::Host(HostRule::Close {})), None);
    world.wait_until_due();
    let (accounts, evening) = world.core.table().evening(UnixMs::default()).unwrap();
    let all: Vec<_> = [1, 2, 0].map(|client| (world.clients[client].account(), true)).into();
    assert_eq!((accounts, evening.ledger.players.len()), (all, 2));
}

#[test]
fn buy_ins_are_written_down_and_settled_at_the_close() {
    let mut world = home(4, &json!({}));
    for (client, buy_in) in [(0, 200), (1, 500), (2, 1000)] {
        assert_eq!(sit(&mut world, client, buy_in), None);
    }
    survives(&mut world);
    assert_eq!(
        rebuy(&mut world, 0, 300),
        None,
        "it is free, and chips in a hand wait for its end"
    );
    assert_eq!(line(&world, 0), (500, 0, 1));
    for _ in 0..4 {
        world.wait_until_due();
        call_down(&mut world);
    }
    survives(&mut world);
    // One is late, one leaves early.
    assert_eq!(sit(&mut world, 3, 400), None);
    assert_eq!(ask(&mut world, 1, TableRequest::Leave), None);
    for _ in 0..3 {
        world.wait_until_due();
        call_down(&mut world);
    }
    survives(&mut world);
    assert_eq!(world.core.table().seat_of(world.clients[1].account()), None);
    assert_eq!(ask(&mut world, 0, TableRequest::Host(HostRule::Close {})), None);
    call_down(&mut world);
    world.wait_until_due();
    assert!(world.core.table().closed);
    check_tabs(&world);
    let evening = evening(&world);
    assert_eq!((world.disk.escrow, evening.ledger.players.len()), (0, 4));
    let mut net: Vec<(String, i64)> = Vec::new();
    for line in &evening.ledger.players {
        let won = line.taken.get().cast_signed() - line.bought.get().cast_signed();
        net.push((line.player.id.clone(), won));
    }
    assert_eq!(net.iter().map(|(_, won)| won).sum::<i64>(), 0);
    for payment in &evening.payments {
        for (player, amount) in [
            (&payment.from, payment.amount.get().cast_signed()),
            (&payment.to, -payment.amount.get().cast_signed()),
        ] {
            net.iter_mut().find(|(id, _)| *id == player.id).unwrap().1 += amount;
        }
    }
    assert!(net.iter().all(|(_, left)| *left == 0), "the payments settle it");
    let events = told(&world);
    let last: Vec<&PublicEvent> = events.iter().rev().take(2).collect();
    assert!(matches!(
        last[..],
        [PublicEvent::TableClosed {}, PublicEvent::LedgerSettled { payments }] if *payments == evening.payments
    ));
}

#[test]
fn the_host_grants_rebuys_where_they_need_approval() {
    let mut world = home(3, &json!({"rebuys": "approval", "rebuys_max": 2}));
    for client in 0..3 {
        assert_eq!(sit(&mut world, client, 200), None);
    }
    assert_eq!(rebuy(&mut world, 0, 100), None, "the host needs no approval");
    assert_eq!(line(&world, 0), (300, 0, 1));
    assert_eq!(rebuy(&mut world, 1, 300), None, "it is asked for");
    assert_eq!(line(&world, 1), (200, 0, 0), "and not bought");
    assert_eq!(rebuy(&mut world, 1, 2000), Some(ErrorCode::TableBuyIn));
    assert_eq!(rebuy(&mut world, 1, 400), None, "the second request replaces the first");
    let asked = state(&world).host_rules.rebuys;
    assert_eq!(asked.iter().map(|asked| asked.amount.get()).collect::<Vec<_>>(), [400]);
    survives(&mut world);
    assert_eq!(state(&world).host_rules.rebuys, asked);
    let player = world.clients[1].account();
    let wish = |amount| TableRequest::AnswerRebuy {
        player,
        accepted: Some(chips(amount)),
    };
    assert_eq!(ask(&mut world, 2, wish(400)), Some(ErrorCode::TableNotHost));
    assert_eq!(
        ask(&mut world, 0, wish(300)),
        Some(ErrorCode::TableNoChange),
        "the host granted what was asked for before"
    );
    assert_eq!(
        rebuy(&mut world, 1, 400),
        Some(ErrorCode::TableNoChange),
        "it is asked for already"
    );
    assert_eq!(
        answer(&mut world, 2, true),
        Some(ErrorCode::TableNoChange),
        "nothing was asked"
    );
    assert_eq!(answer(&mut world, 1, true), None);
    assert_eq!(line(&world, 1), (600, 0, 1));
    assert_eq!(
        answer(&mut world, 1, true),
        Some(ErrorCode::TableNoChange),
        "it was answered"
    );
    assert_eq!(rebuy(&mut world, 2, 100), None);
    assert_eq!(answer(&mut world, 2, false), None);
    assert_eq!(line(&world, 2), (200, 0, 0));
    // The second is the last.
    assert_eq!(rebuy(&mut world, 1, 10), None);
    assert_eq!(answer(&mut world, 1, true), None);
    assert_eq!(rebuy(&mut world, 1, 10), Some(ErrorCode::TableRebuysUsed));
    assert_eq!(line(&world, 1), (610, 0, 2));
    // A request goes with its player.
    assert_eq!(rebuy(&mut world, 2, 100), None);
    assert_eq!(ask(&mut world, 2, TableRequest::Leave), None);
    call_down(&mut world);
    assert!(state(&world).host_rules.rebuys.is_empty());
    survives(&mut world);
}

#[test]
fn to_sit_down_again_is_no_way_around_the_rule() {
    for (rules, refused) in [
        (json!({"rebuys": "forbidden"}), ErrorCode::TableNoRebuys),
        (json!({"rebuys": "approval"}), ErrorCode::TableNotAccepted),
    ] {
        let mut world = home(3, &rules);
        for client in 0..2 {
            assert_eq!(sit(&mut world, client, 200), None);
        }
        let direct = rebuy(&mut world, 1, 50);
        assert_eq!(direct.is_some(), rules["rebuys"] == "forbidden");
        assert_eq!(ask(&mut world, 1, TableRequest::Leave), None);
        call_down(&mut world);
        world.wait_until_due();
        let (bought, taken, _) = line(&world, 1);
        assert_eq!(bought, 200);
        assert_eq!(sit(&mut world, 1, taken.max(200) + 50), Some(refused), "{rules}");
        if taken >= 200 {
            assert_eq!(sit(&mut world, 1, taken), None, "what was taken home comes back");
            assert_eq!(line(&world, 1), (200 + taken, taken, 0));
        } else if rules["rebuys"] == "approval" {
            assert_eq!(ask(&mut world, 1, TableRequest::AskSeat { ask: true }), None);
            let account = world.clients[1].account();
            let accepted = true;
            assert_eq!(
                ask(
                    &mut world,
                    0,
                    TableRequest::Host(HostRule::Answer { account, accepted })
                ),
                None
            );
            assert_eq!(sit(&mut world, 1, 200), None);
            assert_eq!(line(&world, 1), (400, taken, 1));
        }
        survives(&mut world);
    }
}

#[test]
fn the_host_corrects_with_a_line_that_all_can_read() {
    let mut world = home(4, &json!({}));
    for client in 0..3 {
        assert_eq!(sit(&mut world, client, 300), None);
    }
    let others = correction(&world, 1, Some(2), 100);
    assert_eq!(ask(&mut world, 2, others), Some(ErrorCode::TableNotHost));
    // Client 2 pays a part of client 1's buy-in.
    assert_eq!(correct(&mut world, 1, Some(2), 100), None);
    assert_eq!((line(&world, 1).0, line(&world, 2).0), (200, 400));
    survives(&mut world);
    // Bad ones change nothing.
    let before = state(&world).ledger;
    for (client, paid_by, amount, code) in [
        (1, Some(2), 201, ErrorCode::LedgerBelowZero),
        (1, Some(1), 100, ErrorCode::TableNoChange),
        (3, Some(2), 100, ErrorCode::LedgerStranger),
        (1, Some(3), 100, ErrorCode::LedgerStranger),
        (3, None, 100, ErrorCode::LedgerStranger),
        (1, None, 2000, ErrorCode::TableBuyIn),
        (1, None, Chips::MAX, ErrorCode::TableBuyIn),
    ] {
        assert_eq!(
            correct(&mut world, client, paid_by, amount),
            Some(code),
            "{client} {paid_by:?} {amount}"
        );
    }
    assert_eq!(state(&world).ledger, before);
    // A late buy-in, twice under one id, and another correction under it.
    let late = correction(&world, 1, None, 50);
    world.ask_as(0, "late", late.clone());
    world.ask_as(0, "late", late);
    assert_eq!(line(&world, 1).0, 250, "once");
    let other = correction(&world, 1, None, 60);
    world.ask_as(0, "late", other);
    assert_eq!(world.clients[0].errors["late"].code, ErrorCode::ProtocolIdReused);
    assert_eq!(line(&world, 1), (250, 0, 1));
    let ledger = state(&world).ledger.unwrap();
    let lines = ledger.corrections.iter();
    let lines: Vec<(u64, bool, &str)> = lines
        .map(|line| (line.amount.get(), line.paid_by.is_some(), line.reason.as_str()))
        .collect();
    assert_eq!(lines, [(100, true, "it was so"), (50, false, "it was so")]);
    assert_eq!(ledger.corrections[0].author.id, world.clients[0].account().to_string());
    survives(&mut world);
    let give = TableRequest::GiveChips {
        player: world.clients[1].account(),
        amount: chips(10),
    };
    assert_eq!(ask(&mut world, 0, give), Some(ErrorCode::LedgerOtherChips));
    // There are no more than can be read, and all of them are part of one message.
    let mut noted = 2;
    let full = loop {
        match correct(&mut world, 2, Some(0), 1) {
            None => noted += 1,
            Some(code) => break code,
        }
    };
    assert_eq!(full, ErrorCode::LedgerFull);
    assert!((50..=100).contains(&noted), "{noted}");
    survives(&mut world);
}

#[test]
fn a_hand_keeps_the_money_that_the_table_showed() {
    for (rules, told) in [
        (
            json!({"chip_value": 5, "currency": "euro"}),
            (Some(5), Some(Currency::Euro)),
        ),
        (json!({"chip_value": 100}), (Some(100), None)),
        (json!({}), (None, None)),
    ] {
        let mut world = home(2, &rules);
        for client in 0..2 {
            assert_eq!(sit(&mut world, client, 500), None);
        }
        world.wait_until_due();
        call_down(&mut world);
        let hand = world.disk.hands.last().unwrap();
        assert_eq!(poker_wire::money_told(hand.gist.money.as_ref()), told);
        let view = HandView {
            table: TableId(1),
            hand_no: hand.hand_no,
            game: hand.game.clone(),
            started_at: hand.started_at,
            ended_at: hand.ended_at,
            public: hand.public.clone(),
            private: None,
        };
        let record = poker_wire::told_hand(view).unwrap();
        assert_eq!((record.chip_value, record.currency), told);
    }
}

#[test]
fn other_tables_have_no_ledger() {
    let mut world = World::new("no-limit-holdem", 2);
    world.seat_all(1000);
    assert_eq!(state(&world).ledger, None);
    assert!(world.core.table().evening(UnixMs::default()).is_none());
    let public = TableSetup::new(
        &TableConfig {
            session: serde_json::from_value(json!({"own_chips": true})).unwrap(),
            ..config("no-limit-holdem")
        },
        Timing::default(),
    );
    let field = |refused: ConfigError| refused.answer(None).params.unwrap()["field"].clone();
    assert_eq!(field(public.unwrap_err()), "private");
    for rule in ["rebuys_max", "chip_value"] {
        let alone = TableConfig {
            private: true,
            session: serde_json::from_value(json!({rule: 1})).unwrap(),
            ..config("no-limit-holdem")
        };
        let refused = TableSetup::new(&alone, Timing::default()).unwrap_err();
        assert_eq!(field(refused), *format!("session.{rule}"));
    }
}

#[test]
fn all_chips_ever_bought_stay_countable() {
    const MOST: u64 = 1 << 49;
    let world = home(1, &json!({}));
    let setup = &world.core.table().setup;
    let most = TableConfig {
        buy_in_max: Some(chips(MOST)),
        ..TableConfig::clone(setup.wished.as_ref().unwrap())
    };
    let mut world = World::with(super::world::setup(&most), 1);
    world.ask(0, TableRequest::Watch);
    // The chips are home each time, but they were bought: what is written down must not grow without end.
    for _ in 0..15 {
        assert_eq!(sit(&mut world, 0, MOST), None);
        assert_eq!(ask(&mut world, 0, TableRequest::Leave), None);
    }
    assert_eq!(sit(&mut world, 0, MOST), Some(ErrorCode::TableBuyIn));
    assert_eq!(line(&world, 0), (15 * MOST, 15 * MOST, 0));
}
