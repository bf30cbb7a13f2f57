//! Recorded streams of a real server: after each of them the model equals the server's own snapshot.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use poker_bots::TableModel;
use poker_bots::protocol::v1::ServerMsg;
use poker_bots::protocol::v1::event::PublicEvent;
use poker_bots::protocol::v1::table::TableState;
use serde_json::{Value, json};

/// Returns a state without the parts that no event carries; `protocol/fixtures/README.md` gives the reasons.
fn comparable(state: &TableState) -> Value {
    let mut state = json!(state);
    if let Some(you) = state.get_mut("you").and_then(Value::as_object_mut) {
        you.remove("time_bank_ms");
    }
    for seat in state["seats"].as_array_mut().unwrap() {
        let seat = seat.as_object_mut().unwrap();
        seat.remove("connected");
        if seat.get("event_status") == Some(&json!("active")) {
            seat.remove("event_status");
        }
    }
    for path in ["/hand/turn", "/pick/turn"] {
        if let Some(turn) = state.pointer_mut(path) {
            turn.as_object_mut().unwrap().remove("clock");
        }
    }
    state
}

/// Checks the stacks of the players dealt in against those reported at the end of the hand.
fn check_stacks(table: &TableModel, event: &PublicEvent, name: &str) {
    if let PublicEvent::HandCompleted { stacks, .. } = event {
        for stack in stacks {
            let known = table.seat(stack.seat).unwrap().stack;
            assert_eq!(known, stack.amount, "{name}: seat {} at {}", stack.seat, table.seq());
        }
    }
}

/// Compares the model with every fresh snapshot in a stream, and returns the number of snapshots.
fn follow(name: &str, text: &str) -> usize {
    let mut lines = text.lines();
    let head: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let mut table: Option<TableModel> = None;
    let mut fresh = 0;
    for line in lines {
        let message: ServerMsg = serde_json::from_str(line).unwrap();
        let Some(table) = &mut table else {
            let ServerMsg::Snapshot(first) = message else {
                panic!("{name} does not begin with a snapshot");
            };
            table = Some(TableModel::new(head["account"].as_str().unwrap(), first));
            continue;
        };
        match message {
            ServerMsg::Snapshot(snapshot) => {
                fresh += 1;
                assert_eq!(table.seq(), snapshot.seq, "{name}");
                let (known, told) = (comparable(table.state()), comparable(&snapshot.state));
                assert_eq!(known, told, "{name} at {}", snapshot.seq);
            }
            ServerMsg::Events(events) => {
                for numbered in &events.events {
                    check_stacks(table, &numbered.event, name);
                    table.apply(numbered.seq, &numbered.event);
                }
                if let Some(clock) = &events.clock {
                    table.set_clock(clock);
                }
            }
            ServerMsg::Private(private) => {
                for part in &private.events {
                    table.apply_private(part);
                }
            }
            ServerMsg::Presence(presence) => table.set_connected(presence.seat, presence.connected),
            _ => {}
        }
    }
    fresh
}

#[test]
fn the_model_is_equal_to_every_fresh_snapshot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/fixtures/streams");
    let paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(paths.len() >= 8);
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let fresh = follow(&name, &fs::read_to_string(&path).unwrap());
        assert!(fresh >= 8, "{name} has {fresh} fresh snapshots");
    }
}
