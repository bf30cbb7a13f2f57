//! Who is sent what, and what a client that comes back can still get.

use poker_protocol::v1::server::{Events, Snapshot};
use poker_protocol::v1::{Action, Choice, PublicEvent, ServerMsg};

use super::world::World;
use crate::store::{LedgerAccount, StepError};
use crate::table::handle::{Mail, TableRequest};
use crate::table::ring::KEPT;

/// Every message that a client got.
fn messages(world: &World, client: usize) -> Vec<ServerMsg> {
    let frames = world.clients[client].frames.iter();
    frames.map(|frame| serde_json::from_str(frame).unwrap()).collect()
}

fn snapshots(world: &World, client: usize) -> Vec<Snapshot> {
    let snapshots = messages(world, client).into_iter().filter_map(|message| match message {
        ServerMsg::Snapshot(snapshot) => Some(snapshot),
        _ => None,
    });
    snapshots.collect()
}

/// The open decision is answered by the least raise, as long as there is one, else as cheaply as can be.
fn raise_least(world: &mut World) {
    let client = world.asked()[0];
    let (hand, turn) = world.clients[client].turn().unwrap();
    let choices = world.clients[client].choices();
    let raise = choices.iter().find_map(|choice| match choice {
        Choice::Bet { min, .. } => Some(Action::Bet { to: *min }),
        Choice::Raise { min, .. } => Some(Action::Raise { to: *min }),
        _ => None,
    });
    let calls = choices.iter().any(|choice| matches!(choice, Choice::Call { .. }));
    let cheapest = if calls {
        Action::Call { amount: None }
    } else {
        Action::Check {}
    };
    let action = raise.unwrap_or(cheapest);
    world.ask(client, TableRequest::Act { hand, turn, action });
}

/// The hands that begin among events, and the first number of all.
fn begun(events: &[Events]) -> (u64, Vec<u64>) {
    let events: Vec<_> = events.iter().flat_map(|events| &events.events).collect();
    let begun = events.iter().filter_map(|event| match event.event {
        PublicEvent::HandStarted { hand, .. } => Some(hand),
        _ => None,
    });
    (events[0].seq, begun.collect())
}

/// What a spectator gets who resumes behind `after`: events, no snapshot.
fn resumed(world: &mut World, client: usize, after: u64) -> Vec<Events> {
    world.drop_connection(client);
    world.clients[client].seq = after;
    world.clients[client].view = None;
    let before = world.clients[client].frames.len();
    world.clients[client].only_counts = true;
    world.ask(client, TableRequest::Resume { after });
    let got = messages(world, client).split_off(before);
    let events = got.into_iter().filter_map(|message| match message {
        ServerMsg::Events(events) => Some(events),
        ServerMsg::Snapshot(_) => panic!("a snapshot in place of events"),
        _ => None,
    });
    events.collect()
}

#[test]
fn the_running_hand_and_the_one_before_can_be_resumed_however_long_they_are() {
    let mut world = World::new("no-limit-holdem", 4);
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
        world.sit(client, 1000);
    }
    world.wait_until_due();
    for _ in 0..2 {
        let hand = world.core.table().hand_no();
        while world.core.table().hand_no() == hand {
            if world.core.table().running().is_some() {
                raise_least(&mut world);
            } else {
                for client in 0..3 {
                    let amount = poker_protocol::v1::Chips::new(1000).unwrap();
                    world.ask(client, TableRequest::Rebuy { amount });
                }
                assert!(world.wait_until_due());
            }
        }
    }
    for _ in 0..20 {
        raise_least(&mut world);
    }
    let hand = world.core.table().hand_no();
    // Somebody who has seen nothing learns from the snapshot where to begin.
    world.ask(3, TableRequest::Watch);
    let snapshot = snapshots(&world, 3).pop().unwrap();
    let (first, began) = (
        snapshot.first_seq.unwrap(),
        snapshot.state.hand.as_ref().unwrap().first_seq.unwrap(),
    );
    assert!(
        snapshot.seq - first > 2 * KEPT as u64,
        "hands as short as that prove nothing"
    );
    assert_eq!(begun(&resumed(&mut world, 3, began - 1)), (began, vec![hand]));
    let all = resumed(&mut world, 3, first - 1);
    assert_eq!(begun(&all).0, first);
    assert_eq!(begun(&all).1[..], [hand - 1, hand]);
    // A restart forgets none of it.
    world.check_recovery();
    world.crash();
    assert_eq!(begun(&resumed(&mut world, 3, began - 1)), (began, vec![hand]));
}

#[test]
fn who_sits_down_without_watching_is_told_everything() {
    let mut world = World::new("no-limit-holdem", 3);
    world.ask(2, TableRequest::Watch);
    for client in 0..2 {
        let id = world.sit(client, 1000);
        assert_eq!(world.clients[client].oks[&id].seat, Some(u8::try_from(client + 1).unwrap()));
        let snapshot = snapshots(&world, client).pop().expect("a snapshot behind the answer");
        assert_eq!(Some(snapshot.seq), world.clients[client].oks[&id].seq);
        assert!(snapshot.state.you.is_some());
    }
    let view = world.core.state_for(world.clients[2].account(), world.now());
    assert!(view.seats.iter().all(|seat| seat.connected));
    world.check();
    world.wait_until_due();
    for _ in 0..4 {
        assert_eq!(world.asked().len(), 1, "the seat hears what it is asked");
        raise_least(&mut world);
    }
    world.check();
    assert_eq!(snapshots(&world, 0).len(), 1);
}

#[test]
fn a_seat_that_was_not_paid_for_watches_nothing() {
    let mut world = World::new("no-limit-holdem", 2);
    world.prompt = false;
    let refused = world.sit(0, 1000);
    let debit = LedgerAccount::Player(world.clients[0].account());
    world.fail_writes(&StepError::Insufficient { account: debit });
    assert!(world.clients[0].errors.contains_key(&refused));
    assert!(!world.clients[0].is_watching());
    world.prompt = true;
    world.sit(1, 1000);
    assert!(!world.clients[0].is_watching());
}

#[test]
fn a_connection_that_is_lost_before_its_seat_is_paid_for_does_not_watch() {
    let mut world = World::new("no-limit-holdem", 2);
    world.ask(1, TableRequest::Watch);
    world.prompt = false;
    world.ask_as(0, "sit", sit());
    let gone = world.clients[0].caller();
    // The answer of the disk comes behind the end of the connection only if the core takes mail meanwhile.
    world.step(&crate::table::core::Input::Mail(Mail::Disconnected(gone)));
    world.drop_connection(0);
    world.prompt = true;
    world.run();
    let view = world.core.state_for(world.clients[1].account(), world.now());
    assert!(!view.seats[0].connected);
    world.check();
    // The same request on the next connection makes that one watch.
    world.ask_as(0, "sit", sit());
    assert!(world.clients[0].is_watching());
    let view = world.core.state_for(world.clients[1].account(), world.now());
    assert!(view.seats[0].connected);
    world.check();
}

fn sit() -> TableRequest {
    TableRequest::Sit {
        seat: None,
        buy_in: poker_protocol::v1::Chips::new(1000).unwrap(),
        entry: poker_protocol::v1::client::Entry::Post,
    }
}
