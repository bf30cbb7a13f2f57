//! Recorded streams of a real server: after each of them the model equals the server's own snapshot.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use poker_bots::protocol::v1::ServerMsg;
use poker_bots::protocol::v1::event::PublicEvent;
use poker_bots::protocol::v1::table::TableState;
use poker_bots::protocol::v1::tournament::TournamentState;
use poker_bots::{TableModel, TournamentModel};
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

/// Returns the state of a tournament without the parts that no event carries; `protocol/fixtures/README.md` gives the reasons.
fn lasting(state: &TournamentState) -> Value {
    let mut state = json!(state);
    let top = state.as_object_mut().unwrap();
    for field in ["clock", "average_stack"] {
        top.remove(field);
    }
    if top.get("prizes_final") != Some(&json!(true)) {
        top.remove("prizes");
    }
    for entrant in state["entrants"].as_array_mut().unwrap() {
        entrant.as_object_mut().unwrap().remove("stack");
    }
    for table in state["tables"].as_array_mut().unwrap() {
        // Others' tables are told by snapshots alone.
        table.as_object_mut().unwrap().remove("table");
        for seat in table["seats"].as_array_mut().unwrap() {
            seat.as_array_mut().unwrap().pop();
        }
    }
    let you = state["you"].as_object_mut().unwrap();
    you.remove("moved");
    let offers = you.get_mut("offers").and_then(Value::as_array_mut);
    let offers = offers.into_iter().flatten().filter_map(Value::as_object_mut);
    offers.for_each(|offer| drop(offer.remove("left_ms")));
    if let Some(deal) = state.get_mut("deal").and_then(Value::as_object_mut) {
        deal.remove("left_ms");
    }
    state
}

/// Compares the model of a tournament with every fresh snapshot in a stream, and returns the number of those compared.
fn follow_tournament(name: &str, text: &str) -> usize {
    let mut tournament: Option<TournamentModel> = None;
    let mut fresh = 0;
    for line in text.lines().skip(1) {
        match (serde_json::from_str(line).unwrap(), &mut tournament) {
            (ServerMsg::TournamentSnapshot(snapshot), Some(known)) if snapshot.seq == known.seq() => {
                fresh += 1;
                let at = snapshot.seq;
                assert_eq!(lasting(known.state()), lasting(&snapshot.state), "{name} at {at}");
            }
            // Events on their way were part of the snapshot.
            (ServerMsg::TournamentSnapshot(snapshot), known) => *known = Some(TournamentModel::new(snapshot)),
            (ServerMsg::TournamentEvents(events), Some(known)) => {
                assert_eq!(events.first_seq, known.seq() + 1, "{name}");
                known.apply(&events, &[]);
            }
            (ServerMsg::TournamentYou(told), Some(known)) => known.set_you(told.you),
            (other, _) => panic!("{name}: {other:?}"),
        }
    }
    fresh
}

#[test]
fn the_model_of_a_tournament_is_equal_to_every_fresh_snapshot() {
    for (name, text) in recorded("tournaments") {
        let fresh = follow_tournament(&name, &text);
        assert!(fresh >= 8, "{name} has {fresh} fresh snapshots");
    }
}

#[test]
fn the_model_is_equal_to_every_fresh_snapshot() {
    // Those of another folder may be as few and as short as they like.
    let least = if std::env::var_os("POKER_STREAMS").is_some() {
        0
    } else {
        8
    };
    let streams = recorded("streams");
    assert!(streams.len() >= least);
    for (name, text) in streams {
        let fresh = follow(&name, &text);
        assert!(fresh >= least, "{name} has {fresh} fresh snapshots");
    }
}

/// The recorded streams of a folder, by their names; `POKER_STREAMS` names another folder for those of tables.
fn recorded(folder: &str) -> Vec<(String, String)> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/fixtures");
    let other = std::env::var_os("POKER_STREAMS").filter(|_| folder == "streams");
    let folder = other.map_or_else(|| fixtures.join(folder), PathBuf::from);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).unwrap())
    };
    paths.map(read).collect()
}
