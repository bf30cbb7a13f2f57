//! The examples, unchanged.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use poker_bots::house::Station;
use poker_bots::{RunOptions, TableChoice, run_bot};
use tokio_util::sync::CancellationToken;

use crate::bots::host::{Host, guest};

const HANDS: u64 = 20;

/// Returns the built example. In a run for the whole workspace it is there already; for this package alone, cargo would choose other
/// features of its dependencies and compile them all again.
fn minimal() -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--workspace", "--example", "minimal"])
        .status();
    assert!(built.unwrap().success());
    let tests = std::env::current_exe().unwrap();
    tests.ancestors().nth(2).unwrap().join("examples/minimal")
}

#[test]
fn the_minimal_example_is_short() {
    let example = include_str!("../../../../bots/examples/minimal.rs");
    assert!(example.lines().count() < 40);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_minimal_example_plays() {
    let host = Host::start();
    let table = host.open("no-limit-holdem").await;
    let stop = CancellationToken::new();
    let options = RunOptions {
        stop: stop.clone(),
        ..RunOptions::default()
    };
    let url = host.url.clone();
    let rival = tokio::spawn(async move {
        let choice = TableChoice::Table(table);
        run_bot(&url, guest("rival"), choice, Station, options).await
    });
    let url = host.url.clone();
    let example = tokio::task::spawn_blocking(move || {
        Command::new(minimal())
            .args([&url, &HANDS.to_string()])
            .stderr(Stdio::inherit())
            .output()
    });
    let output = example.await.unwrap().unwrap();
    stop.cancel();
    let rival = rival.await.unwrap().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    // A hand that began before the bot could leave is played to its end.
    let hands: u64 = said.split(' ').next().unwrap().parse().unwrap();
    assert!(hands >= HANDS, "{said}");
    assert_eq!((rival.hands, rival.refused), (hands, 0));
}
