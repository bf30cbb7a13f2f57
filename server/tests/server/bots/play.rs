//! House bots play every game.

use std::sync::Arc;

use poker_bots::house::Style;
use poker_bots::protocol::v1::TableId;
use poker_bots::{Ended, Report, RunOptions, TableChoice, run_bot};
use poker_engine::game::catalogue;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::bots::host::{Host, guest};

/// Hands at each table.
const HANDS: u64 = 6;

/// Tables played simultaneously.
const AT_ONCE: usize = 8;

/// Lets a bot of each style, and a second sharp one, play until one of them has seen enough.
pub(crate) async fn table_of_bots(host: &Host, table: TableId) -> Vec<Report> {
    bots_at(host, table, HANDS).await
}

/// The same, for this many hands.
pub(crate) async fn bots_at(host: &Host, table: TableId, hands: u64) -> Vec<Report> {
    let stop = CancellationToken::new();
    let mut bots = JoinSet::new();
    for (seed, style) in (0..).zip([Style::Sharp, Style::Random, Style::Station, Style::Sharp]) {
        let (url, table, stop) = (host.url.clone(), table.clone(), stop.clone());
        // Guests need no names of their own, and identifiers of games are longer than names.
        let who = guest(&format!("{seed}-{:x}", rand::random::<u32>()));
        bots.spawn(async move {
            let options = RunOptions {
                hands: (seed == 0).then_some(hands),
                stop: stop.clone(),
                seed: Some(seed),
                ..RunOptions::default()
            };
            let report = run_bot(&url, who, TableChoice::Table(table), style.bot(seed), options).await;
            stop.cancel();
            report.unwrap()
        });
    }
    bots.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_without_an_illegal_answer_and_its_hands_are_exported() {
    let host = Arc::new(Host::start());
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut tables = JoinSet::new();
    for game in catalogue::all() {
        let (host, room) = (Arc::clone(&host), Arc::clone(&room));
        tables.spawn(async move {
            let _seat = room.acquire().await.unwrap();
            let table = host.open(&game.id).await;
            let reports = table_of_bots(&host, table.clone()).await;
            assert!(
                reports
                    .iter()
                    .any(|report| report.hands >= HANDS && report.ended == Ended::HandsPlayed),
                "{}: {reports:?}",
                game.id
            );
            for report in &reports {
                assert_eq!(report.refused, 0, "{}: {reports:?}", game.id);
            }
            let won: i64 = reports.iter().map(|report| report.won).sum();
            assert_eq!(won, 0, "{}: {reports:?}", game.id);
            for number in 1..=2 {
                let known = [
                    Some("phh"),
                    game.ohh.as_ref().map(|_| "ohh"),
                    game.tracker.as_ref().map(|_| "text"),
                ];
                for format in known.into_iter().flatten() {
                    let replayed = host.export_and_replay(&format!("{table}/{number}"), format);
                    assert_eq!(replayed["complete"], true, "{}: {replayed}", game.id);
                }
            }
        });
    }
    let mut failed = Vec::new();
    while let Some(table) = tables.join_next().await {
        failed.extend(table.err());
    }
    assert!(failed.is_empty(), "{failed:?}");
}
