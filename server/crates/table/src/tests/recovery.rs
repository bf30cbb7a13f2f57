//! Recovery from the journal, even from one that cannot be trusted.

use std::sync::Arc;

use poker_protocol::v1::{Action, Choice};
use poker_store::StepKind;

use super::world::{World, config, reload};
use crate::core::mail::TableRequest;
use crate::core::{Input, Outputs, TableCore};
use crate::setup::config::TableSetup;
use crate::setup::timing::Timing;
use crate::state::recover::{Damage, recover};

/// Players with 500 each, who have played some hands and are in the middle of one.
fn in_a_hand() -> World {
    let mut world = World::new("no-limit-holdem", 3);
    world.seat_all(500);
    for _ in 0..3 {
        world.wait_until_due();
        while let Some(client) = world.asked().first().copied() {
            call(&mut world, client);
        }
    }
    world.wait_until_due();
    let client = world.asked()[0];
    call(&mut world, client);
    assert_eq!(world.core.table().hand_no(), 4);
    assert!(world.core.table().running().is_some());
    world
}

fn call(world: &mut World, client: usize) {
    let (hand, turn) = world.clients[client].turn().unwrap();
    let free = world.clients[client].choices().contains(&Choice::Check {});
    let action = if free {
        Action::Check {}
    } else {
        Action::Call { amount: None }
    };
    world.ask(client, TableRequest::Act { hand, turn, action });
}

fn stacks(core: &TableCore) -> Vec<u64> {
    let law = &core.table().law;
    law.occupied()
        .iter()
        .map(|seat| law.seat(seat).unwrap().stack.get())
        .collect()
}

fn recovered(world: &World) -> (TableCore, bool) {
    reload(&world.disk.stored(), &world.setup, world.now()).unwrap()
}

#[test]
fn a_hand_goes_on_at_the_very_same_decision_with_a_fresh_clock() {
    let mut world = in_a_hand();
    world.wait(19_000);
    let client = world.asked()[0];
    let (turn, choices) = (world.clients[client].turn(), world.clients[client].choices());
    world.crash();
    assert_eq!(world.due().unwrap().0, world.time + 20_000 + 60_000 + 500);
    world.ask(client, TableRequest::Watch);
    assert_eq!(world.clients[client].turn(), turn);
    assert_eq!(world.clients[client].choices(), choices);
    call(&mut world, client);
    world.check();
}

#[test]
fn what_was_not_written_did_not_happen() {
    let mut world = in_a_hand();
    let before = world.core.table().clone();
    world.prompt = false;
    let client = world.asked()[0];
    call(&mut world, client);
    assert_ne!(*world.core.table(), before);
    world.crash();
    assert_eq!(*world.core.table(), before);
}

#[test]
fn events_from_before_the_restart_can_be_resumed() {
    let mut world = in_a_hand();
    let seq = world.clients[2].seq;
    world.crash();
    world.ask(2, TableRequest::Resume { after: seq });
    assert!(world.clients[2].frames.last().unwrap().contains("presence"));
    world.check();
}

/// A hand whose deck is not the one that was dealt is voided: every stack is as before it.
#[test]
fn a_hand_that_cannot_be_replayed_is_voided() {
    let mut world = in_a_hand();
    let before = stacks(&recovered(&world).0);
    let deal = world.disk.rows.iter().rposition(|row| row.secret.is_some()).unwrap();
    world.disk.rows[deal].secret = Some(b"[[]]".to_vec());
    let (mut core, must_void) = recovered(&world);
    assert!(must_void);
    assert_eq!(
        core.table().seq(),
        world.core.table().seq(),
        "what was told keeps its numbers"
    );
    let mut out = Outputs::default();
    core.step(&Input::Void, world.now(), &mut world.entropy, &mut out);
    world.core = core;
    world.carry_out(out);
    world.run();
    assert!(world.core.table().running().is_none());
    assert_eq!(stacks(&world.core), before);
    assert!(String::from_utf8_lossy(&world.disk.rows.last().unwrap().events).contains("hand_voided"));
    // The next hand is dealt, and the journal with the void in it can be read again.
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 5);
    let (again, must_void) = recovered(&world);
    assert!(!must_void);
    assert_eq!(again.table().law, world.core.table().law);
}

