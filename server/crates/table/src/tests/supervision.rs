//! The task of a table on a real store: it plays, survives its own failures, and comes back after a restart.

use std::time::Duration;

use poker_engine::Chips;
use poker_protocol::v1::{Action, Choice, ErrorCode, PublicEvent, ServerMsg};
use poker_store::{FaucetLimits, Hands, Ledger, Ownership};
use tokio::time::timeout;

use super::fail_point;
use super::lab::{Lab, PATIENCE, choices_in, completed, open_store, player, setup, start, voided};
use crate::core::mail::{Mail, TableRequest};
use crate::core::supervise::Ended;
use crate::handle::TableError;
use crate::setup::timing::Timing;
use crate::state::command::Command;

const fn is_act(command: &Command) -> bool {
    matches!(command, Command::Act { .. })
}

const fn is_time_out(command: &Command) -> bool {
    matches!(command, Command::TimeOut { .. })
}

const fn is_deal(command: &Command) -> bool {
    matches!(command, Command::Deal { .. })
}

#[tokio::test]
async fn hands_are_played_and_written() {
    let mut lab = Lab::new("plays").await;
    loop {
        let asked = lab.asked().await;
        if asked.hand > 3 {
            break;
        }
        lab.call(&asked).await.unwrap();
    }
    let account = lab.players[0].caller.account;
    let hands = lab.store.hands_of(account, None, 10).await.unwrap();
    assert_eq!(hands.len(), 3);
    lab.end().await;
}

/// Requests that bring the table down, however many, harm nothing but themselves: each is refused for good, and the
/// same decision of the same hand stays open.
#[tokio::test]
async fn requests_that_fail_cost_no_hand() {
    let mut lab = Lab::new("requests fail").await;
    let asked = lab.asked().await;
    fail_point::arm("requests fail", is_act, 12);
    for _ in 0..12 {
        let failed = lab.call(&asked).await;
        assert_eq!(failed, Err(ErrorCode::ServerRequestFailed));
    }
    assert!(!ErrorCode::ServerRequestFailed.is_retryable());
    assert!(lab.call(&asked).await.unwrap().is_some());
    let other = &mut lab.players[1 - asked.player];
    let (hand, turn, _) = other.until(choices_in).await;
    assert_eq!((hand, turn), (asked.hand, asked.turn + 1));
    lab.end().await;
}

/// A number that was never assigned is handled like any other.
#[tokio::test]
async fn resuming_behind_the_greatest_number_gets_a_snapshot() {
    let mut lab = Lab::new("resumes").await;
    let asked = lab.asked().await;
    for after in [u64::MAX, u64::MAX - 1, (1 << 53) - 1] {
        for player in 0..2 {
            let id = lab.players[player].ask(&lab.handle, TableRequest::Resume { after });
            assert_eq!(lab.players[player].answer(&id).await, Ok(None));
            let snapshot = |message: &ServerMsg| matches!(message, ServerMsg::Snapshot(_)).then_some(());
            lab.players[player].until(snapshot).await;
        }
    }
    assert!(lab.call(&asked).await.unwrap().is_some());
    lab.end().await;
}

/// A command of the server's own that fails once is carried out when it is due again; the hand goes on.
#[tokio::test]
async fn a_command_of_the_server_that_fails_once_costs_nothing() {
    fail_point::arm("fails once", is_time_out, 1);
    let mut lab = Lab::impatient("fails once").await;
    let asked = lab.asked().await;
    let again = lab.asked().await;
    assert_eq!((again.hand, again.turn), (asked.hand, asked.turn));
    lab.players[asked.player].until(completed).await;
    lab.asked_in(2).await;
    lab.end().await;
}

/// A command of the server's own that brings the table down twice voids the hand; the next one is dealt.
#[tokio::test]
async fn a_hand_whose_commands_fail_twice_is_voided() {
    fail_point::arm("fails twice", is_time_out, 2);
    let mut lab = Lab::impatient("fails twice").await;
    let asked = lab.asked().await;
    lab.players[1 - asked.player].until(voided).await;
    lab.asked_in(2).await;
    lab.end().await;
}

/// A table that cannot deal at all is given up after some attempts; its chips stay in its escrow.
#[tokio::test]
async fn a_table_that_fails_again_and_again_is_quarantined() {
    fail_point::arm("never deals", is_deal, u32::MAX);
    let lab = Lab::new("never deals").await;
    let Lab {
        store, handle, task, ..
    } = lab;
    let ended = timeout(PATIENCE, task).await.unwrap().unwrap();
    assert!(matches!(ended, Ended::Quarantined(_)), "{ended:?}");
    assert_eq!(store.escrow(handle.id()).await.unwrap(), Chips::new(1_000));
}

