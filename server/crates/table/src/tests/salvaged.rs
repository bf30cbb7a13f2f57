//! Home games whose table is never opened again, and names that go from a ledger in play.

use std::sync::Arc;

use poker_engine::Chips;
use poker_protocol::v1::UnixMs;
use poker_store::{AccountId, JournalRow, Rulings, StepKind};
use serde_json::json;

use super::home_game::{ask, correct, home, line, rebuy, sit, state, survives};
use super::house_rules::call_down;
use super::world::{TABLE, World};
use crate::core::mail::{Mail, OperatorWish, TableRequest};
use crate::setup::config::TableSetup;
use crate::state::command::{Command, TableOrder};
use crate::state::hosting::HostRule;
use crate::state::salvage::{Told, shares};
use crate::state::snapshot;
use crate::stored::Opened;

fn stored(setup: &TableSetup) -> String {
    let opened = Opened {
        demo: false,
        config: (**setup.wished.as_ref().unwrap()).clone(),
        host: setup.host,
        invitation: setup.invitation.clone(),
        practice: false,
    };
    serde_json::to_string(&opened).unwrap()
}

/// The evening that is told must be the one that the table itself would tell, were its hand void and the evening over.
fn settles_alike(world: &World, rows: &[JournalRow]) {
    let mut table = world.core.table().clone();
    let void = table.running().map(|_| Command::Void {});
    for command in void.into_iter().chain([Command::EndSession {}]) {
        let order = TableOrder {
            at: 5,
            by: None,
            command,
        };
        table.apply(&order).unwrap();
    }
    let ended_at = UnixMs::new(5).unwrap();
    let (mut players, evening) = table.evening(ended_at).unwrap();

    let told = Told::read(rows);
    let shares = shares(Chips::new(world.disk.escrow), &told.stacks(), &[]);
    let share = |account: &AccountId| {
        shares
            .iter()
            .find(|(owner, _)| owner == account)
            .map_or(0, |(_, chips)| chips.get())
    };
    let tabs = world.disk.tabs.iter();
    let results: Vec<(AccountId, i64)> = tabs
        .map(|(account, tab)| (*account, tab + share(account).cast_signed()))
        .collect();
    let config = stored(&world.setup);
    let released = told.evening((TABLE, &config), &results, |_| None, ended_at);
    let (mut there, released) = released.unwrap();
    assert_eq!(released, evening);
    players.sort_unstable();
    there.sort_unstable();
    assert_eq!(there, players);
}

#[test]
fn a_table_that_is_never_opened_again_settles_as_it_would_have() {
    let mut world = home(6, &json!({"chip_value": 5, "currency": "euro"}));
    for client in [0, 1, 2, 4] {
        assert_eq!(sit(&mut world, client, 300), None);
    }
    settles_alike(&world, &world.disk.rows);
    assert_eq!(correct(&mut world, 1, Some(2), 100), None);
    assert_eq!(correct(&mut world, 2, None, 40), None);
    let account = world.clients[4].account();
    let moves = HostRule::Move { account, seat: 6 };
    assert_eq!(ask(&mut world, 0, TableRequest::Host(moves)), None);
    call_down(&mut world);
    settles_alike(&world, &world.disk.rows);
    assert_eq!(ask(&mut world, 1, TableRequest::Leave), None);
    let account = world.clients[2].account();
    assert_eq!(
        ask(&mut world, 0, TableRequest::Host(HostRule::HandOver { account })),
        None
    );
    let player = world.clients[0].account();
    assert_eq!(ask(&mut world, 2, TableRequest::Remove { player }), None);
    let between = snapshot::encode(world.core.table());
    let seen = world.disk.rows.len();
    while world.core.table().running().is_none() {
        assert!(world.wait_until_due());
    }
    // Chips that wait for the end of the hand are the player's own.
    assert_eq!(rebuy(&mut world, 4, 70), None);
    settles_alike(&world, &world.disk.rows);

    // From a snapshot on, as after a sweep.
    let mut rows = world.disk.rows.split_off(seen);
    let first = JournalRow {
        kind: StepKind::Snapshot,
        command: between,
        events: b"[]".to_vec(),
        ..rows[0].clone()
    };
    rows.insert(0, first);
    settles_alike(&world, &rows);
}

#[test]
fn the_name_of_a_deleted_account_goes_from_a_ledger_in_play() {
    let mut world = home(4, &json!({}));
    for client in 0..3 {
        assert_eq!(sit(&mut world, client, 300), None);
    }
    assert_eq!(correct(&mut world, 1, Some(2), 100), None);
    assert_eq!(correct(&mut world, 2, None, 40), None);
    for client in [0, 2] {
        assert_eq!(ask(&mut world, client, TableRequest::Leave), None);
    }
    let lines = [0, 1, 2].map(|client| line(&world, client));
    let deleted = [0, 2].map(|client| (world.clients[client].account(), format!("deleted-{client}")));
    let rulings = Arc::new(Rulings {
        deleted: deleted.into(),
        ..Rulings::default()
    });
    world.post(Mail::Operator(OperatorWish::CatchUp(Arc::clone(&rulings))));
    let text = serde_json::to_string(&state(&world)).unwrap();
    for client in [0, 2] {
        assert!(!text.contains(&format!("Player {client}")), "{text}");
        assert!(text.contains(&format!("deleted-{client}")), "{text}");
    }
    assert!(!text.contains("it was so"), "the words of the host went with the name");
    assert_eq!([0, 1, 2].map(|client| line(&world, client)), lines, "the sums stay");
    let rows = world.disk.rows.len();
    world.post(Mail::Operator(OperatorWish::CatchUp(rulings)));
    assert_eq!(world.disk.rows.len(), rows, "once");
    settles_alike(&world, &world.disk.rows);
    survives(&mut world);
}