/// A finished hand stands as recorded, whatever its replay gives now.
#[test]
fn a_finished_hand_stands() {
    let mut world = in_a_hand();
    let row = world.disk.rows.iter_mut().find(|row| row.hand_no == Some(2)).unwrap();
    row.secret = Some(b"[[\"As\",\"Ks\"]]".to_vec());
    let (core, must_void) = recovered(&world);
    assert!(!must_void);
    assert_eq!(core.table().law, world.core.table().law);
    assert_eq!(core.table().running(), world.core.table().running());
    assert_eq!(core.table().seq(), world.core.table().seq());
}

/// Recorded events that differ from the replay void the hand as well.
#[test]
fn a_hand_that_tells_something_else_is_voided() {
    let mut world = in_a_hand();
    let row = world
        .disk
        .rows
        .iter_mut()
        .rfind(|row| row.kind == StepKind::Hand)
        .unwrap();
    let told = String::from_utf8(row.events.clone()).unwrap();
    row.events = told.replace("\"added\":", "\"added\":1").into_bytes();
    assert!(recovered(&world).1);
}

#[test]
fn a_journal_that_is_wrong_about_seats_is_refused() {
    let world = in_a_hand();
    let with = |change: &dyn Fn(&mut poker_store::StoredTable)| {
        let mut stored = world.disk.stored();
        change(&mut stored);
        recover(&stored, &world.setup).unwrap_err()
    };
    let gap = with(&|stored| {
        stored.tail.remove(4);
    });
    assert!(matches!(gap, Damage::Gap { .. }), "{gap}");
    let escrow = with(&|stored| stored.escrow = poker_engine::Chips::new(1));
    assert!(matches!(escrow, Damage::Escrow { .. }), "{escrow}");
    let seat = world
        .disk
        .rows
        .iter()
        .position(|row| row.kind == StepKind::Table)
        .unwrap();
    let diverged = with(&|stored| stored.tail[seat].events = b"[]".to_vec());
    assert!(matches!(diverged, Damage::Diverged { step: 1 }), "{diverged}");
    let format = with(&|stored| stored.tail[seat].format = 99);
    assert!(matches!(format, Damage::Format { format: 99, .. }), "{format}");
    let row = with(&|stored| stored.tail[seat].command = b"{}".to_vec());
    assert!(matches!(row, Damage::Row { .. }), "{row}");
}

/// A table without pauses plays long enough for a snapshot, and comes back from it.
#[test]
fn a_snapshot_stands_for_all_before_it() {
    let setup = TableSetup::new(&config("no-limit-holdem"), Timing::default().without_pauses()).unwrap();
    let mut world = World::with(Arc::new(setup), 4);
    world.seat_all(1_000);
    while !world.disk.rows.iter().any(|row| row.kind == StepKind::Snapshot) {
        let client = world.asked()[0];
        call(&mut world, client);
    }
    for _ in 0..9 {
        let client = world.asked()[0];
        call(&mut world, client);
    }
    let tail = world.disk.stored().tail;
    assert_eq!(tail[0].kind, StepKind::Snapshot);
    assert!(tail.len() < 40);
    world.check();
    world.check_recovery();
    let text = String::from_utf8(tail[0].command.clone()).unwrap();
    assert!(!text.contains("cards"), "a snapshot holds no cards: {text}");
}

/// A journal as an older version would have written it: with another program name, and fewer fields.
fn aged(world: &mut World) {
    for row in &mut world.disk.rows {
        row.program = "0.0.1+00000000".into();
        let events = String::from_utf8(row.events.clone()).unwrap();
        let events = events.replace(",\"auto\":false", "").replace(",\"all_in\":false", "");
        row.events = events.replace(",\"status\":\"waiting\"", "").into_bytes();
    }
}

