//! House bots play every game.

use poker_bots::house::Style;
use poker_bots::{Ended, Report, RunOptions, TableChoice, run_bot};
use poker_engine::game::catalogue;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::host::{Host, guest};

const HANDS: u64 = 25;

/// Lets a bot of each style, and a second sharp one, play until one of them has seen enough.
async fn table_of_bots(host: &Host, game: &str) -> Vec<Report> {
    let table = host.open(game).await;
    let stop = CancellationToken::new();
    let mut bots = JoinSet::new();
    for (seed, style) in (0..).zip([Style::Sharp, Style::Random, Style::Station, Style::Sharp]) {
        let (url, table, stop) = (host.url.clone(), table.clone(), stop.clone());
        let who = guest(&format!("{seed}-{game}").chars().take(20).collect::<String>());
        bots.spawn(async move {
            let options = RunOptions {
                hands: (seed == 0).then_some(HANDS),
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
async fn every_game_is_played_without_an_illegal_answer_and_no_chip_is_lost() {
    let host = Host::start();
    for game in catalogue::all() {
        let reports = table_of_bots(&host, &game.id).await;
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
    }
}
