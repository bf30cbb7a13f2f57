//! An SDK bot at a table whose host decides who sits down.

use poker_bots::house::Style;
use poker_bots::protocol::v1::host::{HostAction, SeatRequestState};
use poker_bots::protocol::v1::{ServerMsg, TableId};
use poker_bots::{Client, Ended, Notice, Report, RunOptions, TableChoice, run_bot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::host::{Host, config, guest};

/// Opens a private table that needs its host's approval; returns the host, who watches it.
async fn table_with_approval(host: &Host) -> (Client, TableId) {
    let owner = host.guest("owner").await;
    let mut wishes = config("no-limit-holdem");
    wishes.private = true;
    let table = owner.create_table(wishes).await.unwrap().table;
    owner.watch(&table).await.unwrap();
    owner.host(&table, HostAction::Approval { on: true }).await.unwrap();
    (owner, table)
}

fn run(host: &Host, table: &TableId, name: &str, stop: &CancellationToken) -> JoinHandle<Report> {
    let (url, who, table) = (host.url.clone(), guest(name), table.clone());
    let options = RunOptions {
        hands: Some(2),
        stop: stop.clone(),
        ..RunOptions::default()
    };
    tokio::spawn(async move {
        let bot = Style::Station.bot(1);
        let report = run_bot(&url, who, TableChoice::Table(table), bot, options).await;
        report.unwrap()
    })
}

/// Returns the accounts of the next `count` players who ask for a seat, in the order of their names.
async fn asked(owner: &mut Client, count: usize) -> Vec<String> {
    while let Some(notice) = owner.next().await {
        let Notice::Message(message, _) = notice else { continue };
        let ServerMsg::Events(told) = *message else { continue };
        for numbered in told.events {
            let poker_bots::protocol::v1::PublicEvent::HostRuled { rules, .. } = numbered.event else {
                continue;
            };
            let waiting = rules
                .requests
                .iter()
                .filter(|request| request.state == SeatRequestState::Asked);
            let mut players: Vec<_> = waiting.map(|request| request.player.clone()).collect();
            if players.len() == count {
                players.sort_by(|one, other| one.name.cmp(&other.name));
                return players.into_iter().map(|player| player.id).collect();
            }
        }
    }
    panic!("the connection of the host is lost");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_asks_the_host_for_its_seat_and_plays_once_it_is_accepted() {
    let host = Host::start();
    let (mut owner, table) = table_with_approval(&host).await;
    let stop = CancellationToken::new();
    let bots = ["ann", "ben"].map(|name| run(&host, &table, name, &stop));
    for player in asked(&mut owner, 2).await {
        owner.host(&table, HostAction::Accept { player }).await.unwrap();
    }
    let mut reports = Vec::new();
    for bot in bots {
        reports.push(bot.await.unwrap());
        stop.cancel();
    }
    assert!(
        reports.iter().any(|report| report.ended == Ended::HandsPlayed),
        "{reports:?}"
    );
    owner.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_the_host_refuses_ends_its_run() {
    let host = Host::start();
    let (mut owner, table) = table_with_approval(&host).await;
    let bot = run(&host, &table, "ann", &CancellationToken::new());
    for player in asked(&mut owner, 1).await {
        owner.host(&table, HostAction::Refuse { player }).await.unwrap();
    }
    let report = bot.await.unwrap();
    assert_eq!((report.ended, report.hands), (Ended::NotAccepted, 0));
    owner.close().await;
}
