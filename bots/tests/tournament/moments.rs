//! Answers refused for the moment, at a scripted server: the decision stands, and is answered as soon as it can be.

use std::time::Duration;

use poker_bots::protocol::v1::{Action, Chips, TableId};
use poker_bots::{Ask, Credentials, Ended, Report, RunError, RunOptions, TableChoice, TableModel, run_bot};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::golden;
use crate::server::{Door, Guest};

const TABLE: &str = "t7f3k2";

/// Starts a bot that raises to this total at the table of the golden snapshot, where it is to act.
async fn raiser(total: u64) -> (Guest, JoinHandle<Result<Report, RunError>>) {
    let door = Door::open().await;
    let url = door.url.clone();
    let bot = tokio::spawn(async move {
        let nickname = "hal".to_owned();
        let choice = TableChoice::Table(TableId(TABLE.to_owned()));
        let to = Chips::new(total).unwrap();
        let raise = move |_: &Ask, _: &TableModel| Action::Raise { to };
        run_bot(
            &url,
            Credentials::Guest { nickname },
            choice,
            raise,
            RunOptions::default(),
        )
        .await
    });
    let mut guest = door.guest(&[]).await;
    guest.grant("watch").await;
    guest.say(golden("server/snapshot")).await;
    (guest, bot)
}

async fn happens(guest: &mut Guest, seq: u64, event: Value) {
    let events = json!([{"seq": seq, "event": event}]);
    guest
        .say(json!({"type": "events", "table": TABLE, "events": events}))
        .await;
}

/// Closes the table, and returns the report of a bot that asks for nothing more.
async fn close(mut guest: Guest, seq: u64, bot: JoinHandle<Result<Report, RunError>>) -> Report {
    happens(&mut guest, seq, json!({"kind": "table_closed", "reason": "idle"})).await;
    assert_eq!(guest.next().await, None);
    let report = bot.await.unwrap().unwrap();
    assert_eq!(report.ended, Ended::TableClosed);
    report
}

fn answer(act: &Value) -> (u64, &Value) {
    assert_eq!((act["hand"].as_u64(), act["turn"].as_u64()), (Some(42), Some(7)));
    (act["action"]["to"].as_u64().unwrap_or_default(), &act["action"]["kind"])
}

#[tokio::test]
async fn an_answer_that_meets_a_pause_is_given_again_once_play_goes_on() {
    let stop = json!({"kind": "hand_stopped", "stop": {"asked": false, "holders": 2, "agreed": 0, "open": false}});
    let pauses = [
        (stop, json!({"kind": "hand_went_on"})),
        (json!({"kind": "table_paused"}), json!({"kind": "table_resumed"})),
    ];
    for (begins, ends) in pauses {
        let (mut guest, bot) = raiser(200).await;
        happens(&mut guest, 1215, begins).await;
        let first = guest.refuse("act", "table.paused").await;
        guest
            .say(json!({"type": "presence", "table": TABLE, "seat": 3, "connected": true}))
            .await;
        let early = timeout(Duration::from_millis(100), guest.next()).await;
        assert!(early.is_err(), "nothing else brings the answer back: {early:?}");
        happens(&mut guest, 1216, ends).await;
        let second = guest.grant("act").await;
        assert_eq!(answer(&first), answer(&second));
        assert_eq!(answer(&second), (200, &json!("raise")));
        let report = close(guest, 1217, bot).await;
        assert_eq!((report.decisions, report.refused), (1, 0));
    }
}

#[tokio::test]
async fn a_snapshot_that_still_asks_ends_a_pause_too() {
    let (mut guest, bot) = raiser(200).await;
    guest
        .say(json!({"type": "paused", "table": TABLE, "reason": "storage"}))
        .await;
    guest.refuse("act", "table.paused").await;
    guest.say(golden("server/snapshot")).await;
    guest.grant("act").await;
    let report = close(guest, 1215, bot).await;
    assert_eq!((report.decisions, report.refused), (1, 0));
}

#[tokio::test]
async fn a_decision_that_closed_in_a_pause_is_answered_no_more() {
    let (mut guest, bot) = raiser(200).await;
    happens(&mut guest, 1215, json!({"kind": "table_paused"})).await;
    guest.refuse("act", "table.paused").await;
    happens(
        &mut guest,
        1216,
        json!({"kind": "hand_voided", "hand": 42, "stacks": []}),
    )
    .await;
    happens(&mut guest, 1217, json!({"kind": "table_resumed"})).await;
    let report = close(guest, 1218, bot).await;
    assert_eq!((report.decisions, report.refused), (0, 0));
}

#[tokio::test]
async fn a_server_that_cannot_at_the_moment_is_asked_again() {
    for code in [
        "rate.limited",
        "table.busy",
        "server.internal",
        "server.storage",
        "server.draining",
    ] {
        let (mut guest, bot) = raiser(200).await;
        guest.refuse("act", code).await;
        let second = guest.grant("act").await;
        assert_eq!(answer(&second), (200, &json!("raise")), "{code}");
        let report = close(guest, 1215, bot).await;
        assert_eq!((report.decisions, report.refused), (1, 0), "{code}");
    }
}

#[tokio::test]
async fn a_decision_that_another_device_has_comes_back_with_the_seat() {
    let (mut guest, bot) = raiser(200).await;
    guest.refuse("act", "table.other_device").await;
    guest.say(golden("server/snapshot")).await;
    guest.grant("act").await;
    let report = close(guest, 1215, bot).await;
    assert_eq!((report.decisions, report.refused), (1, 0));
}

#[tokio::test]
async fn what_stands_in_for_an_illegal_answer_outlasts_a_pause() {
    let (mut guest, bot) = raiser(5000).await;
    guest.refuse("act", "rule.bet_too_large").await;
    guest.refuse("act", "table.paused").await;
    happens(&mut guest, 1215, json!({"kind": "table_paused"})).await;
    happens(&mut guest, 1216, json!({"kind": "table_resumed"})).await;
    let fold = guest.grant("act").await;
    assert_eq!(answer(&fold), (0, &json!("fold")));
    let report = close(guest, 1217, bot).await;
    assert_eq!((report.decisions, report.refused), (1, 1));
}
