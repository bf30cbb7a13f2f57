//! Timing at a table: the time of a decision, and the pause between two hands.

use std::sync::Arc;

use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::table::{SeatStatus, TableConfig};
use poker_protocol::v1::{Action, Choice, ErrorCode, PublicEvent};
use serde_json::json;

use super::house_rules::{act, call_down, call_once, chips, dealt, status_of};
use super::session::told;
use super::world::World;
use crate::core::mail::{Mail, TableRequest};
use crate::setup::config::TableSetup;
use crate::setup::timing::Timing;

#[test]
fn the_clock_starts_when_the_decision_is_visible() {
    let mut world = World::new("no-limit-holdem", 2);
    world.seat_all(500);
    world.prompt = false;
    world.wait_until_due();
    let dealt_at = world.time;
    world.wait(5_000);
    assert_eq!(world.due(), None, "no clock runs while no player sees the decision");
    world.write(9);
    let due = world.due().unwrap();
    assert_eq!(due.0, dealt_at + 5_000 + 20_000 + 60_000 + 500);
}

#[test]
fn time_running_out_checks_or_folds_and_twice_in_a_row_sits_out() {
    let mut world = dealt(2);
    let client = world.asked()[0];
    world.wait_until_due();
    assert!(
        world
            .told
            .values()
            .any(|event| event.contains(r#""action":"fold","added":0"#) && event.contains(r#""auto":true"#))
    );
    assert_eq!(status_of(&world, client), SeatStatus::Active);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 2);
    while world.core.table().hand_no() == 2 && status_of(&world, client) == SeatStatus::Active {
        let asked = world.asked()[0];
        if asked == client {
            world.wait_until_due();
        } else {
            let free = world.clients[asked].choices().contains(&Choice::Check {});
            let action = if free {
                Action::Check {}
            } else {
                Action::Call { amount: None }
            };
            act(&mut world, asked, action);
        }
    }
    assert_eq!(status_of(&world, client), SeatStatus::SittingOut);
    world.check_recovery();
}

#[test]
fn without_a_connection_time_runs_as_everybody_sees_it_and_one_miss_sits_out() {
    let mut world = dealt(2);
    let (client, other) = (world.asked()[0], 1 - world.asked()[0]);
    world.drop_connection(client);
    // The bank, and then extra time because the connection is down.
    for _ in 0..2 {
        assert_ne!(status_of(&world, client), SeatStatus::SittingOut);
        let due = world.due().unwrap();
        let state = world.core.state_for(world.clients[other].account(), world.now());
        let clock = state.hand.unwrap().turn.unwrap().clock;
        let shown = u64::from(clock.left_ms + clock.banks[0].left_ms);
        assert_eq!(due.0, world.time + shown + u64::from(world.setup.timing.grace_ms));
        world.wait_until_due();
    }
    assert_eq!(status_of(&world, client), SeatStatus::SittingOut);
}

/// A hand in which a player without a connection has checked by the clock, and the other one has bet: the player is
/// back in front of that bet, and of a table that counts the player as sitting out.
fn set_aside() -> (World, usize) {
    let mut world = dealt(2);
    let (other, client) = (world.asked()[0], 1 - world.asked()[0]);
    call_once(&mut world, other);
    call_once(&mut world, client);
    world.drop_connection(client);
    // The bank, and then extra time because the connection is down.
    for _ in 0..2 {
        world.wait_until_due();
    }
    assert_eq!(status_of(&world, client), SeatStatus::SittingOut);
    world.ask(client, TableRequest::Watch);
    act(&mut world, other, Action::Bet { to: chips(20) });
    (world, client)
}

#[test]
fn an_answer_in_time_ends_an_absence() {
    let (mut world, client) = set_aside();
    act(&mut world, client, Action::Call { amount: None });
    assert_eq!(status_of(&world, client), SeatStatus::Active);
    world.check_recovery();
    world.crash();
    assert_eq!(status_of(&world, client), SeatStatus::Active);
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
    }
    call_down(&mut world);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 2, "both are dealt in");
}

#[test]
fn an_answer_ends_no_pause_and_no_leave() {
    let (mut world, client) = set_aside();
    world.ask(client, TableRequest::Leave);
    act(&mut world, client, Action::Call { amount: None });
    assert_eq!(status_of(&world, client), SeatStatus::Leaving);
    world.check_recovery();

    let (mut world, client) = set_aside();
    let pause = TableRequest::SitOut {
        out: true,
        when: SitOutWhen::NextHand,
        minutes: Some(5),
        entry: Entry::Post,
    };
    world.ask(client, pause);
    act(&mut world, client, Action::Call { amount: None });
    assert_eq!(status_of(&world, client), SeatStatus::SittingOut);
    world.check_recovery();

    // Back, and out again: the last word counts.
    let (mut world, client) = set_aside();
    let wish = |out| TableRequest::SitOut {
        out,
        when: SitOutWhen::NextHand,
        minutes: None,
        entry: Entry::Post,
    };
    world.ask(client, wish(false));
    world.ask(client, wish(true));
    act(&mut world, client, Action::Call { amount: None });
    assert_eq!(status_of(&world, client), SeatStatus::SittingOut);
    world.check_recovery();
}

