//! A table that shows itself minutes late to those without a seat.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::tournament::law::THINKING_MS;
use poker_owner::Reply;
use poker_protocol::v1::client::{BankStart, Entry, SitOutWhen};
use poker_protocol::v1::server::{Snapshot, Watchers};
use poker_protocol::v1::{Action, Chips, ErrorCode, ServerMsg};
use serde_json::json;

use super::home_game::{ask, home};
use super::viewing::{call_cheaply, messages};
use super::world::{World, config, setup};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::timing::Timing;
use crate::state::hosting::HostRule;

const DELAY_MS: u64 = 120_000;

/// A table of three players and two who only watch, with a delay of two minutes.
fn world() -> World {
    let mut config = config("no-limit-holdem");
    config.session.watch_delay = Some(2);
    World::with(setup(&config), 5)
}

/// The first three clients sit down.
fn seat(world: &mut World) {
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
        world.sit(client, 1_000);
    }
}

/// For each event that a client got, the instant.
#[derive(Default)]
struct Seen {
    at: BTreeMap<u64, u64>,
    read: usize,
}

impl Seen {
    fn last(&self) -> u64 {
        self.at.keys().next_back().copied().unwrap_or_default()
    }
}

/// Notes what has come to the clients up to now.
fn read(world: &World, seen: &mut [Seen]) {
    for (client, seen) in world.clients.iter().zip(seen) {
        for frame in &client.frames[seen.read..] {
            if let ServerMsg::Events(events) = serde_json::from_str(frame).unwrap() {
                seen.at
                    .extend(events.events.iter().map(|event| (event.seq, world.time)));
            }
        }
        seen.read = client.frames.len();
    }
}

/// Lets play go on until `until`, in small steps.
fn play(world: &mut World, until: u64, seen: &mut [Seen]) {
    read(world, seen);
    while world.time < until {
        if let Some(client) = world.asked().first().copied() {
            call_cheaply(world, client);
        }
        read(world, seen);
        world.wait(500);
        read(world, seen);
    }
}

fn nothing_seen() -> [Seen; 5] {
    Default::default()
}

fn last_snapshot(world: &World, client: usize) -> Snapshot {
    let mut snapshots = messages(world, client).into_iter().filter_map(|message| match message {
        ServerMsg::Snapshot(snapshot) => Some(snapshot),
        _ => None,
    });
    snapshots.next_back().unwrap()
}

fn last_count(world: &World, client: usize) -> Watchers {
    let mut counts = messages(world, client).into_iter().filter_map(|message| match message {
        ServerMsg::Watchers(watchers) => Some(watchers),
        _ => None,
    });
    counts.next_back().unwrap()
}

/// The wait for the first picture, as last told.
fn first_ms(world: &World, client: usize) -> Option<u32> {
    let mut told = messages(world, client).into_iter().filter_map(|message| match message {
        ServerMsg::Watchers(watchers) => watchers.first_ms,
        _ => None,
    });
    told.next_back()
}

fn chat(text: &str) -> TableRequest {
    TableRequest::Chat {
        text: text.to_owned(),
        phrase: None,
        standing: crate::core::speech::Standing::Guest,
        family: Vec::new(),
    }
}

/// The state that a stranger is shown over HTTP.
fn glance(world: &mut World) -> Snapshot {
    let stranger = super::world::caller(
        poker_store::AccountId(uuid::Uuid::from_u128(9)),
        poker_protocol::v1::PlayerInfo {
            id: String::new(),
            name: String::new(),
            kind: poker_protocol::v1::PlayerKind::Guest,
        },
        999,
    );
    let looked = world.look(stranger);
    let Reply::Message(message) = looked else {
        panic!("no message")
    };
    let ServerMsg::Snapshot(snapshot) = *message else {
        panic!("no snapshot")
    };
    snapshot
}

