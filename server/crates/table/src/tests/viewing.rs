//! The events and snapshots that each viewer gets, and those that a returning client can still get.

use poker_follower::random_action;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::server::{Events, Snapshot};
use poker_protocol::v1::{Action, Choice, ErrorCode, PublicEvent, ServerMsg};
use poker_store::{LedgerAccount, StepError};
use serde_json::json;

use super::session;
use super::world::{Dice, World, config, setup};
use crate::core::mail::{Mail, TableRequest};
use crate::state::backlog::KEPT;

/// All messages that a client got.
pub(super) fn messages(world: &World, client: usize) -> Vec<ServerMsg> {
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

/// Answers the open decision with the minimum raise if there is one, otherwise as cheaply as possible.
fn raise_least(world: &mut World) {
    let client = world.asked()[0];
    let (hand, turn) = world.clients[client].turn().unwrap();
    let choices = world.clients[client].choices();
    let raise = choices.iter().find_map(|choice| match choice {
        Choice::Bet { min, .. } => Some(Action::Bet { to: *min }),
        Choice::Raise { min, .. } => Some(Action::Raise { to: *min }),
        _ => None,
    });
    let action = raise.unwrap_or_else(|| cheapest(&choices));
    world.ask(client, TableRequest::Act { hand, turn, action });
}

/// Answers the decision of a client as cheaply as possible without folding.
pub(super) fn call_cheaply(world: &mut World, client: usize) {
    let (hand, turn) = world.clients[client].turn().unwrap();
    let action = cheapest(&world.clients[client].choices());
    world.ask(client, TableRequest::Act { hand, turn, action });
}

fn cheapest(choices: &[Choice]) -> Action {
    if choices.iter().any(|choice| matches!(choice, Choice::Call { .. })) {
        Action::Call { amount: None }
    } else {
        Action::Check {}
    }
}

/// The number of the first event, and the numbers of hands that begin among the events.
fn begun(events: &[Events]) -> (u64, Vec<u64>) {
    let events: Vec<_> = events.iter().flat_map(|events| &events.events).collect();
    let begun = events.iter().filter_map(|event| match event.event {
        PublicEvent::HandStarted { hand, .. } => Some(hand),
        _ => None,
    });
    (events[0].seq, begun.collect())
}

/// Events for a spectator who resumes after `after`, without a snapshot.
fn resumed(world: &mut World, client: usize, after: u64) -> Vec<Events> {
    world.drop_connection(client);
    world.clients[client].count_from(after);
    let before = world.clients[client].frames.len();
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
    // A viewer who has seen nothing learns from the snapshot where to begin.
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

/// The last hand that a client was told its cards make, without the number.
fn made(messages: &[ServerMsg]) -> Option<serde_json::Value> {
    let parts = messages.iter().filter_map(|message| match message {
        ServerMsg::Private(private) => Some(&private.events),
        _ => None,
    });
    let made = parts
        .flatten()
        .rfind(|part| matches!(part, PrivateEvent::Made { .. }))?;
    let mut made = json!(made);
    made["seq"].take();
    Some(made)
}

#[test]
fn a_connection_lost_between_an_event_and_its_private_part_misses_no_made_hand() {
    let mut world = World::new("no-limit-holdem", 2);
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
        world.sit(client, 1000);
    }
    world.wait_until_due();
    // The blinds are called and checked: the flop is the last event but one.
    for _ in 0..2 {
        let client = world.asked()[0];
        call_cheaply(&mut world, client);
    }
    for client in 0..2 {
        let told = made(&messages(&world, client));
        assert!(told.is_some());
        let after = world.core.table().seq();
        let before = world.clients[client].frames.len();
        world.ask(client, TableRequest::Resume { after });
        assert_eq!(made(&messages(&world, client)[before..]), told);
    }
}

#[test]
fn cards_turned_up_together_begin_a_betting_round() {
    let mut world = World::new("bull", 4);
    world.has_oracle = false;
    let mut dice = Dice(3);
    for client in 0..3 {
        world.sit(client, 100);
    }
    world.ask(3, TableRequest::Watch);
    world.wait_until_due();
    let mut rolls = 0;
    for _ in 0..200 {
        let Some(client) = world.asked().first().copied() else {
            if world.wait_until_due() {
                continue;
            }
            break;
        };
        let before = world.clients[3].frames.len();
        let (hand, turn) = world.clients[client].turn().unwrap();
        let action = random_action(&world.clients[client].choices(), &mut dice).unwrap();
        world.ask(client, TableRequest::Act { hand, turn, action });
        let told = messages(&world, 3).split_off(before);
        let several = |event: &PublicEvent| matches!(event, PublicEvent::CardsRolled { rolls } if rolls.len() > 1);
        let is_new = told.iter().any(|message| match message {
            ServerMsg::Events(events) => events.events.iter().any(|numbered| several(&numbered.event)),
            _ => false,
        });
        world.ask(3, TableRequest::Watch);
        let state = snapshots(&world, 3).pop().unwrap().state;
        if is_new && state.hand.is_some() {
            rolls += 1;
            let acted = state.seats.iter().filter_map(|seat| seat.play.as_ref()?.last_action);
            assert_eq!(acted.count(), 0);
        }
    }
    assert!(rolls > 1, "{rolls} rolls");
}

#[test]
fn a_question_is_urgent_and_what_tells_of_an_action_is_not() {
    let mut world = World::new("no-limit-holdem", 4);
    world.ask(3, TableRequest::Watch);
    for client in 0..3 {
        assert!(world.clients[client].frames.is_empty());
        world.sit(client, 1000);
        assert!(world.clients[client].last_urgent, "the answer to a request");
    }
    world.wait_until_due();
    for _ in 0..2 {
        let acts = world.asked()[0];
        raise_least(&mut world);
        let next = world.asked()[0];
        assert_ne!(acts, next);
        for client in 0..4 {
            assert_eq!(world.clients[client].last_urgent, client == next, "{client}");
        }
    }
}

#[test]
fn who_sits_down_without_watching_is_told_everything() {
    let mut world = World::new("no-limit-holdem", 3);
    world.ask(2, TableRequest::Watch);
    for client in 0..2 {
        let id = world.sit(client, 1000);
        assert_eq!(
            world.clients[client].oks[&id].seat,
            Some(u8::try_from(client + 1).unwrap())
        );
        let snapshot = snapshots(&world, client).pop().expect("a snapshot after the answer");
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
    // The disk's answer comes after the end of the connection only if the core accepts mail in between.
    world.step(&crate::core::Input::Mail(Mail::Disconnected(gone)));
    world.drop_connection(0);
    world.prompt = true;
    world.run();
    let view = world.core.state_for(world.clients[1].account(), world.now());
    assert!(!view.seats[0].connected);
    world.check();
    // The same request on the next connection makes that connection watch.
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

#[test]
fn tabled_hands_lie_face_up_in_snapshots() {
    let mut config = config("no-limit-holdem");
    config.all_in_face_up = true;
    config.session.run_twice = true;
    let mut world = World::with(setup(&config), 2);
    world.seat_all(1000);
    world.wait_until_due();
    while !world.clients[0].choices().contains(&Choice::RunTwice {}) {
        let client = world.asked()[0];
        let (hand, turn) = world.clients[client].turn().unwrap();
        let most = world.clients[client].choices().iter().find_map(|choice| match choice {
            Choice::Raise { max, .. } => Some(Action::Raise { to: *max }),
            _ => None,
        });
        let action = most.unwrap_or(Action::Call { amount: None });
        world.ask(client, TableRequest::Act { hand, turn, action });
    }
    for viewer in 0..2 {
        let state = world.core.state_for(world.clients[viewer].account(), world.now());
        for seat in state.seats {
            let play = seat.play.unwrap();
            assert!(play.cards.iter().all(Option::is_some));
            assert_eq!(play.face_up, [true, true]);
        }
    }
    // The table built from events is the same.
    world.check();
}

#[test]
fn an_id_stands_for_one_request() {
    let mut world = World::new("no-limit-holdem", 2);
    world.seat_all(1000);
    world.wait_until_due();
    let client = world.asked()[0];
    let (hand, turn) = world.clients[client].turn().unwrap();
    let call = TableRequest::Act {
        hand,
        turn,
        action: Action::Call { amount: None },
    };
    world.ask_as(client, "mine", call.clone());
    let first = world.clients[client].oks["mine"].clone();
    world.check_recovery();
    world.crash();
    world.ask(client, TableRequest::Watch);
    // The same request again is answered as the first time, any other is refused.
    world.ask_as(client, "mine", call);
    assert_eq!(world.clients[client].oks["mine"], first);
    let amount = poker_protocol::v1::Chips::new(5).unwrap();
    for other in [
        TableRequest::Act {
            hand,
            turn,
            action: Action::Fold {},
        },
        TableRequest::Act {
            hand,
            turn: turn + 1,
            action: Action::Call { amount: None },
        },
        TableRequest::Rebuy { amount },
        sit(),
    ] {
        world.clients[client].errors.clear();
        world.ask_as(client, "mine", other);
        assert_eq!(world.clients[client].errors["mine"].code, ErrorCode::ProtocolIdReused);
    }
    world.check();
}

#[test]
fn a_pot_that_waits_is_told_until_the_last_player_takes_it() {
    let mut world = World::new("progressive-jackpots", 2);
    world.seat_all(100);
    let waits = |world: &World| world.core.state_for(world.clients[0].account(), world.now()).carried;
    // No player opens, so that the antes wait.
    while waits(&world).is_none() {
        let Some(client) = world.asked().first().copied() else {
            assert!(world.wait_until_due());
            continue;
        };
        let (hand, turn) = world.clients[client].turn().unwrap();
        let action = Action::Check {};
        let id = world.ask(client, TableRequest::Act { hand, turn, action });
        assert!(
            world.clients[client].oks.contains_key(&id),
            "{:?}",
            world.clients[client].errors
        );
    }
    let pot = waits(&world).unwrap();
    let stacks = 2 * 100 - pot.get();
    assert_eq!(world.core.table().chips().get(), stacks + pot.get());
    world.check();
    // In the next hand they are part of the pot, and wait again if that hand is voided.
    world.wait_until_due();
    assert_eq!(waits(&world), Some(pot));
    world.check();
    world.step(&crate::core::Input::Void);
    world.run();
    assert_eq!(waits(&world), Some(pot));
    world.check();
    let seen = world.told.len();
    for client in 0..2 {
        world.ask(client, TableRequest::Leave);
    }
    let told = session::told_behind(&world, seen);
    let paid = told
        .iter()
        .position(|event| *event == PublicEvent::CarriedPaid { seat: 2, amount: pot });
    let left = told
        .iter()
        .rposition(|event| matches!(event, PublicEvent::PlayerLeft { seat: 2, .. }));
    assert!(paid.is_some() && paid < left, "{told:?}");
    assert_eq!(waits(&world), None);
    // All chips are with the players again.
    assert_eq!(world.core.table().chips().get(), 0);
    world.check();
}

#[test]
fn refusals_speak_of_seats_and_amounts_as_clients_count_them() {
    let mut world = World::new("no-limit-holdem", 2);
    world.ask(0, TableRequest::Watch);
    let refused = |world: &mut World, client: usize, request: TableRequest| {
        let id = world.ask(client, request);
        world.clients[client].errors.remove(&id).expect("refused")
    };
    let in_seat = |seat| match sit() {
        TableRequest::Sit { buy_in, entry, .. } => TableRequest::Sit {
            seat: Some(seat),
            buy_in,
            entry,
        },
        _ => unreachable!("it is a sit"),
    };
    for seat in [0, 7, 255] {
        let error = refused(&mut world, 0, in_seat(seat));
        assert_eq!(error.code, ErrorCode::TableNoSuchSeat);
        assert_eq!(error.message, format!("there is no seat {seat} at a table of 6"));
        assert_eq!(error.params.unwrap()["seat"], json!(seat));
    }
    world.ask(0, in_seat(3));
    assert_eq!(refused(&mut world, 1, in_seat(3)).message, "seat 3 is taken");
    let amount = poker_protocol::v1::Chips::new(1).unwrap();
    let full = refused(&mut world, 0, TableRequest::Rebuy { amount });
    assert_eq!(full.code, ErrorCode::TableBuyIn);
    assert_eq!(full.message, "no chips can be added: the stack may not pass 1000");
}

#[test]
fn cards_may_be_shown_one_after_the_other() {
    let mut world = World::new("no-limit-holdem", 2);
    world.seat_all(1000);
    world.wait_until_due();
    let folds = world.asked()[0];
    let cards = world.clients[1 - folds]
        .view()
        .unwrap()
        .you
        .as_ref()
        .unwrap()
        .cards
        .clone();
    let (hand, turn) = world.clients[folds].turn().unwrap();
    world.ask(
        folds,
        TableRequest::Act {
            hand,
            turn,
            action: Action::Fold {},
        },
    );
    for card in cards {
        let id = world.ask(
            1 - folds,
            TableRequest::Show {
                hand,
                cards: vec![card],
            },
        );
        assert!(
            world.clients[1 - folds].oks.contains_key(&id),
            "{:?}",
            world.clients[1 - folds].errors
        );
    }
    world.check();
}