#[test]
fn while_an_operator_has_paused_the_table_its_clock_stands_still() {
    let mut world = dealt(2);
    let client = world.asked()[0];
    world.wait(3_000);
    let due = world.due().unwrap();
    world.post(Mail::Pause(true));
    world.run();
    world.post(Mail::Pause(true));
    world.run();
    let id = act(&mut world, client, Action::Call { amount: None });
    assert_eq!(world.clients[client].errors[&id].code, ErrorCode::TablePaused);
    assert_eq!(world.due(), None, "nothing is planned");
    world.wait(3_600_000);
    assert_eq!(world.asked(), [client]);
    world.check_recovery();
    world.post(Mail::Pause(false));
    world.run();
    assert_eq!(world.due().unwrap().0, due.0 + 3_600_000);
    let id = act(&mut world, client, Action::Call { amount: None });
    assert!(world.clients[client].oks.contains_key(&id));
    world.check_recovery();
}

/// A restart in the meantime gives the full time, which starts when play resumes.
#[test]
fn a_decision_that_is_loaded_at_a_paused_table_waits_too() {
    let mut world = dealt(2);
    world.post(Mail::Pause(true));
    world.run();
    world.crash();
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!(world.due(), None, "nothing is planned");
    world.wait(3_600_000);
    world.post(Mail::Pause(false));
    world.run();
    assert_eq!(world.due().unwrap().0, world.time + 20_000 + 60_000 + 500);
}

#[test]
fn an_act_just_before_the_end_of_the_grace_counts() {
    let mut world = dealt(2);
    let client = world.asked()[0];
    let due = world.due().unwrap();
    world.wait(due.0 - world.time - 1);
    let id = act(&mut world, client, Action::Call { amount: None });
    assert!(world.clients[client].oks.contains_key(&id));
    let bank = world
        .core
        .state_for(world.clients[client].account(), world.now())
        .you
        .unwrap()
        .time_bank_ms;
    assert_eq!(bank, 0);
}

#[test]
fn the_pause_after_a_hand_depends_on_how_it_ended() {
    let mut world = dealt(2);
    let client = world.asked()[0];
    act(&mut world, client, Action::Fold {});
    assert_eq!(world.due().unwrap().0, world.time + 2_000);
    world.wait_until_due();
    call_down(&mut world);
    let telling = showdown_ms(&world);
    assert_eq!(world.due().unwrap().0, world.time + telling + 2_500 + 1_000);
}

/// Milliseconds that a page takes to turn up the hands of the last showdown and to pay its only pot.
fn showdown_ms(world: &World) -> u64 {
    let told = told(world);
    let start = told
        .iter()
        .rposition(|event| matches!(event, PublicEvent::HandStarted { .. }));
    let events = &told[start.unwrap()..];
    let shown = events
        .iter()
        .filter(|event| matches!(event, PublicEvent::HandShown { .. }));
    600 + (shown.count() as u64 - 1) * 400 + 700
}

/// A page shows a run-out card by card, and the pause starts only when it is done, so that players get to see the
/// winner.
#[test]
fn the_pause_after_an_all_in_covers_its_telling() {
    let mut world = dealt(3);
    let actions = [
        Action::Raise { to: chips(500) },
        Action::Call { amount: None },
        Action::Fold {},
    ];
    for action in actions {
        let client = world.asked()[0];
        act(&mut world, client, action);
    }
    let (turn, river) = (900, 900);
    let telling = turn + river + showdown_ms(&world);
    assert_eq!(world.due().unwrap().0, world.time + telling + 2_500 + 1_000);
}

/// The time shown for a decision if these clients sit at a table for fast bots.
fn shown_time(seated: [usize; 2]) -> u32 {
    let fast = json!({"name": "Fast", "game": "no-limit-holdem", "seats": 6, "private": true, "action_ms": 100, "time_bank_ms": 0});
    let config: TableConfig = serde_json::from_value(fast).unwrap();
    let setup = TableSetup::new(&config, Timing::default()).unwrap();
    let mut world = World::with(Arc::new(setup), 4);
    for client in seated {
        world.ask(client, TableRequest::Watch);
        world.sit(client, 500);
    }
    while world.asked().is_empty() {
        assert!(world.wait_until_due());
    }
    let asked = world.asked()[0];
    let state = world.core.state_for(world.clients[asked].account(), world.now());
    let shown = state.hand.unwrap().turn.unwrap().clock.left_ms;
    let due = world.due().unwrap();
    assert_eq!(due.0, world.time + u64::from(shown + world.setup.timing.grace_ms));
    shown
}

#[test]
fn a_table_is_fast_where_bots_alone_sit() {
    // Clients with odd numbers are bots.
    assert_eq!(shown_time([1, 3]), 100);
    assert_eq!(shown_time([1, 2]), 1_000);
    assert_eq!(shown_time([0, 2]), 1_000);
}
