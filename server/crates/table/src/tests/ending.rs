//! The end of a table: it is drained or closed, or has to be loaded again.

use poker_protocol::v1::{Action, ErrorCode};
use poker_store::StepError;

use super::house_rules::{act, call_down, dealt, error};
use super::world::{World, reload};
use crate::core::End;
use crate::core::mail::{Mail, TableRequest};

#[test]
fn draining_finishes_the_hand_and_deals_no_more() {
    let mut world = dealt(2);
    world.post(Mail::Drain);
    let late = world.sit(0, 500);
    assert_eq!(error(&world, 0, &late), ErrorCode::ServerDraining);
    assert_eq!(world.ended, None);
    call_down(&mut world);
    assert_eq!(world.ended, Some(End::Drained));
    assert_eq!(world.core.table().hand_no(), 1);
}

#[test]
fn a_table_closes_when_the_last_player_has_left() {
    let mut world = World::new("no-limit-holdem", 2);
    world.ask(0, TableRequest::Watch);
    world.sit(0, 500);
    world.post(Mail::Close);
    assert_eq!(world.ended, None);
    let late = world.sit(1, 500);
    assert_eq!(error(&world, 1, &late), ErrorCode::TableClosed);
    world.ask(0, TableRequest::Leave);
    assert_eq!(world.ended, Some(End::Closed));
    assert!(world.told.values().any(|event| event.contains("table_closed")));
}

#[test]
fn a_failed_write_shows_nothing_and_asks_to_be_loaded_anew() {
    let mut world = dealt(2);
    world.prompt = false;
    let client = world.asked()[0];
    let before = world.clients[client].frames.len();
    act(&mut world, client, Action::Call { amount: None });
    let full = StepError::Unavailable("the disk is full".to_owned());
    world.fail_writes(&full);
    assert_eq!(world.ended, Some(End::Reload(full)));
    assert_eq!(world.clients[client].frames.len(), before);
    let abandoned = world.core.abandon();
    assert_eq!((abandoned.viewers.len(), abandoned.parked.len()), (2, 1));
    // The loaded table answers the requests that the old one left open.
    (world.core, _) = reload(&world.disk.stored(), &world.setup, world.now()).unwrap();
    world.ended = None;
    let bursts = world.core.adopt(abandoned, world.now());
    world.carry_out(crate::core::Outputs {
        bursts,
        ..Default::default()
    });
    assert!(world.clients[client].open.is_empty());
    world.prompt = true;
    act(&mut world, client, Action::Call { amount: None });
    world.check();
}

/// A command that changes the hand and cannot be completed is a bug. It drops the table rather than being refused,
/// which would leave the table half changed.
#[test]
fn what_cannot_be_finished_is_no_refusal() {
    let world = dealt(2);
    let mut table = world.core.table().clone();
    let seat = table.asked().unwrap().seats.iter().next().unwrap();
    table.law.cash_mut().unwrap().void_hand().unwrap();
    let fold = crate::state::command::TableOrder {
        at: 0,
        by: None,
        command: crate::state::command::Command::Act {
            seat: seat.number(),
            action: Action::Fold {},
            back: false,
        },
    };
    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| table.apply(&fold)));
    assert!(done.is_err(), "{done:?}");
}

#[test]
fn a_table_whose_owner_changed_ends_silently() {
    let mut world = dealt(2);
    world.prompt = false;
    let client = world.asked()[0];
    act(&mut world, client, Action::Call { amount: None });
    let before = world.clients[client].frames.len();
    world.fail_writes(&StepError::Fenced);
    assert_eq!(world.ended, Some(End::Lost(StepError::Fenced)));
    assert_eq!(world.clients[client].frames.len(), before);
}