#[test]
fn those_without_a_seat_see_everything_two_minutes_later_and_in_order() {
    let mut world = world();
    seat(&mut world);
    world.ask(3, TableRequest::Watch);
    let felt = last_snapshot(&world, 3);
    assert_eq!((felt.seq, felt.state.seats.len()), (0, 0), "an empty felt");
    let note = last_count(&world, 3);
    assert_eq!((note.behind_minutes, first_ms(&world, 3)), (Some(2), Some(120_000)));
    let mut seen = nothing_seen();
    play(&mut world, 100_000, &mut seen);
    world.ask(0, chat("said by a player"));
    assert_eq!(seen[3].last(), 0, "nothing yet");
    assert_eq!(glance(&mut world).seq, 0);
    assert_eq!(world.core.status().summary.hands, 0);
    assert!(world.core.table().hands > 1);
    // One who comes in the middle gets the table as it was then, and one who asks over HTTP nothing newer.
    play(&mut world, 190_000, &mut seen);
    world.ask(4, TableRequest::Watch);
    let late = seen[3].last();
    let mut frames = messages(&world, 4).into_iter().filter_map(|message| match message {
        ServerMsg::Snapshot(snapshot) => Some(snapshot.seq),
        ServerMsg::Events(events) => events.events.last().map(|event| event.seq),
        _ => None,
    });
    assert_eq!(frames.next_back(), Some(late), "both see the same instant");
    assert!(glance(&mut world).seq <= late);
    assert!(world.core.status().summary.hands < world.core.table().hands);
    play(&mut world, 400_000, &mut seen);
    let (live, late) = (&seen[0].at, &seen[3].at);
    assert!(late.len() > 60, "enough was played");
    for (seq, at) in late {
        assert_eq!(*at, live[seq] + DELAY_MS, "event {seq}");
    }
    assert!(
        late.keys().zip(late.keys().skip(1)).all(|(one, next)| one + 1 == *next),
        "without a gap"
    );
    let heard = |client: usize| world.clients[client].chats.contains(&"said by a player".to_owned());
    assert!(heard(0) && heard(1) && heard(3));
}

#[test]
fn what_a_player_says_reaches_those_who_watch_with_the_cards() {
    let mut world = world();
    seat(&mut world);
    world.ask(3, TableRequest::Watch);
    let mut seen = nothing_seen();
    play(&mut world, 150_000, &mut seen);
    world.ask(1, chat("flush"));
    world.ask(3, chat("hello"));
    let heard = |world: &World, client: usize, text: &str| world.clients[client].chats.contains(&text.to_owned());
    assert!(heard(&world, 0, "flush") && heard(&world, 0, "hello"));
    play(&mut world, 150_000 + DELAY_MS - 500, &mut seen);
    assert!(!heard(&world, 3, "flush") && !heard(&world, 3, "hello"));
    play(&mut world, 150_000 + DELAY_MS, &mut seen);
    assert!(heard(&world, 3, "flush") && heard(&world, 3, "hello"));
}

#[test]
fn a_player_who_stands_up_sees_nothing_until_the_others_have_caught_up() {
    let mut world = world();
    seat(&mut world);
    let mut seen = nothing_seen();
    play(&mut world, 130_000, &mut seen);
    world.ask(2, TableRequest::Leave);
    while world.core.table().law.occupied().len() == 3 {
        let soon = world.time + 500;
        play(&mut world, soon, &mut seen);
    }
    let soon = world.time + 1_000;
    play(&mut world, soon, &mut seen);
    let left_at = world.time;
    let last = seen[2].last();
    play(&mut world, left_at + DELAY_MS - 2_000, &mut seen);
    assert_eq!(seen[2].last(), last, "not one event more");
    assert!(seen[0].last() > last + 10);
    // A new connection does not help, whatever number it names.
    world.drop_connection(2);
    world.ask(2, TableRequest::Resume { after: last });
    assert!(last_snapshot(&world, 2).seq < last);
    play(&mut world, left_at + DELAY_MS + 40_000, &mut seen);
    for (seq, at) in seen[2].at.range(last + 1..) {
        assert_eq!(*at, seen[0].at[seq] + DELAY_MS);
    }
    assert!(seen[2].last() > last);
    // With a seat again, the table is shown as it is.
    world.sit(2, 1_000);
    assert_eq!(last_snapshot(&world, 2).seq, world.core.table().seq());
    let count = world.clients[2].frames.len();
    play(&mut world, left_at + DELAY_MS + 60_000, &mut seen);
    assert!(world.clients[2].frames.len() > count + 10);
    world.check_of(2);
}

