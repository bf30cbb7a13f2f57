//! The program with its house: signals, stops and starts.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;
use tempfile::TempDir;
use tokio::time::sleep;

use crate::net::process::{Process, poker};

/// Options of a server with a small house that plays fast.
const HOUSE: [&str; 4] = [
    "--demo-tables=true",
    "--house-bots=6",
    "--bot-think-percent=10",
    "--drain-timeout-s=1",
];

/// Bots of the house, the watcher of the lobby, and the substitutes at hand.
const ACCOUNTS: usize = 6 + 1 + 5;

/// Names of all accounts of the house, and all chips that there are.
fn house(process: &Process) -> (Vec<String>, u64) {
    let bots = poker(&process.data(), &["accounts", "find", "--kind", "bot", "--json"]).lines();
    let outside: u64 = bots.iter().map(|bot| bot["chips"].as_u64().unwrap()).sum();
    let audit = poker(&process.data(), &["audit", "--json"]).lines();
    let at_tables: u64 = audit.iter().filter_map(|line| line["escrow"].as_u64()).sum();
    let name = |bot: &Value| bot["name"].as_str().unwrap().to_owned();
    (bots.iter().map(name).collect(), outside + at_tables)
}

async fn until(what: &str, process: &Process, mut is_so: impl FnMut(&Process) -> bool) {
    for _ in 0..600 {
        if is_so(process) {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{what}: {}", process.log());
}

#[tokio::test]
async fn a_hangup_without_a_certificate_is_logged_and_changes_nothing() {
    let server = Process::start(&[]);
    server.signal(Signal::HUP);
    until("no line", &server, |server| server.log().contains("SIGHUP")).await;
    server.guest("Ada").await;
    assert_eq!(server.log().matches("SIGHUP").count(), 1);
    server.signal(Signal::TERM);
    server.wait();
}

#[tokio::test]
async fn a_stop_waits_for_hands_and_not_for_the_house() {
    let server = Process::start(&HOUSE);
    until("the house does not play", &server, |server| {
        house(server).0.len() == ACCOUNTS
    })
    .await;
    sleep(Duration::from_secs(3)).await;
    let began = Instant::now();
    server.signal(Signal::TERM);
    until("it does not stop", &server, |server| {
        server.log().contains("\"stopped\"")
    })
    .await;
    assert!(began.elapsed() < Duration::from_millis(2_500), "{:?}", began.elapsed());
    let log = server.log();
    for line in ["cannot sign in", "did not close in time", "\"ERROR\""] {
        assert!(!log.contains(line), "{log}");
    }
    server.wait();
}

#[tokio::test]
async fn a_stop_right_after_the_start_is_quiet() {
    let server = Process::start(&HOUSE);
    server.signal(Signal::TERM);
    until("it does not stop", &server, |server| {
        server.log().contains("\"stopped\"")
    })
    .await;
    let log = server.log();
    assert!(!log.contains("cannot sign in") && !log.contains("\"ERROR\""), "{log}");
    server.wait();
}

#[tokio::test]
async fn the_house_comes_back_under_its_own_accounts() {
    let mut folder = TempDir::new().unwrap();
    let mut before = None;
    for _ in 0..4 {
        let server = Process::start_in(folder, &HOUSE).unwrap();
        until("the house is not complete", &server, |server| {
            house(server).0.len() >= ACCOUNTS
        })
        .await;
        // Time for more accounts, if any are made.
        sleep(Duration::from_secs(1)).await;
        server.signal(Signal::TERM);
        until("it does not stop", &server, |server| {
            server.log().contains("\"stopped\"")
        })
        .await;
        let now = house(&server);
        assert_eq!(now.0.len(), ACCOUNTS, "{now:?}");
        assert_eq!(*before.get_or_insert_with(|| now.clone()), now);
        folder = server.wait();
    }
}
