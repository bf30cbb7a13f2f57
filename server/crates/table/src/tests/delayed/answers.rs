//! Answers and refusals to those who see a table late: they say nothing of the present.

use std::sync::Arc;

use poker_engine::tournament::law::THINKING_MS;
use poker_protocol::v1::client::{BankStart, Entry, SitOutWhen};
use poker_protocol::v1::{Action, Chips};

use super::super::home_game::{ask, home};
use super::*;
use crate::state::hosting::HostRule;

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