#[test]
fn steps_of_an_older_version_are_followed_as_told() {
    let mut world = in_a_hand();
    let fields: usize = world.disk.rows.iter().map(|row| row.events.len()).sum();
    aged(&mut world);
    assert!(world.disk.rows.iter().map(|row| row.events.len()).sum::<usize>() < fields);
    let (core, must_void) = recovered(&world);
    assert!(!must_void);
    assert_eq!(core.table().law, world.core.table().law);
    assert_eq!(core.table().running(), world.core.table().running());
    assert_eq!(core.table().seq(), world.core.table().seq());
    // Steps of both versions in one hand.
    world.crash();
    let client = world.asked().first().copied().unwrap_or_else(|| {
        (0..3).for_each(|client| drop(world.ask(client, TableRequest::Watch)));
        world.asked()[0]
    });
    call(&mut world, client);
    assert!(!recovered(&world).1);
}

/// A finished hand stands as an older version recorded it, even if its rules paid the pot to another seat.
#[test]
fn a_finished_hand_of_an_older_version_stands_as_told() {
    let mut world = World::new("no-limit-holdem", 3);
    world.seat_all(500);
    world.wait_until_due();
    while let Some(client) = world.asked().first().copied() {
        call(&mut world, client);
    }
    let row = world
        .disk
        .rows
        .iter_mut()
        .rfind(|row| row.kind == StepKind::Hand)
        .unwrap();
    let told = String::from_utf8(row.events.clone()).unwrap();
    let at = told.find("\"kind\":\"hand_completed\"").unwrap();
    let mut stacks: Vec<&str> = told[at..].split("\"amount\":").skip(1).collect();
    stacks = stacks.iter().map(|rest| rest.split('}').next().unwrap()).collect();
    let turned = stacks
        .iter()
        .rev()
        .zip(1..)
        .map(|(amount, seat)| format!("{{\"seat\":{seat},\"amount\":{amount}}}"));
    let turned = turned.collect::<Vec<_>>().join(",");
    let end = at + told[at..].find(']').unwrap();
    let begin = at + told[at..].find('[').unwrap();
    row.events = format!("{}[{turned}{}", &told[..begin], &told[end..]).into_bytes();
    aged(&mut world);
    let (core, must_void) = recovered(&world);
    assert!(!must_void);
    let told: Vec<u64> = stacks.iter().rev().map(|stack| stack.parse().unwrap()).collect();
    assert_eq!(self::stacks(&core), told);
    assert_ne!(self::stacks(&core), self::stacks(&world.core));
}

/// Players have seen one flop and cannot be shown another.
#[test]
fn a_running_hand_of_an_older_version_that_told_something_else_is_voided() {
    let mut world = in_a_hand();
    aged(&mut world);
    let row = world
        .disk
        .rows
        .iter_mut()
        .rfind(|row| row.kind == StepKind::Hand)
        .unwrap();
    let told = String::from_utf8(row.events.clone()).unwrap();
    row.events = told.replace("\"added\":", "\"added\":1").into_bytes();
    assert!(recovered(&world).1);
}

/// This version has one more event in a step: the events after it keep the numbers under which they were recorded.
#[test]
fn events_that_an_older_version_did_not_tell_change_no_number() {
    let mut world = in_a_hand();
    aged(&mut world);
    let deal = world.disk.rows.iter().rposition(|row| row.secret.is_some()).unwrap();
    let told: Vec<serde_json::Value> = serde_json::from_slice(&world.disk.rows[deal].events).unwrap();
    let fewer: Vec<_> = told.iter().filter(|event| event["kind"] != "posted").collect();
    let less = u64::try_from(told.len() - fewer.len()).unwrap();
    assert!(less > 0);
    world.disk.rows[deal].events = serde_json::to_vec(&fewer).unwrap();
    for row in &mut world.disk.rows[deal + 1..] {
        row.first_seq -= less;
    }
    let (core, must_void) = recovered(&world);
    assert!(!must_void);
    let (now, before) = (core.table().asked().unwrap(), world.core.table().asked().unwrap());
    assert_eq!((now.seq, now.turn), (before.seq - less, before.turn));
    assert_eq!(core.table().seq(), world.core.table().seq() - less);
    world.core = core;
    world.disk.last_seq -= less;
    world.told.clear();
    for client in 0..3 {
        world.drop_connection(client);
        world.ask(client, TableRequest::Watch);
    }
    let client = world.asked()[0];
    call(&mut world, client);
    assert!(world.ended.is_none() && !recovered(&world).1);
}