#[test]
fn a_seat_that_is_offered_and_the_end_of_the_table_are_told_at_once() {
    let mut config = config("no-limit-holdem");
    (config.session.watch_delay, config.seats) = (Some(1), 2);
    let mut world = World::with(setup(&config), 4);
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
        world.sit(client, 1_000);
    }
    world.ask(2, TableRequest::Watch);
    world.ask(2, TableRequest::WaitList { join: true });
    world.ask(1, TableRequest::Leave);
    let mut seen = nothing_seen();
    play(&mut world, 20_000, &mut seen);
    let ahead: Vec<String> = world.clients[2]
        .frames
        .iter()
        .filter(|frame| frame.contains(r#""type":"ahead""#))
        .cloned()
        .collect();
    assert!(ahead.iter().any(|frame| frame.contains("seat_offered")), "{ahead:?}");
    let hands = [
        "hand_started",
        "board_dealt",
        "action_taken",
        "pot_awarded",
        "hand_shown",
        "player_sat",
        "player_left",
    ];
    for frame in &ahead {
        assert!(hands.iter().all(|kind| !frame.contains(kind)), "{frame}");
    }
    world.sit(2, 1_000);
    assert_eq!(
        last_snapshot(&world, 2).seq,
        world.core.table().seq(),
        "whoever sits sees the table"
    );
}

#[test]
fn a_restart_begins_the_feed_anew() {
    let mut world = world();
    seat(&mut world);
    let mut seen = nothing_seen();
    play(&mut world, 200_000, &mut seen);
    world.crash();
    for client in 0..4 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!(last_snapshot(&world, 3).seq, 0);
    assert_eq!(first_ms(&world, 3), Some(120_000));
    assert_eq!(last_snapshot(&world, 0).seq, world.core.table().seq());
    let at = world.time;
    play(&mut world, at + DELAY_MS - 500, &mut seen);
    assert_eq!(last_snapshot(&world, 3).seq, 0);
    play(&mut world, at + DELAY_MS, &mut seen);
    assert!(last_snapshot(&world, 3).seq > 0);
    world.check_recovery();
}

#[test]
fn the_number_of_those_who_watch_is_told_together_and_not_twice() {
    let mut world = World::new("no-limit-holdem", 5);
    world.ask(0, TableRequest::Watch);
    world.sit(0, 1_000);
    world.wait(5_000);
    for client in 1..5 {
        world.ask(client, TableRequest::Watch);
    }
    let counts = |world: &World| -> Vec<u32> {
        let told = messages(world, 0).into_iter().filter_map(|message| match message {
            ServerMsg::Watchers(watchers) => Some(watchers.watchers),
            _ => None,
        });
        told.collect()
    };
    world.wait(1_000);
    let first = counts(&world);
    world.wait(1_000);
    assert_eq!(counts(&world).last(), Some(&4));
    assert_eq!(
        counts(&world).len(),
        first.len() + 1,
        "three arrivals are told in one message"
    );
    // A second connection of one account is no second viewer.
    world.drop_connection(4);
    world.ask(4, TableRequest::Watch);
    world.wait(2_000);
    assert_eq!(counts(&world).last(), Some(&4));
    for client in 1..5 {
        world.ask(client, TableRequest::Unwatch);
    }
    world.wait(2_000);
    assert_eq!(counts(&world).last(), Some(&0));
    let told = counts(&world).len();
    world.wait(20_000);
    assert_eq!(counts(&world).len(), told);
}

#[test]
fn a_delay_has_one_to_fifteen_minutes() {
    for minutes in [16, 255] {
        let mut config = config("no-limit-holdem");
        config.session.watch_delay = Some(minutes);
        let refused = TableSetup::new(&config, Timing::default()).unwrap_err();
        assert_eq!(refused.answer(None).code, ErrorCode::TableConfigInvalid);
        assert_eq!(
            refused.answer(None).params.unwrap()["field"],
            json!("session.watch_delay")
        );
    }
    let mut config = config("no-limit-holdem");
    config.session.watch_delay = Some(0);
    assert_eq!(
        TableSetup::new(&config, Timing::default()).unwrap().watch_delay_ms(),
        None
    );
}

/// Requests about a hand, which a caller without a seat may send as well.
fn of_players(hand: u64) -> Vec<TableRequest> {
    let entry = Entry::Post;
    let act = |action| TableRequest::Act { hand, turn: 1, action };
    vec![
        act(Action::Fold {}),
        act(Action::CheckDark {}),
        TableRequest::Hint,
        TableRequest::Show {
            hand,
            cards: Vec::new(),
        },
        TableRequest::HuntRabbit,
        TableRequest::Consent { hand, agree: true },
        TableRequest::TimeBank(BankStart::Now),
        TableRequest::CallTime,
        TableRequest::Straddle { on: true },
        TableRequest::Leave,
        TableRequest::SitOut {
            out: false,
            when: SitOutWhen::NextHand,
            minutes: None,
            entry,
        },
        TableRequest::Rebuy {
            amount: Chips::new(200).unwrap(),
        },
        TableRequest::Host(HostRule::StopHand { minutes: 1 }),
        TableRequest::Host(HostRule::AskReveal {}),
        TableRequest::Host(HostRule::EndHand {}),
    ]
}

#[test]
fn refusals_say_nothing_of_hands_to_who_has_no_seat() {
    const LATE: usize = 3;
    let mut world = home(4, &json!({"class": true, "watch_delay": 2}));
    let refused = |world: &mut World| -> Vec<ErrorCode> {
        let requests = of_players(1).into_iter().enumerate();
        let refused =
            requests.map(|(no, request)| ask(world, LATE, request).unwrap_or_else(|| panic!("{no} is taken")));
        refused.collect()
    };
    let before = refused(&mut world);
    for client in 0..LATE {
        world.sit(client, 500);
    }
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    assert_eq!(refused(&mut world), before, "a hand runs");
    let stop = HostRule::StopHand { minutes: 10 };
    for rule in [stop, HostRule::AskReveal {}] {
        assert_eq!(ask(&mut world, 0, TableRequest::Host(rule.clone())), None);
        assert_eq!(refused(&mut world), before, "{rule:?}");
    }
    for client in 0..LATE {
        let agree = TableRequest::Consent { hand: 1, agree: true };
        assert_eq!(ask(&mut world, client, agree), None);
        assert_eq!(refused(&mut world), before, "{client} has agreed");
    }
    assert_eq!(ask(&mut world, 0, TableRequest::Host(HostRule::EndHand {})), None);
    assert_eq!(refused(&mut world), before, "the hand is over");
}

/// The number of the event that the answer to a request names.
fn answered(world: &mut World, client: usize, request: TableRequest) -> Option<u64> {
    let id = world.ask(client, request);
    let answer = messages(world, client).into_iter().find_map(|message| match message {
        ServerMsg::Ok(ok) if ok.id == id => Some(ok.seq),
        _ => None,
    });
    answer.unwrap_or_else(|| panic!("{id} is refused"))
}

#[test]
fn answers_to_who_sees_the_table_late_name_no_number_of_the_present() {
    let mut config = config("no-limit-holdem");
    (config.session.watch_delay, config.seats) = (Some(2), 3);
    let mut world = World::with(setup(&config), 5);
    seat(&mut world);
    for client in [3, 4] {
        world.ask(client, TableRequest::Watch);
    }
    let mut seen = nothing_seen();
    play(&mut world, 60_000, &mut seen);
    let wait = |join| TableRequest::WaitList { join };
    assert_eq!(answered(&mut world, 4, wait(true)), Some(0), "before anything is shown");
    play(&mut world, 190_000, &mut seen);
    let late = seen[3].last();
    assert!(late > 0 && late + 20 < world.core.table().seq());
    assert_eq!(answered(&mut world, 3, wait(true)), Some(late));
    play(&mut world, 210_000, &mut seen);
    let later = seen[3].last();
    assert!(later > late);
    assert_eq!(answered(&mut world, 3, wait(false)), Some(later));
    // Those who play see the present.
    let out = TableRequest::SitOut {
        out: true,
        when: SitOutWhen::NextHand,
        minutes: None,
        entry: Entry::Post,
    };
    let told = answered(&mut world, 0, out);
    assert!(told.is_none_or(|told| told > later), "{told:?}");
}

#[test]
fn a_call_of_time_tells_no_age_of_a_decision_to_who_sees_it_late() {
    let mut config = config("no-limit-holdem");
    config.session.watch_delay = Some(2);
    let plain = setup(&config);
    let timing = Timing {
        house_call_ms: Some(60_000),
        action_ms: THINKING_MS,
        bank_ms: 0,
        ..plain.timing
    };
    let mut world = World::with(
        Arc::new(TableSetup {
            timing,
            ..TableSetup::clone(&plain)
        }),
        5,
    );
    seat(&mut world);
    world.ask(3, TableRequest::Watch);
    let before = ask(&mut world, 3, TableRequest::CallTime);
    while world.asked().is_empty() {
        assert!(world.wait_until_due());
    }
    assert_eq!(ask(&mut world, 3, TableRequest::CallTime), before, "a new decision");
    world.wait(61_000);
    assert_eq!(
        ask(&mut world, 3, TableRequest::CallTime),
        before,
        "one that is a minute old"
    );
    assert_eq!(
        ask(&mut world, 0, TableRequest::CallTime),
        None,
        "those who play call it as ever"
    );
}

#[test]
fn a_host_without_a_seat_learns_nothing_of_hands_that_come_late() {
    let mut world = home(4, &json!({"class": true, "watch_delay": 2}));
    let amount = Chips::new(900).unwrap();
    let player = world.clients[1].account();
    let refused = |world: &mut World| -> Vec<Option<ErrorCode>> {
        let rules = [
            HostRule::AskReveal {},
            HostRule::EndHand {},
            HostRule::StopHand { minutes: 1 },
            HostRule::Move {
                account: player,
                seat: 9,
            },
            HostRule::NextGame {},
        ];
        let requests = rules.into_iter().map(TableRequest::Host).chain([
            TableRequest::GiveChips { player, amount },
            TableRequest::Correct {
                player,
                paid_by: None,
                amount,
                reason: "miscounted".to_owned(),
            },
        ]);
        requests.map(|request| ask(world, 0, request)).collect()
    };
    let before = refused(&mut world);
    assert!(before.iter().all(Option::is_some), "{before:?}");
    for client in 1..4 {
        world.sit(client, 500);
    }
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    assert_eq!(refused(&mut world), before, "a hand runs");
    // With a seat the host sees the present, and rules in it.
    world.sit(0, 500);
    assert_eq!(
        ask(&mut world, 0, TableRequest::Host(HostRule::StopHand { minutes: 1 })),
        None
    );
}