/// The process ends in the middle of a hand; another one continues at the same decision.
#[tokio::test]
async fn a_restart_goes_on_at_the_same_decision() {
    let mut lab = Lab::new("restarts").await;
    let first = lab.asked().await;
    lab.call(&first).await.unwrap();
    let asked = lab.asked().await;
    lab.task.abort();
    let _ = (&mut lab.task).await;
    let stored = lab.store.claim_table(lab.handle.id()).await.unwrap();
    (lab.handle, lab.task) = start(&lab.store, stored, setup("restarts", Timing::default()));
    for index in 0..2 {
        let watch = lab.players[index].ask(&lab.handle, TableRequest::Watch);
        if index == asked.player {
            let again = lab.players[index].until(choices_in).await;
            assert_eq!((again.0, again.1, &again.2), (asked.hand, asked.turn, &asked.choices));
        } else {
            lab.players[index].answer(&watch).await.unwrap();
        }
    }
    lab.call(&asked).await.unwrap();
    lab.end().await;
}

/// Only the owner that took the table over can write; the old owner shows nothing more and ends.
#[tokio::test]
async fn a_table_that_was_taken_over_ends() {
    let mut lab = Lab::new("taken over").await;
    let asked = lab.asked().await;
    lab.store.claim_table(lab.handle.id()).await.unwrap();
    lab.act(&asked, Action::Fold {});
    let ended = timeout(PATIENCE, &mut lab.task).await.unwrap().unwrap();
    assert!(matches!(ended, Ended::Lost(_)), "{ended:?}");
    let mut late = Vec::new();
    while let Ok(frame) = lab.players[asked.player].frames.try_recv() {
        late.push(frame);
    }
    assert!(
        late.iter()
            .all(|frame| !frame.contains("action_taken") && !frame.contains("\"ok\"")),
        "{late:?}"
    );
}

#[tokio::test]
async fn a_drained_table_finishes_its_hand_and_ends() {
    let mut lab = Lab::new("drains").await;
    let asked = lab.asked().await;
    lab.handle.post(Mail::Drain).unwrap();
    lab.act(&asked, Action::Fold {});
    let ended = timeout(PATIENCE, &mut lab.task).await.unwrap().unwrap();
    assert_eq!(ended, Ended::Drained);
    assert_eq!(lab.store.escrow(lab.handle.id()).await.unwrap(), Chips::new(1_000));
}

/// A hand whose end needs chips that the mint does not have is voided once, and the next one is dealt.
#[tokio::test]
async fn a_hand_that_the_ledger_refuses_is_voided_once() {
    let mut lab = Lab::at_a_dry_mint().await;
    let mut refused = None;
    let next = loop {
        let asked = lab.asked().await;
        // Hands go all-in until one player has lost everything; then another hand follows, over a restored stack.
        match refused {
            Some(voided) if asked.hand > voided => break asked,
            // A decision of the voided hand, from when the table was loaded.
            Some(_) => continue,
            None => {}
        }
        let all_in = asked.choices.iter().find_map(|choice| match choice {
            Choice::Raise { max, .. } => Some(Action::Raise { to: *max }),
            _ => None,
        });
        lab.act(&asked, all_in.unwrap_or(Action::Call { amount: None }));
        let voided = |message: &ServerMsg| match message {
            ServerMsg::Events(events) => events.events.iter().find_map(|event| match &event.event {
                PublicEvent::HandVoided { hand, .. } => Some(Some(*hand)),
                PublicEvent::TurnStarted { .. } | PublicEvent::HandCompleted { .. } => Some(None),
                _ => None,
            }),
            _ => None,
        };
        refused = lab.players[1 - asked.player].until(voided).await;
    };
    assert!(lab.call(&next).await.is_ok());
    assert_eq!(lab.store.mint().await.unwrap().given_today, Chips::new(20_000));
    lab.end().await;
}

/// Requests that arrive while a table ends are answered like all others, because clients wait for the answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_at_the_end_of_a_table_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_store(folder.path(), FaucetLimits::default()).await;
    let mut player = player(&store, 1).await;
    let stored = store.create_table("{}".to_owned()).await.unwrap();
    let (handle, task) = start(&store, stored, setup("ending", Timing::default()));
    handle.post(Mail::Close).unwrap();
    let mut open = std::collections::HashSet::new();
    for at in 0.. {
        let id = at.to_string();
        match handle.request(player.caller.clone(), id.clone(), TableRequest::Unwatch) {
            Ok(()) => assert!(open.insert(id)),
            Err(TableError::Busy) => tokio::time::sleep(Duration::from_micros(50)).await,
            Err(TableError::Closed) => break,
        }
    }
    assert!(matches!(task.await.unwrap(), Ended::Closed));
    while !open.is_empty() {
        let answered = match player.next().await {
            ServerMsg::Ok(ok) => ok.id,
            ServerMsg::Error(error) => error.id.unwrap(),
            _ => continue,
        };
        assert!(open.remove(&answered), "{answered} is answered twice");
    }
}
