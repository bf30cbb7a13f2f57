//! Bots in a class: they agree when its host asks for the cards, unless a bot says otherwise.

use std::time::Duration;

use poker_bots::house::Station;
use poker_bots::protocol::v1::Action;
use poker_bots::protocol::v1::host::{HandStop, HostAction};
use poker_bots::protocol::v1::table::TableConfig;
use poker_bots::{Ask, Bot, Notice, RunOptions, TableChoice, TableModel, hear, run_bot};
use serde_json::json;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::bots::host::{Host, guest};

/// A bot that keeps its cards to itself.
struct Shy;

impl Bot for Shy {
    fn act(&mut self, ask: &Ask, _: &TableModel) -> Action {
        ask.check_or_call()
    }

    fn shows(&mut self, _: &TableModel) -> bool {
        false
    }
}

/// Stops a hand between two bots and asks for the cards; returns the first stop that is `done`.
async fn stopped(second: impl Bot + 'static, done: impl Fn(HandStop) -> bool) -> HandStop {
    let host = Host::start();
    let mut teacher = host.guest("teacher").await;
    let config = json!({
        "name": "Class", "game": "no-limit-holdem", "seats": 4, "private": true,
        "session": {"own_chips": true, "class": true},
    });
    let config: TableConfig = serde_json::from_value(config).unwrap();
    let table = teacher.create_table(config).await.unwrap().table;
    teacher.watch(&table).await.unwrap();
    let stop = CancellationToken::new();
    let options = |stop: &CancellationToken| RunOptions {
        stop: stop.clone(),
        ..RunOptions::default()
    };
    let choice = TableChoice::Table(table.clone());
    let (url, at, first) = (host.url.clone(), choice.clone(), options(&stop));
    let ada = tokio::spawn(async move { run_bot(&url, guest("ada"), at, Station, first).await });
    let (url, other) = (host.url.clone(), options(&stop));
    let bea = tokio::spawn(async move { run_bot(&url, guest("bea"), choice, second, other).await });

    let account = teacher.welcome().you.id.clone();
    let (mut model, mut is_stopped, mut is_asked) = (None, false, false);
    let found = loop {
        let Some(Notice::Message(message, _)) = teacher.next().await else {
            continue;
        };
        hear(&mut model, (&account, &table), &message, |_, _| {});
        let Some(hand) = model.as_ref().and_then(TableModel::hand) else {
            continue;
        };
        match hand.stop {
            Some(now) if is_asked && done(now) => break now,
            Some(_) if !is_asked => {
                is_asked = true;
                teacher.host(&table, HostAction::AskReveal {}).await.unwrap();
            }
            // The hand may be over already.
            None if !is_stopped && hand.turn.is_some() => {
                let stops = HostAction::StopHand { minutes: 10 };
                is_stopped = teacher.host(&table, stops).await.is_ok();
            }
            _ => {}
        }
    };
    // A consent that no bot should give would open the cards now.
    let later = timeout(Duration::from_millis(300), async {
        loop {
            let Some(Notice::Message(message, _)) = teacher.next().await else {
                continue;
            };
            hear(&mut model, (&account, &table), &message, |_, _| {});
            let stop = model.as_ref().and_then(TableModel::hand).and_then(|hand| hand.stop);
            if let Some(stop) = stop.filter(|stop| stop.open) {
                break stop;
            }
        }
    });
    let found = later.await.unwrap_or(found);
    teacher.host(&table, HostAction::Resume {}).await.unwrap();
    stop.cancel();
    ada.await.unwrap().unwrap();
    bea.await.unwrap().unwrap();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_agree_to_show_their_cards() {
    let found = stopped(Station, |stop| stop.open).await;
    assert_eq!((found.holders, found.asked), (2, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_may_keep_its_cards_to_itself() {
    let found = stopped(Shy, |stop| stop.agreed > 0).await;
    assert_eq!((found.agreed, found.holders, found.open), (1, 2, false));
}
