//! Tournaments over real sockets: from the entry to the last prize, and across kills.

use std::process::Command;
use std::time::Duration;

use poker_bots::house::Random;
use poker_bots::protocol::v1::tournament::{TournamentId, TournamentPhase, TournamentSummary};
use poker_bots::{
    Client, Credentials, RunError, TournamentChoice, TournamentEnded, TournamentOptions, TournamentReport,
    run_tournament,
};
use tokio::task::JoinHandle;

use crate::bots::host::{Host, eventually, guest};

/// Players of the sit & go that is always open.
const PLAYERS: u64 = 6;

type Run = JoinHandle<Result<TournamentReport, RunError>>;

fn enter(host: &Host, who: Credentials, tournament: &TournamentId, seed: u64) -> Run {
    let (url, tournament) = (host.url.clone(), tournament.clone());
    let options = TournamentOptions {
        seed: Some(seed),
        ..TournamentOptions::default()
    };
    tokio::spawn(async move {
        let choice = TournamentChoice::Tournament(tournament);
        run_tournament(&url, who, choice, Random::new(seed), options).await
    })
}

async fn open_one(client: &Client) -> TournamentSummary {
    let mut found = None;
    eventually("a sit & go is open", async || {
        let listed = client.list_tournaments().await.unwrap();
        found = listed
            .into_iter()
            .find(|tournament| tournament.phase == TournamentPhase::Registering);
        found.is_some()
    })
    .await;
    found.unwrap()
}

/// Runs `poker audit` on a stopped server's data.
fn audit(host: Host) {
    let data = host.data();
    let folder = host.stop();
    let audit = Command::new(env!("CARGO_BIN_EXE_poker"))
        .args(["audit", "--json", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    assert!(audit.status.success(), "{audit:?}");
    let report = String::from_utf8(audit.stdout).unwrap();
    let report: serde_json::Value = serde_json::from_str(report.lines().last().unwrap()).unwrap();
    assert!(report["commitments"].as_u64().unwrap() > 0, "{report}");
    drop(folder);
}

/// Checks the places of a sit & go: the numbers from 1 on, each once or shared by a tie, with prizes that add up to the pool.
fn check_places(reports: &[TournamentReport], pool: u64) {
    let mut taken = Vec::new();
    for report in reports {
        assert_eq!(report.ended, TournamentEnded::Finished);
        let place = report.place.unwrap();
        let tied = reports.iter().filter(|other| other.place == report.place).count();
        assert_eq!(u64::try_from(tied).unwrap(), u64::from(place.worst - place.best) + 1);
        taken.push(place.best);
    }
    assert!(taken.contains(&1));
    let paid: u64 = reports.iter().map(|report| report.prize.get()).sum();
    assert_eq!(paid, pool);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sit_and_go_is_played_to_its_last_prize_and_the_next_one_opens() {
    let host = Host::start_demo();
    let visitor = host.guest("visitor").await;
    let tournament = open_one(&visitor).await;
    let runs: Vec<Run> = (1..=PLAYERS)
        .map(|seed| enter(&host, guest(&format!("player {seed}")), &tournament.tournament, seed))
        .collect();
    let mut reports = Vec::new();
    for run in runs {
        reports.push(run.await.unwrap().unwrap());
    }
    check_places(&reports, PLAYERS * tournament.buy_in.get());
    let next = open_one(&visitor).await;
    assert_ne!(next.tournament, tournament.tournament);
    let listed = visitor.list_tournaments().await.unwrap();
    let over = listed.iter().find(|line| line.tournament == tournament.tournament);
    let over = over.unwrap();
    assert_eq!(
        (over.phase, over.ended_at.is_some()),
        (TournamentPhase::Completed, true)
    );
    audit(host);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_goes_on_where_the_server_was_killed() {
    let mut host = Host::start_demo();
    let visitor = host.guest("visitor").await;
    let tournament = open_one(&visitor).await;
    let pool = PLAYERS * tournament.buy_in.get();
    let mut accounts = Vec::new();
    for seed in 1..=PLAYERS {
        let client = host.guest(&format!("player {seed}")).await;
        accounts.push(Credentials::Token(client.welcome().token.clone().unwrap()));
        client.close().await;
    }
    let mut finished: Vec<TournamentReport> = Vec::new();
    for kill in 0..6 {
        let runs = accounts.iter().cloned().zip(kill * 100..);
        let runs: Vec<Run> = runs
            .map(|(who, seed)| enter(&host, who, &tournament.tournament, seed))
            .collect();
        if kill == 5 {
            for run in runs {
                finished.push(run.await.unwrap().unwrap());
            }
            break;
        }
        tokio::time::sleep(Duration::from_millis(300 + 150 * kill)).await;
        for run in runs {
            run.abort();
        }
        host = host.restart();
    }
    check_places(&finished, pool);
    audit(host);
}
